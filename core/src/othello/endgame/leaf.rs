//! The last plies: plain recursion in null windows, for positions with few empty squares. Each number of empty squares has
//! functions of its own, so that no function calls itself and the stack has a bound.

use super::last::{NONE, final_score, four, four_of, one, three, two};
use super::memory::Known;
use super::order::rank;
use super::squares::{CORNERS, odd_quadrants};
use super::stability;
use crate::othello::Board;
use crate::search::table::TranspositionTable;

/// The empty squares up to which a position is solved by recursion, in one go.
pub(super) const LEAF: u32 = 6;

/// What the recursion works with.
pub(super) struct Leaf<'t> {
    /// The table for its positions.
    pub(super) table: TranspositionTable<'t>,
    /// Nodes generated, by the whole search.
    pub(super) generated: u64,
}

/// A ranked move: the position it leads to, and the moves there.
#[derive(Clone, Copy)]
struct Child {
    rank: i32,
    square: u8,
    board: Board,
    replies: u64,
}

impl Child {
    const NONE: Self =
        Self { rank: 0, square: 0, board: Board { mover: 0, opponent: 0 }, replies: 0 };
}

// The two kernels, each with one copy for all their calls here: in line they would take several kilobytes of flash.

#[inline(never)]
fn place(board: Board, square: u32) -> Board {
    board.place(square)
}

#[inline(never)]
fn moves_of(board: Board) -> u64 {
    board.moves()
}

impl Leaf<'_> {
    /// Whether the score of `board` is above `alpha`, by a null window: a lower bound above `alpha`, or an upper bound. The
    /// position has at most [`LEAF`] empty squares.
    pub(super) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let Board { mover, opponent } = board;
        let empties = board.empties();
        let generated = &mut self.generated;
        let count = empties.count_ones();
        match count {
            0..=4 => {}
            5 => return self.few::<5>(board, moves_of(board), alpha),
            _ => return self.few::<LEAF>(board, moves_of(board), alpha),
        }
        let squares @ [a, b, c, _] = four_of(empties, odd_quadrants(empties));
        match count {
            0 => final_score(mover, opponent),
            1 => one(mover, a, generated),
            2 => two(mover, opponent, [a, b], alpha, generated),
            3 => three(mover, opponent, [a, b, c], alpha, generated),
            _ => four(mover, opponent, squares, alpha, generated),
        }
    }

    /// The exact score of `board` if it is within the window; otherwise a bound: at most `alpha`, or at least `beta`. By
    /// null windows, one after the other.
    pub(super) fn in_window(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let mut best = self.solve(board, alpha);
        while best > alpha && best < beta {
            // A lower bound. Is there more?
            let next = self.solve(board, best);
            if next <= best {
                break;
            }
            best = next;
        }
        best
    }

    /// As [`solve`](Self::solve), for positions with five empty squares and more, whose moves are known.
    #[inline]
    fn few<const COUNT: u32>(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        if moves != 0 {
            return self.active::<COUNT>(board, moves, alpha);
        }
        let passed = board.passed();
        let replies = moves_of(passed);
        if replies == 0 {
            return final_score(board.mover, board.opponent);
        }
        self.generated = self.generated.wrapping_add(1);
        self.active::<COUNT>(passed, replies, !alpha).wrapping_neg()
    }

    /// As [`few`](Self::few), for positions with moves.
    #[inline(never)]
    fn active<const COUNT: u32>(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        if stability::promises(COUNT, alpha) {
            let most = stability::most(board.mover, board.opponent);
            if most <= alpha {
                return most;
            }
        }
        let key = Known::key(&board);
        let mut known = Known::of(&self.table, key, &board);
        if let Some(value) = known.decides(alpha) {
            return value;
        }
        let (mut best, mut best_square) = (NONE, Known::NO_SQUARE);
        let mut left = moves;
        for square in known.moves {
            let disc = Known::disc(square) & left;
            if disc == 0 || best > alpha {
                continue;
            }
            left ^= disc;
            self.generated = self.generated.wrapping_add(1);
            let child = place(board, square.into());
            let score = if COUNT == 5 {
                self.four(child, alpha)
            } else {
                self.few::<5>(child, moves_of(child), !alpha).wrapping_neg()
            };
            if score > best {
                (best, best_square) = (score, square);
            }
        }
        if best > alpha {
            // The table's moves sufficed.
        } else if COUNT == 5 {
            // Counting replies would take longer than it saves.
            let odd = odd_quadrants(board.empties());
            while left != 0 {
                let first = [left & odd & CORNERS, left & odd, left];
                let group = first.into_iter().find(|&group| group != 0).unwrap_or(left);
                let square = group.trailing_zeros();
                left &= !(1u64 << (square & 63));
                self.generated = self.generated.wrapping_add(1);
                let score = self.four(place(board, square), alpha);
                if score > best {
                    (best, best_square) = (score, square as u8);
                    if score > alpha {
                        break;
                    }
                }
            }
        } else {
            let mut children = [Child::NONE; LEAF as usize];
            for child in self.ranked(&board, left, &mut children) {
                let score = self.few::<5>(child.board, child.replies, !alpha).wrapping_neg();
                if score > best {
                    (best, best_square) = (score, child.square);
                    if score > alpha {
                        break;
                    }
                }
            }
        }
        known.learn((alpha, alpha.wrapping_add(1)), best, best_square);
        known.store(&self.table, key, &board, COUNT);
        best
    }

    /// The score of a move that leads to `child`, with four empty squares.
    #[inline(never)]
    fn four(&mut self, child: Board, alpha: i32) -> i32 {
        let empties = child.empties();
        let squares = four_of(empties, odd_quadrants(empties));
        four(child.mover, child.opponent, squares, !alpha, &mut self.generated).wrapping_neg()
    }

    /// Generates these moves, and sorts them by rank.
    #[inline]
    fn ranked<'c>(
        &mut self,
        board: &Board,
        mut moves: u64,
        children: &'c mut [Child; LEAF as usize],
    ) -> &'c [Child] {
        let odd = odd_quadrants(board.empties());
        let mut count = 0usize;
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves.wrapping_sub(1);
            let child = place(*board, square);
            self.generated = self.generated.wrapping_add(1);
            let replies = moves_of(child);
            let rank = rank(replies, square, odd);
            let mut new = Child { rank, square: square as u8, board: child, replies };
            count = count.wrapping_add(1);
            // It takes the place of the first with a lower rank, which then moves down.
            let Some(sorted) = children.get_mut(..count) else { break };
            let (mut places, mut found) = (sorted.iter_mut(), false);
            while let Some(place) = places.next() {
                if found || places.len() == 0 || new.rank > place.rank {
                    core::mem::swap(place, &mut new);
                    found = true;
                }
            }
        }
        children.get(..count).unwrap_or_default()
    }
}
