//! Numbers and choices from a fuzzer's bytes.

/// Bytes that are taken one after the other; zeros follow the last one.
#[derive(Clone, Debug)]
pub(super) struct Bytes<'d>(&'d [u8]);

impl<'d> Bytes<'d> {
    pub(super) const fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `bound`, which is 1 to 256.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// One of `items`.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Eight bytes as a number.
    pub(super) fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.byte()))
    }

    /// At most so many bytes.
    pub(super) fn take(&mut self, count: usize) -> &'d [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// All that are left.
    pub(super) const fn rest(self) -> &'d [u8] {
        self.0
    }
}
