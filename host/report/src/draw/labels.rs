//! Places for the names of curves beside the curves, where they touch nothing.

use super::drawing::Place;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    /// Around a place.
    pub(super) fn around((x, y): Place, across: f64, down: f64) -> Self {
        Self { left: x - across, right: x + across, top: y - down, bottom: y + down }
    }

    fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            right: self.right + by,
            top: self.top - by,
            bottom: self.bottom + by,
        }
    }

    pub(super) fn overlaps(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn is_within(self, outer: Self) -> bool {
        self.left >= outer.left
            && self.right <= outer.right
            && self.top >= outer.top
            && self.bottom <= outer.bottom
    }

    /// Whether a straight line between two places passes through it (Liang and Barsky's clipping).
    pub(super) fn is_crossed(self, (x0, y0): Place, (x1, y1): Place) -> bool {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let (mut from, mut to) = (0.0f64, 1.0f64);
        let sides = [
            (-dx, x0 - self.left),
            (dx, self.right - x0),
            (-dy, y0 - self.top),
            (dy, self.bottom - y0),
        ];
        for (step, room) in sides {
            if step == 0.0 {
                if room < 0.0 {
                    return false;
                }
            } else if step < 0.0 {
                from = from.max(room / step);
            } else {
                to = to.min(room / step);
            }
        }
        from <= to
    }
}

/// What labels must not touch.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Obstacles {
    /// Labels stay in it.
    pub(super) bounds: Area,
    /// Markers, intervals, other texts.
    pub(super) areas: Vec<Area>,
    /// Pieces of curves, each with the curve's number.
    pub(super) lines: Vec<(usize, Place, Place)>,
}

/// A label that wants a place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wanted {
    /// The number of its curve.
    pub(super) curve: usize,
    /// Its size.
    pub(super) width: f64,
    pub(super) height: f64,
    /// Places on the curve beside which it may stand, the best first.
    pub(super) beside: Vec<Place>,
}

impl Obstacles {
    /// Places every label, or none: some named beside their curves and some in a legend would be harder to read than either.
    /// `gap` is kept to the curve's own places, and some of it to everything else.
    pub(super) fn place_all(&self, wanted: &[Wanted], gap: f64) -> Option<Vec<Area>> {
        // Those with the fewest places choose first.
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        let free = |label: &Wanted| {
            candidates(label, gap).filter(|at| self.is_free(label, *at, &[], gap)).count()
        };
        order.sort_by_key(|&number| wanted.get(number).map_or(0, free));
        let mut placed: Vec<(usize, Area)> = Vec::new();
        for number in order {
            let label = wanted.get(number)?;
            let taken: Vec<Area> = placed.iter().map(|(_, area)| *area).collect();
            let at = candidates(label, gap).find(|at| self.is_free(label, *at, &taken, gap))?;
            placed.push((number, at));
        }
        placed.sort_by_key(|(number, _)| *number);
        Some(placed.into_iter().map(|(_, area)| area).collect())
    }

    fn is_free(&self, label: &Wanted, at: Area, taken: &[Area], gap: f64) -> bool {
        // Nearer to its own curve than to any other.
        let wide = at.grown(1.2 * gap);
        at.is_within(self.bounds)
            && !self.areas.iter().any(|area| area.overlaps(at))
            && !taken.iter().any(|area| area.overlaps(at.grown(0.5 * gap)))
            && !self.lines.iter().any(|&(curve, from, to)| {
                (if curve == label.curve { at } else { wide }).is_crossed(from, to)
            })
    }
}

/// The places of a label: to the right, above, below and to the left of each place of its curve.
fn candidates(label: &Wanted, gap: f64) -> impl Iterator<Item = Area> {
    let (width, height) = (label.width, label.height);
    label.beside.iter().flat_map(move |&(x, y)| {
        let (right, left, middle) = (x + 2.0 * gap, x - 2.0 * gap - width, x - width / 2.0);
        let (above, below, level) = (y - gap - height, y + gap, y - height / 2.0);
        [
            (right, level),
            (x - width + gap, above),
            (middle, above),
            (x - gap, above),
            (x - width + gap, below),
            (middle, below),
            (x - gap, below),
            (right, above),
            (right, below),
            (left, above),
            (left, below),
            (left, level),
        ]
        .map(|(left, top)| Area { left, top, right: left + width, bottom: top + height })
    })
}

#[cfg(test)]
mod tests {
    use super::{Area, Obstacles, Wanted};

    const BOUNDS: Area = Area { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };

    fn label(curve: usize, beside: (f64, f64)) -> Wanted {
        Wanted { curve, width: 30.0, height: 10.0, beside: vec![beside] }
    }

    #[test]
    fn labels_touch_neither_each_other_nor_curves() {
        let lines = vec![(0, (0.0, 50.0), (100.0, 50.0)), (1, (0.0, 60.0), (100.0, 60.0))];
        let obstacles = Obstacles { bounds: BOUNDS, areas: Vec::new(), lines };
        let wanted = [label(0, (60.0, 50.0)), label(1, (60.0, 60.0))];
        let placed = obstacles.place_all(&wanted, 3.0).unwrap();
        assert!(placed[0].bottom < 50.0 && placed[1].top > 60.0, "{placed:?}");
        // A third between the two has no place, so that none has.
        let mut wanted = wanted.to_vec();
        wanted.push(label(2, (60.0, 55.0)));
        assert_eq!(obstacles.place_all(&wanted, 3.0), None);
        // Two on one spot stand apart.
        let twins = [label(0, (60.0, 50.0)), label(0, (60.0, 50.0))];
        let placed = obstacles.place_all(&twins, 3.0).unwrap();
        assert!(!placed[0].overlaps(placed[1]), "{placed:?}");
    }

    #[test]
    fn a_line_crosses_an_area_only_where_it_does() {
        let area = Area { left: 10.0, top: 10.0, right: 20.0, bottom: 20.0 };
        assert!(area.is_crossed((0.0, 0.0), (30.0, 30.0)));
        assert!(area.is_crossed((15.0, 0.0), (15.0, 30.0)));
        assert!(!area.is_crossed((0.0, 0.0), (9.0, 30.0)));
        assert!(!area.is_crossed((0.0, 25.0), (30.0, 25.0)));
        assert!(!area.is_crossed((0.0, 0.0), (9.0, 9.0)));
    }
}
