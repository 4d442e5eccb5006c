//! Depth-first proof-number search, df-pn (Allis et al. 1994; Nagai 2002), in a caller's table, for positions whose winner is
//! wanted and not their value.
//!
//! A position's proof number is the least number of positions that must still be decided to reach the goal of its side to move;
//! its disproof number, to show that the goal cannot be reached. The search always expands the position that matters most to
//! both, and keeps only the numbers of positions, in a table.
//!
//! ```
//! use plyscope_core::connect_four::{ConnectFour, Discs};
//! use plyscope_core::search::proof_number::{Goal, ProofNumber};
//! use plyscope_core::search::table::{Slot, TranspositionTable};
//! use plyscope_core::Progress;
//!
//! let slots = [const { Slot::new() }; 4096];
//! let mut search = ProofNumber::<_, 42>::new(ConnectFour, TranspositionTable::new(&slots));
//! let discs = Discs::after("233212374631662331617216277156745")?;
//! search.start(&discs, Goal::Win);
//! while search.step(1000)? == Progress::Paused {}
//! assert_eq!((search.proof(), search.best_move()), (Some(true), Some(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use heapless::Vec;

use super::table::{Record, TranspositionTable};
use super::{CapacityError, Generated, Observer, Progress};
use crate::{Game, Outcome, Window, hash};

/// What the side to move is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Goal {
    /// A score above 0.
    Win,
    /// A score of at least 0.
    Draw,
}

impl Goal {
    /// The opponent's goal: to keep the side to move from this one.
    const fn opposed(self) -> Self {
        match self {
            Self::Win => Self::Draw,
            Self::Draw => Self::Win,
        }
    }

    const fn is_reached(self, outcome: Outcome) -> bool {
        match self {
            Self::Win => outcome.score() > 0,
            Self::Draw => outcome.score() >= 0,
        }
    }

    /// The key of a position with this goal.
    const fn key(self, key: u64) -> u64 {
        match self {
            Self::Win => key,
            Self::Draw => !key,
        }
    }
}

/// The number of what cannot be done. Other numbers stay below.
const INFINITE: u32 = (1 << 26) - 1;

/// The numbers of a position, for the goal of its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const UNKNOWN: Self = Self { proof: 1, disproof: 1 };

    const fn decided(reached: bool) -> Self {
        let (zero, infinite) = (0, INFINITE);
        if reached {
            Self { proof: zero, disproof: infinite }
        } else {
            Self { proof: infinite, disproof: zero }
        }
    }

    /// A number of positions; `None` for what cannot be done.
    const fn finite(number: u32) -> Option<u32> {
        if number < INFINITE { Some(number) } else { None }
    }

    /// 26 bits each in the 52 of a record.
    fn record(self, work: u64) -> Record {
        let worth = work.checked_ilog2().unwrap_or(0) as u8;
        Record { payload: self.proof | self.disproof << 26, tag: self.disproof >> 6, worth }
    }

    const fn of(record: Record) -> Self {
        let Record { payload, tag, .. } = record;
        Self { proof: payload & INFINITE, disproof: payload >> 26 | tag << 6 }
    }
}

/// A position on the path, with the numbers at which it is left.
struct Frame<P> {
    position: P,
    key: u64,
    goal: Goal,
    most: ProofNumbers,
    /// Nodes generated before it was entered.
    before: u64,
}

/// What the children say of their position.
struct Children<G: Game> {
    numbers: ProofNumbers,
    /// The child to go on with: its position, key and numbers.
    best: Option<(G::Position, u64, ProofNumbers)>,
    /// The move to it.
    best_move: Option<G::Move>,
    /// The smallest disproof number of the others.
    second: u32,
    generated: u32,
}

/// Depth-first proof-number search of positions up to `PLIES` plies before the end of the game.
///
/// It needs a table; one that is much too small may keep it from ever ending, since results are lost and searched again. What is in
/// the table from earlier searches of the same game is used. Positions must not repeat within a line. Games without
/// [keys](Game::key) are searched as trees, each time from an empty table: what is known of a line is known from one root only.
pub struct ProofNumber<'t, G: Game, const PLIES: usize> {
    game: G,
    table: TranspositionTable<'t>,
    frames: Vec<Frame<G::Position>, PLIES>,
    generated: u64,
    expanded: u64,
    proof: Option<bool>,
    best_move: Option<G::Move>,
}

impl<G: Game, const PLIES: usize> core::fmt::Debug for ProofNumber<'_, G, PLIES> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ProofNumber")
            .field("generated", &self.generated)
            .field("proof", &self.proof)
            .finish_non_exhaustive()
    }
}

impl<'t, G: Game, const PLIES: usize> ProofNumber<'t, G, PLIES> {
    /// A search of `game` with this table.
    #[must_use]
    pub const fn new(game: G, table: TranspositionTable<'t>) -> Self {
        let frames = Vec::new();
        Self { game, table, frames, generated: 0, expanded: 0, proof: None, best_move: None }
    }

    /// Begins to decide whether the side to move at `root` can reach the goal.
    pub fn start(&mut self, root: &G::Position, goal: Goal) {
        self.frames.clear();
        self.generated = 0;
        self.expanded = 0;
        self.best_move = None;
        self.proof = self.game.outcome(root).map(|outcome| goal.is_reached(outcome));
        if self.proof.is_none() {
            let key = match self.game.key(root) {
                Some(key) => goal.key(key),
                None => {
                    self.table.clear();
                    // Not 0, of which the line's first children would have the key again.
                    1
                }
            };
            let most = ProofNumbers { proof: INFINITE, disproof: INFINITE };
            let frame = Frame { position: root.clone(), key, goal, most, before: 0 };
            // Without frames, the first step says so.
            let _ = self.frames.push(frame);
        }
    }

    /// Continues until about `nodes` more nodes are generated or the goal is decided. Slices do not change the result.
    ///
    /// # Errors
    /// [`CapacityError::Plies`] if `PLIES` do not suffice; the goal is then not decided.
    pub fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_with(nodes, &mut ())
    }

    /// The same, watched by `observer`. It is told of a node's [numbers](Observer::weighed) and of its children each time that the
    /// search comes back to the node.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if G::EXTRA_MOVES {
            return Err(CapacityError::ExtraMoves);
        }
        let pause_at = self.generated.saturating_add(nodes);
        while self.proof.is_none() {
            if self.generated >= pause_at {
                return Ok(Progress::Paused);
            }
            let Some(top) = self.frames.last() else {
                return Err(CapacityError::Plies { capacity: PLIES });
            };
            let ply = self.frames.len().saturating_sub(1);
            let children = self.look(top, ply, observer);
            self.generated = self.generated.wrapping_add(children.generated.into());
            self.expanded = self.expanded.wrapping_add(1);
            let Children { numbers, best, second, best_move, .. } = children;
            let Frame { goal, most, key, before, .. } = *top;
            let is_root = ply == 0;
            if observer.observes() {
                let [proof, disproof] = [numbers.proof, numbers.disproof].map(ProofNumbers::finite);
                observer.weighed(ply, proof, disproof);
            }
            if is_root {
                self.best_move = best_move;
            }
            let next =
                best.filter(|_| numbers.proof < most.proof && numbers.disproof < most.disproof);
            let Some((position, key_below, below)) = next else {
                let work = self.generated.wrapping_sub(before);
                self.table.put(key, numbers.record(work));
                self.frames.pop();
                observer.left(ply);
                if is_root {
                    self.proof = Some(numbers.proof == 0);
                }
                continue;
            };
            // The child is left when another one matters more, or when this position is to be left.
            let others = numbers.disproof.saturating_sub(below.proof);
            let most = ProofNumbers {
                proof: most.disproof.saturating_sub(others),
                disproof: most.proof.min(second.saturating_add(1)),
            };
            if let Some(mv) = best_move {
                observer.descended(ply, mv, Window::FULL);
            }
            let before = self.generated;
            let frame = Frame { position, key: key_below, goal: goal.opposed(), most, before };
            if self.frames.push(frame).is_err() {
                self.frames.clear();
                return Err(CapacityError::Plies { capacity: PLIES });
            }
        }
        Ok(Progress::Done)
    }

    /// Reads the numbers of a position's children.
    fn look(
        &self,
        frame: &Frame<G::Position>,
        ply: usize,
        observer: &mut impl Observer<G>,
    ) -> Children<G> {
        let goal = frame.goal.opposed();
        observer.expanded(ply);
        let mut found = Children {
            numbers: ProofNumbers { proof: INFINITE, disproof: 0 },
            best: None,
            best_move: None,
            second: INFINITE,
            generated: 0,
        };
        let mut moves = self.game.moves(&frame.position);
        while let Some((mv, child)) = self.game.next_child(&frame.position, &mut moves) {
            let number = found.generated;
            found.generated = number.wrapping_add(1);
            observer.generated(&Generated::new(ply, mv, &child, None, None));
            let key = match self.game.key(&child) {
                Some(key) => goal.key(key),
                // A line's own key.
                None => hash::pair(frame.key, number.into()),
            };
            let numbers = match self.game.outcome(&child) {
                Some(outcome) => ProofNumbers::decided(goal.is_reached(outcome)),
                None => self.table.get(key).map_or(ProofNumbers::UNKNOWN, ProofNumbers::of),
            };
            // The opponent's failure is the mover's success.
            let sum = found.numbers.disproof.saturating_add(numbers.proof);
            let is_infinite = found.numbers.disproof.max(numbers.proof) == INFINITE;
            found.numbers.disproof = if is_infinite { INFINITE } else { sum.min(INFINITE - 1) };
            if found.best.is_none() || numbers.disproof < found.numbers.proof {
                found.second = if found.best.is_none() { INFINITE } else { found.numbers.proof };
                found.numbers.proof = numbers.disproof;
                found.best = Some((child, key, numbers));
                found.best_move = Some(mv);
            } else {
                found.second = found.second.min(numbers.disproof);
            }
        }
        found
    }

    /// Whether the side to move at the root can reach its goal; `None` while that is not known.
    #[must_use]
    pub const fn proof(&self) -> Option<bool> {
        self.proof
    }

    /// The root's move with the smallest number left to prove: one that reaches the goal, once that is proven.
    #[must_use]
    pub const fn best_move(&self) -> Option<G::Move> {
        self.best_move
    }

    /// Nodes generated, each time again.
    #[must_use]
    pub const fn generated(&self) -> u64 {
        self.generated
    }

    /// Nodes expanded, each time again.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }
}
