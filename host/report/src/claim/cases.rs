//! Claims on several cases: what is said of all of them, of some of them, or of each with a number of its own.

use std::fmt::Display;

use super::super::compared::Compared;
use super::super::verdict::NOT_MEASURED;
use super::{Case, Claim, Scope, Statement, Verdict};

/// Cases by what was found.
#[derive(Default)]
struct Found {
    so: Vec<String>,
    not: Vec<String>,
    open: Vec<String>,
    missing: Vec<String>,
}

impl Found {
    /// Judges the cases. A case that decides the whole statement alone, as one that fails `all` and one that confirms `some` do, must
    /// be sure among all that were measured.
    fn of(cases: Vec<(String, Case)>, points: usize, all: bool) -> Self {
        let compared = cases.iter().filter(|(_, case)| matches!(case, Case::Compared(_))).count();
        let together = compared * points;
        let (confirming, refuting) = if all { (1, together) } else { (together, 1) };
        let mut found = Self::default();
        for (name, case) in cases {
            let place = match case {
                Case::Compared(comparison) => match comparison.decide(confirming, refuting) {
                    Some(true) => &mut found.so,
                    Some(false) => &mut found.not,
                    None => &mut found.open,
                },
                Case::True => &mut found.so,
                Case::False => &mut found.not,
                Case::Undecided => &mut found.open,
                Case::NotMeasured => &mut found.missing,
            };
            place.push(name);
        }
        found
    }

    fn measured(&self) -> usize {
        self.so.len() + self.not.len() + self.open.len()
    }

    fn ours(&self) -> String {
        let measured = self.measured();
        let count = if measured == 1 { "1 case".to_owned() } else { format!("{measured} cases") };
        match (measured, self.missing.len()) {
            (0, _) => "not measured".to_owned(),
            (_, 0) => format!("{} of {count}", self.so.len()),
            (_, left) => format!("{} of {count}; {left} not measured", self.so.len()),
        }
    }
}

impl Statement {
    /// The paper makes the same statement about several cases. `cases` has each case's name, and whether the statement
    /// is true of it: a `bool`, an `Option<bool>` whose `None` is an interval that decides nothing, a
    /// [`Comparison`](crate::Comparison), or a [`Case`]. Each case confirms the statement at 95 %; one fails it at 95 % for all
    /// together (Bonferroni's correction). A claim with a case that was not measured does not hold: it differs in another
    /// case, or is not testable.
    #[must_use]
    pub fn in_all<N: Display>(
        self,
        paper: impl Into<String>,
        cases: impl IntoIterator<Item = (N, impl Into<Case>)>,
    ) -> Claim {
        let cases = cases.into_iter().map(|(name, case)| (name.to_string(), case.into()));
        let found = Found::of(cases.collect(), self.points, true);
        let rule = "true of every case, each at 95 %; one fails it at 95 % for all together";
        self.by(rule).judged(paper.into(), found)
    }

    /// The paper states that there is such a case. It holds if one case is sure of it at 95 % for all together, and differs only if
    /// none of them is, and all were measured: a case that was not run may be the one.
    #[must_use]
    pub fn in_some<N: Display>(
        self,
        paper: impl Into<String>,
        cases: impl IntoIterator<Item = (N, impl Into<Case>)>,
    ) -> Claim {
        let cases = cases.into_iter().map(|(name, case)| (name.to_string(), case.into()));
        let found = Found::of(cases.collect(), self.points, false);
        let ours = found.ours();
        let Found { so, not, open, missing } = &found;
        let verdict = if found.measured() == 0 {
            Verdict::not_measured()
        } else if !so.is_empty() {
            Verdict::Holds
        } else if open.is_empty() && missing.is_empty() {
            Verdict::Differs { by: format!("in no case: {}", not.join("; ")), failing: not.clone() }
        } else {
            let rest = [open.as_slice(), missing.as_slice()].concat().join("; ");
            Verdict::open(format!("in no case that is decided; it may be in: {rest}"))
        };
        let scope = Scope::Some(found.measured());
        let rule = "true of one case at least, sure at 95 % for all together";
        Claim { scope, ..self.by(rule).claim(paper.into(), ours, verdict) }
    }

    /// The claim about cases of which it is true, false, undecided and not measured.
    fn judged(self, paper: String, found: Found) -> Claim {
        let (ours, measured) = (found.ours(), found.measured());
        let Found { so, not, open, missing } = found;
        let verdict = if measured == 0 {
            Verdict::not_measured()
        } else if !not.is_empty() {
            Verdict::fails_for(not)
        } else if !open.is_empty() {
            Verdict::open(format!("larger samples are needed for: {}", open.join("; ")))
        } else if !missing.is_empty() {
            let rest = if so.len() == 1 { "the other case agrees" } else { "the others agree" };
            Verdict::open(format!("{NOT_MEASURED}: {}; {rest}", missing.join("; ")))
        } else {
            Verdict::Holds
        };
        Claim { scope: Scope::All(measured), ..self.claim(paper, ours, verdict) }
    }

    /// The paper gives several numbers, and ours must be within the tolerance of each, and its interval close to it. If some were not
    /// measured, or their intervals are too wide, nothing is decided, unless another differs.
    #[must_use]
    pub fn each(self, numbers: impl IntoIterator<Item = Compared>) -> Claim {
        let rule = "each number is within the difference that its digits allow";
        self.by(rule).all_of(&numbers.into_iter().collect::<Vec<Compared>>())
    }

    fn all_of(self, numbers: &[Compared]) -> Claim {
        let list =
            |text: fn(&Compared) -> String| numbers.iter().map(text).collect::<Vec<_>>().join("; ");
        let not_measured: Vec<&str> =
            numbers.iter().filter(|n| n.measured().is_none()).map(|n| n.name.as_str()).collect();
        let differing: Vec<String> = numbers.iter().filter_map(|n| n.differs(&self)).collect();
        let too_wide: Vec<&str> =
            numbers.iter().filter(|n| n.is_too_wide(&self)).map(|n| n.name.as_str()).collect();
        let verdict = if not_measured.len() == numbers.len() {
            Verdict::not_measured()
        } else if !differing.is_empty() {
            Verdict::differs(differing.join("; "))
        } else if !too_wide.is_empty() {
            let which = too_wide.join("; ");
            Verdict::open(format!(
                "intervals are too wide to decide: use larger samples for {which}"
            ))
        } else if !not_measured.is_empty() {
            Verdict::open(format!("{NOT_MEASURED}: {}; the others agree", not_measured.join("; ")))
        } else {
            Verdict::Holds
        };
        let paper = self.with_unit(&list(Compared::theirs));
        let ours = if not_measured.len() == numbers.len() {
            "not measured".to_owned()
        } else {
            self.with_unit(&list(Compared::ours))
        };
        self.claim(paper, ours, verdict)
    }
}
