//! Tables of searched positions, as the depth-first search uses them.

use super::{DepthFirst, Tactics};
use crate::search::frame::{Frame, Marks, Node, Phase};
use crate::search::probe::{CERTAIN, Probe as _};
use crate::search::table::{Record, TranspositionTable};
use crate::search::{Observer, Reason, Store};
use crate::{Bound, Evaluator, Game, Value, Window};

/// An entry for a searched position. Values are for the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The best move, or the one that caused a cut-off, as [`Game::packed`] gives it; `None` if no move was better than the
    /// rest.
    pub best_move: Option<u32>,
    /// The value, as far as the window resolved it.
    pub value: Value,
    /// How `value` relates to the minimax value at this depth: [`Bound::Exact`], [`Bound::Lower`] or [`Bound::Upper`].
    pub bound: Bound,
    /// Remaining depth of the search, in plies.
    pub depth: u32,
    /// Whether no line ended at the horizon, so that the value holds at every depth.
    pub proven: bool,
    /// How certain the value is: [`Entry::CERTAIN`], or the [certainty](crate::search::probe::Probe::certainty) of the estimates on which it
    /// rests.
    pub certainty: u8,
}

impl Entry {
    /// The certainty of a value that rests on no estimate, or on certain ones.
    pub const CERTAIN: u8 = CERTAIN;

    /// A certain entry from a search of `depth` plies that may have met its horizon.
    #[must_use]
    pub const fn new(best_move: Option<u32>, value: Value, bound: Bound, depth: u32) -> Self {
        Self { best_move, value, bound, depth, proven: false, certainty: Self::CERTAIN }
    }
}

/// A table of positions by their [keys](Game::key). A search of a game without keys does not use it.
///
/// The search looks up a position before expanding it, and stores the result when it leaves it. It uses a value only if
/// that causes a cut-off, so that principal variations stay complete, and only if the value is of exactly the needed depth
/// or proven, and as certain as the search's own estimates. A search without estimates therefore finds the same value as
/// without a table, unless it meets proven values of another depth: from an earlier and deeper search, or of a position to which
/// lines of different lengths lead. Those then count instead of the values at the horizon, so that the value, also one that is
/// called exact, may be neither that at this depth nor, unless it is proven itself, the game's.
pub trait Table {
    /// Whether the table stores anything.
    const REMEMBERS: bool = true;

    /// Whether nodes at this remaining depth are looked up and stored.
    #[inline]
    fn serves(&self, depth: u32) -> bool {
        let _ = depth;
        true
    }

    /// The entry for the position with this key.
    fn probe(&mut self, key: u64) -> Option<Entry>;

    /// Stores the entry of a searched position.
    fn store(&mut self, key: u64, entry: Entry);
}

/// Stores nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTable;

impl Table for NoTable {
    const REMEMBERS: bool = false;

    #[inline]
    fn probe(&mut self, _: u64) -> Option<Entry> {
        None
    }

    #[inline]
    fn store(&mut self, _: u64, _: Entry) {}
}

impl<T: Table> Table for &mut T {
    const REMEMBERS: bool = T::REMEMBERS;

    #[inline]
    fn serves(&self, depth: u32) -> bool {
        T::serves(self, depth)
    }

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        T::probe(self, key)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry) {
        T::store(self, key, entry);
    }
}

/// Moves that pack to numbers from here on are not stored.
const NO_MOVE: u32 = 0x3fff;

/// Nodes just above the horizon are not stored: scanning their children costs less than a look into memory. Moves that
/// pack to 16,383 or more are not stored either, nor are depths above 255.
impl Table for TranspositionTable<'_> {
    #[inline]
    fn serves(&self, depth: u32) -> bool {
        depth >= 2
    }

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let Record { payload, tag, worth } = self.get(key)?;
        let packed = tag >> 6;
        Some(Entry {
            best_move: (packed < NO_MOVE).then_some(packed),
            value: Value::new(payload.cast_signed()),
            bound: match tag & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: u32::from(worth),
            proven: tag & 4 != 0,
            certainty: (tag >> 3) as u8 & 7,
        })
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry) {
        let Ok(worth) = u8::try_from(entry.depth) else { return };
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            _ => 2,
        };
        let packed = entry.best_move.unwrap_or(NO_MOVE).min(NO_MOVE);
        let certainty = u32::from(entry.certainty & 7);
        let tag = packed << 6 | certainty << 3 | u32::from(entry.proven) << 2 | bound;
        self.put(key, Record { payload: entry.value.get().cast_unsigned(), tag, worth });
    }
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Leaves the node on top if the table knows enough of it. If not, returns the move that the table knows, and whether
    /// the node was left.
    pub(super) fn recall<W: Observer<G>>(
        &mut self,
        ply: usize,
        observer: &mut W,
    ) -> (Option<G::Move>, bool) {
        let Some(frame) = self.storage.path().last() else { return (None, false) };
        let (depth, window) = (frame.depth, frame.node.window);
        if !self.policy.parts_mut().table.serves(depth) {
            return (None, false);
        }
        let position = &frame.node.position;
        let entry =
            self.game.key(position).and_then(|key| self.policy.parts_mut().table.probe(key));
        let Some(entry) = entry else { return (None, false) };
        // The root needs a move, not only a value.
        if ply > 0 && closes(&entry, self.certainty(depth), depth, window) {
            let (value, bound) = (entry.value, entry.bound);
            observer.pruned(ply, Reason::Table { value, bound, window });
            if let Some(frame) = self.storage.parts().top() {
                frame.node.best = entry.value;
                frame.marks.set(Marks::RECALLED, true);
                frame.phase = Phase::Leave;
            }
            if !entry.proven {
                self.meet_horizon();
            }
            if entry.certainty < Entry::CERTAIN {
                self.estimate();
            }
            return (None, true);
        }
        (known_move(&self.game, position, &entry), false)
    }

    /// The certainty of this search's own estimates at this remaining depth; forward estimation has none.
    fn certainty(&self, depth: u32) -> u8 {
        if P::ESTIMATES { 0 } else { self.policy.parts().probe.certainty(depth) }
    }

    /// Looks up the node on top again, for its best move only.
    pub(super) fn consult(&mut self) {
        let Some(frame) = self.storage.parts().frames.last_mut() else { return };
        let position = &frame.node.position;
        let entry =
            self.game.key(position).and_then(|key| self.policy.parts_mut().table.probe(key));
        let known = entry.and_then(|entry| known_move(&self.game, position, &entry));
        frame.hinted = known.or(frame.hinted);
    }

    /// Stores the result of a node that was at `ply`.
    pub(super) fn remember(&mut self, ply: usize, frame: &Frame<G, E::State>) {
        if frame.marks.has(Marks::RECALLED) || !self.policy.parts_mut().table.serves(frame.depth) {
            return;
        }
        let Some(key) = self.game.key(&frame.node.position) else { return };
        let Node { position, best: value, window, .. } = &frame.node;
        let is_raised = frame.marks.has(Marks::RAISED);
        let bound = if *value >= window.beta {
            Bound::Lower
        } else if is_raised || *value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let lines = self.storage.parts().lines;
        let best_move = if is_raised { lines.first(ply) } else { frame.hinted };
        let best_move = best_move.map(|mv| self.game.packed(position, mv));
        let mut entry = Entry::new(best_move, *value, bound, frame.depth);
        entry.proven = !frame.marks.has(Marks::HORIZON);
        if frame.marks.has(Marks::ESTIMATED) {
            // A reduced look has no certainty of its own.
            let certainty = self.certainty(frame.depth);
            entry.certainty = if certainty < CERTAIN { certainty } else { 0 };
        }
        self.policy.parts_mut().table.store(key, entry);
    }
}

/// The best move of an entry.
fn known_move<G: Game>(game: &G, position: &G::Position, entry: &Entry) -> Option<G::Move> {
    let mv = game.unpack(position, entry.best_move?)?;
    // Two positions may have one key.
    game.is_legal(position, mv).then_some(mv)
}

/// Whether a table's entry suffices to leave a node with this remaining depth and window, in a search that is so certain.
fn closes(entry: &Entry, certainty: u8, depth: u32, window: Window) -> bool {
    let Entry { value, bound, .. } = *entry;
    (entry.depth == depth || entry.proven)
        && entry.certainty >= certainty
        && (value >= window.beta && matches!(bound, Bound::Exact | Bound::Lower)
            || value <= window.alpha && matches!(bound, Bound::Exact | Bound::Upper))
}
