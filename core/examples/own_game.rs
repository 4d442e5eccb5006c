//! A complete game of one's own: noughts and crosses, searched by alpha-beta and by best-first minimax.
use plyscope_core::{
    AlphaBeta, Evaluator, Expansion, Game, Order, Outcome, Policy, Rbfms, Request, Search, Value,
    storage,
};

/// Nine squares, row by row: square s is bit s.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub(crate) mover: u16,
    pub(crate) opponent: u16,
}

pub(crate) struct NoughtsAndCrosses;

/// The rows, the columns and the diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn wins(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Game for NoughtsAndCrosses {
    type Position = Marks;
    type Move = u8; // a square
    type Moves = u8; // the next square to try

    fn moves(&self, marks: &Marks) -> u8 {
        if wins(marks.opponent) { 9 } else { 0 } // over if the last mark has won
    }

    fn next_child(&self, marks: &Marks, next: &mut u8) -> Option<(u8, Marks)> {
        let square = (*next..9).find(|square| (marks.mover | marks.opponent) >> square & 1 == 0)?;
        *next = square + 1;
        Some((square, self.play(marks, square)))
    }

    fn play(&self, marks: &Marks, square: u8) -> Marks {
        Marks { mover: marks.opponent, opponent: marks.mover | 1 << square }
    }

    fn key(&self, marks: &Marks) -> Option<u64> {
        Some(u64::from(marks.mover) << 9 | u64::from(marks.opponent)) // for tables of positions
    }

    fn outcome(&self, marks: &Marks) -> Option<Outcome> {
        let drawn = (marks.mover | marks.opponent == 0o777).then_some(Outcome::DRAW);
        if wins(marks.opponent) { Some(Outcome::LOSS) } else { drawn }
    }
}

/// Counts the lines that are still open to each side.
pub(crate) struct Open;

impl Evaluator<Marks> for Open {
    type State = (); // no evaluation state

    fn state(&self, _: &Marks) {}

    fn evaluate(&self, marks: &Marks, _: &()) -> Value {
        let open = |other: u16| LINES.iter().filter(|line| other & *line == 0).count() as i32;
        Value::new(open(marks.opponent) - open(marks.mover))
    }
}

fn main() {
    let start = Marks { mover: 0, opponent: 0 };
    let mut alpha_beta =
        AlphaBeta::new(NoughtsAndCrosses, Open, Policy::new(Order::Static), storage!(9, 64));
    println!("{:?}", alpha_beta.search(&Request::new(&start).depth(9)).unwrap());
    let mut best_first = Rbfms::new(NoughtsAndCrosses, Open, Expansion::Partial, storage!(9, 64));
    println!("{:?}", best_first.search(&Request::new(&start).depth(4)).unwrap());
}
