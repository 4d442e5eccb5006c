//! Korf & Chickering 1996, Fig. 8: mean nodes of recursive best-first minimax, every generation counted, on uniform
//! trees to depths 10 and 20. The numbers are those of `reproduction.md`, section 3.

use crate::support::outcome::run;
use crate::support::statistics::{Sample, assert_prints};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::{Expansion, Limits, Rbfms, storage};

fn nodes(children: u32, depth: u32, expansion: Expansion, seeds: u32) -> Sample {
    (1..=seeds)
        .map(|seed| {
            let tree = RandomTree::new(seed, Branching::uniform(children).unwrap());
            let mut search = Rbfms::new(&tree, EdgeCostSum, expansion, storage!(26, 512));
            run(&mut search, &tree.root(), Limits::depth(depth)).counts.generated
        })
        .collect()
}

/// Checks mean and half-width; each with the number of decimals printed.
fn assert_printed(what: u32, sample: &Sample, mean: (i32, f64), half_width: (i32, f64)) {
    assert_prints(&format!("b = {what}"), sample.mean(), mean.0, mean.1);
    let what = format!("half-width, b = {what}");
    assert_prints(&what, sample.half_width(), half_width.0, half_width.1);
}

#[test]
fn partial_expansion_to_depth_10_generates_the_nodes_of_the_figure() {
    for (children, mean, half_width) in
        [(2, (1, 105.8), (1, 1.7)), (3, (1, 264.6), (1, 5.2)), (5, (1, 817.6), (0, 19.0))]
    {
        let sample = nodes(children, 10, Expansion::Partial, 10_000);
        assert_printed(children, &sample, mean, half_width);
    }
}

#[test]
fn full_expansion_to_depth_10_generates_the_nodes_of_the_figure() {
    for (children, mean, half_width) in [
        (2, (1, 111.9), (1, 5.9)),
        (3, (1, 285.9), (0, 16.0)),
        (5, (1, 880.9), (0, 49.0)),
        (10, (1, 3649.9), (0, 217.0)),
    ] {
        let sample = nodes(children, 10, Expansion::Full, 1_000);
        assert_printed(children, &sample, mean, half_width);
    }
}

#[test]
fn partial_expansion_to_depth_20_generates_the_nodes_of_the_figure() {
    assert_printed(2, &nodes(2, 20, Expansion::Partial, 10_000), (0, 1924.0), (0, 71.0));
}

#[test]
fn full_expansion_to_depth_20_generates_the_nodes_of_the_figure() {
    for (children, mean, half_width) in [(2, (0, 1993.0), (0, 267.0)), (3, (0, 6557.0), (0, 729.0))]
    {
        let sample = nodes(children, 20, Expansion::Full, 1_000);
        assert_printed(children, &sample, mean, half_width);
    }
}

/// The paper's remark: full expansion is more expensive when shallow, cheaper when deep.
#[test]
fn full_expansion_is_dearer_to_depth_10_and_cheaper_to_depth_20() {
    let means = |depth, seeds| {
        [Expansion::Partial, Expansion::Full]
            .map(|expansion| nodes(3, depth, expansion, seeds).mean())
    };
    let [partial, full] = means(10, 1_000);
    assert!(full > partial, "depth 10: {full} against {partial}");
    let [partial, full] = means(20, 1_000);
    assert!(full < partial, "depth 20: {full} against {partial}");
}

mod nightly {
    use super::{Expansion, assert_printed, assert_prints, nodes};

    #[test]
    #[ignore = "120 million nodes"]
    fn more_children_generate_the_nodes_of_the_figure() {
        let (partial, full) = (Expansion::Partial, Expansion::Full);
        assert_printed(10, &nodes(10, 10, partial, 10_000), (1, 3558.6), (0, 97.0));
        assert_printed(3, &nodes(3, 20, partial, 10_000), (0, 8879.0), (0, 488.0));
        assert_printed(5, &nodes(5, 20, full, 1_000), (0, 28609.0), (0, 3890.0));
    }

    /// The paper gives 6.42 % as the figure's largest half-width.
    #[test]
    #[ignore = "half a billion nodes"]
    fn partial_expansion_with_five_children_to_depth_20_has_the_figures_largest_interval() {
        let sample = nodes(5, 20, Expansion::Partial, 10_000);
        assert_printed(5, &sample, (0, 50718.0), (0, 3255.0));
        assert_prints("%", 100.0 * sample.half_width() / sample.mean(), 2, 6.42);
    }
}
