//! What a caller knows of a firmware's calls beyond what its code tells.

/// What is known of a firmware's calls beyond what the code tells.
///
/// Functions are given by parts of their names as the source has them, such as `plyscope_core::search` or
/// `core::fmt::write`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StackRules {
    pub(super) narrowed: Vec<(String, Vec<String>)>,
    pub(super) left_out: Vec<String>,
}

impl StackRules {
    /// No rules: an indirect call may call any function whose address is found somewhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Indirect calls in functions like `caller` call only functions like one of `callees`, among those whose addresses
    /// are found; none at all if `callees` is empty. Of several rules for one caller the first holds.
    #[must_use]
    pub fn narrow(mut self, caller: &str, callees: &[&str]) -> Self {
        let callees = callees.iter().map(|&callee| callee.to_owned()).collect();
        self.narrowed.push((caller.to_owned(), callees));
        self
    }

    /// Calls of functions like `callee` are not counted: what it does after a panic, say, when the stack no longer
    /// matters.
    #[must_use]
    pub fn leave_out(mut self, callee: &str) -> Self {
        self.left_out.push(callee.to_owned());
        self
    }
}
