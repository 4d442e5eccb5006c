//! Weights for builds with the feature `strong` or `patterns`: plyscope-core's weights for microcontrollers, or the file that the
//! environment variable `PLYSCOPE_WEIGHTS` names.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable that names the file.
const VARIABLE: &str = "PLYSCOPE_WEIGHTS";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rustc-check-cfg=cfg(other_weights)");
    let named = env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let Some(file) = named.map(PathBuf::from) else { return };
    if ["STRONG", "PATTERNS"]
        .iter()
        .all(|name| env::var_os(format!("CARGO_FEATURE_{name}")).is_none())
    {
        println!(
            "cargo::error={VARIABLE} needs the feature strong or patterns: add --features patterns, or unset it"
        );
        return;
    }
    if let Err(reason) = copy(&file) {
        println!("cargo::error={VARIABLE}={}: {reason}", file.display());
        return;
    }
    println!("cargo::rerun-if-changed={}", file.display());
    println!("cargo::rustc-cfg=other_weights");
}

fn copy(file: &Path) -> Result<(), String> {
    // Cargo runs this in the package's folder, so a relative path would not mean what its author expects.
    if !file.is_absolute() {
        return Err("give an absolute path".to_owned());
    }
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let copied = fs::copy(file, Path::new(&out).join("weights.bin"));
    copied.map(drop).map_err(|error| error.to_string())
}
