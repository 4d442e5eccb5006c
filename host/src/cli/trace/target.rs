//! Where a trace goes: to standard output, or into a file that replaces another one only when it is whole.

use std::io::{self, BufWriter, Write};

use crate::files::Output;

/// Writes the rest. The trace is then in its file.
pub(super) fn finish(out: &mut BufWriter<Target>) -> io::Result<()> {
    out.flush()?;
    match out.get_mut() {
        Target::Stdout(_) => Ok(()),
        Target::File(file) => file.finish(),
    }
}

/// Where a trace goes.
pub(super) enum Target {
    Stdout(io::StdoutLock<'static>),
    File(Output),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(out) => out.flush(),
        }
    }
}
