//! Distinct statements: claims that say the same at several points are one.

use super::{Cause, Claim, Origin, Verdict};

/// A statement, with the claims that are its points.
#[derive(Clone, Debug)]
pub struct Statement<'c> {
    /// What it says. Numbers in which its points differ are replaced by `…`.
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
            Verdict::NotTestable { .. } => Self::Untested,
        }
    }

    /// Its word: `holds`, `differs`, `not testable`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Differs => "differs",
            Self::Untested => "not testable",
        }
    }

    /// Its name in styles and filters.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Untested => "untested",
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

    /// It differs if one of its points does, and holds if one does and none differs.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.count(Outcome::Differs) > 0 {
            Outcome::Differs
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

    /// The points that differ.
    pub fn differing(&self) -> impl Iterator<Item = &'c Claim> + '_ {
        self.claims.iter().copied().filter(|claim| Outcome::of(claim) == Outcome::Differs)
    }

    /// The causes of its differences, each once.
    #[must_use]
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        for claim in self.differing() {
            // Nobody has looked for the others' causes.
            let cause = claim.cause.unwrap_or(Cause::UNKNOWN);
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        causes
    }

    /// What differs, and how: a statement with the stated number and ours for each of the first points that differ, and the
    /// number of the others.
    #[must_use]
    pub fn differences(&self) -> Vec<(String, String)> {
        const SHOWN: usize = 3;
        let all: Vec<&Claim> = self.differing().collect();
        let one = |claim: &&Claim| {
            let Verdict::Differs { by } = &claim.verdict else { return Default::default() };
            let how = match sole_case(claim) {
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

/// What we have instead, if a claim on a single case differs: the case's name.
#[must_use]
pub fn sole_case(claim: &Claim) -> Option<&str> {
    let Verdict::Differs { by } = &claim.verdict else { return None };
    by.strip_prefix("fails for: ").filter(|_| claim.ours == "0 of 1 case")
}

/// The distinct statements of these claims, in the order of their first points.
#[must_use]
pub fn statements(claims: &[Claim]) -> Vec<Statement<'_>> {
    let mut keys: Vec<(Origin, &str, String)> = Vec::new();
    let mut statements: Vec<Statement<'_>> = Vec::new();
    for claim in claims {
        let shape = claim.part_of.map_or_else(|| shape(&claim.statement), str::to_owned);
        let key = (claim.origin, claim.source.as_str(), shape);
        if let Some(place) = keys.iter().position(|other| *other == key) {
            statements[place].claims.push(claim);
        } else {
            keys.push(key);
            statements.push(Statement { text: String::new(), first: claim, claims: vec![claim] });
        }
    }
    for statement in &mut statements {
        let claims = &statement.claims;
        statement.text = match statement.first.part_of {
            Some(whole) if claims.len() > 1 => whole.to_owned(),
            _ => common(&claims.iter().map(|claim| claim.statement.as_str()).collect::<Vec<_>>()),
        };
    }
    statements
}

/// A statement cut into words between numbers, and numbers: `b = `, `10`, `, depth `, `8`.
fn pieces(statement: &str) -> Vec<&str> {
    let is_number = |c: char| c.is_ascii_digit();
    let mut pieces = Vec::new();
    let mut rest = statement;
    while let Some(first) = rest.chars().next() {
        let end = if is_number(first) {
            // A point or comma belongs to a number only between digits.
            let inside = |(place, c): (usize, char)| {
                let next = rest[place + c.len_utf8()..].chars().next();
                is_number(c) || (matches!(c, '.' | ',') && next.is_some_and(is_number))
            };
            rest.char_indices().find(|&at| !inside(at)).map_or(rest.len(), |(place, _)| place)
        } else {
            rest.find(is_number).unwrap_or(rest.len())
        };
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The statement without its numbers.
fn shape(statement: &str) -> String {
    let number = |piece: &str| piece.starts_with(|c: char| c.is_ascii_digit());
    pieces(statement).into_iter().map(|piece| if number(piece) { "#" } else { piece }).collect()
}

/// What statements of one shape have in common: numbers that differ become `…`.
fn common(statements: &[&str]) -> String {
    let all: Vec<Vec<&str>> = statements.iter().map(|statement| pieces(statement)).collect();
    let [first, others @ ..] = all.as_slice() else { return String::new() };
    let same = |place: usize| others.iter().all(|other| other.get(place) == first.get(place));
    let piece = |(place, piece): (usize, &&str)| if same(place) { *piece } else { "…" }.to_owned();
    first.iter().enumerate().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::{Outcome, common, pieces, shape, sole_case, statements};
    use crate::{Claim, Estimate};

    #[test]
    fn numbers_in_which_points_differ_become_dots() {
        assert_eq!(pieces("b = 1,000, 2.5."), ["b = ", "1,000", ", ", "2.5", "."]);
        assert_eq!(shape("b = 2: depth 10"), shape("b = 20: depth 9"));
        let same = ["b = 2: within 15 %", "b = 10: within 15 %"];
        assert_eq!(common(&same), "b = …: within 15 %");
        assert_eq!(common(&same[..1]), same[0]);
    }

    #[test]
    fn a_single_case_that_differs_says_what_we_have_instead() {
        let claim = |cases: &[&str]| {
            let cases: Vec<(&str, bool)> = cases.iter().map(|name| (*name, false)).collect();
            Claim::of("s", "replies", "", 0).in_all("1, 2", cases)
        };
        assert_eq!(sole_case(&claim(&["2, 4"])), Some("2, 4"));
        assert_eq!(sole_case(&claim(&["2", "4"])), None);
        let claims = [claim(&["2, 4"])];
        let how = ("replies".to_owned(), "stated 1, 2, here 2, 4".to_owned());
        assert_eq!(statements(&claims)[0].differences(), [how]);
    }

    #[test]
    fn claims_that_say_the_same_at_several_points_are_one_statement() {
        let claim = |statement: &str, ours: f64| {
            Claim::of("s", statement, "", 0).equals(1.0, 0.0, Some(Estimate::exact(ours)))
        };
        let claims = vec![
            claim("nodes to depth 1", 1.0),
            claim("wins", 1.0),
            claim("nodes to depth 2", 2.0),
            Claim::of("s", "nodes to depth 3", "", 0).equals(1.0, 0.0, None),
            Claim::of("s", "nodes to depth 4", "", 0).own().equals(1.0, 0.0, None),
        ];
        let found = statements(&claims);
        let texts: Vec<&str> = found.iter().map(|statement| statement.text.as_str()).collect();
        assert_eq!(texts, ["nodes to depth …", "wins", "nodes to depth 4"]);
        let verdicts: Vec<String> = found.iter().map(|statement| statement.verdict()).collect();
        assert_eq!(verdicts, ["differs at 1 of 3 points, 1 not testable", "holds", "not testable"]);
        assert_eq!(found[0].outcome(), Outcome::Differs);
        let how = "stated 1, here 2 (+1 (+100.0 %))".to_owned();
        assert_eq!(found[0].differences(), [("nodes to depth 2".to_owned(), how)]);
        assert_eq!(found[0].causes().len(), 1, "one that says that none is known");
    }
}
