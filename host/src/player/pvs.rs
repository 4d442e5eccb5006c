//! Principal variation search with a table, for any game.

use plyscope_core::search::alpha_beta::{Killers, LateMoves, Ordering, Policy};
use plyscope_core::search::mtd::{FirstBound, Mtd};
use plyscope_core::{DepthFirst, Evaluator, Game, IterativeDeepening, Order, Value};

use super::table::{Lease, Remembering};
use super::{AnySearch, Boxing, PlayerError};
use crate::engine::{Driver, PLIES, Storage, options};

/// Late moves: from the fourth on, in nodes with at least three plies to go, one ply less.
const REDUCTIONS: LateMoves = LateMoves { from: 3, depth: 3, reduction: 1 };
/// Null windows only.
const NO_REDUCTIONS: LateMoves = LateMoves { from: u32::MAX, depth: u32::MAX, reduction: 0 };

/// The killer heuristic, or not, chosen at run time: the searches of all games are compiled once.
struct MaybeKillers<M> {
    killers: Killers<Order, M, PLIES>,
    uses: bool,
}

impl<M: Copy + Eq> Ordering<M> for MaybeKillers<M> {
    fn sorts(&self, depth: u32) -> bool {
        self.killers.sorts(depth)
    }

    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        if self.uses { self.killers.rank(ply, mv, value) } else { value }
    }

    fn cut_off(&mut self, ply: usize, depth: u32, mv: M) {
        if self.uses {
            self.killers.cut_off(ply, depth, mv);
        }
    }
}

/// Creates the search.
///
/// # Errors
/// [`PlayerError::Unsupported`] if there is no memory for the table.
pub(super) fn pvs<G, E>(
    game: G,
    evaluator: E,
    options: &options::Pvs,
    boxing: &impl Boxing<G>,
) -> Result<AnySearch<G>, PlayerError>
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    E: Evaluator<G::Position, State: 'static> + 'static,
{
    let options::Pvs { order, window, table, killers, reductions, driver } = *options;
    let lease = Lease::new(table)?;
    let order = MaybeKillers { killers: Killers::new(order), uses: killers };
    let reductions = if reductions { REDUCTIONS } else { NO_REDUCTIONS };
    let policy = Policy::new(order).remembering(lease.table()).scouting(reductions);
    let inner = DepthFirst::with_policy(game, evaluator, policy, Storage::new());
    Ok(AnySearch::Plain(match driver {
        Driver::Deepening => {
            let window = window.unwrap_or(u32::MAX);
            let search = IterativeDeepening::with_aspiration(inner, window);
            boxing.plain(Remembering::new(search, lease, |search| {
                search.inner_mut().table_mut().new_generation();
            }))
        }
        Driver::Mtd | Driver::Sss | Driver::Dual => {
            let first = match driver {
                Driver::Sss => FirstBound::Highest,
                Driver::Dual => FirstBound::Lowest,
                Driver::Mtd | Driver::Deepening => FirstBound::Guess,
            };
            let search = IterativeDeepening::new(Mtd::new(inner).from_bound(first));
            boxing.plain(Remembering::new(search, lease, |search| {
                search.inner_mut().inner_mut().table_mut().new_generation();
            }))
        }
    }))
}
