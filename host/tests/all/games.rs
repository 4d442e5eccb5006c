//! `plyscope games` on files of this project and, where they are present, on real ones.
#![cfg(unix)]

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::Value;

use super::common::{directory, fail, run, succeed};

/// 40 games of this project's own; its source: `tests/data/README.md`.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/own-games.wtb");

#[test]
fn a_base_is_checked_summarised_and_written_back_by_way_of_ggf() {
    let directory = directory("games-base");
    let place = |name: &str| directory.join(name).display().to_string();
    assert!(succeed(&format!("games check {OWN}")).contains("40 records, 0 broken, 0 doubtful"));
    let row = succeed(&format!("games stats {OWN} --format json"));
    let row: Value = serde_json::from_str(&row).expect("JSON");
    assert_eq!((row["games"].as_u64(), row["finished"].as_u64()), (Some(40), Some(39)));
    assert_eq!(row["wipe_outs"], 3);
    let counted: u64 =
        row["scores"].as_object().expect("scores").values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, 40);

    let (ggf, back) = (place("own.ggf"), place("back.wtb"));
    succeed(&format!("games convert {OWN} --output {ggf}"));
    succeed(&format!("games convert {ggf} --output {back}"));
    assert_eq!(fs::read(&back).expect("a file"), fs::read(OWN).expect("a file"));

    // Games without WTHOR's numbers are numbered, and names are beside them.
    let lines = succeed(&format!("games convert {OWN} --to transcript"));
    assert_eq!(lines.lines().count(), 40);
    let text = place("lines.txt");
    fs::write(&text, lines).expect("written");
    let output = run(&format!("games convert {text} --output {}", place("new.wtb")));
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not played to its end"));
    for name in ["new.wtb", "new.jou", "new.trn"] {
        assert!(directory.join(name).is_file(), "{name}");
    }
    assert!(succeed(&format!("games check {}", place("new.wtb"))).contains("39 records, 0 broken"));

    // Positions for the solver.
    let positions = succeed(&format!("games convert {OWN} --to obf --empties 4"));
    let problems = place("four.obf");
    fs::write(&problems, positions).expect("written");
    succeed(&format!("-q solve {problems}"));
}

#[test]
fn games_are_chosen_by_what_files_say_of_them() {
    let games = |filter: &str| {
        let text = succeed(&format!("games convert {OWN} --to ggf {filter}"));
        text.lines().count()
    };
    assert_eq!(games(""), 40);
    assert_eq!(games("--finished"), 39);
    assert_eq!(games("--score 64") + games("--score -64"), 3);
    assert_eq!(games("--result black") + games("--result white") + games("--result draw"), 40);
    assert_eq!((games("--year 2026"), games("--year 1900..2025")), (40, 0));
    assert_eq!(games("--length 20"), 1);
    let all: usize =
        ["f5d6", "f5f6", "f5f4"].iter().map(|line| games(&format!("--opening {line}"))).sum();
    assert_eq!(all, 40, "the three second moves");
    let message = fail(&format!("games convert {OWN} --to ggf --score 5..1"), 2);
    assert!(message.contains("10..20"), "{message}");
    let chosen = directory("games-chosen").join("lost.wtb");
    succeed(&format!("games filter {OWN} --score -64 --output {}", chosen.display()));
    let records = (fs::read(&chosen).expect("a file").len() - 16) / 68;
    assert_eq!(records, games("--score -64"));
    fail(&format!("games convert {OWN} --output x.unknown"), 2);
    fail("games stats /no/such/file", 2);
}

#[test]
fn broken_records_are_named_with_a_remedy_and_the_rest_is_used() {
    let directory = directory("games-broken");
    let path = directory.join("games.txt");
    fs::write(&path, "f5d6c3\nf5f5\n# a comment\nf5d6c3d3\nf5z9\n").expect("written");
    let file = path.display();
    let output = run(&format!("games convert {file} --to ggf"));
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("record 2 (line 2): move 2, f5, is illegal there; correct"),
        "{errors}"
    );
    assert!(errors.contains("record 4 (line 5)"), "{errors}");
    let checked = run(&format!("games check {file}"));
    assert_eq!(checked.status.code(), Some(1));
    let strict = run(&format!("games convert {file} --to ggf --strict"));
    assert_eq!(strict.status.code(), Some(1));
    fs::write(&path, "nothing at all\n").expect("written");
    let output = run(&format!("games convert {file} --to ggf"));
    assert_eq!(output.status.code(), Some(1));
    // A base that is cut in the middle of its last game.
    let bytes = fs::read(OWN).expect("a file");
    let cut = directory.join("cut.wtb");
    fs::write(&cut, &bytes[..bytes.len() - 30]).expect("written");
    let output = run(&format!("games check {}", cut.display()));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("record 40: broken: game 40 is cut") && text.contains("40 records, 1 broken")
    );
}

#[test]
fn the_federation_s_files_come_back_byte_for_byte() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let directory = directory("games-real");
    for (name, games) in [("WTH_1985.wtb", "954"), ("WTH_2024.wtb", "2,891")] {
        let file = shared.join(name);
        if !file.exists() {
            let _ = writeln!(
                io::stderr(),
                "skipped: there is no shared/data/{name} beside the repository"
            );
            continue;
        }
        let checked = succeed(&format!("games check {}", file.display()));
        assert!(checked.contains(&format!("{games} records, 0 broken, 0 doubtful")), "{checked}");
        let (ggf, back) = (directory.join("real.ggf"), directory.join("back.wtb"));
        succeed(&format!("games convert {} --output {}", file.display(), ggf.display()));
        succeed(&format!("games convert {} --output {}", ggf.display(), back.display()));
        assert!(fs::read(&back).expect("a file") == fs::read(&file).expect("a file"), "{name}");
    }
}
