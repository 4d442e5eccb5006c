//! All options of engines as a table, for help and pages.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::keys::{About, NAME};
use super::text::{ALGORITHM, DEVICE};
use super::{Algorithm, Engine};

/// An option and the algorithms that have it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The option.
    pub about: About,
    /// The algorithms that have it; empty if all engines do.
    pub of: Vec<Algorithm>,
    /// Those with another default.
    pub others: Vec<(Algorithm, String)>,
}

impl Row {
    /// The default for an algorithm, if it is one of the values.
    #[must_use]
    pub fn usual_of(&self, algorithm: Algorithm) -> Option<&str> {
        let other = self.others.iter().find(|(other, _)| *other == algorithm);
        other.map(|(_, usual)| usual.as_str()).or(self.about.usual.as_deref())
    }
}

/// All options: name and device, those of all engines, and those of some algorithms.
#[must_use]
pub fn rows() -> Vec<Row> {
    let algorithm = About {
        key: ALGORITHM,
        forms: Algorithm::NAMES,
        meaning: "search algorithm",
        usual: None,
        check: |text| text.parse::<Algorithm>().map(drop),
    };
    let device = About {
        key: DEVICE,
        forms: &["emulate", "emulate@BOARD", "emulate:ELF", "PORT", "tcp:HOST:PORT", "socket:PATH"],
        meaning: "search on a microcontroller (Othello only), emulated or connected; algorithm is strong, alpha-beta, fe or rbfms with \
                  default options",
        usual: None,
        check: |text| text.parse::<crate::Address>().map(drop),
    };
    let name = NAME.about(|text| (NAME.read)(text).map(drop));
    let general = [name, algorithm, device].into_iter().chain(Engine::about());
    let mut rows: Vec<Row> =
        general.map(|about| Row { about, of: Vec::new(), others: Vec::new() }).collect();
    for &algorithm in Algorithm::ALL {
        for about in algorithm.options() {
            match rows.iter_mut().find(|row| row.about.key == about.key) {
                Some(row) => {
                    row.of.push(algorithm);
                    let other = about.usual.filter(|usual| row.about.usual.as_ref() != Some(usual));
                    row.others.extend(other.map(|usual| (algorithm, usual)));
                }
                None => rows.push(Row { about, of: vec![algorithm], others: Vec::new() }),
            }
        }
    }
    rows
}

/// The algorithms and all options as two tables of a page.
#[must_use]
pub fn markdown() -> String {
    let code = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let mut text = "| algorithm | |\n|---|---|\n".to_owned();
    for algorithm in Algorithm::ALL {
        text += &format!("| `{algorithm}` | {} |\n", algorithm.meaning());
    }
    text += "\n| key | values | of | meaning |\n|---|---|---|---|\n";
    for Row { about, of, others } in rows() {
        let names: Vec<&str> = of.iter().map(|algorithm| algorithm.name()).collect();
        let of = if of.is_empty() { "all".to_owned() } else { code(&names) };
        let forms = if about.key == ALGORITHM { "as above".to_owned() } else { code(about.forms) };
        let others = others.iter().map(|(algorithm, usual)| format!("; {algorithm}: `{usual}`"));
        let others: String = others.collect();
        let usual = about.usual.map_or(String::new(), |usual| format!(" (`{usual}`{others})"));
        text += &format!("| `{}` | {forms} | {of} | {}{usual} |\n", about.key, about.meaning);
    }
    text
}
