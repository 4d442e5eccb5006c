//! Estimators behind a pointer: suites that search with each of them compile one search for all.

use std::fmt::Debug;

use plyscope_core::Value;
use plyscope_core::search::estimate::{At, Estimate, Range};

/// Any estimator.
#[derive(Debug)]
pub struct Erased(Box<dyn Estimating>);

impl Erased {
    /// Holds this estimator.
    pub fn new(estimator: impl Estimate + Copy + Debug + 'static) -> Self {
        Self(Box::new(estimator))
    }
}

impl Clone for Erased {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

/// What an estimator is asked.
trait Estimating: Debug {
    fn boxed(&self) -> Box<dyn Estimating>;
    fn reset(&mut self);
    fn observe(&mut self, node: &At, child: Value);
    fn learned(&self) -> Option<(i32, i32)>;
    fn range(&self, node: &At) -> Range;
    fn range_by_child(&self, node: &At, child: Value) -> Range;
    fn is_sure(&self) -> bool;
}

impl<X: Estimate + Copy + Debug + 'static> Estimating for X {
    fn boxed(&self) -> Box<dyn Estimating> {
        Box::new(*self)
    }

    fn reset(&mut self) {
        Estimate::reset(self);
    }

    fn observe(&mut self, node: &At, child: Value) {
        Estimate::observe(self, node, child);
    }

    fn learned(&self) -> Option<(i32, i32)> {
        Estimate::learned(self)
    }

    fn range(&self, node: &At) -> Range {
        Estimate::range(self, node)
    }

    fn range_by_child(&self, node: &At, child: Value) -> Range {
        Estimate::range_by_child(self, node, child)
    }

    fn is_sure(&self) -> bool {
        Estimate::is_sure(self)
    }
}

impl Estimate for Erased {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {
        self.0.reset();
    }

    fn observe(&mut self, node: &At, child: Value) {
        self.0.observe(node, child);
    }

    fn learned(&self) -> Option<(i32, i32)> {
        self.0.learned()
    }

    fn range(&self, node: &At) -> Range {
        self.0.range(node)
    }

    fn range_by_child(&self, node: &At, child: Value) -> Range {
        self.0.range_by_child(node, child)
    }

    fn is_sure(&self) -> bool {
        self.0.is_sure()
    }
}
