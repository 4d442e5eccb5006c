//! Control flow within a function: the stack depth at each instruction.

mod jumps;
mod registers;

use std::collections::BTreeMap;
use std::ops::Deref;

use super::firmware::Function;
use super::tables::Tables;
use super::thumb::{Instruction, Op, decode};
use super::{ElfError, Firmware};

/// What is in the name of a function that the linker makes where a call is too far, before the name of the function to which it
/// jumps.
const THUNK: &str = "LongThunk_";

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
        if function.is_like(THUNK) {
            return self.thunk(function, returns);
        }
        let instructions = self.instructions(function);
        let ops = || instructions.iter().map(|(_, instruction)| instruction.op);
        let literals = ops().filter_map(|op| match op {
            Op::Literal(address) => Some(address),
            _ => None,
        });
        let known = FunctionFacts {
            firmware: self,
            function,
            returns,
            tables: Tables::new(self, function, literals.collect()),
            has_one_frame: ops().filter(|op| matches!(op, Op::Frame(_))).count() == 1,
        };
        known.flow_from(function.address, false)
    }
}

impl Firmware {
    /// A linker's function that jumps to a far one. Its address is in no relocation.
    fn thunk(&self, function: &Function, returns: &dyn Fn(u32) -> bool) -> Result<Flow, ElfError> {
        let at = function.address;
        let to = function.name().split_once(THUNK).and_then(|(_, name)| self.symbol(name));
        let Some(target) = to.map(|address| address & !1) else {
            let function = function.name().to_owned();
            return Err(ElfError::Jump {
                function,
                address: at,
                what: "a jump to an unknown name",
            });
        };
        // Armv6-M needs two registers, which it restores.
        let first = self.instructions(function).first().map(|(_, instruction)| instruction.op);
        let deepest = if let Some(Op::Lower(bytes)) = first { bytes } else { 0 };
        let calls = vec![Call { at, depth: 0, target: Some(target) }];
        Ok(Flow { deepest, calls, returns: returns(target) })
    }
}

/// What is known of a function before its code is followed.
struct FunctionFacts<'a> {
    firmware: &'a Firmware,
    function: &'a Function,
    returns: &'a dyn Fn(u32) -> bool,
    tables: Tables<'a>,
    /// Whether the function sets the frame pointer once.
    has_one_frame: bool,
}

impl FunctionFacts<'_> {
    /// Follows the function's code from `start` on. `is_part` says that this is a part of it that it may call.
    fn flow_from(&self, start: u32, is_part: bool) -> Result<Flow, ElfError> {
        let mut walk = Walk {
            known: self,
            is_part,
            tails: BTreeMap::new(),
            frame: None,
            straight: start,
            depths: BTreeMap::new(),
            ahead: vec![(start, 0)],
            flow: Flow::default(),
        };
        while let Some((at, depth)) = walk.ahead.pop() {
            walk.follow(at, depth)?;
        }
        Ok(walk.flow)
    }
}

impl<'a> Deref for Walk<'a> {
    type Target = FunctionFacts<'a>;

    fn deref(&self) -> &FunctionFacts<'a> {
        self.known
    }
}

struct Walk<'a> {
    known: &'a FunctionFacts<'a>,
    is_part: bool,
    /// Functions into whose code this one jumps to release its stack, with their ends.
    tails: BTreeMap<u32, u32>,
    /// The depth of the stack to which the frame pointer points, once it is set.
    frame: Option<u32>,
    /// The start of the instructions that were certainly executed before the present one, each after the previous one.
    straight: u32,
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
        self.straight = at;
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
                self.straight = u32::MAX;
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
            Op::Add(register) => match self.number(at, register) {
                Some(number) if number.cast_signed() < 0 => {
                    let lower = depth + number.wrapping_neg();
                    self.flow.deepest = self.flow.deepest.max(lower);
                    Some(lower)
                }
                Some(number) => match depth.checked_sub(number) {
                    None => return Err(self.unbalanced(at, depth, number)),
                    after => after,
                },
                None => return Err(self.dynamic(at, "add sp, register")),
            },
            Op::Set(register) => match self.below_frame(at, register) {
                Some(after) => {
                    self.flow.deepest = self.flow.deepest.max(after);
                    Some(after)
                }
                None => return Err(self.dynamic(at, "mov sp, register")),
            },
            Op::Frame(above) => {
                self.frame = depth.checked_sub(above);
                Some(depth)
            }
            Op::Return(raised) => {
                self.leave(at, depth, raised)?;
                None
            }
            Op::Call(target)
                if (self.function.address + 1..self.function.end()).contains(&target) =>
            {
                return self.call_part(at, depth, target);
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
                self.go_to_any(self.tables.offsets(next, width, next), depth);
                None
            }
            Op::TableAt { register, width } => {
                let Some(start) = self.tables.address_taken(at, register) else {
                    return Err(self.jump(at, "table branch without the table's address before it"));
                };
                self.go_to_any(self.tables.offsets(start, width, next), depth);
                None
            }
            Op::JumpBy(register) => {
                let Some((start, width)) = self.tables.loaded(at, register) else {
                    return Err(self.jump(at, "add pc without a load from a table before it"));
                };
                self.go_to_any(self.tables.offsets(start, width, next + 2), depth);
                None
            }
            Op::BranchTable => {
                self.branches(at, depth)?;
                None
            }
            Op::Stop => None,
            Op::If { .. } => return Err(self.jump(at, "it among conditional instructions")),
            Op::Dynamic(what) => return Err(self.dynamic(at, what)),
            Op::Unknown(what) => return Err(self.jump(at, what)),
        })
    }

    fn unbalanced(&self, address: u32, depth: u32, raised: u32) -> ElfError {
        ElfError::Unbalanced { function: self.name(), address, depth, raised }
    }

    fn dynamic(&self, address: u32, what: &'static str) -> ElfError {
        ElfError::Dynamic { function: self.name(), address, what }
    }

    fn jump(&self, address: u32, what: &'static str) -> ElfError {
        ElfError::Jump { function: self.name(), address, what }
    }
}

/// For each of `count` conditional instructions whether the condition must hold.
fn needed(count: u32, then: u32) -> Vec<bool> {
    (0..count).map(|i| then >> i & 1 == 1).collect()
}
