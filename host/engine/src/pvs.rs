//! Principal variation search with a table, for any game.

use plyscope_core::search::alpha_beta::{Killers, LateMoves, Policy};
use plyscope_core::search::mtd::{FirstBound, Mtd};
use plyscope_core::{DepthFirst, Evaluator, Game, IterativeDeepening};

use super::{Driver, Host, Lease as _, PLIES, Remembering, Storage, options};

/// Creates the search.
pub(super) fn pvs<G, E, H>(
    game: G,
    evaluator: E,
    options: &options::Pvs,
    mut host: H,
) -> Result<H::Search, H::Error>
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    E: Evaluator<G::Position, State: 'static> + 'static,
    H: Host<G>,
{
    let options::Pvs { order, window, table, killers, reductions, driver } = *options;
    let lease = host.table(table)?;
    let order = Killers::<_, _, PLIES>::new(order).enabled(killers);
    let reductions = if reductions { LateMoves::USUAL } else { LateMoves::NONE };
    let policy = Policy::new(order).remembering(lease.table()).scouting(reductions);
    let inner = DepthFirst::new(game, evaluator, policy, Storage::new());
    Ok(match driver {
        Driver::Deepening => {
            let window = window.unwrap_or(u32::MAX);
            let search = IterativeDeepening::with_aspiration(inner, window);
            host.plain(Remembering::new(search, lease, |search| {
                search.inner_mut().policy_mut().table.new_generation();
            }))
        }
        Driver::Mtd | Driver::Sss | Driver::Dual => {
            let first = match driver {
                Driver::Sss => FirstBound::Highest,
                Driver::Dual => FirstBound::Lowest,
                Driver::Mtd | Driver::Deepening => FirstBound::Guess,
            };
            let search = IterativeDeepening::new(Mtd::new(inner).from_bound(first));
            host.plain(Remembering::new(search, lease, |search| {
                search.inner_mut().inner_mut().policy_mut().table.new_generation();
            }))
        }
    })
}
