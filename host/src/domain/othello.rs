//! Othello as a domain.

use plyscope_core::othello::{Board, DiscDifference, Move, Othello, Simple};
use plyscope_core::{Evaluator, Value};

use super::{Domain, DomainError, choose, openings};
use crate::engine::Bounds;

/// The evaluations of Othello, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OthelloEvaluation {
    /// `simple`: squares, mobility, corners.
    #[default]
    Simple,
    /// `discs`: the difference of discs, exact at the end.
    Discs,
}

impl Evaluator<Board> for OthelloEvaluation {
    #[inline]
    fn evaluate(&self, board: &Board) -> Value {
        match self {
            Self::Simple => Simple.evaluate(board),
            Self::Discs => DiscDifference.evaluate(board),
        }
    }
}

/// Othello: a game's start is an opening of some plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloDomain {
    /// The length of the openings; with 4 there are 244.
    pub opening_plies: u32,
}

impl Default for OthelloDomain {
    fn default() -> Self {
        Self { opening_plies: 4 }
    }
}

impl Domain for OthelloDomain {
    type Game = Othello;
    type Evaluation = OthelloEvaluation;
    type Start = (Board, String);

    const NAME: &'static str = "othello";

    fn evaluation(&self, name: Option<&str>) -> Result<OthelloEvaluation, DomainError> {
        match name {
            None | Some("simple") => Ok(OthelloEvaluation::Simple),
            Some("discs") => Ok(OthelloEvaluation::Discs),
            Some(name) => Err(DomainError::UnknownEvaluation {
                domain: Self::NAME,
                name: name.to_owned(),
                names: "simple, discs",
            }),
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
        match (bounds, evaluation) {
            (Bounds::Fixed(low, high), _) => Ok(Some((low, high))),
            (Bounds::Learned | Bounds::LearnedSeparate, _) => Ok(None),
            (Bounds::Likely, OthelloEvaluation::Simple) => Ok(Some(Simple::MOST_LIKELY)),
            (Bounds::Likely, OthelloEvaluation::Discs) => {
                unknown("use learned, learned-separate or LOWEST:HIGHEST")
            }
            (Bounds::Exact, _) => {
                unknown("use likely, learned, learned-separate or LOWEST:HIGHEST")
            }
        }
    }

    fn usual_bounds(&self, evaluation: &OthelloEvaluation) -> Bounds {
        match evaluation {
            OthelloEvaluation::Simple => Bounds::Likely,
            OthelloEvaluation::Discs => Bounds::Learned,
        }
    }

    fn usual_window(&self) -> u32 {
        500
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<(Board, String)>, DomainError> {
        let all = openings(&Othello, &Board::START, self.opening_plies)
            .into_iter()
            .map(|(board, line)| (board, line.iter().map(Move::to_string).collect()))
            .collect();
        choose(
            all,
            pairs,
            seed,
            self.opening_plies,
            "play fewer, or give --opening-plies a larger number",
        )
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

    fn outcome(&self, board: &Board) -> i32 {
        board.score()
    }
}
