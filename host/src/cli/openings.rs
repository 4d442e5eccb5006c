//! Openings of Othello as users name them: `--openings`.

use std::fs;
use std::str::FromStr;

use crate::domain::{OpeningOrder, OthelloDomain};

use super::usage;

/// Help of the flag.
pub(super) const HELP: &str = "Openings: 4ply, 6ply or any from 0ply to 7ply (one of each kind: symmetric ones are one kind), all4 (all 244 of \
four plies), xot (400 nearly even ones of eight plies) or a file with one opening a line, such as f5d6c3. Behind commas: \
order=random (default) or sequential, plies=N to cut those of a file, kinds=one (default) or all";

/// Openings as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Openings {
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
}

impl Default for Openings {
    fn default() -> Self {
        Self { source: Source::Plies(4), order: OpeningOrder::Random, plies: None, all: false }
    }
}

impl FromStr for Openings {
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
            ("", _) => return Err("write 4ply, 6ply, xot or a file".to_owned()),
            ("all4", _) => (Source::Plies(4), true),
            ("xot", _) => (Source::Balanced, false),
            (_, Some(plies @ 0..=7)) => (Source::Plies(plies), false),
            (_, Some(_)) => {
                return Err("write 0ply to 7ply; longer ones come from a file".to_owned());
            }
            (file, None) => {
                (Source::File(file.strip_prefix("file=").unwrap_or(file).to_owned()), false)
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

impl Openings {
    /// Othello from these openings.
    pub(super) fn domain(&self) -> anyhow::Result<OthelloDomain> {
        let domain = match &self.source {
            Source::Plies(plies) => OthelloDomain::all_openings(*plies),
            Source::Balanced => OthelloDomain::balanced_openings(),
            Source::File(file) => {
                let place =
                    |error: &dyn std::fmt::Display| usage(format!("--openings {file}: {error}"));
                let text = fs::read_to_string(file).map_err(|error| place(&error))?;
                OthelloDomain::listed_openings(&text).map_err(|error| place(&error))?
            }
        };
        let domain = match self.plies {
            Some(plies) => domain.cut_to(plies),
            None => domain,
        };
        let domain = if self.all { domain } else { domain.one_of_each_kind() };
        Ok(domain.in_order(self.order))
    }
}

#[cfg(test)]
mod tests {
    use super::{Openings, Source};
    use crate::domain::{OpeningOrder, Openings as _, OthelloDomain};

    fn read(text: &str) -> Openings {
        text.parse().unwrap()
    }

    fn starts(text: &str, pairs: Option<u64>, seed: u64) -> Vec<String> {
        let domain: OthelloDomain = read(text).domain().unwrap();
        domain.starts(pairs, seed).unwrap().into_iter().map(|(_, moves)| moves).collect()
    }

    #[test]
    fn openings_are_read_with_their_options() {
        assert_eq!(read("4ply"), Openings::default());
        assert_eq!(
            read("my,file.txt,order=sequential").source,
            Source::File("my,file.txt".to_owned())
        );
        let cut = read("xot,plies=6,kinds=all");
        assert_eq!((cut.plies, cut.all, cut.order), (Some(6), true, OpeningOrder::Random));
        for bad in
            ["", "9ply", "xot,order=x", "4ply,plies=2", "xot,plies=1,plies=2", "xot,kinds=two"]
        {
            assert!(bad.parse::<Openings>().is_err(), "{bad}");
        }
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
