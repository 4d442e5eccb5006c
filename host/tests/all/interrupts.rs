//! Ctrl-C during a long unit: a message at once, the end soon after, rows kept, and the command that continues.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::mpsc::{self};
use std::thread;
use std::time::Duration;

use plyscope_core::wire::{
    Clock, ClockSource, Command, Evaluation, Identity, MAX_FRAME, Received, Receiver as Frames,
    Response, decode, encode,
};

use crate::common::absent;
use crate::plyscope::{PROGRAM, plyscope};

/// Time limit for the message. It comes from a thread of its own, but machines are busy.
const MESSAGE: Duration = Duration::from_secs(1);

/// Time limit for the command to end: a few slices of the slowest search on a busy machine.
const END: Duration = Duration::from_secs(8);

/// Interrupts a command that would take long, and returns its stdout and last line of stderr.
fn interrupted(arguments: &str) -> (String, String) {
    let mut running = plyscope(arguments).start();
    running.until_it_works();
    let sent = running.signal("INT");
    let (came, _) = running.warns("Stopping. Press Ctrl-C again to end at once.");
    assert!(came - sent < MESSAGE, "{arguments}: {:?}", came - sent);
    let (_, word) = running.warns("interrupted");
    let ended = running.ends_within(END);
    assert_eq!(ended.code, Some(130), "{arguments}: {word}");
    (ended.out, word)
}

const ENGINES: &str =
    "--engine name=a,algorithm=alpha-beta,depth=40 --engine name=b,algorithm=rbfms,depth=60";

#[test]
fn every_command_with_a_run_directory_ends_soon_and_prints_the_command_that_goes_on() {
    for (name, arguments, option, resumed) in [
        (
            "tournament",
            format!("-q tournament random-tree --branching uniform:6 {ENGINES}"),
            "--run-dir",
            true,
        ),
        (
            "ladder",
            "-q ladder random-tree --branching uniform:8 --pairs 4 --reference-depths 14..15 \
             --challenger-from 14 --reference algorithm=alpha-beta --challenger algorithm=ab-saved"
                .to_owned(),
            "--run-dir",
            true,
        ),
        (
            "experiment",
            "-q experiment run zhang-fig-1b --set seeds=4 --set branching=10 --set depths=13"
                .to_owned(),
            "--run-dir",
            true,
        ),
        (
            "learn",
            "-q learn evaluation --games 4 --solve 18 --depth 10".to_owned(),
            "--run-dir",
            true,
        ),
    ] {
        let path = absent(&format!("interrupts-{name}"));
        let arguments = format!("{arguments} {option} {}", path.display());
        let (text, word) = interrupted(&arguments);
        assert_eq!(text, "", "{name}");
        let again =
            if resumed { arguments.replace("--run-dir", "--resume") } else { arguments.clone() };
        let again: Vec<&str> = again.split_whitespace().collect();
        assert_eq!(word, format!("interrupted; resume with: {PROGRAM} {}", again.join(" ")));
        // It does resume: nothing is refused.
        let (_, word) = interrupted(word.split_once(PROGRAM).expect("the command").1);
        assert!(word.contains("resume with: "), "{name}: {word}");
    }
}

#[test]
fn commands_without_a_run_directory_end_soon_too() {
    let socket = absent("interrupts-gone-device").with_extension("socket");
    let _ = fs::remove_file(&socket);
    let listener = UnixListener::bind(&socket).expect("a socket");
    let socket = socket.display().to_string();
    // It accepts connections and never answers.
    let (connected, connections) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = connected.send(stream);
        }
    });
    for arguments in [
        format!("-q tournament random-tree --branching uniform:6 {ENGINES}"),
        "perft --depth 16".to_owned(),
        "-q solve --position 810000000/1008000000 --table 1MiB".to_owned(),
        "-q learn edge-costs --evaluation patterns --games 2 --depth 12".to_owned(),
        "-q learn spreads --evaluation patterns --games 2 --depth 12".to_owned(),
        "-q experiment run zhang-fig-1b --set seeds=4 --set branching=10 --set depths=13"
            .to_owned(),
    ] {
        let (_, word) = interrupted(&arguments);
        assert_eq!(word, "interrupted", "{arguments}");
    }
    // A silent device is abandoned sooner than usual, and not blamed.
    for arguments in [
        format!("device info --socket {socket}"),
        format!(
            "-q tournament othello --engine name=a,algorithm=alpha-beta,depth=1,device=socket:{socket} \
             --engine name=b,algorithm=alpha-beta,depth=1"
        ),
    ] {
        let running = plyscope(&arguments).start();
        let held = connections.recv_timeout(END).expect("a connection");
        let sent = running.signal("INT");
        running.warns("Stopping");
        let (came, word) = running.warns("");
        assert_eq!(word, "interrupted");
        assert!(came - sent < Duration::from_secs(2), "{:?}", came - sent);
        assert_eq!(running.ends().code, Some(130));
        drop(held);
    }
}

#[test]
fn a_search_prints_what_it_has_found_so_far_and_says_so() {
    for (arguments, generated) in [
        ("search othello start --algorithm alpha-beta --depth 40 --iterative", true),
        ("search othello start --algorithm bfm --depth 60", true),
        ("search random-tree --branching uniform:9 --seed 1 --algorithm fe --depth 40", true),
        ("search random-tree --branching uniform:9 --seeds 1..4 --algorithm fe --depth 40", false),
    ] {
        let (text, word) = interrupted(arguments);
        assert_eq!(word, "interrupted", "{arguments}");
        if generated {
            assert!(text.lines().any(|line| line == "ended      interrupted"), "{text}");
            let nodes =
                text.lines().find_map(|line| line.strip_prefix("generated")).expect("nodes");
            assert!(nodes.contains(','), "{nodes}");
        }
    }
    let search = "search othello start --algorithm alpha-beta --depth 40 --iterative --format json";
    let (text, _) = interrupted(search);
    let row: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(row["stop"], "polled");
    assert!(row["move"].is_string(), "{row}");
}

/// Rows recorded before the interrupt stay unchanged, and the continued run has the rows of an undisturbed one.
#[test]
fn rows_before_and_after_an_interrupt_are_those_of_an_undisturbed_run() {
    let engines = "--engine name=a,algorithm=alpha-beta,depth=4 --engine name=b,algorithm=fe,depth=4 \
                   --engine name=c,algorithm=bfm,nodes=300";
    let arguments =
        format!("-q tournament random-tree --branching random:9 --pairs 20 --threads 1 {engines}");
    let rows = |path: &Path| fs::read(path.join("rows.jsonl")).unwrap_or_default();
    let whole = absent("interrupts-whole");
    plyscope(format!("{arguments} --run-dir {}", whole.display())).succeeds();
    let cut = absent("interrupts-cut");
    let mut option = "--run-dir";
    for more in [1, 2000, 4000] {
        let mut running = plyscope(format!("{arguments} {option} {}", cut.display())).start();
        running.until("rows", || rows(&cut).len() >= more);
        running.signal("INT");
        let code = running.ends_within(END).code;
        let there = rows(&cut);
        assert!(rows(&whole).starts_with(&there), "{code:?}");
        assert!(!there.is_empty());
        option = "--resume";
    }
    plyscope(format!("{arguments} --resume {}", cut.display())).succeeds();
    assert!(rows(&cut) == rows(&whole));
}

/// A terminal passes the first Ctrl-C to the device. The second ends it, whatever the device does.
#[test]
fn in_a_device_terminal_the_second_interrupt_ends_it() {
    let socket = absent("interrupts-terminal").with_extension("socket");
    let _ = fs::remove_file(&socket);
    let listener = UnixListener::bind(&socket).expect("a socket");
    let (sender, typed) = mpsc::channel();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut frames = Frames::new();
        let mut byte = [0];
        while matches!(stream.read(&mut byte), Ok(1)) {
            match frames.push(byte[0]) {
                Some(Received::Payload(payload)) => {
                    let Ok((id, Command::Hello)) = decode::<Command>(payload) else { continue };
                    let identity = Identity {
                        firmware: (0, 1, 0),
                        clock: Clock { source: ClockSource::Emulator, hertz: 1_000_000 },
                        plies: 64,
                        children: 1024,
                        evaluation: Evaluation::Simple,
                        weights: None,
                    };
                    let mut buffer = [0; MAX_FRAME];
                    let frame = encode(id, &Response::Hello(identity), &mut buffer).expect("fits");
                    stream.write_all(frame).expect("written");
                }
                Some(Received::Text(byte)) => {
                    let _ = sender.send(byte);
                }
                _ => {}
            }
        }
    });
    let running = plyscope(format!("device play --socket {}", socket.display())).typed().start();
    running.warns("connected to ");
    while typed.recv_timeout(END).expect("the first commands") != b'd' {}
    running.signal("INT");
    while typed.recv_timeout(END).expect("the interrupt") != 3 {}
    // Nobody presses keys faster; two signals at once are one.
    thread::sleep(Duration::from_millis(150));
    running.signal("INT");
    assert_eq!(running.ends().code, Some(130));
}
