//! Claims whose source uses an adjective: what we take it to mean, and where the verdict would turn.

use std::fmt::Display;

use super::super::verdict::{NOT_MEASURED, Read};
use super::{Claim, Estimate, Scope, Statement, Verdict};

/// The rule of a word.
const READING: &str =
    "a word of the source, which we read as a limit; the verdict has where it turns";

/// What we take an adjective of a source to mean: a limit of ours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meaning {
    word: &'static str,
    limit: f64,
    at_least: bool,
}

impl Meaning {
    /// This word means at most so much.
    #[must_use]
    pub const fn at_most(word: &'static str, limit: f64) -> Self {
        Self { word, limit, at_least: false }
    }

    /// This word means at least so much.
    #[must_use]
    pub const fn at_least(word: &'static str, limit: f64) -> Self {
        Self { word, limit, at_least: true }
    }

    /// 1 where greater numbers are worse, -1 where smaller ones are.
    fn sign(self) -> f64 {
        if self.at_least { -1.0 } else { 1.0 }
    }
}

/// The limits, times the sign, from which a statement holds, and below which it differs.
#[derive(Clone, Copy)]
struct Turn {
    holds: f64,
    differs: f64,
}

impl Turn {
    /// Of all these numbers. Each confirms the statement at 95 %; one fails it at 95 % for `count` together. Where no interval reaches
    /// below 0, as those of distances and shares do not, no wider one does.
    fn of(numbers: &[Estimate], sign: f64, count: usize) -> Self {
        let most = |of: &dyn Fn(&Estimate) -> f64| {
            numbers.iter().map(of).max_by(f64::total_cmp).unwrap_or(f64::NAN)
        };
        let end = |estimate: Estimate, upper: bool| {
            sign * if upper == (sign > 0.0) { estimate.high } else { estimate.low }
        };
        let at_least_0 = sign > 0.0 && numbers.iter().all(|one| one.low >= 0.0);
        let least = if at_least_0 { 0.0 } else { f64::NEG_INFINITY };
        Self {
            holds: most(&|one| end(*one, true)),
            differs: most(&|one| end(one.among(count), false)).max(least),
        }
    }

    fn verdict(self, limit: f64, reading: String, turns: String) -> Verdict {
        let dust = 1e-9 * limit.abs().max(1e-9);
        if self.holds <= limit + dust {
            Verdict::ByReading(Read { holds: true, reading, turns })
        } else if self.differs > limit {
            Verdict::ByReading(Read { holds: false, reading, turns })
        } else {
            Verdict::open(format!(
                "the interval is on both sides of our reading ({reading}; it {turns})"
            ))
        }
    }
}

impl Statement {
    /// The source uses an adjective, which is true of all these numbers by our reading of it. The verdict says that it is ours,
    /// and where it turns. Of several numbers, one fails the statement at 95 % for all together (Bonferroni's correction).
    #[must_use]
    pub fn reads<N: Display>(
        self,
        meaning: Meaning,
        numbers: impl IntoIterator<Item = (N, Option<Estimate>)>,
    ) -> Claim {
        let (mut names, mut measured, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for (name, number) in numbers {
            match number.filter(|number| number.value.is_finite()) {
                Some(number) => {
                    names.push(name.to_string());
                    measured.push(number);
                }
                None => missing.push(name.to_string()),
            }
        }
        let Meaning { word, limit, at_least } = meaning;
        let bound = if at_least { "at least" } else { "at most" };
        let stated = format!("{word}; our reading: {bound} {}", self.number(limit));
        if measured.is_empty() {
            return self.claim(stated, "not measured".to_owned(), Verdict::not_measured());
        }
        let sign = meaning.sign();
        let turn = Turn::of(&measured, sign, measured.len() * self.points);
        let turns = self.turns(turn, sign);
        let reading = format!("{word}: {bound} {}", self.number(limit));
        let mut verdict = turn.verdict(sign * limit, reading, turns);
        if let (false, Verdict::ByReading(Read { holds: true, .. })) =
            (missing.is_empty(), &verdict)
        {
            verdict =
                Verdict::open(format!("{NOT_MEASURED}: {}; the others agree", missing.join("; ")));
        }
        let worst = names.iter().zip(&measured);
        let worst = worst.max_by(|(_, a), (_, b)| (sign * a.value).total_cmp(&(sign * b.value)));
        let ours = match (worst, measured.len()) {
            (Some((_, number)), 1) => self.with_unit(&number.display(self.decimals)),
            (Some((name, number)), count) => {
                let number = self.with_unit(&number.display(self.decimals));
                let which = if at_least { "least" } else { "greatest" };
                format!("{number}, the {which} of {count} ({name})")
            }
            (None, _) => String::new(),
        };
        let scope = Scope::All(measured.len());
        Claim { scope, ..self.by(READING).claim(stated, ours, verdict) }
    }

    /// The source says that a number is about so much (or almost, around, roughly: the `word`). By our reading, ours differs from it
    /// by at most the margin.
    #[must_use]
    pub fn about(self, word: &str, paper: f64, margin: f64, ours: Option<Estimate>) -> Claim {
        let within = self.number(margin);
        let stated = format!("{word} {}; our reading: within {within}", self.number(paper));
        self.by(READING).measured(stated, ours, |statement, ours| {
            let turn = Turn::of(&[ours.distance_to(paper)], 1.0, statement.points);
            let turns = statement.turns(turn, 1.0);
            turn.verdict(margin, format!("{word}: within {within}"), turns)
        })
    }

    /// `turns at 0.72`, `holds from 0.75 on, differs below 0.71`.
    fn turns(&self, turn: Turn, sign: f64) -> String {
        if !turn.holds.is_finite() || !turn.differs.is_finite() {
            return "turns at no limit that so small a sample tells".to_owned();
        }
        let [holds, differs] = [turn.holds, turn.differs].map(|limit| self.number(sign * limit));
        if holds == differs {
            format!("turns at {holds}")
        } else if sign > 0.0 && turn.differs == 0.0 {
            format!("holds from {holds} on, differs at no limit")
        } else if sign > 0.0 {
            format!("holds from {holds} on, differs below {differs}")
        } else {
            format!("holds up to {holds}, differs above {differs}")
        }
    }
}
