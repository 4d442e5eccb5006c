//! Games as they are played, and files of games of Othello.
//!
//! The command and the explorer's module read games with this package. It needs an allocator, but not the standard library.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod game;
pub mod game_files;
