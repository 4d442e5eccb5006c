//! The explorer's module finds what the desktop finds, and refuses what it cannot do in words.

mod records;

use std::fs;
use std::path::Path;

use plyscope::engine::small::SmallKind;
use plyscope::engine::{Engine, GameKind, pairs};
use plyscope::game_files::{self, Format, NameFiles};
use plyscope::trace::{Counting, EXAMPLES, Subject, Traceable as _, TypedTree, prepared, trace};
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello, parse_moves};
use plyscope_explorer::Explorer;
use plyscope_explorer::message::{Ask, Place};
use plyscope_tests::explorer::{COMMITTED, Found, Task, desktop, tasks, tree, written};
use plyscope_tests::random::Random;
use serde_json::{Value, json};

/// Storages pass over the stack on their way to the heap, which is more than a test's thread has without optimisation.
fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Asks, and reads the answer: its kind and its content.
fn ask(explorer: &mut Explorer, ask: &Ask<'_>) -> (String, Value) {
    let mut buffer = [0; 4096];
    let message = postcard::to_slice(ask, &mut buffer).unwrap();
    read(explorer.answer(message))
}

fn read(answer: &[u8]) -> (String, Value) {
    let answer: serde_json::Map<String, Value> = serde_json::from_slice(answer).unwrap();
    answer.into_iter().next().unwrap()
}

/// Asks for an answer of this kind.
fn get(explorer: &mut Explorer, asked: &Ask<'_>, kind: &str) -> Value {
    let (found, content) = ask(explorer, asked);
    assert_eq!(found, kind, "{asked:?}: {content}");
    content
}

fn report(explorer: &mut Explorer, asked: &Ask<'_>) -> Value {
    get(explorer, asked, "report")
}

/// Searches to the end, in slices of so many nodes.
fn searched(explorer: &mut Explorer, place: Place<'_>, engine: &str, nodes: u64) -> Value {
    let mut so_far = report(explorer, &Ask::Start(place, engine));
    while so_far["done"] == false {
        so_far = report(explorer, &Ask::Step(nodes));
    }
    assert_eq!(so_far["error"], Value::Null, "{place:?}: {engine}");
    so_far
}

fn found(report: &Value) -> Found {
    let number = |value: &Value| value.as_u64().unwrap();
    let counts = &report["counts"];
    Found {
        generated: number(&counts["generated"]),
        expanded: number(&counts["expanded"]),
        evaluated: number(&counts["evaluated"]),
        value: report["value"].as_i64().unwrap() as i32,
        depth: number(&report["depth"]) as u32,
        mv: report["bestMove"].as_str().map(str::to_owned),
    }
}

fn place(game: &str) -> Place<'_> {
    Place { game, from: "", moves: "" }
}

/// Why a position cannot be looked at, or an engine not started.
fn refusal(place: Place<'_>, engine: Option<&str>) -> String {
    let asked = engine.map_or(Ask::Look(place), |engine| Ask::Start(place, engine));
    get(&mut Explorer::new(), &asked, "refused").as_str().unwrap().to_owned()
}

/// `PLYSCOPE_WRITE_TASKS=1` writes the file, after a search has changed or a task was added.
#[test]
fn the_two_hundred_tasks_hold_the_desktops_results() {
    let tasks = tasks();
    assert_eq!(tasks.len(), 200);
    let written = written(&tasks);
    if std::env::var_os("PLYSCOPE_WRITE_TASKS").is_some() {
        let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/explorer/site");
        fs::write(site.join("tasks.json"), &written).unwrap();
        return;
    }
    assert_eq!(written, COMMITTED, "PLYSCOPE_WRITE_TASKS=1 writes the new results");
}

#[test]
fn the_module_generates_the_desktops_nodes_in_two_hundred_tasks() {
    with_room(|| {
        let tasks: Vec<Task> = serde_json::from_str(COMMITTED).unwrap();
        assert_eq!(tasks.len(), 200);
        // One module for all, as in a page: the tables of earlier searches must not matter.
        let mut explorer = Explorer::new();
        for (number, Task { game, from, moves, engine, found: theirs }) in tasks.iter().enumerate()
        {
            // Slices of different lengths.
            let nodes = 1 + number as u64 * 37;
            let ours = searched(&mut explorer, Place { game, from, moves }, engine, nodes);
            assert_eq!(found(&ours), *theirs, "{game} {from} {moves}: {engine}");
        }
    });
}

#[test]
fn what_the_desktop_reads_the_module_reads_and_searches_alike() {
    with_room(|| {
        let mut explorer = Explorer::new();
        for (game, moves) in [
            ("random-tree branching=uniform:3,game-depth=7,seed=2", ""),
            ("connect-four", "2252576253462244111563365343671"),
            ("hexapawn", "a3a2"),
            ("breakthrough", "b2c3"),
            ("clobber", "a1a2"),
            ("hex", "d4c5"),
            ("othello", "f5"),
        ] {
            for engine in [
                "algorithm=fe,depth=5,bounds=spreads:-200:200/-300:300/-1:1",
                "name=x,algorithm=fe,depth=4,bounds=learned,delta=25e-2",
                "algorithm=pvs,depth=5,table=50kB",
                "algorithm=pns,nodes=5000,table=64KiB",
            ] {
                let place = Place { game, from: "", moves };
                let ours = found(&searched(&mut explorer, place, engine, 1000));
                assert_eq!(ours, desktop(game, "", moves, engine), "{game} {moves}: {engine}");
            }
        }
        let strong =
            "algorithm=strong,depth=6,evaluation=patterns-small,table=64KiB,without=solver";
        let first = report(&mut explorer, &Ask::Start(place("othello"), strong));
        assert_eq!((&first["done"], &first["error"]), (&json!(false), &Value::Null));
    });
}

/// A game up to where somebody must pass, without passes, and the move after the pass.
fn line_to_a_pass() -> (String, String) {
    let mut random = Random::new(3);
    loop {
        let (mut board, mut line) = (Board::START, String::new());
        while !board.is_over() {
            if board.must_pass() {
                let next = Othello.first_move(&board.passed()).unwrap();
                return (line, next.to_string());
            }
            let moves: Vec<Move> = Othello.moves(&board).collect();
            let mv = random.pick(&moves);
            line += &mv.to_string();
            board = Othello.play(&board, mv);
        }
    }
}

#[test]
fn the_page_offers_every_game() {
    let page = include_str!("../../../host/explorer/site/index.html");
    for game in GameKind::NAMES {
        assert!(page.contains(&format!("<option value=\"{game}\"")), "{game}");
    }
}

#[test]
fn a_position_is_seen_with_its_moves_and_the_passes_that_were_left_out() {
    let mut explorer = Explorer::new();
    let mut look =
        |game, from, moves| get(&mut explorer, &Ask::Look(Place { game, from, moves }), "seen");
    let start = look("othello", "", "");
    let board = "---------------------------OX------XO---------------------------";
    assert_eq!((&start["squares"], &start["side"]), (&json!(board), &json!(0)));
    assert_eq!(start["moves"], json!(["d3", "c4", "f5", "e6"]));
    let (line, next) = line_to_a_pass();
    let before = look("othello", "", &line);
    assert_eq!(before["moves"], json!(["pass"]));
    let whole = format!("{line}{next}");
    let after = look("othello", "", &whole);
    let moves = |seen: &Value| seen["line"].as_array().unwrap().clone();
    assert_eq!(moves(&after).len(), moves(&before).len() + 2);
    assert_eq!(moves(&after)[moves(&before).len()..], [json!("pass"), json!(next)]);
    let won = look("connect-four", "", "1212121");
    assert_eq!((&won["outcome"], &won["moves"], &won["side"]), (&json!(-1), &json!([]), &json!(1)));
    assert_eq!(won["squares"], "--------------X------XO-----XO-----XO-----");
    assert_eq!((&won["columns"], &start["columns"]), (&json!(7), &json!(8)));
    let pawns = look("hexapawn", "", "a3a2 b1a2");
    assert_eq!((&pawns["side"], &pawns["squares"]), (&json!(0), &json!("-XXO--O-O")));
    let node = look("random-tree branching=uniform:4,seed=2", "", "4 1");
    assert_eq!((&node["game"], &node["squares"]), (&json!("random-tree"), &json!("")));
    assert_eq!((moves(&node).len(), node["moves"].as_array().unwrap().len()), (2, 4));
}

#[test]
fn a_report_says_what_its_value_means() {
    with_room(|| {
        let mut explorer = Explorer::new();
        let mut of = |game, from, moves, engine| {
            let report = searched(&mut explorer, Place { game, from, moves }, engine, 1 << 20);
            (report["words"].clone(), report["result"].clone(), report["centidiscs"].clone())
        };
        let end = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-O X";
        let exact = "algorithm=strong,level=20,evaluation=patterns-small,table=1MiB";
        let (words, result, centidiscs) = of("othello", end, "", exact);
        let by = centidiscs.as_i64().unwrap() / 100;
        assert_eq!((words, result), (json!(format!("won by {by}")), json!("won")));
        let (words, result, centidiscs) =
            of("othello", "", "f5d6c3", "algorithm=alpha-beta,depth=3,evaluation=discs");
        assert_eq!((words, result), (json!("+56"), Value::Null));
        assert_eq!(centidiscs, 5600);
        // Best-first minimax knows who wins, and not by how much.
        let (words, result, centidiscs) = of("othello", end, "", "algorithm=rbfms,nodes=100000");
        assert_eq!((words, result, centidiscs), (json!("perhaps won"), json!("won"), json!(6400)));
        let line = "2252576253462244111563365343671";
        let (words, _, centidiscs) = of("connect-four", "", line, "algorithm=pns,table=64KiB");
        assert!(["won", "lost", "0"].contains(&words.as_str().unwrap()), "{words}");
        assert_eq!(centidiscs, Value::Null);
    });
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason_and_the_remedy() {
    with_room(|| {
        let at = |game| Place { game, from: "", moves: "" };
        for (asked, engine, words) in [
            (at("chess"), None, "is not a game here: write breakthrough"),
            (at("othello fast=yes"), None, "othello has no options"),
            (Place { moves: "f5f5", ..at("othello") }, None, "move 2, f5, is illegal there"),
            (Place { moves: "<script>", ..at("othello") }, None, "move 1 is not a move"),
            (Place { moves: "é5", ..at("othello") }, None, "move 1 is not a move"),
            (Place { from: "XO", ..at("othello") }, None, "64 squares"),
            (Place { from: "x", ..at("hexapawn") }, None, "starts from its own start"),
            (
                Place { moves: "8", ..at("connect-four") },
                None,
                "move 1, \"8\" is not legal there: 1, 2",
            ),
            (at("random-tree branching=uniform:0"), None, "out of range: give 1 to 32768"),
            (at("random-tree branching=uniform:2,branching=uniform:3"), None, "given twice"),
            (at("random-tree seed=x"), None, "seed=x: write a whole number"),
            (at("random-tree game-depth=256"), None, "from 1 to 255"),
            (at("othello"), Some("depth=3"), "algorithm= is missing"),
            (at("othello"), Some("algorithm=bfm,depth=3"), "keep a tree in memory"),
            (at("othello"), Some("algorithm=alpha-beta"), "no limit"),
            (at("othello"), Some("algorithm=alpha-beta,depth=129"), "give 1 to 128"),
            (
                at("othello"),
                Some("algorithm=alpha-beta,depth=3,bounds=exact"),
                "bounds is no option of alpha-beta",
            ),
            (
                at("othello"),
                Some("algorithm=fe,depth=3,bounds=exact"),
                "does not know exact bounds",
            ),
            (at("othello"), Some("algorithm=fe,depth=3,delta=x"), "write a number"),
            (at("othello"), Some("algorithm=fe,depth=3,delta=0"), "out of range"),
            (at("othello"), Some("algorithm=strong,level=31,evaluation=patterns-small"), "1 to 30"),
            (at("othello"), Some("algorithm=strong,level=3"), "write evaluation=patterns-small"),
            (
                at("othello"),
                Some("algorithm=strong,level=3,evaluation=patterns-small,threads=2"),
                "neither threads nor books",
            ),
            (at("othello"), Some("algorithm=alpha-beta,st=1"), "st is not possible in a page"),
            (at("othello"), Some("algorithm=alpha-beta,depth=3,solve=9"), "solve is not possible"),
            (at("othello"), Some("algorithm=alpha-beta,depth=3,device=emulate"), "omit device"),
            (at("hexapawn"), Some("algorithm=strong,level=3"), "strong plays Othello only"),
            (at("othello"), Some("algorithm=fe,depth=3,evaluation=bill"), "write simple, discs"),
            (at("hexapawn"), Some("algorithm=pvs,depth=3,evaluation=simple"), "one evaluation"),
            (
                at("hexapawn"),
                Some("algorithm=strong,level=3,evaluation=patterns-small"),
                "one evaluation",
            ),
            (at("othello"), Some("algorithm=pvs,depth=3,table=1GiB"), "up to 64MiB"),
        ] {
            let why = refusal(asked, engine);
            assert!(why.contains(words), "{asked:?} {engine:?}: {why}");
        }
        let why = get(&mut Explorer::new(), &Ask::Step(1), "refused");
        assert!(why.as_str().unwrap().contains("no search"), "{why}");
        get(&mut Explorer::new(), &Ask::Perft(place("othello"), 21), "refused");
    });
}

#[test]
fn perft_counts_the_leaves_that_are_known() {
    for (game, depth, leaves) in
        [("othello", 6, 8200), ("connect-four", 6, 117_649), ("hexapawn", 3, 28)]
    {
        let counted = get(&mut Explorer::new(), &Ask::Perft(place(game), depth), "leaves");
        assert_eq!(counted, leaves, "{game}");
    }
}

#[test]
fn bytes_that_are_no_message_are_refused() {
    with_room(|| {
        let mut random = Random::new(1);
        let mut explorer = Explorer::new();
        for _ in 0..20_000 {
            let length = random.below(40) as usize;
            let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            // Perft and steps of any length would take for ever.
            if let Some(first) = bytes.first_mut() {
                *first %= 3;
            }
            let (kind, content) = read(explorer.answer(&bytes));
            assert!(["refused", "identity", "seen"].contains(&kind.as_str()), "{content}");
        }
    });
}
