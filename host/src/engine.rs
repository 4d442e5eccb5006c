//! What an engine is: an algorithm, its options and its limits, as a user writes them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyscope_core::{CapacityError, Expansion, Limits, Order};
use serde::Serialize;

use crate::tree::{Formulation, WhenFull};

/// Depth in plies that this program's searches have frames for.
pub const PLIES: usize = 128;
/// Children that this program's searches can keep over all plies of one path.
pub const CHILDREN: usize = 1 << 14;

/// A search that needs more than this program's capacities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// More than [`PLIES`].
    #[error("the search goes deeper than this program's {PLIES} plies: give it less depth")]
    Plies,
    /// More than [`CHILDREN`].
    #[error(
        "the search must keep more than this program's {CHILDREN} moves on one path: \
         give it less depth, fewer children, or the order none"
    )]
    Children,
}

impl From<CapacityError> for TooLarge {
    fn from(error: CapacityError) -> Self {
        match error {
            CapacityError::Children { .. } => Self::Children,
            _ => Self::Plies,
        }
    }
}

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Full-width minimax, no cut-offs
    Minimax,
    /// Alpha-beta
    AlphaBeta,
    /// Alpha-beta in a narrow window, with re-search
    Aspiration,
    /// Forward estimation (Zhang 1996)
    Fe,
    /// Recursive best-first minimax (Korf & Chickering 1996)
    Rbfms,
    /// Best-first minimax with the tree in memory
    Bfm,
    /// Alpha-beta that saves its tree from move to move
    AbSaved,
    /// Iterative deepening on a saved tree
    AbIterative,
    /// Best-first extension: alpha-beta to a shallow depth, then best-first
    Extension,
}

impl Algorithm {
    /// Whether it keeps a tree in memory.
    #[must_use]
    pub const fn keeps_tree(self) -> bool {
        matches!(self, Self::Bfm | Self::AbSaved | Self::AbIterative | Self::Extension)
    }

    /// Whether it expands the principal leaf, at least after a while.
    #[must_use]
    pub const fn is_best_first(self) -> bool {
        matches!(self, Self::Rbfms | Self::Bfm | Self::Extension)
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Aspiration => "aspiration",
            Self::Fe => "fe",
            Self::Rbfms => "rbfms",
            Self::Bfm => "bfm",
            Self::AbSaved => "ab-saved",
            Self::AbIterative => "ab-iterative",
            Self::Extension => "extension",
        }
    }
}

/// Where forward estimation takes its bounds on edge costs from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// The domain's exact bounds.
    Exact,
    /// Learned on line, one magnitude.
    Learned,
    /// Learned on line, minimum and maximum apart.
    LearnedSeparate,
    /// The evaluation's most likely decrement and increment.
    Likely,
    /// These: lowest and highest edge cost.
    Fixed(i32, i32),
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage =
            "write exact, learned, learned-separate, likely or LOWEST:HIGHEST, such as -500:500";
        match text {
            "exact" => Ok(Self::Exact),
            "learned" => Ok(Self::Learned),
            "learned-separate" => Ok(Self::LearnedSeparate),
            "likely" => Ok(Self::Likely),
            _ => {
                let (low, high) = text.split_once(':').ok_or(usage)?;
                let low: i32 = low.parse().map_err(|_| usage)?;
                let high: i32 = high.parse().map_err(|_| usage)?;
                if low > 0 || high < 0 {
                    return Err(format!(
                        "the lowest edge cost must be at most 0 and the highest at least 0, not {low} and {high}"
                    ));
                }
                Ok(Self::Fixed(low, high))
            }
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Learned => f.write_str("learned"),
            Self::LearnedSeparate => f.write_str("learned-separate"),
            Self::Likely => f.write_str("likely"),
            Self::Fixed(low, high) => write!(f, "{low}:{high}"),
        }
    }
}

/// An engine: everything that decides how it moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    /// What the tables call it.
    pub name: String,
    /// The search.
    pub algorithm: Algorithm,
    /// Horizon in plies.
    pub depth: Option<u32>,
    /// Most nodes generated for a move.
    pub nodes: Option<u64>,
    /// Most time for a move. Makes results depend on the machine.
    pub time: Option<Duration>,
    /// Move ordering of the depth-first searches.
    pub order: Order,
    /// Bounds of forward estimation; the domain's usual ones if `None`.
    pub bounds: Option<Bounds>,
    /// Factor on the bounds, above 0 and at most 1.
    pub delta: f64,
    /// Whether estimated ranges narrow the window, too.
    pub two_sided: bool,
    /// Expansion of best-first minimax.
    pub expansion: Expansion,
    /// What moves the principal variation, in best-first minimax with the tree in memory.
    pub formulation: Formulation,
    /// Depth of the alpha-beta search that best-first extension begins with.
    pub shallow: Option<u32>,
    /// Memory for a tree, in bytes; [`MEMORY`] if `None`.
    pub memory: Option<u64>,
    /// What best-first minimax does when it is used up.
    pub when_full: WhenFull,
    /// Search by alpha-beta to the end of the game when no more plies than this are left (Korf & Chickering, 8.3.1).
    pub solve: u32,
    /// Half width of the aspiration window, in the evaluation's unit.
    pub window: Option<u32>,
    /// Whether to deepen iteratively, also where a depth alone would do without.
    pub iterative: bool,
    /// The evaluation's name; the domain's usual one if `None`.
    pub evaluation: Option<String>,
}

/// What is wrong with an engine's description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A part without `=`.
    #[error(
        "engine {spec:?}: {part:?} is not KEY=VALUE, as in name=ab,algorithm=alpha-beta,depth=4"
    )]
    NoValue {
        /// The whole description.
        spec: String,
        /// The part.
        part: String,
    },
    /// A key that no engine has.
    #[error("engine {spec:?}: unknown key {key:?}; keys are {}", KEYS.join(", "))]
    UnknownKey {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
    },
    /// A key given twice.
    #[error("engine {spec:?}: {key:?} is given twice")]
    Twice {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
    },
    /// A value that the key cannot have.
    #[error("engine {spec:?}: {key}={value}: {reason}")]
    BadValue {
        /// The whole description.
        spec: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would do.
        reason: String,
    },
    /// No algorithm.
    #[error("engine {spec:?}: algorithm= is missing, as in algorithm=alpha-beta")]
    NoAlgorithm {
        /// The whole description.
        spec: String,
    },
    /// Options that contradict each other, or a limit that is missing or out of range.
    #[error("engine {name:?}: {reason}")]
    Contradiction {
        /// The engine's name.
        name: String,
        /// What does not go together.
        reason: String,
    },
}

/// Memory for a tree if none is given: 1 GiB, 64 million nodes.
pub const MEMORY: u64 = 1 << 30;

const KEYS: [&str; 18] = [
    "name",
    "algorithm",
    "depth",
    "nodes",
    "st",
    "order",
    "bounds",
    "delta",
    "two-sided",
    "expansion",
    "formulation",
    "shallow",
    "memory",
    "when-full",
    "solve",
    "window",
    "iterative",
    "evaluation",
];

impl Engine {
    /// An engine with the usual options and no limits yet.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            name: algorithm.name().to_owned(),
            algorithm,
            depth: None,
            nodes: None,
            time: None,
            order: Order::Static,
            bounds: None,
            delta: 1.0,
            two_sided: false,
            expansion: Expansion::Partial,
            formulation: Formulation::Figure3,
            shallow: None,
            memory: None,
            when_full: WhenFull::Linear,
            solve: 0,
            window: None,
            iterative: false,
            evaluation: None,
        }
    }

    /// Whether the search deepens iteratively: asked for, or the only way to obey limits without a depth.
    #[must_use]
    pub fn deepens(&self) -> bool {
        let needs = self.depth.is_none() || self.time.is_some();
        !self.algorithm.is_best_first() && !self.algorithm.keeps_tree() && (self.iterative || needs)
    }

    /// The limits of one search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth.unwrap_or(PLIES as u32), nodes: self.nodes.unwrap_or(u64::MAX) }
    }

    /// Checks that limits are there and in range, and that the options go together.
    ///
    /// # Errors
    /// [`EngineError::Contradiction`] says what does not.
    pub fn check(&self) -> Result<(), EngineError> {
        let fail =
            |reason: String| Err(EngineError::Contradiction { name: self.name.clone(), reason });
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
            return fail("no limit: give a depth, a number of nodes, or a time".to_owned());
        }
        if let Some(depth) = self.depth
            && !(1..=PLIES as u32).contains(&depth)
        {
            return fail(format!(
                "depth {depth} is beyond this program's capacity: give 1 to {PLIES} plies"
            ));
        }
        if self.nodes == Some(0) {
            return fail("a limit of 0 nodes lets nothing be searched: give at least 1".to_owned());
        }
        if !(self.delta > 0.0 && self.delta <= 1.0) {
            return fail(format!("delta {} is out of range: above 0, at most 1", self.delta));
        }
        let fe = self.algorithm == Algorithm::Fe;
        if !fe && (self.bounds.is_some() || self.delta != 1.0 || self.two_sided) {
            return fail(format!(
                "bounds, delta and two-sided are options of fe, not of {}",
                self.algorithm.name()
            ));
        }
        let name = self.algorithm.name();
        let windowed =
            matches!(self.algorithm, Algorithm::Aspiration | Algorithm::AlphaBeta | Algorithm::Fe);
        if !windowed && self.window.is_some() {
            return fail(format!("a window is no option of {name}"));
        }
        if self.iterative && (self.algorithm.is_best_first() || self.algorithm.keeps_tree()) {
            return fail(format!("{name} cannot be told to deepen iteratively: ab-iterative does"));
        }
        if self.algorithm == Algorithm::AbSaved && self.depth.is_none() {
            return fail("ab-saved needs a depth: ab-iterative does without".to_owned());
        }
        if !self.algorithm.keeps_tree() && self.memory.is_some() {
            return fail(format!("memory is no option of {name}: it keeps no tree"));
        }
        let best_first_tree = matches!(self.algorithm, Algorithm::Bfm | Algorithm::Extension);
        if !best_first_tree
            && (self.formulation != Formulation::Figure3 || self.when_full != WhenFull::Linear)
        {
            return fail(format!("formulation and when-full are no options of {name}"));
        }
        match (self.algorithm, self.shallow) {
            (Algorithm::Extension, None) => {
                return fail(
                    "extension needs the depth of its alpha-beta search: shallow".to_owned(),
                );
            }
            (Algorithm::Extension, Some(0)) => {
                return fail("a shallow depth of 0 searches nothing: give at least 1".to_owned());
            }
            (Algorithm::Extension, Some(_)) | (_, None) => {}
            (_, Some(_)) => {
                return fail(format!("shallow is an option of extension, not of {name}"));
            }
        }
        if self.algorithm == Algorithm::Minimax
            && self.order != Order::Static
            && self.order != Order::None
        {
            return fail("minimax searches every child: an order is no option of it".to_owned());
        }
        if !self.algorithm.is_best_first() && self.expansion != Expansion::Partial {
            return fail(format!("an expansion is no option of {}", self.algorithm.name()));
        }
        Ok(())
    }
}

/// Reads one value of a `clap` enumeration.
fn choice<T: clap::ValueEnum>(value: &str) -> Result<T, String> {
    T::from_str(value, false).map_err(|_| {
        let names: Vec<String> = T::value_variants()
            .iter()
            .filter_map(|v| v.to_possible_value().map(|v| v.get_name().to_owned()))
            .collect();
        format!("write one of {}", names.join(", "))
    })
}

/// Reads a move ordering: `none`, `static` or `static-all`.
///
/// # Errors
/// Says what can be written.
pub fn parse_order(text: &str) -> Result<Order, String> {
    match text {
        "none" => Ok(Order::None),
        "static" => Ok(Order::Static),
        "static-all" => Ok(Order::StaticAll),
        _ => Err("write none, static or static-all".to_owned()),
    }
}

/// Reads an expansion: `partial` or `full`.
///
/// # Errors
/// Says what can be written.
pub fn parse_expansion(text: &str) -> Result<Expansion, String> {
    match text {
        "partial" => Ok(Expansion::Partial),
        "full" => Ok(Expansion::Full),
        _ => Err("write partial or full".to_owned()),
    }
}

/// Reads a formulation of best-first minimax: `fig3` or `text`.
///
/// # Errors
/// Says what can be written.
pub fn parse_formulation(text: &str) -> Result<Formulation, String> {
    match text {
        "fig3" => Ok(Formulation::Figure3),
        "text" => Ok(Formulation::Text),
        _ => Err("write fig3 or text".to_owned()),
    }
}

/// Reads what to do when memory is full: `linear` or `prune`.
///
/// # Errors
/// Says what can be written.
pub fn parse_when_full(text: &str) -> Result<WhenFull, String> {
    match text {
        "linear" => Ok(WhenFull::Linear),
        "prune" => Ok(WhenFull::Prune),
        _ => Err("write linear or prune".to_owned()),
    }
}

/// Reads a number of bytes: `512MiB`, `2GB`, `65536`.
///
/// # Errors
/// Says what can be written.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let usage = "write a number of bytes above 0, such as 512MiB or 2GB";
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit {
        "" | "B" => 1,
        "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err(usage.to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| usage)?;
    match number.checked_mul(factor) {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => Err(usage.to_owned()),
    }
}

/// Reads a number of seconds.
///
/// # Errors
/// Says what can be written.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let usage = "write a number of seconds above 0, such as 0.5";
    let seconds: f64 = text.parse().map_err(|_| usage)?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(usage.to_owned()),
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads `name=ab,algorithm=alpha-beta,depth=4`.
    fn from_str(spec: &str) -> Result<Self, EngineError> {
        let owned = || spec.to_owned();
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in spec.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| EngineError::NoValue { spec: owned(), part: part.to_owned() })?;
            if !KEYS.contains(&key) {
                return Err(EngineError::UnknownKey { spec: owned(), key: key.to_owned() });
            }
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(EngineError::Twice { spec: owned(), key: key.to_owned() });
            }
            pairs.push((key, value));
        }
        let mut engine: Option<Self> = None;
        // The algorithm first: it sets the defaults.
        pairs.sort_by_key(|(key, _)| *key != "algorithm");
        for (key, value) in pairs {
            let set = |engine: &mut Self| -> Result<(), String> {
                let number = "write a whole number";
                let flag = || value.parse().map_err(|_| "write true or false".to_owned());
                match key {
                    "name" => value.clone_into(&mut engine.name),
                    "depth" => engine.depth = Some(value.parse().map_err(|_| number)?),
                    "nodes" => engine.nodes = Some(value.parse().map_err(|_| number)?),
                    "st" => engine.time = Some(parse_seconds(value)?),
                    "order" => engine.order = parse_order(value)?,
                    "bounds" => engine.bounds = Some(value.parse()?),
                    "delta" => engine.delta = value.parse().map_err(|_| "write a number")?,
                    "two-sided" => engine.two_sided = flag()?,
                    "expansion" => engine.expansion = parse_expansion(value)?,
                    "formulation" => engine.formulation = parse_formulation(value)?,
                    "shallow" => engine.shallow = Some(value.parse().map_err(|_| number)?),
                    "memory" => engine.memory = Some(parse_bytes(value)?),
                    "when-full" => engine.when_full = parse_when_full(value)?,
                    "solve" => engine.solve = value.parse().map_err(|_| number)?,
                    "window" => engine.window = Some(value.parse().map_err(|_| number)?),
                    "iterative" => engine.iterative = flag()?,
                    // "evaluation": every other key is in the list above.
                    _ => engine.evaluation = Some(value.to_owned()),
                }
                Ok(())
            };
            let outcome = match &mut engine {
                None if key == "algorithm" => {
                    choice(value).map(|algorithm| engine = Some(Self::new(algorithm)))
                }
                None => return Err(EngineError::NoAlgorithm { spec: owned() }),
                Some(engine) => set(engine),
            };
            outcome.map_err(|reason| EngineError::BadValue {
                spec: owned(),
                key: key.to_owned(),
                value: value.to_owned(),
                reason,
            })?;
        }
        let engine = engine.ok_or_else(|| EngineError::NoAlgorithm { spec: owned() })?;
        engine.check()?;
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::{Algorithm, Bounds, Engine};

    #[test]
    fn an_engine_is_read_from_key_value_pairs_in_any_order() {
        let engine: Engine = "depth=5,delta=0.5,algorithm=fe,bounds=-3:4,name=x".parse().unwrap();
        assert_eq!((engine.algorithm, engine.depth), (Algorithm::Fe, Some(5)));
        assert_eq!((engine.bounds, engine.delta), (Some(Bounds::Fixed(-3, 4)), 0.5));
        assert_eq!(engine.name, "x");
        assert!(!engine.deepens());
    }

    #[test]
    fn errors_name_the_engine_the_key_and_the_remedy() {
        for (spec, message) in [
            ("name", "\"name\" is not KEY=VALUE"),
            ("name=a,depth=3", "algorithm= is missing"),
            ("algorithm=alfa,depth=3", "algorithm=alfa: write one of minimax, alpha-beta"),
            ("algorithm=fe,deep=3", "unknown key \"deep\"; keys are name, algorithm"),
            ("algorithm=fe,depth=3,depth=4", "\"depth\" is given twice"),
            ("algorithm=fe,depth=x", "depth=x: write a whole number"),
            ("algorithm=fe", "no limit: give a depth"),
            ("algorithm=fe,depth=1000", "depth 1000 is beyond this program's capacity"),
            ("algorithm=fe,depth=3,delta=2", "delta 2 is out of range"),
            ("algorithm=rbfms,depth=3,delta=0.5", "options of fe, not of rbfms"),
            ("algorithm=rbfms,depth=3,window=5", "a window is no option of rbfms"),
        ] {
            let error = spec.parse::<Engine>().unwrap_err().to_string();
            assert!(error.contains(message), "{spec}: {error}");
        }
    }

    #[test]
    fn limits_without_a_depth_make_alpha_beta_deepen_but_not_best_first() {
        let engine = |spec: &str| spec.parse::<Engine>().unwrap();
        assert!(engine("algorithm=alpha-beta,nodes=100").deepens());
        assert!(engine("algorithm=alpha-beta,depth=9,st=0.1").deepens());
        assert!(!engine("algorithm=alpha-beta,depth=9,nodes=100").deepens());
        assert!(!engine("algorithm=rbfms,nodes=100").deepens());
    }
}
