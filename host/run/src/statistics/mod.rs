//! Means and shares with confidence intervals.

pub mod clustered;
pub mod pentanomial;
pub mod ratings;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

/// The normal distribution's two-sided 95 % quantile.
const Z95: f64 = 1.959_963_984_540_054;

/// By how much wider the 95 % intervals of so many numbers must be to hold for all of them together: Bonferroni's correction, for
/// intervals of a normal distribution.
#[must_use]
pub fn bonferroni(count: usize) -> f64 {
    if count <= 1 {
        return 1.0;
    }
    Normal::standard().inverse_cdf(1.0 - 0.025 / count as f64) / Z95
}

/// By how much wider 95 % intervals must be to tell at 95 % for all of them together which exclude zero, by Holm's step-down
/// correction, which excludes all that Bonferroni's does and more. `distances` are those of the numbers from zero, as multiples of
/// half the width of each number's interval.
#[must_use]
pub fn holm(mut distances: Vec<f64>) -> f64 {
    distances.sort_by(|a, b| b.total_cmp(a));
    let count = distances.len();
    let excluded = |(place, distance): &(usize, f64)| *distance > bonferroni(count - place);
    let excluded = distances.into_iter().enumerate().take_while(excluded).count();
    bonferroni(count - excluded)
}

/// The share of a normal distribution that lies below so many standard deviations above its mean.
#[must_use]
pub fn normal_share(deviations: f64) -> f64 {
    Normal::standard().cdf(deviations)
}

/// Student's two-sided 95 % quantile; infinite without degrees of freedom.
fn student95(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| student.inverse_cdf(0.975))
}

/// A mean with the half width of its 95 % confidence interval by Student's t: of numbers that are not normally distributed it holds
/// for many of them only.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// Number of values.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Half the width of the interval; infinite for fewer than two numbers.
    pub half_width: f64,
}

impl Mean {
    /// The mean of these numbers.
    #[must_use]
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut running = Running::default();
        numbers.into_iter().for_each(|number| running.add(number));
        running.mean()
    }

    /// The half width in per cent of the mean as papers print it: by a normal distribution's quantile, 1.960, which is less than
    /// Student's.
    #[must_use]
    pub fn printed_width(self) -> f64 {
        let freedom = self.count.saturating_sub(1) as f64;
        100.0 * self.half_width * Z95 / student95(freedom) / self.mean
    }
}

/// A running mean, which does not store its numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Running {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        // Welford's recurrence: one pass, no cancellation.
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// The mean of all numbers so far.
    #[must_use]
    pub fn mean(self) -> Mean {
        let Self { count, mean, squares } = self;
        let half_width = if count < 2 {
            f64::INFINITY
        } else {
            let freedom = (count - 1) as f64;
            student95(freedom) * (squares / freedom / count as f64).sqrt()
        };
        Mean { count, mean, half_width }
    }
}

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one result: positive for a win, 0 for a draw.
    pub fn add(&mut self, result: i32) {
        match result.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The same results from the opponent's side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The sum of both results.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// Number of results.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, a draw counting half; `None` without games.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / games as f64)
    }

    /// The same without draws.
    #[must_use]
    pub fn without_draws(self) -> Self {
        Self { draws: 0, ..self }
    }

    /// The share of wins among decided games; `None` without any.
    #[must_use]
    pub fn decided(self) -> Option<f64> {
        self.without_draws().score()
    }

    /// The 95 % interval of the score by Wilson's formula; `None` without games.
    #[must_use]
    pub fn wilson(self) -> Option<(f64, f64)> {
        let p = self.score()?;
        let n = self.games() as f64;
        let z2 = Z95 * Z95;
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        Some((centre - reach, centre + reach))
    }
}

#[cfg(test)]
mod tests {
    use super::{Mean, Tally, Z95, bonferroni, holm};

    #[test]
    fn holms_correction_takes_the_number_that_is_left() {
        // Of three numbers one is far from zero; the next must clear what two need, not what three do.
        let (two, three) = (bonferroni(2), bonferroni(3));
        let between = (two + three) / 2.0;
        assert_eq!(holm(vec![between, 9.0, 0.1]), 1.0);
        assert_eq!(holm(vec![between, 0.2, 0.1]), three);
        assert_eq!(holm(vec![1.0, 9.0, 0.1]), two);
        assert_eq!(holm(Vec::new()), 1.0);
    }

    #[test]
    fn intervals_of_several_numbers_together_are_wider() {
        let quantiles = [(1, 1.960), (2, 2.241), (5, 2.576), (10, 2.807)];
        for (count, quantile) in quantiles {
            assert!((bonferroni(count) * Z95 - quantile).abs() < 1e-3, "{count}");
        }
        assert_eq!(bonferroni(0), 1.0);
    }

    #[test]
    fn a_mean_has_the_usual_interval() {
        let mean = Mean::of([1.0, 2.0, 3.0, 4.0]);
        assert!((mean.mean - 2.5).abs() < 1e-12);
        // sd = sqrt(5/3), standard error sd / 2; Student's t with 3 degrees of freedom is 3.182.
        assert!((mean.half_width - 3.182_446 * (5.0f64 / 3.0).sqrt() / 2.0).abs() < 1e-6);
        assert!((mean.printed_width() - 39.2 * (5.0f64 / 3.0).sqrt()).abs() < 1e-2);
        // With many numbers it is that of a normal distribution.
        let many = Mean::of((0..10_000).map(|n| f64::from(n % 2)));
        assert!((many.half_width - 0.0098).abs() < 1e-5, "{many:?}");
        assert!(Mean::of([1.0]).half_width.is_infinite());
    }

    #[test]
    fn wilson_intervals_are_those_of_the_textbook() {
        // 8 of 10: 0.490 to 0.943 (Wilson 1927, without continuity correction).
        let (low, high) = Tally { wins: 8, draws: 0, losses: 2 }.wilson().unwrap();
        assert!((low - 0.4902).abs() < 5e-4 && (high - 0.9433).abs() < 5e-4, "{low} {high}");
        let (low, high) = Tally { wins: 10, draws: 0, losses: 0 }.wilson().unwrap();
        assert!(low > 0.7 && high <= 1.0);
        assert_eq!(Tally::default().wilson(), None);
    }
}
