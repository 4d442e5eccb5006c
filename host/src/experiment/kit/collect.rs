//! Numbers from rows, by curve and place on the curve.

use std::collections::BTreeMap;

use crate::report::Estimate;
use crate::statistics::Mean;

/// Samples by a key, such as the name of a curve and a depth.
#[derive(Clone, Debug)]
pub(crate) struct Samples<K> {
    numbers: BTreeMap<K, Vec<f64>>,
}

impl<K: Ord> Default for Samples<K> {
    fn default() -> Self {
        Self { numbers: BTreeMap::new() }
    }
}

impl<K: Ord> Samples<K> {
    /// Adds a number.
    pub(crate) fn add(&mut self, key: K, number: f64) {
        self.numbers.entry(key).or_default().push(number);
    }

    /// The mean of a sample, or `None` without numbers.
    pub(crate) fn mean(&self, key: &K) -> Option<Mean> {
        self.numbers.get(key).map(|numbers| Mean::of(numbers.iter().copied()))
    }

    /// The mean difference of two samples of the same trees, in the same order.
    pub(crate) fn difference(&self, a: &K, b: &K) -> Option<Mean> {
        let pairs = self.numbers.get(a)?.iter().zip(self.numbers.get(b)?);
        Some(Mean::of(pairs.map(|(a, b)| a - b)))
    }

    /// The means of all samples, in key order.
    pub(crate) fn means(&self) -> impl Iterator<Item = (&K, Mean)> {
        self.numbers.iter().map(|(key, numbers)| (key, Mean::of(numbers.iter().copied())))
    }
}

/// Cuts a range of seeds into pieces for tasks. Each is its first seed and the number of seeds.
pub(crate) fn pieces(first: u32, count: u32, size: u32) -> impl Iterator<Item = (u32, u32)> {
    let size = size.max(1);
    (0..count.div_ceil(size)).map(move |piece| {
        let done = piece * size;
        (first.wrapping_add(done), size.min(count - done))
    })
}

/// The same for pairs in groups. Pairs of a group are not independent, so the interval is that of the groups' sums.
pub(crate) fn ratio_by_kind(
    pairs: impl IntoIterator<Item = (f64, f64)>,
    kinds: impl IntoIterator<Item = usize>,
) -> Estimate {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for ((a, b), kind) in pairs.into_iter().zip(kinds) {
        let sum = sums.entry(kind).or_default();
        *sum = (sum.0 + a, sum.1 + b);
    }
    ratio(&sums.into_values().collect::<Vec<_>>())
}

/// The ratio of the means of paired samples, with its interval by the delta method (from the residuals `a - ratio b`).
pub(crate) fn ratio(pairs: &[(f64, f64)]) -> Estimate {
    let [a, b] =
        [Mean::of(pairs.iter().map(|pair| pair.0)), Mean::of(pairs.iter().map(|pair| pair.1))];
    let ratio = a.mean / b.mean;
    let residuals = Mean::of(pairs.iter().map(|(a, b)| a - ratio * b));
    let half_width = residuals.half_width / b.mean;
    Estimate { value: ratio, low: ratio - half_width, high: ratio + half_width }
}
