//! Othello on an array of squares, by walking along the eight rays: nothing in common with the bitboards.

use plyscope_core::othello::{Board, Colour};

/// Eight rows of eight squares; `cells[row][column]`, a1 is `cells[0][0]`, h1 is `cells[0][7]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NaiveBoard {
    /// The discs.
    pub cells: [[Option<Colour>; 8]; 8],
    /// The side to move.
    pub mover: Colour,
}

const RAYS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl NaiveBoard {
    /// The start of a game: White d4 and e5, Black e4 and d5, Black to move.
    #[must_use]
    pub fn start() -> Self {
        let mut board = Self { cells: [[None; 8]; 8], mover: Colour::Black };
        board.cells[3][3] = Some(Colour::White);
        board.cells[4][4] = Some(Colour::White);
        board.cells[3][4] = Some(Colour::Black);
        board.cells[4][3] = Some(Colour::Black);
        board
    }

    /// The discs that a disc of the mover on this square flips.
    #[must_use]
    pub fn flips(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if self.cells[row][column].is_some() {
            return all;
        }
        for (down, right) in RAYS {
            let mut ray = Vec::new();
            let (mut r, mut c) = (row as i8 + down, column as i8 + right);
            while (0..8).contains(&r) && (0..8).contains(&c) {
                match self.cells[r as usize][c as usize] {
                    Some(colour) if colour != self.mover => ray.push((r as usize, c as usize)),
                    Some(_) => {
                        all.append(&mut ray);
                        break;
                    }
                    None => break,
                }
                r += down;
                c += right;
            }
        }
        all
    }

    /// The squares where the mover may place a disc, from a1 to h8: 0 is a1, 1 is b1, 63 is h8.
    #[must_use]
    pub fn moves(&self) -> Vec<u8> {
        let legal =
            |&square: &u8| !self.flips(usize::from(square / 8), usize::from(square % 8)).is_empty();
        (0..64).filter(legal).collect()
    }

    /// Places a disc.
    ///
    /// # Panics
    /// If that flips nothing.
    pub fn place(&mut self, square: u8) {
        let (row, column) = (usize::from(square / 8), usize::from(square % 8));
        let flips = self.flips(row, column);
        assert!(!flips.is_empty(), "illegal move");
        for (r, c) in flips {
            self.cells[r][c] = Some(self.mover);
        }
        self.cells[row][column] = Some(self.mover);
        self.pass();
    }

    /// Gives the move to the other side.
    pub fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    /// Discs of one colour.
    #[must_use]
    pub fn count(&self, colour: Colour) -> i32 {
        self.cells.iter().flatten().filter(|&&cell| cell == Some(colour)).count() as i32
    }

    /// The score for the side to move, empty squares counted for the winner.
    #[must_use]
    pub fn score(&self) -> i32 {
        let (own, other) = (self.count(self.mover), self.count(self.mover.other()));
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => 64 - 2 * other,
            std::cmp::Ordering::Less => 2 * own - 64,
            std::cmp::Ordering::Equal => 0,
        }
    }

    /// The same position on bitboards.
    #[must_use]
    pub fn bitboards(&self) -> Board {
        let mut board = Board { mover: 0, opponent: 0 };
        for (square, cell) in self.cells.iter().flatten().enumerate() {
            match cell {
                Some(colour) if *colour == self.mover => board.mover |= 1 << square,
                Some(_) => board.opponent |= 1 << square,
                None => {}
            }
        }
        board
    }

    /// The position as text: 64 characters and the side to move.
    #[must_use]
    pub fn text(&self) -> String {
        let cells = self.cells.iter().flatten();
        let squares: String = cells.map(|cell| cell.map_or('-', Colour::letter)).collect();
        format!("{squares} {}", self.mover.letter())
    }
}
