//! The game as lines: for pipes, screen readers and simple terminals.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::command::Command;
use super::look::{Cell, Look};
use super::playing::{PlayEvent, Playing};
use super::who::Who;
use super::words::told;
use crate::escape::terminal;
use crate::inbox::{Bounds, Inbox, Incoming};
use crate::interrupt;
use crate::record::Program;

/// Time between two looks at what is typed.
const LOOK: Duration = Duration::from_millis(20);

/// Plays until the input ends or says quit.
pub(crate) fn run<D: Look + 'static>(
    mut playing: Playing<D>,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    greet(&playing, out)?;
    show(&playing, out)?;
    // Reading cannot be interrupted.
    let lines = Inbox::reading(input, Bounds::PERSON)
        .map_err(|error| anyhow::anyhow!("the input cannot be read: {error}"))?;
    // A line that waits until the engine has moved.
    let mut waiting: Option<Command> = None;
    let mut ended = false;
    // The depth to which the values were told.
    let mut valued = 0;
    prompt(out)?;
    loop {
        if interrupt::requested() {
            writeln!(out)?;
            farewell(&playing, out)?;
            return Ok(interrupt::check()?);
        }
        for event in playing.wait(LOOK) {
            tell(&playing, &event, &mut valued, out)?;
        }
        let busy = playing.is_thinking() || engines_turn(&playing) || playing.is_reviewing();
        let command = match waiting.take() {
            Some(command) => command,
            None if ended => match busy {
                true => continue,
                false => {
                    writeln!(out)?;
                    return farewell(&playing, out);
                }
            },
            // While the engine thinks, `playing` waits for it.
            None => match lines.next_within(if busy { Duration::ZERO } else { LOOK }) {
                Incoming::Line(line) => Command::read(&line),
                Incoming::TooLong(error) => Command::Wrong(error.to_string()),
                Incoming::Nothing => continue,
                Incoming::Ended(why) => {
                    if let Some(why) = why {
                        writeln!(out, "The input cannot be read: {}", terminal(&why))?;
                    }
                    ended = true;
                    continue;
                }
            },
        };
        // Everything else waits for the engine, so that a script can be written without times.
        let harmless = matches!(
            command,
            Command::Nothing
                | Command::Stop
                | Command::Quit
                | Command::Help
                | Command::Info
                | Command::Board
        );
        if busy && !harmless {
            waiting = Some(command);
            continue;
        }
        let reply = playing.execute(command);
        for line in &reply.lines {
            writeln!(out, "{}", terminal(line))?;
        }
        if reply.quits {
            return farewell(&playing, out);
        }
        // Passes and the result come before the board.
        for event in playing.wait(Duration::ZERO) {
            tell(&playing, &event, &mut valued, out)?;
        }
        if reply.shows {
            show(&playing, out)?;
        }
        prompt(out)?;
    }
}

fn farewell<D: Look + 'static>(playing: &Playing<D>, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(words) = playing.farewell() {
        writeln!(out, "{}", terminal(&words))?;
    }
    Ok(())
}

/// Whether an engine is to move.
fn engines_turn<D: Look + 'static>(playing: &Playing<D>) -> bool {
    !playing.paused && !playing.session.is_over() && !playing.session.who_to_move().is_person()
}

fn greet<D: Look + 'static>(playing: &Playing<D>, out: &mut dyn Write) -> io::Result<()> {
    let Program { name, version, .. } = Program::of_this_process();
    writeln!(out, "{name} {version} plays {}.", D::NAME)?;
    for (player, name) in D::PLAYERS.iter().enumerate() {
        let piece = match D::PIECES[player] {
            ' ' => String::new(),
            piece => format!(" ({piece})"),
        };
        match playing.session.who(player) {
            Who::Person if playing.session.about.names[player].is_empty() => {
                writeln!(out, "{name}{piece} is a person.")?;
            }
            Who::Person => {
                let person = terminal(playing.session.name(player));
                writeln!(out, "{name}{piece} is {person}.")?;
            }
            Who::Engine(engine) => {
                writeln!(out, "{name}{piece} is {}.", terminal(&told(engine)))?;
            }
        }
    }
    writeln!(out, "Type a move, or help.")
}

fn prompt(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "> ")?;
    out.flush()
}

/// Draws the board; legal moves are dots.
fn show<D: Look + 'static>(playing: &Playing<D>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(drawing) = playing.session.drawing() {
        for line in drawing.lines() {
            writeln!(out, "{}", terminal(line))?;
        }
        return writeln!(out, "{}", playing.state());
    }
    let view = playing.session.view();
    let columns = view.columns.len().max(1);
    let wide = view.cells.iter().map(|cell| cell.text.len()).max().unwrap_or(0).max(1);
    let named = view.columns.iter().any(|name| !name.is_empty());
    let header: Vec<String> = view.columns.iter().map(|name| format!("{name:>wide$}")).collect();
    if named {
        writeln!(out, "  {}", header.join(" "))?;
    }
    for (row, cells) in view.rows.iter().zip(view.cells.chunks(columns)) {
        let squares: Vec<String> =
            cells.iter().map(|cell| format!("{:>wide$}", square::<D>(cell))).collect();
        writeln!(out, "{row:>1} {} {row}", squares.join(" "))?;
    }
    if named {
        writeln!(out, "  {}", header.join(" "))?;
    }
    writeln!(out, "{}", playing.state())
}

fn square<D: Look>(cell: &Cell<super::look::MoveOf<D>>) -> String {
    match cell.piece {
        Some(player) => D::PIECES[player].to_string(),
        None if !cell.text.is_empty() => cell.text.clone(),
        None if cell.moves.is_empty() => "-".to_owned(),
        None => ".".to_owned(),
    }
}

fn tell<D: Look + 'static>(
    playing: &Playing<D>,
    event: &PlayEvent,
    valued: &mut u32,
    out: &mut dyn Write,
) -> io::Result<()> {
    match event {
        PlayEvent::Thought => match values(playing, valued) {
            Some(line) => writeln!(out, "{line}")?,
            None => return Ok(()),
        },
        PlayEvent::Moved(words) => {
            writeln!(out, "{}", terminal(words))?;
            if words.ends_with("passes.") {
                return out.flush();
            }
            show(playing, out)?;
        }
        PlayEvent::Hint(words) => writeln!(out, "I would play {}", terminal(words))?,
        PlayEvent::Over(result) => writeln!(out, "The game is over: {}.", terminal(result))?,
        PlayEvent::Kept(words) | PlayEvent::Failed(words) => writeln!(out, "{}", terminal(words))?,
        PlayEvent::Reviewed(lines) => {
            for line in lines {
                writeln!(out, "{}", terminal(line))?;
            }
        }
        PlayEvent::Analysed => writeln!(out, "All moves are valued as deep as possible.")?,
    }
    prompt(out)
}

/// The values of all moves, if they are a depth deeper than `valued`, which is then that depth.
fn values<D: Look + 'static>(playing: &Playing<D>, valued: &mut u32) -> Option<String> {
    let depth = playing.values.iter().map(|known| known.depth).min().unwrap_or(0);
    if depth < *valued || depth < 2 {
        // Another position.
        *valued = depth.min(*valued);
        return None;
    }
    if depth == *valued {
        return None;
    }
    *valued = depth;
    let value = |known: &crate::player::MoveValue<_>| {
        format!("{} {}", playing.session.domain.move_name(known.mv), playing.judged_move(known))
    };
    let values: Vec<String> = playing.values.iter().map(value).collect();
    Some(format!("depth {depth}: {}", values.join(", ")))
}
