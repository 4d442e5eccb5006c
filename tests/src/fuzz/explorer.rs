//! The explorer's module: any bytes have an answer, and what it searches, the desktop searches by the same words with the same
//! result.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use plyscope::domain::{Domain, OthelloDomain, RandomTreeDomain, SmallDomain, TreeParameters};
use plyscope::engine::small::SmallGame as _;
use plyscope::engine::{Engine, GameKind, with_small};
use plyscope::player::{run, search_of};
use plyscope_core::Game;
use plyscope_core::othello::{Othello, parse_bitboards, parse_board, parse_moves};
use plyscope_core::random_tree::Node;
use plyscope_explorer::Explorer;
use plyscope_explorer::message::{Ask, Place};
use serde_json::Value;

/// Nodes that a search may take here.
const NODES: u64 = 3_000;

/// A thread that answers, and how it went.
type Worker = (Sender<Vec<u8>>, Receiver<thread::Result<()>>);

/// One explorer answers all, as in a page: it never gives back the memory of its tables. Its searches need a large stack.
fn worker() -> Worker {
    let (asked, asks) = channel::<Vec<u8>>();
    let (done, answers) = channel();
    let work = move || {
        let mut explorer = Explorer::new();
        for data in asks {
            let checked = catch_unwind(AssertUnwindSafe(|| {
                message(&mut explorer, &data);
                if let Ok(text) = str::from_utf8(&data) {
                    words(&mut explorer, text);
                }
            }));
            if done.send(checked).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().stack_size(64 << 20).spawn(work).expect("a thread");
    (asked, answers)
}

pub(super) fn check(data: &[u8]) {
    static WORKER: Mutex<Option<Worker>> = Mutex::new(None);
    let mut kept = WORKER.lock().unwrap_or_else(PoisonError::into_inner);
    let (asked, answers) = kept.get_or_insert_with(worker);
    asked.send(data.to_vec()).expect("it waits");
    if let Err(panic) = answers.recv().expect("it answers") {
        // What it was doing is of no use.
        *kept = None;
        drop(kept);
        resume_unwind(panic);
    }
}

/// Asks, and reads the answer: its kind and its content.
fn ask(explorer: &mut Explorer, asked: &Ask<'_>) -> (String, Value) {
    // Longer than any input of a fuzzer.
    let mut buffer = vec![0; 1 << 14];
    let message = postcard::to_slice(asked, &mut buffer).expect("it fits");
    read(explorer.answer(message))
}

fn read(answer: &[u8]) -> (String, Value) {
    let answer: serde_json::Map<String, Value> = serde_json::from_slice(answer).expect("an answer");
    answer.into_iter().next().expect("a kind")
}

/// Any bytes.
fn message(explorer: &mut Explorer, data: &[u8]) {
    // These may take as long as one wants.
    if matches!(postcard::from_bytes(data), Ok(Ask::Perft(_, 5..) | Ask::Step(_))) {
        return;
    }
    let (kind, content) = read(explorer.answer(data));
    assert!(kind != "refused" || content != "");
}

/// A game, a position, moves and an engine, a line each.
fn words(explorer: &mut Explorer, text: &str) {
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (game, from, moves, engine) = (line(), line(), line(), line());
    let place = Place { game, from, moves };
    let (kind, seen) = ask(explorer, &Ask::Look(place));
    let is_seen = kind == "seen";
    if is_seen {
        assert_eq!(seen["outcome"].is_null(), seen["moves"] != serde_json::json!([]), "{place:?}");
    }
    let (kind, mut report) = ask(explorer, &Ask::Start(place, engine));
    if kind != "report" {
        return;
    }
    assert!(is_seen, "{place:?}: {seen}");
    while report["done"] == false && report["counts"]["generated"].as_u64() < Some(NODES) {
        let (kind, next) = ask(explorer, &Ask::Step(1_000));
        assert_eq!(kind, "report", "{place:?}, {engine}");
        report = next;
    }
    if report["done"] == true && report["error"].is_null() {
        desktop(&place, engine, &report);
    }
}

/// Checks what the desktop finds.
fn desktop(place: &Place<'_>, text: &str, report: &Value) {
    let engine: Engine = match text.parse() {
        Ok(engine) => engine,
        Err(error) => panic!("{text}: {error}"),
    };
    let Place { game, from, moves } = *place;
    let (name, options) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
    match name.parse().expect("a game") {
        GameKind::Othello => {
            let board = match (from.trim(), moves.trim()) {
                ("", moves) => parse_moves(moves).expect("a line").0,
                (from, "") if from.contains('/') => parse_bitboards(from).expect("a position"),
                (from, "") => parse_board(from).expect("a position").0,
                // The desktop has no such option.
                _ => return,
            };
            agree(&OthelloDomain::all_openings(0), &engine, Othello, &board, report);
        }
        GameKind::Small(kind) => with_small!(kind, Small => {
            let position = Small::after(moves).expect("a line");
            agree(&SmallDomain::<Small>::default(), &engine, Small::default(), &position, report);
        }),
        GameKind::RandomTree => {
            let Some((parameters, seed)) = tree(options) else { return };
            let game = parameters.tree(seed);
            let root = moves.split_whitespace().fold(game.root(), |node: Node, number| {
                let number: u32 = number.parse().expect("a child's number");
                game.play(&node, game.nth_child(&node, number))
            });
            agree(&RandomTreeDomain { parameters }, &engine, game, &root, report);
        }
    }
}

/// The options of a random tree, if the tests' own reader can read them: it takes `key=value` without spaces.
fn tree(options: &str) -> Option<(TreeParameters, u32)> {
    let is_plain = options.contains("branching=")
        && options.contains("seed=")
        && options.split(',').all(|part| part.contains('=') && part.trim() == part);
    is_plain.then(|| crate::explorer::tree(options))
}

fn agree<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
    position: &<D::Game as Game>::Position,
    report: &Value,
) {
    let mut search = search_of(domain, engine, game).expect("a search");
    let ours = run(&mut search, engine, position).expect("it fits");
    let mv = ours.best_move.map(|mv| domain.move_name(mv));
    let counts = serde_json::to_value(ours.counts).expect("numbers");
    assert_eq!(
        serde_json::json!([mv, ours.value.get(), ours.depth, counts]),
        serde_json::json!([report["bestMove"], report["value"], report["depth"], report["counts"]]),
        "{engine}"
    );
}
