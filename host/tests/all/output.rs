//! Output that is closed, full or read by another program: no panic, no silent loss, no injection.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{signal, wait_until};

const TREES: &str = "-q tournament random-tree --branching uniform:2 --pairs 2";
const ENGINES: &str =
    "--engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=alpha-beta,depth=2";

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments.split_whitespace());
    command
}

fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("output-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("Linux has it")
}

/// The one line of a command that must fail with this code.
fn fail(command: &mut Command, code: i32) -> String {
    let output = command.output().expect("it starts");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{command:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{command:?}: {errors}");
    errors
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output
}

/// All commands that write to stdout, in all formats.
fn writers(name: &str) -> Vec<String> {
    let directory = |what: &str| directory(&format!("{name}-{what}"));
    let run = directory("written");
    succeed(&mut command(&format!("{TREES} {ENGINES} --run-dir {}", run.display())));
    let experiments = directory("experiments");
    succeed(&mut command(&format!(
        "-q experiment run zhang-fig-1b --set seeds=2 --set branching=5 --set depths=3 --run-dir {}",
        experiments.display()
    )));
    let experiment = experiments.join("zhang-fig-1b");
    let (report, summary) = (directory("report"), directory("summary"));
    let games = "-q ladder random-tree --branching uniform:2 --pairs 2 --reference-depths 1..2 \
                 --reference algorithm=alpha-beta --challenger algorithm=rbfms";
    let mut all: Vec<String> = [
        "--help",
        "--version",
        "search random-tree --help",
        "completions bash",
        "experiment show zhang-fig-1b",
        "report --output OUT/r EXPERIMENT",
    ]
    .map(str::to_owned)
    .to_vec();
    for format in ["table", "json"] {
        all.extend(
            [
                "search othello start --algorithm alpha-beta --depth 2",
                "search hexapawn --algorithm alpha-beta --depth 2",
                "search random-tree --branching uniform:2 --seed 1 --algorithm fe --depth 2",
                "search random-tree --branching uniform:2 --seeds 1..5 --algorithm fe --depth 2",
                "perft --depth 2",
                "experiment list",
                "-q experiment run zhang-fig-1b --set seeds=2 --set branching=5 --set depths=3",
                "-q learn edge-costs --evaluation simple --games 1 --depth 1",
                "-q learn spreads --evaluation simple --games 1 --depth 1 --deepest 1",
            ]
            .map(|arguments| format!("{arguments} --format {format}")),
        );
        all.push(format!("{TREES} {ENGINES} --format {format}"));
        all.push(format!("{games} --format {format}"));
    }
    for format in ["csv", "json", "markdown"] {
        all.push(format!("export {} --format {format}", run.display()));
        all.push(format!("export {} --format {format}", experiment.display()));
    }
    let place = |text: String| {
        text.replace("EXPERIMENT", &experiment.display().to_string())
            .replace("OUT", &report.display().to_string())
    };
    all.push(format!("report --summary {} EXPERIMENT", summary.display()));
    all.into_iter().map(place).collect()
}

#[test]
fn a_full_stdout_is_one_line_and_exit_code_1_for_every_command_and_format() {
    for arguments in writers("full") {
        let errors = fail(command(&arguments).stdout(full()), 1);
        assert!(errors.contains("No space left on device"), "{arguments}: {errors}");
        assert_eq!(errors.matches("No space left").count(), 1, "{arguments}: {errors}");
    }
}

#[test]
fn a_closed_stdout_is_no_error_for_any_command_and_format() {
    for arguments in writers("closed") {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = succeed(command(&arguments).stdout(writer));
        assert!(output.stderr.is_empty(), "{arguments}");
    }
}

#[test]
fn a_full_stderr_is_ignored() {
    let weights = directory("weights");
    let learn = format!(
        "learn evaluation --directory {} --candidates w:1 --games 20 --depth 1 --solve 4 --epochs 1",
        weights.display()
    );
    for arguments in [
        TREES.replace("-q ", "") + " " + ENGINES,
        learn,
        "ladder random-tree --branching uniform:2 --pairs 2 --reference-depths 1..2 \
         --reference algorithm=alpha-beta --challenger algorithm=rbfms"
            .to_owned(),
    ] {
        let output = command(&arguments).stderr(full()).output().expect("it starts");
        assert!(output.status.success(), "{arguments}: {:?}", output.status);
    }
    // It also does not change the exit code of an error.
    let output = command("perft --depth 0").stderr(full()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
}

/// Paths need not be valid UTF-8. The printed command quotes them so that a shell finds them again.
#[test]
fn the_command_that_goes_on_names_a_path_that_is_no_text() {
    let base = directory("no-text");
    fs::create_dir_all(&base).expect("a directory");
    let path = base.join(OsStr::from_bytes(b"x\xff y"));
    let start = |arguments: &str, option: &str| {
        let mut command = command(arguments);
        command.arg(option).arg(&path).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    };
    let tournament = "-q tournament random-tree --branching uniform:4 --pairs 3 --threads 1 \
                      --engine name=a,algorithm=minimax,depth=13 --engine name=b,algorithm=minimax,depth=1";
    let mut child = start(tournament, "--run-dir");
    let manifest = path.join("manifest.json");
    wait_until(&mut child, "a manifest", || manifest.exists());
    signal(&child, "INT");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8(output.stderr).expect("what is printed is text");
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let (_, again) = errors.trim().split_once("resume with: ").expect("a command");
    assert!(again.ends_with("/x\\xff y'"), "{again}");
    let text = fs::read_to_string(manifest).expect("a manifest is text");
    assert!(text.contains("x\\\\xff y'"), "{text}");
    // bash finds the directory with the same run.
    let listed = again.replace(env!("CARGO_BIN_EXE_plyscope"), "printf '%s\\n'");
    let output = Command::new("bash").args(["-c", &listed]).output().expect("bash");
    let last = output.stdout.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().expect("a line");
    assert_eq!(last, path.as_os_str().as_bytes());
}

#[test]
fn a_cause_is_told_once() {
    for arguments in [
        "tournament othello --engine name=a,algorithm=fe,depth=1 --engine name=b,algorithm=fe,depth=2 \
         --run-dir /proc/none",
        "report /no/such/directory",
        "tournament othello --openings /no/such/file --engine name=a,algorithm=fe,depth=1 \
         --engine name=b,algorithm=fe,depth=2",
        "device info --socket /no/such/socket",
        "learn correlation --wthor /no/such/file --evaluation simple",
        "learn evaluation --directory /proc/none",
    ] {
        let output = command(arguments).output().expect("it starts");
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(errors.matches("No such file").count(), 1, "{errors}");
    }
}

#[test]
fn what_contradicts_itself_is_refused_before_any_work() {
    for (arguments, part) in [
        ("experiment run zhang-fig-1b zhang-fig-1b", "zhang-fig-1b is given twice"),
        ("device info --firmware x --tcp localhost:1", "cannot be used with"),
        ("device info --firmware x --port /dev/null", "cannot be used with"),
        (&format!("{TREES} {ENGINES} --sprt elo0=0,elo1=10,elo1=20"), "\"elo1\" is given twice"),
        (&format!("{TREES} {ENGINES} --engine name=,algorithm=fe,depth=1"), "write a name"),
    ] {
        let errors = fail(&mut command(arguments), 2);
        assert!(errors.contains(part), "{arguments}: {errors}");
    }
}

/// QEMU connects before it looks at the file, so its message would come too late.
#[test]
fn firmware_that_is_none_is_told_at_once() {
    let text = directory("no-elf");
    fs::write(&text, "no ELF").expect("written");
    let other = env!("CARGO_BIN_EXE_plyscope");
    for firmware in [text.to_str().expect("UTF-8"), "/dev/null", other] {
        let begin = std::time::Instant::now();
        let errors = fail(&mut command(&format!("device info --emulate --firmware {firmware}")), 1);
        assert!(errors.contains("firmware") && errors.contains("cargo build"), "{errors}");
        assert!(begin.elapsed().as_secs() < 2);
    }
}

/// A name that would break tables, run in a spreadsheet, or send escapes to the terminal.
const HOSTILE: &str = "=a|b\n<i>\x1b[31m";

#[test]
fn a_name_is_escaped_for_where_it_goes() {
    let run = directory("hostile");
    let engine = format!("name={HOSTILE},algorithm=alpha-beta,depth=1");
    let mut tournament = command(TREES);
    tournament.args(["--engine", &engine, "--engine", "name=b,algorithm=alpha-beta,depth=2"]);
    tournament.arg("--run-dir").arg(&run);
    let output = succeed(&mut tournament);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!table.contains('\x1b') && table.contains("=a|b\\n<i>\\x1b[31m"), "{table}");
    let export = |format: &str| {
        let output = succeed(&mut command(&format!("export {} --format {format}", run.display())));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let markdown = export("markdown");
    assert!(!markdown.contains(['\x1b', '<']), "{markdown}");
    let row = markdown.lines().find(|line| line.starts_with("| =a")).expect("a row");
    // As many cells as the heading has: no `|` in the name ends one.
    assert_eq!(row.replace("\\|", "").matches('|').count(), 10, "{row}");
    let csv = export("csv");
    assert!(csv.contains(",\"'=a|b\n<i>\x1b[31m\",b,"), "{csv}");
    let json = export("json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["engines"][0], HOSTILE);
    // An error is one line, whatever it quotes.
    let mut twice = command(TREES);
    twice.args(["--engine", &engine, "--engine", &engine]);
    let errors = fail(&mut twice, 2);
    assert!(!errors.contains('\x1b'), "{errors:?}");
}

#[test]
fn a_warning_is_one_line_without_controls() {
    let run = directory("warning").join("x\x1b[31m\ny");
    let mut tournament = command(&format!("{TREES} {ENGINES} --run-dir"));
    succeed(tournament.arg(&run));
    fs::write(run.join("time.json"), "{").expect("written");
    let mut tournament = command(&format!("{TREES} {ENGINES} --resume"));
    let output = succeed(tournament.arg(&run));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(errors.starts_with("warning: ") && errors.lines().count() == 1, "{errors:?}");
    assert!(errors.contains("x\\x1b[31m\\ny") && !errors.contains('\x1b'), "{errors:?}");
}

#[test]
fn a_manifests_program_runs_nowhere() {
    let base = directory("program");
    succeed(&mut command(&format!(
        "-q experiment run zhang-fig-1b --set seeds=2 --set branching=5 --set depths=3 --run-dir {}",
        base.display()
    )));
    let manifest = base.join("zhang-fig-1b/manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    json["program"] = "<script>alert(1)</script>|`x`\n# y".into();
    fs::write(&manifest, json.to_string()).expect("written");
    let out = directory("program-report");
    let output = format!("report --output {} {}", out.display(), base.display());
    succeed(&mut command(&output));
    for file in ["README.md", "zhang-fig-1b/README.md", "index.html"] {
        let mut text = String::new();
        File::open(out.join(file)).and_then(|mut file| file.read_to_string(&mut text)).expect(file);
        assert!(!text.contains("<script>alert"), "{file}");
        // A heading in Markdown; in HTML line breaks mean nothing.
        let heading = text.lines().any(|line| line.starts_with("# y"));
        assert!(!heading || file.ends_with(".html"), "{file}");
    }
}
