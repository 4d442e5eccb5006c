//! The places of a firmware where the linker has put addresses.

use std::collections::BTreeSet;

use object::read::elf::ElfFile32;
use object::{
    Endianness, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SectionFlags, SymbolKind, elf,
};

use super::ElfError;

/// What the linker keeps of relocations with its option `--emit-relocs`, but for calls and jumps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Relocations {
    /// Where an address, or half of one, is.
    pub(super) places: BTreeSet<u32>,
    /// The functions that they name.
    pub(super) functions: BTreeSet<u32>,
}

/// Calls and jumps to functions known when linking.
const DIRECT: [elf::RelocationType; 7] = [
    elf::R_ARM_THM_PC22,
    elf::R_ARM_THM_JUMP24,
    elf::R_ARM_THM_JUMP19,
    elf::R_ARM_THM_JUMP6,
    elf::R_ARM_THM_PC11,
    elf::R_ARM_THM_PC9,
    // Says only that a function is needed.
    elf::R_ARM_NONE,
];

impl Relocations {
    /// The relocations of all sections that take memory, but for the vector table; `None` if there are none.
    pub(super) fn read(file: &ElfFile32<'_, Endianness>) -> Result<Option<Self>, ElfError> {
        let unreadable = |error: object::Error| ElfError::Unreadable(error.to_string());
        let mut found = Self::default();
        let mut any = false;
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
            if !sh_flags.contains(elf::SHF_ALLOC) {
                continue;
            }
            any |= section.relocations().next().is_some();
            if section.name().map_err(unreadable)? == ".vector_table" {
                continue;
            }
            for (place, relocation) in section.relocations() {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
                if DIRECT.contains(&r_type) {
                    continue;
                }
                found.places.insert(place as u32);
                if let RelocationTarget::Symbol(index) = relocation.target() {
                    let symbol = file.symbol_by_index(index).map_err(unreadable)?;
                    if symbol.kind() == SymbolKind::Text && symbol.is_definition() {
                        found.functions.insert(symbol.address() as u32 & !1);
                    }
                }
            }
        }
        Ok(any.then_some(found))
    }
}
