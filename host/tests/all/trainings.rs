//! A training is a run: it is refused, locked and resumed as all others, and leaves no weights that it did not learn.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use crate::plyscope::plyscope;
use crate::records::{LEARN, TOURNAMENT, directory, file, one_does_it, twice};

#[test]
fn of_two_trainings_in_one_directory_the_second_is_refused_at_once() {
    let path = directory("two-trainings");
    let learn =
        |name: &str| format!("{LEARN} --threads 1 --directory {}", path.join(name).display());
    plyscope(learn("one")).succeeds();
    one_does_it(&twice(&learn("two")));
    for name in ["rows.jsonl", "generation-1-w-1.bin", "training.json"] {
        assert!(file(&path.join("one").join(name)) == file(&path.join("two").join(name)), "{name}");
    }
}

#[test]
fn a_training_without_positions_ends_with_a_message_and_no_weights() {
    let path = directory("none");
    for games in ["1", "1,40"] {
        let learned = path.join(games.replace(',', "-"));
        let learn = LEARN.replace("--games 60", &format!("--games {games}"));
        let text = plyscope(format!("{learn} --directory {}", learned.display())).fails(1);
        assert!(text.contains("too few positions") && text.contains("more games"), "{text}");
        assert!(!learned.join("training.json").exists());
        assert!(!learned.join("generation-1-w-1.bin").exists());
    }
}

#[test]
fn a_training_whose_weights_do_not_move_blames_the_rate_and_leaves_no_weights() {
    let path = directory("rate").join("l");
    let text = plyscope(format!("{LEARN} --rate 1e-45 --directory {}", path.display())).fails(1);
    assert!(text.contains("a rate of 1e-45 is too small"), "{text}");
    assert!(!path.join("generation-1-w-1.bin").exists() && !path.join("training.json").exists());
}

#[test]
fn a_training_is_a_run_of_its_own_kind() {
    let path = directory("training");
    let learned = path.join("l");
    let here = learned.display();
    plyscope(format!("{LEARN} --run-dir {here}")).succeeds();
    for (arguments, refused) in [
        (format!("{LEARN} --run-dir {here}"), "holds a run already"),
        (format!("{TOURNAMENT} --pairs 2 --run-dir {here}"), "holds a run already"),
        (format!("{TOURNAMENT} --pairs 2 --resume {here}"), "it is a training, not a tournament"),
        (format!("merge {} {here}", path.join("m").display()), "has no shards"),
        (
            format!("report --summary {} {here}", path.join("summary").display()),
            "the run is a training, not an experiment",
        ),
    ] {
        let text = plyscope(&arguments).ends().errors;
        assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
        assert!(text.contains(refused), "{text}");
    }
    // A single candidate has played nobody.
    assert_eq!(plyscope(format!("export {here} --format json")).text(), "");
    plyscope(format!("{LEARN} --resume {here}")).succeeds();
    let text = plyscope(format!("{LEARN} --resume {}", path.join("none").display())).fails(2);
    assert!(text.contains("holds no run"), "{text}");
    // A directory of that name is also not a manifest.
    let odd = path.join("odd");
    fs::create_dir_all(odd.join("manifest.json")).expect("a directory");
    let text = plyscope(format!("{TOURNAMENT} --pairs 2 --run-dir {}", odd.display())).fails(1);
    assert!(text.contains("is not empty (it has manifest.json)"), "{text}");
}

#[test]
fn a_directory_that_is_no_text_is_refused_before_candidates_learn_there() {
    let path = directory("no-text").join(OsStr::from_bytes(b"x\xff"));
    let start = |candidates: &str| {
        let learn = LEARN.replace("w:1", candidates) + " --nodes 20 --pairs 2 --directory";
        plyscope(learn).arg(&path)
    };
    let text = start("w:1,w-folded:1").fails(2);
    assert!(
        text.contains("is not valid UTF-8") && text.contains("use another directory"),
        "{text}"
    );
    assert!(!path.exists(), "nothing was begun");
    // A single candidate has no opponent.
    start("w:1").succeeds();
}

#[test]
fn a_plan_that_differs_is_told_field_by_field() {
    let path = directory("plan").join("l");
    let learn = format!("{LEARN} --directory {}", path.display());
    plyscope(&learn).succeeds();
    let text =
        plyscope(learn.replace("--games 60", "--games 61").replace("--epochs 1", "--epochs 2"))
            .fails(2);
    assert!(text.contains("epochs: 1 there, 2 here"), "{text}");
    assert!(text.contains("games: number 1: 60 there, 61 here"), "{text}");
    for damage in ["", "{", "[]"] {
        fs::write(path.join("manifest.json"), damage).expect("written");
        let text = plyscope(&learn).fails(1);
        assert!(text.contains("manifest.json is damaged"), "{text}");
    }
}
