//! The command line: arguments in, a call, printing out. Results go to stdout, everything else to stderr.

mod app;
mod args;
mod bench;
mod device;
mod engine;
mod experiment;
mod interrupt;
mod ladder;
mod learn;
mod output;
mod perft;
mod progress;
mod report;
mod runs;
mod search;
mod standings;
mod tournament;
mod verdict;

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::escape::terminal;
pub use app::App;
use clap::{FromArgMatches as _, Parser, Subcommand};
use interrupt::GoesOn;

/// Exit code of a wrong command line.
const USAGE: u8 = 2;
/// Exit code of a run that was interrupted and can be resumed.
const INTERRUPTED: u8 = 130;

/// Plays, measures and compares game-tree searches on random trees, Othello and hexapawn.
#[derive(Parser)]
#[command(propagate_version = true, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// No progress on stderr
    // Behind the subcommands' own options.
    #[arg(short, long, global = true, display_order = 990)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Search one position, or one random tree after another
    #[command(subcommand)]
    Search(search::Search),
    /// Count the leaves of Othello's game tree; a pass is a ply, a finished game counts one
    Perft(perft::Perft),
    /// Play engines against each other, each start twice with sides swapped
    #[command(subcommand)]
    Tournament(tournament::Tournament),
    /// Find the depths at which two engines do the same work, and play them against each other there
    #[command(subcommand)]
    Ladder(Box<ladder::Ladder>),
    /// The papers' figures and tables, and questions that they leave open
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// Learn an evaluation by self-play
    #[command(subcommand)]
    Learn(learn::Learn),
    /// Use a microcontroller with plyscope's firmware, real or emulated
    #[command(subcommand)]
    Device(device::DeviceCommand),
    /// Put the shards of a tournament or an experiment together
    Merge(runs::Merge),
    /// Write what a run directory holds as CSV, JSON or Markdown
    Export(runs::Export),
    /// Write runs of experiments as one page for a browser, and as SVG, PNG, CSV and Markdown files
    Report(report::Report),
    /// Search fixed positions with core's algorithms; the number of nodes changes only when a search does
    Bench(bench::Bench),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// A wrong command line that only the subcommand could see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// Makes any error one of usage.
fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    UsageError(error.to_string()).into()
}

impl Command {
    /// How the command goes on if it is interrupted.
    fn goes_on(&self) -> GoesOn {
        match self {
            Self::Tournament(tournament) => tournament.goes_on(),
            Self::Ladder(ladder) => ladder.goes_on(),
            Self::Experiment(experiment) => experiment.goes_on(),
            Self::Learn(learn) => learn.goes_on(),
            _ => GoesOn::Not,
        }
    }
}

/// Runs the command line of this process, which is `app`.
pub fn run(app: &App) -> ExitCode {
    app.announce();
    let matches = match app.command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return parse_failure(&error),
    };
    if let Some(asked) = app.own_tournament(&matches) {
        return match asked {
            Ok(asked) => {
                interrupt::listen();
                let goes_on = asked.goes_on();
                ended(asked.run(), &goes_on)
            }
            Err(error) => parse_failure(&error),
        };
    }
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return parse_failure(&error),
    };
    interrupt::listen();
    let goes_on = cli.command.goes_on();
    let outcome = dispatch(app, cli);
    ended(outcome, &goes_on)
}

/// Does what a command asks for.
fn dispatch(app: &App, cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Search(search) => search::run(search, cli.quiet),
        Command::Perft(perft) => perft::run(&perft),
        Command::Tournament(tournament) => tournament::run(tournament, cli.quiet),
        Command::Ladder(ladder) => ladder::run(*ladder, cli.quiet),
        Command::Experiment(command) => experiment::run(&app.experiments, command, cli.quiet),
        Command::Merge(merge) => runs::merge(app, &merge),
        Command::Export(export) => runs::export(app, &export),
        Command::Report(report) => report::run(&app.experiments, &report, cli.quiet),
        Command::Learn(command) => learn::run(command, cli.quiet),
        Command::Device(command) => device::run(command, cli.quiet),
        Command::Bench(bench) => bench::run(&bench),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut command = app.command();
            let name = command.get_name().to_owned();
            clap_complete::generate(shell, &mut command, name, &mut script);
            io::stdout().write_all(&script).map_err(Into::into)
        }
    }
}

/// Prints what went wrong, and says how it ended.
fn ended(outcome: anyhow::Result<()>, goes_on: &GoesOn) -> ExitCode {
    crate::device::pool::close();
    // What a line buffer still holds may not fit any more, either.
    let outcome = outcome.and_then(|()| Ok(io::stdout().flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closed the pipe has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if interrupt::is_interrupt(&error) => {
            let _ = writeln!(io::stderr(), "{}", goes_on.message());
            ExitCode::from(INTERRUPTED)
        }
        Err(error) => {
            let code = if error.is::<UsageError>() { USAGE } else { 1 };
            // Errors of files name them; what is left is of stdout.
            let place = if error.is::<io::Error>() { "cannot write to stdout: " } else { "" };
            fail(&format!("error: {place}{error:#}"), code)
        }
    }
}

/// Prints one line about what went wrong.
fn fail(message: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "{}", terminal(message));
    ExitCode::from(code)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind()));
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Prints help and versions as they are, and errors as one line.
fn parse_failure(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            // Help that nobody reads any more is no failure.
            Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                fail(&format!("error: {cause}"), 1)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(USAGE);
    }
    let text = error.to_string();
    let line: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    fail(&line.join(" ").replace(" tip: ", "; tip: "), USAGE)
}
