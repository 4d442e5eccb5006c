//! A search that is looked at while it is paused is the same search.

use alloc::boxed::Box;
use alloc::vec::Vec;

use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::{Expansion, Progress, Request};

use crate::{
    BestFirst, BestFirstExtension, Completion, Conspiracy, Formulation, Growing, Switches,
    Transpositions, TreeSearch, Uct, Unbounded,
};

type Tested = Box<dyn TreeSearch<RandomTree>>;

fn searches(tree: &RandomTree) -> Vec<Tested> {
    let best_first = |expansion| BestFirst::new(tree.clone(), EdgeCostSum, expansion, 1 << 20);
    let unbounded = |switches| Unbounded::new(tree.clone(), EdgeCostSum, switches, 1 << 20);
    let uct = Uct { exploration: 1.0, implicit: 0.0, scale: 1 << 16 };
    Vec::from([
        Box::new(best_first(Expansion::Partial)) as Tested,
        Box::new(best_first(Expansion::Full)),
        Box::new(best_first(Expansion::Full).with_formulation(Formulation::Text)),
        // The memory is full after some nodes.
        Box::new(BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Full, 300)),
        Box::new(BestFirstExtension::new(best_first(Expansion::Partial), 3)),
        Box::new(unbounded(Switches::default())),
        Box::new(Unbounded::uct(
            tree.clone(),
            EdgeCostSum,
            (Transpositions::Tree, Completion::On),
            uct,
            1 << 20,
        )),
        Box::new(Growing::new(tree.clone(), EdgeCostSum, Conspiracy::new(2, 1000), 1 << 20)),
    ])
}

#[test]
fn looking_at_a_search_does_not_change_it_and_shows_a_move() {
    for seed in 0..12 {
        let tree = RandomTree::new(seed, Branching::random(5).unwrap());
        let root = tree.root();
        let request = Request::new(&root).depth(20).nodes(3000);
        for (number, (mut looked, mut other)) in
            searches(&tree).into_iter().zip(searches(&tree)).enumerate()
        {
            let expected = {
                other.start(&request);
                while other.step(50).expect("it fits") == Progress::Paused {}
                let report = other.report();
                (
                    report.best_move,
                    report.value,
                    report.bound,
                    report.counts,
                    report.principal_variation.to_vec(),
                )
            };
            looked.start(&request);
            let (mut pauses, mut moves) = (0, 0);
            while looked.step(50).expect("it fits") == Progress::Paused {
                // Best-first extension searches by alpha-beta at first.
                looked.look();
                pauses += 1;
                moves += u32::from(looked.report().best_move.is_some());
            }
            let report = looked.report();
            let found = (
                report.best_move,
                report.value,
                report.bound,
                report.counts,
                report.principal_variation.to_vec(),
            );
            assert_eq!(found, expected, "search {number} of tree {seed}");
            assert!(
                moves > 0 && moves + 1 >= pauses,
                "search {number} of tree {seed}: {moves} of {pauses}"
            );
        }
    }
}
