//! Attacks on the `plyscope` command: failing system calls, floods, signals, hostile engines, devices and browsers, races, kills.
//!
//! `tests/attack` builds both programs and runs this one. Every case has an empty directory and a verdict; the cases of a group are tried in
//! an order that the seed decides, until the group's time is up, so that each night tries others.

#[cfg(target_os = "linux")]
#[path = "attacks.rs"]
mod attacks;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    attacks::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;

    let _ = writeln!(std::io::stderr(), "error: the attacks need Linux");
    std::process::ExitCode::from(2)
}
