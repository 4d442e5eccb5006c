//! The `plyscope` command: parses, dispatches, and turns results into exit codes.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
