//! Starts the search that an engine's text asks for.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, Move, Othello, Patterns, ProbCuts};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Decided, Game, Limits, Request, Search as CoreSearch, Side};
use plyscope_engine::{
    Bytes, Engine, Host, Knowledge, Lease, OnDevice, Remembering, Search, Storage, Value as _,
    build, keys, options,
};
use plyscope_tree::TreeSearch;

use crate::any::{AnyGame, knowledge, name};
use crate::evaluation::{Named, Stateless};
use crate::message::Unit;
use crate::problem::Problem;
use crate::record::{Recorder, Watcher};
use crate::refusal::Refusal;
use crate::running::{Run, Running};

/// The largest table of positions.
const LARGEST_TABLE: Bytes = Bytes(64 << 20);

/// The memory of tables of positions. A search holds its table as long as it lives, and there is one search at a time, so the
/// same slots serve again and again; a larger table takes new memory, which a page gives back with the whole instance.
pub(crate) struct Tables {
    slots: &'static [Slot],
}

/// A table in use.
struct Table(&'static [Slot]);

impl Lease for Table {
    fn table(&self) -> TranspositionTable<'static> {
        TranspositionTable::new(self.0)
    }
}

impl Tables {
    /// No memory yet.
    pub(crate) const NONE: Self = Self { slots: &[] };

    /// An empty table.
    fn of(&mut self, size: Bytes) -> Result<Table, Refusal> {
        if size.0 > LARGEST_TABLE.0 {
            let (size, largest) = (size.text(), LARGEST_TABLE.text());
            return Err(format!("table={size}: write a size up to {largest}").into());
        }
        let slots = size.0 as usize / Slot::BYTES;
        if self.slots.len() < slots {
            let room: Vec<Slot> = core::iter::repeat_with(Slot::new).take(slots).collect();
            self.slots = Box::leak(room.into_boxed_slice());
        }
        let table = Table(self.slots.get(..slots).unwrap_or_default());
        table.table().clear();
        Ok(table)
    }
}

/// A position to search, and what a page has for its search.
struct Page<'a, G: Game, W> {
    position: &'a G::Position,
    name: fn(G::Move) -> String,
    unit: Unit,
    limits: Limits,
    tables: &'a mut Tables,
    /// Watches the search.
    watcher: W,
}

impl<G: Game + 'static, W: Watcher<G> + 'static> Host<G> for Page<'_, G, W> {
    type Search = Box<dyn Running>;
    type Error = Refusal;
    type Lease = Table;

    fn table(&mut self, size: Bytes) -> Result<Table, Refusal> {
        self.tables.of(size)
    }

    fn plain(self, mut search: impl CoreSearch<G> + 'static) -> Box<dyn Running> {
        search.start(&Request::new(self.position).limits(self.limits));
        let Self { name, unit, watcher, .. } = self;
        Box::new(Run { search, watcher, name, unit, error: None, done: false })
    }

    fn tree<S: TreeSearch<G> + 'static>(
        self,
        _: impl FnOnce() -> S,
    ) -> Result<Box<dyn Running>, Refusal> {
        Err("searches that keep a tree in memory need the desktop's plyscope: write minimax, alpha-beta, aspiration, fe, pvs, pns, \
             rbfms or strong"
            .into())
    }

    fn strong(self, _: &Engine, _: &options::Strong) -> Result<Box<dyn Running>, Refusal> {
        Err("strong plays Othello only: choose another algorithm".into())
    }

    fn on_device(self, _: &Engine, _: &OnDevice) -> Result<Box<dyn Running>, Refusal> {
        Err("a page has no devices: omit device".into())
    }
}

/// Reads an engine, which blanks may separate, and checks it.
pub(crate) fn read(text: &str) -> Result<Engine, Refusal> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let engine: Engine = parts.join(",").parse()?;
    // What takes time into account needs a clock.
    for (key, given) in [(keys::ST.key, engine.time.is_some()), (keys::SOLVE.key, engine.solve > 0)]
    {
        if given {
            return Err(format!("{key} is not possible in a page: give depth or nodes").into());
        }
    }
    Ok(engine)
}

/// What Othello says of a board, with this evaluation.
fn on_board<'a, W>(
    board: &'a Board,
    evaluation: Named,
    engine: &Engine,
    tables: &'a mut Tables,
    watcher: W,
) -> Page<'a, Othello, W> {
    Page {
        position: board,
        name: |mv: Move| mv.to_string(),
        unit: if evaluation == Named::Discs { Unit::Discs } else { Unit::Hundredths },
        limits: engine.limits(),
        tables,
        watcher,
    }
}

/// The strong player with the small patterns.
fn strong(
    options: &options::Strong,
    mut page: Page<'_, Othello, ()>,
) -> Result<Box<dyn Running>, Refusal> {
    if options.threads > 1 || options.book.is_some() {
        return Err("a page has neither threads nor books: omit threads and book".into());
    }
    let lease = page.table(options.table)?;
    let level = options.level.and_then(|level| Level::numbered(level as u8)).unwrap_or_default();
    let player = Strong::new(Patterns::SMALL, &ProbCuts::SMALL, lease.table(), Storage::new())
        .level(level)
        .seed(options.mistakes)
        .without(options.without.part());
    // It ages its table itself.
    Ok(page.plain(Remembering::new(player, lease, |_| ())))
}

fn othello(
    board: &Board,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, Refusal> {
    let evaluation = Named::of(engine)?;
    let is_strong = matches!(engine.search, Search::Strong(_));
    // The fast ones have no recorder.
    if records && (evaluation == Named::PatternsSmall || is_strong) {
        return Err("searches with patterns cannot be watched: choose the evaluation simple".into());
    }
    let knowledge = Knowledge::of_othello(evaluation.most_likely(), evaluation.usual_window());
    let stateless = match evaluation {
        Named::PatternsSmall => {
            let page = on_board(board, evaluation, engine, tables, ());
            if let Search::Strong(options) = &engine.search {
                return strong(options, page);
            }
            let patterns = Patterns::SMALL;
            return build(engine, Othello, &knowledge, patterns, Decided(patterns), page);
        }
        Named::Simple => Stateless::Simple,
        Named::Discs => Stateless::Discs,
    };
    if is_strong {
        // The desktop's default is another one: the same words must mean the same engine.
        return Err(
            "strong plays with the small patterns here: write evaluation=patterns-small".into()
        );
    }
    let recorder = Recorder::new(Othello, *board, |mv: Move| mv.to_string(), true, records);
    let page = on_board(board, evaluation, engine, tables, recorder);
    build(engine, Othello, &knowledge, stateless, Decided(stateless), page)
}

/// Starts a search. If it `records`, its events are kept.
pub(crate) fn start(
    problem: &Problem,
    engine: &Engine,
    tables: &mut Tables,
    records: bool,
) -> Result<Box<dyn Running>, Refusal> {
    let (game, position, evaluation) = match problem {
        Problem::Othello(board, _) => return othello(board, engine, tables, records),
        Problem::Any(game, position, evaluation) => (game, position, evaluation),
    };
    if engine.evaluation.is_some() {
        return Err("this game has one evaluation: omit evaluation".into());
    }
    // Only random trees have a MAX of their own; elsewhere MAX is who moves first.
    let root_is_max = !matches!(game, AnyGame::RandomTree(_)) || game.mover(position) == Side::Max;
    let watcher = Recorder::new(game.clone(), *position, name, root_is_max, records);
    let limits = engine.limits();
    let page = Page { position, name, unit: Unit::Own, limits, tables, watcher };
    let knowledge = knowledge(game, evaluation);
    build(engine, game.clone(), &knowledge, evaluation.clone(), evaluation.clone(), page)
}
