//! Figures of a microcontroller's firmware from its ELF file: its use of flash and RAM, and a bound on its stack from the
//! machine code itself.
//!
//! The firmware is for a Cortex-M4 (Armv7E-M, Thumb-2) and linked with cortex-m-rt's `link.x`; it needs its symbols, but
//! not its debugging information.

mod call_graph;
mod error;
mod firmware;
mod flow;
mod frame;
mod function_pointers;
mod rules;
mod sizes;
mod stack;
mod stack_sizes;
mod thumb;

#[cfg(test)]
mod tests;

pub use error::ElfError;
pub use firmware::Firmware;
pub use rules::StackRules;
pub use sizes::Sizes;
pub use stack::{EXCEPTION_FRAME, Handler, IndirectCall, StackBound, StackPath, Step};
pub use stack_sizes::{Frame, FrameComparison};
