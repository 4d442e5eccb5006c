//! Properties of every experiment.

use plyscope_report::Origin;
use plyscope_run::record::{Manifest, Shard};
use serde_json::{Value, json};

use crate::{ExperimentError, KIND, Scale, SettingsError, all};

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

#[test]
fn claims_say_whether_they_are_the_papers_an_independent_measurements_or_ours() {
    let open = ["fe-two-sided", "rbfms-cache", "fe-against-bfm", "fe-online-othello"];
    let mut seen = [false; 3];
    for experiment in all() {
        let id = experiment.about().id;
        let settings = Value::Object(experiment.settings(Scale::Quick));
        let configuration = json!({ "experiment": id, "settings": settings });
        let manifest = Manifest::new(KIND, configuration, None, 1, Shard::WHOLE);
        // A claim's text and origin do not depend on the rows.
        for claim in experiment.summarise(&manifest, &[]).unwrap().claims {
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
