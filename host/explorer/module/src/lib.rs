//! The games and searches of plyscope-core behind one function, for a page that runs them as WebAssembly.
//!
//! [`Explorer::answer`] takes an [`Ask`](message::Ask), encoded by `postcard`, and gives an answer as JSON. Games and engines are
//! written as on the desktop's command line, so that a link, a message and a command say the same thing. An explorer runs one
//! search at a time; a page that compares engines has an instance of the module for each.
//!
//! On `wasm32-unknown-unknown`, `border` exports it. On other targets this is a plain library, which the tests use.
#![no_std]

extern crate alloc;

mod any;
#[cfg(target_arch = "wasm32")]
pub mod border;
mod evaluation;
mod explorer;
mod file;
pub mod message;
mod problem;
mod running;
mod start;

pub use explorer::Explorer;
