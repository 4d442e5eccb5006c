//! A decoder of Thumb-2 instructions, as far as they matter to the stack and to the flow of control.
//!
//! Every encoding of the Armv7E-M architecture that writes the stack pointer or the program counter is recognised, and with
//! it those of Armv6-M and of Armv8-M. It is followed where possible, and otherwise reported as [`Op::Dynamic`] or
//! [`Op::Unknown`]. Section numbers in comments refer to the Armv7-M Architecture Reference Manual (DDI 0403E).

mod wide;

#[cfg(test)]
mod tests;

/// The frame pointer's number.
pub(super) const FP: u32 = 7;
/// The stack pointer's number.
const SP: u32 = 13;
/// The link register's number.
const LR: u32 = 14;
/// The program counter's number.
const PC: u32 = 15;

/// What an instruction does to the stack pointer and the flow of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    /// Nothing that matters here.
    Plain,
    /// Lowers the stack pointer by this number of bytes.
    Lower(u32),
    /// Raises it by this number of bytes.
    Raise(u32),
    /// Adds this register to the stack pointer: how Armv6-M makes and releases a frame of more than 508 bytes.
    Add(u32),
    /// Sets the stack pointer to this register: how Armv6-M releases a large frame, by way of the frame pointer.
    Set(u32),
    /// Makes the frame pointer, r7, point this number of bytes above the stack pointer.
    Frame(u32),
    /// Returns to the caller after raising the stack pointer.
    Return(u32),
    /// Calls the function at this address.
    Call(u32),
    /// Calls the function whose address is in a register.
    CallRegister,
    /// Continues at this address.
    Jump(u32),
    /// Continues at the address in a register, by an interworking branch: a tail call.
    JumpRegister,
    /// Continues at this address or at the next instruction.
    Branch(u32),
    /// Continues at a target from the table of bytes behind the instruction.
    ByteTable,
    /// Continues at a target from the table of halfwords behind the instruction.
    HalfwordTable,
    /// Continues at a target from a table of entries of `width` bytes, whose address is in a register.
    TableAt {
        /// The register's number.
        register: u32,
        /// Bytes of an entry: 1 or 2.
        width: usize,
    },
    /// Continues at the address in a register: one of the jumps, or at one of the addresses, behind the instruction.
    BranchTable,
    /// Continues at the program counter plus this register: how Armv6-M reads a table of bytes or halfwords behind the
    /// instruction.
    JumpBy(u32),
    /// Makes the next instructions conditional: bit i of `then` is set if the i-th of `count` needs the condition
    /// to hold, else it needs the condition not to hold.
    If {
        /// The condition's code; the lowest bit negates it.
        condition: u32,
        /// The number of instructions.
        count: u32,
        /// The instructions that need the condition to hold.
        then: u32,
    },
    /// Never continues: deliberately undefined.
    Stop,
    /// Reads, or takes the address of, data at this address, relative to the program counter.
    Literal(u32),
    /// Sets a register to a number of 16 bits.
    Low {
        /// The register.
        register: u32,
        /// The number.
        value: u32,
    },
    /// Sets a register's upper 16 bits.
    High {
        /// The register.
        register: u32,
        /// The upper 16 bits.
        value: u32,
    },
    /// Sets the stack pointer to a value that the instruction alone does not determine.
    Dynamic(&'static str),
    /// Continues at an address that the instruction alone does not determine.
    Unknown(&'static str),
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    /// What it does.
    pub(super) op: Op,
    /// Its size in bytes: 2 or 4.
    pub(super) size: u32,
    /// Whether it sets condition flags even if it is itself conditional.
    pub(super) sets_flags: bool,
}

/// Decodes the instruction at `address`, at the start of `code`; `None` if it is cut off.
pub(super) fn decode(code: &[u8], address: u32) -> Option<Instruction> {
    let halfword = |at: usize| -> Option<u32> {
        let bytes = code.get(at..at + 2)?;
        Some(u32::from(u16::from_le_bytes([bytes[0], bytes[1]])))
    };
    let first = halfword(0)?;
    // A5.1: these five bits begin an instruction of two halfwords.
    if first >> 11 >= 0b11101 {
        let second = halfword(2)?;
        let op = wide::decode(first, second, address);
        return Some(Instruction { op, size: 4, sets_flags: wide::sets_flags(first, second) });
    }
    Some(Instruction { op: narrow(first, address), size: 2, sets_flags: compares(first) })
}

/// `value`'s bits `high` to `low`.
const fn bits(value: u32, high: u32, low: u32) -> u32 {
    (value >> low) & ((1 << (high - low + 1)) - 1)
}

/// The lowest `width` bits of `value` as a signed number.
const fn signed(value: u32, width: u32) -> u32 {
    ((value << (32 - width)) as i32 >> (32 - width)) as u32
}

/// The program counter as an instruction reads it: four bytes ahead.
const fn pc(address: u32) -> u32 {
    address.wrapping_add(4)
}

/// The base of literals' addresses.
const fn pool_base(address: u32) -> u32 {
    pc(address) & !3
}

/// An instruction of one halfword (A5.2).
fn narrow(code: u32, address: u32) -> Op {
    let register = bits(code, 7, 7) << 3 | bits(code, 2, 0);
    match code >> 8 {
        // ADD, MOV with any registers, BX, BLX
        0x44 if register == SP => Op::Add(bits(code, 6, 3)),
        0x44 if register == PC => Op::JumpBy(bits(code, 6, 3)),
        0x46 if register == SP => Op::Set(bits(code, 6, 3)),
        0x46 if register == FP && bits(code, 6, 3) == SP => Op::Frame(0),
        0x46 if register == PC && bits(code, 6, 3) == LR => Op::Return(0),
        0x46 if register == PC => Op::BranchTable,
        0x47 => match (bits(code, 7, 7), bits(code, 6, 3)) {
            (0, LR) => Op::Return(0),
            (0, _) => Op::JumpRegister,
            _ => Op::CallRegister,
        },
        // LDR, ADR with an offset to the program counter
        0x48..=0x4f | 0xa0..=0xa7 => {
            Op::Literal(pool_base(address).wrapping_add(bits(code, 7, 0) * 4))
        }
        // ADD of a number to the stack pointer
        0xaf => Op::Frame(bits(code, 7, 0) * 4),
        0xb0 => match (bits(code, 7, 7), bits(code, 6, 0) * 4) {
            (0, bytes) => Op::Raise(bytes),
            (_, bytes) => Op::Lower(bytes),
        },
        // CBZ, CBNZ
        0xb1 | 0xb3 | 0xb9 | 0xbb => {
            let offset = bits(code, 9, 9) << 6 | bits(code, 7, 3) << 1;
            Op::Branch(pc(address).wrapping_add(offset))
        }
        // PUSH, POP; bit 8 stands for lr and pc
        0xb4 | 0xb5 => Op::Lower(bits(code, 8, 0).count_ones() * 4),
        0xbc => Op::Raise(bits(code, 7, 0).count_ones() * 4),
        0xbd => Op::Return(bits(code, 8, 0).count_ones() * 4),
        0xbf if bits(code, 3, 0) != 0 => if_then(code),
        // Branches
        0xd0..=0xdd => Op::Branch(pc(address).wrapping_add(signed(bits(code, 7, 0) << 1, 9))),
        0xde => Op::Stop,
        0xe0..=0xe7 => Op::Jump(pc(address).wrapping_add(signed(bits(code, 10, 0) << 1, 12))),
        _ => Op::Plain,
    }
}

/// IT (A7.7.38).
fn if_then(code: u32) -> Op {
    let mask = bits(code, 3, 0);
    let count = 4 - mask.trailing_zeros();
    // The mask's upper bits are the lowest bits of the second to fourth instruction's conditions; the condition's
    // negation differs in that bit.
    let then = (1..count)
        .filter(|i| bits(mask, 4 - i, 4 - i) == bits(code, 4, 4))
        .fold(1, |then, i| then | 1 << i);
    Op::If { condition: bits(code, 7, 4), count, then }
}

/// Whether an instruction of one halfword is a comparison: it sets flags among conditional instructions, too.
fn compares(code: u32) -> bool {
    code >> 11 == 0b00101
        || matches!(code >> 6, 0b01_0000_1000 | 0b01_0000_1010 | 0b01_0000_1011)
        || code >> 8 == 0x45
}
