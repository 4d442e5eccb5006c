//! Files in which `plyscope play` keeps games: two sessions, other programs, directories, pipes, devices, links.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::play::{directory, history, play, played, refused};
use crate::plyscope::{Running, plyscope};

/// A game that goes on, and what it has told so far.
struct Session {
    running: Running,
    told: String,
}

impl Session {
    /// Begins a game between two people, or as the arguments say.
    fn begin(state: &Path, arguments: &str) -> Self {
        Self { running: play(state, arguments).start(), told: String::new() }
    }

    /// Types a line, and reads until a line has these words.
    fn then(&mut self, line: &str, words: &str) {
        self.running.types(line);
        loop {
            let next = self.running.next_line().expect("it goes on");
            let ends = next.contains(words);
            self.told += &(next + "\n");
            if ends {
                return;
            }
        }
    }

    /// Ends the input, and returns all that it told.
    fn end(mut self) -> String {
        self.running.stops_typing();
        let ended = self.running.ends();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        self.told + &ended.out
    }
}

const PEOPLE: &str = "--first person --second person";

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let mut names: Vec<String> = entries.map(|entry| name(entry).unwrap()).collect();
    names.sort();
    names
}

#[test]
fn two_sessions_at_once_keep_both_games_and_neither_writes_the_others_file() {
    let state = directory("two");
    let kept = state.join("plyscope");
    let file = |name: &str| kept.join(name).display().to_string();
    let mut one = Session::begin(&state, PEOPLE);
    let mut two = Session::begin(&state, PEOPLE);
    one.then("f5", "White to move");
    two.then("c4", "White to move");
    one.then("d6", "Black to move");
    two.then("c3", "Black to move");
    let elsewhere = format!(
        "Another session keeps its game in {}. This game is kept in {}.",
        file("play-othello.json"),
        file("play-othello-1.json")
    );
    assert!(two.told.contains(&elsewhere), "{}", two.told);
    // A third is told at once, and may take a copy.
    let error = refused(&state, "--resume");
    assert!(error.contains("another session") && error.contains("--load"), "{error}");
    let copy = format!("--load {}", file("play-othello.json"));
    let text = played(&state, &format!("{copy} --keep {}", file("copy")), "history\n");
    assert!(text.contains("This is a copy of it."), "{text}");
    assert_eq!(history(&text), ["f5", "d6"]);
    // Saving does not write over the game of a session either; its own may.
    two.then(&format!("save {}", file("play-othello.json")), "choose another name");
    one.then(&format!("save {}", file("play-othello.json")), "Saved as");
    one.then("c3", "White to move");
    let (one, two) = (one.end(), two.end());
    assert!(one.contains("The game is kept: plyscope play othello --resume\n"), "{one}");
    let resumed = format!("--resume --keep {}", file("play-othello-1.json"));
    assert!(two.contains(&format!("plyscope play othello {resumed}\n")), "{two}");
    assert_eq!(history(&played(&state, "--resume", "history\n")), ["f5", "d6", "c3"]);
    assert_eq!(history(&played(&state, &resumed, "history\n")), ["c4", "c3"]);
    assert_eq!(names(&kept), ["copy", "play-othello-1.json", "play-othello.json"], "locks go");
}

#[test]
fn a_killed_session_leaves_no_lock_that_holds() {
    let state = directory("killed-lock");
    let mut one = Session::begin(&state, PEOPLE);
    one.then("f5", "White to move");
    one.running.kill();
    let text = played(&state, "--resume", "d6\nhistory\n");
    assert_eq!(history(&text), ["f5", "d6"]);
}

#[test]
fn a_file_that_another_program_writes_during_a_session_is_set_aside() {
    let state = directory("foreign-write");
    let path = state.join("game");
    let mut one = Session::begin(&state, &format!("{PEOPLE} --keep {}", path.display()));
    one.then("f5", "White to move");
    fs::write(&path, "mine").unwrap();
    one.then("d6", "Black to move");
    let told = one.end();
    assert!(told.contains(&format!("is now in {}-1: ", path.display())), "{told}");
    assert_eq!(fs::read(state.join("game-1")).unwrap(), b"mine");
    let resumed = format!("--resume --keep {}", path.display());
    assert_eq!(history(&played(&state, &resumed, "history\n")), ["f5", "d6"]);
}

#[test]
fn directories_are_refused_and_pipes_devices_and_links_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let state = directory("special");
    let place = |name: &str| state.join(name).display().to_string();
    fs::create_dir(state.join("folder")).unwrap();
    let error = refused(&state, &format!("{PEOPLE} --keep {}", place("folder")));
    assert!(error.contains("it is a directory: name a file"), "{error}");
    // A pipe is written to, and not read.
    let pipe = state.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    let text = played(&state, &format!("{PEOPLE} --keep {}", place("pipe")), "f5\n");
    assert!(!text.contains("The game is kept"), "{text}");
    let mut came = String::new();
    reader.stdout.take().unwrap().read_to_string(&mut came).unwrap();
    reader.wait().unwrap();
    assert!(came.contains("\"plyscope_game\""), "{came}");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    // A device by way of a link. It reads as zeros without end.
    symlink("/dev/full", state.join("full")).unwrap();
    let text = played(&state, &format!("{PEOPLE} --keep {}", place("full")), "f5\nd6\n");
    assert_eq!(text.matches("not kept for another time").count(), 1, "{text}");
    assert!(text.contains("No space left") && !text.contains("is now in"), "{text}");
    assert_eq!(fs::read_link(state.join("full")).unwrap(), Path::new("/dev/full"));
    for how in ["--load", "--resume --keep"] {
        for name in ["pipe", "full"] {
            let error = refused(&state, &format!("{how} {}", place(name)));
            assert!(error.contains("not an ordinary file"), "{error}");
        }
    }
    let text =
        played(&state, PEOPLE, &format!("load {}\nload {}\n", place("pipe"), place("folder")));
    assert!(text.contains("not an ordinary file") && text.contains("a directory"), "{text}");
    // A link to a file stays one, and what the file held is set aside beside it.
    fs::write(state.join("real"), "mine").unwrap();
    symlink("real", state.join("link")).unwrap();
    played(&state, &format!("{PEOPLE} --keep {}", place("link")), "f5\n");
    assert_eq!(fs::read_link(state.join("link")).unwrap(), Path::new("real"));
    assert_eq!(fs::read(state.join("real-1")).unwrap(), b"mine");
    assert_eq!(names(&state), ["folder", "full", "link", "pipe", "real", "real-1"]);
}

#[test]
fn a_huge_file_is_not_read_and_not_lost() {
    let state = directory("huge");
    let path = state.join("huge.json");
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let error = refused(&state, &format!("--load {}", path.display()));
    assert!(error.contains("larger than 16 MB"), "{error}");
    let text = played(&state, &format!("{PEOPLE} --keep {}", path.display()), "f5\n");
    assert!(text.contains("huge-1.json"), "{text}");
    assert_eq!(fs::metadata(state.join("huge-1.json")).unwrap().len(), 1 << 40);
}

#[test]
fn a_game_is_resumed_in_another_directory_with_the_book_of_its_engine() {
    let state = directory("kept-elsewhere");
    let build = "-q book build a.book --positions 9 --plies 4 --depth 2";
    plyscope(build).in_directory(&state).succeeds();
    let level = "--book a.book --level 1";
    play(&state, level).in_directory(&state).stdin("f5\nquit\n").succeeds();
    let told = play(&state, "--resume").in_directory("/").stdin("history\ninfo\n").text();
    assert!(told.contains("level 1") && !told.contains("failed"), "{told}");
    let message = play(&state, "--book a.book --first person --second algorithm=fe,depth=2");
    let message = message.in_directory(&state).fails(2);
    assert!(message.contains("--book: only strong plays from a book"), "{message}");
}

#[test]
fn looking_back_loses_no_move_that_was_kept() {
    let state = directory("back");
    let kept = state.join("plyscope/play-othello.json");
    let engines = "--first algorithm=alpha-beta,depth=1 --second algorithm=alpha-beta,depth=1";
    played(&state, engines, "");
    let read = || -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap()
    };
    let whole = read();
    let count = whole["moves"].as_array().unwrap().len();
    assert!(count > 50, "{whole}");
    for (typed, place) in [("goto start", 0), ("goto 10", 10), ("goto end\nback", count - 1)] {
        played(&state, "--resume", &format!("{typed}\nquit\n"));
        let now = read();
        assert_eq!((&now["moves"], &now["place"]), (&whole["moves"], &place.into()), "{typed}");
    }
    // Nobody plays on until told to.
    played(&state, "--resume", "goto 10\nquit\n");
    assert_eq!(history(&played(&state, "--resume", "history\nquit\n")).len(), 10);
    played(&state, "--resume", "goto end\nquit\n");
    assert_eq!(read(), whole);
}
