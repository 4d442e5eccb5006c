//! `plyscope device` and engines on devices, as a user runs them. Tests that need QEMU and the firmware are ignored by
//! default; `tests/run` provides both and runs them.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::plyscope::plyscope;

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
        let errors = plyscope(arguments).fails(code);
        assert!(errors.contains(message), "{arguments}: {errors}");
    }
}

/// A closed link is an error, and not mistaken for a closed pipe on the output.
#[test]
fn a_link_that_ends_is_an_error_of_one_line() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    // The server closes each connection at once.
    let server = thread::spawn(move || drop(listener.accept()));
    let errors = plyscope(format!("device info --tcp {address}")).fails(1);
    server.join().expect("the server ends");
    assert!(errors.contains("the link failed"), "{errors}");
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
    let start = |arguments: &str| plyscope(arguments).args(["--firmware", name]).start();
    let gone = || {
        let deadline = Instant::now() + Duration::from_secs(10);
        while runs_on(name) {
            assert!(Instant::now() < deadline, "QEMU is left behind");
            thread::sleep(Duration::from_millis(50));
        }
    };
    let search = "device search --emulate start --algorithm alpha-beta";
    assert_eq!(start(&format!("{search} --depth 3")).ends().code, Some(0));
    gone();
    let mut running = start(&format!("{search} --depth 60"));
    running.until("emulator", || runs_on(name));
    running.kill();
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
        let there = plyscope(format!("device search --emulate {position} {engine}")).text();
        assert_eq!(
            timeless(&there),
            timeless(&plyscope(format!("search othello {position} {engine}")).text())
        );
    }
    let position = "--moves f5d6c3d3c4 --nodes 3000";
    let there = plyscope(format!("device search --emulate {position}")).text();
    let here = format!(
        "search othello {position} --algorithm strong --evaluation patterns-small --table 8KiB"
    );
    assert_eq!(timeless(&there), timeless(&plyscope(&here).text()), "strong is the default");
    // A finished game has no move, on the device and here.
    let over = "--position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX:O";
    let over = over.replace(':', "");
    let there = plyscope(format!("device search --emulate {over} --algorithm fe --depth 2")).text();
    assert!(there.contains("move       none"), "{there}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_tells_how_it_is_and_what_searches_cost() {
    let info = plyscope("device info --emulate").text();
    for line in [
        "clock      168 MHz, emulator",
        "strong     patterns-small, table of 8,192 bytes",
        "stack ",
        "flash ",
        "frames ",
    ] {
        assert!(info.contains(line), "{line:?} in {info}");
    }
    let info: Value = plyscope("device info --emulate").json();
    assert_eq!(info["identity"]["clock"]["hertz"], 168_000_000);
    let rows = plyscope("device measure --emulate --format json").text();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row["instructions_each"].as_f64().unwrap() > 10.0));
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_device_plays_in_a_tournament_as_the_desktop_would() {
    let games = |device: &str| {
        let text = plyscope(format!(
            "tournament othello --pairs 3 --format json \
             --engine name=chip,algorithm=rbfms,nodes=100{device} \
             --engine name=desktop,algorithm=alpha-beta,depth=2"
        ))
        .text();
        text.lines().filter(|line| line.contains("\"game\"")).map(str::to_owned).collect::<Vec<_>>()
    };
    let there = games(",device=emulate");
    assert_eq!(there.len(), 6);
    assert_eq!(there, games(""));
    let text = plyscope(
        "device match --emulate --pairs 1 --engine name=chip,algorithm=fe,depth=2 \
         --against name=desktop,algorithm=alpha-beta,depth=1",
    )
    .text();
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    // Near the end, strong may pass its limit by a few nodes.
    let text = plyscope(
        "device match --emulate --pairs 1 --engine name=chip,algorithm=strong,nodes=300 \
         --against name=desktop,algorithm=alpha-beta,depth=1",
    )
    .text();
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    assert!(!text.contains("forfeit"), "{text}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_person_plays_a_device_through_the_terminal() {
    let typed = "level 2\ndepth 2\nd3\nfoo\nmoves\nnew white\n";
    let text = plyscope("device play --emulate").stdin(typed).text();
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
    assert!(
        plyscope(format!("device info {there}")).text().contains("\nevaluation patterns-small\n")
    );
    let search = "--moves f5d6c3d3c4 --algorithm fe --nodes 3000 --evaluation patterns-small";
    assert_eq!(
        timeless(&plyscope(format!("device search {there} {search}")).text()),
        timeless(&plyscope(format!("search othello {search}")).text())
    );
    let rows = plyscope(format!("device measure {there} --format json")).text();
    assert_eq!(rows.lines().count(), 9);
    let text = plyscope(format!(
        "device match {there} --pairs 1 --engine name=chip,algorithm=fe,depth=2,evaluation=patterns-small \
         --against name=desktop,algorithm=alpha-beta,depth=1"
    )).text();
    assert!(text.contains("chip against desktop, 2 games"), "{text}");
    let text = plyscope(format!("device play {there}")).stdin("level 2\nd3\n").text();
    assert!(text.contains("I play "), "{text}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn strong_is_refused_where_it_is_not_built_in_or_has_other_weights() {
    let small = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../firmware-example/target/provoke/thumbv7em-none-eabihf/release/plyscope-stm32f405"
    );
    for (arguments, code, message) in [
        (format!("--firmware {small}"), 2, "built without strong"),
        (
            "--evaluation simple".to_owned(),
            2,
            "evaluation patterns-small, not simple: omit evaluation",
        ),
    ] {
        let search = format!("device search --emulate {arguments} start --nodes 300");
        let errors = plyscope(search).fails(code);
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn an_engine_whose_evaluation_the_device_has_not_is_refused_with_the_remedy() {
    let tournament = |evaluation: &str, device: &str| {
        plyscope(format!(
            "tournament othello --pairs 1 \
             --engine name=chip,algorithm=fe,depth=2,device={device}{evaluation} \
             --engine name=desktop,algorithm=fe,depth=1"
        ))
    };
    let patterns = format!("emulate:{PATTERNS}");
    for (evaluation, device, message) in [
        (",evaluation=patterns-small", "emulate", "with the evaluation simple, not patterns-small"),
        (",evaluation=patterns-small", "emulate", "--features patterns"),
        ("", patterns.as_str(), "with the evaluation patterns-small, not simple"),
        ("", patterns.as_str(), "without the feature patterns"),
    ] {
        let errors = tournament(evaluation, device).fails(2);
        assert!(errors.contains(message), "{message}: {errors}");
    }
    tournament(",evaluation=patterns-small", &patterns).succeeds();
    tournament("", "emulate").succeeds();
}
