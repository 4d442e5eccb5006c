//! `plyscope play` in lines: whole games, passes and ends, what is kept after a kill, files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;
use crate::plyscope::{Plyscope, plyscope};

pub(crate) fn directory(name: &str) -> PathBuf {
    common::directory(&format!("play-{name}"))
}

/// `plyscope play`, whose input stays open.
pub(crate) fn play(state: &Path, arguments: &str) -> Plyscope {
    plyscope(format!("play {arguments}")).in_state(state).typed()
}

/// The output of a game with this input.
pub(crate) fn played(state: &Path, arguments: &str, input: &str) -> String {
    play(state, arguments).stdin(input).text()
}

/// The refusal of these arguments.
pub(crate) fn refused(state: &Path, arguments: &str) -> String {
    play(state, arguments).stdin("").fails(2)
}

/// The answer to `history`.
pub(crate) fn history(text: &str) -> Vec<&str> {
    let mut answers = text.lines().filter_map(|line| line.strip_prefix("> "));
    let line = answers.rfind(|line| !line.is_empty() && !line.starts_with("The game"));
    line.map_or(Vec::new(), |line| line.trim_start_matches("> ").split(' ').collect())
}

#[test]
fn engines_play_every_game_to_its_end() {
    let state = directory("ends");
    let weak = "algorithm=alpha-beta,depth=1";
    for game in ["othello", "hexapawn", "connect-four", "random-tree"] {
        let text = || {
            let text = played(&state, &format!("{game} --first {weak} --second {weak}"), "");
            // Without the times.
            let line =
                |line: &str| line.rsplit_once(", ").map_or(line, |(line, _)| line).to_owned();
            text.lines().map(line).collect::<Vec<_>>()
        };
        let once = text();
        assert!(once.iter().any(|line| line.contains("The game is over: ")), "{once:?}");
        assert_eq!(once, text(), "{game}: the same engines play the same game");
    }
}

#[test]
fn a_script_plays_takes_back_saves_and_loads() {
    let state = directory("script");
    let file = state.join("game.ggf");
    let own = state.join("game.json");
    let input = format!(
        "f5\nundo\nredo\na1\nnonsense\nhistory\nsave {}\nsave {}\nquit\n",
        file.display(),
        own.display()
    );
    let text = played(&state, "--first person --second algorithm=alpha-beta,depth=1", &input);
    assert!(text.contains("A1 flips nothing; moves: "), "{text}");
    assert!(text.contains("\"nonsense\" is neither a move nor a command"), "{text}");
    let moves: Vec<&str> = text
        .lines()
        .find(|line| line.trim_start_matches("> ").starts_with("f5 "))
        .map_or(Vec::new(), |line| line.trim_start_matches("> ").split(' ').collect());
    assert_eq!(moves.len(), 2, "{text}");
    assert!(fs::read_to_string(&file).unwrap().contains("B[F5"), "GGF");
    for path in [file, own] {
        let text = played(&state, &format!("--load {}", path.display()), "history\n");
        assert_eq!(history(&text), moves, "{text}");
    }
}

/// A file of the corpus of dialects.
fn dialect(name: &str) -> String {
    format!("{}/../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn files_of_any_form_are_loaded_chosen_reviewed_and_saved() {
    let state = directory("files");
    let two = "--first person --second person";
    for name in ["wrapped.txt", "quarry.sgf", "ggf-without-board.ggf", "logistello.gam"] {
        let text = played(&state, &format!("--load {}", dialect(name)), "history\n");
        assert_eq!(history(&text).len(), 61, "{name}: {text}");
    }
    let several = dialect("edax.pgn");
    let output = play(&state, &format!("--load {several}")).stdin("").ends();
    assert_eq!(output.code, Some(2));
    assert!(output.errors.contains("    2  ada - bob, +16"), "{}", output.errors);
    assert!(output.errors.contains("choose one with --game NUMBER"), "{}", output.errors);
    let error = refused(&state, &format!("--load {several} --game 3"));
    assert!(error.contains("there is no game 3 in it"), "{error}");
    let [sgf, pgn, txt, json] =
        ["a.sgf", "a.pgn", "a.txt", "a.json"].map(|name| state.join(name).display().to_string());
    let input = format!(
        "load {several}\nload {several} 2\ngoto 2\nreview\nforward\nhistory\nsave {sgf}\ngoto end\n\
         save {sgf}\nsave {pgn}\nsave {txt}\nsave {json}\nsave a.xyz\nload {}\n",
        dialect("refused.json")
    );
    let text = played(&state, two, &input);
    for words in [
        "edax.pgn has 2 games: load ",
        "ada - bob. Black 40, White 24",
        "After move 2 of 61, d6",
        "Reviewed: Black lost ",
        "After move 3 of 61, c5: worth ",
        "f5 d6 c5(-",
        "3 moves of 61; goto end before saves all.",
        "a.xyz: give a name that ends with .json, .ggf, .sgf, .pgn or .txt",
        "not a game saved by plyscope play othello",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for (file, words) in [(&sgf, "PB[ada]PW[bob]"), (&pgn, "[White \"bob\"]"), (&json, "\"bob\"")] {
        let written = fs::read_to_string(file).unwrap();
        assert!(written.contains(words), "{written}");
        let text = played(&state, &format!("--load {file}"), "history\n");
        assert_eq!(history(&text).len(), 61, "{file}");
        assert!(text.contains("Black (X) is ada."), "{text}");
    }
    let text = played(&state, two, "load 1. f5 d6 2. c3\n(;GM[2];B[fe];W[df];B[cc])\nhistory\n");
    assert_eq!(history(&text), ["f5", "d6", "c3"], "{text}");
}

#[test]
fn a_game_goes_on_after_kill_9() {
    let state = directory("kill");
    let arguments = "--first person --second algorithm=alpha-beta,depth=1";
    let mut running = play(&state, arguments).start();
    running.types("f5");
    let line = running.says(") plays ");
    let (_, reply) = line.split_once(") plays ").unwrap();
    let reply: String = reply.chars().take(2).collect();
    // The board after the reply is shown once the game is kept.
    running.says("Black to move");
    running.kill();
    let text = played(&state, "--resume", "history\n");
    assert_eq!(history(&text), ["f5", &reply], "{text}");
}

#[test]
fn an_unfinished_game_is_not_lost_to_another() {
    let state = directory("aside");
    let two = "--first person --second person";
    let text = played(&state, two, "f5\nd6\n");
    assert!(text.contains("The game is kept: plyscope play othello --resume"), "{text}");
    // Nothing is played: the kept game stays.
    played(&state, two, "quit\n");
    assert_eq!(history(&played(&state, "--resume", "history\n")), ["f5", "d6"]);
    // Another game is begun, and another in its place.
    let text = played(&state, two, "c4\nnew\ne6\n");
    let aside: Vec<&str> = text.lines().filter(|line| line.contains("is now in")).collect();
    let files = [1, 2].map(|number| state.join(format!("plyscope/play-othello-{number}.json")));
    assert_eq!(aside.len(), 2, "{text}");
    for ((line, file), moves) in aside.iter().zip(&files).zip([vec!["f5", "d6"], vec!["c4"]]) {
        assert!(line.contains(file.to_str().unwrap()), "{line}");
        let text = played(&state, &format!("--load {}", file.display()), "history\n");
        assert_eq!(history(&text), moves, "{text}");
    }
}

#[test]
fn a_random_tree_is_resumed_on_its_own_tree() {
    let state = directory("tree");
    let two = "random-tree --first person --second person --branching random:3 --game-depth 6";
    played(&state, two, "1\n");
    let error = refused(&state, "random-tree --resume");
    assert!(error.contains("add --branching random:3 --game-depth 6"), "{error}");
    let same = "random-tree --resume --branching random:3 --game-depth 6";
    assert_eq!(history(&played(&state, same, "history\n")), ["1"]);
}

/// The option for an engine that writes its number into a file when it is asked for a move, and then does this.
fn second(state: &Path, act: &str) -> (String, PathBuf) {
    let (engine, number) = (state.join("engine.sh"), state.join("number"));
    let text = format!(
        "while read -r line; do\ncase $line in\ngenmove*) echo $$ >\"$1\"; {act} ;;\n*) printf '= \\n\\n' ;;\nesac\ndone\n"
    );
    fs::write(&engine, text).unwrap();
    let (path, place) = (engine.display(), number.display());
    (format!("name=other,cmd=\"sh '{path}' '{place}'\",protocol=gtp"), number)
}

#[test]
fn an_engine_that_resigns_has_lost() {
    let state = directory("resigns");
    let (second, _) = second(&state, "printf '= resign\\n\\n'");
    let mut running = play(&state, "").args(["--second", &second]).start();
    running.types("f5");
    running.says("Black wins: White resigned");
    running.types("c3");
    running.says("The game is over.");
    running.stops_typing();
    running.ends();
}

#[test]
fn a_person_does_not_lose_when_the_engine_fails() {
    let state = directory("fails");
    let (second, _) = second(&state, "exit 3");
    let mut running = play(&state, "--clock 2").args(["--second", &second]).start();
    running.types("f5");
    running.says("other failed: it ended");
    // The clock of a game that stands still does, too.
    std::thread::sleep(std::time::Duration::from_millis(2200));
    running.types("go\nlevel beginner\ngo\nhistory");
    running.stops_typing();
    let text = running.ends().out;
    assert_eq!(text.matches("other failed: it ended").count(), 1, "{text}");
    assert_eq!(history(&text).len(), 2, "{text}");
    assert!(!text.contains("ran out of time"), "{text}");
}

#[test]
fn a_file_starts_no_program_and_uses_no_device_unless_the_user_trusts_it() {
    let state = directory("trust");
    let (file, witness) = (state.join("game.json"), state.join("witness"));
    let command = format!("name=x,cmd=\"touch '{}'\",protocol=gtp,startup=20", witness.display());
    let device = "name=x,algorithm=strong,nodes=9,device=tcp:127.0.0.1:9".to_owned();
    for (engine, what) in [(command, "starts the program touch "), (device, "uses a device")] {
        let game = serde_json::json!({
            "plyscope_game": 1,
            "game": "othello",
            "setup": "---------------------------OX------XO--------------------------- X",
            "players": ["person", { "engine": engine }],
            "moves": [{ "move": "f5" }],
        });
        fs::write(&file, game.to_string()).unwrap();
        let path = file.display();
        for flags in [format!("--load {path}"), format!("--resume --keep {path}")] {
            let error = play(&state, &flags).stdin("go\n").fails(2);
            assert!(error.contains(what) && error.contains("add --trust"), "{error}");
        }
        let text = played(&state, "--level 1", &format!("load {path}\ngo\nquit\n"));
        assert!(text.contains(what) && text.contains("use --load and --trust"), "{text}");
        assert!(!witness.exists(), "it was started");
    }
    // Who trusts it has it played; so does who kept the game without naming a file.
    let game = fs::read_to_string(&file).unwrap();
    let command = game.replace("algorithm=strong,nodes=9,device=tcp:127.0.0.1:9", "CMD");
    let program = format!("cmd=\\\"touch '{}'\\\",protocol=gtp,startup=20", witness.display());
    fs::write(&file, command.replace("CMD", &program)).unwrap();
    let keep = format!("--resume --keep {} --trust", file.display());
    let text = played(&state, &keep, "quit\n");
    assert!(witness.exists(), "{text}");
    assert!(text.contains("--trust"), "{text}");
    fs::remove_file(&witness).unwrap();
    fs::create_dir_all(state.join("plyscope")).unwrap();
    fs::copy(&file, state.join("plyscope/play-othello.json")).unwrap();
    played(&state, "--resume", "quit\n");
    assert!(witness.exists());
}

#[test]
fn an_engine_of_others_ends_with_the_game() {
    let state = directory("foreign");
    let (second, number) = second(&state, "sleep 600");
    let mut running = play(&state, "").args(["--second", &second]).start();
    running.types("f5");
    running.until("a question to the engine", || number.exists());
    running.types("stop\nquit");
    let text = running.ends().out;
    assert!(text.contains("other cannot be told to move at once"), "{text}");
    assert!(text.contains("The game is kept"), "{text}");
    let number = fs::read_to_string(&number).unwrap();
    let alive = Command::new("kill").args(["-0", number.trim()]).output().unwrap();
    assert!(!alive.status.success(), "process {number} still runs");
}

#[test]
fn passes_double_passes_wipe_outs_and_full_boards() {
    let state = directory("ends-of-games");
    let x = |count| "X".repeat(count);
    let two = "--first person --second person";
    let at =
        |position: &str, input: &str| play(&state, two).args(["--position", position]).stdin(input);
    // A forced pass, then a full board.
    let shown = at(&format!("-O{} O", x(62)), "a1\n").text();
    assert!(shown.contains("White has no move and passes."), "{shown}");
    assert!(
        shown.contains("Black 64, White 0, empty 0. The game is over: Black wins by 64."),
        "{shown}"
    );
    // A wipe-out, and neither side has a move: the winner gets the empty squares.
    let shown = at(&format!("-OX{} X", "-".repeat(61)), "a1\n").text();
    assert!(
        shown.contains("Black 3, White 0, empty 61. The game is over: Black wins by 64."),
        "{shown}"
    );
    // Games that are over cannot be played from.
    let error = at(&format!("{}- O", x(63)), "").fails(2);
    assert!(error.contains("--position: the game is over there"), "{error}");
}

#[test]
fn what_is_wrong_is_said_with_its_remedy() {
    let state = directory("wrong");
    fs::write(state.join("broken.json"), "{}").unwrap();
    let broken = format!("--load {}", state.join("broken.json").display());
    for (arguments, part) in [
        ("--level weak", "beginner"),
        ("--side red", "--side \"red\": write black or white"),
        ("--first algorithm=nonsense", "--first: "),
        ("--first algorithm=strong,level=99", "--first: "),
        ("hexapawn --first algorithm=strong,level=3", "strong plays othello only"),
        (
            "--second name=x,cmd=/nowhere/engine,protocol=gtp",
            "--second: cannot start /nowhere/engine",
        ),
        ("--position X", "--position: "),
        ("--resume", "no game was kept"),
        ("--clock 0", "a clock without time"),
        ("--book /nowhere/book", "--book: /nowhere/book"),
        ("hexapawn --threads 2", "remove it for hexapawn"),
        ("--game 2", "--load"),
        (broken.as_str(), "not a game saved by plyscope play othello"),
        ("--load /nowhere/game.json", "/nowhere/game.json"),
    ] {
        let error = refused(&state, arguments);
        assert!(error.contains(part), "{arguments}: {error}");
    }
}

#[test]
fn who_runs_out_of_time_loses() {
    let state = directory("clock");
    let mut running = play(&state, "--first person --second person --clock 0.3").start();
    let over = running.says("The game is over");
    assert!(over.contains("White wins: Black ran out of time"), "{over}");
    running.stops_typing();
    assert_eq!(running.ends().code, Some(0));
}
