//! Kalah(6,4): six houses a side with four seeds each. Who ends in their own store moves again; who ends in an empty house of their own
//! captures it with the house across.

use std::mem::take;

use plyscope_core::{Evaluator, Game, Outcome, Side, Value, hash};
use plyscope_players::domain::{DomainError, Evaluations, Openings, Rules};

/// Pits in the order of sowing: the first side's houses, its store, the second side's houses, its store.
const STORES: [usize; 2] = [6, 13];

/// A position: the seeds in each pit, and the side to move, or that would move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) seeds: [u8; 14],
    pub(crate) side: usize,
}

impl Board {
    pub(crate) const START: Self =
        Self { seeds: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], side: 0 };

    fn lead(self) -> i32 {
        let [own, other] =
            [STORES[self.side], STORES[1 - self.side]].map(|store| self.seeds[store]);
        i32::from(own) - i32::from(other)
    }
}

/// The rules. A move is a house, 0 to 5 from its owner's left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kalah;
impl Game for Kalah {
    type Position = Board;
    type Move = u8;
    type Moves = u8;
    const EXTRA_MOVES: bool = true;

    fn moves(&self, _: &Board) -> u8 {
        0
    }

    fn next_child(&self, board: &Board, next: &mut u8) -> Option<(u8, Board)> {
        let mv = (*next..6).find(|&mv| board.seeds[7 * board.side + usize::from(mv)] > 0)?;
        *next = mv + 1;
        Some((mv, self.play(board, mv)))
    }

    fn play(&self, board: &Board, mv: u8) -> Board {
        let Board { mut seeds, side } = *board;
        let [store, others] = [STORES[side], STORES[1 - side]];
        let mut pit = 7 * side + usize::from(mv % 6);
        for _ in 0..take(&mut seeds[pit]) {
            pit = (pit + 1) % 14;
            if pit == others {
                pit = (pit + 1) % 14;
            }
            seeds[pit] += 1;
        }
        if pit / 7 == side && pit != store && seeds[pit] == 1 && seeds[12 - pit] > 0 {
            seeds[store] += take(&mut seeds[pit]) + take(&mut seeds[12 - pit]);
        }
        // Once a side has no seeds left, the other side keeps its own.
        let left = [0, 7].map(|first| seeds[first..first + 6].iter().sum::<u8>());
        if left.contains(&0) {
            let [first, second] = [seeds[6] + left[0], seeds[13] + left[1]];
            seeds = [0; 14];
            (seeds[6], seeds[13]) = (first, second);
        }
        Board { seeds, side: if pit == store { side } else { 1 - side } }
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let in_stores: u8 = STORES.into_iter().map(|store| board.seeds[store]).sum();
        (in_stores == 48).then(|| Outcome::scored(board.lead()))
    }

    fn key(&self, board: &Board) -> Option<u64> {
        let side = board.side as u64;
        Some(board.seeds.into_iter().fold(side, |key, seeds| hash::mix(key ^ u64::from(seeds))))
    }

    fn mover(&self, board: &Board) -> Side {
        [Side::Max, Side::Min][board.side]
    }
}

/// The lead in the stores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead;
impl Evaluator<Board> for Lead {
    type State = ();

    fn state(&self, _: &Board) {}

    fn evaluate(&self, board: &Board, _: &()) -> Value {
        Value::new(board.lead())
    }
}

/// What the command needs to know: each of the first moves is an opening.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domain;
impl Rules for Domain {
    type Game = Kalah;
    const NAME: &'static str = "kalah";
    const SIDES: [&'static str; 2] = ["South", "North"];

    fn picture(&self, board: &Board) -> String {
        let pits = board.seeds.map(|seeds| format!("{seeds:3}"));
        let above: String = pits[7..13].iter().rev().map(String::as_str).collect();
        let (below, [south, north]) = (pits[..6].concat(), STORES.map(|store| &pits[store]));
        format!("    {above}\n{north}{:20}{south}\n    {below}\n", "")
    }

    fn move_name(&self, mv: u8) -> String {
        (mv + 1).to_string()
    }
}

impl Openings for Domain {
    type Start = u8;
    fn starts(&self, pairs: Option<u64>, _: u64) -> Result<Vec<u8>, DomainError> {
        Ok((0..6).take(pairs.map_or(6, |pairs| pairs as usize)).collect())
    }

    fn game_start(&self) -> Result<(Kalah, Board), DomainError> {
        Ok((Kalah, Board::START))
    }

    fn set_up(&self, mv: &u8) -> (Kalah, Board) {
        (Kalah, Kalah.play(&Board::START, *mv))
    }

    fn start_name(&self, mv: &u8) -> String {
        self.move_name(*mv)
    }
}

impl Evaluations for Domain {
    type Evaluation = Lead;
    fn evaluation(&self, _: Option<&str>) -> Result<Lead, DomainError> {
        Ok(Lead)
    }
}

impl plyscope_players::domain::Domain for Domain {}
