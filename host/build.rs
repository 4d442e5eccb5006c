//! Tells the program what it was built from and by, for the manifests of its runs.

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
    // A debug build is for tests. It names no commit, so that it is not compiled again after each.
    let source = if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        "unknown source, debug build".to_owned()
    } else {
        println!("cargo::rerun-if-changed=../.git/HEAD");
        println!("cargo::rerun-if-changed=../.git/index");
        let source = output("git", &["describe", "--always", "--dirty", "--exclude", "*"]);
        source.map_or_else(|| "unknown source".to_owned(), |commit| format!("commit {commit}"))
    };
    println!("cargo::rustc-env=PLYSCOPE_COMPILER={compiler}");
    println!("cargo::rustc-env=PLYSCOPE_SOURCE={source}");
    println!("cargo::rerun-if-changed=build.rs");
}
