//! Positions as a regression sees them: which weights each one adds up.

use plyscope_core::othello::Board;
use plyscope_core::othello::patterns::reflected;

use crate::fit::Ties;
use crate::labels::LabelledBoard;

/// The mark of a weight that counts negatively.
const NEGATIVE: u32 = 1 << 31;

/// A set of shapes, with one weight for all fillings that symmetry makes equal.
#[derive(Debug)]
pub struct Shapes {
    ties: Ties,
    /// The squares of each place in the order of their powers of three.
    places: Vec<Vec<u8>>,
    /// The number of fillings of each shape.
    fillings: Vec<usize>,
    folded: bool,
}

impl Shapes {
    /// Shapes, by the squares of their first places; `folded` as in
    /// [`PatternSet`](plyscope_core::othello::patterns::PatternSet).
    #[must_use]
    pub fn new(shapes: &[&[u8]], folded: bool) -> Self {
        let mut places: Vec<Vec<u8>> = Vec::new();
        for shape in shapes {
            let mut outlines = Vec::new();
            for symmetry in 0..8 {
                let place: Vec<u8> =
                    shape.iter().map(|&square| reflected(square, symmetry)).collect();
                let outline = place.iter().fold(0u64, |board, square| board | 1 << square);
                if !outlines.contains(&outline) {
                    outlines.push(outline);
                    places.push(place);
                }
            }
        }
        let fillings = shapes.iter().map(|shape| 3usize.pow(shape.len() as u32)).collect();
        Self { ties: Ties::new(shapes, folded), places, fillings, folded }
    }

    /// The number of weights of a phase. The last one is always zero: it stands for fillings that are worth nothing.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ties.count + 1
    }

    /// The weight of each filling of each shape, in the order of a file of an unfolded set.
    pub(super) fn weights(&self) -> impl Iterator<Item = u32> {
        self.ties.of.iter().map(|tie| tie.map_or(self.ties.count as u32, |(weight, _)| weight))
    }

    /// The number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// Adds the codes of a position's weights.
    pub(super) fn encode(&self, board: &Board, codes: &mut Vec<u32>) {
        for (squares, &empty) in self.places.iter().zip(&self.ties.empty) {
            let index = squares.iter().rev().fold(0i64, |index, square| {
                3 * index + (board.mover >> square & 1) as i64
                    - (board.opponent >> square & 1) as i64
            });
            codes.push(match self.ties.of[(empty as i64 + index) as usize] {
                Some((weight, negative)) => weight | if negative { NEGATIVE } else { 0 },
                None => self.ties.count as u32,
            });
        }
    }

    /// The weights of one phase as stored in a file: signed bytes, in eighths of a disc.
    #[must_use]
    pub fn bytes(&self, weights: &[f32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut start = 0;
        for fillings in &self.fillings {
            let from = if self.folded { start + fillings / 2 } else { start };
            start += fillings;
            bytes.extend(self.ties.of[from..start].iter().map(|tie| {
                let value = tie.map_or(0.0, |(weight, negative)| {
                    let value = weights[weight as usize];
                    if negative { -value } else { value }
                });
                ((8.0 * value).round().clamp(-127.0, 127.0) as i8).cast_unsigned()
            }));
        }
        bytes
    }
}

/// Positions with their codes and labels, sorted by number of discs.
#[derive(Debug)]
pub struct Design {
    places: usize,
    codes: Vec<u32>,
    /// Labels in discs.
    targets: Vec<f32>,
    /// For each number of discs, where its positions begin.
    starts: [usize; 66],
}

impl Design {
    /// The design of these samples.
    #[must_use]
    pub fn new(shapes: &Shapes, samples: &[LabelledBoard]) -> Self {
        let mut starts = [0; 66];
        for sample in samples {
            starts[sample.discs() as usize + 1] += 1;
        }
        for discs in 1..starts.len() {
            starts[discs] += starts[discs - 1];
        }
        let mut order = vec![0; samples.len()];
        let mut next = starts;
        for (number, sample) in samples.iter().enumerate() {
            let place = &mut next[sample.discs() as usize];
            order[*place] = number;
            *place += 1;
        }
        let mut codes = Vec::with_capacity(samples.len() * shapes.places());
        let mut targets = Vec::with_capacity(samples.len());
        for number in order {
            shapes.encode(&samples[number].board, &mut codes);
            targets.push(f32::from(samples[number].value) / 100.0);
        }
        Self { places: shapes.places(), codes, targets, starts }
    }

    /// The positions with `from` to `to` discs.
    #[must_use]
    pub fn between(&self, from: u32, to: u32) -> Part<'_> {
        let at = |discs: u32| self.starts[discs.min(65) as usize];
        let (from, to) = (at(from), at(to + 1));
        Part {
            places: self.places,
            codes: &self.codes[from * self.places..to * self.places],
            targets: &self.targets[from..to],
        }
    }
}

/// Some positions of a design.
#[derive(Clone, Copy, Debug)]
pub struct Part<'d> {
    places: usize,
    codes: &'d [u32],
    /// Their labels in discs.
    pub targets: &'d [f32],
}

impl Part<'_> {
    /// For each position the sum of its weights, added to `sums` after this factor.
    pub fn forward(&self, weights: &[f32], factor: f32, sums: &mut [f32]) {
        for (codes, sum) in self.codes.chunks_exact(self.places).zip(sums) {
            let told: f32 = codes
                .iter()
                .map(|code| {
                    let weight = weights[(code & !NEGATIVE) as usize];
                    f32::from_bits(weight.to_bits() ^ code & NEGATIVE)
                })
                .sum();
            *sum += factor * told;
        }
    }

    /// For each weight, adds the sum of the `amounts` of the positions that have it.
    pub fn backward(&self, amounts: &[f32], weights: &mut [f32]) {
        for (codes, amount) in self.codes.chunks_exact(self.places).zip(amounts) {
            for code in codes {
                weights[(code & !NEGATIVE) as usize] +=
                    f32::from_bits(amount.to_bits() ^ code & NEGATIVE);
            }
        }
        if let Some(none) = weights.last_mut() {
            *none = 0.0;
        }
    }

    /// For each weight, adds the amounts of the positions that have it, whatever its sign.
    pub fn counts(&self, amounts: &[f32], weights: &mut [f32]) {
        for (codes, amount) in self.codes.chunks_exact(self.places).zip(amounts) {
            for code in codes {
                weights[(code & !NEGATIVE) as usize] += amount;
            }
        }
    }
}
