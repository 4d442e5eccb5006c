//! Stable discs: discs that no sequence of moves can flip. They bound the score.
//!
//! The set that is found is a part of all stable discs: those that are stable along an edge, those on four full lines, and
//! those that have, along each of the four lines, a stable neighbour of their own colour or a full line.

/// The most that the mover can still score, given the opponent's stable discs.
#[inline]
pub(super) fn most(mover: u64, opponent: u64) -> i32 {
    let stable = stable(opponent, mover).count_ones().cast_signed();
    64i32.wrapping_sub(stable.wrapping_mul(2))
}

/// Whether a search should look for stable discs at all, with this many empty squares: above this bound they may suffice
/// for a cut-off.
#[inline]
pub(super) const fn promises(empties: u32, alpha: i32) -> bool {
    alpha >= (empties as i32).wrapping_mul(2).wrapping_sub(2)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
/// Squares off the edges.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// Stable discs of the side with the discs `own`.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let occupied = own | other;
    let ranks = full_ranks(occupied);
    let files = full_files(occupied);
    let rising = full::<9>(occupied);
    let falling = full::<7>(occupied);
    let inner = own & INNER;
    let mut stable = edges(own, other) | inner & ranks & files & rising & falling;
    if stable == 0 {
        return 0;
    }
    loop {
        let on_rank = stable << 1 | stable >> 1 | ranks;
        let on_file = stable << 8 | stable >> 8 | files;
        let on_rising = stable << 9 | stable >> 9 | rising;
        let on_falling = stable << 7 | stable >> 7 | falling;
        let more = stable | inner & on_rank & on_file & on_rising & on_falling;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The squares of full ranks.
const fn full_ranks(occupied: u64) -> u64 {
    let rows = occupied & occupied >> 4;
    let rows = rows & rows >> 2;
    let rows = rows & rows >> 1 & FILE_A;
    rows.wrapping_mul(0xff)
}

/// The squares of full files.
const fn full_files(occupied: u64) -> u64 {
    let files = occupied & occupied.rotate_right(32);
    let files = files & files.rotate_right(16);
    files & files.rotate_right(8)
}

/// The squares of full diagonals whose neighbouring squares are `BY` bits apart: 9 or 7.
const fn full<const BY: u32>(occupied: u64) -> u64 {
    // Squares without a square one, two, four steps on: there is nothing to be full.
    let (last_1, last_2, last_4) =
        const { (shorter(BY as i32, 1), shorter(BY as i32, 2), shorter(BY as i32, 4)) };
    let (first_1, first_2, first_4) = const {
        let back = -(BY as i32);
        (shorter(back, 1), shorter(back, 2), shorter(back, 4))
    };
    let up = occupied & (last_1 | occupied >> BY);
    let up = up & (last_2 | up >> BY.wrapping_mul(2));
    let up = up & (last_4 | up >> BY.wrapping_mul(4));
    let down = occupied & (first_1 | occupied << BY);
    let down = down & (first_2 | down << BY.wrapping_mul(2));
    let down = down & (first_4 | down << BY.wrapping_mul(4));
    up & down
}

/// The squares from which a walk of `steps` along a diagonal leaves the board. `by` is the distance in bits of one step.
#[expect(clippy::arithmetic_side_effects, reason = "const-evaluated")]
const fn shorter(by: i32, steps: i32) -> u64 {
    let (east, north) = match by {
        9 => (1, 1),
        7 => (-1, 1),
        -9 => (-1, -1),
        _ => (1, -1),
    };
    let (mut squares, mut square) = (0, 0);
    while square < 64 {
        let (file, rank) = (square % 8 + east * steps, square / 8 + north * steps);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The stable discs of `own` on the four edges.
fn edges(own: u64, other: u64) -> u64 {
    let gather = |discs: u64| ((discs & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    // Seven bits at a time: with eight, two products would meet and carry.
    let spread = |line: u8| {
        let seven = u64::from(line & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FILE_A;
        seven | u64::from(line >> 7) << 56
    };
    let bottom = on_edge(own as u8, other as u8);
    let top = on_edge((own >> 56) as u8, (other >> 56) as u8);
    let left = on_edge(gather(own), gather(other));
    let right = on_edge(gather(own >> 7), gather(other >> 7));
    u64::from(bottom) | u64::from(top) << 56 | spread(left) | spread(right) << 7
}

/// The stable discs of `own` on an edge: only moves on the edge itself can flip a disc there.
#[inline]
#[expect(clippy::indexing_slicing, reason = "by bytes")]
fn on_edge(own: u8, other: u8) -> u8 {
    let index = TERNARY[own as usize].wrapping_add(TERNARY[other as usize].wrapping_mul(2));
    EDGES.get(index as usize).copied().unwrap_or(0) & own
}

/// The sums of powers of three, one for each bit of a byte.
static TERNARY: [u16; 256] = TERNARIES;
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
const TERNARIES: [u16; 256] = {
    let mut sums = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        let low = (byte as u32).trailing_zeros();
        sums[byte] = sums[byte & (byte - 1)] + 3u16.pow(low);
        byte += 1;
    }
    sums
};

/// The stable discs of either colour for each way to fill an edge, 6.4 KB: 0 empty, 1 and 2 the colours.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static EDGES: [u8; 6561] = {
    let mut stable = [0u8; 6561];
    let mut empties = 0;
    // From full edges to empty ones, so that the edges after a move are there already.
    while empties <= 8 {
        let mut occupied = 0u32;
        while occupied < 256 {
            if (occupied as u8).count_zeros() == empties {
                // All divisions of the discs between the colours.
                let mut own = occupied as u8;
                loop {
                    let other = occupied as u8 & !own;
                    let index = TERNARIES[own as usize] + 2 * TERNARIES[other as usize];
                    stable[index as usize] = stable_on_edge(own, other, &stable);
                    if own == 0 {
                        break;
                    }
                    own = (own - 1) & occupied as u8;
                }
            }
            occupied += 1;
        }
        empties += 1;
    }
    stable
};

/// The stable discs on an edge, given those of all edges with more discs.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
const fn stable_on_edge(own: u8, other: u8, known: &[u8; 6561]) -> u8 {
    let mut stable = own | other;
    let mut place = 0;
    while place < 8 {
        let disc = 1u8 << place;
        if (own | other) & disc == 0 {
            // Either side may play there; it flips what it encloses on the edge.
            let flipped = flipped_on_edge(place, own, other);
            let (mine, theirs) = (own | disc | flipped, other & !flipped);
            let index = TERNARIES[mine as usize] + 2 * TERNARIES[theirs as usize];
            stable &= known[index as usize] & !flipped;
            let flipped = flipped_on_edge(place, other, own);
            let (mine, theirs) = (own & !flipped, other | disc | flipped);
            let index = TERNARIES[mine as usize] + 2 * TERNARIES[theirs as usize];
            stable &= known[index as usize] & !flipped;
        }
        place += 1;
    }
    stable
}

/// The discs that are flipped on an edge.
const fn flipped_on_edge(place: u32, own: u8, other: u8) -> u8 {
    let mut flipped = 0;
    let mut run = 0u8;
    let mut disc = (1u8 << place) << 1;
    while disc & other != 0 {
        run |= disc;
        disc <<= 1;
    }
    if disc & own != 0 {
        flipped |= run;
    }
    run = 0;
    disc = (1u8 << place) >> 1;
    while disc & other != 0 {
        run |= disc;
        disc >>= 1;
    }
    if disc & own != 0 {
        flipped |= run;
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::othello::{Board, Othello};

    /// A pseudo-random number below `below`.
    fn random(state: &mut u64, below: u32) -> u32 {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((*state >> 33) as u32) % below
    }

    #[test]
    fn stable_discs_are_never_flipped() {
        let mut state = 7;
        let (mut found, mut flips_checked) = (0, 0);
        for _ in 0..3000 {
            let mut board = Board::START;
            // What was stable earlier in the game: the mover's and the opponent's.
            let mut stable_discs = (0u64, 0u64);
            loop {
                assert_eq!(stable_discs.0 & !board.mover, 0, "{board:?}");
                assert_eq!(stable_discs.1 & !board.opponent, 0, "{board:?}");
                let mine = stable(board.mover, board.opponent);
                let theirs = stable(board.opponent, board.mover);
                // More discs become stable, never fewer.
                found += (mine | theirs).count_ones();
                flips_checked += 1;
                stable_discs = (stable_discs.1 | theirs, stable_discs.0 | mine);
                let count = Othello.count_moves(&board) as u32;
                if count == 0 {
                    break;
                }
                let mv = Othello.moves(&board).nth(random(&mut state, count) as usize).unwrap();
                board = Othello.play(&board, mv);
            }
        }
        assert!(found > 5 * flips_checked, "{found} in {flips_checked} positions");
    }
}
