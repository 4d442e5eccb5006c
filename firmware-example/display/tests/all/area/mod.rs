//! What the fake displays have in common: an area, of which a byte after the other is written.

/// An area of a display's memory, and the next byte in it.
#[derive(Default)]
pub(crate) struct Area {
    /// First and last column.
    pub(crate) columns: [usize; 2],
    /// First and last row.
    pub(crate) rows: [usize; 2],
    /// Column and row of the next byte.
    place: (usize, usize),
}

impl Area {
    /// The column and row of the next byte, and on to the one after it.
    pub(crate) fn next(&mut self) -> (usize, usize) {
        let ([left, right], [top, bottom]) = (self.columns, self.rows);
        let place = self.place;
        self.place = match place {
            (column, row) if column < right => (column + 1, row),
            (_, row) if row < bottom => (left, row + 1),
            _ => (left, top),
        };
        place
    }

    /// Back to the first byte.
    pub(crate) fn begin(&mut self) {
        self.place = (self.columns[0], self.rows[0]);
    }
}
