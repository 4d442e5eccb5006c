//! Games of forward estimation with several schemes against alpha-beta in Othello, with equal nodes or time per move.

mod summary;

use std::ops::{ControlFlow, RangeInclusive};

use cpu_time::ThreadTime;
use plyscope_core::othello::Othello;
use plyscope_measure::othello::positions;
use plyscope_players::domain::{OthelloDomain, OthelloEvaluation};
use plyscope_players::engine::options::Fe;
use plyscope_players::engine::{Algorithm, Engine};
use plyscope_players::player::{self, PlayerError, search_of};
use plyscope_players::tournament::ladder::Equal;
use plyscope_players::tournament::{Format, Tournament};
use plyscope_report::Summary;
use serde::{Deserialize, Serialize};

use crate::keys::{Evaluation, FirstSeed, Openings, Seeds};
use crate::kit::increments::learned_from;
use crate::kit::othello_ladders::{
    Budget, EVALUATION, check_openings, equal, from_openings, openings_at, usual_openings,
};
use crate::kit::schemes::{self, OffLine, Scheme};
use crate::kit::staged::TwoStage;
use crate::{About, ExperimentError, Scale};

const SOURCE: &str = "Zhang 1996, section 5.2: on-line learning in Othello";

/// Pairs per task.
const PIECE: u64 = 4;
/// Depths for which spreads can be learned.
const DEPTHS: RangeInclusive<u32> = 1..=10;
/// Plies between the positions whose searches are timed, and nodes per search.
const EVERY: usize = 4;
const TIMED_NODES: u64 = 20_000;

pub(crate) struct Schemes;

crate::settings! {
    pub(crate) struct Settings {
        /// selects the openings when not all are played
        seed: FirstSeed,
        /// number of openings; each is played twice
        seeds: Seeds,
        #[serde(default = "usual_openings")]
        openings: Openings,
        /// alpha-beta's nodes per move, one tournament for each
        nodes: Vec<u64>,
        schemes: schemes::Schemes,
        /// depth of the deepest search from which spreads are learned
        depth: u32,
        evaluation: Evaluation,
        /// the budget to equalise per move: nodes, or processor time (rows then vary from run to run)
        budget: Budget,
    }
}

impl Settings {
    fn schemes(&self) -> Vec<Scheme> {
        // The settings were checked.
        schemes::schemes(&self.schemes).unwrap_or_default()
    }
}

/// The result of learning before the games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Before {
    learned: OffLine,
    /// Each scheme's processor time per node as a multiple of alpha-beta's, if the budget is time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    time: Vec<f64>,
}

/// Pairs of games of a scheme with a number of nodes, by their places in the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    scheme: usize,
    level: usize,
    first: u64,
    pairs: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    Before(Box<Before>),
    Games(Games),
}

/// Some pairs of games.
#[derive(Serialize, Deserialize)]
pub(crate) struct Games {
    scheme: usize,
    level: usize,
    first: u64,
    /// For each pair: the outcomes for the player who moved first, which is alpha-beta in the first game.
    outcomes: Vec<[i32; 2]>,
    /// Moves and nodes of alpha-beta and of forward estimation.
    moves: [u64; 2],
    nodes: [u64; 2],
}

/// Alpha-beta with iterative deepening.
fn alpha_beta(settings: &Settings, nodes: u64) -> Engine {
    Engine {
        nodes: Some(nodes),
        evaluation: Some(settings.evaluation.clone()),
        ..Engine::new(Algorithm::AlphaBeta)
    }
}

/// Forward estimation with iterative deepening.
fn forward_estimation(
    settings: &Settings,
    nodes: u64,
    scheme: Scheme,
    learned: &OffLine,
) -> Result<Engine, ExperimentError> {
    Ok(Engine {
        nodes: Some(nodes),
        evaluation: Some(settings.evaluation.clone()),
        ..Engine::of(Fe { bounds: Some(learned.bounds(scheme)?), ..Fe::default() })
    })
}

impl TwoStage for Schemes {
    type Settings = Settings;
    type Lesson = ();
    type Learned = Before;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "fe-schemes-othello",
            title: "Forward estimation with better estimates against alpha-beta in Othello",
            source: SOURCE,
            what: "The paper's on-line learning does not perform adequately in Othello (fe-online-othello shows why). \
                Here forward estimation with this and other schemes plays alpha-beta on openings of four plies, each \
                played twice with sides swapped. Tied games do not count. Both deepen iteratively until their nodes \
                for the move are used up, so the odd and even depths of ladders play no part. With --set budget=time, \
                nodes are weighted by their processor time: each scheme is timed on positions of ten games, and gets \
                the number of nodes that take as long as alpha-beta's.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        let (openings, seeds) = openings_at(scale, 30);
        let some = ["learned", "mean", "learned-gains-50", "spreads-50"];
        let more = ["learned-gains-20", "gains-50", "spreads-80", "spreads-90", "spreads-95"];
        let names = scale.pick(&[][..], &more[..], &more[..]);
        Settings {
            seed: 0,
            seeds,
            openings,
            nodes: scale.pick(vec![500], vec![500, 2000, 8000], vec![500, 2000, 8000, 32_000]),
            schemes: some.iter().chain(names).map(|&name| name.to_owned()).collect(),
            depth: scale.pick(4, 7, 8),
            evaluation: EVALUATION.to_owned(),
            budget: "nodes".to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let some = !settings.nodes.is_empty() && settings.nodes.iter().all(|&nodes| nodes >= 10);
        check_openings(&settings.openings, settings.seeds)?;
        if !some || !DEPTHS.contains(&settings.depth) {
            return Err(format!(
                "give nodes from 10, and depth from {} to {}",
                DEPTHS.start(),
                DEPTHS.end()
            ));
        }
        Ok(())
    }

    fn lessons(&self, _: &Settings) -> Vec<()> {
        vec![()]
    }

    fn learn(&self, settings: &Settings, (): &()) -> Result<Row, ExperimentError> {
        Ok(Row::Before(Box::new(before(settings)?)))
    }

    fn learned(&self, _: &Settings, rows: &[Row]) -> Result<Before, ExperimentError> {
        match rows {
            [Row::Before(before)] => Ok(Before::clone(before)),
            _ => Err(ExperimentError::Other("the first row is not what is learned".to_owned())),
        }
    }

    fn pieces(&self, settings: &Settings) -> Vec<(u64, Piece)> {
        let mut pieces = Vec::new();
        // Interleaved piece by piece, so that cheap and expensive ones alternate.
        for first in (0..u64::from(settings.seeds)).step_by(PIECE as usize) {
            let pairs = PIECE.min(u64::from(settings.seeds) - first);
            for level in 0..settings.nodes.len() {
                for scheme in 0..settings.schemes.len() {
                    pieces.push((first / PIECE, Piece { scheme, level, first, pairs }));
                }
            }
        }
        pieces
    }

    fn apply(
        &self,
        settings: &Settings,
        before: &Before,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        Ok(Row::Games(play(settings, *piece, before)?))
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        summary::summary(settings, rows)
    }
}

/// Learns off line, and times nodes if the budget is time.
fn before(settings: &Settings) -> Result<Before, ExperimentError> {
    let schemes = settings.schemes();
    let learned = OffLine::learn(&settings.evaluation, &schemes, settings.depth)?;
    let mut time = Vec::new();
    if equal(&settings.budget) == Ok(Equal::Time) {
        let evaluation =
            OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
        let mut boards = Vec::new();
        for opening in learned_from() {
            boards.extend(positions(&evaluation, opening)?.into_iter().step_by(EVERY));
        }
        let nanos = |engine: &Engine| -> Result<f64, ExperimentError> {
            let mut search = search_of(&OthelloDomain::default(), engine, Othello)?;
            let (mut nodes, start) = (0, ThreadTime::now());
            for board in &boards {
                nodes += player::run(&mut search, engine, board)?.counts.generated;
            }
            Ok(start.elapsed().as_nanos() as f64 / nodes.max(1) as f64)
        };
        let plain = nanos(&alpha_beta(settings, TIMED_NODES))?;
        for scheme in schemes {
            let engine = forward_estimation(settings, TIMED_NODES, scheme, &learned)?;
            time.push(nanos(&engine)? / plain);
        }
    }
    Ok(Before { learned, time })
}

fn play(
    settings: &Settings,
    Piece { scheme, level, first, pairs }: Piece,
    before: &Before,
) -> Result<Games, ExperimentError> {
    let mut games =
        Games { scheme, level, first, outcomes: Vec::new(), moves: [0; 2], nodes: [0; 2] };
    let (Some(&scheme), Some(&nodes)) = (settings.schemes().get(scheme), settings.nodes.get(level))
    else {
        return Ok(games);
    };
    let factor = before.time.get(games.scheme).copied().unwrap_or(1.0);
    let others = ((nodes as f64 / factor) as u64).max(1);
    let tournament = Tournament {
        domain: from_openings(&settings.openings).map_err(ExperimentError::Other)?,
        engines: vec![
            Engine { name: "alpha-beta".to_owned(), ..alpha_beta(settings, nodes) }.into(),
            Engine {
                name: "fe".to_owned(),
                ..forward_estimation(settings, others, scheme, &before.learned)?
            }
            .into(),
        ],
        format: Format::RoundRobin,
        pairs: Some(settings.seeds.into()),
        seed: settings.seed.into(),
    };
    tournament.schedule()?.play_whole(first..first + pairs, 1, |[one, other]| {
        games.outcomes.push([one.outcome, other.outcome]);
        // Forward estimation moves first in the second game.
        let sides = [[one.work[0], other.work[1]], [one.work[1], other.work[0]]];
        for (side, works) in sides.into_iter().enumerate() {
            for work in works {
                games.moves[side] += work.moves;
                games.nodes[side] += work.generated;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(games)
}
