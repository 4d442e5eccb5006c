//! System calls that fail, and kills at system calls, by `strace --inject`.
//!
//! A run under strace tells which calls write, of which files. Each of them then fails, once or from there on, or is the last one before
//! a kill. An error must be one line and damage nothing; what goes on undisturbed must come to the bytes of an undisturbed run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use super::case::{Attack, Case, Group, Verdict};
use super::harness::{Ended, Running, allowed, command, run, tail, words};
use super::tree::{self, Tree};
use super::writers::{OLD, Undisturbed, WRITERS, Writer, make_inputs};

/// The calls, and the errors that they can fail with. `EINTR` is no error: it is to be tried again.
const CALLS: [(&str, &[&str]); 21] = [
    ("write", &["ENOSPC", "EIO", "EINTR", "EDQUOT"]),
    ("pwrite64", &["ENOSPC", "EIO"]),
    ("writev", &["ENOSPC", "EIO"]),
    ("fsync", &["EIO", "ENOSPC"]),
    ("fdatasync", &["EIO", "ENOSPC"]),
    ("rename", &["EACCES", "ENOSPC", "EXDEV"]),
    ("renameat", &["EACCES", "ENOSPC", "EXDEV"]),
    ("renameat2", &["EACCES", "ENOSPC", "EXDEV"]),
    ("ftruncate", &["EIO", "EINTR"]),
    ("mkdir", &["EACCES", "ENOSPC"]),
    ("mkdirat", &["EACCES", "ENOSPC"]),
    ("unlink", &["EACCES", "EIO"]),
    ("unlinkat", &["EACCES", "EIO"]),
    ("rmdir", &["EACCES"]),
    ("chmod", &["EPERM"]),
    ("fchmod", &["EPERM"]),
    ("fchmodat", &["EPERM"]),
    ("flock", &["ENOLCK", "EIO", "EINTR"]),
    ("openat", &["EACCES", "EMFILE", "ENOSPC", "EROFS"]),
    ("copy_file_range", &["EIO", "ENOSPC"]),
    ("linkat", &["EPERM", "ENOSPC"]),
];

/// How many moments of one call of one command are taken, at random if there are more.
const MOMENTS: usize = 10;

/// Time limit of a disturbed run.
const LIMIT: Duration = Duration::from_secs(20);

/// A command, and what it does undisturbed.
struct Subject {
    program: PathBuf,
    inputs: PathBuf,
    writer: Writer,
    undisturbed: Undisturbed,
}

/// A call's name, and the numbers of those that write. Each thread counts its own.
type Moments = BTreeMap<String, BTreeSet<usize>>;

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    if let Err(reason) = strace_works(attack) {
        group.left_out.push((reason, WRITERS.len()));
        return group;
    }
    let inputs = match make_inputs(attack) {
        Ok(inputs) => inputs,
        Err(reason) => {
            group.broken.push(reason);
            return group;
        }
    };
    let mut random = super::random::Random::new(attack.seed, "moments of system calls");
    for writer in WRITERS {
        let (subject, moments) = match watched(attack, &inputs, &writer) {
            Ok(found) => found,
            Err(reason) => {
                group.broken.push(reason);
                continue;
            }
        };
        let subject = Arc::new(subject);
        for (call, moments) in moments {
            let Some((_, errors)) = CALLS.iter().find(|(name, _)| *name == call) else { continue };
            let mut moments: Vec<usize> = moments.into_iter().collect();
            random.shuffle(&mut moments);
            for moment in moments.into_iter().take(MOMENTS) {
                let actions = errors.iter().flat_map(|error| {
                    let once = format!("error={error}:when={moment}");
                    // A full disk stays full.
                    let ever = format!("error={error}:when={moment}+");
                    if *error == "ENOSPC" { vec![once, ever] } else { vec![once] }
                });
                for action in actions.chain([format!("signal=SIGKILL:when={moment}")]) {
                    let subject = Arc::clone(&subject);
                    let call = call.clone();
                    let name = format!("{} {call}:{action}", writer.name);
                    group.sampled.push(Case::new(name, move |place, _| {
                        attempt(&subject, &call, &action, place)
                    }));
                }
            }
        }
    }
    group
}

/// strace exists and may trace.
fn strace_works(attack: &Attack) -> Result<(), String> {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(attack.place.join("probe")).arg("true");
    match strace.output() {
        Err(error) => Err(format!("strace does not start ({error})")),
        Ok(output) if !output.status.success() => {
            Err(format!("strace may not trace: {}", tail(&String::from_utf8_lossy(&output.stderr))))
        }
        Ok(_) => Ok(()),
    }
}

/// strace of a program.
fn strace(program: &Path, place: &Path, line: &str, options: &[String]) -> Command {
    let mut all: Vec<String> = options.to_vec();
    all.push(program.display().to_string());
    all.extend(words(line, place));
    command(Path::new("strace"), place, &all)
}

/// Runs a command undisturbed, and once more to see what it calls.
fn watched(attack: &Attack, inputs: &Path, writer: &Writer) -> Result<(Subject, Moments), String> {
    let undisturbed = writer.undisturbed(attack, inputs)?;
    let name = writer.name.replace(' ', "-");
    let place = tree::make(&attack.place, &format!("watched/{name}"))?;
    writer.prepare(inputs, &place)?;
    let log = attack.place.join(format!("watched/{name}.log"));
    let calls: Vec<String> = CALLS.iter().map(|(call, _)| format!("?{call}")).collect();
    let options = [
        "-f",
        "-y",
        "-s",
        "0",
        "-o",
        &log.display().to_string(),
        "-e",
        &format!("trace={}", calls.join(",")),
    ]
    .map(str::to_owned);
    let mut running = Running::start(strace(&attack.program, &place, writer.begin, &options))?;
    drop(running.stdin.take());
    let ended = running
        .end(allowed(Duration::from_secs(60)))
        .ok_or_else(|| format!("{name} under strace does not end"))?;
    if ended.code() != 0 {
        return Err(format!("{name} under strace: {}", tail(&ended.stderr)));
    }
    let log = fs::read_to_string(&log).map_err(|error| error.to_string())?;
    let moments = writing(&log, &place);
    if moments.is_empty() {
        return Err(format!("{name} writes nothing that strace sees"));
    }
    let subject = Subject {
        program: attack.program.clone(),
        inputs: inputs.to_owned(),
        writer: writer.clone(),
        undisturbed,
    };
    Ok((subject, moments))
}

/// The calls that write to files below `place` or to standard output. A number is left out if it is another call's in another thread,
/// which would fail with it: the loader's, for example.
fn writing(log: &str, place: &Path) -> Moments {
    let place = place.display().to_string();
    let mut numbers: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut found = Moments::new();
    let mut others = Moments::new();
    for line in log.lines() {
        let Some((thread, rest)) = line.trim_start().split_once(' ') else { continue };
        let rest = rest.trim_start();
        let Some((call, arguments)) = rest.split_once('(') else { continue };
        if call.contains(' ') {
            // "<... write resumed>"
            continue;
        }
        let number = numbers.entry((thread.to_owned(), call.to_owned())).or_default();
        *number += 1;
        let first = arguments.split(',').next().unwrap_or_default();
        let is_ours = match call {
            "openat" => {
                (arguments.contains("O_CREAT")
                    || arguments.contains("O_WRONLY")
                    || arguments.contains("O_RDWR"))
                    && (arguments.contains(&place) || arguments.starts_with("AT_FDCWD"))
                    && !arguments.contains("\"/dev/")
            }
            "write" | "writev" => first.contains(&place) || first.starts_with("1<"),
            _ => true,
        };
        let moments = if is_ours { &mut found } else { &mut others };
        moments.entry(call.to_owned()).or_default().insert(*number);
    }
    for (call, numbers) in &mut found {
        if let Some(others) = others.get(call) {
            numbers.retain(|number| !others.contains(number));
        }
    }
    found.retain(|_, numbers| !numbers.is_empty());
    found
}

/// Runs a command with one disturbance, and then without.
fn attempt(subject: &Subject, call: &str, action: &str, place: &Path) -> Verdict {
    let Subject { program, inputs, writer, undisturbed } = subject;
    let before = writer.prepare(inputs, place)?;
    let log = place.with_extension("log");
    let options = [
        "-f",
        "-o",
        &log.display().to_string(),
        "-e",
        &format!("trace={call}"),
        "-e",
        &format!("inject={call}:{action}"),
    ]
    .map(str::to_owned);
    let mut running = Running::start(strace(program, place, writer.begin, &options))?;
    drop(running.stdin.take());
    let ended = running.end(allowed(LIMIT)).ok_or("it did not end")?;
    let killed = action.starts_with("signal");
    let mut expected = undisturbed.tree.clone();
    expected.retain(|name, _| !is_set_aside(name));
    let is_whole = |found: &Tree| tree::is_same(found, &expected, &undisturbed.varying, killed);
    let verdict = after(&ended, killed, call, action, subject, &before, place).and_then(|()| {
        if ended.code() == 0 {
            let said = ["cannot", "is not kept"]
                .iter()
                .any(|words| ended.stdout.contains(words) || ended.stderr.contains(words));
            if writer.name.starts_with("play") && said {
                // The game was played, and what could not be kept was told.
                return Ok(());
            }
            let mut found = found_after(writer, place)?;
            if ended.stderr.contains("warning: cannot write ") {
                // The time that a run took is told to readers alone.
                let times = expected.iter().filter(|(name, _)| name.ends_with("time.json"));
                let times: Tree = times.map(|(name, text)| (name.clone(), text.clone())).collect();
                for (name, text) in times {
                    found.entry(name).or_insert(text);
                }
            }
            if call.starts_with("unlink") {
                found.retain(|name, _| !name.ends_with(".lock") && !tree::is_temporary(name));
            }
            return is_whole(&found).map_err(|why| format!("exit code 0, but {why}"));
        }
        let next = writer.next(place);
        if let Some(next) = next {
            let again = run(program, place, next, LIMIT)?;
            if again.code() != 0 {
                return Err(format!("it cannot go on: {}", tail(&again.stderr)));
            }
        }
        let mut found = found_after(writer, place)?;
        if killed && next.is_none() {
            // The next writer of the file removes what a killed one has left.
            found.retain(|name, _| !name.ends_with(".lock"));
        }
        is_whole(&found).map_err(|why| {
            format!("after going on, {why} (the error was: {})", tail(&ended.stderr))
        })
    });
    let _ = fs::remove_file(&log);
    verdict.map_err(|why| format!("{why}\n{}", writer.begin))
}

/// What must be true at the disturbed end.
fn after(
    ended: &Ended,
    killed: bool,
    call: &str,
    action: &str,
    subject: &Subject,
    before: &Tree,
    place: &Path,
) -> Verdict {
    if killed {
        return match ended.code() {
            0 | 137 => Ok(()),
            code => Err(format!("exit code {code} instead of a kill: {}", tail(&ended.stderr))),
        };
    }
    let may = if action.contains("EINTR") { &[0][..] } else { &[0, 1] };
    // Where all writing fails from here on, so may the message.
    if !(call == "write" && action.ends_with('+') && ended.code() == 1 && ended.stderr.is_empty()) {
        ended.is_sane(may)?;
    }
    let expected = &subject.undisturbed;
    for (name, contents) in tree::read(place) {
        // What a merge has begun is cleared up by the next one.
        let is_left = tree::is_temporary(&name) && !name.contains(".merging/");
        if is_left && !call.starts_with("unlink") && ended.code() != 0 {
            return Err(format!("{name} is left after an error: {}", tail(&ended.stderr)));
        }
        let whole = expected.tree.get(&name);
        let is_old = before.get(&name) == Some(&contents);
        // A game is kept after each move.
        let is_game = name == "game.json" && contents.ends_with(b"}\n");
        let grows = name.ends_with("rows.jsonl") || name.ends_with(".games");
        let is_new = whole
            .is_some_and(|whole| *whole == contents || (grows && whole.starts_with(&contents)));
        if whole.is_some() && !is_game && !is_old && !is_new && !expected.varying.contains(&name) {
            return Err(format!(
                "{name} is neither the old nor the new one: {}",
                tail(&ended.stderr)
            ));
        }
    }
    for name in before
        .keys()
        .filter(|name| !subject.writer.name.starts_with("play") || *name != "game.json")
    {
        if !place.join(name).exists() {
            return Err(format!("{name} is gone: {}", tail(&ended.stderr)));
        }
    }
    Ok(())
}

/// A game under the same name that is set aside.
fn is_set_aside(name: &str) -> bool {
    name.starts_with("game-")
}

/// The files after a command has gone on. What was there before must be there under one name or another.
fn found_after(writer: &Writer, place: &Path) -> Result<Tree, String> {
    let mut found = tree::read(place);
    if writer.name == "play over another file" && found.values().all(|contents| contents != OLD) {
        return Err("the file that was there before is gone".to_owned());
    }
    found.retain(|name, _| !is_set_aside(name));
    Ok(found)
}
