//! Games and positions from their text.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::othello::{
    Board, Colour, Move, Othello, parse_bitboards, parse_board, play_moves,
};
use plyscope_core::{Game, Side, perft};
use plyscope_engine::small::{self, SmallGame as _};
use plyscope_engine::typed::TypedTree;
use plyscope_engine::{GameKind, TreeParameters, children, play_line, with_small};

use crate::any::{self, AnyEvaluation, AnyGame, AnyPosition};
use crate::message::{Place, Seen};

/// The name of typed trees.
const TYPED: &str = "tree";

/// A game with a position.
pub(crate) enum Problem {
    /// With the side to move.
    Othello(Board, Colour),
    /// Of another game, with the tree if that was typed.
    Other(AnyGame, AnyPosition, AnyEvaluation, Option<TypedTree>),
}

/// A problem with the moves that led to it.
pub(crate) struct Posed {
    pub(crate) problem: Problem,
    line: Vec<String>,
}

fn othello(from: &str, moves: &str) -> Result<Posed, String> {
    let start = match from.trim() {
        "" => Ok((Board::START, Colour::Black)),
        // The mover of two bitboards has no colour; the desktop calls it Black, too.
        text if text.contains('/') => parse_bitboards(text).map(|board| (board, Colour::Black)),
        text => parse_board(text),
    };
    let mut line = Vec::new();
    let played = start
        .and_then(|(board, mover)| play_moves(board, mover, moves, |mv| line.push(mv.to_string())));
    let (board, mover) = played.map_err(|error| error.to_string())?;
    Ok(Posed { problem: Problem::Othello(board, mover), line })
}

fn other(
    game: AnyGame,
    start: AnyPosition,
    evaluation: AnyEvaluation,
    line: Vec<String>,
    tree: Option<TypedTree>,
) -> Result<Posed, String> {
    let position = play_line(&game, start, any::name, &line)?;
    Ok(Posed { problem: Problem::Other(game, position, evaluation, tree), line })
}

impl Posed {
    /// Reads a place.
    pub(crate) fn at(place: &Place<'_>) -> Result<Self, String> {
        let Place { game, from, moves } = *place;
        let (name, options) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
        let numbers = || moves.split_whitespace().map(str::to_string).collect::<Vec<String>>();
        if name == TYPED {
            let tree = TypedTree::parse(from).map_err(|error| format!("tree: {error}"))?;
            let (game, root) = tree.game();
            let evaluation = AnyEvaluation::Typed(game.clone());
            return other(
                AnyGame::Typed(game),
                AnyPosition::Typed(root),
                evaluation,
                numbers(),
                Some(tree),
            );
        }
        let kind: GameKind = name.parse()?;
        if kind != GameKind::RandomTree && !options.is_empty() {
            return Err(format!("{name} has no options: omit {options:?}"));
        }
        if kind != GameKind::Othello && !from.is_empty() {
            return Err(format!("{name} starts from its own start: give moves instead"));
        }
        let ((game, start, evaluation), line) = match kind {
            GameKind::Othello => return othello(from, moves),
            GameKind::Small(kind) => (kind.start(), with_small!(kind, Game => Game::line(moves))),
            GameKind::RandomTree => {
                let (parameters, seed) = TreeParameters::read(options)?;
                (small::random_tree(&parameters, seed), numbers())
            }
        };
        let (start, evaluation) = (AnyPosition::Small(start), AnyEvaluation::Small(evaluation));
        other(AnyGame::Small(game), start, evaluation, line, None)
    }

    /// The position as a page shows it.
    pub(crate) fn seen(self) -> Seen {
        match &self.problem {
            Problem::Othello(board, mover) => {
                let is_second = *mover == Colour::White;
                let Board { mover, opponent } = *board;
                let [black, white] = if is_second { [opponent, mover] } else { [mover, opponent] };
                let owner = |square: u32| match (black >> square & 1, white >> square & 1) {
                    (1, _) => 'X',
                    (_, 1) => 'O',
                    _ => '-',
                };
                let squares = (8, (0..64).map(owner).collect());
                let name = |mv: Move| mv.to_string();
                seen(GameKind::Othello.name(), &Othello, board, name, squares, is_second, self.line)
            }
            Problem::Other(game, at, _, tree) => {
                let (name, board, is_second) = match (game, at) {
                    (AnyGame::Small(game), AnyPosition::Small(at)) => {
                        (game.kind().name(), game.squares(at), game.second_moves(at))
                    }
                    _ => (TYPED, (0, String::new()), game.mover(at) == Side::Min),
                };
                let seen = seen(name, game, at, any::name, board, is_second, self.line);
                Seen { tree: tree.as_ref().map(|tree| tree.root.clone()), ..seen }
            }
        }
    }

    /// Counts leaves.
    pub(crate) fn leaves(&self, depth: u32) -> u64 {
        match &self.problem {
            Problem::Othello(board, _) => perft(&Othello, board, depth),
            Problem::Other(game, position, ..) => perft(game, position, depth),
        }
    }
}

fn seen<G: Game>(
    name: &'static str,
    game: &G,
    position: &G::Position,
    move_name: impl Fn(G::Move) -> String,
    (columns, squares): (u8, String),
    is_second: bool,
    line: Vec<String>,
) -> Seen {
    let moves = children(game, position).map(|(mv, _)| move_name(mv)).collect();
    let outcome = game.outcome(position).map(|outcome| outcome.score());
    let side = u8::from(is_second);
    Seen { game: name, side, columns, squares, moves, outcome, line, tree: None }
}
