//! Stand-ins for external engines: shell scripts that note their processes and misbehave.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;

use super::harness::{allowed, lives, signal_to, wait};

/// The engine: a little of both protocols, `EARLY` at its start and `ACT` when it is asked for a move.
const SCRIPT: &str = r#"#!/bin/sh
ulimit -c 0
note() { echo "$1" >>"PLACE/pids"; }
note $$
EARLY
while read -r line; do
    case $line in
    ping*) echo "pong ${line#ping }" ;;
    genmove* | reg_genmove* | go* | hint* | plyscope-analyze*)
        ACT
        ;;
    list_commands)
        printf '= protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\nkomi\nplay\ngenmove\ntime_settings\ntime_left\nplyscope-position\n\n' ;;
    quit) exit 0 ;;
    nboard* | set* | move* | learn*) ;;
    *) printf '= \n\n' ;;
    esac
done
"#;

/// Writes an engine into this directory; it is `engine.sh`.
pub(crate) fn write(place: &Path, early: &str, act: &str) -> Result<(), String> {
    let script = SCRIPT
        .replace("EARLY", early)
        .replace("ACT", act)
        .replace("PLACE", &place.display().to_string());
    let file = place.join("engine.sh");
    fs::write(&file, script)
        .and_then(|()| fs::set_permissions(&file, fs::Permissions::from_mode(0o755)))
        .map_err(|error| error.to_string())
}

/// The processes that noted themselves.
pub(crate) fn pids(place: &Path) -> Vec<u32> {
    let text = fs::read_to_string(place.join("pids")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// That none of the noted processes is left two seconds later. Those that are left are ended.
pub(crate) fn none_is_left(place: &Path) -> Result<(), String> {
    let pids = pids(place);
    if wait(allowed(Duration::from_secs(2)), || !pids.iter().any(|&pid| lives(pid))) {
        return Ok(());
    }
    let left: Vec<u32> = pids.into_iter().filter(|&pid| lives(pid)).collect();
    let mut told = Vec::new();
    for &pid in &left {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        told.push(String::from_utf8_lossy(&line).replace('\0', " "));
        signal_to(pid, Signal::KILL);
    }
    Err(format!("{} processes of an engine are left: {told:?}", left.len()))
}
