//! The command line: parses arguments, calls the library, prints. Results go to stdout, everything else to stderr.

mod analyse;
mod app;
mod args;
mod bench;
mod book;
mod device;
mod device_play;
mod engine;
mod experiment;
mod explore;
mod export;
mod figure_args;
mod games;
mod interrupt;
mod ladder;
mod learn;
mod output;
mod perft;
mod place;
mod play;
mod progress;
mod protocol;
mod report;
mod runs;
mod search;
mod searched;
mod small;
mod solve;
mod standings;
mod summary;
mod thoughts;
mod tournament;
mod trace;
mod values;

use std::io::{self, Write as _};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

use crate::escape::terminal;
use crate::hangup::is_hung_up;
pub use app::{App, PLYSCOPE};
use clap::error::ErrorKind;
use clap::{FromArgMatches as _, Parser, Subcommand};
use interrupt::GoesOn;

/// Exit code of a usage error.
const USAGE: u8 = 2;

/// Play, measure and compare game-tree searches on random trees, Othello, Connect Four, Breakthrough, Clobber, Hex, hexapawn and tic-tac-toe
#[derive(Parser)]
#[command(propagate_version = true, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Hide progress
    // Behind the subcommands' own options.
    #[arg(short, long, global = true, display_order = 990)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game against an engine, watch engines, or analyse: on a full screen or in lines
    Play(Box<play::PlayArgs>),
    /// Search a position or a series of random trees
    #[command(subcommand)]
    Search(search::Search),
    /// Trace searches step by step: as text, as JSON, or as a page that replays them on a drawing of the tree
    Trace(Box<trace::Trace>),
    /// Solve endgames of Othello exactly: files of positions, or one position
    Solve(solve::Solve),
    /// Count the leaves of Othello's game tree
    Perft(perft::Perft),
    /// Play engines against each other
    #[command(subcommand)]
    Tournament(tournament::Tournament),
    /// Play for a program that speaks GTP, such as Sabaki
    Gtp(protocol::GtpEngine),
    /// Play and analyse for a program that speaks NBoard's protocol
    Nboard(protocol::Engine),
    /// Compare two engines at depths of equal work
    #[command(subcommand)]
    Ladder(Box<ladder::Ladder>),
    /// Repeat the papers' figures and tables, and study open questions
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// Build, show and merge opening books for engine strong
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Analyse games of Othello: discs lost by each move and player, best lines
    Analyse(Box<analyse::Analyse>),
    /// Convert, check, filter and summarise files of Othello games
    #[command(subcommand)]
    Games(games::Games),
    /// Learn and measure evaluations of Othello
    #[command(subcommand)]
    Learn(learn::Learn),
    /// Use a microcontroller that runs plyscope's firmware, real or emulated
    #[command(subcommand)]
    Device(device::DeviceCommand),
    /// Merge the shards of a tournament or an experiment
    Merge(runs::Merge),
    /// Convert a run to CSV, JSON, Markdown, LaTeX, SVG, PNG or PDF
    Export(export::Export),
    /// Write an HTML page and data files for runs of experiments
    Report(report::Report),
    /// Benchmark core's searches; the node count changes only when a search does
    Bench(bench::Bench),
    /// Serve the explorer, a page to play and watch searches in a browser, on this machine
    Explore(explore::Explore),
    /// Print a shell completion script
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
}

/// A usage error detected by a subcommand.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// Turns an error into a usage error.
fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    UsageError(error.to_string()).into()
}

impl Command {
    /// How to resume the command after an interrupt.
    fn goes_on(&self) -> GoesOn {
        match self {
            Self::Tournament(tournament) => tournament.goes_on(),
            Self::Ladder(ladder) => ladder.goes_on(),
            Self::Experiment(experiment) => experiment.goes_on(),
            Self::Learn(learn) => learn.goes_on(),
            Self::Analyse(analyse) => analyse.goes_on(),
            Self::Book(command) => command.goes_on(),
            _ => GoesOn::Not,
        }
    }
}

/// Runs the command line of this process, which is `app`.
pub fn run(app: &App) -> ExitCode {
    app.announce();
    let matches = app.command().try_get_matches().or_else(|error| match error.kind() {
        ErrorKind::UnknownArgument => taking_numbers(app.command()).try_get_matches(),
        _ => Err(error),
    });
    let matches = match matches {
        Ok(matches) => matches,
        Err(error) => return parse_failure(&error),
    };
    if let Some(asked) = app.own_task(&matches) {
        return match asked {
            Ok(asked) => {
                app.begin();
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
    app.begin();
    let goes_on = cli.command.goes_on();
    let outcome = dispatch(app, cli);
    ended(outcome, &goes_on)
}

/// The command line with negative numbers as values, so that an option says what is wrong with one, and not that there is no option of
/// this name. Other command lines do without, for it goes through all options of all commands.
fn taking_numbers(command: clap::Command) -> clap::Command {
    let value = |arg: clap::Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(value).mut_subcommands(taking_numbers)
}

/// Does what a command asks for.
fn dispatch(app: &App, cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Search(search) => search::run(search, cli.quiet),
        Command::Play(args) => play::run(app, &args),
        Command::Trace(args) => trace::run(*args, cli.quiet),
        Command::Solve(solve) => solve::run(&solve, cli.quiet),
        Command::Perft(perft) => perft::run(&perft),
        Command::Tournament(tournament) => tournament::run(tournament, cli.quiet),
        Command::Gtp(engine) => protocol::serve_gtp(app, engine),
        Command::Nboard(engine) => protocol::serve_nboard(engine),
        Command::Ladder(ladder) => ladder::run(*ladder, cli.quiet),
        Command::Experiment(command) => experiment::run(&app.experiments, command, cli.quiet),
        Command::Merge(merge) => runs::merge(app, &merge),
        Command::Export(export) => export::export(app, &export),
        Command::Report(report) => report::run(&app.experiments, &report, cli.quiet),
        Command::Book(command) => book::run(command, cli.quiet),
        Command::Analyse(analyse) => analyse::run(&analyse, cli.quiet),
        Command::Games(games) => games::run(&games),
        Command::Learn(command) => learn::run(command, cli.quiet),
        Command::Device(command) => device::run(command, cli.quiet),
        Command::Bench(bench) => bench::run(&bench),
        Command::Explore(explore) => explore::run(&explore),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut command = app.command();
            let name = command.get_name().to_owned();
            clap_complete::generate(shell, &mut command, name, &mut script);
            io::stdout().write_all(&script).map_err(Into::into)
        }
    }
}

/// Prints the error, if any, and returns the exit code.
fn ended(outcome: anyhow::Result<()>, goes_on: &GoesOn) -> ExitCode {
    crate::device::pool::close();
    crate::children::end_all();
    // Flushing the line buffer may fail, too.
    let outcome = outcome.and_then(|()| Ok(io::stdout().flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if interrupt::is_interrupt(&error) || interrupt::hung_up() => {
            let _ = writeln!(io::stderr(), "{}", goes_on.message());
            ExitCode::from(interrupt::exit_code())
        }
        // The reader closed the pipe, or the terminal is gone: not an error.
        Err(error)
            if is_broken_pipe(&error) || is_of_stdout(&error) && is_hung_up(io::stdout()) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let code = if error.is::<UsageError>() { USAGE } else { 1 };
            let place = if is_of_stdout(&error) { "cannot write to stdout: " } else { "" };
            fail(&format!("error: {place}{error:#}"), code)
        }
    }
}

/// Whether the error is of stdout: errors of files name the file.
fn is_of_stdout(error: &anyhow::Error) -> bool {
    error.is::<io::Error>()
}

/// Prints an error in one line.
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

/// Prints help and version unchanged, and errors in one line.
fn parse_failure(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            // A closed pipe while printing help is not an error.
            Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                fail(&format!("error: {cause}"), 1)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(USAGE);
    }
    let mut text = error.to_string();
    if let Some((said, remedy)) = number_that_is_none(error) {
        text = text.replace(&said, remedy);
    }
    let line: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    fail(&line.join(" ").replace(" tip: ", "; tip: "), USAGE)
}

/// What the standard library says of a text that is no such number, and what to say instead.
fn number_that_is_none(error: &clap::Error) -> Option<(String, &'static str)> {
    let cause = std::error::Error::source(error)?;
    let remedy = if let Some(cause) = cause.downcast_ref::<ParseIntError>() {
        match cause.kind() {
            IntErrorKind::Zero => "write a whole number above 0",
            IntErrorKind::PosOverflow => "the number is too large",
            IntErrorKind::NegOverflow => "the number is too small",
            _ => "write a whole number",
        }
    } else {
        cause.is::<ParseFloatError>().then_some("write a number")?
    };
    Some((cause.to_string(), remedy))
}

#[cfg(test)]
mod tests;
