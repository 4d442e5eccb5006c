//! The memory of a search, apart from the search: frames, children and lines of fixed size.

use heapless::{Vec, VecView};

use super::CapacityError;
use super::children::Kept;
use super::frame::Frame;
use crate::Game;

/// The number of moves in the principal variations of `plies` plies: one of `plies` moves from the root, one of a move less
/// from ply 1, and so on.
#[must_use]
pub const fn lines(plies: usize) -> usize {
    plies.saturating_mul(plies.saturating_add(1)) >> 1
}

/// Memory for a search of `PLIES` plies that keeps at most `CHILDREN` children over all plies. `LINES` must be
/// [`lines(PLIES)`](lines()).
///
/// A search owns its storage, or borrows it (`&mut Storage`), so that several searches can use one, one after the other. It
/// may be boxed, local or in a `static`. Its initial state is all zeros: a `static` goes to `.bss` and takes no flash.
///
/// A search to depth d needs d frames, and room for all children along one path if it orders or keeps them. For Othello a
/// ply takes a frame of 88 bytes on a 64-bit machine and of 80 bytes on a 32-bit one. A child takes 8 bytes and a move of
/// the principal variations 1 byte on both. 64 plies and 512 children take 11.8 KiB, or 11.2 KiB with 32 bits. The search
/// itself adds 100 to 300 bytes.
///
/// ```
/// use plyscope_core::{AlphaBeta, Expansion, Order, Policy, Rbfms, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
///
/// let mut storage = storage!(16, 256);
/// let request = Request::new(&Board::START).depth(6);
/// let policy = Policy::new(Order::Static);
/// let depth_first = AlphaBeta::new(Othello, Simple, policy, &mut storage).search(&request)?.counts;
/// let best_first = Rbfms::new(Othello, Simple, Expansion::Partial, &mut storage).search(&request)?.counts;
/// assert!(best_first.generated < depth_first.generated);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
///
/// `T` is the evaluation's state for each position ([`Evaluator::State`](crate::Evaluator::State)). Searches that share a
/// storage must have evaluations with the same type of state.
pub struct Storage<G: Game, const PLIES: usize, const CHILDREN: usize, const LINES: usize, T = ()> {
    frames: Vec<Frame<G, T>, PLIES>,
    children: Vec<Kept<G::Move>, CHILDREN>,
    /// The principal variation from each ply on: that of ply 0 first, with room for `PLIES` moves, that of ply 1 with room
    /// for one less, and so on. The vector is as long as the part used so far.
    moves: Vec<G::Move, LINES>,
    /// The length of each of them.
    lengths: [u16; PLIES],
    /// The line that is searched first.
    first_line: Vec<G::Move, PLIES>,
}

impl<G: Game, T, const PLIES: usize, const CHILDREN: usize, const LINES: usize>
    Storage<G, PLIES, CHILDREN, LINES, T>
{
    /// An empty storage. Does not compile if `LINES` is not [`lines(PLIES)`](lines()).
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(LINES == lines(PLIES), "LINES must be lines(PLIES)") }
        Self {
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            lengths: [0; PLIES],
            first_line: Vec::new(),
        }
    }
}

/// Creates a [`Storage`] with these numbers of plies and children.
///
/// ```
/// use plyscope_core::{AlphaBeta, Order, Policy, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let mut search = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(16, 256));
/// let value = search.search(&Request::new(&Board::START).depth(4))?.value;
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
///
/// Both numbers are constants. Sizes that are known at run time only take a heap: `plyscope_tree::HeapStorage`.
///
/// ```compile_fail,E0435
/// let depth = std::env::args().count();
/// let storage: plyscope_core::Storage<plyscope_core::othello::Othello, 9, 256, 45> = plyscope_core::storage!(depth, 256);
/// ```
///
/// ```compile_fail
/// let storage: plyscope_core::Storage<plyscope_core::othello::Othello, 16, 256, 136> = plyscope_core::storage!(16);
/// ```
#[macro_export]
macro_rules! storage {
    ($plies:expr, $children:expr $(,)?) => {
        $crate::Storage::<_, { $plies }, { $children }, { $crate::lines($plies) }, _>::new()
    };
    ($($other:tt)*) => {
        compile_error!(
            "storage! takes two constants, plies and children: storage!(16, 256) has frames for a search to depth 16, and keeps 256 \
             moves along one path. For sizes known at run time only, use plyscope_tree::HeapStorage::new(plies, children)"
        )
    };
}

impl<G: Game, T, const PLIES: usize, const CHILDREN: usize, const LINES: usize> Default
    for Storage<G, PLIES, CHILDREN, LINES, T>
{
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game, T, const PLIES: usize, const CHILDREN: usize, const LINES: usize> core::fmt::Debug
    for Storage<G, PLIES, CHILDREN, LINES, T>
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Storage")
            .field("plies", &PLIES)
            .field("children", &CHILDREN)
            .finish_non_exhaustive()
    }
}

/// A storage that a search can use: a [`Storage`], or a [`HeldStorage`](super::held::HeldStorage) of a size chosen at run time; owned or borrowed.
pub trait Store<G: Game, T>: sealed::Sealed {
    /// The number of plies that it has frames for.
    fn plies(&self) -> usize;

    /// All parts.
    #[doc(hidden)]
    fn parts(&mut self) -> Parts<'_, G, T>;

    /// The frames of the path, the root's first.
    #[doc(hidden)]
    fn path(&self) -> &VecView<Frame<G, T>>;

    /// The principal variation of the root.
    #[doc(hidden)]
    fn line(&self) -> &[G::Move];

    /// The line that is searched first.
    #[doc(hidden)]
    fn first_line(&self) -> &[G::Move];
}

pub(super) mod sealed {
    pub trait Sealed {}
    impl<G: crate::Game, T, const P: usize, const C: usize, const L: usize> Sealed
        for super::Storage<G, P, C, L, T>
    {
    }
    impl<S: Sealed + ?Sized> Sealed for &mut S {}
}

/// The parts of a storage, of any capacities.
#[doc(hidden)]
pub struct Parts<'s, G: Game, T> {
    pub(super) frames: &'s mut VecView<Frame<G, T>>,
    pub(super) children: &'s mut VecView<Kept<G::Move>>,
    pub(super) lines: Lines<'s, G::Move>,
    pub(super) first_line: &'s mut VecView<G::Move>,
}

impl<G: Game, T> core::fmt::Debug for Parts<'_, G, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Parts")
            .field("frames", &self.frames.len())
            .field("children", &self.children.len())
            .finish_non_exhaustive()
    }
}

impl<G: Game, T, const PLIES: usize, const CHILDREN: usize, const LINES: usize> Store<G, T>
    for Storage<G, PLIES, CHILDREN, LINES, T>
{
    #[inline]
    fn plies(&self) -> usize {
        PLIES
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

impl<G: Game, T, S: Store<G, T>> Store<G, T> for &mut S {
    #[inline]
    fn plies(&self) -> usize {
        S::plies(self)
    }

    #[inline]
    fn parts(&mut self) -> Parts<'_, G, T> {
        S::parts(self)
    }

    #[inline]
    fn path(&self) -> &VecView<Frame<G, T>> {
        S::path(self)
    }

    #[inline]
    fn line(&self) -> &[G::Move] {
        S::line(self)
    }

    #[inline]
    fn first_line(&self) -> &[G::Move] {
        S::first_line(self)
    }
}

impl<'s, G: Game, T> Parts<'s, G, T> {
    /// The node on top of the path.
    #[inline]
    pub(super) fn top(self) -> Option<&'s mut Frame<G, T>> {
        self.frames.last_mut()
    }

    /// Sets the line to search first, cut to the number of plies.
    pub(super) fn hint(&mut self, line: &[G::Move]) {
        self.first_line.clear();
        let upto = line.len().min(self.first_line.capacity());
        let _ = self.first_line.extend_from_slice(line.get(..upto).unwrap_or_default());
    }

    /// Sets the line to search first to the root's last principal variation.
    pub(super) fn hint_last(&mut self) {
        let length = self.lines.lengths.first().copied().map_or(0, usize::from);
        self.first_line.clear();
        let line = self.lines.moves.get(..length).unwrap_or_default();
        // Both have room for one move a ply.
        let _ = self.first_line.extend_from_slice(line);
    }

    /// Clears the path, the children, and the root's line.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.children.clear();
        self.lines.clear(0);
    }

    /// Pushes a node onto the path.
    #[inline]
    pub(super) fn push(&mut self, frame: Frame<G, T>) -> Result<(), CapacityError> {
        let capacity = self.frames.capacity();
        self.frames.push(frame).map_err(|_| CapacityError::Plies { capacity })
    }
}

/// The principal variations from each ply on.
pub(super) struct Lines<'s, M> {
    pub(super) moves: &'s mut VecView<M>,
    pub(super) lengths: &'s mut [u16],
}

impl<M: Copy> Lines<'_, M> {
    /// The start of the line from `ply` on, and its capacity in moves.
    #[inline]
    fn place(&self, ply: usize) -> (usize, usize) {
        // The sum of the capacities of the plies above, which fall by one from ply to ply.
        let plies = self.lengths.len();
        let missing = ply.wrapping_mul(ply.wrapping_sub(1)) >> 1;
        (ply.wrapping_mul(plies).wrapping_sub(missing), plies.wrapping_sub(ply))
    }

    /// The first move of the line from `ply` on.
    pub(super) fn first(&self, ply: usize) -> Option<M> {
        let (start, _) = self.place(ply);
        self.lengths.get(ply).filter(|&&length| length > 0)?;
        self.moves.get(start).copied()
    }

    /// Clears the line from `ply` on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(length) = self.lengths.get_mut(ply) {
            *length = 0;
        }
    }

    /// Sets the line from `ply` on to this move and, if there is one, the move after it.
    #[inline]
    pub(super) fn set(&mut self, ply: usize, mv: M, next: Option<M>) {
        let (start, places) = self.place(ply);
        let Some(length) = self.lengths.get_mut(ply) else { return };
        write(self.moves, start, mv);
        *length = 1;
        if let Some(next) = next
            && places > 1
        {
            write(self.moves, start.wrapping_add(1), next);
            *length = 2;
        }
    }

    /// Sets the line from `ply` on to this move and the line of the next ply.
    #[inline]
    pub(super) fn extend(&mut self, ply: usize, mv: M) {
        let below = self.lengths.get(ply.wrapping_add(1)).copied().unwrap_or(0);
        let (start, places) = self.place(ply);
        self.set(ply, mv, None);
        // The line of the next ply is stored just behind, with room for one move less, so it fits.
        if let Some(lines) = self.moves.get_mut(start..)
            && let Some((line, rest)) = lines.split_at_mut_checked(places)
            && let (Some((_, line)), Some(rest)) =
                (line.split_first_mut(), rest.get(..usize::from(below)))
            && let Some(length) = self.lengths.get_mut(ply)
        {
            for (to, from) in line.iter_mut().zip(rest) {
                *to = *from;
            }
            *length = below.wrapping_add(1);
        }
    }

    /// Adds a move to the root's line.
    pub(super) fn push_first(&mut self, mv: M) {
        let plies = self.lengths.len();
        if let Some(length) = self.lengths.first_mut()
            && usize::from(*length) < plies
        {
            write(self.moves, usize::from(*length), mv);
            *length = length.wrapping_add(1);
        }
    }
}

/// Writes a move at `place`, which must exist; the places before it may hold any moves.
#[inline]
fn write<M: Copy>(moves: &mut VecView<M>, place: usize, mv: M) {
    if let Some(written) = moves.get_mut(place) {
        *written = mv;
    } else {
        fill(moves, place, mv);
    }
}

/// Each place is filled once in the storage's life, at its first use.
#[cold]
fn fill<M: Copy>(moves: &mut VecView<M>, place: usize, mv: M) {
    let _ = moves.resize(place.wrapping_add(1), mv);
}
