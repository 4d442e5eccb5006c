//! Properties of every experiment.

use std::collections::BTreeSet;

use plyscope_report::{Claim, Origin, Place};
use plyscope_run::record::{Manifest, Shard};
use serde_json::{Map, Value, json};

use crate::{Experiment, ExperimentError, KIND, Scale, SettingsError, all};

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
        let experiment = crate::find(id).unwrap();
        for claim in claims(experiment, &experiment.settings(Scale::Quick)) {
            assert!(!claim.counts(), "{id}: {claim:?}");
        }
    }
}

#[test]
fn a_run_with_other_settings_has_no_rows_of_what_it_did_not_measure() {
    let experiment = crate::find("zhang-table-1").unwrap();
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
