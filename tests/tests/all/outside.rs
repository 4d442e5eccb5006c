//! plyscope as a library: a crate outside of the workspace, and a program with plyscope's command line and a game of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The standard output of a command that succeeds.
fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    String::from_utf8(stdout).expect("text")
}

#[test]
fn a_program_with_a_game_and_an_experiment_of_its_own_has_runs_export_and_report_in_its_name() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-program");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_domineering"));
        output(command.args(arguments.split(' ')).arg("--quiet").current_dir(&place))
    };
    assert_eq!(run("--version"), "domineering 0.3.0 (commit 1a2b3c4)\n");
    assert_eq!(run("-V"), "domineering 0.3.0\n");
    let games = run("tournament domineering --engine name=ab,algorithm=alpha-beta,depth=3 \
                     --engine algorithm=bfm,nodes=50 --run-dir games");
    assert!(games.starts_with("domineering: ab against bfm, 24 games"), "{games}");
    let games = run("export games --format csv");
    assert!(games.lines().filter(|line| !line.starts_with('#')).count() == 25);
    assert!(games.contains("\n# program: domineering 0.3.0 commit 1a2b3c4, with plyscope "));

    assert!(run("experiment list").contains("domineering-nodes"));
    run("experiment run domineering-nodes --scale quick --run-dir runs");
    run("report runs --output report");
    for manifest in ["games/manifest.json", "runs/domineering-nodes/manifest.json"] {
        let text = fs::read_to_string(place.join(manifest)).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(manifest["name"], "domineering");
        let program = manifest["program"].as_str().unwrap();
        assert!(program.starts_with("0.3.0 commit 1a2b3c4, with plyscope "), "{program}");
    }
    let page = fs::read_to_string(place.join("report/index.html")).unwrap();
    assert!(page.contains("Written by domineering 0.3.0 (commit 1a2b3c4)."));
    assert!(page.contains("domineering experiment run domineering-nodes --scale quick"));
}

mod nightly {
    use std::env;
    use std::path::Path;
    use std::process::Command;

    use super::output;

    #[test]
    #[ignore = "compiles four packages once more"]
    fn a_crate_outside_plays_a_game_of_its_own_by_all_searches_and_its_own_driver() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("outside");
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("outside");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["run", "--quiet", "--locked", "--offline", "--target-dir"]).arg(target);
        // It compares all values with plain minimax itself.
        let printed = output(command.current_dir(directory).env_remove("CARGO_TARGET_DIR"));
        let lines: Vec<&str> = printed.lines().collect();
        for begins in [
            "minimax: -1",
            "alpha-beta: -1, ",
            "mtd: -1, 2 searches",
            "fe: -1, ",
            "rbfms: 50, ",
            "bfm: 50, ",
            "bfm, a move later: -50, 0 nodes",
            "alpha-beta against fe: ",
            "alpha-beta against bfm: ",
            "fe against bfm: ",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(begins)), "{begins}: {printed}");
        }
    }
}
