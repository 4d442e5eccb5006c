//! `plyscope device` and engines on devices, as a user runs them. Tests that need QEMU and the firmware are ignored by
//! default; `tests/run` provides both and runs them.

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Runs `plyscope` with these arguments, split at spaces, and this standard input.
fn plyscope(arguments: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // A command that fails at once does not read it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn stdout(arguments: &str) -> String {
    let output = plyscope(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

#[test]
fn what_is_wrong_with_a_device_is_one_line_with_the_remedy_and_an_exit_code() {
    let engines = "--pairs 1 --engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,depth=2";
    for (arguments, code, message) in [
        ("device info", 2, "--port"),
        ("device info --emulate --tcp localhost:1", 2, "cannot be used with"),
        ("device info --port /dev/no-such-port", 1, "is it plugged in"),
        ("device info --socket /no/such/socket", 1, "cannot connect"),
        ("device info --tcp 127.0.0.1:1", 1, "cannot connect"),
        (
            "device info --emulate --firmware /no/firmware",
            1,
            "cargo build --release in firmware-example",
        ),
        (
            "tournament othello --pairs 1 --engine name=a,algorithm=fe,depth=1 --engine name=b,algorithm=fe,depth=1,device=/dev/none",
            1,
            "engine \"b\": device /dev/none",
        ),
        (
            "device search --port /dev/null start --algorithm minimax --depth 3",
            2,
            "a device searches by strong, alpha-beta, fe or rbfms",
        ),
        (
            "device search --port /dev/null start --algorithm alpha-beta --depth 3 --order none",
            2,
            "a device has no option order",
        ),
        (
            "device search --port /dev/null start --algorithm fe --depth 3 --delta 0.5",
            2,
            "a device has no option delta",
        ),
        (
            &format!("tournament othello {engines},algorithm=fe,device=nowhere"),
            2,
            "device=nowhere: write emulate, a serial port such as /dev/ttyUSB0",
        ),
        (
            &format!(
                "tournament random-tree --branching uniform:2 {engines},algorithm=fe,device=emulate"
            ),
            2,
            "devices play othello only",
        ),
        (
            &format!("tournament othello {engines},algorithm=fe,device=emulate,evaluation=bill"),
            2,
            "a device searches with the evaluation simple or patterns-small, as it was built, not bill",
        ),
        (
            &format!("tournament othello {engines},algorithm=bfm,device=emulate"),
            2,
            "a device searches by strong, alpha-beta, fe or rbfms",
        ),
    ] {
        let output = plyscope(arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
        assert!(errors.contains(message), "{arguments}: {errors}");
        assert_eq!(errors.trim_end().lines().count(), 1, "{arguments}: {errors}");
    }
}

/// A closed link is an error, and not mistaken for a closed pipe on the output.
#[test]
fn a_link_that_ends_is_an_error_of_one_line() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    // The server closes each connection at once.
    let server = thread::spawn(move || drop(listener.accept()));
    let output = plyscope(&format!("device info --tcp {address}"), "");
    server.join().expect("the server ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("the link failed"), "{errors}");
    assert_eq!(errors.trim_end().lines().count(), 1, "{errors}");
    assert!(output.stdout.is_empty());
}

/// Whether any process was started with this file, according to Linux.
fn runs_on(file: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("a Linux system").flatten();
    processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok()).any(|line| {
        let line = String::from_utf8_lossy(&line).into_owned();
        line.split('\0').any(|argument| argument == file) && line.starts_with("qemu-system-arm")
    })
}

/// The emulator ends with plyscope, however that ends.
#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn no_emulator_is_left_behind() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let built = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../firmware-example/target/thumbv7em-none-eabihf/release/plyscope-stm32f405"
    );
    // A name in no other test's emulator command line.
    let firmware = target.join("left-behind");
    fs::copy(built, &firmware).expect("the firmware is built");
    let name = firmware.to_str().expect("UTF-8");
    let start = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
        command.args(arguments.split_whitespace()).args(["--firmware", name]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    let gone = || {
        let deadline = Instant::now() + Duration::from_secs(10);
        while runs_on(name) {
            assert!(Instant::now() < deadline, "QEMU is left behind");
            thread::sleep(Duration::from_millis(50));
        }
    };
    let search = "device search --emulate start --algorithm alpha-beta";
    assert!(start(&format!("{search} --depth 3")).wait().expect("it ends").success());
    gone();
    let mut child = start(&format!("{search} --depth 60"));
    let deadline = Instant::now() + Duration::from_secs(10);
    while !runs_on(name) {
        assert!(Instant::now() < deadline, "QEMU does not start");
        thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    gone();
}

/// The lines without that of the time, which is another one each time.
fn timeless(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("time ")).map(|line| format!("{line}\n")).collect()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_search_prints_what_the_desktops_does() {
    for engine in [
        "--algorithm alpha-beta --depth 5",
        "--algorithm fe --nodes 3000",
        "--algorithm rbfms --nodes 900",
    ] {
        let position = "--moves f5d6c3d3c4";
        let there = stdout(&format!("device search --emulate {position} {engine}"));
        assert_eq!(
            timeless(&there),
            timeless(&stdout(&format!("search othello {position} {engine}")))
        );
    }
    let position = "--moves f5d6c3d3c4 --nodes 3000";
    let there = stdout(&format!("device search --emulate {position}"));
    let here = format!(
        "search othello {position} --algorithm strong --evaluation patterns-small --table 8KiB"
    );
    assert_eq!(timeless(&there), timeless(&stdout(&here)), "strong is the default");
    // A finished game has no move, on the device and here.
    let over = "--position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX:O";
    let over = over.replace(':', "");
    let there = stdout(&format!("device search --emulate {over} --algorithm fe --depth 2"));
    assert!(there.contains("move       none"), "{there}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_tells_how_it_is_and_what_searches_cost() {
    let info = stdout("device info --emulate");
    for line in [
        "clock      168 MHz, emulator",
        "strong     patterns-small, table of 8,192 bytes",
        "stack ",
        "flash ",
        "frames ",
    ] {
        assert!(info.contains(line), "{line:?} in {info}");
    }
    let info: Value = serde_json::from_str(&stdout("device info --emulate --format json")).unwrap();
    assert_eq!(info["identity"]["clock"]["hertz"], 168_000_000);
    let rows = stdout("device measure --emulate --format json");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row["instructions_each"].as_f64().unwrap() > 10.0));
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_plays_in_a_tournament_as_the_desktop_would() {
    let games = |device: &str| {
        let text = stdout(&format!(
            "tournament othello --pairs 3 --format json \
             --engine name=chip,algorithm=rbfms,nodes=100{device} \
             --engine name=desktop,algorithm=alpha-beta,depth=2"
        ));
        text.lines().filter(|line| line.contains("\"game\"")).map(str::to_owned).collect::<Vec<_>>()
    };
    let there = games(",device=emulate");
    assert_eq!(there.len(), 6);
    assert_eq!(there, games(""));
    let text = stdout(
        "device match --emulate --pairs 1 --engine name=chip,algorithm=fe,depth=2 \
         --against name=desktop,algorithm=alpha-beta,depth=1",
    );
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    // Near the end, strong may pass its limit by a few nodes.
    let text = stdout(
        "device match --emulate --pairs 1 --engine name=chip,algorithm=strong,nodes=300 \
         --against name=desktop,algorithm=alpha-beta,depth=1",
    );
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    assert!(!text.contains("forfeit"), "{text}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_person_plays_a_device_through_the_terminal() {
    let output = plyscope("device play --emulate", "level 2\ndepth 2\nd3\nfoo\nmoves\nnew white\n");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for words in [
        "Level 2 of 9: ",
        "I search by strong, 2 plies deep a move.",
        "I play ",
        "Unknown command \"foo\". Type a move such as d3, or help.",
        "Moves: ",
        "A new game: you are White (O).",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    assert!(text.trim_end().ends_with('>'), "{text}");
}

/// The firmware that searches with patterns.
const PATTERNS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../firmware-example/target/patterns/thumbv7em-none-eabihf/release/plyscope-stm32f405"
);

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_with_patterns_does_what_one_with_simple_does() {
    let there = format!("--emulate --firmware {PATTERNS}");
    assert!(stdout(&format!("device info {there}")).contains("\nevaluation patterns-small\n"));
    let search = "--moves f5d6c3d3c4 --algorithm fe --nodes 3000 --evaluation patterns-small";
    assert_eq!(
        timeless(&stdout(&format!("device search {there} {search}"))),
        timeless(&stdout(&format!("search othello {search}")))
    );
    let rows = stdout(&format!("device measure {there} --format json"));
    assert_eq!(rows.lines().count(), 9);
    let text = stdout(&format!(
        "device match {there} --pairs 1 --engine name=chip,algorithm=fe,depth=2,evaluation=patterns-small \
         --against name=desktop,algorithm=alpha-beta,depth=1"
    ));
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    let output = plyscope(&format!("device play {there}"), "level 2\nd3\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("I play "), "{text}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn strong_is_refused_where_it_is_not_built_in_or_has_other_weights() {
    let small = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../firmware-example/target/provoke/thumbv7em-none-eabihf/release/plyscope-stm32f405"
    );
    for (arguments, message) in [
        (format!("--firmware {small}"), "built without strong"),
        (
            "--evaluation simple".to_owned(),
            "evaluation patterns-small, not simple: omit evaluation",
        ),
    ] {
        let output =
            plyscope(&format!("device search --emulate {arguments} start --nodes 300"), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(message), "{errors}");
        assert_eq!(errors.trim_end().lines().count(), 1, "{errors}");
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn an_engine_whose_evaluation_the_device_has_not_is_refused_with_the_remedy() {
    let tournament = |evaluation: &str, device: &str| {
        plyscope(
            &format!(
                "tournament othello --pairs 1 \
                 --engine name=chip,algorithm=fe,depth=2,device={device}{evaluation} \
                 --engine name=desktop,algorithm=fe,depth=1"
            ),
            "",
        )
    };
    let patterns = format!("emulate:{PATTERNS}");
    for (evaluation, device, message) in [
        (",evaluation=patterns-small", "emulate", "with the evaluation simple, not patterns-small"),
        (",evaluation=patterns-small", "emulate", "--features patterns"),
        ("", patterns.as_str(), "with the evaluation patterns-small, not simple"),
        ("", patterns.as_str(), "without the feature patterns"),
    ] {
        let output = tournament(evaluation, device);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{message}: {errors}");
        assert_eq!(errors.trim_end().lines().count(), 1, "{errors}");
    }
    assert!(tournament(",evaluation=patterns-small", &patterns).status.success());
    assert!(tournament("", "emulate").status.success());
}
