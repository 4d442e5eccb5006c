//! Line editing: the text that a person is typing.

use heapless::Vec;

use crate::text::Output;

/// The longest line, in bytes; every command is shorter.
const LENGTH: usize = 80;

/// The effect of a byte on the line.
pub(crate) enum Typed {
    /// The line is not finished.
    More,
    /// The line is finished; [`Line::take`] returns it.
    Finished,
    /// The line is finished, but longer than any command.
    TooLong,
    /// The line is finished, but part of it was lost in transmission.
    Lost,
    /// Control-C, outside of a line with lost bytes; whether the line was empty.
    Interrupt(bool),
}

pub(crate) struct Line {
    text: Vec<u8, LENGTH>,
    too_long: bool,
    lost: bool,
    /// Within an escape sequence, as sent by keys such as the arrows: neither text nor noise.
    escape: bool,
    /// The last byte was a carriage return; a line feed after it belongs to the same line end.
    returned: bool,
    echo: bool,
}

const BACKSPACE: u8 = 8;
const DELETE: u8 = 0x7f;
const CONTROL_C: u8 = 3;
const CONTROL_D: u8 = 4;
const CONTROL_L: u8 = 12;
const CONTROL_U: u8 = 0x15;
const ESCAPE: u8 = 0x1b;

impl Line {
    pub(crate) const fn new() -> Self {
        Self {
            text: Vec::new(),
            too_long: false,
            lost: false,
            escape: false,
            returned: false,
            echo: true,
        }
    }

    /// Sets whether typed characters are echoed.
    pub(crate) fn set_echo(&mut self, echo: bool) {
        self.echo = echo;
    }

    /// Whether nothing is typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes the typed text, which leaves the line empty.
    pub(crate) fn take(&mut self) -> Vec<u8, LENGTH> {
        core::mem::take(&mut self.text)
    }

    /// Marks the line as incomplete: bytes were lost.
    pub(crate) fn lose(&mut self) {
        self.lost = true;
    }

    /// Discards the typed text: a frame came instead of the rest.
    pub(crate) fn clear(&mut self) {
        *self = Self { echo: self.echo, ..Self::new() };
    }

    pub(crate) fn push(&mut self, byte: u8, out: &mut (impl Output + ?Sized)) -> Typed {
        let returned = core::mem::replace(&mut self.returned, byte == b'\r');
        if self.escape {
            // A sequence ends with a letter or a tilde; `[` and `O` only begin one.
            self.escape = matches!(byte, b'[' | b'O' | b'0'..=b'9' | b';');
            if self.escape || matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'~') {
                return Typed::More;
            }
        }
        match byte {
            b'\n' if returned => Typed::More,
            b'\r' | b'\n' => {
                self.echo(b"\r\n", out);
                let (too_long, lost) = (self.too_long, self.lost);
                (self.too_long, self.lost) = (false, false);
                if lost || too_long {
                    self.text.clear();
                }
                match (lost, too_long) {
                    (true, _) => Typed::Lost,
                    (_, true) => Typed::TooLong,
                    _ => Typed::Finished,
                }
            }
            BACKSPACE | DELETE => {
                if self.text.pop().is_some() {
                    self.echo(b"\x08 \x08", out);
                }
                Typed::More
            }
            CONTROL_U => {
                while self.text.pop().is_some() {
                    self.echo(b"\x08 \x08", out);
                }
                self.too_long = false;
                Typed::More
            }
            // After lost bytes it may be part of a frame.
            CONTROL_C if !self.lost => {
                let was_empty = self.text.is_empty();
                self.clear();
                self.echo(b"^C\r\n", out);
                Typed::Interrupt(was_empty)
            }
            b' '..=b'~' => {
                if self.text.push(byte).is_ok() {
                    self.echo(&[byte], out);
                } else {
                    self.too_long = true;
                }
                Typed::More
            }
            ESCAPE => {
                self.escape = true;
                Typed::More
            }
            // Keys that have a meaning in other programs.
            CONTROL_D | CONTROL_L | b'\t' => Typed::More,
            // No key sends this: noise.
            _ => {
                self.lost = true;
                Typed::More
            }
        }
    }

    fn echo(&self, bytes: &[u8], out: &mut (impl Output + ?Sized)) {
        if self.echo {
            out.put(bytes);
        }
    }
}
