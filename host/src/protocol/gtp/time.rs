//! What GTP's time settings mean.

use std::time::Duration;

use crate::engine::TimeControl;

/// What `time_settings M N 0` means: a time of `N` seconds for no stones. Programs that run matches mean something by it that the
/// protocol does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ZeroStones {
    /// No limit, as GTP says.
    #[default]
    Standard,
    /// `N` seconds for each move, once the `M` seconds are used up.
    ByoYomi,
    /// `N` seconds that are added after each move; without main time, `N` seconds for each move.
    Increment,
}

impl ZeroStones {
    /// The clock that `time_settings` with these arguments means. `None` means that time is not limited.
    pub(super) fn control(
        self,
        main: Duration,
        time: Duration,
        stones: u32,
    ) -> Option<TimeControl> {
        if stones > 0 || time.is_zero() {
            return TimeControl::canadian(main, time, stones);
        }
        let each_move = TimeControl { byo_yomi: time, ..TimeControl::new(main) };
        match self {
            Self::Standard => TimeControl::canadian(main, time, stones),
            Self::ByoYomi => Some(each_move),
            Self::Increment if main.is_zero() => Some(each_move),
            Self::Increment => Some(TimeControl { increment: time, ..TimeControl::new(main) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ZeroStones;

    #[test]
    fn time_for_no_stones_is_no_limit_byo_yomi_or_an_increment() {
        let of = |meaning: ZeroStones, main, time, stones| {
            let [main, time] = [main, time].map(Duration::from_secs);
            let control = meaning.control(main, time, stones);
            control.map(|control| {
                [control.main, control.increment, control.byo_yomi].map(|time| time.as_secs())
            })
        };
        assert_eq!(of(ZeroStones::Standard, 0, 5, 0), None);
        assert_eq!(of(ZeroStones::Standard, 60, 5, 0), None);
        assert_eq!(of(ZeroStones::ByoYomi, 0, 5, 0), Some([0, 0, 5]));
        assert_eq!(of(ZeroStones::ByoYomi, 60, 5, 0), Some([60, 0, 5]));
        assert_eq!(of(ZeroStones::Increment, 0, 5, 0), Some([0, 0, 5]));
        assert_eq!(of(ZeroStones::Increment, 60, 5, 0), Some([60, 5, 0]));
        for meaning in [ZeroStones::Standard, ZeroStones::ByoYomi, ZeroStones::Increment] {
            assert_eq!(of(meaning, 60, 0, 0), Some([60, 0, 0]));
            assert_eq!(of(meaning, 60, 30, 10), Some([60, 0, 3]));
            assert_eq!(of(meaning, 0, 0, 0), None);
        }
    }
}
