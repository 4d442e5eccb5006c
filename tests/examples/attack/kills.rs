//! `tests/kill` with fewer moments: kills, two starters, full disks.

use std::process::Command;
use std::time::Duration;

use super::case::{Attack, Case, Group};
use super::harness::{Running, allowed, tail};

pub(crate) fn group(attack: &Attack) -> Group {
    let mut group = Group::default();
    let (program, root, seed) = (attack.program.clone(), attack.root.clone(), attack.seed);
    group.first.push(Case::new("tests/kill with 20 moments", move |place, _| {
        let mut kill = Command::new("bash");
        kill.arg(root.join("tests/kill")).arg("20").arg(program);
        kill.env("SEED", (seed % 32768).to_string()).env("TMPDIR", place);
        let mut running = Running::start(kill)?;
        drop(running.stdin.take());
        let out = running.stdout.clone();
        let ended = running.end(allowed(Duration::from_secs(150)));
        let ended = ended.ok_or_else(|| format!("it did not end: {}", tail(&out.text())))?;
        match ended.code() {
            0 => Ok(()),
            code => {
                let failed = ended
                    .stdout
                    .lines()
                    .filter(|line| line.starts_with("FAILED") || line.contains(" checks passed"));
                Err(format!("exit code {code}\n{}", failed.collect::<Vec<_>>().join("\n")))
            }
        }
    }));
    group
}
