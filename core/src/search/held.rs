//! Storage of a size that is chosen at run time, in memory that somebody else provides: core has no heap.

use core::ops::DerefMut;

pub use heapless::{Vec, VecView};

use super::storage::{Lines, Parts, Store, sealed};
use super::{CapacityError, children::Kept, frame::Frame, lines};
use crate::Game;

/// Where a [`HeldStorage`] keeps its stacks: `plyscope_tree::Heap` keeps them in boxes.
pub trait Hold {
    /// A pointer that owns what it points to.
    type Of<T: ?Sized>: DerefMut<Target = T>;

    /// Keeps an empty stack.
    fn hold<T, const N: usize>(stack: Vec<T, N>) -> Self::Of<VecView<T>>;
}

/// A [`Storage`](super::Storage) whose numbers of plies and children are chosen at run time.
///
/// It costs a search nothing beside the indirection: there is no call through a table of functions.
///
/// `plyscope_tree::HeapStorage` is one on a heap, and has an example.
pub struct HeldStorage<G: Game, H: Hold, T = ()> {
    frames: H::Of<VecView<Frame<G, T>>>,
    children: H::Of<VecView<Kept<G::Move>>>,
    moves: H::Of<VecView<G::Move>>,
    lengths: H::Of<VecView<u16>>,
    first_line: H::Of<VecView<G::Move>>,
}

/// The sizes of stacks of children: a fourfold step wastes little, as the frames take most of the room.
const CHILDREN: [usize; 5] = [128, 512, 2048, 8192, 32_768];

impl<G: Game, H: Hold, T> HeldStorage<G, H, T> {
    /// Most plies.
    pub const MOST_PLIES: usize = 256;
    /// Most children.
    pub const MOST_CHILDREN: usize = 32_768;

    /// An empty storage with room for at least so many plies, and children over all plies. Plies are rounded up to a power of two from 8
    /// on, children to 128, 512, 2,048, 8,192 or 32,768.
    ///
    /// # Errors
    /// [`CapacityError`] beyond [`MOST_PLIES`](Self::MOST_PLIES) or [`MOST_CHILDREN`](Self::MOST_CHILDREN).
    pub fn new(plies: usize, children: usize) -> Result<Self, CapacityError> {
        let [a, b, c, d, e] = CHILDREN;
        let children = match children {
            n if n <= a => H::hold(Vec::<_, 128>::new()),
            n if n <= b => H::hold(Vec::<_, 512>::new()),
            n if n <= c => H::hold(Vec::<_, 2048>::new()),
            n if n <= d => H::hold(Vec::<_, 8192>::new()),
            n if n <= e => H::hold(Vec::<_, 32_768>::new()),
            _ => return Err(CapacityError::Children { capacity: Self::MOST_CHILDREN }),
        };
        Ok(match plies {
            0..=8 => Self::of::<8, { lines(8) }>(children),
            9..=16 => Self::of::<16, { lines(16) }>(children),
            17..=32 => Self::of::<32, { lines(32) }>(children),
            33..=64 => Self::of::<64, { lines(64) }>(children),
            65..=128 => Self::of::<128, { lines(128) }>(children),
            129..=256 => Self::of::<256, { lines(256) }>(children),
            _ => return Err(CapacityError::Plies { capacity: Self::MOST_PLIES }),
        })
    }

    fn of<const PLIES: usize, const LINES: usize>(children: H::Of<VecView<Kept<G::Move>>>) -> Self {
        let mut lengths = H::hold(Vec::<u16, PLIES>::new());
        // It has room for as many.
        let _ = lengths.resize(PLIES, 0);
        Self {
            frames: H::hold(Vec::<_, PLIES>::new()),
            children,
            moves: H::hold(Vec::<_, LINES>::new()),
            lengths,
            first_line: H::hold(Vec::<_, PLIES>::new()),
        }
    }

    /// The plies that it has room for.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.frames.capacity()
    }

    /// The children that it has room for.
    #[must_use]
    pub fn children(&self) -> usize {
        self.children.capacity()
    }
}

impl<G: Game, H: Hold, T> core::fmt::Debug for HeldStorage<G, H, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HeldStorage")
            .field("plies", &self.plies())
            .field("children", &self.children())
            .finish_non_exhaustive()
    }
}

impl<G: Game, H: Hold, T> sealed::Sealed for HeldStorage<G, H, T> {}

impl<G: Game, H: Hold, T> Store<G, T> for HeldStorage<G, H, T> {
    #[inline]
    fn plies(&self) -> usize {
        self.frames.capacity()
    }

    #[inline]
    fn parts(&mut self) -> Parts<'_, G, T> {
        Parts {
            frames: &mut self.frames,
            children: &mut self.children,
            lines: Lines { moves: &mut self.moves, lengths: &mut self.lengths },
            first_line: &mut self.first_line,
        }
    }

    #[inline]
    fn path(&self) -> &VecView<Frame<G, T>> {
        &self.frames
    }

    #[inline]
    fn line(&self) -> &[G::Move] {
        let length = self.lengths.first().copied().map_or(0, usize::from);
        self.moves.get(..length).unwrap_or_default()
    }

    #[inline]
    fn first_line(&self) -> &[G::Move] {
        &self.first_line
    }
}
