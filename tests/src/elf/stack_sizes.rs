//! The compiler's own figures for functions' frames, to check those from the machine code.

use super::firmware::Function;
use super::{ElfError, Firmware};

/// Functions' frames compared with the compiler's figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameComparison {
    /// The number of functions with a figure from the compiler.
    pub compared: usize,
    /// The functions whose figures differ.
    pub differing: Vec<Frame>,
    /// The functions without such a figure: those of the standard library's object files, and those in assembly.
    pub others: Vec<Frame>,
}

/// A function's own stack use, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function's name.
    pub function: String,
    /// Its address.
    pub address: u32,
    /// Its frame by the machine code.
    pub by_code: Result<u32, ElfError>,
    /// Its frame by the compiler.
    pub by_compiler: Option<u32>,
}

impl Firmware {
    /// Compares all functions' frames with the compiler's figures in the section `.stack_sizes`, which is there if the
    /// firmware was compiled with `-Z emit-stack-sizes` and its linker script keeps the section.
    ///
    /// # Errors
    /// [`ElfError`] if the section is missing or broken.
    pub fn compare_frames(&self) -> Result<FrameComparison, ElfError> {
        let compiled = entries(&self.section(".stack_sizes")?.data)?;
        let flows = self.flows();
        let frame = |function: &Function| {
            let entry = compiled.iter().find(|(address, _)| address & !1 == function.address);
            Frame {
                function: function.name().to_owned(),
                address: function.address,
                by_code: flows[&function.address].clone().map(|flow| flow.deepest),
                by_compiler: entry.map(|&(_, bytes)| bytes),
            }
        };
        let (compared, others): (Vec<Frame>, _) =
            self.functions.values().map(frame).partition(|frame| frame.by_compiler.is_some());
        let differs = |frame: &Frame| frame.by_code.as_ref().ok() != frame.by_compiler.as_ref();
        let (differing, alike): (Vec<Frame>, Vec<Frame>) = compared.into_iter().partition(differs);
        Ok(FrameComparison { compared: differing.len() + alike.len(), differing, others })
    }
}

/// The section's entries: an address, and a number of bytes in LEB128.
fn entries(mut data: &[u8]) -> Result<Vec<(u32, u32)>, ElfError> {
    let mut entries = Vec::new();
    while !data.is_empty() {
        let (address, rest) = data.split_first_chunk().ok_or(ElfError::StackSizes)?;
        data = rest;
        let mut bytes = 0;
        for shift in (0..32).step_by(7) {
            let (&byte, rest) = data.split_first().ok_or(ElfError::StackSizes)?;
            data = rest;
            bytes |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        entries.push((u32::from_le_bytes(*address), bytes));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_addresses_and_numbers_of_any_length() {
        let data = [0x89, 1, 0, 8, 16, 0xf5, 1, 0, 8, 0xb8, 0x09];
        assert_eq!(entries(&data), Ok(vec![(0x0800_0189, 16), (0x0800_01f5, 0x4b8)]));
        assert_eq!(entries(&data[..10]), Err(ElfError::StackSizes));
        assert_eq!(entries(&data[..7]), Err(ElfError::StackSizes));
    }
}
