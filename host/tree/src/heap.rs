//! Storage for core's searches on a heap, of a size that is chosen at run time.

use alloc::boxed::Box;

use plyscope_core::search::held::{HeldStorage, Hold, Vec, VecView};

/// Keeps the stacks of a [`HeapStorage`] in boxes.
#[derive(Clone, Copy, Debug)]
pub struct Heap;

impl Hold for Heap {
    type Of<T: ?Sized> = Box<T>;

    fn hold<T, const N: usize>(stack: Vec<T, N>) -> Box<VecView<T>> {
        Box::new(stack)
    }
}

/// Storage for core's searches on a heap, with numbers of plies and children that are chosen at run time:
/// `plyscope_core::Storage` takes constants. `T` is the evaluation's state for each position.
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Simple};
/// use plyscope_core::{AlphaBeta, IterativeDeepening, Order, Policy, Request, Search};
/// use plyscope_tree::HeapStorage;
///
/// let depth: usize = "6".parse()?; // From a command line, for example.
/// let storage = HeapStorage::<Othello>::new(depth, 64 * depth)?;
/// let inner = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage);
/// let mut search = IterativeDeepening::new(inner);
/// let report = search.search(&Request::new(&Board::START).depth(u32::try_from(depth)?))?;
/// assert_eq!(report.depth, 6);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// A struct can name its search without the sizes: `AlphaBeta<Othello, Simple, HeapStorage<Othello>>`.
pub type HeapStorage<G, T = ()> = HeldStorage<G, Heap, T>;

#[cfg(test)]
mod tests {
    use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
    use plyscope_core::{
        AlphaBeta, CapacityError, Expansion, Order, Policy, Rbfms, Request, Search, storage,
    };

    use super::HeapStorage;

    /// A search whose type has no sizes.
    type Plain = AlphaBeta<ConnectFour, OpenLines, HeapStorage<ConnectFour>>;

    #[test]
    fn searches_on_a_heap_are_those_on_fixed_storage() {
        let request = Request::new(&Discs::START);
        for (plies, children) in [(1, 0), (8, 128), (9, 129), (70, 600), (256, 32_768)] {
            let heap = HeapStorage::new(plies, children).unwrap();
            let depth = u32::try_from(plies.min(6)).unwrap();
            let policy = Policy::new(Order::Static);
            let mut search: Plain = AlphaBeta::new(ConnectFour, OpenLines, policy, heap);
            let found = search.search(&request.depth(depth)).unwrap();
            let policy = Policy::new(Order::Static);
            let mut fixed = AlphaBeta::new(ConnectFour, OpenLines, policy, storage!(8, 64));
            assert_eq!(found, fixed.search(&request.depth(depth)).unwrap());
            let heap = search.into_storage();
            let mut search = Rbfms::new(ConnectFour, OpenLines, Expansion::Full, heap);
            let found = search.search(&request.depth(depth)).unwrap();
            let fixed = storage!(8, 64);
            let mut fixed = Rbfms::new(ConnectFour, OpenLines, Expansion::Full, fixed);
            assert_eq!(found, fixed.search(&request.depth(depth)).unwrap());
        }
    }

    #[test]
    fn a_size_is_rounded_up_and_one_that_is_too_large_refused() {
        let of = |plies, children| {
            HeapStorage::<ConnectFour>::new(plies, children)
                .map(|storage| (storage.plies(), storage.children()))
        };
        assert_eq!(of(0, 0), Ok((8, 128)));
        assert_eq!(of(16, 512), Ok((16, 512)));
        assert_eq!(of(17, 513), Ok((32, 2048)));
        assert_eq!(of(257, 1), Err(CapacityError::Plies { capacity: 256 }));
        assert_eq!(of(1, 32_769), Err(CapacityError::Children { capacity: 32_768 }));
    }

    #[test]
    fn a_search_deeper_than_its_heap_ends_with_the_error_of_fixed_storage() {
        let heap = HeapStorage::new(1, 1).unwrap();
        let mut search = Plain::new(ConnectFour, OpenLines, Policy::new(Order::None), heap);
        let error = search.search(&Request::new(&Discs::START).depth(9)).unwrap_err();
        assert_eq!(error, CapacityError::Plies { capacity: 8 });
    }
}
