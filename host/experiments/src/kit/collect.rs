//! Numbers from rows, by curve and place on the curve.

use std::collections::BTreeMap;

use plyscope_report::Estimate;
use plyscope_run::statistics::Mean;

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

    /// Adds a number for each tree of lists by search and, from 1, by depth.
    pub(crate) fn add_trees<T: Copy>(
        &mut self,
        searches: &[Vec<Vec<T>>],
        key: impl Fn(usize, u32) -> K,
        number: impl Fn(T) -> f64,
    ) {
        for (search, depths) in searches.iter().enumerate() {
            for (depth, trees) in (1..).zip(depths) {
                trees.iter().for_each(|&tree| self.add(key(search, depth), number(tree)));
            }
        }
    }

    /// A sample's numbers.
    pub(crate) fn get(&self, key: &K) -> Option<&[f64]> {
        self.numbers.get(key).map(Vec::as_slice)
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

/// Whether a move was the best, as a share of one.
pub(crate) fn share(best: bool) -> f64 {
    f64::from(u8::from(best))
}

/// Cuts a range of seeds into pieces for tasks. Each is its first seed and the number of seeds.
pub(crate) fn pieces(first: u32, count: u32, size: u32) -> impl Iterator<Item = (u32, u32)> {
    let size = size.max(1);
    (0..count.div_ceil(size)).map(move |piece| {
        let done = piece * size;
        (first.wrapping_add(done), size.min(count - done))
    })
}

/// Sums pairs in groups, which are not independent within a group. The groups keep the order of their numbers.
pub(crate) fn by_kind(
    pairs: impl IntoIterator<Item = (f64, f64)>,
    kinds: impl IntoIterator<Item = usize>,
) -> Vec<(f64, f64)> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for ((a, b), kind) in pairs.into_iter().zip(kinds) {
        let sum = sums.entry(kind).or_default();
        *sum = (sum.0 + a, sum.1 + b);
    }
    sums.into_values().collect()
}

/// The difference of two ratios of means on the same clusters, with the interval of the residuals by cluster. `None` if the
/// clusters are not the same, or one of the ratios has no denominator.
pub(crate) fn difference(a: &[(f64, f64)], b: &[(f64, f64)]) -> Option<Estimate> {
    let of = |pairs: &[(f64, f64)]| {
        let count = pairs.len() as f64;
        let hits = pairs.iter().map(|one| one.0).sum::<f64>() / count;
        let all = pairs.iter().map(|one| one.1).sum::<f64>() / count;
        (all > 0.0).then(|| (hits / all, all))
    };
    if a.len() != b.len() || a.len() < 2 {
        return None;
    }
    let ((first, mean_a), (second, mean_b)) = (of(a)?, of(b)?);
    let residual = |(one, other): (&(f64, f64), &(f64, f64))| {
        (one.0 - first * one.1) / mean_a - (other.0 - second * other.1) / mean_b
    };
    let half_width = Mean::of(a.iter().zip(b).map(residual)).half_width;
    let value = first - second;
    Some(Estimate { value, low: value - half_width, high: value + half_width })
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

#[cfg(test)]
mod tests {
    use super::{by_kind, difference, ratio};

    #[test]
    fn a_paired_difference_is_certain_where_all_clusters_differ_alike() {
        let before = [(1.0, 2.0), (0.0, 2.0), (2.0, 2.0), (1.0, 2.0)];
        assert_eq!(
            difference(&before, &before).map(|none| (none.value, none.half_width())),
            Some((0.0, 0.0))
        );
        // One of two games more in each cluster.
        let after = [(2.0, 2.0), (1.0, 2.0), (2.0, 2.0), (2.0, 2.0)];
        let more = difference(&after, &before).unwrap();
        assert!((more.value - 0.375).abs() < 1e-12);
        // Independent samples would have the wider interval.
        let apart = ratio(&after).less(ratio(&before));
        assert!(more.half_width() < apart.half_width());
        assert_eq!(difference(&before, &before[..3]), None);
        assert_eq!(difference(&[(0.0, 0.0); 3], &[(0.0, 0.0); 3]), None);
    }

    #[test]
    fn groups_are_summed_in_the_order_of_their_numbers() {
        let pairs = [(1.0, 1.0), (0.0, 1.0), (1.0, 2.0)];
        assert_eq!(by_kind(pairs, [7, 3, 7]), [(0.0, 1.0), (2.0, 3.0)]);
    }
}
