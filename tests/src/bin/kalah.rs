//! A program of somebody else's with a game whose sides may move again: plyscope's command line with Kalah.

#[path = "../../outside/src/kalah.rs"]
mod kalah;

use std::process::ExitCode;

use plyscope::cli::{self, App};
use plyscope::record::Program;

fn main() -> ExitCode {
    let program = Program { name: "kalah", version: "0.1.0", source: "commit 5e6f7a8" };
    cli::run(
        &App::new(program).about("Kalah, searched and played").domain(kalah::Domain, "Kalah(6,4)"),
    )
}
