//! Two hundred searches whose results the explorer's module must share with the desktop.
//!
//! `host/explorer/site/tasks.json` holds them with what the desktop found; the page runs them, too.

use std::collections::BTreeMap;

use plyscope::domain::{Domain, OthelloDomain, RandomTreeDomain, SmallDomain, TreeParameters};
use plyscope::engine::small::SmallGame as _;
use plyscope::engine::{Engine, GameKind, with_small};
use plyscope::player::{run, search_of};
use plyscope_core::Game;
use plyscope_core::othello::{Othello, parse_board, parse_moves};
use plyscope_core::random_tree::{Branching, Correlation, EdgeCosts, Generation};
use serde::{Deserialize, Serialize};

/// The tasks with their results, as they are committed.
pub const COMMITTED: &str = include_str!("../../host/explorer/site/tasks.json");

/// A search with the desktop's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The game, as the module reads it.
    pub game: String,
    /// The position that the moves start from; empty for the game's start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// The moves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// The engine, as both read it.
    pub engine: String,
    /// What it finds.
    #[serde(flatten)]
    pub found: Found,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// Nodes generated.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// The value for the side to move.
    pub value: i32,
    /// The depth in plies.
    pub depth: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

const TREES: [&str; 12] = [
    "branching=uniform:2,seed=1",
    "branching=uniform:3,seed=17",
    "branching=uniform:5,seed=4",
    "branching=uniform:10,seed=8",
    "branching=uniform:20,seed=99",
    "branching=random:5,seed=3",
    "branching=random:9,root-branching=5,edge-costs=zhang,seed=1",
    "branching=random:9,root-branching=5,edge-costs=zhang,seed=1000",
    "branching=leafy:4,seed=12,generation=hash",
    "branching=uniform:4,seed=4294967295,edge-costs=wide,generation=reseed-node",
    "branching=uniform:3,seed=6,edge-costs=zhang16,generation=reseed-parent,game-depth=7",
    "branching=uniform:4,seed=5,noise=8192,correlation=0.25,game-depth=6",
];

const ON_TREES: [&str; 8] = [
    "algorithm=minimax,depth=4",
    "algorithm=alpha-beta,depth=6,order=none",
    "algorithm=aspiration,depth=6,iterative=true",
    "algorithm=fe,depth=6",
    "algorithm=fe,depth=6,delta=0.35,placement=per-child",
    "algorithm=fe,depth=5,bounds=learned,two-sided=true,placement=literal",
    "algorithm=pvs,depth=6,killers=true,table=64KiB",
    "algorithm=rbfms,nodes=5000",
];

const OTHELLO: [(&str, &str); 6] = [
    ("", ""),
    ("", "f5d6c3d3c4"),
    ("", "f5f6e6f4e3c5c4"),
    // A pass is next, and 14 squares are empty.
    ("--XXXXX--OOOXX-O-OOXXOOX-OXOXXOXOXXOXXXX--XOXX-X-XXXOOO--XOOOO-- X", ""),
    ("OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-O X", ""),
    ("---------------------------OX------XO--------------------------- X", "f5d6"),
];

const ON_OTHELLO: [&str; 8] = [
    "algorithm=minimax,depth=3",
    "algorithm=alpha-beta,depth=5,order=static-all",
    "algorithm=fe,depth=6,evaluation=simple",
    "algorithm=fe,nodes=4000,bounds=learned-gains:80,evaluation=patterns-small",
    "algorithm=pvs,depth=6,driver=mtd,reductions=true,evaluation=discs",
    "algorithm=rbfms,nodes=2000,expansion=full",
    "algorithm=strong,depth=8,nodes=20000,evaluation=patterns-small,table=1MiB",
    "algorithm=strong,level=6,mistakes=3,evaluation=patterns-small,table=1MiB",
];

const CONNECT_FOUR: [&str; 4] = ["", "44", "4444432", "22525762534622"];
const HEXAPAWN: [&str; 4] = ["", "a3a2", "b3b2a1b2", "a3a2b1a2"];

const ON_SMALL_GAMES: [&str; 7] = [
    "algorithm=minimax,depth=4",
    "algorithm=alpha-beta,depth=7,iterative=true",
    "algorithm=aspiration,depth=6,window=3",
    "algorithm=fe,depth=6,bounds=-3:3",
    "algorithm=fe,depth=6,bounds=learned-separate,delta=0.75,placement=entry1",
    "algorithm=pvs,depth=8,killers=true,driver=dual,table=16KiB",
    "algorithm=rbfms,depth=9,nodes=9000",
];

/// All tasks, with the desktop's results.
#[must_use]
pub fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    let mut add = |game: &str, (from, moves): (&str, &str), engine: &str| {
        let found = desktop(game, from, moves, engine);
        let text = str::to_owned;
        let (game, from, moves, engine) = (text(game), text(from), text(moves), text(engine));
        tasks.push(Task { game, from, moves, engine, found });
    };
    for tree in TREES {
        ON_TREES.iter().for_each(|engine| add(&format!("random-tree {tree}"), ("", ""), engine));
    }
    for place in OTHELLO {
        ON_OTHELLO.iter().for_each(|engine| add("othello", place, engine));
    }
    for (game, lines) in [("connect-four", CONNECT_FOUR), ("hexapawn", HEXAPAWN)] {
        for moves in lines {
            ON_SMALL_GAMES.iter().for_each(|engine| add(game, ("", moves), engine));
        }
    }
    tasks
}

/// The tasks as a file, one to a line.
#[must_use]
pub fn written(tasks: &[Task]) -> String {
    let lines: Vec<String> =
        tasks.iter().map(|task| serde_json::to_string(task).expect("text and numbers")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// What the desktop finds.
///
/// # Panics
/// If it cannot read the task.
#[must_use]
pub fn desktop(game: &str, from: &str, moves: &str, engine: &str) -> Found {
    let engine: Engine = engine.parse().unwrap_or_else(|error| panic!("{engine}: {error}"));
    let (name, options) = game.split_once(' ').unwrap_or((game, ""));
    match name.parse().expect("a game") {
        GameKind::Othello => {
            let board = match (from, moves) {
                ("", moves) => parse_moves(moves),
                (from, "") => parse_board(from),
                // Only the start is written out, to try both at once.
                (_, moves) => parse_moves(moves),
            };
            let (board, _) = board.expect("a position");
            search(&OthelloDomain::all_openings(0), &engine, Othello, &board)
        }
        GameKind::Small(kind) => with_small!(kind, Small => {
            let position = Small::after(moves).expect("a line");
            search(&SmallDomain::<Small>::default(), &engine, Small::default(), &position)
        }),
        GameKind::RandomTree => {
            let (parameters, seed) = tree(options);
            let tree = parameters.tree(seed);
            let root = tree.root();
            search(&RandomTreeDomain { parameters }, &engine, tree, &root)
        }
    }
}

fn search<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
    position: &<D::Game as Game>::Position,
) -> Found {
    let mut search = search_of(domain, engine, game).expect("a search");
    let report = run(&mut search, engine, position).expect("it fits");
    let counts = report.counts;
    Found {
        generated: counts.generated,
        expanded: counts.expanded,
        evaluated: counts.evaluated,
        value: report.value.get(),
        depth: report.depth,
        mv: report.best_move.map(|mv| domain.move_name(mv)),
    }
}

/// Reads the options of a random tree and its seed, apart from the module.
///
/// # Panics
/// If they are none.
#[must_use]
pub fn tree(options: &str) -> (TreeParameters, u32) {
    let options: BTreeMap<&str, &str> =
        options.split(',').map(|option| option.split_once('=').expect("key=value")).collect();
    let number = |key: &str| options.get(key).map(|text| text.parse::<u32>().expect("a number"));
    let (kind, children) = options["branching"].split_once(':').expect("kind:number");
    let children = children.parse().expect("a number");
    let branching = match kind {
        "uniform" => Branching::uniform(children),
        "random" => Branching::random(children),
        _ => Branching::random_with_leaves(children),
    };
    let mut branching = branching.expect("in range");
    if let Some(root) = number("root-branching") {
        branching = branching.with_root(root).expect("in range");
    }
    let mut parameters = TreeParameters::new(branching);
    parameters.edge_costs = match options.get("edge-costs").copied() {
        None | Some("korf") => EdgeCosts::Korf,
        Some("zhang") => EdgeCosts::Zhang,
        Some("zhang16") => EdgeCosts::Zhang16,
        Some("wide") => EdgeCosts::Wide,
        Some(other) => panic!("{other}"),
    };
    parameters.generation = match options.get("generation").copied() {
        None | Some("breadth-first") => Generation::BreadthFirst,
        Some("reseed-parent") => Generation::ReseedParent,
        Some("reseed-node") => Generation::ReseedNode,
        Some("hash") => Generation::Hash,
        Some(other) => panic!("{other}"),
    };
    parameters.game_depth = number("game-depth").unwrap_or(parameters.game_depth);
    parameters.noise = number("noise").unwrap_or(0);
    let correlation =
        options.get("correlation").map(|text| Correlation::read(text).expect("in range"));
    parameters.correlation = correlation.unwrap_or(Correlation::NONE).get();
    (parameters, number("seed").expect("a seed"))
}
