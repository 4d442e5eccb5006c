//! Tells the linker where a target without an operating system begins.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        println!("cargo:rustc-link-arg-bins=--entry=start");
    }
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo:rustc-link-arg-bins=--no-entry");
        println!("cargo:rustc-link-arg-bins=--export=start");
    }
}
