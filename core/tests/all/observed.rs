//! An observer is told everything that a report counts, and observing changes nothing.

use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::{LateMoves, NullWindows, Policy};
use plyscope_core::search::estimate::Range;
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Learned, LearnedGains, LearnedSeparately, Placement, Scaled,
};
use plyscope_core::search::mtd::Mtd;
use plyscope_core::search::probe::{Cut, ProbCut};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Aspiration, Counts, DepthFirst, Evaluator, Expansion, Game, Generated,
    IterativeDeepening, Minimax, Observer, Order, Progress, Rbfms, Reason, Request, Search, Value,
    Window, storage,
};

use crate::support::erased::Erased;

/// Counts events, and checks that they fit together.
#[derive(Clone, PartialEq, Debug, Default)]
struct Tally {
    /// The number of moves on the path.
    path: usize,
    searches: u64,
    generated: u64,
    expanded: u64,
    by_window: u64,
    by_estimate: u64,
    by_table: u64,
    reduced: u64,
    probed: u64,
    learned: Vec<(i32, i32)>,
    /// A hash of all events.
    hash: u64,
}

impl Tally {
    fn note(&mut self, event: &impl std::fmt::Debug) {
        for byte in format!("{event:?}").bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn agrees_with(&self, counts: &Counts) -> bool {
        (self.generated, self.expanded, self.by_window, self.by_estimate)
            == (
                counts.generated,
                counts.expanded,
                counts.pruned_by_window,
                counts.pruned_by_estimate,
            )
    }
}

impl<G: Game> Observer<G> for Tally {
    fn began(&mut self, depth: u32, window: Window, _: Option<Value>) {
        self.note(&(depth, window));
        self.searches += 1;
        self.path = 0;
    }

    fn expanded(&mut self, ply: usize) {
        self.note(&ply);
        self.expanded += 1;
        assert_eq!(ply, self.path, "the node is on top");
    }

    fn generated(&mut self, child: &Generated<'_, G>) {
        self.note(child);
        self.generated += 1;
        assert_eq!(child.ply, self.path);
    }

    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        self.note(&(ply, mv, window));
        assert_eq!(ply, self.path);
        self.path = ply + 1;
    }

    fn reduced(&mut self, _: usize, _: G::Move, plies: u32) {
        assert!(plies > 0);
        self.reduced += 1;
    }

    fn probed(&mut self, ply: usize, depth: u32, value: Value) {
        self.note(&(ply, depth, value));
        assert_eq!(ply, self.path);
        self.probed += 1;
    }

    fn estimated(&mut self, _: usize, Range { low, high }: Range) {
        assert!(low <= high);
    }

    fn estimated_child(&mut self, _: usize, _: G::Move, Range { low, high }: Range) {
        assert!(low <= high);
    }

    fn narrowed(&mut self, ply: usize, window: Window) {
        self.note(&(ply, window));
    }

    fn learned(&mut self, lowest: i32, highest: i32) {
        self.learned.push((lowest, highest));
    }

    fn pruned(&mut self, ply: usize, reason: Reason) {
        self.note(&(ply, reason));
        assert_eq!(ply, self.path);
        let leaves =
            |window: Window, Range { low, high }: Range| low >= window.beta || high <= window.alpha;
        match reason {
            Reason::Window { value, window } => {
                // Best-first searches stay at the ends of the window, and leave it on both sides.
                assert!(value >= window.beta || value < window.alpha, "{reason:?}");
                self.by_window += 1;
            }
            Reason::Estimate { range, window, .. } | Reason::Selective { range, window, .. } => {
                assert!(leaves(window, range), "{reason:?}");
                self.by_estimate += 1;
            }
            Reason::Table { value, window, .. } => {
                assert!(leaves(window, Range::new(value, value)), "{reason:?}");
                self.by_table += 1;
            }
        }
    }

    fn backed_up(&mut self, ply: usize, mv: G::Move, value: Value) {
        self.note(&(ply, mv, value));
        assert_eq!(ply, self.path);
    }

    fn returned(&mut self, ply: usize, value: Value) {
        self.note(&(ply, value));
        assert_eq!(ply, self.path);
        self.path = ply.saturating_sub(1);
    }
}

/// Runs a search once: its report as text, its counts, and what an observer is told in slices of so many nodes.
type Run<G> = Box<dyn FnOnce(&Request<'_, G>, Option<u64>) -> (String, Counts, Tally)>;

/// Runs a search unobserved, observed at once, and observed in slices of three nodes. Returns what the observer was told.
fn check<G: Game>(
    name: &str,
    position: &G::Position,
    depth: u32,
    make: impl Fn() -> Run<G>,
) -> Tally {
    let request = Request::new(position).depth(depth);
    let (unobserved, ..) = make()(&request, None);
    let (observed, counts, tally) = make()(&request, Some(u64::MAX));
    let (sliced, _, tally_of_slices) = make()(&request, Some(3));
    assert_eq!(unobserved, observed, "{name}");
    assert_eq!(unobserved, sliced, "{name}");
    assert_eq!(tally, tally_of_slices, "{name}: slices");
    assert!(tally.agrees_with(&counts), "{name}: {tally:?} {counts:?}");
    assert!(tally.searches > 0 && tally.generated > 0, "{name}");
    tally
}

/// A search that is run once, observed in slices of so many nodes or unobserved.
fn once<G: Game, S: Search<G> + 'static>(mut search: S) -> Run<G> {
    Box::new(move |request, slice| {
        let mut tally = Tally::default();
        search.start(request);
        match slice {
            None => while search.step(u64::MAX) != Ok(Progress::Done) {},
            Some(slice) => while search.step_with(slice, &mut tally) != Ok(Progress::Done) {},
        }
        let report = search.report();
        (format!("{report:?}"), report.counts, tally)
    })
}

/// All searches of one game, with exact bounds on its edge costs.
fn check_all<G, E>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    (low, high): (i32, i32),
) where
    G: Game<Position: 'static, Move: 'static> + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
{
    let parts = || (game.clone(), evaluator.clone());
    let alpha_beta = |order| {
        let (game, evaluator) = parts();
        AlphaBeta::new(game, evaluator, Policy::new(order), storage!(24, 512))
    };
    let minimax = check("minimax", position, depth, || {
        let (game, evaluator) = parts();
        once(Minimax::new(
            game,
            evaluator,
            Policy::new(Order::None).full_width(),
            storage!(24, 512),
        ))
    });
    assert_eq!(minimax.by_window, 0);
    for order in [Order::None, Order::Static, Order::StaticAll] {
        let told = check("alpha-beta", position, depth, || once(alpha_beta(order)));
        assert!(told.by_window > 0 && told.generated < minimax.generated);
    }
    check("aspiration", position, depth, || once(Aspiration::new(alpha_beta(Order::Static), 3)));
    let told = check("deepening", position, depth, || {
        once(IterativeDeepening::new(alpha_beta(Order::Static)))
    });
    assert_eq!(told.searches, u64::from(depth));
    let exact = FixedBounds::exact(low, high);
    let fe = |policy: Policy<Erased>| {
        check("forward estimation", position, depth, || {
            let (game, evaluator) = parts();
            once(DepthFirst::new(game, evaluator, policy.clone(), storage!(24, 512)))
        })
    };
    let plain = Policy::new(Order::Static);
    let estimating = plain.estimating(Erased::new(Edges(exact)));
    assert_eq!(fe(estimating.clone()).learned, []);
    for placement in [Placement::Literal, Placement::Entry1, Placement::PerChild] {
        fe(estimating.clone().placed(placement));
    }
    let scaled = plain.estimating(Erased::new(Scaled::new(exact, 0.5)));
    let told = fe(scaled.two_sided(true));
    assert!(told.by_estimate > 0);
    let policy = plain.estimating(Erased::new(Edges(Learned::default())));
    let learned = fe(policy).learned;
    assert!(learned.windows(2).all(|two| two[0].1 < two[1].1) && !learned.is_empty());
    assert!(learned.iter().all(|(lowest, highest)| *lowest == -highest));
    let policy = plain.estimating(Erased::new(Edges(LearnedSeparately::default())));
    let learned = fe(policy).learned;
    assert!(learned.windows(2).all(|two| two[0] != two[1]) && !learned.is_empty());
    fe(plain.estimating(Erased::new(LearnedGains::new(80))));

    let slots: &'static [Slot] = Box::leak((0..4096).map(|_| Slot::new()).collect());
    let policy = || {
        let mut table = TranspositionTable::new(slots);
        table.clear();
        Policy::new(Order::Static).remembering(table)
    };
    check("null windows, a table, deepening", position, depth, || {
        let ((game, evaluator), policy) = (parts(), policy().scouting(NullWindows));
        let inner = DepthFirst::new(game, evaluator, policy, storage!(24, 512));
        once(IterativeDeepening::new(inner))
    });
    let told = check("reductions", position, depth, || {
        let late = LateMoves { from: 1, depth: 3, reduction: 1 };
        let ((game, evaluator), policy) = (parts(), policy().scouting(late));
        once(DepthFirst::new(game, evaluator, policy, storage!(24, 512)))
    });
    assert!(told.reduced > 0);
    let told = check("MTD(f)", position, depth, || {
        let (game, evaluator) = parts();
        once(Mtd::new(DepthFirst::new(game, evaluator, policy(), storage!(24, 512))))
    });
    assert!(told.searches > 1 && told.by_table > 0);
    let spread = (high / 2) as u16;
    let cut = move |deep, shallow| Cut { deep, shallow, slope: 256, offset: 0, deviation: spread };
    let cuts: &'static [Cut] = Box::leak(Box::new([cut(2, 0), cut(4, 2), cut(3, 1)]));
    let told = check("ProbCut", position, depth, || {
        let (game, evaluator) = parts();
        let policy = policy().probing(ProbCut::new(cuts, 50, 1)).scouting(NullWindows);
        once(DepthFirst::new(game, evaluator, policy, storage!(24, 512)))
    });
    assert!(told.probed > 0);

    for expansion in [Expansion::Partial, Expansion::Full] {
        let told = check("best-first", position, depth, || {
            let (game, evaluator) = parts();
            once(Rbfms::new(game, evaluator, expansion, storage!(24, 512)))
        });
        assert!(told.by_window > 0 && told.by_estimate == 0);
    }
}

#[test]
fn events_count_what_reports_count_on_random_trees() {
    let tree = RandomTree::new(3, Branching::random(4).unwrap());
    let costs = tree.edge_costs();
    check_all(&tree, &EdgeCostSum, &tree.root(), 6, (costs.lowest(), costs.highest()));
}

#[test]
fn events_count_what_reports_count_in_hexapawn() {
    let game = Hexapawn::<3, 3>;
    check_all(&game, &PawnCount::<3, 3>, &Hexapawn::<3, 3>::start(), 5, (-20, 20));
}
