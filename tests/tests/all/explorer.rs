//! The explorer's module finds what the desktop finds, and refuses what it cannot do in words.

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
    // The page does not draw tic-tac-toe yet; its module knows it.
    for game in GameKind::NAMES.iter().filter(|&&game| game != "tic-tac-toe") {
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
            (at("chess"), None, "is not a game here: write connect-four"),
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

/// The events of `plyscope trace`, but for its first lines and the report.
fn traced(subject: &Subject, engine: Engine) -> Vec<Value> {
    let mut kept = Counting::new(usize::MAX);
    trace(subject, "", &[engine], &mut kept).unwrap();
    let events = kept.lines().unwrap().lines().map(|line| serde_json::from_str(line).unwrap());
    let told =
        |event: &Value| !["trace", "search", "ended"].contains(&event["event"].as_str().unwrap());
    events.filter(told).collect()
}

/// The module's last report of a search, and its events.
fn recorded(place: Place<'_>, engine: &str) -> (Value, Vec<Value>) {
    let mut explorer = Explorer::new();
    let mut events = Vec::new();
    let mut so_far = report(&mut explorer, &Ask::Trace(place, engine));
    while so_far["done"] == false {
        so_far = report(&mut explorer, &Ask::Step(50));
        match get(&mut explorer, &Ask::Events, "events") {
            Value::Array(some) => events.extend(some),
            other => panic!("{other}"),
        }
    }
    (so_far, events)
}

/// What the module reads of a file, or why it does not.
fn opened(bytes: &[u8], name: &str) -> (String, Value) {
    let mut buffer = vec![0; bytes.len() + 4096];
    let message = postcard::to_slice(&Ask::Games(bytes, name), &mut buffer).unwrap();
    read(Explorer::new().answer(message))
}

#[test]
fn files_of_games_are_read_as_by_the_command_and_can_be_shown() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut files: Vec<_> =
        fs::read_dir(data.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(data.join("own-games.wtb"));
    let (mut shown, mut refused) = (0, 0);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&file).unwrap();
        let theirs =
            game_files::read(&bytes, Format::of(name, &bytes), &NameFiles::default()).unwrap();
        let (kind, ours) = opened(&bytes, name);
        assert_eq!(kind, "games", "{name}: {ours}");
        let games = ours["games"].as_array().unwrap();
        assert_eq!(games.len(), theirs.games.len(), "{name}");
        let broken: Vec<String> = theirs.broken.iter().take(5).map(ToString::to_string).collect();
        assert_eq!(ours["broken"], json!(broken), "{name}");
        refused += usize::from(games.is_empty());
        for (ours, (_, theirs)) in games.iter().zip(&theirs.games).take(20) {
            assert_eq!(
                (&ours["black"], &ours["white"]),
                (&json!(theirs.black), &json!(theirs.white))
            );
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let (from, moves) = (text(&ours["from"]), text(&ours["moves"]));
            let place = Place { game: "othello", from: &from, moves: &moves };
            let seen = get(&mut Explorer::new(), &Ask::Look(place), "seen");
            let names: Vec<String> =
                theirs.moves.iter().map(|played| played.mv.to_string()).collect();
            assert_eq!(seen["line"], json!(names), "{name}");
            shown += 1;
        }
    }
    assert!(shown > 60 && refused == 3, "{shown} shown, {refused} refused");
}

#[test]
fn typed_trees_are_refused_searched_and_recorded_as_by_plyscope_trace() {
    with_room(|| {
        for wrong in ["", "((3 5) (2 9)", "5", "(3 5) (2 9)", "((3 5) ())", "(3 5.5)", "(3 x)"] {
            let theirs = TypedTree::parse(wrong).unwrap_err();
            let ours = refusal(Place { game: "tree", from: wrong, moves: "" }, None);
            assert_eq!(ours, format!("tree: {theirs}"));
        }
        let books = ["((3 12 8) (2 4 6) (14 5 2))", "min ((3 12) (2 4))"];
        let trees = EXAMPLES.iter().map(|example| example.tree).chain(books);
        let (mut searches, mut refusals) = (0, 0);
        for text in trees {
            let place = Place { game: "tree", from: text, moves: "" };
            let tree = TypedTree::parse(text).unwrap();
            let subject = Subject::typed(tree.clone());
            let seen = get(&mut Explorer::new(), &Ask::Look(place), "seen");
            assert_eq!(seen["tree"], serde_json::to_value(&tree.root).unwrap(), "{text}");
            assert_eq!(seen["side"], u8::from(!subject.root_is_max()), "{text}");
            for engine in [
                "algorithm=minimax",
                "algorithm=alpha-beta",
                "algorithm=alpha-beta,order=static-all",
                "algorithm=alpha-beta,depth=1",
                "algorithm=fe",
                "algorithm=pvs,table=16KiB",
                "algorithm=rbfms",
                "algorithm=pns,nodes=100,table=16KiB",
            ] {
                let draft = Engine::draft(pairs(engine).unwrap()).unwrap();
                match prepared(&subject, draft) {
                    Ok(prepared) => {
                        let (report, events) = recorded(place, engine);
                        assert_eq!(events, traced(&subject, prepared), "{text}: {engine}");
                        assert_eq!(report["error"], Value::Null, "{text}: {engine}");
                        searches += 1;
                    }
                    Err(error) => {
                        assert_eq!(refusal(place, Some(engine)), error.to_string());
                        refusals += 1;
                    }
                }
            }
        }
        assert!(searches > 60 && refusals > 10, "{searches} searches, {refusals} refusals");
    });
}

#[test]
fn the_modules_record_of_a_search_is_the_desktops_trace() {
    with_room(|| {
        let options = "branching=random:4,seed=11";
        let (parameters, seed) = tree(options);
        let game = format!("random-tree {options}");
        let subjects = [
            (game.as_str(), "", Subject::random_tree(parameters, seed)),
            ("hexapawn", "a3a2", Subject::small(SmallKind::Hexapawn, "a3a2").unwrap()),
            ("connect-four", "444", Subject::small(SmallKind::ConnectFour, "444").unwrap()),
            ("othello", "f5", Subject::othello(parse_moves("f5").unwrap().0, "f5")),
        ];
        let mut events = 0;
        for (game, moves, subject) in &subjects {
            let mut engines = vec![
                "algorithm=minimax,depth=3",
                "algorithm=alpha-beta,depth=4,iterative=true",
                "algorithm=fe,depth=4,bounds=learned,delta=0.5",
                "algorithm=fe,depth=4,bounds=-900:900,two-sided=true,placement=per-child",
                "algorithm=fe,depth=4,bounds=spreads:-200:200/-300:300",
                "algorithm=pvs,depth=4,reductions=true,table=16KiB",
                "algorithm=rbfms,nodes=300",
                "algorithm=pns,nodes=300,table=16KiB",
            ];
            if *game == "othello" {
                engines.push("algorithm=alpha-beta,depth=3,evaluation=patterns-small");
                engines.push("algorithm=strong,depth=5,evaluation=patterns-small,table=16KiB");
            }
            for engine in engines {
                let (_, recorded) = recorded(Place { game, from: "", moves }, engine);
                let theirs = traced(subject, engine.parse().unwrap());
                assert_eq!(recorded, theirs, "{game}: {engine}");
                events += recorded.len();
            }
        }
        assert!(events > 10_000, "{events} events");
    });
}
