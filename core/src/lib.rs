#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::arithmetic_side_effects
    )
)]

pub mod breakthrough;
pub mod clobber;
pub mod connect_four;
mod eval;
mod game;
pub mod hash;
pub mod hex;
pub mod hexapawn;
mod judgement;
pub mod othello;
pub mod random_tree;
pub mod search;
pub mod steps;
pub mod tic_tac_toe;
mod value;
#[cfg(feature = "wire")]
pub mod wire;

pub use eval::{Decided, Ends, Evaluator, child_value, static_value};
pub use game::{Game, Outcome, PACKED_MOVES, Side, perft};
pub use judgement::Judgement;
pub use search::alpha_beta::{AlphaBeta, DepthFirst, ForwardEstimation, Order, Policy};
pub use search::aspiration::Aspiration;
pub use search::deepening::IterativeDeepening;
pub use search::minimax::Minimax;
pub use search::rbfms::{Expansion, Rbfms};
pub use search::{
    CapacityError, Counts, FirstLine, Generated, Limits, Observer, Progress, Reason, Report,
    Request, Search, Stop, Storage, Store, lines,
};
pub use value::{Bound, NotAValue, Value, Window, WindowError};
