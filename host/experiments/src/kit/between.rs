//! Places on a curve of quality over nodes, to compare searches at equal nodes.

use plyscope_report::Estimate;

/// A place on a curve: a depth, and the fraction of the way to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    /// The smaller depth.
    depth: u32,
    share: f64,
}

impl Between {
    /// Interpolates numbers by depth (from 1).
    pub(crate) fn of(self, numbers: &[f64]) -> f64 {
        let depth = self.depth as usize;
        let before = numbers[depth - 1];
        before + self.share * (numbers[depth] - before)
    }
}

/// The place of a number of nodes on a curve of quality over log nodes, or `None` outside it.
pub(crate) fn between(curve: &[(u32, f64, Estimate)], nodes: f64) -> Option<Between> {
    curve.windows(2).find_map(|pair| {
        let [(depth, x0, _), (_, x1, _)] = pair else { return None };
        let share = (nodes.ln() - x0.ln()) / (x1.ln() - x0.ln());
        (0.0..=1.0).contains(&share).then_some(Between { depth: *depth, share })
    })
}
