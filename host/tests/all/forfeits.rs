//! Misbehaving players lose the game, with the reason in its row, and the tournament continues. Most players here are
//! devices: threads that speak the wire protocol over a Unix socket.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use plyscope_core::othello::{Board, Move, Othello, Simple};
use plyscope_core::wire::{
    Clock, ClockSource, Command, Evaluation, Identity, MAX_FRAME, Received, Receiver, Response,
    SearchResult, decode, encode,
};
use plyscope_core::{AlphaBeta, Order, Policy, Search as _, Stop, storage};
use serde_json::Value;

use crate::common::absent;
use crate::plyscope::plyscope;

/// The device's behaviour on a search request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    /// It behaves correctly.
    Honest,
    /// It moves to this square, legal or not.
    Plays(u8),
    /// It reports this many nodes.
    Counts(u64),
    /// It reports a finished search without a move.
    NoMove,
    /// It says that it is done.
    AnotherMessage,
    /// It sends bytes that are not a message.
    Rubbish,
    /// It stops answering.
    Silent,
    /// It closes the connection, and accepts no other.
    Leaves,
}

/// A device that misbehaves at its search of this number, from 1, and otherwise behaves correctly.
struct Device {
    socket: PathBuf,
    act: Act,
    at: u32,
    searches: AtomicU32,
}

/// Where a device listens, until this is dropped.
struct Address {
    engine: String,
    socket: PathBuf,
}

impl std::ops::Deref for Address {
    type Target = str;

    fn deref(&self) -> &str {
        &self.engine
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        // The device may have left.
        let _ = fs::remove_file(&self.socket);
    }
}

impl Device {
    fn start(name: &str, act: Act, at: u32) -> Address {
        let socket = std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&socket);
        let listener = UnixListener::bind(&socket).expect("a socket");
        let address =
            Address { engine: format!("socket:{}", socket.display()), socket: socket.clone() };
        let device = Arc::new(Self { socket, act, at, searches: AtomicU32::new(0) });
        thread::spawn(move || {
            for stream in listener.incoming() {
                let device = Arc::clone(&device);
                if device.serve(stream.expect("a connection")).is_none() {
                    // No further connections are possible.
                    let _ = fs::remove_file(&device.socket);
                    return;
                }
            }
        });
        address
    }

    /// Serves a connection until it ends; `None` if the device leaves.
    fn serve(&self, mut stream: UnixStream) -> Option<()> {
        let mut receiver = Receiver::new();
        let mut last = 0;
        let mut byte = [0];
        while matches!(stream.read(&mut byte), Ok(1)) {
            let Some(Received::Payload(payload)) = receiver.push(byte[0]) else { continue };
            let Ok((id, request)) = decode::<Command>(payload) else { continue };
            let silent =
                self.act == Act::Silent && self.searches.load(Ordering::Relaxed) >= self.at;
            let response = match request {
                _ if silent => continue,
                Command::Hello => Response::Hello(identity()),
                Command::Search { board, .. } => {
                    if id != last {
                        self.searches.fetch_add(1, Ordering::Relaxed);
                        last = id;
                    }
                    let now = self.searches.load(Ordering::Relaxed) == self.at;
                    match answer(board, if now { self.act } else { Act::Honest }) {
                        Answer::Message(response) => response,
                        Answer::Bytes(bytes) => {
                            stream.write_all(&bytes).ok()?;
                            continue;
                        }
                        Answer::Nothing => continue,
                        Answer::Leave => return None,
                    }
                }
                _ => Response::Done,
            };
            let mut buffer = [0; MAX_FRAME];
            let frame = encode(id, &response, &mut buffer).expect("it fits");
            // The other side may have closed.
            let _ = stream.write_all(frame);
        }
        Some(())
    }
}

enum Answer {
    Message(Response),
    Bytes(Vec<u8>),
    Nothing,
    Leave,
}

fn identity() -> Identity {
    Identity {
        firmware: (0, 1, 0),
        clock: Clock { source: ClockSource::Emulator, hertz: 1_000_000 },
        plies: 64,
        children: 1024,
        evaluation: Evaluation::Simple,
        weights: None,
    }
}

fn answer(board: Board, act: Act) -> Answer {
    let mut search =
        AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(64, 1024));
    let request = plyscope_core::Request::new(&board).depth(1);
    let report = search.search(&request).expect("capacities suffice");
    let mut result = SearchResult::new(&report, 1);
    match act {
        Act::Honest => {}
        Act::Plays(square) => result.best_move = Move::to(square),
        Act::Counts(nodes) => result.counts.generated = nodes,
        Act::NoMove => (result.best_move, result.stop) = (None, Stop::Completed),
        Act::AnotherMessage => return Answer::Message(Response::Done),
        Act::Rubbish => return Answer::Bytes((0..=255).cycle().take(3000).collect()),
        Act::Silent => return Answer::Nothing,
        Act::Leaves => return Answer::Leave,
    }
    Answer::Message(Response::Result(result))
}

/// A tournament of two pairs. The chip moves first in each first game.
fn tournament(device: &str, more: &str) -> String {
    let device = if device.is_empty() { String::new() } else { format!(",device={device}") };
    format!(
        "-q tournament othello --pairs 2 --threads 1 --engine name=chip,algorithm=alpha-beta,depth=1{device} \
         --engine name=desktop,algorithm=alpha-beta,depth=2 {more}"
    )
}

/// Plays against a device that misbehaves once, at its fifth search, and returns the reason.
fn reason_of(name: &str, act: Act) -> String {
    let device = Device::start(name, act, 5);
    let ended = plyscope(tournament(&device, "--format json")).ends_with(1);
    let told = "games were forfeited: 1 by chip; first: chip at ply 8";
    assert!(ended.errors.contains(told) && ended.errors.lines().count() == 1, "{act:?}: {ended:?}");
    let games = ended.games();
    assert_eq!(games.len(), 4, "the tournament goes on");
    let (lost, whole): (Vec<_>, Vec<_>) = games.into_iter().partition(|g| !g["forfeit"].is_null());
    let [lost] = lost.as_slice() else { panic!("{act:?}: {lost:?}") };
    // The chip moves first in this game, and its fifth move is the ninth.
    assert_eq!((&lost["unit"], &lost["outcome"]), (&0.into(), &(-64).into()));
    assert_eq!(lost["forfeit"]["engine"], "chip");
    assert_eq!(lost["forfeit"]["ply"], 8);
    assert_eq!(lost["moves"].as_array().map(Vec::len), Some(8));
    for game in whole {
        let games = game["moves"].as_array().expect("moves");
        assert!(games.len() > 30, "{act:?}: {game}");
    }
    lost["forfeit"]["reason"].as_str().expect("a reason").to_owned()
}

#[test]
fn a_game_is_lost_by_what_no_search_can_answer() {
    // d4 is occupied from the start, and nobody can take a1 at the ninth ply of these games.
    for (name, act, part) in [
        ("occupied", Act::Plays(27), "it played d4, which is no legal move there"),
        ("illegal", Act::Plays(0), "it played a1, which is no legal move there"),
        ("counts", Act::Counts(u64::MAX), "a search that counted 18446744073709551615"),
        ("no-move", Act::NoMove, "no move, where there is one"),
        ("another", Act::AnotherMessage, "answered with another message"),
    ] {
        let reason = reason_of(name, act);
        assert!(reason.contains(part), "{act:?}: {reason}");
    }
}

#[test]
fn a_game_is_lost_by_rubbish_on_the_link() {
    let reason = reason_of("rubbish", Act::Rubbish);
    assert!(reason.contains("does not answer"), "{reason}");
}

#[test]
fn a_search_that_needs_more_than_the_capacities_loses_its_games_and_the_others_go_on() {
    let ended = plyscope(
        "-q tournament random-tree --branching uniform:200 --game-depth 128 --pairs 2 --threads 1 --format json \
         --engine name=deep,algorithm=alpha-beta,depth=120 --engine name=plain,algorithm=alpha-beta,depth=1 \
         --engine name=two,algorithm=alpha-beta,depth=2",
    )
    .ends_with(1);
    assert!(ended.errors.contains("games were forfeited: 4 by deep"), "{ended:?}");
    let games = ended.games();
    assert_eq!(games.len(), 12);
    for game in games {
        let of_deep = [0, 1].map(|side| game["engines"][side] == "deep");
        let is_lost = of_deep != [false; 2];
        assert_eq!(game["moves"].as_array().map(Vec::len) == Some(128), !is_lost, "{game}");
        if is_lost {
            assert_eq!(game["forfeit"]["engine"], "deep");
            assert_eq!(game["forfeit"]["ply"], i32::from(of_deep[1]));
            let reason = game["forfeit"]["reason"].as_str().expect("a reason");
            assert!(reason.contains("moves on one path"), "{reason}");
            let lost = i64::from(i32::MAX) * if of_deep[0] { -1 } else { 1 };
            assert_eq!(game["outcome"], lost, "the worst outcome there is");
        }
    }
}

/// Its remaining games are lost without waiting for the whole time-out.
#[test]
fn a_device_that_is_gone_for_good_loses_its_games_quickly() {
    for (name, act, part, seconds) in [
        ("silent", Act::Silent, "does not answer", 14),
        ("leaves", Act::Leaves, "the link failed", 5),
    ] {
        let begin = Instant::now();
        let device = Device::start(name, act, 5);
        let ended = plyscope(tournament(&device, "--format json")).ends_with(1);
        assert!(begin.elapsed() < Duration::from_secs(seconds), "{:?}", begin.elapsed());
        let games = ended.games();
        let reasons: Vec<&str> = games
            .iter()
            .map(|game| game["forfeit"]["reason"].as_str().expect("forfeited"))
            .collect();
        assert_eq!(reasons.len(), 4);
        assert!(reasons[0].contains(part), "{reasons:?}");
        assert!(games[1..].iter().all(|game| game["forfeit"]["ply"] == 0), "{games:?}");
        // The device was first in half of them.
        let outcomes: Vec<&Value> = games.iter().map(|game| &game["outcome"]).collect();
        assert_eq!(outcomes, [-64, 64, -64, 64]);
    }
}

/// Rows of games without a forfeit are unchanged, and a device's rows are those of this program.
#[test]
fn rows_of_an_honest_device_are_those_of_the_same_search_here() {
    let [here, there] = ["", &Device::start("honest", Act::Honest, 0)].map(|device| {
        let run = absent(if device.is_empty() { "forfeits-here" } else { "forfeits-there" });
        plyscope(tournament(device, &format!("--run-dir {}", run.display()))).succeeds();
        let rows = fs::read_to_string(run.join("rows.jsonl")).expect("rows");
        assert!(!rows.contains("forfeit"), "{rows}");
        let rows: Vec<Value> =
            rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
        rows.iter().map(|row| (row["moves"].clone(), row["outcome"].clone())).collect::<Vec<_>>()
    });
    assert_eq!(here, there);
}

#[test]
fn a_recorded_forfeit_is_in_the_table_and_in_exports() {
    let run = absent("forfeits-recorded");
    let device = Device::start("recorded", Act::Plays(27), 5);
    let into = format!("--run-dir {}", run.display());
    let table = plyscope(tournament(&device, &into)).ends_with(1).out;
    let line = "forfeited games: 1 by chip; first: chip at ply 8: it played d4, which is no legal move there";
    assert!(table.lines().any(|other| other == line), "{table}");
    for (format, part) in [
        ("csv", ",chip,\"it played d4, which is no legal move there\""),
        ("markdown", "forfeited games: 1 by chip"),
        ("json", "\"forfeits\":{\"games\":[1,0],"),
    ] {
        let text = plyscope(format!("export {} --format {format}", run.display())).text();
        assert!(text.contains(part), "{format}: {text}");
    }
}

/// A ladder compares work, which half a game does not tell.
#[test]
fn a_ladder_ends_at_a_forfeit() {
    let address = Device::start("ladder", Act::Plays(27), 5);
    let device = &*address;
    let errors = plyscope(format!(
        "-q ladder othello --pairs 2 --threads 1 --reference name=chip,algorithm=alpha-beta,device={device} \
         --challenger name=desktop,algorithm=rbfms --reference-depths 1..2"
    )).fails(1);
    assert!(errors.contains("engine \"chip\" has forfeited a game"), "{errors}");
}
