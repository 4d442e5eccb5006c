//! Starts the search that an engine's text asks for.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};

use plyscope_core::othello::{Board, Move, Othello, Patterns, ProbCuts};
use plyscope_core::{Decided, Game, Limits, Request, Search as CoreSearch, Side};
use plyscope_engine::judged::Unit;
use plyscope_engine::recorder::{Kept, Recorder};
use plyscope_engine::small;
use plyscope_engine::{
    Bytes, Engine, Host, Leaked, Lease as _, OnDevice, Remembering, Search, Tables, Value as _,
    build, keys, options, pairs, strong,
};
use plyscope_tree::TreeSearch;

use crate::any::{self, AnyEvaluation, AnyGame, AnyPosition};
use crate::evaluation::Evaluation;
use crate::problem::Problem;
use crate::running::{Run, Running, Words};

/// The largest table of positions.
const LARGEST_TABLE: Bytes = Bytes(64 << 20);

/// The most steps of a record: a page keeps them all.
const MOST_STEPS: usize = 200_000;

/// A position to search, and what a page has for its search.
struct Page<'a, G: Game> {
    position: &'a G::Position,
    limits: Limits,
    tables: &'a mut Tables,
    recorder: Option<Recorder<G, Kept>>,
    words: Words<G::Move>,
}

impl<G: Game + 'static> Host<G> for Page<'_, G> {
    type Search = Box<dyn Running>;
    type Error = String;
    type Lease = Leaked;

    /// A search holds its table as long as it lives, and there is one search at a time. A page gives back the memory with the whole
    /// instance.
    fn table(&mut self, size: Bytes) -> Result<Leaked, String> {
        if size.0 > LARGEST_TABLE.0 {
            let (size, largest) = (size.text(), LARGEST_TABLE.text());
            return Err(format!("table={size}: write a size up to {largest}"));
        }
        Ok(self.tables.empty(size.0 as usize))
    }

    fn plain(self, mut search: impl CoreSearch<G> + 'static) -> Box<dyn Running> {
        search.start(&Request::new(self.position).limits(self.limits));
        let Self { recorder, words, .. } = self;
        Box::new(Run { search, recorder, words, error: None, done: false })
    }

    fn tree<S: TreeSearch<G> + 'static>(
        self,
        _: impl FnOnce() -> S,
    ) -> Result<Box<dyn Running>, String> {
        Err("searches that keep a tree in memory need the desktop's plyscope: write minimax, alpha-beta, aspiration, fe, pvs, pns, \
             rbfms or strong"
            .to_string())
    }

    fn strong(self, _: &Engine, _: &options::Strong) -> Result<Box<dyn Running>, String> {
        Err("strong plays Othello only: choose another algorithm".to_string())
    }

    fn on_device(self, _: &Engine, _: &OnDevice) -> Result<Box<dyn Running>, String> {
        Err("a page has no devices: omit device".to_string())
    }
}

/// Reads an engine for a problem, and checks it.
pub(crate) fn read(text: &str, problem: &Problem) -> Result<Engine, String> {
    let mut engine = Engine::draft(pairs(text)?)?;
    if let Problem::Other(.., Some(tree)) = problem {
        tree.prepare(&mut engine).map_err(|error| error.to_string())?;
    }
    engine.check()?;
    // What takes time into account needs a clock.
    for (key, given) in [(keys::ST.key, engine.time.is_some()), (keys::SOLVE.key, engine.solve > 0)]
    {
        if given {
            return Err(format!("{key} is not possible in a page: give depth or nodes"));
        }
    }
    Ok(engine)
}

fn othello(
    board: &Board,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, String> {
    let evaluation = Evaluation::of(engine)?;
    let (unit, knowledge) = evaluation.about();
    let name: fn(Move) -> String = |mv| mv.to_string();
    let recorder = || Recorder::new(Othello, *board, name, true, Kept::at_most(MOST_STEPS));
    let mut page = Page {
        position: board,
        limits: engine.limits(),
        tables,
        recorder: records.then(recorder),
        words: Words { name, unit, most_plies: small::othello_plies(board) },
    };
    match (evaluation, &engine.search) {
        (_, Search::Strong(options)) if options.threads > 1 || options.book.is_some() => {
            Err("a page has neither threads nor books: omit threads and book".to_string())
        }
        (Evaluation::PatternsSmall, Search::Strong(options)) => {
            let lease = page.table(options.table)?;
            let player = strong(Patterns::SMALL, &ProbCuts::SMALL, lease.table(), options);
            // It ages its table itself.
            Ok(page.plain(Remembering::new(player, lease, |_| ())))
        }
        // The desktop's default is another one: the same words must mean the same engine.
        (_, Search::Strong(_)) => {
            Err("strong plays with the small patterns here: write evaluation=patterns-small".into())
        }
        _ => build(engine, Othello, &knowledge, evaluation, Decided(evaluation), page),
    }
}

/// Starts a search. If it `records`, its events are kept.
pub(crate) fn start(
    problem: &Problem,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, String> {
    let (game, position, evaluation, tree) = match problem {
        Problem::Othello(board, _) => return othello(board, engine, tables, records),
        Problem::Other(game, position, evaluation, tree) => (game, position, evaluation, tree),
    };
    let (knowledge, root_is_max, most_plies) = match (tree, game, position, evaluation) {
        (Some(tree), ..) => {
            (tree.knowledge("this game"), game.mover(position) == Side::Max, tree.height())
        }
        (
            None,
            AnyGame::Small(game),
            AnyPosition::Small(position),
            AnyEvaluation::Small(evaluation),
        ) => {
            let most_plies = game.most_plies(position);
            (game.knowledge(evaluation), game.root_is_max(position), most_plies)
        }
        _ => unreachable!("positions and evaluations are of their game"),
    };
    if engine.evaluation.is_some() {
        return Err("this game has one evaluation: omit evaluation".to_string());
    }
    let name: fn(_) -> _ = any::name;
    let recorder =
        || Recorder::new(game.clone(), *position, name, root_is_max, Kept::at_most(MOST_STEPS));
    let page = Page {
        position,
        limits: engine.limits(),
        tables,
        recorder: records.then(recorder),
        words: Words { name, unit: Unit::Own, most_plies },
    };
    build(engine, game.clone(), &knowledge, evaluation.clone(), evaluation.clone(), page)
}
