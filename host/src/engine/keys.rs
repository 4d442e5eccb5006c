//! The options that engines can have: each one's key, values, meaning and usual value, said once.

use std::time::Duration;

use plyscope_core::{Expansion, Order};

use super::value::{Bytes, SWITCH, Value};
use super::{Bounds, PLIES};
use crate::tree::{Formulation, WhenFull};

/// An option with values of type `T`.
#[derive(Clone, Copy, Debug)]
pub struct Key<T: 'static> {
    /// What it is called in a description of an engine, and on the command line.
    pub key: &'static str,
    /// What can be written: names as they are, and placeholders in capitals.
    pub forms: &'static [&'static str],
    /// What it is, in a line.
    pub meaning: &'static str,
    /// Its value if none is given.
    pub usual: T,
    /// Reads a value, or says what can be written.
    pub(super) read: fn(&str) -> Result<T, String>,
}

/// What is known of an option without its type: for help, tables and checks.
#[derive(Clone, Debug)]
pub struct About {
    /// What it is called in a description of an engine, and on the command line.
    pub key: &'static str,
    /// What can be written: names as they are, and placeholders in capitals.
    pub forms: &'static [&'static str],
    /// What it is, in a line.
    pub meaning: &'static str,
    /// Its value if none is given, where that is one of the values.
    pub usual: Option<String>,
    /// Checks a value, or says what can be written.
    pub check: fn(&str) -> Result<(), String>,
}

impl About {
    /// Whether it is on or off.
    #[must_use]
    pub fn is_switch(&self) -> bool {
        self.forms == SWITCH
    }

    /// Whether all that can be written is names.
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
    /// What is known of it without its type.
    #[must_use]
    pub fn about(&self, check: fn(&str) -> Result<(), String>) -> About {
        let Self { key, forms, meaning, ref usual, read: _ } = *self;
        let usual = usual.text();
        About { key, forms, meaning, usual: Some(usual).filter(|text| !text.is_empty()), check }
    }
}

keys! {
    /// what tables call it; the algorithm's name if it has none
    NAME: String = String::new(), "name", &["TEXT"], name;
    /// horizon in plies
    DEPTH: Option<u32> = None, "depth", &["PLIES"], |text| whole(text, PLIES as u32).map(Some);
    /// nodes generated for a move at most; without a depth, alpha-beta and its kin deepen iteratively
    NODES: Option<u64> = None, "nodes", &["NUMBER"], Value::read;
    /// time for a move; results then depend on the machine
    ST: Option<Duration> = None, "st", &["SECONDS"], Value::read;
    /// alpha-beta to the end of the game when no more plies are left (Korf & Chickering, 8.3.1); not with nodes or st
    SOLVE: u32 = 0, "solve", &["PLIES"], Value::read;
    /// the evaluation, where the game has several
    EVALUATION: Option<String> = None, "evaluation", EVALUATIONS, Value::read;
    /// deepen iteratively, also where the depth would do without
    ITERATIVE: bool = false, "iterative", SWITCH, Value::read;
    /// move ordering; static leaves out the last ply
    ORDER: Order = Order::Static, "order", Order::FORMS, Value::read;
    /// half width of the first window, in the evaluation's unit; aspiration takes the game's usual one if none is given, the
    /// others search without
    WINDOW: Option<u32> = None, "window", &["HALF_WIDTH"], Value::read;
    /// what estimates: bounds on edge costs, known or learned on line; what a ply gains its mover, given or the middle
    /// PERCENT of what is seen; how far values are from static ones, for depths 1, 2, …; if none is given, exact, but in
    /// Othello likely, or learned where that is not known
    BOUNDS: Option<Bounds> = None, "bounds", Bounds::FORMS, Value::read;
    /// factor on bounds on edge costs, above 0 and at most 1; below 1 it prunes more, and may err
    DELTA: f64 = 1.0, "delta", &["NUMBER"], Value::read;
    /// estimated ranges narrow the window, too
    TWO_SIDED: bool = false, "two-sided", SWITCH, Value::read;
    /// children one at a time, or all
    EXPANSION: Expansion = Expansion::Partial, "expansion", Expansion::FORMS, Value::read;
    /// what moves the principal variation: as in the authors' program, or by their definition
    FORMULATION: Formulation = Formulation::Figure3, "formulation", Formulation::FORMS, Value::read;
    /// memory for the tree, such as 512MiB
    MEMORY: Bytes = Bytes(1 << 30), "memory", Bytes::FORMS, Value::read;
    /// what to do when memory is full: search in linear space, or prune the least promising subtrees
    WHEN_FULL: WhenFull = WhenFull::Linear, "when-full", WhenFull::FORMS, Value::read;
    /// depth of the alpha-beta search that it begins with; a ladder takes one less than the reference's
    SHALLOW: Option<u32> = None, "shallow", &["PLIES"], Value::read;
}

/// Othello's evaluations: by hand, discs only, a reconstruction of BILL's, learned patterns, those for 64 KB, learned by you.
const EVALUATIONS: &[&str] =
    &["simple", "discs", "bill", "patterns", "patterns-small", "bill:FILE", "patterns:FILE"];

/// Reads a name.
fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("write a name".to_owned()) } else { Ok(text.to_owned()) }
}

/// Reads a whole number; `most` is the largest that is of use.
fn whole(text: &str, most: u32) -> Result<u32, String> {
    text.parse().map_err(|_| format!("write a whole number up to {most}"))
}
