//! Games of self-play by the [strong player](plyscope_core::othello::strong), with the value of each position as it found it:
//! the material for learning evaluations.
//!
//! Games are recorded in a run directory, so the work can be stopped, resumed, sharded over machines and merged.

pub mod game;

use std::ops::ControlFlow;
use std::path::Path;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello, Patterns};
use plyscope_run::record::{self, Manifest, RecordError, Shard, numbered};
use plyscope_run::session::{Place, Session, Workers};
use serde::Serialize;
use serde_json::json;

use super::LearnError;
pub use game::{ANY, LabelledGame, Teaching, WHOLE};

/// The kind of these runs.
pub const KIND: &str = "labels";

/// Games in a unit: they are written to the disk together.
pub const GAMES_A_UNIT: u64 = 16;

/// The evaluation of the player.
const EVALUATION: &str = "patterns-large";

/// The plan of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamesPlan {
    /// Number of games, rounded up to a multiple of [`GAMES_A_UNIT`].
    pub games: u64,
    /// How they are played.
    pub teaching: Teaching,
    /// The part of them to play.
    pub shard: Shard,
}

impl GamesPlan {
    fn manifest(&self) -> Manifest {
        // Games of other weights are others, even if the evaluation's name is the same.
        let configuration = json!({
            "evaluation": EVALUATION,
            "weights": Patterns::LARGE.fingerprint(),
            "teaching": self.teaching,
        });
        let units = self.games.div_ceil(GAMES_A_UNIT);
        Manifest::new(KIND, configuration, Some(units), GAMES_A_UNIT, self.shard)
    }
}

/// Plays the games that are not recorded yet. `begin` is told how many games there are in the shard and how many are recorded,
/// `advance` how many were played since.
///
/// # Errors
/// [`LearnError`] if the directory holds anything else or cannot be written, or [`LearnError::Stopped`].
pub fn play(
    plan: &GamesPlan,
    place: &Place,
    threads: usize,
    begin: impl FnOnce(u64, u64),
    mut advance: impl FnMut(u64),
) -> Result<(), LearnError> {
    let (mut session, lines) = Session::open(place, plan.manifest())?;
    let there = lines.len() as u64;
    drop(lines);
    begin(there + session.left() * GAMES_A_UNIT, there);
    session.run(
        Workers::new(threads),
        |unit| {
            let first = unit.number * GAMES_A_UNIT;
            let games = game::play(&plan.teaching, first..first + GAMES_A_UNIT);
            let row = |game| {
                // Numbers, lists and strings: this cannot fail.
                numbered(unit.number, &serde_json::to_string(game).unwrap_or_default())
            };
            Ok::<_, LearnError>((games.iter().map(row).collect(), ()))
        },
        |_, ()| {
            advance(GAMES_A_UNIT);
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// A position with its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelledBoard {
    /// The position.
    pub board: Board,
    /// Its value for the mover, in hundredths of a disc.
    pub value: i16,
}

impl LabelledBoard {
    /// The number of discs.
    #[must_use]
    pub const fn discs(&self) -> u32 {
        64 - self.board.empties().count_ones()
    }
}

/// Where labelled games come from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Source {
    /// The identity of the run.
    pub run: String,
    /// Everything that its games depend on.
    pub configuration: serde_json::Value,
    /// Its part.
    pub shard: Shard,
    /// Number of games.
    pub games: usize,
}

/// The positions of the finished games in a directory, game by game, in order, and where they come from.
///
/// A label is mixed with what was found later in its game: it is the position's own value, and with the share `lambda`, between 0
/// and 1, the label of the next position, as in TD(lambda). Exact values stay, and the value before a random move, which says
/// nothing of the position.
///
/// # Errors
/// [`LearnError`] if it holds no such run or is damaged.
pub fn read(
    directory: &Path,
    lambda: f32,
) -> Result<(Source, Vec<Vec<LabelledBoard>>), LearnError> {
    let (manifest, lines) = record::read(directory)?;
    if manifest.kind != KIND {
        return Err(LearnError::NoLabels { path: directory.to_owned(), kind: manifest.kind });
    }
    let teaching: Option<Teaching> =
        serde_json::from_value(manifest.configuration["teaching"].clone()).ok();
    let solve = teaching.map_or(0, |teaching| teaching.solve);
    let game = |(number, game): (usize, Result<LabelledGame, RecordError>)| {
        let game = game?;
        let mut samples = samples(&game);
        if let Some(samples) = &mut samples {
            mix(samples, &game, solve, lambda);
        }
        let reason = || "its moves are not those of a game".to_owned();
        samples.ok_or_else(|| RecordError::Content { number, reason: reason() })
    };
    let games = (1..).zip(record::parse(&lines)).map(game).collect::<Result<Vec<_>, _>>()?;
    let source = Source {
        run: manifest.run(),
        configuration: manifest.configuration,
        shard: manifest.shard,
        games: games.len(),
    };
    Ok((source, games))
}

/// Mixes the labels of a game's positions with later ones; those with at most `solve` empty squares are exact.
fn mix(samples: &mut [LabelledBoard], game: &LabelledGame, solve: u8, lambda: f32) {
    let mut later: Option<(Board, f32)> = None;
    for (number, sample) in samples.iter_mut().enumerate().rev() {
        let own = f32::from(sample.value);
        let exact = sample.board.empties().count_ones() <= u32::from(solve);
        let random = game.random.iter().any(|&ply| usize::from(ply) == game.from + number);
        let mixed = match later {
            Some((next, value)) if !exact && !random => {
                // The mover keeps all its discs by its move, and moves again if the opponent passes.
                let passed = sample.board.mover & !next.mover == 0;
                own + lambda * (if passed { value } else { -value } - own)
            }
            _ => own,
        };
        sample.value = mixed.round() as i16;
        later = Some((sample.board, mixed));
    }
}

/// The positions of a game; `None` if it is none.
pub(super) fn samples(game: &LabelledGame) -> Option<Vec<LabelledBoard>> {
    let mut samples = Vec::with_capacity(game.values.len());
    let mut board = Board::START;
    let mut values = game.values.iter();
    for number in 0..game.moves.len() / 2 {
        if board.must_pass() {
            board = board.passed();
        }
        if number >= game.from {
            samples.push(LabelledBoard { board, value: *values.next()? });
        }
        let mv = game.moves.get(2 * number..2 * number + 2)?.parse().ok()?;
        board = Othello.moves(&board).any(|legal| legal == mv).then(|| Othello.play(&board, mv))?;
    }
    (values.next().is_none()).then_some(samples)
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{DiscDifference, Othello};
    use plyscope_core::{AlphaBeta, Game as _, Order, Policy, Request, Search as _, storage};

    use super::game::{ANY, Teaching, WHOLE, play};
    use super::{mix, samples};

    const TEACHING: Teaching = Teaching {
        depth: 2,
        solve: 9,
        random_from: 6,
        random_to: 12,
        random_every: 8,
        until: WHOLE,
        within: ANY,
        seed: 1,
    };

    #[test]
    fn a_game_depends_on_its_seed_and_number_alone_and_its_end_has_exact_labels() {
        let games = play(&TEACHING, 0..4);
        assert_eq!(play(&TEACHING, [2]), games[2..3]);
        assert_ne!(play(&Teaching { seed: 2, ..TEACHING }, [2]), games[2..3]);
        assert!(games.iter().any(|game| !game.random.is_empty()));
        let mut solver =
            AlphaBeta::new(Othello, DiscDifference, Policy::new(Order::Static), storage!(64, 1024));
        for game in &games {
            let samples = samples(game).unwrap();
            assert!(samples.len() > 40 && (6..=12).contains(&game.from));
            for sample in samples {
                if sample.board.empties().count_ones() <= 9 {
                    let report = solver.search(&Request::new(&sample.board).depth(64)).unwrap();
                    assert_eq!(report.value.get() * 100, i32::from(sample.value));
                }
            }
        }
    }

    #[test]
    fn a_game_that_stops_early_is_the_beginning_of_the_whole_game() {
        let teaching = Teaching { random_from: 0, random_to: 9, ..TEACHING };
        let whole = play(&teaching, 0..4);
        let short = play(&Teaching { until: 20, ..teaching }, 0..4);
        for (short, whole) in short.iter().zip(&whole) {
            assert_eq!((short.moves.len(), short.from), (2 * 16, whole.from));
            assert!(whole.moves.starts_with(&short.moves));
            assert!(whole.values.starts_with(&short.values));
            let samples = samples(short).unwrap();
            assert_eq!(samples.len(), 16 - short.from);
            assert!(samples.iter().all(|sample| sample.discs() < 20));
        }
        // Fewer discs than after the random moves: nothing has a label.
        let none = play(&Teaching { until: 8, ..TEACHING }, [0]).remove(0);
        assert_eq!((none.moves.len(), none.from, samples(&none).unwrap().len()), (2 * 4, 4, 0));
    }

    #[test]
    fn a_game_that_begins_far_from_even_has_no_labels_and_the_others_are_the_same() {
        let all = play(&TEACHING, 0..12);
        let even = play(&Teaching { within: 8, ..TEACHING }, 0..12);
        let mut kept = 0;
        for (even, all) in even.iter().zip(&all) {
            if all.values[0].abs() <= 800 {
                assert_eq!(even, all);
                kept += 1;
            } else {
                assert_eq!(
                    (even.from, even.moves.len(), even.values.len()),
                    (all.from, 2 * all.from, 0)
                );
                assert_eq!(samples(even), Some(Vec::new()));
            }
        }
        assert!(kept > 0 && kept < 12, "{kept}");
    }

    #[test]
    fn runs_of_whole_games_are_those_from_before_games_could_stop_early() {
        let before = serde_json::json!({
            "depth": 2, "random_every": 8, "random_from": 6, "random_to": 12, "seed": 1, "solve": 9,
        });
        assert_eq!(serde_json::to_value(TEACHING).unwrap(), before);
        assert_eq!(serde_json::from_value::<Teaching>(before).unwrap(), TEACHING);
        let short = serde_json::to_value(Teaching { until: 20, ..TEACHING }).unwrap();
        assert_eq!(short["until"], 20);
        let even = serde_json::to_value(Teaching { within: 10, ..TEACHING }).unwrap();
        assert_eq!(even["within"], 10);
    }

    #[test]
    fn labels_are_mixed_with_later_ones_up_to_random_moves_and_exact_values() {
        let games = play(&Teaching { random_every: 4, ..TEACHING }, 0..30);
        let mut passes = 0;
        for game in &games {
            let own = samples(game).unwrap();
            let mixed = |lambda| {
                let mut samples = own.clone();
                mix(&mut samples, game, TEACHING.solve, lambda);
                samples.iter().map(|sample| f32::from(sample.value)).collect::<Vec<_>>()
            };
            assert!(mixed(0.0).iter().zip(&own).all(|(mixed, own)| *mixed == f32::from(own.value)));
            // From the other end: where each label comes from if all of it is a later one's.
            for (number, value) in mixed(1.0).into_iter().enumerate() {
                let (mut at, mut sign) = (number, 1.0);
                while own[at].board.empties().count_ones() > u32::from(TEACHING.solve)
                    && !game.random.contains(&((game.from + at) as u8))
                    && at + 1 < own.len()
                {
                    let mv = game.moves[2 * (game.from + at)..][..2].parse().unwrap();
                    let passed = Othello.play(&own[at].board, mv).must_pass();
                    passes += usize::from(passed);
                    (at, sign) = (at + 1, if passed { sign } else { -sign });
                }
                assert_eq!(value, sign * f32::from(own[at].value));
            }
            let (all, half) = (mixed(1.0), mixed(0.5));
            let last = own.len() - 1;
            assert_eq!((all[last], half[last]), (f32::from(own[last].value), all[last]));
        }
        assert!(passes > 0, "no game has a pass where it matters");
    }

    #[test]
    fn moves_that_are_not_those_of_a_game_are_none() {
        let game = play(&TEACHING, [0]).remove(0);
        assert!(samples(&game).is_some());
        let mut other = game.clone();
        other.values.pop();
        assert_eq!(samples(&other), None);
        other = game.clone();
        other.moves.replace_range(0..2, "a1");
        assert_eq!(samples(&other), None);
        other = game;
        other.values.push(0);
        assert_eq!(samples(&other), None);
    }
}
