//! How much work is left on a ladder, by an estimate: from depth to depth it goes on growing as it did over the last two
//! depths.
//!
//! Of four ladders (Korf & Chickering's Fig. 13 at quick scale, their Fig. 14 and 17 and Zhang's Fig. 3 (a) at default
//! scale) the share that was done was estimated within a factor of two from a fifth of the work on, mostly as too small:
//! the last depth ends as soon as it has found its equal. Where the challenger can soon go no deeper, a ladder ends
//! before that.

/// The work that is left on a ladder of so many depths of the reference. `work` is that of each depth so far, of which so
/// many are `complete`; the one after them may be begun. None if three complete depths are not there to go by.
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
        assert_eq!(left(&[4.0, 3.0, 2.0], 3, 4), Some(2.0), "work that shrinks is taken to stay");
        assert_eq!(left(&[1.0, 2.0, 4.0], 2, 5), None);
        assert_eq!(left(&[], 0, 5), None);
    }
}
