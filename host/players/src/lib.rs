//! Games by name, engines as data, players, tournaments, books, files of games, and the engines and devices of others.

pub mod book;
pub mod children;
pub mod device;
pub mod domain;
pub mod engine;
pub mod foreign;
pub mod game;
pub mod game_files;
pub mod inbox;
pub mod perft;
pub mod player;
pub mod slots;
pub mod solver;
pub mod symmetry;
pub mod tournament;

pub use plyscope_engine::judged;
