//! `plyscope games` on files of this project and, where they are present, on real ones.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{directory, skipped};
use crate::plyscope::plyscope;

/// 40 games of this project's own; its source: `tests/data/README.md`.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/own-games.wtb");

#[test]
fn a_base_is_checked_summarised_and_written_back_by_way_of_ggf() {
    let directory = directory("games-base");
    let place = |name: &str| directory.join(name).display().to_string();
    assert!(
        plyscope(format!("games check {OWN}")).text().contains("40 records, 0 broken, 0 doubtful")
    );
    let row = plyscope(format!("games stats {OWN}")).json();
    assert_eq!((row["games"].as_u64(), row["finished"].as_u64()), (Some(40), Some(39)));
    assert_eq!(row["wipe_outs"], 3);
    let counted: u64 =
        row["scores"].as_object().expect("scores").values().filter_map(Value::as_u64).sum();
    assert_eq!(counted, 40);

    let (ggf, back) = (place("own.ggf"), place("back.wtb"));
    plyscope(format!("games convert {OWN} --output {ggf}")).succeeds();
    plyscope(format!("games convert {ggf} --output {back}")).succeeds();
    assert_eq!(fs::read(&back).expect("a file"), fs::read(OWN).expect("a file"));

    // Games without WTHOR's numbers are numbered, and names are beside them.
    let lines = plyscope(format!("games convert {OWN} --to transcript")).text();
    assert_eq!(lines.lines().count(), 40);
    let text = place("lines.txt");
    fs::write(&text, lines).expect("written");
    let output = plyscope(format!("games convert {text} --output {}", place("new.wtb"))).ends();
    assert_eq!(output.code, Some(0));
    assert!(output.errors.contains("was not played to its end"));
    for name in ["new.wtb", "new.jou", "new.trn"] {
        assert!(directory.join(name).is_file(), "{name}");
    }
    assert!(
        plyscope(format!("games check {}", place("new.wtb")))
            .text()
            .contains("39 records, 0 broken")
    );

    // Nor is a file of somebody's replaced by names.
    fs::write(directory.join("mine.jou"), "precious").expect("written");
    let convert = format!("games convert {text} --output {}", place("mine.wtb"));
    let refused = plyscope(&convert).ends_with(1);
    assert!(refused.errors.contains("mine.jou exists"), "{refused:?}");
    assert_eq!(fs::read(directory.join("mine.jou")).expect("a file"), b"precious");
    assert!(!directory.join("mine.wtb").exists());
    plyscope(format!("games convert {text} --output {}", place("new.wtb"))).succeeds();

    // A result that the final position contradicts is told: the database has the position's.
    let ggf_text = fs::read_to_string(&ggf).expect("a file");
    let first = ggf_text.lines().next().expect("a game");
    let told = first.split("RE[").nth(1).and_then(|rest| rest.split(']').next()).expect("a result");
    let kept = first.split("WT[").nth(1).and_then(|rest| rest.split(']').next()).expect("numbers");
    let other = first.replace(&format!("RE[{told}]"), "RE[+1]").replace(&format!("WT[{kept}]"), "");
    let file = place("told.ggf");
    fs::write(&file, other).expect("written");
    let output = plyscope(format!("games convert {file} --output {}", place("told.wtb"))).ends();
    assert_eq!(output.code, Some(0));
    let warning = "record 1: the result is +1 for Black, but the final position has";
    assert!(output.errors.contains(warning), "{}", output.errors);

    // Positions for the solver.
    let positions = plyscope(format!("games convert {OWN} --to obf --empties 4")).text();
    let problems = place("four.obf");
    fs::write(&problems, positions).expect("written");
    plyscope(format!("-q solve {problems}")).succeeds();
}

#[test]
fn games_are_chosen_by_what_files_say_of_them() {
    let games = |filter: &str| {
        let text = plyscope(format!("games convert {OWN} --to ggf {filter}")).text();
        text.lines().count()
    };
    assert_eq!(games(""), 40);
    assert_eq!(games("--finished"), 39);
    assert_eq!(games("--score 64"), 3);
    assert_eq!(games("--result black") + games("--result white") + games("--result draw"), 40);
    assert_eq!(games("--year 2026"), 40);
    let output = directory("games-of-none").join("none.ggf");
    let none = format!("games convert {OWN} --year 1900..2025 --output {}", output.display());
    assert!(plyscope(none).fails(1).contains("no such games") && !output.exists());
    assert_eq!(games("--length 20"), 1);
    let all: usize =
        ["f5d6", "f5f6", "f5f4"].iter().map(|line| games(&format!("--opening {line}"))).sum();
    assert_eq!(all, 40, "the three second moves");
    let message = plyscope(format!("games convert {OWN} --to ggf --score 5..1")).fails(2);
    assert!(message.contains("10..20"), "{message}");
    let chosen = directory("games-chosen").join("lost.wtb");
    plyscope(format!("games filter {OWN} --score 64 --output {}", chosen.display())).succeeds();
    let records = (fs::read(&chosen).expect("a file").len() - 16) / 68;
    assert_eq!(records, 3);
    plyscope(format!("games convert {OWN} --output x.unknown")).fails(2);
    plyscope("games stats /no/such/file").fails(2);
}

#[test]
fn broken_records_are_named_with_a_remedy_and_the_rest_is_used() {
    let directory = directory("games-broken");
    let path = directory.join("games.txt");
    fs::write(&path, "f5d6c3\nf5f5\n# a comment\nf5d6c3d3\nf5z9\n").expect("written");
    let file = path.display();
    let output = plyscope(format!("games convert {file} --to ggf")).ends();
    assert_eq!(output.code, Some(0));
    assert_eq!(output.out.lines().count(), 2);
    let errors = output.errors;
    assert!(
        errors.contains("record 2 (line 2): move 2, f5, is illegal there; correct"),
        "{errors}"
    );
    assert!(errors.contains("record 4 (line 5)"), "{errors}");
    for command in [format!("check {file}"), format!("convert {file} --to ggf --strict")] {
        assert_eq!(plyscope(format!("games {command}")).ends().code, Some(1), "{command}");
    }
    fs::write(&path, "nothing at all\n").expect("written");
    let output = plyscope(format!("games convert {file} --to ggf")).ends();
    assert_eq!(output.code, Some(1));
    // A base that is cut in the middle of its last game.
    let bytes = fs::read(OWN).expect("a file");
    let cut = directory.join("cut.wtb");
    fs::write(&cut, &bytes[..bytes.len() - 30]).expect("written");
    let output = plyscope(format!("games check {}", cut.display())).ends();
    let text = output.out;
    assert_eq!(output.code, Some(1), "{text}");
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
            skipped(&format!("there is no shared/data/{name} beside the repository"));
            continue;
        }
        let checked = plyscope(format!("games check {}", file.display())).text();
        assert!(checked.contains(&format!("{games} records, 0 broken, 0 doubtful")), "{checked}");
        let (ggf, back) = (directory.join("real.ggf"), directory.join("back.wtb"));
        plyscope(format!("games convert {} --output {}", file.display(), ggf.display())).succeeds();
        plyscope(format!("games convert {} --output {}", ggf.display(), back.display())).succeeds();
        assert!(fs::read(&back).expect("a file") == fs::read(&file).expect("a file"), "{name}");
    }
}
