//! Positions whose truth is found by exhaustion.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Debug;

use plyscope::domain::{
    ConnectFourDomain, Domain, Evaluations as _, HexapawnDomain, OthelloDomain, OthelloEvaluation,
    RandomTreeDomain, Rules, TreeParameters,
};
use plyscope::engine::{Algorithm, Engine};
use plyscope::judged::Unit;
use plyscope_core::connect_four::{ConnectFour, Discs};
use plyscope_core::hexapawn::Hexapawn;
use plyscope_core::othello::{Board, Othello, parse_board};
use plyscope_core::random_tree::{Branching, EdgeCosts, Generation, RandomTree};
use plyscope_core::{Evaluator, Game, Outcome, Value, static_value};
use serde::de::DeserializeOwned;

use super::Random;

pub(super) type GameOf<D> = <D as Rules>::Game;
pub(super) type PositionOf<D> = <GameOf<D> as Game>::Position;

/// A game whose truths are known.
pub(super) trait Known:
    Domain<Game: Game<Position: Clone + PartialEq + Debug, Move: Debug> + Clone>
{
    /// The value of a game that ended with this score.
    fn finished(&self, engine: &Engine, score: i32) -> Value {
        self.evaluation(engine.evaluation.as_deref()).unwrap().finished(Outcome::scored(score))
    }
}

impl Known for RandomTreeDomain {}

impl Known for HexapawnDomain {}

impl Known for ConnectFourDomain {}

impl Known for OthelloDomain {
    fn finished(&self, engine: &Engine, score: i32) -> Value {
        let outcome = Outcome::scored(score);
        match self.unit(engine) {
            Unit::Discs => OthelloEvaluation::Discs.finished(outcome),
            _ => Value::decided(outcome),
        }
    }
}

/// A position with its truth.
pub(super) struct Case<D: Domain> {
    pub(super) domain: D,
    pub(super) game: GameOf<D>,
    pub(super) position: PositionOf<D>,
    /// The score of the game for the side to move.
    pub(super) score: i32,
    /// For messages.
    pub(super) name: String,
    /// Minimax values by evaluation and depth.
    horizons: RefCell<HashMap<(Option<String>, u32), Value>>,
}

impl<D: Known> Case<D> {
    fn new(domain: D, game: GameOf<D>, position: PositionOf<D>, name: &str) -> Self {
        let score = score(&game, &position);
        let name = format!("{} {name}, {position:?}", D::NAME);
        Self { domain, game, position, score, name, horizons: RefCell::default() }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.game.outcome(&self.position).is_some()
    }

    /// The position after a move.
    pub(super) fn after(&self, mv: <GameOf<D> as Game>::Move) -> Self
    where
        D: Clone,
    {
        let position = self.game.play(&self.position, mv);
        let name = format!("{}, then {mv:?}", self.name);
        Self::new(self.domain.clone(), self.game.clone(), position, &name)
    }

    /// The value of the game in an engine's unit.
    pub(super) fn truth(&self, engine: &Engine) -> Value {
        self.domain.finished(engine, self.score)
    }

    /// The minimax value at this depth in an engine's unit, if it has a unit of the evaluation's.
    pub(super) fn horizon(&self, engine: &Engine, depth: u32) -> Option<Value> {
        if engine.algorithm() == Algorithm::Strong {
            return None;
        }
        let key = (engine.evaluation.clone(), depth.min(40));
        if let Some(&value) = self.horizons.borrow().get(&key) {
            return Some(value);
        }
        let evaluation = self.domain.evaluation(engine.evaluation.as_deref()).unwrap();
        let value = minimax(&self.game, &evaluation, &self.position, key.1);
        self.horizons.borrow_mut().insert(key, value);
        Some(value)
    }
}

/// The score of the game for the side to move, by exhaustion.
fn score<G: Game>(game: &G, position: &G::Position) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.score();
    }
    let mut moves = game.moves(position);
    let children = std::iter::from_fn(|| game.next_child(position, &mut moves));
    children.map(|(_, child)| -score(game, &child)).max().expect("it is not over")
}

/// The minimax value at this depth, by exhaustion.
fn minimax<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> Value {
    if depth == 0 || game.outcome(position).is_some() {
        return static_value(game, evaluator, position);
    }
    let mut moves = game.moves(position);
    let children = std::iter::from_fn(|| game.next_child(position, &mut moves));
    children.map(|(_, child)| -minimax(game, evaluator, &child, depth - 1)).max().unwrap()
}

/// The names that serde knows: a new one is met at once.
fn all<T: DeserializeOwned>() -> Vec<T> {
    let error = serde_json::from_str::<T>("\"\"").err().expect("no name").to_string();
    let names: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
    let read = |name: &&str| serde_json::from_str(&format!("\"{name}\"")).expect("a name");
    assert!(names.len() > 1, "{error}");
    names.iter().map(read).collect()
}

/// A small tree of any kind.
pub(super) fn tree(random: &mut Random) -> Case<RandomTreeDomain> {
    let (generations, costs) = (all::<Generation>(), all::<EdgeCosts>());
    let (branching, game_depth) = match random.below(7) {
        0 => (Branching::uniform(1), 1 + random.below(20)),
        1 => (Branching::uniform(2), 1 + random.below(7)),
        2 => (Branching::uniform(4), 1 + random.below(4)),
        3 => (Branching::random(4), 3 + random.below(3)),
        4 => (Branching::random(5).and_then(|all| all.with_root(3)), 3 + random.below(3)),
        5 => (Branching::random_with_leaves(4), 3 + random.below(4)),
        _ => (Branching::random_with_leaves(6).and_then(|all| all.with_root(4)), 3),
    };
    let parameters = TreeParameters {
        edge_costs: costs[random.below(costs.len())],
        generation: generations[random.below(generations.len())],
        game_depth: game_depth as u32,
        noise: [0, 0, 0, 500, 20_000][random.below(5)],
        correlation: [0, 0, 300, 1000][random.below(4)],
        ..TreeParameters::new(branching.unwrap())
    };
    let tree: RandomTree = parameters.tree(random.next() as u32);
    let start = tree.root();
    let plies = [0, 0, 0, 1, 1, 2, 99][random.below(7)];
    let position = playout(&tree, start, random, |_, ply| ply >= plies);
    let name = format!("{parameters:?}, seed {}", tree.seed());
    Case::new(RandomTreeDomain { parameters }, tree, position, &name)
}

/// An ending of Othello, also one with passes, a draw, or only one side's discs.
pub(super) fn othello(random: &mut Random) -> Case<OthelloDomain> {
    const ODD: [&str; 6] = [
        // Drawn, won and lost at once, with empty squares for the winner, and none of one's own discs.
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O",
        "XXXX------------------------------------------------------------ X",
        "XXXX------------------------------------------------------------ O",
        "---------------------------------------------------------------- X",
    ];
    let wanted = random.below(12);
    if wanted == 0 {
        let text = ODD[random.below(ODD.len())];
        let board = parse_board(text).expect("a position").0;
        return Case::new(OthelloDomain::all_openings(0), Othello, board, text);
    }
    for _ in 0..2000 {
        // Few games end before the board is full.
        let left = if wanted == 3 { 0 } else { 1 + random.below(6) as u32 };
        let end = |board: &Board, _| board.empties().count_ones() <= left;
        let board = playout(&Othello, Board::START, random, end);
        let fits = match wanted {
            1 | 2 => board.must_pass(),
            3 => board.is_over(),
            4 => !board.is_over() && score(&Othello, &board) == 0,
            _ => true,
        };
        // Some games end long before.
        if fits && board.empties().count_ones() <= 6 || wanted == 3 && board.is_over() {
            return Case::new(OthelloDomain::all_openings(0), Othello, board, "");
        }
    }
    panic!("no such ending of Othello ({wanted})");
}

/// Any position of hexapawn.
pub(super) fn hexapawn(random: &mut Random) -> Case<HexapawnDomain> {
    let plies = random.below(8) as u32;
    let game = Hexapawn::<3, 3>;
    let position =
        playout(&game, Hexapawn::<3, 3>::start(), random, |_, ply| ply >= plies as usize);
    Case::new(HexapawnDomain::default(), game, position, "")
}

/// An ending of Connect Four.
pub(super) fn connect_four(random: &mut Random) -> Case<ConnectFourDomain> {
    loop {
        let left = 1 + random.below(8) as u32;
        let end = |discs: &Discs, _| discs.all.count_ones() >= 42 - left;
        let position = playout(&ConnectFour, Discs::START, random, end);
        // Most games end before; some of those are welcome.
        if position.all.count_ones() >= 42 - left || random.below(40) == 0 {
            let domain = ConnectFourDomain::default();
            return Case::new(domain, ConnectFour, position, "");
        }
    }
}

/// A position after random moves: the first at the end, or where the game is over.
fn playout<G: Game>(
    game: &G,
    start: G::Position,
    random: &mut Random,
    end: impl Fn(&G::Position, usize) -> bool,
) -> G::Position {
    let mut position = start;
    for ply in 0.. {
        if end(&position, ply) || game.outcome(&position).is_some() {
            break;
        }
        let number = random.below(game.count_moves(&position) as usize);
        let mut moves = game.moves(&position);
        let mut children = std::iter::from_fn(|| game.next_child(&position, &mut moves));
        position = children.nth(number).expect("as many as counted").1;
    }
    position
}
