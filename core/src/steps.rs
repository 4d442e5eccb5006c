//! Moves of one step on a board of up to 64 squares, as sets of squares.

/// A piece's move from one square to a neighbouring one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Step {
    /// The square that the piece leaves.
    pub from: u8,
    /// The square that it goes to.
    pub to: u8,
}

impl Step {
    /// The step as a number below 2^16.
    #[inline]
    pub(crate) const fn pack(self) -> u32 {
        (self.from as u32) << 8 | self.to as u32
    }

    /// The inverse of [`pack`](Self::pack).
    #[inline]
    pub(crate) const fn unpack(packed: u32) -> Self {
        Self { from: (packed >> 8) as u8, to: packed as u8 }
    }
}

/// The enumeration of steps: direction by direction, in each by target from the lowest square on.
#[derive(Clone, Debug)]
pub struct Steps<const DIRECTIONS: usize> {
    /// The targets still to come, and how far they are from where the pieces stand.
    directions: [(u64, i8); DIRECTIONS],
}

impl<const DIRECTIONS: usize> Steps<DIRECTIONS> {
    /// No steps.
    pub(crate) const NONE: Self = Self { directions: [(0, 0); DIRECTIONS] };

    /// Steps to these targets; beside each set, the difference from a piece's square to its target.
    #[inline]
    pub(crate) const fn new(directions: [(u64, i8); DIRECTIONS]) -> Self {
        Self { directions }
    }

    /// The next step, or `None` after the last.
    #[inline]
    pub(crate) fn take_next(&mut self) -> Option<Step> {
        let (targets, offset) = self.directions.iter_mut().find(|(targets, _)| *targets != 0)?;
        let to = targets.trailing_zeros() as u8;
        *targets &= targets.wrapping_sub(1);
        Some(Step { from: to.wrapping_add_signed(offset.wrapping_neg()), to })
    }

    /// Whether no step is left.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.directions.iter().all(|(targets, _)| *targets == 0)
    }

    /// The number of steps left.
    #[inline]
    pub(crate) fn count(&self) -> u64 {
        self.directions.iter().map(|(targets, _)| u64::from(targets.count_ones())).sum()
    }

    /// Whether this step is left.
    #[inline]
    pub(crate) fn contains(&self, step: Step) -> bool {
        let target = 1u64.checked_shl(step.to.into()).unwrap_or(0);
        self.directions.iter().any(|&(targets, offset)| {
            targets & target != 0 && step.from.wrapping_add_signed(offset) == step.to
        })
    }
}

/// `set` with its columns in reverse order; `leftmost` is the leftmost column.
pub(crate) const fn mirrored(mut set: u64, columns: usize, leftmost: u64) -> u64 {
    let (mut mirrored, mut column) = (0, 0usize);
    while column < columns {
        mirrored = mirrored << 1 | set & leftmost;
        set >>= 1;
        column = column.wrapping_add(1);
    }
    mirrored
}
