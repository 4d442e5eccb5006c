//! Engines drawn from the program's own tables of algorithms and options.

use std::collections::BTreeSet;

use plyscope::engine::keys::About;
use plyscope::engine::{Algorithm, Engine, rows};

use super::Random;

/// Options that say nothing of how a search in this program finds its value.
const APART: [(&str, &str); 6] = [
    ("name", "a name"),
    ("algorithm", "drawn apart"),
    ("device", "a search on another machine"),
    ("book", "a book's values are estimates"),
    ("book-margin", "a choice among the book's moves"),
    ("book-seed", "a choice among the book's moves"),
];

/// Options that are always given: their defaults are large.
const ALWAYS: [&str; 2] = ["table", "memory"];

/// Whether an algorithm refuses an option of all engines, whatever its value.
fn is_refused(algorithm: Algorithm, key: &str) -> bool {
    // It searches to the end of the game, and here with a limit of nodes, which the solver refuses.
    algorithm == Algorithm::Pns && ["depth", "solve"].contains(&key)
}

/// Values of options that have more than names.
fn samples(key: &str) -> &'static [&'static str] {
    match key {
        "depth" => &["1", "2", "3", "4", "5", "6", "9", "20"],
        "nodes" => &["1", "10", "60", "400", "3000"],
        "st" => &["0.0005"],
        "solve" => &["2", "6", "20"],
        "window" => &["0", "1", "40", "700", "20000"],
        "bounds" => &[
            "-70000:70000",
            "-300:400",
            "gains:-900:2000",
            "learned-gains:80",
            "spreads:-500:700/-900:900",
        ],
        "delta" => &["0.3", "1"],
        "table" => &["1", "200", "1KiB", "64KiB"],
        "memory" => &["1", "600", "8KiB", "1MiB"],
        "level" => &["1", "8", "15", "30"],
        "mistakes" => &["0", "5"],
        "threads" => &["1", "2"],
        "exploration" => &["0", "0.5", "3"],
        "implicit" => &["0", "0.4", "1"],
        "scale" => &["1", "50", "100000"],
        "threshold" => &["1", "3", "8"],
        "width" => &["0", "50", "9000"],
        "shallow" => &["0", "1", "2", "5"],
        _ => &[],
    }
}

/// The values of an option to try.
fn values(about: &About) -> Vec<&'static str> {
    let is_name = |form: &&&str| !form.contains(|c: char| c.is_ascii_uppercase());
    let names = about.forms.iter().filter(is_name).copied();
    let values: Vec<&str> = names.chain(samples(about.key).iter().copied()).collect();
    let has_others = about.forms.iter().any(|form| !is_name(&form));
    // Weights from a file are read as those that are built in.
    let is_varied = !has_others || !samples(about.key).is_empty() || about.key == "evaluation";
    assert!(
        is_varied && values.len() > usize::from(about.key != "st"),
        "no claims are checked with the option {}: give values for it here",
        about.key
    );
    for value in &values {
        assert!((about.check)(value).is_ok(), "{}={value}", about.key);
    }
    values
}

/// An algorithm's option at a value.
pub(super) type Trial = (Algorithm, &'static str, &'static str);

/// An option and its values.
type Values = (&'static str, Vec<&'static str>);

/// All algorithms with the values of their options.
pub(super) struct Engines {
    options: Vec<(Algorithm, Vec<Values>)>,
    tried: BTreeSet<(&'static str, &'static str, &'static str)>,
}

impl Engines {
    /// Those of the program.
    pub(super) fn all() -> Self {
        let rows = rows();
        for (key, _) in APART {
            assert!(rows.iter().any(|row| row.about.key == key), "there is no option {key}");
        }
        let of = |algorithm: &Algorithm| {
            let rows = rows.iter().filter(|row| row.of.is_empty() || row.of.contains(algorithm));
            let varied = rows.filter(|row| APART.iter().all(|(key, _)| *key != row.about.key));
            (*algorithm, varied.map(|row| (row.about.key, values(&row.about))).collect())
        };
        let options = Algorithm::ALL.iter().map(of).collect();
        Self { options, tried: BTreeSet::new() }
    }

    /// Every option of every algorithm at every value.
    pub(super) fn trials(&self) -> Vec<Trial> {
        let of = |(algorithm, options): &(Algorithm, Vec<(&'static str, Vec<&'static str>)>)| {
            let algorithm = *algorithm;
            let each = |(key, values): &(&'static str, Vec<&'static str>)| {
                let key = *key;
                values.iter().map(move |&value| (algorithm, key, value)).collect::<Vec<_>>()
            };
            options.iter().flat_map(each).collect::<Vec<_>>()
        };
        self.options.iter().flat_map(of).collect()
    }

    /// An engine with this option at this value, and others at random values.
    pub(super) fn draw(
        &self,
        (algorithm, key, value): Trial,
        random: &mut Random,
    ) -> Option<Engine> {
        let options = self.options.iter().find(|(of, _)| *of == algorithm);
        let (_, options) = options.expect("it is one of them");
        // Some options contradict each other.
        for _ in 0..1000 {
            let mut text = format!("algorithm={algorithm}");
            for (other, values) in options {
                let drawn = values[random.below(values.len())];
                // With a table that holds next to nothing, a proof may not end.
                let must = algorithm == Algorithm::Pns && *other == "nodes";
                let is_given = must || ALWAYS.contains(other) || random.below(3) == 0;
                match *other {
                    _ if *other == key => text += &format!(",{key}={value}"),
                    // It is of Othello only, and results of times are of no use elsewhere.
                    "evaluation" | "st" => {}
                    _ if is_given => text += &format!(",{other}={drawn}"),
                    _ => {}
                }
            }
            if let Ok(engine) = text.parse() {
                return Some(engine);
            }
        }
        assert!(is_refused(algorithm, key), "{algorithm} with {key}={value} is always refused");
        None
    }

    /// An engine with this option has searched.
    pub(super) fn searched(&mut self, (algorithm, key, value): Trial) {
        self.tried.insert((algorithm.name(), key, value));
    }

    /// Checks that engines with every option at every value have searched.
    pub(super) fn check(&self) {
        for (algorithm, key, value) in self.trials() {
            let was_tried = self.tried.contains(&(algorithm.name(), key, value));
            assert!(
                was_tried || is_refused(algorithm, key),
                "{algorithm} with {key}={value} has not searched"
            );
        }
    }
}
