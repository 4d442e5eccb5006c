//! Whole games on random trees are those of an independent implementation: its outcomes and, on both sides, its nodes.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use plyscope::domain::{Openings as _, RandomTreeDomain, TreeParameters};
use plyscope::engine::Engine;
use plyscope::game::{GameRecord, children};
use plyscope::player::{Player, player_of};
use plyscope::tournament::{Format, GameRow, Tournament};
use plyscope::tree::{BestFirst, SavedAlphaBeta, TreeSearch};
use plyscope_core::hash::mix;
use plyscope_core::random_tree::{Branching, EdgeCostSum, Node, RandomTree};
use plyscope_core::{Evaluator, Expansion, Game, Outcome, Request, Value};

/// `tests/data/README.md` says what it is.
const GAMES: &str = include_str!("../../data/games-random-trees.csv");

/// Where best-first minimax generates other nodes than theirs: case, seed, our nodes. Equal values of 15-bit edge costs decide which of
/// two siblings is searched first: with another order of equals we generate as many as they do, as the last test shows. Outcomes and
/// alpha-beta's nodes are the same.
const TIES: [(&str, u64, i64); 6] = [
    ("bfm-ab-2", 28, 3708),
    ("bfm-ab-5", 3, 6027),
    ("bfm-ab-20", 1, 62856),
    ("bfm-ab-20", 2, 66673),
    ("bfm-ab-20", 17, 64070),
    ("bfm-ab-20", 21, 68210),
];

/// The games of a pairing.
struct Case {
    trees: TreeParameters,
    engines: [String; 2],
    pairs: Vec<Pair>,
}

/// Two games on one tree: outcomes where the first and the second engine is MAX, and nodes of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    seed: u64,
    outcomes: [i64; 2],
    nodes: [i64; 2],
}

/// Reads the games of the case of this name.
fn case(name: &str) -> Case {
    let mut case = None;
    for line in GAMES.lines() {
        // case,"trees","engine","engine",numbers
        let fields: Vec<&str> = line.split('"').collect();
        let [first, trees, _, a, _, b, rest] = fields[..] else { continue };
        if first.trim_end_matches(',') != name {
            continue;
        }
        let case = case.get_or_insert_with(|| {
            let trees = trees.replace("--", "").replace(" ", "=");
            let words: Vec<&str> = trees.split('=').collect();
            let options: Vec<String> = words.chunks(2).map(|pair| pair.join("=")).collect();
            let (trees, _) = TreeParameters::read(&options.join(",")).expect("trees");
            let engines = [format!("name=a,{a}"), format!("name=b,{b}")];
            Case { trees, engines, pairs: Vec::new() }
        });
        let numbers: Vec<i64> = rest.split(',').filter_map(|number| number.parse().ok()).collect();
        let [seed, one, two, a, b] = numbers[..] else { panic!("{line}") };
        let seed = u64::try_from(seed).expect("a seed");
        case.pairs.push(Pair { seed, outcomes: [one, two], nodes: [a, b] });
    }
    case.unwrap_or_else(|| panic!("no games of {name}"))
}

/// Plays the first `pairs` pairs of a case, and compares them.
fn compare(name: &str, pairs: usize) {
    let Case { trees, engines, pairs: mut expected } = case(name);
    for pair in &mut expected {
        let tie = TIES.iter().find(|&&(case, seed, _)| (case, seed) == (name, pair.seed));
        if let Some(&(.., ours)) = tie {
            assert_ne!(pair.nodes[0], ours, "{name}, {}: it is no tie any more", pair.seed);
            pair.nodes[0] = ours;
        }
    }
    let tournament = Tournament {
        domain: RandomTreeDomain { parameters: trees },
        engines: engines.iter().map(|engine| engine.parse().expect("an engine")).collect(),
        format: Format::RoundRobin,
        pairs: Some(pairs as u64),
        seed: 1,
    };
    let schedule = tournament.schedule().expect("a tournament");
    let mut found = Vec::new();
    let take = |[one, two]: &[GameRow; 2]| {
        let nodes = |side: usize| {
            // The engines have changed sides in the second game.
            (one.work[side].generated + two.work[1 - side].generated) as i64
        };
        found.push(Pair {
            seed: one.start.parse().expect("a seed"),
            outcomes: [one.outcome.into(), two.outcome.into()],
            nodes: [0, 1].map(nodes),
        });
        Ok(ControlFlow::Continue(()))
    };
    schedule.play_whole(0..schedule.units(), 2, take).expect("whole games");
    let differ: Vec<(&Pair, &Pair)> =
        found.iter().zip(&expected).filter(|(found, expected)| found != expected).collect();
    assert!(differ.is_empty(), "{name}, ours and theirs: {differ:#?}");
    assert_eq!(found.len(), pairs.min(expected.len()), "{name}");
}

#[test]
fn games_between_alpha_beta_searches_are_an_independent_implementations() {
    compare("ab-ab", 30);
}

#[test]
fn games_between_forward_estimation_and_alpha_beta_are_an_independent_implementations() {
    compare("fe-ab", 30);
    compare("fe1-ab", 30);
}

#[test]
fn games_on_kept_trees_of_forward_estimation_are_an_independent_implementations() {
    compare("fe-saved", 30);
}

#[test]
fn games_between_best_first_minimax_and_alpha_beta_are_an_independent_implementations() {
    compare("bfm-ab-2", 30);
    compare("bfm-ab-5", 30);
    compare("bfm-ab-20", 30);
}

/// The static values of random trees, in another order where they are equal.
#[derive(Clone)]
struct Nudged {
    tree: RandomTree,
    salt: u64,
}

impl Nudged {
    /// More than the greatest nudge.
    const UNIT: i32 = 64;
}

impl Evaluator<Node> for Nudged {
    type State = ();

    fn state(&self, _: &Node) {}

    fn evaluate(&self, node: &Node, _: &()) -> Value {
        let key = self.tree.key(node).unwrap_or_default();
        let nudge = (mix(key ^ mix(self.salt)) % Self::UNIT as u64) as i32;
        let value = Value::new(node.value().get() * Self::UNIT + nudge);
        if node.depth().is_multiple_of(2) { value } else { -value }
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score() * Self::UNIT)
    }
}

/// Plays a game between best-first minimax and alpha-beta to these depths, with kept trees. Returns the outcome and best-first's nodes.
fn play<E>(tree: &RandomTree, evaluator: E, depths: [u32; 2], best_first_begins: bool) -> [i64; 2]
where
    E: Evaluator<Node> + Clone,
{
    const PLENTY: u32 = 1 << 20;
    let mut best_first = BestFirst::new(tree.clone(), evaluator, Expansion::Partial, PLENTY);
    let mut alpha_beta = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
    let (mut position, mut nodes) = (tree.root(), 0);
    // A line to the end of the game is played out.
    let mut line = VecDeque::new();
    while tree.outcome(&position).is_none() {
        let is_best_first = position.depth().is_multiple_of(2) == best_first_begins;
        let mv = if !is_best_first {
            search(&mut alpha_beta, &position, depths[1]).best_move
        } else if let Some(&mv) = line.front() {
            Some(mv)
        } else {
            let report = search(&mut best_first, &position, depths[0]);
            nodes += report.counts.generated as i64;
            if report.line_ends_game {
                line.extend(report.principal_variation);
            }
            report.best_move
        };
        let mv = mv.expect("a move");
        if line.pop_front() != Some(mv) {
            line.clear();
        }
        position = tree.play(&position, mv);
        alpha_beta.advance(mv);
        best_first.advance(mv);
    }
    [position.value().get().into(), nodes]
}

fn search<'s>(
    search: &'s mut dyn TreeSearch<RandomTree>,
    position: &Node,
    depth: u32,
) -> plyscope_core::Report<'s, <RandomTree as Game>::Move> {
    search.search(&Request::new(position).depth(depth)).expect("it fits")
}

#[test]
fn where_best_first_minimax_generates_other_nodes_another_order_of_equal_values_gives_theirs() {
    for (name, seed, ours) in TIES {
        let Case { trees, engines, pairs } = case(name);
        let depths = engines.map(|engine| {
            let engine: Engine = engine.parse().expect("an engine");
            engine.depth.expect("a depth")
        });
        let theirs = pairs.iter().find(|pair| pair.seed == seed).expect("the pair");
        let tree = trees.tree(u32::try_from(seed).expect("a seed"));
        let [one, two] = [true, false].map(|begins| play(&tree, EdgeCostSum, depths, begins));
        assert_eq!([one[0], two[0]], theirs.outcomes, "{name}, {seed}");
        assert_eq!(one[1] + two[1], ours, "{name}, {seed}");
        let found = (0..64).any(|salt| {
            let nudged = || Nudged { tree: tree.clone(), salt };
            let [one, two] = [true, false].map(|begins| play(&tree, nudged(), depths, begins));
            [one[0], two[0]] == theirs.outcomes && one[1] + two[1] == theirs.nodes[0]
        });
        assert!(found, "{name}, {seed}: no order of equal values gives their nodes");
    }
}

/// Best-first minimax has the whole game in its tree here, so it plays out its line.
#[test]
fn after_moves_are_taken_back_a_player_chooses_as_a_new_one_does() {
    let parameters =
        TreeParameters { game_depth: 5, ..TreeParameters::new(Branching::uniform(3).unwrap()) };
    let domain = RandomTreeDomain { parameters };
    let engine: Engine = "name=bfm,algorithm=bfm,depth=5".parse().unwrap();
    for seed in 1..10 {
        let (tree, root) = domain.set_up(&seed);
        let new = || player_of(&domain, &engine, domain.set_up(&seed).0).unwrap();
        let mut record = GameRecord::new(tree, root);
        let mut player = new();
        let play = |player: &mut dyn Player<RandomTree>, record: &mut GameRecord<_>, mv| {
            record.play(mv).unwrap();
            player.played(mv);
        };
        let first = player.choose(&record).unwrap().mv;
        play(&mut *player, &mut record, first);
        let second = player.choose(&record).unwrap();
        assert_eq!(second.counts.generated, 0, "it plays its line");
        play(&mut *player, &mut record, second.mv);
        for _ in 0..2 {
            record.undo();
            player.taken_back();
        }
        let all = children(record.game(), record.position());
        let others: Vec<_> = all.map(|(mv, _)| mv).filter(|&mv| mv != first).collect();
        let other = others[0];
        play(&mut *player, &mut record, other);
        let mut fresh = new();
        while record.moves().len() < 5 {
            let mv = player.choose(&record).unwrap().mv;
            assert_eq!(mv, fresh.choose(&record).unwrap().mv, "seed {seed}");
            fresh.played(mv);
            play(&mut *player, &mut record, mv);
        }
    }
}
