//! Means and the papers' confidence intervals.

/// A sample of numbers, summed as they come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    count: u64,
    sum: u128,
    squares: u128,
}

impl Sample {
    /// Takes another number in.
    pub fn add(&mut self, value: u64) {
        let value = u128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Their mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// Half the width of the mean's 95 % confidence interval in the normal approximation, with the sample's standard
    /// deviation (divisor n - 1).
    #[must_use]
    pub fn half_width(&self) -> f64 {
        let n = self.count as f64;
        // Exact until the last step: the difference of these is an integer.
        let scatter = u128::from(self.count) * self.squares - self.sum * self.sum;
        let variance = scatter as f64 / (n * (n - 1.0));
        1.96 * (variance / n).sqrt()
    }
}

impl FromIterator<u64> for Sample {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut sample = Self::default();
        for number in numbers {
            sample.add(number);
        }
        sample
    }
}

/// Checks a number that the documents print with so many decimals: ours must round to the very same digits. (Where
/// it lies half-way between two, as means of 1000 integers do, either is right.)
///
/// # Panics
/// If it does not.
pub fn assert_prints(what: &str, ours: f64, decimals: i32, printed: f64) {
    let half_a_digit = 0.5 * 0.1f64.powi(decimals);
    let difference = (ours - printed).abs();
    assert!(difference < half_a_digit * (1.0 + 1e-6), "{what}: {ours}, printed {printed}");
}
