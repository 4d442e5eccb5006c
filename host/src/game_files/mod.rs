//! Files and lines with games of Othello, as other programs write and read them.

pub mod ggf;
