//! External engines that misbehave, in tournaments, games and analyses.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::case::{Attack, Case, Group, Verdict};
use super::harness::{Running, allowed, command, run, words};
use super::stand_in;
use super::writers::make_inputs;

/// What an engine does, in any protocol: name, shell commands.
const ACTS: [(&str, &str); 33] = [
    ("is silent", "sleep 600"),
    ("ends", "exit 0"),
    ("fails", "echo out of memory >&2; exit 3"),
    ("kills itself", "kill -9 $$"),
    ("crashes", "kill -SEGV $$"),
    ("stops itself", "kill -STOP $$"),
    ("writes binary garbage", "head -c 100000 /dev/urandom"),
    ("writes binary garbage without end", "exec cat /dev/urandom"),
    ("writes lines without end", "exec yes lorem ipsum"),
    ("writes empty lines without end", "exec yes ''"),
    ("writes a line without end", "yes | tr -d '\\n'; exit"),
    ("writes zeros without end", "exec cat /dev/zero"),
    ("writes errors without end", "exec yes error >&2"),
    ("writes an error line without end", "yes | tr -d '\\n' >&2; exit"),
    ("writes a line of 20 MB", "head -c 20000000 /dev/zero | tr '\\0' x; echo"),
    ("closes its output", "exec >&-; sleep 600"),
    ("closes its input", "exec <&-; sleep 600"),
    ("closes both", "exec <&- >&-; sleep 600"),
    ("closes all three", "exec <&- >&- 2>&-; sleep 600"),
    ("writes slowly", "for i in 1 2 3 4 5 6 7 8 9; do printf x; sleep 0.2; done"),
    ("ignores signals", "trap '' TERM INT HUP QUIT PIPE; while :; do sleep 600; done"),
    ("has a child", "sleep 600 & note $!; wait"),
    ("leaves a child that holds the output", "sleep 600 & note $!; exit 0"),
    ("has a child in a session of its own", "setsid sleep 600 & note $!; wait"),
    ("leaves a child in a session of its own", "setsid sleep 600 & note $!; exit 0"),
    (
        "leaves a child that nobody waits for",
        "(setsid sh -c 'trap \"\" TERM INT HUP; sleep 600' & note $!); sleep 600",
    ),
    ("has fifty children", "for i in $(seq 50); do sleep 600 & note $!; done; wait"),
    ("has a child that ignores signals", "(trap '' TERM INT HUP; exec sleep 600) & note $!; wait"),
    (
        "writes control sequences",
        "printf '\\033]0;owned\\007\\033[2J\\033[6n\\n'; printf '\\033]52;c;eA==\\007\\n' >&2; exit 1",
    ),
    ("answers with nothing", "printf '\\n\\n\\n\\n'"),
    ("answers with NUL", "printf '= D3\\000\\n\\n=== D3\\000\\n'"),
    ("answers with bytes that are no UTF-8", "printf '= \\377\\376\\n\\n=== \\377\\376\\n'"),
    ("answers with another's script", "printf '=== D3`id`\\n'; printf '= $(id)\\n\\n'"),
];

/// Answers to `genmove`.
const GTP: [(&str, &str); 20] = [
    ("an illegal move", "= A1\\n\\n"),
    ("a pass", "= PASS\\n\\n"),
    ("a refusal", "? no idea\\n\\n"),
    ("control sequences in a refusal", "? \\033]0;owned\\007\\033[31m\\n\\n"),
    ("control sequences in a move", "= \\033[2J\\n\\n"),
    ("a resignation", "= resign\\n\\n"),
    ("no end", "= D3\\n"),
    ("another number", "=7 D3\\n\\n"),
    ("a move off the board", "= Z99\\n\\n"),
    ("two moves", "= D3 C4\\n\\n"),
    ("two answers", "= D3\\n\\n= C4\\n\\n"),
    ("a lower-case move", "= d3\\n\\n"),
    ("carriage returns", "= D3\\r\\n\\r\\n"),
    ("tabs", "=\\tD3\\t\\n\\n"),
    ("no equals sign", "D3\\n\\n"),
    ("an empty answer", "=\\n\\n"),
    ("a number", "= 99999999999999999999\\n\\n"),
    ("a letter of four bytes", "= \\360\\237\\230\\200\\n\\n"),
    ("comments", "# comment\\n= D3\\n\\n"),
    ("text behind it", "= D3\\nand more\\nand more\\n\\n"),
];

/// Answers to `go`.
const NBOARD: [(&str, &str); 20] = [
    ("an illegal move", "=== A1\\n"),
    ("a pass", "=== PA\\n"),
    ("nothing", "===\\n"),
    ("a move off the board", "=== Z9/1/2\\n"),
    ("a value that is no number", "=== D3/x/y\\n"),
    ("an infinite value", "=== D3/1e999/1e999\\n"),
    ("a value that is NaN", "=== D3/nan/nan\\n"),
    ("a negative time", "=== D3/0/-5\\n"),
    ("control sequences", "=== \\033[2J\\n"),
    ("a status with control sequences", "status \\033]0;owned\\007\\n=== A1\\n"),
    ("a name with control sequences", "set myname \\033]0;owned\\007\\n=== A1\\n"),
    ("two answers", "=== D3\\n=== D3\\n"),
    ("a wrong pong", "pong 99\\npong -1\\npong x\\n"),
    ("endless numbers of nodes", "nodestats 99999999999999999999999 1e400\\n=== D3\\n"),
    ("a search line of nonsense", "search D3 x y z\\nsearch\\nsearch \\377\\n=== D3\\n"),
    ("many slashes", "=== D3/////////\\n"),
    ("carriage returns", "=== D3\\r\\n"),
    ("a lower-case move", "=== d3\\n"),
    ("a letter of four bytes", "=== \\360\\237\\230\\200\\n"),
    ("an answer of GTP", "= D3\\n\\n"),
];

/// Time limit of a run: a few moves of half a second.
const LIMIT: Duration = Duration::from_secs(25);

/// The quiet programs' memory in KB.
#[derive(Clone, Copy, Debug)]
struct Quiet {
    tournament: u64,
    play: u64,
    analyse: u64,
}

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let (inputs, quiet) = match make_inputs(attack)
        .and_then(|inputs| Ok((inputs.clone(), quiet(attack, &inputs)?)))
    {
        Ok(made) => made,
        Err(reason) => {
            group.broken.push(reason);
            return group;
        }
    };
    let program = Arc::new(attack.program.clone());
    let games = Arc::new(inputs.join("games.ggf"));
    let mut add = |what: String, protocol: &'static str, early: String, act: String| {
        for way in ["tournament", "play", "analyse"] {
            let (program, games) = (Arc::clone(&program), Arc::clone(&games));
            let (early, act) = (early.clone(), act.clone());
            group.sampled.push(Case::new(format!("{way}, {protocol}: {what}"), move |place, _| {
                stand_in::write(place, &early, &act)?;
                attempt(&program, &games, way, protocol, quiet, place)
            }));
        }
    };
    for protocol in ["gtp", "nboard"] {
        for (name, act) in ACTS {
            add(format!("an engine {name}"), protocol, String::new(), act.to_owned());
            add(format!("an engine {name} at its start"), protocol, act.to_owned(), String::new());
        }
        for (name, text) in if protocol == "gtp" { GTP } else { NBOARD } {
            add(
                format!("an engine answers with {name}"),
                protocol,
                String::new(),
                format!("printf '{text}'"),
            );
        }
    }
    group
}

fn quiet(attack: &Attack, inputs: &Path) -> Result<Quiet, String> {
    let place = super::tree::make(&attack.place, "quiet")?;
    let peak = |line: &str| run(&attack.program, &place, line, LIMIT).map(|ended| ended.peak);
    let games = inputs.join("games.ggf");
    Ok(Quiet {
        tournament: peak(
            "-q tournament othello --pairs 8 --threads 1 --engine name=a,algorithm=alpha-beta,depth=5 --engine name=b,algorithm=alpha-beta,depth=1",
        )?,
        play: peak("play --plain --first 1 --second 2 --keep quiet.json")?,
        analyse: peak(&format!("-q analyse {} --depth 2 --exact 10 --threads 1", games.display()))?,
    })
}

fn attempt(
    program: &Path,
    games: &Path,
    way: &str,
    protocol: &str,
    quiet: Quiet,
    place: &Path,
) -> Verdict {
    let engine = format!(
        "name=bad,cmd=\"sh {}/engine.sh\",protocol={protocol},startup=1,patience=0.5",
        place.display()
    );
    let (line, quiet) = match way {
        "tournament" => (
            "-q tournament othello --pairs 1 --threads 1 --run-dir run --engine name=good,algorithm=alpha-beta,depth=1 --engine"
                .to_owned(),
            quiet.tournament,
        ),
        "play" => ("play --plain --second 1 --keep game.json --first".to_owned(), quiet.play),
        _ => (format!("-q analyse {} --exact 8 --threads 1 --engine", games.display()), quiet.analyse),
    };
    let mut words = words(&line, place);
    words.push(engine);
    let mut running = Running::start(command(program, place, &words))?;
    drop(running.stdin.take());
    let limit = allowed(LIMIT);
    let ended = running.end(limit);
    let left = stand_in::none_is_left(place);
    let ended = ended.ok_or_else(|| format!("it did not end within {limit:?}"))?;
    if stand_in::pids(place).is_empty() && ended.code() != 2 {
        return Err("the engine was not started".to_owned());
    }
    ended.is_sane(&[0, 1, 2])?;
    ended.is_plain()?;
    ended.is_small(quiet)?;
    left
}
