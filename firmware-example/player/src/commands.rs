//! The commands of the terminal: one table for what is read, what is refused while a search runs, and `help`.

use crate::text::Output;

/// What follows a command's name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument {
    None,
    /// One word at most.
    Word,
    /// The rest of the line.
    Rest,
}

/// What a command does to searches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: it can be typed at any time.
    Harmless,
    /// It changes the position or the settings of searches, so that a pondering search is useless.
    Changes,
    /// Neither, but it waits for the end of a search.
    Other,
}

/// What a command runs. Not a function: with calls through pointers the stack's bound would be less close.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    Nothing,
    Algorithm,
    Board,
    Clock,
    Depth,
    Echo,
    Go,
    Help,
    Hint,
    History,
    Info,
    Level,
    Moves,
    New,
    Nodes,
    Players,
    Ponder,
    Quit,
    Restore,
    Save,
    Score,
    Seed,
    Setup,
    Stop,
    Thinking,
    Time,
    Undo,
    Variety,
}

/// Which help tells of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Topic {
    /// `help`, which is about the game.
    Game,
    /// `help settings`, which is about the player.
    Settings,
    /// Both.
    Both,
}

/// A command.
pub(crate) struct Command {
    name: &'static str,
    /// Its line in the help; empty where the line of another tells of it.
    line: &'static str,
    topic: Topic,
    pub(crate) argument: Argument,
    pub(crate) effect: Effect,
    pub(crate) run: Run,
}

impl Command {
    /// The command of this name in either case.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| name.eq_ignore_ascii_case(command.name))
    }
}

/// Prints the commands about the game.
pub(crate) fn help(out: &mut impl Output) {
    print("d3, e6, ...     your move", out);
    print_all_but(Topic::Settings, out);
}

/// Prints the commands about the player.
pub(crate) fn help_settings(out: &mut impl Output) {
    print_all_but(Topic::Game, out);
}

fn print_all_but(other: Topic, out: &mut impl Output) {
    COMMANDS
        .iter()
        .filter(|command| command.topic != other)
        .for_each(|command| print(command.line, out));
}

fn print(line: &str, out: &mut impl Output) {
    if !line.is_empty() {
        out.put(b"  ");
        out.put(line.as_bytes());
        out.put(b"\r\n");
    }
}

const fn game(name: &'static str, effect: Effect, run: Run, line: &'static str) -> Command {
    Command { name, line, topic: Topic::Game, argument: Argument::None, effect, run }
}

const fn setting(name: &'static str, effect: Effect, run: Run, line: &'static str) -> Command {
    Command { name, line, topic: Topic::Settings, argument: Argument::Word, effect, run }
}

impl Command {
    const fn with(self, argument: Argument) -> Self {
        Self { argument, ..self }
    }

    const fn told_in_both(self) -> Self {
        Self { topic: Topic::Both, ..self }
    }
}

use Argument::{Rest, Word};
use Effect::{Changes, Harmless, Other};

/// All commands, in the order of `help`. Where a line tells of two, it stands with the first.
static COMMANDS: [Command; 30] = [
    game("", Harmless, Run::Nothing, ""),
    game("board", Harmless, Run::Board, "board, moves    the position; your moves"),
    game("moves", Harmless, Run::Moves, ""),
    game("score", Harmless, Run::Score, "score, history  who is ahead; the moves so far"),
    game("history", Harmless, Run::History, ""),
    game("hint", Changes, Run::Hint, "hint            the move that I would play"),
    game("undo", Changes, Run::Undo, "undo            take back your last move and my reply"),
    game("go", Changes, Run::Go, "go              I move for you, and play that side from now on"),
    game("stop", Other, Run::Stop, "stop            I move at once (so does Ctrl-C)"),
    game("new", Changes, Run::New, "new, new white  start a new game; you play Black, or White")
        .with(Word),
    game(
        "players",
        Changes,
        Run::Players,
        "players 2       two persons play, I keep the board; players 1: you and I",
    )
    .with(Word),
    game(
        "setup",
        Changes,
        Run::Setup,
        "setup -OX... X  start from a position: 64 squares, and who is to move",
    )
    .with(Rest),
    game("save", Other, Run::Save, "save, restore   save this game; go on with the saved one"),
    game("restore", Changes, Run::Restore, ""),
    setting("level", Changes, Run::Level, "level 1 to 9    1 is a beginner, 9 the best")
        .told_in_both(),
    game("info", Harmless, Run::Info, "info            settings, memory use, link errors"),
    game("help", Harmless, Run::Help, "help settings   how I think, clocks, openings").with(Word),
    game("?", Harmless, Run::Help, "").with(Word),
    game("quit", Other, Run::Quit, ""),
    game("exit", Other, Run::Quit, ""),
    setting("depth", Changes, Run::Depth, "depth 6         I search 6 plies deep"),
    setting("nodes", Changes, Run::Nodes, "nodes 5000      I search 5000 nodes a move"),
    setting("time", Changes, Run::Time, "time 1000       I think for 1000 ms a move"),
    setting(
        "algorithm",
        Changes,
        Run::Algorithm,
        "algorithm NAME  strong, alpha-beta, fe or rbfms",
    ),
    setting(
        "ponder",
        Changes,
        Run::Ponder,
        "ponder on|off   I also think on your time (and count it)",
    ),
    setting("thinking", Harmless, Run::Thinking, "thinking on|off I show how deep I have searched"),
    setting("variety", Changes, Run::Variety, "variety on|off  I vary my openings"),
    setting("seed", Changes, Run::Seed, "seed 7          what my random choices follow from"),
    setting("clock", Other, Run::Clock, "clock 10        10 minutes for each side; clock off"),
    setting("echo", Harmless, Run::Echo, "echo on|off     I send back what you type"),
];

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::String;
    use std::vec::Vec;

    use super::{COMMANDS, help, help_settings};

    #[test]
    fn help_tells_of_every_command_once() {
        let mut text = Vec::new();
        help(&mut text);
        help_settings(&mut text);
        let text = String::from_utf8(text).unwrap();
        for command in &COMMANDS {
            let is_told = text.lines().any(|line| {
                // Samples are in the first sixteen columns.
                let samples = line.get(2..18).unwrap_or_default();
                samples.split([' ', ',']).any(|word| word == command.name)
            });
            // An empty line, and what leaves a terminal from without.
            let is_known = matches!(command.name, "" | "?" | "quit" | "exit");
            assert!(is_told || is_known, "{:?}", command.name);
        }
        for (place, command) in COMMANDS.iter().enumerate() {
            let twice = COMMANDS.iter().skip(place + 1).any(|other| other.name == command.name);
            assert!(!twice, "{:?}", command.name);
        }
    }
}
