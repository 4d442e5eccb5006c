//! Distinct statements: claims that say the same at several points are one.

use super::{Cause, Claim, Origin, Verdict};

/// A statement, with the claims that are its points.
#[derive(Clone, Debug)]
pub struct Statement<'c> {
    /// What it says: what its points say together, if they are several.
    pub text: String,
    /// The first of its points.
    pub first: &'c Claim,
    /// All of its points, with the first.
    pub claims: Vec<&'c Claim>,
}

/// A verdict without its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Our numbers agree.
    Holds,
    /// They do not.
    Differs,
    /// It depends on our reading of an adjective.
    Reading,
    /// They cannot decide.
    Untested,
}

impl Outcome {
    /// Of one claim.
    #[must_use]
    pub fn of(claim: &Claim) -> Self {
        match claim.verdict {
            Verdict::Holds => Self::Holds,
            Verdict::Differs { .. } => Self::Differs,
            Verdict::ByReading(_) => Self::Reading,
            Verdict::NotTestable { .. } => Self::Untested,
        }
    }

    /// Its word: `holds`, `differs`, `by our reading`, `not testable`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Differs => "differs",
            Self::Reading => "by our reading",
            Self::Untested => "not testable",
        }
    }

    /// Its name in styles and filters.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Untested => "untested",
            Self::Reading => "reading",
            other => other.word(),
        }
    }
}

impl<'c> Statement<'c> {
    /// Whose statement it is.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.first.origin
    }

    /// Whether it is counted as a statement of the papers.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.first.counts()
    }

    /// Whether it has one point only.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.claims.len() == 1
    }

    /// The number of its points with this outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.claims.iter().filter(|claim| Outcome::of(claim) == outcome).count()
    }

    /// It differs if one of its points does; else it depends on our reading if one does; else it holds if one does.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.count(Outcome::Differs) > 0 {
            Outcome::Differs
        } else if self.count(Outcome::Reading) > 0 {
            Outcome::Reading
        } else if self.count(Outcome::Holds) > 0 {
            Outcome::Holds
        } else {
            Outcome::Untested
        }
    }

    /// `holds`; of several points `holds at all 9 points`, `differs at 1 of 9 points, 2 not testable`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let outcome = self.outcome();
        let all = self.claims.len();
        if outcome == Outcome::Reading {
            return self.read();
        }
        if all == 1 {
            return outcome.word().to_owned();
        }
        let count = self.count(outcome);
        let word = outcome.word();
        if count == all {
            return format!("{word} at all {all} points");
        }
        let open = self.count(Outcome::Untested);
        let rest = if open > 0 && outcome != Outcome::Untested {
            format!(", {open} not testable")
        } else {
            String::new()
        };
        format!("{word} at {count} of {all} points{rest}")
    }

    /// `holds by our reading`; of several points `differs by our reading at 1 of 4 points, 2 not testable`.
    fn read(&self) -> String {
        let all = self.claims.len();
        let differ = self.claims.iter().filter(|claim| claim.differs()).count();
        let open = self.count(Outcome::Untested);
        let (word, count) = if differ > 0 { ("differs", differ) } else { ("holds", all - open) };
        let rest = if open > 0 { format!(", {open} not testable") } else { String::new() };
        match (all, count == all) {
            (1, _) => format!("{word} by our reading"),
            (_, true) => format!("{word} by our reading at all {all} points"),
            (_, false) => format!("{word} by our reading at {count} of {all} points{rest}"),
        }
    }

    /// The points that differ.
    pub fn differing(&self) -> impl Iterator<Item = &'c Claim> + '_ {
        self.claims.iter().copied().filter(|claim| Outcome::of(claim) == Outcome::Differs)
    }

    /// The causes of its differences, each once.
    #[must_use]
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        for claim in self.claims.iter().filter(|claim| claim.differs()) {
            // What differs by our reading may differ because of the reading.
            let read = matches!(claim.verdict, Verdict::ByReading(_));
            let unknown = (!read).then_some(Cause::UNKNOWN);
            if let Some(cause) = claim.cause.or(unknown)
                && !(read && cause.likely.is_empty())
                && !causes.contains(&cause)
            {
                causes.push(cause);
            }
        }
        causes
    }

    /// What depends on our reading: each point with the stated words, our number, and where the verdict turns.
    #[must_use]
    pub fn readings(&self) -> Vec<(String, String)> {
        let one = |claim: &&Claim| {
            let Verdict::ByReading(read) = &claim.verdict else { return None };
            let how = format!("here {}; it {}", claim.ours, read.display());
            Some((claim.statement.clone(), how))
        };
        self.claims.iter().filter_map(one).collect()
    }

    /// What differs, and how: a statement with the stated number and ours for each of the first points that differ, and the
    /// number of the others.
    #[must_use]
    pub fn differences(&self) -> Vec<(String, String)> {
        const SHOWN: usize = 3;
        let all: Vec<&Claim> = self.differing().collect();
        let one = |claim: &&Claim| {
            let Verdict::Differs { by, .. } = &claim.verdict else { return Default::default() };
            let how = match claim.sole_case() {
                Some(ours) => format!("stated {}, here {ours}", claim.paper),
                None => format!("stated {}, here {} ({by})", claim.paper, claim.ours),
            };
            (claim.statement.clone(), how)
        };
        let mut differences: Vec<(String, String)> = all.iter().take(SHOWN).map(one).collect();
        if all.len() > SHOWN {
            let more = format!("{} more of its {} points", all.len() - SHOWN, self.claims.len());
            differences.push((self.text.clone(), more));
        }
        differences
    }
}

/// The distinct statements of these claims, in the order of their first points.
#[must_use]
pub fn statements(claims: &[Claim]) -> Vec<Statement<'_>> {
    let mut statements: Vec<Statement<'_>> = Vec::new();
    for claim in claims {
        if let Some(same) = statements.iter_mut().find(|one| one.first.is_one_with(claim)) {
            same.claims.push(claim);
        } else {
            let text = claim.statement.clone();
            statements.push(Statement { text, first: claim, claims: vec![claim] });
        }
    }
    for statement in statements.iter_mut().filter(|statement| !statement.is_one()) {
        if let Some(whole) = &statement.first.part_of {
            statement.text.clone_from(whole);
        }
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::{Outcome, statements};
    use crate::{Claim, Estimate};

    #[test]
    fn a_single_case_that_differs_says_what_we_have_instead() {
        let claim = |cases: &[&str]| {
            let cases: Vec<(&str, bool)> = cases.iter().map(|name| (*name, false)).collect();
            Claim::of("s", "replies", "", 0).in_all("1, 2", cases)
        };
        assert_eq!(claim(&["2, 4"]).sole_case(), Some("2, 4"));
        assert_eq!(claim(&["2", "4"]).sole_case(), None);
        let claims = [claim(&["2, 4"])];
        let how = ("replies".to_owned(), "stated 1, 2, here 2, 4".to_owned());
        assert_eq!(statements(&claims)[0].differences(), [how]);
    }

    #[test]
    fn claims_that_say_the_same_at_several_points_are_one_statement() {
        let of = |statement: &str| Claim::of("s", statement, "", 0);
        let nodes = |depth: u32| {
            of(&format!("nodes to depth {depth}")).point_of("nodes", "nodes to depth …")
        };
        let exact = |ours: f64| Some(Estimate::exact(ours));
        let claims = vec![
            nodes(1).equals(1.0, 0.0, exact(1.0)),
            of("wins").equals(1.0, 0.0, exact(1.0)),
            nodes(2).equals(1.0, 0.0, exact(2.0)),
            nodes(3).equals(1.0, 0.0, None),
            nodes(4).own().equals(1.0, 0.0, None),
            of("wins at 2").equals(1.0, 0.0, exact(1.0)),
        ];
        let found = statements(&claims);
        let texts: Vec<&str> = found.iter().map(|statement| statement.text.as_str()).collect();
        assert_eq!(texts, ["nodes to depth …", "wins", "nodes to depth 4", "wins at 2"]);
        let verdicts: Vec<String> = found.iter().map(|statement| statement.verdict()).collect();
        let expected =
            ["differs at 1 of 3 points, 1 not testable", "holds", "not testable", "holds"];
        assert_eq!(verdicts, expected);
        assert_eq!(found[0].outcome(), Outcome::Differs);
        let how = "stated 1, here 2 (+1 (+100.0 %))".to_owned();
        assert_eq!(found[0].differences(), [("nodes to depth 2".to_owned(), how)]);
        assert_eq!(found[0].causes().len(), 1, "one that says that none is known");
    }
}
