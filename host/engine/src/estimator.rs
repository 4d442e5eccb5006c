//! An engine's estimator, chosen at run time.

use alloc::boxed::Box;

use plyscope_core::Value;
use plyscope_core::search::estimate::{At, Estimate, Range};
use plyscope_core::search::forward_estimation::{
    EdgeBounds, Edges, FixedBounds, Gains, Learned, LearnedGains, LearnedSeparately, Scaled,
    Spreads,
};

use super::{Bounds, Knowledge, SPREADS, UnknownBounds, options};

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
            Self::Fixed(bounds) => bounds.reset(),
            Self::Learned(bounds) => bounds.reset(),
            Self::Separately(bounds) => bounds.reset(),
        }
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        match self {
            Self::Fixed(_) => {}
            Self::Learned(bounds) => bounds.observe(cost),
            Self::Separately(bounds) => bounds.observe(cost),
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
    Edges(Edges<AnyBounds>),
    Scaled(Scaled<AnyBounds>),
    Gains(Gains),
    LearnedGains(Box<LearnedGains>),
    Spreads(Box<Spreads<SPREADS>>),
}

/// An estimator of any kind.
#[derive(Clone, Debug)]
pub struct AnyEstimator {
    kind: Kind,
    /// Whether it learns online; called for each node.
    learns: bool,
}

impl AnyEstimator {
    /// The estimator of these options.
    ///
    /// # Errors
    /// [`UnknownBounds`] if the game does not know the bounds.
    pub fn new(options: &options::Fe, knowledge: &Knowledge) -> Result<Self, UnknownBounds> {
        let bounds = options.bounds.clone().unwrap_or_else(|| knowledge.usual_bounds());
        let edges = |bounds: AnyBounds| {
            if options.delta == 1.0 {
                Kind::Edges(Edges(bounds))
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
            found.map(of_pair).map_err(|remedy| knowledge.unknown(&bounds, remedy))
        };
        let kind = match &bounds {
            Bounds::Exact => known(knowledge.exact, true)?,
            Bounds::Likely => known(knowledge.likely, false)?,
            Bounds::Fixed(low, high) => fixed(FixedBounds::new(*low, *high)),
            Bounds::Learned => edges(AnyBounds::Learned(Learned::default())),
            Bounds::LearnedSeparate => edges(AnyBounds::Separately(LearnedSeparately::default())),
            Bounds::Gains(low, high) => Kind::Gains(Gains::new(*low, *high)),
            Bounds::LearnedGains(share) => Kind::LearnedGains(Box::new(LearnedGains::new(*share))),
            Bounds::Spreads(spreads) => Kind::Spreads(Box::new(Spreads::new(spreads))),
        };
        let learns =
            matches!(bounds, Bounds::Learned | Bounds::LearnedSeparate | Bounds::LearnedGains(_));
        Ok(Self { kind, learns })
    }

    fn learn(&mut self, node: &At, child: Value) {
        match &mut self.kind {
            Kind::Edges(bounds) => bounds.observe(node, child),
            Kind::Scaled(bounds) => bounds.observe(node, child),
            Kind::LearnedGains(gains) => gains.observe(node, child),
            Kind::Gains(_) | Kind::Spreads(_) => {}
        }
    }
}

impl Estimate for AnyEstimator {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {
        match &mut self.kind {
            Kind::Edges(bounds) => bounds.reset(),
            Kind::Scaled(bounds) => bounds.reset(),
            Kind::LearnedGains(gains) => gains.reset(),
            Kind::Gains(_) | Kind::Spreads(_) => {}
        }
    }

    #[inline]
    fn observe(&mut self, node: &At, child: Value) {
        if self.learns {
            self.learn(node, child);
        }
    }

    fn learned(&self) -> Option<(i32, i32)> {
        match &self.kind {
            Kind::Edges(bounds) => bounds.learned(),
            Kind::Scaled(bounds) => bounds.learned(),
            Kind::LearnedGains(gains) => Estimate::learned(&**gains),
            Kind::Gains(_) | Kind::Spreads(_) => None,
        }
    }

    #[inline]
    fn range(&self, node: &At) -> Range {
        match &self.kind {
            Kind::Edges(bounds) => bounds.range(node),
            Kind::Scaled(bounds) => bounds.range(node),
            Kind::Gains(gains) => gains.range(node),
            Kind::LearnedGains(gains) => gains.range(node),
            Kind::Spreads(spreads) => spreads.range(node),
        }
    }

    fn is_sure(&self) -> bool {
        match &self.kind {
            Kind::Edges(bounds) => bounds.is_sure(),
            Kind::Scaled(bounds) => bounds.is_sure(),
            Kind::Gains(_) | Kind::LearnedGains(_) | Kind::Spreads(_) => false,
        }
    }
}
