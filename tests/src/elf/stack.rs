//! A bound on the stack of a whole firmware.

use super::call_graph::CallGraph;
use super::{ElfError, Firmware, StackRules};

/// Bytes that the processor stacks when an exception interrupts code: 8 words, and one more if the stack was not aligned to
/// eight bytes.
const EXCEPTION_FRAME: u32 = 8 * 4 + 4;

/// What code that uses the floating-point unit adds: 18 words.
const FLOAT_FRAME: u32 = 18 * 4;

/// The number of the hard fault's handler in the vector table.
const HARD_FAULT: usize = 3;

/// The function of cortex-m-rt that handles all other exceptions: it loops forever, or declares that it must not be
/// reached.
const DEFAULT_HANDLER: &str = "DefaultHandler_";

/// A bound on a firmware's stack, in bytes, and the paths that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackBound {
    /// The deepest path from the reset handler, which calls `main`.
    pub reset: StackPath,
    /// The deepest path of each handler in the vector table, except for reset, the hard fault and the default handler.
    pub handlers: Vec<Handler>,
    /// The deepest path of the hard fault's handler, not part of any total. `None` if the handler sets the stack pointer
    /// itself, because the stack may have caused the fault.
    pub hard_fault: Option<StackPath>,
    /// Bytes that the processor stacks when a handler interrupts code.
    pub exception_frame: u32,
    /// The indirect calls in all reachable functions, with their assumed targets.
    pub indirect: Vec<IndirectCall>,
}

impl StackBound {
    /// The greatest stack use if no handler interrupts another one: the deepest path from reset, with an exception frame
    /// and the deepest path of a handler on top.
    #[must_use]
    pub fn total(&self) -> u32 {
        let handler =
            self.handlers.iter().map(|handler| self.exception_frame + handler.path.bytes).max();
        self.reset.bytes + handler.unwrap_or(0)
    }
}

/// An exception's or interrupt's handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handler {
    /// Its name.
    pub name: String,
    /// The first of its numbers in the vector table: 15 is SysTick, 16 the first interrupt.
    pub number: usize,
    /// Its deepest path, without the exception frame.
    pub path: StackPath,
}

/// The path of calls that needs the most stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackPath {
    /// The stack that it needs, in bytes.
    pub bytes: u32,
    /// Its functions, each called by the previous one.
    pub steps: Vec<Step>,
}

/// A function on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its name.
    pub function: String,
    /// Its address.
    pub address: u32,
    /// The most stack that the function itself takes, in bytes.
    pub frame: u32,
    /// The part of it in use at the call of the next function, in bytes.
    pub depth: u32,
}

/// A call whose target is known only at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndirectCall {
    /// The calling function's name.
    pub function: String,
    /// The call's address.
    pub address: u32,
    /// The functions that it is assumed to call; none if a rule says that it calls code outside of the ELF file.
    pub targets: Vec<String>,
    /// Whether a rule narrowed them.
    pub narrowed: bool,
}

impl Firmware {
    /// A bound on the stack, from the machine code.
    ///
    /// # Errors
    /// [`ElfError`] if there is no bound: a reachable function is recursive, or moves the stack pointer in a way that the
    /// code alone does not determine; or if a rule applies to nothing.
    pub fn stack_bound(&self, rules: &StackRules) -> Result<StackBound, ElfError> {
        let mut graph = CallGraph::new(self, rules);
        let reset = graph.deepest(self.vector(1)?, "the vector table, for reset,")?;
        let hard_fault = match graph.deepest(self.vector(HARD_FAULT)?, "the vector table") {
            Err(ElfError::Dynamic { .. }) => None,
            path => Some(path?),
        };
        let mut handlers: Vec<Handler> = Vec::new();
        let table = self.section(".vector_table")?;
        for (number, (_, word)) in table.words().enumerate().skip(2) {
            // Reserved words are zero, and so is one in a table that the firmware fills itself.
            if word == 0 || number == HARD_FAULT {
                continue;
            }
            let function = self.function_at(word, "the vector table")?;
            let is_default = function.names.iter().any(|name| name == DEFAULT_HANDLER);
            let seen = handlers.iter().any(|handler| handler.path.steps[0].address == word & !1);
            if !is_default && !seen {
                let path = graph.deepest(word, "the vector table")?;
                handlers.push(Handler { name: function.name().to_owned(), number, path });
            }
        }
        let exception_frame = EXCEPTION_FRAME + if self.has_float { FLOAT_FRAME } else { 0 };
        let indirect = graph.into_indirect()?;
        Ok(StackBound { reset, handlers, hard_fault, exception_frame, indirect })
    }
}
