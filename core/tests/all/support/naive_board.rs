//! Games on a naive board: a grid of characters with rules written as people say them, which shares nothing with the bitboards.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;

use plyscope_core::{Game, Outcome};

use super::playout::children;
use super::random::Random;

/// A square: its column and row.
pub type At = (i32, i32);

/// Rules on a grid.
pub trait NaiveRules {
    /// A move, as squares.
    type Move: Copy + Ord + Debug;

    /// The moves of `side`, 0 or 1; none if the game is over.
    fn moves(grid: &Grid, side: usize) -> Vec<Self::Move>;

    /// Plays a move.
    fn play(grid: &mut Grid, side: usize, mv: Self::Move);

    /// Whether `side`, which would move, has lost.
    fn has_lost(grid: &Grid, side: usize) -> bool;
}

/// What is on each square: `Some(0)` of the side that moves first, `Some(1)` of the other. Rows from row 0 on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid(pub Vec<Vec<Option<usize>>>);

impl Grid {
    /// An empty grid.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        Self(vec![vec![None; columns]; rows])
    }

    /// The numbers of columns and rows.
    #[must_use]
    pub fn size(&self) -> At {
        (self.0[0].len() as i32, self.0.len() as i32)
    }

    /// All squares.
    pub fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let (columns, rows) = self.size();
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// What is on a square; `None` if the square does not exist.
    #[must_use]
    pub fn get(&self, (column, row): At) -> Option<Option<usize>> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// Puts something on a square.
    pub fn set(&mut self, (column, row): At, content: Option<usize>) {
        self.0[row as usize][column as usize] = content;
    }

    /// The squares of a side.
    #[must_use]
    pub fn of(&self, side: usize) -> Vec<At> {
        self.squares().filter(|&at| self.get(at) == Some(Some(side))).collect()
    }
}

/// The number of lines of moves of this length. Finished games count once.
pub fn perft<R: NaiveRules>(grid: &Grid, side: usize, depth: u32) -> u64 {
    let moves = if depth == 0 { Vec::new() } else { R::moves(grid, side) };
    let below = moves.iter().map(|&mv| {
        let mut child = grid.clone();
        R::play(&mut child, side, mv);
        perft::<R>(&child, 1 - side, depth - 1)
    });
    below.sum::<u64>().max(1)
}

/// Whether the side to move wins, by trying everything. Remembers positions.
pub fn wins<R: NaiveRules>(
    grid: &Grid,
    side: usize,
    known: &mut HashMap<(Grid, usize), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(grid.clone(), side)) {
        return wins;
    }
    let wins_by = R::moves(grid, side).into_iter().any(|mv| {
        let mut child = grid.clone();
        R::play(&mut child, side, mv);
        !wins::<R>(&child, 1 - side, known)
    });
    known.insert((grid.clone(), side), wins_by);
    wins_by
}

/// Plays random games to their ends on both boards, and compares everything about each position: moves, outcome, and what is on the
/// squares. Returns how many games each side won.
pub fn play_both<G: Game<Position: Copy + PartialEq + Debug>, R: NaiveRules>(
    game: &G,
    (start, grid): (&G::Position, &Grid),
    grid_of: impl Fn(&G::Position) -> Grid,
    name: impl Fn(G::Move) -> R::Move,
    (games, seed): (u32, u64),
) -> [u32; 2] {
    let mut random = Random::new(seed);
    let mut won = [0; 2];
    let mut keys = HashMap::new();
    for _ in 0..games {
        let (mut position, mut grid, mut side) = (*start, grid.clone(), 0);
        loop {
            assert_eq!(grid_of(&position), grid);
            let key = game.key(&position).unwrap();
            let met = keys.insert(key, (grid.clone(), side));
            assert!(met.is_none_or(|known| known == (grid.clone(), side)), "two with one key");
            let legal: BTreeSet<R::Move> = R::moves(&grid, side).into_iter().collect();
            let moves = children(game, &position);
            let named: Vec<R::Move> = moves.iter().map(|&(mv, _)| name(mv)).collect();
            assert_eq!(named.iter().copied().collect::<BTreeSet<_>>(), legal, "{position:?}");
            assert_eq!(named.len(), legal.len(), "a move twice");
            assert_eq!(game.count_moves(&position), legal.len() as u64);
            let lost = R::has_lost(&grid, side);
            assert_eq!(game.outcome(&position), lost.then_some(Outcome::LOSS), "{position:?}");
            assert_eq!((lost, game.is_over(&position)), (legal.is_empty(), lost));
            let packed: BTreeSet<u32> =
                (0..).zip(&moves).map(|(n, &(mv, _))| game.pack(mv, n)).collect();
            assert_eq!(packed.len(), moves.len());
            for &(mv, child) in &moves {
                assert!(game.is_legal(&position, mv));
                assert_eq!(game.play(&position, mv), child);
                assert_eq!(game.unpack(&position, game.packed(&position, mv)), Some(mv));
            }
            if moves.is_empty() {
                won[1 - side] += 1;
                break;
            }
            let (mv, child) = moves[random.below(moves.len() as u64) as usize];
            // Moves of the position before are mostly illegal after it.
            for &(other, _) in &moves {
                let is_legal = R::moves(&grid_of(&child), 1 - side).contains(&name(other));
                assert_eq!(game.is_legal(&child, other), is_legal);
            }
            R::play(&mut grid, side, name(mv));
            (position, side) = (child, 1 - side);
        }
    }
    won
}
