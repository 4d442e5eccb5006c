//! An engine's estimator, chosen at run time.

use plyscope_core::search::forward_estimation::{
    EdgeBounds, Estimator, FixedBounds, Gains, Learned, LearnedGains, LearnedSeparately, Placement,
    Scaled, Spreads,
};
use plyscope_core::{Side, Value};

use super::PlayerError;
use crate::domain::{Domain, DomainError};
use crate::engine::{Bounds, Engine, SPREADS, Unsearched, options};

/// Whether this engine's search proves the values of lines searched to the end of the game: it omits no line that could change
/// them.
///
/// # Errors
/// [`PlayerError`] if the domain lacks the engine's evaluation or bounds.
pub fn proves<D: Domain>(domain: &D, engine: &Engine) -> Result<bool, PlayerError> {
    match engine.search.unsearched() {
        Unsearched::Nothing => Ok(true),
        Unsearched::Lines => Ok(false),
        Unsearched::ByEstimates(options) => {
            let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
            Ok(AnyEstimator::of(domain, &options, &evaluation)?.is_sure())
        }
    }
}

/// Edge-cost bounds of any kind.
#[derive(Clone, Copy, Debug)]
enum AnyBounds {
    Fixed(FixedBounds),
    Learned(Learned),
    Separately(LearnedSeparately),
}

impl AnyBounds {
    fn inner(&self) -> &dyn EdgeBounds {
        match self {
            Self::Fixed(bounds) => bounds,
            Self::Learned(bounds) => bounds,
            Self::Separately(bounds) => bounds,
        }
    }
}

impl EdgeBounds for AnyBounds {
    fn reset(&mut self) {
        match self {
            Self::Fixed(bounds) => EdgeBounds::reset(bounds),
            Self::Learned(bounds) => EdgeBounds::reset(bounds),
            Self::Separately(bounds) => EdgeBounds::reset(bounds),
        }
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        match self {
            Self::Fixed(_) => {}
            Self::Learned(bounds) => EdgeBounds::observe(bounds, cost),
            Self::Separately(bounds) => EdgeBounds::observe(bounds, cost),
        }
    }

    fn learned(&self) -> Option<(i32, i32)> {
        self.inner().learned()
    }

    fn lowest(&self) -> i32 {
        self.inner().lowest()
    }

    fn highest(&self) -> i32 {
        self.inner().highest()
    }

    fn are_sure(&self) -> bool {
        self.inner().are_sure()
    }
}

/// The estimator.
#[derive(Clone, Debug)]
enum Kind {
    Edges(AnyBounds),
    Scaled(Scaled<AnyBounds>),
    Gains(Gains),
    LearnedGains(Box<LearnedGains>),
    Spreads(Box<Spreads<SPREADS>>),
}

/// An estimator of any kind.
#[derive(Clone, Debug)]
pub struct AnyEstimator {
    kind: Kind,
    two_sided: bool,
    placement: Placement,
    /// Whether it learns online; called for each node.
    learns: bool,
}

impl AnyEstimator {
    /// The estimator of these options.
    ///
    /// # Errors
    /// [`PlayerError`] if the domain lacks its bounds.
    pub fn of<D: Domain>(
        domain: &D,
        options: &options::Fe,
        evaluation: &D::Evaluation,
    ) -> Result<Self, PlayerError> {
        let bounds = options.bounds.clone().unwrap_or_else(|| domain.usual_bounds(evaluation));
        let edges = |bounds: AnyBounds| {
            if options.delta == 1.0 {
                Kind::Edges(bounds)
            } else {
                Kind::Scaled(Scaled::new(bounds, options.delta))
            }
        };
        let fixed = |bounds| edges(AnyBounds::Fixed(bounds));
        let known = |found: Result<(i32, i32), &'static str>, sure: bool| {
            let of_pair = |(low, high)| {
                fixed(if sure {
                    FixedBounds::exact(low, high)
                } else {
                    FixedBounds::new(low, high)
                })
            };
            found.map(of_pair).map_err(|remedy| DomainError::UnknownBounds {
                domain: D::NAME,
                bounds: bounds.to_string(),
                remedy,
            })
        };
        let kind = match &bounds {
            Bounds::Exact => known(domain.exact_bounds(), true)?,
            Bounds::Likely => known(domain.likely_bounds(evaluation), false)?,
            Bounds::Fixed(low, high) => fixed(FixedBounds::new(*low, *high)),
            Bounds::Learned => edges(AnyBounds::Learned(Learned::default())),
            Bounds::LearnedSeparate => edges(AnyBounds::Separately(LearnedSeparately::default())),
            Bounds::Gains(low, high) => Kind::Gains(Gains::new(*low, *high)),
            Bounds::LearnedGains(share) => Kind::LearnedGains(Box::new(LearnedGains::new(*share))),
            Bounds::Spreads(spreads) => Kind::Spreads(Box::new(Spreads::new(spreads))),
        };
        let learns =
            matches!(bounds, Bounds::Learned | Bounds::LearnedSeparate | Bounds::LearnedGains(_));
        let options::Fe { two_sided, placement, .. } = *options;
        Ok(Self { kind, two_sided, placement, learns })
    }

    fn learn(&mut self, gain: i32, mover: Side) {
        match &mut self.kind {
            Kind::Edges(bounds) => Estimator::observe(bounds, gain, mover),
            Kind::Scaled(bounds) => bounds.observe(gain, mover),
            Kind::LearnedGains(gains) => gains.observe(gain, mover),
            Kind::Gains(_) | Kind::Spreads(_) => {}
        }
    }
}

impl Estimator for AnyEstimator {
    fn reset(&mut self) {
        match &mut self.kind {
            Kind::Edges(bounds) => EdgeBounds::reset(bounds),
            Kind::Scaled(bounds) => bounds.reset(),
            Kind::LearnedGains(gains) => gains.reset(),
            Kind::Gains(_) | Kind::Spreads(_) => {}
        }
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        if self.learns {
            self.learn(gain, mover);
        }
    }

    fn learned(&self) -> Option<(i32, i32)> {
        match &self.kind {
            Kind::Edges(bounds) => EdgeBounds::learned(bounds),
            Kind::Scaled(bounds) => bounds.learned(),
            Kind::LearnedGains(gains) => Estimator::learned(&**gains),
            Kind::Gains(_) | Kind::Spreads(_) => None,
        }
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        match &self.kind {
            Kind::Edges(bounds) => bounds.range(static_value, depth, mover),
            Kind::Scaled(bounds) => bounds.range(static_value, depth, mover),
            Kind::Gains(gains) => gains.range(static_value, depth, mover),
            Kind::LearnedGains(gains) => gains.range(static_value, depth, mover),
            Kind::Spreads(spreads) => spreads.range(static_value, depth, mover),
        }
    }

    #[inline]
    fn is_two_sided(&self) -> bool {
        self.two_sided
    }

    #[inline]
    fn placement(&self) -> Placement {
        self.placement
    }

    fn is_sure(&self) -> bool {
        match &self.kind {
            Kind::Edges(bounds) => bounds.are_sure(),
            Kind::Scaled(bounds) => bounds.is_sure(),
            Kind::Gains(_) | Kind::LearnedGains(_) | Kind::Spreads(_) => false,
        }
    }
}
