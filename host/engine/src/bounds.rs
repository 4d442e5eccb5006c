//! Sources of forward estimation's bounds.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::SPREADS;

/// The source of forward estimation's bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// The domain's exact bounds.
    Exact,
    /// Learned online, one magnitude.
    Learned,
    /// Learned online, minimum and maximum separately.
    LearnedSeparate,
    /// The evaluation's most likely decrement and increment.
    Likely,
    /// Given: lowest and highest edge cost.
    Fixed(i32, i32),
    /// Lowest and highest gain per ply for the mover.
    Gains(i32, i32),
    /// The same learned online: this middle percentage of all gains.
    LearnedGains(u8),
    /// Lowest and highest difference between minimax and static values, for depths from 1 on.
    Spreads(Vec<(i32, i32)>),
}

impl Bounds {
    /// Whether these are bounds on edge costs, which delta can scale.
    #[must_use]
    pub const fn are_of_edges(&self) -> bool {
        !matches!(self, Self::Gains(..) | Self::LearnedGains(_) | Self::Spreads(_))
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Learned => f.write_str("learned"),
            Self::LearnedSeparate => f.write_str("learned-separate"),
            Self::Likely => f.write_str("likely"),
            Self::Fixed(low, high) => write!(f, "{low}:{high}"),
            Self::Gains(low, high) => write!(f, "gains:{low}:{high}"),
            Self::LearnedGains(share) => write!(f, "learned-gains:{share}"),
            Self::Spreads(spreads) => {
                f.write_str("spreads:")?;
                for (place, (low, high)) in spreads.iter().enumerate() {
                    let between = if place == 0 { "" } else { "/" };
                    write!(f, "{between}{low}:{high}")?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const USAGE: &str = "write exact, learned, learned-separate, likely or LOWEST:HIGHEST, such as -500:500; or \
                             learned-gains:PERCENT, gains:LOWEST:HIGHEST or spreads:LOWEST:HIGHEST/LOWEST:HIGHEST and so on, \
                             for depths from 1";
        let pair = |text: &str| -> Result<(i32, i32), String> {
            let (low, high) = text.split_once(':').ok_or(USAGE)?;
            let low: i32 = low.parse().map_err(|_| USAGE)?;
            let high: i32 = high.parse().map_err(|_| USAGE)?;
            if low > high {
                return Err(format!(
                    "the lowest must not be above the highest, as {low} and {high}"
                ));
            }
            Ok((low, high))
        };
        if let Some(share) = text.strip_prefix("learned-gains:") {
            let share = share.parse().ok().filter(|share| (1..=99).contains(share));
            return Ok(Self::LearnedGains(
                share.ok_or("write learned-gains:1 to learned-gains:99")?,
            ));
        }
        if let Some(gains) = text.strip_prefix("gains:") {
            return pair(gains).map(|(low, high)| Self::Gains(low, high));
        }
        if let Some(spreads) = text.strip_prefix("spreads:") {
            let spreads: Vec<_> = spreads.split('/').map(pair).collect::<Result<_, _>>()?;
            if spreads.len() > SPREADS {
                return Err(format!("give at most {SPREADS} depths, not {}", spreads.len()));
            }
            return Ok(Self::Spreads(spreads));
        }
        match text {
            "exact" => Ok(Self::Exact),
            "learned" => Ok(Self::Learned),
            "learned-separate" => Ok(Self::LearnedSeparate),
            "likely" => Ok(Self::Likely),
            _ => {
                let (low, high) = pair(text)?;
                if low > 0 || high < 0 {
                    return Err(format!(
                        "the lowest edge cost must be at most 0 and the highest at least 0, not {low} and {high}"
                    ));
                }
                Ok(Self::Fixed(low, high))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn bounds_are_read_as_they_are_written() {
        for bounds in [
            Bounds::Exact,
            Bounds::Learned,
            Bounds::LearnedSeparate,
            Bounds::Likely,
            Bounds::Fixed(-5, 0),
            Bounds::Gains(3, 9),
            Bounds::LearnedGains(80),
            Bounds::Spreads(vec![(-1, 2), (3, 4)]),
        ] {
            assert_eq!(bounds.to_string().parse(), Ok(bounds));
        }
    }
}
