//! Records what a search does, as the events of `host/docs/trace.md`. Values, windows and ranges are for MAX.

use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::search::estimate::Range;
use plyscope_core::{Game, Generated, Observer, Reason, Value, Window};

use crate::message::{Cut, Ends, Event};
use crate::running::bound;

/// The most events of a record: a page keeps them all.
const MOST: usize = 200_000;

/// Watches a search, or does not.
pub(crate) trait Watcher<G: Game>: Observer<G> {
    /// The events since the last call.
    fn taken(&mut self) -> Vec<Event>;
}

/// A search that cannot be watched.
impl<G: Game> Watcher<G> for () {
    fn taken(&mut self) -> Vec<Event> {
        Vec::new()
    }
}

/// Records events, if it is told to. An idle one costs a search a test for each event.
pub(crate) struct Recorder<G: Game> {
    game: G,
    name: fn(G::Move) -> String,
    root_is_max: bool,
    /// The positions from the root to the current node.
    path: Vec<G::Position>,
    events: Vec<Event>,
    /// How many more it takes; 0 if it was not told to record.
    room: usize,
}

impl<G: Game> Recorder<G> {
    /// A recorder of searches from this root.
    pub(crate) fn new(
        game: G,
        root: G::Position,
        name: fn(G::Move) -> String,
        root_is_max: bool,
        records: bool,
    ) -> Self {
        let room = if records { MOST } else { 0 };
        Self { game, name, root_is_max, path: alloc::vec![root], events: Vec::new(), room }
    }

    const fn is_max(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) == self.root_is_max
    }

    fn for_max(&self, ply: usize, value: Value) -> i32 {
        if self.is_max(ply) { value.get() } else { (-value).get() }
    }

    fn range(&self, ply: usize, range: Range) -> Ends {
        let Range { low, high } = if self.is_max(ply) { range } else { range.negated() };
        Ends(low.bounded(), high.bounded())
    }

    fn window(&self, ply: usize, window: Window) -> Ends {
        self.range(ply, Range::new(window.alpha, window.beta))
    }

    /// Why a node's rest was skipped.
    fn cut(&self, ply: usize, reason: Reason) -> Cut {
        match reason {
            Reason::Window { value, window } => {
                Cut::Window { value: self.for_max(ply, value), window: self.window(ply, window) }
            }
            Reason::Estimate { static_value, depth, range, window, by_child } => Cut::Estimate {
                static_value: self.for_max(ply, static_value),
                depth,
                range: self.range(ply, range),
                window: self.window(ply, window),
                by_child,
            },
            Reason::Selective { value, depth, range, window } => Cut::Selective {
                value: self.for_max(ply, value),
                depth,
                range: self.range(ply, range),
                window: self.window(ply, window),
            },
            Reason::Table { value, bound: known, window } => {
                let known = if self.is_max(ply) { known } else { known.negated() };
                let (value, window) = (self.for_max(ply, value), self.window(ply, window));
                Cut::Table { value, bound: bound(known), window }
            }
        }
    }

    fn tell(&mut self, event: Event) {
        self.room = self.room.saturating_sub(1);
        self.events.push(event);
    }
}

impl<G: Game> Watcher<G> for Recorder<G> {
    fn taken(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }
}

/// What is told, apart from the test whether it is to be told: so a search that nobody watches stays small and fast.
impl<G: Game> Recorder<G> {
    #[cold]
    #[inline(never)]
    fn tell_began(&mut self, depth: u32, window: Window, static_value: Option<Value>) {
        self.path.truncate(1);
        let value = static_value.map(|value| self.for_max(0, value));
        self.tell(Event::Began { depth, window: self.window(0, window), value });
    }

    #[cold]
    #[inline(never)]
    fn tell_expanded(&mut self, ply: usize) {
        let children = self.path.get(ply).map_or(0, |position| self.game.count_moves(position));
        self.tell(Event::Expanded { ply: ply as u32, children: children as u32 });
    }

    #[cold]
    #[inline(never)]
    fn tell_generated(&mut self, child: &Generated<'_, G>) {
        let value = child.value.map(|value| self.for_max(child.ply, value));
        self.tell(Event::Generated { ply: child.ply as u32, mv: (self.name)(child.mv), value });
    }

    #[cold]
    #[inline(never)]
    fn tell_principal_leaf(&mut self, ply: usize) {
        self.tell(Event::PrincipalLeaf { ply: ply as u32 });
    }

    #[cold]
    #[inline(never)]
    fn tell_descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        self.path.truncate(ply + 1);
        if let Some(position) = self.path.get(ply) {
            self.path.push(self.game.play(position, mv));
        }
        let window = self.window(ply + 1, window);
        self.tell(Event::Descended { ply: ply as u32, mv: (self.name)(mv), window });
    }

    #[cold]
    #[inline(never)]
    fn tell_reduced(&mut self, ply: usize, mv: G::Move, plies: u32) {
        self.tell(Event::Reduced { ply: ply as u32, mv: (self.name)(mv), plies });
    }

    #[cold]
    #[inline(never)]
    fn tell_probing(&mut self, ply: usize, depth: u32, window: Window) {
        let window = self.window(ply, window);
        self.tell(Event::Probing { ply: ply as u32, depth, window });
    }

    #[cold]
    #[inline(never)]
    fn tell_probed(&mut self, ply: usize, depth: u32, value: Value) {
        let value = self.for_max(ply, value);
        self.tell(Event::Probed { ply: ply as u32, depth, value });
    }

    #[cold]
    #[inline(never)]
    fn tell_estimated(&mut self, ply: usize, range: Range) {
        let range = self.range(ply, range);
        self.tell(Event::Estimated { ply: ply as u32, range, mv: None });
    }

    #[cold]
    #[inline(never)]
    fn tell_estimated_child(&mut self, ply: usize, mv: G::Move, range: Range) {
        let range = self.range(ply, range);
        self.tell(Event::Estimated { ply: ply as u32, range, mv: Some((self.name)(mv)) });
    }

    #[cold]
    #[inline(never)]
    fn tell_narrowed(&mut self, ply: usize, window: Window) {
        let window = self.window(ply, window);
        self.tell(Event::Narrowed { ply: ply as u32, window });
    }

    #[cold]
    #[inline(never)]
    fn tell_learned(&mut self, lowest: i32, highest: i32) {
        self.tell(Event::Learned { lowest, highest });
    }

    #[cold]
    #[inline(never)]
    fn tell_pruned(&mut self, ply: usize, reason: Reason) {
        let cut = self.cut(ply, reason);
        self.tell(Event::Pruned { ply: ply as u32, cut });
    }

    #[cold]
    #[inline(never)]
    fn tell_backed_up(&mut self, ply: usize, mv: G::Move, value: Value) {
        let value = self.for_max(ply, value);
        self.tell(Event::BackedUp { ply: ply as u32, mv: (self.name)(mv), value });
    }

    #[cold]
    #[inline(never)]
    fn tell_returned(&mut self, ply: usize, value: Value) {
        self.path.truncate(ply.max(1));
        let value = self.for_max(ply, value);
        self.tell(Event::Returned { ply: ply as u32, value });
    }
}

/// Implements the methods of [`Observer`] by others, if there is room for events.
macro_rules! if_recording {
    ($($name:ident => $tell:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[inline]
        fn $name(&mut self, $($argument: $type),*) {
            if self.room > 0 {
                self.$tell($($argument),*);
            }
        }
    )*};
}

impl<G: Game> Observer<G> for Recorder<G> {
    #[inline]
    fn observes(&self) -> bool {
        self.room > 0
    }

    if_recording! {
        began => tell_began(depth: u32, window: Window, static_value: Option<Value>);
        expanded => tell_expanded(ply: usize);
        generated => tell_generated(child: &Generated<'_, G>);
        principal_leaf => tell_principal_leaf(ply: usize);
        descended => tell_descended(ply: usize, mv: G::Move, window: Window);
        reduced => tell_reduced(ply: usize, mv: G::Move, plies: u32);
        probing => tell_probing(ply: usize, depth: u32, window: Window);
        probed => tell_probed(ply: usize, depth: u32, value: Value);
        estimated => tell_estimated(ply: usize, range: Range);
        estimated_child => tell_estimated_child(ply: usize, mv: G::Move, range: Range);
        narrowed => tell_narrowed(ply: usize, window: Window);
        learned => tell_learned(lowest: i32, highest: i32);
        pruned => tell_pruned(ply: usize, reason: Reason);
        backed_up => tell_backed_up(ply: usize, mv: G::Move, value: Value);
        returned => tell_returned(ply: usize, value: Value);
    }
}
