//! MTD(f): null windows at the best bound so far, until the lower and the upper bound meet (Plaat et al. 1996). It shows
//! that a driver needs nothing but requests. Run with `cargo run -p plyscope-core --example mtd`.

use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::{
    AlphaBeta, Bound, CapacityError, Counts, FirstLine, Game, Order, Request, Search, Value,
    Window, storage,
};

/// Returns the root's value, starting from `guess`, with the total counts and the number of searches.
pub(crate) fn mtd<G: Game>(
    search: &mut impl Search<G>,
    request: &Request<'_, G>,
    guess: Value,
) -> Result<(Value, Counts, u32), CapacityError> {
    let (mut lower, mut upper) = (Value::NEG_INFINITY, Value::INFINITY);
    let (mut value, mut counts, mut searches) = (guess, Counts::default(), 0);
    let mut request = *request;
    while lower < upper {
        let beta = if value == lower { value.plus(1) } else { value };
        request.window = Window { alpha: beta.plus(-1), beta };
        let report = search.search(&request)?;
        value = report.value;
        match report.bound {
            Bound::Lower => lower = value,
            Bound::Upper => upper = value,
            _ => break,
        }
        counts = counts.plus(report.counts);
        searches += 1;
        request.first_line = FirstLine::Last;
    }
    Ok((value, counts, searches))
}

fn main() -> Result<(), CapacityError> {
    let mut search = AlphaBeta::new(Othello, Simple, Order::Static, storage!(16, 256));
    let request = Request::new(&Board::START).depth(8);
    let whole = search.search(&request)?;
    println!("alpha-beta: {}, {} nodes", whole.value, whole.counts.generated);
    let guess = search.search(&request.depth(7))?.value;
    let (value, counts, searches) = mtd(&mut search, &request, guess)?;
    println!("MTD(f):     {value}, {} nodes in {searches} searches", counts.generated);
    Ok(())
}
