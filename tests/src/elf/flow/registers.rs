//! Numbers in registers that are known where they move the stack pointer.

use super::Walk;
use crate::elf::thumb::{FP, Op, decode};

impl Walk<'_> {
    /// The halfword so many halfwords before `at`, if it was certainly executed.
    fn executed(&self, at: u32, back: u32) -> Option<u32> {
        let from = at.checked_sub(2 * back).filter(|&from| from >= self.straight)?;
        self.firmware.halfword(from)
    }

    /// The number that the instruction before `at` loads into this register, from the literals.
    pub(super) fn number(&self, at: u32, register: u32) -> Option<u32> {
        let code = self.executed(at, 1).filter(|_| register < 8)?;
        // LDR, encoding T1
        let Op::Literal(address) = decode(&(code as u16).to_le_bytes(), at - 2)?.op else {
            return None;
        };
        (code >> 8 == 0x48 | register).then(|| self.firmware.word(address))?
    }

    /// The depth of the stack to which this register points, if the instructions before `at` compute it from the frame
    /// pointer: SUBS with a number, encodings T1 and T2.
    pub(super) fn below_frame(&self, at: u32, register: u32) -> Option<u32> {
        let mut depth = self.frame.filter(|_| self.has_one_frame && register < 8)?;
        for back in 1.. {
            let code = self.executed(at, back)?;
            if code >> 8 == 0x38 | register {
                depth += code & 0xff;
            } else if code & !(7 << 6) == 0x1e00 | FP << 3 | register {
                return Some(depth + (code >> 6 & 7));
            } else {
                break;
            }
        }
        None
    }
}
