//! Signals, and other sides that are gone: commands end in order, and leave no process behind.

use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::directory;
use crate::plyscope::{in_shell_after, plyscope};

/// Time limit for the end of a process: two seconds, and what a busy machine takes on top.
const END: Duration = Duration::from_secs(8);

/// The signals that end a command in order, but Ctrl-C, with their exit codes.
const SIGNALS: [(&str, i32); 3] = [("TERM", 143), ("HUP", 129), ("QUIT", 131)];

const LONG: &str = "-q tournament random-tree --branching uniform:6 \
                    --engine name=a,algorithm=alpha-beta,depth=40 --engine name=b,algorithm=rbfms,depth=60";

#[test]
fn every_signal_ends_a_run_in_order_and_its_exit_code_says_which() {
    for (name, code) in SIGNALS {
        let run = directory(&format!("signals-{name}")).join("run");
        let mut running = plyscope(format!("{LONG} --run-dir {}", run.display())).start();
        running.until("a manifest", || run.join("manifest.json").exists());
        // Twice, as `timeout` does: to the process and to its group.
        let twice = "kill -s $0 $1; kill -s $0 $1";
        let number = running.child.id().to_string();
        let status = Command::new("sh").args(["-c", twice, name, &number]).status();
        assert!(status.unwrap().success());
        running.warns(&format!("Stopping: SIG{name}. Another signal ends this at once."));
        let (_, word) = running.warns("interrupted");
        assert!(word.ends_with(&format!("--resume {}", run.display())), "{word}");
        let ended = running.ends_within(END);
        assert_eq!((ended.code, ended.out.as_str()), (Some(code), ""), "{name}");
    }
}

#[test]
fn a_hangup_that_was_ignored_at_the_start_stays_ignored() {
    let place = directory("signals-nohup");
    let run = place.join("run");
    let tournament = format!("{LONG} --run-dir {}", run.display());
    let mut running = in_shell_after("trap '' HUP", tournament).start();
    running.until("a manifest", || run.join("manifest.json").exists());
    running.signal("HUP");
    running.signal("TERM");
    running.warns("Stopping: SIGTERM");
    assert_eq!(running.ends_within(END).code, Some(143));
}

#[test]
fn a_file_that_outgrows_the_limit_of_its_size_is_an_error_that_names_it() {
    let place = directory("signals-size");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/own-games.wtb");
    let output = place.join("own.ggf");
    let convert = format!("games convert {games} --output {}", output.display());
    let message = in_shell_after("ulimit -f 1", convert).fails(1);
    assert!(message.contains(&format!("cannot write {}: ", output.display())), "{message}");
    let left = fs::read_dir(&place).expect("a directory").count();
    assert_eq!(left, 0, "a part of the file is left");
}

#[test]
fn servers_that_wait_for_a_command_end_at_a_signal() {
    for (arguments, greeting) in [("gtp", "name"), ("nboard", "ping 1")] {
        let mut running = plyscope(arguments).typed().start();
        running.types(greeting);
        // It answers, so it listens.
        running.says("");
        running.signal("TERM");
        assert_eq!(running.ends_within(END).code, Some(143), "{arguments}");
    }
}

/// Whether this process runs. One that has ended, but that nobody has asked about, does not.
fn runs(number: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", number]).output().expect("ps");
    let state = String::from_utf8_lossy(&output.stdout);
    !state.trim().is_empty() && !state.starts_with('Z')
}

/// Waits for the end of the processes whose numbers are in this file.
fn assert_gone(file: &Path, after: &str) {
    let deadline = Instant::now() + END;
    for number in fs::read_to_string(file).unwrap().split_whitespace() {
        while runs(number) {
            assert!(Instant::now() < deadline, "{after}: process {number} is left behind");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A tournament with a GTP engine that never moves. `begin` is what the engine does first, in the directory `place`.
fn with_engine(place: &Path, begin: &str) -> String {
    let engine = place.join("engine.sh");
    let text = format!(
        "#!/bin/sh\ncd '{}'\n{begin}\nwhile read -r line; do\ncase $line in\n\
         genmove*) touch asked; while :; do sleep 1; done ;;\n*) printf '= \\n\\n' ;;\nesac\ndone\n",
        place.display()
    );
    fs::write(&engine, text).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    format!(
        "-q tournament othello --pairs 1 --threads 1 --engine name=never,cmd={},protocol=gtp \
         --engine name=other,algorithm=alpha-beta,depth=1",
        engine.display()
    )
}

/// Whether the engine was asked for a move, and the numbers of all its processes are in the file.
fn has_asked(place: &Path) -> bool {
    let numbers = fs::read_to_string(place.join("numbers")).unwrap_or_default();
    place.join("asked").exists()
        && numbers.ends_with('\n')
        && numbers.split_whitespace().count() >= 2
}

#[test]
fn engines_of_others_end_with_the_command_however_it_ends() {
    for name in ["INT", "TERM", "HUP", "QUIT", "KILL"] {
        let place = directory(&format!("signals-engine-{name}"));
        let arguments = with_engine(&place, "sleep 600 & echo $! >>numbers; echo $$ >>numbers");
        let mut running = plyscope(arguments).start();
        running.until("a question", || has_asked(&place));
        running.signal(name);
        let status = running.status();
        assert_eq!(status.signal(), (name == "KILL").then_some(9), "{status}");
        assert_gone(&place.join("numbers"), name);
    }
}

/// What leaves the engine's group and loses its parent is the command's.
#[cfg(target_os = "linux")]
#[test]
fn daemons_of_engines_end_with_the_command_and_other_processes_do_not() {
    let place = directory("signals-daemon");
    let arguments = with_engine(&place, "setsid sh -c 'sleep 600 & echo $$ $! >>numbers; wait' &");
    let mut running = plyscope(arguments).start();
    running.until("a question", || has_asked(&place));
    running.signal("TERM");
    assert_eq!(running.status().code(), Some(143));
    assert_gone(&place.join("numbers"), "TERM");

    // A child from before the command is not an engine's.
    let place = directory("signals-no-daemon");
    let number = place.join("number");
    let script = format!("sleep 60 >/dev/null 2>&1 & echo $! >{}", number.display());
    in_shell_after(&script, "search othello start --depth 1").succeeds();
    let number = fs::read_to_string(number).unwrap();
    assert!(runs(number.trim()), "the process of the script was ended");
    assert!(Command::new("kill").arg(number.trim()).status().unwrap().success());
}

#[test]
fn a_server_ends_when_its_input_has_ended_and_nobody_reads_its_output() {
    for (arguments, commands) in [
        ("nboard --st 60", "nboard 2\ngo\n"),
        ("nboard --st 60", "nboard 2\nmove F5\nmove D6\nanalyze\n"),
        ("gtp --st 60", "name\ngenmove b\n"),
        ("gtp --st 60", "name\nplyscope-analyze\n"),
    ] {
        let (mut reader, writer) = io::pipe().unwrap();
        let mut running = plyscope(arguments).stdin(commands).stdout(writer).start();
        reader.read_exact(&mut [0]).unwrap();
        // It shows nothing that could be waited for.
        thread::sleep(Duration::from_millis(100));
        assert!(running.runs(), "{commands}: it thinks while someone reads");
        drop(reader);
        running.ends_within(END);
    }
}

#[test]
fn a_script_that_has_sent_all_its_commands_gets_the_answers() {
    for (arguments, commands, answer) in [
        ("gtp --st 0.3", "genmove b\n", "= "),
        ("nboard --st 0.3", "nboard 2\ngo\n", "=== "),
        ("gtp --depth 6", "plyscope-analyze 1\n", "= move "),
    ] {
        let text = plyscope(arguments).stdin(commands).text();
        assert!(text.lines().any(|line| line.starts_with(answer)), "{commands}: {text}");
    }
}

/// Long commands, but the experiments. `DIR` stands for an empty directory, `DATA` for the tests' data.
const COMMANDS: &[&str] = &[
    "learn probcut --evaluation patterns-small --output DIR/x --run-dir DIR/run",
    "learn edge-costs --evaluation patterns --games 100 --depth 10",
    "learn spreads --evaluation patterns --games 100 --depth 10",
    "learn evaluation --run-dir DIR/run",
    "learn games --run-dir DIR/run",
    "learn openings --depth 16",
    "learn positions --wthor DATA/own-games.wtb --count 30 --depth 16",
    "learn moves --positions DATA/midgame-200.txt --evaluation patterns --depth 14",
    "book build DIR/x.book --positions 100000",
    "analyse DATA/own-games.wtb --depth 16 --run-dir DIR/run",
    "solve --position 810000000/1008000000 --table 1MiB",
    "perft --depth 16",
    "bench",
    "search othello start --depth 40",
    "search othello start --depth 40 --lines 5",
    "search random-tree --branching uniform:9 --seeds 1..4 --algorithm fe --depth 40",
    "trace othello --engine algorithm=alpha-beta,depth=14 --format json",
    "tournament othello --engine algorithm=alpha-beta,depth=12 --engine algorithm=fe,depth=12 --run-dir DIR/run",
    "ladder random-tree --branching uniform:8 --pairs 4 --reference-depths 14..15 --challenger-from 14 \
     --reference algorithm=alpha-beta --challenger algorithm=ab-saved --run-dir DIR/run",
    "play othello --plain --first algorithm=alpha-beta,depth=14 --second algorithm=alpha-beta,depth=14 --keep DIR/game",
];

/// Interrupts a command this time after it began to heed signals. Returns the time that it took to end; `None` if it had ended before.
fn interrupted(place: &Path, arguments: &str, after: Duration) -> Option<Duration> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");
    let arguments = arguments.replace("DIR", &place.display().to_string()).replace("DATA", data);
    let mut running = plyscope(format!("-q {arguments}")).typed().stdout(Stdio::null()).start();
    running.until_it_heeds_signals();
    // The moment matters, not what the command does then.
    thread::sleep(after);
    if !running.runs() {
        let ended = running.ends();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        return None;
    }
    let sent = running.signal("INT");
    let ended = running.ends_within(END);
    // It may have finished before it saw the interrupt.
    assert!(matches!(ended.code, Some(130 | 0)), "after {after:?}: {ended:?}");
    Some(sent.elapsed())
}

/// Those that wait for a position or a move that an interrupt prevents.
#[test]
fn a_search_for_positions_ends_at_an_interrupt() {
    let place = directory("signals-positions");
    for arguments in [
        "learn probcut --evaluation patterns-small --depth 4 --output DIR/x --run-dir DIR/run",
        "experiment run fe-probcut-othello --set depth=4",
        "experiment run lineage-leaves --set depth=2 --set seeds=100000",
    ] {
        for after in [200, 400] {
            let _ = fs::remove_dir_all(place.join("run"));
            let took = interrupted(&place, arguments, Duration::from_millis(after));
            assert!(took.is_some(), "{arguments} is to take long");
        }
    }
}

mod nightly {
    use std::io::{self, Write as _};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use serde_json::Value;

    use super::{COMMANDS, interrupted};
    use crate::common::directory;
    use crate::plyscope::plyscope;

    /// Commands at a time: mostly they are waited for.
    const WORKERS: usize = 3;

    #[test]
    #[ignore = "takes minutes"]
    fn every_experiment_and_every_long_command_ends_soon_after_an_interrupt() {
        let listed = plyscope("experiment list").rows();
        let command = |row: &Value| {
            let name = row["id"].as_str().expect("a name");
            format!("experiment run {name} --run-dir DIR/run")
        };
        let mut all: Vec<String> = listed.iter().map(command).collect();
        assert!(all.len() >= 63, "{listed:?}");
        all.extend(COMMANDS.iter().map(|&command| command.to_owned()));
        let moments = [100, 700, 2000];
        let next = AtomicUsize::new(0);
        let ends = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for worker in 0..WORKERS {
                let (all, next, ends) = (&all, &next, &ends);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(arguments) = all.get(number / moments.len()) else { break };
                        let after = Duration::from_millis(moments[number % moments.len()]);
                        let place = directory(&format!("signals-nightly-{worker}"));
                        if let Some(took) = interrupted(&place, arguments, after) {
                            ends.lock().unwrap().push((took, arguments));
                        }
                    }
                });
            }
        });
        let mut ends = ends.into_inner().unwrap();
        ends.sort_unstable();
        let mut out = io::stdout().lock();
        let (commands, interrupts) = (all.len(), ends.len());
        let _ = writeln!(out, "{commands} commands, {interrupts} interrupts; the slowest ends:");
        for (took, arguments) in ends.iter().rev().take(10) {
            let _ = writeln!(out, "{:.3} s: {arguments}", took.as_secs_f64());
        }
        assert!(ends.len() > all.len(), "most commands take longer than that");
    }
}
