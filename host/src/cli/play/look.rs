//! How games look: boards, names of players, values in words.

use std::time::Duration;

use plyscope_core::hexapawn::{Hexapawn, PawnMove, Pawns};
use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};
use plyscope_core::random_tree::{Child, Node, RandomTree};
use plyscope_core::{Bound, Evaluator as _, Game, Outcome, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::domain::{
    Domain, HexapawnDomain, OthelloDomain, OthelloEvaluation, RandomTreeDomain, Rules,
};
use crate::engine::{Engine, ForeignEngine};
use crate::foreign::ForeignPlayer;
use crate::game::children;
use crate::game_files::ggf::GgfGame;
use crate::player::{self, PlayerError};

use super::super::output::board_text;
use super::super::thoughts::othello_value;
use super::super::verdict::{decided, othello_text};
use super::session::Session;
use super::store::{othello_from_ggf, othello_ggf};

/// A position of a game.
pub(super) type Position<D> = <<D as Rules>::Game as Game>::Position;
/// A move of a game.
pub(super) type MoveOf<D> = <<D as Rules>::Game as Game>::Move;

/// Number of a player: the one named first moves first from the game's own start.
pub(super) type Player = usize;

/// A board as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct View<M> {
    /// Names of the columns, from the left.
    pub(super) columns: Vec<String>,
    /// Names of the rows, from the top.
    pub(super) rows: Vec<String>,
    /// The squares, row by row from the top.
    pub(super) cells: Vec<Cell<M>>,
}

/// A square.
#[derive(Clone, Debug)]
pub(super) struct Cell<M> {
    /// Whose piece stands there.
    pub(super) piece: Option<Player>,
    /// What else stands there.
    pub(super) text: String,
    /// The legal moves from or to it.
    pub(super) moves: Vec<M>,
    /// Whether the last move was to it.
    pub(super) is_last: bool,
}

/// A game that can be shown and played by people.
pub(super) trait Look:
    Domain<Game: Game<Position: Send, Move: Send + Eq + std::fmt::Debug> + Send>
{
    /// What a game begins from, as it is saved.
    type Setup: Clone + PartialEq + Send + Serialize + DeserializeOwned;

    /// The players' names. The first moves first from the game's own start.
    const PLAYERS: [&'static str; 2];
    /// The players' pieces.
    const PIECES: [char; 2];
    /// The unit of [`Self::number`].
    const UNIT: &'static str;
    /// Values of the graph's ends, at most.
    const MOST: f64;

    /// The start, and who is to move there.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn begin(&self, setup: &Self::Setup) -> Result<(Self::Game, Position<Self>, Player), String>;

    /// The setup that a person writes.
    ///
    /// # Errors
    /// What to write instead.
    fn read_setup(&self, text: &str) -> Result<Self::Setup, String>;

    /// The setup of a position.
    fn setup_of(&self, position: &Position<Self>, to_move: Player) -> Option<Self::Setup>;

    /// The setup with these pieces on the squares of the [view](Self::view).
    ///
    /// # Errors
    /// Why that is no position to play from.
    fn setup_from(
        &self,
        pieces: &[Option<Player>],
        to_move: Player,
    ) -> Result<Self::Setup, String> {
        let _ = (pieces, to_move);
        Err(format!("games of {} begin from their own start", Self::NAME))
    }

    /// The board.
    fn view(
        &self,
        game: &Self::Game,
        position: &Position<Self>,
        to_move: Player,
        last: Option<MoveOf<Self>>,
    ) -> View<MoveOf<Self>>;

    /// The state of the game in a few words: discs, for instance.
    fn standing(&self, game: &Self::Game, position: &Position<Self>, to_move: Player) -> String;

    /// The pass, if that is the only move.
    fn forced_pass(&self, game: &Self::Game, position: &Position<Self>) -> Option<MoveOf<Self>> {
        let _ = (game, position);
        None
    }

    /// The result in words.
    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let winner = if outcome.score() > 0 { to_move } else { 1 - to_move };
        match outcome.score().unsigned_abs() {
            0 => "a draw".to_owned(),
            _ => format!("{} wins", Self::PLAYERS[winner]),
        }
    }

    /// Why a text is not a move.
    fn why_not(&self, game: &Self::Game, position: &Position<Self>, text: &str) -> String {
        match self.parse_move(game, position, text) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    /// A value of this engine in words, for the side to move.
    fn words(&self, engine: &Engine, value: Value, bound: Bound, proven: bool) -> String {
        let _ = engine;
        match (
            proven && bound == Bound::Exact,
            value.outcome().map(|outcome| outcome.score().signum()),
        ) {
            (true, Some(1)) => "won".to_owned(),
            (true, Some(-1)) => "lost".to_owned(),
            (true, Some(_)) => "drawn".to_owned(),
            _ => value.to_string(),
        }
    }

    /// A value of this engine as a number of [`Self::UNIT`], for the side to move.
    fn number(&self, engine: &Engine, value: Value) -> Option<f64>;

    /// The player of an engine of others in a game from this setup.
    ///
    /// # Errors
    /// Unless the game is Othello, or if the process does not start.
    fn foreigner(
        &self,
        setup: &Self::Setup,
        engine: &ForeignEngine,
        margin: Duration,
    ) -> Result<Box<dyn player::Player<Self::Game>>, PlayerError> {
        let _ = (setup, engine, margin);
        Err(PlayerError::Unsupported(format!(
            "{}: engines of others play othello only",
            Self::NAME
        )))
    }

    /// The game in GGF.
    ///
    /// # Errors
    /// Unless it is Othello.
    fn ggf(session: &Session<Self>) -> Result<String, String> {
        let _ = session;
        Err(format!("GGF is a format of Othello: save {} under another name", Self::NAME))
    }

    /// The game of a text in GGF.
    ///
    /// # Errors
    /// Unless it is Othello, or what is wrong with the text.
    fn from_ggf(domain: &Self, text: &str) -> Result<Session<Self>, String> {
        let _ = (domain, text);
        Err(format!("GGF is a format of Othello, not of {}", Self::NAME))
    }
}

impl Look for OthelloDomain {
    /// The position as in `--position`.
    type Setup = String;

    const PLAYERS: [&'static str; 2] = ["Black", "White"];
    const PIECES: [char; 2] = ['X', 'O'];
    const UNIT: &'static str = "discs";
    const MOST: f64 = 64.0;

    fn begin(&self, setup: &String) -> Result<(Othello, Board, Player), String> {
        let (board, colour) = parse_board(setup).map_err(|error| error.to_string())?;
        Ok((Othello, board, usize::from(colour == Colour::White)))
    }

    fn read_setup(&self, text: &str) -> Result<String, String> {
        let text = match text.trim() {
            "" | "start" => return Ok(board_text(Board::START, Colour::Black)),
            text => text,
        };
        let (board, colour) = parse_board(text).map_err(|error| error.to_string())?;
        if board.is_over() {
            return Err("the game is over there: neither side has a move".to_owned());
        }
        Ok(board_text(board, colour))
    }

    fn setup_of(&self, board: &Board, to_move: Player) -> Option<String> {
        Some(board_text(*board, colour(to_move)))
    }

    fn setup_from(&self, pieces: &[Option<Player>], to_move: Player) -> Result<String, String> {
        let sign = |piece: &Option<Player>| piece.map_or('-', |player| Self::PIECES[player]);
        let squares: String = pieces.iter().map(sign).collect();
        self.read_setup(&format!("{squares} {}", Self::PIECES[to_move]))
    }

    fn view(&self, _: &Othello, board: &Board, to_move: Player, last: Option<Move>) -> View<Move> {
        let legal = board.moves();
        let cell = |square: u32| {
            let is = |discs: u64| discs >> square & 1 == 1;
            let mv = Move::to(square as u8).filter(|_| is(legal));
            Cell {
                piece: match (is(board.mover), is(board.opponent)) {
                    (true, _) => Some(to_move),
                    (_, true) => Some(1 - to_move),
                    _ => None,
                },
                text: String::new(),
                moves: mv.into_iter().collect(),
                is_last: last.and_then(Move::square).is_some_and(|last| u32::from(last) == square),
            }
        };
        View {
            columns: ('a'..='h').map(String::from).collect(),
            rows: ('1'..='8').map(String::from).collect(),
            cells: (0..64).map(cell).collect(),
        }
    }

    fn standing(&self, _: &Othello, board: &Board, to_move: Player) -> String {
        let discs = [board.mover.count_ones(), board.opponent.count_ones()];
        format!(
            "Black {}, White {}, empty {}",
            discs[to_move],
            discs[1 - to_move],
            board.empties().count_ones()
        )
    }

    fn forced_pass(&self, _: &Othello, board: &Board) -> Option<Move> {
        board.must_pass().then_some(Move::PASS)
    }

    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let winner = if outcome.score() > 0 { to_move } else { 1 - to_move };
        match outcome.score().unsigned_abs() {
            0 => "a draw".to_owned(),
            score => format!("{} wins by {score}", Self::PLAYERS[winner]),
        }
    }

    fn why_not(&self, game: &Othello, board: &Board, text: &str) -> String {
        let list = || {
            let legal: Vec<String> = children(game, board).map(|(mv, _)| mv.to_string()).collect();
            legal.join(" ")
        };
        match text.trim().parse::<Move>() {
            _ if board.is_over() => "the game is over".to_owned(),
            Err(_) => format!("{text:?} is neither a move nor a command; moves: {}", list()),
            Ok(Move::PASS) => format!("you may not pass while you have a move: {}", list()),
            Ok(_) if board.must_pass() => "you have no move: pass".to_owned(),
            Ok(mv) => {
                let square = mv.square().unwrap_or_default();
                let occupied = board.empties() >> square & 1 == 0;
                let why = if occupied { "is occupied" } else { "flips nothing" };
                format!("{mv} {why}; moves: {}", list())
            }
        }
    }

    fn words(&self, engine: &Engine, value: Value, bound: Bound, proven: bool) -> String {
        let Some(evaluation) = evaluation(engine) else { return value.to_string() };
        let score = match value {
            Value::ZERO => Some(0),
            value if evaluation.counts_discs() => Some(value.get()),
            value => decided(value, &evaluation),
        };
        othello_value(value, bound, proven, score, |value| {
            othello_text(value, evaluation.discs(value))
        })
    }

    fn number(&self, engine: &Engine, value: Value) -> Option<f64> {
        match value {
            Value::MAX => Some(Self::MOST),
            Value::MIN => Some(-Self::MOST),
            value => evaluation(engine)?.discs(value),
        }
    }

    fn foreigner(
        &self,
        setup: &String,
        engine: &ForeignEngine,
        margin: Duration,
    ) -> Result<Box<dyn player::Player<Othello>>, PlayerError> {
        let (_, start, first) = self.begin(setup).map_err(PlayerError::Unsupported)?;
        let game = GgfGame::new(start, colour(first));
        Ok(Box::new(ForeignPlayer::start(engine, game, margin)?))
    }

    fn ggf(session: &Session<Self>) -> Result<String, String> {
        othello_ggf(session)
    }

    fn from_ggf(domain: &Self, text: &str) -> Result<Session<Self>, String> {
        othello_from_ggf(domain, text)
    }
}

pub(super) const fn colour(player: Player) -> Colour {
    if player == 0 { Colour::Black } else { Colour::White }
}

/// The evaluation in whose unit the engine's values are.
fn evaluation(engine: &Engine) -> Option<OthelloEvaluation> {
    OthelloEvaluation::of(engine).ok().map(|evaluation| evaluation.as_reported(engine))
}

impl Look for HexapawnDomain {
    type Setup = ();

    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    const PIECES: [char; 2] = ['O', 'X'];
    const UNIT: &'static str = "value";
    const MOST: f64 = 4.0;

    fn begin(&self, (): &()) -> Result<(Self::Game, Pawns, Player), String> {
        Ok((Hexapawn, Hexapawn::<3, 3>::start(), 0))
    }

    fn read_setup(&self, text: &str) -> Result<(), String> {
        match text.trim() {
            "" | "start" => Ok(()),
            _ => Err("games of hexapawn begin from the start".to_owned()),
        }
    }

    fn setup_of(&self, _: &Pawns, _: Player) -> Option<()> {
        None
    }

    fn view(
        &self,
        game: &Self::Game,
        pawns: &Pawns,
        _: Player,
        last: Option<PawnMove>,
    ) -> View<PawnMove> {
        let legal: Vec<PawnMove> = children(game, pawns).map(|(mv, _)| mv).collect();
        let cell = |square: u8| Cell {
            piece: match (pawns.white >> square & 1, pawns.black >> square & 1) {
                (1, _) => Some(0),
                (_, 1) => Some(1),
                _ => None,
            },
            text: String::new(),
            moves: legal
                .iter()
                .copied()
                .filter(|mv| mv.from == square || mv.to == square)
                .collect(),
            is_last: last.is_some_and(|mv| mv.to == square),
        };
        // Rows are numbered from Black's side, below.
        let squares =
            [2u8, 1, 0].into_iter().flat_map(|row| (0..3).map(move |column| 3 * row + column));
        View {
            columns: ["a", "b", "c"].map(str::to_owned).to_vec(),
            rows: ["3", "2", "1"].map(str::to_owned).to_vec(),
            cells: squares.map(cell).collect(),
        }
    }

    fn standing(&self, _: &Self::Game, pawns: &Pawns, _: Player) -> String {
        format!("White {}, Black {}", pawns.white.count_ones(), pawns.black.count_ones())
    }

    fn number(&self, _: &Engine, value: Value) -> Option<f64> {
        plain(value, Self::MOST)
    }
}

/// A random tree as it is saved.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seed {
    seed: u32,
}

impl Look for RandomTreeDomain {
    type Setup = Seed;

    const PLAYERS: [&'static str; 2] = ["MAX", "MIN"];
    const PIECES: [char; 2] = ['^', 'v'];
    const UNIT: &'static str = "value";
    const MOST: f64 = 1e9;

    fn begin(&self, setup: &Seed) -> Result<(RandomTree, Node, Player), String> {
        let tree = self.parameters.tree(setup.seed);
        let root = tree.root();
        Ok((tree, root, 0))
    }

    fn read_setup(&self, text: &str) -> Result<Seed, String> {
        let text = text.trim();
        let seed = if text.is_empty() { Ok(1) } else { text.parse() };
        seed.map(|seed| Seed { seed }).map_err(|_| format!("{text:?}: write a seed, such as 17"))
    }

    fn setup_of(&self, _: &Node, _: Player) -> Option<Seed> {
        None
    }

    /// A square for each child, with its number.
    fn view(&self, tree: &RandomTree, node: &Node, _: Player, _: Option<Child>) -> View<Child> {
        const COLUMNS: usize = 10;
        let moves: Vec<Child> = children(tree, node).map(|(mv, _)| mv).collect();
        let columns = moves.len().clamp(1, COLUMNS);
        let rows = moves.len().div_ceil(columns);
        let cell = |number: usize| {
            let mv = moves.get(number).copied();
            Cell {
                piece: None,
                text: mv.map_or_else(String::new, |mv| self.move_name(mv)),
                moves: mv.into_iter().collect(),
                is_last: false,
            }
        };
        View {
            columns: vec![String::new(); columns],
            rows: vec![String::new(); rows],
            cells: (0..columns * rows).map(cell).collect(),
        }
    }

    fn standing(&self, _: &RandomTree, node: &Node, to_move: Player) -> String {
        use crate::domain::Evaluations as _;
        let value = self.evaluation(None).map_or(Value::ZERO, |sum| sum.evaluate(node, &()));
        let for_max = if to_move == 0 { value } else { -value };
        format!(
            "depth {} of {}, static value {for_max} for MAX",
            node.depth(),
            self.parameters.game_depth
        )
    }

    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let score = if to_move == 0 { outcome.score() } else { -outcome.score() };
        format!("MAX gets {score}")
    }

    fn number(&self, _: &Engine, value: Value) -> Option<f64> {
        plain(value, Self::MOST)
    }
}

/// A value in its own unit, or the `most` for a finished game that is won.
fn plain(value: Value, most: f64) -> Option<f64> {
    match value {
        value if !value.is_finite() => None,
        value => match value.outcome().map(|outcome| outcome.score().signum()) {
            Some(sign) if sign != 0 => Some(f64::from(sign) * most),
            _ => Some(f64::from(value.get()).clamp(-most, most)),
        },
    }
}
