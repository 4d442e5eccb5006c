//! A position on the solver's stack, and the stack.

use heapless::Vec;

use super::memory::Known;
use super::order::{Ranked, WIDTH};
use crate::othello::Board;

/// What a position on the stack does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Try the table's moves.
    Recalled,
    /// Generate and rank the others.
    Rank,
    /// Try the others.
    Ranked,
}

/// Memory for the frames of a solver of `PLIES` frames, apart from the solver: for a `static` that other code shares, or
/// for a solver that must be small. Its initial state is all zeros, so a `static` takes no flash. `S` is the state of the
/// evaluation that guides the solver.
///
/// With [`Patterns`](crate::othello::Patterns) as the guide, a frame takes about 300 bytes.
#[derive(Debug)]
pub struct Frames<S, const PLIES: usize>(Vec<Frame<S, PLIES>, PLIES>);

impl<S, const PLIES: usize> Frames<S, PLIES> {
    /// No frames in use.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }
}

impl<S, const PLIES: usize> Default for Frames<S, PLIES> {
    fn default() -> Self {
        Self::new()
    }
}

/// Frames that a solver can use: [`Frames`], owned or borrowed.
pub trait FrameStore<S, const PLIES: usize>: sealed::Sealed {
    /// The stack.
    #[doc(hidden)]
    fn stack(&self) -> &Vec<Frame<S, PLIES>, PLIES>;

    /// The stack.
    #[doc(hidden)]
    fn stack_mut(&mut self) -> &mut Vec<Frame<S, PLIES>, PLIES>;
}

mod sealed {
    pub trait Sealed {}
    impl<S, const PLIES: usize> Sealed for super::Frames<S, PLIES> {}
    impl<F: Sealed + ?Sized> Sealed for &mut F {}
}

impl<S, const PLIES: usize> FrameStore<S, PLIES> for Frames<S, PLIES> {
    #[inline]
    fn stack(&self) -> &Vec<Frame<S, PLIES>, PLIES> {
        &self.0
    }

    #[inline]
    fn stack_mut(&mut self) -> &mut Vec<Frame<S, PLIES>, PLIES> {
        &mut self.0
    }
}

impl<S, F: FrameStore<S, PLIES>, const PLIES: usize> FrameStore<S, PLIES> for &mut F {
    #[inline]
    fn stack(&self) -> &Vec<Frame<S, PLIES>, PLIES> {
        F::stack(self)
    }

    #[inline]
    fn stack_mut(&mut self) -> &mut Vec<Frame<S, PLIES>, PLIES> {
        F::stack_mut(self)
    }
}

/// A position with more empty squares than the recursion handles, which has moves.
#[doc(hidden)]
#[derive(Debug)]
pub struct Frame<S, const PLIES: usize> {
    /// The position, after a pass if the mover had to.
    pub(super) board: Board,
    pub(super) key: u64,
    /// Whether there was a pass: the parent then sees the value from the other side.
    pub(super) passed: bool,
    pub(super) empties: u32,
    /// How many more moves are searched: in a guess, only the most promising ones.
    pub(super) width: u8,
    pub(super) state: Option<S>,
    /// The window, for the side to move in `board`, and the lower end that it began with.
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) start: i32,
    pub(super) best: i32,
    pub(super) best_square: u8,
    /// The move that is being searched.
    pub(super) square: u8,
    /// Whether it is searched in a null window only, inside a wider one.
    pub(super) scouted: bool,
    /// Whether it is to be searched again, in the whole window.
    pub(super) again: bool,
    /// Whether `square` was chosen and not yet searched, because the search paused.
    pub(super) waits: bool,
    /// Whether a move was searched.
    pub(super) began: bool,
    pub(super) stage: Stage,
    pub(super) known: Known,
    /// Moves that are neither searched nor ranked.
    pub(super) moves: u64,
    pub(super) ranked: [Ranked; WIDTH],
    pub(super) count: usize,
    /// Moves that another solver of the team was searching.
    pub(super) deferred: u64,
    /// The best line from here, without passes.
    pub(super) line: Line<PLIES>,
}

/// Squares of a line of play, without passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<const PLIES: usize> {
    squares: [u8; PLIES],
    length: usize,
}

impl<const PLIES: usize> Line<PLIES> {
    pub(super) const EMPTY: Self = Self { squares: [0; PLIES], length: 0 };

    pub(super) fn squares(&self) -> &[u8] {
        self.squares.get(..self.length).unwrap_or_default()
    }

    /// Makes this `square` and `rest`.
    pub(super) fn set(&mut self, square: u8, rest: &Self) {
        let Some((first, line)) = self.squares.split_first_mut() else { return };
        *first = square;
        let mut length = 1usize;
        for (to, &from) in line.iter_mut().zip(rest.squares()) {
            *to = from;
            length = length.wrapping_add(1);
        }
        self.length = length;
    }
}

impl<S, const PLIES: usize> Frame<S, PLIES> {
    /// Whether the window is a null window: the value is compared with `alpha` and not resolved.
    #[inline]
    pub(super) const fn is_null(&self) -> bool {
        self.beta <= self.start.wrapping_add(1)
    }

    /// The window that it began with, as the parent of a pass sees it.
    pub(super) const fn window(&self) -> (i32, i32) {
        if self.passed {
            (self.beta.wrapping_neg(), self.start.wrapping_neg())
        } else {
            (self.start, self.beta)
        }
    }

    /// The next of the table's moves, if it is legal and not yet searched.
    pub(super) fn next_recalled(&mut self) -> Option<u8> {
        for square in self.known.moves {
            let disc = Known::disc(square);
            if self.moves & disc != 0 {
                self.moves ^= disc;
                return Some(square);
            }
        }
        None
    }

    /// The move with the highest rank, or one without a rank.
    pub(super) fn next_ranked(&mut self) -> Option<u8> {
        let ranked = self.ranked.get_mut(..self.count).unwrap_or_default();
        if let Some((last, rest)) = ranked.split_last_mut() {
            let mut best = *last;
            // What is better than the best so far takes its place.
            for other in rest {
                if *other > best {
                    core::mem::swap(other, &mut best);
                }
            }
            self.count = self.count.wrapping_sub(1);
            return Some(best.square());
        }
        if self.moves != 0 {
            let square = self.moves.trailing_zeros() as u8;
            self.moves &= self.moves.wrapping_sub(1);
            return Some(square);
        }
        None
    }

    /// A move that was put off.
    pub(super) fn next_deferred(&mut self) -> Option<u8> {
        let square = self.deferred.trailing_zeros() as u8;
        let left = self.deferred & self.deferred.wrapping_sub(1);
        (core::mem::replace(&mut self.deferred, left) != 0).then_some(square)
    }

    /// Ranks a move.
    pub(super) fn keep(&mut self, ranked: Ranked) -> bool {
        match self.ranked.get_mut(self.count) {
            Some(place) => {
                *place = ranked;
                self.count = self.count.wrapping_add(1);
                true
            }
            None => false,
        }
    }
}
