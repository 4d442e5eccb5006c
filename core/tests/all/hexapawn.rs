//! Hexapawn as in Eiselt's notes, Lecture 13: the boards they print, their values, and what alpha-beta prunes there.

use std::collections::BTreeSet;

use crate::support::naive;
use crate::support::outcome::run;
use crate::support::playout::children;
use crate::support::record::{Event, Record};
use plyscope_core::hexapawn::{Hexapawn, PawnCount, PawnMove, Pawns};
use plyscope_core::{
    AlphaBeta, Bound, Game, Limits, Minimax, Order, Outcome, Policy, Progress, Request, Search,
    Side, static_value, storage,
};

const GAME: Hexapawn<3, 3> = Hexapawn;
const EVALUATION: PawnCount<3, 3> = PawnCount;

/// A board as printed, rows from White's side down, apart by spaces.
type Printed = &'static str;

/// One of Black's moves and White's replies: each board with its value for Black.
struct Group {
    board: Printed,
    minimax: i32,
    replies: &'static [(Printed, i32)],
}

/// The first table: Black moves, White replies.
const FIRST: Printed = "-WW W-- BBB";
const FIRST_GROUPS: [Group; 3] = [
    Group {
        board: "-WW B-- B-B",
        minimax: 0,
        replies: &[("--W W-- B-B", 0), ("--W BW- B-B", 1), ("-W- B-W B-B", 1)],
    },
    Group {
        board: "-WW WB- B-B",
        minimax: -10,
        replies: &[("-W- WBW B-B", -10), ("-W- WW- B-B", -1)],
    },
    Group {
        board: "-WW W-B BB-",
        minimax: -10,
        replies: &[("-WW --B BW-", -10), ("--W WWB BB-", 0), ("--W W-W BB-", -1)],
    },
];

/// The second table. Its first board is Black's victory, so it has no replies.
const SECOND: Printed = "--W BW- B-B";
const SECOND_GROUPS: [Group; 4] = [
    Group { board: "B-W -W- B-B", minimax: 10, replies: &[] },
    Group { board: "--W BB- --B", minimax: 2, replies: &[("--- BW- --B", 2), ("--- BBW --B", 4)] },
    Group { board: "--W BB- B--", minimax: 1, replies: &[("--- BW- B--", 1), ("--- BBW B--", 3)] },
    Group {
        board: "--W BWB B--",
        minimax: -10,
        replies: &[("--W B-B W--", -10), ("--W B-B BW-", -10)],
    },
];

fn pawns(board: Printed, mover: Side) -> Pawns {
    let mut pawns = Pawns { black: 0, white: 0, mover };
    for (row, text) in board.split(' ').rev().enumerate() {
        for (column, content) in text.chars().enumerate() {
            let square = 1u64 << (3 * row + column);
            match content {
                'B' => pawns.black |= square,
                'W' => pawns.white |= square,
                _ => {}
            }
        }
    }
    pawns
}

fn board(pawns: &Pawns) -> String {
    let content = |square: usize| match (pawns.black >> square & 1, pawns.white >> square & 1) {
        (1, 0) => 'B',
        (0, 1) => 'W',
        _ => '-',
    };
    let row = |row: usize| (3 * row..3 * row + 3).map(content).collect::<String>();
    [row(2), row(1), row(0)].join(" ")
}

fn boards_after(pawns: &Pawns) -> BTreeSet<String> {
    children(&GAME, pawns).iter().map(|(_, child)| board(child)).collect()
}

fn set<'a>(boards: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    boards.into_iter().map(str::to_owned).collect()
}

fn assert_table(first: Printed, groups: &[Group]) {
    let root = pawns(first, Side::Max);
    assert_eq!(boards_after(&root), set(groups.iter().map(|group| group.board)), "moves");
    for group in groups {
        let after = pawns(group.board, Side::Min);
        let replies = set(group.replies.iter().map(|&(board, _)| board));
        assert_eq!(boards_after(&after), replies, "replies to {}", group.board);
        for &(board, value) in group.replies {
            let static_value = static_value(&GAME, &EVALUATION, &pawns(board, Side::Max));
            assert_eq!(static_value.get(), value, "value of {board}");
        }
        let mut search =
            Minimax::new(GAME, EVALUATION, Policy::new(Order::None).full_width(), storage!(1, 8));
        let value = run(&mut search, &after, Limits::depth(1)).value;
        assert_eq!((-value).get(), group.minimax, "minimax value of {}", group.board);
    }
    // The best move is that to the first printed board with the greatest value.
    let mut search =
        Minimax::new(GAME, EVALUATION, Policy::new(Order::None).full_width(), storage!(2, 8));
    let found = run(&mut search, &root, Limits::depth(2));
    assert_eq!(found.value.get(), groups[0].minimax);
    assert_eq!(board(&GAME.play(&root, found.best_move.unwrap())), groups[0].board);
}

#[test]
fn the_first_table_has_the_printed_boards_and_values() {
    assert_table(FIRST, &FIRST_GROUPS);
}

#[test]
fn the_second_table_has_the_printed_boards_and_values() {
    assert_table(SECOND, &SECOND_GROUPS);
}

#[test]
fn the_first_white_move_of_the_notes_is_one_of_the_start() {
    let start = Hexapawn::<3, 3>::start();
    assert_eq!(board(&start), "WWW --- BBB");
    assert_eq!(start.mover, Side::Min, "White begins");
    assert!(boards_after(&start).contains(FIRST));
    assert_eq!(boards_after(&start).len(), 3);
}

/// Hexapawn whose children come as the notes print them; no rule gives the order of the middle group.
struct PrintedOrder;

impl PrintedOrder {
    fn rank(pawns: &Pawns) -> usize {
        let mut printed = FIRST_GROUPS.iter().flat_map(|group| {
            std::iter::once(group.board).chain(group.replies.iter().map(|&(board, _)| board))
        });
        printed.position(|printed| printed == board(pawns)).unwrap_or(usize::MAX)
    }
}

impl Game for PrintedOrder {
    type Position = Pawns;
    type Move = PawnMove;
    type Moves = std::vec::IntoIter<(PawnMove, Pawns)>;

    fn moves(&self, pawns: &Pawns) -> Self::Moves {
        let mut all = children(&GAME, pawns);
        all.sort_by_key(|(_, child)| Self::rank(child));
        all.into_iter()
    }

    fn next_child(&self, _: &Pawns, moves: &mut Self::Moves) -> Option<(PawnMove, Pawns)> {
        moves.next()
    }

    fn play(&self, pawns: &Pawns, mv: PawnMove) -> Pawns {
        GAME.play(pawns, mv)
    }

    fn mover(&self, pawns: &Pawns) -> Side {
        pawns.mover
    }

    fn outcome(&self, pawns: &Pawns) -> Option<Outcome> {
        GAME.outcome(pawns)
    }
}

/// The leaves that alpha-beta generates two plies below the first board, in order.
fn leaves<G: Game<Position = Pawns, Move = PawnMove>>(game: G) -> Vec<String> {
    let root = pawns(FIRST, Side::Max);
    let mut search = AlphaBeta::new(game, EVALUATION, Policy::new(Order::None), storage!(2, 8));
    let mut record = Record::default();
    search.start(&Request::new(&root).depth(2));
    assert_eq!(search.step_with(u64::MAX, &mut record), Ok(Progress::Done));
    assert_eq!(search.report().value.get(), 0);
    let leaf = |event: &Event<PawnMove>| match event {
        Event::Generated(path, _) if path.len() == 2 => {
            Some(board(&path.iter().fold(root, |pawns, &mv| GAME.play(&pawns, mv))))
        }
        _ => None,
    };
    record.events.iter().filter_map(leaf).collect()
}

#[test]
fn in_the_printed_order_alpha_beta_prunes_exactly_the_leaves_marked_x() {
    let all: Vec<Printed> =
        FIRST_GROUPS.iter().flat_map(|group| group.replies).map(|&(board, _)| board).collect();
    // The notes mark the 5th, the 7th and the 8th.
    assert_eq!(leaves(PrintedOrder), [all[0], all[1], all[2], all[3], all[5]]);
}

#[test]
fn in_the_crates_own_order_alpha_beta_prunes_three_leaves_as_well() {
    assert_eq!(leaves(GAME).len(), 8 - 3);
}

#[test]
fn the_3_x_3_game_is_won_by_the_second_player() {
    let start = Hexapawn::<3, 3>::start();
    let mut search =
        AlphaBeta::new(GAME, EVALUATION, Policy::new(Order::Static), storage!(24, 512));
    let found = run(&mut search, &start, Limits::depth(16));
    assert_eq!((found.value.get(), found.bound), (-10, Bound::Exact), "White, who begins, loses");
    assert!(found.proven, "every line was searched to the end");
    assert!(found.line.len().is_multiple_of(2), "Black makes the last move");
    assert_eq!(naive::minimax(&GAME, &EVALUATION, &start, 16), found.value);
}

#[test]
fn a_game_ends_at_the_far_row_or_without_a_move() {
    let value = |board, mover| {
        let pawns = pawns(board, mover);
        assert!(GAME.is_over(&pawns), "{board}");
        static_value(&GAME, &EVALUATION, &pawns).get()
    };
    assert_eq!(value("B-W -W- B-B", Side::Min), -10, "Black has arrived");
    assert_eq!(value("-W- WB- BW-", Side::Max), -10, "White has arrived");
    assert_eq!(value("-W- WBW B-B", Side::Max), -10, "Black cannot move");
    assert_eq!(value("--- --- -B-", Side::Min), -10, "White has no pawns");
}
