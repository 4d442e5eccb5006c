//! Tables of jumps in a function's code.

use std::collections::BTreeSet;

use super::Firmware;
use super::firmware::Function;

/// Instructions that do nothing, which align code: NOP of Armv7-M, and MOV r8, r8 where there is none.
const NOPS: [[u8; 2]; 2] = [[0x00, 0xbf], [0xc0, 0x46]];

/// A function's tables of jumps.
pub(super) struct Tables<'a> {
    firmware: &'a Firmware,
    function: &'a Function,
    /// Addresses of data that the function reads relative to the program counter.
    literals: BTreeSet<u32>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(
        firmware: &'a Firmware,
        function: &'a Function,
        literals: BTreeSet<u32>,
    ) -> Self {
        Self { firmware, function, literals }
    }

    /// The targets of a table at `start` with entries of `width` bytes, which count from `origin`.
    ///
    /// It ends where code, or a literal that the function reads, begins.
    pub(super) fn offsets(&self, start: u32, width: usize, origin: u32) -> Vec<u32> {
        let literal = self.literals.range(start + 1..).next().copied().unwrap_or(u32::MAX);
        let end = self.firmware.next_code(start).min(literal).min(self.function.end());
        let bytes = self.firmware.bytes(start, end);
        // A no-op may align what is behind it: as an entry, it would lead to the table itself or far beyond the function.
        let nop = NOPS.iter().find(|nop| end % 4 == 0 && bytes.ends_with(*nop));
        let bytes = &bytes[..bytes.len() - nop.map_or(0, |nop| nop.len())];
        let number = |entry: &[u8]| entry.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b));
        let mut entries: Vec<u32> = bytes.chunks_exact(width).map(number).collect();
        // Zeros at its end are padding: as entries, they would lead to the table itself.
        while entries.last() == Some(&0) {
            entries.pop();
        }
        entries.into_iter().map(|entry| origin + 2 * entry).collect()
    }

    /// The targets of a table of addresses behind an instruction that ends at `behind`: of the words up to the next code
    /// those that point to code of the function. Others are literals.
    pub(super) fn addresses(&self, behind: u32) -> Vec<u32> {
        let start = behind.next_multiple_of(4);
        if self.firmware.is_code(start) {
            return Vec::new();
        }
        let end = self.firmware.next_code(start).min(self.function.end());
        let inside = |word: &u32| {
            let address = word & !1;
            word & 1 == 1
                && (self.function.address..self.function.end()).contains(&address)
                && self.firmware.is_code(address)
        };
        let words = (start..end).step_by(4).filter_map(|at| self.firmware.word(at));
        words.filter(inside).map(|word| word & !1).collect()
    }

    /// The address behind it that one of the few instructions before `at` puts into a register (ADR, encoding T3): that of
    /// a table with a literal between it and its branch.
    pub(super) fn address_taken(&self, at: u32, register: u32) -> Option<u32> {
        [4, 6, 8, 10, 12].into_iter().find_map(|back| {
            let from = at.checked_sub(back)?;
            let (first, second) =
                (self.firmware.halfword(from)?, self.firmware.halfword(from + 2)?);
            let is_adr = first & 0xfbff == 0xf20f && second & 0x8000 == 0;
            let distance = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xff;
            (is_adr && second >> 8 & 15 == register).then(|| ((from + 4) & !3) + distance)
        })
    }

    /// The start of the table, and the width of its entries, from which the instructions before an addition of this
    /// register to the program counter, at `at`, load a number: ADD of the program counter, or ADR, a few instructions earlier;
    /// LDRB or LDRH; LSLS by one.
    pub(super) fn loaded(&self, at: u32, register: u32) -> Option<(u32, usize)> {
        let before = |back: u32| self.firmware.halfword(at.checked_sub(2 * back)?);
        let (address, load, doubling) = (before(3)?, before(2)?, before(1)?);
        let both = register << 3 | register;
        if register >= 8 || doubling != 0x0040 | both {
            return None;
        }
        if address == 0x4478 | register {
            // At an offset of four bytes, which is behind the addition.
            return match load {
                load if load == 0x7900 | both => Some((at + 2, 1)),
                load if load == 0x8880 | both => Some((at + 2, 2)),
                _ => None,
            };
        }
        let (base, index) = (load >> 3 & 7, load >> 6 & 7);
        let width = match load >> 9 {
            0b010_1110 => 1,
            0b010_1101 => 2,
            _ => return None,
        };
        if index != register || load & 7 != register {
            return None;
        }
        for back in 3..=MOST_BETWEEN + 3 {
            let instruction = before(back)?;
            if instruction >> 8 == 0xa0 | base {
                return Some((((at - 2 * back + 4) & !3) + (instruction & 0xff) * 4, width));
            }
            if written(instruction).is_none_or(|other| other == base) {
                return None;
            }
        }
        None
    }
}

/// Instructions between the address of a table and a load from it, at most.
const MOST_BETWEEN: u32 = 4;

/// The register that an instruction writes, of the kinds that are found between a table's address and a load from it.
fn written(instruction: u32) -> Option<u32> {
    match instruction >> 11 {
        // LSLS, LSRS and ASRS by a number.
        0b00000..=0b00010 => Some(instruction & 7),
        // MOVS of a number; LDR from the stack.
        0b00100 | 0b10011 => Some(instruction >> 8 & 7),
        _ => None,
    }
}
