/// What this program is built from, for the manifests of its runs. `root` is the folder that has `.git`.
fn source(root: &str) -> String {
    // A debug build is for tests. It names no commit, so that it is not compiled again after each.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return "unknown source, debug build".to_owned();
    }
    println!("cargo::rerun-if-changed={root}/.git/HEAD");
    println!("cargo::rerun-if-changed={root}/.git/index");
    let git = std::process::Command::new("git")
        .args(["describe", "--always", "--dirty", "--exclude", "*"])
        .output();
    let commit = git.ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok());
    let commit = commit.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    commit.map_or_else(|| "unknown source".to_owned(), |commit| format!("commit {commit}"))
}
