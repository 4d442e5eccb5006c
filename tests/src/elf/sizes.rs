//! A firmware's memory use.

use super::{ElfError, Firmware};

/// Sizes of a firmware's sections, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// `.vector_table`: exceptions' and interrupts' handlers.
    pub vector_table: u32,
    /// `.text`: code, with its literal pools.
    pub text: u32,
    /// `.rodata`: constants.
    pub rodata: u32,
    /// `.data`: statics with an initial value; they take flash as well as RAM.
    pub data: u32,
    /// `.bss`: statics initialised to zero.
    pub bss: u32,
    /// `.uninit`: statics without initialisation.
    pub uninit: u32,
    /// Other sections that take flash.
    pub other_flash: u32,
    /// Other sections that take RAM.
    pub other_ram: u32,
    /// The start of the stack, which grows down from there.
    pub stack_start: u32,
    /// The lowest address of the stack, if the linker script says where it is (`_stack_end`).
    pub stack_end: Option<u32>,
}

impl Sizes {
    /// Flash: the vector table, code, constants and the initial values of statics.
    #[must_use]
    pub const fn flash(&self) -> u32 {
        self.vector_table + self.text + self.rodata + self.data + self.other_flash
    }

    /// Static RAM: everything except the stack.
    #[must_use]
    pub const fn ram(&self) -> u32 {
        self.data + self.bss + self.uninit + self.other_ram
    }

    /// RAM for the stack. `None` if the linker script does not say where it ends.
    #[must_use]
    pub fn stack_room(&self) -> Option<u32> {
        self.stack_start.checked_sub(self.stack_end?)
    }
}

impl Firmware {
    /// The sizes of the firmware's sections.
    ///
    /// # Errors
    /// [`ElfError::NoSection`] if it was not linked with cortex-m-rt's `link.x`.
    pub fn sizes(&self) -> Result<Sizes, ElfError> {
        let size = |name| Ok(self.section(name)?.size);
        let mut sizes = Sizes {
            vector_table: size(".vector_table")?,
            text: size(".text")?,
            rodata: size(".rodata")?,
            data: size(".data")?,
            bss: size(".bss")?,
            uninit: size(".uninit")?,
            other_flash: 0,
            other_ram: 0,
            stack_start: self.vector(0)?,
            stack_end: self.symbol("_stack_end"),
        };
        let known = [".vector_table", ".text", ".rodata", ".data", ".bss", ".uninit"];
        for section in self.sections.iter().filter(|section| section.allocated) {
            let in_ram = section.writable || section.data.is_empty();
            if !known.contains(&section.name.as_str()) {
                sizes.other_ram += if in_ram { section.size } else { 0 };
                sizes.other_flash += section.data.len() as u32;
            }
        }
        Ok(sizes)
    }

    /// The vector table's word of this number: the initial stack pointer, then the handlers, reset's first.
    pub(super) fn vector(&self, number: usize) -> Result<u32, ElfError> {
        let table = self.section(".vector_table")?;
        table.words().nth(number).map(|(_, word)| word).ok_or(ElfError::NoSection(".vector_table"))
    }
}
