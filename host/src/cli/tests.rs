//! Help and documentation against the program: what they name exists, and what they show is read.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::App;
use crate::engine::{Algorithm, Engine, rows};

/// Pages that show commands of this program.
const PAGES: [&str; 22] = [
    "README.md",
    "CHANGELOG.md",
    "host/README.md",
    "host/docs/algorithms.md",
    "host/docs/analysis.md",
    "host/docs/books.md",
    "host/docs/explorer.md",
    "host/docs/findings.md",
    "host/docs/game-files.md",
    "host/docs/learning.md",
    "host/docs/papers.md",
    "host/docs/play.md",
    "host/docs/protocols.md",
    "host/docs/tournaments.md",
    "host/docs/trace.md",
    "core/weights/README.md",
    "firmware-example/README.md",
    "firmware-example/docs/clock.md",
    "firmware-example/docs/evaluation.md",
    "firmware-example/docs/play.md",
    "firmware-example/docs/programs.md",
    "firmware-example/docs/your-board.md",
];

fn pages() -> Vec<(&'static str, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |page| {
        fs::read_to_string(root.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
    };
    PAGES.iter().map(|&page| (page, read(page))).collect()
}

fn program() -> Command {
    let mut program = PROGRAM.clone();
    program.build();
    program
}

/// The program before its help and its inherited arguments are built, which takes long and is done for a line's command alone.
static PROGRAM: LazyLock<Command> = LazyLock::new(|| App::plyscope().command());

/// All commands with their paths, such as `tournament othello`.
fn commands(program: &Command) -> Vec<(Vec<String>, Command)> {
    let mut found = Vec::new();
    let mut left = vec![(Vec::new(), program.clone())];
    while let Some((path, command)) = left.pop() {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let mut path: Vec<String> = path.clone();
            path.push(sub.get_name().to_owned());
            left.push((path, sub.clone()));
        }
        found.push((path, command));
    }
    found
}

/// Why these words are no command, unless only something is missing.
fn refusal(words: &[String]) -> Option<String> {
    let words = std::iter::once("plyscope".to_owned()).chain(words.iter().cloned());
    let error = PROGRAM.clone().try_get_matches_from(words).err()?;
    let fine = [
        ErrorKind::DisplayHelp,
        ErrorKind::DisplayVersion,
        ErrorKind::MissingRequiredArgument,
        ErrorKind::MissingSubcommand,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
    ];
    (!fine.contains(&error.kind())).then(|| error.to_string())
}

/// The words that give this value to an option or argument of the command.
fn giving(path: &[String], arg: &Arg, value: &str) -> Vec<String> {
    let mut words = path.to_vec();
    match arg.get_long() {
        Some(long) => words.push(format!("--{long}={value}")),
        None => words.push(value.to_owned()),
    }
    words
}

#[test]
fn every_command_and_option_has_help_in_the_same_form() {
    let program = program();
    program.clone().debug_assert();
    let mut faults = Vec::new();
    for (path, command) in commands(&program) {
        let path = path.join(" ");
        let mut say = |what: String, help: Option<String>| {
            let help = help.unwrap_or_default();
            let words = help.trim();
            // Some begin with the name of what they are about, or with a value.
            let begins_well =
                words.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_alphabetic())
                    || Algorithm::ALL.iter().any(|algorithm| words.starts_with(algorithm.name()))
                    || ["table prints", "csv:"].iter().any(|begin| words.starts_with(begin));
            if words.len() < 4 || !begins_well || words.ends_with('.') || words.contains("  ") {
                faults.push(format!("{path} {what}: {words:?}"));
            }
        };
        say("itself".to_owned(), command.get_about().map(ToString::to_string));
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let help = arg.get_help().map(ToString::to_string);
            // Values may explain themselves: "Output format".
            let values = arg.get_possible_values();
            for value in values.iter().filter(|value| !value.is_hide_set()) {
                if let Some(help) = value.get_help() {
                    say(format!("{} {}", arg.get_id(), value.get_name()), Some(help.to_string()));
                }
            }
            say(arg.get_id().to_string(), help);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_default_and_every_listed_value_is_read() {
    let program = program();
    let (mut checked, mut faults) = (0, Vec::new());
    for (path, command) in commands(&program) {
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let defaults: Vec<String> = arg
                .get_default_values()
                .iter()
                .map(|value| value.to_string_lossy().into_owned())
                .collect();
            assert!(
                defaults.is_empty()
                    || !help.contains("[default:")
                    || !arg.get_action().takes_values(),
                "{path:?} {}: the help names a default, and clap adds one",
                arg.get_id()
            );
            if !arg.get_action().takes_values() {
                continue;
            }
            let listed = arg.get_possible_values();
            let names = listed.iter().map(|value| value.get_name().to_owned());
            // Values and defaults that the help names itself; those in capitals stand for others, and some defaults are described.
            let named = [("[possible values: ", ", "), ("[default: ", "]")];
            let named = named.into_iter().filter_map(|(begin, between)| {
                let (values, _) = help.split_once(begin)?.1.split_once(']')?;
                Some(values.split(between).map(str::to_owned).collect::<Vec<_>>())
            });
            let is_value =
                |value: &String| !value.contains([' ', '…']) && *value == value.to_lowercase();
            let named = named.flatten().filter(is_value);
            for value in
                defaults.into_iter().chain(named).filter(|value| !value.is_empty()).chain(names)
            {
                checked += 1;
                let refused = refusal(&giving(&path, arg, &value));
                if let Some(refused) = refused {
                    faults.push(format!("{path:?} {} {value}: {refused}", arg.get_id()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 200, "{checked}");
}

#[test]
fn the_defaults_of_engines_options_are_those_that_are_named() {
    let mut checked = 0;
    for row in rows() {
        let key = row.about.key;
        let algorithms = if row.of.is_empty() { Algorithm::ALL.to_vec() } else { row.of.clone() };
        for algorithm in algorithms {
            let Some(usual) = row.usual_of(algorithm) else { continue };
            let plain = [("algorithm", algorithm.name()), ("depth", "3")];
            let engine = Engine::draft(plain).unwrap();
            let given = Engine::draft(plain.into_iter().chain([(key, usual)]));
            assert_eq!(given.ok(), Some(engine), "{algorithm}: {key}={usual}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn every_command_is_described_on_a_page() {
    let program = program();
    let text: String = pages().into_iter().map(|(_, text)| text).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let missing: Vec<String> = commands(&program)
        .into_iter()
        .filter(|(path, command)| !path.is_empty() && !command.has_subcommands())
        .map(|(path, _)| path.join(" "))
        .filter(|path| {
            let shown = [format!("plyscope {path}"), format!("`{path}`"), format!("`{path} ")];
            !shown.iter().any(|shown| text.contains(shown))
        })
        .collect();
    assert!(missing.is_empty(), "no page has {missing:?}");
}

/// The command lines of a page: those of blocks of shell, and those in the text.
fn shown(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut in_shell = false;
    let mut prose = String::new();
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            in_shell = !in_shell && ["sh", "shell", "bash", "console"].contains(&kind.trim());
            prose.push('\n');
        } else if in_shell {
            let line = line.split(" #").next().unwrap_or_default();
            lines.extend(
                line.split("&&").flat_map(|line| line.split([';', '|'])).map(str::to_owned),
            );
        } else {
            prose.push_str(line);
            prose.push(' ');
        }
    }
    lines.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    let is_ours = |line: &&str| line.starts_with("plyscope ");
    let plain = |line: &String| line.trim().trim_start_matches("exec ").to_owned();
    let lines: Vec<String> = lines.iter().map(plain).collect();
    lines.iter().map(String::as_str).filter(is_ours).map(str::to_owned).collect()
}

#[test]
fn every_command_line_that_a_page_shows_is_read() {
    let mut checked = 0;
    let mut faults = Vec::new();
    for (page, text) in pages() {
        for line in shown(&text) {
            // Something is left out there.
            let Some(line) = line.split(['…', '>']).next() else { continue };
            let line = line
                .replace("$keep", "--resume")
                .replace("$SLURM_ARRAY_TASK_ID", "1")
                .replace("{}", "1");
            let Some(mut words) = shlex::split(&line) else {
                faults.push(format!("{page}: {line}: its quotes"));
                continue;
            };
            // An option whose value is left out.
            if words.last().is_some_and(|word| {
                ["--engine", "--reference", "--challenger"].contains(&word.as_str())
            }) {
                words.pop();
            }
            checked += 1;
            if let Some(refused) = refusal(words.get(1..).unwrap_or_default()) {
                faults.push(format!(
                    "{page}: {line}\n    {}",
                    refused.lines().next().unwrap_or_default()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 100, "{checked}");
}
