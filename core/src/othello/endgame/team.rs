//! Several solvers of one position at the same time, in one table.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::memory::Known;

/// Fewest empty squares of a position that the solvers of a team divide. Below, a look at what the others do would cost more
/// than it saves.
pub(super) const DIVIDED: u32 = 12;

/// What one solver of a [`Team`] tells the others: which positions it is searching.
#[derive(Debug)]
#[repr(align(64))]
pub struct Member {
    /// A part of the key of the position with so many empty squares on the solver's path; 0 if there is none.
    path: [AtomicU32; 64],
    /// The results of the search's passes, of all members: those of the first member are used.
    passes: [AtomicU32; PASSES],
}

/// The most passes of a search whose results are shared. Windows double from pass to pass, so there are fewer.
const PASSES: usize = 16;

impl Default for Member {
    fn default() -> Self {
        Self::new()
    }
}

impl Member {
    /// A member that searches nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            path: [const { AtomicU32::new(0) }; 64],
            passes: [const { AtomicU32::new(0) }; PASSES],
        }
    }

    /// Forgets the last search. Every member is to be cleared before a team searches another position, while none of them
    /// searches.
    pub fn clear(&self) {
        for place in self.path.iter().chain(&self.passes) {
            place.store(0, Relaxed);
        }
    }

    fn tell(&self, empties: u32, mark: u32) {
        if let Some(place) = self.path.get(empties as usize) {
            place.store(mark, Relaxed);
        }
    }

    fn searches(&self, empties: u32, mark: u32) -> bool {
        self.path.get(empties as usize).is_some_and(|place| place.load(Relaxed) == mark)
    }
}

/// A solver's place among those that solve the same position at the same time, each with a thread of its own and all with
/// the same table.
///
/// All of them search the whole tree, but a move that another one is searching is put off until the others of its position
/// are searched, so that they divide the tree; and what one has found lets the others leave what it decides (ABDADA: Weill
/// 1996). The first that ends has the answer; the others are then to be stopped. Their values are those of one solver, but
/// which of them ends first, with which of several equally good moves, and the numbers of nodes depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Team<'t> {
    members: &'t [Member],
    number: usize,
    /// Whether it works on a position of its own meanwhile.
    is_apart: bool,
}

impl<'t> Team<'t> {
    /// One solver without others.
    pub const ALONE: Self = Self { members: &[], number: 0, is_apart: false };

    /// The place with this number, from 0, among these members. No two solvers may have the same place.
    #[must_use]
    pub const fn new(members: &'t [Member], number: usize) -> Self {
        Self { members, number, is_apart: false }
    }

    /// The place's number.
    #[must_use]
    pub const fn number(self) -> usize {
        self.number
    }

    /// The same place, for positions that the others do not search, or again for those that they do.
    pub(super) const fn apart(self, is_apart: bool) -> Self {
        Self { is_apart, ..self }
    }

    /// The number of solvers.
    pub(super) fn size(self) -> usize {
        self.members.len().max(1)
    }

    /// Whether there are others at the same position.
    #[inline]
    pub(super) const fn divides(self) -> bool {
        self.members.len() > 1 && !self.is_apart
    }

    /// Tells the others that the position with this key and so many empty squares is being searched.
    #[inline]
    pub(super) fn enter(self, empties: u32, key: u64) {
        if self.divides()
            && empties >= DIVIDED
            && let Some(member) = self.members.get(self.number)
        {
            member.tell(empties, mark(key));
        }
    }

    /// Tells the others that it no longer is.
    #[inline]
    pub(super) fn leave(self, empties: u32) {
        if self.divides()
            && empties >= DIVIDED
            && let Some(member) = self.members.get(self.number)
        {
            member.tell(empties, 0);
        }
    }

    /// The first result of the pass with this number, in this window, of any solver.
    pub(super) fn result(self, pass: usize, window: (i32, i32)) -> Option<Ended> {
        let word = self.members.first()?.passes.get(pass)?.load(Relaxed);
        Ended::unpacked(word, window)
    }

    /// Makes this the result of the pass with this number, unless there is one already. Returns the one that counts.
    pub(super) fn agree(self, pass: usize, window: (i32, i32), ended: Ended) -> Ended {
        let place = self.members.first().and_then(|first| first.passes.get(pass));
        let (Some(place), true) = (place, self.divides()) else { return ended };
        let mut before = place.load(Relaxed);
        loop {
            if let Some(earlier) = Ended::unpacked(before, window) {
                return earlier;
            }
            // What is there is nothing, or of another search.
            match exchange(place, before, ended.packed(window)) {
                Ok(_) => return ended,
                Err(word) => before = word,
            }
        }
    }

    /// Whether another solver is searching the position with this key and so many empty squares.
    pub(super) fn has(self, empties: u32, key: u64) -> bool {
        let mark = mark(key);
        let others = self.members.iter().enumerate().filter(|(number, _)| *number != self.number);
        others.map(|(_, member)| member).any(|member| member.searches(empties, mark))
    }
}

/// Puts `new` into `place` if `old` is there; else returns what is there.
#[cfg(target_has_atomic = "32")]
fn exchange(place: &AtomicU32, old: u32, new: u32) -> Result<u32, u32> {
    place.compare_exchange(old, new, Relaxed, Relaxed)
}

/// The same on processors that cannot compare and swap, such as a Cortex-M0. Of two solvers that end a pass between the same
/// two instructions, each keeps its own result. Both are right, but one may have another best move of the same value.
#[cfg(not(target_has_atomic = "32"))]
fn exchange(place: &AtomicU32, old: u32, new: u32) -> Result<u32, u32> {
    match place.load(Relaxed) {
        word if word == old => {
            place.store(new, Relaxed);
            Ok(old)
        }
        word => Err(word),
    }
}

/// A part of a key, never 0.
const fn mark(key: u64) -> u32 {
    (key >> 32) as u32 | 1
}

/// The result of a pass over the tree: the root's value, and its best move's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    pub(super) value: i32,
    pub(super) square: u8,
}

impl Ended {
    /// The result with the window of its pass, in a word that is never 0.
    fn packed(self, (low, high): (i32, i32)) -> u32 {
        let byte = |number: i32| number.wrapping_add(128).to_le_bytes()[0];
        u32::from_le_bytes([byte(self.value), self.square, byte(low), byte(high)])
    }

    /// The result in this word, if it is of a pass in this window.
    fn unpacked(word: u32, window: (i32, i32)) -> Option<Self> {
        let [value, square, ..] = word.to_le_bytes();
        let square = square.min(Known::NO_SQUARE);
        let ended = Self { value: i32::from(value).wrapping_sub(128), square };
        (word != 0 && ended.packed(window) == word).then_some(ended)
    }
}
