//! What selective searches do with nodes that are left when their cuts let them end before: they search again with wider ones.

use plyscope_core::random_tree::Child;
use plyscope_players::engine::{Engine, Search, options};

use crate::ExperimentError;

/// How often ProbCut's ranges are doubled before it goes without.
pub(super) const WIDER: u32 = 3;

/// Searches with these nodes, and once cuts have let a search end before, again with what is left and wider ones, given the number of
/// times; `None` if there are none. Returns the nodes used, and the move of the widest search that came to its end.
pub(super) fn widening(
    nodes: u64,
    mut search: impl FnMut(u32, u64) -> Result<Option<(Option<Child>, u64)>, ExperimentError>,
) -> Result<(Option<Child>, u64), ExperimentError> {
    let (mut best, mut used) = (None, 0);
    for stage in 0.. {
        let Some((mv, generated)) = search(stage, nodes - used)? else { break };
        used += generated;
        if stage == 0 || used < nodes {
            best = mv;
        }
        if used >= nodes {
            break;
        }
    }
    Ok((best, used))
}

/// The engine with wider cuts, this many times: forward estimation with its whole bounds, and then without any. Others have none.
pub(super) fn wider(engine: &Engine, stage: u32) -> Option<Engine> {
    let search = match (&engine.search, stage) {
        (search, 0) => search.clone(),
        (Search::Fe(options), 1) => options::Fe { delta: 1.0, ..options.clone() }.into(),
        (Search::Fe(options), 2) => {
            options::AlphaBeta { order: options.order, ..Default::default() }.into()
        }
        _ => return None,
    };
    Some(Engine { search, ..engine.clone() })
}

#[cfg(test)]
mod tests {
    use super::widening;

    #[test]
    fn the_widest_search_that_ends_decides_and_all_nodes_are_used() {
        // Each search wants twice the nodes of the one before; the third one does not come to its end.
        let mut asked = Vec::new();
        let (mv, used) = widening(100, |stage, nodes| {
            asked.push(nodes);
            Ok(Some((None, (20 << stage).min(nodes))))
        })
        .unwrap();
        assert_eq!((mv, used, asked), (None, 100, vec![100, 80, 40]));
        let once = widening(100, |stage, _| Ok((stage == 0).then_some((None, 30))));
        assert_eq!(once.unwrap(), (None, 30));
    }
}
