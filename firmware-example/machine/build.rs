//! Tells the code which architecture it is for: the names that cortex-m has for them.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(armv6m, armv8m)");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    if target.starts_with("thumbv6m") {
        println!("cargo::rustc-cfg=armv6m");
    } else if target.starts_with("thumbv8m") {
        println!("cargo::rustc-cfg=armv8m");
    }
}
