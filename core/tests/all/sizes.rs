//! The memory of searches, in bytes on a 64-bit machine. If a frame grows, these tests fail; then change the numbers in the
//! documentation, too.

#![cfg(target_pointer_width = "64")]

use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Learned, Scaled};
use plyscope_core::{
    AlphaBeta, Aspiration, Counts, ForwardEstimation, Game, IterativeDeepening, Minimax, Rbfms,
    Storage, Value, lines,
};

/// A vector of at most `capacity` items of `size` bytes: its length and the items, up to a multiple of 8.
const fn vector(capacity: usize, size: usize) -> usize {
    (8 + capacity * size).next_multiple_of(8)
}

/// Frames of `frame` bytes, principal variations of `mv` bytes a move as a triangle with a length of two bytes each, the
/// line that is searched first, and children of `kept` bytes.
const fn storage(plies: usize, children: usize, frame: usize, mv: usize, kept: usize) -> usize {
    let variations = vector(lines(plies), mv) + (2 * plies).next_multiple_of(8);
    vector(plies, frame) + variations + vector(plies, mv) + vector(children, kept)
}

/// The storage of a game with these numbers of plies and children must follow the formula.
fn check<G: Game>(frame: usize, mv: usize, kept: usize) {
    macro_rules! check {
        ($(($plies:literal, $children:literal))*) => {
            $(
                assert!(
                    storage($plies, $children, frame, mv, kept)
                        .abs_diff(size_of::<Storage<G, $plies, $children, { lines($plies) }>>()) < 8,
                    "{} plies, {} children: {}", $plies, $children,
                    size_of::<Storage<G, $plies, $children, { lines($plies) }>>()
                );
            )*
        };
    }
    check!((1, 0)(2, 0)(3, 1)(8, 0)(8, 7)(9, 64)(16, 256)(32, 512)(64, 512)(65, 3));
}

#[test]
fn a_ply_takes_a_frame_of_80_to_96_bytes_and_its_place_in_a_triangle_of_moves() {
    check::<Othello>(88, 1, 8);
    check::<RandomTree>(96, 8, 12);
    check::<Hexapawn<3, 3>>(80, 2, 8);
}

#[test]
fn storage_for_64_plies_and_512_children_of_othello_takes_12_kib() {
    assert_eq!(size_of::<Storage<Othello, 64, 512, { lines(64) }>>(), 12_032);
}

#[test]
fn a_search_itself_takes_100_to_300_bytes() {
    type Deepening<S> = IterativeDeepening<Othello, S>;
    assert_eq!(size_of::<AlphaBeta<Othello, Simple, ()>>(), 104);
    assert_eq!(size_of::<Minimax<Othello, Simple, ()>>(), 104);
    // Zero-sized or small estimators cost no more than themselves.
    assert_eq!(size_of::<ForwardEstimation<Othello, Simple, Edges<FixedBounds>, ()>>(), 120);
    assert_eq!(size_of::<ForwardEstimation<Othello, Simple, Scaled<Learned>, ()>>(), 128);
    assert_eq!(size_of::<Rbfms<Othello, Simple, ()>>(), 96);
    assert_eq!(size_of::<Rbfms<RandomTree, EdgeCostSum, ()>>(), 144);
    assert_eq!(size_of::<Rbfms<Hexapawn<3, 3>, PawnCount<3, 3>, ()>>(), 96);
    assert_eq!(size_of::<Aspiration<Othello, AlphaBeta<Othello, Simple, ()>>>(), 216);
    assert_eq!(size_of::<Deepening<AlphaBeta<Othello, Simple, ()>>>(), 320);
}

#[test]
fn positions_and_values_are_small() {
    assert_eq!((size_of::<Board>(), size_of::<Node>()), (16, 16));
    assert_eq!((size_of::<Value>(), size_of::<Counts>()), (4, 48));
}
