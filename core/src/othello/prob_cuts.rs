//! What shallow searches tell of deep ones with the learned evaluations, for ProbCut.

use super::patterns::{MOST_PHASES, phase};
use crate::hash::crc32;
use crate::search::probe::Cut;

/// The header of a file of cuts: a mark, the number of phases, the number of cuts in each phase, and the
/// [fingerprint](super::Patterns::fingerprint) of the evaluation's weights, little endian; 0 for an evaluation without
/// weights. The cuts follow, phase by phase: deep and shallow depth, a byte each; slope, offset and deviation, two bytes
/// each, little endian. The last four bytes are the [`crc32`] of all bytes before, little endian. The mark's last byte is
/// the version of this format.
const MARK: [u8; 6] = *b"plycu1";

/// Bytes before the cuts.
const HEADER: usize = MARK.len() + 2 + 4;

/// Bytes of a cut.
const CUT: usize = 8;

/// Bytes after the cuts.
const CHECKSUM: usize = 4;

/// Cuts for [`ProbCut`](crate::search::probe::ProbCut), by phase of the game.
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Patterns, ProbCuts};
/// use plyscope_core::search::alpha_beta::{NullWindows, Policy};
/// use plyscope_core::search::probe::ProbCut;
/// use plyscope_core::{Bound, DepthFirst, Order, Request, Search, storage};
///
/// let (root, depth) = (Board::START, 6);
/// let cuts = ProbCuts::LEARNED.cuts_for(&root, depth);
/// let policy = Policy::new(Order::Static).probing(ProbCut::new(cuts, 150, 0));
/// let policy = policy.scouting(NullWindows);
/// let mut search = DepthFirst::new(Othello, Patterns::LEARNED, policy, storage!(8, 128));
/// assert_eq!(search.search(&Request::new(&root).depth(depth))?.bound, Bound::Estimate);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCuts<'c> {
    /// The number of phases, above 0.
    phases: u8,
    /// The cuts of each phase, one phase after the other.
    cuts: &'c [Cut],
    evaluation: u32,
    /// The cuts of searches to the end of the game.
    ends: &'c [Cut],
}

const LEARNED: &[u8] = include_bytes!("../../weights/probcut.bin");
const LARGE: &[u8] = include_bytes!("../../weights/probcut-large.bin");
const LARGE_ENDS: &[u8] = include_bytes!("../../weights/probcut-large-ends.bin");
const SMALL: &[u8] = include_bytes!("../../weights/probcut-small.bin");

const LEARNED_CUTS: &[Cut] = match &compiled_in::<{ count(LEARNED) }>(LEARNED) {
    Some(cuts) => cuts,
    // Const-evaluated: a wrong file fails the build.
    None => panic!(),
};

const LARGE_CUTS: &[Cut] = match &compiled_in::<{ count(LARGE) }>(LARGE) {
    Some(cuts) => cuts,
    // Const-evaluated: a wrong file fails the build.
    None => panic!(),
};

const LARGE_ENDS_CUTS: &[Cut] = match &compiled_in::<{ count(LARGE_ENDS) }>(LARGE_ENDS) {
    Some(cuts) => cuts,
    // Const-evaluated: a wrong file fails the build.
    None => panic!(),
};

const SMALL_CUTS: &[Cut] = match &compiled_in::<{ count(SMALL) }>(SMALL) {
    Some(cuts) => cuts,
    // Const-evaluated: a wrong file fails the build.
    None => panic!(),
};

impl ProbCuts<'static> {
    /// No cuts, for evaluations for which none were learned.
    pub const NONE: Self = Self::uniform(&[]);

    /// The cuts for [`Patterns::LEARNED`](super::Patterns::LEARNED). `core/weights/README.md` says how they were learned.
    pub const LEARNED: Self = match Self::of_parts(LEARNED, LEARNED_CUTS) {
        Some(cuts) => cuts,
        // Const-evaluated: a wrong file fails the build.
        None => panic!(),
    };

    /// The cuts for [`Patterns::LARGE`](super::Patterns::LARGE), with those of searches to the end of the game.
    pub const LARGE: Self =
        match (Self::of_parts(LARGE, LARGE_CUTS), Self::of_parts(LARGE_ENDS, LARGE_ENDS_CUTS)) {
            (Some(cuts), Some(ends)) => cuts.with_ends(ends),
            // Const-evaluated: a wrong file fails the build.
            _ => panic!(),
        };

    /// The cuts for [`Patterns::SMALL`](super::Patterns::SMALL), for microcontrollers: fewer, for smaller depths.
    pub const SMALL: Self = match Self::of_parts(SMALL, SMALL_CUTS) {
        Some(cuts) => cuts,
        // Const-evaluated: a wrong file fails the build.
        None => panic!(),
    };

    /// Cuts compiled into the program, with the file that they come from.
    const fn of_parts(file: &[u8], cuts: &'static [Cut]) -> Option<Self> {
        match header(file) {
            Some(Header { phases, evaluation, .. }) => {
                Some(Self { phases, cuts, evaluation, ends: &[] })
            }
            None => None,
        }
    }
}

impl<'c> ProbCuts<'c> {
    /// These cuts in all phases, in the order of their deep and then of their shallow depths.
    #[must_use]
    pub const fn uniform(cuts: &'c [Cut]) -> Self {
        Self { phases: 1, cuts, evaluation: 0, ends: &[] }
    }

    /// The cuts in a file, which are parsed into `room`. `None` if the header is invalid, the number of cuts does not match
    /// it, there is too little room, the file is damaged, or a cut is invalid or not in order: in each phase, cuts are in
    /// the order of their deep and then of their shallow depths.
    #[must_use]
    pub const fn parse(file: &[u8], room: &'c mut [Cut]) -> Option<Self> {
        let Some(Header { phases, evaluation, cuts_a_phase }) = header(file) else { return None };
        let Some((sealed, &checksum)) = file.split_last_chunk::<CHECKSUM>() else { return None };
        let Some((_, mut bytes)) = sealed.split_first_chunk::<HEADER>() else { return None };
        let Some((cuts, _)) = room.split_at_mut_checked(count(file)) else { return None };
        if crc32(&[sealed]) != u32::from_le_bytes(checksum) {
            return None;
        }
        let mut rest: &mut [Cut] = cuts;
        let mut before = Cut::EMPTY;
        let mut number = 0usize;
        while let (Some((&cut, after)), Some((slot, slots))) =
            (bytes.split_first_chunk::<CUT>(), rest.split_first_mut())
        {
            let [deep, shallow, a, b, c, d, e, f] = cut;
            let (slope, offset) = (u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
            *slot = Cut { deep, shallow, slope, offset, deviation: u16::from_le_bytes([e, f]) };
            let begins = matches!(number.checked_rem(cuts_a_phase), Some(0));
            let follows = before.deep < deep || before.deep == deep && before.shallow < shallow;
            if shallow >= deep || slope == 0 || !begins && !follows {
                return None;
            }
            before = *slot;
            (bytes, rest, number) = (after, slots, number.wrapping_add(1));
        }
        Some(Self { phases, cuts, evaluation, ends: &[] })
    }

    /// The same cuts, and those of `ends` for searches to the end of the game: in these, the deep depth is the number of empty
    /// squares, and a phase is not distinguished. Those of another evaluation are not used.
    #[must_use]
    pub const fn with_ends(self, ends: Self) -> Self {
        let fits = ends.evaluation == self.evaluation && ends.phases == 1;
        Self { ends: if fits { ends.cuts } else { &[] }, ..self }
    }

    /// The cuts of a search to the end of the game; none if they were not learned.
    #[must_use]
    pub const fn ends(self) -> &'c [Cut] {
        self.ends
    }

    /// The cuts of the phase with this number of discs.
    ///
    /// A search has one list of cuts, for all its nodes. Take the number of discs half way from the root to the horizon, as
    /// [`cuts_for`](Self::cuts_for) does: nodes with little remaining depth are by far the most, but have more discs than
    /// that, and those with much remaining depth fewer.
    #[must_use]
    pub const fn cuts(self, discs: u32) -> &'c [Cut] {
        let length = match self.cuts.len().checked_div(self.phases as usize) {
            Some(length) => length,
            None => 0,
        };
        let start = phase(discs, self.phases).wrapping_mul(length);
        match self.cuts.split_at_checked(start) {
            Some((_, after)) => match after.split_at_checked(length) {
                Some((cuts, _)) => cuts,
                None => &[],
            },
            None => &[],
        }
    }

    /// The cuts for a search of this position to this depth.
    #[must_use]
    pub const fn cuts_for(self, root: &super::Board, depth: u32) -> &'c [Cut] {
        let discs = (root.mover | root.opponent).count_ones();
        self.cuts(discs.saturating_add(depth >> 1))
    }

    /// How many phases there are.
    #[must_use]
    pub const fn phases(self) -> u8 {
        self.phases
    }

    /// The [fingerprint](super::Patterns::fingerprint) of the weights of the evaluation for which these cuts were learned;
    /// 0 if it has no weights.
    #[must_use]
    pub const fn evaluation(self) -> u32 {
        self.evaluation
    }

    /// The length of a file with this many cuts in each of so many phases, in bytes.
    #[must_use]
    pub const fn file_length(phases: u8, cuts_a_phase: u8) -> usize {
        let cuts = (phases as usize).wrapping_mul(cuts_a_phase as usize);
        cuts.wrapping_mul(CUT).wrapping_add(HEADER).wrapping_add(CHECKSUM)
    }

    /// The first bytes of a file.
    #[must_use]
    pub const fn header(phases: u8, cuts_a_phase: u8, evaluation: u32) -> [u8; HEADER] {
        let ([a, b, c, d, e, f], [w, x, y, z]) = (MARK, evaluation.to_le_bytes());
        [a, b, c, d, e, f, phases, cuts_a_phase, w, x, y, z]
    }

    /// The bytes of a cut in a file.
    #[must_use]
    pub const fn bytes(cut: Cut) -> [u8; CUT] {
        let Cut { deep, shallow, slope, offset, deviation } = cut;
        let ([a, b], [c, d]) = (slope.to_le_bytes(), offset.to_le_bytes());
        let [e, f] = deviation.to_le_bytes();
        [deep, shallow, a, b, c, d, e, f]
    }
}

/// A file's header.
struct Header {
    phases: u8,
    cuts_a_phase: usize,
    evaluation: u32,
}

/// The header of a file whose length matches it.
const fn header(file: &[u8]) -> Option<Header> {
    let Some(&[a, b, c, d, e, f, phases, cuts, w, x, y, z]) = file.first_chunk::<HEADER>() else {
        return None;
    };
    let is_ours = matches!([a, b, c, d, e, f], MARK);
    if !is_ours
        || phases == 0
        || phases > MOST_PHASES
        || file.len() != ProbCuts::file_length(phases, cuts)
    {
        return None;
    }
    let evaluation = u32::from_le_bytes([w, x, y, z]);
    Some(Header { phases, cuts_a_phase: cuts as usize, evaluation })
}

/// The number of cuts in a file with a valid header; otherwise 0.
const fn count(file: &[u8]) -> usize {
    match header(file) {
        Some(Header { phases, cuts_a_phase, .. }) => cuts_a_phase.wrapping_mul(phases as usize),
        None => 0,
    }
}

/// The cuts in a file that is compiled into the program.
const fn compiled_in<const COUNT: usize>(file: &[u8]) -> Option<[Cut; COUNT]> {
    let mut cuts = [Cut::EMPTY; COUNT];
    match ProbCuts::parse(file, &mut cuts) {
        Some(_) => Some(cuts),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{CHECKSUM, Cut, ProbCuts};
    use crate::hash::crc32;

    const fn cut(deep: u8, shallow: u8) -> Cut {
        Cut { deep, shallow, slope: 300, offset: -5, deviation: 70 }
    }

    fn sealed(mut file: Vec<u8>) -> Vec<u8> {
        file.extend(crc32(&[&file]).to_le_bytes());
        file
    }

    /// A file of two phases.
    fn file(cuts: [Cut; 4]) -> Vec<u8> {
        let bytes = cuts.into_iter().flat_map(ProbCuts::bytes);
        sealed(ProbCuts::header(2, 2, 0x1234_5678).into_iter().chain(bytes).collect())
    }

    const GOOD: [Cut; 4] = [cut(3, 1), cut(4, 2), cut(3, 1), cut(6, 4)];

    #[test]
    fn each_phase_has_its_cuts() {
        let file = file(GOOD);
        assert_eq!(file.len(), ProbCuts::file_length(2, 2));
        let mut room = [Cut::EMPTY; 5];
        let cuts = ProbCuts::parse(&file, &mut room).unwrap();
        assert_eq!((cuts.phases(), cuts.evaluation()), (2, 0x1234_5678));
        for discs in [0, 4, 5, 34, 35, 64, 65, u32::MAX] {
            let found = if discs < 35 { &GOOD[..2] } else { &GOOD[2..] };
            assert_eq!(cuts.cuts(discs), found, "{discs}");
        }
        assert!(ProbCuts::parse(&file, &mut [Cut::EMPTY; 3]).is_none(), "too little room");
    }

    #[test]
    fn files_with_wrong_headers_lengths_checksums_or_cuts_are_refused() {
        let good = file(GOOD);
        let parses = |file: &[u8]| ProbCuts::parse(file, &mut [Cut::EMPTY; 9]).is_some();
        assert!(parses(&good));
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 4;
            assert!(!parses(&bad), "{place}");
            assert!(!parses(&good[..place]), "{place}");
        }
        for (place, byte) in [(0, b'q'), (5, b'2'), (6, 0), (6, 13), (6, 1), (7, 1)] {
            let mut bad = good[..good.len() - CHECKSUM].to_vec();
            bad[place] = byte;
            assert!(!parses(&sealed(bad)), "{place}");
        }
        let flat = Cut { slope: 0, ..cut(4, 2) };
        for wrong in [cut(3, 1), cut(2, 0), cut(4, 4), flat] {
            assert!(!parses(&file([cut(3, 1), wrong, cut(3, 1), cut(6, 4)])), "{wrong:?}");
        }
    }

    #[test]
    fn the_cuts_compiled_in_are_those_of_their_evaluations() {
        use crate::othello::Patterns;
        for (cuts, patterns) in [
            (ProbCuts::LEARNED, Patterns::LEARNED),
            (ProbCuts::LARGE, Patterns::LARGE),
            (ProbCuts::SMALL, Patterns::SMALL),
        ] {
            assert_eq!(cuts.evaluation(), patterns.fingerprint());
            for discs in 4..=64 {
                assert!(!cuts.cuts(discs).is_empty(), "{discs}");
            }
        }
    }
}
