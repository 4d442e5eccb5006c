//! Levels. The first ones make a person's mistakes: they look a move or two ahead, like to flip many discs, misjudge positions
//! and overlook moves. How well each plays was measured: `docs/levels.md`.
//!
//! Their choices are random, but follow from the seed and the position alone, so a game can be played again.

use plyscope_core::hash::mix;
use plyscope_core::othello::{Board, Move, hundredths};
use plyscope_core::wire::{Algorithm, Task};
use plyscope_core::{CapacityError, Limits, Progress, Value};
use plyscope_firmware_searches::{EVALUATION, STRONG, Searches, evaluate};

use crate::settings::Effort;

/// The number of levels. The last one is the default player.
pub(crate) const LEVELS: u8 = 9;

/// The first move after which the device no longer varies its openings: so many discs are on the board.
pub(crate) const OPENING: u32 = 12;

/// How moves are chosen if not by one search: each move's position is searched or evaluated, and the highest sum is played.
pub(crate) struct Style {
    /// What it does, for the person.
    pub(crate) words: &'static str,
    /// Plies that it looks ahead after the move. 0: it evaluates.
    depth: u32,
    /// What the value weighs, in hundredths.
    value: i32,
    /// What each flipped disc is worth, in the evaluation's unit.
    discs: i32,
    /// The standard deviation of a misjudgement, in the evaluation's unit.
    noise: i32,
    /// Of a hundred moves, so many are overlooked.
    overlooks: u32,
}

/// Levels 1 to 5.
const BEGINNERS: [Style; 5] = [
    Style {
        words: "I flip as many discs as I can, and overlook a lot.",
        depth: 0,
        value: 7,
        discs: 100,
        noise: 300,
        overlooks: 27,
    },
    Style {
        words: "I like corners, and misjudge most of the rest.",
        depth: 0,
        value: 80,
        discs: 20,
        noise: 420,
        overlooks: 15,
    },
    Style {
        words: "I look at your reply, and misjudge it often.",
        depth: 1,
        value: 100,
        discs: 0,
        noise: 400,
        overlooks: 12,
    },
    Style {
        words: "I look two moves ahead, and overlook some.",
        depth: 2,
        value: 100,
        discs: 0,
        noise: 300,
        overlooks: 8,
    },
    Style {
        words: "I look three moves ahead, and seldom err.",
        depth: 3,
        value: 100,
        discs: 0,
        noise: 150,
        overlooks: 3,
    },
];

/// Openings: moves that a search of five plies finds about as good as the best.
pub(crate) const VARIED: Style =
    Style { words: "", depth: 4, value: 100, discs: 0, noise: 150, overlooks: 0 };

/// How a level chooses its moves; [`None`] if by one search.
pub(crate) fn style(level: u8) -> Option<&'static Style> {
    BEGINNERS.get(usize::from(level).checked_sub(1)?)
}

/// The effort of a level that has no style. (Hints have it at the others.)
pub(crate) fn effort(level: u8) -> Effort {
    match level {
        ..=6 => Effort::Depth(4),
        7 => Effort::Depth(6),
        8 => Effort::Nodes(if STRONG.is_some() { 10_000 } else { 20_000 }),
        _ => Effort::Milliseconds(1000),
    }
}

/// A choice that is being made.
pub(crate) struct Choice {
    board: Board,
    style: &'static Style,
    seed: u32,
    /// Moves not yet looked at.
    left: u64,
    /// The move whose position is being searched.
    trying: Option<Move>,
    best: Option<(i32, Move)>,
    /// Nodes of earlier searches.
    nodes: u64,
}

impl Choice {
    pub(crate) fn new(board: Board, style: &'static Style, seed: u32) -> Self {
        Self { board, style, seed, left: board.moves(), trying: None, best: None, nodes: 0 }
    }

    /// The best move so far.
    pub(crate) fn best(&self) -> Option<Move> {
        self.best.map(|(_, mv)| mv)
    }

    /// Nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches on, or looks at the next move.
    pub(crate) fn step(
        &mut self,
        searches: &mut Searches<'_>,
        nodes: u64,
    ) -> Result<Progress, CapacityError> {
        if let Some(mv) = self.trying {
            if searches.step(nodes)? == Progress::Paused {
                return Ok(Progress::Paused);
            }
            self.trying = None;
            self.nodes += searches.counts().generated;
            self.rate(mv, searches.report().value);
        }
        let Some(mv) = self.next() else { return Ok(Progress::Done) };
        let child = self.board.place(mv.square().unwrap_or_default().into());
        if child.is_over() {
            self.rate(mv, Value::new(100 * child.score()));
        } else if self.style.depth == 0 {
            self.rate(mv, evaluate(&child, EVALUATION.0).unwrap_or(Value::ZERO));
        } else {
            let task = Task {
                algorithm: Algorithm::AlphaBeta,
                limits: Limits::depth(self.style.depth),
                deepen: false,
                milliseconds: 0,
                progress: 0,
                ponder: false,
            };
            searches.start(&child, &task);
            self.trying = Some(mv);
        }
        Ok(Progress::Paused)
    }

    /// The next move that is not overlooked. The last one never is if there is no other.
    fn next(&mut self) -> Option<Move> {
        while self.left != 0 {
            let square = self.left.trailing_zeros();
            self.left &= self.left - 1;
            let mv = Move::to(square as u8)?;
            let is_only = self.left == 0 && self.best.is_none();
            let seen = self.hash(mv, 1) % 100 >= u64::from(self.style.overlooks);
            if seen || is_only {
                return Some(mv);
            }
        }
        None
    }

    /// Keeps `mv` if it is better than the others; `value` is that of its position, for the opponent.
    fn rate(&mut self, mv: Move, value: Value) {
        let value = hundredths(value);
        let child = self.board.place(mv.square().unwrap_or_default().into());
        let flipped = (child.opponent.count_ones() - self.board.mover.count_ones()).cast_signed();
        let Style { value: weight, discs, noise, .. } = *self.style;
        let sum = -value * weight / 100 + discs * flipped + self.normal(mv) * noise / 256;
        if self.best.is_none_or(|(best, _)| sum > best) {
            self.best = Some((sum, mv));
        }
    }

    /// Nearly normally distributed, with mean 0 and standard deviation 256: the sum of eight bytes.
    fn normal(&self, mv: Move) -> i32 {
        let sum: i32 = self.hash(mv, 2).to_le_bytes().into_iter().map(i32::from).sum();
        (sum - 1020) * 256 / 209
    }

    /// Bits that follow from the seed, the position and the move.
    fn hash(&self, mv: Move, what: u64) -> u64 {
        let place = u64::from(u8::from(mv)) << 8 | what;
        mix(self.board.key() ^ mix(u64::from(self.seed) << 16 | place))
    }
}
