//! A few of the papers' statements, drawn by chance, for a reader who checks them by hand.

use askama::Template;
use plyscope_report::{Cause, Claim, Outcome};
use plyscope_run::seed::hash;

use super::{Chapter, Site, SiteError, time_text};

/// The seed of the draw.
const SEED: u64 = 1996;
/// How many statements are drawn.
const DRAWN: usize = 20;

/// The table as Markdown.
#[derive(Template)]
#[template(path = "sample.md", escape = "none")]
struct Sample<'b> {
    seed: u64,
    counted: usize,
    drawn: Vec<Drawn<'b>>,
    /// The runs that they are of, and the seconds of all.
    runs: Vec<&'b Chapter>,
    time: String,
}

/// A statement, by one of its points.
struct Drawn<'b> {
    chapter: &'b Chapter,
    claim: &'b Claim,
    /// What it says, and the whole statement if it has several points.
    words: String,
    /// The verdict on the point, and on the whole statement if there are several.
    verdict: String,
    cause: String,
}

/// A number by which statements are drawn: the same for the same words, whatever other statements there are.
fn rank(place: &str, words: &str) -> u64 {
    place.bytes().chain(words.bytes()).fold(SEED, |state, byte| hash(state, byte.into()))
}

impl Site {
    /// Whether the statements are more than would be drawn: otherwise the list of all is as short.
    pub(super) fn is_sampled(&self) -> bool {
        self.counted().len() > DRAWN
    }

    /// Some of the counted statements of the papers, each by one of its points, in the order of the report.
    pub(super) fn sample(&self) -> Result<String, SiteError> {
        let counted = self.counted();
        let mut ranks: Vec<u64> =
            counted.iter().map(|(chapter, one)| rank(chapter.about.id, &one.text)).collect();
        ranks.sort_unstable();
        let last = ranks.get(DRAWN - 1).copied().unwrap_or(u64::MAX);
        let drawn =
            counted.iter().filter(|(chapter, one)| rank(chapter.about.id, &one.text) <= last);
        let drawn: Vec<Drawn<'_>> = drawn
            .filter_map(|(chapter, one)| {
                let claim = *one.claims.iter().min_by_key(|claim| rank("", &claim.statement))?;
                let outcome = Outcome::of(claim);
                let mut verdict = match claim.verdict.detail() {
                    detail if detail.is_empty() => outcome.word().to_owned(),
                    detail if outcome == Outcome::Reading => detail,
                    detail => format!("{}: {detail}", outcome.word()),
                };
                let mut words = claim.statement.clone();
                if !one.is_one() {
                    verdict = format!("{verdict}; the whole statement {}", one.verdict());
                    words = format!("{words} (of: {})", one.text);
                }
                let causes: Vec<String> = match claim.differs() {
                    true => one.causes().iter().map(Cause::display).collect(),
                    false => Vec::new(),
                };
                Some(Drawn { chapter, claim, words, verdict, cause: causes.join(" ") })
            })
            .collect();
        let mut runs: Vec<&Chapter> = drawn.iter().map(|one| one.chapter).collect();
        runs.dedup_by(|one, other| one.key == other.key);
        let time = time_text(runs.iter().map(|chapter| chapter.seconds).sum());
        Ok(Sample { seed: SEED, counted: counted.len(), drawn, runs, time }.render()?)
    }
}

#[cfg(test)]
mod tests {
    use plyscope_report::{Claim, Estimate};

    use crate::site::Site;
    use crate::site::page::tests::chapter;

    fn sample(statements: u32) -> String {
        let mut chapter = chapter(10);
        chapter.key = chapter.about.id.to_owned();
        let claim = |number: u32| {
            let claim = Claim::of("s", format!("a <b> {number}"), "", 0);
            claim.equals(1.0, 0.5, Some(Estimate::exact(f64::from(number % 2))))
        };
        chapter.summary.claims = (0..statements).map(claim).collect();
        // What is not counted is not drawn.
        chapter.summary.claims.push(Claim::of("s", "own", "", 0).own().equals(1.0, 0.5, None));
        let site = Site { chapters: vec![chapter], experiments: Vec::new() };
        assert_eq!(site.is_sampled(), statements > 20);
        site.sample().unwrap()
    }

    #[test]
    fn twenty_statements_are_drawn_with_their_rule_and_one_more_changes_one_at_most() {
        let rows = |text: &str| -> Vec<String> {
            let rows = text.lines().filter(|line| line.contains("/README.md"));
            rows.map(|row| row.split_once("| s |").unwrap().1.to_owned()).collect()
        };
        for few in [3, 20, 21] {
            assert_eq!(rows(&sample(few)).len(), few.min(20) as usize);
        }
        let (all, more) = (sample(60), sample(61));
        let (all_rows, more_rows) = (rows(&all), rows(&more));
        assert_eq!((all_rows.len(), more_rows.len()), (20, 20));
        assert!(all_rows.iter().filter(|row| !more_rows.contains(row)).count() <= 1);
        assert!(all.starts_with("# 20 statements") && all.contains("from the 60 counted"));
        let held = all_rows.iter().find(|row| row.contains("| holds |")).unwrap();
        assert!(
            held.contains("a &lt;b> ") && held.contains("| 1 | 1 | our 95 % interval"),
            "{held}"
        );
        assert!(all_rows.iter().any(|row| row.contains("differs: ") && row.contains("No cause")));
        assert_eq!(all.matches("\nplyscope ").count(), 1, "one run: {all}");
    }
}
