//! A first look at children before they are searched in full.

/// How a child is looked at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Look {
    /// With a window that holds no value, just above alpha: it tells only whether the child is better.
    pub null_window: bool,
    /// So many plies less deep, which may err.
    pub reduction: u32,
}

impl Look {
    /// The full window, the full depth: the only look.
    pub const FULL: Self = Self { null_window: false, reduction: 0 };
    /// A null window.
    pub const NULL_WINDOW: Self = Self { null_window: true, reduction: 0 };

    /// The same, so many plies less deep.
    #[must_use]
    pub const fn reduced(self, reduction: u32) -> Self {
        Self { reduction, ..self }
    }
}

/// Says how children are looked at first. A child that turns out better than alpha is searched again in full, unless a look at
/// the full depth has closed the window.
pub trait Scout {
    /// Whether there are any first looks.
    const LOOKS: bool = true;

    /// The look at child `number`, from 0, of a node at this remaining depth. The first child has none.
    fn look(&self, depth: u32, number: usize) -> Look;
}

/// No first looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoScout;

impl Scout for NoScout {
    const LOOKS: bool = false;

    #[inline]
    fn look(&self, _: u32, _: usize) -> Look {
        Look::FULL
    }
}
