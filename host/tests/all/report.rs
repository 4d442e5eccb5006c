//! `plyscope report` as users run it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::directory;
use crate::plyscope::{Ended, plyscope};

const SMALL: &str = "-q experiment run korf-fig-9 --scale quick --set seeds=6 --set depth=5";

fn files(directory: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            names.extend(files(&path).into_iter().map(|inside| format!("{name}/{inside}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn a_report_has_a_page_and_files_of_every_figure_and_table_and_a_summary_the_small_ones() {
    let path = directory("report/files");
    let shown = path.display();
    plyscope(format!("{SMALL} --run-dir {shown}/runs")).succeeds();
    let Ended { out, errors, .. } = plyscope(format!(
        "report {shown}/runs {shown}/runs/korf-fig-9 --output {shown}/all --summary {shown}/small"
    ))
    .succeeds();
    assert_eq!(out, format!("{shown}/small/README.md\n{shown}/all/index.html\n"));
    assert_eq!(errors, "");
    let small = [
        "README.md",
        "claims.csv",
        "index.html",
        "korf-fig-9/README.md",
        "korf-fig-9/korf-fig-9-table-1.csv",
        "korf-fig-9/korf-fig-9.csv",
        "korf-fig-9/korf-fig-9.svg",
    ];
    assert_eq!(files(&path.join("small")), small, "the run was given twice and is there once");
    let mut all = small.map(str::to_owned).to_vec();
    all.push("korf-fig-9/korf-fig-9.png".to_owned());
    all.sort();
    assert_eq!(files(&path.join("all")), all);
    let picture = fs::read(path.join("all/korf-fig-9/korf-fig-9.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
    let text = fs::read_to_string(path.join("small/korf-fig-9/README.md")).expect("Markdown");
    assert!(text.contains("](korf-fig-9.svg)"), "{text}");
    let page = fs::read_to_string(path.join("small/index.html")).expect("a page");
    assert!(page.contains("src=\"korf-fig-9/korf-fig-9.svg\"") && !page.contains("<svg"));
    assert!(page.len() < 100_000, "{} bytes", page.len());
    for text in [page, fs::read_to_string(path.join("small/README.md")).expect("Markdown")] {
        assert!(
            text.contains("Did it reproduce?")
                && text.contains("distinct statements of the papers")
        );
    }
}

#[test]
fn the_command_in_a_report_makes_the_same_rows() {
    let path = directory("report/command");
    let shown = path.display();
    plyscope(format!("{SMALL} --seed 7 --run-dir {shown}/runs")).succeeds();
    plyscope(format!("report {shown}/runs --summary {shown}/small")).succeeds();
    let text = fs::read_to_string(path.join("small/korf-fig-9/README.md")).expect("Markdown");
    let command = text.lines().find_map(|line| line.strip_prefix("plyscope ")).expect("a command");
    assert!(command.contains("--set seed=7"), "{command}");
    plyscope(format!("-q {command} --run-dir {shown}/again")).succeeds();
    let rows = |runs: &str| fs::read(path.join(runs).join("korf-fig-9/rows.jsonl")).expect("rows");
    assert_eq!(rows("again"), rows("runs"));
}

#[test]
fn a_report_has_the_commands_as_typed_quoted_for_a_shell_and_says_that_the_run_was_resumed() {
    let path = directory("report/typed");
    let at = |name: &str| path.join(name).display().to_string();
    let runs = at("my runs");
    plyscope(SMALL).args(["--run-dir", &runs]).succeeds();
    // Nothing is left to do: a command that adds no row has not resumed the run.
    plyscope(SMALL).args(["--resume", &runs]).succeeds();
    let report = || {
        plyscope("report --summary").args([&at("small"), &runs]).succeeds();
        fs::read_to_string(path.join("small/korf-fig-9/README.md")).expect("Markdown")
    };
    let typed = format!("```sh\nplyscope {SMALL} --run-dir '{runs}'\n");
    assert!(report().contains(&format!("As it was typed:\n\n{typed}```\n")), "{}", report());
    let rows = path.join("my runs/korf-fig-9/rows.jsonl");
    let half = fs::read_to_string(&rows).expect("rows");
    let half: String = half.split_inclusive('\n').take(3).collect();
    for threads in ["1", "2", "2"] {
        fs::write(&rows, &half).expect("rows");
        plyscope(SMALL).args(["--threads", threads, "--resume", &runs]).succeeds();
    }
    let resumed = ["1", "2"]
        .map(|threads| format!("plyscope {SMALL} --threads {threads} --resume '{runs}'\n"));
    let all = format!("As it was typed, and resumed:\n\n{typed}{}```\n", resumed.concat());
    assert!(report().contains(&all), "{}", report());
    // Files that are exported say the same.
    let latex = plyscope("export --format latex").arg(at("my runs/korf-fig-9")).text();
    let first =
        format!("% command: plyscope {SMALL} --run-dir '{runs}'\n% resumed by: {}", resumed[0]);
    assert!(latex.starts_with(&first), "{latex}");
    assert!(latex.contains("\n% repeated by: plyscope experiment run korf-fig-9 --scale "));
}

#[test]
fn rows_of_another_build_are_warned_of_and_told_in_what_is_made_of_them() {
    let path = directory("report/builds");
    let shown = path.display();
    plyscope(format!("{SMALL} --run-dir {shown}/runs")).succeeds();
    let run = path.join("runs/korf-fig-9");
    let file = run.join("manifest.json");
    let program = || {
        let manifest = fs::read_to_string(&file).expect("a manifest");
        serde_json::from_str::<serde_json::Value>(&manifest).expect("JSON")
    };
    let now = program()["program"].as_str().expect("a program").to_owned();
    let earlier = fs::read_to_string(&file).expect("a manifest").replace(&now, "0.0.9 commit abc");
    fs::write(&file, earlier).expect("a manifest");
    let cut = |rows: usize| {
        let text = fs::read_to_string(run.join("rows.jsonl")).expect("rows");
        let text: String = text.split_inclusive('\n').take(rows).collect();
        fs::write(run.join("rows.jsonl"), text).expect("rows");
    };
    let resume = || plyscope(format!("{SMALL} -q --resume {shown}/runs")).succeeds().errors;
    // A run that is finished has no row of this one.
    assert_eq!(resume(), "");
    cut(3);
    let warning = resume();
    assert!(
        warning.contains("was begun by plyscope 0.0.9 commit abc; rows by")
            && warning.contains(&now)
            && warning.lines().count() == 1,
        "{warning}"
    );
    // It is said and noted once.
    cut(4);
    assert_eq!(resume(), "");
    assert_eq!(program()["later_programs"], serde_json::json!([now]));
    let latex = plyscope("export --format latex").arg(run.display().to_string()).text();
    let both = format!("% program: plyscope 0.0.9 commit abc\n% rows also by: plyscope {now}\n");
    assert!(latex.contains(&both), "{latex}");
    plyscope(format!("report --summary {shown}/small {shown}/runs")).succeeds();
    let page = fs::read_to_string(path.join("small/korf-fig-9/README.md")).expect("Markdown");
    assert!(page.contains(&format!("; plyscope 0.0.9 commit abc, then {now}. ")), "{page}");
}

#[test]
fn runs_that_are_not_finished_are_named_and_left_as_they_are() {
    let path = directory("report/part");
    let shown = path.display();
    plyscope(format!("{SMALL} --run-dir {shown}/runs")).succeeds();
    let rows = path.join("runs/korf-fig-9/rows.jsonl");
    let text = fs::read_to_string(&rows).expect("rows");
    // Three and a half rows.
    let part = text.split_inclusive('\n').take(3).collect::<String>() + "{\"unit\":3,\"se";
    fs::write(&rows, &part).expect("rows");
    let errors = plyscope(format!("report {shown}/runs --output {shown}/out")).succeeds().errors;
    assert_eq!(errors, "korf-fig-9: not finished, 3 of 6 units\n");
    for file in ["index.html", "README.md", "korf-fig-9/README.md"] {
        let text = fs::read_to_string(path.join("out").join(file)).expect("a file");
        assert!(
            text.contains("ot finished: 3 of 6") || text.contains("not finished:** 3 of 6"),
            "{file}"
        );
    }
    assert_eq!(fs::read_to_string(&rows).expect("rows"), part);

    plyscope(format!("{SMALL} --run-dir {shown}/shards --shard 2/3")).succeeds();
    let errors = plyscope(format!("report {shown}/shards --output {shown}/out")).succeeds().errors;
    assert_eq!(errors, "korf-fig-9: not finished, 2 of 2 units of shard 2/3\n");
}

#[test]
fn a_wrong_directory_is_an_error_that_says_what_is_wrong() {
    let path = directory("report/wrong");
    let shown = path.display();
    let error = plyscope(format!("report {shown} --output {shown}/out")).fails(1);
    assert!(error.contains("holds no run of an experiment"), "{error}");
    let error = plyscope(format!("report {shown}/none --output {shown}/out")).fails(1);
    assert!(error.contains("cannot open") && error.contains("report/wrong/none"), "{error}");
    plyscope(format!(
        "-q tournament random-tree --branching random:3 --pairs 2 --run-dir {shown}/games/night \
         --engine name=a,algorithm=alpha-beta,depth=2 --engine name=b,algorithm=alpha-beta,depth=3"
    ))
    .succeeds();
    let error = plyscope(format!("report {shown}/games/night --output {shown}/out")).fails(1);
    assert!(error.contains("the run is a tournament, not an experiment"), "{error}");
    let error = plyscope(format!("report {shown}/games --output {shown}/out")).fails(1);
    assert!(error.contains("holds no run of an experiment"), "{error}");
    assert!(!path.join("out").exists());

    // Among experiments it is left out, with a message.
    plyscope(format!("{SMALL} --run-dir {shown}/games")).succeeds();
    let errors = plyscope(format!("report {shown}/games --output {shown}/out")).succeeds().errors;
    assert_eq!(errors, format!("{shown}/games/night: no experiment, left out\n"));

    // What a report would replace is not anybody's page, and an earlier report is.
    plyscope(format!("-q report {shown}/games --output {shown}/out")).succeeds();
    fs::write(path.join("README.md"), "mine").expect("a page");
    let error = plyscope(format!("-q report {shown}/games --output {shown}")).fails(2);
    assert!(error.contains("README.md that no report has written"), "{error}");
    let run = path.join("games/korf-fig-9");
    let error = plyscope(format!("-q report {shown}/games --summary {}", run.display())).fails(2);
    assert!(error.contains("is the directory of a run"), "{error}");
    let error = plyscope(format!("-q report {shown}/games --output {shown}/x --summary {shown}/x"))
        .fails(2);
    assert!(error.contains("choose two directories"), "{error}");
    assert_eq!(fs::read(path.join("README.md")).expect("the page"), b"mine");
}

/// The lines of a CSV file that do not tell where it comes from.
fn told(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// Unpacks kept rows.
fn unpack(archive: &Path, runs: &Path) {
    fs::create_dir_all(runs).expect("made");
    let unpacked = Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(runs).status();
    assert!(unpacked.expect("tar").success(), "{}", archive.display());
}

/// Compares the tables and figures of a summary with those that are kept. Returns their number.
fn compared(made: &Path, kept: &Path, script: &str) -> usize {
    let is_table = |name: &String| name.ends_with(".csv") && name.contains('/');
    let tables: Vec<String> = files(made).into_iter().filter(is_table).collect();
    for name in &tables {
        assert!(told(&made.join(name)) == told(&kept.join(name)), "run {script}: {name}");
    }
    tables.len()
}

#[test]
fn kept_results_say_what_this_version_makes_of_their_rows() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let path = directory("report/kept");
    let (runs, made) = (path.join("runs"), path.join("made"));
    for archive in fs::read_dir(kept.join("rows")).expect("a directory") {
        let archive = archive.expect("an entry").path();
        if archive.is_file() {
            unpack(&archive, &runs);
        }
    }
    let shown = runs.display();
    let report = format!("-q report {shown} {shown}/time {shown}/depth --summary");
    plyscope(format!("{report} {}", made.display())).succeeds();
    // Its claims are among those of all experiments; its tables and figures are files of their own.
    let claims = told(&made.join("claims.csv"));
    let all = told(&kept.join("claims.csv"));
    let changed: Vec<&String> = claims.iter().filter(|claim| !all.contains(claim)).collect();
    assert!(claims.len() > 150 && changed.is_empty(), "run host/results/make: {changed:#?}");
    assert!(compared(&made, &kept, "host/results/make") > 50);
}

#[test]
fn kept_findings_say_what_this_version_makes_of_their_rows() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let rows = kept.join("rows");
    let path = directory("report/findings");
    let mut tables = 0;
    let finished = files(&rows).into_iter().filter_map(|name| {
        let (place, archive) = name.rsplit_once("/first/")?;
        let experiment = archive.strip_suffix(".tar.gz")?;
        let is_whole = !experiment.ends_with(".begun");
        let is_finished = rows.join(place).join("second").join(archive).is_file();
        (is_whole && is_finished).then(|| (place.to_owned(), experiment.to_owned()))
    });
    for (place, experiment) in finished {
        let runs = path.join(&place);
        for half in ["first", "second"] {
            let archive = rows.join(&place).join(half).join(format!("{experiment}.tar.gz"));
            unpack(&archive, &runs.join(half));
        }
        let (shown, made) = (runs.display(), path.join("made").join(&place).join(&experiment));
        let halves = format!("{shown}/first/{experiment} {shown}/second/{experiment}");
        plyscope(format!("-q report {halves} --summary {}", made.display())).succeeds();
        let page = match place.as_str() {
            "findings" => kept.join(&place).join(&experiment),
            _ => kept.join(&place),
        };
        let script = "host/results/make-findings";
        assert!(told(&made.join("claims.csv")) == told(&page.join("claims.csv")), "run {script}");
        tables += compared(&made, &page, script);
    }
    assert!(tables > 0);
}
