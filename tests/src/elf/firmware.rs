//! The ELF file's sections, symbols and functions.

use std::collections::BTreeMap;

use object::read::elf::ElfFile32;
use object::{
    Architecture, Endianness, FileFlags, Object, ObjectKind, ObjectSection, ObjectSymbol,
    SectionFlags, SymbolKind, elf,
};

use super::ElfError;
use super::relocations::Relocations;

/// A firmware's ELF file.
#[derive(Clone, Debug)]
pub struct Firmware {
    pub(super) sections: Vec<Section>,
    /// By address, without the bit that marks Thumb code.
    pub(super) functions: BTreeMap<u32, Function>,
    /// Where code (`true`, `$t`) and data among it (`false`, `$d`) begin.
    mapping: BTreeMap<u32, bool>,
    symbols: BTreeMap<String, u32>,
    /// `None` if the linker has not kept them.
    pub(super) relocations: Option<Relocations>,
    /// Whether it is for a processor with a floating-point unit.
    pub(super) has_float: bool,
}

/// A section with its contents.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) address: u32,
    pub(super) size: u32,
    /// Empty where the ELF file has none, as for `.bss`.
    pub(super) data: Vec<u8>,
    /// Takes memory when the firmware runs.
    pub(super) allocated: bool,
    pub(super) writable: bool,
}

impl Section {
    /// The aligned words in it, with their addresses.
    pub(super) fn words(&self) -> impl Iterator<Item = (u32, u32)> {
        let skipped = self.address.wrapping_neg() & 3;
        let data = self.data.get(skipped as usize..).unwrap_or_default();
        let (words, _) = data.as_chunks();
        (self.address + skipped..)
            .step_by(4)
            .zip(words.iter().map(|word| u32::from_le_bytes(*word)))
    }
}

/// A function: code with a symbol of its own.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) address: u32,
    pub(super) size: u32,
    /// The names in the source; several if functions with the same code were merged.
    pub(super) names: Vec<String>,
}

impl Function {
    /// The name used in reports.
    pub(super) fn name(&self) -> &str {
        &self.names[0]
    }

    /// Whether one of its names contains `part`.
    pub(super) fn is_like(&self, part: &str) -> bool {
        self.names.iter().any(|name| name.contains(part))
    }

    /// The address behind its last instruction.
    pub(super) fn end(&self) -> u32 {
        self.address + self.size
    }
}

/// A symbol's name in the source, without the hash behind it.
fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

impl Firmware {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// [`ElfError`] if it is not an ELF file, is for another processor or lacks symbols.
    pub fn read(bytes: &[u8]) -> Result<Self, ElfError> {
        let unreadable = |error: object::Error| ElfError::Unreadable(error.to_string());
        let file = ElfFile32::<Endianness>::parse(bytes).map_err(unreadable)?;
        if file.architecture() != Architecture::Arm
            || file.kind() != ObjectKind::Executable
            || !file.is_little_endian()
        {
            return Err(ElfError::NotArm);
        }
        let mut firmware = Self {
            sections: Vec::new(),
            functions: BTreeMap::new(),
            mapping: BTreeMap::new(),
            symbols: BTreeMap::new(),
            relocations: Relocations::read(&file)?,
            has_float: matches!(
                file.flags(),
                FileFlags::Elf { e_flags, .. } if e_flags.0 & elf::EF_ARM_ABI_FLOAT_HARD != 0
            ),
        };
        for section in file.sections() {
            let SectionFlags::Elf { sh_type, sh_flags } = section.flags() else { continue };
            let empty = sh_type == elf::SHT_NOBITS;
            let data = if empty { &[] } else { section.data().map_err(unreadable)? };
            firmware.sections.push(Section {
                name: section.name().map_err(unreadable)?.to_owned(),
                // A 32-bit file has only 32-bit numbers.
                address: section.address() as u32,
                size: section.size() as u32,
                data: data.to_vec(),
                allocated: sh_flags.contains(elf::SHF_ALLOC),
                writable: sh_flags.contains(elf::SHF_WRITE),
            });
        }
        for symbol in file.symbols() {
            let name = symbol.name().map_err(unreadable)?;
            let (address, size) = (symbol.address() as u32, symbol.size() as u32);
            match name {
                _ if name == "$t" || name.starts_with("$t.") => {
                    firmware.mapping.insert(address, true);
                }
                _ if name == "$d" || name.starts_with("$d.") => {
                    // Of two symbols at one address, one is empty: assume code.
                    firmware.mapping.entry(address).or_insert(false);
                }
                _ if symbol.kind() == SymbolKind::Text && symbol.is_definition() => {
                    firmware.add_function(name, address & !1, size);
                }
                _ => {}
            }
            firmware.symbols.insert(name.to_owned(), address);
        }
        if firmware.functions.is_empty() {
            return Err(ElfError::NoSymbols("function symbols"));
        }
        if !firmware.mapping.values().any(|&code| code) {
            return Err(ElfError::NoSymbols("mapping symbols ($t)"));
        }
        firmware.end_functions_without_size();
        Ok(firmware)
    }

    /// Adds a function's symbol. Names with a size come first: those without are aliases made by the linker.
    fn add_function(&mut self, name: &str, address: u32, size: u32) {
        let name = demangled(name);
        let function = self.functions.entry(address).or_insert_with(|| Function {
            address,
            size: 0,
            names: Vec::new(),
        });
        if size > function.size {
            function.size = size;
            function.names.insert(0, name);
        } else {
            function.names.push(name);
        }
    }

    /// Extends functions whose symbols all lack a size, such as some written in assembly, to the next one or to their
    /// section's end.
    fn end_functions_without_size(&mut self) {
        let starts: Vec<u32> = self.functions.keys().copied().collect();
        for (i, start) in starts.iter().enumerate() {
            let section_end =
                self.section_at(*start).map_or(*start, |section| section.address + section.size);
            let next = starts.get(i + 1).copied().unwrap_or(section_end);
            if let Some(function) = self.functions.get_mut(start).filter(|f| f.size == 0) {
                function.size = next.min(section_end) - start;
            }
        }
    }

    /// Whether a symbol's name, in the ELF file or in the source, contains `part`.
    #[must_use]
    pub fn has_symbol(&self, part: &str) -> bool {
        self.symbols.keys().any(|name| name.contains(part) || demangled(name).contains(part))
    }

    /// The address of the symbol with this name in the ELF file.
    pub(super) fn symbol(&self, name: &str) -> Option<u32> {
        self.symbols.get(name).copied()
    }

    /// Whether the linker has kept its relocations: without them, numbers are taken for addresses.
    #[must_use]
    pub fn has_relocations(&self) -> bool {
        self.relocations.is_some()
    }

    /// The section with this name.
    pub(super) fn section(&self, name: &'static str) -> Result<&Section, ElfError> {
        let section = self.sections.iter().find(|section| section.name == name);
        section.ok_or(ElfError::NoSection(name))
    }

    /// The section with contents that contains `address`.
    fn section_at(&self, address: u32) -> Option<&Section> {
        self.sections.iter().find(|section| {
            section.allocated
                && (section.address..section.address + section.data.len() as u32).contains(&address)
        })
    }

    /// The bytes from `address` to `end`, as far as they exist.
    pub(super) fn bytes(&self, address: u32, end: u32) -> &[u8] {
        self.section_at(address).map_or(&[], |section| {
            let start = (address - section.address) as usize;
            let stop = ((end.max(address) - section.address) as usize).min(section.data.len());
            &section.data[start..stop]
        })
    }

    /// The halfword at `address`.
    pub(super) fn halfword(&self, address: u32) -> Option<u32> {
        let bytes = self.bytes(address, address.checked_add(2)?).first_chunk()?;
        Some(u32::from(u16::from_le_bytes(*bytes)))
    }

    /// The word at `address`.
    pub(super) fn word(&self, address: u32) -> Option<u32> {
        let bytes = self.bytes(address, address.checked_add(4)?).first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Whether there are instructions, not data, at `address`.
    pub(super) fn is_code(&self, address: u32) -> bool {
        self.mapping.range(..=address).next_back().is_none_or(|(_, &code)| code)
    }

    /// The next start of instructions from `address` on: the next `$t`.
    pub(super) fn next_code(&self, address: u32) -> u32 {
        self.mapping.range(address..).find(|(_, code)| **code).map_or(u32::MAX, |(&at, _)| at)
    }

    /// The function that begins at `address`, with or without the bit that marks Thumb code.
    pub(super) fn function_at(&self, address: u32, what: &str) -> Result<&Function, ElfError> {
        let function = self.functions.get(&(address & !1));
        function.ok_or_else(|| ElfError::NoFunction { address, what: what.to_owned() })
    }
}

#[cfg(test)]
impl Firmware {
    /// A firmware with a vector table at 0x0800_0000 and functions of 16 bytes from 0x0800_0100 on.
    pub(super) fn of_words<'a>(
        table: &[u32],
        text: &[u16],
        names: impl Iterator<Item = &'a str>,
    ) -> Self {
        let section = |name: &str, address, data: Vec<u8>| Section {
            name: name.to_owned(),
            address,
            size: data.len() as u32,
            data,
            allocated: true,
            writable: false,
        };
        let table = table.iter().flat_map(|word| word.to_le_bytes()).collect();
        let text = text.iter().flat_map(|halfword| halfword.to_le_bytes()).collect();
        let mut firmware = Self {
            sections: vec![
                section(".vector_table", 0x0800_0000, table),
                section(".text", 0x0800_0100, text),
            ],
            functions: BTreeMap::new(),
            mapping: BTreeMap::from([(0x0800_0100, true)]),
            symbols: BTreeMap::new(),
            relocations: None,
            has_float: true,
        };
        for (name, address) in names.zip((0x0800_0100..).step_by(16)) {
            firmware.add_function(name, address, 16);
            firmware.symbols.insert(name.to_owned(), address);
        }
        firmware
    }

    /// Marks the bytes from `start` to `end` as data.
    pub(super) fn map_data(&mut self, start: u32, end: u32) {
        self.mapping.insert(start, false);
        self.mapping.insert(end, true);
    }
}
