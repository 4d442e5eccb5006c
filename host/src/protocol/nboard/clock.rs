//! Clocks of games in GGF.

use std::time::Duration;

use plyscope_core::othello::Colour;

use crate::engine::TimeControl;
use crate::game_files::ggf::{GgfGame, GgfMove};
use crate::player::{Clock, Seat};

/// The clocks of Black and White after the moves of a game; `None` without a clock.
pub(super) fn after(game: &GgfGame) -> [Option<Clock>; 2] {
    let clock = TimeControl::from_ggf(&game.time).map(Clock::from);
    let mut seats =
        [Colour::Black, Colour::White].map(|colour| Seat::kept_elsewhere(colour, clock));
    let mut side = game.first;
    for played in &game.moves {
        if let Some(taken) = taken(played) {
            // A side that has used its time up has none left.
            let _ = seats[side as usize].spend(taken);
        }
        side = side.other();
    }
    seats.map(|seat| seat.clock)
}

/// The time of a move, if it is known.
pub(super) fn taken(played: &GgfMove) -> Option<Duration> {
    played.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
mod tests {
    use super::after;
    use crate::game_files::ggf::GgfGame;

    #[test]
    fn moves_take_time_off_the_clock_of_their_side() {
        let text = "(;GM[Othello]TI[00:10/00:01]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                    B[F5//4]W[D6//20]B[C3//2];)";
        let game: GgfGame = text.parse().unwrap();
        let left = after(&game).map(|clock| clock.unwrap().remaining.as_secs());
        assert_eq!(left, [6, 1]);
    }
}
