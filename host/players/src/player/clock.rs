//! Clocks: how much time to think about a move.

use std::time::Duration;

use super::Pace;
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

/// Plies at the end of a game that take no time worth mentioning, with a second for the game, and with any time.
const FREE: u32 = 10;
const MOST_FREE: u32 = 18;

/// The margins of all moves take at most one part in so many of what remains: with a second for the game they would take most of it.
const KEPT: u32 = 10;

/// A longer game is treated as one of so many plies.
const LONGEST: u32 = 120;

/// What time is worth for a move with so many plies of the game left, of which so many are free.
const fn worth(plies: u32, free: u32) -> u32 {
    match plies {
        _ if plies <= free => 0,
        0..=17 => 2,
        18..=30 => 5,
        _ => 4,
    }
}

/// So many parts of all of a time.
fn part(time: Duration, parts: u32, all: u32) -> Duration {
    let seconds = time.as_secs() / u64::from(all) * u64::from(parts);
    let rest = Duration::new(time.as_secs() % u64::from(all), time.subsec_nanos());
    Duration::from_secs(seconds).saturating_add(rest.saturating_mul(parts) / all)
}

/// The clock at the start of a game.
impl From<TimeControl> for Clock {
    fn from(TimeControl { main, increment, byo_yomi }: TimeControl) -> Self {
        Self { increment, byo_yomi, ..Self::new(main) }
    }
}

impl Clock {
    /// The default [margin](Self::margin).
    pub const MARGIN: Duration = Duration::from_millis(30);

    /// The least time of a move.
    pub const LEAST: Duration = Duration::from_millis(1);

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

    /// The usual time to think about the next move, with at most so many plies of the game left (none for an unknown number).
    ///
    /// It is a part of what remains, by what a second brings: most where 18 to 30 plies are left, less before, much less where the
    /// rest is soon searched, and nothing is kept for the last plies, the more of them the longer the game's time is;
    /// and the increment and byo-yomi, which come with every move. It is never more than what there is before the next
    /// increment, less the margin, and never less than a millisecond, since a move must be made.
    #[must_use]
    pub fn time_for_move(&self, plies_left: Option<u32>) -> Duration {
        self.pace(plies_left).usual
    }

    /// The time to think about the next move, as [`time_for_move`](Self::time_for_move), and the most that it may take.
    #[must_use]
    pub fn pace(&self, plies_left: Option<u32>) -> Pace {
        // An ordinary length where it is not known.
        let plies = plies_left.unwrap_or(60).min(LONGEST);
        let free = self.free();
        let now = worth(plies, free).max(1);
        let moves = (0..=plies).rev().step_by(2);
        let all = moves.map(|plies| worth(plies, free)).fold(0, u32::saturating_add);
        let all = all.max(now.saturating_mul(FEWEST));
        let there_is = self.remaining.saturating_add(self.byo_yomi).saturating_sub(self.margin);
        let comes = self.increment.saturating_add(self.byo_yomi);
        let with = |share: Duration| share.saturating_add(comes).min(there_is).max(Self::LEAST);
        let kept = self.margin.saturating_mul(plies / 2).min(self.remaining / KEPT);
        let share = part(self.remaining.saturating_sub(kept), now, all);
        // Twice as much, but less than half of what there is.
        let more = share.saturating_mul(2).min(self.remaining.saturating_mul(2) / 5).max(share);
        Pace { usual: with(share), most: with(more) }
    }

    /// Plies at the end of a game that take no time worth mentioning, because they are solved with the move before: one more for
    /// each doubling of the time.
    fn free(&self) -> u32 {
        let seconds = self.remaining.saturating_add(self.increment.saturating_mul(20)).as_secs();
        FREE.saturating_add(seconds.checked_ilog2().unwrap_or(0)).min(MOST_FREE)
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

    use super::{Clock, Pace};

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
    fn margins_take_little_of_a_second_for_the_game() {
        let first = Clock::new(ms(1000)).time_for_move(Some(52));
        assert!(first >= ms(35), "{first:?}, where 26 moves have 38 ms each");
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
    fn more_time_never_gives_less() {
        let mut last = Duration::ZERO;
        for seconds in 0..600 {
            let time = Clock::new(Duration::from_secs(seconds)).time_for_move(Some(40));
            assert!(time >= last);
            last = time;
        }
    }

    #[test]
    fn the_moves_before_a_solution_have_most_time_and_no_move_has_half_of_it() {
        let whole = ms(60_000);
        let pace = |plies| Clock::new(whole).pace(Some(plies));
        assert!(pace(22).usual > pace(40).usual && pace(40).usual > pace(60).usual);
        for plies in 0..=60 {
            let Pace { usual, most } = pace(plies);
            assert!(
                usual <= most && most <= usual * 2 + Clock::MARGIN && most < whole / 2,
                "{plies}"
            );
        }
        // Equal moves have equal shares of what the others leave.
        let mut clock = Clock::new(whole);
        let mut times = Vec::new();
        for plies in (21..=30).rev().step_by(2) {
            let time = clock.time_for_move(Some(plies)) + Clock::MARGIN;
            times.push(time.as_millis());
            clock = clock.after(time).unwrap();
        }
        let (least, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
        assert!(most - least <= 1 + most / 20, "{times:?}");
    }

    #[test]
    fn a_move_that_takes_too_long_loses() {
        let clock = Clock { increment: ms(100), byo_yomi: ms(500), ..Clock::new(ms(1000)) };
        assert_eq!(clock.after(ms(400)).map(|next| next.remaining), Some(ms(700)));
        assert_eq!(clock.after(ms(1500)).map(|next| next.remaining), Some(ms(100)));
        assert_eq!(clock.after(ms(1501)), None);
    }
}
