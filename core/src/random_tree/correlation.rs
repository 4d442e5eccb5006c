//! Correlation between the costs of the edges to siblings.

use super::{Node, RandomTree};

/// The correlation between the costs of the edges from one node to any two of its children, in thousandths.
///
/// A cost is the weighted mean of a cost that all siblings have in common and one of the child's own, both drawn from the
/// tree's range. With weight s of the common one, the correlation r is s^2 / (s^2 + (1 - s)^2), so s is
/// sqrt(r) / (sqrt(r) + sqrt(1 - r)). Costs stay within the range, rounded to whole numbers; their variance is
/// s^2 + (1 - s)^2 of that of independent costs: half at r = 0.5, all of it at 0 and 1. Costs of children of different
/// parents are independent.
///
/// ```
/// use plyscope_core::Game;
/// use plyscope_core::random_tree::{Branching, Correlation, RandomTree};
/// let all = Correlation::per_mille(1000).unwrap();
/// let tree = RandomTree::new(17, Branching::uniform(3)?).with_correlation(all);
/// let root = tree.root();
/// let [first, second] = [0, 1].map(|number| tree.play(&root, tree.nth_child(&root, number)));
/// assert_eq!(first.value(), second.value());
/// assert_eq!(Correlation::per_mille(1001), None);
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Correlation {
    per_mille: u16,
    /// The weight of the common cost, in parts of [`ONE`].
    weight: u32,
}

/// A weight of 1.
const ONE: u32 = 1 << 16;

impl Correlation {
    /// Independent costs.
    pub const NONE: Self = Self { per_mille: 0, weight: 0 };

    /// A correlation of `thousandths` / 1000, 0 to 1000; `None` if it is out of range.
    #[must_use]
    pub const fn per_mille(thousandths: u32) -> Option<Self> {
        if thousandths > 1000 {
            return None;
        }
        // Square roots with 16 binary places.
        let common = ((thousandths as u64) << 32).isqrt();
        let own = ((1000u64.wrapping_sub(thousandths as u64)) << 32).isqrt();
        let weight = match (common << 16).checked_div(common.wrapping_add(own)) {
            Some(weight) => weight as u32,
            None => 0,
        };
        Some(Self { per_mille: thousandths as u16, weight })
    }

    /// Reads a number from 0 to 1 with at most three decimals, such as `0.25`.
    ///
    /// ```
    /// use plyscope_core::random_tree::Correlation;
    /// assert_eq!(Correlation::read("0.25"), Correlation::per_mille(250));
    /// assert_eq!(Correlation::read("1"), Correlation::per_mille(1000));
    /// assert_eq!(Correlation::read("0.0001"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(decimals) {
            return None;
        }
        let unit = [100, 10, 1].get(decimals.len().wrapping_sub(1))?;
        let whole = whole.parse::<u32>().ok()?.wrapping_mul(1000);
        let decimals = decimals.parse::<u32>().ok()?.wrapping_mul(*unit);
        Self::per_mille(whole.wrapping_add(decimals))
    }

    /// The correlation in thousandths.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.per_mille as u32
    }

    /// Whether costs are independent.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.per_mille == 0
    }

    /// The cost of an edge, from the common cost and the child's own.
    pub(super) const fn cost(self, common: i32, own: i32) -> i32 {
        let weight = self.weight as i64;
        let rest = (ONE as i64).wrapping_sub(weight);
        let sum =
            (common as i64).wrapping_mul(weight).wrapping_add((own as i64).wrapping_mul(rest));
        (sum.wrapping_add(ONE as i64 / 2) >> 16) as i32
    }
}

/// Tells the common cost of a node's children from other hashes of it.
const COMMON: u64 = 0x636f_6d6d_6f6e;

impl RandomTree {
    /// The cost of the edge to a child of `node`, from the cost that is the child's own.
    #[cold]
    #[inline(never)]
    pub(super) const fn correlated(&self, node: &Node, own: i32) -> i32 {
        let common = self.draw.cost((node.hash(COMMON) >> 32) as u32);
        self.correlation.cost(common, own)
    }
}

#[cfg(test)]
mod tests {
    use super::{Correlation, ONE};

    #[test]
    fn the_weights_give_the_correlation_within_a_thousandth() {
        for thousandths in 0..=1000 {
            let correlation = Correlation::per_mille(thousandths).unwrap();
            let share = f64::from(correlation.weight) / f64::from(ONE);
            let (common, own) = (share * share, (1.0 - share) * (1.0 - share));
            let given = common / (common + own);
            assert!(
                (given - f64::from(thousandths) / 1000.0).abs() < 1e-4,
                "{thousandths}: {given}"
            );
        }
        assert_eq!(Correlation::per_mille(0), Some(Correlation::NONE));
        for bad in ["", ".", "1.001", "2", "-0.5", "0.", ".5", "0.1234", "+1", "1e-1", "0,5"] {
            assert_eq!(Correlation::read(bad), None, "{bad}");
        }
        for (good, thousandths) in
            [("0", 0), ("0.5", 500), ("0.05", 50), ("0.005", 5), ("1.0", 1000)]
        {
            assert_eq!(Correlation::read(good).map(Correlation::get), Some(thousandths), "{good}");
        }
        assert_eq!(Correlation::per_mille(1000).unwrap().weight, ONE);
    }

    #[test]
    fn costs_stay_within_their_range() {
        for thousandths in [0, 1, 333, 500, 999, 1000] {
            let correlation = Correlation::per_mille(thousandths).unwrap();
            for extreme in [-(1 << 23), -16383, 0, 16384, (1 << 23) - 1] {
                assert_eq!(correlation.cost(extreme, extreme), extreme);
            }
            assert!((-5..=9).contains(&correlation.cost(-5, 9)));
        }
        assert_eq!(Correlation::NONE.cost(100, 7), 7);
        assert_eq!(Correlation::per_mille(1000).unwrap().cost(100, 7), 100);
        assert_eq!(Correlation::per_mille(500).unwrap().cost(100, 50), 75);
    }
}
