//! Tells the program what it was built from, for the manifests of its runs. Here and in no package below: those are not compiled
//! again after each commit.

#![expect(clippy::disallowed_macros, reason = "cargo reads what is printed")]

use std::path::Path;

include!("source.rs");
include!("src/explorer/names.rs");

fn main() {
    println!("cargo::rustc-env=PLYSCOPE_SOURCE={}", source(".."));
    println!("cargo::rerun-if-changed=source.rs");
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_EXPLORE").is_some() {
        explorer();
    }
}

/// Has the files of the explorer's page compiled in.
fn explorer() {
    println!("cargo::rerun-if-env-changed=PLYSCOPE_EXPLORER");
    let own = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default() + "/../target/explorer";
    let folder = std::env::var("PLYSCOPE_EXPLORER").unwrap_or(own);
    println!("cargo::rerun-if-changed={folder}");
    let folder = Path::new(&folder);
    let mut list = String::from("&[");
    for name in FILES {
        let Ok(path) = folder.join(name).canonicalize() else {
            println!(
                "cargo::error=feature explore: {} is missing: run host/explorer/build first, or name the folder that it \
                 wrote in PLYSCOPE_EXPLORER",
                folder.join(name).display()
            );
            return;
        };
        list += &format!("({name:?}, include_bytes!({path:?})), ");
    }
    list += "]";
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    if let Err(error) = std::fs::write(Path::new(&out).join("explorer.rs"), list) {
        println!("cargo::error=feature explore: {out}/explorer.rs cannot be written: {error}");
    }
}
