//! The end of games of Othello: the solver, and engines of all algorithms, against naive minimax.

use plyscope::domain::{OthelloDomain, OthelloEvaluation};
use plyscope::engine::Engine;
use plyscope::judged::Unit;
use plyscope::player::{run, search_of};
use plyscope_core::othello::endgame::{Endgame, Guide, Guided};
use plyscope_core::othello::{Board, DiscDifference, Othello, Patterns};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Bound, Judgement, Request, Search, Value, Window};

use super::bytes::Bytes;
use super::with_room;
use crate::naive;

/// Empty squares at most: naive minimax has some thousand nodes then.
const EMPTIES: usize = 6;

const ENGINES: &[&str] = &[
    "algorithm=strong,depth=20,table=1MiB",
    "algorithm=strong,depth=4,table=1MiB,evaluation=patterns-small",
    "algorithm=strong,level=12,nodes=90,table=1MiB,evaluation=patterns-small",
    "algorithm=minimax,depth=13",
    "algorithm=alpha-beta,depth=13,evaluation=discs",
    "algorithm=fe,depth=13",
    "algorithm=fe,depth=13,bounds=learned,delta=0.3",
    "algorithm=pvs,depth=13,table=16KiB,killers=true",
    "algorithm=pvs,depth=13,table=1KiB,driver=mtd,evaluation=discs",
    "algorithm=pvs,depth=13,table=16KiB,reductions=true",
    "algorithm=rbfms,nodes=300",
    "algorithm=bfm,nodes=300,memory=64KiB",
    "algorithm=bfm,nodes=300,memory=64KiB,backup=root,completion=on,move=safe",
    "algorithm=ubfm,nodes=300,memory=64KiB",
    "algorithm=mcts,nodes=300,memory=64KiB",
    "algorithm=pns,nodes=500,table=16KiB",
    "algorithm=conspiracy,depth=6,nodes=300,memory=64KiB",
    "algorithm=extension,shallow=2,depth=8,nodes=300,memory=64KiB",
    "algorithm=ab-iterative,depth=13,memory=1MiB",
];

/// A board with few empty squares.
fn board(bytes: &mut Bytes<'_>) -> Board {
    let discs = bytes.number();
    let empty =
        (0..bytes.below(EMPTIES + 1)).fold(0u64, |empty, _| empty | 1 << (bytes.byte() % 64));
    Board { mover: discs & !empty, opponent: !discs & !empty }
}

pub(super) fn check(data: &[u8]) {
    with_room(|| {
        let mut bytes = Bytes::new(data);
        let board = board(&mut bytes);
        let score = naive::minimax(&Othello, &DiscDifference, &board, 100).get();
        let slots: Vec<Slot> = (0..bytes.pick(&[0, 1, 64])).map(|_| Slot::new()).collect();
        let table = TranspositionTable::new(&slots);
        let beta = i32::from(bytes.byte() % 129) - 63;
        let window = Window {
            alpha: Value::new(beta - 1 - i32::from(bytes.byte() % 8)),
            beta: Value::new(beta),
        };
        for window in [Window::FULL, window, window.negated()] {
            solved(&mut Endgame::new(table), &board, window, score);
            let guide = Guided(Patterns::SMALL);
            solved(&mut Endgame::with_guide(table, guide), &board, window, score);
        }
        engine_is_right(bytes.pick(ENGINES), &board, score);
    });
}

/// What the solver says of a position with this score is true, and as good as the window allows.
fn solved<E: Guide>(solver: &mut Endgame<'_, E>, board: &Board, window: Window, score: i32) {
    let report = solver.search(&Request::new(board).window(window)).expect("few plies");
    let (value, truth) = (report.value, Value::new(score));
    let right = match report.bound {
        Bound::Exact => value == truth && window.alpha < truth && truth < window.beta,
        Bound::Lower => window.beta <= value && value <= truth,
        Bound::Upper => truth <= value && value <= window.alpha,
        _ => false,
    };
    assert!(report.proven && right, "{board:?} in {window:?}: {report:?}, score {score}");
}

fn engine_is_right(text: &str, board: &Board, score: i32) {
    let engine: Engine = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let domain = OthelloDomain::all_openings(0);
    let mut search = search_of(&domain, &engine, Othello).expect("an engine of Othello");
    let Ok(report) = run(&mut search, &engine, board) else { return };
    // The strong player's values are in the unit of `simple`, whatever its evaluation.
    let evaluation = match OthelloEvaluation::unit_of(&engine) {
        Unit::Hundredths => OthelloEvaluation::Simple,
        _ => OthelloEvaluation::of(&engine).expect("built in"),
    };
    let value = report.value;
    if !report.proven {
        return;
    }
    // Best-first searches tell only who wins, by values beyond all others.
    let sign = match value.judgement() {
        Judgement::Drawn => Some(0),
        Judgement::Won { by: None } => Some(1),
        Judgement::Lost { by: None } => Some(-1),
        _ => None,
    };
    let (value, truth) = match sign {
        Some(sign) => (Value::new(sign), Value::new(score.signum())),
        None => (value, naive::minimax(&Othello, &evaluation, board, 100)),
    };
    let holds = match report.bound {
        Bound::Exact => value == truth,
        Bound::Lower => value <= truth,
        Bound::Upper => value >= truth,
        _ => false,
    };
    assert!(holds, "{text} of {board:?}: {report:?}, but {truth}, score {score}");
}
