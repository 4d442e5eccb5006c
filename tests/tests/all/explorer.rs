//! The explorer's module finds what the desktop finds, and refuses what it cannot do in words.

use std::fs;
use std::path::Path;

use plyscope::domain::{discs_after, path_from_start};
use plyscope::engine::Engine;
use plyscope::trace::{Counting, Subject, trace};
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello, parse_moves};
use plyscope_explorer::Explorer;
use plyscope_explorer::message::{Answer, Ask, Cut, Ends, Event, Place, Report, Squares};
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

/// Asks, and decodes the answer.
fn ask(explorer: &mut Explorer, ask: &Ask<'_>) -> Answer {
    let mut buffer = [0; 4096];
    let message = postcard::to_slice(ask, &mut buffer).unwrap();
    postcard::from_bytes(explorer.answer(message)).unwrap()
}

fn report(explorer: &mut Explorer, asked: &Ask<'_>) -> Report {
    match ask(explorer, asked) {
        Answer::Report(report) => report,
        other => panic!("{asked:?}: {other:?}"),
    }
}

fn place(game: &str) -> Place<'_> {
    Place { game, from: "", moves: "" }
}

/// Why a position cannot be looked at, or an engine not started.
fn refusal(place: Place<'_>, engine: Option<&str>) -> String {
    let asked = engine.map_or(Ask::Look(place), |engine| Ask::Start(place, engine));
    match ask(&mut Explorer::new(), &asked) {
        Answer::Refused(why) => why,
        other => panic!("{asked:?}: {other:?}"),
    }
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
        for (number, Task { game, from, moves, engine, found }) in tasks.iter().enumerate() {
            let mut so_far =
                report(&mut explorer, &Ask::Start(Place { game, from, moves }, engine));
            while !so_far.done {
                // Slices of different lengths.
                so_far = report(&mut explorer, &Ask::Step(1 + number as u64 * 37));
            }
            let Report { value, depth, best_move: mv, counts, .. } = so_far;
            let (generated, expanded, evaluated) =
                (counts.generated, counts.expanded, counts.evaluated);
            let ours = Found { generated, expanded, evaluated, value, depth, mv };
            assert_eq!(ours, *found, "{game} {from} {moves}: {engine}");
            assert_eq!(so_far.error, None, "{game}: {engine}");
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
            ("othello", "f5"),
        ] {
            for engine in [
                "algorithm=fe,depth=5,bounds=spreads:-200:200/-300:300/-1:1",
                "name=x,algorithm=fe,depth=4,bounds=learned,delta=25e-2",
                "algorithm=pvs,depth=5,table=50kB",
                "algorithm=pns,nodes=5000,table=64KiB",
            ] {
                let mut so_far =
                    report(&mut explorer, &Ask::Start(Place { game, from: "", moves }, engine));
                while !so_far.done {
                    so_far = report(&mut explorer, &Ask::Step(1000));
                }
                let counts = so_far.counts;
                let ours = Found {
                    generated: counts.generated,
                    expanded: counts.expanded,
                    evaluated: counts.evaluated,
                    value: so_far.value,
                    depth: so_far.depth,
                    mv: so_far.best_move,
                };
                assert_eq!(ours, desktop(game, "", moves, engine), "{game} {moves}: {engine}");
            }
        }
        let strong =
            "algorithm=strong,depth=6,evaluation=patterns-small,table=64KiB,without=solver";
        let first = report(&mut explorer, &Ask::Start(place("othello"), strong));
        assert!(!first.done && first.error.is_none());
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
fn a_position_is_seen_with_its_moves_and_the_passes_that_were_left_out() {
    let mut explorer = Explorer::new();
    let mut look =
        |game, from, moves| match ask(&mut explorer, &Ask::Look(Place { game, from, moves })) {
            Answer::Seen(seen) => seen,
            other => panic!("{game} {moves}: {other:?}"),
        };
    let start = look("othello", "", "");
    assert_eq!(start.squares, Squares::Othello(0x0000_0008_1000_0000, 0x0000_0010_0800_0000));
    assert_eq!((start.side, start.moves.join(" ").as_str()), (0, "d3 c4 f5 e6"));
    let (line, next) = line_to_a_pass();
    let before = look("othello", "", &line);
    assert_eq!(before.moves, ["pass"]);
    let whole = format!("{line}{next}");
    let after = look("othello", "", &whole);
    assert_eq!(after.line.len(), before.line.len() + 2);
    assert_eq!(after.line[before.line.len()..], ["pass".to_owned(), next]);
    let won = look("connect-four", "", "1212121");
    assert_eq!((won.outcome, won.moves.len(), won.side), (Some(-1), 0, 1));
    let pawns = look("hexapawn", "", "a3a2 b1a2");
    assert_eq!((pawns.side, pawns.squares), (0, Squares::Hexapawn(0o600, 0o15)));
    let node = look("random-tree branching=uniform:4,seed=2", "", "3 0");
    assert_eq!((node.squares, node.moves.len()), (Squares::Tree(2), 4));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason_and_the_remedy() {
    with_room(|| {
        let at = |game| Place { game, from: "", moves: "" };
        for (asked, engine, words) in [
            (at("chess"), None, "no game here: write othello"),
            (at("othello fast=yes"), None, "othello has no options"),
            (Place { moves: "f5f5", ..at("othello") }, None, "move 2, f5, is illegal there"),
            (Place { moves: "<script>", ..at("othello") }, None, "move 1 is not a move"),
            (Place { moves: "é5", ..at("othello") }, None, "move 1 is not a move"),
            (Place { from: "XO", ..at("othello") }, None, "64 squares"),
            (Place { from: "x", ..at("hexapawn") }, None, "starts from its own start"),
            (
                Place { moves: "8", ..at("connect-four") },
                None,
                "move 1, \"8\", is not legal there: 1, 2",
            ),
            (at("random-tree branching=uniform:0"), None, "out of range: give 1 to 32768"),
            (at("random-tree branching=uniform:2,branching=uniform:3"), None, "given twice"),
            (at("random-tree seed=x"), None, "seed=x: write a whole number"),
            (at("random-tree game-depth=256"), None, "write 1 to 255"),
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
        assert!(
            matches!(ask(&mut Explorer::new(), &Ask::Step(1)), Answer::Refused(why) if why.contains("no search"))
        );
        assert!(matches!(
            ask(&mut Explorer::new(), &Ask::Perft(place("othello"), 21)),
            Answer::Refused(_)
        ));
    });
}

#[test]
fn perft_counts_the_leaves_that_are_known() {
    for (game, depth, leaves) in
        [("othello", 6, 8200), ("connect-four", 6, 117_649), ("hexapawn", 3, 28)]
    {
        let counted = ask(&mut Explorer::new(), &Ask::Perft(place(game), depth));
        assert_eq!(counted, Answer::Leaves(leaves), "{game}");
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
            let answer: Answer = postcard::from_bytes(explorer.answer(&bytes)).unwrap();
            assert!(
                matches!(answer, Answer::Refused(_) | Answer::Identity(_) | Answer::Seen(_)),
                "{answer:?}"
            );
        }
    });
}

/// An event as `host/docs/trace.md` describes it, and as the page decodes it.
fn described(event: &Event) -> Value {
    let ends = |Ends(low, high): &Ends| json!([low, high]);
    let mut described = match event {
        Event::Began { depth, window, value } => {
            json!({ "event": "began", "depth": depth, "window": ends(window), "value": value })
        }
        Event::PrincipalLeaf { ply } => json!({ "event": "principal-leaf", "ply": ply }),
        Event::Expanded { ply, children } => {
            json!({ "event": "expanded", "ply": ply, "children": children })
        }
        Event::Generated { ply, mv, value } => {
            json!({ "event": "generated", "ply": ply, "move": mv, "value": value })
        }
        Event::Descended { ply, mv, window } => {
            json!({ "event": "descended", "ply": ply, "move": mv, "window": ends(window) })
        }
        Event::Reduced { ply, mv, plies } => {
            json!({ "event": "reduced", "ply": ply, "move": mv, "plies": plies })
        }
        Event::Probing { ply, depth, window } => {
            json!({ "event": "probing", "ply": ply, "depth": depth, "window": ends(window) })
        }
        Event::Probed { ply, depth, value } => {
            json!({ "event": "probed", "ply": ply, "depth": depth, "value": value })
        }
        Event::Estimated { ply, range, mv } => {
            json!({ "event": "estimated", "ply": ply, "range": ends(range), "move": mv })
        }
        Event::Narrowed { ply, window } => {
            json!({ "event": "narrowed", "ply": ply, "window": ends(window) })
        }
        Event::Learned { lowest, highest } => {
            json!({ "event": "learned", "bounds": [lowest, highest] })
        }
        Event::Pruned { ply, cut } => match cut {
            Cut::Window { value, window } => {
                json!({ "event": "pruned", "ply": ply, "reason": "window", "value": value, "window": ends(window) })
            }
            Cut::Estimate { static_value, depth, range, window, by_child } => json!({
                "event": "pruned", "ply": ply, "reason": "estimate", "static": static_value, "depth": depth,
                "range": ends(range), "window": ends(window), "by_child": by_child,
            }),
            Cut::Selective { value, depth, range, window } => json!({
                "event": "pruned", "ply": ply, "reason": "selective", "value": value, "depth": depth,
                "range": ends(range), "window": ends(window),
            }),
            Cut::Table { value, bound, window } => {
                let bound = ["exact", "lower", "upper", "estimate", "unknown"][usize::from(*bound)];
                json!({ "event": "pruned", "ply": ply, "reason": "table", "value": value, "bound": bound, "window": ends(window) })
            }
        },
        Event::BackedUp { ply, mv, value } => {
            json!({ "event": "backed-up", "ply": ply, "move": mv, "value": value })
        }
        Event::Returned { ply, value } => {
            json!({ "event": "returned", "ply": ply, "value": value })
        }
    };
    // What is not known is left out.
    described.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    described
}

/// The events of `plyscope trace`, but for its first lines and the report.
fn traced(subject: &Subject, engine: &str) -> Vec<Value> {
    let engine: Engine = engine.parse().unwrap();
    let mut kept = Counting::new(usize::MAX);
    trace(subject, "", &[engine], &mut kept).unwrap();
    let events = kept.lines().unwrap().lines().map(|line| serde_json::from_str(line).unwrap());
    let told =
        |event: &Value| !["trace", "search", "ended"].contains(&event["event"].as_str().unwrap());
    events.filter(told).collect()
}

#[test]
fn the_modules_record_of_a_search_is_the_desktops_trace() {
    with_room(|| {
        let options = "branching=random:4,seed=11";
        let (parameters, seed) = tree(options);
        let game = format!("random-tree {options}");
        let subjects = [
            (game.as_str(), "", Subject::random_tree(parameters, seed)),
            ("hexapawn", "a3a2", Subject::hexapawn(path_from_start("a3a2").unwrap(), "a3a2")),
            ("connect-four", "444", Subject::connect_four(discs_after("444").unwrap(), "444")),
            ("othello", "f5", Subject::othello(parse_moves("f5").unwrap().0, "f5")),
        ];
        let mut events = 0;
        for (game, moves, subject) in &subjects {
            for engine in [
                "algorithm=minimax,depth=3",
                "algorithm=alpha-beta,depth=4,iterative=true",
                "algorithm=fe,depth=4,bounds=learned,delta=0.5",
                "algorithm=fe,depth=4,bounds=-900:900,two-sided=true,placement=per-child",
                "algorithm=fe,depth=4,bounds=spreads:-200:200/-300:300",
                "algorithm=pvs,depth=4,reductions=true,table=16KiB",
                "algorithm=rbfms,nodes=300",
            ] {
                let mut explorer = Explorer::new();
                let mut recorded = Vec::new();
                let mut so_far =
                    report(&mut explorer, &Ask::Trace(Place { game, from: "", moves }, engine));
                while !so_far.done {
                    so_far = report(&mut explorer, &Ask::Step(50));
                    match ask(&mut explorer, &Ask::Events) {
                        Answer::Events(some) => recorded.extend(some.iter().map(described)),
                        other => panic!("{other:?}"),
                    }
                }
                assert_eq!(recorded, traced(subject, engine), "{game}: {engine}");
                events += recorded.len();
            }
        }
        assert!(events > 10_000, "{events} events");
        let patterns = "algorithm=alpha-beta,depth=2,evaluation=patterns-small";
        match ask(&mut Explorer::new(), &Ask::Trace(place("othello"), patterns)) {
            Answer::Refused(why) => assert!(why.contains("choose the evaluation simple"), "{why}"),
            other => panic!("{other:?}"),
        }
    });
}
