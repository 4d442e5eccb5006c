//! Instructions of two halfwords (A5.3).

use super::{Op, PC, SP, bits, pc, pool_base, signed};

/// The effect of the instruction `first`, `second` at `address`.
pub(super) fn decode(first: u32, second: u32, address: u32) -> Op {
    match first >> 9 {
        0b111_0100 => multiple_or_dual(first, second, address),
        0b111_0101 => data_processing(bits(second, 11, 8)),
        0b111_0110 => coprocessor_memory(first, second, address),
        0b111_1000..=0b111_1011 if bits(second, 15, 15) == 1 => branch(first, second, address),
        0b111_1000..=0b111_1011 => immediate(first, second, address),
        0b111_1100 => single(first, second, address),
        0b111_1101 => data_processing(bits(second, 11, 8)),
        // Coprocessors' own operations, and their moves to registers other than sp and pc
        _ => Op::Plain,
    }
}

/// Whether the instruction sets condition flags: bit S of data processing, or VMRS.
pub(super) fn sets_flags(first: u32, second: u32) -> bool {
    let shifted_register = first >> 9 == 0b111_0101;
    let modified_immediate = first >> 11 == 0b11110 && bits(first, 9, 9) == 0 && second >> 15 == 0;
    let shift = first >> 7 == 0b1_1111_0100 && second >> 12 == PC;
    let from_fpscr = first == 0xeef1 && second == 0xfa10;
    (shifted_register || modified_immediate || shift) && bits(first, 4, 4) == 1 || from_fpscr
}

/// An instruction that computes a register from others in a way that cannot be followed.
fn data_processing(destination: u32) -> Op {
    // 15 stands for comparisons, which have no destination.
    if destination == SP { Op::Dynamic("sp computed from registers") } else { Op::Plain }
}

/// The stack pointer moved by the offset that an instruction writes back to it.
fn write_back(up: u32, bytes: u32) -> Op {
    if up == 1 { Op::Raise(bytes) } else { Op::Lower(bytes) }
}

/// LDM, STM, LDRD, STRD, exclusive accesses, TBB, TBH (A5.3.5, A5.3.6).
fn multiple_or_dual(first: u32, second: u32, address: u32) -> Op {
    let base = bits(first, 3, 0);
    let (before, up) = (bits(first, 8, 8), bits(first, 7, 7));
    let (writes_back, loads) = (bits(first, 5, 5), bits(first, 4, 4));
    if bits(first, 6, 6) == 0 {
        let bytes = second.count_ones() * 4;
        let pops = loads == 1 && base == SP && writes_back == 1 && (before, up) == (0, 1);
        return match (loads == 1 && bits(second, 15, 15) == 1, base == SP && writes_back == 1) {
            (true, _) if pops => Op::Return(bytes),
            (true, _) => Op::Unknown("ldm with pc"),
            (false, true) if before != up => write_back(up, bytes),
            (false, true) => Op::Dynamic("stm or ldm with sp"),
            (false, false) => Op::Plain,
        };
    }
    if before == 0 && writes_back == 0 {
        return match (bits(first, 8, 4), bits(second, 7, 5)) {
            (0b01101, 0b000) if base == PC => table(second),
            (0b01101, 0b000) => Op::TableAt { register: base, width: table_width(second) },
            _ => Op::Plain,
        };
    }
    let offset = bits(second, 7, 0) * 4;
    match base {
        SP if writes_back == 1 => write_back(up, offset),
        PC => literal(address, up, offset),
        _ => Op::Plain,
    }
}

/// TBB or TBH with a table behind the instruction.
fn table(second: u32) -> Op {
    if table_width(second) == 2 { Op::HalfwordTable } else { Op::ByteTable }
}

/// Bytes of an entry of the table of TBB or TBH.
fn table_width(second: u32) -> usize {
    if bits(second, 4, 4) == 1 { 2 } else { 1 }
}

/// A literal at this distance.
fn literal(address: u32, up: u32, offset: u32) -> Op {
    let base = pool_base(address);
    Op::Literal(if up == 1 { base.wrapping_add(offset) } else { base.wrapping_sub(offset) })
}

/// VLDM, VSTM, VLDR, VSTR (A6.5) and the corresponding instructions of other coprocessors.
fn coprocessor_memory(first: u32, second: u32, address: u32) -> Op {
    let base = bits(first, 3, 0);
    let up = bits(first, 7, 7);
    let offset = bits(second, 7, 0) * 4;
    match (base, bits(first, 5, 5)) {
        (SP, 1) => write_back(up, offset),
        // Moves of two registers at once have the same beginning, with bits 8 and 7 clear.
        (PC, 0) if bits(first, 8, 7) != 0 => literal(address, up, offset),
        _ => Op::Plain,
    }
}

/// Branches and the system's registers (A5.3.4).
fn branch(first: u32, second: u32, address: u32) -> Op {
    let sign = bits(first, 10, 10);
    let (j1, j2) = (bits(second, 13, 13), bits(second, 11, 11));
    let far = {
        let (i1, i2) = (j1 ^ sign ^ 1, j2 ^ sign ^ 1);
        let offset =
            sign << 24 | i1 << 23 | i2 << 22 | bits(first, 9, 0) << 12 | bits(second, 10, 0) << 1;
        pc(address).wrapping_add(signed(offset, 25))
    };
    match (bits(second, 14, 14), bits(second, 12, 12)) {
        (1, 1) => Op::Call(far),
        (1, _) => Op::Unknown("blx to code that is not Thumb"),
        (_, 1) => Op::Jump(far),
        _ if bits(first, 9, 7) != 0b111 => {
            let offset = sign << 20
                | j2 << 19
                | j1 << 18
                | bits(first, 5, 0) << 12
                | bits(second, 10, 0) << 1;
            Op::Branch(pc(address).wrapping_add(signed(offset, 21)))
        }
        // UDF
        _ if first >> 4 == 0xf7f && second >> 12 == 0xa => Op::Stop,
        // MSR to msp, psp or control
        _ if first >> 5 == 0xf38 >> 1 && matches!(bits(second, 7, 0), 8 | 9 | 20) => {
            Op::Dynamic("msr to a stack pointer or to control")
        }
        _ => Op::Plain,
    }
}

/// Data processing with a number in the instruction (A5.3.1, A5.3.3).
fn immediate(first: u32, second: u32, address: u32) -> Op {
    let destination = bits(second, 11, 8);
    let source = bits(first, 3, 0);
    let number = bits(first, 10, 10) << 11 | bits(second, 14, 12) << 8 | bits(second, 7, 0);
    let plain = bits(first, 9, 9) == 1;
    let wide_number = source << 12 | number;
    match (plain, bits(first, 8, 4)) {
        (true, 0b00100) => Op::Low { register: destination, value: wide_number },
        (true, 0b01100) => Op::High { register: destination, value: wide_number },
        (true, 0b00000) if destination == SP && source == SP => Op::Raise(number),
        (true, 0b01010) if destination == SP && source == SP => Op::Lower(number),
        // ADR
        (true, 0b00000) if source == PC => literal(address, 1, number),
        (true, 0b01010) if source == PC => literal(address, 0, number),
        (false, 0b10000 | 0b10001) if destination == SP && source == SP => {
            Op::Raise(expanded(number))
        }
        (false, 0b11010 | 0b11011) if destination == SP && source == SP => {
            Op::Lower(expanded(number))
        }
        _ => data_processing(destination),
    }
}

/// The number that twelve bits of an instruction stand for (A5.3.2).
fn expanded(number: u32) -> u32 {
    let byte = number & 0xff;
    match number >> 8 {
        0 => byte,
        1 => byte << 16 | byte,
        2 => byte << 24 | byte << 8,
        3 => byte * 0x0101_0101,
        _ => (0x80 | number & 0x7f).rotate_right(number >> 7),
    }
}

/// LDR, STR and their variants for bytes and halfwords (A5.3.7 to A5.3.10).
fn single(first: u32, second: u32, address: u32) -> Op {
    let base = bits(first, 3, 0);
    let loads_word = bits(first, 8, 4) == 0b00101 || bits(first, 8, 4) == 0b01101;
    let target = bits(second, 15, 12);
    // Offset of eight bits with bits P, U and W, rather than one of twelve bits or a register
    let short = bits(first, 7, 7) == 0 && bits(second, 11, 11) == 1 && base != PC;
    let (before, up, writes_back) = (bits(second, 10, 10), bits(second, 9, 9), bits(second, 8, 8));
    let bytes = bits(second, 7, 0);
    let moves_sp = short && writes_back == 1 && base == SP;
    match target {
        SP if loads_word => Op::Dynamic("sp loaded from memory"),
        PC if loads_word && moves_sp && (before, up) == (0, 1) => Op::Return(bytes),
        PC if loads_word => Op::Unknown("pc loaded from memory"),
        _ if moves_sp => write_back(up, bytes),
        _ if bits(first, 4, 4) == 1 && base == PC => {
            literal(address, bits(first, 7, 7), bits(second, 11, 0))
        }
        _ => Op::Plain,
    }
}
