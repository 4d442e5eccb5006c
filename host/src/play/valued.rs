//! Values of the game's positions, and choices in words.

use plyscope_core::othello::Colour;

use super::look::{Look, MoveOf, number};
use super::playing::Playing;
use crate::judged::{Judged, Unit};
use crate::text::grouped;

impl<D: Look + 'static> Playing<D> {
    /// Notes the value of the position that the analysis found, for the side to move.
    pub(super) fn note(&mut self, judged: &Judged) {
        let Some(number) = number::<D>(judged) else { return };
        let ply = self.session.record().moves().len();
        if self.analysed.len() <= ply {
            self.analysed.resize(ply + 1, None);
        }
        self.analysed[ply] = Some(if self.session.to_move() == 0 { number } else { -number });
    }

    /// Values of the positions of the game by ply, for the player named first: from the analysis, a review, or the engine that moved
    /// there.
    pub(super) fn graph(&self) -> Vec<Option<f64>> {
        let session = &self.session;
        let of_engine = |ply: usize| {
            let value = session.values.get(ply).copied().flatten()?;
            Some(if (session.first + session.record().side_at(ply)).is_multiple_of(2) {
                value
            } else {
                -value
            })
        };
        let analysed = |ply: usize| self.analysed.get(ply).copied().flatten();
        let judged = self.judged_moves();
        let reviewed = |ply: usize| {
            let judged = judged.get(ply)?;
            let value = judged.best_value?;
            Some(if judged.colour == Colour::Black { value } else { 0.0 - value })
        };
        (0..=session.record().moves().len())
            .map(|ply| analysed(ply).or_else(|| reviewed(ply)).or_else(|| of_engine(ply)))
            .collect()
    }

    /// A choice in words: move, value, depth, nodes, time.
    pub(super) fn described(
        &self,
        unit: Unit,
        choice: &crate::player::Choice<MoveOf<D>>,
    ) -> String {
        let mut words = self.session.domain.move_name(choice.mv);
        let idea = self.idea.as_ref();
        let (depth, known) = idea.map_or((None, None), |idea| (idea.depth, idea.value));
        if let Some(valued) = choice.value {
            let proven = known.is_some_and(|(value, _, proven)| proven && value == valued.value);
            let judged = self.judged(unit, (valued.value, valued.bound, proven));
            words += &format!(": value {judged}");
        }
        if let Some(depth) = depth {
            words += &format!(", depth {depth}");
        }
        if choice.counts.generated > 0 {
            words += &format!(", {} nodes", grouped(choice.counts.generated));
        }
        if let Some(idea) = idea {
            words += &format!(", {:.2} s", idea.time.as_secs_f64());
        }
        words
    }
}
