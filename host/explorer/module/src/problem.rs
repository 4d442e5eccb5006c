//! Games and positions from their text.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, Colour, Move, Othello, Simple, parse_bitboards, parse_board};
use plyscope_core::random_tree::{
    Branching, Correlation, EdgeCosts, Generation, NoisyEdgeCostSum, RandomTree,
};
use plyscope_core::{Evaluator, Game, Side, perft, static_value};

use crate::any::{AnyEvaluation, AnyGame, AnyPosition, name};
use crate::message::{Place, Seen, Squares};
use crate::options::Options;

/// A game with a position.
pub(crate) enum Problem {
    /// With the side to move.
    Othello(Board, Colour),
    /// Of another game.
    Any(AnyGame, AnyPosition, AnyEvaluation),
}

/// A problem with the moves that led to it.
pub(crate) struct Posed {
    pub(crate) problem: Problem,
    line: Vec<String>,
}

/// The problem after some moves, each of which must be one of the position's, by its name.
fn played<'m>(
    game: AnyGame,
    mut position: AnyPosition,
    evaluation: AnyEvaluation,
    moves: impl Iterator<Item = &'m str>,
) -> Result<Posed, String> {
    let mut line = Vec::new();
    for mv in moves {
        let mut children = game.moves(&position);
        let mut legal = Vec::new();
        position = loop {
            let Some((candidate, child)) = game.next_child(&position, &mut children) else {
                let known = match legal.as_slice() {
                    [] => "the game is over".to_string(),
                    some => some.join(", "),
                };
                let number = line.len() + 1;
                return Err(format!("move {number}, {mv:?}, is not legal there: {known}"));
            };
            let named = name(candidate);
            if named == mv {
                break child;
            }
            legal.push(named);
        };
        line.push(mv.to_string());
    }
    Ok(Posed { problem: Problem::Any(game, position, evaluation), line })
}

/// Text in pieces of this many characters, without its blanks.
fn pieces(text: &str, length: usize) -> Vec<String> {
    let squares: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    squares.chunks(length).map(|piece| piece.iter().collect()).collect()
}

fn othello(from: &str, moves: &str) -> Result<Posed, String> {
    let (mut board, mut mover) = match from.trim() {
        "" => (Board::START, Colour::Black),
        // The mover of two bitboards has no colour; the desktop calls it Black, too.
        text if text.contains('/') => {
            (parse_bitboards(text).map_err(|error| error.to_string())?, Colour::Black)
        }
        text => parse_board(text).map_err(|error| error.to_string())?,
    };
    let mut line = Vec::new();
    let mut rest = moves.trim();
    while !rest.is_empty() {
        let length =
            if rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) { 4 } else { 2 };
        let place = line.len() + 1;
        let wrong = || format!("move {place} is not a move: write a square (a1 to h8) or pass");
        let (name, behind) = rest.split_at_checked(length).ok_or_else(wrong)?;
        rest = behind.trim_start();
        let mv: Move = name.parse().map_err(|_| wrong())?;
        // Some lists omit passes.
        if mv != Move::PASS && board.must_pass() {
            board = board.passed();
            mover = mover.other();
            line.push(Move::PASS.to_string());
        }
        if !Othello.is_legal(&board, mv) {
            return Err(format!("move {place}, {mv}, is illegal there"));
        }
        board = Othello.play(&board, mv);
        mover = mover.other();
        line.push(mv.to_string());
    }
    Ok(Posed { problem: Problem::Othello(board, mover), line })
}

fn connect_four(moves: &str) -> Result<Posed, String> {
    let columns = pieces(moves, 1);
    let start = AnyPosition::ConnectFour(Discs::START);
    let (game, evaluation) =
        (AnyGame::ConnectFour(ConnectFour), AnyEvaluation::ConnectFour(OpenLines));
    played(game, start, evaluation, columns.iter().map(String::as_str))
}

fn hexapawn(moves: &str) -> Result<Posed, String> {
    let squares = pieces(moves, 4);
    let start = AnyPosition::Hexapawn(Hexapawn::<3, 3>::start());
    let (game, evaluation) = (AnyGame::Hexapawn(Hexapawn), AnyEvaluation::Hexapawn(PawnCount));
    played(game, start, evaluation, squares.iter().map(String::as_str))
}

/// Reads `uniform:5`, `random:5` (1 to 5) or `leafy:5` (0 to 5).
fn branching(text: &str) -> Result<Branching, String> {
    let usage =
        || format!("branching={text}: write uniform:B, random:B or leafy:B, such as uniform:5");
    let (kind, number) = text.split_once(':').ok_or_else(usage)?;
    let number = number.parse().map_err(|_| usage())?;
    let branching = match kind {
        "uniform" => Branching::uniform(number),
        "random" => Branching::random(number),
        "leafy" => Branching::random_with_leaves(number),
        _ => return Err(usage()),
    };
    branching.map_err(|error| format!("branching={text}: {error}"))
}

fn random_tree(options: &str, moves: &str) -> Result<Posed, String> {
    let mut options = Options::of(options)?;
    let mut numbers = branching(options.take("branching").unwrap_or("uniform:3"))?;
    if let Some(root) = options.number("root-branching")? {
        numbers =
            numbers.with_root(root).map_err(|error| format!("root-branching={root}: {error}"))?;
    }
    let costs = [
        ("korf", EdgeCosts::Korf),
        ("zhang", EdgeCosts::Zhang),
        ("zhang16", EdgeCosts::Zhang16),
        ("wide", EdgeCosts::Wide),
    ];
    let costs = options.named("edge-costs", &costs)?.unwrap_or_default();
    let methods = [
        ("breadth-first", Generation::BreadthFirst),
        ("reseed-parent", Generation::ReseedParent),
        ("reseed-node", Generation::ReseedNode),
        ("hash", Generation::Hash),
    ];
    let method = options.named("generation", &methods)?.unwrap_or_default();
    let depth = options.number("game-depth")?.unwrap_or(RandomTree::GAME_DEPTH);
    if !(1..=RandomTree::DEEPEST).contains(&depth) {
        return Err(format!("game-depth={depth}: write 1 to {}", RandomTree::DEEPEST));
    }
    let noise = options.number("noise")?.unwrap_or(0);
    if noise > NoisyEdgeCostSum::MOST {
        return Err(format!("noise={noise}: write a number up to {}", NoisyEdgeCostSum::MOST));
    }
    let text = options.take("correlation").unwrap_or("0");
    let correlation = Correlation::read(text).ok_or_else(|| {
        format!("correlation={text}: write a number from 0 to 1 with at most three decimals")
    })?;
    let seed = options.number("seed")?.unwrap_or(1);
    options.finish("random-tree")?;
    let tree = RandomTree::new(seed, numbers)
        .with_edge_costs(costs)
        .with_generation(method)
        .with_game_depth(depth)
        .with_correlation(correlation);
    let root = AnyPosition::RandomTree(tree.root());
    let evaluation = AnyEvaluation::RandomTree(NoisyEdgeCostSum::new(noise));
    played(AnyGame::RandomTree(tree), root, evaluation, moves.split_whitespace())
}

impl Posed {
    /// Reads a place.
    pub(crate) fn at(place: &Place<'_>) -> Result<Self, String> {
        let Place { game, from, moves } = *place;
        let (name, options) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
        if name != "random-tree" && !options.is_empty() {
            return Err(format!("{name} has no options: omit {options:?}"));
        }
        if name != "othello" && !from.is_empty() {
            return Err(format!("{name} starts from its own start: give moves instead"));
        }
        match name {
            "othello" => othello(from, moves),
            "connect-four" => connect_four(moves),
            "hexapawn" => hexapawn(moves),
            "random-tree" => random_tree(options, moves),
            _ => Err(format!(
                "{name:?} is no game here: write othello, connect-four, hexapawn or random-tree"
            )),
        }
    }

    /// The position as a page shows it.
    pub(crate) fn seen(self) -> Seen {
        let line = self.line;
        let by = |is_second: bool, own: u64, other: u64| {
            if is_second { (other, own) } else { (own, other) }
        };
        match self.problem {
            Problem::Othello(board, mover) => {
                let is_white = mover == Colour::White;
                let (black, white) = by(is_white, board.mover, board.opponent);
                let squares = Squares::Othello(black, white);
                seen(&Othello, &Simple, &board, is_white, squares, |mv| mv.to_string(), line)
            }
            Problem::Any(game, position, evaluation) => {
                let (is_second, squares) = match position {
                    AnyPosition::ConnectFour(discs) => {
                        let is_second = discs.all.count_ones() % 2 == 1;
                        let (first, second) = by(is_second, discs.mover, discs.opponent());
                        (is_second, Squares::ConnectFour(first, second))
                    }
                    AnyPosition::Hexapawn(pawns) => {
                        (pawns.mover == Side::Max, Squares::Hexapawn(pawns.white, pawns.black))
                    }
                    AnyPosition::RandomTree(node) => {
                        (game.mover(&position) == Side::Min, Squares::Tree(node.depth()))
                    }
                };
                seen(&game, &evaluation, &position, is_second, squares, name, line)
            }
        }
    }

    /// Counts leaves.
    pub(crate) fn leaves(&self, depth: u32) -> u64 {
        match &self.problem {
            Problem::Othello(board, _) => perft(&Othello, board, depth),
            Problem::Any(game, position, _) => perft(game, position, depth),
        }
    }
}

fn seen<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    is_second: bool,
    squares: Squares,
    name: impl Fn(G::Move) -> String,
    line: Vec<String>,
) -> Seen {
    let mut children = game.moves(position);
    let next = || game.next_child(position, &mut children);
    let moves = core::iter::from_fn(next).map(|(mv, _)| name(mv)).collect();
    let outcome = game.outcome(position).map(|outcome| outcome.score());
    let value = static_value(game, evaluator, position).get();
    let side = u8::from(is_second);
    Seen { side, squares, moves, outcome, line, value }
}
