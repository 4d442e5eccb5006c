//! The functions whose addresses occur in a firmware: the possible targets of indirect calls.

use std::collections::{BTreeMap, BTreeSet};

use super::Firmware;
use super::thumb::Op;

impl Firmware {
    /// The functions whose addresses occur in `.rodata` or `.data` (such as tables of methods), in literal pools, or are
    /// assembled by code. Functions only in the vector table are called only by the processor.
    ///
    /// With relocations only what the linker has put there is an address. Without, every number that looks like one is: on a
    /// chip whose flash begins at 0, many do.
    pub(super) fn function_pointers(&self) -> BTreeSet<u32> {
        let is_address = |at: u32| {
            self.relocations.as_ref().is_none_or(|relocations| relocations.places.contains(&at))
        };
        let tables = self.sections.iter().filter(|section| {
            section.allocated && section.name != ".vector_table" && !section.data.is_empty()
        });
        // In a section with code, only data counts as words.
        let words = tables
            .flat_map(|section| section.words())
            .filter(|&(at, _)| !self.has_code_around(at) && is_address(at))
            .map(|(_, word)| word);
        let mut found: BTreeSet<u32> = words.filter_map(|word| self.pointed_to(word)).collect();
        for function in self.functions.values() {
            let mut registers: BTreeMap<u32, u32> = BTreeMap::new();
            for (at, instruction) in self.instructions(function) {
                let value = match instruction.op {
                    Op::Low { register, value } => {
                        registers.insert(register, value);
                        value
                    }
                    Op::High { register, value } => {
                        value << 16 | registers.get(&register).copied().unwrap_or(0)
                    }
                    // ADR gives an address without the bit that marks code; an instruction that adds it would follow.
                    Op::Literal(address) => {
                        found.extend(self.pointed_to(address | 1));
                        continue;
                    }
                    _ => continue,
                };
                if is_address(at) {
                    found.extend(self.pointed_to(value));
                }
            }
        }
        // By their names, whatever the code makes of them.
        let named = self.relocations.iter().flat_map(|relocations| &relocations.functions);
        found.extend(named.filter(|address| self.functions.contains_key(address)));
        found
    }

    /// The function to which `word` is a pointer: a function's address with the bit that marks Thumb code.
    fn pointed_to(&self, word: u32) -> Option<u32> {
        let address = word & !1;
        (word & 1 == 1 && self.functions.contains_key(&address)).then_some(address)
    }

    /// Whether the word at `at` is code: in a function, and not in a literal pool of it.
    fn has_code_around(&self, at: u32) -> bool {
        let before = self.functions.range(..=at).next_back();
        before.is_some_and(|(_, function)| at < function.end()) && self.is_code(at)
    }
}
