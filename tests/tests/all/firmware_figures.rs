//! The firmware's figures against the ones committed in `firmware-example/expected/figures.txt`: size, memory, stack,
//! instructions; of the usual build, and under names of their own of the one with patterns and of the one without the strong
//! player. A rise of more than 2 % fails. To change the committed ones on purpose:
//!
//! ```sh
//! PLYSCOPE_WRITE_FIGURES=1 cargo test --workspace --test all -- --ignored firmware_figures
//! ```
//!
//! Ignored by default, because it needs QEMU and the built firmware; `tests/run` provides both.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use plyscope::device::{EmulatedBoard, measure};
use plyscope_core::othello::{Board, parse_board};
use plyscope_core::wire::Response;
use plyscope_tests::elf::{Firmware, StackRules};
use plyscope_tests::firmware::{Build, SILENCE, listen, search, statistics};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware-example/expected/figures.txt");

/// The permitted increase.
const TOLERANCE: f64 = 1.02;

/// How much deeper the stack may be found when an interrupt comes at its deepest moment, in bytes.
const INTERRUPT: f64 = 132.0;

/// Limits for the figures, whatever is committed.
const LIMITS: [(&str, f64); 10] = [
    // 220 KB and 40 KB: what the smaller STM32F4 have room for.
    ("text and rodata, bytes", 225_280.0),
    ("without strong, text and rodata, bytes", 86_016.0),
    ("static RAM, bytes", 40_960.0),
    ("stack by call graph, bytes", 8_192.0),
    ("patterns, stack by call graph, bytes", 8_192.0),
    // A plain C prototype's, compiled by -O2 for the same processor.
    ("legal moves, instructions", 264.0),
    ("flips, instructions", 380.0),
    ("perft 6, instructions a leaf", 479.0),
    // 209,000 nodes in a second of 168 MHz, if each instruction takes a cycle.
    ("alpha-beta, instructions a node", 804.0),
    ("without strong, static RAM, bytes", 16_384.0),
];

/// Prefixes of the figures' names.
const fn prefix(build: Build) -> &'static str {
    match build {
        Build::Simple => "",
        Build::Patterns => "patterns, ",
        Build::Small => "without strong, ",
    }
}

/// Figures that do not depend on the evaluation, and are reported for the usual build only.
const COMMON: [&str; 3] = ["legal moves", "flips", "perft 6"];

fn figures(build: Build) -> BTreeMap<String, f64> {
    let elf = fs::read(build.firmware()).unwrap();
    let firmware = Firmware::read(&elf).unwrap();
    let sizes = firmware.sizes().unwrap();
    let bound = firmware.stack_bound(&StackRules::new()).unwrap();
    // Calls through a register are assumed to reach every function whose address appears anywhere: no rule narrows
    // them.
    assert!(bound.indirect.iter().all(|call| !call.narrowed && !call.targets.is_empty()));
    for allocator in ["__rust_alloc", "__rg_alloc", "__rdl_alloc"] {
        assert!(!firmware.has_symbol(allocator), "there is no heap");
    }
    let mut figures = BTreeMap::new();
    let mut add = |name: &str, value: f64| {
        assert_eq!(figures.insert(format!("{}{name}", prefix(build)), value), None);
    };
    add("flash, bytes", f64::from(sizes.flash()));
    add("text and rodata, bytes", f64::from(sizes.text + sizes.rodata));
    add("static RAM, bytes", f64::from(sizes.ram()));
    add("stack by call graph, bytes", f64::from(bound.total()));

    let mut device = build.emulate();
    let hertz = device.identity().clock.hertz;
    for measurement in measure(&mut device).unwrap() {
        if build != Build::Simple && COMMON.contains(&measurement.name) {
            continue;
        }
        let each = match measurement.unit {
            "nodes" => " a node",
            "leaves" => " a leaf",
            _ => "",
        };
        add(
            &format!("{}, instructions{each}", measurement.name),
            measurement.instructions_each(EmulatedBoard::Stm32f405, hertz),
        );
    }
    // All text that a user can request, and the deepest searches.
    for line in [
        "help",
        "help settings",
        "info",
        "d3",
        "hint",
        "undo",
        "moves",
        "hint",
        "algorithm rbfms",
        "go",
        "x",
        "score",
        "history",
        "clock 10",
        "level 3",
        "go",
        "save",
        "restore",
        "clock off",
        "setup -------------------------------------------OX------XO----------- X",
        "new",
    ] {
        device.send_bytes(line.as_bytes()).unwrap();
        device.send_bytes(b"\r").unwrap();
        // What is searched for takes longer than text.
        let searches = matches!(line, "d3" | "hint" | "go" | "restore" | "new");
        listen(&mut device, if searches { SILENCE * 4 } else { SILENCE });
    }
    for engine in [
        "algorithm=alpha-beta,nodes=20000",
        "algorithm=rbfms,nodes=20000",
        "algorithm=strong,nodes=20000",
    ] {
        let result = search(&mut device, Board::START, &engine.parse().unwrap());
        assert!(!result.principal_variation.is_empty());
    }
    let endgame = parse_board(include_str!("../../data/endgame-10.txt").lines().next().unwrap());
    let solved =
        search(&mut device, endgame.unwrap().0, &"algorithm=strong,nodes=100000".parse().unwrap());
    assert!(solved.proven);
    assert!(matches!(device.ask(&plyscope_core::wire::Command::Hello), Ok(Response::Hello(_))));
    let now = statistics(&mut device);
    assert!(bound.total() <= now.stack, "the stack fits its place");
    // But for a gap between two sections: slots of the table are at multiples of 16.
    assert!(now.ram.abs_diff(sizes.ram()) < 16, "{} and {}", now.ram, sizes.ram());
    assert!(
        now.stack_used <= bound.total(),
        "{} of stack used, {} bound",
        now.stack_used,
        bound.total()
    );
    add("stack used, bytes", f64::from(now.stack_used));
    figures
}

/// The sizes of a build, and its memory.
fn sizes(build: Build) -> BTreeMap<String, f64> {
    let elf = fs::read(build.firmware()).unwrap();
    let firmware = Firmware::read(&elf).unwrap();
    let sizes = firmware.sizes().unwrap();
    let figure = |name: &str, value: u32| (format!("{}{name}", prefix(build)), f64::from(value));
    BTreeMap::from([
        figure("text and rodata, bytes", sizes.text + sizes.rodata),
        figure("static RAM, bytes", sizes.ram()),
    ])
}

fn write(figures: &BTreeMap<String, f64>) -> String {
    figures.iter().map(|(name, value)| format!("{name}: {value:.1}\n")).collect()
}

fn read(text: &str) -> BTreeMap<String, f64> {
    let figure = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_owned(), value.parse().unwrap())
    };
    text.lines().map(figure).collect()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn no_figure_has_risen() {
    let mut found = figures(Build::Simple);
    found.extend(figures(Build::Patterns));
    found.extend(sizes(Build::Small));
    println!("{}", write(&found));
    if env::var_os("PLYSCOPE_WRITE_FIGURES").is_some() {
        fs::write(Path::new(FILE), write(&found)).unwrap();
    }
    let committed = read(&fs::read_to_string(FILE).unwrap());
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        committed.keys().collect::<Vec<_>>(),
        "the figures differ from {FILE}: rewrite it"
    );
    let mut risen = Vec::new();
    for (name, &value) in &found {
        let most = match name.as_str() {
            name if name.ends_with("stack used, bytes") => committed[name] + INTERRUPT,
            _ => committed[name] * TOLERANCE,
        };
        if value > most {
            risen.push(format!("{name}: {value:.1}, committed {:.1}", committed[name]));
        }
    }
    for (name, limit) in LIMITS {
        assert!(found[name] <= limit, "{name}: {} of {limit}", found[name]);
    }
    assert!(risen.is_empty(), "risen by over 2 %: {risen:#?}");
}
