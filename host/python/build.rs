//! Tells the module what it was built from, for the manifests of its runs.

#![expect(clippy::disallowed_macros, reason = "cargo reads what is printed")]

include!("../source.rs");

fn main() {
    println!("cargo::rustc-env=PLYSCOPE_SOURCE={}", source("../.."));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../source.rs");
}
