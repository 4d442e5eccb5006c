//! One game between two players.

use std::thread;

use plyscope_core::{Bound, Game};
use plyscope_run::interrupt::Interrupted;
use plyscope_tree::MemoryUse;

use super::pondering::Pondering;
use super::{Forfeit, GameRow, ShortOfMemory, Tournament, Work};
use crate::domain::Domain;
use crate::engine::{AnyEngine, Entrant};
use crate::game::{Ending, GameRecord, MoveRecord};
use crate::player::{Clock, Event, Failure, Match, Player, Seat, Turn, player_from};

/// The work of a game's players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct GameWork {
    work: [Work; 2],
    short_of_memory: Vec<ShortOfMemory>,
}

/// Plays one game from `start`; `players[0]` moves first. A player that fails or makes an illegal move forfeits.
pub(super) fn play<D: Domain>(
    tournament: &Tournament<D>,
    unit: u64,
    pair: u64,
    start: &D::Start,
    players: [usize; 2],
) -> Result<GameRow, Interrupted> {
    let domain = &tournament.domain;
    let engines = players.map(|index| &tournament.engines[index]);
    let (game, position) = domain.set_up(start);
    let mut game = Match::new(GameRecord::new(game, position), engines.map(seat));
    let done = play_engines(domain, start, &mut game)?;
    let record = game.record();
    // For the side to move.
    let (to_move, outcome) = match record.ending() {
        Ending::Forfeited(forfeit) => (forfeit.by, domain.outcome_of_forfeit()),
        Ending::Over(outcome) => (record.to_move(), outcome.score()),
        Ending::Unfinished => (record.to_move(), 0),
    };
    let forfeit = match record.ending() {
        Ending::Forfeited(forfeit) => Some(Forfeit {
            engine: engines[forfeit.by].name().to_owned(),
            ply: record.moves().len() as u64,
            reason: forfeit.reason.clone(),
        }),
        Ending::Over(_) | Ending::Unfinished => None,
    };
    Ok(GameRow {
        unit,
        pair,
        start: domain.start_name(start),
        engines: engines.map(|engine| engine.name().to_owned()),
        outcome: if to_move == 0 { outcome } else { -outcome },
        moves: record.moves().iter().map(|played| domain.recorded_move(played.mv)).collect(),
        centidiscs: centidiscs(domain, engines, record),
        milliseconds: milliseconds(engines, record),
        work: done.work,
        short_of_memory: done.short_of_memory,
        forfeit,
    })
}

/// The values of the searches behind the moves; none if no value is known.
fn centidiscs<D: Domain>(
    domain: &D,
    engines: [&Entrant; 2],
    record: &GameRecord<D::Game>,
) -> Vec<Option<i32>> {
    let value = |(ply, played): (usize, &MoveRecord<_>)| {
        let is_value = |bound| matches!(bound, Bound::Exact | Bound::Estimate);
        let valued = played.value.filter(|valued| is_value(valued.bound))?;
        let discs = domain.unit_of(&engines[ply % 2].player).discs(valued.value)?;
        // Estimates may say more than there are squares.
        Some((discs.clamp(-64.0, 64.0) * 100.0).round() as i32)
    };
    let values: Vec<Option<i32>> = record.moves().iter().enumerate().map(value).collect();
    if values.iter().any(Option::is_some) { values } else { Vec::new() }
}

/// The times of the moves, if time limits an engine.
fn milliseconds<G: Game>(engines: [&Entrant; 2], record: &GameRecord<G>) -> Vec<u64> {
    if !engines.iter().any(|engine| engine.is_timed()) {
        return Vec::new();
    }
    let time = |played: &MoveRecord<_>| played.time.unwrap_or_default().as_millis() as u64;
    record.moves().iter().map(time).collect()
}

/// Creates the engines' players and plays the game to its end.
fn play_engines<D: Domain>(
    domain: &D,
    start: &D::Start,
    game: &mut Match<D::Game, &Entrant>,
) -> Result<GameWork, Interrupted> {
    let engines = game.seats().map(|seat| seat.who);
    // Threads of players that ponder end with the players.
    thread::scope(|scope| {
        let mut players: Vec<Box<dyn Player<D::Game> + '_>> = Vec::new();
        for (side, engine) in engines.into_iter().enumerate() {
            let player = if engine.ponder {
                Pondering::start(scope, domain, engine, start, side).map(|own| Box::new(own) as _)
            } else {
                player_from(domain, engine, start).map_err(Failure::from)
            };
            match player {
                Ok(player) => players.push(player),
                Err(failure) => {
                    game.forfeit_by(side, failure.cause()?.to_string());
                    return Ok(GameWork::default());
                }
            }
        }
        play_out(domain, engines.map(is_elsewhere), &mut players, game)
    })
}

/// An engine's side of a new game.
fn seat(engine: &Entrant) -> Seat<&Entrant> {
    Seat::new(engine, engine.control.map(Clock::from), engine.margin)
}

/// Whether an engine thinks outside the thread that asks it, so that its work is measured by the time until it answers.
fn is_elsewhere(engine: &Entrant) -> bool {
    engine.ponder || matches!(engine.player, AnyEngine::Foreign(_))
}

/// Lets the players move until the game is over or one forfeits.
fn play_out<D: Domain, W>(
    domain: &D,
    are_elsewhere: [bool; 2],
    players: &mut [Box<dyn Player<D::Game> + '_>],
    game: &mut Match<D::Game, W>,
) -> Result<GameWork, Interrupted> {
    let mut done = GameWork::default();
    loop {
        let (ply, side) = (game.record().moves().len() as u64, game.record().to_move());
        let reason = match game.turn(players)? {
            Event::Moved(Turn { choice, taken, processor }) => {
                let memory = choice.memory.unwrap_or_default();
                if memory.linear + memory.pruned > 0 {
                    let MemoryUse { linear, pruned, .. } = memory;
                    done.short_of_memory.push(ShortOfMemory { ply, linear, pruned });
                }
                let work = &mut done.work[side];
                let spent = if are_elsewhere[side] { taken } else { processor };
                work.nanos += spent.as_nanos() as u64;
                work.add_move(&choice.counts, memory);
                continue;
            }
            Event::Over => return Ok(done),
            Event::Flagged(late) => late.to_string(),
            Event::Illegal(mv) => {
                format!("it played {}, which is no legal move there", domain.move_name(mv))
            }
            Event::Failed(cause) => cause.to_string(),
        };
        game.forfeit(reason);
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Move, Othello};

    use std::time::Duration;

    use super::play_out;
    use crate::domain::OthelloDomain;
    use crate::game::{Ending, Forfeited, GameRecord};
    use crate::player::{Choice, Clock, Failure, Match, Player, Seat};

    /// What a player does at this ply; before, it plays the first legal move.
    #[derive(Clone, Copy, Debug)]
    enum Act {
        Fails,
        PlaysOccupied,
        Passes,
        Sleeps,
    }

    #[derive(Debug)]
    struct Scripted(usize, Act);

    impl Player<Othello> for Scripted {
        fn choose(&mut self, record: &GameRecord<Othello>) -> Result<Choice<Move>, Failure> {
            let first = Othello.first_move(record.position()).expect("the game goes on");
            Ok(match self.1 {
                _ if record.moves().len() < self.0 => first.into(),
                Act::Fails => return Err(Failure::forfeit("it has no more ideas")),
                Act::PlaysOccupied => Move::to(27).expect("d4").into(),
                Act::Passes => Move::PASS.into(),
                Act::Sleeps => {
                    std::thread::sleep(Duration::from_millis(60));
                    first.into()
                }
            })
        }
    }

    #[test]
    fn a_player_that_exceeds_its_clock_by_more_than_the_margin_loses_on_time() {
        let game = |clock: u64, margin: u64| {
            let mut players: Vec<Box<dyn Player<Othello>>> =
                vec![Box::new(Scripted(4, Act::Sleeps)), Box::new(Scripted(90, Act::Fails))];
            let [clock, margin] = [clock, margin].map(Duration::from_millis);
            let seats = [Seat::new((), Some(Clock::new(clock)), margin), Seat::default()];
            let mut game = Match::new(GameRecord::new(Othello, Board::START), seats);
            let domain = OthelloDomain::all_openings(0);
            play_out(&domain, [false; 2], &mut players, &mut game).unwrap();
            let record = game.record();
            let reason = match record.ending() {
                Ending::Forfeited(forfeit) => Some((forfeit.by, forfeit.reason.clone())),
                _ => None,
            };
            (record.moves().len(), reason)
        };
        let (moves, reason) = game(20, 0);
        let (by, reason) = reason.expect("a loss on time");
        assert!(moves == 4 && by == 0 && reason.starts_with("it lost on time: 0."), "{reason}");
        // Fewer than thirty moves of a little more than 60 ms; what the margin forgives takes nothing from later moves.
        assert_eq!(game(60_000, 0).1, None);
        assert_eq!(game(0, 60_000).1, None);
    }

    #[test]
    fn a_player_that_fails_or_breaks_the_rules_forfeits_with_the_reason() {
        for (act, reason) in [
            (Act::Fails, "it has no more ideas"),
            (Act::PlaysOccupied, "it played d4, which is no legal move there"),
            (Act::Passes, "it played pass, which is no legal move there"),
        ] {
            for by in [0, 1] {
                let mut players: Vec<Box<dyn Player<Othello>>> = [0, 1]
                    .map(|side| Box::new(Scripted(6 + usize::from(side != by) * 90 + by, act)) as _)
                    .into();
                let record = GameRecord::new(Othello, Board::START);
                let mut game = Match::new(record, <[Seat; 2]>::default());
                let domain = OthelloDomain::all_openings(0);
                let done = play_out(&domain, [false; 2], &mut players, &mut game).unwrap();
                let record = game.record();
                let forfeit = Forfeited { by, reason: reason.to_owned() };
                assert_eq!(record.ending(), Ending::Forfeited(&forfeit), "{act:?}");
                assert_eq!(record.moves().len(), 6 + by);
                assert_eq!(done.work.map(|work| work.moves), [3 + by as u64, 3]);
            }
        }
    }
}
