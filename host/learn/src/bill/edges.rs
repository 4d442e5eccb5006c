//! The edge table, by probabilistic minimax: the value of an edge with its two X-squares for either side, if both make
//! their best possible moves there.
//!
//! A move that flips discs along the edge is certain to be legal. Any other move must flip discs elsewhere on the
//! board, and is possible with an estimated probability. The best uncertain moves are tried first, as long as they are
//! better than the best certain option, which is a certain move or no move on this edge. (Norvig describes such a
//! procedure for Iago in *Paradigms of Artificial Intelligence Programming*, chapter 18; the numbers are this
//! project's.)

use plyscope_core::othello::bill::{EDGE_LIMIT, EDGES, edge_index};

/// The discs on an edge and its X-squares: ten bits per side, as in [`edge_index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    own: u32,
    other: u32,
}

const LINE: u32 = 0xff;
const SQUARES: u32 = 0x3ff;

/// The kinds of square: corner, C (beside it), A, B, X.
const KINDS: [usize; 10] = [0, 1, 2, 3, 3, 2, 1, 0, 4, 4];

/// The value of a disc that the opponent can flip at once, cannot flip at once, and can never flip, by kind of square.
/// X-squares have their own rule.
const DISCS: [[f64; 3]; 4] =
    [[1000.0, 1000.0, 1000.0], [-250.0, -150.0, 250.0], [-50.0, 0.0, 230.0], [-50.0, 0.0, 220.0]];

/// The value of a disc on an X-square beside an empty corner, and beside a taken one.
const X_DISCS: [f64; 2] = [-400.0, 20.0];

/// The probability that a move that flips nothing along the edge is legal, by kind of square except corners.
const CHANCES: [f64; 5] = [0.0, 0.35, 0.45, 0.5, 0.5];

/// The probability that a corner move that flips nothing along the edge is legal, if the X-square is empty, the
/// mover's, or the opponent's.
const CORNER_CHANCES: [f64; 3] = [0.1, 0.02, 0.75];

/// The corner beside an X-square, and the X-square beside a corner.
const fn across(square: u32) -> u32 {
    match square {
        8 => 0,
        9 => 7,
        0 => 8,
        _ => 9,
    }
}

impl Edge {
    const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    fn index(self) -> usize {
        edge_index(self.own, self.other)
    }

    /// The discs along the edge that a disc of side `own` on `square` flips.
    fn flips(self, square: u32) -> u32 {
        if square >= 8 {
            return 0;
        }
        let run = |next: &dyn Fn(u32) -> u32| {
            let (mut run, mut bit) = (0, next(1 << square) & LINE);
            while bit & self.other != 0 {
                run |= bit;
                bit = next(bit) & LINE;
            }
            if bit & self.own == 0 { 0 } else { run }
        };
        run(&|bit| bit << 1) | run(&|bit| bit >> 1)
    }

    fn empties(self) -> impl Iterator<Item = u32> {
        let taken = self.own | self.other;
        (0..10).filter(move |square| taken >> square & 1 == 0)
    }

    /// The edge after a move, from the other side.
    fn after(self, square: u32) -> Self {
        let flips = self.flips(square);
        Self { own: self.other & !flips, other: self.own | flips | 1 << square }
    }

    /// The probability that side `own` can move to an empty square.
    fn chance(self, square: u32) -> f64 {
        if self.flips(square) != 0 {
            return 1.0;
        }
        match KINDS[square as usize] {
            0 => {
                let x = 1 << across(square);
                let (own, other) =
                    (usize::from(self.own & x != 0), usize::from(self.other & x != 0));
                CORNER_CHANCES[own + 2 * other]
            }
            kind => CHANCES[kind],
        }
    }

    /// The static value of `own`'s discs.
    fn discs(self) -> f64 {
        let line = (self.own | self.other) & LINE;
        // Discs connected to a corner, or on a full edge, cannot be flipped along it.
        let mut stable = if line == LINE { self.own } else { 0 };
        for (corner, next) in [(1, 1i32), (0x80, -1)] {
            let mut bit: u32 = corner;
            while bit & self.own & LINE != 0 {
                stable |= bit;
                bit = if next > 0 { bit << 1 } else { bit >> 1 };
            }
        }
        let swapped = self.swapped();
        let lost = self.empties().fold(0, |lost, square| lost | swapped.flips(square));
        (0..10)
            .filter(|square| self.own >> square & 1 != 0)
            .map(|square| {
                let is = |set: u32| set >> square & 1 != 0;
                match KINDS[square as usize] {
                    4 => X_DISCS[usize::from(line >> across(square) & 1 != 0)],
                    kind if is(stable) => DISCS[kind][2],
                    kind => DISCS[kind][usize::from(!is(lost))],
                }
            })
            .sum()
    }

    /// The static value for side `own`.
    fn worth(self) -> f64 {
        self.discs() - self.swapped().discs()
    }

    /// The value for side `own`, to move. `table` has the values of all edges with more discs.
    fn minimax(self, table: &[f64]) -> f64 {
        // The option of not moving here is certain.
        let mut certain = self.worth();
        let mut uncertain = Vec::new();
        for square in self.empties() {
            let (value, chance) = (-table[self.after(square).index()], self.chance(square));
            if chance < 1.0 {
                uncertain.push((value, chance));
            } else {
                certain = certain.max(value);
            }
        }
        uncertain.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut expected, mut left) = (0.0, 1.0);
        for (value, chance) in uncertain.into_iter().take_while(|&(value, _)| value > certain) {
            expected += left * chance * value;
            left *= 1.0 - chance;
        }
        expected + left * certain
    }
}

/// The whole table, in the order of [`edge_index`]; the largest value is [`EDGE_LIMIT`]. The table is symmetric: a
/// value is the mean of those with either side to move, and swapping colours changes its sign.
#[must_use]
pub fn edge_table() -> Vec<i16> {
    let mut edges: Vec<Edge> = (0..=SQUARES)
        .flat_map(|own| (0..=SQUARES).map(move |other| Edge { own, other }))
        .filter(|edge| edge.own & edge.other == 0)
        .collect();
    edges.sort_by_key(|edge| std::cmp::Reverse((edge.own | edge.other).count_ones()));
    let mut to_move = vec![0.0; EDGES];
    for edge in &edges {
        to_move[edge.index()] = edge.minimax(&to_move);
    }
    let mean = |edge: &Edge| (to_move[edge.index()] - to_move[edge.swapped().index()]) / 2.0;
    let largest = edges.iter().map(mean).fold(0.0, f64::max);
    let mut table = vec![0; EDGES];
    for edge in &edges {
        table[edge.index()] = (mean(edge) * f64::from(EDGE_LIMIT) / largest).round() as i16;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{EDGES, Edge, edge_table};

    const fn mirrored(bits: u32) -> u32 {
        (bits as u8).reverse_bits() as u32 | (bits >> 8 & 1) << 9 | (bits >> 9 & 1) << 8
    }

    #[test]
    fn the_table_is_the_same_mirrored_and_negative_with_colours_changed() {
        let table = edge_table();
        let mut seen = 0;
        for own in 0..1024u32 {
            for other in (0..1024).filter(|other| own & other == 0) {
                let value = table[Edge { own, other }.index()];
                let mirror = Edge { own: mirrored(own), other: mirrored(other) };
                assert_eq!(value, table[mirror.index()], "{own:x} {other:x}");
                assert_eq!(
                    value,
                    -table[Edge { own: other, other: own }.index()],
                    "{own:x} {other:x}"
                );
                seen += 1;
            }
        }
        assert_eq!(seen, EDGES);
        assert_eq!((table[0], table.iter().max()), (0, Some(&1000)));
    }

    #[test]
    fn corners_are_good_and_lone_x_and_c_squares_beside_empty_ones_bad() {
        let table = edge_table();
        let value = |own, other| table[Edge { own, other }.index()];
        assert!(value(0x01, 0) > 150, "a corner: {}", value(0x01, 0));
        assert!(value(0x0f, 0) > value(0x01, 0), "a stable edge: {}", value(0x0f, 0));
        assert!(value(0x100, 0) < -100, "a lone X-square: {}", value(0x100, 0));
        assert!(value(0x02, 0) < 0, "a lone C-square: {}", value(0x02, 0));
        assert!(value(0x3c, 0) > 0, "a balanced edge: {}", value(0x3c, 0));
        assert!(value(0x3e, 0) < value(0x3c, 0), "an unbalanced one: {}", value(0x3e, 0));
    }

    #[test]
    fn a_certain_move_to_a_corner_is_counted() {
        // The mover's disc on d1 and the opponent's on b1 and c1: a1 flips both.
        let edge = Edge { own: 0b1000, other: 0b0110 };
        assert_eq!((edge.flips(0), edge.flips(4), edge.chance(0)), (0b0110, 0, 1.0));
        assert_eq!(edge.after(0), Edge { own: 0, other: 0b1111 });
        let table = edge_table();
        assert!(table[edge.index()] > 0);
    }
}
