//! Statistics of pairs of games whose starts may be alike.
//!
//! The two games of a pair share a start, and pairs from symmetric starts tend to be the same games. So what is independent is a
//! *cluster*: all pairs from starts of one kind. The variance of the score is that of sums over clusters (the linearisation, or
//! "sandwich", estimator of survey statistics), with quantiles of Student's t.
//!
//! If all clusters score the same, their variance is 0, and nothing could be said of the uncertainty. So one imaginary pair is added to
//! it that was half won and half lost, as Jeffreys' prior adds half a success and half a failure (L. D. Brown, T. T. Cai,
//! A. DasGupta, "Interval Estimation for a Binomial Proportion", Statistical Science 16, 2001). Intervals are Wilson's, with the
//! number of independent results that would have this variance (N. Dean, M. Pagano, "Evaluating Confidence Interval Methods for
//! Binomial Proportions in Clustered Surveys", Journal of Survey Statistics and Methodology 3, 2015).

use std::collections::BTreeMap;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::pentanomial::{Elo, elo};
use super::student95;

/// Normalised Elo per standard deviation of a game: 800 / ln 10 (M. Van den Bergh, "Normalized Elo", 2021).
pub const NORMALISED: f64 = 347.435_585_522_601_46;

/// Pairs of games by clusters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clusters {
    /// Number of pairs of each cluster, and the sum of their half points, 0 to 4 each.
    clusters: BTreeMap<u64, (u64, u64)>,
    /// The pairs that the imaginary one counts as.
    weight: u32,
}

impl Default for Clusters {
    fn default() -> Self {
        Self::of_starts(1)
    }
}

/// What pairs of games say of two engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimates {
    /// Number of pairs.
    pub pairs: u64,
    /// Number of clusters: kinds of starts.
    pub clusters: u64,
    /// The first engine's share of the points, 0 to 1.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// The difference in Elo, with its interval.
    pub elo: Elo,
    /// The difference in normalised Elo, and half the width of its 95 % interval.
    pub normalised_elo: (f64, f64),
    /// The probability that the first engine is the stronger one.
    pub likelihood_of_superiority: f64,
    /// How many times the variance is that of independent pairs.
    pub design_effect: f64,
    /// The number of independent games without draws that would have this variance.
    pub independent: f64,
}

/// Mean and variance with the imaginary pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Number of pairs, without the imaginary one.
    pub pairs: f64,
    /// The mean score of a pair, 0 to 1.
    pub mean: f64,
    /// The variance of that mean.
    pub variance: f64,
}

impl Clusters {
    /// Clusters of pairs of which each start has so many, by different engines: the imaginary pair counts as many.
    #[must_use]
    pub fn of_starts(pairs: u32) -> Self {
        Self { clusters: BTreeMap::new(), weight: pairs }
    }

    /// Counts a pair of this cluster with so many half points of the first engine, 0 to 4.
    pub fn add(&mut self, cluster: u64, half_points: u64) {
        let (pairs, points) = self.clusters.entry(cluster).or_default();
        *pairs += 1;
        *points += half_points.min(4);
    }

    /// The number of clusters.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.clusters.len() as u64
    }

    fn totals(&self) -> (f64, f64) {
        let pairs: u64 = self.clusters.values().map(|(pairs, _)| pairs).sum();
        let points: u64 = self.clusters.values().map(|(_, points)| points).sum();
        (pairs as f64, points as f64 / 4.0)
    }

    /// Mean and variance; `None` without pairs.
    #[must_use]
    pub fn moments(&self) -> Option<Moments> {
        let (pairs, points) = self.totals();
        if pairs == 0.0 {
            return None;
        }
        let all = pairs + f64::from(self.weight);
        let mean = (points + 0.5 * f64::from(self.weight)) / all;
        let residual =
            |&(pairs, points): &(u64, u64)| (points as f64 / 4.0 - pairs as f64 * mean).powi(2);
        let squares = self.clusters.values().map(residual).sum::<f64>() + self.imaginary(mean);
        let clusters = self.count() as f64 + 1.0;
        let variance = squares / all.powi(2) * clusters / (clusters - 1.0);
        Some(Moments { pairs, mean, variance })
    }

    /// What the pairs say; `None` without pairs.
    #[must_use]
    pub fn estimates(&self) -> Option<Estimates> {
        let Moments { pairs, mean, variance } = self.moments()?;
        let (_, points) = self.totals();
        let score = points / pairs;
        // The imaginary pair is a cluster, too.
        let freedom = self.count() as f64;
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        let quantile = student95(freedom);
        let independent = mean * (1.0 - mean) / variance;
        let interval = wilson(score, independent, quantile);
        let deviation = (variance * pairs * 2.0).sqrt();
        let normalised = (mean - 0.5) / deviation;
        // The delta method: the deviation is estimated, too.
        let error = ((1.0 + normalised * normalised) / (2.0 * pairs)).sqrt();
        let naive = self.naive_variance(mean);
        Some(Estimates {
            pairs: pairs as u64,
            clusters: self.count(),
            score,
            interval,
            elo: Elo { difference: elo(score), low: elo(interval.0), high: elo(interval.1) },
            normalised_elo: (NORMALISED * normalised, NORMALISED * quantile * error),
            likelihood_of_superiority: student.cdf((mean - 0.5) / variance.sqrt()),
            design_effect: variance / naive,
            independent,
        })
    }

    /// The variance of the mean if all pairs were independent, taking those of a cluster as equal.
    fn naive_variance(&self, mean: f64) -> f64 {
        let residual = |&(pairs, points): &(u64, u64)| {
            let one = points as f64 / 4.0 / pairs as f64 - mean;
            pairs as f64 * one * one
        };
        let (pairs, _) = self.totals();
        let all = pairs + f64::from(self.weight);
        let squares = self.clusters.values().map(residual).sum::<f64>()
            + self.imaginary(mean) / f64::from(self.weight);
        squares / all.powi(2) * all / pairs
    }

    /// The imaginary pair's part of the squares: half of it is won, half lost.
    fn imaginary(&self, mean: f64) -> f64 {
        f64::from(self.weight).powi(2) * (0.5 * mean.powi(2) + 0.5 * (1.0 - mean).powi(2))
    }
}

impl Estimates {
    /// The 95 % interval of another share of these games from `count` results, as wide as their dependence makes it.
    #[must_use]
    pub fn interval_of(&self, share: f64, count: u64) -> (f64, f64) {
        let quantile = student95(self.clusters as f64);
        wilson(share, self.independent.min(count as f64), quantile)
    }
}

/// Wilson's interval of a share from so many independent results, with this quantile.
fn wilson(share: f64, count: f64, quantile: f64) -> (f64, f64) {
    let z2 = quantile * quantile;
    let centre = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let reach = quantile * (share * (1.0 - share) / count + z2 / (4.0 * count * count)).sqrt()
        / (1.0 + z2 / count);
    // Rounding must not give the end of a unanimous score a finite rating.
    let low = if share <= 0.0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (centre + reach).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::Clusters;

    fn clusters(pairs: impl IntoIterator<Item = (u64, u64)>) -> Clusters {
        let mut clusters = Clusters::default();
        pairs.into_iter().for_each(|(cluster, points)| clusters.add(cluster, points));
        clusters
    }

    #[test]
    fn copies_of_a_pair_say_no_more_than_one() {
        let once = clusters((0..60).map(|kind| (kind, kind * 7 % 5))).estimates().unwrap();
        let four = clusters((0..240).map(|i| (i % 60, i % 60 * 7 % 5))).estimates().unwrap();
        let naive = clusters((0..240).map(|i| (i, i % 60 * 7 % 5))).estimates().unwrap();
        let width = |estimates: super::Estimates| estimates.interval.1 - estimates.interval.0;
        assert!((once.score - four.score).abs() < 1e-12);
        assert!((width(four) / width(once) - 1.0).abs() < 0.05, "{} {}", width(four), width(once));
        assert!((width(naive) / width(once) - 0.5).abs() < 0.03, "{}", width(naive));
        assert!((four.design_effect - 4.0).abs() < 0.2, "{}", four.design_effect);
        assert!((once.design_effect - 1.0).abs() < 0.02);
        // Where each start has four pairs, the imaginary one counts as four: then all is exactly that of one.
        let mut weighed = Clusters::of_starts(4);
        (0..240).for_each(|i| weighed.add(i % 60, i % 60 * 7 % 5));
        let weighed = weighed.estimates().unwrap();
        assert!((width(weighed) / width(once) - 1.0).abs() < 1e-9, "{}", width(weighed));
    }

    #[test]
    fn unanimous_and_single_results_have_intervals() {
        let lost = clusters((0..60).map(|kind| (kind, 0))).estimates().unwrap();
        assert_eq!((lost.score, lost.interval.0), (0.0, 0.0));
        assert!((0.03..0.1).contains(&lost.interval.1), "{:?}", lost.interval);
        assert!(lost.likelihood_of_superiority < 1e-6 && lost.elo.high < -300.0);
        assert!(lost.normalised_elo.0 < -500.0 && lost.normalised_elo.1.is_finite());
        let drawn = clusters((0..60).map(|kind| (kind, 2))).estimates().unwrap();
        assert!((drawn.likelihood_of_superiority - 0.5).abs() < 1e-9);
        assert!(drawn.interval.0 < 0.49 && drawn.interval.1 > 0.51, "{:?}", drawn.interval);
        let one = clusters([(7, 4)]).estimates().unwrap();
        assert!(one.interval.0 < 0.1 && one.interval.1 > 0.99, "{:?}", one.interval);
        assert!(one.likelihood_of_superiority > 0.5 && one.likelihood_of_superiority < 0.95);
        assert!(clusters([]).estimates().is_none());
    }

    /// Against simulated matches: an interval covers the true score as often as it says, where naive ones do not.
    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let random = |n: u64| crate::seed::hash(5, n) as f64 / u64::MAX as f64;
        let (mut covered, mut naively) = (0, 0);
        const MATCHES: u64 = 600;
        for game in 0..MATCHES {
            // 40 kinds of 4 equal pairs: lost, drawn or won with 0.3, 0.3 and 0.4.
            let points = |kind: u64| match random(game * 40 + kind) {
                x if x < 0.3 => 0,
                x if x < 0.6 => 2,
                _ => 4,
            };
            let covers = |estimates: super::Estimates| {
                let (low, high) = estimates.interval;
                u64::from((low..=high).contains(&0.55))
            };
            let by_kind = clusters((0..160).map(|i| (i % 40, points(i % 40))));
            let alone = clusters((0..160).map(|i| (i, points(i % 40))));
            covered += covers(by_kind.estimates().unwrap());
            naively += covers(alone.estimates().unwrap());
        }
        let share = |count: u64| count as f64 / MATCHES as f64;
        assert!((0.93..=0.975).contains(&share(covered)), "{}", share(covered));
        assert!(share(naively) < 0.75, "{}", share(naively));
    }
}
