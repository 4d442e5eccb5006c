//! A game of one's own in a crate of one's own: searches of core on one storage, a driver of one's own, best-first minimax with
//! the tree in memory, and a tournament. Whatever is found is compared with plain minimax, and printed.

mod game;

use std::error::Error;

use game::{Board, Domain, Domineering, Places};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::{
    AlphaBeta, Bound, CapacityError, DepthFirst, Evaluator as _, Expansion, Game, Order, Policy,
    Rbfms, Request, Search, Value, Window, storage,
};
use plyscope_players::domain::Rules as _;
use plyscope_players::engine::Entrant;
use plyscope_players::tournament::{Format, Tournament};
use plyscope_run::parallel::threads;
use plyscope_tree::{BestFirst, TreeSearch as _, nodes_within};

/// The value of a position to so many plies, by the definition.
fn minimax(board: &Board, depth: u32) -> Value {
    if let Some(outcome) = Domineering.outcome(board) {
        return Places.finished(outcome);
    }
    if depth == 0 {
        return Places.evaluate(board, &());
    }
    let mut moves = Domineering.moves(board);
    let children = std::iter::from_fn(|| Domineering.next_child(board, &mut moves));
    children.map(|(_, child)| -minimax(&child, depth - 1)).max().unwrap_or(Value::ZERO)
}

/// MTD(f): the value by null windows alone, and how many searches that took.
fn mtd<G: Game>(
    search: &mut impl Search<G>,
    request: Request<'_, G>,
    guess: Value,
) -> Result<(Value, u32), CapacityError> {
    let (mut lower, mut upper, mut value) = (Value::NEG_INFINITY, Value::INFINITY, guess);
    let mut searches = 0;
    while lower < upper {
        let beta = if value == lower { value.plus(1) } else { value };
        let report = search.search(&request.window(Window { alpha: beta.plus(-1), beta }))?;
        value = report.value;
        searches += 1;
        match report.bound {
            Bound::Lower => lower = value,
            Bound::Upper => upper = value,
            _ => break,
        }
    }
    Ok((value, searches))
}

fn main() -> Result<(), Box<dyn Error>> {
    const DEPTH: u32 = 5;
    let start = Board::START;
    let request = Request::new(&start).depth(DEPTH);
    let expected = minimax(&start, DEPTH);
    println!("minimax: {expected}");

    let mut storage = storage!(16, 128);
    let mut alpha_beta =
        AlphaBeta::new(Domineering, Places, Policy::new(Order::Static), &mut storage);
    let report = alpha_beta.search(&request)?;
    println!("alpha-beta: {}, {} nodes", report.value, report.counts.generated);
    assert_eq!(report.value, expected);

    let (value, searches) = mtd(&mut alpha_beta, request, Value::ZERO)?;
    println!("mtd: {value}, {searches} searches");
    assert_eq!(value, expected);

    // A ply changes no value by more, so that nothing is pruned wrongly.
    let bounds = FixedBounds::exact(-2 * Places::MOST, 2 * Places::MOST);
    let policy = Policy::new(Order::Static).estimating(Edges(bounds));
    let mut fe = DepthFirst::new(Domineering, Places, policy, &mut storage);
    let report = fe.search(&request)?;
    println!("fe: {}, {} nodes", report.value, report.counts.generated);
    assert_eq!(report.value, expected);

    let to_the_end = request.depth(9);
    let mut rbfms = Rbfms::new(Domineering, Places, Expansion::Full, &mut storage);
    let report = rbfms.search(&to_the_end)?;
    let (in_linear_space, best) = (report.value, report.best_move);
    println!("rbfms: {in_linear_space}, {} nodes", report.counts.generated);

    // The same in memory, where a node is generated once. It is as if the game had been made for it: nothing says how its
    // moves are kept.
    let mut bfm = BestFirst::new(Domineering, Places, Expansion::Full, nodes_within(1 << 20));
    let report = bfm.search(&to_the_end)?;
    println!("bfm: {}, {} nodes", report.value, report.counts.generated);
    assert_eq!((report.value, report.best_move), (in_linear_space, best));
    let mv = best.ok_or("a move")?;
    let after = Domineering.play(&start, mv);
    bfm.advance(mv);
    let (kept, value) = {
        let report = bfm.search(&Request::new(&after).depth(8))?;
        (report.counts.generated, report.value)
    };
    println!("bfm, a move later: {value}, {kept} nodes");

    let engines: [Entrant; 3] = [
        "algorithm=alpha-beta,depth=1".parse()?,
        "algorithm=fe,bounds=-100:100,depth=4".parse()?,
        "algorithm=bfm,nodes=200".parse()?,
    ];
    let tournament = Tournament {
        domain: Domain,
        engines: engines.into(),
        format: Format::RoundRobin,
        pairs: None,
        seed: 1,
    };
    let standings = tournament.schedule()?.play_all(threads(None))?;
    print!("{}", standings.table(Domain::NAME, Some(1)));
    assert!(standings.pairings.iter().all(|pairing| pairing.forfeits.is_empty()));
    Ok(())
}
