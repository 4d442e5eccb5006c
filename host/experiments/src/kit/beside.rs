//! What prunes by estimates beside something else with as many nodes, on the same samples.

use plyscope_report::{Estimate, Series, Style};
use plyscope_run::statistics::Mean;

/// A method at a strictness: its mean number of nodes, and its error on each sample (a tree or a position).
pub(crate) type Strictness<'m> = (f64, &'m [f64]);

/// A method beside another with as many nodes.
pub(crate) struct Beside {
    pub(crate) nodes: f64,
    /// The mean errors of both.
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
    /// By how much less the first one's is, on the same samples.
    pub(crate) less: Estimate,
}

/// A method at one of its strictnesses beside the other's, between two of its (linear in the logarithm of nodes); `None` where the other
/// never has so many nodes, or so few.
pub(crate) fn beside<'m>(
    (nodes, ours): Strictness<'_>,
    other: impl IntoIterator<Item = Strictness<'m>>,
) -> Option<Beside> {
    let mut places: Vec<Strictness<'m>> = other.into_iter().collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (share, less, more) = places.windows(2).find_map(|pair| {
        let [(less, at_less), (more, at_more)] = [pair[0], pair[1]];
        let share = (nodes.ln() - less.ln()) / (more.ln() - less.ln());
        (0.0..=1.0).contains(&share).then_some((share, at_less, at_more))
    })?;
    let theirs = || less.iter().zip(more).map(|(less, more)| less + share * (more - less));
    let mean = |sum: f64| sum / ours.len().max(1) as f64;
    Some(Beside {
        nodes,
        ours: mean(ours.iter().sum()),
        theirs: mean(theirs().sum()),
        less: Mean::of(theirs().zip(ours).map(|(theirs, ours)| theirs - ours)).into(),
    })
}

/// The name of a method, and what was measured at each strictness, by nodes.
pub(crate) type Curve<'m> = (&'m str, Vec<(f64, Estimate)>);

/// The curves of methods over nodes. The first is the search without estimates to smaller depths: its own depth, with all its nodes and
/// without an error, ends it.
pub(crate) fn curves<'m>(
    methods: impl IntoIterator<Item = Curve<'m>>,
    full: Option<Estimate>,
) -> Vec<Series> {
    let curve = |(number, (name, mut points)): (usize, Curve<'_>)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if number > 0 {
            return Series::line(name, points);
        }
        points.extend(full.map(|full| (full.value, Estimate::exact(0.0))));
        Series::line(name, points).styled(Style::Dashed)
    };
    methods.into_iter().enumerate().map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn differences_are_of_the_same_samples() {
        // Errors that differ much from sample to sample, and by 1 or 2 from method to method.
        let ours = [10.0, 90.0, 50.0];
        let (loose, strict): (Vec<f64>, Vec<f64>) =
            ours.iter().zip([4.0, 2.0, 3.0]).map(|(error, more)| (error + more, *error)).unzip();
        let other = [(100.0, &*strict), (1.0, &*loose)];
        let found = beside((10.0, &ours), other).unwrap();
        assert!((found.ours - 50.0).abs() < 1e-9 && (found.theirs - 51.5).abs() < 1e-9);
        assert!((found.less.value - 1.5).abs() < 1e-9);
        assert!(found.less.low > 0.0 && found.less.half_width() < 1.5, "{:?}", found.less);
        assert!(beside((0.5, &ours), other).is_none(), "it has never so few nodes");
        assert!(beside((101.0, &ours), other).is_none(), "or so many");
        assert!(beside((100.0, &ours), other).unwrap().less.value.abs() < 1e-9);
    }
}
