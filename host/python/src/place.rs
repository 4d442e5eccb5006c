//! Positions of plyscope's games.

use plyscope_core::othello::{Board, Colour, Othello, parse_bitboards, parse_board, parse_moves};
use plyscope_core::random_tree::{Correlation, EdgeCosts, Generation, NoisyEdgeCostSum};
use plyscope_core::{Game, Side};
use plyscope_engine::small::{SmallGame, SmallKind};
use plyscope_engine::{GameKind, TreeParameters, children, parse_branching, with_small};
use plyscope_players::domain::{
    Openings as _, OthelloDomain, RandomTreeDomain, Rules, SmallDomain,
};
use plyscope_players::game_files::board_text;
use plyscope_players::player::Posed;
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::usage;
use crate::visit::{Known, Objects, Visit};

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GameKind::NAMES.to_vec()
}

/// A position of one of plyscope's games. It does not change: `play` returns another one.
#[pyclass(frozen, module = "plyscope")]
#[derive(Clone, Debug)]
pub(crate) struct Position {
    base: Base,
    /// The moves since.
    line: Vec<String>,
}

/// Where a position's moves begin.
#[derive(Clone, Debug)]
enum Base {
    Othello(Board, Colour),
    RandomTree(TreeParameters, u32),
    Small(SmallKind),
}

/// The position after these moves.
fn play_all<D: Rules>(
    domain: &D,
    game: &D::Game,
    start: <D::Game as Game>::Position,
    line: &[String],
) -> PyResult<<D::Game as Game>::Position> {
    let mut position = start;
    for (number, name) in line.iter().enumerate() {
        let mv = domain
            .parse_move(game, &position, name)
            .map_err(|error| usage(format!("move {}: {error}", number + 1)))?;
        position = game.play(&position, mv);
    }
    Ok(position)
}

impl Position {
    pub(crate) fn visit<V: Visit>(&self, visit: V) -> PyResult<V::Out> {
        match self.base {
            Base::Othello(board, colour) => {
                let domain = OthelloDomain::default();
                let position = play_all(&domain, &Othello, board, &self.line)?;
                let mover = if self.line.len().is_multiple_of(2) { colour } else { colour.other() };
                let text = board_text(&position, mover);
                let posed = Posed { domain: &domain, game: Othello, position, side: mover.name() };
                Ok(visit.visit(posed, Known { text: Some(text), seed: None }))
            }
            Base::RandomTree(parameters, seed) => {
                let domain = RandomTreeDomain { parameters };
                let (game, root) = domain.set_up(&seed);
                let position = play_all(&domain, &game, root, &self.line)?;
                let text = (!self.line.is_empty()).then(|| self.line.join(" "));
                Ok(visit.visit(
                    Posed { domain: &domain, game, position, side: "MAX" },
                    Known { text, seed: Some(seed) },
                ))
            }
            Base::Small(kind) => with_small!(kind, Small => {
                let domain = SmallDomain::<Small>::default();
                let game = Small::default();
                let position = play_all(&domain, &game, Small::START, &self.line)?;
                let is_second = Small::VALUES_FOR_MAX || Small::second_moves(&position);
                let side = Small::SIDES[usize::from(is_second)];
                let text = self.line.concat();
                Ok(visit.visit(Posed { domain: &domain, game, position, side }, Known { text: Some(text), seed: None }))
            }),
        }
    }

    /// What is traced.
    pub(crate) fn traced(&self) -> PyResult<plyscope_trace::Subject> {
        match &self.base {
            &Base::Othello(board, colour) => {
                let position = play_all(&OthelloDomain::default(), &Othello, board, &self.line)?;
                let is_start = (board, colour) == (Board::START, Colour::Black);
                let text = match is_start {
                    true => self.line.concat(),
                    false => format!("({})", self.text()?),
                };
                Ok(plyscope_trace::Subject::othello(position, &text))
            }
            &Base::RandomTree(parameters, seed) if self.line.is_empty() => {
                Ok(plyscope_trace::Subject::random_tree(parameters, seed))
            }
            Base::RandomTree(..) => {
                Err(usage("a random tree is traced from its root: omit the moves"))
            }
            &Base::Small(kind) => {
                plyscope_trace::Subject::small(kind, &self.line.concat()).map_err(usage)
            }
        }
    }
}

/// What `pickle` keeps of a position: the game, where the moves begin, and the moves.
type Kept = (&'static str, String, Vec<String>);

/// A random tree from JSON.
fn tree_of(text: &str) -> PyResult<(TreeParameters, u32)> {
    let (kept, seed): (Value, u32) = serde_json::from_str(text).map_err(usage)?;
    let part = |name: &str| kept.get(name).cloned().unwrap_or(Value::Null);
    let number = |name: &str| match kept.get(name) {
        None => Ok(0),
        Some(number) => u32::deserialize(number).map_err(usage),
    };
    let parameters = TreeParameters {
        branching: serde_json::from_value(part("branching")).map_err(usage)?,
        edge_costs: serde_json::from_value(part("edge_costs")).map_err(usage)?,
        generation: serde_json::from_value(part("generation")).map_err(usage)?,
        game_depth: number("game_depth")?,
        noise: number("noise")?,
        correlation: number("correlation")?,
    };
    Ok((parameters, seed))
}

/// The names of the legal moves.
struct Legal;

impl Visit for Legal {
    type Out = Vec<String>;

    fn visit<D: Objects>(self, at: Posed<'_, D>, _: Known) -> Vec<String> {
        children(&at.game, &at.position).map(|(mv, _)| at.domain.move_name(mv)).collect()
    }
}

/// The outcome for player 0.
struct Score {
    player: u8,
}

impl Visit for Score {
    type Out = Option<i32>;

    fn visit<D: Objects>(self, at: Posed<'_, D>, _: Known) -> Option<i32> {
        let score = at.game.outcome(&at.position)?.score();
        Some(if self.player == 0 { score } else { -score })
    }
}

/// The position as text.
struct Text;

impl Visit for Text {
    type Out = Option<String>;

    fn visit<D: Objects>(self, _: Posed<'_, D>, known: Known) -> Option<String> {
        known.text
    }
}

/// The side to move, where sides are fixed.
struct Mover;

impl Visit for Mover {
    type Out = Side;

    fn visit<D: Objects>(self, at: Posed<'_, D>, _: Known) -> Side {
        at.game.mover(&at.position)
    }
}

#[pymethods]
impl Position {
    /// A position of Othello or of a small game.
    #[staticmethod]
    #[pyo3(signature = (game, moves, position=None))]
    fn of_game(game: &str, moves: &str, position: Option<&str>) -> PyResult<Self> {
        let kind: GameKind = game.parse().map_err(usage)?;
        let at = match (kind, position) {
            (GameKind::Othello, Some(text)) => {
                let read = if text.contains('/') {
                    parse_bitboards(text).map(|board| (board, Colour::Black))
                } else {
                    parse_board(text)
                };
                let (board, colour) = read.map_err(|error| usage(format!("position: {error}")))?;
                Self { base: Base::Othello(board, colour), line: Vec::new() }
            }
            (GameKind::Othello, None) if moves.is_empty() => {
                Self { base: Base::Othello(Board::START, Colour::Black), line: Vec::new() }
            }
            (GameKind::Othello, None) => {
                let (board, colour) =
                    parse_moves(moves).map_err(|error| usage(format!("moves: {error}")))?;
                return Ok(Self { base: Base::Othello(board, colour), line: Vec::new() });
            }
            (_, Some(_)) => {
                return Err(usage(format!("{game} has no text of positions: give moves")));
            }
            (GameKind::RandomTree, None) => {
                return Err(usage(
                    "a random tree needs its branching and seed: plyscope.random_tree(…)",
                ));
            }
            (GameKind::Small(small), None) => {
                let line = with_small!(small, Small => Small::line(moves));
                let at = Self { base: Base::Small(small), line };
                at.visit(Legal)?;
                return Ok(at);
            }
        };
        if moves.is_empty() { Ok(at) } else { Err(usage("give moves or a position, not both")) }
    }

    /// A random tree: as on the command line.
    #[staticmethod]
    #[pyo3(signature = (branching, seed, root_branching, edge_costs, generation, game_depth, noise, correlation))]
    #[expect(clippy::too_many_arguments, reason = "one for each dial")]
    fn of_tree(
        branching: &str,
        seed: u32,
        root_branching: Option<u32>,
        edge_costs: &str,
        generation: &str,
        game_depth: u32,
        noise: u32,
        correlation: &str,
    ) -> PyResult<Self> {
        let mut branching =
            parse_branching(branching).map_err(|error| usage(format!("branching: {error}")))?;
        if let Some(children) = root_branching {
            branching = branching
                .with_root(children)
                .map_err(|error| usage(format!("root_branching: {error}")))?;
        }
        let edge_costs = match edge_costs {
            "korf" => EdgeCosts::Korf,
            "zhang" => EdgeCosts::Zhang,
            "zhang16" => EdgeCosts::Zhang16,
            "wide" => EdgeCosts::Wide,
            _ => return Err(usage("edge_costs: write korf, zhang, zhang16 or wide")),
        };
        let generation = match generation {
            "breadth-first" => Generation::BreadthFirst,
            "reseed-parent" => Generation::ReseedParent,
            "reseed-node" => Generation::ReseedNode,
            "hash" => Generation::Hash,
            _ => {
                return Err(usage(
                    "generation: write breadth-first, reseed-parent, reseed-node or hash",
                ));
            }
        };
        if !(1..=255).contains(&game_depth) {
            return Err(usage("game_depth: give 1 to 255 plies"));
        }
        if noise > NoisyEdgeCostSum::MOST {
            return Err(usage(format!("noise: give at most {}", NoisyEdgeCostSum::MOST)));
        }
        let correlation = Correlation::read(correlation).ok_or_else(|| {
            usage("correlation: give a number from 0 to 1 with at most three decimals")
        })?;
        let correlation = correlation.get();
        let parameters =
            TreeParameters { branching, edge_costs, generation, game_depth, noise, correlation };
        Ok(Self { base: Base::RandomTree(parameters, seed), line: Vec::new() })
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        match self.base {
            Base::Othello(..) => GameKind::Othello.name(),
            Base::RandomTree(..) => GameKind::RandomTree.name(),
            Base::Small(kind) => kind.name(),
        }
    }

    /// The position as text: the board and who moves in Othello, else the moves so far.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Ok(self.visit(Text)?.unwrap_or_default())
    }

    /// The player that moves: 0 for the one that moves first in the game, Black in Othello, MAX on random trees.
    fn to_move(&self) -> PyResult<u8> {
        let moves = self.line.len() as u8 & 1;
        Ok(match self.base {
            Base::Othello(_, Colour::Black) | Base::Small(_) => moves,
            Base::Othello(_, Colour::White) => 1 - moves,
            Base::RandomTree(..) => u8::from(self.visit(Mover)? == Side::Min),
        })
    }

    /// The names of the legal moves, in the game's order.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.visit(Legal)
    }

    /// The position after a legal move.
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let legal = self.moves()?;
        let mv: &str = &mv.str()?.to_string();
        if !legal.iter().any(|name| name == mv) {
            return Err(usage(plyscope_engine::MoveError { text: mv.to_owned(), legal }));
        }
        let mut line = self.line.clone();
        line.push(mv.to_owned());
        Ok(Self { base: self.base.clone(), line })
    }

    /// The score of player 0 at the end of the game; `None` before.
    fn outcome(&self) -> PyResult<Option<i32>> {
        self.visit(Score { player: self.to_move()? })
    }

    /// What `pickle` keeps.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Kept)> {
        let own = slf.get();
        let base = match &own.base {
            Base::Othello(board, colour) => board_text(board, *colour),
            Base::RandomTree(parameters, seed) => json!([parameters, seed]).to_string(),
            Base::Small(_) => String::new(),
        };
        let kept = (own.game(), base, own.line.clone());
        Ok((slf.get_type().getattr("restored")?.unbind(), kept))
    }

    /// A position that was pickled.
    #[staticmethod]
    fn restored(game: &str, base: &str, line: Vec<String>) -> PyResult<Self> {
        let base = match game.parse().map_err(usage)? {
            GameKind::Othello => {
                let (board, colour) = parse_board(base).map_err(usage)?;
                Base::Othello(board, colour)
            }
            GameKind::RandomTree => {
                let (parameters, seed) = tree_of(base)?;
                Base::RandomTree(parameters, seed)
            }
            GameKind::Small(small) => Base::Small(small),
        };
        let restored = Self { base, line };
        restored.visit(Legal)?;
        Ok(restored)
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(match self.base {
            Base::RandomTree(_, seed) => {
                format!("<plyscope random-tree, seed {seed}, moves {:?}>", self.line.join(" "))
            }
            _ => format!("<plyscope {} {:?}>", self.game(), self.text()?),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        let same_tree = match (&self.base, &other.base) {
            (Base::RandomTree(own, seed), Base::RandomTree(others, seeds)) => {
                (own, seed) == (others, seeds)
            }
            _ => true,
        };
        Ok(same_tree && self.game() == other.game() && self.text()? == other.text()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        let text = format!("{} {}", self.game(), self.text()?);
        Ok(text.bytes().fold(0, |key, byte| plyscope_run::seed::hash(key, u64::from(byte))))
    }
}
