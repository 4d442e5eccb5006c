//! Estimates how much work is left on a ladder, assuming that it keeps growing as over the last two depths.
//!
//! On four ladders (Korf & Chickering's Fig. 13 at quick scale, their Figs. 14 and 17 and Zhang's Fig. 3(a) at default
//! scale) the estimate was within a factor of two once a fifth of the work was done. It was mostly too small, because
//! the last depth ends as soon as its equal is found. A ladder ends earlier where the challenger can go no deeper.

/// The work left on a ladder of this many reference depths. `work` has the work of each depth so far. The first
/// `complete` depths are finished; the next may have begun. `None` with fewer than three complete depths.
pub(crate) fn left(work: &[f64], complete: u32, depths: u32) -> Option<f64> {
    let &[.., before, _, last] = work.get(..complete as usize)? else { return None };
    let growth = (last / before).sqrt().max(1.0);
    let mut expected = last;
    let mut left = 0.0;
    for depth in complete..depths {
        expected *= growth;
        let done = work.get(depth as usize).copied().unwrap_or(0.0);
        left += (expected - done).max(0.0);
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn work_goes_on_growing_and_what_is_begun_is_not_counted_twice() {
        assert_eq!(left(&[9.0, 2.0, 5.0, 18.0], 4, 6), Some(54.0 + 162.0));
        assert_eq!(left(&[9.0, 2.0, 5.0, 18.0, 10.0], 4, 6), Some(44.0 + 162.0));
        assert_eq!(left(&[2.0, 5.0, 18.0, 60.0], 3, 4), Some(0.0), "more than expected");
        assert_eq!(
            left(&[4.0, 3.0, 2.0], 3, 4),
            Some(2.0),
            "shrinking work is treated as constant"
        );
        assert_eq!(left(&[1.0, 2.0, 4.0], 2, 5), None);
        assert_eq!(left(&[], 0, 5), None);
    }
}
