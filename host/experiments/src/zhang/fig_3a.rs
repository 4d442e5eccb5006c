//! Zhang 1996, Fig. 3(a): forward estimation against alpha-beta on random trees.

use plyscope_core::random_tree::{Branching, EdgeCosts};
use plyscope_core::search::forward_estimation::Placement;
use plyscope_players::domain::RandomTreeDomain;
use plyscope_players::engine::options::{Fe, FeSaved};
use plyscope_players::engine::{Algorithm, Bounds, Engine};
use plyscope_report::{Case, Claim, Estimate, Meaning, Summary};

use crate::keys::{FirstSeed, Seeds};
use crate::kit::increments::Increments;
use crate::kit::independent::{SAME_TREES, derived};
use crate::kit::ladder_report::{
    Names, Side, cases, depths, independent, less_and_more, printed_curve, table, tournaments,
};
use crate::kit::ladders::{Climbed, Curve, Ladders, Played, Step};
use crate::kit::placements::{Placements, note};
use crate::kit::printed::{Data, Number, groups, independent};
use crate::kit::tree_ladders::curve;
use crate::{About, ExperimentError, Scale};

const SOURCE: &str = "Zhang 1996, section 5.1, Fig. 3(a)";
const PRINTED: Data = independent!("fig_3a.csv");
const NAMES: Names = Names { reference: "alpha-beta", challenger: "forward estimation" };

/// The source of statements on other placements.
const AFTER: &str =
    "Zhang 1996, Fig. 3(a), by a placement that was chosen after the fact among four";

/// The labels of curves with an alpha-beta that keeps its tree, and where both do.
const SAVED: &str = ", AB's tree saved";
const BOTH: &str = ", both trees saved";

pub(super) struct Figure3a;

crate::settings! {
    pub(super) struct Settings {
        seed: FirstSeed,
        /// number of trees, each of which is played twice
        seeds: Seeds,
        /// greatest depth of alpha-beta
        depth: u32,
        /// factors on the bounds, one curve for each
        delta: Vec<f64>,
        /// whether to add curves against an alpha-beta that keeps its tree from move to move, and between players who both keep
        /// theirs
        saved: bool,
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
                the players keep their trees from move to move: neither, alpha-beta alone and both are shown. Where the \
                tests of forward estimation stand was chosen after the fact, among four placements: table1 is the only \
                one that fits Table 1, and per-child is the nearest to this figure, though at alpha-beta's depth 4 its \
                work is within half a per cent of equal. literal is what the paper prints. Claims without a placement are \
                on table1.",
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
            placement: Placements::at(scale),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !settings.delta.iter().all(|&delta| delta > 0.0 && delta <= 1.0) {
            return Err("give delta above 0 and at most 1".to_owned());
        }
        if settings.seeds == 0 || !(1..=100).contains(&settings.depth) {
            return Err("give depth from 1 to 100 and at least one of seeds".to_owned());
        }
        Ok(())
    }

    fn curves(
        &self,
        settings: &Settings,
        _: &Increments,
    ) -> Result<Vec<Curve<RandomTreeDomain>>, ExperimentError> {
        let trees = (Branching::ZHANG, EdgeCosts::Zhang);
        let players =
            [(Algorithm::AlphaBeta, ""), (Algorithm::AbSaved, SAVED), (Algorithm::AbSaved, BOTH)];
        let players = players.into_iter().take(if settings.saved { 3 } else { 1 });
        let Settings { seed, seeds, depth, .. } = *settings;
        let mut curves = Vec::new();
        for (algorithm, saved) in players {
            for placement in settings.placement.iter() {
                for &delta in &settings.delta {
                    let bounds = Some(Bounds::Learned);
                    let challenger = if saved == BOTH {
                        Engine::of(FeSaved { bounds, delta, placement, ..FeSaved::default() })
                    } else {
                        Engine::of(Fe { bounds, delta, placement, ..Fe::default() })
                    };
                    let engines = [Engine::new(algorithm), challenger];
                    let label = format!("FE-{delta:.1}{}{saved}", note(placement));
                    curves.push(curve(label, trees, engines, 1..=depth, seed, seeds));
                }
            }
        }
        Ok(curves)
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        let trees = format!("{} random trees", settings.seeds);
        // A figure for each placement and for what is saved.
        let mut figures = Vec::new();
        for (saved, ending, what) in [
            ("", "", ""),
            (SAVED, "-saved", " with a saved tree"),
            (BOTH, "-both-saved", ", both with saved trees"),
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
        Summary {
            tables: vec![
                table(format!("Forward estimation against alpha-beta on {trees}"), NAMES, climbed),
                tournaments(NAMES, climbed),
            ],
            figures,
            claims: claims(settings, climbed),
        }
    }
}

/// Whether forward estimation searches exactly one ply deeper with more nodes, and no deeper than alpha-beta with
/// fewer.
fn one_deeper_with_more(step: &Step) -> bool {
    let depth = |played: &Option<Played>| played.as_ref().map(|p| p.rung.challenger_depth);
    depth(&step.more) == Some(step.depth + 1) && depth(&step.less).is_none_or(|d| d <= step.depth)
}

fn claims(settings: &Settings, climbed: &[Climbed]) -> Vec<Claim> {
    let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
    let find = |label: &str| climbed.iter().find(|curve| curve.label == label);
    let (half, one, saved) = (find("FE-0.5"), find("FE-1.0"), find("FE-0.5, AB's tree saved"));
    let last = settings.depth;
    let none = || Case::NotMeasured;
    let less =
        |step: &Step| step.less.as_ref().map(|played| (played.rung.challenger_depth, played.wins));
    let deeper = |step: &Step| less(step).is_some_and(|(depth, _)| depth > step.depth);
    let name = |step: &Step| format!("alpha-beta {}", step.depth);
    // One ply deeper with less work, which is told: 0.995 and 1.005 are nearly the same.
    let one_deeper = |curve: Option<&Climbed>| {
        cases(curve, 4..=last.max(4), |step| {
            let mut played = [&step.less, &step.more].into_iter().flatten();
            let one = played.rfind(|played| played.rung.challenger_depth == step.depth + 1);
            let work = one.map_or(String::new(), |one| format!(": work {:.3}", one.ratio));
            Some((format!("{}{work}", name(step)), deeper(step).into()))
        })
    };
    let mut claims = vec![
        of("FE-0.5 searches no deeper than alpha-beta with fewer nodes up to alpha-beta's depth 3")
            .named("no-deeper")
            .in_all(
                "depths 1 to 3",
                cases(half, 1..=3, |step| Some((name(step), (!deeper(step)).into()))),
            ),
        of("FE-0.5 searches one ply deeper with fewer nodes beyond alpha-beta's depth 3")
            .named("one-ply-deeper")
            .in_all("depths from 4 on", one_deeper(half)),
        of("the same against alpha-beta that keeps its tree")
            .named("alpha-beta-keeps")
            .reading_of("zhang-fig-3a", "one-ply-deeper")
            .in_all("depths from 4 on", one_deeper(saved)),
        of("the same where both keep their trees")
            .named("both-keep")
            .reading_of("zhang-fig-3a", "one-ply-deeper")
            .in_all("depths from 4 on", one_deeper(find("FE-0.5, both trees saved"))),
        Claim::of(
            SOURCE,
            "at the same depth FE-0.5 loses, or does not win with a large margin: its wins",
            "%",
            1,
        )
        .named("same-depth")
        .reads(
            Meaning::at_most("no large margin", 60.0),
            half.iter().flat_map(|curve| &curve.steps).filter_map(|step| {
                let (_, wins) = less(step).filter(|(depth, _)| *depth == step.depth)?;
                Some((name(step), Some(wins)))
            }),
        ),
        of("FE-1.0 can search only one ply deeper, with more nodes").in_all(
            "all depths",
            cases(one, 1..=last, |step| {
                // On a tie the ladder continues without a search that generates more nodes.
                step.more.as_ref()?;
                Some((name(step), one_deeper_with_more(step).into()))
            }),
        ),
        of("FE-0.5 is superior in deep search: it wins with fewer nodes").named("superior").in_all(
            "depths from 4 on",
            cases(half, 4..=last.max(4), |step| {
                let Some((depth, wins)) = less(step) else { return Some((name(step), none())) };
                let name = format!("{}: FE {depth} wins {:.1} %", name(step), wins.value);
                Some((name, wins.is_at_least(50.0).into()))
            }),
        ),
    ];
    claims.push(Claim::of("Zhang 1996, section 5.1", "trees of other mean branching factors", "", 0).not_testable(
        "no number",
        "the paper prints games on trees of mean branching 5 alone; nodes with mean 10 are in zhang-fig-1b",
    ));
    for placement in settings.placement.iter().filter(|one| *one != Placement::Table1) {
        let label = format!("FE-0.5{}", note(placement));
        let own = |statement: String| Claim::of(AFTER, statement, "", 0).own();
        claims.push(
            own(format!("{label}: one ply deeper with fewer nodes beyond alpha-beta's depth 3"))
                .named("one-ply-deeper")
                .in_all("depths from 4 on", one_deeper(find(&label))),
        );
    }
    let exact = settings.seed == 1 && settings.seeds == 100;
    let rows = PRINTED.rows();
    for rows in groups(&rows, &["curve", "side"]) {
        let [label, which] = ["curve", "side"].map(|column| rows[0].text(column));
        let (name, note) = label.split_at(label.find(',').unwrap_or(label.len()));
        let sides: [Side; 2] = [|step| step.less.as_ref(), |step| step.more.as_ref()];
        let side = sides[rows[0].place_in("side", &["less", "more"])];
        let curve = find(label).filter(|_| exact);
        let label = format!("{name} ({}){note}", which.to_uppercase());
        claims.extend(independent(NAMES, [&label, "FE-…"], curve, side, &printed_curve(rows)));
    }
    let half = half.filter(|_| exact);
    let tied = cases(half, 1..=2, |step| {
        let (depth, played) = (step.depth, step.less.as_ref()?);
        let (other, tally) = (played.rung.challenger_depth, played.rung.tally);
        let name =
            format!("alpha-beta {depth}: FE {other}, {} of {} tied", tally.draws, tally.games());
        Some((name, (other == depth && tally.draws == tally.games()).into()))
    });
    claims.push(
        Claim::of(
            SAME_TREES,
            "FE-0.5 (LESS) searches as deep as alpha-beta at depths 1 and 2, and all pairs tie",
            "",
            0,
        )
        .independent()
        .in_all("depths 1 and 2: tie", tied),
    );
    // Challengers one ply deeper, which generate more nodes.
    let more = [(4, 23.0), (5, 3.0)].map(|(depth, printed)| {
        let played = half.and_then(|curve| curve.step(depth)).and_then(|step| step.more.as_ref());
        let played = played.filter(|played| played.rung.challenger_depth == depth + 1);
        let ours = played.map(|played| Estimate::exact(100.0 * (played.ratio - 1.0)));
        derived(
            format!("alpha-beta {depth}, FE {}", depth + 1),
            Number::new(printed, 0),
            ours,
            true,
        )
    });
    claims.push(
        Claim::of(SAME_TREES, "FE-0.5 one ply deeper than alpha-beta needs more nodes by", "%", 0)
            .independent()
            .each(more),
    );
    claims
}
