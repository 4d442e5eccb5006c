//! Zhang 1996, Fig. 3(a): forward estimation against alpha-beta on random trees.

mod claims;

use plyscope_core::random_tree::{Branching, EdgeCosts};
use plyscope_core::search::forward_estimation::Placement;
use plyscope_players::domain::RandomTreeDomain;
use plyscope_players::engine::options::{Fe, FeSaved};
use plyscope_players::engine::{Algorithm, Bounds, Engine};
use plyscope_report::Summary;

use crate::keys::{SeedWithoutHalves, Seeds};
use crate::kit::increments::Increments;
use crate::kit::ladder_report::{Names, depths, less_and_more, table, tournaments};
use crate::kit::ladders::{Climbed, Curve, Ladders};
use crate::kit::placements::{Placements, note};
use crate::kit::printed::{Data, independent};
use crate::kit::tree_ladders::curve;
use crate::{About, ExperimentError, Scale};
use claims::{claims, claims_on_mean_10, claims_on_sets};

const SOURCE: &str = "Zhang 1996, section 5.1, Fig. 3(a)";
const PRINTED: Data = independent!("fig_3a.csv");
const SETS: Data = independent!("fig_3a_sets.csv");
const NAMES: Names = Names { reference: "alpha-beta", challenger: "forward estimation" };

/// The labels of curves with an alpha-beta that keeps its tree, where both keep theirs, and where forward estimation keeps what it
/// learned, too.
const SAVED: &str = ", AB's tree saved";
const BOTH: &str = ", both trees saved";
const LEARNED: &str = ", both trees and learned bounds saved";

/// The curves on trees of mean branching 10, and their delta.
const MEAN_10: [(&str, f64); 2] =
    [("FE-0.5, mean 10, both trees saved", 0.5), ("FE-1.0, mean 10, both trees saved", 1.0)];

/// Trees in a set.
const SET: u32 = 100;

pub(super) struct Figure3a;

crate::settings! {
    pub(super) struct Settings {
        seed: SeedWithoutHalves,
        /// number of trees, each of which is played twice
        seeds: Seeds,
        /// greatest depth of alpha-beta
        depth: u32,
        /// factors on the bounds, one curve for each
        delta: Vec<f64>,
        /// whether to add curves against an alpha-beta that keeps its tree from move to move, and between players who both keep
        /// theirs, with bounds learned anew in each search or kept
        saved: bool,
        /// sets of 100 trees, from seed 0 and then from seeds 1, 101, 201, … on, for the reading of one program: on the first to all depths, on
        /// the others at depth 4
        #[serde(default)]
        sets: u32,
        /// greatest depth of alpha-beta on trees of mean branching 10, both trees saved; 0 for none
        #[serde(default)]
        mean_10: u32,
        placement: Placements,
    }
}

impl Ladders for Figure3a {
    type Domain = RandomTreeDomain;
    type Settings = Settings;

    fn about(&self) -> &About {
        &About {
            id: "zhang-fig-3a",
            title: "Forward estimation against alpha-beta on random trees",
            source: SOURCE,
            what: "Tournaments of 100 pairs of games on random trees of 1 to 9 children (the root 5), 100 moves deep, \
                edge costs from -16383 to 16384. Bounds are learned on line and scaled by delta. Both begin at depth \
                1; the player that generated fewer nodes in the last tournament searches one ply deeper in the next. \
                For each depth of alpha-beta, the figures show forward estimation's deepest search with fewer nodes \
                (LESS) and its shallowest with more (MORE). The paper prints no seeds and does not say whether \
                the players keep their trees from move to move: neither, alpha-beta alone and both are shown. Zhang thanks \
                Korf for 'his game-playing code on random trees' (ISI/RR-95-429, acknowledgements), and the players of Korf & \
                Chickering keep their trees (section 8.1). If both keep theirs, the program of Table 1 (placement table1, \
                bounds learned anew in each search) fits this figure, too: one program explains both. This reading was found \
                after the fact. At alpha-beta's depth 4 the work is just below equal, so that reading is played on ten sets \
                of trees. Other placements and bounds kept with the tree are shown beside it; literal is what the paper \
                prints. Claims without a placement are on table1. The paper's trees had 'different mean' branching factors, of which \
                it shows 5; by the same reading, mean 10 (the root 10) is played, too.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: 100,
            depth: scale.pick(6, 9, 10),
            delta: vec![0.5, 1.0],
            saved: true,
            sets: scale.pick(1, 10, 10),
            mean_10: scale.pick(4, 6, 6),
            placement: Placements::at(scale),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !settings.delta.iter().all(|&delta| delta > 0.0 && delta <= 1.0) {
            return Err("give delta above 0 and at most 1".to_owned());
        }
        if settings.seeds == 0 || !(1..=100).contains(&settings.depth) || settings.mean_10 > 100 {
            return Err("give depths from 1 to 100 and at least one of seeds".to_owned());
        }
        if settings.sets > 1000 {
            return Err("give at most 1000 sets".to_owned());
        }
        Ok(())
    }

    fn curves(
        &self,
        settings: &Settings,
        _: &Increments,
    ) -> Result<Vec<Curve<RandomTreeDomain>>, ExperimentError> {
        let trees = (Branching::ZHANG, EdgeCosts::Zhang);
        let players = ["", SAVED, BOTH, LEARNED];
        let players = players.into_iter().take(if settings.saved { 4 } else { 1 });
        let Settings { seed, seeds, depth, sets, .. } = *settings;
        let mut curves = Vec::new();
        for saved in players {
            let only_table1 = saved == LEARNED;
            let of_figure = |&one: &Placement| !only_table1 || one == Placement::Table1;
            for placement in settings.placement.iter().filter(of_figure) {
                for &delta in &settings.delta {
                    let label = format!("FE-{delta:.1}{}{saved}", note(placement));
                    let engines = engines(saved, placement, delta);
                    curves.push(curve(label, trees, engines, 1..=depth, seed, seeds));
                }
            }
        }
        for set in 0..sets {
            // On the first set to all depths, on the others where the work is just below equal.
            let depths = if set == 0 { 1..=depth } else { 4..=4 };
            let engines = engines(BOTH, Placement::Table1, 0.5);
            curves.push(curve(set_label(set), trees, engines, depths, first_of(set), SET));
        }
        if settings.mean_10 > 0 {
            let trees = (Branching::random(19)?.with_root(10)?, EdgeCosts::Zhang);
            for (label, delta) in MEAN_10 {
                let engines = engines(BOTH, Placement::Table1, delta);
                curves.push(curve(
                    label.to_owned(),
                    trees,
                    engines,
                    1..=settings.mean_10,
                    seed,
                    seeds,
                ));
            }
        }
        Ok(curves)
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        // The curves of sets come after those of the figure, and those of another mean last.
        let place = |label: &str| climbed.iter().position(|curve| curve.label == label);
        let mean_10 = place(MEAN_10[0].0).unwrap_or(climbed.len());
        let sets = place(&set_label(0)).unwrap_or(mean_10);
        let (climbed, rest) = climbed.split_at(sets);
        let (sets, mean_10) = rest.split_at(mean_10 - sets);
        let trees = format!("{} random trees", settings.seeds);
        // A figure for each placement and for what is saved.
        let mut figures = Vec::new();
        for (saved, ending, what) in [
            ("", "", ""),
            (SAVED, "-saved", " with a saved tree"),
            (BOTH, "-both-saved", ", both with saved trees"),
            (LEARNED, "-both-and-bounds-saved", ", both with saved trees, bounds kept"),
        ] {
            for placement in settings.placement.iter() {
                let end = format!("{}{saved}", note(placement));
                let of_placement = |curve: &&Climbed| {
                    let name = curve.label.find(',').map_or("", |comma| &curve.label[comma..]);
                    name == end
                };
                let curves: Vec<&Climbed> = climbed.iter().filter(of_placement).collect();
                if curves.is_empty() {
                    continue;
                }
                let title = format!(
                    "Forward estimation{} against alpha-beta{what}: {trees} (Fig. 3a)",
                    note(placement)
                );
                let name = format!("zhang-fig-3a{}{ending}", note(placement).replace(", ", "-"));
                figures.push(less_and_more(&name, title, NAMES, &curves, Vec::new()));
            }
        }
        let title = format!("Depths at equal nodes: {trees} (Fig. 3a)");
        figures.push(depths("zhang-fig-3a-depths", title, NAMES, climbed, Vec::new()));
        let mut tables = vec![
            table(format!("Forward estimation against alpha-beta on {trees}"), NAMES, climbed),
            tournaments(NAMES, climbed),
        ];
        if !sets.is_empty() {
            let title = format!(
                "FE-0.5 against alpha-beta, both trees saved, on sets of {SET} random trees"
            );
            tables.push(table(title, NAMES, sets));
        }
        if !mean_10.is_empty() {
            let title = format!("The same on {trees} of mean branching 10, both trees saved");
            tables.push(table(title, NAMES, mean_10));
        }
        let mut claims = claims(settings, climbed);
        claims.extend(claims_on_sets(sets));
        claims.extend(claims_on_mean_10(mean_10, settings.mean_10));
        Summary { tables, figures, claims }
    }
}

/// Alpha-beta and forward estimation, with the trees and bounds saved that the label names.
fn engines(saved: &str, placement: Placement, delta: f64) -> [Engine; 2] {
    let bounds = Some(Bounds::Learned);
    let alone = Engine::of(Fe { bounds: bounds.clone(), delta, placement, ..Fe::default() });
    let keep_learned = saved == LEARNED;
    let kept = FeSaved { bounds, delta, placement, keep_learned, ..FeSaved::default() };
    match saved {
        "" => [Engine::new(Algorithm::AlphaBeta), alone],
        SAVED => [Engine::new(Algorithm::AbSaved), alone],
        _ => [Engine::new(Algorithm::AbSaved), Engine::of(kept)],
    }
}

/// The seed of the first tree of a set. The first set is that of Korf & Chickering's tournaments, from seed 0 on; the others follow each
/// other from seed 1 on, like the trees of this figure, so that the second has all but one of the first's.
fn first_of(set: u32) -> u32 {
    set.checked_sub(1).map_or(0, |after| after * SET + 1)
}

/// The label of the curve on a set of trees.
fn set_label(set: u32) -> String {
    let first = first_of(set);
    format!("trees {first} to {}: FE-0.5{BOTH}", first + SET - 1)
}
