//! Statistics of pairs of games. The two games of a pair share a start, so they are not independent; pairs are.

use serde::Serialize;

use super::clustered::{Clusters, Moments, NORMALISED};

/// Numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// A rating difference with the ends of its 95 % interval, in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference; infinite at 0 or 100 %.
    pub difference: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The rating difference of a score in the logistic model.
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score of a rating difference.
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair whose two games gave these results: positive for a win, 0 for a draw.
    pub fn add(&mut self, first: i32, second: i32) {
        // From -2 to 2 half points above even.
        let points = first.signum() + second.signum() + 2;
        if let Some(count) = usize::try_from(points).ok().and_then(|i| self.0.get_mut(i)) {
            *count += 1;
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of pairs in which both engines scored the same; `None` without pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.0[2] as f64 / pairs as f64)
    }

    /// Mean and variance of a pair's score, from 0 to 1; `None` without pairs.
    #[must_use]
    pub fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs() as f64;
        if pairs == 0.0 {
            return None;
        }
        let scores = (0u32..).map(|i| f64::from(i) / 4.0);
        let weighted = || scores.clone().zip(&self.0);
        let mean = weighted().map(|(score, &n)| score * n as f64).sum::<f64>() / pairs;
        let squares = weighted().map(|(score, &n)| (score - mean).powi(2) * n as f64).sum::<f64>();
        Some((mean, squares / pairs))
    }
}

/// A sequential probability ratio test between two rating differences.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// Probability of wrongly accepting the alternative.
    pub alpha: f64,
    /// Probability of wrongly accepting the null hypothesis.
    pub beta: f64,
    /// What the differences are.
    #[serde(skip_serializing_if = "Model::is_logistic")]
    pub model: Model,
}

/// What the differences of a sequential test are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo of the logistic model.
    #[default]
    Logistic,
    /// Normalised Elo: standard deviations of a game.
    Normalised,
}

impl Model {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    const fn is_logistic(&self) -> bool {
        matches!(self, Self::Logistic)
    }
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// More games are needed.
    Undecided,
    /// The null hypothesis is accepted: `elo0`.
    Null,
    /// The alternative is accepted: `elo1`.
    Alternative,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio (Wald).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio by the normal approximation of the generalised test; 0 without pairs.
    ///
    /// The variance is that of [`Clusters`], which is never 0: pairs that all scored the same decide, too. Normalised Elo becomes a
    /// score by the same variance (M. Van den Bergh, "Normalized Elo", 2021).
    #[must_use]
    pub fn log_likelihood_ratio(&self, clusters: &Clusters) -> f64 {
        let Some(Moments { pairs, mean, variance }) = clusters.moments() else { return 0.0 };
        let score = |elo: f64| match self.model {
            Model::Logistic => score(elo),
            // The variance of a game's score is twice that of a pair's mean.
            Model::Normalised => 0.5 + elo / NORMALISED * (2.0 * pairs * variance).sqrt(),
        };
        let (s0, s1) = (score(self.elo0), score(self.elo1));
        (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The verdict on the pairs so far.
    #[must_use]
    pub fn verdict(&self, clusters: &Clusters) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(clusters);
        match self.bounds() {
            (low, _) if ratio <= low => SprtVerdict::Null,
            (_, high) if ratio >= high => SprtVerdict::Alternative,
            _ => SprtVerdict::Undecided,
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    /// Parses `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic`; the error probabilities and the model may be omitted.
    fn from_str(text: &str) -> Result<Self, String> {
        let usage =
            "write elo0=0,elo1=10,alpha=0.05,beta=0.05, and model=normalised for normalised Elo";
        let mut sprt = Self {
            elo0: f64::NAN,
            elo1: f64::NAN,
            alpha: 0.05,
            beta: 0.05,
            model: Model::default(),
        };
        let mut keys: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or(usage)?;
            if keys.contains(&key) {
                return Err(format!("{key:?} is given twice"));
            }
            keys.push(key);
            if key == "model" {
                sprt.model = match value {
                    "logistic" => Model::Logistic,
                    "normalised" | "normalized" => Model::Normalised,
                    _ => return Err("model is logistic or normalised".to_owned()),
                };
                continue;
            }
            let value: f64 = value.parse().map_err(|_| usage)?;
            match key {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(format!("unknown key {key:?}: {usage}")),
            }
        }
        let Self { elo0, elo1, alpha, beta, .. } = sprt;
        let probabilities = 0.0 < alpha && alpha < 0.5 && 0.0 < beta && beta < 0.5;
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite() && probabilities) {
            return Err(format!(
                "elo0 must be below elo1, alpha and beta between 0 and 0.5: {usage}"
            ));
        }
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::{Clusters, Pentanomial, Sprt, SprtVerdict, elo, score};

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((elo(0.75) - 190.848_5).abs() < 1e-3);
        assert!((score(elo(0.3)) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pairs = Pentanomial::default();
        for (first, second) in [(1, 1), (1, -1), (0, 0), (-5, 0), (-1, -1)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs.0, [1, 1, 2, 0, 1]);
        assert_eq!(pairs.moments().map(|(mean, _)| mean), Some(0.45));
    }

    /// Pairs with these half points, each from a start of its own.
    fn clusters(pairs: Pentanomial) -> Clusters {
        let mut clusters = Clusters::default();
        let all =
            (0..).zip(pairs.0).flat_map(|(points, n)| std::iter::repeat_n(points, n as usize));
        (0..).zip(all).for_each(|(cluster, points)| clusters.add(cluster, points));
        clusters
    }

    #[test]
    fn superiority_is_even_for_even_scores_and_sure_for_clear_ones() {
        let los = |pairs: [u64; 5]| {
            clusters(Pentanomial(pairs)).estimates().unwrap().likelihood_of_superiority
        };
        assert!((los([10, 0, 20, 0, 10]) - 0.5).abs() < 1e-12);
        assert!(los([1, 0, 20, 0, 30]) > 0.999);
        assert!((los([0, 0, 5, 0, 0]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_test_of_unanimous_games_decides_and_one_of_few_games_does_not() {
        for model in ["logistic", "normalised"] {
            let sprt: Sprt = format!("elo0=0,elo1=10,model={model}").parse().unwrap();
            let ratio = |pairs: [u64; 5]| sprt.log_likelihood_ratio(&clusters(Pentanomial(pairs)));
            assert!(ratio([60, 0, 0, 0, 0]) < -1.0, "{model}: {}", ratio([60, 0, 0, 0, 0]));
            assert!(ratio([0, 0, 0, 0, 60]) > 1.0, "{model}: {}", ratio([0, 0, 0, 0, 60]));
            assert!(ratio([0, 0, 0, 0, 1]).abs() < 0.5, "{model}");
            assert_eq!(ratio([0; 5]), 0.0);
            // More games of the same kind decide more.
            assert!(ratio([10, 20, 30, 25, 20]) > ratio([5, 10, 15, 12, 10]), "{model}");
        }
        let logistic: Sprt = "elo0=0,elo1=10".parse().unwrap();
        assert_eq!(logistic.verdict(&clusters(Pentanomial([60, 0, 0, 0, 0]))), SprtVerdict::Null);
    }

    #[test]
    fn a_sequential_test_decides_for_the_hypothesis_that_the_games_follow() {
        let sprt: Sprt = "elo0=0,elo1=20".parse().unwrap();
        assert!("elo0=0,elo1=10,elo1=20".parse::<Sprt>().unwrap_err().contains("given twice"));
        assert!((sprt.bounds().1 - 2.944_4).abs() < 1e-3, "ln 19");
        assert_eq!(
            sprt.verdict(&clusters(Pentanomial([5, 10, 20, 10, 5]))),
            SprtVerdict::Undecided
        );
        assert_eq!(
            sprt.verdict(&clusters(Pentanomial([50, 300, 900, 500, 250]))),
            SprtVerdict::Alternative
        );
        assert_eq!(
            sprt.verdict(&clusters(Pentanomial([250, 500, 900, 300, 50]))),
            SprtVerdict::Null
        );
        for bad in ["elo0=5,elo1=1", "elo0=0", "x=1", "elo0=0,elo1=5,alpha=2"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
