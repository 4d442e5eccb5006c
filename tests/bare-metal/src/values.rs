//! Values, windows, limits, bounds on edge costs: everything that needs no game.

use core::hash::{Hash, Hasher};
use core::hint::black_box;

use plyscope_core::random_tree::lcg;
use plyscope_core::search::estimate::{At, Estimate, NoEstimate};
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Gains, Learned, LearnedGains, LearnedSeparately, Scaled, Spreads,
};
use plyscope_core::{Limits, Side, Value, Window};

use crate::done;

pub(crate) fn all() {
    let (a, b): (i32, i32) = (black_box(-7), black_box(900));
    let (value, other) = (Value::new(a), Value::from_i64(black_box(1 << 40)));
    done((value.get(), value.is_finite(), value.plus(b), -value, value.cmp(&other)));
    done((Value::from(black_box(3_i16)), black_box(value).plus(b), hash(&value)));
    let window = Window::around(black_box(value), black_box(70));
    done((window.negated(), black_box(window).classify(other)));
    done((black_box(Side::Min).other(), hash(&black_box(Side::Max))));
    done((Limits::depth(black_box(4)), Limits::nodes(black_box(4)).and_nodes(black_box(5))));

    let (state, steps): (u32, u32) = (black_box(17), black_box(3_000_000_000));
    done((lcg::next(state), lcg::jump(state, steps), lcg::jump_by_bits(state, steps)));

    let fixed = FixedBounds::new(a, b);
    estimate(NoEstimate);
    estimate(Edges(fixed));
    estimate(Edges(FixedBounds::exact(a, b)));
    estimate(Edges(Learned::default()));
    estimate(Edges(LearnedSeparately::default()));
    estimate(Scaled::new(fixed, black_box(0.5)));
    estimate(Scaled::new(Learned::default(), black_box(f64::NAN)));
    let gains = Gains::new(black_box(i32::MIN), black_box(i32::MAX));
    done((gains.lowest(), gains.highest()));
    estimate(gains);
    let mut learned = LearnedGains::new(black_box(255));
    for edge in 0..black_box(1000) {
        let node = At { value: Value::ZERO, depth: 1, mover: Side::Min };
        learned.observe(&node, Value::new(black_box(edge)));
    }
    done(learned.learned());
    estimate(learned);
    estimate(Spreads::<4>::new(black_box(&[(7, -7), (i32::MIN, i32::MAX)])));
}

fn estimate<X: Estimate>(mut estimator: X) {
    let node = |value, depth, mover| black_box(At { value, depth, mover });
    black_box(&mut estimator).observe(&node(Value::ZERO, 1, Side::Max), Value::new(-300));
    let range = estimator.range(&node(Value::ZERO, 9, Side::Min));
    done((range.low, range.negated().high, estimator.is_sure()));
    estimator.reset();
    done(estimator.range(&node(Value::INFINITY, u32::MAX, Side::Max)));
}

/// Hashes with core's derived implementations.
pub(crate) fn hash(thing: &impl Hash) -> u64 {
    struct Sum(u64);
    impl Hasher for Sum {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = self.0.rotate_left(5) ^ u64::from(byte);
            }
        }
    }
    let mut sum = Sum(0);
    thing.hash(&mut sum);
    sum.finish()
}
