//! Games and positions from their text.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::othello::{
    Board, Colour, Move, Othello, parse_bitboards, parse_board, play_moves,
};
use plyscope_core::{Game, Side, perft};
use plyscope_engine::listed::{ListNode, ListTree};
use plyscope_engine::small::{self, AnyGame, SmallGame as _};
use plyscope_engine::typed::TypedTree;
use plyscope_engine::{GameKind, TreeParameters, children, play_line, with_small};

use crate::message::{Place, Seen};

/// The name of typed trees.
const TYPED: &str = "tree";

/// A child's name: its number, from 1.
pub(crate) fn child(number: usize) -> String {
    (number + 1).to_string()
}

/// A game with a position.
pub(crate) enum Problem {
    /// With the side to move.
    Othello(Board, Colour),
    /// Of another game.
    Small(small::Posed),
    /// In a typed tree.
    Typed(TypedTree, ListTree, ListNode),
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

impl Posed {
    /// Reads a place.
    pub(crate) fn at(place: &Place<'_>) -> Result<Self, String> {
        let Place { game, from, moves } = *place;
        let (name, options) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
        let numbers = || moves.split_whitespace().map(str::to_string).collect::<Vec<String>>();
        if name == TYPED {
            let tree = TypedTree::parse(from).map_err(|error| format!("tree: {error}"))?;
            let ((game, root), line) = (tree.game(), numbers());
            let position = play_line(&game, root, child, &line)?;
            return Ok(Self { problem: Problem::Typed(tree, game, position), line });
        }
        let kind: GameKind = name.parse()?;
        if kind != GameKind::RandomTree && !options.is_empty() {
            return Err(format!("{name} has no options: omit {options:?}"));
        }
        if kind != GameKind::Othello && !from.is_empty() {
            return Err(format!("{name} starts from its own start: give moves instead"));
        }
        let (start, line) = match kind {
            GameKind::Othello => return othello(from, moves),
            GameKind::Small(kind) => (kind.start(), with_small!(kind, Game => Game::line(moves))),
            GameKind::RandomTree => {
                let (parameters, seed) = TreeParameters::read(options)?;
                (small::random_tree(&parameters, seed), numbers())
            }
        };
        Ok(Self { problem: Problem::Small(small::after(start, &line)?), line })
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
            Problem::Small((game, at, _)) => {
                let (squares, is_second) = (game.squares(at), game.second_moves(at));
                let name = game.kind().name();
                seen(name, game, at, AnyGame::move_name, squares, is_second, self.line)
            }
            Problem::Typed(tree, game, at) => {
                let (board, is_second) = ((0, String::new()), game.mover(at) == Side::Min);
                let seen = seen(TYPED, game, at, child, board, is_second, self.line);
                Seen { tree: Some(tree.root.clone()), ..seen }
            }
        }
    }

    /// Counts leaves.
    pub(crate) fn leaves(&self, depth: u32) -> u64 {
        match &self.problem {
            Problem::Othello(board, _) => perft(&Othello, board, depth),
            Problem::Small((game, position, _)) => perft(game, position, depth),
            Problem::Typed(_, game, position) => perft(game, position, depth),
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
