//! Opening books of Othello: positions with the values of all their moves, by search and backed up.
//!
//! # File
//!
//! Text, one position a line, sorted:
//!
//! ```text
//! plyscope-book 2
//! growth {"seed":1,"plies":16,"depth":12,"margin":100,"evaluation":"patterns-large","round":7}
//! next ------------------OX-------OX------XO---------------------------- X
//! ---------------------------OX------XO--------------------------- X; depth 12; f5:+18/+20 …
//! sha256 8a3f…
//! ```
//!
//! The second line has the options of the last [`build()`] and how far it has come: the next round of games. The positions that
//! games of the last round found and that are not yet searched follow, each as `next`. Books that were merged have neither, nor
//! have files of version 1, which are read, too.
//!
//! The board is the first of its eight symmetric images, with the mover as `X`. Each move has two values in hundredths of a disc for
//! the mover: backed up from the book's positions, and of its own search. The last line is the SHA-256 of all lines before it.

mod build;
mod growth;
mod text;

use std::collections::BTreeMap;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Move, Othello};
use plyscope_run::seed::hash;

use crate::symmetry::{least, mirrored};
pub use build::{Plan, build};
use growth::Growth;
use text::HEADER;
pub use text::identity;

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value in hundredths of a disc for the side to move, backed up from the positions after it.
    pub value: i32,
    /// The value of its own search.
    pub searched: i32,
}

/// A position of a book, without the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Depth of the search, in plies.
    pub depth: u32,
    /// All moves, best first.
    pub moves: Vec<BookMove>,
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// By the least of the symmetric images.
    entries: BTreeMap<[u64; 2], Entry>,
    /// How far the last build has come; boxed, because books in use need it not.
    growth: Option<Box<Growth>>,
}

/// Errors in a book's file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// Unreadable.
    #[error("{path}: {reason}")]
    File {
        /// The path.
        path: String,
        /// The reason.
        reason: String,
    },
    /// Not a book, or one of another version.
    #[error(
        "it does not begin with \"{HEADER}\": it is no book, or of another version; build it again"
    )]
    Header,
    /// Cut or changed.
    #[error("its checksum does not match: the file is cut or was changed; copy or build it again")]
    Checksum,
    /// A line that is not a position.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: &'static str,
    },
}

impl Book {
    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The positions with their entries, whose moves are of the board given.
    pub fn positions(&self) -> impl Iterator<Item = (Board, &Entry)> {
        self.entries.iter().map(|(&[mover, opponent], entry)| (Board { mover, opponent }, entry))
    }

    /// The entry of a position, with its moves as they are on this board.
    #[must_use]
    pub fn get(&self, board: &Board) -> Option<Entry> {
        let (key, symmetry) = least(board);
        let entry = self.entries.get(&key)?;
        let moves = entry.moves.iter().filter_map(|known| {
            let mv = crate::game::children(&Othello, board)
                .map(|(mv, _)| mv)
                .find(|&mv| mirrored(mv, symmetry) == known.mv)?;
            Some(BookMove { mv, ..*known })
        });
        Some(Entry { depth: entry.depth, moves: moves.collect() })
    }

    /// Adds a position with its searched moves; one that is known keeps the deeper search.
    pub fn insert(
        &mut self,
        board: &Board,
        depth: u32,
        searched: impl IntoIterator<Item = (Move, i32)>,
    ) {
        let (key, symmetry) = least(board);
        let moves = searched.into_iter().map(|(mv, value)| BookMove {
            mv: mirrored(mv, symmetry),
            value,
            searched: value,
        });
        let entry = Entry { depth, moves: moves.collect() };
        match self.entries.get_mut(&key) {
            Some(known) if known.depth >= depth => {}
            Some(known) => *known = entry,
            None => drop(self.entries.insert(key, entry)),
        }
    }

    /// Adds all positions of another book; of common ones the deeper search, or this book's. A merged book is that of no single
    /// build.
    pub fn merge(&mut self, other: Self) {
        self.growth = None;
        for (key, entry) in other.entries {
            match self.entries.get_mut(&key) {
                Some(known) if known.depth >= entry.depth => {}
                Some(known) => *known = entry,
                None => drop(self.entries.insert(key, entry)),
            }
        }
        self.back_up();
    }

    /// Backs values up: the value of a move is that of the position after it, if the book has it.
    pub fn back_up(&mut self) {
        // Positions with more discs come first.
        let mut keys: Vec<[u64; 2]> = self.entries.keys().copied().collect();
        keys.sort_by_key(|[mover, opponent]| std::cmp::Reverse((mover | opponent).count_ones()));
        for key in keys {
            let board = Board { mover: key[0], opponent: key[1] };
            let Some(mut entry) = self.entries.remove(&key) else { continue };
            for known in &mut entry.moves {
                let child = Othello.play(&board, known.mv);
                let value = if child.must_pass() {
                    self.best(&child.passed())
                } else {
                    self.best(&child).map(|value| -value)
                };
                known.value = value.unwrap_or(known.searched);
            }
            entry.moves.sort_by_key(|known| (std::cmp::Reverse(known.value), known.mv));
            self.entries.insert(key, entry);
        }
    }

    /// The value of a position's best move.
    fn best(&self, board: &Board) -> Option<i32> {
        let entry = self.entries.get(&least(board).0)?;
        entry.moves.iter().map(|known| known.value).max()
    }

    /// A move for this position, not worse than the best one by more than `margin` hundredths of a disc. Among several, `seed`
    /// decides: the same one in the same position.
    #[must_use]
    pub fn choose(&self, board: &Board, margin: i32, seed: u64) -> Option<BookMove> {
        let entry = self.get(board)?;
        let best = entry.moves.first()?.value;
        let good: Vec<&BookMove> =
            entry.moves.iter().filter(|known| known.value >= best.saturating_sub(margin)).collect();
        let number = hash(seed, board.key()) % good.len().max(1) as u64;
        good.get(number as usize).map(|&&known| known)
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Othello, parse_moves};

    use super::{Book, BookError};

    fn moves(names: &[(&str, i32)]) -> Vec<(plyscope_core::othello::Move, i32)> {
        names.iter().map(|(name, value)| (name.parse().unwrap(), *value)).collect()
    }

    /// The start, and the positions after f5 with the best reply.
    fn small() -> Book {
        let mut book = Book::default();
        book.insert(&Board::START, 4, moves(&[("d3", 10), ("c4", 10), ("f5", 10), ("e6", 10)]));
        let (after, _) = parse_moves("f5").unwrap();
        book.insert(&after, 4, moves(&[("d6", 30), ("f4", -100), ("f6", 20)]));
        book.back_up();
        book
    }

    #[test]
    fn values_are_backed_up_through_symmetric_positions() {
        let book = small();
        let start = book.get(&Board::START).unwrap();
        // All four first moves lead to one position up to symmetry.
        assert!(start.moves.iter().all(|known| (known.value, known.searched) == (-30, 10)));
        // After d3 the replies are mirrored.
        let (after, _) = parse_moves("d3").unwrap();
        let entry = book.get(&after).unwrap();
        assert_eq!((entry.moves[0].mv.to_string().as_str(), entry.moves[0].value), ("c5", 30));
        assert!(entry.moves.iter().all(|known| Othello.is_legal(&after, known.mv)));
    }

    #[test]
    fn a_seed_decides_among_good_moves_only() {
        let book = small();
        let (after, _) = parse_moves("f5").unwrap();
        let names = |margin: i32| -> std::collections::BTreeSet<String> {
            (0..50).map(|seed| book.choose(&after, margin, seed).unwrap().mv.to_string()).collect()
        };
        assert_eq!(names(0).into_iter().collect::<Vec<_>>(), ["d6"]);
        assert_eq!(names(15).into_iter().collect::<Vec<_>>(), ["d6", "f6"]);
        assert_eq!(book.choose(&parse_moves("f5d6").unwrap().0, 0, 1), None);
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_damage_is_found() {
        let book = small();
        let text = book.to_text();
        assert_eq!(Book::parse(&text), Ok(book.clone()));
        assert_eq!(Book::parse(""), Err(BookError::Header));
        assert_eq!(Book::parse(&text.replace("+30/+30", "+31/+30")), Err(BookError::Checksum));
        for end in 0..text.len() - 1 {
            assert!(Book::parse(&text[..end]).is_err(), "{end}");
        }
        let mut other = Book::default();
        other.insert(&Board::START, 6, moves(&[("f5", 50)]));
        other.merge(book.clone());
        // The deeper search wins, and values are backed up again.
        let start = other.get(&Board::START).unwrap();
        assert_eq!((other.len(), start.depth, start.moves.len()), (2, 6, 1));
        assert_eq!((start.moves[0].value, start.moves[0].searched), (-30, 50));
    }
}
