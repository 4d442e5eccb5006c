//! What a search takes of memory, in bytes on a 64-bit machine. A frame that grows makes these fail: then the numbers
//! in the documentation are to be changed with these.

#![cfg(target_pointer_width = "64")]

use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::search::forward_estimation::{FixedBounds, Learned, Scaled, TwoSided};
use plyscope_core::{
    AlphaBeta, Aspiration, Counts, ForwardEstimation, IterativeDeepening, Minimax, Rbfms, Value,
};

type OthelloAlphaBeta<const P: usize, const C: usize> = AlphaBeta<Othello, Simple, P, C>;
type OthelloMinimax<const P: usize, const C: usize> = Minimax<Othello, Simple, P, C>;
type OthelloEstimation<const P: usize, const C: usize> =
    ForwardEstimation<Othello, Simple, FixedBounds, P, C>;
type OthelloScaled<const P: usize, const C: usize> =
    ForwardEstimation<Othello, Simple, TwoSided<Scaled<Learned>>, P, C>;
type OthelloAspiration<const P: usize, const C: usize> = Aspiration<Othello, Simple, P, C>;
type OthelloDeepening<const P: usize, const C: usize> = IterativeDeepening<Othello, Simple, P, C>;
type OthelloRbfms<const P: usize, const C: usize> = Rbfms<Othello, Simple, P, C>;
type TreeAlphaBeta<const P: usize, const C: usize> = AlphaBeta<RandomTree, EdgeCostSum, P, C>;
type TreeRbfms<const P: usize, const C: usize> = Rbfms<RandomTree, EdgeCostSum, P, C>;
type HexapawnAlphaBeta<const P: usize, const C: usize> =
    AlphaBeta<Hexapawn<3, 3>, PawnCount<3, 3>, P, C>;
type HexapawnRbfms<const P: usize, const C: usize> = Rbfms<Hexapawn<3, 3>, PawnCount<3, 3>, P, C>;

/// A vector of at most `capacity` items of `size` bytes: its length and the items, up to a multiple of 8.
const fn vector(capacity: usize, size: usize) -> usize {
    (8 + capacity * size).next_multiple_of(8)
}

/// Sizes with these numbers of plies and children, which must follow a formula of theirs.
macro_rules! assert_sizes {
    ($search:ident, $formula:expr) => {
        assert_sizes!($search, $formula, (1, 0) (2, 0) (3, 1) (8, 0) (8, 7) (9, 64) (16, 256) (32, 512) (64, 512) (65, 3));
    };
    ($search:ident, $formula:expr, $(($plies:literal, $children:literal))*) => {
        $(
            let formula: usize = $formula($plies, $children);
            let name = concat!(stringify!($search), "<", $plies, ", ", $children, ">");
            assert_eq!(size_of::<$search<$plies, $children>>(), formula, "{name}");
        )*
    };
}

/// A depth-first search: `frame` bytes and a line of `plies` moves for each ply, one line more as the hint, and the
/// children.
fn depth_first(
    rest: usize,
    frame: usize,
    mv: usize,
    kept: usize,
) -> impl Fn(usize, usize) -> usize {
    move |plies, children| {
        rest + plies * frame + (plies + 1) * vector(plies, mv) + vector(children, kept)
    }
}

/// A best-first search: `frame` bytes for each ply, one line, and the children.
fn best_first(rest: usize, frame: usize, mv: usize, kept: usize) -> impl Fn(usize, usize) -> usize {
    move |plies, children| rest + plies * frame + vector(plies, mv) + vector(children, kept)
}

#[test]
fn depth_first_searches_of_othello_take_a_frame_of_88_bytes_and_a_line_a_ply() {
    assert_sizes!(OthelloAlphaBeta, depth_first(112, 88, 1, 8));
    assert_sizes!(OthelloMinimax, depth_first(112, 88, 1, 8));
    // Zero-sized or small estimators cost no more than themselves.
    assert_sizes!(OthelloEstimation, depth_first(120, 88, 1, 8));
    assert_sizes!(OthelloScaled, depth_first(128, 88, 1, 8));
}

#[test]
fn a_search_of_othello_with_64_plies_and_512_children_takes_14_kib() {
    assert_eq!(size_of::<OthelloAlphaBeta<64, 512>>(), 14_528);
    assert_eq!(size_of::<OthelloAspiration<64, 512>>(), 14_592);
    assert_eq!(size_of::<OthelloDeepening<64, 512>>(), 14_728);
}

#[test]
fn aspiration_adds_a_few_words_and_deepening_a_line_besides() {
    let aspiration = |plies, children| depth_first(176, 88, 1, 8)(plies, children);
    assert_sizes!(OthelloAspiration, aspiration);
    let deepening =
        |plies, children| depth_first(240, 88, 1, 8)(plies, children) + vector(plies, 1);
    assert_sizes!(OthelloDeepening, deepening);
}

#[test]
fn best_first_searches_take_a_frame_of_48_or_56_bytes_a_ply() {
    assert_sizes!(OthelloRbfms, best_first(104, 56, 1, 8));
    assert_sizes!(TreeRbfms, best_first(144, 48, 8, 12));
    assert_sizes!(HexapawnRbfms, best_first(104, 48, 2, 8));
}

#[test]
fn depth_first_searches_of_other_games_follow_the_same_formula() {
    assert_sizes!(TreeAlphaBeta, depth_first(160, 96, 8, 12));
    assert_sizes!(HexapawnAlphaBeta, depth_first(112, 80, 2, 8));
}

#[test]
fn positions_and_values_are_small() {
    assert_eq!((size_of::<Board>(), size_of::<Node>()), (16, 16));
    assert_eq!((size_of::<Value>(), size_of::<Counts>()), (4, 48));
}
