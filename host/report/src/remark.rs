//! What is known about claims beyond their numbers: why one may differ.
//!
//! Verdicts follow from numbers alone. Remarks are written by people, kept beside the experiments, and shown with the
//! verdicts; they change none.

use serde::Serialize;

use super::{Claim, Origin, Summary};

/// The likely cause of a difference. Both texts are empty if none is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cause {
    /// The likely cause, as sentences.
    pub likely: &'static str,
    /// The experiment, command or source that would tell.
    pub tells: &'static str,
}

impl Cause {
    /// For a difference whose cause nobody knows.
    pub const UNKNOWN: Self = Self { likely: "", tells: "" };

    /// For a difference in a run with other settings than a scale's.
    pub const SETTINGS: Self = Self {
        likely: "the settings of this run, which are other ones than those of the statement.",
        tells: "the run of this experiment with its usual settings.",
    };

    /// The cause as sentences: `Likely cause: … What would tell: …`, or `No cause is known.`
    #[must_use]
    pub fn display(&self) -> String {
        let told = if self.tells.is_empty() {
            String::new()
        } else {
            format!(" What would tell: {}", self.tells)
        };
        if self.likely.is_empty() {
            format!("No cause is known.{told}")
        } else {
            format!("Likely cause: {}{told}", self.likely)
        }
    }
}

/// A remark on the claims of an experiment that have certain keys.
#[derive(Clone, Copy, Debug)]
pub struct Remark {
    /// Whose claims; `None` for everybody's.
    origin: Option<Origin>,
    /// The keys, one of which the claim has; none for all claims.
    keys: &'static [&'static str],
    /// The points; none for all points.
    points: &'static [&'static str],
    cause: Cause,
}

impl Remark {
    /// The likely cause if claims with these keys differ, or any claims if none is given, and what would tell.
    #[must_use]
    pub const fn cause(
        keys: &'static [&'static str],
        likely: &'static str,
        tells: &'static str,
    ) -> Self {
        Self { origin: None, keys, points: &[], cause: Cause { likely, tells } }
    }

    /// No cause is known if claims with these keys differ, or any claims if none is given.
    #[must_use]
    pub const fn unknown(keys: &'static [&'static str], tells: &'static str) -> Self {
        Self::cause(keys, "", tells)
    }

    /// The remark for claims of this origin alone.
    #[must_use]
    pub const fn of(self, origin: Origin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// The remark for claims at these points alone.
    #[must_use]
    pub const fn at(self, points: &'static [&'static str]) -> Self {
        Self { points, ..self }
    }

    /// The keys of the claims that it is on; none for all claims.
    #[must_use]
    pub fn keys(&self) -> &'static [&'static str] {
        self.keys
    }

    fn fits(&self, claim: &Claim) -> bool {
        let is_one_of = |names: &[&str], name: Option<&str>| {
            names.is_empty() || name.is_some_and(|name| names.contains(&name))
        };
        self.origin.is_none_or(|whose| whose == claim.origin)
            && is_one_of(self.keys, claim.key)
            && is_one_of(self.points, claim.point)
    }
}

impl Summary {
    /// Adds the remarks to the claims. What a claim already has stays.
    #[must_use]
    pub fn with_remarks(mut self, remarks: &[Remark]) -> Self {
        for claim in &mut self.claims {
            let first = remarks.iter().find(|remark| remark.fits(claim));
            claim.cause = claim.cause.or(first.map(|remark| remark.cause));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Remark};
    use crate::{Claim, Estimate, Origin, Summary};

    #[test]
    fn the_first_fitting_remark_counts_and_a_claims_own_cause_stays() {
        const REMARKS: &[Remark] = &[
            Remark::cause(&["nodes"], "a", "b").of(Origin::Own),
            Remark::cause(&["wins", "nodes"], "c", "d").at(&["depth 3"]),
            Remark::unknown(&["nodes"], ""),
        ];
        let claim = |key: &'static str| {
            let claim = Claim::of("", "what it says", "", 0).named(key).at("depth 2");
            claim.equals(1.0, 0.0, Some(Estimate::exact(2.0)))
        };
        let own = Cause { likely: "c.", tells: "d." };
        let claims = vec![
            claim("nodes"),
            Claim { origin: Origin::Own, ..claim("nodes") },
            Claim { point: Some("depth 3"), ..claim("nodes") },
            claim("wins"),
            Claim { key: None, ..claim("nodes") },
            Claim { cause: Some(own), ..claim("nodes") },
        ];
        let summary = Summary { claims, ..Summary::default() }.with_remarks(REMARKS);
        let causes: Vec<_> = summary.claims.iter().map(|claim| claim.cause).collect();
        let (first, second) =
            (Cause { likely: "a", tells: "b" }, Cause { likely: "c", tells: "d" });
        let unknown = Some(Cause::UNKNOWN);
        assert_eq!(causes, [unknown, Some(first), Some(second), None, None, Some(own)]);
        assert_eq!(own.display(), "Likely cause: c. What would tell: d.");
        assert_eq!(Cause::UNKNOWN.display(), "No cause is known.");
    }
}
