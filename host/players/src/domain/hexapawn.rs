//! Hexapawn as a domain, on the lecture notes' 3 x 3 board.

use plyscope_core::hexapawn::{Hexapawn, PawnCount, PawnMove, Pawns};

use super::{
    Conventions, Domain, DomainError, Evaluations, Openings, Rules, choose, only_evaluation,
    openings,
};
use crate::engine::small::hexapawn_plies;
pub use crate::engine::small::pawns_after as path_from_start;
use crate::engine::{Engine, GameKind, Knowledge, pawn_move_name};
use crate::player::{AnySearch, PlayerError, make_search};

type Board = Hexapawn<3, 3>;

/// Hexapawn; games start from openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexapawnDomain {
    /// Length of the openings in plies.
    pub opening_plies: u32,
}

impl Default for HexapawnDomain {
    fn default() -> Self {
        Self { opening_plies: 1 }
    }
}

impl Rules for HexapawnDomain {
    type Game = Board;

    const GAME: Option<GameKind> = Some(GameKind::Hexapawn);

    const NAME: &'static str = GameKind::Hexapawn.name();

    fn move_name(&self, mv: PawnMove) -> String {
        pawn_move_name(mv)
    }

    fn most_plies(&self, _: &Board, pawns: &Pawns) -> u32 {
        hexapawn_plies(pawns)
    }

    fn plies_left(&self, pawns: &Pawns) -> Option<u32> {
        Some(hexapawn_plies(pawns))
    }
}

impl Openings for HexapawnDomain {
    type Start = (Pawns, String);

    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({ "opening_plies": self.opening_plies })
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<(Pawns, String)>, DomainError> {
        let all = openings(&Board::default(), &Board::start(), self.opening_plies)
            .into_iter()
            .map(|(position, line)| (position, line.into_iter().map(pawn_move_name).collect()))
            .collect::<Vec<_>>();
        choose(
            &all,
            pairs,
            seed,
            self.opening_plies,
            "play fewer, or from openings of another length",
        )
    }

    fn set_up(&self, start: &(Pawns, String)) -> (Board, Pawns) {
        (Board::default(), start.0)
    }

    fn start_name(&self, start: &(Pawns, String)) -> String {
        start.1.clone()
    }
}

impl Evaluations for HexapawnDomain {
    type Evaluation = PawnCount<3, 3>;

    fn evaluation(&self, name: Option<&str>) -> Result<PawnCount<3, 3>, DomainError> {
        only_evaluation(Self::NAME, name, "pawn-count").map(|()| PawnCount)
    }

    fn knowledge(&self, _: &PawnCount<3, 3>) -> Knowledge {
        Knowledge::HEXAPAWN
    }
}

impl Domain for HexapawnDomain {
    const CONVENTIONS: Conventions = Conventions { values_for_max: true, ..Conventions::NONE };

    #[inline(never)]
    fn search(&self, engine: &Engine, game: Board) -> Result<AnySearch<Board>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        make_search(self, engine, game, &evaluation, evaluation, evaluation)
    }
}
