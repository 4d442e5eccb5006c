//! `plyscope device play`: a terminal on a device, in colours where they are wanted.

use std::io::{self, BufReader, IsTerminal as _, Read as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Reset, Style};

use super::interrupt;
use crate::device::{Device, Link};
use crate::escape::{is_shown, terminal};
use crate::inbox::{Bounds, Inbox, Incoming};

/// Whether a stream wants colours: it is a terminal, and `NO_COLOR` is not set (<https://no-color.org>).
fn has_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

const BOLD: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const MOVE: Style = AnsiColor::Green.on_default();
const LAST: Style = AnsiColor::Magenta.on_default().bold();
const EMPTY: Style = Style::new().dimmed();

/// Colours the boards in a device's text, as it comes.
#[derive(Default)]
struct Painter {
    /// The line so far, up to what shows whether it is a row of a board.
    head: Vec<u8>,
    /// The byte's place in its line.
    column: usize,
}

/// Where the eight squares of a row are, with the marks of the last move between them.
const SQUARES: std::ops::RangeInclusive<usize> = 3..=19;

/// Keeps a device's text, as it comes, from controlling the terminal: of the control characters, only line ends, tabs and
/// backspaces are left. Bytes that are no UTF-8 are dropped, too: some terminals take them for control characters.
#[derive(Default)]
struct Cleaner {
    /// The beginning of a character.
    begun: Vec<u8>,
}

impl Cleaner {
    fn clean(&mut self, bytes: &[u8]) -> String {
        self.begun.extend(bytes);
        let mut text = String::with_capacity(self.begun.len());
        let mut rest = Vec::new();
        let mut chunks = self.begun.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let is_plain = |c: &char| matches!(c, '\n' | '\t' | '\x08') || is_shown(*c);
            text.extend(chunk.valid().chars().filter(is_plain));
            // A character has at most four bytes.
            let invalid = chunk.invalid();
            let may_go_on =
                std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if chunks.peek().is_none() && may_go_on {
                rest.extend_from_slice(invalid);
            }
        }
        self.begun = rest;
        text
    }
}

impl Painter {
    fn paint(&mut self, text: &[u8]) -> Vec<u8> {
        let mut painted = Vec::with_capacity(text.len());
        for &byte in text {
            if byte == b'\n' {
                *self = Self::default();
                painted.push(byte);
                continue;
            }
            if self.column <= *SQUARES.start() {
                self.head.push(byte);
            }
            let is_row = matches!(self.head[..], [b' ', b' ', b'1'..=b'8', b' ' | b'(']);
            let style = match byte {
                _ if !is_row || !SQUARES.contains(&self.column) => None,
                b'X' => Some(BLACK),
                b'O' => Some(WHITE),
                b'*' => Some(MOVE),
                b'(' | b')' => Some(LAST),
                b'.' => Some(EMPTY),
                _ => None,
            };
            match style {
                Some(style) => {
                    painted.extend(style.render().to_string().bytes());
                    painted.push(byte);
                    painted.extend(Reset.render().to_string().bytes());
                }
                None => painted.push(byte),
            }
            self.column += 1;
        }
        painted
    }
}

/// When the device last wrote, and the end of what it wrote.
struct Heard {
    when: Instant,
    end: u8,
}

/// Silence after a prompt that counts as waiting for input.
const QUIET: Duration = Duration::from_millis(300);

/// Longest thinking time after the end of input that is not a terminal.
const LONGEST: Duration = Duration::from_secs(600);

/// Why a session ended.
enum Broken {
    /// The link to the device failed.
    Link(io::Error),
    /// Our own output failed.
    Output(io::Error),
}

/// A terminal: sends lines of stdin to the device and its text to stdout.
pub(super) fn play(device: Device) -> anyhow::Result<()> {
    let megahertz = device.identity().clock.hertz / 1_000_000;
    let (name, end) = if has_colours(&io::stderr()) {
        (BOLD.render().to_string(), Reset.render().to_string())
    } else {
        Default::default()
    };
    let _ = writeln!(
        io::stderr(),
        "connected to {name}{}{end}, {megahertz} MHz. Type {name}help{end} for commands. Ctrl-C makes it move at once. \
         To leave, press Ctrl-D, or Ctrl-C twice within a second",
        terminal(device.address())
    );
    let address = device.address().to_owned();
    let (mut link, _emulator) = device.into_link();
    let failed = |error| Device::link_failed(&address, error);
    interrupt::pass_on();
    // The local terminal echoes input. Control-U clears a half-typed line. The reply is not for the user.
    link.write_all(b"\x15echo off\r").map_err(failed)?;
    discard(link.as_mut()).map_err(failed)?;
    link.write_all(b"board\r").map_err(failed)?;

    let heard = Mutex::new(Heard { when: Instant::now(), end: 0 });
    let done = AtomicBool::new(false);
    let reader = link.another().map_err(failed)?;
    let outcome = thread::scope(|scope| {
        let listener = scope.spawn(|| copy_text(reader, &heard, &done));
        let typed = type_lines(link.as_mut(), &heard, || listener.is_finished());
        done.store(true, Ordering::Relaxed);
        // If the link failed, the listener's error is the original one.
        listener.join().unwrap_or(Ok(())).and(typed.map_err(Broken::Link))
    });
    match outcome {
        Err(Broken::Output(error)) => return Err(error.into()),
        Err(Broken::Link(error)) => return Err(failed(error).into()),
        Ok(()) => writeln!(io::stdout())?,
    }
    Ok(crate::interrupt::check()?)
}

/// Reads until the device is silent.
fn discard(link: &mut dyn Link) -> io::Result<()> {
    link.set_timeout(QUIET)?;
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(5) {
        match link.read(&mut [0; 512]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => {}
            Err(error) if is_pause(&error) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn is_pause(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

fn copy_text(
    mut reader: Box<dyn Link>,
    heard: &Mutex<Heard>,
    done: &AtomicBool,
) -> Result<(), Broken> {
    reader.set_timeout(Duration::from_millis(100)).map_err(Broken::Link)?;
    let mut buffer = [0; 512];
    let mut painter = has_colours(&io::stdout()).then(Painter::default);
    let mut cleaner = Cleaner::default();
    while !done.load(Ordering::Relaxed) {
        match reader.read(&mut buffer) {
            Ok(0) => return Err(Broken::Link(io::ErrorKind::UnexpectedEof.into())),
            Ok(count) => {
                let text = cleaner.clean(&buffer[..count]).into_bytes();
                if let (Some(&end), Ok(mut heard)) =
                    (text.iter().rfind(|&&byte| byte != b' '), heard.lock())
                {
                    *heard = Heard { when: Instant::now(), end };
                }
                let text = match &mut painter {
                    Some(painter) => painter.paint(&text),
                    None => text,
                };
                let mut out = io::stdout().lock();
                out.write_all(&text).and_then(|()| out.flush()).map_err(Broken::Output)?;
            }
            Err(error) if is_pause(&error) => {}
            Err(error) => return Err(Broken::Link(error)),
        }
    }
    Ok(())
}

fn type_lines(
    link: &mut dyn Link,
    heard: &Mutex<Heard>,
    has_ended: impl Fn() -> bool,
) -> io::Result<()> {
    // A thread of its own reads lines: reading cannot be interrupted when the link fails.
    let lines = Inbox::reading(BufReader::new(io::stdin()), Bounds::PERSON)?;
    let at_terminal = io::stdin().is_terminal();
    while !has_ended() && !crate::interrupt::requested() {
        if interrupt::take() {
            link.write_all(b"\x03")?;
        }
        match lines.next_within(Duration::from_millis(50)) {
            Incoming::Line(line) => {
                // While thinking, the device accepts few commands. A person sees that; a script must wait.
                if !at_terminal {
                    wait_for_prompt(heard, &has_ended);
                }
                // The last prompt does not count until new output arrives.
                if let Ok(mut heard) = heard.lock() {
                    heard.end = 0;
                }
                link.write_all(line.as_bytes())?;
                link.write_all(b"\r")?;
            }
            Incoming::TooLong(error) => {
                let _ = writeln!(io::stderr(), "{error}");
            }
            Incoming::Nothing => {}
            Incoming::Ended(_) => break,
        }
    }
    if !at_terminal && !crate::interrupt::requested() {
        wait_for_prompt(heard, &has_ended);
    }
    if !has_ended() {
        link.write_all(b"\x15echo on\r")?;
    }
    Ok(())
}

fn wait_for_prompt(heard: &Mutex<Heard>, has_ended: impl Fn() -> bool) {
    let started = Instant::now();
    while started.elapsed() < LONGEST && !has_ended() && !crate::interrupt::requested() {
        if let Ok(heard) = heard.lock()
            && heard.end == b'>'
            && heard.when.elapsed() > QUIET
        {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::{Cleaner, Painter};

    #[test]
    fn of_a_devices_control_characters_only_those_of_plain_text_are_left() {
        let hostile = "\x1b]52;c;eA==\x07\x1b[31m\u{9b}5n\0\x0e\r\n\tab\x08\u{202e}é\x7f\n> ";
        let clean = "]52;c;eA==[31m5n\n\tab\x08é\n> ";
        assert_eq!(Cleaner::default().clean(hostile.as_bytes()), clean);
        // Byte by byte, as a link may bring it.
        let mut cleaner = Cleaner::default();
        let pieces = hostile.as_bytes().chunks(1).map(|piece| cleaner.clean(piece));
        assert_eq!(pieces.collect::<String>(), clean);
        let mut cleaner = Cleaner::default();
        assert_eq!(cleaner.clean(b"\x9b31m\xc3"), "31m");
        assert_eq!(cleaner.clean(b"\x9b\xff\xe2\x82"), "\u{db}".to_owned());
        assert_eq!(cleaner.clean(b"x"), "x");
    }

    #[test]
    fn discs_of_a_board_are_coloured_and_no_other_text_is() {
        let mut painter = Painter::default();
        let plain = "X wins. 3 discs *\n  12 X\n> ";
        assert_eq!(painter.paint(plain.as_bytes()), plain.as_bytes());
        let mut painter = Painter::default();
        // In pieces, as a link brings it.
        let pieces = ["    a b", " c d e f g h\n  ", "1 . X(O)* . . . .   Black X 1\n", "> "];
        let painted: Vec<u8> =
            pieces.iter().flat_map(|piece| painter.paint(piece.as_bytes())).collect();
        let painted = String::from_utf8(painted).unwrap();
        assert!(painted.contains("mX\u{1b}[0m"), "{painted:?}");
        assert!(painted.ends_with("   Black X 1\n> "), "{painted:?}");
        let mut bare = String::new();
        let mut rest = painted.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            bare += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(bare + rest, pieces.concat());
    }
}
