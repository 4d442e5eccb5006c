//! The first screen of a report: whether the papers' statements hold, in a few sentences.
//!
//! The sentences' subjects are written by people (`topics`), everything else follows from the runs.

use plyscope_report::{Cause, Figure, Origin, Outcome, Statement};

use super::topics::{Basis, TOPICS, Topic};
use super::{Chapter, Site};

/// The answer.
pub(super) struct Answer<'b> {
    /// One sentence about everything.
    pub(super) whole: String,
    /// What holds exactly, what holds statistically, and what holds only in part; each with at least one sentence.
    pub(super) groups: Vec<Group<'b>>,
    /// The papers' statements that differ.
    pub(super) differing: Vec<Difference<'b>>,
}

/// Sentences under a heading.
pub(super) struct Group<'b> {
    pub(super) heading: &'static str,
    pub(super) points: Vec<Point<'b>>,
}

/// A sentence about a subject, with its figure.
pub(super) struct Point<'b> {
    pub(super) subject: &'static str,
    /// `all 12 statements hold`.
    pub(super) verdict: String,
    /// A number as printed and ours; may be empty.
    pub(super) example: String,
    pub(super) figure: Option<(&'b Chapter, &'b Figure)>,
}

/// Statements of a chapter that differ for the same causes.
pub(super) struct Difference<'b> {
    pub(super) chapter: &'b Chapter,
    /// What differs, and how.
    pub(super) points: Vec<(String, String)>,
    pub(super) causes: Vec<Cause>,
}

/// The papers' statements of some chapters, counted.
#[derive(Clone, Copy, Default)]
struct Count {
    hold: usize,
    differ: usize,
    untested: usize,
}

impl Count {
    fn of<'s, 'c: 's>(statements: impl IntoIterator<Item = &'s Statement<'c>>) -> Self {
        let mut count = Self::default();
        for statement in statements {
            match statement.outcome() {
                Outcome::Holds => count.hold += 1,
                Outcome::Differs => count.differ += 1,
                Outcome::Untested => count.untested += 1,
            }
        }
        count
    }

    /// `11 of 12 statements hold, 1 differs`.
    fn words(self, exact: bool) -> String {
        let Self { hold, differ, untested } = self;
        let all = hold + differ + untested;
        let how = if exact { " exactly" } else { "" };
        let mut words = match (hold, all) {
            (1, 1) => format!("the one statement holds{how}"),
            (hold, all) if hold == all => format!("all {all} statements hold{how}"),
            (hold, all) => {
                format!("{hold} of {all} statements hold{}", if hold > 0 { how } else { "" })
            }
        };
        if differ > 0 {
            words.push_str(&format!(", {differ} differ{}", if differ == 1 { "s" } else { "" }));
        }
        if untested > 0 {
            words.push_str(&format!(", {untested} cannot be tested at these sizes"));
        }
        words
    }

    /// Whether at least two of three that can be tested hold.
    fn mostly_holds(self) -> bool {
        self.hold >= 2 * self.differ
    }
}

impl Site {
    /// The first screen.
    pub(super) fn answer(&self) -> Answer<'_> {
        let mut papers = self.statements(Origin::Paper);
        let all = papers.len();
        // Other runs of an experiment make the same statements again.
        papers.retain(|(chapter, _)| chapter.key == chapter.about.id);
        let mut whole = whole_words(Count::of(papers.iter().map(|(_, statement)| statement)));
        if papers.len() < all {
            whole.push_str(" Second runs of an experiment, with other settings, are in the table, and not counted.");
        }
        let exact = "What holds exactly: worked examples and the papers' own trees";
        let statistical = "What holds statistically: other trees and openings than the papers'";
        let mostly = "What holds only in part";
        let mut groups =
            [exact, statistical, mostly].map(|heading| Group { heading, points: Vec::new() });
        for topic in TOPICS {
            let of_topic =
                |(chapter, _): &&(&Chapter, _)| topic.experiments.contains(&chapter.about.id);
            let statements: Vec<&(&Chapter, Statement<'_>)> =
                papers.iter().filter(of_topic).collect();
            let count = Count::of(statements.iter().map(|(_, statement)| statement));
            if count.hold + count.differ == 0 {
                // Nothing has been measured.
                continue;
            }
            let place = match topic.basis {
                _ if !count.mostly_holds() => 2,
                Basis::Exact => 0,
                Basis::Statistical => 1,
            };
            groups[place].points.push(self.point(topic, &statements, count));
        }
        let mut differing: Vec<Difference<'_>> = Vec::new();
        for (chapter, one) in papers.iter().filter(|(_, one)| one.outcome() == Outcome::Differs) {
            let causes = one.causes();
            let same = |other: &&mut Difference<'_>| {
                other.chapter.key == chapter.key && other.causes == causes
            };
            if let Some(known) = differing.iter_mut().find(same) {
                known.points.extend(one.differences());
            } else {
                differing.push(Difference { chapter, points: one.differences(), causes });
            }
        }
        Answer {
            whole,
            groups: groups.into_iter().filter(|group| !group.points.is_empty()).collect(),
            differing,
        }
    }

    fn point<'b>(
        &'b self,
        topic: &Topic,
        statements: &[&(&'b Chapter, Statement<'b>)],
        count: Count,
    ) -> Point<'b> {
        let chapter_of = |id: &str| self.chapters.iter().find(|chapter| chapter.about.id == id);
        let (id, name) = topic.figure;
        let named = chapter_of(id).and_then(|chapter| {
            let mut figures = chapter.summary.figures.iter();
            Some((chapter, figures.find(|figure| figure.name() == name)?))
        });
        let figure = named.or_else(|| {
            let mut chapters = statements.iter().map(|(chapter, _)| *chapter);
            chapters.find_map(|chapter| Some((chapter, chapter.summary.figures.first()?)))
        });
        let (id, words) = topic.example;
        let example = statements
            .iter()
            .filter(|(chapter, _)| chapter.about.id == id)
            .flat_map(|(_, statement)| &statement.claims)
            .find(|claim| {
                claim.statement.contains(words) && Outcome::of(claim) != Outcome::Untested
            })
            .map(|claim| {
                format!(
                    "For example, {}: stated {}, here {}.",
                    claim.statement, claim.paper, claim.ours
                )
            });
        Point {
            subject: topic.subject,
            verdict: count.words(topic.basis == Basis::Exact),
            example: example.unwrap_or_default(),
            figure,
        }
    }
}

fn whole_words(count: Count) -> String {
    let Count { hold, differ, untested } = count;
    let all = hold + differ + untested;
    if all == 0 {
        return "These runs test no statement of the papers.".to_owned();
    }
    let verdict = match count {
        Count { hold: 0, differ: 0, .. } => "These runs cannot tell",
        Count { hold: 0, .. } => "No",
        Count { differ: 0, untested: 0, .. } => "Yes",
        Count { differ: 0, .. } => "Yes, as far as these runs can tell",
        Count { .. } if count.mostly_holds() => "Mostly",
        Count { .. } => "In part",
    };
    let noun = if all == 1 { "statement" } else { "distinct statements" };
    let plural =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "s" } else { "" });
    format!(
        "{verdict}. Of {all} {noun} of the papers, {}, {} at one point or more, and {untested} cannot be tested at these sizes or \
         at all.",
        plural(hold, "hold"),
        plural(differ, "differ"),
    )
}

#[cfg(test)]
mod tests {
    use super::{Count, whole_words};
    use crate::site::Site;
    use crate::site::page::tests::chapter;
    use plyscope_report::{Claim, Estimate, Remark};

    #[test]
    fn the_answer_counts_statements_in_plain_words() {
        let count = |hold, differ, untested| Count { hold, differ, untested };
        assert_eq!(count(12, 0, 0).words(true), "all 12 statements hold exactly");
        assert_eq!(
            count(11, 1, 2).words(false),
            "11 of 14 statements hold, 1 differs, 2 cannot be tested at these sizes"
        );
        assert!(whole_words(count(9, 0, 0)).starts_with("Yes. Of 9 distinct statements"));
        assert!(whole_words(count(9, 0, 1)).starts_with("Yes, as far"));
        assert!(whole_words(count(9, 2, 1)).starts_with("Mostly."));
        assert!(whole_words(count(2, 2, 0)).starts_with("In part."));
        assert!(whole_words(count(0, 0, 2)).starts_with("These runs cannot tell."));
    }

    #[test]
    fn every_difference_has_its_cause_or_says_that_none_is_known() {
        let claim = |statement: &'static str| {
            Claim::of("s", statement, "", 0).named(statement).equals(
                1.0,
                0.0,
                Some(Estimate::exact(2.0)),
            )
        };
        let mut chapter = chapter(10);
        chapter.summary.claims = vec![claim("wins"), claim("losses"), claim("nodes")];
        let remarks = [Remark::cause(&["wins"], "luck.", "more games.")];
        chapter.summary = chapter.summary.with_remarks(&remarks);
        let site = Site { chapters: vec![chapter], experiments: Vec::new() };
        let answer = site.answer();
        assert_eq!(answer.differing.len(), 2, "two of unknown cause are together");
        assert_eq!(answer.differing[1].points.len(), 2);
        let causes: Vec<String> =
            answer.differing.iter().map(|one| one.causes[0].display()).collect();
        assert_eq!(causes[0], "Likely cause: luck. What would tell: more games.");
        assert_eq!(causes[1], "No cause is known.");
        assert!(site.html().unwrap().contains("What would tell: more games."));
    }

    #[test]
    fn second_runs_of_an_experiment_are_not_counted() {
        let mut first = chapter(10);
        let claim = Claim::of("s", "wins", "", 0).equals(1.0, 0.0, Some(Estimate::exact(1.0)));
        first.summary.claims = vec![claim];
        first.key = first.about.id.to_owned();
        let mut second = chapter(10);
        second.summary.claims = first.summary.claims.clone();
        second.key = format!("{}-2", second.about.id);
        let one = Site { chapters: vec![first], experiments: Vec::new() };
        assert!(one.answer().whole.starts_with("Yes. Of 1 statement"), "{}", one.answer().whole);
        assert!(!one.answer().whole.contains("Second runs"));
        let mut both = one;
        both.chapters.push(second);
        assert!(both.answer().whole.starts_with("Yes. Of 1 statement"), "{}", both.answer().whole);
        assert!(both.answer().whole.contains("Second runs"));
    }

    #[test]
    fn topics_are_about_experiments_that_exist() {
        let ids: Vec<&str> = crate::all().iter().map(|one| one.about().id).collect();
        for topic in super::TOPICS {
            let named = [topic.figure.0, topic.example.0];
            for id in topic.experiments.iter().chain(&named) {
                assert!(ids.contains(id), "{id}");
            }
            assert!(topic.experiments.contains(&topic.example.0), "{}", topic.subject);
        }
    }

    #[test]
    fn the_first_screen_counts_the_verdicts_of_the_runs() {
        let page = |ours: f64| {
            let mut chapter = chapter(10);
            chapter.about = crate::find("korf-fig-9").unwrap().about();
            chapter.key = chapter.about.id.to_owned();
            let of = || Claim::of("s", "nodes at depth 2", "", 0);
            chapter.summary.claims = vec![of().equals(1.0, 0.0, Some(Estimate::exact(ours)))];
            Site { chapters: vec![chapter], experiments: Vec::new() }.linked_html().unwrap()
        };
        let (holds, differs) = (page(1.0), page(2.0));
        assert!(holds.contains("Yes. Of 1 statement") && holds.contains("the one statement holds"));
        assert!(holds.contains("What holds exactly") && !holds.contains("What differs"));
        assert!(differs.contains("No. Of 1 statement"));
        assert!(differs.contains("What differs, and the likely cause"));
        assert!(differs.contains("stated 1, here 2") && differs.contains("No cause is known."));
    }
}
