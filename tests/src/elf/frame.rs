//! All functions' frames.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::Flow;
use super::{ElfError, Firmware};

impl Firmware {
    /// What each function does to the stack, by address.
    ///
    /// Behind a call of a function that never returns, such as one that panics, there may be anything: the next block
    /// of code, of another depth, or a literal pool. So it matters which functions return. None is thought to, at
    /// first; as one is found that does, the ways behind its calls are followed, too.
    pub(super) fn flows(&self) -> BTreeMap<u32, Result<Flow, ElfError>> {
        let mut returning: BTreeSet<u32> = BTreeSet::new();
        loop {
            let flows: BTreeMap<u32, Result<Flow, ElfError>> = self
                .functions
                .values()
                .map(|function| {
                    let returns = |target: u32| returning.contains(&target);
                    (function.address, self.flow(function, &returns))
                })
                .collect();
            let found: BTreeSet<u32> = flows
                .iter()
                .filter(|(_, flow)| flow.as_ref().map_or(true, |flow| flow.returns))
                .map(|(&address, _)| address)
                .collect();
            if found == returning {
                return flows;
            }
            returning = found;
        }
    }
}
