//! Ladders on random trees: their curves, and experiments with a curve for each branching factor, such as Korf &
//! Chickering's Figs. 13, 14 and 17.

use std::ops::RangeInclusive;

use plyscope_core::random_tree::{Branching, BranchingError, EdgeCosts, Generation};
use plyscope_players::domain::{RandomTreeDomain, TreeParameters};
use plyscope_players::engine::Engine;
use plyscope_players::tournament::ladder::{Equal, Ladder};
use plyscope_report::{Claim, Mark, Summary};

use super::increments::Increments;
use super::ladder_report::{
    Names, depths, independent, nearest, printed_curve, table, tournaments, wins,
};
use super::ladders::{Climbed, Curve, Ladders};
use super::printed::{Data, Row, groups};
use crate::keys::{FirstSeed, Seeds};
use crate::{About, ExperimentError, Scale};

/// The paper's pairs of games, from seed 0.
const PAIRS: u32 = 200;

/// The most pairs of a tournament that decides nothing with those.
const MOST: u32 = 2000;

/// Pairs per task.
const PIECE: u64 = 10;

/// A kind of trees: branching and edge costs.
pub(crate) type Trees = (Branching, EdgeCosts);

/// A ladder on trees of 100 moves at equal nodes. The challenger also begins with the first of the reference's depths.
pub(crate) fn curve(
    label: String,
    (branching, edge_costs): Trees,
    [reference, challenger]: [Engine; 2],
    reference_depths: RangeInclusive<u32>,
    seed: u32,
    seeds: u32,
) -> Curve<RandomTreeDomain> {
    let generation = Generation::BreadthFirst;
    let parameters = TreeParameters { edge_costs, generation, ..TreeParameters::new(branching) };
    Curve {
        label,
        ladder: Ladder {
            domain: RandomTreeDomain { parameters },
            reference: reference.into(),
            challenger: challenger.into(),
            challenger_from: *reference_depths.start(),
            reference_depths,
            pairs: Some(seeds.into()),
            seed: seed.into(),
            equal: Equal::Nodes,
        },
        pairs: seeds.into(),
        piece: PIECE,
    }
}

crate::settings! {
    pub(crate) struct Settings {
        pub(crate) seed: FirstSeed,
        /// number of trees, each of which is played twice
        pub(crate) seeds: Seeds,
        /// branching factors, or their maximum where they are random
        pub(crate) branching: Vec<u32>,
        /// greatest depth of alpha-beta for each of the branching factors
        pub(crate) depths: Vec<u32>,
        /// most trees of a tournament that decides nothing; with fewer than seeds, none has more
        #[serde(default)]
        pub(crate) most: u32,
    }
}

impl Settings {
    /// Whether the trees are the paper's.
    pub(crate) fn are_the_papers(&self) -> bool {
        self.seed == 0 && self.seeds == PAIRS
    }

    /// The curve of this branching factor.
    pub(crate) fn curve<'c>(&self, curves: &'c [Climbed], branching: u32) -> Option<&'c Climbed> {
        curves.get(self.branching.iter().position(|&b| b == branching)?)
    }
}

/// An experiment of ladders on random trees, a curve for each branching factor.
pub(crate) struct TreeLadders {
    pub(crate) about: About,
    pub(crate) names: Names,
    /// Reference and challenger.
    pub(crate) engines: fn() -> [Engine; 2],
    /// Depth of both in the first tournament.
    pub(crate) from: u32,
    /// The trees' name: `uniform random trees`.
    pub(crate) trees: &'static str,
    /// The branching factor's name: `b`, or `B` for the maximum of random branching.
    pub(crate) symbol: &'static str,
    /// The trees of a branching factor.
    pub(crate) branching: fn(u32) -> Result<Branching, BranchingError>,
    /// At quick, default and paper scale: the number of trees, and the reference's greatest depth by branching factor.
    pub(crate) scales: [(u32, &'static [(u32, u32)]); 3],
    /// Single tournaments beyond the ladders of default scale: the branching factor, and the depths of reference and challenger.
    pub(crate) beyond: &'static [(u32, (u32, u32))],
    /// Tournaments that decide nothing yet: as [`Ladders::asks`].
    pub(crate) asks: fn(&Climbed) -> Vec<(u32, u32)>,
    /// Titles of the table of equal work and of the figures of wins and depths, in which `{}` are the trees.
    pub(crate) titles: [&'static str; 3],
    /// The source's statements, for the figure of wins.
    pub(crate) stated_wins: &'static [Stated],
    /// The source's statements, for the figure of depths.
    pub(crate) stated_depths: &'static [Stated],
    /// The source's claims, with verdicts.
    pub(crate) claims: fn(&Settings, &[Climbed]) -> Vec<Claim>,
}

/// A source's statement, for a figure.
pub(crate) enum Stated {
    /// On this branching factor at this depth of the reference. Omitted where the curve does not reach that depth,
    /// because it would only stretch the axes.
    Point { branching: u32, depth: u32, y: f64 },
    /// On all branching factors.
    Everywhere { y: f64, label: &'static str },
}

impl TreeLadders {
    fn mark(&self, settings: &Settings, climbed: &[Climbed], stated: &Stated) -> Option<Mark> {
        match *stated {
            Stated::Everywhere { y, label } => {
                Some(Mark::Horizontal { y, label: label.to_owned() })
            }
            Stated::Point { branching, depth, y } => {
                settings.curve(climbed, branching)?.step(depth)?;
                let label = format!("the paper, {} = {branching}", self.symbol);
                Some(Mark::Point { x: depth.into(), y, label })
            }
        }
    }
}

/// Claims that the curves agree with an independent measurement, by branching factor.
pub(crate) fn independent_claims(
    printed: &Data,
    names: Names,
    symbol: &str,
    settings: &Settings,
    climbed: &[Climbed],
) -> Vec<Claim> {
    let rows = printed.rows();
    let curve = |rows: &[Row]| {
        let b = rows.first().map_or(0, |row| row.get("branching"));
        let curve = settings.curve(climbed, b).filter(|_| settings.are_the_papers());
        let labels = [&format!("{symbol} = {b}")[..], &format!("{symbol} = …")];
        independent(names, labels, curve, nearest, &printed_curve(rows))
    };
    groups(&rows, &["branching"]).flat_map(curve).collect()
}

impl Ladders for TreeLadders {
    type Domain = RandomTreeDomain;
    type Settings = Settings;

    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, scale: Scale) -> Settings {
        let [quick, default, paper] = self.scales;
        let (seeds, curves) = scale.pick(quick, default, paper);
        let (branching, depths) = curves.iter().copied().unzip();
        Settings { seed: 0, seeds, branching, depths, most: scale.pick(0, MOST, MOST) }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if settings.branching.len() != settings.depths.len() {
            return Err("give as many depths as branching factors".to_owned());
        }
        let from = self.from;
        if settings.seeds == 0 || settings.depths.iter().any(|depth| !(from..=100).contains(depth))
        {
            return Err(format!("give depths from {from} to 100 and at least one of seeds"));
        }
        if settings.seed.checked_add(settings.most).is_none() {
            return Err(format!("give most up to {}", u32::MAX - settings.seed));
        }
        Ok(())
    }

    fn curves(
        &self,
        settings: &Settings,
        _: &Increments,
    ) -> Result<Vec<Curve<RandomTreeDomain>>, ExperimentError> {
        let one = |(&b, &depth): (&u32, &u32)| {
            let label = format!("{} = {b}", self.symbol);
            let trees = ((self.branching)(b)?, EdgeCosts::Korf);
            let Settings { seed, seeds, .. } = *settings;
            Ok(curve(label, trees, (self.engines)(), self.from..=depth, seed, seeds))
        };
        settings.branching.iter().zip(&settings.depths).map(one).collect()
    }

    fn most(&self, settings: &Settings) -> u32 {
        settings.most
    }

    fn asks(&self, settings: &Settings, curve: usize, climbed: &Climbed) -> Vec<(u32, u32)> {
        let branching = settings.branching.get(curve);
        let beyond = self.beyond.iter().filter(|(b, (reference, _))| {
            Some(b) == branching && climbed.step(*reference).is_none() && !climbed.at_the_end
        });
        let beyond = beyond.map(|(_, depths)| *depths);
        let first = beyond.filter(|depths| climbed.wins_at(*depths).is_none());
        (self.asks)(climbed).into_iter().chain(first).collect()
    }

    fn summarise(&self, settings: &Settings, _: &Increments, climbed: &[Climbed]) -> Summary {
        let Self { about: About { id, .. }, names, .. } = *self;
        let trees = format!("{} {}", settings.seeds, self.trees);
        let [of_table, of_wins, of_depths] = self.titles.map(|title| title.replace("{}", &trees));
        let marks = |stated: &[Stated]| {
            stated.iter().filter_map(|stated| self.mark(settings, climbed, stated)).collect()
        };
        let [in_wins, in_depths] = [self.stated_wins, self.stated_depths].map(marks);
        Summary {
            tables: vec![table(of_table, names, climbed), tournaments(names, climbed)],
            figures: vec![
                wins(&format!("{id}-wins"), of_wins, names, climbed, in_wins),
                depths(&format!("{id}-depths"), of_depths, names, climbed, in_depths),
            ],
            claims: (self.claims)(settings, climbed),
        }
    }
}
