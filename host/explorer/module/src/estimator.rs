//! The estimator of forward estimation, chosen at run time, as on the desktop.

use alloc::format;
use alloc::string::String;

use plyscope_core::search::forward_estimation::{
    Estimator, FixedBounds, Gains, Learned, LearnedGains, LearnedSeparately, Placement, Scaled,
};
use plyscope_core::{Side, Value};

/// The source of bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bounds {
    Exact,
    Likely,
    Learned,
    LearnedSeparate,
    Fixed(i32, i32),
    Gains(i32, i32),
    LearnedGains(u8),
}

impl Bounds {
    /// Reads what the desktop's option `bounds` takes, but for spreads.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let usage = || {
            format!(
                "bounds={text}: write exact, likely, learned, learned-separate, LOWEST:HIGHEST such as -500:500, \
                 gains:LOWEST:HIGHEST or learned-gains:PERCENT"
            )
        };
        let pair = |text: &str| {
            let (low, high) = text.split_once(':').ok_or_else(usage)?;
            let low: i32 = low.parse().map_err(|_| usage())?;
            let high: i32 = high.parse().map_err(|_| usage())?;
            if low > high { Err(usage()) } else { Ok((low, high)) }
        };
        if let Some(share) = text.strip_prefix("learned-gains:") {
            let share = share.parse().ok().filter(|share| (1..=99).contains(share));
            return share.map(Self::LearnedGains).ok_or_else(usage);
        }
        if let Some(gains) = text.strip_prefix("gains:") {
            return pair(gains).map(|(low, high)| Self::Gains(low, high));
        }
        match text {
            "exact" => Ok(Self::Exact),
            "likely" => Ok(Self::Likely),
            "learned" => Ok(Self::Learned),
            "learned-separate" => Ok(Self::LearnedSeparate),
            _ => match pair(text)? {
                (low, high) if low <= 0 && high >= 0 => Ok(Self::Fixed(low, high)),
                _ => Err(usage()),
            },
        }
    }

    /// Whether these are bounds on edge costs, which delta can scale.
    pub(crate) const fn are_of_edges(self) -> bool {
        !matches!(self, Self::Gains(..) | Self::LearnedGains(_))
    }
}

/// What a game knows about its edge costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) exact: Option<(i32, i32)>,
    pub(crate) likely: Option<(i32, i32)>,
}

impl Costs {
    /// The bounds that are used if none are given.
    const fn usual(self) -> Bounds {
        match (self.exact, self.likely) {
            (Some(_), _) => Bounds::Exact,
            (None, Some(_)) => Bounds::Likely,
            (None, None) => Bounds::Learned,
        }
    }
}

/// Scaled bounds apart from plain ones, as on the desktop: a factor of 1 is no rounding.
#[expect(clippy::large_enum_variant, reason = "there is one, on the heap with its search")]
#[derive(Clone, Debug)]
enum Kind {
    Fixed(FixedBounds),
    Learned(Learned),
    Separately(LearnedSeparately),
    ScaledFixed(Scaled<FixedBounds>),
    ScaledLearned(Scaled<Learned>),
    ScaledSeparately(Scaled<LearnedSeparately>),
    Gains(Gains),
    LearnedGains(LearnedGains),
}

macro_rules! each {
    ($kind:expr, $inner:ident => $call:expr) => {
        match $kind {
            Kind::Fixed($inner) => $call,
            Kind::Learned($inner) => $call,
            Kind::Separately($inner) => $call,
            Kind::ScaledFixed($inner) => $call,
            Kind::ScaledLearned($inner) => $call,
            Kind::ScaledSeparately($inner) => $call,
            Kind::Gains($inner) => $call,
            Kind::LearnedGains($inner) => $call,
        }
    };
}

/// An estimator of any kind.
#[derive(Clone, Debug)]
pub(crate) struct AnyEstimator {
    kind: Kind,
    two_sided: bool,
    placement: Placement,
    /// Whether it learns; asked for each node.
    learns: bool,
}

impl AnyEstimator {
    /// The estimator of these options in a game with these costs.
    pub(crate) fn new(
        bounds: Option<Bounds>,
        delta: f64,
        two_sided: bool,
        placement: Placement,
        costs: Costs,
    ) -> Result<Self, String> {
        let bounds = bounds.unwrap_or_else(|| costs.usual());
        let is_scaled = delta != 1.0;
        let fixed = |bounds: FixedBounds| {
            if is_scaled {
                Kind::ScaledFixed(Scaled::new(bounds, delta))
            } else {
                Kind::Fixed(bounds)
            }
        };
        let unknown = |name: &str| {
            format!("this game's {name} bounds are not known: use learned, or write LOWEST:HIGHEST")
        };
        let kind = match bounds {
            Bounds::Exact => {
                let (low, high) = costs.exact.ok_or_else(|| unknown("exact"))?;
                fixed(FixedBounds::exact(low, high))
            }
            Bounds::Likely => {
                let (low, high) = costs.likely.ok_or_else(|| unknown("likely"))?;
                fixed(FixedBounds::new(low, high))
            }
            Bounds::Fixed(low, high) => fixed(FixedBounds::new(low, high)),
            Bounds::Learned if is_scaled => {
                Kind::ScaledLearned(Scaled::new(Learned::default(), delta))
            }
            Bounds::Learned => Kind::Learned(Learned::default()),
            Bounds::LearnedSeparate if is_scaled => {
                Kind::ScaledSeparately(Scaled::new(LearnedSeparately::default(), delta))
            }
            Bounds::LearnedSeparate => Kind::Separately(LearnedSeparately::default()),
            Bounds::Gains(low, high) => Kind::Gains(Gains::new(low, high)),
            Bounds::LearnedGains(share) => Kind::LearnedGains(LearnedGains::new(share)),
        };
        let learns =
            matches!(bounds, Bounds::Learned | Bounds::LearnedSeparate | Bounds::LearnedGains(_));
        Ok(Self { kind, two_sided, placement, learns })
    }
}

impl Estimator for AnyEstimator {
    fn reset(&mut self) {
        each!(&mut self.kind, inner => Estimator::reset(&mut *inner));
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        if self.learns {
            each!(&mut self.kind, inner => Estimator::observe(&mut *inner, gain, mover));
        }
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        each!(&self.kind, inner => Estimator::range(inner, static_value, depth, mover))
    }

    fn learned(&self) -> Option<(i32, i32)> {
        each!(&self.kind, inner => Estimator::learned(inner))
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
        each!(&self.kind, inner => Estimator::is_sure(inner))
    }
}
