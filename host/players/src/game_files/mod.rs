//! Files and lines with games of Othello: those of [`plyscope_games`], what is chosen and counted of them, and what is on disks.

mod beside;
#[cfg(test)]
mod dialects;
mod filter;
mod rows;
mod summary;
#[cfg(test)]
mod tests;

pub use beside::names_beside;
pub use filter::{Filter, Winner, discs_placed};
pub use plyscope_games::game_files::*;
pub use rows::game_of_row;
pub use summary::{Doubt, Summary, beginning_with_f5, doubts};
