//! Othello as a domain.

use std::collections::HashSet;
use std::time::Duration;

use plyscope_core::othello::{Board, Move, Othello, ProbCuts, parse_moves};
use plyscope_core::{Decided, Game as _};
use plyscope_run::seed::hash;

use super::othello_cuts::{self, cuts_of};
use super::{
    Conventions, Domain, DomainError, Evaluations, MoveError, OnlyOthello, Openings,
    OthelloEvaluation, Rules, choose, openings, shuffled,
};
use crate::device::Translation;
use crate::engine::small::othello_plies;
use crate::engine::{Engine, ForeignEngine, GameKind, Knowledge, options};
use crate::foreign::ForeignPlayer;
use crate::game_files::ggf::GgfGame;
use crate::judged::Unit;
use crate::player::{AnySearch, Player, PlayerError, make_search, strong};
use crate::symmetry::{self, least};

/// Othello; games start from openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloDomain {
    openings: Vec<(Board, String)>,
    /// Length of the longest opening.
    plies: u32,
    order: OpeningOrder,
}

/// The order in which openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OpeningOrder {
    /// As they are listed; if there are fewer pairs than openings, a random choice of them.
    #[default]
    Sequential,
    /// Shuffled by the seed. A shorter match plays the first openings of a longer one.
    Random,
}

/// Openings of eight plies that are nearly even; the file's first lines have the command that lists them.
const BALANCED: &str = include_str!("../../openings/balanced-8.txt");

impl OthelloDomain {
    /// Uses all openings of this length; 4 plies give 244.
    #[must_use]
    pub fn all_openings(plies: u32) -> Self {
        let openings = openings(&Othello, &Board::START, plies)
            .into_iter()
            .map(|(board, line)| (board, line.iter().map(Move::to_string).collect()))
            .collect();
        Self { openings, plies, order: OpeningOrder::Sequential }
    }

    /// Uses 400 openings of eight plies that are nearly even, of different kinds: a list of this project, chosen as those of XOT are.
    #[must_use]
    pub fn balanced_openings() -> Self {
        // A test reads the list.
        Self::listed_openings(BALANCED).unwrap_or_default()
    }

    /// Plays the openings in this order.
    #[must_use]
    pub fn in_order(self, order: OpeningOrder) -> Self {
        Self { order, ..self }
    }

    /// The openings as moves, in the order of their list.
    pub(super) fn opening_lines(&self) -> impl Iterator<Item = &str> {
        self.openings.iter().map(|(_, moves)| moves.as_str())
    }

    /// The evaluation of the strong player, and its parameters of ProbCut.
    ///
    /// # Errors
    /// [`DomainError`] if there is no such evaluation, or its file of parameters cannot be read.
    pub fn strong_parts(
        engine: &Engine,
    ) -> Result<(OthelloEvaluation, Option<&'static ProbCuts<'static>>), DomainError> {
        let evaluation = OthelloEvaluation::of(engine)?;
        let cuts = evaluation.patterns().map(|own| cuts_of(engine.evaluation.as_deref(), own));
        Ok((evaluation, cuts.transpose()?))
    }

    /// Leaves one opening of each kind: the first of those that are symmetric or reach the same position.
    #[must_use]
    pub fn one_of_each_kind(mut self) -> Self {
        let mut kinds = HashSet::new();
        self.openings.retain(|(board, _)| kinds.insert(least(board).0));
        self
    }

    /// Cuts openings after so many moves, passes not counted.
    #[must_use]
    pub fn cut_to(mut self, plies: u32) -> Self {
        for (board, moves) in &mut self.openings {
            let all = crate::game_files::transcript_moves(moves).unwrap_or_default();
            let mut kept = 0;
            let line: Vec<Move> = all
                .into_iter()
                .take_while(|mv| {
                    kept += u32::from(*mv != Move::PASS);
                    kept <= plies
                })
                .collect();
            *board = line.iter().fold(Board::START, |board, &mv| Othello.play(&board, mv));
            *moves = line.iter().map(Move::to_string).collect();
        }
        self.plies = self.plies.min(plies);
        self
    }

    /// Uses openings from a list, such as an XOT file: one per line, moves without spaces (`f5d6c3`). Empty lines and
    /// comments after `#` are skipped.
    ///
    /// # Errors
    /// The line number and the reason.
    pub fn listed_openings(text: &str) -> Result<Self, String> {
        let mut openings = Vec::new();
        // Some editors write a byte-order mark.
        let text = text.trim_start_matches('\u{feff}');
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
            return Err("the file has no openings: write one per line, such as f5d6c3".to_owned());
        }
        let discs = |board: &Board| 60 - board.empties().count_ones();
        let plies = openings.iter().map(|(board, _)| discs(board)).max().unwrap_or(0);
        Ok(Self { openings, plies, order: OpeningOrder::Sequential })
    }
}

/// An opening as a game; passes that its text leaves out are added. The text was checked when it was read.
fn opening(moves: &str) -> GgfGame {
    let mut game = GgfGame::default();
    let mut board = Board::START;
    let mut rest = moves;
    loop {
        let length = if rest.starts_with("pass") { 4 } else { 2 };
        let Some((name, behind)) = rest.split_at_checked(length) else { break };
        rest = behind.trim_start();
        let Ok(mv) = name.parse::<Move>() else { break };
        if board.must_pass() && mv != Move::PASS {
            game.moves.push(Move::PASS.into());
            board = board.passed();
        }
        game.moves.push(mv.into());
        board = Othello.play(&board, mv);
    }
    game
}

impl Default for OthelloDomain {
    fn default() -> Self {
        Self::all_openings(4)
    }
}

impl Rules for OthelloDomain {
    type Game = Othello;

    const GAME: Option<GameKind> = Some(GameKind::Othello);

    const NAME: &'static str = GameKind::Othello.name();

    fn move_name(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Capitals and other names for a pass are accepted, too.
    fn parse_move(&self, game: &Othello, board: &Board, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let mv = text.parse().ok().filter(|&mv| Othello.is_legal(board, mv));
        mv.ok_or_else(|| MoveError::new(game, board, |mv| self.move_name(mv), text))
    }

    fn most_plies(&self, _: &Othello, board: &Board) -> u32 {
        othello_plies(board)
    }

    fn symmetry(&self, from: &Board, to: &Board) -> Option<u8> {
        symmetry::between(from, to)
    }

    fn mirrored(&self, mv: Move, symmetry: u8) -> Move {
        symmetry::mirrored(mv, symmetry)
    }

    /// Empty squares; passes are rare by then and not counted.
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(board.empties().count_ones())
    }

    fn deepest_search(&self) -> u32 {
        60
    }

    fn outcome_of_forfeit(&self) -> i32 {
        -64
    }
}

impl Openings for OthelloDomain {
    type Start = (Board, String);

    fn configuration(&self) -> serde_json::Value {
        let lines: Vec<&str> = self.openings.iter().map(|(_, moves)| moves.as_str()).collect();
        match self.order {
            OpeningOrder::Sequential => serde_json::json!({ "openings": lines }),
            OpeningOrder::Random => serde_json::json!({ "openings": lines, "order": "random" }),
        }
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<(Board, String)>, DomainError> {
        let remedy = "play fewer, or from more openings";
        match self.order {
            OpeningOrder::Sequential => choose(&self.openings, pairs, seed, self.plies, remedy),
            OpeningOrder::Random => shuffled(&self.openings, pairs, seed, self.plies, remedy),
        }
    }

    /// The 244 four-ply openings are 60 up to symmetry: four of each, and eight of one that two move orders reach.
    fn kinds(&self, starts: &[(Board, String)]) -> Vec<usize> {
        let all: Vec<[u64; 2]> = starts.iter().map(|(board, _)| least(board).0).collect();
        all.iter().map(|copy| all.iter().position(|other| other == copy).unwrap_or(0)).collect()
    }

    fn kind_of(name: &str) -> u64 {
        // Names of starts are lists of moves.
        let board = parse_moves(name).map_or(Board::START, |(board, _)| board);
        let [mover, opponent] = least(&board).0;
        hash(mover, opponent)
    }

    fn game_start(&self) -> Result<(Othello, Board), DomainError> {
        Ok((Othello, Board::START))
    }

    fn set_up(&self, start: &(Board, String)) -> (Othello, Board) {
        (Othello, start.0)
    }

    fn start_name(&self, start: &(Board, String)) -> String {
        start.1.clone()
    }
}

impl Evaluations for OthelloDomain {
    type Evaluation = OthelloEvaluation;

    fn evaluation(&self, name: Option<&str>) -> Result<OthelloEvaluation, DomainError> {
        OthelloEvaluation::named(name.unwrap_or("simple"))
    }

    fn evaluation_identity(&self, name: &str) -> String {
        OthelloEvaluation::identity(name)
    }

    fn unit(&self, engine: &Engine) -> Unit {
        OthelloEvaluation::unit_of(engine)
    }

    fn knowledge(&self, evaluation: &OthelloEvaluation) -> Knowledge {
        evaluation.knowledge()
    }
}

impl Domain for OthelloDomain {
    const CONVENTIONS: Conventions =
        Conventions { solves_with_the_reference: true, ..Conventions::NONE };

    fn othello(&self) -> Option<&dyn OnlyOthello<Othello, (Board, String)>> {
        Some(self)
    }

    #[inline(never)]
    fn search(&self, engine: &Engine, game: Othello) -> Result<AnySearch<Othello>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        match evaluation.patterns() {
            // State per position makes them fast.
            Some(patterns) => {
                make_search(self, engine, game, &evaluation, patterns, Decided(patterns))
            }
            None => make_search(self, engine, game, &evaluation, evaluation, Decided(evaluation)),
        }
    }
}

impl OnlyOthello<Othello, (Board, String)> for OthelloDomain {
    fn strong(
        &self,
        engine: &Engine,
        options: &options::Strong,
    ) -> Result<AnySearch<Othello>, PlayerError> {
        let (evaluation, cuts) = Self::strong_parts(engine)?;
        strong(evaluation, cuts, options)
    }

    fn foreign(
        &self,
        engine: &ForeignEngine,
        (_, moves): &(Board, String),
        margin: Duration,
    ) -> Result<Box<dyn Player<Othello>>, PlayerError> {
        Ok(Box::new(ForeignPlayer::start(engine, opening(moves), margin)?))
    }

    fn on_device(&self) -> Translation<Othello> {
        Translation { board: |&board| board, mv: |mv| mv }
    }

    fn cuts_identity(&self, name: &str) -> String {
        let patterns = OthelloEvaluation::named(name).ok().and_then(|named| named.patterns());
        patterns.map_or_else(String::new, |patterns| othello_cuts::identity(name, patterns))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Openings as _, OthelloDomain};

    #[test]
    fn the_244_openings_are_60_kinds_of_four_or_eight() {
        let domain = OthelloDomain::default();
        let starts = domain.starts(None, 0).unwrap();
        let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
        domain.kinds(&starts).into_iter().for_each(|kind| *sizes.entry(kind).or_default() += 1);
        assert_eq!((starts.len(), sizes.len()), (244, 60));
        assert!(sizes.values().all(|&size| size == 4 || size == 8), "{sizes:?}");
    }
}
