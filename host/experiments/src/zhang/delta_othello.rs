//! Zhang 1996, sections 4 and 5.2: scaled bounds in Othello, the counterpart of Fig. 2 on random trees.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_learn::edge_costs::openings;
use plyscope_measure::othello::scaled;
use plyscope_players::domain::OthelloEvaluation;
use plyscope_players::player::PlayerError;
use plyscope_report::{
    Axis, Case, Cell, Claim, Comparison, Estimate, Figure, Mark, Meaning, Plot, Series, Summary,
    Table,
};
use plyscope_run::statistics::Mean;

use crate::keys::{Evaluation, SeedWithoutHalves, Seeds};
use crate::kit::increments::{Increments, measure};
use crate::kit::lines::{Piece, tasks};
use crate::kit::numbers::{Line, Row};
use crate::kit::othello_ladders::{EVALUATION, of_the_papers};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Zhang 1996, sections 4 and 5.2";

/// Positions of a task.
const PIECE: u32 = 5;

/// The deltas. 0.02 is the paper's: its most likely increments are one fiftieth of the extremes.
const DELTAS: [f64; 7] = [1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
const PAPERS: usize = 5;
/// Alpha-beta, then each delta.
const SEARCHES: usize = 1 + DELTAS.len();

pub(super) struct DeltaInOthello;

crate::settings! {
    pub(super) struct Settings {
        /// selects the positions
        seed: SeedWithoutHalves,
        /// number of positions
        seeds: Seeds,
        /// greatest depth
        depth: u32,
        evaluation: Evaluation,
    }
}

/// A position of this number: an opening, then 4 to 27 random moves. One of the last with a choice, if the game ends before.
fn position(starts: &[Board], seed: u32) -> Board {
    let mut board =
        starts.get(seed as usize % starts.len().max(1)).copied().unwrap_or(Board::START);
    let mut chosen = board;
    for step in 0..4 + seed / 7 % 24 {
        let mut moves = Othello.moves(&board);
        let children: Vec<Board> = std::iter::from_fn(|| Othello.next_child(&board, &mut moves))
            .map(|(_, child)| child)
            .collect();
        if children.len() > 1 {
            chosen = board;
        }
        let mixed = ((u64::from(seed) << 32) | u64::from(step)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let Some(&child) = children.get((mixed >> 33) as usize % children.len().max(1)) else {
            break;
        };
        board = child;
    }
    chosen
}

fn name(search: usize) -> String {
    match search {
        0 => "alpha-beta".to_owned(),
        _ => format!("delta {}", DELTAS[search - 1]),
    }
}

/// A search's columns at a depth, from 1: whether its move is that of the deepest alpha-beta, and its nodes.
fn columns(search: usize, depth: u32) -> (usize, usize) {
    let place = 2 * ((depth as usize - 1) * SEARCHES + search);
    (place, place + 1)
}

impl Study for DeltaInOthello {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "zhang-delta-othello",
            title: "Scaled bounds in Othello: decision quality and nodes by delta",
            source: SOURCE,
            what: "The counterpart of Fig. 2 in Othello. The bounds are the extreme increments of the evaluation over a ply, \
                from ten games, times delta. The paper's most likely increments are one fiftieth of its extremes, so its \
                condition (2) is delta 0.02 in effect. Positions follow openings of four plies and 4 to 27 random moves; a \
                decision is good if it is that of alpha-beta to the greatest depth, which is no optimal decision.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings {
            seed: 1,
            seeds: scale.pick(60, 400, 1000),
            depth: scale.pick(5, 7, 7),
            evaluation: EVALUATION.to_owned(),
        }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        if !(2..=12).contains(&settings.depth) || settings.seeds == 0 {
            return Err("give depth from 2 to 12 and at least one of seeds".to_owned());
        }
        Ok(())
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, [(settings.seeds, PIECE)]))
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let evaluation =
            OthelloEvaluation::named(&settings.evaluation).map_err(PlayerError::from)?;
        let Increments { extreme: [low, high], .. } = measure(&settings.evaluation)?;
        let starts = openings(244);
        let row = Row::of(*piece, |seed| {
            let board = position(&starts, seed);
            let [best, _] = scaled(&evaluation, &board, settings.depth, None)?;
            let mut numbers = Vec::new();
            for depth in 1..=settings.depth {
                let mut add =
                    |[mv, nodes]: [i64; 2]| numbers.extend([i64::from(mv == best), nodes]);
                add(scaled(&evaluation, &board, depth, None)?);
                for delta in DELTAS {
                    let bounds = (FixedBounds::new(low, high), delta);
                    add(scaled(&evaluation, &board, depth, Some(bounds))?);
                }
            }
            Ok::<_, ExperimentError>(numbers)
        });
        Ok(vec![row?])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let numbers = Line::of(rows, 0);
        let share = |search: usize, depth: u32| numbers.share(columns(search, depth).0);
        let nodes = |search: usize, depth: u32| numbers.mean(columns(search, depth).1);
        let headings = (0..SEARCHES)
            .flat_map(|search| [format!("{}, nodes", name(search)), "same move (%)".to_owned()]);
        let title =
            format!("Nodes and decisions on {} positions, {}", settings.seeds, settings.evaluation);
        let mut table = Table::new(title, ["depth".to_owned()].into_iter().chain(headings));
        for depth in 1..=settings.depth {
            let mut row = vec![Cell::number(depth, 0)];
            for search in 0..SEARCHES {
                row.push(Cell::or_empty(nodes(search, depth).map(|mean| Cell::measured(mean, 0))));
                row.push(Cell::or_empty(share(search, depth).map(|one| Cell::measured(one, 1))));
            }
            table.rows.push(row);
        }
        let series = (0..SEARCHES).map(|search| {
            let point = |depth| Some((nodes(search, depth)?.mean, share(search, depth)?));
            Series::line(name(search), (1..=settings.depth).filter_map(point))
        });
        let plot = Plot {
            name: "zhang-delta-othello".to_owned(),
            title: format!(
                "Decisions of scaled forward estimation in Othello, {}",
                settings.evaluation
            ),
            x: Axis::log("nodes generated (mean)"),
            y: Axis::linear(format!("moves of alpha-beta to depth {} (%)", settings.depth)),
            series: series.collect(),
            marks: vec![Mark::Horizontal { y: 100.0, label: "the same decisions".to_owned() }],
        };
        let claims = of_the_papers(&settings.evaluation, "nodes", claims(settings, numbers));
        Summary { tables: vec![table], figures: vec![Figure::Plot(plot)], claims }
    }
}

fn claims(settings: &Settings, numbers: Line<'_>) -> Vec<Claim> {
    let deepest = settings.depth;
    // By how many points a search to the greatest depth decides otherwise than alpha-beta to one ply less, paired by position.
    let against_shallower = |search: usize| {
        let (ours, theirs) = (columns(search, deepest).0, columns(0, deepest - 1).0);
        let pairs = numbers.each(ours).zip(numbers.each(theirs));
        let mean = Mean::of(pairs.map(|(ours, theirs)| 100.0 * (ours - theirs)));
        (mean.count > 1).then(|| Estimate::from(mean))
    };
    let less = |search: usize| numbers.ratio(columns(search, deepest).1, columns(0, deepest).1);
    let case = |answer: Option<(Estimate, Comparison)>, name: String| {
        Case::told(name, answer.map(|(ours, so)| (ours.display(3), so)))
    };
    let of = |statement: String| Claim::of(SOURCE, statement, "", 0);
    vec![
        of(format!("smaller deltas generate fewer nodes: each less than alpha-beta, to depth {deepest}")).inferred().in_all(
            "all deltas below 1",
            (2..SEARCHES).map(|search| {
                let ratio = less(search);
                case(ratio.map(|ratio| (ratio, ratio.is_below(1.0))), name(search))
            }),
        ),
        Claim::of(
            SOURCE,
            "with the extremes forward estimation is almost the same as alpha-beta: its nodes over alpha-beta's",
            "",
            3,
        )
        .again("zhang-fig-3b", "almost-alike")
        .reads(Meaning::at_least("almost the same", 0.95), [(name(1), less(1))]),
        of(format!(
            "the paper's most likely increments (delta 0.02) pay: to depth {deepest} it generates fewer nodes than alpha-beta"
        ))
        .inferred()
        .in_all(
            "fewer nodes",
            [case(
                less(1 + PAPERS).map(|ratio| (ratio, ratio.is_below(1.0))),
                name(1 + PAPERS),
            )],
        ),
        of(format!(
            "and its decisions are nearer to alpha-beta's than those of alpha-beta to depth {} are: percentage points, paired \
             by position",
            deepest - 1
        ))
        .own()
        .in_all(
            "nearer",
            [case(
                against_shallower(1 + PAPERS)
                    .map(|points| (points, points.is_at_least(0.0))),
                name(1 + PAPERS),
            )],
        ),
    ]
}
