//! An evaluation after the description of BILL's (Lee & Mahajan 1990), which both papers used: four features of the side to
//! move, and a quadratic discriminant for each number of discs that estimates its winning chances.
//!
//! This is a reconstruction. BILL's tables and code were never public, and nothing here is taken from them. The types of
//! features and the scale are BILL's; everything else, including all weights, is this project's own, learned by self-play.
//!
//! The features, each the mover's minus the opponent's:
//! - edge: the sum of an edge table over the four edges, each with its two X-squares. The table is made by probabilistic
//!   minimax, when learning; the best edge has the value 1000;
//! - potential mobility: empty squares next to the opponent's discs, with more weight for central lines;
//! - weighted squares: runs of discs on every line, by the mean value of their squares and a weight for their length;
//! - current mobility: legal moves, with less weight for those that flip many discs, corrected by the edge table for moves
//!   that change an edge.
//!
//! # The file
//! Everything is little endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `BILL` |
//! | 2 | version of this format: 2 (version 1 had no checksum) |
//! | 1, 1 | the first and the last number of discs with a discriminant |
//! | 60 each | [`Discriminant`] of each of these numbers: 15 `i32`, in the order of the fields there |
//! | 118,098 | the edge table: 59,049 `i16` in the order of [`edge_index`] |
//! | 4 | the [`crc32`] of all bytes before |

mod edges;
mod features;

use super::evaluation::{by_moves, ended};
use super::{Board, bitboard};
use crate::hash::crc32;
use crate::{Ends, Evaluator, Outcome, Value};
pub use edges::{EDGES, edge_index};

/// Number of features of a position.
pub const FEATURES: usize = 4;

/// Number of products of two features, squares included.
pub const PRODUCTS: usize = 10;

/// Bytes before the first discriminant.
pub const HEADER: usize = 8;

/// Bytes after the edge table.
pub const CHECKSUM: usize = 4;

/// Bytes of a discriminant.
pub const STAGE: usize = 60;

/// The largest absolute value of an unfinished game: 15 nats.
pub const LIMIT: i32 = 15 * Bill::NAT;

/// The largest absolute value in the edge table.
pub const EDGE_LIMIT: i32 = 1000;

const MAGIC: [u8; 4] = *b"BILL";
const VERSION: u16 = 2;

/// The discriminant for one number of discs: a polynomial of the features, in the value's unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discriminant {
    /// The constant.
    pub constant: i32,
    /// The coefficient of each feature, in units of 2^-16.
    pub linear: [i32; FEATURES],
    /// The coefficients of the products of features 0 with 0 to 3, 1 with 1 to 3, 2 with 2 to 3, and 3 with 3, in units of
    /// 2^-24.
    pub quadratic: [i32; PRODUCTS],
}

impl Discriminant {
    /// Reads it from the file's bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; STAGE]) -> Self {
        let (numbers, _) = bytes.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|&number| i32::from_le_bytes(number));
        let mut next = || numbers.next().unwrap_or(0);
        let constant = next();
        Self {
            constant,
            linear: [(); FEATURES].map(|()| next()),
            quadratic: [(); PRODUCTS].map(|()| next()),
        }
    }

    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; STAGE] {
        let mut bytes = [0; STAGE];
        let numbers = [self.constant].into_iter().chain(self.linear).chain(self.quadratic);
        let (places, _) = bytes.as_chunks_mut::<4>();
        for (place, number) in places.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        bytes
    }

    /// The value of these features, within plus and minus [`LIMIT`]. Each feature must be within 2^15, as all are.
    #[must_use]
    #[inline]
    pub fn value(&self, features: &[i32; FEATURES]) -> i32 {
        let wide = i64::from;
        let mut sum = wide(self.constant) << 24;
        for (&coefficient, &feature) in self.linear.iter().zip(features) {
            sum = sum.wrapping_add(wide(coefficient).wrapping_mul(wide(feature)) << 8);
        }
        let mut coefficients = self.quadratic.iter();
        for (first, &x) in features.iter().enumerate() {
            for (&y, &coefficient) in features.iter().skip(first).zip(&mut coefficients) {
                // At most 2^15 x 2^15 x 2^31 = 2^61 each; fitted coefficients stay far below that.
                sum = sum.wrapping_add(wide(coefficient).wrapping_mul(wide(x.wrapping_mul(y))));
            }
        }
        (sum >> 24).clamp(wide(LIMIT.wrapping_neg()), wide(LIMIT)) as i32
    }
}

/// The evaluation.
///
/// The value is [`NAT`](Self::NAT) times the logarithm of the odds that the side to move wins, an integer within plus and minus
/// [`LIMIT`]. It is computed in integer arithmetic, so it is the same on every machine. The value of a finished game is
/// [`Value::decided`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bill<'w> {
    /// The number of discs of the first discriminant.
    first: u32,
    discriminants: &'w [[u8; STAGE]],
    edges: &'w [[u8; 2]],
    /// The checksum recorded in the file.
    checksum: u32,
}

impl Bill<'static> {
    /// The value of a nat: of odds of e to 1.
    pub const NAT: i32 = 200_000;

    /// The evaluation with this crate's weights. `core/weights/README.md` says how they were learned and how well they
    /// play.
    pub const LEARNED: Self = match Self::unverified(include_bytes!("../../../weights/bill.bin")) {
        Some(bill) => bill,
        // Const-evaluated: a wrong file fails the build.
        None => panic!(),
    };
}

impl<'w> Bill<'w> {
    /// The most likely decrement and increment of the value over one ply, for forward estimation by Zhang's condition (2).
    ///
    /// Measured with [`Bill::LEARNED`] over ten games by alpha-beta to depth 4, 309,904 edges without those into finished
    /// games: the mean decrement is -79,970, the mean increment 80,442; the extremes are -1,146,104 and 1,486,952. The
    /// means are used because the distribution is flat around zero, so its mode depends on the games and on the width of
    /// the bins.
    pub const MOST_LIKELY: (i32, i32) = (-80_000, 80_000);

    /// The evaluation with the weights in a file of this module's format; `None` if `bytes` has another format or is
    /// damaged.
    #[must_use]
    pub const fn new(bytes: &'w [u8]) -> Option<Self> {
        match Self::unverified(bytes) {
            Some(bill) if bill.is_intact() => Some(bill),
            _ => None,
        }
    }

    /// As [`new`](Self::new), but without verifying the checksum: for weights compiled into the program, where verification
    /// would slow down the compiler. [`is_intact`](Self::is_intact) verifies it at run time.
    #[must_use]
    pub const fn unverified(bytes: &'w [u8]) -> Option<Self> {
        let Some((bytes, &checksum)) = bytes.split_last_chunk::<CHECKSUM>() else { return None };
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else { return None };
        let &[a, b, c, d, low, high, first, last] = header;
        if u32::from_le_bytes([a, b, c, d]) != u32::from_le_bytes(MAGIC)
            || u16::from_le_bytes([low, high]) != VERSION
            || first > last
            || last > 64
        {
            return None;
        }
        let stages = (last.wrapping_sub(first) as usize).wrapping_add(1);
        let Some((discriminants, edges)) = rest.split_at_checked(stages.wrapping_mul(STAGE)) else {
            return None;
        };
        let ((discriminants, _), (edges, more)) = (discriminants.as_chunks(), edges.as_chunks());
        if edges.len() != EDGES || !more.is_empty() {
            return None;
        }
        let checksum = u32::from_le_bytes(checksum);
        Some(Self { first: first as u32, discriminants, edges, checksum })
    }

    /// Whether the weights match the file's checksum.
    #[must_use]
    pub const fn is_intact(&self) -> bool {
        let [a, b, c, d] = MAGIC;
        let [low, high] = VERSION.to_le_bytes();
        let (first, last) = self.stages();
        let header = [a, b, c, d, low, high, first as u8, last as u8];
        let sum = crc32(&[&header, self.discriminants.as_flattened(), self.edges.as_flattened()]);
        sum == self.checksum
    }

    /// The fewest and the most discs with a discriminant; positions with fewer or more use the nearest.
    #[must_use]
    pub const fn stages(self) -> (u32, u32) {
        (self.first, self.first.wrapping_add(self.discriminants.len() as u32).wrapping_sub(1))
    }

    /// The edge table's value at this [`edge_index`], for the side whose discs have the digit 1.
    #[must_use]
    #[inline]
    pub fn edge(&self, index: usize) -> i32 {
        i32::from(i16::from_le_bytes(self.edges.get(index).copied().unwrap_or([0; 2])))
            .clamp(-EDGE_LIMIT, EDGE_LIMIT)
    }

    /// Edge, potential mobility, weighted squares and current mobility of the side to move, given the squares where either
    /// side may place a disc: within 4000, 2000, 3000 and 3000.
    #[must_use]
    #[inline]
    pub fn features(&self, board: &Board, own_moves: u64, other_moves: u64) -> [i32; FEATURES] {
        let (own, other, empties) = (board.mover, board.opponent, board.empties());
        let (own_edges, other_edges) = (edges::edges(own), edges::edges(other));
        let edge = own_edges
            .iter()
            .zip(&other_edges)
            .fold(0i32, |sum, (&own, &other)| sum.wrapping_add(self.edge(edge_index(own, other))));
        let (n, o) = (
            features::potential_mobility(other, empties),
            features::potential_mobility(own, empties),
        );
        // In halves, so the usual 80 becomes 160.
        let potential = ratio(2000, n.wrapping_sub(o), n.wrapping_add(o).wrapping_add(160));
        let (n, o) =
            (features::runs(own).wrapping_add(480), features::runs(other).wrapping_add(480));
        let squares =
            ratio(3000, n.wrapping_sub(o), n.wrapping_add(o).saturating_abs().wrapping_add(100));
        let n = self.mobility((own, &own_edges), (other, &other_edges), own_moves);
        let o = self.mobility((other, &other_edges), (own, &own_edges), other_moves);
        let current = ratio(3000, n.wrapping_sub(o), n.wrapping_add(o).wrapping_add(700));
        [edge, potential, squares, current]
    }

    /// The value of the moves of the side with the discs `own`, given both sides' [`edges::edges`] as well.
    #[inline]
    fn mobility(&self, own: (u64, &[u32; 4]), other: (u64, &[u32; 4]), moves: u64) -> i32 {
        let ((own, own_edges), (other, other_edges)) = (own, other);
        let empties = !(own | other);
        let near_corners = CORNERS & empties;
        // Each X-square is next to one corner: 9 up from a1, 7 up from h1, and so on.
        let bad = (near_corners & 1) << 9
            | (near_corners & 1 << 7) << 7
            | (near_corners & 1 << 56) >> 7
            | (near_corners & 1 << 63) >> 9;
        let mut rest = moves & !bad;
        let mut all = 0i32;
        while rest != 0 {
            let square = rest.trailing_zeros();
            let disc = rest & rest.wrapping_neg();
            rest ^= disc;
            let flips = bitboard::flips(square, own, other);
            let number = flips.count_ones().min(19) as usize;
            let mut worth = MOVE.wrapping_sub(PENALTIES.get(number).copied().unwrap_or(0));
            if disc & EDGE_SQUARES != 0 {
                let change = self.edge_change(own_edges, other_edges, flips, disc);
                worth = worth.wrapping_add(change).max(0);
            }
            all = all.wrapping_add(worth);
        }
        all
    }

    /// How much a move to an edge changes the value of the edges that contain its square, for the side that makes it. `own`
    /// and `other` are the [`edges::edges`] before the move.
    #[inline]
    fn edge_change(&self, own: &[u32; 4], other: &[u32; 4], flips: u64, disc: u64) -> i32 {
        let changes = edges::edges(flips).into_iter().zip(edges::edges(disc));
        own.iter().zip(other).zip(changes).fold(0i32, |sum, ((own, other), (flips, disc))| {
            // Skips edges on which only flips change discs: the move was not to them.
            if disc & 0xff == 0 {
                return sum;
            }
            let before = self.edge(edge_index(*own, *other));
            let after = self.edge(edge_index(own | flips | disc, other & !flips));
            sum.wrapping_add(after).wrapping_sub(before)
        })
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGE_SQUARES: u64 = 0xff81_8181_8181_81ff;

/// The value of a legal move, and the deduction for the number of discs that it flips.
const MOVE: i32 = 1150;
const PENALTIES: [i32; 20] = [
    0, 100, 200, 270, 330, 390, 440, 480, 520, 550, 580, 610, 640, 660, 680, 700, 720, 740, 760,
    780,
];

/// `scale` times a fraction, within plus and minus `scale`.
#[inline]
fn ratio(scale: i32, numerator: i32, denominator: i32) -> i32 {
    let scaled = scale.wrapping_mul(numerator).checked_div(denominator).unwrap_or(0);
    scaled.max(scale.wrapping_neg()).min(scale)
}

impl Evaluator<Board> for Bill<'_> {
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn evaluate(&self, board: &Board, _: &()) -> Value {
        self.value(board, board.moves(), board.passed().moves())
    }

    #[inline]
    fn leaf_value(
        &self,
        board: &Board,
        _: &(),
        ends: Ends,
        _: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        by_moves(board, |own, other| self.value(board, own, other))
            .unwrap_or_else(|| ended(self, board, ends))
    }
}

impl Bill<'_> {
    /// The value of an unfinished game, given the squares where either side may place a disc.
    #[inline]
    fn value(&self, board: &Board, own_moves: u64, other_moves: u64) -> Value {
        let discs = (board.mover | board.opponent).count_ones();
        let stage = discs.saturating_sub(self.first) as usize;
        let stage = stage.min(self.discriminants.len().saturating_sub(1));
        let Some(discriminant) = self.discriminants.get(stage) else { return Value::ZERO };
        let features = self.features(board, own_moves, other_moves);
        Value::new(Discriminant::from_bytes(discriminant).value(&features))
    }
}
