//! Books as text: they are written and read.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};
use plyscope_run::files;
use sha2::{Digest as _, Sha256};

use super::growth::Growth;
use super::{Book, BookError, BookMove, Entry};
use crate::game_files::board_text;
use crate::symmetry::least;

/// The first line of a file.
pub(super) const HEADER: &str = "plyscope-book 2";
/// The first line of files without growth.
const HEADER_1: &str = "plyscope-book 1";
/// The largest file that is read: that of some five million positions.
const MOST: u64 = 1000 * files::MB;

impl Book {
    /// The book as a file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        if let Some(growth) = &self.growth {
            growth.write(&mut text);
        }
        for (board, Entry { depth, moves }) in self.positions() {
            let _ = write!(text, "{}; depth {depth};", board_text(&board, Colour::Black));
            for BookMove { mv, value, searched } in moves {
                let _ = write!(text, " {mv}:{value:+}/{searched:+}");
            }
            text.push('\n');
        }
        let sum = checksum(&text);
        let _ = writeln!(text, "sha256 {sum}");
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`BookError`] if it is no book, or was changed.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        if !text.lines().next().is_some_and(|first| first == HEADER || first == HEADER_1) {
            return Err(BookError::Header);
        }
        let trimmed = text.trim_end();
        let (body, last) = trimmed.rsplit_once('\n').ok_or(BookError::Checksum)?;
        let body = format!("{body}\n");
        if last.strip_prefix("sha256 ") != Some(checksum(&body).as_str()) {
            return Err(BookError::Checksum);
        }
        let mut book = Self::default();
        for (line, text) in (1..).zip(body.lines()).skip(1) {
            let error = |reason| BookError::Line { line, reason };
            if let Some(growth) = text.strip_prefix("growth ") {
                let growth = Growth::read(growth).ok_or(error("the growth cannot be read"))?;
                book.growth = Some(Box::new(growth));
                continue;
            }
            if let Some(next) = text.strip_prefix("next ") {
                if !book.growth.as_mut().is_some_and(|growth| growth.add(next)) {
                    return Err(error("it is no next position"));
                }
                continue;
            }
            let mut parts = text.splitn(3, ';');
            let board = parts.next().unwrap_or_default();
            let (board, _) = parse_board(board).map_err(|_| error("the board cannot be read"))?;
            let depth = parts.next().and_then(|part| part.trim().strip_prefix("depth "));
            let depth = depth.and_then(|depth| depth.parse().ok());
            let depth = depth.ok_or(error("there is no depth"))?;
            let mut moves = Vec::new();
            for word in parts.next().unwrap_or_default().split_whitespace() {
                moves.push(
                    read_move(word, &board).ok_or(error("a move cannot be read, or is illegal"))?,
                );
            }
            if moves.is_empty() || least(&board).0 != [board.mover, board.opponent] {
                return Err(error("it is no position of a book"));
            }
            book.entries.insert([board.mover, board.opponent], Entry { depth, moves });
        }
        Ok(book)
    }

    /// Reads a file, once in this process.
    ///
    /// # Errors
    /// [`BookError`], which names the file.
    pub fn load(path: &str) -> Result<Arc<Self>, BookError> {
        static LOADED: Mutex<Option<HashMap<String, Arc<Book>>>> = Mutex::new(None);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = loaded.get_or_insert_default();
        if let Some(book) = loaded.get(path) {
            return Ok(Arc::clone(book));
        }
        let book = Arc::new(Self::read(Path::new(path))?);
        loaded.insert(path.to_owned(), Arc::clone(&book));
        Ok(book)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`BookError`], which names the file.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        let error = |reason: String| BookError::File { path: path.display().to_string(), reason };
        let text = files::read_ordinary(path, MOST).and_then(files::text);
        let text = text.map_err(|cause| error(cause.to_string()))?;
        Self::parse(&text).map_err(|cause| error(cause.to_string()))
    }
}

/// What identifies a book's content, whatever its path: the SHA-256 of the file; the path if it cannot be read.
#[must_use]
pub fn identity(path: &str) -> String {
    files::read_ordinary(Path::new(path), MOST)
        .map_or_else(|_| path.to_owned(), |bytes| format!("sha256:{}", hexadecimal(&bytes)))
}

fn checksum(text: &str) -> String {
    hexadecimal(text.as_bytes())
}

fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads `f5:+18/+20`.
fn read_move(word: &str, board: &Board) -> Option<BookMove> {
    let (name, values) = word.split_once(':')?;
    let (value, searched) = values.split_once('/')?;
    let mv: Move = name.parse().ok()?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|value| value.abs() <= 10_000);
    Othello.is_legal(board, mv).then_some(BookMove {
        mv,
        value: number(value)?,
        searched: number(searched)?,
    })
}
