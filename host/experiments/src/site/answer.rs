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
    /// Those of them with points that cannot be tested.
    partly: usize,
    differ: usize,
    read: usize,
    untested: usize,
}

impl Count {
    fn of<'s, 'c: 's>(statements: impl IntoIterator<Item = &'s Statement<'c>>) -> Self {
        let mut count = Self::default();
        for statement in statements {
            match statement.outcome() {
                Outcome::Holds => {
                    count.hold += 1;
                    count.partly += usize::from(statement.count(Outcome::Untested) > 0);
                }
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
        let Self { hold, differ, read, untested, .. } = self;
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

    /// `12 distinct statements of the papers, 11 hold, ...`, to the end of the sentence.
    fn whole(self) -> String {
        let Self { hold, partly, differ, read, untested } = self;
        let all = self.all();
        let noun = if all == 1 { "statement" } else { "distinct statements" };
        let verb = |count: usize, word: &str| {
            format!("{count} {word}{}", if count == 1 { "s" } else { "" })
        };
        let some = match partly {
            0 => String::new(),
            partly => format!(
                " ({partly} of them only at some points: their other points cannot be tested)"
            ),
        };
        format!(
            "{all} {noun} of the papers, {}{some}, {} at one point or more, {} on our reading of a word, and {untested} cannot be tested at these \
             sizes or at all.",
            verb(hold, "hold"),
            verb(differ, "differ"),
            verb(read, "depend"),
        )
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
        let count = Count::of(papers.iter().map(|(_, statement)| statement));
        let whole = if self.is_on_open_questions() {
            format!("Of {}", count.whole())
        } else {
            whole_words(count)
        };
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
    if count.all() == 0 {
        return "These runs test no statement of the papers.".to_owned();
    }
    let verdict = match count {
        Count { hold: 0, differ: 0, .. } => "These runs cannot tell",
        Count { hold: 0, .. } => "No",
        Count { partly: 0, differ: 0, read: 0, untested: 0, .. } => "Yes",
        Count { differ: 0, .. } => "Yes, as far as these runs can tell",
        Count { .. } if count.mostly_holds() => "Mostly",
        Count { .. } => "In part",
    };
    format!("{verdict}: of {}", count.whole())
}

#[cfg(test)]
mod tests;
