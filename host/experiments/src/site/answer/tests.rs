//! The first screen counts, and says where what it shows comes from.

use super::{Count, whole_words};
use crate::site::Site;
use crate::site::page::tests::{ABOUTS, chapter};
use crate::times::is_experiment;
use plyscope_report::{Claim, Estimate, Remark};

#[test]
fn the_answer_counts_statements_in_plain_words() {
    let count = |hold, differ, untested| Count { hold, differ, untested, ..Count::default() };
    assert_eq!(count(12, 0, 0).words(), "all 12 statements hold");
    assert_eq!(
        Count { read: 3, ..count(11, 1, 2) }.words(),
        "11 of 17 statements hold, 1 differs, 3 depend on our reading, 2 cannot be tested at these sizes"
    );
    let read = whole_words(Count { read: 1, ..count(9, 0, 0) });
    assert!(read.starts_with("Yes, as far") && read.contains("1 depends on our reading"));
    assert!(whole_words(count(9, 0, 0)).starts_with("Yes: of 9 distinct statements"));
    assert!(whole_words(count(9, 0, 1)).starts_with("Yes, as far"));
    let partly = whole_words(Count { partly: 2, ..count(9, 0, 0) });
    assert!(
        partly.contains(
            "9 hold (2 of them only at some points: their other points cannot be tested)"
        )
    );
    assert!(whole_words(count(9, 2, 1)).starts_with("Mostly:"));
    assert!(whole_words(count(2, 2, 0)).starts_with("In part:"));
    assert!(whole_words(count(0, 0, 2)).starts_with("These runs cannot tell:"));
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
    let causes: Vec<String> = answer.differing.iter().map(|one| one.causes[0].display()).collect();
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
    assert!(one.answer().whole.starts_with("Yes: of 1 statement"), "{}", one.answer().whole);
    assert!(!one.answer().compared.contains("not counted"));
    let mut both = one;
    both.chapters.push(second);
    assert!(both.answer().whole.starts_with("Yes: of 1 statement"), "{}", both.answer().whole);
    assert!(both.answer().compared.contains("; 1 in second runs"), "{}", both.answer().compared);
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
    assert!(answer.whole.starts_with("Yes: of 1 statement"), "{}", answer.whole);
    // The first sentence counts; the second says what is compared.
    assert_eq!(answer.whole.matches('.').count(), 1, "{}", answer.whole);
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
fn what_is_in_no_topic_is_among_other_statements() {
    let page = |about: usize| {
        let mut chapter = chapter(10);
        chapter.about = &ABOUTS[about];
        chapter.key = chapter.about.id.to_owned();
        chapter.summary.claims = vec![Claim::of("s", "wins", "", 0).equals(1.0, 0.0, None)];
        Site { chapters: vec![chapter], experiments: Vec::new() }.linked_html().unwrap()
    };
    assert_eq!(
        [0, 1, 2].map(|about| page(about).contains("Other statements: <strong>0 of 1 ")),
        [false, false, true]
    );
}

#[test]
fn what_was_played_on_the_papers_seeds_does_not_stand_below_other_trees() {
    let own =
        ["korf-fig-6-7", "korf-fig-10", "korf-fig-12", "korf-fig-13", "korf-fig-14", "korf-fig-17"];
    for topic in super::TOPICS.iter().filter(|topic| topic.basis != super::Basis::Exact) {
        assert!(!own.iter().any(|id| topic.experiments.contains(id)), "{}", topic.subject);
    }
}

#[test]
fn topics_are_about_experiments_that_exist() {
    for topic in super::TOPICS {
        let named = [topic.figure.0, topic.example.0];
        for id in topic.experiments.iter().chain(&named) {
            assert!(is_experiment(id), "{id}");
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
        chapter.about = &ABOUTS[1];
        chapter.key = chapter.about.id.to_owned();
        let of = || Claim::of("s", "nodes at depth 2", "", 0);
        chapter.summary.claims = vec![of().equals(1.0, 0.0, Some(Estimate::exact(ours)))];
        Site { chapters: vec![chapter], experiments: Vec::new() }.linked_html().unwrap()
    };
    let (holds, differs) = (page(1.0), page(2.0));
    assert!(holds.contains("Yes: of 1 statement") && holds.contains("the one statement holds"));
    assert!(holds.contains("equality is the test") && !holds.contains("What differs"));
    assert!(differs.contains("No: of 1 statement"));
    assert!(differs.contains("What differs, and the likely cause"));
    assert!(differs.contains("stated 1, here 2") && differs.contains("No cause is known."));
}
