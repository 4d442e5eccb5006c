//! Figures of a microcontroller's firmware from its ELF file: its use of flash and RAM, and a bound on its stack from the
//! machine code itself.
//!
//! The firmware is for a Cortex-M (Armv6-M, Armv7-M, Armv8-M) and linked with cortex-m-rt's `link.x`; it needs its symbols,
//! but not its debugging information. If it keeps its relocations (the linker's option `--emit-relocs`), they tell addresses
//! of functions from numbers that look like one.

mod call_graph;
mod error;
mod firmware;
mod flow;
mod frame;
mod function_pointers;
mod relocations;
mod rules;
mod sizes;
mod stack;
mod stack_sizes;
mod tables;
mod thumb;

#[cfg(test)]
mod tests;

pub use error::ElfError;
pub use firmware::Firmware;
pub use rules::StackRules;
pub use sizes::Sizes;
pub use stack::{Handler, IndirectCall, StackBound, StackPath, Step};
pub use stack_sizes::{Frame, FrameComparison};
