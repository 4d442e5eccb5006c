//! Othello as a domain.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use plyscope_core::othello::patterns::WEIGHTS;
use plyscope_core::othello::{
    Bill, Board, Decisive, DiscDifference, Move, Othello, Patterns, Simple, parse_moves,
};
use plyscope_core::{Evaluator, Value};

use super::bill::bill_in;
use super::{Domain, DomainError, choose, openings};
use crate::device::OnDevice;
use crate::engine::Bounds;

/// An evaluation of Othello, chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloEvaluation {
    terms: Terms,
    /// Finished games are worth a win, a loss, or a tie just above a loss, however many discs.
    decisive: bool,
}

/// What a position is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Terms {
    /// `simple`: squares, mobility, corners.
    #[default]
    Simple,
    /// `discs`: the difference of discs, exact at the end.
    Discs,
    /// `patterns`, `patterns:FILE`: patterns with weights that were learned.
    Patterns(Patterns<'static>),
    /// `bill`, `bill:FILE`: the reconstruction of BILL's evaluation.
    Bill(Bill<'static>),
}

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
        "{path}: {length} bytes are no weights of patterns, which take a multiple of {WEIGHTS}"
    )]
    NoWeights {
        /// Which.
        path: String,
        /// Its length.
        length: usize,
    },
    /// It holds no weights of `bill`.
    #[error("{path}: {length} bytes are no weights of bill, which `plyscope learn bill` writes")]
    NoBill {
        /// Which.
        path: String,
        /// Its length.
        length: usize,
    },
}

/// Reads a file of weights.
///
/// # Errors
/// [`WeightsError`] if it cannot be read, or holds something else.
pub fn read_weights(path: &Path) -> Result<Vec<u8>, WeightsError> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).map_err(|cause| WeightsError::File { path: name(), cause })?;
    match Patterns::new(&bytes) {
        Some(_) => Ok(bytes),
        None => Err(WeightsError::NoWeights { path: name(), length: bytes.len() }),
    }
}

/// The weights in a file, which stay in memory as long as the program runs: players share them.
fn weights_in(path: &str) -> Result<Patterns<'static>, WeightsError> {
    static READ: Mutex<BTreeMap<String, Patterns<'static>>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&patterns) = read.get(path) {
        return Ok(patterns);
    }
    let bytes: &'static [u8] = read_weights(Path::new(path))?.leak();
    let none = || WeightsError::NoWeights { path: path.to_owned(), length: bytes.len() };
    let patterns = Patterns::new(bytes).ok_or_else(none)?;
    read.insert(path.to_owned(), patterns);
    Ok(patterns)
}

impl OthelloEvaluation {
    const fn of(terms: Terms) -> Self {
        Self { terms, decisive: false }
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
            (Terms::Patterns(patterns), false) => patterns.evaluate(board),
            (Terms::Patterns(patterns), true) => Decisive(patterns).evaluate(board),
            (Terms::Bill(bill), false) => bill.evaluate(board),
            (Terms::Bill(bill), true) => Decisive(bill).evaluate(board),
        }
    }
}

/// Othello: a game's start is an opening of some plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloDomain {
    openings: Vec<(Board, String)>,
    /// The length of the longest.
    plies: u32,
}

impl OthelloDomain {
    /// With all openings of this length; of 4 plies there are 244.
    #[must_use]
    pub fn all_openings(plies: u32) -> Self {
        let openings = openings(&Othello, &Board::START, plies)
            .into_iter()
            .map(|(board, line)| (board, line.iter().map(Move::to_string).collect()))
            .collect();
        Self { openings, plies }
    }

    /// With the openings of a list, such as an XOT file: one a line, moves without blanks (`f5d6c3`); empty lines and
    /// what follows a `#` are skipped.
    ///
    /// # Errors
    /// Says which line is wrong, and how.
    pub fn listed_openings(text: &str) -> Result<Self, String> {
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let moves = line.split('#').next().unwrap_or_default().trim();
            if moves.is_empty() {
                continue;
            }
            let (board, _) =
                parse_moves(moves).map_err(|error| format!("line {number}: {error}"))?;
            if board.is_over() {
                return Err(format!("line {number}: the game is over after these moves"));
            }
            openings.push((board, moves.to_lowercase()));
        }
        if openings.is_empty() {
            return Err("there is no opening in it: write one a line, such as f5d6c3".to_owned());
        }
        let plies = openings.iter().map(|(_, moves)| moves.len() as u32 / 2).max().unwrap_or(0);
        Ok(Self { openings, plies })
    }
}

impl Default for OthelloDomain {
    fn default() -> Self {
        Self::all_openings(4)
    }
}

impl Domain for OthelloDomain {
    type Game = Othello;
    type Evaluation = OthelloEvaluation;
    type Start = (Board, String);

    const NAME: &'static str = "othello";

    const ON_DEVICE: Option<OnDevice<Othello>> =
        Some(OnDevice { board: |&board| board, mv: |mv| mv });

    fn configuration(&self) -> serde_json::Value {
        let lines: Vec<&str> = self.openings.iter().map(|(_, moves)| moves.as_str()).collect();
        serde_json::json!({ "openings": lines })
    }

    fn evaluation(&self, name: Option<&str>) -> Result<OthelloEvaluation, DomainError> {
        match name {
            None | Some("simple") => Ok(OthelloEvaluation::of(Terms::Simple)),
            Some("discs") => Ok(OthelloEvaluation::of(Terms::Discs)),
            Some("patterns") => Ok(OthelloEvaluation::of(Terms::Patterns(Patterns::LEARNED))),
            Some("bill") => Ok(OthelloEvaluation::of(Terms::Bill(Bill::LEARNED))),
            Some(name) => match name.split_once(':') {
                Some(("patterns", path)) => {
                    Ok(OthelloEvaluation::of(Terms::Patterns(weights_in(path)?)))
                }
                Some(("bill", path)) => Ok(OthelloEvaluation::of(Terms::Bill(bill_in(path)?))),
                _ => Err(DomainError::UnknownEvaluation {
                    domain: Self::NAME,
                    name: name.to_owned(),
                    names: "simple, discs, patterns, patterns:FILE, bill, bill:FILE",
                }),
            },
        }
    }

    fn edge_bounds(
        &self,
        bounds: Bounds,
        evaluation: &OthelloEvaluation,
    ) -> Result<Option<(i32, i32)>, DomainError> {
        let unknown = |remedy| {
            Err(DomainError::UnknownBounds {
                domain: Self::NAME,
                bounds: bounds.to_string(),
                remedy,
            })
        };
        match (bounds, evaluation.terms) {
            (Bounds::Fixed(low, high), _) => Ok(Some((low, high))),
            (Bounds::Learned | Bounds::LearnedSeparate, _) => Ok(None),
            (Bounds::Likely, Terms::Simple) => Ok(Some(Simple::MOST_LIKELY)),
            (Bounds::Likely, Terms::Bill(_)) => Ok(Some(Bill::MOST_LIKELY)),
            (Bounds::Likely, Terms::Discs | Terms::Patterns(_)) => {
                unknown("use learned, learned-separate or LOWEST:HIGHEST")
            }
            (Bounds::Exact, _) => {
                unknown("use likely, learned, learned-separate or LOWEST:HIGHEST")
            }
        }
    }

    fn usual_bounds(&self, evaluation: &OthelloEvaluation) -> Bounds {
        match evaluation.terms {
            Terms::Simple | Terms::Bill(_) => Bounds::Likely,
            Terms::Discs | Terms::Patterns(_) => Bounds::Learned,
        }
    }

    /// About a likely increment.
    fn usual_window(&self, evaluation: &OthelloEvaluation) -> u32 {
        match evaluation.terms {
            Terms::Simple | Terms::Discs | Terms::Patterns(_) => 500,
            Terms::Bill(_) => 100_000,
        }
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<(Board, String)>, DomainError> {
        let remedy = "play fewer, or give --opening-plies or --openings with more";
        choose(self.openings.clone(), pairs, seed, self.plies, remedy)
    }

    fn set_up(&self, start: &(Board, String)) -> (Othello, Board) {
        (Othello, start.0)
    }

    fn start_name(&self, start: &(Board, String)) -> String {
        start.1.clone()
    }

    fn move_name(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn for_best_first(&self, evaluation: OthelloEvaluation) -> OthelloEvaluation {
        OthelloEvaluation { decisive: true, ..evaluation }
    }

    /// Empty squares: passes are not counted, of which there are few by then.
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(board.empties().count_ones())
    }

    fn deepest_search(&self) -> u32 {
        60
    }

    fn solves_with_the_reference(&self) -> bool {
        true
    }

    fn outcome(&self, board: &Board) -> i32 {
        board.score()
    }
}
