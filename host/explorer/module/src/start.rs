//! Starts the search that an engine's text asks for: core's, with the desktop's parameters.

use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::hexapawn::WIN;
use plyscope_core::othello::strong::Strong;
use plyscope_core::othello::{Board, Move, Othello, Patterns, ProbCuts};
use plyscope_core::search::alpha_beta::{LateMoves, MaybeKillers, Policy};
use plyscope_core::search::mtd::{FirstBound, Mtd};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Aspiration, Decided, DepthFirst, Evaluator, ForwardEstimation, Game,
    IterativeDeepening, Limits, Minimax, Rbfms, Request, Search, Side,
};

use crate::engine::{Algorithm, Driver, Engine, PLIES, Pvs};
use crate::estimator::{AnyEstimator, Costs};
use crate::evaluation::{Named, Stateless};
use crate::message::Unit;
use crate::problem::Problem;
use crate::record::{Recorder, Watcher};
use crate::running::{Run, Running};
use crate::small::{Small, Usual, name};

/// Room for children on one path: a quarter of the desktop's. What needs more is refused, and counts the same up to there.
const CHILDREN: usize = 1 << 12;

type Storage<G, T> = plyscope_core::Storage<G, PLIES, CHILDREN, { plyscope_core::lines(PLIES) }, T>;

/// The memory of tables of positions. A search holds its table as long as it lives, and there is one search at a time, so the
/// same slots serve again and again; a larger table takes new memory, which a page gives back with the whole instance.
pub(crate) struct Tables {
    slots: &'static [Slot],
}

impl Tables {
    /// No memory yet.
    pub(crate) const NONE: Self = Self { slots: &[] };

    /// An empty table of so many slots.
    fn of(&mut self, slots: usize) -> TranspositionTable<'static> {
        if self.slots.len() < slots {
            let room: Vec<Slot> = core::iter::repeat_with(Slot::new).take(slots).collect();
            self.slots = Box::leak(room.into_boxed_slice());
        }
        let mut table = TranspositionTable::new(self.slots.get(..slots).unwrap_or_default());
        table.clear();
        table
    }
}

/// A position with what its game says of it.
struct Setting<'a, G: Game, W> {
    position: &'a G::Position,
    name: fn(G::Move) -> String,
    unit: Unit,
    costs: Costs,
    usual_window: u32,
    /// Watches the search.
    watcher: W,
}

impl<G: Game + 'static, W: Watcher<G> + 'static> Setting<'_, G, W> {
    fn run<S: Search<G> + 'static>(self, mut search: S, limits: Limits) -> Box<dyn Running> {
        search.start(&Request::new(self.position).limits(limits));
        let Self { name, unit, watcher, .. } = self;
        Box::new(Run { search, watcher, name, unit, error: None, done: false })
    }

    /// Runs a depth-first search in aspiration windows, with iterative deepening, both or neither.
    fn wrapped<S: Search<G> + 'static>(
        self,
        inner: S,
        engine: &Engine,
        window: Option<u32>,
    ) -> Box<dyn Running> {
        // A window that holds every value is the plain search. One type for both keeps the module small.
        let window = window.unwrap_or(u32::MAX);
        if engine.deepens {
            self.run(IterativeDeepening::with_aspiration(inner, window), engine.limits)
        } else {
            self.run(Aspiration::new(inner, window), engine.limits)
        }
    }

    /// Starts the search. `for_best_first` values finished games as best-first minimax needs it.
    fn start<E, B>(
        self,
        game: G,
        evaluator: E,
        for_best_first: B,
        engine: &Engine,
        tables: &mut Tables,
    ) -> Result<Box<dyn Running>, String>
    where
        E: Evaluator<G::Position> + 'static,
        B: Evaluator<G::Position> + 'static,
    {
        let limits = engine.limits;
        Ok(match engine.algorithm {
            Algorithm::Minimax => {
                let inner = Minimax::full_width(game, evaluator, Storage::new());
                self.wrapped(inner, engine, None)
            }
            Algorithm::AlphaBeta { order, window } => {
                let inner = AlphaBeta::new(game, evaluator, order, Storage::new());
                self.wrapped(inner, engine, window)
            }
            Algorithm::Aspiration { order, window } => {
                let inner = AlphaBeta::new(game, evaluator, order, Storage::new());
                let window = window.unwrap_or(self.usual_window);
                self.wrapped(inner, engine, Some(window))
            }
            Algorithm::Fe(fe) => {
                let estimator =
                    AnyEstimator::new(fe.bounds, fe.delta, fe.two_sided, fe.placement, self.costs)?;
                let inner = ForwardEstimation::with_estimator(
                    game,
                    evaluator,
                    fe.order,
                    estimator,
                    Storage::new(),
                );
                self.wrapped(inner, engine, fe.window)
            }
            Algorithm::Pvs(pvs) => {
                let mut table = tables.of(pvs.table);
                // The desktop begins a generation for each search.
                table.new_generation();
                let reductions = if pvs.reductions { LateMoves::USUAL } else { LateMoves::NONE };
                let order = MaybeKillers::<_, _, PLIES>::new(pvs.order, pvs.killers);
                let policy = Policy::new(order).remembering(table).scouting(reductions);
                let inner = DepthFirst::with_policy(game, evaluator, policy, Storage::new());
                self.driven(inner, &pvs, limits)
            }
            Algorithm::Rbfms { expansion } => {
                self.run(Rbfms::new(game, for_best_first, expansion, Storage::new()), limits)
            }
            Algorithm::Strong { .. } => {
                return Err("strong plays Othello only: choose another algorithm".to_string());
            }
        })
    }

    fn driven<S: Search<G> + 'static>(
        self,
        inner: S,
        pvs: &Pvs,
        limits: Limits,
    ) -> Box<dyn Running> {
        let first = match pvs.driver {
            Driver::Deepening => {
                let window = pvs.window.unwrap_or(u32::MAX);
                return self.run(IterativeDeepening::with_aspiration(inner, window), limits);
            }
            Driver::Mtd => FirstBound::Guess,
            Driver::Sss => FirstBound::Highest,
            Driver::Dual => FirstBound::Lowest,
        };
        self.run(IterativeDeepening::new(Mtd::new(inner).from_bound(first)), limits)
    }
}

/// What Othello says of a board, with this evaluation.
fn on_board<W>(board: &Board, evaluation: Named, watcher: W) -> Setting<'_, Othello, W> {
    Setting {
        position: board,
        name: |mv: Move| mv.to_string(),
        unit: if evaluation == Named::Discs { Unit::Discs } else { Unit::Hundredths },
        costs: Costs { exact: None, likely: evaluation.most_likely() },
        usual_window: evaluation.usual_window(),
        watcher,
    }
}

fn othello(
    board: &Board,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, String> {
    let evaluation = engine.evaluation.unwrap_or(Named::Simple);
    // The fast ones have no recorder.
    let is_fast =
        evaluation == Named::PatternsSmall || matches!(engine.algorithm, Algorithm::Strong { .. });
    if records && is_fast {
        return Err(
            "searches with patterns cannot be watched: choose the evaluation simple".to_string()
        );
    }
    if let Algorithm::Strong { level, table, mistakes } = engine.algorithm {
        let search = <Strong<'_, _, _>>::new(
            Patterns::SMALL,
            &ProbCuts::SMALL,
            tables.of(table),
            Storage::new(),
        );
        let search = search.level(level.unwrap_or_default()).seed(mistakes);
        return Ok(on_board(board, evaluation, ()).run(search, engine.limits));
    }
    let stateless = match evaluation {
        Named::PatternsSmall => {
            let patterns = Patterns::SMALL;
            let setting = on_board(board, evaluation, ());
            return setting.start(Othello, patterns, Decided(patterns), engine, tables);
        }
        Named::Simple => Stateless::Simple,
        Named::Discs => Stateless::Discs,
    };
    let recorder = Recorder::new(Othello, *board, |mv: Move| mv.to_string(), true, records);
    let setting = on_board(board, evaluation, recorder);
    setting.start(Othello, stateless, Decided(stateless), engine, tables)
}

/// Starts a search. If it `records`, its events are kept.
pub(crate) fn start(
    problem: &Problem,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, String> {
    if engine.evaluation.is_some() && !matches!(problem, Problem::Othello(..)) {
        return Err("this game has one evaluation: omit evaluation".to_string());
    }
    let (game, position, usual) = match problem {
        Problem::Othello(board, _) => return othello(board, engine, tables, records),
        Problem::Small(game, position, usual) => (game, position, *usual),
    };
    let (exact, usual_window) = match game {
        Small::ConnectFour => (None, 10),
        // Values lie between those of a lost and a won game.
        Small::Hexapawn => (Some((-2 * WIN.get(), 2 * WIN.get())), 2),
        Small::Tree(tree) => {
            let costs = tree.edge_costs();
            // Costs, and the noise of two nodes.
            let noise = 2 * usual.noise.amplitude() as i32;
            let exact = (costs.lowest() - noise, costs.highest() + noise);
            (Some(exact), costs.highest().unsigned_abs())
        }
    };
    let costs = Costs { exact, likely: None };
    // Only random trees have a MAX of their own; elsewhere MAX is who moves first.
    let root_is_max = !matches!(game, Small::Tree(_)) || game.mover(position) == Side::Max;
    let watcher = Recorder::new(game.clone(), *position, name, root_is_max, records);
    let setting = Setting { position, name, unit: Unit::Own, costs, usual_window, watcher };
    setting.start::<Usual, Usual>(game.clone(), usual, usual, engine, tables)
}
