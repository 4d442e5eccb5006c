//! Tells what compiled it, for the manifests of its runs.

#![expect(clippy::disallowed_macros, reason = "cargo reads what is printed")]

use std::process::Command;

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler =
        output(&compiler, &["--version"]).unwrap_or_else(|| "unknown compiler".to_owned());
    println!("cargo::rustc-env=PLYSCOPE_COMPILER={compiler}");
    println!("cargo::rerun-if-changed=build.rs");
}
