//! Arguments of `plyscope games`, and reading its files.

use std::fs;
use std::io::{self, Read as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::files::warn;
use crate::game_files::ggf::GgfGame;
use crate::game_files::{
    BrokenRecord, Filter, Format, GamesInFile, NameFiles, Names, PLAYER, TOURNAMENT, Winner,
    names_beside, read,
};
use crate::interrupt;
use clap::{Args, ValueEnum};
use plyscope_core::othello::parse_moves;

use super::super::usage;

/// Broken records that are listed.
const LISTED: usize = 20;

#[derive(Args)]
pub(in super::super) struct Inputs {
    /// Files of games, - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(in super::super) files: Vec<String>,
    /// Format of the files: ggf, sgf, wthor, transcript, pgn, xot or obf [default: by content, but .wtb, .xot and .obf by name]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Names of WTHOR's players [default: WTHOR.JOU beside the file, if it is there]
    #[arg(long, value_name = "FILE.jou")]
    jou: Option<PathBuf>,
    /// Names of WTHOR's tournaments [default: WTHOR.TRN beside the file, if it is there]
    #[arg(long, value_name = "FILE.trn")]
    trn: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Won {
    /// Black won
    Black,
    /// White won
    White,
    /// Drawn
    Draw,
}

#[derive(Args)]
pub(in super::super) struct FilterArgs {
    /// Only games of this player: a whole name, * for any letters ('tamenori*'), or a number of WTHOR ('#55')
    #[arg(long, value_name = "NAME", help_heading = "Which games")]
    player: Option<String>,
    /// Only games in which this player has Black
    #[arg(long, value_name = "NAME", help_heading = "Which games")]
    black: Option<String>,
    /// Only games in which this player has White
    #[arg(long, value_name = "NAME", help_heading = "Which games")]
    white: Option<String>,
    /// Only games of this tournament or place: a whole name, * for any letters
    #[arg(long, value_name = "NAME", help_heading = "Which games")]
    event: Option<String>,
    /// Only games of these years, such as 1985 or 2001..2010
    #[arg(long, value_name = "YEARS", help_heading = "Which games", value_parser = range::<u16>)]
    year: Option<RangeInclusive<u16>>,
    /// Only games with this result
    #[arg(long, value_enum, help_heading = "Which games")]
    result: Option<Won>,
    /// Only games with this score: Black's discs minus White's, such as 0 or -10..10
    #[arg(long, value_name = "DISCS", help_heading = "Which games", allow_hyphen_values = true,
          value_parser = range::<i32>)]
    score: Option<RangeInclusive<i32>>,
    /// Only games with this number of discs placed, such as 60 or 0..40
    #[arg(long, value_name = "DISCS", help_heading = "Which games", value_parser = range::<u32>)]
    length: Option<RangeInclusive<u32>>,
    /// Only games that reach the position after these moves, mirrored or not, such as f5d6c3
    #[arg(long, value_name = "MOVES", help_heading = "Which games")]
    opening: Option<String>,
    /// Only games that were played to their end
    #[arg(long, help_heading = "Which games")]
    finished: bool,
}

/// Parses `A` or `A..B`, both ends included.
fn range<T: FromStr + PartialOrd + Clone>(text: &str) -> Result<RangeInclusive<T>, String> {
    let wrong = || "write a number, or a range such as 10..20 with both ends included".to_owned();
    let number = |text: &str| text.trim().parse::<T>().map_err(|_| wrong());
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    if first <= last { Ok(first..=last) } else { Err(wrong()) }
}

impl FilterArgs {
    /// The error where no game is chosen.
    pub(in super::super) fn no_games(&self) -> anyhow::Error {
        let names = [&self.player, &self.black, &self.white, &self.event];
        let is_named = names.into_iter().any(Option::is_some);
        let hint = "; names are whole names, where * stands for any letters, as in 'tamenori*'";
        anyhow::anyhow!("there are no such games{}", if is_named { hint } else { "" })
    }

    pub(in super::super) fn filter(&self) -> anyhow::Result<Filter> {
        let opening = match &self.opening {
            None => None,
            Some(text) => {
                Some(parse_moves(text).map_err(|error| usage(format!("--opening: {error}")))?.0)
            }
        };
        Ok(Filter {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            years: self.year.clone(),
            winner: self.result.map(|won| match won {
                Won::Black => Winner::Black,
                Won::White => Winner::White,
                Won::Draw => Winner::Draw,
            }),
            score: self.score.clone(),
            length: self.length.clone(),
            opening,
            finished: self.finished,
        })
    }
}

/// A file that was read.
pub(in super::super) struct ReadFile {
    pub(in super::super) name: String,
    pub(in super::super) format: Format,
    /// The games that were chosen, and the broken records.
    pub(in super::super) reading: GamesInFile,
    /// Number of records.
    pub(in super::super) records: usize,
}

/// The names in a file that is given, or in those beside the database.
fn given(path: Option<&Path>, length: usize, beside: Names) -> anyhow::Result<Names> {
    let Some(path) = path else { return Ok(beside) };
    let error = |error: &dyn std::fmt::Display| usage(format!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|cause| error(&cause))?;
    Names::read(&bytes, length).map_err(|cause| error(&cause))
}

impl Inputs {
    fn read_one(&self, file: &str) -> anyhow::Result<ReadFile> {
        let error = |error: &dyn std::fmt::Display| usage(format!("{file}: {error}"));
        let (name, bytes) = if file == "-" {
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            ("standard input", read.map(|_| bytes))
        } else {
            (file, fs::read(file))
        };
        let bytes = bytes.map_err(|cause| error(&cause))?;
        let format = self.from.unwrap_or_else(|| Format::of(file, &bytes));
        let names = match format {
            Format::Wthor => {
                let beside = names_beside(Path::new(file)).map_err(usage)?;
                NameFiles {
                    players: given(self.jou.as_deref(), PLAYER, beside.players)?,
                    tournaments: given(self.trn.as_deref(), TOURNAMENT, beside.tournaments)?,
                }
            }
            _ => NameFiles::default(),
        };
        let reading = read(&bytes, format, &names).map_err(|cause| error(&cause))?;
        let records = reading.records();
        Ok(ReadFile { name: name.to_owned(), format, reading, records })
    }
}

/// Reads all files. Broken records are listed as warnings, unless the caller shows them.
pub(in super::super) fn read_all(
    inputs: &Inputs,
    filter: &Filter,
    warns: bool,
) -> anyhow::Result<Vec<ReadFile>> {
    let mut files = Vec::new();
    for file in &inputs.files {
        interrupt::check()?;
        let mut read = inputs.read_one(file)?;
        if warns {
            list_broken(&read.name, &read.reading.broken);
        }
        if read.records == 0 {
            warn(&format!("{}: there is no record of {} in it", read.name, read.format));
        }
        read.reading.games.retain(|(_, game): &(usize, GgfGame)| filter.accepts(game));
        files.push(read);
    }
    Ok(files)
}

/// Lists broken records as warnings.
fn list_broken(name: &str, broken: &[BrokenRecord]) {
    for record in broken.iter().take(LISTED) {
        warn(&format!("{name}: {record}"));
    }
    if broken.len() > LISTED {
        warn(&format!(
            "{name}: {} more broken records; `plyscope games check` lists them all",
            broken.len() - LISTED
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn a_range_has_both_ends_and_may_be_negative() {
        assert_eq!(range::<i32>("-10..10"), Ok(-10..=10));
        assert_eq!(range::<u16>("1985"), Ok(1985..=1985));
        for bad in ["", "..", "5..1", "x", "1...3"] {
            assert!(range::<i32>(bad).is_err(), "{bad}");
        }
    }
}
