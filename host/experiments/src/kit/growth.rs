//! Samples that grow until they decide.
//!
//! A sample that decides nothing is looked at again when it is larger. With enough looks chance decides anything, so all intervals of
//! such a sample hold at 95 % for all of its looks together (Bonferroni's correction). The settings fix the number of looks, and the
//! rows decide when to stop: never a clock.

use std::iter::successors;

use plyscope_report::Estimate;

/// By how much a sample grows from one look to the next.
const TIMES: u32 = 4;

/// The sizes of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Growth {
    /// At the first look.
    pub(crate) first: u32,
    /// At the last, if that is more.
    pub(crate) most: u32,
}

impl Growth {
    /// The sizes at all looks.
    pub(crate) fn sizes(self) -> impl Iterator<Item = u32> {
        successors(Some(self.first), move |&size| self.after(size))
    }

    /// The size after this one, or `None` after the last.
    pub(crate) fn after(self, size: u32) -> Option<u32> {
        (size < self.most).then(|| size.max(1).saturating_mul(TIMES).min(self.most))
    }

    /// The number of looks.
    pub(crate) fn looks(self) -> usize {
        self.sizes().count()
    }

    /// An estimate with an interval for all looks.
    pub(crate) fn at_any_look(self, estimate: Estimate) -> Estimate {
        estimate.among(self.looks())
    }
}

/// Whether a number of a statement about so many cases is neither sure to be at least this, nor sure among all cases to be less: a
/// claim that is `in_all` of them asks the same.
pub(crate) fn is_open(number: Estimate, at_least: f64, cases: usize) -> bool {
    number.low < at_least && number.among(cases).high >= at_least
}

#[cfg(test)]
mod tests {
    use plyscope_report::Estimate;
    use plyscope_run::seed::hash;

    use super::{Growth, is_open};

    #[test]
    fn samples_grow_fourfold_up_to_the_most() {
        let sizes = |first, most| Growth { first, most }.sizes().collect::<Vec<u32>>();
        assert_eq!(sizes(625, 10_000), [625, 2500, 10_000]);
        assert_eq!(sizes(200, 2000), [200, 800, 2000]);
        assert_eq!((sizes(20, 1), sizes(7, 7)), (vec![20], vec![7]));
    }

    /// Fair coins: half of the throws are heads, so every decision is an error.
    #[test]
    fn more_looks_do_not_make_more_errors() {
        const COINS: u64 = 4000;
        let growth = Growth { first: 100, most: 1600 };
        assert_eq!(growth.looks(), 3);
        let (mut naive, mut corrected) = (0, 0);
        for coin in 0..COINS {
            let looks: Vec<Estimate> = growth
                .sizes()
                .map(|size| {
                    let heads = (0..size).filter(|&throw| hash(coin, throw.into()) >> 63 == 1);
                    Estimate::percent(heads.count() as u64, size.into())
                })
                .collect();
            let decides = |of: &dyn Fn(Estimate) -> Estimate| {
                u64::from(looks.iter().any(|&look| !is_open(of(look), 50.0, 1)))
            };
            naive += decides(&|look| look);
            corrected += decides(&|look| growth.at_any_look(look));
        }
        let percent = |errors: u64| 100.0 * errors as f64 / COINS as f64;
        assert!(percent(corrected) <= 5.0, "{} %", percent(corrected));
        assert!(percent(naive) > 8.0, "{} %: the correction would not be needed", percent(naive));
    }
}
