//! How much work is left on a ladder, by an estimate: from depth to depth it goes on growing as it last did.
//!
//! Where the challenger can soon go no deeper, the ladder ends before that.

/// The work that is left on a ladder of so many depths of the reference. `work` is that of each depth so far, of which so
/// many are `complete`; the one after them may be begun. None if two complete depths are not there to go by.
pub(super) fn left(work: &[f64], complete: u32, depths: u32) -> Option<f64> {
    let &[.., before, last] = work.get(..complete as usize)? else { return None };
    let growth = (last / before).max(1.0);
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
        let estimate = |work: &[f64], complete, depths| left(work, complete, depths);
        assert_eq!(estimate(&[1.0, 2.0, 6.0], 3, 5), Some(18.0 + 54.0));
        assert_eq!(estimate(&[1.0, 2.0, 6.0, 10.0], 3, 5), Some(8.0 + 54.0));
        assert_eq!(estimate(&[1.0, 2.0, 6.0, 20.0], 3, 4), Some(0.0), "more than expected");
        assert_eq!(estimate(&[4.0, 2.0], 2, 3), Some(2.0), "work that shrinks is taken to stay");
        assert_eq!(estimate(&[1.0, 2.0], 1, 5), None);
        assert_eq!(estimate(&[], 0, 5), None);
    }
}
