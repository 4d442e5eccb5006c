//! Where execution continues behind jumps, returns and calls of parts of the function itself.

use super::{Call, Walk};
use crate::elf::ElfError;
use crate::elf::thumb::{Instruction, Op};

impl Walk<'_> {
    /// A call into the function itself. Where the code there returns, it is called. Else it is a jump: Armv6-M jumps further
    /// with BL than with B, if the function has saved the link register; then the code at its target releases more stack
    /// than it takes.
    pub(super) fn call_part(
        &mut self,
        at: u32,
        depth: u32,
        target: u32,
    ) -> Result<Option<u32>, ElfError> {
        let part = if self.is_part { None } else { self.flow_from(target, true).ok() };
        let Some(part) = part else {
            self.go(at, depth, target)?;
            return Ok(None);
        };
        self.flow.deepest = self.flow.deepest.max(depth + part.deepest);
        let deeper = |call: Call| Call { depth: depth + call.depth, ..call };
        self.flow.calls.extend(part.calls.into_iter().map(deeper));
        Ok(part.returns.then_some(depth))
    }

    /// The function returns to its caller.
    pub(super) fn leave(&mut self, at: u32, depth: u32, raised: u32) -> Result<(), ElfError> {
        self.flow.returns = true;
        if depth == raised { Ok(()) } else { Err(self.unbalanced(at, depth, raised)) }
    }

    /// Execution continues at `target`, here or in another function.
    pub(super) fn go(&mut self, at: u32, depth: u32, target: u32) -> Result<(), ElfError> {
        if (self.function.address..self.function.end()).contains(&target) {
            self.ahead.push((target, depth));
            return Ok(());
        }
        let returns = (self.returns)(target);
        // With stack left to release, the other function is the end of this one, shared by several.
        if returns
            && depth > 0
            && let Some(tail) = self.firmware.functions.get(&target)
        {
            self.tails.insert(tail.address, tail.end());
            self.ahead.push((target, depth));
            return Ok(());
        }
        self.flow.calls.push(Call { at, depth, target: Some(target) });
        if returns { self.leave(at, depth, 0) } else { Ok(()) }
    }

    /// Execution continues at one of these addresses in the function.
    pub(super) fn go_to_any(&mut self, targets: Vec<u32>, depth: u32) {
        self.ahead.extend(targets.into_iter().map(|target| (target, depth)));
    }

    /// Follows the jumps behind the instruction at `at`, or goes on at the addresses behind it.
    pub(super) fn branches(&mut self, at: u32, depth: u32) -> Result<(), ElfError> {
        let mut branch = (at + 2).next_multiple_of(4);
        let mut targets = Vec::new();
        while let Ok(Instruction { op: Op::Jump(target), size: 4, .. }) = self.decode(branch) {
            targets.push(target);
            branch += 4;
        }
        if targets.is_empty() {
            targets = self.tables.addresses(at + 2);
        }
        if targets.is_empty() {
            return Err(self.jump(at, "mov pc without jumps or addresses behind it"));
        }
        targets.into_iter().try_for_each(|target| self.go(at, depth, target))
    }
}
