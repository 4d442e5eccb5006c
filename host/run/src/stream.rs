//! Parallel work on a stream of units, in order, without a list of them.

use std::ops::ControlFlow;

use crate::interrupt::Interrupted;
use crate::parallel::in_order;

/// Units per block: threads wait for one another only between blocks.
const BLOCK: usize = 1 << 14;

/// Like [`in_order`], for units from an iterator.
///
/// # Errors
/// As [`in_order`].
pub fn in_order_of<U: Copy + Sync, T: Send, E: Send + From<Interrupted>>(
    units: impl IntoIterator<Item = U>,
    threads: usize,
    work: impl Fn(U) -> Result<T, E> + Sync,
    mut take: impl FnMut(U, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut units = units.into_iter();
    loop {
        let block: Vec<U> = units.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            return Ok(());
        }
        let mut broke = false;
        in_order(&block, threads, &work, |unit, result| {
            let flow = take(unit, result)?;
            broke = flow.is_break();
            Ok(flow)
        })?;
        if broke {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{BLOCK, in_order_of};
    use crate::interrupt::Interrupted;

    /// A unit's failure.
    #[derive(PartialEq, Debug)]
    struct Failed(u64);

    impl From<Interrupted> for Failed {
        fn from(_: Interrupted) -> Self {
            unreachable!("nothing interrupts these tests")
        }
    }

    #[test]
    fn endless_units_are_done_until_a_break_and_an_error_ends_them() {
        let work =
            |unit: u64| if unit == 3 * BLOCK as u64 { Err(Failed(unit)) } else { Ok(2 * unit) };
        for last in [5, BLOCK as u64 - 1, BLOCK as u64, 2 * BLOCK as u64 + 1] {
            let mut taken = 0;
            let take = |unit, result| {
                assert_eq!((unit, result), (taken, 2 * taken));
                taken += 1;
                let end = unit == last;
                Ok(if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            assert_eq!(in_order_of(0.., 2, work, take), Ok(()));
            assert_eq!(taken, last + 1);
        }
        let take = |_, _| Ok(ControlFlow::Continue(()));
        assert_eq!(in_order_of(0.., 2, work, take), Err(Failed(3 * BLOCK as u64)));
    }
}
