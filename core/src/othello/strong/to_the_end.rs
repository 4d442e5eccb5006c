//! Selective searches to the end of the game: the search of the middle game, with the solver for positions with few empty squares.

use super::Strong;
use crate::othello::endgame::FrameStore;
use crate::othello::{Board, Othello};
use crate::search::{
    CapacityError, Counts, Observer, Progress, Report, Request, Search as _, Stop, Store,
};
use crate::{Evaluator, Value, Window};

/// A disc, in the unit of the middle game.
const DISC: i32 = 100;

/// The window of a position with values in hundredths of a disc, in discs.
const fn in_discs(Window { alpha, beta }: Window) -> Window {
    // Rounded down and up: a null window stays one that asks the same, since scores are whole discs.
    let alpha = Value::new(alpha.get().div_euclid(DISC));
    let above = beta.get().div_euclid(DISC);
    let beta = Value::new(above.saturating_add((beta.get().rem_euclid(DISC) > 0) as i32));
    Window { alpha, beta }
}

impl<E, S, F, const PLIES: usize> Strong<'_, E, S, PLIES, F>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
    F: FrameStore<E::State, PLIES>,
{
    /// A step of a selective search to the end. Events of the solver are not told: its plies and values are others.
    pub(super) fn step_to_the_end<W: Observer<Othello>>(
        &mut self,
        nodes: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.current().generated.saturating_add(nodes);
        loop {
            let left = pause_at.saturating_sub(self.current().generated);
            if self.solves {
                if self.solver.step(left)? == Progress::Paused {
                    return Ok(Progress::Paused);
                }
                let Report { value, counts, stop, .. } = self.solver.report();
                if stop != Stop::Completed {
                    return Ok(Progress::Done);
                }
                self.solves = false;
                let value = Value::new(value.get().saturating_mul(DISC));
                self.middle.inner_mut().answer(value, counts);
                continue;
            }
            if self.middle.step_with(left, observer)? == Progress::Done {
                return Ok(Progress::Done);
            }
            let spent = self.current().generated;
            let Some((&board, window)) = self.middle.inner().asked() else {
                return Ok(Progress::Paused);
            };
            let left = self.limits.nodes.saturating_sub(self.before.generated);
            let request = Request::new(&board).window(in_discs(window));
            self.solver.start(&request.nodes(left.saturating_sub(spent)));
            self.solves = true;
        }
    }

    /// What the solver has counted for the question that is not answered yet.
    pub(super) fn solving(&self) -> Counts {
        if self.solves { self.solver.counts() } else { Counts::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::in_discs;
    use crate::{Value, Window};

    #[test]
    fn a_window_in_discs_asks_the_same_of_whole_scores() {
        for alpha in -700..700 {
            for width in [1, 2, 99, 100, 101, 350] {
                let hundredths =
                    Window { alpha: Value::new(alpha), beta: Value::new(alpha + width) };
                let Window { alpha: low, beta: high } = in_discs(hundredths);
                for score in -8..=8 {
                    let value = Value::new(100 * score);
                    let score = Value::new(score);
                    assert_eq!(value <= hundredths.alpha, score <= low, "{alpha} {score}");
                    assert_eq!(value >= hundredths.beta, score >= high, "{alpha} {score}");
                }
            }
        }
    }
}
