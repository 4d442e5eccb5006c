//! Openings of Othello as users name them: `--openings`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use plyscope_core::othello::parse_moves;
use plyscope_run::files;

use super::{OpeningOrder, OthelloDomain};

/// The largest file of openings that is read.
const MOST: u64 = 100 * files::MB;

/// Help of the flag `--openings`.
pub const HELP: &str = "Openings: 4ply, 6ply or any from 0ply to 7ply (one of each kind: symmetric ones are one kind), all4 (all 244 of \
four plies), xot (400 nearly even ones of eight plies) or a file with one opening a line, such as f5d6c3; or openings themselves, such as f5d6/f5f6. Behind commas: \
order=random (default) or sequential, plies=N to cut those of a file, kinds=one (default) or all";

/// Openings of Othello as a user chooses them: `4ply`, `6ply` or any from `0ply` to `7ply`, `all4`, `xot`, a file, or openings with
/// slashes between them, and options behind commas.
///
/// ```
/// use plyscope_players::domain::{OpeningChoice, Openings as _};
///
/// let choice: OpeningChoice = "4ply,order=sequential".parse()?;
/// assert_eq!(choice.domain()?.starts(None, 1).map_err(|error| error.to_string())?.len(), 60);
/// let listed: OpeningChoice = "f5d6c3/f5f6e6".parse()?;
/// assert_eq!(listed.to_string(), "f5d6c3/f5f6e6");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningChoice {
    source: Source,
    order: OpeningOrder,
    plies: Option<u32>,
    all: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    Plies(u32),
    Balanced,
    File(String),
    /// The openings themselves, with slashes between them.
    Listed(String),
}

impl Default for OpeningChoice {
    fn default() -> Self {
        Self { source: Source::Plies(4), order: OpeningOrder::Random, plies: None, all: false }
    }
}

impl FromStr for OpeningChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A file's name may have commas.
        let mut what = text;
        let mut keys = Vec::new();
        while let Some((before, part)) = what.rsplit_once(',') {
            let Some((key @ ("order" | "plies" | "kinds"), value)) = part.split_once('=') else {
                break;
            };
            if keys.iter().any(|(other, _)| *other == key) {
                return Err(format!("{key} is given twice"));
            }
            keys.push((key, value));
            what = before;
        }
        let plies = what.strip_suffix("ply").and_then(|plies| plies.parse().ok());
        let (source, all) = match (what, plies) {
            (blank, _) if blank.trim().is_empty() => {
                return Err("write 4ply, 6ply, xot or a file".to_owned());
            }
            ("all4", _) => (Source::Plies(4), true),
            ("xot", _) => (Source::Balanced, false),
            (_, Some(plies @ 0..=7)) => (Source::Plies(plies), false),
            (_, Some(_)) => {
                return Err("write 0ply to 7ply; longer ones come from a file".to_owned());
            }
            (text, None) => {
                let is_listed = text.split('/').all(|moves| {
                    !moves.trim().is_empty()
                        && parse_moves(moves).is_ok_and(|(board, _)| !board.is_over())
                });
                let source = match text.strip_prefix("file=") {
                    Some(file) => Source::File(file.to_owned()),
                    None if is_listed => Source::Listed(text.to_lowercase()),
                    None => Source::File(text.to_owned()),
                };
                (source, false)
            }
        };
        let order = if all { OpeningOrder::Sequential } else { OpeningOrder::Random };
        let mut openings = Self { source, order, plies: None, all };
        for (key, value) in keys {
            match (key, value) {
                ("order", "random") => openings.order = OpeningOrder::Random,
                ("order", "sequential") => openings.order = OpeningOrder::Sequential,
                ("order", _) => return Err("order is random or sequential".to_owned()),
                ("kinds", "one") => openings.all = false,
                ("kinds", "all") => openings.all = true,
                ("kinds", _) => return Err("kinds is one or all".to_owned()),
                (_, value) => {
                    let plies = value.parse().map_err(|_| "plies is a number")?;
                    openings.plies = Some(plies);
                }
            }
        }
        if openings.plies.is_some() && matches!(openings.source, Source::Plies(_)) {
            return Err(
                "plies cuts the openings of a file or of xot: write 6ply instead".to_owned()
            );
        }
        Ok(openings)
    }
}

/// The format of [`FromStr`].
impl fmt::Display for OpeningChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::all_of_four_plies() {
            return f.write_str("all4");
        }
        match &self.source {
            Source::Plies(plies) => write!(f, "{plies}ply")?,
            Source::Balanced => f.write_str("xot")?,
            Source::File(file) => write!(f, "file={file}")?,
            Source::Listed(text) => f.write_str(text)?,
        }
        if self.order == OpeningOrder::Sequential {
            f.write_str(",order=sequential")?;
        }
        if let Some(plies) = self.plies {
            write!(f, ",plies={plies}")?;
        }
        f.write_str(if self.all { ",kinds=all" } else { "" })
    }
}

impl OpeningChoice {
    /// `all4`: all 244 openings of four plies in their order, as in the papers.
    #[must_use]
    pub const fn all_of_four_plies() -> Self {
        Self { source: Source::Plies(4), order: OpeningOrder::Sequential, plies: None, all: true }
    }

    /// Othello from these openings.
    ///
    /// # Errors
    /// The file that cannot be read, or its first line that is no opening, with the reason.
    pub fn domain(&self) -> Result<OthelloDomain, String> {
        let domain = match &self.source {
            Source::Plies(plies) => OthelloDomain::all_openings(*plies),
            Source::Balanced => OthelloDomain::balanced_openings(),
            Source::File(file) => {
                let text = files::read(Path::new(file), MOST).and_then(files::text);
                let text = text.map_err(|error| format!("{file}: {error}"))?;
                OthelloDomain::listed_openings(&text).map_err(|error| format!("{file}: {error}"))?
            }
            Source::Listed(text) => OthelloDomain::listed_openings(&text.replace('/', "\n"))?,
        };
        let domain = match self.plies {
            Some(plies) => domain.cut_to(plies),
            None => domain,
        };
        let domain = if self.all { domain } else { domain.one_of_each_kind() };
        Ok(domain.in_order(self.order))
    }

    /// The same openings without a file: what a run records, so that a changed file is noticed, and one that is gone not missed.
    ///
    /// # Errors
    /// As [`domain`](Self::domain).
    pub fn without_file(self) -> Result<Self, String> {
        let Source::File(file) = &self.source else { return Ok(self) };
        let whole =
            Self { plies: None, all: true, order: OpeningOrder::Sequential, ..self.clone() };
        let domain = whole.domain()?;
        let lines: Vec<&str> = domain.opening_lines().collect();
        // A space, as an editor may leave one, would be part of a name.
        let text = lines.join("/").replace(' ', "");
        if text.parse::<Self>().is_ok_and(|read| read.source == Source::Listed(text.clone())) {
            Ok(Self { source: Source::Listed(text), ..self })
        } else {
            Err(format!("{file}: its openings cannot be written in a line"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpeningChoice, Source};
    use crate::domain::{OpeningOrder, Openings as _, OthelloDomain};

    fn read(text: &str) -> OpeningChoice {
        text.parse().unwrap()
    }

    fn starts(text: &str, pairs: Option<u64>, seed: u64) -> Vec<String> {
        let domain: OthelloDomain = read(text).domain().unwrap();
        domain.starts(pairs, seed).unwrap().into_iter().map(|(_, moves)| moves).collect()
    }

    #[test]
    fn openings_are_read_with_their_options() {
        assert_eq!(read("4ply"), OpeningChoice::default());
        assert_eq!(
            read("my,file.txt,order=sequential").source,
            Source::File("my,file.txt".to_owned())
        );
        let cut = read("xot,plies=6,kinds=all");
        assert_eq!((cut.plies, cut.all, cut.order), (Some(6), true, OpeningOrder::Random));
        for bad in [
            "",
            " ",
            " ,order=random",
            "9ply",
            "xot,order=x",
            "4ply,plies=2",
            "xot,plies=1,plies=2",
            "xot,kinds=two",
        ] {
            assert!(bad.parse::<OpeningChoice>().is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_files_become_lists() {
        for text in
            ["4ply", "all4", "6ply,order=sequential", "xot,plies=6,kinds=all", "f5d6c3/f5f6"]
        {
            let choice = read(text);
            assert_eq!((choice.to_string().as_str(), &read(&choice.to_string())), (text, &choice));
            assert_eq!(choice.clone().without_file(), Ok(choice));
        }
        let file = std::env::temp_dir().join(format!("plyscope-openings-{}", std::process::id()));
        std::fs::write(&file, "F5d6c3 # tiger\n\nf5f6e6\n").unwrap();
        let choice = read(&format!("{},order=sequential", file.display()));
        let listed = choice.clone().without_file().unwrap();
        assert_eq!(listed.to_string(), "f5d6c3/f5f6e6,order=sequential");
        assert_eq!(listed.domain(), choice.domain());
        std::fs::remove_file(&file).unwrap();
        assert!(choice.domain().unwrap_err().contains("plyscope-openings"));
    }

    #[test]
    fn one_opening_of_each_kind_is_played_in_an_order_of_the_seed() {
        assert_eq!(starts("4ply", None, 1).len(), 60);
        assert_eq!(starts("all4", None, 1).len(), 244);
        assert_eq!(starts("6ply", None, 1).len(), 1773);
        assert_eq!(starts("0ply", None, 1).len(), 1);
        let (first, second) = (starts("6ply", Some(50), 1), starts("6ply", Some(50), 2));
        assert_ne!(first, second);
        // A longer match begins with the openings of a shorter one.
        assert_eq!(starts("6ply", Some(80), 1)[..50], first);
        let sequential = starts("6ply,order=sequential", Some(50), 2);
        assert!(sequential.is_sorted_by_key(|line| {
            starts("6ply,order=sequential", None, 2).iter().position(|other| other == line)
        }));
        let xot = starts("xot", None, 1);
        assert!(xot.len() >= 300 && xot.iter().all(|line| line.len() == 16));
        assert!(starts("xot,plies=4", None, 1).len() < 60);
    }
}
