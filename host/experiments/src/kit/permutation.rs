//! Whether a curve falls, by a permutation test.

use plyscope_run::seed::hash;

/// Permutations that are drawn.
const DRAWN: u64 = 999;

/// The probability that chance alone makes a curve fall so much: of shares at several places, each the hits and trials by cluster.
/// Without a fall the places of a cluster could be exchanged, so that its trend is one of many random ones. The trend is the sum of
/// the shares, weighted from the first place to the last by equally falling weights. `None` without clusters or trials.
pub(crate) fn chance_of_fall(places: &[&[(f64, f64)]]) -> Option<f64> {
    let clusters = places.iter().map(|place| place.len()).min().filter(|&clusters| clusters > 1)?;
    let of = |cluster| places.iter().map(|place| place[cluster]).collect();
    let all: Vec<Vec<(f64, f64)>> = (0..clusters).map(of).collect();
    // Without a draw, the trend of the places as they are.
    let trend = |drawn: Option<u64>| {
        let mut sums = vec![(0.0, 0.0); places.len()];
        let mut order: Vec<usize> = (0..places.len()).collect();
        for (number, cluster) in (0..).zip(&all) {
            let mut chance = drawn.map_or(0, |drawn| hash(drawn, number));
            for last in (1..places.len()).rev().filter(|_| drawn.is_some()) {
                let ways = last as u64 + 1;
                order.swap(last, (chance % ways) as usize);
                chance /= ways;
            }
            for (sum, &place) in sums.iter_mut().zip(&order) {
                let (hits, trials) = cluster[place];
                *sum = (sum.0 + hits, sum.1 + trials);
            }
        }
        let middle = (places.len() - 1) as f64 / 2.0;
        let weighted =
            (0..).zip(&sums).map(|(i, (hits, all))| (middle - f64::from(i)) * hits / all);
        weighted.sum::<f64>()
    };
    let given = trend(None);
    // Rounding must not tell equal trends apart.
    let so_great = (0..DRAWN).filter(|&number| trend(Some(number)) >= given - 1e-12).count();
    given.is_finite().then(|| (1 + so_great) as f64 / (1 + DRAWN) as f64)
}

#[cfg(test)]
mod tests {
    use plyscope_run::seed::hash;

    use super::chance_of_fall;

    /// 100 clusters of two games, won with these probabilities.
    fn clusters(seed: u64, shares: [f64; 3]) -> Vec<Vec<(f64, f64)>> {
        let game = |n: u64, share: f64| {
            f64::from(u8::from((hash(seed, n) as f64) < share * u64::MAX as f64))
        };
        let of = |(place, share): (u64, f64)| {
            let won = |cluster: u64| {
                (0..2).map(|one| game(1000 * place + 2 * cluster + one, share)).sum::<f64>()
            };
            (0..100).map(|cluster| (won(cluster), 2.0)).collect()
        };
        (0..).zip(shares).map(of).collect()
    }

    fn chance(seed: u64, shares: [f64; 3]) -> f64 {
        let all = clusters(seed, shares);
        chance_of_fall(&all.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_curve_that_falls_is_told_from_a_level_one() {
        assert!(chance(1, [0.9, 0.8, 0.7]) < 0.01);
        assert!(chance(1, [0.7, 0.8, 0.9]) > 0.99);
        let level = (0..20).filter(|&seed| chance(seed, [0.8; 3]) <= 0.05).count();
        assert!(level <= 3, "{level} of 20 level curves fall");
        assert_eq!(chance_of_fall(&[&[], &[]]), None);
        assert_eq!(chance_of_fall(&[&[(0.0, 0.0); 3], &[(1.0, 2.0); 3]]), None);
    }
}
