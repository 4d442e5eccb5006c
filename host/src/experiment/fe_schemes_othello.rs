//! Games of forward estimation by several schemes against alpha-beta in Othello, with the same nodes or time for a move.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use cpu_time::ThreadTime;
use plyscope_core::othello::Othello;
use serde::{Deserialize, Serialize};

use super::collect::ratio;
use super::increments::learned_from;
use super::othello_ladders::{EVALUATION, NAME, PAIRS, SEED, SEEDS, equal};
use super::schemes::{self, OffLine, Scheme};
use super::watched::positions;
use super::{About, ExperimentError, Scale, Study};
use crate::domain::{OthelloDomain, OthelloEvaluation};
use crate::engine::{Algorithm, Engine};
use crate::player::{self, PlayerError, search_of};
use crate::report::{Axis, Cell, Claim, Estimate, Figure, Mark, Plot, Series, Summary, Table};
use crate::statistics::Tally;
use crate::tournament::ladder::Equal;
use crate::tournament::{Format, Tournament, results};

const SOURCE: &str = "Zhang 1996, section 5.2: on-line learning in Othello";

/// Pairs of a task.
const PIECE: u64 = 4;
/// Depths that spreads can be learned for.
const DEPTHS: RangeInclusive<u32> = 1..=10;
/// Plies between the positions whose searches are timed, and nodes for each.
const EVERY: usize = 4;
const TIMED_NODES: u64 = 20_000;

pub(super) struct Schemes;

#[derive(Serialize, Deserialize)]
pub(super) struct Settings {
    seed: u32,
    seeds: u32,
    nodes: Vec<u64>,
    schemes: Vec<String>,
    depth: u32,
    evaluation: String,
    budget: String,
}

impl Settings {
    fn schemes(&self) -> Vec<Scheme> {
        // They were checked.
        schemes::schemes(&self.schemes).unwrap_or_default()
    }
}

/// What is learned before the games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Before {
    learned: OffLine,
    /// Processor time of a node of each scheme as a multiple of alpha-beta's, where time is to be equal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    time: Vec<f64>,
}

#[derive(Clone, Debug)]
pub(super) enum Task {
    Before,
    Play {
        scheme: usize,
        /// Which number of nodes.
        level: usize,
        first: u64,
        pairs: u64,
        before: Box<Before>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(super) enum Row {
    Before(Box<Before>),
    Games(Games),
}

/// Some pairs of games.
#[derive(Serialize, Deserialize)]
pub(super) struct Games {
    scheme: usize,
    level: usize,
    first: u64,
    /// For each pair: the outcomes for who moved first, which is alpha-beta in the first game.
    outcomes: Vec<[i32; 2]>,
    /// Moves and nodes of alpha-beta and of forward estimation.
    moves: [u64; 2],
    nodes: [u64; 2],
}

/// Alpha-beta, deepening iteratively.
fn alpha_beta(settings: &Settings, nodes: u64) -> Engine {
    Engine {
        nodes: Some(nodes),
        evaluation: Some(settings.evaluation.clone()),
        ..Engine::new(Algorithm::AlphaBeta)
    }
}

/// Forward estimation, the same way.
fn forward_estimation(
    settings: &Settings,
    nodes: u64,
    scheme: Scheme,
    learned: &OffLine,
) -> Result<Engine, ExperimentError> {
    Ok(Engine {
        nodes: Some(nodes),
        bounds: Some(learned.bounds(scheme)?),
        evaluation: Some(settings.evaluation.clone()),
        ..Engine::new(Algorithm::Fe)
    })
}

impl Study for Schemes {
    type Settings = Settings;
    type Task = Task;
    type Row = Row;

    const ABOUT: About = About {
        id: "fe-schemes-othello",
        title: "Forward estimation with better estimates against alpha-beta in Othello",
        source: SOURCE,
        what: "The paper's learning on line does not perform adequately in Othello (fe-online-othello shows why). Here \
               forward estimation plays with it and with other schemes, against alpha-beta, on openings of four plies, each \
               played twice with sides swapped; tied games do not count. Both deepen iteratively until their nodes for the \
               move are used up, so that the odd and even depths of ladders play no part. With --set budget=time nodes \
               are weighted by the processor time that they take: each scheme is timed on positions of ten games, and gets \
               as many nodes as alpha-beta searches in the same time.",
        settings: &[
            SEED,
            SEEDS,
            ("nodes", "nodes for a move of alpha-beta, a tournament for each"),
            schemes::MEANING,
            ("depth", "deepest search that spreads are learned from"),
            NAME,
            (
                "budget",
                "what is equal for a move: nodes, or time (of the processor; rows then are not the same twice)",
            ),
        ],
    };
    const STAGED: bool = true;

    fn settings(&self, scale: Scale) -> Settings {
        let some = ["learned", "mean", "learned-gains-50", "spreads-50"];
        let more = ["learned-gains-20", "learned-gains-80", "gains-50", "spreads-20", "spreads-80"];
        let names = scale.pick(&[][..], &more[..], &more[..]);
        Settings {
            seed: 0,
            seeds: scale.pick(30, PAIRS, PAIRS),
            nodes: scale.pick(vec![500], vec![500, 2000, 8000], vec![500, 2000, 8000, 32_000]),
            schemes: some.iter().chain(names).map(|&name| name.to_owned()).collect(),
            depth: scale.pick(4, 7, 8),
            evaluation: EVALUATION.to_owned(),
            budget: "nodes".to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        OthelloEvaluation::named(&settings.evaluation).map_err(|error| error.to_string())?;
        schemes::schemes(&settings.schemes)?;
        equal(&settings.budget)?;
        let some = !settings.nodes.is_empty() && settings.nodes.iter().all(|&nodes| nodes >= 10);
        if !(1..=PAIRS).contains(&settings.seeds) || !some || !DEPTHS.contains(&settings.depth) {
            return Err(format!(
                "give seeds from 1 to {PAIRS}, nodes from 10, and depth from {} to {}",
                DEPTHS.start(),
                DEPTHS.end()
            ));
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, rows: &[Row]) -> Result<Vec<Task>, ExperimentError> {
        let [Row::Before(before)] = rows else {
            return Ok(if rows.is_empty() { vec![Task::Before] } else { Vec::new() });
        };
        let mut tasks = Vec::new();
        // Piece by piece, so that cheap and dear ones alternate.
        for first in (0..u64::from(settings.seeds)).step_by(PIECE as usize) {
            let pairs = PIECE.min(u64::from(settings.seeds) - first);
            for level in 0..settings.nodes.len() {
                for scheme in 0..settings.schemes.len() {
                    let before = before.clone();
                    tasks.push(Task::Play { scheme, level, first, pairs, before });
                }
            }
        }
        Ok(tasks)
    }

    fn run(&self, settings: &Settings, task: &Task) -> Result<Vec<Row>, ExperimentError> {
        match task {
            Task::Before => Ok(vec![Row::Before(Box::new(before(settings)?))]),
            Task::Play { scheme, level, first, pairs, before } => {
                let games = play(settings, *scheme, *level, (*first, *pairs), before)?;
                Ok(vec![Row::Games(games)])
            }
        }
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Numbers::of(settings, rows);
        Summary {
            tables: vec![games_table(settings, &numbers), bounds_table(settings, &numbers)],
            figures: vec![figure(settings, &numbers)],
            claims: claims(settings, &numbers),
        }
    }
}

/// Learns off line, and times nodes if time is to be equal.
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
    scheme: usize,
    level: usize,
    (first, pairs): (u64, u64),
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
        domain: OthelloDomain::default(),
        engines: vec![
            Engine { name: "alpha-beta".to_owned(), ..alpha_beta(settings, nodes) },
            Engine {
                name: "fe".to_owned(),
                ..forward_estimation(settings, others, scheme, &before.learned)?
            },
        ],
        format: Format::RoundRobin,
        pairs: Some(settings.seeds.into()),
        seed: settings.seed.into(),
    };
    let units: Vec<u64> = (first..first + pairs).collect();
    tournament.schedule()?.play(&units, 1, |[one, other]| {
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

/// A scheme's games at a level.
#[derive(Clone, Default)]
struct Played {
    tally: Tally,
    /// Wins and decided games of each pair, whose games are not independent.
    decided: Vec<(f64, f64)>,
    moves: [u64; 2],
    nodes: [u64; 2],
}

impl Played {
    /// Wins among decided games, in per cent; none if there are none.
    fn wins(&self) -> Option<Estimate> {
        self.tally.decided().map(|_| ratio(&self.decided).times(100.0))
    }

    /// Nodes a move, of alpha-beta and of forward estimation.
    fn nodes_a_move(&self) -> [f64; 2] {
        [0, 1].map(|side| self.nodes[side] as f64 / self.moves[side].max(1) as f64)
    }
}

struct Numbers {
    before: Option<Box<Before>>,
    /// By scheme and level.
    played: BTreeMap<(usize, usize), Played>,
}

impl Numbers {
    fn of(settings: &Settings, rows: &[Row]) -> Self {
        let mut numbers = Self { before: None, played: BTreeMap::new() };
        for row in rows {
            match row {
                Row::Before(before) => numbers.before = Some(before.clone()),
                Row::Games(games) => {
                    let played = numbers.played.entry((games.scheme, games.level)).or_default();
                    for &outcomes in &games.outcomes {
                        let mut pair = Tally::default();
                        results(false, outcomes).iter().for_each(|&result| pair.add(-result));
                        played.tally = played.tally.plus(pair);
                        let decided = pair.wins + pair.losses;
                        played.decided.push((pair.wins as f64, decided as f64));
                    }
                    for side in 0..2 {
                        played.moves[side] += games.moves[side];
                        played.nodes[side] += games.nodes[side];
                    }
                }
            }
        }
        // Half a tournament says nothing.
        numbers.played.retain(|_, played| played.decided.len() == settings.seeds as usize);
        numbers
    }

    fn wins(&self, scheme: usize, level: usize) -> Option<Estimate> {
        self.played.get(&(scheme, level))?.wins()
    }
}

fn how(settings: &Settings) -> String {
    let Settings { seeds, evaluation, budget, .. } = settings;
    format!("{seeds} openings of Othello, evaluation {evaluation}, equal {budget}")
}

fn games_table(settings: &Settings, numbers: &Numbers) -> Table {
    let headings = [
        "estimates by",
        "alpha-beta, nodes for a move",
        "wins of forward estimation (%)",
        "won",
        "tied",
        "lost",
        "alpha-beta, nodes a move",
        "forward estimation, nodes a move",
    ];
    let title = format!("Forward estimation against alpha-beta: {}", how(settings));
    let mut table = Table::new(title, headings);
    for (scheme, name) in settings.schemes.iter().enumerate() {
        for (level, &nodes) in settings.nodes.iter().enumerate() {
            let Some(played) = numbers.played.get(&(scheme, level)) else { continue };
            let mut row = vec![Cell::text(name.clone()), Cell::number(nodes as f64, 0)];
            row.push(Cell::or_empty(played.wins().map(|wins| Cell::measured(wins, 1))));
            let Tally { wins, draws, losses } = played.tally;
            row.extend([wins, draws, losses].map(|count| Cell::number(count as f64, 0)));
            row.extend(played.nodes_a_move().map(|nodes| Cell::number(nodes, 0)));
            table.rows.push(row);
        }
    }
    table
}

fn bounds_table(settings: &Settings, numbers: &Numbers) -> Table {
    let title = format!("What the schemes estimate by: evaluation {}", settings.evaluation);
    let mut table =
        Table::new(title, ["estimates by", "an engine's bounds", "time of a node / alpha-beta's"]);
    let Some(before) = &numbers.before else { return table };
    for (place, (name, scheme)) in settings.schemes.iter().zip(settings.schemes()).enumerate() {
        let bounds = before.learned.bounds(scheme).map(|bounds| bounds.to_string());
        let time = before.time.get(place).map(|&time| Cell::number(time, 3));
        let bounds = Cell::text(bounds.unwrap_or_default());
        table.rows.push(vec![Cell::text(name.clone()), bounds, Cell::or_empty(time)]);
    }
    table
}

fn figure(settings: &Settings, numbers: &Numbers) -> Figure {
    let line = |(scheme, name): (usize, &String)| {
        let points = settings.nodes.iter().enumerate();
        let points =
            points.filter_map(|(level, &nodes)| Some((nodes as f64, numbers.wins(scheme, level)?)));
        Series::line(name.clone(), points)
    };
    Figure::Plot(Plot {
        name: "fe-schemes-othello-wins".to_owned(),
        title: format!("Forward estimation against alpha-beta: {}", how(settings)),
        x: Axis::log("nodes for a move of alpha-beta"),
        y: Axis::linear("wins of forward estimation (% of decided)"),
        series: settings.schemes.iter().enumerate().map(line).collect(),
        marks: vec![Mark::Horizontal { y: 50.0, label: "50 %: even".to_owned() }],
    })
}

fn claims(settings: &Settings, numbers: &Numbers) -> Vec<Claim> {
    let of = |statement: String| Claim::of(SOURCE, statement, "%", 1);
    let all = settings.schemes();
    let cases = |scheme: Scheme, so: fn(Estimate) -> Option<bool>| -> Vec<(String, Option<bool>)> {
        let Some(place) = all.iter().position(|&other| other == scheme) else { return Vec::new() };
        let case = |(level, nodes): (usize, &u64)| {
            let wins = numbers.wins(place, level)?;
            Some((format!("{nodes} nodes ({:.1} %)", wins.value), so(wins)))
        };
        settings.nodes.iter().enumerate().filter_map(case).collect()
    };
    let more = |wins: Estimate| wins.is_below(50.0).map(|below| !below);
    let mut claims = vec![
        of("Learning on line does not perform adequately: it does not win significantly"
            .to_owned())
        .in_all("all budgets", cases(Scheme::Learned, |wins| Some(wins.low <= 50.0))),
    ];
    for &scheme in all.iter().filter(|&&scheme| scheme != Scheme::Learned) {
        claims.push(
            of(format!("{scheme}: forward estimation wins more than half"))
                .in_all("all budgets", cases(scheme, more)),
        );
    }
    claims
}
