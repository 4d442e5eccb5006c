//! A complete game: Connect Four, searched by alpha-beta and by best-first minimax.
use plyscope_core::{
    AlphaBeta, Evaluator, Expansion, Game, Order, Outcome, Rbfms, Request, Search, Value, storage,
};

/// Seven columns of six squares and a sentinel: square s is bit s, column c holds bits 7c to 7c + 5.
#[derive(Clone, Copy)]
pub(crate) struct Discs {
    pub(crate) mover: u64,
    pub(crate) all: u64,
}

pub(crate) struct ConnectFour;

/// Whether `discs` have four in a row.
fn wins(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    type Position = Discs;
    type Move = u8; // a column
    type Moves = u8; // the next column to try

    fn moves(&self, discs: &Discs) -> u8 {
        if wins(discs.all ^ discs.mover) { 7 } else { 0 } // over if the last disc has won
    }

    fn next_child(&self, discs: &Discs, next: &mut u8) -> Option<(u8, Discs)> {
        let column = (*next..7).find(|c| discs.all >> (7 * c + 5) & 1 == 0)?;
        *next = column + 1;
        Some((column, self.play(discs, column)))
    }

    fn play(&self, discs: &Discs, column: u8) -> Discs {
        let all = discs.all | (discs.all + (1 << (7 * column)));
        Discs { mover: discs.all ^ discs.mover, all } // the opponent's discs are the next mover's
    }

    fn key(&self, discs: &Discs) -> Option<u64> {
        Some(discs.mover + discs.all) // no other position has this sum
    }

    fn outcome(&self, discs: &Discs) -> Option<Outcome> {
        let drawn = (discs.all.count_ones() == 42).then_some(Outcome::DRAW);
        if wins(discs.all ^ discs.mover) { Some(Outcome::LOSS) } else { drawn }
    }
}

/// Counts discs in the middle column.
pub(crate) struct Middle;

impl Evaluator<Discs> for Middle {
    type State = (); // no evaluation state

    fn state(&self, _: &Discs) {}

    fn evaluate(&self, discs: &Discs, _: &()) -> Value {
        let middle = |discs: u64| (discs >> 21 & 0x3f).count_ones() as i32;
        Value::new(middle(discs.mover) - middle(discs.all ^ discs.mover))
    }
}

fn main() {
    let start = Discs { mover: 0, all: 0 };
    let mut alpha_beta = AlphaBeta::new(ConnectFour, Middle, Order::Static, storage!(16, 128));
    println!("{:?}", alpha_beta.search(&Request::new(&start).depth(10)).unwrap());
    let mut best_first = Rbfms::new(ConnectFour, Middle, Expansion::Partial, storage!(16, 128));
    println!("{:?}", best_first.search(&Request::new(&start).depth(10)).unwrap());
}
