//! Signals at random moments: the program ends in two seconds with the right exit code, and what is resumed comes to the same bytes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::case::{Attack, Case, Group, Verdict};
use super::harness::{self, END, Ended, Running, allowed, command, run, tail, wait, words};
use super::random::Random;
use super::terminals::on_a_terminal;
use super::tree;
use super::writers::{WRITERS, make_inputs};

/// The signals that a program is told to end by, with their numbers.
const SIGNALS: [(Signal, &str, i32); 4] = [
    (Signal::INT, "INT", 2),
    (Signal::TERM, "TERM", 15),
    (Signal::HUP, "HUP", 1),
    (Signal::QUIT, "QUIT", 3),
];

/// Commands that take long. Some have a run directory, `run`.
const LONG: [(&str, &str); 23] = [
    (
        "tournament",
        "-q tournament random-tree --branching uniform:6 --engine name=a,algorithm=alpha-beta,depth=40 \
         --engine name=b,algorithm=rbfms,depth=60 --run-dir run",
    ),
    (
        "tournament of short games",
        "-q tournament othello --openings all4 --engine name=a,algorithm=alpha-beta,depth=5 --engine name=b,algorithm=fe,depth=5 \
         --run-dir run",
    ),
    (
        "tournament without a run directory",
        "-q tournament connect-four --engine name=a,algorithm=pvs,depth=30 --engine name=b,algorithm=mcts,nodes=100000000",
    ),
    (
        "ladder",
        "-q ladder random-tree --branching uniform:8 --pairs 4 --reference-depths 14..15 --challenger-from 14 \
         --reference algorithm=alpha-beta --challenger algorithm=ab-saved --run-dir run",
    ),
    ("learn evaluation", "-q learn evaluation --games 400 --solve 18 --depth 10 --run-dir run"),
    ("learn games", "-q learn games --games 100000 --depth 8 --run-dir run"),
    (
        "learn probcut",
        "-q learn probcut --evaluation patterns-small --output probcut.bin --run-dir run",
    ),
    ("learn edge-costs", "-q learn edge-costs --evaluation patterns --games 2 --depth 12"),
    ("learn spreads", "-q learn spreads --evaluation patterns --games 2 --depth 12"),
    ("learn openings", "-q learn openings --depth 18"),
    (
        "learn positions",
        "-q learn positions --wthor ROOT/tests/data/own-games.wtb --count 30 --depth 20",
    ),
    ("analyse", "-q analyse ROOT/tests/data/own-games.wtb --depth 20 --exact 26 --run-dir run"),
    ("book build", "-q book build new.book --positions 5000 --depth 14"),
    ("search", "search othello start --algorithm alpha-beta --depth 40 --iterative"),
    ("search strong", "search othello start --algorithm strong --depth 60"),
    (
        "search random trees",
        "search random-tree --branching uniform:9 --seeds 1..4 --algorithm fe --depth 40",
    ),
    ("search best-first", "search othello start --algorithm bfm --depth 60"),
    ("search pns", "search othello start --algorithm pns"),
    ("solve", "-q solve --position 810000000/1008000000 --table 1MiB"),
    ("perft", "perft --depth 16"),
    ("bench", "bench"),
    (
        "trace",
        "trace random-tree --branching uniform:6 --algorithm minimax --seed 1 --depth 30 --format html --output tree.html",
    ),
    (
        "play between engines",
        "play --plain --first algorithm=alpha-beta,depth=30 --second algorithm=alpha-beta,depth=30 --keep game.json",
    ),
];

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let program = Arc::new(attack.program.clone());
    let experiments = match experiments(attack) {
        Ok(experiments) => experiments,
        Err(reason) => {
            group.broken.push(reason);
            return group;
        }
    };
    let mut random = Random::new(attack.seed, "signals");
    let root = attack.root.display().to_string();
    for (name, line) in LONG {
        for (signal, signal_name, number) in SIGNALS {
            let (program, line) = (Arc::clone(&program), line.replace("ROOT", &root));
            group
                .sampled
                .push(Case::new(format!("{name}: {signal_name}"), move |place, random| {
                    one_signal(&program, place, &line, signal, number, random)
                }));
        }
    }
    // Each experiment ends, at its own size, by Ctrl-C and by one of the others.
    for id in &experiments {
        let other = SIGNALS[1 + random.below(3) as usize];
        for (signal, signal_name, number) in [SIGNALS[0], other] {
            let (program, line) =
                (Arc::clone(&program), format!("-q experiment run {id} --run-dir run"));
            group.first.push(Case::new(
                format!("experiment {id}: {signal_name}"),
                move |place, random| one_signal(&program, place, &line, signal, number, random),
            ));
        }
    }
    servers(&mut group, &program);
    // Some of them, at their quick size, are resumed. Times differ from run to run.
    let mut short: Vec<&String> = experiments.iter().filter(|id| !id.contains("time")).collect();
    random.shuffle(&mut short);
    for id in short.into_iter().take(16) {
        let (program, id) = (Arc::clone(&program), id.clone());
        group.sampled.push(Case::new(format!("experiment {id}, resumed"), move |place, random| {
            resumed_experiment(&program, place, &id, random)
        }));
    }
    resumed_writers(attack, &mut group);
    let asked: Vec<(&'static str, &'static str)> = vec![
        (
            "tournament",
            "-q tournament othello --pairs 1 --engine name=good,algorithm=alpha-beta,depth=1 --run-dir run --engine",
        ),
        ("play", "play --plain --second 1 --keep game.json --first"),
        ("play, pondering", "play --plain --ponder --second 1 --keep game.json --first"),
    ];
    for (way, line) in asked {
        for protocol in ["gtp", "nboard"] {
            for act in [
                "sleep 600",
                "sleep 600 & note $!; wait",
                "trap '' TERM INT HUP; while :; do sleep 1; done",
                "while :; do :; done",
            ] {
                for (signal, name, number) in SIGNALS.into_iter().chain([(Signal::KILL, "KILL", 9)])
                {
                    let program = Arc::clone(&program);
                    group.sampled.push(Case::new(
                        format!("{way}, {protocol} engine: {act}: {name}"),
                        move |place, _| {
                            none_left(&program, place, line, protocol, act, signal, number)
                        },
                    ));
                }
            }
        }
    }
    for (what, line) in [
        ("thinking", "play --level 30 --side white --keep game.json"),
        ("waiting", "play --level 1 --keep game.json"),
        (
            "between engines",
            "play --first algorithm=alpha-beta,depth=30 --second 1 --keep game.json",
        ),
        ("analysing", "play --analyse --keep game.json"),
    ] {
        for (signal, name, number) in SIGNALS {
            let program = Arc::clone(&program);
            group.first.push(Case::new(
                format!("play on a full screen, {what}: {name}"),
                move |place, random| on_a_terminal(&program, place, line, signal, number, random),
            ));
        }
    }
    group
}

/// The names of the experiments.
fn experiments(attack: &Attack) -> Result<Vec<String>, String> {
    let ended = run(&attack.program, &attack.place, "experiment list", Duration::from_secs(10))?;
    let names: Vec<String> = ended
        .stdout
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect();
    if names.len() < 50 { Err(format!("only {} experiments", names.len())) } else { Ok(names) }
}

/// Waits for a random moment of the next second and a half.
fn random_moment(running: &mut Running, random: &mut Random) {
    let moment = Duration::from_millis(100 + random.below(1400));
    wait(moment, || !running.runs());
}

/// Sends a signal and waits for the end.
fn ends_by(mut running: Running, signal: Signal) -> Result<Ended, String> {
    // What has ended before has not been told to.
    running.runs();
    running.signal(signal);
    let limit = allowed(END);
    let (pid, err) = (running.pid(), running.stderr.clone());
    running.end(limit).ok_or_else(|| {
        format!("{signal:?} did not end process {pid} within {limit:?}: {}", tail(&err.text()))
    })
}

fn one_signal(
    program: &Path,
    place: &Path,
    line: &str,
    signal: Signal,
    number: i32,
    mut random: Random,
) -> Verdict {
    let mut running = Running::quiet(program, place, line)?;
    random_moment(&mut running, &mut random);
    let ended = ends_by(running, signal)?;
    let why =
        |why: &str| format!("{why}: {line}\nexit code {}: {}", ended.code(), tail(&ended.stderr));
    ended.is_sane(&[0, 128 + number]).map_err(|reason| why(&reason))?;
    let resumable = ended.code() != 0 && line.contains("--run-dir") && place.join("run").is_dir();
    if resumable
        && tree::read(&place.join("run")).keys().any(|name| name.ends_with("manifest.json"))
    {
        let command = ended.stderr.lines().find_map(|line| line.split_once("resume with: "));
        let Some((_, command)) = command else { return Err(why("no command that resumes")) };
        // It does resume: nothing is refused.
        let words = ["-c".to_owned(), format!("exec {command}")];
        let mut again = Running::start(harness::command(Path::new("sh"), place, &words))?;
        drop(again.stdin.take());
        wait(Duration::from_millis(400), || !again.runs());
        let again = ends_by(again, signal)?;
        again.is_sane(&[0, 128 + number]).map_err(|reason| format!("{command}: {reason}"))?;
    }
    Ok(())
}

/// Commands that wait for input or connections.
fn servers(group: &mut Group, program: &Arc<PathBuf>) {
    for (name, line, input) in [
        ("gtp, waiting", "gtp", ""),
        ("gtp, thinking", "gtp --st 3600", "genmove b\n"),
        ("nboard, waiting", "nboard", "nboard 2\n"),
        ("nboard, thinking", "nboard --st 3600", "nboard 2\nset depth 60\ngo\n"),
        ("nboard, hinting", "nboard", "nboard 2\nset depth 60\nhint 5\n"),
        ("play, waiting", "play --plain --level 1 --keep game.json", ""),
        ("play, thinking", "play --plain --level 30 --keep game.json", "d3\n"),
        ("play, pondering", "play --plain --ponder --level 30 --keep game.json", ""),
    ] {
        for (signal, signal_name, number) in SIGNALS {
            let program = Arc::clone(program);
            group.sampled.push(Case::new(
                format!("{name}: {signal_name}"),
                move |place, mut random| {
                    // The input stays open.
                    let mut running =
                        Running::start(command(&program, place, &words(line, place)))?;
                    running.write(input.as_bytes());
                    random_moment(&mut running, &mut random);
                    ends_by(running, signal)?.is_sane(&[0, 128 + number])
                },
            ));
        }
    }
}

fn resumed_experiment(program: &Path, place: &Path, id: &str, mut random: Random) -> Verdict {
    let line = format!("-q experiment run {id} --scale quick");
    let limit = Duration::from_secs(60);
    let begun = std::time::Instant::now();
    let whole = run(program, place, &format!("{line} --run-dir whole"), limit)?;
    whole.is_sane(&[0])?;
    let took = begun.elapsed().as_millis().max(1) as u64;
    // Up to four times, at moments within what it took.
    for _ in 0..4 {
        let mut running = Running::quiet(program, place, &format!("{line} --resume cut"))?;
        let moment = Duration::from_millis(random.below(took));
        wait(moment, || !running.runs());
        let (signal, _, number) = SIGNALS[random.below(4) as usize];
        let ended = ends_by(running, signal)?;
        ended.is_sane(&[0, 128 + number])?;
        if ended.code() == 0 {
            break;
        }
    }
    run(program, place, &format!("{line} --resume cut"), limit)?.is_sane(&[0])?;
    same(&tree::read(&place.join("whole")), &tree::read(&place.join("cut")))
}

fn same(whole: &tree::Tree, cut: &tree::Tree) -> Verdict {
    let times: BTreeSet<String> = whole
        .keys()
        .filter(|name| name.ends_with("manifest.json") || name.ends_with("time.json"))
        .cloned()
        .collect();
    tree::is_same(cut, whole, &times, false)
}

/// The commands that write, in small, are told to end again and again, and resumed.
fn resumed_writers(attack: &Attack, group: &mut Group) {
    let inputs = match make_inputs(attack) {
        Ok(inputs) => inputs,
        Err(reason) => return group.broken.push(reason),
    };
    for writer in WRITERS.into_iter().filter(|writer| !writer.name.starts_with("play")) {
        let undisturbed = match writer.undisturbed(attack, &inputs) {
            Ok(undisturbed) => Arc::new(undisturbed),
            Err(reason) => {
                group.broken.push(reason);
                continue;
            }
        };
        for round in 0..3 {
            let (program, inputs) = (attack.program.clone(), inputs.clone());
            let (writer, undisturbed) = (writer.clone(), Arc::clone(&undisturbed));
            group.sampled.push(Case::new(
                format!("{}, resumed ({round})", writer.name),
                move |place, mut random| {
                    writer.prepare(&inputs, place)?;
                    for _ in 0..5 {
                        let Some(next) = writer.next(place) else { break };
                        let mut running = Running::quiet(&program, place, next)?;
                        wait(Duration::from_millis(random.below(250)), || !running.runs());
                        let (signal, _, number) = SIGNALS[random.below(4) as usize];
                        let ended = ends_by(running, signal)?;
                        // Before it listens, a signal ends it by itself.
                        ended
                            .is_sane(&[0, 128 + number])
                            .map_err(|why| format!("{why}: {next}"))?;
                        if ended.code() == 0 {
                            break;
                        }
                    }
                    if let Some(next) = writer.next(place) {
                        run(&program, place, next, Duration::from_secs(30))?
                            .is_sane(&[0])
                            .map_err(|why| format!("{why}: {next}"))?;
                    }
                    tree::is_same(&tree::read(place), &undisturbed.tree, &undisturbed.varying, true)
                },
            ));
        }
    }
}

/// No engine is left two seconds after a signal, a kill included.
fn none_left(
    program: &Path,
    place: &Path,
    line: &str,
    protocol: &str,
    act: &str,
    signal: Signal,
    number: i32,
) -> Verdict {
    // It has been asked when there are more lines than one process.
    super::stand_in::write(place, "", &format!("echo asked >>asked; {act}"))?;
    let mut words = words(line, place);
    words.push(format!("name=slow,cmd=\"sh {}/engine.sh\",protocol={protocol}", place.display()));
    let running = Running::start(command(program, place, &words))?;
    let asked = place.join("asked");
    if !wait(allowed(Duration::from_secs(10)), || asked.exists()) {
        return Err(format!(
            "the engine was not asked: {} {}",
            tail(&running.stdout.text()),
            tail(&running.stderr.text())
        ));
    }
    thread::sleep(Duration::from_millis(100));
    let ended = ends_by(running, signal);
    let left = super::stand_in::none_is_left(place);
    let ended = ended?;
    left?;
    if signal == Signal::KILL { Ok(()) } else { ended.is_sane(&[128 + number]) }
}
