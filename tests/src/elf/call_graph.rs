//! The call graph, and the deepest path from a function.

use std::collections::{BTreeMap, BTreeSet};

use super::firmware::Function;
use super::flow::Flow;
use super::stack::{IndirectCall, StackPath, Step};
use super::{ElfError, Firmware, StackRules};

/// Depths of a firmware's functions, computed on demand.
pub(super) struct CallGraph<'a> {
    firmware: &'a Firmware,
    rules: &'a StackRules,
    flows: BTreeMap<u32, Result<Flow, ElfError>>,
    pointers: BTreeSet<u32>,
    /// Finished functions: the bytes of the deepest path from each, and its next step.
    depths: BTreeMap<u32, Deepest>,
    /// Functions being visited, each called by the previous one.
    path: Vec<u32>,
    /// Indirect calls met, by address.
    indirect: BTreeMap<u32, IndirectCall>,
    /// The functions named by rules that applied.
    applied: BTreeSet<&'a str>,
}

/// The deepest path from a function.
#[derive(Clone, Copy)]
struct Deepest {
    bytes: u32,
    /// The depth of the function's own stack at the call of the next one.
    own: u32,
    next: Option<u32>,
}

impl<'a> CallGraph<'a> {
    pub(super) fn new(firmware: &'a Firmware, rules: &'a StackRules) -> Self {
        Self {
            firmware,
            rules,
            flows: firmware.flows(),
            pointers: firmware.function_pointers(),
            depths: BTreeMap::new(),
            path: Vec::new(),
            indirect: BTreeMap::new(),
            applied: BTreeSet::new(),
        }
    }

    /// The deepest path from the function at `root`, which `what` names.
    pub(super) fn deepest(&mut self, root: u32, what: &str) -> Result<StackPath, ElfError> {
        let start = self.firmware.function_at(root, what)?.address;
        let bytes = self.go_through(start)?.bytes;
        let mut steps = Vec::new();
        let mut next = Some(start);
        while let Some(address) = next {
            let function = self.firmware.function_at(address, what)?;
            let deepest = self.go_through(address)?;
            steps.push(Step {
                function: function.name().to_owned(),
                address,
                frame: self.flow(address)?.deepest,
                depth: deepest.own,
            });
            next = deepest.next;
        }
        Ok(StackPath { bytes, steps })
    }

    /// All indirect calls in the visited functions, by address.
    ///
    /// # Errors
    /// [`ElfError::UnusedRule`].
    pub(super) fn into_indirect(self) -> Result<Vec<IndirectCall>, ElfError> {
        let StackRules { narrowed, left_out, outside } = self.rules;
        let named = narrowed.iter().map(|(name, _)| name).chain(left_out);
        for name in named.chain(outside.iter().map(|(name, _)| name)) {
            if !self.applied.contains(name.as_str()) {
                return Err(ElfError::UnusedRule(name.clone()));
            }
        }
        Ok(self.indirect.into_values().collect())
    }

    fn flow(&self, address: u32) -> Result<&Flow, ElfError> {
        self.flows[&address].as_ref().map_err(Clone::clone)
    }

    fn go_through(&mut self, address: u32) -> Result<Deepest, ElfError> {
        if let Some(&known) = self.depths.get(&address) {
            return Ok(known);
        }
        if let Some(start) = self.path.iter().position(|&caller| caller == address) {
            let circle = self.path[start..].iter().chain([&address]);
            let name = |at| self.firmware.functions[at].name().to_owned();
            return Err(ElfError::Recursion(circle.map(name).collect()));
        }
        self.path.push(address);
        let function = &self.firmware.functions[&address];
        let flow = self.flow(address)?.clone();
        let mut deepest = Deepest { bytes: flow.deepest, own: flow.deepest, next: None };
        for call in &flow.calls {
            if call.target.is_none()
                && let Some(bytes) = self.goes_outside(function, call.at)
            {
                let bytes = call.depth + bytes;
                if bytes > deepest.bytes {
                    deepest = Deepest { bytes, own: call.depth, next: None };
                }
                continue;
            }
            let targets = match call.target {
                Some(target) => {
                    let what = format!("{} at {:#010x}", function.name(), call.at);
                    vec![self.firmware.function_at(target, &what)?]
                }
                None => self.indirect_targets(function, call.at)?,
            };
            for target in targets {
                // A function that jumps to its own beginning with its stack released is a loop.
                let loops = target.address == address && call.depth == 0;
                if loops || self.is_left_out(target) {
                    continue;
                }
                let bytes = call.depth + self.go_through(target.address)?.bytes;
                if bytes > deepest.bytes {
                    deepest = Deepest { bytes, own: call.depth, next: Some(target.address) };
                }
            }
        }
        self.path.pop();
        self.depths.insert(address, deepest);
        Ok(deepest)
    }

    fn is_left_out(&mut self, function: &Function) -> bool {
        let rule = self.rules.left_out.iter().find(|part| function.is_like(part));
        self.applied.extend(rule.map(String::as_str));
        rule.is_some()
    }

    /// The stack that the indirect call at `at` in `caller` takes, if it calls code outside of the ELF file.
    fn goes_outside(&mut self, caller: &Function, at: u32) -> Option<u32> {
        let (name, bytes) = self.rules.outside.iter().find(|(part, _)| caller.is_like(part))?;
        self.applied.insert(name);
        let call = IndirectCall {
            function: caller.name().to_owned(),
            address: at,
            targets: Vec::new(),
            narrowed: true,
        };
        self.indirect.insert(at, call);
        Some(*bytes)
    }

    /// The possible targets of the indirect call at `at` in `caller`.
    fn indirect_targets(
        &mut self,
        caller: &Function,
        at: u32,
    ) -> Result<Vec<&'a Function>, ElfError> {
        let firmware = self.firmware;
        let rule = self.rules.narrowed.iter().find(|(part, _)| caller.is_like(part));
        self.applied.extend(rule.map(|(part, _)| part.as_str()));
        let is_possible = |function: &&Function| {
            rule.is_none_or(|(_, callees)| callees.iter().any(|part| function.is_like(part)))
        };
        let mut targets: Vec<&Function> = self
            .pointers
            .iter()
            .map(|pointer| &firmware.functions[pointer])
            .filter(is_possible)
            .collect();
        if targets.is_empty() && rule.is_none_or(|(_, callees)| !callees.is_empty()) {
            return Err(ElfError::NoTarget { function: caller.name().to_owned(), address: at });
        }
        targets.retain(|target| !self.is_left_out(target));
        let call = IndirectCall {
            function: caller.name().to_owned(),
            address: at,
            targets: targets.iter().map(|target| target.name().to_owned()).collect(),
            narrowed: rule.is_some(),
        };
        self.indirect.insert(at, call);
        Ok(targets)
    }
}
