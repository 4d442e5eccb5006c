//! What can go wrong when a firmware's figures are read off its ELF file.

use thiserror::Error;

/// Why a figure cannot be given. Where a function is to blame, the message names it and the address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ElfError {
    /// The bytes are no ELF file of 32 bits that can be read.
    #[error("no readable 32-bit ELF file: {0}")]
    Unreadable(String),
    /// The ELF file is for another processor, or no executable for one.
    #[error("not an executable for a little-endian Arm processor")]
    NotArm,
    /// A section that every firmware linked with cortex-m-rt's `link.x` has is missing.
    #[error("the ELF file has no section {0}")]
    NoSection(&'static str),
    /// The symbols are stripped: there is nothing to tell one function from the next.
    #[error("the ELF file has no {0}: it was stripped")]
    NoSymbols(&'static str),
    /// No function begins at an address at which one should.
    #[error("no function begins at {address:#010x}, which {what} says")]
    NoFunction {
        /// The address.
        address: u32,
        /// Who says so: the vector table, or a call in a function.
        what: String,
    },
    /// The stack pointer is set to something that the code alone does not tell.
    #[error("{function}: {what} at {address:#010x}: the stack pointer cannot be followed")]
    Dynamic {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// What the instruction does.
        what: &'static str,
    },
    /// A jump whose targets the code alone does not tell.
    #[error("{function}: {what} at {address:#010x}: its targets are unknown")]
    Jump {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// What the instruction does.
        what: &'static str,
    },
    /// Two ways lead to an instruction with differing depths of the stack.
    #[error("{function}: {address:#010x} is reached {first} and {second} bytes deep")]
    Join {
        /// The function's name.
        function: String,
        /// The instruction's address.
        address: u32,
        /// The depth on the way that was followed first.
        first: u32,
        /// The depth on the other.
        second: u32,
    },
    /// The function returns, or would, with the stack pointer elsewhere than where it was at its entry.
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
        /// How many bytes the instruction takes off the stack.
        raised: u32,
    },
    /// Execution would leave the function's code: run off its end, or into a literal pool or a jump table.
    #[error("{function}: execution runs to {address:#010x}, where the function has no code")]
    RunsOff {
        /// The function's name.
        function: String,
        /// The address that is no code of the function.
        address: u32,
    },
    /// Functions that call each other in a circle: their stack has no bound that the code alone would tell.
    #[error("recursion: {}", .0.join(" -> "))]
    Recursion(
        /// The functions in the order in which they call each other; the first again at the end.
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
    /// The section `.stack_sizes` is not laid out as LLVM documents it.
    #[error("the section .stack_sizes ends in the middle of an entry")]
    StackSizes,
}
