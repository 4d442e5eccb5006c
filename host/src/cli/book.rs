//! `plyscope book`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::book::{Book, Entry, Plan, build};
use crate::domain::OthelloEvaluation;
use crate::escape::terminal;
use crate::files::{self, Claim};
use crate::parallel::threads;
use crate::text::signed;
use clap::{Args, Subcommand};
use plyscope_core::othello::parse_moves;
use plyscope_core::{Game as _, othello::Othello};
use serde::Serialize;

use super::args::Format;
use super::interrupt::GoesOn;
use super::output::{board_picture, grouped, json_line, table, write_table};
use super::progress::ProgressMeter;
use super::usage;

/// Time between writes of a book that is being built.
const BETWEEN_WRITES: Duration = Duration::from_secs(20);

#[derive(Subcommand)]
pub(super) enum BookCommand {
    /// Build a book by self-play and search, or extend one
    Build(Build),
    /// Show a book, or its moves in a position
    Show(Show),
    /// Merge books; of common positions the deeper search counts
    Merge(Merge),
}

#[derive(Args)]
pub(super) struct Build {
    /// File of the new book
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    file: Option<PathBuf>,
    /// Resume or extend the book in this file; repeat the other arguments, or give more positions, depth or another seed
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Number of positions to reach
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Plies whose moves are in the book: positions with fewer discs placed are added
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,
    /// Depth of the search of each move, in plies
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=30))]
    depth: u32,
    /// Play moves that are worse than the best by at most so many discs
    #[arg(long, value_name = "DISCS", default_value_t = 1.0)]
    margin: f64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Evaluation [default: patterns-large]
    #[arg(long)]
    evaluation: Option<String>,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Args)]
pub(super) struct Show {
    /// File of the book
    file: PathBuf,
    /// Position after these moves from the start, such as f5d6
    #[arg(long, default_value = "")]
    moves: String,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Args)]
pub(super) struct Merge {
    /// File for the merged book
    out: PathBuf,
    /// Books
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

impl BookCommand {
    pub(super) fn goes_on(&self) -> GoesOn {
        match self {
            Self::Build(Build { file: Some(file), .. }) => GoesOn::ResumeFile(file.into()),
            Self::Build(Build { resume, .. }) => GoesOn::resume(None, resume.as_deref()),
            _ => GoesOn::Not,
        }
    }
}

pub(super) fn run(command: BookCommand, quiet: bool) -> anyhow::Result<()> {
    match command {
        BookCommand::Build(args) => build_book(&args, quiet),
        BookCommand::Show(args) => show(&args),
        BookCommand::Merge(args) => merge(&args),
    }
}

fn read(path: &Path) -> anyhow::Result<Book> {
    Book::read(path).map_err(usage)
}

/// Claims the file of a book for this process.
fn claim(path: &Path) -> anyhow::Result<Claim> {
    let shown = path.display();
    match Claim::take(path) {
        Ok(Some(claim)) => Ok(claim),
        Ok(None) => {
            anyhow::bail!(
                "{shown} is being written by another process: wait for it or end it first"
            )
        }
        Err(error) => anyhow::bail!("cannot write {shown}: {error}"),
    }
}

/// Writes a book to the file that was claimed. What another program wrote there meanwhile stays: the book then goes to a file
/// beside it, which is claimed instead.
fn write(claim: &mut Claim, book: &Book) -> anyhow::Result<()> {
    let failed = |path: &Path, error| anyhow::anyhow!("cannot write {}: {error}", path.display());
    let path = claim.path().to_owned();
    if claim.is_changed() {
        *claim = Claim::beside(&path).map_err(|error| failed(&path, error))?;
    }
    claim.write(book.to_text().as_bytes()).map_err(|error| failed(claim.path(), error))
}

fn build_book(args: &Build, quiet: bool) -> anyhow::Result<()> {
    let Some(file) = args.file.as_ref().or(args.resume.as_ref()) else {
        // The arguments were checked.
        return Err(usage("give a file for the book"));
    };
    let is_new = args.file.is_some();
    let exists = || {
        let file = file.display();
        anyhow::anyhow!("{file} is there already (use --resume {file} to extend it)")
    };
    if is_new && file.exists() {
        return Err(exists());
    }
    if !is_new && (!file.exists() || files::is_special(file)) {
        // Without a trace, and without a wait for what a pipe may bring.
        read(file)?;
    }
    let mut claim = claim(file)?;
    // Another process may have begun and finished one since.
    if is_new && claim.exists() {
        return Err(exists());
    }
    let begun = claim.path().to_owned();
    let mut book = if is_new { Book::default() } else { read(file)? };
    if let Some(name) = &args.evaluation {
        OthelloEvaluation::named(name).map_err(usage)?;
    }
    if !(0.0..=64.0).contains(&args.margin) {
        return Err(usage("--margin: give a number of discs from 0 to 64"));
    }
    let plan = Plan {
        positions: args.positions as usize,
        plies: args.plies,
        depth: args.depth,
        margin: (100.0 * args.margin).round() as i32,
        seed: args.seed,
        evaluation: args.evaluation.clone(),
    };
    let begin = book.len();
    let progress =
        ProgressMeter::new(plan.positions.saturating_sub(begin) as u64, "positions", quiet);
    let mut known = begin;
    let mut last = Instant::now();
    let outcome = build(&mut book, &plan, threads(args.threads), |book| {
        progress.advance_by((book.len() - known) as u64);
        known = book.len();
        if last.elapsed() >= BETWEEN_WRITES {
            write(&mut claim, book)?;
            last = Instant::now();
        }
        Ok::<_, anyhow::Error>(())
    });
    progress.finish();
    // After an interrupt, too.
    book.back_up();
    write(&mut claim, &book)?;
    if claim.path() != begun {
        let (file, here) = (file.display(), claim.path().display());
        anyhow::bail!(
            "another program has written {file} meanwhile: that stays, and the book is in {here}"
        );
    }
    outcome?;
    let place = terminal(&file.display().to_string());
    let complete =
        if book.len() < plan.positions { "; games within the margin reach no others" } else { "" };
    writeln!(
        io::stdout().lock(),
        "{place}: {} positions, {} of them new{complete}",
        grouped(book.len() as u64),
        grouped((book.len() - begin) as u64)
    )?;
    Ok(())
}

/// A move as printed, in discs.
#[derive(Serialize)]
struct BookMove {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    searched: f64,
    /// Whether the book has the position after it.
    known: bool,
}

#[derive(Serialize)]
struct Row {
    positions: usize,
    depth: Option<u32>,
    moves: Vec<BookMove>,
}

fn show(args: &Show) -> anyhow::Result<()> {
    let book = read(&args.file)?;
    let (board, colour) =
        parse_moves(&args.moves).map_err(|error| usage(format!("--moves: {error}")))?;
    let entry = book.get(&board);
    let moves = entry.iter().flat_map(|entry| &entry.moves).map(|known| {
        let child = Othello.play(&board, known.mv);
        let child = if child.must_pass() { child.passed() } else { child };
        BookMove {
            mv: known.mv.to_string(),
            value: f64::from(known.value) / 100.0,
            searched: f64::from(known.searched) / 100.0,
            known: book.get(&child).is_some(),
        }
    });
    let row = Row {
        positions: book.len(),
        depth: entry.as_ref().map(|entry| entry.depth),
        moves: moves.collect(),
    };
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return json_line(&mut out, &row);
    }
    if args.moves.is_empty() {
        writeln!(out, "{} positions", grouped(book.len() as u64))?;
        let mut lines = table(&["discs placed", "positions", "depth"]);
        for discs in 0..60u32 {
            let here: Vec<&Entry> = book
                .positions()
                .filter(|(board, _)| 60 - board.empties().count_ones() == discs)
                .map(|(_, entry)| entry)
                .collect();
            let depths = here.iter().map(|entry| entry.depth);
            let (Some(least), Some(most)) = (depths.clone().min(), depths.max()) else { continue };
            let depth =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            lines.add_row([discs.to_string(), grouped(here.len() as u64), depth]);
        }
        write_table(&mut out, &lines)?;
    }
    write!(out, "{}", board_picture(board, colour))?;
    let Some(entry) = entry else {
        writeln!(out, "the book does not have this position")?;
        return Ok(());
    };
    let mut lines = table(&["move", "value", "by its own search", "continued"]);
    for BookMove { mv, value, searched, known } in &row.moves {
        lines.add_row([
            mv.clone(),
            signed(*value, 2),
            signed(*searched, 2),
            if *known { "yes" } else { "no" }.to_owned(),
        ]);
    }
    write_table(&mut out, &lines)?;
    writeln!(out, "values in discs for the side to move, searched {} plies deep", entry.depth)?;
    Ok(())
}

fn merge(args: &Merge) -> anyhow::Result<()> {
    let mut merged = Book::default();
    for path in &args.books {
        merged.merge(read(path)?);
    }
    let contents = merged.to_text();
    let failed = |error| anyhow::anyhow!("cannot write {}: {error}", args.out.display());
    // No lock beside a device or a pipe.
    let _claim = (!files::is_special(&args.out)).then(|| claim(&args.out)).transpose()?;
    files::write(&args.out, contents.as_bytes()).map_err(failed)?;
    let place = terminal(&args.out.display().to_string());
    writeln!(
        io::stdout().lock(),
        "{place}: {} positions from {} books",
        grouped(merged.len() as u64),
        args.books.len()
    )?;
    Ok(())
}
