//! plyscope as a library: a crate outside of the workspace, and a program with plyscope's command line and a game of its own.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The standard output of a command that succeeds.
fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    String::from_utf8(stdout).expect("text")
}

/// A value in JSON.
fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
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

    let found = run("search domineering --algorithm alpha-beta --depth 20 --format json");
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    // The side that begins wins on 4 x 4 squares.
    assert_eq!((&found["value"], &found["side"]), (&json("50"), &json("\"Upright\"")));
    assert_eq!((&found["proven"], &found["bound"]), (&json("true"), &json("\"exact\"")));
    let found = run("search domineering --moves b1,c1 --algorithm bfm --nodes 90");
    assert!(found.contains("\n1 . # # #\n2 . # . .\n"), "{found}");
    let wrong = Command::new(env!("CARGO_BIN_EXE_domineering"))
        .args(["search", "domineering", "--moves", "b1 a1", "--algorithm", "bfm", "--nodes", "9"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        error.starts_with("error: --moves: move 2, \"a1\" is not legal there: c1, "),
        "{error}"
    );

    let traced = run("trace domineering --moves a1,c1 --algorithm fe --bounds -9:9 --depth 2");
    assert!(
        traced.starts_with("domineering after a1,c1, MAX moves at the root (domineering 0.3.0)"),
        "{traced}"
    );
    let page = run("trace domineering --depth 2 --format html");
    assert!(page.contains("domineering trace domineering --depth 2 --format html"), "{page}");

    let typed = |arguments: &str, input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_domineering"));
        let command = command.args(arguments.split(' ')).current_dir(&place);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments}: {}", output.status);
        String::from_utf8(output.stdout).expect("text")
    };
    let game = typed("play domineering --level 3 --keep kept.json", "b1\nhint\nundo\nb2\nquit\n");
    assert!(
        game.starts_with("domineering 0.3.0 plays domineering.\nUpright is a person.\n"),
        "{game}"
    );
    assert!(game.contains("  a b c d\n1 . . . .\n"), "{game}");
    assert!(game.contains("\nmoves: a1 b1 c1 d1 "), "{game}");
    assert!(game.contains("Flat (level 3) plays "), "{game}");
    assert!(game.contains("domineering play domineering --resume --keep kept.json"), "{game}");
    let again = typed("play domineering --resume --keep kept.json", "history\nquit\n");
    assert!(again.contains("b2 "), "{again}");

    let commands = "1 list_games\n2 play upright b1\n3 play black c1\n4 play white b2\n5 play w c1\nundo\n\
                    6 time_settings 10 0 0\n7 time_left white 9 0\n8 genmove w\n9 showboard\n10 quit\n";
    let answers = typed("gtp domineering --depth 3 --name mine", commands);
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(answers[..3], ["=1 domineering", "=2", "?3 it is the other side's turn"]);
    assert!(answers[3].starts_with("?4 illegal move: \"b2\" is not legal there: "), "{answers:?}");
    assert_eq!(answers[4..8], ["=5", "=", "=6", "=7"]);
    let answer = answers[8].strip_prefix("=8 ").expect("a move");
    assert!(answers[9].starts_with("=9 Upright to move: "), "{answers:?}");
    assert!(!answers[9].contains(&format!(" {answer} ")), "{answers:?}");

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
            "domineering: alpha-beta against fe, 24 games, seed 1",
            "domineering: alpha-beta against bfm, 24 games, seed 1",
            "domineering: fe against bfm, 24 games, seed 1",
            "crosstable of points",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(begins)), "{begins}: {printed}");
        }
    }
}
