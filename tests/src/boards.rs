//! The firmware of every board in `firmware-example/boards`, as built by `tests/boards`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::elf::{Firmware, Sizes, StackBound, StackRules};

const FIRMWARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware-example");

/// The bytes at the bottom of the stack that `firmware-example/machine/src/memory.rs` guards.
const GUARD: u32 = 256;

/// The most stack that a function of RP2040's ROM takes that copies or fills memory: each saves at most three registers and
/// calls nothing (`bootrom_misc.S`). The one that looks them up saves none (`bootrom_rt0.S`).
const RP2040_ROM: u32 = 3 * 4;

/// What functions of the RP chips' ROM that look up others and change flash may take of the stack. Nothing says what they take: so
/// this is ample. It makes the Pico 2's deepest path, not the Pico's.
const RP_FLASH: u32 = 1024;

/// A board's firmware, and its memory.
#[derive(Clone, Debug)]
pub struct BoardFirmware {
    /// Its sizes.
    pub sizes: Sizes,
    /// The bound on its stack.
    pub bound: StackBound,
    /// Whether only what the linker says is an address is taken for one.
    pub has_relocations: bool,
}

impl BoardFirmware {
    /// Bytes of stack that it may use: all but those that are guarded.
    ///
    /// # Panics
    /// If it does not say where its stack ends.
    #[must_use]
    pub fn room(&self) -> u32 {
        let room = self.sizes.stack_room().expect("every board's memory.x has _stack_end");
        room - GUARD
    }
}

/// The names of all boards.
///
/// # Panics
/// If the folder cannot be read.
#[must_use]
pub fn boards() -> Vec<String> {
    let folder = Path::new(FIRMWARE).join("boards");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut boards: Vec<String> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    boards.sort();
    boards
}

/// Whether a board's firmware can also be built with a display, keys and a buzzer.
///
/// # Panics
/// If its package cannot be read.
#[must_use]
pub fn has_front(board: &str) -> bool {
    let package = Path::new(FIRMWARE).join("boards").join(board).join("Cargo.toml");
    let text = fs::read_to_string(&package).unwrap_or_else(|error| panic!("{package:?}: {error}"));
    text.lines().any(|line| line.starts_with("front = "))
}

/// The path of a board's firmware: in `build`, the usual one if that is empty.
///
/// # Panics
/// If its `.cargo/config.toml` names no target.
#[must_use]
pub fn path(board: &str, build: &str) -> PathBuf {
    let config = Path::new(FIRMWARE).join("boards").join(board).join(".cargo/config.toml");
    let text = fs::read_to_string(&config).unwrap_or_else(|error| panic!("{config:?}: {error}"));
    let target = text.lines().find_map(|line| line.strip_prefix("target = \"")?.strip_suffix('"'));
    let target = target.unwrap_or_else(|| panic!("{config:?} has no line target = \"...\""));
    Path::new(FIRMWARE)
        .join("target")
        .join(build)
        .join(target)
        .join("release")
        .join(format!("plyscope-{board}"))
}

/// What is known of a board's calls beyond its code.
fn rules(board: &str) -> StackRules {
    let rules = StackRules::new();
    let flash = |rules: StackRules| {
        rules
            .outside("plyscope_firmware_rp::flash::Rom::new", RP_FLASH)
            .outside("plyscope_firmware_rp::flash::change", RP_FLASH)
    };
    match board {
        // The HAL has the compiler's functions for memory call those in the chip's ROM.
        "pico" => flash(rules.outside("__aeabi_mem", RP2040_ROM)),
        "pico2" => flash(rules),
        _ => rules,
    }
}

/// Reads a board's firmware: that in `build`, the usual one if that is empty.
///
/// # Panics
/// If it is not built, or has no bound on its stack; the message says what to do.
#[must_use]
pub fn read(board: &str, build: &str) -> BoardFirmware {
    let path = path(board, build);
    let elf = fs::read(&path).unwrap_or_else(|error| {
        panic!("{board}: {}: {error}: build it by tests/boards {board}", path.display())
    });
    let firmware = Firmware::read(&elf).unwrap_or_else(|error| panic!("{board}: {error}"));
    let bound = firmware.stack_bound(&rules(board));
    BoardFirmware {
        sizes: firmware.sizes().unwrap_or_else(|error| panic!("{board}: {error}")),
        bound: bound.unwrap_or_else(|error| {
            panic!(
                "{board}: no bound on the stack: {error}; see firmware_figures {}",
                path.display()
            )
        }),
        has_relocations: firmware.has_relocations(),
    }
}
