//! A claim before its verdict: what it compares, and with what.

use super::*;

impl Statement {
    /// Marks the claim as one of an independent measurement, not a paper's.
    #[must_use]
    pub fn independent(self) -> Self {
        Self { origin: Origin::Independent, ..self }
    }

    /// Marks the claim as our own expectation, on a question that the papers leave open. The source is the origin of
    /// the question.
    #[must_use]
    pub fn own(self) -> Self {
        Self { origin: Origin::Own, ..self }
    }

    /// The statement of this key in this experiment again: in another sentence, or measured in another way. It is not counted.
    #[must_use]
    pub fn again(self, experiment: &'static str, key: &'static str) -> Self {
        Self { standing: Standing::Again(Place::new(experiment, key)), ..self }
    }

    /// Another reading of the statement of this key in this experiment. It is not counted.
    #[must_use]
    pub fn reading_of(self, experiment: &'static str, key: &'static str) -> Self {
        Self { standing: Standing::Reading(Place::new(experiment, key)), ..self }
    }

    /// A control or an inference of ours beside the source's statements: our own, and not counted.
    #[must_use]
    pub fn inferred(self) -> Self {
        Self { origin: Origin::Own, standing: Standing::Ours, ..self }
    }

    /// The claim is one of so many points of a statement, of which one fails it: it fails only if that is sure at 95 % for all of
    /// them together (Bonferroni's correction).
    #[must_use]
    pub fn one_of(self, points: usize) -> Self {
        Self { points: points.max(1), ..self }
    }

    /// Gives the statement a key, which is unique in its experiment.
    #[must_use]
    pub fn named(self, key: &'static str) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The claim is one point of a statement, whose key all its points have. `whole` is what they say together, with `…` where
    /// they differ.
    #[must_use]
    pub fn point_of(self, key: &'static str, whole: impl Into<String>) -> Self {
        Self { key: Some(key), part_of: Some(whole.into()), ..self }
    }

    /// Names the point at which the claim makes its statement, for remarks on this point alone.
    #[must_use]
    pub fn at(self, point: &'static str) -> Self {
        Self { point: Some(point), ..self }
    }

    /// The claim with the rule of its verdict.
    pub(crate) fn by(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    pub(crate) fn number(&self, number: f64) -> String {
        self.with_unit(&grouped(number, self.decimals))
    }

    pub(crate) fn with_unit(&self, number: &str) -> String {
        if self.unit.is_empty() { number.to_owned() } else { format!("{number} {}", self.unit) }
    }

    pub(crate) fn claim(self, paper: String, ours: String, verdict: Verdict) -> Claim {
        let Self { origin, source, key, point, part_of, statement, standing, rule, .. } = self;
        Claim {
            origin,
            source,
            key,
            point,
            statement,
            paper,
            ours,
            verdict,
            cause: None,
            part_of,
            standing,
            scope: Scope::Number,
            rule,
        }
    }

    fn verdict(self, paper: String, ours: Option<Estimate>, verdict: Verdict) -> Claim {
        let ours = ours.map_or_else(
            || "not measured".to_owned(),
            |ours| self.with_unit(&ours.display(self.decimals)),
        );
        self.claim(paper, ours, verdict)
    }

    /// Takes a number that may not have been measured, and decides with `judge` if it was.
    pub(crate) fn measured(
        self,
        paper: String,
        ours: Option<Estimate>,
        judge: impl FnOnce(&Self, Estimate) -> Verdict,
    ) -> Claim {
        let verdict = match ours {
            Some(ours) if ours.value.is_finite() => judge(&self, ours),
            _ => Verdict::not_measured(),
        };
        self.verdict(paper, ours, verdict)
    }

    /// The paper gives a number that is exact up to `tolerance` (half a unit of its last digit). Ours must be within the
    /// tolerance, or our interval must reach it and be close to it.
    #[must_use]
    pub fn equals(self, paper: f64, tolerance: f64, ours: Option<Estimate>) -> Claim {
        let printed = self.number(paper);
        self.by(AGREES).measured(printed, ours, |statement, ours| {
            // A number halfway between two digits may be printed as either.
            let tolerance = tolerance * (1.0 + 1e-9);
            statement.agrees(ours, (paper - tolerance, paper + tolerance), paper)
        })
    }

    /// The paper gives the mean of its own sample of `papers_count` trees, which are not ours. The difference must be
    /// within its 95 % interval, with our standard deviation for both samples.
    #[must_use]
    pub fn mean_of(
        self,
        paper: f64,
        papers_count: u64,
        ours: Option<impl Into<Measured>>,
    ) -> Claim {
        let ours = ours.map(Into::into);
        let printed = self.number(paper);
        let rule = "the two means differ by no more than the 95 % interval of their difference";
        self.by(rule).measured(printed, ours.map(|ours| ours.estimate), |statement, interval| {
            let Some(ours) = ours else { return Verdict::Holds };
            let spread = 1.0 + ours.count as f64 / papers_count as f64;
            let difference = interval.among(statement.points).half_width() * spread.sqrt();
            if (interval.value - paper).abs() <= difference {
                statement.holds_if_close(interval, paper, paper)
            } else {
                Verdict::differs(statement.difference(interval.value, paper))
            }
        })
    }

    /// The number must be below the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn below(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("below {}", self.number(paper));
        self.by("our whole 95 % interval is below it").measured(printed, ours, |statement, ours| {
            statement.compare(ours.is_below(paper).decide(1, statement.points), ours, paper)
        })
    }

    /// The number must be at least the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn at_least(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("at least {}", self.number(paper));
        self.by("our whole 95 % interval is at least it").measured(
            printed,
            ours,
            |statement, ours| {
                statement.compare(ours.is_at_least(paper).decide(1, statement.points), ours, paper)
            },
        )
    }

    /// The number must be within the paper's range, ends included, or its interval must overlap the range and be close to it.
    #[must_use]
    pub fn within(self, low: f64, high: f64, ours: Option<Estimate>) -> Claim {
        let number = |x| grouped(x, self.decimals);
        let printed = self.with_unit(&format!("{} to {}", number(low), number(high)));
        self.by(AGREES).measured(printed, ours, |statement, ours| {
            statement.agrees(ours, (low, high), if ours.value < low { low } else { high })
        })
    }

    /// The paper gives a depth at equal work, which must be in our bracket, its ends included.
    #[must_use]
    pub fn in_bracket(self, paper: f64, ours: Option<Bracket>) -> Claim {
        let printed = self.number(paper);
        let Some(ours) = ours else {
            return self.claim(printed, "not measured".to_owned(), Verdict::not_measured());
        };
        let Bracket { less, more } = ours;
        let verdict = if (less..=more).contains(&paper) {
            Verdict::Holds
        } else {
            let end = if paper < less { less } else { more };
            Verdict::differs(self.difference(end, paper))
        };
        let ours = self.with_unit(&ours.display());
        let rule = "the printed depth is in our bracket of two whole depths, ends included";
        self.by(rule).claim(printed, ours, verdict)
    }

    /// A claim that cannot be tested at all, and the reason.
    #[must_use]
    pub fn not_testable(self, paper: impl Into<String>, why: impl Into<String>) -> Claim {
        self.by("no run can test it").verdict(paper.into(), None, Verdict::open(why))
    }

    /// Whether a number agrees with a printed range. It differs if its interval, as one of the statement's points, does not reach
    /// the range. `end` gives the printed number from which it then differs.
    fn agrees(&self, ours: Estimate, (low, high): (f64, f64), end: f64) -> Verdict {
        let among = ours.among(self.points);
        if among.low <= high && low <= among.high {
            self.holds_if_close(ours, low, high)
        } else {
            Verdict::differs(self.difference(ours.value, end))
        }
    }

    /// That an interval reaches a printed number does not yet mean that it agrees: an interval wide enough would. All of it must be
    /// close to the printed range.
    fn holds_if_close(&self, ours: Estimate, low: f64, high: f64) -> Verdict {
        if self.is_close(ours, low, high) {
            Verdict::Holds
        } else {
            Verdict::open("the interval is too wide to decide: use larger samples")
        }
    }

    /// Whether all of an interval is close to a printed range: within a tenth of the number, or ten percentage points.
    pub(crate) fn is_close(&self, ours: Estimate, low: f64, high: f64) -> bool {
        let of = low.abs().max(high.abs());
        let is_share = matches!(self.unit.as_str(), "%" | "percentage points");
        let margin = if is_share { 10.0 } else { 0.1 * of }.max(high - low);
        low - margin <= ours.low && ours.high <= high + margin
    }

    fn compare(&self, so: Option<bool>, ours: Estimate, paper: f64) -> Verdict {
        match so {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::differs(self.difference(ours.value, paper)),
            None if self.origin == Origin::Own => {
                Verdict::open("the interval contains the expected number: use larger samples")
            }
            None => Verdict::open("the interval contains the paper's number: use larger samples"),
        }
    }

    /// The same with another number of decimals.
    pub(crate) fn with_decimals(&self, decimals: u8) -> Self {
        Self { decimals, ..self.clone() }
    }

    /// `+1.20 % (+3.1 nodes)`.
    pub(crate) fn difference(&self, ours: f64, paper: f64) -> String {
        let difference = ours - paper;
        let sign = if difference < 0.0 { "-" } else { "+" };
        // A difference smaller than the printed digits is shown with as many digits as it needs.
        let mut decimals = self.decimals;
        while difference != 0.0
            && decimals < 9
            && difference.abs() < 0.5 * 0.1f64.powi(decimals.into())
        {
            decimals += 1;
        }
        let absolute = self.with_unit(&format!("{sign}{}", grouped(difference.abs(), decimals)));
        if paper == 0.0 || self.unit == "%" {
            absolute.replace(" %", " percentage points")
        } else {
            format!("{absolute} ({:+.1} %)", 100.0 * difference / paper)
        }
    }
}
