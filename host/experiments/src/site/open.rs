//! The first screen of a report on open questions: which expectations of ours hold, and which in both halves of trees and openings.

use plyscope_report::{Claim, Origin, Outcome, Standing};

use super::verdicts::expectations;
use super::{Chapter, Site};
use crate::framework::half;

/// The first screen.
pub(super) struct Open<'b> {
    /// The expectations of all runs, counted.
    pub(super) whole: String,
    /// The claims of both halves, counted; empty if there are no pairs.
    pub(super) halves: String,
    pub(super) pairs: Vec<Pair<'b>>,
}

/// Two runs that differ in their half alone.
pub(super) struct Pair<'b> {
    pub(super) first: &'b Chapter,
    pub(super) second: &'b Chapter,
    /// `3 hold in both halves, 4 are decided in neither`.
    pub(super) words: String,
    /// The claims that are decided in a half, those of equal verdicts first.
    pub(super) rows: Vec<Row<'b>>,
    count: Count,
    /// How many of the claims are the papers'.
    papers: usize,
}

/// A claim and our numbers in both halves.
pub(super) struct Row<'b> {
    both: Both,
    /// `holds in both`.
    pub(super) verdict: String,
    /// For styles.
    pub(super) class: &'static str,
    pub(super) claim: &'b Claim,
    /// Its source, if it is not ours.
    pub(super) source: &'b str,
    pub(super) first: &'b str,
    pub(super) second: &'b str,
}

/// A claim's verdicts in both halves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Both {
    Hold,
    Differ,
    Unlike,
    One,
    /// Not testable in both, or dependent on our reading.
    Neither,
}

/// How many claims have which verdicts.
#[derive(Clone, Copy, Default)]
struct Count([usize; 5]);

impl Both {
    const ALL: [Self; 5] = [Self::Hold, Self::Differ, Self::Unlike, Self::One, Self::Neither];

    fn of(first: Outcome, second: Outcome) -> Self {
        use Outcome::{Differs, Holds};
        match (first, second) {
            (Holds, Holds) => Self::Hold,
            (Differs, Differs) => Self::Differ,
            (Holds, Differs) | (Differs, Holds) => Self::Unlike,
            (Holds | Differs, _) | (_, Holds | Differs) => Self::One,
            _ => Self::Neither,
        }
    }

    /// `3 hold in both halves`.
    fn words(self, count: usize) -> String {
        let (s, are) = if count == 1 { ("s", "is") } else { ("", "are") };
        match self {
            Self::Hold => format!("{count} hold{s} in both halves"),
            Self::Differ => format!("{count} differ{s} in both"),
            Self::Unlike => format!("{count} hold{s} in one half and differ{s} in the other"),
            Self::One => format!("{count} {are} decided in one half only"),
            Self::Neither => format!("{count} {are} decided in neither"),
        }
    }
}

impl Count {
    /// `3 hold in both halves, 4 are decided in neither`.
    fn words(self) -> String {
        let counts = Both::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0);
        counts.map(|(both, count)| both.words(count)).collect::<Vec<_>>().join(", ")
    }
}

impl<'b> Pair<'b> {
    fn of(first: &'b Chapter, second: &'b Chapter) -> Self {
        let is_shown = |claim: &&Claim| match claim.origin {
            Origin::Own => claim.standing != Standing::Ours,
            _ => claim.counts(),
        };
        let claims = first.summary.claims.iter().filter(is_shown);
        let mut rows: Vec<Row<'_>> = claims.map(|claim| row(claim, second)).collect();
        let mut count = Count::default();
        rows.iter().for_each(|row| count.0[row.both as usize] += 1);
        let papers = rows.iter().filter(|row| !row.source.is_empty()).count();
        rows.retain(|row| row.both != Both::Neither);
        rows.sort_by_key(|row| row.both);
        Self { first, second, words: count.words(), rows, count, papers }
    }
}

fn row<'b>(claim: &'b Claim, second: &'b Chapter) -> Row<'b> {
    let is_same = |other: &&Claim| {
        (&other.statement, &other.source, other.origin)
            == (&claim.statement, &claim.source, claim.origin)
    };
    let again = second.summary.claims.iter().find(is_same);
    let (a, b) = (Outcome::of(claim), again.map_or(Outcome::Untested, Outcome::of));
    let both = Both::of(a, b);
    let is_decided = |outcome| matches!(outcome, Outcome::Holds | Outcome::Differs);
    let (verdict, class) = match both {
        Both::Hold | Both::Differ => (format!("{} in both", a.word()), a.class()),
        Both::Unlike => (
            format!("{} in the first, {} in the second", a.word(), b.word()),
            Outcome::Reading.class(),
        ),
        _ if is_decided(a) => (format!("{} in the first only", a.word()), a.class()),
        _ => (format!("{} in the second only", b.word()), b.class()),
    };
    let source = if claim.origin == Origin::Own { "" } else { claim.source.as_str() };
    let second = again.map_or("not measured", |again| again.ours.as_str());
    Row { both, verdict, class, claim, source, first: &claim.ours, second }
}

impl Open<'_> {
    /// The heading.
    pub(super) fn heading(&self) -> &'static str {
        if self.pairs.is_empty() {
            "What do these runs show?"
        } else {
            "What holds in both halves?"
        }
    }
}

impl Site {
    /// The claims but controls and inferences.
    fn asked(&self) -> impl Iterator<Item = &Claim> {
        let all = self.chapters.iter().flat_map(|chapter| &chapter.summary.claims);
        all.filter(|claim| claim.standing != Standing::Ours)
    }

    /// Whether most claims of the runs are expectations on open questions. Otherwise the report is about the papers.
    pub(super) fn is_on_open_questions(&self) -> bool {
        2 * expectations(self.asked()).0 > self.asked().count()
    }

    /// The first screen of a report on open questions. One about the papers begins with the [answer](Site::answer).
    pub(super) fn open(&self) -> Option<Open<'_>> {
        if !self.is_on_open_questions() {
            return None;
        }
        let (_, [what, outcome]) = expectations(self.asked());
        let whole = format!("These runs test {what}: {outcome}.");
        let firsts = self.chapters.iter().filter(|chapter| chapter.half() == Some(half::FIRST));
        let pairs: Vec<Pair<'_>> = firsts
            .filter_map(|first| {
                let second = self.chapters.iter().find(|other| other.is_other_half_of(first))?;
                Some(Pair::of(first, second)).filter(|pair| !pair.words.is_empty())
            })
            .collect();
        Some(Open { whole, halves: self.halves_words(&pairs), pairs })
    }

    fn halves_words(&self, pairs: &[Pair<'_>]) -> String {
        if pairs.is_empty() {
            return String::new();
        }
        let mut count = Count::default();
        for pair in pairs {
            count.0.iter_mut().zip(pair.count.0).for_each(|(all, one)| *all += one);
        }
        let all: usize = count.0.iter().sum();
        let papers: usize = pairs.iter().map(|pair| pair.papers).sum();
        let whose = match papers {
            0 => String::new(),
            papers => format!(" ({} of ours, {papers} of the papers)", all - papers),
        };
        let mut text = format!(
            "Two runs with the same settings, one on each half of trees and openings, test the same claims; the second half is kept apart. \
             Only what holds in both halves is called a finding. Intervals are here as wide as verdicts ask for: where an experiment \
             corrects for the number of its claims, wider than in its tables. Of {all} claims{whose}, {}.",
            count.words()
        );
        let is_paired = |chapter: &Chapter| {
            let mut both = pairs.iter().flat_map(|pair| [pair.first, pair.second]);
            both.any(|one| one.key == chapter.key)
        };
        let alone: Vec<&str> = self
            .chapters
            .iter()
            .filter(|chapter| expectations(&chapter.summary.claims).0 > 0 && !is_paired(chapter))
            .map(|chapter| chapter.key.as_str())
            .collect();
        if !alone.is_empty() {
            text.push_str(&format!(
                " Without a run on the other half, and so without findings: {}.",
                alone.join(", ")
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests;
