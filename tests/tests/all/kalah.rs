//! Kalah, a game with extra moves that plyscope does not know: its searches against plain negamax on rules of their own, and its command.

#[path = "../../outside/src/kalah.rs"]
mod game;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use game::{Board, Domain, Kalah, Lead};
use plyscope::domain::Rules as _;
use plyscope::tree::{BestFirst, HeapStorage, SavedAlphaBeta, nodes_within};
use plyscope_core::search::alpha_beta::{Killers, LateMoves, NullWindows};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::search::mtd::Mtd;
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Aspiration, Bound, CapacityError, DepthFirst, Expansion, Game as _,
    IterativeDeepening, Minimax, Order, Outcome, Policy, Rbfms, Request, Search, Value, storage,
};

/// The pits as a ring of `[own houses, own store, other houses, other store]` for the side to move: other rules than the game's in code.
type Pits = Vec<u32>;

/// The pits after a move, for the side that moved, and whether it moves again.
fn sown(pits: &Pits, house: usize) -> (Pits, bool) {
    let mut pits = pits.clone();
    let mut hand = pits[house];
    pits[house] = 0;
    let mut at = house;
    while hand > 0 {
        at = if at == 12 { 0 } else { at + 1 };
        pits[at] += 1;
        hand -= 1;
    }
    if at < 6 && pits[at] == 1 {
        let across = 12 - at;
        if pits[across] > 0 {
            pits[6] += pits[across] + 1;
            pits[across] = 0;
            pits[at] = 0;
        }
    }
    let own: u32 = pits[0..6].iter().sum();
    let other: u32 = pits[7..13].iter().sum();
    if own == 0 || other == 0 {
        pits[6] += own;
        pits[13] += other;
        pits[0..6].fill(0);
        pits[7..13].fill(0);
    }
    (pits, at == 6)
}

fn turned(pits: &Pits) -> Pits {
    [&pits[7..14], &pits[0..7]].concat()
}

/// The value for the side to move, by the definition: no windows, no order, each extra move a move.
fn negamax(pits: &Pits, depth: u32, nodes: &mut u64) -> Value {
    let lead = pits[6].cast_signed() - pits[13].cast_signed();
    if pits[6] + pits[13] == 48 {
        return Value::decided(Outcome::scored(lead));
    }
    if depth == 0 {
        return Value::new(lead);
    }
    let values = (0..6).filter(|&house| pits[house] > 0).map(|house| {
        *nodes += 1;
        match sown(pits, house) {
            (child, true) => negamax(&child, depth - 1, nodes),
            (child, false) => -negamax(&turned(&child), depth - 1, nodes),
        }
    });
    values.max().expect("a move")
}

fn pits(board: &Board) -> Pits {
    let pits: Pits = board.seeds.iter().map(|&seeds| seeds.into()).collect();
    if board.side == 0 { pits } else { turned(&pits) }
}

/// The positions of some games whose moves a generator chooses.
fn positions() -> Vec<Board> {
    let mut all = vec![Board::START];
    let mut random = 12_345u32;
    for _ in 0..4 {
        let mut board = Board::START;
        while Kalah.outcome(&board).is_none() {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let moves = Kalah.count_moves(&board);
            let skipped = u64::from(random >> 16) % moves;
            let mut next = Kalah.moves(&board);
            let chosen = (0..=skipped).filter_map(|_| Kalah.next_child(&board, &mut next)).last();
            board = chosen.expect("a move").1;
            all.push(board);
        }
    }
    assert!(all.len() > 80 && all.iter().any(|board| board.side == 1));
    all
}

#[test]
fn the_rules_are_those_of_another_program_in_every_line() {
    // Numbers of lines of one program with the same rules are those of the other.
    fn lines(pits: &Pits, depth: u32) -> u64 {
        if depth == 0 || pits[6] + pits[13] == 48 {
            return 1;
        }
        let below = (0..6).filter(|&house| pits[house] > 0).map(|house| match sown(pits, house) {
            (child, true) => lines(&child, depth - 1),
            (child, false) => lines(&turned(&child), depth - 1),
        });
        below.sum()
    }
    for board in positions().iter().step_by(7) {
        assert_eq!(plyscope_core::perft(&Kalah, board, 5), lines(&pits(board), 5), "{board:?}");
    }
}

#[test]
fn all_searches_that_know_extra_moves_find_the_value_of_plain_negamax() {
    let slots: Vec<Slot> = (0..1 << 12).map(|_| Slot::new()).collect();
    let table = || TranspositionTable::new(&slots);
    let (mut again, mut extra) = (0, 0);
    for board in positions().iter().step_by(3) {
        for depth in 1..=6 {
            let mut nodes = 0;
            let expected = negamax(&pits(board), depth, &mut nodes);
            if Kalah.outcome(board).is_some() {
                continue;
            }
            let mut searches: Vec<(&str, Box<dyn Search<Kalah> + '_>)> = Vec::new();
            let full = Policy::new(Order::None).full_width();
            searches.push(("minimax", Box::new(Minimax::new(Kalah, Lead, full, storage!(8, 0)))));
            for order in [Order::None, Order::Static, Order::StaticAll] {
                let alpha_beta = || {
                    let storage = HeapStorage::new(8, 64).unwrap();
                    AlphaBeta::new(Kalah, Lead, Policy::new(order), storage)
                };
                searches.push(("alpha-beta", Box::new(alpha_beta())));
                searches.push(("aspiration", Box::new(Aspiration::new(alpha_beta(), 1))));
                searches.push(("deepening", Box::new(IterativeDeepening::new(alpha_beta()))));
                let remembering = Policy::new(order).remembering(table());
                let inner = DepthFirst::new(Kalah, Lead, remembering, storage!(8, 64));
                searches.push(("mtd", Box::new(Mtd::new(inner))));
            }
            let policy = Policy::new(Killers::<_, _, 8>::new(Order::Static))
                .remembering(table())
                .scouting(NullWindows);
            let pvs = DepthFirst::new(Kalah, Lead, policy, storage!(8, 64));
            searches.push(("pvs", Box::new(IterativeDeepening::with_aspiration(pvs, 2))));
            for (name, search) in &mut searches {
                let report = search.search(&Request::new(board).depth(depth)).unwrap();
                assert_eq!(report.value, expected, "{name} to {depth}: {board:?}");
                let mv = report.best_move.expect("a move");
                let child = Kalah.play(board, mv);
                let mut other = 0;
                let value = negamax(&pits(&child), depth - 1, &mut other);
                let keeps = Kalah.moves_again(board, &child);
                extra += u32::from(keeps);
                assert_eq!(if keeps { value } else { -value }, expected, "{name}: {board:?}");
                if *name == "minimax" {
                    assert_eq!(report.counts.generated, nodes, "{board:?}");
                }
                again += 1;
            }
        }
    }
    assert!(again > 2_000 && extra > 500, "{extra} of {again} best moves move again");
}

#[test]
fn best_first_minimax_in_linear_space_backs_up_with_extra_moves() {
    // A tree searched to the end of the game has no other value than negamax's.
    let mut ended = 0;
    for board in positions().iter().rev().filter(|board| Kalah.outcome(board).is_none()) {
        let in_houses = board.seeds.iter().sum::<u8>() - board.seeds[6] - board.seeds[13];
        if in_houses > 9 {
            continue;
        }
        let mut found = Rbfms::new(Kalah, Lead, Expansion::Full, storage!(64, 512));
        let report = found.search(&Request::new(board).nodes(200_000)).unwrap();
        if report.line_ends_game {
            // The line of play leads to the value, whoever moves in it.
            let (mut at, mut sign) = (*board, 1);
            for &mv in report.principal_variation {
                let child = Kalah.play(&at, mv);
                sign = if Kalah.moves_again(&at, &child) { sign } else { -sign };
                at = child;
            }
            let outcome = Kalah.outcome(&at).expect("an end of the game");
            let value = Value::decided(outcome);
            assert_eq!(report.value, if sign == 1 { value } else { -value }, "{board:?}");
            ended += 1;
        }
    }
    assert!(ended > 5, "{ended}");
    // One ply deep, it is minimax.
    for board in positions().iter().filter(|board| Kalah.outcome(board).is_none()) {
        let mut search = Rbfms::new(Kalah, Lead, Expansion::Full, storage!(8, 64));
        let report = search.search(&Request::new(board).depth(1)).unwrap();
        assert_eq!(report.value, negamax(&pits(board), 1, &mut 0), "{board:?}");
    }
}

#[test]
fn searches_that_do_not_know_extra_moves_refuse_them() {
    let request = Request::new(&Board::START).depth(3);
    let estimating = Policy::new(Order::Static).estimating(Edges(FixedBounds::new(-9, 9)));
    let mut fe = DepthFirst::new(Kalah, Lead, estimating, storage!(8, 64));
    let mut late = DepthFirst::new(
        Kalah,
        Lead,
        Policy::new(Order::Static).scouting(LateMoves::USUAL),
        storage!(8, 64),
    );
    assert!(late.search(&request).is_ok_and(|report| report.bound != Bound::Unknown));
    let mut bfm = BestFirst::new(Kalah, Lead, Expansion::Full, nodes_within(1 << 20));
    let mut saved = SavedAlphaBeta::new(Kalah, Lead, nodes_within(1 << 20));
    let searches: [&mut dyn Search<Kalah>; 3] = [&mut fe, &mut bfm, &mut saved];
    for search in searches {
        assert_eq!(search.search(&request).unwrap_err(), CapacityError::ExtraMoves);
    }
}

/// Runs the command in a directory of its own with this input; whether it succeeds, and what it prints.
fn run(arguments: &[&str], input: &str) -> (bool, String) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kalah");
    fs::create_dir_all(&place).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kalah"));
    command.args(arguments).current_dir(place);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // A command that is refused reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

#[test]
fn its_own_command_searches_it_plays_it_and_has_tournaments_of_it() {
    let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    let names = [2, 5].map(|mv| Domain.move_name(mv));
    assert_eq!(names, ["3", "6"]);
    let arguments = "search kalah --moves 3,6 --algorithm alpha-beta --depth 6 --format json";
    let (is_fine, text) = run(&words(arguments), "");
    assert!(is_fine, "{text}");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let board = Kalah.play(&Kalah.play(&Board::START, 2), 5);
    assert_eq!(board.side, 1, "the third house ends in the store, the sixth does not");
    assert_eq!(found["value"], negamax(&pits(&board), 6, &mut 0).get());
    assert_eq!(found["side"], "North");

    let game =
        run(&words("play kalah --level 4 --keep kept.json"), "3\n6\nhistory\nundo\nquit\n").1;
    assert!(game.contains("\nmoves: 1 2 4 5 6\nSouth to move."), "South moves again: {game}");
    assert!(game.contains("North (level 4) plays "), "{game}");
    let first = game.find("North (level 4) plays").expect("a move");
    assert!(game[..first].contains("South to move.\n"), "{game}");

    let (is_fine, text) = run(
        &words(
            "-q tournament kalah --engine name=deep,algorithm=pvs,depth=5 --engine name=flat,algorithm=alpha-beta,depth=1 --engine \
             name=best,algorithm=rbfms,nodes=300",
        ),
        "",
    );
    assert!(is_fine && text.starts_with("kalah: deep against flat, 12 games"), "{text}");
    assert!(text.contains("crosstable of points"), "{text}");
    let deep = text.lines().find(|line| line.starts_with("deep ")).expect("a row");
    let won: u32 = deep.split_whitespace().nth(1).and_then(|won| won.parse().ok()).expect("won");
    assert!(won >= 8, "five moves see more than one: {text}");

    let commands = "play south 3\nplay north 1\nplay south 6\ngenmove south\ngenmove north\nshowboard\nundo\nquit\n";
    let answers = run(&words("gtp kalah --depth 3"), commands).1;
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(
        answers[..4],
        ["=", "? it is the other side's turn", "=", "? it is the other side's turn"]
    );
    assert!(answers[4].starts_with("= ") && answers[5].contains(" to move: "), "{answers:?}");

    for refused in [
        "search kalah --algorithm bfm --nodes 9",
        "search kalah --algorithm fe --bounds -9:9 --depth 2",
        "trace kalah --depth 2",
    ] {
        let (is_fine, text) = run(&words(refused), "");
        assert!(!is_fine && text.contains("sides move in turn"), "{refused}: {text}");
    }
}
