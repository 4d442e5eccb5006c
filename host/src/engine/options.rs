//! Which options an algorithm has, and an engine's options as text.

use std::fmt;

use plyscope_core::{Expansion, Order};

use super::{Algorithm, Engine};
use crate::tree::{Formulation, WhenFull};

/// An option that an algorithm does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{option} is no option of {}, but of {}", .algorithm.name(), names(.option))]
pub struct NoOption {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The option's key.
    pub option: &'static str,
}

/// All algorithms.
const ALL: [Algorithm; 9] = [
    Algorithm::Minimax,
    Algorithm::AlphaBeta,
    Algorithm::Aspiration,
    Algorithm::Fe,
    Algorithm::Rbfms,
    Algorithm::Bfm,
    Algorithm::AbSaved,
    Algorithm::AbIterative,
    Algorithm::Extension,
];

/// The options that only some algorithms have.
const SOME: [&str; 10] = [
    "order",
    "bounds",
    "delta",
    "two-sided",
    "expansion",
    "formulation",
    "shallow",
    "memory",
    "when-full",
    "window",
];

fn names(option: &str) -> String {
    let having: Vec<_> = ALL.iter().filter(|one| one.has(option)).map(|one| one.name()).collect();
    having.join(", ")
}

impl Algorithm {
    /// Whether the option of this key changes what the algorithm does.
    fn has(self, option: &str) -> bool {
        match option {
            "order" | "window" => matches!(self, Self::AlphaBeta | Self::Aspiration | Self::Fe),
            "bounds" | "delta" | "two-sided" => self == Self::Fe,
            "expansion" => self.is_best_first(),
            "formulation" | "when-full" => matches!(self, Self::Bfm | Self::Extension),
            "shallow" => self == Self::Extension,
            "memory" => self.keeps_tree(),
            _ => true,
        }
    }

    /// Checks that the option of this key changes what the algorithm does.
    ///
    /// # Errors
    /// [`NoOption`] tells which algorithms have it.
    pub fn check_option(self, key: &str) -> Result<(), NoOption> {
        let option = SOME.iter().find(|&&option| option == key && !self.has(option));
        option.map_or(Ok(()), |&option| Err(NoOption { algorithm: self, option }))
    }
}

impl Engine {
    /// The keys whose values are not the usual ones, with these values as they are written, in a fixed order.
    pub(super) fn unusual(&self) -> Vec<(&'static str, String)> {
        let usual = Self::new(self.algorithm);
        let mut pairs = Vec::new();
        let mut add = |key, value: Option<String>| pairs.extend(value.map(|value| (key, value)));
        let text = |number: Option<u32>| number.map(|number| number.to_string());
        add("name", (self.name != usual.name).then(|| self.name.clone()));
        add("depth", text(self.depth));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        add(
            "st",
            self.time.map(|time| {
                // All nine decimals are exact; floating-point numbers would not be.
                let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }),
        );
        let order = match self.order {
            Order::None => "none",
            Order::Static => "static",
            Order::StaticAll => "static-all",
        };
        add("order", (self.order != usual.order).then(|| order.to_owned()));
        add("bounds", self.bounds.as_ref().map(ToString::to_string));
        add("delta", (self.delta != usual.delta).then(|| self.delta.to_string()));
        add("two-sided", self.two_sided.then(|| "true".to_owned()));
        let expansion = match self.expansion {
            Expansion::Partial => "partial",
            Expansion::Full => "full",
        };
        add("expansion", (self.expansion != usual.expansion).then(|| expansion.to_owned()));
        let formulation = match self.formulation {
            Formulation::Figure3 => "fig3",
            Formulation::Text => "text",
        };
        add("formulation", (self.formulation != usual.formulation).then(|| formulation.to_owned()));
        add("shallow", text(self.shallow));
        add("memory", self.memory.map(|bytes| bytes.to_string()));
        let when_full = match self.when_full {
            WhenFull::Linear => "linear",
            WhenFull::Prune => "prune",
        };
        add("when-full", (self.when_full != usual.when_full).then(|| when_full.to_owned()));
        add("solve", (self.solve != usual.solve).then(|| self.solve.to_string()));
        add("window", text(self.window));
        add("iterative", self.iterative.then(|| "true".to_owned()));
        add("evaluation", self.evaluation.clone());
        add("device", self.device.as_ref().map(ToString::to_string));
        pairs
    }
}

/// As it is parsed: the algorithm, then what is not usual. Two engines of the same text are equal; a text that holds
/// no comma inside of a value is read as the engine that it was written from.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "algorithm={}", self.algorithm.name())?;
        self.unusual().iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
    }
}
