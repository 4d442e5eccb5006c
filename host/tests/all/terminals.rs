//! `plyscope play` on the full screen of a terminal: signals, and terminals that are closed.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Action, LocalModes, Winsize, tcflow, tcgetattr, tcsetwinsize};

use crate::common::directory;
use crate::plyscope::{Running, behind, plyscope};

const PATIENCE: Duration = Duration::from_secs(20);

/// A word in the last line of the first screen. Blanks are not written, so that words stand alone.
const DRAWN: &str = "Arrows";

/// A terminal, seen from the other end, with a command on it.
struct Terminal {
    master: File,
    /// The command's end.
    line: OwnedFd,
    running: Running,
    text: String,
}

impl Terminal {
    /// Starts `play` on a terminal of its own. `wrap` are words before the command.
    fn start(state: &Path, wrap: &[&str], size: (u16, u16)) -> Self {
        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_col: size.0, ws_row: size.1, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave = || -> OwnedFd { open(&name, flags, Mode::empty()).unwrap() };
        let play = behind(wrap, "play --level 1").in_state(state).on_terminal(slave);
        Self { master: master.into(), line: slave(), running: play.start(), text: String::new() }
    }

    /// Reads what is written for at most a moment.
    fn listen(&mut self) {
        let moment = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
        let mut ends = [PollFd::new(&self.master, PollFlags::IN)];
        let ready = poll(&mut ends, Some(&moment)).unwrap();
        if ready > 0 {
            let mut buffer = [0; 4096];
            let count = self.master.read(&mut buffer).unwrap_or(0);
            self.text += &String::from_utf8_lossy(&buffer[..count]);
        }
    }

    fn wait_for(&mut self, part: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.text.contains(part) {
            assert!(self.running.runs(), "it ended: {:?}", self.text);
            assert!(Instant::now() < deadline, "no {part:?} in {:?}", self.text);
            self.listen();
        }
    }

    /// Types a move, and waits until the game is kept.
    fn play(&mut self, mv: &str, state: &Path) {
        self.master.write_all(mv.as_bytes()).unwrap();
        let deadline = Instant::now() + PATIENCE;
        while !state.join("plyscope/play-othello.json").exists() {
            assert!(Instant::now() < deadline, "the game is not kept: {:?}", self.text);
            self.listen();
        }
    }

    /// Reads until the command has ended, and what it wrote last.
    fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            self.listen();
            if let Some(status) = self.running.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end");
        };
        for _ in 0..10 {
            self.listen();
        }
        status
    }

    fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.master).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }
}

/// What leaves the full screen: mouse capture, the hidden cursor, the alternate screen.
const LEAVES: [&str; 3] = ["\x1b[?1000l", "\x1b[?25h", "\x1b[?1049l"];

#[test]
fn every_signal_leaves_the_terminal_as_it_was() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("QUIT", 131), ("INT", 130)] {
        let state = directory(&format!("terminals-{name}"));
        let mut terminal = Terminal::start(&state, &[], (80, 24));
        terminal.wait_for(DRAWN);
        assert!(!terminal.is_restored(), "keys come one by one");
        terminal.running.signal(name);
        let status = terminal.end();
        assert_eq!(status.code(), Some(code), "{name}");
        assert!(terminal.is_restored(), "{name}: it is raw");
        let shown = terminal.text.rfind(DRAWN).unwrap();
        for leaves in LEAVES {
            let left = terminal.text.rfind(leaves);
            assert!(left > Some(shown), "{name}: no {leaves:?} in {:?}", &terminal.text[shown..]);
        }
        assert!(!terminal.text.contains("Stopping"), "nothing else is written there");
    }
}

#[test]
fn ctrl_c_leaves_a_game_and_prints_the_command_that_goes_on_with_it() {
    let state = directory("terminals-key");
    let mut terminal = Terminal::start(&state, &[], (80, 24));
    terminal.wait_for(DRAWN);
    terminal.play("f5", &state);
    terminal.master.write_all(b"\x03").unwrap();
    assert_eq!(terminal.end().code(), Some(130));
    assert!(terminal.is_restored());
    let (_, left) = terminal.text.rsplit_once(LEAVES[2]).unwrap();
    assert!(left.contains("plyscope play othello --resume"), "{left:?}");
}

#[test]
fn a_second_signal_ends_the_command_at_once_although_the_terminal_takes_nothing() {
    let state = directory("terminals-second");
    let mut terminal = Terminal::start(&state, &[], (80, 24));
    terminal.wait_for(DRAWN);
    tcflow(&terminal.line, Action::OOff).unwrap();
    terminal.master.write_all(b"?").unwrap();
    sleep(Duration::from_millis(200));
    terminal.running.signal("TERM");
    sleep(Duration::from_millis(300));
    assert!(terminal.running.runs(), "it waits for the terminal");
    terminal.running.signal("QUIT");
    assert_eq!(terminal.running.status().code(), Some(131));
}

#[test]
fn a_closed_terminal_ends_a_game_and_the_game_is_kept() {
    // `setsid` makes it the process's own terminal, so that closing it sends SIGHUP.
    let own: &[&str] = &["setsid", "--ctty"];
    let nohup: &[&str] = &["setsid", "--ctty", "sh", "-c", "trap '' HUP; exec \"$@\"", "sh"];
    for (name, wrap, code) in [("own", own, 129), ("nohup", nohup, 0), ("other", &[], 0)] {
        let state = directory(&format!("terminals-closed-{name}"));
        let mut terminal = Terminal::start(&state, wrap, (80, 24));
        terminal.wait_for(DRAWN);
        terminal.play("f5", &state);
        let Terminal { master, mut running, .. } = terminal;
        drop(master);
        let status = running.status();
        assert_eq!(status.code(), Some(code), "{name}: {status}");
        let again = plyscope("play --plain --resume").in_state(&state).stdin("history\n").text();
        assert!(again.contains("> f5"), "{name}: {again}");
    }
}
