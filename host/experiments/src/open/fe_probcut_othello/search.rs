//! The estimators, and the searches with each.

use plyscope_core::othello::Board;
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_core::search::probe::Cut;
use plyscope_core::search::table::Slot;
use plyscope_learn::probcut::Pair;
use plyscope_learn::probcut::fit::fit;
use plyscope_learn::probcut::sample::DepthValues;
use plyscope_measure::selective::{InOthello, Selective, empty, in_othello};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use serde::{Deserialize, Serialize};

use super::{
    BOTH, FIXED, FUTILITY, LESS_DEEP, METHODS, MULTI, PROBCUT, PositionSearches, SPREADS, Settings,
    less_deep, pairs,
};
use crate::ExperimentError;
use crate::kit::estimates::spreads;
use crate::kit::increments;

/// The greatest depth at which ProbCut also compares the static value, as with the parameters in core.
const MOST_STATIC: u8 = 2;
/// A table for searches to a depth: usually more slots than these need.
pub(super) fn slots(depth: u32) -> Vec<Slot> {
    (0..1_usize << (depth + 8).clamp(16, 22)).map(|_| Slot::new()).collect()
}

/// What the estimators know.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    /// Likely decrement and increment over one ply.
    increments: (i32, i32),
    /// Spreads by confidence and depth.
    spreads: Vec<Vec<(i32, i32)>>,
    /// By phase: what static values say of searches to depth 1.
    futility: Vec<Cut>,
    /// The cuts by phase.
    single: Vec<Vec<Cut>>,
    multi: Vec<Vec<Cut>>,
    both: Vec<Vec<Cut>>,
}

impl Learned {
    pub(super) fn of(
        settings: &Settings,
        samples: &[DepthValues],
    ) -> Result<Self, ExperimentError> {
        let other = ExperimentError::Other;
        let evaluation =
            OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
        let increments = match evaluation.most_likely() {
            Some(likely) => likely,
            None => {
                let [low, high] = increments::measure(&settings.evaluation)?.mean;
                (low, high)
            }
        };
        let values: Vec<&[i32]> = samples.iter().map(|sample| sample.values.as_slice()).collect();
        let spreads = spreads(&values, &settings.confidences, settings.depth);
        let cuts = |pairs: &[Pair]| -> Result<Vec<Vec<Cut>>, ExperimentError> {
            let learned =
                fit(samples, settings.depth, settings.phases, pairs).map_err(|error| {
                    other(format!("learned_from={}: {error}", settings.learned_from))
                })?;
            let cuts: Vec<Cut> = learned.iter().map(|learned| learned.cut()).collect();
            Ok(cuts.chunks(pairs.len().max(1)).map(<[Cut]>::to_vec).collect())
        };
        let single = pairs(&settings.single, settings.depth).map_err(other)?;
        let by_static = (2..=MOST_STATIC)
            .map(|deep| Pair { deep, shallow: 0 })
            .filter(|pair| u32::from(pair.deep) < settings.depth);
        let mut both: Vec<Pair> = by_static.chain(single.iter().copied()).collect();
        both.sort_unstable();
        Ok(Self {
            increments,
            spreads,
            futility: cuts(&[Pair { deep: 1, shallow: 0 }])?.concat(),
            single: cuts(&single)?,
            both: cuts(&both)?,
            multi: cuts(&pairs(&settings.pairs, settings.depth).map_err(other)?)?,
        })
    }
}

impl Learned {
    /// The phase of searches of a position: half way from the root to the horizon.
    pub(super) fn phase(settings: &Settings, board: &Board) -> usize {
        let discs = 64 - board.empties().count_ones() + settings.depth / 2;
        plyscope_core::othello::patterns::phase(discs, settings.phases)
    }

    /// What a method prunes by in this phase, with a strictness given by its place.
    pub(super) fn selective(
        &self,
        method: usize,
        phase: usize,
        (place, strictness): (usize, u16),
    ) -> Selective<'_> {
        match method {
            FIXED => {
                let bounds = FixedBounds::new(self.increments.0, self.increments.1);
                Selective::Bounds(bounds, f64::from(strictness) / 100.0)
            }
            SPREADS => Selective::Spreads(self.spreads.get(place).map_or(&[][..], Vec::as_slice)),
            FUTILITY => {
                let cut = self.futility.get(phase).copied().unwrap_or(Cut::EMPTY);
                Selective::Futility(cut, strictness)
            }
            PROBCUT | MULTI | BOTH => {
                let cuts = match method {
                    PROBCUT => &self.single,
                    MULTI => &self.multi,
                    _ => &self.both,
                };
                Selective::ProbCut(cuts.get(phase).map_or(&[], Vec::as_slice), strictness)
            }
            _ => Selective::FullWidth,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ProbedSearch {
    /// Nodes generated by all iterations.
    pub(super) nodes: u64,
    /// The move: a square, or 64 for a pass.
    pub(super) best: u8,
    /// The value in the evaluation's unit.
    pub(super) value: i32,
}

/// The result of a search to `depth`.
fn found(
    evaluation: &OthelloEvaluation,
    selective: Selective<'_>,
    board: &Board,
    depth: u32,
    slots: &[Slot],
) -> Result<ProbedSearch, ExperimentError> {
    empty(slots);
    let InOthello { nodes, value, best } =
        in_othello(evaluation, board, (depth, u64::MAX), selective, slots)?;
    Ok(ProbedSearch { nodes, best: best.into(), value })
}

/// Searches a position with every method and strictness.
pub(super) fn searched(
    evaluation: &OthelloEvaluation,
    settings: &Settings,
    learned: &Learned,
    board: &Board,
) -> Result<PositionSearches, ExperimentError> {
    let depth = settings.depth;
    let (slots, phase) = (slots(depth), Learned::phase(settings, board));
    let mut all = Vec::new();
    for method in 0..METHODS.len() {
        let one = |(place, strictness): (usize, u16)| {
            let selective = learned.selective(method, phase, (place, strictness));
            let less_deep = (method == LESS_DEEP).then(|| less_deep(depth).nth(place)).flatten();
            found(evaluation, selective, board, less_deep.unwrap_or(depth), &slots)
        };
        let strictnesses = settings.strictnesses(method).into_iter().enumerate();
        all.push(strictnesses.map(one).collect::<Result<_, _>>()?);
    }
    let full = found(evaluation, Selective::FullWidth, board, depth, &slots)?;
    Ok(PositionSearches { full, found: all })
}
