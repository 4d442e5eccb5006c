//! Why on-line learning fails in Othello: the estimates of several schemes in searches of the same positions.

mod summary;

use std::collections::BTreeSet;

use plyscope_core::othello::{Board, Othello};
use plyscope_measure::othello::{alpha_beta, forward_estimation, positions};
use plyscope_players::domain::{self, OthelloEvaluation};
use plyscope_players::engine::Bounds;
use plyscope_players::player::PlayerError;
use plyscope_players::symmetry::least;
use plyscope_report::Summary;
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, SeedWithoutHalves, Seeds};
use crate::kit::increments::learned_from;
use crate::kit::othello_ladders::EVALUATION;
use crate::kit::schemes::{self, OffLine, Scheme};
use crate::kit::staged::TwoStage;
use crate::{About, ExperimentError, Scale};

const SOURCE: &str = "Zhang 1996, section 5.2: on-line learning in Othello";

/// Plies between the searched positions of a game.
const EVERY: usize = 8;
/// Deepest search.
const DEEPEST: u32 = 12;

pub(crate) struct OnLine;

crate::settings! {
    pub(crate) struct Settings {
        /// selects the openings when not all are played
        seed: SeedWithoutHalves,
        /// number of games, from openings of four plies that are neither learned from nor symmetric to those
        seeds: Seeds,
        /// deepest search
        depth: u32,
        schemes: schemes::Schemes,
        evaluation: Evaluation,
    }
}

impl Settings {
    fn schemes(&self) -> Vec<Scheme> {
        // The settings were checked.
        schemes::schemes(&self.schemes).unwrap_or_default()
    }
}

/// A scheme's search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SchemeSearch {
    nodes: u64,
    /// Nodes with an estimate, and nodes that it pruned.
    estimates: u64,
    pruned: u64,
    /// Whether the move is the same as alpha-beta's.
    same: bool,
}

/// Searches of a position to a depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Position {
    depth: u32,
    /// Alpha-beta's nodes.
    plain: u64,
    schemes: Vec<SchemeSearch>,
    /// The greatest edge cost after 1, 10, 100, ... edges of alpha-beta, and at the end.
    greatest: Vec<i32>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    Measured(Box<OffLine>),
    Game { game: u32, positions: Vec<Position> },
}

/// One of each set of symmetric openings, without those learned from. Games from symmetric openings tend to be the
/// same.
fn fresh() -> Vec<Board> {
    let mut known: BTreeSet<_> = learned_from().iter().map(|board| least(board).0).collect();
    let all = domain::openings(&Othello, &Board::START, 4).into_iter().map(|opening| opening.0);
    all.filter(|board| known.insert(least(board).0)).collect()
}

/// Searches a position with every scheme.
fn all_schemes(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    bounds: &[Bounds],
) -> Result<Position, ExperimentError> {
    let plain = alpha_beta(evaluation, board, depth)?;
    let mut greatest = plain.log.grown;
    greatest.push(plain.log.greatest);
    let mut schemes = Vec::new();
    for bounds in bounds {
        let came = forward_estimation(evaluation, board, depth, bounds)?;
        schemes.push(SchemeSearch {
            nodes: came.nodes,
            estimates: came.log.estimates,
            pruned: came.pruned,
            same: came.best == plain.best,
        });
    }
    Ok(Position { depth, plain: plain.nodes, schemes, greatest })
}

impl TwoStage for OnLine {
    type Settings = Settings;
    type Lesson = ();
    type Learned = OffLine;
    /// The number of a game.
    type Piece = u32;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "fe-online-othello",
            title: "Why on-line learning fails in Othello, and which estimates are better",
            source: SOURCE,
            what: "Zhang found that forward estimation with bounds learned on line (the greatest change of the \
                evaluation over a ply so far) does not perform adequately in Othello, and did not say why. Alpha-beta \
                and forward estimation with several schemes search the same positions of games (alpha-beta at depth 2 \
                against itself) to the same depths. Measured are how the greatest edge cost grows with the edges met, \
                the share of estimates that prune, the nodes generated, and how often the move is alpha-beta's. The \
                paper's bounds are compared with ranges of the mover's gain per ply (learned on line or off line), \
                because an evaluation rises for the side that moves, and with spreads of minimax values about static \
                values for each depth, because these do not grow by the same amount with every ply. fe-schemes-othello \
                plays games with the schemes.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let schemes = [
            "learned",
            "extreme",
            "mean",
            "gains-50",
            "learned-gains-50",
            "spreads-50",
            "spreads-80",
            "spreads-95",
        ];
        Settings {
            seed: 0,
            seeds: scale.pick(10, 50, 50),
            depth: scale.pick(5, 7, 8),
            schemes: schemes.map(str::to_owned).to_vec(),
            evaluation: EVALUATION.to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let count = fresh().len() as u32;
        if !(2..=DEEPEST).contains(&settings.depth) || !(1..=count).contains(&settings.seeds) {
            return Err(format!("give depth from 2 to {DEEPEST} and seeds from 1 to {count}"));
        }
        Ok(())
    }

    fn lessons(&self, _: &Settings) -> Vec<()> {
        vec![()]
    }

    fn learn(&self, settings: &Settings, (): &()) -> Result<Row, ExperimentError> {
        let learned = OffLine::learn(&settings.evaluation, &settings.schemes(), settings.depth)?;
        Ok(Row::Measured(Box::new(learned)))
    }

    fn learned(&self, _: &Settings, rows: &[Row]) -> Result<OffLine, ExperimentError> {
        match rows {
            [Row::Measured(learned)] => Ok(OffLine::clone(learned)),
            _ => Err(ExperimentError::Other("the first row is not what is learned".to_owned())),
        }
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, u32)> {
        (0..settings.seeds).map(|game| (game.into(), game)).collect()
    }

    fn apply(
        &self,
        settings: &Settings,
        learned: &OffLine,
        &game: &u32,
    ) -> Result<Row, ExperimentError> {
        let evaluation =
            OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
        let bounds: Vec<Bounds> =
            settings.schemes().iter().map(|&s| learned.bounds(s)).collect::<Result<_, _>>()?;
        let openings = fresh();
        let count = openings.len() as u64;
        let place = u64::from(game) * count / u64::from(settings.seeds) + u64::from(settings.seed);
        let opening = openings[(place % count) as usize];
        let mut searched = Vec::new();
        for board in positions(&evaluation, opening)?.iter().step_by(EVERY) {
            for depth in 2..=settings.depth {
                if !board.is_over() {
                    searched.push(all_schemes(&evaluation, board, depth, &bounds)?);
                }
            }
        }
        Ok(Row::Game { game, positions: searched })
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        summary::summary(settings, rows)
    }
}
