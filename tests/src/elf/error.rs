//! Errors in reading a firmware's figures from its ELF file.

use thiserror::Error;

/// The reason why a figure is not available. If a function is the cause, the message names it and the address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ElfError {
    /// The bytes are not a readable 32-bit ELF file.
    #[error("not a readable 32-bit ELF file: {0}")]
    Unreadable(String),
    /// The ELF file is for another processor, or not an executable.
    #[error("not an executable for a little-endian Arm processor")]
    NotArm,
    /// A section that every firmware linked with cortex-m-rt's `link.x` has is missing.
    #[error("the ELF file has no section {0}")]
    NoSection(&'static str),
    /// The symbols are stripped, so functions cannot be told apart.
    #[error("the ELF file has no {0}: it was stripped")]
    NoSymbols(&'static str),
    /// No function begins at an address at which one should.
    #[error("no function begins at {address:#010x}, the address in {what}")]
    NoFunction {
        /// The address.
        address: u32,
        /// The address's origin: the vector table, or a call in a function.
        what: String,
    },
    /// The stack pointer is set to a value that the code alone does not determine.
    #[error("{function}: {what} at {address:#010x}: the stack pointer cannot be followed")]
    Dynamic {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// The instruction's effect.
        what: &'static str,
    },
    /// A jump whose targets the code alone does not determine.
    #[error("{function}: {what} at {address:#010x}: its targets are unknown")]
    Jump {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// The instruction's effect.
        what: &'static str,
    },
    /// Two paths lead to an instruction with different stack depths.
    #[error("{function}: {address:#010x} is reached {first} and {second} bytes deep")]
    Join {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// The depth on the path that was followed first.
        first: u32,
        /// The depth on the other path.
        second: u32,
    },
    /// The function would return with a stack pointer different from that at its entry.
    #[error(
        "{function}: unbalanced at {address:#010x}: {depth} bytes deep, {raised} bytes taken off"
    )]
    Unbalanced {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// The depth before the instruction.
        depth: u32,
        /// The number of bytes that the instruction takes off the stack.
        raised: u32,
    },
    /// Execution would leave the function's code: run past its end, or into a literal pool or a jump table.
    #[error("{function}: execution runs to {address:#010x}, where the function has no code")]
    RunsOff {
        /// The function's name.
        function: String,
        /// The address outside of the function's code.
        address: u32,
    },
    /// Functions that call each other in a cycle: the code alone gives no bound on their stack.
    #[error("recursion: {}", .0.join(" -> "))]
    Recursion(
        /// The functions in the order of their calls, with the first repeated at the end.
        Vec<String>,
    ),
    /// An indirect call without possible targets.
    #[error("{function}: the indirect call at {address:#010x} has no possible target")]
    NoTarget {
        /// The function's name.
        function: String,
        /// The call's address.
        address: u32,
    },
    /// A rule that applies to nothing.
    #[error("the rule about {0:?} applies to no call: remove it")]
    UnusedRule(
        /// The function that it names.
        String,
    ),
    /// The section `.stack_sizes` is not laid out as LLVM documents it.
    #[error("the section .stack_sizes ends in the middle of an entry")]
    StackSizes,
}
