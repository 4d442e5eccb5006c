//! The `plyscope` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyscope::cli::run(&plyscope::cli::App::plyscope())
}
