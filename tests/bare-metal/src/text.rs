//! Core's own text: `Display` of errors, values and moves, and derived `Debug`.
//!
//! Not covered, because Rust's own library has panic paths there: `Debug` of [`Counts`](plyscope_core::Counts) and
//! [`Report`](plyscope_core::Report), as derived for more than five fields; text of
//! [`ParseError`](plyscope_core::othello::ParseError), which may format a character by its `Debug`.

use core::fmt::{Debug, Display, Write};
use core::hint::black_box;

use plyscope_core::hexapawn::Pawns;
use plyscope_core::othello::{Board, Move, NotAMove, Othello, Simple};
use plyscope_core::random_tree::BranchingError;
use plyscope_core::wire::WireError;
use plyscope_core::{
    Bound, CapacityError, Expansion, Limits, Rbfms, Request, Search, Side, Stop, Value, Window,
    storage,
};

use crate::done;

/// A sink for text, in place of a serial port.
struct Port(u8);

impl Write for Port {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for &byte in text.as_bytes() {
            self.0 ^= black_box(byte);
        }
        Ok(())
    }
}

pub(crate) fn all() {
    show(Value::new(-7));
    show(Move::PASS);
    show(NotAMove);
    show(WireError::Version { found: 9 });
    show(BranchingError::Root { children: 12, maximum: 9 });
    show(CapacityError::Plies { capacity: 16 });
    let mut search = Rbfms::new(Othello, Simple, Expansion::Full, storage!(1, 4));
    if let Err(error) = search.search(&Request::new(&black_box(Board::START)).depth(9)) {
        done(write!(Port(0), "{error} {error:?}"));
    }
    debug(Request::<Othello>::new(&Board::START));
    debug(Board::START);
    debug(Pawns { black: 7, white: 7 << 6, mover: Side::Min });
    debug((Limits::depth(3), Window::FULL, Bound::Lower, Stop::Running));
}

fn show<T: Display + Debug>(thing: T) {
    let mut port = Port(0);
    done(write!(port, "{}", black_box(&thing)));
    done(write!(port, "{:>9}", black_box(&thing)));
    debug(thing);
}

fn debug<T: Debug>(thing: T) {
    done(write!(Port(0), "{:?}", black_box(thing)));
}
