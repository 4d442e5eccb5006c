//! Ratings of more than two engines.

/// Ratings in Elo, mean 0, that explain these results best in the model of Bradley and Terry (by the iteration of D. R. Hunter, "MM
/// algorithms for generalized Bradley-Terry models", 2004). Each result is two engines' numbers, the first one's points, and the number
/// of games. One drawn game is added to every pairing, so that no rating is infinite.
#[must_use]
pub fn ratings(engines: usize, results: &[([usize; 2], f64, f64)]) -> Vec<f64> {
    let mut strengths = vec![1.0f64; engines];
    let met: Vec<_> = results
        .iter()
        .filter(|([a, b], _, _)| *a < engines && *b < engines && a != b)
        .map(|&(pair, points, games)| (pair, points + 0.5, games + 1.0))
        .collect();
    for _ in 0..2000 {
        let (mut points, mut share) = (vec![0.0; engines], vec![0.0; engines]);
        for &([a, b], first, games) in &met {
            points[a] += first;
            points[b] += games - first;
            let both = games / (strengths[a] + strengths[b]);
            share[a] += both;
            share[b] += both;
        }
        for (strength, (points, share)) in strengths.iter_mut().zip(points.iter().zip(&share)) {
            if *share > 0.0 {
                *strength = points / share;
            }
        }
        let logs: f64 = strengths.iter().map(|strength| strength.ln()).sum();
        let mean = (logs / engines.max(1) as f64).exp();
        strengths.iter_mut().for_each(|strength| *strength /= mean);
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::ratings;

    #[test]
    fn ratings_explain_the_scores() {
        // 75 % against each other in a row: 191 Elo each, a little less for the drawn games.
        let rated = ratings(3, &[([0, 1], 7500.0, 10000.0), ([1, 2], 7500.0, 10000.0)]);
        assert!((rated[0] - rated[1] - 190.8).abs() < 0.5, "{rated:?}");
        assert!((rated[0] + rated[1] + rated[2]).abs() < 1e-6);
        let unanimous = ratings(2, &[([0, 1], 10.0, 10.0)]);
        assert!(unanimous[0].is_finite() && unanimous[0] > 200.0);
        assert_eq!(ratings(2, &[]), [0.0, 0.0]);
    }
}
