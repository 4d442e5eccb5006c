//! `plyscope games convert` and `filter`.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use crate::escape::terminal;
use crate::files::{self, warn};
use crate::game_files::ggf::GgfGame;
use crate::game_files::{Doubt, Format, doubts, write, wthor_numbers};
use clap::Args;

use super::super::output::grouped;
use super::super::usage;
use super::args::FilterArgs;
use super::{Inputs, read_all};

/// Games with a warning of one kind that are listed.
const LISTED: usize = 20;

#[derive(Args)]
pub(in super::super) struct Convert {
    #[command(flatten)]
    inputs: Inputs,
    /// Format to write: ggf, sgf, wthor, transcript, pgn, xot or obf [default: by the output's name]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// For obf: only positions with this number of empty squares
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=60))]
    empties: Option<u32>,
    #[command(flatten)]
    into: Into,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Args)]
pub(in super::super) struct Choose {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    into: Into,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Args)]
struct Into {
    /// Output file, - for stdout
    #[arg(long, default_value = "-")]
    output: PathBuf,
    /// Fail if a record is broken, or if the format cannot hold a game
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &Convert) -> anyhow::Result<()> {
    let by_name = || Format::of_name(&args.into.output.to_string_lossy());
    let format = args.to.or_else(by_name).ok_or_else(|| {
        usage("--to: give a format (ggf, sgf, wthor, transcript, pgn, xot or obf), or an output whose name ends with .ggf, .sgf, .wtb, .txt, .pgn, .xot or .obf")
    })?;
    if args.empties.is_some() && format != Format::Obf {
        return Err(usage("--empties chooses positions for obf: add --to obf"));
    }
    convert(&args.inputs, &args.filter, &args.into, Some(format), args.empties)
}

pub(super) fn choose(args: &Choose) -> anyhow::Result<()> {
    convert(&args.inputs, &args.filter, &args.into, None, None)
}

/// Writes warnings of one kind: the first ones, and how many more there are.
fn list(mut warnings: impl Iterator<Item = String>) {
    warnings.by_ref().take(LISTED).for_each(|text| warn(&text));
    match warnings.count() {
        0 => {}
        more => warn(&format!("{more} more such records")),
    }
}

/// Reads, chooses and writes; in the first file's format if none is given.
fn convert(
    inputs: &Inputs,
    filter: &FilterArgs,
    into: &Into,
    format: Option<Format>,
    empties: Option<u32>,
) -> anyhow::Result<()> {
    let files = read_all(inputs, &filter.filter()?, true)?;
    let records: usize = files.iter().map(|file| file.records).sum();
    let broken: usize = files.iter().map(|file| file.reading.broken.len()).sum();
    if records == broken {
        anyhow::bail!("none of {} records can be read", grouped(records as u64));
    }
    let format = format.or_else(|| files.first().map(|file| file.format)).unwrap_or(Format::Ggf);
    let games: Vec<(usize, GgfGame)> =
        files.into_iter().flat_map(|file| file.reading.games).collect();
    if games.is_empty() {
        return Err(filter.no_games());
    }
    let written = write(&games, format, empties);
    let left_out = written.left_out.iter();
    list(left_out.map(|left| format!("record {} is left out: {}", left.number, left.reason)));
    if format == Format::Wthor && games.iter().any(|(_, game)| wthor_numbers(game).is_none()) {
        let contradicted = |doubt: &Doubt| matches!(doubt, Doubt::Result { .. });
        list(games.iter().filter_map(|(number, game)| {
            let doubt = doubts(game).into_iter().find(contradicted)?;
            Some(format!("record {number}: {doubt} (a database of WTHOR has the position's)"))
        }));
    }
    if into.output == Path::new("-") {
        if format == Format::Wthor && io::stdout().is_terminal() {
            return Err(usage("WTHOR files are no text: give --output FILE.wtb"));
        }
        io::stdout().lock().write_all(&written.bytes)?;
    } else {
        let save = |path: &Path, bytes: &[u8]| {
            files::write(path, bytes)
                .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))
        };
        // Names that are there without this database are somebody's.
        let mut names = written.beside.iter().map(|(ending, _)| into.output.with_extension(ending));
        if let Some(other) = names.find(|path| path.exists())
            && !into.output.exists()
        {
            anyhow::bail!(
                "{} exists, and names of players and tournaments go there: choose another --output",
                other.display()
            );
        }
        save(&into.output, &written.bytes)?;
        for (ending, bytes) in &written.beside {
            save(&into.output.with_extension(ending), bytes)?;
        }
    }
    let what = if format == Format::Obf { "positions" } else { "games" };
    let place = match into.output.to_str() {
        Some("-") => "standard output".to_owned(),
        _ => terminal(&into.output.display().to_string()),
    };
    let _ = writeln!(
        io::stderr(),
        "{} records, {} broken, {} chosen; {} {what} written to {place} ({format})",
        grouped(records as u64),
        grouped(broken as u64),
        grouped(games.len() as u64),
        grouped(written.games as u64),
    );
    if into.strict && broken + written.left_out.len() > 0 {
        anyhow::bail!(
            "--strict: {broken} records are broken and {} left out",
            written.left_out.len()
        );
    }
    Ok(())
}
