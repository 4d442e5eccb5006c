//! GTP's clocks, and what its time settings mean.

use std::time::Duration;

use super::text;
use super::{Answer, syntax};
use crate::domain::Domain;
use crate::engine::{TimeControl, read_seconds};
use crate::player::Clock;
use crate::protocol::session::Session;

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

/// The clocks of a session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    zero_stones: ZeroStones,
    /// The time settings.
    control: Option<TimeControl>,
}

impl Clocks {
    pub(super) const fn new(zero_stones: ZeroStones) -> Self {
        Self { zero_stones, control: None }
    }

    /// `time_settings` with its arguments.
    pub(super) fn settings<D: Domain>(
        &mut self,
        session: &mut Session<'_, D>,
        arguments: &[&str],
    ) -> Answer {
        let [main, byo_yomi, stones, ..] = arguments else { return syntax() };
        let (Some(main), Some(byo_yomi), Ok(stones)) =
            (read_seconds(main), read_seconds(byo_yomi), stones.parse::<u32>())
        else {
            return syntax();
        };
        self.control = self.zero_stones.control(main, byo_yomi, stones);
        self.reset(session);
        Ok(String::new())
    }

    /// Sets both clocks back.
    pub(super) fn reset<D: Domain>(&self, session: &mut Session<'_, D>) {
        session.set_clocks([self.control.map(Clock::from); 2]);
    }

    /// `time_left` with its arguments.
    pub(super) fn left<D: Domain>(
        &self,
        session: &mut Session<'_, D>,
        arguments: &[&str],
    ) -> Answer {
        let [side, time, stones, ..] = arguments else { return syntax() };
        let (Some(side), Some(time), Ok(stones)) =
            (text::side::<D>(side), read_seconds(time), stones.parse::<u32>())
        else {
            return syntax();
        };
        let each = self.control.filter(|control| control.main.is_zero()).map(|it| it.byo_yomi);
        let clock = session.clock_of(side);
        let before = clock.unwrap_or(Clock::new(time));
        *clock = Some(match time.checked_div(stones) {
            // No time but that of each move: what is left is of the next.
            None if each.is_some_and(|each| !each.is_zero()) => {
                let byo_yomi = time.min(each.unwrap_or_default());
                Clock { remaining: Duration::ZERO, byo_yomi, ..before }
            }
            // In byo-yomi: this time for so many moves.
            Some(each) => Clock { remaining: Duration::ZERO, byo_yomi: each, ..before },
            None => Clock { remaining: time, ..before },
        });
        Ok(String::new())
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
