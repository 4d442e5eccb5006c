//! Which first screen a report has, and what that on open questions says of both halves.

use plyscope_report::{Claim, Estimate};

use crate::keys::FirstSeed;
use crate::site::page::tests::chapter;
use crate::site::{Chapter, Setting, Site};
use crate::{About, settings};

settings! {
    struct Settings {
        seed: FirstSeed,
    }
}

static ABOUT: About =
    About { id: "a", title: "A question", source: "open", what: "", settings: Settings::KEYS };

fn own(statement: &str, ours: Option<f64>) -> Claim {
    Claim::of("", statement, "", 0).own().equals(1.0, 0.0, ours.map(Estimate::exact))
}

fn stated(statement: &str, ours: f64) -> Claim {
    Claim::of("Korf", statement, "", 0).equals(1.0, 0.0, Some(Estimate::exact(ours)))
}

/// A run; 0 is another value than expected.
fn run(key: &str, settings: &[(&str, &str)], claims: Vec<Claim>) -> Chapter {
    let mut run = chapter(10);
    (run.key, run.about) = (key.to_owned(), &ABOUT);
    let setting = |&(name, value): &(&str, &str)| Setting {
        name: name.to_owned(),
        value: value.to_owned(),
        meaning: "",
    };
    run.settings = settings.iter().map(setting).collect();
    run.summary.claims = claims;
    run
}

fn site(chapters: Vec<Chapter>) -> Site {
    Site { chapters, experiments: Vec::new() }
}

fn contents(site: &Site) -> String {
    let files = site.files().unwrap();
    let (_, text) = files.iter().find(|(name, _)| name.ends_with("README.md")).unwrap();
    String::from_utf8(text.clone()).unwrap()
}

#[test]
fn a_report_is_on_open_questions_if_most_claims_are_expectations() {
    let of = |claims| site(vec![run("a", &[], claims)]);
    let beside = Claim::of("", "beside", "", 0);
    let control = || beside.clone().own().inferred().equals(1.0, 0.0, None);
    let papers = [
        Vec::new(),
        vec![stated("s", 1.0)],
        vec![stated("s", 1.0), own("1", None)],
        vec![stated("s", 1.0), own("1", None), control(), control()],
        vec![own("1", None), beside.clone().independent().equals(1.0, 0.0, None)],
    ];
    for claims in papers {
        let site = of(claims);
        assert!(site.open().is_none());
        for text in [contents(&site), site.linked_html().unwrap()] {
            assert!(text.contains("Did it reproduce?") && !text.contains("These runs test 1"));
        }
    }
    let mixed = of(vec![stated("s", 0.0), own("1", Some(1.0)), own("2", None)]);
    let lead = "These runs test 2 expectations of our own on questions left open by the papers: \
                1 holds, 0 differ, 1 cannot be tested.";
    let heading = "What do these runs show?";
    for text in [contents(&mixed), mixed.html().unwrap()] {
        assert!(!text.contains("Did it reproduce?") && !text.contains("No: of 1"), "{text}");
        let place = |words: &str| text.rfind(words).unwrap_or_else(|| panic!("{words}: {text}"));
        // A page begins with links to its sections.
        let places = [heading, lead, "Of 1 statement of the papers, 0 hold, 1 differs"].map(place);
        assert!(places.is_sorted(), "{places:?}");
        assert!(!text.contains("halves") && !text.contains("sample.md"), "{text}");
    }
    for text in [contents(&of(vec![own("1", None)])), of(vec![own("1", None)]).html().unwrap()] {
        assert!(text.contains(heading) && !text.contains("statements of the papers"), "{text}");
        assert!(!text.contains("The papers' statements"), "{text}");
    }
}

#[test]
fn claims_of_two_runs_that_differ_in_their_half_alone_are_compared() {
    let claims = |values: [Option<f64>; 6], thesis| {
        let claims = (1..).zip(values).map(|(number, ours)| own(&format!("claim {number}"), ours));
        claims.chain([stated("thesis", thesis)]).collect::<Vec<_>>()
    };
    let (yes, no) = (Some(1.0), Some(0.0));
    let first = claims([None, yes, no, yes, None, yes], 0.0);
    let mut second = claims([None, None, yes, yes, no, yes], 0.0);
    second.reverse();
    let runs = || {
        vec![
            run("a", &[("seed", "1")], first.clone()),
            run("a-2", &[("half", "second"), ("seed", "1")], second.clone()),
            run("a-3", &[("half", "second"), ("seed", "2")], vec![own("alone", yes)]),
            run("a-4", &[("seed", "3")], vec![stated("not ours", 1.0)]),
            run("a-5", &[("seed", "4")], Vec::new()),
            run("a-6", &[("half", "second"), ("seed", "4")], Vec::new()),
        ]
    };
    let site = site(runs());
    let labels = site.chapters.iter().take(4).map(Chapter::label);
    let said = ["open", "open (run 2, second half)", "open (run 3, second half)", "open (run 4)"];
    assert_eq!(labels.collect::<Vec<_>>(), said);
    let open = site.open().unwrap();
    assert_eq!((open.heading(), open.pairs.len()), ("What holds in both halves?", 1));
    let words = "2 hold in both halves, 1 differs in both, 1 holds in one half and differs in the other, \
                 2 are decided in one half only, 1 is decided in neither";
    assert_eq!(open.pairs[0].words, words);
    let all = format!("Of 7 claims (6 of ours, 1 of the papers), {words}.");
    assert!(open.halves.contains(&all), "{}", open.halves);
    assert!(open.halves.ends_with("so without findings: a-3."), "{}", open.halves);
    let rows = open.pairs[0].rows.iter();
    let rows: Vec<_> =
        rows.map(|row| (row.claim.statement.as_str(), row.verdict.as_str(), row.class)).collect();
    let expected = [
        ("claim 4", "holds in both", "holds"),
        ("claim 6", "holds in both", "holds"),
        ("thesis", "differs in both", "differs"),
        ("claim 3", "differs in the first, holds in the second", "reading"),
        ("claim 2", "holds in the first only", "holds"),
        ("claim 5", "differs in the second only", "differs"),
    ];
    assert_eq!(rows, expected);
    let text = contents(&site);
    assert!(text.contains("| differs in both | thesis (Korf) | 1 | 0 | 0 |"), "{text}");
    assert!(text.contains("[a](a/README.md), [a-2](a-2/README.md): 2 hold"), "{text}");
    let page = site.html().unwrap();
    assert!(page.contains("<span class=\"verdict differs\">differs in both</span>"));

    // The same half twice, and other settings.
    let mut others = runs();
    others.swap_remove(1);
    assert!(
        super::Site { chapters: others, experiments: Vec::new() }.open().unwrap().pairs.is_empty()
    );
}
