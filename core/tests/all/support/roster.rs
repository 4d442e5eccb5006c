//! Every search of the core, for the suites that check their common properties.

use std::fmt::Debug;

use plyscope_core::search::alpha_beta::Tactics;
use plyscope_core::search::estimate::Estimate;
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Gains, Learned, LearnedGains, LearnedSeparately, Scaled, Spreads,
};
use plyscope_core::{
    AlphaBeta, Aspiration, CapacityError, DepthFirst, Evaluator, Expansion, Game,
    IterativeDeepening, Minimax, Observer, Order, Policy, Progress, Rbfms, Report, Request, Search,
    Storage, Value, lines, storage,
};

use super::erased::Erased;

/// Storage large enough for all searches of these suites.
type Memory<G, E> =
    Storage<G, 24, 512, { lines(24) }, <E as Evaluator<<G as Game>::Position>>::State>;

/// An aspiration search that is told which value to expect.
struct Guessing<S> {
    guess: Value,
    search: S,
}

impl<G: Game, S: Search<G>> Search<G> for Guessing<S> {
    fn start(&mut self, request: &Request<'_, G>) {
        self.search.start(&request.expected(Some(self.guess)));
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        self.search.step_with(nodes, observer)
    }

    fn stop(&mut self) {
        self.search.stop();
    }

    fn report(&self) -> Report<'_, G::Move> {
        self.search.report()
    }
}

/// A search under its name.
pub struct Entry<G: Game> {
    /// The name, for messages.
    pub name: String,
    /// Whether of equal moves it must report the game's first: no ordering changes the order of its search.
    pub in_games_order: bool,
    /// Whether its principal variation may stop where bounds alone prove the value (two-sided estimates).
    pub line_may_end_early: bool,
    /// The search.
    pub search: Box<dyn Search<G>>,
}

impl<G: Game> std::fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The orders of depth-first searches.
pub const ORDERS: [Order; 3] = [Order::None, Order::Static, Order::StaticAll];

/// Builds a roster for one game.
struct Builder<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    entries: Vec<Entry<G>>,
}

impl<G, E> Builder<'_, G, E>
where
    G: Game + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    fn add(&mut self, name: String, in_games_order: bool, search: impl Search<G> + 'static) {
        self.entries.push(Entry {
            name,
            in_games_order,
            line_may_end_early: false,
            search: Box::new(search),
        });
    }

    fn depth_first<P: Tactics<G::Move>>(&self, policy: P) -> DepthFirst<G, E, P, Memory<G, E>> {
        DepthFirst::new(self.game.clone(), self.evaluator.clone(), policy, Storage::new())
    }

    fn alpha_beta(&self, order: Order) -> AlphaBeta<G, E, Memory<G, E>> {
        AlphaBeta::new(
            self.game.clone(),
            self.evaluator.clone(),
            Policy::new(order),
            Storage::new(),
        )
    }

    /// A policy with one estimator in all orders, within aspiration windows, and deepened.
    fn estimating(
        &mut self,
        name: &str,
        policy: Policy<impl Estimate + Copy + Debug + 'static>,
        guesses: &[Value],
    ) {
        let Policy { estimator, two_sided, .. } = policy;
        let ordered =
            |order| Policy::new(order).estimating(Erased::new(estimator)).two_sided(two_sided);
        let first = self.entries.len();
        for order in ORDERS {
            let search = self.depth_first(ordered(order));
            self.add(format!("{name}, {order:?}"), order == Order::None, search);
        }
        for &guess in guesses {
            let inner = self.depth_first(ordered(Order::Static));
            let search = Guessing { guess, search: Aspiration::new(inner, 7) };
            self.add(format!("{name}, aspiration 7 around {guess}"), false, search);
        }
        let inner = self.depth_first(ordered(Order::Static));
        self.add(format!("{name}, deepened"), false, IterativeDeepening::new(inner));
        let inner = self.depth_first(ordered(Order::None));
        let search = IterativeDeepening::with_aspiration(inner, 100);
        self.add(format!("{name}, deepened with aspiration 100, unordered"), false, search);
        for entry in &mut self.entries[first..] {
            entry.line_may_end_early = two_sided;
        }
    }
}

/// A policy with this estimator.
fn by<X>(estimator: X) -> Policy<X> {
    Policy::new(Order::Static).estimating(estimator)
}

/// All searches that must find the minimax value. `bounds` are exact bounds on edge costs from MAX's side;
/// aspiration searches begin around each of `guesses`, and around the static value.
pub fn exact<G, E>(game: &G, evaluator: &E, bounds: (i32, i32), guesses: &[Value]) -> Vec<Entry<G>>
where
    G: Game + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    let mut builder = Builder { game, evaluator, entries: Vec::new() };
    let search = Minimax::new(
        game.clone(),
        evaluator.clone(),
        Policy::new(Order::None).full_width(),
        storage!(24, 512),
    );
    builder.add("minimax".to_owned(), true, search);
    builder.add(
        "minimax, ordered".to_owned(),
        false,
        builder.depth_first(Policy::new(Order::Static).full_width()),
    );
    for order in ORDERS {
        builder.add(
            format!("alpha-beta, {order:?}"),
            order == Order::None,
            builder.alpha_beta(order),
        );
        let inner = builder.alpha_beta(order);
        builder.add(format!("deepening, {order:?}"), false, IterativeDeepening::new(inner));
    }
    for half_width in [0, 1, 100, 20_000, u32::MAX] {
        let aspiration = |builder: &Builder<'_, G, E>| {
            Aspiration::new(builder.alpha_beta(Order::Static), half_width)
        };
        let search = aspiration(&builder);
        builder.add(format!("aspiration {half_width}"), false, search);
        for &guess in guesses {
            let search = Guessing { guess, search: aspiration(&builder) };
            builder.add(format!("aspiration {half_width} around {guess:?}"), false, search);
        }
        let inner = builder.alpha_beta(Order::Static);
        let search = IterativeDeepening::with_aspiration(inner, half_width);
        builder.add(format!("deepening with aspiration {half_width}"), false, search);
    }
    let search = Aspiration::new(builder.alpha_beta(Order::None), 50);
    builder.add("aspiration 50, unordered".to_owned(), true, search);
    let fixed = FixedBounds::exact(bounds.0, bounds.1);
    let exact = by(Edges(fixed));
    builder.estimating("exact forward estimation", exact, guesses);
    builder.estimating("two-sided exact forward estimation", exact.two_sided(true), guesses);
    builder.entries
}

/// All searches that may err: selective forward estimation and best-first searches.
pub fn inexact<G, E>(
    game: &G,
    evaluator: &E,
    bounds: (i32, i32),
    guesses: &[Value],
) -> Vec<Entry<G>>
where
    G: Game + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    let mut builder = Builder { game, evaluator, entries: Vec::new() };
    let fixed = FixedBounds::new(bounds.0, bounds.1);
    builder.estimating("learned", by(Edges(Learned::default())), guesses);
    builder.estimating("learned separately", by(Edges(LearnedSeparately::default())), guesses);
    builder.estimating("scaled", by(Scaled::new(fixed, 0.5)), guesses);
    builder.estimating("scaled and learned", by(Scaled::new(Learned::default(), 0.7)), guesses);
    builder.estimating(
        "two-sided, learned",
        by(Edges(Learned::default())).two_sided(true),
        guesses,
    );
    builder.estimating("two-sided, scaled", by(Scaled::new(fixed, 0.5)).two_sided(true), guesses);
    let reach = bounds.1 / 2;
    builder.estimating("gains", by(Gains::new(-reach, reach)), guesses);
    builder.estimating("learned gains", by(LearnedGains::new(80)), guesses);
    let spreads: [(i32, i32); 3] = [(-reach, reach), (-reach / 2, reach), (-reach, 2 * reach)];
    builder.estimating("spreads", by(Spreads::<3>::new(&spreads)), guesses);
    builder.estimating("two-sided, gains", by(Gains::new(-reach, reach)).two_sided(true), guesses);
    builder.estimating(
        "two-sided, learned gains",
        by(LearnedGains::new(80)).two_sided(true),
        guesses,
    );
    builder.estimating(
        "two-sided, spreads",
        by(Spreads::<3>::new(&spreads)).two_sided(true),
        guesses,
    );
    for expansion in [Expansion::Partial, Expansion::Full] {
        let search = Rbfms::new(game.clone(), evaluator.clone(), expansion, storage!(24, 512));
        builder.add(format!("best-first, {expansion:?}"), false, search);
    }
    builder.entries
}
