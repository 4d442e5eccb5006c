//! Schemes for forward estimation's estimates in Othello, and their off-line learning.
//!
//! A scheme's name is its basis, and the percentage of observed values that its range should hold: `spreads-50`. What
//! is learned off line is stored as the text of an engine's bounds, so that it can be reused.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use plyscope_learn::edge_costs::{quantile, sample};
use plyscope_learn::spreads::differences;
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::engine::Bounds;
use plyscope_players::player::PlayerError;
use serde::{Deserialize, Serialize};

use super::increments::{self, DEPTH, Increments, learned_from};
use crate::ExperimentError;
use crate::keys::Setting;

/// The basis of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Scheme {
    /// The greatest edge cost met by the search: the paper's on-line learning.
    Learned,
    /// The extremes of ten games: the paper's off-line learning.
    Extreme,
    /// Mean increment and decrement of ten games.
    Mean,
    /// The middle of the mover's gains per ply in ten games.
    Gains(u8),
    /// The same, of those met by the search.
    LearnedGains(u8),
    /// The middle of the differences between minimax and static values in ten games, for each depth.
    Spreads(u8),
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Learned => f.write_str("learned"),
            Self::Extreme => f.write_str("extreme"),
            Self::Mean => f.write_str("mean"),
            Self::Gains(share) => write!(f, "gains-{share}"),
            Self::LearnedGains(share) => write!(f, "learned-gains-{share}"),
            Self::Spreads(share) => write!(f, "spreads-{share}"),
        }
    }
}

impl FromStr for Scheme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let share = |kind: fn(u8) -> Self, text: &str| {
            let share = text.parse().ok().filter(|share| (1..=99).contains(share))?;
            Some(kind(share))
        };
        let found = match text {
            "learned" => Some(Self::Learned),
            "extreme" => Some(Self::Extreme),
            "mean" => Some(Self::Mean),
            _ => match text.rsplit_once('-') {
                Some(("gains", number)) => share(Self::Gains, number),
                Some(("learned-gains", number)) => share(Self::LearnedGains, number),
                Some(("spreads", number)) => share(Self::Spreads, number),
                _ => None,
            },
        };
        found.ok_or_else(|| format!("scheme {text:?}: write {SCHEMES}"))
    }
}

/// The schemes' names, for messages and settings.
pub(crate) const SCHEMES: &str =
    "learned, extreme, mean, gains-PERCENT, learned-gains-PERCENT or spreads-PERCENT";

/// Schemes by name, as a setting.
pub(crate) enum Schemes {}

impl Setting for Schemes {
    type Value = Vec<String>;
    const MEANING: &'static str = "basis of forward estimation's estimates: learned (the greatest edge cost of this search), extreme and mean (of \
        ten games), gains-50 (the middle 50 % of the mover's gains per ply, in ten games), learned-gains-50 (the same, of \
        this search), spreads-50 (the middle 50 % of the differences between search values and static values, in ten \
        games, by depth)";

    fn check(value: &Vec<String>) -> Result<(), String> {
        schemes(value).map(drop)
    }
}

/// Parses the setting.
pub(crate) fn schemes(names: &[String]) -> Result<Vec<Scheme>, String> {
    let found: Vec<Scheme> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    if found.is_empty() { Err(format!("give at least one scheme: {SCHEMES}")) } else { Ok(found) }
}

/// What is learned about an evaluation from ten games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct OffLine {
    /// Edge costs.
    pub(crate) increments: Increments,
    /// Ends of the middle 80 % of the mover's gains per ply.
    pub(crate) gains: [i32; 2],
    /// The same of search values minus static values, for depths from 1 on.
    pub(crate) spreads: Vec<(i32, i32)>,
    /// Each scheme's bounds, as in an engine's text.
    bounds: BTreeMap<String, String>,
}

impl OffLine {
    /// Learns from ten games; spreads use searches up to depth `deepest`.
    pub(crate) fn learn(
        evaluation: &str,
        schemes: &[Scheme],
        deepest: u32,
    ) -> Result<Self, ExperimentError> {
        let evaluation = OthelloEvaluation::named(evaluation).map_err(PlayerError::from)?;
        let games = learned_from();
        let edges = sample(&evaluation, &games, DEPTH, 1, &mut || ())?;
        let increments = increments::of(&edges.costs);
        let mut gains = edges.gains;
        gains.sort_unstable();
        let differences = differences(&evaluation, &games, DEPTH, deepest, 1, &mut || ())?;
        let middle = |share: f64| {
            let tail = (1.0 - share) / 2.0;
            [quantile(&gains, tail), quantile(&gains, 1.0 - tail)]
        };
        let bounds = |scheme: &Scheme| {
            let of = |share: u8| f64::from(share) / 100.0;
            let bounds = match *scheme {
                Scheme::Learned => Bounds::Learned,
                Scheme::Extreme => Bounds::Fixed(increments.extreme[0], increments.extreme[1]),
                Scheme::Mean => Bounds::Fixed(increments.mean[0], increments.mean[1]),
                Scheme::Gains(share) => {
                    let [low, high] = middle(of(share));
                    Bounds::Gains(low, high)
                }
                Scheme::LearnedGains(share) => Bounds::LearnedGains(share),
                Scheme::Spreads(share) => Bounds::Spreads(differences.middle(of(share))),
            };
            (scheme.to_string(), bounds.to_string())
        };
        Ok(Self {
            gains: middle(0.8),
            spreads: differences.middle(0.8),
            bounds: schemes.iter().map(bounds).collect(),
            increments,
        })
    }

    /// A scheme's bounds.
    pub(crate) fn bounds(&self, scheme: Scheme) -> Result<Bounds, ExperimentError> {
        let name = scheme.to_string();
        let text = self.bounds.get(&name);
        let bounds = text.and_then(|text| text.parse().ok());
        bounds.ok_or_else(|| ExperimentError::Other(format!("no bounds were learned for {name}")))
    }
}

#[cfg(test)]
mod tests {
    use super::{OffLine, Scheme, schemes};
    use plyscope_players::engine::Bounds;

    #[test]
    fn names_of_schemes_are_read_as_they_are_written() {
        let names = ["learned", "extreme", "mean", "gains-50", "learned-gains-7", "spreads-99"];
        let all = schemes(&names.map(str::to_owned)).unwrap();
        let written: Vec<String> = all.iter().map(Scheme::to_string).collect();
        assert_eq!(written, names);
        for wrong in ["spreads", "spreads-0", "spreads-100", "median-50", ""] {
            let error = wrong.parse::<Scheme>().unwrap_err();
            assert!(error.contains("learned-gains-PERCENT"), "{wrong}: {error}");
        }
        assert!(schemes(&[]).is_err());
    }

    #[test]
    fn a_larger_share_is_a_wider_range_and_every_scheme_has_bounds() {
        let names = ["extreme", "gains-50", "gains-90", "spreads-50", "spreads-90", "learned"];
        let all = schemes(&names.map(str::to_owned)).unwrap();
        let learned = OffLine::learn("simple", &all, 2).unwrap();
        let bounds: Vec<Bounds> = all.iter().map(|&s| learned.bounds(s).unwrap()).collect();
        let (Bounds::Gains(low, high), Bounds::Gains(lower, higher)) = (&bounds[1], &bounds[2])
        else {
            panic!("{bounds:?}")
        };
        assert!(lower < low && low < high && high < higher, "{bounds:?}");
        let (Bounds::Spreads(narrow), Bounds::Spreads(wide)) = (&bounds[3], &bounds[4]) else {
            panic!("{bounds:?}")
        };
        assert_eq!(narrow.len(), 2);
        for (narrow, wide) in narrow.iter().zip(wide) {
            assert!(wide.0 < narrow.0 && narrow.0 < narrow.1 && narrow.1 < wide.1, "{bounds:?}");
        }
        assert!(learned.bounds(Scheme::Gains(7)).is_err());
    }
}
