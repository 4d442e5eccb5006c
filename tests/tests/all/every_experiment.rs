//! Properties of every experiment: its settings, its claims, its recorded time, its place in a report.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use plyscope::experiment::{
    Experiment, ExperimentError, KIND, Scale, SettingsError, all, find, recorded_seconds,
};
use plyscope::record::{Manifest, Run, Shard};
use plyscope::report::{Claim, Origin, Place, statements};
use plyscope::site::{Site, setting_text};
use serde_json::{Map, Value, json};

#[test]
fn every_experiment_has_a_recorded_time_and_nothing_else_has() {
    let ids: BTreeSet<&str> = all().iter().map(|experiment| experiment.about().id).collect();
    for scale in [Scale::Quick, Scale::Default] {
        let lacking: Vec<&str> = ids
            .iter()
            .copied()
            .filter(|id| !recorded_seconds(id, scale).is_some_and(|time| time > 0.0))
            .collect();
        assert!(lacking.is_empty(), "host/experiments/times/make at scale {scale}: {lacking:?}");
        let times = concat!(env!("CARGO_MANIFEST_DIR"), "/../host/experiments/times");
        let recorded = fs::read_to_string(Path::new(times).join(format!("{scale}.csv"))).unwrap();
        let recorded = recorded.lines().filter(|line| !line.starts_with('#'));
        let recorded: BTreeSet<&str> =
            recorded.map(|line| line.split_once(',').unwrap().0).collect();
        assert_eq!(recorded, ids, "{scale}");
    }
    assert_eq!(recorded_seconds("no-such-figure", Scale::Quick), None);
}

#[test]
fn the_settings_of_any_experiment_written_as_text_are_these_settings_again() {
    for experiment in all() {
        let id = experiment.about().id;
        for scale in Scale::ALL {
            let mut settings = experiment.settings(scale);
            // The papers' small trees have none.
            let seeded = settings.contains_key("seed");
            if seeded {
                settings.insert("seed".to_owned(), 77.into());
            }
            for from in Scale::ALL {
                let standard = experiment.settings(from);
                let changed =
                    settings.iter().filter(|(name, value)| standard.get(*name) != Some(*value));
                let changes: Vec<(String, String)> =
                    changed.map(|(name, value)| (name.clone(), setting_text(value))).collect();
                let again = experiment.changed_settings(from, &changes).unwrap();
                assert_eq!(again, settings, "{id}");
                assert_eq!(changes.contains(&("seed".to_owned(), "77".to_owned())), seeded, "{id}");
            }
        }
    }
}

#[test]
fn no_experiment_takes_0_for_a_number_of_trees_or_openings() {
    for experiment in all() {
        let id = experiment.about().id;
        let map = experiment.settings(Scale::Quick);
        let Some(seeds) = map.get("seeds") else { continue };
        let counts = seeds.as_array().map_or(1, Vec::len);
        // A 0 at each place of a list, and alone.
        for zero in 0..counts {
            let text: Vec<&str> = (0..counts).map(|n| if n == zero { "0" } else { "2" }).collect();
            let change = ("seeds".to_owned(), text.join(","));
            let error = experiment.changed_settings(Scale::Quick, &[change]).unwrap_err();
            let ExperimentError::Settings { cause: SettingsError::Refused(reason), .. } = error
            else {
                panic!("{id}: {error}");
            };
            assert!(reason.contains("at least 1"), "{id}: {reason}");
        }
    }
}

/// The claims of a run without rows.
fn claims(experiment: &dyn Experiment, settings: &Map<String, Value>) -> Vec<Claim> {
    let configuration = json!({ "experiment": experiment.about().id, "settings": settings });
    let manifest = Manifest::new(KIND, configuration, None, 1, Shard::WHOLE);
    experiment.summarise(&manifest, &[]).unwrap().claims
}

#[test]
fn what_is_said_again_or_read_otherwise_points_at_a_counted_statement() {
    let (mut counted, mut pointed) = (BTreeSet::new(), BTreeSet::new());
    for experiment in all() {
        let id = experiment.about().id;
        for claim in claims(*experiment, &experiment.settings(Scale::Quick)) {
            if claim.counts() {
                counted.extend(claim.key.map(|key| Place::new(id, key)));
            }
            pointed.extend(claim.standing.place());
            let beside = claim.standing.place().is_some();
            assert!(!beside || claim.origin != Origin::Independent, "{id}: {claim:?}");
        }
    }
    assert!(pointed.len() > 20, "{pointed:?}");
    let lost: Vec<_> = pointed.difference(&counted).collect();
    assert!(lost.is_empty(), "no counted statement has these keys: {lost:?}");
}

#[test]
fn twins_at_equal_time_are_not_counted_again() {
    for id in ["korf-fig-16-time", "zhang-fig-3b-time", "lineage-switches-time"] {
        let experiment = find(id).unwrap();
        for claim in claims(experiment, &experiment.settings(Scale::Quick)) {
            assert!(!claim.counts(), "{id}: {claim:?}");
        }
    }
}

#[test]
fn a_run_with_other_settings_has_no_rows_of_what_it_did_not_measure() {
    let experiment = find("zhang-table-1").unwrap();
    let usual = claims(experiment, &experiment.settings(Scale::Quick));
    let missing = usual.iter().filter(|claim| claim.ours == "not measured").count();
    assert!(missing > 60, "of a scale they are there");
    let change = [("depth".to_owned(), "4".to_owned())];
    let other = experiment.changed_settings(Scale::Quick, &change).unwrap();
    for claim in claims(experiment, &other) {
        assert_ne!(claim.ours, "not measured", "{claim:?}");
    }
}

#[test]
fn claims_say_whether_they_are_the_papers_an_independent_measurements_or_ours() {
    let open = ["fe-two-sided", "rbfms-cache", "fe-against-bfm", "fe-online-othello"];
    let mut seen = [false; 3];
    for experiment in all() {
        let id = experiment.about().id;
        // A claim's text and origin do not depend on the rows.
        for claim in claims(*experiment, &experiment.settings(Scale::Quick)) {
            let independent = claim.source.starts_with("independent measurement");
            assert_eq!(claim.origin == Origin::Independent, independent, "{id}: {claim:?}");
            if open.iter().any(|open| id.starts_with(open)) {
                assert_eq!(claim.origin, Origin::Own, "{id}: {claim:?}");
            }
            seen[claim.origin as usize] = true;
        }
    }
    assert_eq!(seen, [true; 3]);
}

/// A directory for runs of one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn the_boxes_add_up_to_the_counted_statements() {
    let directory = directory("every-experiment");
    let runs = all().iter().map(|experiment| {
        let id = experiment.about().id;
        let settings = experiment.settings(Scale::Quick);
        let configuration = json!({ "experiment": id, "settings": settings });
        let manifest = Manifest::new(KIND, configuration, None, 1, Shard::WHOLE);
        Run::create(&directory.join(id), manifest).unwrap().path().to_owned()
    });
    let runs: Vec<PathBuf> = runs.collect();
    let site = Site::read(&runs).unwrap();
    assert_eq!(site.chapters.len(), all().len());
    let claims = |chapter: usize| statements(&site.chapters[chapter].summary.claims).into_iter();
    let all = (0..site.chapters.len()).flat_map(claims);
    let counted = all.filter(|one| one.origin() == Origin::Paper && one.counts()).count();
    assert!(counted > 100, "{counted}");
    let page = site.linked_html().unwrap();
    // Each box has its number in its heading.
    let (above, _) = page.rsplit_once("<ul class=\"points\">").unwrap();
    let headings = above.split("<ul class=\"points\">").map(|text| text.trim_end());
    let number = |text: &str| -> usize {
        let heading = text.strip_suffix(")</h3>").and_then(|text| text.rsplit_once('(')).unwrap();
        heading.1.parse().unwrap()
    };
    assert_eq!(headings.map(number).sum::<usize>(), counted);
    assert!(!page.contains("Other statements"), "ours have topics");
}
