//! Rules about a firmware's calls, beyond what its code determines.

/// Rules about a firmware's calls, beyond what its code determines.
///
/// Functions are given by parts of their names in the source, such as `plyscope_core::search` or `core::fmt::write`. A rule
/// that applies to nothing is an error, so that none outlives its reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StackRules {
    pub(super) narrowed: Vec<(String, Vec<String>)>,
    pub(super) left_out: Vec<String>,
    pub(super) outside: Vec<(String, u32)>,
}

impl StackRules {
    /// No rules: an indirect call may call any function whose address occurs in the program.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Restricts indirect calls in functions like `caller` to functions like one of `callees` whose addresses occur in the
    /// program, or to none if `callees` is empty. Of several rules for one caller the first applies.
    #[must_use]
    pub fn narrow(mut self, caller: &str, callees: &[&str]) -> Self {
        let callees = callees.iter().map(|&callee| callee.to_owned()).collect();
        self.narrowed.push((caller.to_owned(), callees));
        self
    }

    /// Says that indirect calls in functions like `caller` call code that is not in the ELF file, such as a chip's ROM, and
    /// that this code takes at most `bytes` of stack and calls nothing that is in the file.
    #[must_use]
    pub fn outside(mut self, caller: &str, bytes: u32) -> Self {
        self.outside.push((caller.to_owned(), bytes));
        self
    }

    /// Ignores calls of functions like `callee`: for instance those after a panic, when the stack no longer matters.
    #[must_use]
    pub fn leave_out(mut self, callee: &str) -> Self {
        self.left_out.push(callee.to_owned());
        self
    }
}
