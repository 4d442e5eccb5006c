//! What is known about claims beyond their numbers: which of them are one statement, and why one may differ.
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

/// A remark on the claims of an experiment whose statements contain certain words.
#[derive(Clone, Copy, Debug)]
pub struct Remark {
    /// Whose claims; `None` for everybody's.
    origin: Option<Origin>,
    /// The words, all of which the statement contains.
    words: &'static [&'static str],
    cause: Option<Cause>,
    statement: Option<&'static str>,
}

impl Remark {
    /// The likely cause if claims with these words differ, and what would tell.
    #[must_use]
    pub const fn cause(
        words: &'static [&'static str],
        likely: &'static str,
        tells: &'static str,
    ) -> Self {
        Self { origin: None, words, cause: Some(Cause { likely, tells }), statement: None }
    }

    /// No cause is known if claims with these words differ.
    #[must_use]
    pub const fn unknown(words: &'static [&'static str], tells: &'static str) -> Self {
        Self::cause(words, "", tells)
    }

    /// Claims with these words are one statement, made at several points.
    #[must_use]
    pub const fn same(words: &'static [&'static str], statement: &'static str) -> Self {
        Self { origin: None, words, cause: None, statement: Some(statement) }
    }

    /// The remark for claims of this origin alone.
    #[must_use]
    pub const fn of(self, origin: Origin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    fn fits(&self, origin: Origin, statement: &str) -> bool {
        self.origin.is_none_or(|whose| whose == origin)
            && self.words.iter().all(|words| statement.contains(words))
    }
}

/// The cause that the first fitting remark gives.
#[must_use]
pub fn cause_of(remarks: &[Remark], origin: Origin, statement: &str) -> Option<Cause> {
    remarks.iter().filter(|remark| remark.fits(origin, statement)).find_map(|remark| remark.cause)
}

/// The statement of which a claim is one point, by the first fitting remark.
fn whole_of(remarks: &[Remark], claim: &Claim) -> Option<&'static str> {
    let fits = |remark: &&Remark| remark.fits(claim.origin, &claim.statement);
    remarks.iter().filter(fits).find_map(|remark| remark.statement)
}

impl Summary {
    /// Adds the remarks to the claims. What a claim already has stays.
    #[must_use]
    pub fn with_remarks(mut self, remarks: &[Remark]) -> Self {
        for claim in &mut self.claims {
            claim.cause = claim.cause.or_else(|| cause_of(remarks, claim.origin, &claim.statement));
            claim.part_of = claim.part_of.or_else(|| whole_of(remarks, claim));
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
            Remark::cause(&["nodes", "depth 3"], "a", "b").of(Origin::Own),
            Remark::unknown(&["nodes"], ""),
            Remark::same(&["nodes at depth"], "nodes"),
        ];
        let claim = |statement: &str| {
            Claim::of("", statement, "", 0).equals(1.0, 0.0, Some(Estimate::exact(2.0)))
        };
        let own = Cause { likely: "c.", tells: "d." };
        let claims = vec![
            claim("nodes at depth 3"),
            Claim { origin: Origin::Own, ..claim("nodes at depth 3") },
            claim("wins"),
            Claim { cause: Some(own), ..claim("nodes") },
        ];
        let summary = Summary { claims, ..Summary::default() }.with_remarks(REMARKS);
        let causes: Vec<_> = summary.claims.iter().map(|claim| claim.cause).collect();
        let first = Cause { likely: "a", tells: "b" };
        assert_eq!(causes, [Some(Cause::UNKNOWN), Some(first), None, Some(own)]);
        let wholes: Vec<_> = summary.claims.iter().map(|claim| claim.part_of).collect();
        assert_eq!(wholes, [Some("nodes"), Some("nodes"), None, None]);
        assert_eq!(own.display(), "Likely cause: c. What would tell: d.");
        assert_eq!(Cause::UNKNOWN.display(), "No cause is known.");
    }
}
