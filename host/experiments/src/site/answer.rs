//! The first screen of a report: whether the papers' statements hold, in a few sentences.
//!
//! The sentences' subjects are written by people (`topics`), everything else follows from the runs.

use plyscope_report::{Cause, Figure, Outcome, Statement, Uncounted, statements};

use super::topics::{Basis, OTHERS, TOPICS, Topic};
use super::{Chapter, Site};

/// The answer.
pub(super) struct Answer<'b> {
    /// One sentence about everything.
    pub(super) whole: String,
    /// What is compared, and what is shown beside the statements without being counted.
    pub(super) compared: String,
    /// What equality tests, what intervals test, and what holds only in part; each with at least one sentence. Their statements add
    /// up to all that are counted.
    pub(super) groups: Vec<Group<'b>>,
    /// The papers' statements that differ.
    pub(super) differing: Vec<Difference<'b>>,
    /// Those that depend on our reading, with what it gives and where it turns.
    pub(super) readings: Vec<(&'b Chapter, String, String)>,
}

/// Sentences under a heading.
pub(super) struct Group<'b> {
    pub(super) heading: &'static str,
    pub(super) points: Vec<Point<'b>>,
}

impl Group<'_> {
    /// The number of its statements.
    pub(super) fn count(&self) -> usize {
        self.points.iter().map(|point| point.count.all()).sum()
    }
}

/// A sentence about a subject, with its figure.
pub(super) struct Point<'b> {
    pub(super) subject: &'static str,
    /// `all 12 statements hold`.
    pub(super) verdict: String,
    /// The same as numbers.
    count: Count,
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
    read: usize,
    untested: usize,
}

impl Count {
    fn of<'s, 'c: 's>(statements: impl IntoIterator<Item = &'s Statement<'c>>) -> Self {
        let mut count = Self::default();
        for statement in statements {
            match statement.outcome() {
                Outcome::Holds => count.hold += 1,
                Outcome::Differs => count.differ += 1,
                Outcome::Reading => count.read += 1,
                Outcome::Untested => count.untested += 1,
            }
        }
        count
    }

    fn all(self) -> usize {
        self.hold + self.differ + self.read + self.untested
    }

    /// `11 of 12 statements hold, 1 differs`.
    fn words(self) -> String {
        let Self { hold, differ, read, untested } = self;
        let mut words = match (hold, self.all()) {
            (1, 1) => "the one statement holds".to_owned(),
            (hold, all) if hold == all => format!("all {all} statements hold"),
            (hold, all) => format!("{hold} of {all} statements hold"),
        };
        for (count, verb, rest) in [(differ, "differ", ""), (read, "depend", " on our reading")] {
            if count > 0 {
                let end = if count == 1 { "s" } else { "" };
                words.push_str(&format!(", {count} {verb}{end}{rest}"));
            }
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
        let papers = self.counted();
        let whole = whole_words(Count::of(papers.iter().map(|(_, statement)| statement)));
        let exact =
            "Worked examples, proofs, and trees of the papers' own seeds: equality is the test";
        let statistical = "Trees and openings that the papers do not give: intervals are the test";
        let mostly = "What holds only in part";
        let mut groups =
            [exact, statistical, mostly].map(|heading| Group { heading, points: Vec::new() });
        let is_of = |topic: &Topic, id: &str| topic.experiments.contains(&id);
        for topic in TOPICS.iter().chain([&OTHERS]) {
            let of_topic = |(chapter, _): &&(&Chapter, _)| {
                let id = chapter.about.id;
                // Experiments of other people have no topic.
                let of_none = || !TOPICS.iter().any(|topic| is_of(topic, id));
                is_of(topic, id) || (topic.experiments.is_empty() && of_none())
            };
            let statements: Vec<&(&Chapter, Statement<'_>)> =
                papers.iter().filter(of_topic).collect();
            let count = Count::of(statements.iter().map(|(_, statement)| statement));
            if count.all() == 0 {
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
        let read = papers.iter().filter(|(_, one)| one.outcome() == Outcome::Reading);
        let readings = read.flat_map(|(chapter, one)| {
            one.readings().into_iter().map(move |(what, how)| (*chapter, what, how))
        });
        Answer {
            whole,
            compared: self.compared(),
            readings: readings.collect(),
            groups: groups.into_iter().filter(|group| !group.points.is_empty()).collect(),
            differing,
        }
    }

    /// What is compared, and how many statements are shown and not counted.
    fn compared(&self) -> String {
        let mut text = "The curves of the papers' figures were not available: what is compared are the numbers and sentences of their \
                        running text, and Zhang's Table 1."
            .to_owned();
        let (mut beside, mut second) = (Uncounted::default(), 0);
        for chapter in &self.chapters {
            for one in statements(&chapter.summary.claims) {
                if chapter.is_second_run() {
                    second += usize::from(one.counts());
                } else {
                    beside.add(one.first.standing);
                }
            }
        }
        if beside.all() + second > 0 {
            let Uncounted { again, readings, ours } = beside;
            text.push_str(&format!(
                " Shown in the table and not counted: {} ({again} times the same statement again, as at equal processor time; \
                 {readings} other readings; {ours} controls and inferences of ours; {second} in second runs of an experiment, \
                 with other settings).",
                beside.all() + second
            ));
        }
        text
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
            verdict: count.words(),
            count,
            example: example.unwrap_or_default(),
            figure,
        }
    }
}

fn whole_words(count: Count) -> String {
    let Count { hold, differ, read, untested } = count;
    let all = count.all();
    if all == 0 {
        return "These runs test no statement of the papers.".to_owned();
    }
    let verdict = match count {
        Count { hold: 0, differ: 0, .. } => "These runs cannot tell",
        Count { hold: 0, .. } => "No",
        Count { differ: 0, read: 0, untested: 0, .. } => "Yes",
        Count { differ: 0, .. } => "Yes, as far as these runs can tell",
        Count { .. } if count.mostly_holds() => "Mostly",
        Count { .. } => "In part",
    };
    let noun = if all == 1 { "statement" } else { "distinct statements" };
    let plural =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "s" } else { "" });
    format!(
        "{verdict}. Of {all} {noun} of the papers, {}, {} at one point or more, {} on our reading of a word, and {untested} cannot \
         be tested at these sizes or at all.",
        plural(hold, "hold"),
        plural(differ, "differ"),
        plural(read, "depend"),
    )
}

#[cfg(test)]
mod tests {
    use super::{Count, whole_words};
    use crate::site::Site;
    use crate::site::page::tests::chapter;
    use plyscope_report::{Claim, Estimate, Remark};
    use plyscope_run::record::{Manifest, Shard};
    use serde_json::json;

    #[test]
    fn the_answer_counts_statements_in_plain_words() {
        let count = |hold, differ, untested| Count { hold, differ, read: 0, untested };
        assert_eq!(count(12, 0, 0).words(), "all 12 statements hold");
        assert_eq!(
            Count { read: 3, ..count(11, 1, 2) }.words(),
            "11 of 17 statements hold, 1 differs, 3 depend on our reading, 2 cannot be tested at these sizes"
        );
        let read = whole_words(Count { read: 1, ..count(9, 0, 0) });
        assert!(read.starts_with("Yes, as far") && read.contains("1 depends on our reading"));
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
        chapter.key = chapter.about.id.to_owned();
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
        assert!(!one.answer().compared.contains("not counted"));
        let mut both = one;
        both.chapters.push(second);
        assert!(both.answer().whole.starts_with("Yes. Of 1 statement"), "{}", both.answer().whole);
        assert!(
            both.answer().compared.contains("; 1 in second runs"),
            "{}",
            both.answer().compared
        );
    }

    #[test]
    fn what_stands_beside_the_statements_is_shown_with_its_number_and_not_counted() {
        let mut chapter = chapter(10);
        chapter.key = chapter.about.id.to_owned();
        let of = || Claim::of("s", "wins", "", 0);
        let one = Some(Estimate::exact(1.0));
        chapter.summary.claims = vec![
            of().named("wins").equals(1.0, 0.0, one),
            of().again("korf-fig-16", "wins").equals(1.0, 0.0, one),
            of().reading_of("korf-fig-16", "wins").equals(1.0, 0.0, one),
            of().reading_of("korf-fig-16", "wins").equals(1.0, 0.0, one),
            of().inferred().equals(1.0, 0.0, one),
            of().own().equals(1.0, 0.0, one),
        ];
        let site = Site { chapters: vec![chapter], experiments: Vec::new() };
        let answer = site.answer();
        assert!(answer.whole.starts_with("Yes. Of 1 statement"), "{}", answer.whole);
        let (curves, beside) = answer.compared.split_once(". ").unwrap();
        assert!(curves.contains("curves of the papers' figures were not available"), "{curves}");
        assert!(beside.contains("not counted: 4 (1 times the same statement again"), "{beside}");
        assert!(beside.contains("; 2 other readings; 1 controls and inferences"), "{beside}");
        let page = site.html().unwrap();
        assert!(page.contains("not counted: again of korf-fig-16/wins"));
    }

    #[test]
    fn what_depends_on_our_reading_is_listed_with_where_it_turns() {
        let mut chapter = chapter(10);
        chapter.key = chapter.about.id.to_owned();
        let of = Claim::of("s", "nodes saved", "", 1);
        chapter.summary.claims = vec![of.about("about", 2.0, 0.5, Some(Estimate::exact(2.3)))];
        let site = Site { chapters: vec![chapter], experiments: Vec::new() };
        let answer = site.answer();
        assert!(answer.differing.is_empty());
        assert!(answer.readings[0].2.contains("turns at 0.3"), "{}", answer.readings[0].2);
        assert!(site.html().unwrap().contains("What depends on our reading"));
    }

    #[test]
    fn the_boxes_add_up_to_the_counted_statements() {
        let chapters = crate::all().iter().map(|experiment| {
            let mut chapter = chapter(10);
            chapter.about = experiment.about();
            chapter.key = chapter.about.id.to_owned();
            let settings = experiment.settings(crate::Scale::Quick);
            let configuration = json!({ "experiment": chapter.key, "settings": settings });
            let manifest = Manifest::new(crate::KIND, configuration, None, 1, Shard::WHOLE);
            chapter.summary = experiment.summarise(&manifest, &[]).unwrap();
            chapter
        });
        let site = Site { chapters: chapters.collect(), experiments: Vec::new() };
        let counted = site.counted().len();
        assert!(counted > 100, "{counted}");
        let answer = site.answer();
        assert_eq!(answer.groups.iter().map(|group| group.count()).sum::<usize>(), counted);
        let subjects = answer.groups.iter().flat_map(|group| &group.points).map(|one| one.subject);
        assert!(
            !subjects.clone().any(|subject| subject == super::OTHERS.subject),
            "ours have topics"
        );
    }

    #[test]
    fn what_was_played_on_the_papers_seeds_does_not_stand_below_other_trees() {
        let own = [
            "korf-fig-6-7",
            "korf-fig-10",
            "korf-fig-12",
            "korf-fig-13",
            "korf-fig-14",
            "korf-fig-17",
        ];
        for topic in super::TOPICS.iter().filter(|topic| topic.basis != super::Basis::Exact) {
            assert!(!own.iter().any(|id| topic.experiments.contains(id)), "{}", topic.subject);
        }
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
        let mut all: Vec<&str> =
            super::TOPICS.iter().flat_map(|topic| topic.experiments).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "an experiment is in one topic");
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
        assert!(holds.contains("equality is the test") && !holds.contains("What differs"));
        assert!(differs.contains("No. Of 1 statement"));
        assert!(differs.contains("What differs, and the likely cause"));
        assert!(differs.contains("stated 1, here 2") && differs.contains("No cause is known."));
    }
}
