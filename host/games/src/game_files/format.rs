//! The formats, and which one a file has.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::wthor::WthorHeader;
use super::{split, text_of};

/// A format of game files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// GGF: any number of games, one a line or not.
    Ggf,
    /// SGF.
    Sgf,
    /// WTHOR.
    Wthor,
    /// Plain transcripts.
    Transcript,
    /// Transcripts with lines in brackets, as in PGN.
    Pgn,
    /// XOT openings.
    Xot,
    /// Positions in OBF.
    Obf,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Ggf, Self::Sgf, Self::Wthor, Self::Transcript, Self::Pgn, Self::Xot, Self::Obf];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Wthor => "wthor",
            Self::Transcript => "transcript",
            Self::Pgn => "pgn",
            Self::Xot => "xot",
            Self::Obf => "obf",
        }
    }

    /// The format of a file with this name, by its ending.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "ggf" => Some(Self::Ggf),
            "sgf" => Some(Self::Sgf),
            "wtb" => Some(Self::Wthor),
            "txt" => Some(Self::Transcript),
            "pgn" => Some(Self::Pgn),
            "xot" => Some(Self::Xot),
            "obf" => Some(Self::Obf),
            _ => None,
        }
    }

    /// The format of a file with this name and content: any file of games in text may have any name, and its content decides; an empty
    /// one is of the format that its name says.
    #[must_use]
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        let by_name = Self::of_name(name);
        match by_name {
            Some(format @ (Self::Wthor | Self::Xot | Self::Obf)) => format,
            Some(format) if bytes.trim_ascii().is_empty() => format,
            _ => Self::of_content(bytes),
        }
    }

    /// The format of this content, which is never [`Format::Xot`]: XOT openings are transcripts.
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Self {
        let is_header = |(header, _): (WthorHeader, u32)| matches!(header.size, 0 | 8);
        if bytes.iter().take(16).any(|&byte| byte < 9)
            && WthorHeader::read(bytes).is_ok_and(is_header)
        {
            return Self::Wthor;
        }
        let text = text_of(bytes);
        if let Some(begin) = text.find("(;") {
            return if split::is_sgf(&text[begin + 2..]) { Self::Sgf } else { Self::Ggf };
        }
        let first = split::lines_of(&text).next().map_or("", |(_, line)| line);
        let is_board = |line: &str| {
            line.len() >= 64 && line.chars().take(64).all(|c| "XxOoBbWw*-. ".contains(c))
        };
        if is_board(first) {
            Self::Obf
        } else if first.starts_with('[') && first.ends_with("\"]") {
            Self::Pgn
        } else {
            Self::Transcript
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|format| format.name() == text);
        known.ok_or_else(|| "write ggf, sgf, wthor, transcript, pgn, xot or obf".to_owned())
    }
}
