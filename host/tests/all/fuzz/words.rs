//! The words of random command lines: commands, options, values and engines, valid or nearly so.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Valid values of numbers, lists and names, and many invalid ones.
pub(super) fn value() -> impl Strategy<Value = String> {
    let fixed = [
        "0",
        "1",
        "2",
        "3",
        "7",
        "-1",
        "128",
        "129",
        "244",
        "245",
        "255",
        "256",
        "1024",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "1e9",
        "NaN",
        "inf",
        "-inf",
        "0.5",
        "1..3",
        "3..1",
        "0..4294967295",
        "1/2",
        "2/1",
        "1/1",
        "0/0",
        "1/18446744073709551615",
        "",
        " ",
        ",",
        "=",
        ":",
        "a=b",
        "x",
        "start",
        "all4",
        "é",
        "\u{1b}[31m",
        "a\nb",
        "none",
        "static",
        "fe",
        "rbfms",
        "alpha-beta",
        "1KiB",
        "99999999999GiB",
        "-5:5",
        "5:-5",
        "-2147483648:2147483647",
        "gains:-1:1",
        "spreads:1:2/3:4",
        "learned-gains:0",
        "learned-gains:100",
        "uniform:2",
        "uniform:32768",
        "random:9",
        "leafy:3",
        "f5d6c3",
        "f5f5",
        "0xffffffffffffffff/0x1",
        "810000000/1008000000",
        "bill:/dev/null",
        "patterns:/dev/null",
        "patterns",
        "/dev/null",
        "/dev/full",
        "/",
        ".",
        "elo0=0,elo1=10",
        "elo0=0,elo1=1e308",
        "socket:/none",
        "quick",
        "depth=0",
        "seeds=18446744073709551615",
        "json",
        "table",
        "csv",
    ];
    prop_oneof![
        8 => select(fixed.to_vec()).prop_map(str::to_owned),
        1 => any::<u64>().prop_map(|number| number.to_string()),
        1 => "[ -~]{0,12}",
    ]
}

/// An engine, valid or nearly so.
fn engine() -> impl Strategy<Value = String> {
    let algorithms = [
        "minimax",
        "alpha-beta",
        "aspiration",
        "fe",
        "rbfms",
        "bfm",
        "ab-saved",
        "ab-iterative",
        "extension",
    ];
    let keys = [
        "name",
        "depth",
        "nodes",
        "st",
        "order",
        "bounds",
        "delta",
        "two-sided",
        "expansion",
        "formulation",
        "shallow",
        "memory",
        "when-full",
        "solve",
        "window",
        "iterative",
        "evaluation",
        "device",
    ];
    let pair = (select(keys.to_vec()), value()).prop_map(|(key, value)| format!(",{key}={value}"));
    (select(algorithms.to_vec()), 1u32..5, prop::collection::vec(pair, 0..3)).prop_map(
        |(algorithm, depth, pairs)| {
            let mut text = format!("algorithm={algorithm},depth={depth}{}", pairs.concat());
            if algorithm == "extension" {
                text += ",shallow=1";
            }
            text
        },
    )
}

/// A subcommand with its required arguments.
const COMMANDS: [&str; 26] = [
    "",
    "search",
    "search othello start --algorithm alpha-beta --depth 2",
    "search random-tree --branching uniform:3 --seed 1 --algorithm fe --depth 3",
    "search random-tree --branching random:4 --seeds 1..3 --algorithm bfm --depth 3",
    "search hexapawn --algorithm rbfms --depth 4",
    "perft --depth 3",
    "solve --position 810000000/1008000000 --table 1kB --at-least 64 --to 0",
    "tournament random-tree --branching uniform:2 --pairs 1",
    "tournament othello --pairs 1",
    "tournament hexapawn",
    "ladder random-tree --branching uniform:2 --pairs 1 --reference-depths 1..2 --reference algorithm=alpha-beta --challenger algorithm=rbfms",
    "ladder othello --pairs 1 --reference-depths 1..1 --reference algorithm=fe --challenger algorithm=bfm",
    "experiment list",
    "experiment show zhang-table-1",
    "experiment run zhang-table-1 --scale quick --set seeds=1 --set depth=3",
    "experiment run korf-fig-9 --scale quick --set seeds=1",
    "experiment run eiselt-hexapawn",
    "experiment run zhang-fig-2 --scale quick --set seeds=1",
    "learn evaluation --directory w --games 1 --depth 1 --solve 4 --epochs 1 --candidates w:1",
    "learn edge-costs --evaluation simple --games 1 --depth 1",
    "learn spreads --evaluation discs --games 1 --depth 1 --deepest 1",
    "device info --socket /none",
    "merge out run",
    "export run --format csv",
    "report run --output out",
];

/// Options of all commands. Clap refuses those that a command does not have.
const OPTIONS: [&str; 42] = [
    "--depth",
    "--nodes",
    "--st",
    "--order",
    "--bounds",
    "--delta",
    "--two-sided",
    "--expansion",
    "--formulation",
    "--shallow",
    "--memory",
    "--when-full",
    "--window",
    "--iterative",
    "--evaluation",
    "--branching",
    "--root-branching",
    "--edge-costs",
    "--generation",
    "--game-depth",
    "--seed",
    "--seeds",
    "--threads",
    "--format",
    "--position",
    "--moves",
    "--meetings",
    "--pairs",
    "--sprt",
    "--run-dir",
    "--resume",
    "--shard",
    "--opening-plies",
    "--openings",
    "--reference-depths",
    "--challenger-from",
    "--equal",
    "--set",
    "--scale",
    "--games",
    "--help",
    "-q",
];

pub(super) fn command_line() -> impl Strategy<Value = Vec<String>> {
    let option = (select(OPTIONS.to_vec()), value());
    (
        select(COMMANDS.to_vec()),
        prop::collection::vec(engine(), 2..4),
        prop::collection::vec(option, 0..3),
        any::<Index>(),
    )
        .prop_map(|(command, engines, options, place)| {
            let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if command.starts_with("tournament") {
                for (number, engine) in engines.into_iter().enumerate() {
                    let name =
                        if engine.contains("name=") { "" } else { &format!("name=e{number},") };
                    words.extend(["--engine".to_owned(), format!("{name}{engine}")]);
                }
            }
            // One of the options goes anywhere, the others to the end.
            for (number, (option, value)) in options.into_iter().enumerate() {
                let alone = ["--two-sided", "--iterative", "--help", "-q"].contains(&option);
                // An option that is already present gets the value instead.
                let there = words.iter().position(|word| word == option);
                if let Some(there) = there.filter(|_| !alone) {
                    if let Some(old) = words.get_mut(there + 1) {
                        *old = value;
                    }
                    continue;
                }
                let at = if number == 0 { place.index(words.len() + 1) } else { words.len() };
                let new =
                    if alone { vec![option.to_owned()] } else { vec![option.to_owned(), value] };
                words.splice(at..at, new);
            }
            words
        })
}
