//! A game that plyscope does not know: as text.

use plyscope_core::{Game as _, Outcome};
use serde_json::Value;

use super::small::Line;
use super::{Look, MoveOf, Player, Position, View};
use crate::domain::{
    Conventions, Domain, DomainError, Evaluations, OnlyOthello, Openings, Rules, Scoring,
};
use crate::engine::{Engine, GameKind, Knowledge, MoveError, play_line};
use crate::game::children;
use crate::judged::Unit;
use crate::player::{AnySearch, PlayerError};

/// A domain as people play it. Everything but its looks is the domain's.
#[derive(Clone)]
pub(crate) struct OwnGame<D>(pub(crate) D);

impl<D: Domain> OwnGame<D> {
    /// The position after a line of moves from the start, separated by blanks or commas, and the side to move there: 0 for the one that
    /// moves first.
    ///
    /// # Errors
    /// The illegal move, and the legal ones; or why there is no start.
    pub(crate) fn after(&self, line: &str) -> Result<(D::Game, Position<D>, usize), String> {
        let (game, start) = self.0.game_start().map_err(|error| error.to_string())?;
        let moves: Vec<String> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let position = play_line(&game, start.clone(), |mv| self.0.move_name(mv), &moves)?;
        let side = match D::Game::EXTRA_MOVES {
            true => usize::from(!game.moves_again(&start, &position)),
            false => moves.len() % 2,
        };
        Ok((game, position, side))
    }
}

impl<D: Domain> Rules for OwnGame<D> {
    type Game = D::Game;

    const GAME: Option<GameKind> = D::GAME;
    const NAME: &'static str = D::NAME;
    const SCORING: Scoring = D::SCORING;
    const SIDES: [&'static str; 2] = D::SIDES;

    fn picture(&self, position: &Position<D>) -> String {
        self.0.picture(position)
    }

    fn move_name(&self, mv: MoveOf<D>) -> String {
        self.0.move_name(mv)
    }

    fn recorded_move(&self, mv: MoveOf<D>) -> String {
        self.0.recorded_move(mv)
    }

    fn parse_move(
        &self,
        game: &D::Game,
        position: &Position<D>,
        text: &str,
    ) -> Result<MoveOf<D>, MoveError> {
        self.0.parse_move(game, position, text)
    }

    fn outcome_of_forfeit(&self) -> i32 {
        self.0.outcome_of_forfeit()
    }

    fn most_plies(&self, game: &D::Game, position: &Position<D>) -> u32 {
        self.0.most_plies(game, position)
    }

    fn plies_left(&self, position: &Position<D>) -> Option<u32> {
        self.0.plies_left(position)
    }

    fn symmetry(&self, from: &Position<D>, to: &Position<D>) -> Option<u8> {
        self.0.symmetry(from, to)
    }

    fn mirrored(&self, mv: MoveOf<D>, symmetry: u8) -> MoveOf<D> {
        self.0.mirrored(mv, symmetry)
    }

    fn deepest_search(&self) -> u32 {
        self.0.deepest_search()
    }
}

impl<D: Domain> Openings for OwnGame<D> {
    type Start = D::Start;

    fn configuration(&self) -> Value {
        self.0.configuration()
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<D::Start>, DomainError> {
        self.0.starts(pairs, seed)
    }

    fn game_start(&self) -> Result<(D::Game, Position<D>), DomainError> {
        self.0.game_start()
    }

    fn kinds(&self, starts: &[D::Start]) -> Vec<usize> {
        self.0.kinds(starts)
    }

    fn set_up(&self, start: &D::Start) -> (D::Game, Position<D>) {
        self.0.set_up(start)
    }

    fn kind_of(name: &str) -> u64 {
        D::kind_of(name)
    }

    fn start_name(&self, start: &D::Start) -> String {
        self.0.start_name(start)
    }
}

impl<D: Domain> Evaluations for OwnGame<D> {
    type Evaluation = D::Evaluation;

    fn evaluation(&self, name: Option<&str>) -> Result<D::Evaluation, DomainError> {
        self.0.evaluation(name)
    }

    fn evaluation_identity(&self, name: &str) -> String {
        self.0.evaluation_identity(name)
    }

    fn knowledge(&self, evaluation: &D::Evaluation) -> Knowledge {
        self.0.knowledge(evaluation)
    }

    fn unit(&self, engine: &Engine) -> Unit {
        self.0.unit(engine)
    }
}

impl<D: Domain> Domain for OwnGame<D> {
    const CONVENTIONS: Conventions = D::CONVENTIONS;

    fn othello(&self) -> Option<&dyn OnlyOthello<D::Game, D::Start>> {
        self.0.othello()
    }

    fn search(&self, engine: &Engine, game: D::Game) -> Result<AnySearch<D::Game>, PlayerError> {
        self.0.search(engine, game)
    }
}

impl<D: Domain> Look for OwnGame<D> {
    /// Moves from the start.
    type Setup = Line;

    const PLAYERS: [&'static str; 2] = D::SIDES;
    const PIECES: [char; 2] = [' '; 2];
    const UNIT: &'static str = "value";
    const MOST: f64 = 1e9;

    fn begin(&self, line: &Line) -> Result<(D::Game, Position<D>, Player), String> {
        self.after(&line.0)
    }

    fn read_setup(&self, text: &str) -> Result<Line, String> {
        let line = match text.trim() {
            "start" => "",
            line => line,
        };
        self.after(line).map(|_| Line(line.to_owned()))
    }

    fn setup_of(&self, _: &Position<D>, _: Player) -> Option<Line> {
        None
    }

    /// The squares are the rows of the picture only.
    fn view(
        &self,
        _: &D::Game,
        _: &Position<D>,
        _: Player,
        _: Option<MoveOf<D>>,
    ) -> View<MoveOf<D>> {
        View { columns: Vec::new(), rows: Vec::new(), cells: Vec::new() }
    }

    /// The board, and the moves.
    fn drawing(&self, game: &D::Game, position: &Position<D>) -> Option<String> {
        let mut text = self.0.picture(position);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let moves: Vec<String> =
            children(game, position).map(|(mv, _)| self.move_name(mv)).collect();
        if !game.is_over(position) {
            text += &format!("moves: {}\n", moves.join(" "));
        }
        Some(text)
    }

    fn standing(&self, _: &D::Game, _: &Position<D>, _: Player) -> String {
        String::new()
    }

    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let winner = if outcome.score() > 0 { to_move } else { 1 - to_move };
        match outcome.score().unsigned_abs() {
            0 => "a draw".to_owned(),
            1 => format!("{} wins", D::SIDES[winner]),
            score => format!("{} wins by {score}", D::SIDES[winner]),
        }
    }
}
