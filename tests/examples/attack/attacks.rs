//! The groups, their times and their counts.

mod browsers;
mod case;
mod device;
mod devices;
mod engines;
mod floods;
mod harness;
mod kills;
mod races;
mod random;
mod server;
mod signals;
mod stand_in;
mod system_calls;
mod terminals;
mod tree;
mod writers;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs};

use case::{Attack, Group, Tally};
use random::Random;

const HELP: &str = "\
usage: tests/attack [GROUP...]

Attacks the plyscope command and counts what it survives. Takes at most 20 minutes on two cores.

Groups (all, if none is given):
  system-calls  every system call that writes fails, or is the last one before a kill
  floods        input, answers and files without end
  signals       INT, TERM, HUP, QUIT and KILL at random moments
  engines       external engines that misbehave
  devices       devices that misbehave
  browsers      browsers that misbehave, for the explorer's server
  races         two writers at once, links, pipes and devices as files
  kills         tests/kill with fewer moments

Environment:
  SEED      chooses cases and moments (1)
  SECONDS_EACH  time of each group instead of its own
  ONLY      tries only cases whose name contains this
  PLYSCOPE  the program to attack, instead of building it
  TMPDIR    where cases have their directories (/tmp); those of failed cases are kept

Exit code: 0 if all cases survived, 1 if any failed, 2 for a usage error.
";

/// Makes the cases of a group.
type Make = fn(&Attack) -> Group;

/// Names, times, and where the cases come from. The times make 19 minutes together.
const GROUPS: [(&str, u64, Make); 8] = [
    ("system-calls", 280, system_calls::group),
    ("floods", 110, floods::group),
    ("signals", 290, signals::group),
    ("engines", 130, engines::group),
    ("devices", 110, devices::group),
    ("browsers", 80, browsers::group),
    ("races", 40, races::group),
    ("kills", 100, kills::group),
];

fn print(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

fn usage(reason: &str) -> ExitCode {
    let _ = writeln!(
        io::stderr(),
        "tests/attack: error: {reason}; tests/attack --help lists what there is"
    );
    ExitCode::from(2)
}

fn number(name: &str) -> Result<Option<u64>, String> {
    let Some(text) = env::var(name).ok().filter(|text| !text.is_empty()) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| format!("{name}={text} is no number"))
}

pub(crate) fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        let _ = io::stdout().write_all(HELP.as_bytes());
        return ExitCode::SUCCESS;
    }
    if let Some(unknown) = words.iter().find(|word| GROUPS.iter().all(|(name, ..)| name != word)) {
        return usage(&format!("{unknown:?} is no group"));
    }
    let (seed, seconds) = match (number("SEED"), number("SECONDS_EACH")) {
        (Ok(seed), Ok(seconds)) => (seed.unwrap_or(1), seconds),
        (Err(reason), _) | (_, Err(reason)) => return usage(&reason),
    };
    let Some(program) =
        env::var_os("PLYSCOPE").map(PathBuf::from).and_then(|path| path.canonicalize().ok())
    else {
        return usage("PLYSCOPE names no program");
    };
    let root = env::current_dir().unwrap_or_default();
    let place = env::temp_dir().join(format!("plyscope-attack-{}", std::process::id()));
    if let Err(error) = fs::create_dir(&place) {
        return usage(&format!("{}: {error}", place.display()));
    }
    let attack = Attack { program, root, place, seed, only: env::var("ONLY").unwrap_or_default() };
    print(&format!("seed {seed}"));
    let begun = Instant::now();
    let mut tallies = Vec::new();
    for (name, own, group) in GROUPS {
        if !words.is_empty() && words.iter().all(|word| word != name) {
            continue;
        }
        print(&format!("\n== {name} ({} s)", begun.elapsed().as_secs()));
        let limit = Duration::from_secs(seconds.unwrap_or(own));
        let random = Random::new(seed, name);
        tallies.push((name, case::run(&attack, name, group, limit, random)));
    }
    print(&format!("\n== counts ({} s)", begun.elapsed().as_secs()));
    print("group           cases   tried  survived  failed  left out");
    let mut sum = Tally::default();
    for (name, tally) in &tallies {
        print(&format!("{name:<13} {tally}"));
        sum.add(tally);
    }
    print(&format!("{:<13} {sum}", "all"));
    for (name, tally) in &tallies {
        for (reason, times) in &tally.left_out {
            print(&format!("left out of {name}: {times}: {reason}"));
        }
    }
    if sum.failed == 0 {
        let _ = fs::remove_dir_all(&attack.place);
        return ExitCode::SUCCESS;
    }
    print(&format!("what failed is kept in {}", attack.place.display()));
    ExitCode::FAILURE
}
