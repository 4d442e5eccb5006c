//! Numbers that a claim compares: with printed ones, and with limits.

use super::claim::Statement;
use super::estimate::Estimate;
use super::table::grouped;

/// One of several numbers that a claim compares.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Its name: `depth 17`.
    pub name: String,
    /// As printed.
    pub paper: f64,
    /// The number of printed decimals.
    pub decimals: u8,
    /// Our number, if these settings measure it.
    pub ours: Option<Estimate>,
    /// The allowed difference: half a unit of the last digit where ours should be the same; infinite if our sample does not tell how
    /// far such numbers spread.
    pub allowed: f64,
}

impl Compared {
    pub(super) fn measured(&self) -> Option<Estimate> {
        self.ours.filter(|ours| ours.value.is_finite())
    }

    pub(super) fn theirs(&self) -> String {
        format!("{}: {}", self.name, grouped(self.paper, self.decimals))
    }

    pub(super) fn ours(&self) -> String {
        let ours = self.measured().map(|ours| ours.display(self.decimals));
        format!("{}: {}", self.name, ours.unwrap_or_else(|| "not measured".to_owned()))
    }

    /// Describes the difference if ours is too far from the printed number.
    pub(super) fn differs(&self, statement: &Statement) -> Option<String> {
        let ours = self.measured()?.value;
        // A number halfway between two digits may be printed as either.
        let far = (ours - self.paper).abs() > self.allowed * (1.0 + 1e-9) + 1e-9;
        let difference = || statement.with_decimals(self.decimals).difference(ours, self.paper);
        far.then(|| format!("{}: {}", self.name, difference()))
    }

    /// Whether our interval is too wide to say that the numbers agree. Digits that must be the same ask for no interval: then the
    /// difference that is allowed is less than its width.
    pub(super) fn is_too_wide(&self, statement: &Statement) -> bool {
        self.measured().is_some_and(|ours| {
            let width = ours.half_width();
            let of_samples = self.allowed.is_infinite() || (self.allowed >= width && width > 0.0);
            // The printed digits, at least, are close.
            let digit = 0.5 * 0.1f64.powi(self.decimals.into());
            of_samples && !statement.is_close(ours, self.paper - digit, self.paper + digit)
        })
    }
}

/// A number with its interval, beside a limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    estimate: Estimate,
    limit: f64,
    below: bool,
}

impl Comparison {
    pub(super) fn new(estimate: Estimate, limit: f64, below: bool) -> Self {
        Self { estimate, limit, below }
    }

    /// Whether the number is on the asked side, by itself; `None` if its 95 % interval is on both.
    #[must_use]
    pub fn decided(self) -> Option<bool> {
        self.decide(1, 1)
    }

    /// The same with as many numbers in view at once as may each confirm, and as may each refute. A statement about all cases
    /// is confirmed by every one of them, each at 95 %, but refuted by any, which must therefore be sure of it among all.
    pub(super) fn decide(self, confirming: usize, refuting: usize) -> Option<bool> {
        let Self { estimate, limit, below } = self;
        let (sure, other) = (estimate.among(confirming), estimate.among(refuting));
        let (so, not) = if below {
            (sure.high < limit, other.low >= limit)
        } else {
            (sure.low >= limit, other.high < limit)
        };
        if so {
            Some(true)
        } else if not {
            Some(false)
        } else {
            None
        }
    }
}
