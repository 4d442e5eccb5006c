//! Output that is closed, full or read by another program: no panic, no silent loss, no injection.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Command;

use crate::common::absent;
use crate::plyscope::{Ended, PROGRAM, plyscope};

const TREES: &str = "-q tournament random-tree --branching uniform:2 --pairs 2";
const ENGINES: &str =
    "--engine name=a,algorithm=alpha-beta,depth=1 --engine name=b,algorithm=alpha-beta,depth=2";

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("Linux has it")
}

/// All commands that write to stdout, in all formats.
fn writers(name: &str) -> Vec<String> {
    let directory = |what: &str| absent(&format!("output-{name}-{what}"));
    let run = directory("written");
    plyscope(format!("{TREES} {ENGINES} --run-dir {}", run.display())).succeeds();
    let experiments = directory("experiments");
    plyscope(format!(
        "-q experiment run zhang-table-1 --scale quick --set seeds=2 --set depth=3 --run-dir {}",
        experiments.display()
    ))
    .succeeds();
    let experiment = experiments.join("zhang-table-1");
    let (report, summary) = (directory("report"), directory("summary"));
    let games = "-q ladder random-tree --branching uniform:2 --pairs 2 --reference-depths 1..2 \
                 --reference algorithm=alpha-beta --challenger algorithm=rbfms";
    let mut all: Vec<String> = [
        "--help",
        "--version",
        "search random-tree --help",
        "completions bash",
        "experiment show zhang-table-1",
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
                "-q experiment run zhang-table-1 --scale quick --set seeds=2 --set depth=3",
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
        let errors = plyscope(&arguments).stdout(full()).fails(1);
        assert!(errors.contains("No space left on device"), "{arguments}: {errors}");
        assert_eq!(errors.matches("No space left").count(), 1, "{arguments}: {errors}");
    }
}

#[test]
fn a_closed_stdout_is_no_error_for_any_command_and_format() {
    for arguments in writers("closed") {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ended = plyscope(&arguments).stdout(writer).succeeds();
        assert!(ended.errors.is_empty(), "{arguments}");
    }
}

#[test]
fn a_full_stderr_is_ignored() {
    let weights = absent("output-weights");
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
        plyscope(&arguments).stderr(full()).succeeds();
    }
    // It also does not change the exit code of an error.
    assert_eq!(plyscope("perft --depth 0").stderr(full()).ends().code, Some(2));
}

/// Paths need not be valid UTF-8. The printed command quotes them so that a shell finds them again.
#[test]
fn the_command_that_goes_on_names_a_path_that_is_no_text() {
    let base = absent("output-no-text");
    fs::create_dir_all(&base).expect("a directory");
    let path = base.join(OsStr::from_bytes(b"x\xff y"));
    let tournament = "-q tournament random-tree --branching uniform:4 --pairs 3 --threads 1 \
                      --engine name=a,algorithm=minimax,depth=13 --engine name=b,algorithm=minimax,depth=1";
    let mut running = plyscope(tournament).arg("--run-dir").arg(&path).start();
    let manifest = path.join("manifest.json");
    running.until("a manifest", || manifest.exists());
    running.signal("INT");
    let ended = running.ends();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    let (_, again) = ended.errors.trim().split_once("resume with: ").expect("a command");
    assert!(again.ends_with("/x\\xff y'"), "{again}");
    let text = fs::read_to_string(manifest).expect("a manifest is text");
    assert!(text.contains("x\\\\xff y'"), "{text}");
    // bash finds the directory with the same run.
    let listed = again.replace(PROGRAM, "printf '%s\\n'");
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
        let Ended { code, errors, .. } = plyscope(arguments).ends();
        assert!(matches!(code, Some(1 | 2)), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(errors.matches("No such file").count(), 1, "{errors}");
    }
}

#[test]
fn what_contradicts_itself_is_refused_before_any_work() {
    for (arguments, part) in [
        ("experiment run zhang-table-1 zhang-table-1", "zhang-table-1 is given twice"),
        ("device info --firmware x --tcp localhost:1", "cannot be used with"),
        ("device info --firmware x --port /dev/null", "cannot be used with"),
        (&format!("{TREES} {ENGINES} --sprt elo0=0,elo1=10,elo1=20"), "\"elo1\" is given twice"),
        (&format!("{TREES} {ENGINES} --engine name=,algorithm=fe,depth=1"), "write a name"),
    ] {
        let errors = plyscope(arguments).fails(2);
        assert!(errors.contains(part), "{arguments}: {errors}");
    }
}

/// QEMU connects before it looks at the file, so its message would come too late.
#[test]
fn firmware_that_is_none_is_told_at_once() {
    let text = absent("output-no-elf");
    fs::write(&text, "no ELF").expect("written");
    let other = PROGRAM;
    for firmware in [text.to_str().expect("UTF-8"), "/dev/null", other] {
        let begin = std::time::Instant::now();
        let info = format!("device info --emulate --firmware {firmware}");
        let errors = plyscope(info).fails(1);
        assert!(errors.contains("firmware") && errors.contains("cargo build"), "{errors}");
        assert!(begin.elapsed().as_secs() < 2);
    }
}

/// A name that would break tables, run in a spreadsheet, or send escapes to the terminal.
const HOSTILE: &str = "=a|b\n<i>\x1b[31m";

#[test]
fn a_name_is_escaped_for_where_it_goes() {
    let run = absent("output-hostile");
    let engine = format!("name={HOSTILE},algorithm=alpha-beta,depth=1");
    let engines = ["--engine", &engine, "--engine", "name=b,algorithm=alpha-beta,depth=2"];
    let table = plyscope(TREES).args(engines).arg("--run-dir").arg(&run).text();
    assert!(!table.contains('\x1b') && table.contains("=a|b\\n<i>\\x1b[31m"), "{table}");
    let export =
        |format: &str| plyscope(format!("export {} --format {format}", run.display())).text();
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
    let errors = plyscope(TREES).args(["--engine", &engine, "--engine", &engine]).fails(2);
    assert!(!errors.contains('\x1b'), "{errors:?}");
}

#[test]
fn a_warning_is_one_line_without_controls() {
    let run = absent("output-warning").join("x\x1b[31m\ny");
    plyscope(format!("{TREES} {ENGINES} --run-dir")).arg(&run).succeeds();
    fs::write(run.join("time.json"), "{").expect("written");
    // Something is left to do.
    fs::write(run.join("rows.jsonl"), "").expect("written");
    let errors = plyscope(format!("{TREES} {ENGINES} --resume")).arg(&run).succeeds().errors;
    assert!(errors.starts_with("warning: ") && errors.lines().count() == 1, "{errors:?}");
    assert!(errors.contains("x\\x1b[31m\\ny") && !errors.contains('\x1b'), "{errors:?}");
}

#[test]
fn a_manifests_program_runs_nowhere() {
    let base = absent("output-program");
    plyscope(format!(
        "-q experiment run zhang-table-1 --scale quick --set seeds=2 --set depth=3 --run-dir {}",
        base.display()
    ))
    .succeeds();
    let manifest = base.join("zhang-table-1/manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    json["program"] = "<script>alert(1)</script>|`x`\n# y".into();
    fs::write(&manifest, json.to_string()).expect("written");
    let out = absent("output-program-report");
    plyscope(format!("report --output {} {}", out.display(), base.display())).succeeds();
    for file in ["README.md", "zhang-table-1/README.md", "index.html"] {
        let mut text = String::new();
        File::open(out.join(file)).and_then(|mut file| file.read_to_string(&mut text)).expect(file);
        assert!(!text.contains("<script>alert"), "{file}");
        // A heading in Markdown; in HTML line breaks mean nothing.
        let heading = text.lines().any(|line| line.starts_with("# y"));
        assert!(!heading || file.ends_with(".html"), "{file}");
    }
}
