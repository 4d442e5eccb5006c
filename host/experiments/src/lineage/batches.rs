//! A model of what evaluations in batches are worth: `lineage-price`.

/// Children of a batch, and evaluations for a node of partial expansion.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) children: f64,
    pub(super) evaluated: f64,
}

impl Shape {
    /// The price of an evaluation at which full expansion gets so many times the nodes of partial expansion in the same time; 0
    /// for a number that is no greater than one.
    pub(super) fn price(self, ratio: f64) -> f64 {
        let left = self.evaluated - ratio / self.children;
        let pays = ratio.is_finite() && left > 0.0;
        if pays { ((ratio - 1.0) / left).max(0.0) } else { f64::INFINITY }
    }

    /// How many times as many nodes it gets at a price.
    pub(super) fn ratio(self, price: f64) -> f64 {
        (1.0 + self.evaluated * price) / (1.0 + price / self.children)
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn at_its_price_full_expansion_gets_the_nodes_that_it_needs() {
        let shape = Shape { children: 8.0, evaluated: 0.9 };
        for ratio in [1.0, 1.5, 4.0] {
            assert!((shape.ratio(shape.price(ratio)) - ratio).abs() < 1e-9, "{ratio}");
        }
        // Never, however expensive: a batch has too few children.
        assert!(shape.price(7.3).is_infinite() && shape.price(f64::INFINITY).is_infinite());
        // Without batches' gain and a table: r(1 + n/b) = 1 + n.
        let plain = Shape { children: 5.0, evaluated: 1.0 };
        assert!((plain.price(2.0) - 1.0 / 0.6).abs() < 1e-12);
    }
}
