//! Numbers as text.

/// A whole number with separators: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its sign, rounded; what is rounded to zero has a plus: `+0.0`, never `-0.0`.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
    if is_zero { text.replacen('-', "+", 1) } else { text }
}

#[cfg(test)]
mod tests {
    use super::{grouped, signed};

    #[test]
    fn zero_is_never_negative() {
        for (number, decimals, text) in [
            (-0.0, 1, "+0.0"),
            (-0.04, 1, "+0.0"),
            (-0.05, 2, "-0.05"),
            (-0.4, 0, "+0"),
            (0.0, 2, "+0.00"),
            (-1.0, 0, "-1"),
            (12.25, 1, "+12.2"),
        ] {
            assert_eq!(signed(number, decimals), text, "{number}");
        }
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
