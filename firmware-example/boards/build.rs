//! Linker arguments of every board. They are not in `.cargo/config.toml`, where a user's RUSTFLAGS would replace them.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=../build.rs");
    println!("cargo::rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let memory = fs::read_to_string("memory.x").expect("a board has a memory.x");
    // The program need not begin where the vectors end.
    let memory =
        memory + "\nPROVIDE(_vectors_end = ADDR(.vector_table) + SIZEOF(.vector_table));\n";
    fs::write(out.join("memory.x"), memory).expect("OUT_DIR can be written");
    println!("cargo::rustc-link-search={}", out.display());
    // Relocations stay in the ELF file, not in the chip's flash: they tell addresses of functions from numbers, which the
    // bound on the stack needs to know.
    for argument in ["-Tlink.x", "-Tdefmt.x", "--nmagic", "--emit-relocs"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
