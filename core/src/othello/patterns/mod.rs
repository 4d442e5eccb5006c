//! An evaluation by patterns, learned by self-play. Each of some 46 lines and regions of the board has a weight for every
//! way to fill it; a position's value is the sum of the weights of its fillings (Buro 1997).
//!
//! [`PatternSet`] defines the lines and regions, [`Patterns`] is the evaluation with their weights, and [`Indices`] are the
//! indices that it looks up, updated move by move.

mod indices;
pub mod mixed;
mod set;

use super::Board;
use super::bitboard::mobilities;
use crate::hash::crc32;
use crate::{Ends, Evaluator, Outcome, Value};
pub use indices::Indices;
use indices::weight;
pub use set::{PLACES, PatternSet, reflected};

/// Whether the machine has registers of 64 bits and memory for tables that save instructions.
const WIDE: bool = cfg!(target_pointer_width = "64");

/// Whether weights may be [`mixed`]: a microcontroller has no room for them, nor for the code that reads them.
const MIXABLE: bool = !cfg!(target_os = "none");

/// The header of a file of weights: a mark, the number of the set, the number of phases. The weights follow, phase by
/// phase: signed bytes, in eighths of a disc. The last four bytes are the [`crc32`] of all bytes before, little endian. The
/// mark's last byte is the version of this format; files of the first version, `plypat`, had no checksum.
const MARK: [u8; 6] = *b"plypa2";

/// Bytes before the weights.
pub const HEADER: usize = MARK.len() + 2;

/// Bytes after the weights.
pub const CHECKSUM: usize = 4;

/// The most phases that a file may have.
pub const MOST_PHASES: u8 = 12;

/// The number of phases of weights that change with every disc ([`mixed`]).
pub const MIXED: u8 = 0;

/// The number of bytes of a file's weights.
#[must_use]
pub const fn length(set: &PatternSet, phases: u8) -> usize {
    match phases {
        MIXED => mixed::length(set),
        _ => set.weights().wrapping_mul(phases as usize),
    }
}

/// The first bytes of a file of weights.
#[must_use]
pub const fn header(set: &PatternSet, phases: u8) -> [u8; HEADER] {
    let [a, b, c, d, e, f] = MARK;
    [a, b, c, d, e, f, set.number(), phases]
}

/// The evaluation by patterns.
///
/// The value's unit is a hundredth of a disc. The value of a finished game is [`Value::decided`].
#[derive(Clone, Copy, Debug)]
pub struct Patterns<'w> {
    set: &'static PatternSet,
    /// How many phases there are; [`MIXED`] if weights change with every disc.
    phases: u8,
    /// Their weights, one phase after the other: signed bytes, in eighths of a disc; or mixed ones. Zeros may follow.
    weights: &'w [u8],
    /// The checksum recorded in the file.
    checksum: u32,
    /// The weights again, followed by zeros, if there are so few that every `u16` is one's place. Looking one up needs no
    /// test then, and a child's value is its parent's with the differences that the move makes. Together that takes a
    /// microcontroller's alpha-beta from 1,559 instructions a node to 959.
    table: Option<&'w Table>,
    /// Mixed weights again, in words.
    words: Option<&'w mixed::Table>,
}

/// The same weights are equal, in a table or not.
impl PartialEq for Patterns<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.set, self.phases, self.own_weights())
            == (other.set, other.phases, other.own_weights())
    }
}

impl Eq for Patterns<'_> {}

/// Weights at all places that a `u16` can name.
type Table = [u8; 1 << 16];

/// The weights of [`Patterns::SMALL`].
static SMALL: Table = padded(include_bytes!("../../../weights/patterns-small.bin"));

/// Places whose numbers have 18 bits. Where so many weights and zeros follow a phase's first weight, a look-up needs no test.
const WINDOW: usize = 1 << 18;

/// The weights of [`Patterns::LEARNED`], for a desktop.
static LEARNED: [u8; WINDOW] = padded(include_bytes!("../../../weights/patterns.bin"));

/// The weights of [`Patterns::LARGE`], for a desktop.
static LARGE: mixed::Table = mixed::table(include_bytes!("../../../weights/patterns-large.bin"));

/// The weights in a file, and zeros.
const fn padded<const SIZE: usize>(file: &[u8]) -> [u8; SIZE] {
    let (_, weights) = file.split_at(HEADER);
    let (weights, _) = weights.split_at(weights.len().saturating_sub(CHECKSUM));
    let mut table = [0; SIZE];
    table.split_at_mut(weights.len()).0.copy_from_slice(weights);
    table
}

impl Patterns<'static> {
    /// The strongest weights of at most 256 KB. `core/weights/README.md` says how they were learned and how
    /// well they play.
    pub const LEARNED: Self =
        match Self::unverified(include_bytes!("../../../weights/patterns.bin")) {
            Some(patterns) if WIDE => Self { weights: &LEARNED, ..patterns },
            Some(patterns) => patterns,
            // Const-evaluated: a wrong file fails the build.
            None => panic!(),
        };

    /// The strongest weights of at most 1 MB: those of [`LEARNED`](Self::LEARNED)'s set, which change with every disc, and the
    /// mobility of both sides. Microcontrollers have no room for them.
    pub const LARGE: Self =
        match Self::unverified(include_bytes!("../../../weights/patterns-large.bin")) {
            Some(patterns) => patterns.in_words(&LARGE),
            // Const-evaluated: a wrong file fails the build.
            None => panic!(),
        };

    /// The strongest weights of at most 64 KB, for microcontrollers.
    pub const SMALL: Self =
        match Self::unverified(include_bytes!("../../../weights/patterns-small.bin")) {
            Some(patterns) => patterns.in_table(&SMALL),
            // Const-evaluated: a wrong file fails the build.
            None => panic!(),
        };
}

impl<'w> Patterns<'w> {
    /// The most likely decrement and increment of the value over one ply, for forward estimation by Zhang's condition (2).
    ///
    /// The rounded means of ten games by alpha-beta to depth 4 with [`Patterns::LEARNED`]: -647 and 707, with the extremes
    /// -5762 and 5762. The means of [`Patterns::SMALL`] are -569 and 621.
    pub const MOST_LIKELY: (i32, i32) = (-650, 710);

    /// The evaluation with the weights in a file; `None` if the header is invalid, the number of weights does not match the
    /// header, or the file is damaged.
    #[must_use]
    pub const fn new(file: &'w [u8]) -> Option<Self> {
        match Self::unverified(file) {
            Some(patterns) if patterns.is_intact() => Some(patterns),
            _ => None,
        }
    }

    /// As [`new`](Self::new), but without verifying the checksum: for weights compiled into the program, where verification
    /// would slow down the compiler. [`is_intact`](Self::is_intact) verifies it at run time.
    #[must_use]
    pub const fn unverified(file: &'w [u8]) -> Option<Self> {
        let Some((file, &checksum)) = file.split_last_chunk::<CHECKSUM>() else { return None };
        let Some((&start, weights)) = file.split_first_chunk::<HEADER>() else { return None };
        let [a, b, c, d, e, f, number, phases] = start;
        let Some(set) = PatternSet::numbered(number) else { return None };
        let same = matches!([a, b, c, d, e, f], MARK);
        if !same || phases > MOST_PHASES || weights.len() != length(set, phases) {
            return None;
        }
        if phases == MIXED && (set.is_folded() || !MIXABLE) {
            return None;
        }
        Some(Self {
            set,
            phases,
            weights,
            checksum: u32::from_le_bytes(checksum),
            table: None,
            words: None,
        })
    }

    /// The same, with its weights in a table that begins with them.
    const fn in_table(self, table: &'w Table) -> Self {
        // Const-evaluated: sets that it does not serve fail the build.
        assert!(self.phases == 1 && !self.set.is_folded());
        Self { weights: table.split_at(self.weights.len()).0, table: Some(table), ..self }
    }

    /// The same, with mixed weights in a table of [`mixed::table`] as well, in which they are looked up faster; other weights are as they
    /// were. The table must be that of the same file.
    #[must_use]
    pub const fn in_words(self, table: &'w mixed::Table) -> Self {
        Self { words: if self.phases == MIXED { Some(table) } else { None }, ..self }
    }

    /// Whether the weights match the file's checksum.
    #[must_use]
    pub const fn is_intact(&self) -> bool {
        crc32(&[&header(self.set, self.phases), self.own_weights()]) == self.checksum
    }

    /// The weights, without zeros behind them.
    const fn own_weights(&self) -> &'w [u8] {
        match self.weights.split_at_checked(length(self.set, self.phases)) {
            Some((own, _)) if WIDE => own,
            _ => self.weights,
        }
    }

    /// The set that the weights belong to.
    #[must_use]
    pub const fn set(self) -> &'static PatternSet {
        self.set
    }

    /// How many phases there are; [`MIXED`] if weights change with every disc.
    #[must_use]
    pub const fn phases(self) -> u8 {
        self.phases
    }

    /// A fingerprint, to compare the weights of two programs: the 32-bit FNV-1a hash of the set's number, the number of
    /// phases and the weights.
    #[must_use]
    pub const fn fingerprint(self) -> u32 {
        let mut hash = fnv1a(fnv1a(0x811c_9dc5, self.set.number()), self.phases);
        let mut rest = self.own_weights();
        while let Some((&weight, after)) = rest.split_first() {
            hash = fnv1a(hash, weight);
            rest = after;
        }
        hash
    }

    /// The value of an unfinished position.
    #[inline]
    fn value(&self, board: &Board, indices: &Indices) -> Value {
        if let Some(table) = self.table {
            let places = indices.of_other().iter().zip(self.set.origins());
            return in_hundredths(places.fold(0, |sum, (&other, &origin)| {
                let own = origin.wrapping_mul(2).wrapping_sub(other);
                sum.wrapping_add(weight(table, own))
            }));
        }
        if MIXABLE && self.phases == MIXED {
            return mixed::value(self, board, mobilities(board.mover, board.opponent), indices);
        }
        let discs = (board.mover | board.opponent).count_ones();
        let start = phase(discs, self.phases).wrapping_mul(self.set.weights());
        let weights = self.weights.get(start..).unwrap_or_default();
        if WIDE
            && !self.set.is_folded()
            && let Some(window) = weights.first_chunk::<WINDOW>()
        {
            return in_hundredths(sum_in(window, self.set, indices));
        }
        let weight =
            |place: usize| weights.get(place).map_or(0, |&weight| i32::from(weight.cast_signed()));
        let starts = self.set.origins().iter().zip(self.set.empty_places());
        let places = indices.of_other().iter().zip(starts);
        let places = places.map(|(&other, (&origin, &empty))| {
            (i32::from(origin.wrapping_sub(other).cast_signed()), empty)
        });
        in_hundredths(if self.set.is_folded() {
            places.fold(0i32, |sum, (index, empty)| {
                let shared = weight((empty as usize).wrapping_add(index.unsigned_abs() as usize));
                // An empty place has no value for either side.
                sum.wrapping_add(shared.wrapping_mul(index.signum()))
            })
        } else {
            places.fold(0i32, |sum, (index, empty)| {
                sum.wrapping_add(weight(empty.wrapping_add_signed(index) as usize))
            })
        })
    }

    /// Indices with the sum of their weights, if there is a table.
    #[inline]
    fn summed(&self, mut indices: Indices) -> Indices {
        if let Some(table) = self.table {
            // Two at a time.
            let pairs = indices.of_other().as_chunks::<2>().0.iter();
            indices.sum = pairs.fold(0, |sum, &[one, other]| {
                sum.wrapping_add(weight(table, one)).wrapping_add(weight(table, other))
            });
        }
        indices
    }
}

/// The sum of the weights of an unfolded set in a position, for its mover.
#[inline]
fn sum_in(window: &[u8; WINDOW], set: &PatternSet, indices: &Indices) -> i32 {
    indices.fillings(set).iter().fold(0i32, |sum, &place| {
        let weight = window.get(place as usize % WINDOW).copied().unwrap_or_default();
        sum.wrapping_add(weight.cast_signed().into())
    })
}

/// A value in eighths of a disc, 12.5 hundredths each.
#[inline]
const fn in_hundredths(eighths: i32) -> Value {
    Value::new(eighths.wrapping_mul(25) / 2)
}

/// One step of FNV-1a.
const fn fnv1a(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// The phase, of `phases`, of a position with this number of discs. Each phase spans the same number of discs.
#[must_use]
#[inline]
pub const fn phase(discs: u32, phases: u8) -> usize {
    let played = discs.saturating_sub(5);
    let phase = played.wrapping_mul(phases as u32) / 60;
    if phase < phases as u32 { phase as usize } else { phases.saturating_sub(1) as usize }
}

/// Indices of another set are ignored and computed from scratch.
impl Evaluator<Board> for Patterns<'_> {
    type State = Indices;

    #[inline]
    fn state(&self, board: &Board) -> Indices {
        self.summed(Indices::new(self.set, board))
    }

    #[inline]
    fn update(&self, parent: &Board, indices: &Indices, child: &Board) -> Indices {
        self.summed(indices.after(self.set, parent, child))
    }

    #[inline]
    fn evaluate(&self, board: &Board, indices: &Indices) -> Value {
        if indices.are_of(self.set) {
            self.value(board, indices)
        } else {
            self.value(board, &Indices::new(self.set, board))
        }
    }

    #[inline]
    fn leaf_value(
        &self,
        board: &Board,
        indices: &Indices,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        if MIXABLE && self.phases == MIXED && indices.are_of(self.set) {
            let mobilities = mobilities(board.mover, board.opponent);
            // A side that can move has not finished.
            if mobilities[0] != 0 {
                return mixed::value(self, board, mobilities, indices);
            }
        }
        match outcome() {
            Some(outcome) => ends.value(self, outcome),
            None => self.evaluate(board, indices),
        }
    }

    #[inline]
    fn child_value(
        &self,
        (parent, indices): (&Board, &Indices),
        child: &Board,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match self.table {
            Some(table) if indices.are_of(self.set) => match outcome() {
                Some(outcome) => ends.value(self, outcome),
                None => in_hundredths(indices.sum_after(self.set, table, parent, child)),
            },
            _ => {
                let indices = indices.after(self.set, parent, child);
                self.leaf_value(child, &indices, ends, outcome)
            }
        }
    }
}

#[cfg(test)]
mod tests;
