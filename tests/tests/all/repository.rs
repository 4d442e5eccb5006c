//! Rules of the repository that no compiler checks: dependencies have reasons, workflows are pinned, core and host have no unsafe
//! code, and sockets are opened in few places.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder with this name or ending, without build output.
fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![top().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_output =
                path.is_symlink() || ["target", ".git", "node_modules"].contains(&&*name);
            if path.is_dir() && !is_output {
                folders.push(path);
            } else if name.ends_with(ending) && path.is_file() {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}: no {ending}");
    found
}

/// Dependencies of this package that are declared without a comment right above.
fn without_reason(manifest: &str) -> Vec<&str> {
    let (mut found, mut section, mut before) = (Vec::new(), "", "");
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        // What is inherited has its reason in the workspace; what has a path is ours.
        let is_external = section.ends_with("dependencies]")
            && line.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["workspace = true", "path = "].iter().any(|part| line.contains(part));
        if is_external && !before.starts_with('#') {
            found.push(line);
        }
        before = line;
    }
    found
}

#[test]
fn every_dependency_has_its_reason_above_it() {
    let mut sections = 0;
    for (path, text) in files(".", "Cargo.toml") {
        assert_eq!(without_reason(&text), [""; 0], "{}: say what each is for", path.display());
        sections += text.lines().filter(|line| line.ends_with("dependencies]")).count();
    }
    assert!(sections > 30, "{sections}");
    let manifest =
        "[dependencies]\n# why\na = \"1\"\nb = \"2\"\nc.workspace = true\n[features]\nd = []\n";
    assert_eq!(without_reason(manifest), ["b = \"2\""]);
}

/// Whether this is `OWNER/NAME@HASH # TAG` with a whole hash.
fn is_pinned(action: &str) -> bool {
    let Some((name, rest)) = action.split_once('@') else { return false };
    let Some((hash, tag)) = rest.split_once(" # v") else { return false };
    name.contains('/')
        && hash.len() == 40
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        && tag.starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn every_action_is_pinned_by_its_commit_and_every_job_says_what_it_may() {
    let mut actions = 0;
    for (path, text) in files(".github/workflows", ".yml") {
        let path = path.display();
        for line in text.lines() {
            if let Some((_, action)) = line.split_once("uses: ") {
                assert!(is_pinned(action), "{path}: {action}: write NAME@COMMIT # vVERSION");
                actions += 1;
            }
        }
        // Nothing by default; each job lists what it needs.
        assert!(text.contains("\npermissions: {}\n"), "{path}: write permissions: {{}} at the top");
        let jobs = text.matches("\n    runs-on: ").count();
        assert_eq!(
            text.matches("\n    permissions:\n").count(),
            jobs,
            "{path}: permissions of each job"
        );
        let checkouts = text.matches("uses: actions/checkout@").count();
        assert_eq!(text.matches("persist-credentials: false").count(), checkouts, "{path}");
    }
    assert!(actions > 10, "{actions}");
    assert!(!is_pinned("actions/checkout@v4") && !is_pinned("actions/checkout@main # v4.4.0"));
}

/// The code of a source: no comments, and nothing from its tests on.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The sources of core and of host's packages.
const CODE: [&str; 10] = [
    "core",
    "host/src",
    "host/engine/src",
    "host/experiments/src",
    "host/games/src",
    "host/learn/src",
    "host/players/src",
    "host/report/src",
    "host/run/src",
    "host/tree/src",
];

#[test]
fn the_compiler_forbids_unsafe_code_in_core_and_host() {
    let read = |path: &str| fs::read_to_string(top().join(path)).expect("a manifest");
    let workspace = read("Cargo.toml");
    let (_, lints) = workspace.split_once("[workspace.lints.rust]").expect("lints");
    assert!(lints.lines().any(|line| line == "unsafe_code = \"forbid\""));
    for package in CODE.map(|folder| folder.trim_end_matches("/src")).iter().chain(&["tests"]) {
        let manifest = read(&format!("{package}/Cargo.toml"));
        assert!(manifest.contains("\n[lints]\nworkspace = true\n"), "{package}: inherit the lints");
    }
    // A lint that is forbidden cannot be allowed again, but a build script or a macro could hide one.
    for package in CODE {
        for (path, text) in files(package, ".rs") {
            let found = code(&text).find(|line| line.split(' ').any(|word| word == "unsafe"));
            assert_eq!(found, None, "{}", path.display());
        }
    }
}

/// Where the program opens sockets: the explorer's server and the emulator's port, both on this machine alone, and the address of a
/// device that a user gives.
#[test]
fn sockets_are_opened_in_three_places_and_listen_on_this_machine_alone() {
    let mut found = Vec::new();
    for folder in CODE {
        for (path, text) in files(folder, ".rs") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for line in code(&text) {
                if ["Listener::bind(", "Stream::connect", "UdpSocket", "UnixDatagram", "TcpSocket"]
                    .iter()
                    .any(|part| line.contains(part))
                {
                    found.push(format!("{name}: {}", line.trim()));
                }
            }
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "emulator.rs: let listener = TcpListener::bind((\"127.0.0.1\", 0)).map_err(no_port)?;",
            "link.rs: let stream = std::os::unix::net::UnixStream::connect(path)",
            "link.rs: outcome = TcpStream::connect_timeout(&address, patience);",
            "server.rs: let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;",
        ]
    );
}

/// Programs are started in four places: the engine that a user names, the emulator, the shell that ends both, and, where the system tells
/// it no other way, one that tells which signals are ignored.
#[test]
fn programs_are_started_in_few_places() {
    let mut found = Vec::new();
    for folder in CODE {
        for (path, text) in files(folder, ".rs") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let starts = code(&text)
                .filter(|line| line.contains("Command::new(") && !line.contains("clap::Command"));
            found.extend(starts.map(|line| format!("{name}: {}", line.trim())));
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "children.rs: let mut guard = Command::new(\"sh\");",
            "emulator.rs: let mut command = Command::new(\"qemu-system-arm\");",
            "interrupt.rs: let status = std::process::Command::new(\"sh\").args([\"-c\", &script]).status();",
            "process.rs: let mut command = Command::new(&program);",
        ]
    );
}
