//! Games on a full screen: whatever ends them, the terminal is as it was before.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};

use super::case::Verdict;
use super::harness::{END, allowed, command, signal_to, tail, wait, words};
use super::random::Random;

/// A game on a full screen, on a terminal of the harness.
pub(crate) fn on_a_terminal(
    program: &Path,
    place: &Path,
    line: &str,
    signal: Signal,
    number: i32,
    mut random: Random,
) -> Verdict {
    let failed = |what: &str, error: &dyn std::fmt::Display| format!("{what}: {error}");
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)
        .map_err(|error| failed("openpt", &error))?;
    grantpt(&master).and_then(|()| unlockpt(&master)).map_err(|error| failed("grantpt", &error))?;
    let name = ptsname(&master, Vec::new()).map_err(|error| failed("ptsname", &error))?;
    let path = PathBuf::from(name.to_string_lossy().into_owned());
    let open = || {
        File::options()
            .read(true)
            .write(true)
            .open(&path)
            .map_err(|error| failed("terminal", &error))
    };
    let terminal = open()?;
    let size = Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).map_err(|error| failed("size", &error))?;
    let settings = || {
        tcgetattr(&terminal)
            .map(|settings| format!("{settings:?}"))
            .map_err(|error| failed("settings", &error))
    };
    let before = settings()?;
    let shown = Arc::new(Mutex::new(Vec::new()));
    read_screen(master, Arc::clone(&shown));
    let mut play = command(program, place, &words(line, place));
    play.env("TERM", "xterm-256color").stdin(open()?).stdout(open()?).stderr(Stdio::piped());
    let mut child = play.spawn().map_err(|error| failed("play", &error))?;
    let screen = || {
        shown.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    };
    let mut ends = |limit: Duration| wait(limit, || matches!(child.try_wait(), Ok(Some(_))));
    if !wait(allowed(Duration::from_secs(5)), || screen().contains("\x1b[?1049h")) {
        ends(Duration::ZERO);
        let _ = child.kill();
        return Err(format!("no full screen: {}", tail(&screen())));
    }
    ends(Duration::from_millis(100 + random.below(900)));
    let raw = settings()?;
    signal_to(child.id(), signal);
    let limit = allowed(END);
    if !wait(limit, || matches!(child.try_wait(), Ok(Some(_)))) {
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("it did not end within {limit:?}"));
    }
    let status = child.wait().map_err(|error| failed("wait", &error))?;
    let code = status.signal().map_or(status.code().unwrap_or(0), |signal| 128 + signal);
    thread::sleep(Duration::from_millis(100));
    let (after, screen) = (settings()?, screen());
    if raw == before {
        return Err("the terminal was never in raw mode".to_owned());
    }
    if after != before {
        return Err(format!("the terminal is not as before (exit code {code})"));
    }
    for (on, off, what) in [
        ("\x1b[?1049h", "\x1b[?1049l", "the alternate screen is left on"),
        ("\x1b[?25l", "\x1b[?25h", "the cursor stays hidden"),
        ("\x1b[?1000h", "\x1b[?1000l", "the mouse stays captured"),
        ("\x1b[?2004h", "\x1b[?2004l", "bracketed paste stays on"),
    ] {
        if screen.rfind(on) > screen.rfind(off) {
            return Err(format!("{what} (exit code {code})"));
        }
    }
    if code != 0 && code != 128 + number {
        return Err(format!("exit code {code}"));
    }
    let kept = fs::read_to_string(place.join("game.json")).unwrap_or_default();
    if !kept.is_empty() && !kept.trim_end().ends_with('}') {
        return Err("the kept game is cut".to_owned());
    }
    Ok(())
}

/// Collects what is written to a terminal, until that is closed.
fn read_screen(master: OwnedFd, shown: Arc<Mutex<Vec<u8>>>) {
    thread::spawn(move || {
        let mut master = File::from(master);
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = master.read(&mut buffer) {
            if let Ok(mut shown) = shown.lock() {
                shown.extend_from_slice(&buffer[..read]);
            }
        }
    });
}
