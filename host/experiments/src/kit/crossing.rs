//! Where a measured curve reaches a level.

use plyscope_report::Estimate;

/// The abscissa at which a rising curve reaches a level: straight lines between its points, over the logarithm of the abscissa. Points
/// that fall are chance, and are averaged with their neighbours (isotonic regression). The interval is that at which the bounds of the
/// points' intervals reach it. A curve that begins above the level reaches it at its first point, and one that stays below at infinity.
pub(crate) fn crossing(curve: &[(f64, Estimate)], level: f64) -> Option<Estimate> {
    let first = curve.first()?.0;
    let at = |of: fn(&Estimate) -> f64| {
        let heights = rising(curve.iter().map(|(_, height)| of(height)));
        let place = heights.iter().position(|&height| height >= level);
        match place {
            None => f64::INFINITY,
            Some(0) => first,
            Some(place) => {
                let (below, above) = (heights[place - 1], heights[place]);
                let [left, right] = [place - 1, place].map(|place| curve[place].0.ln());
                (left + (right - left) * (level - below) / (above - below)).exp()
            }
        }
    };
    Some(Estimate { value: at(|one| one.value), low: at(|one| one.high), high: at(|one| one.low) })
}

/// The rising numbers that are nearest to these in the mean square: neighbours that fall are pooled.
fn rising(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for number in numbers {
        let mut last = (number, 1);
        while let Some(before) = pools.pop_if(|before| before.0 > last.0) {
            let count = before.1 + last.1;
            let sum = before.0 * before.1 as f64 + last.0 * last.1 as f64;
            last = (sum / count as f64, count);
        }
        pools.push(last);
    }
    pools.into_iter().flat_map(|(mean, count)| vec![mean; count]).collect()
}

#[cfg(test)]
mod tests {
    use super::{crossing, rising};
    use plyscope_report::Estimate;

    #[test]
    fn a_curve_crosses_between_two_points_and_its_interval_where_its_bounds_do() {
        assert_eq!(rising([1.0, 3.0, 2.0, 4.0, 1.0].into_iter()), [1.0, 2.5, 2.5, 2.5, 2.5]);
        let point =
            |x: f64, value: f64| (x, Estimate { value, low: value - 10.0, high: value + 10.0 });
        let curve = [point(1.0, 30.0), point(2.0, 50.0), point(4.0, 70.0)];
        let found = crossing(&curve, 50.0).unwrap();
        assert!((found.value - 2.0).abs() < 1e-12, "{found:?}");
        assert!((found.low - 2_f64.sqrt()).abs() < 1e-12, "{found:?}");
        assert!((found.high - 8_f64.sqrt()).abs() < 1e-12, "{found:?}");
        let low = crossing(&curve, 25.0).unwrap();
        assert_eq!((low.value, low.low), (1.0, 1.0));
        assert!(low.high > 1.0 && crossing(&curve, 75.0).unwrap().value.is_infinite());
        assert_eq!(crossing(&[], 50.0), None);
    }
}
