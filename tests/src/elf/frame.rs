//! All functions' frames.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::Flow;
use super::{ElfError, Firmware};

impl Firmware {
    /// Each function's effect on the stack, by address.
    ///
    /// Behind a call of a function that never returns, such as one that panics, there may be anything: the next block of
    /// code, at another depth, or a literal pool. So it matters which functions return. At first none is assumed to return;
    /// when one is found to return, the paths behind its calls are followed as well.
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
