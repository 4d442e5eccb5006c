//! Engines, clocks and sentences in words.

use std::path::Path;
use std::time::Duration;

use super::keeper::OtherFile;
use crate::engine::{AnyEngine, Entrant};
use crate::text::grouped;

/// An engine in words.
pub(super) fn told(entrant: &Entrant) -> String {
    let mut words = entrant.name().to_owned();
    let engine = match &entrant.player {
        AnyEngine::Own(engine) => engine,
        AnyEngine::Foreign(engine) => {
            return format!(
                "{words} ({}, by {})",
                engine.command.join(" "),
                engine.protocol.name()
            );
        }
    };
    let algorithm = engine.algorithm().to_string();
    if !words.contains(&algorithm) {
        words += &format!(" ({algorithm})");
    }
    if let Some(depth) = engine.depth {
        words += &format!(", depth {depth}");
    }
    if let Some(nodes) = engine.nodes {
        words += &format!(", {} nodes a move", grouped(nodes));
    }
    if let Some(time) = engine.time {
        words += &format!(", {} s a move", time.as_secs_f64());
    }
    words
}

/// A time as on a clock.
pub(super) fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..20 => format!("{}:{:04.1}", seconds / 60, left.as_secs_f64() % 60.0),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

/// The text as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    let mut sentence = first.unwrap_or_default() + letters.as_str();
    if !sentence.ends_with(['.', '!']) {
        sentence.push('.');
    }
    sentence
}

/// Where games are, other than expected.
pub(super) fn moved(moved: &OtherFile) -> String {
    match moved {
        OtherFile::Aside(path) => {
            format!(
                "The unfinished game of before is now in {}: play it with load.",
                path.display()
            )
        }
        OtherFile::Elsewhere { busy, here } => format!(
            "Another session keeps its game in {}. This game is kept in {}.",
            busy.display(),
            here.display()
        ),
    }
}

/// A game was loaded from a file in which another session keeps it.
pub(super) fn copied(path: &Path) -> String {
    format!("Another session plays the game in {}. This is a copy of it.", path.display())
}
