//! Evaluations of Othello by name.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use plyscope_core::othello::patterns::MIXED;
use plyscope_core::othello::patterns::mixed::{Table, fill};
use plyscope_core::othello::{Bill, Board, DiscDifference, Patterns, Simple};
use plyscope_core::wire;
use plyscope_run::files;
use sha2::{Digest as _, Sha256};

use super::DomainError;
use crate::device::OnDeviceEvaluation;
use crate::engine::{Algorithm, Engine, Knowledge};
use crate::judged::Unit;

/// An evaluation of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OthelloEvaluation {
    /// Squares, mobility, corners.
    Simple,
    /// Disc difference, exact at the end.
    Discs,
    /// A reconstruction of BILL's evaluation.
    Bill(Bill<'static>),
    /// Patterns with learned weights.
    Patterns(Patterns<'static>),
}

/// Names of evaluations.
const NAMES: &str =
    "simple, discs, bill, bill:FILE, patterns, patterns-small, patterns-large, patterns:FILE";

/// The largest file of weights that is read.
pub(super) const MOST: u64 = 100 * files::MB;

/// An error in a file of weights.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: String,
        /// The error.
        cause: io::Error,
    },
    /// The file does not hold these weights.
    #[error(
        "{path}: {length} bytes are not weights of {kind}: give a file that `plyscope learn evaluation` wrote for {kind}"
    )]
    NoWeights {
        /// The file.
        path: String,
        /// The expected evaluation.
        kind: &'static str,
        /// The file's length in bytes.
        length: usize,
    },
    /// The file beside the weights does not hold parameters of ProbCut.
    #[error(
        "{path}: {length} bytes are not parameters of ProbCut: remove the file, or write it again with `plyscope learn probcut`"
    )]
    NoCuts {
        /// The file.
        path: String,
        /// The file's length in bytes.
        length: usize,
    },
}

/// A file's bytes, kept in memory until the program ends: players share them.
fn file(path: &str) -> Result<&'static [u8], WeightsError> {
    static READ: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&bytes) = read.get(path) {
        return Ok(bytes);
    }
    let bytes = files::read_ordinary(Path::new(path), MOST)
        .map_err(|cause| WeightsError::File { path: path.to_owned(), cause })?;
    let bytes: &'static [u8] = bytes.leak();
    read.insert(path.to_owned(), bytes);
    Ok(bytes)
}

/// The patterns of these bytes, which [`file()`] has, with a table if their weights are mixed.
fn in_words(patterns: Patterns<'static>, bytes: &'static [u8]) -> Patterns<'static> {
    static MADE: Mutex<BTreeMap<usize, &'static Table>> = Mutex::new(BTreeMap::new());
    if patterns.phases() != MIXED {
        return patterns;
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let table = made.entry(bytes.as_ptr().addr()).or_insert_with(|| {
        // On the heap from the beginning: it is 2 MB.
        let zeros: Box<[u64]> = vec![0; size_of::<Table>() / size_of::<u64>()].into();
        let mut table: Box<Table> =
            zeros.try_into().unwrap_or_else(|_| unreachable!("its length is the table's"));
        fill(&mut table, bytes);
        Box::leak(table)
    });
    patterns.in_words(table)
}

impl OthelloEvaluation {
    /// The evaluation of this name: a built-in one, or one with weights from a file.
    ///
    /// # Errors
    /// [`DomainError`] lists the names, or describes the error in the file.
    pub fn named(name: &str) -> Result<Self, DomainError> {
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
            ("patterns-large", _) => Ok(Self::Patterns(Patterns::LARGE)),
            ("patterns-small", _) => Ok(Self::Patterns(Patterns::SMALL)),
            (_, Some(("bill", path))) if !path.is_empty() => {
                loaded(path, "bill", |bytes| Bill::new(bytes).map(Self::Bill))
            }
            (_, Some(("patterns", path))) if !path.is_empty() => {
                loaded(path, "patterns", |bytes| {
                    Some(Self::Patterns(in_words(Patterns::new(bytes)?, bytes)))
                })
            }
            _ => Err(DomainError::UnknownEvaluation {
                domain: "othello",
                name: name.to_owned(),
                names: NAMES,
            }),
        }
    }

    /// The evaluation of an engine, or the default: the strongest patterns for `strong`, `simple` for the others, as in the papers.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    pub fn of(engine: &Engine) -> Result<Self, DomainError> {
        let is_strong = engine.algorithm() == Algorithm::Strong;
        let usual = if is_strong { "patterns-large" } else { "simple" };
        Self::named(engine.evaluation.as_deref().unwrap_or(usual))
    }

    /// The unit of an engine's values: `strong` has hundredths of a disc, whatever the evaluation.
    #[must_use]
    pub fn unit_of(engine: &Engine) -> Unit {
        match engine.algorithm() {
            Algorithm::Strong => Unit::Hundredths,
            _ => Self::of(engine).map_or(Unit::Own, |evaluation| evaluation.unit()),
        }
    }

    /// The unit of its values.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        match self {
            Self::Simple | Self::Patterns(_) => Unit::Hundredths,
            Self::Discs => Unit::Discs,
            Self::Bill(_) => Unit::LogOdds,
        }
    }

    /// Its identity: its name, or the SHA-256 of the file, independent of the path.
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

    /// Checks that this is a name or an [`identity`](Self::identity), as recorded in runs.
    ///
    /// # Errors
    /// [`DomainError`] lists the names, or describes the error in a file.
    pub fn check(name: &str) -> Result<(), DomainError> {
        let hash =
            ["bill:sha256:", "patterns:sha256:"].iter().find_map(|kind| name.strip_prefix(kind));
        let is_hash =
            |hash: &str| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hash.is_some_and(is_hash) { Ok(()) } else { Self::named(name).map(drop) }
    }

    /// The patterns, if it has any: they are faster with state per position.
    #[must_use]
    pub const fn patterns(&self) -> Option<Patterns<'static>> {
        match self {
            Self::Patterns(patterns) => Some(*patterns),
            Self::Simple | Self::Discs | Self::Bill(_) => None,
        }
    }

    /// The same in the devices' protocol, if devices can have it.
    #[must_use]
    pub fn on_device(&self) -> Option<OnDeviceEvaluation> {
        match *self {
            Self::Simple => Some((wire::Evaluation::Simple, None)),
            Self::Patterns(patterns) => {
                Some((wire::Evaluation::Patterns, Some(patterns.fingerprint())))
            }
            Self::Discs | Self::Bill(_) => None,
        }
    }

    /// The likely decrement and increment of its value over one ply, if measured.
    #[must_use]
    pub fn most_likely(&self) -> Option<(i32, i32)> {
        self.knowledge().likely.ok()
    }

    /// What is known about its values.
    #[must_use]
    pub const fn knowledge(&self) -> Knowledge {
        match self {
            Self::Simple => Knowledge::SIMPLE,
            Self::Discs => Knowledge::DISCS,
            Self::Bill(_) => Knowledge::BILL,
            Self::Patterns(_) => Knowledge::PATTERNS,
        }
    }
}

// Without state, even for patterns.
plyscope_engine::any_evaluation! {
    Board, OthelloEvaluation {
        Self::Simple => Simple,
        Self::Discs => DiscDifference,
        Self::Bill(bill) => *bill,
        Self::Patterns(patterns) => *patterns,
    }
}
