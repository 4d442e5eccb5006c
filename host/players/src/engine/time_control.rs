//! The time for a whole game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Value as _;

/// The time for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For all moves.
    pub main: Duration,
    /// For each move, added to the main time.
    pub increment: Duration,
    /// For each move once the main time is used up.
    pub byo_yomi: Duration,
}

/// A text that is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimeControlError {
    /// It has another form.
    #[error(
        "write seconds or minutes:seconds, and an increment if there is one, such as 60, 60+0.5 or 5:00+3"
    )]
    Form,
    /// There is neither time nor an increment.
    #[error("a clock without time: give it some")]
    NoTime,
}

/// Reads a number of seconds; 0 is one, too.
#[must_use]
pub fn read_seconds(text: &str) -> Option<Duration> {
    match Duration::read(text) {
        Ok(time) => Some(time),
        // -0 is 0.
        Err(_) => text.parse().is_ok_and(|seconds: f64| seconds == 0.0).then_some(Duration::ZERO),
    }
}

/// Reads a time as on a clock: `ss`, `mm:ss` or `hh:mm:ss`, seconds with decimals or without.
#[must_use]
fn read_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
    let (hours, minutes) = minutes.split_once(':').unwrap_or(("0", minutes));
    let hours: u32 = hours.parse().ok()?;
    let minutes = u64::from(hours) * 60 + u64::from(minutes.parse::<u32>().ok()?);
    Duration::from_secs(minutes.checked_mul(60)?).checked_add(read_seconds(seconds)?)
}

impl TimeControl {
    /// So much time for all moves, and nothing more.
    #[must_use]
    pub const fn new(main: Duration) -> Self {
        Self { main, increment: Duration::ZERO, byo_yomi: Duration::ZERO }
    }

    /// GTP's settings: time for all moves, then a time for so many moves. `None` means that time is not limited.
    #[must_use]
    pub fn canadian(main: Duration, byo_yomi: Duration, moves: u32) -> Option<Self> {
        // Byo-yomi for no moves at all means no limit.
        let is_limited = moves > 0 || byo_yomi.is_zero() && !main.is_zero();
        let byo_yomi = byo_yomi.checked_div(moves).unwrap_or_default();
        is_limited.then_some(Self { byo_yomi, ..Self::new(main) })
    }

    /// A game's `TI` in GGF: the time for all moves, the increment, and overtime, which loses the game and is no time to play for.
    #[must_use]
    pub fn from_ggf(text: &str) -> Option<Self> {
        // Other programs add marks behind a comma.
        let mut parts = text
            .split('/')
            .map(|part| read_time(part.split(',').next().unwrap_or_default().trim()));
        let main = parts.next()??;
        let increment = parts.next().flatten().unwrap_or_default();
        (!main.is_zero()).then_some(Self { increment, ..Self::new(main) })
    }

    /// With increments that come after moves: without main time, the first move has an increment of its own.
    #[must_use]
    pub fn after_moves(self) -> Self {
        let main = if self.main.is_zero() { self.increment } else { self.main };
        Self { main, ..self }
    }

    /// With increments that come before moves, the first included.
    #[must_use]
    pub const fn before_moves(self) -> Self {
        Self { main: self.main.saturating_add(self.increment), ..self }
    }
}

/// `60`, `60+0.5` or `5:00+3`: seconds, or minutes and seconds, and the increment.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (main, increment) =
            read_time(main).zip(read_seconds(increment)).ok_or(TimeControlError::Form)?;
        if main.is_zero() && increment.is_zero() {
            return Err(TimeControlError::NoTime);
        }
        Ok(Self { increment, ..Self::new(main) })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |time: Duration| if time.is_zero() { "0".to_owned() } else { time.text() };
        f.write_str(&text(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", text(self.increment))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{TimeControl, TimeControlError};

    const fn seconds(main: u64, increment: u64) -> TimeControl {
        TimeControl {
            increment: Duration::from_secs(increment),
            ..TimeControl::new(Duration::from_secs(main))
        }
    }

    #[test]
    fn a_time_control_is_read_in_seconds_and_in_minutes() {
        for (text, control) in [
            ("5:00+3", seconds(300, 3)),
            ("300+3", seconds(300, 3)),
            ("1:00:01", seconds(3601, 0)),
            ("90", seconds(90, 0)),
            ("0+2", seconds(0, 2)),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string().parse(), Ok(control), "{text}");
        }
        for wrong in ["", "x", "5:xx", "-3", ":", "1:1:1:1", "nan", "5+-1", "5+", "+5"] {
            assert_eq!(wrong.parse::<TimeControl>(), Err(TimeControlError::Form), "{wrong}");
        }
        for none in ["0", "0+0", "0:00"] {
            assert_eq!(none.parse::<TimeControl>(), Err(TimeControlError::NoTime), "{none}");
        }
    }

    #[test]
    fn increments_come_before_or_after_moves() {
        assert_eq!(seconds(300, 3).before_moves(), seconds(303, 3));
        assert_eq!(seconds(300, 3).after_moves(), seconds(300, 3));
        for control in [seconds(0, 2).before_moves(), seconds(0, 2).after_moves()] {
            assert_eq!(control, seconds(2, 2));
        }
    }

    #[test]
    fn times_of_ggf_are_read_in_all_their_forms() {
        let main = |text| TimeControl::from_ggf(text).map(|control| control.main.as_secs_f64());
        assert_eq!(main("15:00"), Some(900.0));
        assert_eq!(main("1:00:01//02:00"), Some(3601.0));
        assert_eq!(main("30"), Some(30.0));
        assert_eq!(main("00:01.50"), Some(1.5));
        assert_eq!(main("05:00,N:5"), Some(300.0));
        for none in ["", "x", "-1", "0", "1e400", "nan", "/1"] {
            assert_eq!(main(none), None, "{none:?}");
        }
        assert_eq!(TimeControl::from_ggf("01:00/00:02"), Some(seconds(60, 2)));
    }

    #[test]
    fn byo_yomi_of_gtp_is_divided_among_its_moves_and_none_means_no_limit() {
        let of = |main, byo_yomi, moves| {
            let [main, byo_yomi] = [main, byo_yomi].map(Duration::from_secs);
            TimeControl::canadian(main, byo_yomi, moves).map(|control| control.byo_yomi.as_secs())
        };
        assert_eq!(of(60, 30, 10), Some(3));
        assert_eq!(of(60, 0, 0), Some(0));
        assert_eq!(of(0, 30, 0), None);
        assert_eq!(of(0, 0, 0), None);
    }
}
