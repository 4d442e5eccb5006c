//! Searches of core on small trees, against the recursive definition.

use plyscope_core::{Bound, Limits, Stop, Value};

use super::bytes::Bytes;
use super::{trees, with_room};
use crate::exactness::check_all;
use crate::list_tree::ListTree;
use crate::outcome::run;
use crate::{naive, roster};

pub(super) fn core(data: &[u8]) {
    with_room(|| {
        let mut bytes = Bytes::new(data);
        let depth = u32::from(bytes.byte() % 7);
        let guess = Value::new(i32::from(bytes.byte().cast_signed()) * 9);
        let nodes = u64::from(bytes.byte());
        let game = ListTree::new(&trees::tree(&mut bytes));
        let root = game.root();
        check_all(&game, &game, &root, depth, guess, &format!("{game:?}"));
        // What claims to be proven is true, whatever the search, and wherever it ends.
        let bounds = naive::edge_extremes(&game, &game, &root, depth);
        let truth = naive::minimax(&game, &game, &root, u32::MAX);
        let whole = Limits::depth(depth);
        let exact = roster::exact(&game, &game, bounds, &[guess]);
        for (is_exact, mut entry) in exact.into_iter().map(|entry| (true, entry)).chain(
            roster::inexact(&game, &game, bounds, &[guess]).into_iter().map(|entry| (false, entry)),
        ) {
            for limits in [whole, whole.and_nodes(nodes)] {
                let found = run(&mut *entry.search, &root, limits);
                let value = found.value;
                let holds = |truth: Value| match found.bound {
                    Bound::Exact => value == truth,
                    Bound::Lower => value <= truth,
                    Bound::Upper => value >= truth,
                    _ => false,
                };
                let what = || format!("{} of {game:?} within {limits:?}: {found:?}", entry.name);
                assert!(!found.proven || holds(truth), "{}", what());
                if is_exact && found.stop == Stop::Completed {
                    let there = naive::minimax(&game, &game, &root, found.depth);
                    assert!(found.bound == Bound::Exact && value == there, "{}", what());
                }
            }
        }
    });
}
