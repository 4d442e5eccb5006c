//! Commands as a person writes them, the same as on a device's terminal and more.

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    /// A move, or text that is not a command.
    Move(String),
    Board,
    Moves,
    Hint,
    Undo,
    Redo,
    /// To the position after this move; one forward or back.
    Goto(String),
    Forward,
    Back,
    /// What the moves of the game lost.
    Review,
    Go,
    Stop,
    /// A new game; the person plays this side.
    New(Option<String>),
    Setup(String),
    Level(String),
    Depth(String),
    Nodes(String),
    Time(String),
    Algorithm(String),
    Ponder(bool),
    Analyse(bool),
    Score,
    History,
    Save(String),
    Load(String),
    Info,
    Resign,
    Help,
    Quit,
    /// What is wrong with it.
    Wrong(String),
}

/// The commands with their meaning, for people.
pub(super) const HELP: &str = "\
d3, e6, ...          your move; passes are played for you
board, moves         the position; your moves
hint                 the move that the engine would play
undo, redo           take back to your last move; play it again
back, forward        one move back or on, whoever played it
goto 12, goto end    the position after that move
review               what each move of the game lost, and what was better
go                   the engine plays your side from now on, you the other
stop                 the engine moves at once
new, new white       a new game, sides as they are; or you play White
setup POSITION       play from 64 squares (X, O, -) and the side to move
level NAME|NUMBER    beginner, novice, casual, intermediate, club, advanced,
                     expert, master, grandmaster, strongest, or 1 to 30
depth 6, nodes 5000  the engine searches so deep, or so many nodes a move
time 1000            the engine thinks 1000 ms a move
algorithm NAME       strong, alpha-beta, fe, rbfms, bfm, ...
analyse on|off       the value of every move, deeper and deeper
ponder on|off        the engine also thinks on your time
score, history       who is ahead; the moves so far
save FILE            the game as .json, .ggf, .sgf, .pgn or .txt
load FILE            a game of a file of any form; load FILE 3: its third
load f5d6c3          a game as text: moves, GGF or SGF
info                 players, engine, clocks
resign, quit         give the game up; leave (it is kept: play --resume)";

impl Command {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let lower = word.to_ascii_lowercase();
        let alone = |command: Self| match rest {
            "" => command,
            _ => Self::Wrong(format!("{lower} stands alone: leave out {rest:?}")),
        };
        let with = |command: fn(String) -> Self, example: &str| match rest {
            "" => Self::Wrong(format!("{lower} needs more: {example}")),
            rest => command(rest.to_owned()),
        };
        let switch = |command: fn(bool) -> Self| match rest.to_ascii_lowercase().as_str() {
            "on" | "" => command(true),
            "off" => command(false),
            _ => Self::Wrong(format!("write {lower} on or {lower} off")),
        };
        match lower.as_str() {
            "" => Self::Nothing,
            // A game of GGF or SGF.
            _ if line.starts_with("(;") => Self::Load(line.to_owned()),
            "board" | "b" => alone(Self::Board),
            "moves" => alone(Self::Moves),
            "hint" | "h" => alone(Self::Hint),
            "undo" | "u" => alone(Self::Undo),
            "redo" | "r" => alone(Self::Redo),
            "back" => alone(Self::Back),
            "forward" => alone(Self::Forward),
            "goto" => with(Self::Goto, "goto 12, goto start or goto end"),
            "review" => alone(Self::Review),
            "go" => alone(Self::Go),
            "stop" => alone(Self::Stop),
            "new" => Self::New((!rest.is_empty()).then(|| rest.to_ascii_lowercase())),
            "setup" => with(Self::Setup, "setup start, or 64 squares and the side to move"),
            "level" => with(Self::Level, "level club, or level 12"),
            "depth" => with(Self::Depth, "depth 6"),
            "nodes" => with(Self::Nodes, "nodes 5000"),
            "time" => with(Self::Time, "time 1000, in milliseconds"),
            "algorithm" => with(Self::Algorithm, "algorithm strong"),
            "ponder" => switch(Self::Ponder),
            "analyse" | "analyze" | "a" => switch(Self::Analyse),
            "score" => alone(Self::Score),
            "history" => alone(Self::History),
            "save" => with(Self::Save, "save game.ggf"),
            "load" => with(Self::Load, "load game.ggf, or load f5d6c3"),
            "info" => alone(Self::Info),
            "resign" => alone(Self::Resign),
            "help" | "?" => alone(Self::Help),
            "quit" | "exit" | "q" => alone(Self::Quit),
            _ if rest.is_empty() => Self::Move(word.to_owned()),
            _ => Self::Wrong(format!("{line:?} is neither a move nor a command: type help")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn lines_are_read_whatever_their_case_and_blanks() {
        assert_eq!(Command::read("  "), Command::Nothing);
        assert_eq!(Command::read(" F5 "), Command::Move("F5".to_owned()));
        assert_eq!(Command::read("NEW White"), Command::New(Some("white".to_owned())));
        assert_eq!(Command::read("level  12 "), Command::Level("12".to_owned()));
        assert_eq!(Command::read("analyse"), Command::Analyse(true));
        assert_eq!(Command::read("ponder OFF"), Command::Ponder(false));
        assert_eq!(Command::read("goto end"), Command::Goto("end".to_owned()));
        assert_eq!(Command::read("(;GM[2])"), Command::Load("(;GM[2])".to_owned()));
        assert_eq!(Command::read("save My Game.ggf"), Command::Save("My Game.ggf".to_owned()));
        for wrong in ["undo 3", "level", "ponder maybe", "d3 e6"] {
            assert!(matches!(Command::read(wrong), Command::Wrong(_)), "{wrong}");
        }
    }
}
