//! The order in which the children of a node are searched.

use crate::Value;

/// The usual orders: the game's own order, or by static value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Order {
    /// The game's own order; children are generated one at a time.
    None,
    /// Best static value first at remaining depth 2 and more, where all children are generated before the first is
    /// searched. At remaining depth 1 the game's own order, one child at a time (Korf & Chickering, section 6).
    #[default]
    Static,
    /// Best static value first at every depth, including remaining depth 1: all children are generated before the first is
    /// searched.
    StaticAll,
}

/// An order of children. `M` is the game's move.
pub trait Ordering<M> {
    /// Whether it ranks children by anything but their static values.
    const RANKS: bool = true;

    /// Whether all children of a node at this remaining depth are generated and evaluated first, then searched by rank. If
    /// not, they are generated and searched one at a time in the game's order.
    fn sorts(&self, depth: u32) -> bool;

    /// The rank of a child of a node at `ply`, given its static value for the side that chooses. Larger ranks are searched
    /// earlier.
    #[inline]
    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        let _ = (ply, mv);
        value
    }

    /// Whether, of the children of a node at this remaining depth, every second is skipped at first: the order is the first, third,
    /// fifth and so on, then the others. For a search that shares its table with another one in the usual order, so that the two divide
    /// the children.
    #[inline]
    fn skips(&self, depth: u32) -> bool {
        let _ = depth;
        false
    }

    /// Records that `mv` caused a cut-off at a node at `ply` with this remaining depth.
    #[inline]
    fn cut_off(&mut self, ply: usize, depth: u32, mv: M) {
        let _ = (ply, depth, mv);
    }
}

impl<M> Ordering<M> for Order {
    const RANKS: bool = false;

    #[inline]
    fn sorts(&self, depth: u32) -> bool {
        match self {
            Self::None => false,
            Self::Static => depth >= 2,
            Self::StaticAll => true,
        }
    }
}

/// Another order, in which the last move that caused a cut-off at a ply comes first there (killer heuristic: Huberman 1968).
/// It knows the first `PLIES` plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Killers<O, M, const PLIES: usize> {
    order: O,
    moves: [Option<M>; PLIES],
    is_enabled: bool,
}

impl<O, M: Copy, const PLIES: usize> Killers<O, M, PLIES> {
    /// No move is known yet.
    #[must_use]
    pub const fn new(order: O) -> Self {
        Self { order, moves: [None; PLIES], is_enabled: true }
    }

    /// Enables or disables it, so that a search that can do without is compiled once for both.
    #[must_use]
    pub fn enabled(self, is_enabled: bool) -> Self {
        Self { moves: [None; PLIES], is_enabled, ..self }
    }
}

impl<O: Ordering<M>, M: Copy + Eq, const PLIES: usize> Ordering<M> for Killers<O, M, PLIES> {
    #[inline]
    fn sorts(&self, depth: u32) -> bool {
        self.order.sorts(depth)
    }

    #[inline]
    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        match self.moves.get(ply) {
            Some(&killer) if killer == Some(mv) => Value::MAX,
            _ => self.order.rank(ply, mv, value),
        }
    }

    fn cut_off(&mut self, ply: usize, depth: u32, mv: M) {
        if self.is_enabled
            && let Some(killer) = self.moves.get_mut(ply)
        {
            *killer = Some(mv);
        }
        self.order.cut_off(ply, depth, mv);
    }
}

/// Another order, in which moves that caused cut-offs anywhere gain a bonus (history heuristic: Schaeffer 1983). `MOVES` is
/// the number of different moves.
#[derive(Clone, Copy, Debug)]
pub struct History<O, M, const MOVES: usize> {
    order: O,
    number: fn(M) -> usize,
    bonus: u16,
    /// The sum over a move's cut-offs of the square of the remaining depth, and the largest of these sums.
    weights: [u32; MOVES],
    largest: u32,
}

impl<O, M, const MOVES: usize> History<O, M, MOVES> {
    /// Nothing is known yet. `number` is a move's number, below `MOVES`; `bonus` is what the best move gains, in the
    /// evaluation's unit.
    #[must_use]
    pub const fn new(order: O, number: fn(M) -> usize, bonus: u16) -> Self {
        Self { order, number, bonus, weights: [0; MOVES], largest: 0 }
    }
}

impl<O: Ordering<M>, M: Copy, const MOVES: usize> Ordering<M> for History<O, M, MOVES> {
    #[inline]
    fn sorts(&self, depth: u32) -> bool {
        self.order.sorts(depth)
    }

    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        let weight = self.weights.get((self.number)(mv)).copied().unwrap_or(0);
        let gained = u64::from(weight).wrapping_mul(u64::from(self.bonus));
        let bonus = gained.checked_div(u64::from(self.largest)).unwrap_or(0) as i32;
        self.order.rank(ply, mv, value).plus(bonus)
    }

    fn cut_off(&mut self, ply: usize, depth: u32, mv: M) {
        if let Some(weight) = self.weights.get_mut((self.number)(mv)) {
            *weight = weight.saturating_add(depth.saturating_mul(depth));
            self.largest = self.largest.max(*weight);
        }
        if self.largest > u32::MAX >> 1 {
            // Older cut-offs count for less.
            for weight in &mut self.weights {
                *weight >>= 1;
            }
            self.largest >>= 1;
        }
        self.order.cut_off(ply, depth, mv);
    }
}
