//! Whether the sides of a comparison at equal nodes used as many nodes as each other: what was given says little of a search that
//! ends before.

use plyscope_report::Cell;

/// By how many per cent nodes may differ before a table's title says so.
const MOST: f64 = 2.0;

/// The nodes that sides of a comparison used, each in per cent of those of the side that it is compared with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Used(Vec<f64>);

impl Used {
    /// Two sides in some contests: the first one's nodes by the second's.
    pub(crate) fn by_opponents(nodes: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self(nodes.into_iter().map(|[own, other]| 100.0 * own / other.max(1.0)).collect())
    }

    /// Any number of sides, by the one that used most.
    pub(crate) fn by_most(nodes: &[f64]) -> Self {
        let most = nodes.iter().copied().fold(1.0, f64::max);
        Self(nodes.iter().map(|own| 100.0 * own / most).collect())
    }

    /// By how many per cent they differ at most.
    pub(crate) fn apart(&self) -> f64 {
        self.0.iter().map(|share| (share - 100.0).abs()).fold(0.0, f64::max)
    }

    /// Whether the sides can be compared.
    pub(crate) fn is_equal(&self) -> bool {
        self.apart() <= MOST
    }

    /// The smallest and the greatest share.
    pub(crate) fn cell(&self) -> Cell {
        let least = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self.0[..] {
            [] => Cell::Empty,
            [share] => Cell::number(share, 1),
            _ => Cell::text(format!("{least:.1} to {most:.1}")),
        }
    }

    /// The title of a table of these comparisons at equal nodes.
    pub(crate) fn title(title: &str, all: &[Self]) -> String {
        let apart = all.iter().filter(|one| !one.is_equal()).count();
        let most = all.iter().map(Self::apart).fold(0.0, f64::max);
        match apart {
            0 => title.to_owned(),
            _ => format!(
                "NOT EQUAL (nodes used differ by up to {most:.0} %, by more than {MOST:.0} % in {apart} of {} rows): {title}",
                all.len()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Used;

    #[test]
    fn a_title_says_that_nodes_differ_only_if_they_do() {
        let fair = Used::by_opponents([[495.0, 500.0], [505.0, 500.0]]);
        assert_eq!(fair.cell().display(), "99.0 to 101.0");
        let unfair = Used::by_most(&[500.0, 347.0, 498.0]);
        assert_eq!(unfair.cell().display(), "69.4 to 100.0");
        assert_eq!(Used::title("Points", std::slice::from_ref(&fair)), "Points");
        let title = Used::title("Points", &[fair, unfair]);
        assert!(
            title.starts_with("NOT EQUAL")
                && title.contains("31 %, by more than 2 % in 1 of 2 rows")
        );
        assert!(Used::by_opponents([[520.0, 500.0]]).apart() > 3.9);
    }
}
