//! Clocks: how much time to think about a move.

use std::time::Duration;

use crate::engine::TimeControl;

/// The time that a player has left, before it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left for all moves.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Time for each move once none remains (byo-yomi); zero if the game is then lost.
    pub byo_yomi: Duration,
    /// Time of each move that is not for thinking: communication, starting and stopping.
    pub margin: Duration,
}

/// Moves of its own for which a player keeps time at least.
const FEWEST: u32 = 3;

/// Plies at the end of a game that take no time worth mentioning.
const FREE: u32 = 10;

/// The clock at the start of a game.
impl From<TimeControl> for Clock {
    fn from(TimeControl { main, increment, byo_yomi }: TimeControl) -> Self {
        Self { increment, byo_yomi, ..Self::new(main) }
    }
}

impl Clock {
    /// The default [margin](Self::margin).
    pub const MARGIN: Duration = Duration::from_millis(30);

    /// A clock with so much time left, and nothing more.
    #[must_use]
    pub const fn new(remaining: Duration) -> Self {
        Self {
            remaining,
            increment: Duration::ZERO,
            byo_yomi: Duration::ZERO,
            margin: Self::MARGIN,
        }
    }

    /// The time to think about the next move, with at most so many plies of the game left (none for an unknown number).
    ///
    /// It is an equal part of what remains, for each of the player's own moves but the last few, which take little time;
    /// and the increment and byo-yomi, which come with every move. It is never more than what there is before the next
    /// increment, less the margin, and never less than a millisecond, since a move must be made.
    #[must_use]
    pub fn time_for_move(&self, plies_left: Option<u32>) -> Duration {
        const LEAST: Duration = Duration::from_millis(1);
        // An ordinary length where it is not known.
        let plies = plies_left.unwrap_or(60);
        let moves = plies.saturating_sub(FREE).div_ceil(2).max(FEWEST);
        let all = self.remaining.saturating_add(self.byo_yomi);
        let share = (self.remaining / moves)
            .saturating_add(self.increment)
            .saturating_add(self.byo_yomi)
            .min(all);
        share.saturating_sub(self.margin).max(LEAST)
    }

    /// The clock after a move that took this time; `None` if that was too much.
    #[must_use]
    pub fn after(self, taken: Duration) -> Option<Self> {
        let over = taken.saturating_sub(self.remaining);
        (over.is_zero() || over <= self.byo_yomi).then(|| Self {
            remaining: self.remaining.saturating_sub(taken).saturating_add(self.increment),
            ..self
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Clock;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_whole_game_at_full_use_never_oversteps_and_spends_most_of_its_time() {
        for (main, increment, byo_yomi, margin) in [
            (300_000, 0, 0, 30),
            (60_000, 2000, 0, 30),
            (1000, 0, 0, 30),
            (1000, 100, 0, 50),
            (0, 0, 5000, 100),
            (60_000, 0, 5000, 100),
            (0, 1000, 0, 30),
        ] {
            let mut clock = Clock {
                remaining: ms(main),
                increment: ms(increment),
                byo_yomi: ms(byo_yomi),
                margin: ms(margin),
            };
            let mut spent = Duration::ZERO;
            for plies in (1..=60).rev().step_by(2) {
                // Communication takes a half of the margin.
                let taken = clock.time_for_move(Some(plies)) + ms(margin) / 2;
                spent += taken;
                let remaining = clock.remaining;
                // With neither time nor byo-yomi there is no way to keep within it.
                let hopeless = remaining + clock.byo_yomi <= ms(1 + margin / 2);
                match clock.after(taken) {
                    Some(next) => clock = next,
                    None if hopeless => clock.remaining = clock.increment,
                    None => panic!("{main}+{increment}: {taken:?} of {remaining:?}"),
                }
            }
            let there_was = ms(main + 30 * (increment + byo_yomi));
            assert!(spent * 4 > there_was * 3 || main == 1000, "{main}+{increment}: {spent:?}");
        }
    }

    #[test]
    fn no_clock_gives_less_than_a_moment_or_more_than_there_is() {
        let mut numbers = vec![0, 1, 5, 30, 31, 1000, 60_000, u64::MAX / 4];
        numbers.dedup();
        for &remaining in &numbers {
            for &increment in &numbers {
                for &byo_yomi in &numbers {
                    for plies in [None, Some(0), Some(1), Some(11), Some(60), Some(u32::MAX)] {
                        let clock = Clock {
                            remaining: ms(remaining),
                            increment: ms(increment),
                            byo_yomi: ms(byo_yomi),
                            margin: Clock::MARGIN,
                        };
                        let time = clock.time_for_move(plies);
                        let most = clock.remaining.saturating_add(clock.byo_yomi);
                        assert!(time >= ms(1), "{clock:?} {plies:?}");
                        assert!(
                            time <= ms(1) || time + Clock::MARGIN <= most,
                            "{clock:?}: {time:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_and_fewer_plies_never_give_less() {
        let mut last = Duration::ZERO;
        for seconds in 0..600 {
            let time = Clock::new(Duration::from_secs(seconds)).time_for_move(Some(40));
            assert!(time >= last);
            last = time;
        }
        for plies in (1..=60).rev() {
            let time = Clock::new(Duration::from_secs(60)).time_for_move(Some(plies));
            assert!(time >= Clock::new(Duration::from_secs(60)).time_for_move(Some(plies + 1)));
        }
    }

    #[test]
    fn a_move_that_takes_too_long_loses() {
        let clock = Clock { increment: ms(100), byo_yomi: ms(500), ..Clock::new(ms(1000)) };
        assert_eq!(clock.after(ms(400)).map(|next| next.remaining), Some(ms(700)));
        assert_eq!(clock.after(ms(1500)).map(|next| next.remaining), Some(ms(100)));
        assert_eq!(clock.after(ms(1501)), None);
    }
}
