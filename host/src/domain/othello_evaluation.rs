//! Evaluations of Othello, chosen by name.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use plyscope_core::othello::patterns::{IndexedBoard, PatternSet};
use plyscope_core::othello::{
    Bill, Board, Decisive, DiscDifference, Patterns, Simple, final_score,
};
use plyscope_core::{Evaluator, Value, wire};
use sha2::{Digest as _, Sha256};

use super::DomainError;
use crate::device::OnDeviceEvaluation;

/// An evaluation of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloEvaluation {
    terms: Terms,
    /// Finished games are worth a win, a loss, or a tie just above a loss, however many discs.
    decisive: bool,
}

/// What a position is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Terms {
    /// Squares, mobility, corners.
    Simple,
    /// The difference of discs, exact at the end.
    Discs,
    /// The reconstruction of BILL's evaluation.
    Bill(Bill<'static>),
    /// Patterns with weights that were learned.
    Patterns(Patterns<'static>),
}

/// What can be written for an evaluation.
const NAMES: &str = "simple, discs, bill, bill:FILE, patterns, patterns-small, patterns:FILE";

/// A file that should have held the weights of an evaluation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It cannot be read.
    #[error("{path}: {cause}")]
    File {
        /// Which.
        path: String,
        /// Why.
        cause: io::Error,
    },
    /// It holds something else.
    #[error(
        "{path}: {length} bytes are no weights of {kind}: take a file that `plyscope learn evaluation` wrote"
    )]
    NoWeights {
        /// Which.
        path: String,
        /// What they should have been of.
        kind: &'static str,
        /// Its length.
        length: usize,
    },
}

/// A file's bytes, which stay in memory as long as the program runs: players share them.
fn file(path: &str) -> Result<&'static [u8], WeightsError> {
    static READ: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&bytes) = read.get(path) {
        return Ok(bytes);
    }
    let bytes =
        fs::read(path).map_err(|cause| WeightsError::File { path: path.to_owned(), cause })?;
    let bytes: &'static [u8] = bytes.leak();
    read.insert(path.to_owned(), bytes);
    Ok(bytes)
}

impl Terms {
    fn named(name: &str) -> Result<Self, DomainError> {
        let loaded = |path: &str, kind, parse: fn(&'static [u8]) -> Option<Self>| {
            let bytes = file(path)?;
            let none =
                || WeightsError::NoWeights { path: path.to_owned(), kind, length: bytes.len() };
            parse(bytes).ok_or_else(|| none().into())
        };
        match (name, name.split_once(':')) {
            ("simple", _) => Ok(Self::Simple),
            ("discs", _) => Ok(Self::Discs),
            ("bill", _) => Ok(Self::Bill(Bill::LEARNED)),
            ("patterns", _) => Ok(Self::Patterns(Patterns::LEARNED)),
            ("patterns-small", _) => Ok(Self::Patterns(Patterns::SMALL)),
            (_, Some(("bill", path))) => {
                loaded(path, "bill", |bytes| Bill::new(bytes).map(Self::Bill))
            }
            (_, Some(("patterns", path))) => {
                loaded(path, "patterns", |bytes| Patterns::new(bytes).map(Self::Patterns))
            }
            _ => Err(DomainError::UnknownEvaluation {
                domain: "othello",
                name: name.to_owned(),
                names: NAMES,
            }),
        }
    }
}

impl OthelloEvaluation {
    /// The evaluation of this name: one that comes with this program, or one whose weights are in a file.
    ///
    /// # Errors
    /// [`DomainError`] lists the names, or says what is wrong with the file.
    pub fn named(name: &str) -> Result<Self, DomainError> {
        Ok(Self { terms: Terms::named(name)?, decisive: false })
    }

    /// What tells it from others: its name, or the SHA-256 of the file that the name is of. Where the file is says nothing.
    #[must_use]
    pub fn identity(name: &str) -> String {
        match name.split_once(':').map(|(kind, path)| (kind, file(path))) {
            Some((kind, Ok(bytes))) => {
                let hash = Sha256::digest(bytes);
                let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("{kind}:sha256:{hash}")
            }
            _ => name.to_owned(),
        }
    }

    /// Checks that this is an evaluation: a name, or what [`identity`](Self::identity) gives, as runs have it.
    ///
    /// # Errors
    /// [`DomainError`] lists the names, or says what is wrong with a file.
    pub fn check(name: &str) -> Result<(), DomainError> {
        let hash =
            ["bill:sha256:", "patterns:sha256:"].iter().find_map(|kind| name.strip_prefix(kind));
        let is_hash =
            |hash: &str| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hash.is_some_and(is_hash) { Ok(()) } else { Self::named(name).map(drop) }
    }

    /// The same, but that finished games are won, lost or tied, however many discs.
    #[must_use]
    pub fn decisive(self) -> Self {
        Self { decisive: true, ..self }
    }

    /// The patterns that it looks up, if that is what it does.
    #[must_use]
    pub fn patterns(&self) -> Option<&'static PatternSet> {
        match self.terms {
            Terms::Patterns(patterns) => Some(patterns.set()),
            Terms::Simple | Terms::Discs | Terms::Bill(_) => None,
        }
    }

    /// The same as devices know it, if there are devices that search with it.
    #[must_use]
    pub fn on_device(&self) -> Option<OnDeviceEvaluation> {
        match self.terms {
            Terms::Simple => Some((wire::Evaluation::Simple, None)),
            Terms::Patterns(patterns) => {
                Some((wire::Evaluation::Patterns, Some(patterns.fingerprint())))
            }
            Terms::Discs | Terms::Bill(_) => None,
        }
    }

    /// The likely decrement and increment of its value over one ply, where they were measured.
    #[must_use]
    pub fn most_likely(&self) -> Option<(i32, i32)> {
        match self.terms {
            Terms::Simple => Some(Simple::MOST_LIKELY),
            Terms::Bill(_) => Some(Bill::MOST_LIKELY),
            Terms::Patterns(_) => Some(Patterns::MOST_LIKELY),
            Terms::Discs => None,
        }
    }

    /// Whether it counts discs: then a value does not tell whether the game is finished.
    #[must_use]
    pub fn counts_discs(&self) -> bool {
        matches!(self.terms, Terms::Discs)
    }

    /// A value in discs, if its unit allows that; a finished game's is its score.
    #[must_use]
    pub fn discs(&self, value: Value) -> Option<f64> {
        let is_outcome = value == Value::MAX || value == Value::MIN || value == Value::MIN.plus(1);
        match self.terms {
            // What `decisive` makes of finished games.
            _ if !value.is_finite() || is_outcome => None,
            Terms::Discs => Some(f64::from(value.get())),
            _ if final_score(value).is_some() => final_score(value).map(f64::from),
            Terms::Simple | Terms::Patterns(_) => Some(f64::from(value.get()) / 100.0),
            Terms::Bill(_) => None,
        }
    }

    /// Half the width of an aspiration window: about a likely increment.
    #[must_use]
    pub fn usual_window(&self) -> u32 {
        match self.terms {
            Terms::Simple | Terms::Discs => 500,
            Terms::Bill(_) => 100_000,
            Terms::Patterns(_) => 1000,
        }
    }
}

impl Evaluator<Board> for OthelloEvaluation {
    #[inline]
    fn evaluate(&self, board: &Board) -> Value {
        match (self.terms, self.decisive) {
            (Terms::Simple, false) => Simple.evaluate(board),
            (Terms::Simple, true) => Decisive(Simple).evaluate(board),
            (Terms::Discs, false) => DiscDifference.evaluate(board),
            (Terms::Discs, true) => Decisive(DiscDifference).evaluate(board),
            (Terms::Bill(bill), false) => bill.evaluate(board),
            (Terms::Bill(bill), true) => Decisive(bill).evaluate(board),
            (Terms::Patterns(patterns), false) => patterns.evaluate(board),
            (Terms::Patterns(patterns), true) => Decisive(patterns).evaluate(board),
        }
    }
}

/// For positions whose indices are those of the evaluation's patterns, if it has any.
impl Evaluator<IndexedBoard> for OthelloEvaluation {
    #[inline]
    fn evaluate(&self, position: &IndexedBoard) -> Value {
        match (self.terms, self.decisive) {
            (Terms::Patterns(patterns), false) => patterns.evaluate(position),
            (Terms::Patterns(patterns), true) => Decisive(patterns).evaluate(position),
            _ => self.evaluate(position.board()),
        }
    }
}
