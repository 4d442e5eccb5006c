//! Control flow within a function: the stack depth at each instruction.

use std::collections::{BTreeMap, BTreeSet};

use super::firmware::Function;
use super::thumb::{Instruction, Op, decode};
use super::{ElfError, Firmware};

/// A no-op instruction.
const NOP: [u8; 2] = [0x00, 0xbf];

/// A function's effect on the stack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Flow {
    /// The most bytes by which the function itself lowers the stack pointer.
    pub(super) deepest: u32,
    /// Its calls.
    pub(super) calls: Vec<Call>,
    /// Whether it can return.
    pub(super) returns: bool,
}

/// A call, or a tail call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Call {
    /// The instruction's address.
    pub(super) at: u32,
    /// The depth of the function's own stack there.
    pub(super) depth: u32,
    /// The called function; `None` if its address is in a register.
    pub(super) target: Option<u32>,
}

impl Firmware {
    /// A function's instructions in the order of their addresses, without literal pools and jump tables.
    pub(super) fn instructions(&self, function: &Function) -> Vec<(u32, Instruction)> {
        let mut instructions = Vec::new();
        let mut at = function.address;
        while at < function.end() {
            if !self.is_code(at) {
                at = self.next_code(at);
                continue;
            }
            let Some(instruction) = decode(self.bytes(at, function.end()), at) else { break };
            instructions.push((at, instruction));
            at += instruction.size;
        }
        instructions
    }

    /// Follows a function's code from its beginning. `returns` says which functions it calls return.
    pub(super) fn flow(
        &self,
        function: &Function,
        returns: &dyn Fn(u32) -> bool,
    ) -> Result<Flow, ElfError> {
        let literals = self.instructions(function).into_iter().filter_map(|(_, instruction)| {
            if let Op::Literal(address) = instruction.op { Some(address) } else { None }
        });
        let mut walk = Walk {
            firmware: self,
            function,
            returns,
            tails: BTreeMap::new(),
            literals: literals.collect(),
            depths: BTreeMap::new(),
            ahead: vec![(function.address, 0)],
            flow: Flow::default(),
        };
        while let Some((at, depth)) = walk.ahead.pop() {
            walk.follow(at, depth)?;
        }
        Ok(walk.flow)
    }
}

struct Walk<'a> {
    firmware: &'a Firmware,
    function: &'a Function,
    returns: &'a dyn Fn(u32) -> bool,
    /// Functions into whose code this one jumps to release its stack, with their ends.
    tails: BTreeMap<u32, u32>,
    /// Addresses of data that the function reads relative to the program counter.
    literals: BTreeSet<u32>,
    /// The depth of the stack before each instruction that was reached.
    depths: BTreeMap<u32, u32>,
    /// The starts of paths still to be followed, with the stack depth there.
    ahead: Vec<(u32, u32)>,
    flow: Flow,
}

impl Walk<'_> {
    fn name(&self) -> String {
        self.function.name().to_owned()
    }

    /// Follows the code from `at` on, until it ends, jumps or reaches visited code.
    fn follow(&mut self, mut at: u32, mut depth: u32) -> Result<(), ElfError> {
        loop {
            if let Some(&first) = self.depths.get(&at) {
                if first != depth {
                    let function = self.name();
                    return Err(ElfError::Join { function, address: at, first, second: depth });
                }
                return Ok(());
            }
            self.depths.insert(at, depth);
            let instruction = self.decode(at)?;
            let next = at + instruction.size;
            if let Op::If { condition, count, then } = instruction.op {
                let needed = needed(count, then);
                return self.follow_conditional(next, depth, condition, &needed, None);
            }
            let Some(after) = self.apply(instruction, at, depth)? else { return Ok(()) };
            (at, depth) = (next, after);
        }
    }

    /// Follows conditional instructions. `needed` says for each whether the condition must hold; `holds` whether it does,
    /// if the path so far determines that.
    fn follow_conditional(
        &mut self,
        at: u32,
        depth: u32,
        condition: u32,
        needed: &[bool],
        holds: Option<bool>,
    ) -> Result<(), ElfError> {
        let Some((&first, rest)) = needed.split_first() else {
            return self.follow_behind_conditional(at, depth, condition, holds);
        };
        let instruction = self.decode(at)?;
        let next = at + instruction.size;
        if holds != Some(first) {
            self.follow_conditional(next, depth, condition, rest, Some(!first))?;
        }
        if holds != Some(!first)
            && let Some(after) = self.apply(instruction, at, depth)?
        {
            // A comparison resets the condition.
            let holds = if instruction.sets_flags { None } else { Some(first) };
            self.follow_conditional(next, after, condition, rest, holds)?;
        }
        Ok(())
    }

    /// Continues behind conditional instructions. More than four with one condition come in several blocks: knowledge about
    /// the condition carries over to the next block.
    fn follow_behind_conditional(
        &mut self,
        at: u32,
        depth: u32,
        condition: u32,
        holds: Option<bool>,
    ) -> Result<(), ElfError> {
        if let Ok(Instruction { op: Op::If { condition: other, count, then }, size, .. }) =
            self.decode(at)
            && other >> 1 == condition >> 1
            && let Some(holds) = holds
        {
            let holds = holds == (other == condition);
            let needed = needed(count, then);
            return self.follow_conditional(at + size, depth, other, &needed, Some(holds));
        }
        self.ahead.push((at, depth));
        Ok(())
    }

    fn decode(&self, at: u32) -> Result<Instruction, ElfError> {
        let own = (self.function.address, self.function.end());
        let tail = self.tails.range(..=at).next_back().map(|(&start, &end)| (start, end));
        let part = [own].into_iter().chain(tail).find(|&(start, end)| (start..end).contains(&at));
        let inside = part.is_some();
        let code = self.firmware.bytes(at, part.map_or(at, |(_, end)| end));
        let instruction = if inside && self.firmware.is_code(at) { decode(code, at) } else { None };
        instruction.ok_or_else(|| ElfError::RunsOff { function: self.name(), address: at })
    }

    /// Applies the instruction. Returns the stack depth after it, if execution continues behind it.
    fn apply(
        &mut self,
        instruction: Instruction,
        at: u32,
        depth: u32,
    ) -> Result<Option<u32>, ElfError> {
        let next = at + instruction.size;
        Ok(match instruction.op {
            Op::Plain | Op::Literal(_) | Op::Low { .. } | Op::High { .. } => Some(depth),
            Op::Lower(bytes) => {
                self.flow.deepest = self.flow.deepest.max(depth + bytes);
                Some(depth + bytes)
            }
            Op::Raise(raised) => match depth.checked_sub(raised) {
                None => return Err(self.unbalanced(at, depth, raised)),
                after => after,
            },
            Op::Return(raised) => {
                self.leave(at, depth, raised)?;
                None
            }
            Op::Call(target) => {
                self.flow.calls.push(Call { at, depth, target: Some(target) });
                (self.returns)(target).then_some(depth)
            }
            Op::CallRegister => {
                self.flow.calls.push(Call { at, depth, target: None });
                // With no code behind it, the compiler knew that it does not return.
                let goes_on = next < self.function.end() && self.firmware.is_code(next);
                goes_on.then_some(depth)
            }
            Op::Jump(target) => {
                self.go(at, depth, target)?;
                None
            }
            Op::Branch(target) => {
                self.go(at, depth, target)?;
                Some(depth)
            }
            Op::JumpRegister => {
                self.flow.calls.push(Call { at, depth, target: None });
                self.leave(at, depth, 0)?;
                None
            }
            Op::ByteTable | Op::HalfwordTable => {
                let width = if instruction.op == Op::ByteTable { 1 } else { 2 };
                let targets = self.table(next, width, next);
                self.ahead.extend(targets.into_iter().map(|target| (target, depth)));
                None
            }
            Op::TableAt { register, width } => {
                let Some(start) = self.address_taken(at, register) else {
                    return Err(self.jump(at, "table branch without the table's address before it"));
                };
                let targets = self.table(start, width, next);
                self.ahead.extend(targets.into_iter().map(|target| (target, depth)));
                None
            }
            Op::BranchTable => {
                self.branches(at, depth)?;
                None
            }
            Op::Stop => None,
            Op::If { .. } => return Err(self.jump(at, "it among conditional instructions")),
            Op::Dynamic(what) => {
                return Err(ElfError::Dynamic { function: self.name(), address: at, what });
            }
            Op::Unknown(what) => return Err(self.jump(at, what)),
        })
    }

    fn unbalanced(&self, address: u32, depth: u32, raised: u32) -> ElfError {
        ElfError::Unbalanced { function: self.name(), address, depth, raised }
    }

    fn jump(&self, address: u32, what: &'static str) -> ElfError {
        ElfError::Jump { function: self.name(), address, what }
    }

    /// The function returns to its caller.
    fn leave(&mut self, at: u32, depth: u32, raised: u32) -> Result<(), ElfError> {
        self.flow.returns = true;
        if depth == raised { Ok(()) } else { Err(self.unbalanced(at, depth, raised)) }
    }

    /// Execution continues at `target`, here or in another function.
    fn go(&mut self, at: u32, depth: u32, target: u32) -> Result<(), ElfError> {
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

    /// The targets of a jump table at `start` with entries of `width` bytes, which count from `origin`.
    ///
    /// It ends where code, or a literal that the function reads, begins.
    fn table(&self, start: u32, width: usize, origin: u32) -> Vec<u32> {
        let literal = self.literals.range(start + 1..).next().copied().unwrap_or(u32::MAX);
        let end = self.firmware.next_code(start).min(literal).min(self.function.end());
        let bytes = self.firmware.bytes(start, end);
        // A no-op may align the code behind it: as an entry, it would lead to the table itself or 97,792 bytes ahead.
        let bytes = if end % 4 == 0 { bytes.strip_suffix(&NOP).unwrap_or(bytes) } else { bytes };
        let number = |entry: &[u8]| entry.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b));
        let mut entries: Vec<u32> = bytes.chunks_exact(width).map(number).collect();
        // Zeros at its end are padding: as entries, they would lead to the table itself.
        while entries.last() == Some(&0) {
            entries.pop();
        }
        entries.into_iter().map(|entry| origin + 2 * entry).collect()
    }

    /// The address behind it that one of the few instructions before `at` puts into a register (ADR, encoding T3): that of
    /// a table with a literal between it and its branch.
    fn address_taken(&self, at: u32, register: u32) -> Option<u32> {
        [4, 6, 8, 10, 12].into_iter().find_map(|back| {
            let from = at.checked_sub(back)?;
            let &[a, b, c, d] = self.firmware.bytes(from, from + 4).first_chunk()?;
            let (first, second) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
            let is_adr = first & 0xfbff == 0xf20f && second & 0x8000 == 0;
            let (first, second) = (u32::from(first), u32::from(second));
            let distance = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xff;
            (is_adr && second >> 8 & 15 == register).then(|| ((from + 4) & !3) + distance)
        })
    }

    /// Follows the jumps behind the instruction at `at`.
    fn branches(&mut self, at: u32, depth: u32) -> Result<(), ElfError> {
        let mut branch = (at + 2).next_multiple_of(4);
        let mut targets = Vec::new();
        while let Ok(Instruction { op: Op::Jump(target), size: 4, .. }) = self.decode(branch) {
            targets.push(target);
            branch += 4;
        }
        if targets.is_empty() {
            return Err(self.jump(at, "mov pc without jumps behind it"));
        }
        targets.into_iter().try_for_each(|target| self.go(at, depth, target))
    }
}

/// For each of `count` conditional instructions whether the condition must hold.
fn needed(count: u32, then: u32) -> Vec<bool> {
    (0..count).map(|i| then >> i & 1 == 1).collect()
}
