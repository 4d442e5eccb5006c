//! Proofs are right, in games whose truth is known; without completion a search may never find a win.

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, Othello, Simple, parse_board};
use plyscope_core::random_tree::{Branching, EdgeCostSum, Node, RandomTree};
use plyscope_core::search::alpha_beta::Policy;
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    Bound, DepthFirst, Evaluator, Game, Order, Outcome, Request, Search as _, Stop, Value,
    static_value, storage,
};

use super::super::{
    BackUp, Completion, EndLeaf, OnResolved, Selection, Switches, Transpositions, Uct, Unbounded,
};
use super::{all_switches, playout};

/// Who wins, and by how much: exhaustive search with a table.
fn truth<G: Game<Position: Clone> + Clone, E: Evaluator<G::Position> + Clone>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
) -> Value {
    let slots: Vec<Slot> = (0..1 << 16).map(|_| Slot::new()).collect();
    let policy = Policy::new(Order::StaticAll).remembering(TranspositionTable::new(&slots));
    let mut search = DepthFirst::new(game.clone(), evaluator.clone(), policy, storage!(64, 600));
    let report = search.search(&Request::new(position).depth(60)).unwrap();
    assert!(report.proven);
    report.value
}

/// Searches until the root is solved, and compares with the truth.
fn proves<G, E>(game: &G, evaluator: &E, position: &G::Position, all: &[Switches])
where
    G: Game<Position: Clone + PartialEq + std::fmt::Debug> + Clone,
    E: Evaluator<G::Position> + Clone,
{
    let truth = truth(game, evaluator, position);
    let uct = Uct { exploration: 0.5, implicit: 0.3, scale: 50 };
    let mut searches = vec![("uct".to_owned(), {
        let (game, evaluator) = (game.clone(), evaluator.clone());
        Unbounded::uct(game, evaluator, (Transpositions::Table, Completion::On), uct, 1 << 21)
    })];
    for &switches in all.iter().filter(|switches| switches.completes()) {
        let (game, evaluator) = (game.clone(), evaluator.clone());
        let search = Unbounded::new(game, evaluator, switches, 1 << 21);
        searches.push((format!("{switches:?}"), search));
    }
    for (name, mut search) in searches {
        let report = search.search(&Request::new(position)).unwrap();
        let what = format!("{name}, {position:?}, {report:?}");
        assert_eq!((report.stop, report.proven), (Stop::Completed, true), "{what}");
        let bound = match truth.get().signum() {
            1 => Bound::Lower,
            -1 => Bound::Upper,
            _ => Bound::Exact,
        };
        assert_eq!(report.bound, bound, "{what}");
        assert_eq!(report.value.get().signum(), truth.get().signum(), "{what}");
        assert!(if truth < Value::ZERO { report.value >= truth } else { report.value <= truth });
        // The move keeps the win or the draw.
        let mv = report.best_move.unwrap();
        let child = game.play(position, mv);
        let kept = match game.outcome(&child) {
            Some(outcome) => -outcome.score(),
            None => -self::truth(game, evaluator, &child).get(),
        };
        assert_eq!(kept.signum(), truth.get().signum(), "{what}");
    }
}

#[test]
fn hexapawn_is_solved_on_every_board() {
    let all = all_switches();
    for seed in 0..12 {
        if let Some(pawns) = playout(&Hexapawn::<3, 3>, &Hexapawn::<3, 3>::start(), seed % 4, seed)
        {
            proves(&Hexapawn::<3, 3>, &PawnCount::<3, 3>, &pawns, &all);
        }
        if let Some(pawns) = playout(&Hexapawn::<4, 4>, &Hexapawn::<4, 4>::start(), seed, seed) {
            proves(&Hexapawn::<4, 4>, &PawnCount::<4, 4>, &pawns, &all);
        }
    }
}

#[test]
fn endgames_of_connect_four_are_solved() {
    let all = all_switches();
    let mut outcomes = [0; 3];
    for seed in 0..700 {
        if let Some(discs) = playout(&ConnectFour, &Discs::START, 26 + seed % 14, seed) {
            proves(&ConnectFour, &OpenLines, &discs, &all);
            let truth = truth(&ConnectFour, &OpenLines, &discs);
            outcomes[(truth.get().signum() + 1) as usize] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 1), "{outcomes:?}");
}

#[test]
fn shared_positions_are_evaluated_once_and_proofs_take_fewer_nodes() {
    let (mut nodes, mut evaluated) = ([0, 0], [0, 0]);
    for seed in 0..200 {
        let Some(discs) = playout(&ConnectFour, &Discs::START, 25 + seed % 11, seed) else {
            continue;
        };
        for (i, transpositions) in [Transpositions::Tree, Transpositions::Table].iter().enumerate()
        {
            let switches = Switches { transpositions: *transpositions, ..Switches::UBFM };
            let mut search = Unbounded::new(ConnectFour, OpenLines, switches, 1 << 21);
            let counts = search.search(&Request::new(&discs)).unwrap().counts;
            nodes[i] += counts.generated;
            // The root is evaluated, but not generated.
            evaluated[i] += counts.evaluated - 1;
        }
    }
    assert_eq!(evaluated[0], nodes[0]);
    assert!(2 * nodes[1] < nodes[0], "{nodes:?}");
    assert!(5 * evaluated[1] < 4 * nodes[1], "{evaluated:?} of {nodes:?}");
}

#[test]
fn othello_is_solved_from_twelve_empty_squares_as_by_exhaustive_search() {
    let all = [
        Switches::UBFM,
        Switches { selection: Selection::Descent, ..Switches::UBFM },
        Switches { backup: BackUp::Stable, ..Switches::UBFM },
        Switches { leaf: EndLeaf::Evaluation, ..Switches::UBFM },
        Switches { transpositions: Transpositions::Tree, ..Switches::UBFM },
    ];
    let mut solved = 0;
    for seed in 0..6 {
        let board = playout(&Othello, &Board::START, 48, seed);
        if let Some(board) = board.filter(|board| board.empties().count_ones() >= 12) {
            proves(&Othello, &Simple, &board, &all);
            solved += 1;
        }
    }
    assert!(solved > 3, "{solved}");
}

/// In these trees the score of a loss depends on the move, and the safe move is not always the best one.
#[test]
fn a_proven_loss_is_bounded_by_the_best_move_and_a_win_by_the_one_to_play() {
    fn exhaust(tree: &RandomTree, node: &Node) -> Value {
        let mut moves = tree.moves(node);
        let children = std::iter::from_fn(|| tree.next_child(node, &mut moves));
        let values = children.map(|(_, child)| -exhaust(tree, &child));
        values.max().unwrap_or_else(|| static_value(tree, &EdgeCostSum, node))
    }
    let all = all_switches();
    let (mut wins, mut losses, mut worse) = (0, 0, 0);
    for seed in 0..60 {
        let tree = RandomTree::new(seed, Branching::random(4).unwrap()).with_game_depth(5);
        let root = tree.root();
        let truth = exhaust(&tree, &root);
        for &switches in all.iter().filter(|switches| switches.completes()) {
            let mut search = Unbounded::new(&tree, EdgeCostSum, switches, 1 << 20);
            let report = search.search(&Request::new(&root)).unwrap();
            assert!(report.proven, "{switches:?}, {tree:?}");
            let reached = -exhaust(&tree, &tree.play(&root, report.best_move.unwrap()));
            match report.bound {
                Bound::Lower => {
                    assert!(report.value <= reached, "{switches:?}, {report:?}, {reached}");
                    wins += 1;
                }
                Bound::Upper => {
                    assert!(report.value >= truth, "{switches:?}, {report:?}, {truth}");
                    losses += 1;
                    worse += u32::from(reached < truth);
                }
                bound => assert!(bound == Bound::Exact && report.value == truth),
            }
        }
    }
    assert!(wins > 100 && losses > 100 && worse > 10, "{wins} {losses} {worse}");
}

#[test]
fn a_finished_game_has_its_outcome_also_where_leaves_have_static_values() {
    let board = parse_board("XXXX------------------------------------------------------------ O");
    let board = board.unwrap().0;
    for switches in all_switches() {
        let mut search = Unbounded::new(Othello, Simple, switches, 100);
        let report = search.search(&Request::new(&board)).unwrap();
        let value = Value::decided(Outcome::scored(-64));
        assert_eq!((report.value, report.bound, report.proven), (value, Bound::Exact, true));
    }
}

/// A game in which the mover of the root may take a draw at once, or go through a position that looks bad and wins.
#[derive(Clone)]
struct Trap;

impl Game for Trap {
    type Position = u8;
    type Move = u8;
    type Moves = u8;

    fn moves(&self, _: &u8) -> u8 {
        0
    }

    fn next_child(&self, position: &u8, next: &mut u8) -> Option<(u8, u8)> {
        let children: &[u8] = match position {
            0 => &[1, 2],
            2 => &[3],
            _ => &[],
        };
        let child = *children.get(usize::from(*next))?;
        *next += 1;
        Some((child, child))
    }

    fn play(&self, _: &u8, mv: u8) -> u8 {
        mv
    }

    fn outcome(&self, position: &u8) -> Option<Outcome> {
        match position {
            1 => Some(Outcome::DRAW),
            // The mover of the root has won.
            3 => Some(Outcome::WIN),
            _ => None,
        }
    }
}

impl Evaluator<u8> for Trap {
    type State = ();

    fn state(&self, _: &u8) {}

    /// The position on the way to the win looks good for the opponent.
    fn evaluate(&self, position: &u8, (): &()) -> Value {
        Value::new(if *position == 2 { 10 } else { 0 })
    }
}

/// The side to move wins with column 7, but the first line that ends the game is a draw, and better than all others seem.
#[test]
fn without_completion_the_search_is_content_with_a_draw_in_a_won_position_of_connect_four() {
    let discs = Discs::after("233212374631662331617216277156745").unwrap();
    assert!(truth(&ConnectFour, &OpenLines, &discs) > Value::ZERO);
    let run = |switches: Switches| {
        let mut search = Unbounded::new(ConnectFour, OpenLines, switches, 1 << 20);
        let report = search.search(&Request::new(&discs).nodes(1_000_000)).unwrap();
        assert_eq!(report.stop, Stop::Completed);
        (report.best_move, report.value.get().signum(), report.counts.generated, report.proven)
    };
    assert_eq!(run(Switches::default()), (Some(3), 0, 53, false));
    assert_eq!(run(Switches { backup: BackUp::Root, ..Switches::default() }).1, 0);
    let completed = Switches { completion: Completion::On, ..Switches::default() };
    let (mv, sign, _, proven) = run(completed);
    assert_eq!((mv, sign, proven), (Some(6), 1, true));
    assert_eq!(run(Switches::UBFM), (Some(6), 1, 85, true));
}

#[test]
fn without_completion_the_search_stays_with_a_draw_for_ever_and_with_it_it_finds_the_win() {
    for switches in all_switches().into_iter().filter(|switches| switches.leaf == EndLeaf::Exact) {
        let mut search = Unbounded::new(Trap, Trap, switches, 1000);
        let report = search.search(&Request::new(&0)).unwrap();
        assert_eq!(report.stop, Stop::Completed);
        match switches.completion {
            Completion::Off if switches.on_resolved == OnResolved::Next => {
                let win = Value::decided(Outcome::WIN);
                assert_eq!((report.best_move, report.value), (Some(2), win));
                assert!(report.proven);
            }
            Completion::Off => {
                assert_eq!((report.best_move, report.value), (Some(1), Value::ZERO));
                assert!(!report.proven && report.line_ends_game);
            }
            Completion::On => {
                let win = Value::decided(Outcome::WIN);
                assert_eq!((report.best_move, report.value, report.proven), (Some(2), win, true));
            }
        }
    }
}
