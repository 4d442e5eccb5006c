//! Clocks of games in GGF.

use std::time::Duration;

use plyscope_core::othello::Colour;

use crate::game_files::ggf::GgfGame;
use crate::player::Clock;

/// A time in GGF: `ss`, `mm:ss` or `hh:mm:ss`, seconds with decimals or without. Other programs add marks behind a comma.
fn time(text: &str) -> Option<Duration> {
    let text = text.split(',').next()?.trim();
    let mut seconds = 0.0;
    for part in text.split(':') {
        let number: f64 = part.parse().ok()?;
        seconds = seconds * 60.0 + number;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// The clock at the start of a game with this `TI`: the time for all moves, the increment of each move. Overtime, the third part,
/// loses the game, and is no time to play for.
pub(super) fn at_start(text: &str) -> Option<Clock> {
    let mut parts = text.split('/');
    let main = time(parts.next()?)?;
    let increment = parts.next().and_then(time).unwrap_or_default();
    Some(Clock { increment, ..Clock::new(main) }).filter(|clock| !clock.remaining.is_zero())
}

/// The clocks of Black and White after the moves of a game; `None` without a clock.
pub(super) fn after(game: &GgfGame) -> [Option<Clock>; 2] {
    let mut clocks = [at_start(&game.time); 2];
    let mut side = game.first;
    for played in &game.moves {
        spend(&mut clocks, side, played.seconds);
        side = side.other();
    }
    clocks
}

/// Takes the time of a move off. A side that has used its time up has none left.
pub(super) fn spend(clocks: &mut [Option<Clock>; 2], side: Colour, seconds: Option<f64>) {
    let taken = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    if let (Some(clock), Some(taken)) = (&mut clocks[side as usize], taken) {
        *clock = clock.after(taken).unwrap_or(Clock { remaining: clock.increment, ..*clock });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{after, at_start};
    use crate::game_files::ggf::GgfGame;

    #[test]
    fn times_are_read_in_all_their_forms() {
        let seconds = |text: &str| at_start(text).map(|clock| clock.remaining.as_secs_f64());
        assert_eq!(seconds("15:00"), Some(900.0));
        assert_eq!(seconds("1:00:01//02:00"), Some(3601.0));
        assert_eq!(seconds("30"), Some(30.0));
        assert_eq!(seconds("00:01.50"), Some(1.5));
        assert_eq!(seconds("05:00,N:5"), Some(300.0));
        for none in ["", "x", "-1", "0", "1e400", "nan", "/1"] {
            assert_eq!(seconds(none), None, "{none:?}");
        }
        assert_eq!(at_start("01:00/00:02").unwrap().increment, Duration::from_secs(2));
    }

    #[test]
    fn moves_take_time_off_the_clock_of_their_side() {
        let text = "(;GM[Othello]TI[00:10/00:01]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                    B[F5//4]W[D6//20]B[C3//2];)";
        let game: GgfGame = text.parse().unwrap();
        let left = after(&game).map(|clock| clock.unwrap().remaining.as_secs());
        assert_eq!(left, [6, 1]);
    }
}
