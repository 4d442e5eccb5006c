//! The options of engines: key, values, meaning and default of each, declared once.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use core::time::Duration;

use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::{Expansion, Order};
use plyscope_tree::{
    BackUp, Completion, EndLeaf, FinalMove, Formulation, MOST_CONSPIRATORS, OnResolved, Selection,
    Switches, Transpositions, WhenFull,
};

use super::value::{Bytes, Driver, SWITCH, Value, Without};
use super::{Bounds, PLIES};

/// An option whose values have type `T`.
#[derive(Clone, Copy, Debug)]
pub struct Key<T: 'static> {
    /// The key in descriptions of engines and on the command line.
    pub key: &'static str,
    /// Accepted values: literal names, and placeholders in capitals.
    pub forms: &'static [&'static str],
    /// A one-line description.
    pub meaning: &'static str,
    /// The default.
    pub usual: T,
    /// Parses a value; the error lists the accepted values.
    pub read: fn(&str) -> Result<T, String>,
}

/// An option without its type, for help, tables and checks.
#[derive(Clone, Debug)]
pub struct About {
    /// The key in descriptions of engines and on the command line.
    pub key: &'static str,
    /// Accepted values: literal names, and placeholders in capitals.
    pub forms: &'static [&'static str],
    /// A one-line description.
    pub meaning: &'static str,
    /// The default, if it is one of the values.
    pub usual: Option<String>,
    /// Checks a value; the error lists the accepted values.
    pub check: fn(&str) -> Result<(), String>,
}

impl About {
    /// Whether it is a switch.
    #[must_use]
    pub fn is_switch(&self) -> bool {
        self.forms == SWITCH
    }

    /// Whether all values are names, without placeholders.
    #[must_use]
    pub fn has_names_only(&self) -> bool {
        self.forms.iter().all(|form| !form.contains(|c: char| c.is_ascii_uppercase()))
    }
}

/// Declares options.
macro_rules! keys {
    ($(
        $(#[doc = $line:literal])+
        $name:ident: $type:ty = $usual:expr, $key:literal, $forms:expr, $read:expr;
    )*) => {$(
        $(#[doc = $line])+
        pub const $name: Key<$type> = Key {
            key: $key,
            forms: $forms,
            meaning: concat!($($line),+).trim_ascii(),
            usual: $usual,
            read: $read,
        };
    )*};
}

impl<T: Value> Key<T> {
    /// The option without its type.
    #[must_use]
    pub fn about(&self, check: fn(&str) -> Result<(), String>) -> About {
        let Self { key, forms, meaning, ref usual, read: _ } = *self;
        let usual = usual.text();
        About { key, forms, meaning, usual: Some(usual).filter(|text| !text.is_empty()), check }
    }
}

keys! {
    /// name in tables; the algorithm's name if none is given
    NAME: String = String::new(), "name", &["TEXT"], name;
    /// search depth in plies
    DEPTH: Option<u32> = None, "depth", &["PLIES"], |text| whole(text, PLIES as u32).map(Some);
    /// maximum nodes generated per move; without a depth, depth-first searches deepen iteratively
    NODES: Option<u64> = None, "nodes", &["NUMBER"], Value::read;
    /// time per move; results then depend on the machine
    ST: Option<Duration> = None, "st", &["SECONDS"], Value::read;
    /// search by alpha-beta to the end of the game when at most this many plies are left (Korf & Chickering, 8.3.1); not with nodes or st
    SOLVE: u32 = 0, "solve", &["PLIES"], Value::read;
    /// evaluation, for games with several
    EVALUATION: Option<String> = None, "evaluation", EVALUATIONS, Value::read;
    /// deepen iteratively even if a depth is given
    ITERATIVE: bool = false, "iterative", SWITCH, Value::read;
    /// move ordering; static sorts at all plies but the last
    ORDER: Order = Order::Static, "order", Order::FORMS, Value::read;
    /// half width of the first window, in the evaluation's unit; if none is given, aspiration uses the game's default and the
    /// others use no window
    WINDOW: Option<u32> = None, "window", &["HALF_WIDTH"], Value::read;
    /// source of estimates: bounds on edge costs, known or learned online; gains per ply for the mover, given or the middle
    /// PERCENT of those seen; spreads of values around static ones, for depths 1, 2, …; if none is given, exact, or in Othello
    /// likely (learned if the evaluation has no likely bounds)
    BOUNDS: Option<Bounds> = None, "bounds", Bounds::FORMS, Value::read;
    /// factor on bounds on edge costs, above 0 and at most 1; values below 1 prune more, at the risk of errors
    DELTA: f64 = 1.0, "delta", &["NUMBER"], Value::read;
    /// narrow the window by estimated ranges, too
    TWO_SIDED: bool = false, "two-sided", SWITCH, Value::read;
    /// keep bounds learned online from search to search, as long as the tree; otherwise each search learns anew, as in Table 1
    KEEP_LEARNED: bool = false, "keep-learned", SWITCH, Value::read;
    /// where forward estimation tests estimates: what Table 1 fits; what the papers print; Table 1's with tests at remaining depth 1;
    /// Table 1's with a test of each child as it is generated
    PLACEMENT: Placement = Placement::Table1, "placement", Placement::FORMS, Value::read;
    /// generate children one at a time, or all at once
    EXPANSION: Expansion = Expansion::Partial, "expansion", Expansion::FORMS, Value::read;
    /// when the search leaves the principal variation: as in the authors' program, or by their definition
    FORMULATION: Formulation = Formulation::Figure3, "formulation", Formulation::FORMS, Value::read;
    /// memory for the table of positions
    TABLE: Bytes = Bytes(16 << 20), "table", Bytes::FORMS, Value::read;
    /// search the last move that caused a cut-off at a ply first there (killer heuristic)
    KILLERS: bool = false, "killers", SWITCH, Value::read;
    /// search late moves less deep at first (late-move reductions); values are then estimates
    REDUCTIONS: bool = false, "reductions", SWITCH, Value::read;
    /// one search for each depth, or MTD(f): null windows at the root, too, from the expected value on; sss and dual: from above or below
    /// all values (AB-SSS*, AB-DUAL*)
    DRIVER: Driver = Driver::Deepening, "driver", Driver::FORMS, Value::read;
    /// level of strength, 1 to 30, instead of or besides other limits; up to 8 it makes mistakes as people do
    LEVEL: Option<u32> = None, "level", &["LEVEL"], level;
    /// with levels up to 8, other mistakes for another number
    MISTAKES: u64 = 0, "mistakes", &["NUMBER"], Value::read;
    /// threads that search each move together; with more than one, results differ from run to run
    THREADS: u32 = 1, "threads", &["NUMBER"], threads;
    /// leave out a part, to measure what it is worth: null windows, the table's moves, selectivity, selective searches to
    /// the end, or proof of endgames
    WITHOUT: Without = Without::Nothing, "without", Without::FORMS, Value::read;
    /// opening book to play from, as `plyscope book` builds it
    BOOK: Option<String> = None, "book", &["FILE"], Value::read;
    /// with a book, discs by which a move may be worse than the best one
    BOOK_MARGIN: f64 = 0.0, "book-margin", &["DISCS"], margin;
    /// with a book, other moves within the margin for another number
    BOOK_SEED: u64 = 0, "book-seed", &["NUMBER"], Value::read;
    /// memory for the tree, such as 512MiB
    MEMORY: Bytes = Bytes(1 << 30), "memory", Bytes::FORMS, Value::read;
    /// when memory is full, search in linear space or prune the least promising subtrees
    WHEN_FULL: WhenFull = WhenFull::Linear, "when-full", WhenFull::FORMS, Value::read;
    /// back up values to the first ancestor whose value stays (1996) or to the root (since 2020)
    BACKUP: BackUp = BackUp::Stable, "backup", BackUp::FORMS, Value::read;
    /// lines that reach the same position stay apart, or share it
    TRANSPOSITIONS: Transpositions = Transpositions::Tree, "transpositions", Transpositions::FORMS, Value::read;
    /// leave solved positions alone and prove who wins, where any win is enough; without it, mcts looks for the
    /// greatest value, and bfm and ubfm do as on-resolved says
    COMPLETION: Completion = Completion::Off, "completion", Completion::FORMS, Value::read;
    /// without completion, when the best line ends the game: end the search (1996), or leave alone what is known and go on with the best
    /// other line, for the greatest value
    ON_RESOLVED: OnResolved = OnResolved::Stop, "on-resolved", OnResolved::FORMS, Value::read;
    /// play the move with the best value, or the one that the search went through most often
    FINAL_MOVE: FinalMove = FinalMove::Best, "move", FinalMove::FORMS, Value::read;
    /// value finished games by their outcome, or by the static evaluation
    LEAF: EndLeaf = EndLeaf::Exact, "leaf", EndLeaf::FORMS, Value::read;
    /// expand one position in each iteration, or go down to a solved one (Descent Minimax; needs completion, and no depth)
    SELECTION: Selection = Selection::Best, "selection", Selection::FORMS, Value::read;
    /// weight of exploration: the factor of sqrt(ln N / n), with values between -1 and 1
    EXPLORATION: f64 = 0.5, "exploration", &["NUMBER"], exploration;
    /// weight of backed-up minimax values beside means, 0 to 1 (implicit minimax)
    IMPLICIT: f64 = 0.0, "implicit", &["NUMBER"], implicit;
    /// static value that counts as half a win; if none is given, four times the game's usual window
    SCALE: Option<u32> = None, "scale", &["NUMBER"], scale;
    /// conspirators that a conspiracy may have at most to matter, 1 to 8
    THRESHOLD: u32 = 3, "threshold", &["NUMBER"], conspirators;
    /// how far apart the values may be that such conspiracies give the root, for the search to end
    WIDTH: u32 = 0, "width", &["NUMBER"], Value::read;
    /// depth of the initial alpha-beta search; in a ladder, one less than the reference's depth
    SHALLOW: Option<u32> = None, "shallow", &["PLIES"], Value::read;
}

/// [`EXPANSION`] of `ubfm`, which has other defaults than `bfm`.
pub const UBFM_EXPANSION: Key<Expansion> = Key { usual: Switches::UBFM.expansion, ..EXPANSION };
/// [`BACKUP`] of `ubfm`.
pub const UBFM_BACKUP: Key<BackUp> = Key { usual: Switches::UBFM.backup, ..BACKUP };
/// [`TRANSPOSITIONS`] of `ubfm`.
pub const UBFM_TRANSPOSITIONS: Key<Transpositions> =
    Key { usual: Switches::UBFM.transpositions, ..TRANSPOSITIONS };
/// [`COMPLETION`] of `ubfm` and `mcts`.
pub const UBFM_COMPLETION: Key<Completion> = Key { usual: Switches::UBFM.completion, ..COMPLETION };
/// [`FINAL_MOVE`] of `ubfm`.
pub const UBFM_FINAL_MOVE: Key<FinalMove> = Key { usual: Switches::UBFM.final_move, ..FINAL_MOVE };

/// Othello's evaluations: handwritten, disc count, a reconstruction of BILL's, learned patterns, patterns for 64 KB and for 1 MB, and your own
/// weights.
const EVALUATIONS: &[&str] = &[
    "simple",
    "discs",
    "bill",
    "patterns",
    "patterns-small",
    "patterns-large",
    "bill:FILE",
    "patterns:FILE",
];

/// Parses a level.
fn level(text: &str) -> Result<Option<u32>, String> {
    let level = text.parse().ok().filter(|level| (1..=HIGHEST).contains(level));
    level.map(Some).ok_or_else(|| format!("write a level from 1 to {HIGHEST}"))
}

/// Parses a number of discs.
fn margin(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "write a number of discs from 0 to 64".to_owned())
}

/// Parses a weight of exploration.
fn exploration(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight| (0.0..=100.0).contains(weight));
    weight.ok_or_else(|| "write a number from 0 to 100".to_owned())
}

/// Parses a share.
fn implicit(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1".to_owned())
}

/// Parses a number of conspirators.
fn conspirators(text: &str) -> Result<u32, String> {
    const MOST: u32 = MOST_CONSPIRATORS as u32;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {MOST}"))
}

/// Parses a static value above 0.
fn scale(text: &str) -> Result<Option<u32>, String> {
    let value = text.parse().ok().filter(|value| *value > 0);
    value.map(Some).ok_or_else(|| format!("write a whole number from 1 to {}", u32::MAX))
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<u32, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a number of threads from 1 to {MOST_THREADS}"))
}

/// The most threads of one search.
pub const MOST_THREADS: u32 = 64;

/// The highest level.
const HIGHEST: u32 = plyscope_core::othello::strong::Level::HIGHEST as u32;

/// Parses a name.
fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("write a name".to_owned()) } else { Ok(text.to_owned()) }
}

/// Parses a whole number up to `most`.
fn whole(text: &str, most: u32) -> Result<u32, String> {
    text.parse().map_err(|_| format!("write a whole number up to {most}"))
}
