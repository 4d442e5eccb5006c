//! Numbers that a claim compares together.

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
    /// The allowed difference: half a unit of the last digit where ours should be the same.
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
}
