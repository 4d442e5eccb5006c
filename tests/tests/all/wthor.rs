//! WTHOR bases: every game replays, and ends with the stored score. One base is the project's own; the rules that
//! played its games share nothing with those that replay them. Real bases are read if they are present beside the
//! project, which may not redistribute them.
//!
//! ```sh
//! PLYSCOPE_WRITE_WTHOR=1 cargo test -p plyscope-tests wthor      # writes tests/data/own-games.wtb anew
//! ```

use std::path::Path;
use std::{env, fs};

use plyscope::game::Ending;
use plyscope::game_files::wthor::{WthorBase, read};
use plyscope_core::othello::{Colour, Move};
use plyscope_tests::naive_othello::NaiveBoard;
use plyscope_tests::random::Random;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/own-games.wtb");
const YEAR: u16 = 2026;

/// The record of a game of random moves that ends after at most `most` discs.
fn record(random: &mut Random, number: u16, most: usize) -> Vec<u8> {
    let mut board = NaiveBoard::start();
    let mut codes = Vec::new();
    while codes.len() < most {
        if board.moves().is_empty() {
            board.pass();
            if board.moves().is_empty() {
                break;
            }
        }
        let square = random.pick(&board.moves());
        codes.push(10 * (square / 8 + 1) + square % 8 + 1);
        board.place(square);
    }
    let black = if board.mover == Colour::Black { board.score() } else { -board.score() };
    let score = (32 + black / 2) as u8;
    let [low, high] = number.to_le_bytes();
    let mut bytes = vec![1, 0, low, high, 2, 0, score, score];
    bytes.extend(&codes);
    bytes.resize(68, 0);
    bytes
}

/// Seeds of games that wipe one side out: such games are rare.
const WIPE_OUTS: [u64; 3] = [2367, 3087, 4193];

/// The project's own base: games of the first seeds, three wipe-outs, and a game that was broken off.
fn own_base() -> Vec<u8> {
    let seeds = (1..=36).chain(WIPE_OUTS).map(|seed| (seed, 60));
    let records: Vec<Vec<u8>> = seeds
        .chain([(37, 20)])
        .zip(0..)
        .map(|((seed, most), number)| record(&mut Random::new(seed), number, most))
        .collect();
    let [low, high] = YEAR.to_le_bytes();
    let mut base = vec![20, 26, 1, 1, records.len() as u8, 0, 0, 0, 0, 0, low, high, 8, 0, 0, 0];
    base.extend(records.concat());
    base
}

#[test]
fn the_own_base_in_tests_data_has_games_with_passes_wipe_outs_and_a_broken_off_one() {
    let bytes = own_base();
    if env::var_os("PLYSCOPE_WRITE_WTHOR").is_some() {
        fs::write(OWN, &bytes).unwrap();
    }
    assert_eq!(fs::read(OWN).unwrap(), bytes, "{OWN} is another one");
    let base = read(&bytes).unwrap();
    let with_a_pass = base
        .games
        .iter()
        .filter(|game| game.record.moves().iter().any(|played| played.mv == Move::PASS));
    assert!(with_a_pass.count() >= 6);
    let wiped_out = base.games.iter().filter(|game| matches!(game.score, 0 | 64)).count();
    assert!(wiped_out >= 3, "{wiped_out}");
    assert_eq!(
        base.games.iter().filter(|game| !matches!(game.record.ending(), Ending::Over(_))).count(),
        1
    );
}

/// Checks that every complete game ends with its score. Returns the number of games.
fn check_scores(base: &WthorBase, name: &str) -> usize {
    let mut complete = 0;
    for (number, game) in base.games.iter().enumerate() {
        let Some(end) = game.record.positions().last().filter(|board| board.is_over()) else {
            continue;
        };
        // The score is seen from the side to move; Black moves at even plies.
        let black = if game.record.moves().len() % 2 == 0 { end.score() } else { -end.score() };
        assert_eq!(2 * i32::from(game.score) - 64, black, "{name}, game {}", number + 1);
        complete += 1;
    }
    complete
}

#[test]
fn every_game_replays_to_its_stored_score() {
    let base = read(&own_base()).unwrap();
    assert_eq!((base.header.year, base.games.len()), (YEAR, 40));
    assert_eq!(check_scores(&base, OWN), 39);

    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    for (name, year, games) in [("WTH_1985.wtb", 1985, 954), ("WTH_2024.wtb", 2024, 2891)] {
        let Ok(bytes) = fs::read(shared.join(name)) else {
            println!("{name} is not here: not tested");
            continue;
        };
        let base = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((base.header.year, base.games.len()), (year, games), "{name}");
        let complete = check_scores(&base, name);
        assert!(complete * 100 > base.games.len() * 98, "{name}: {complete} complete games");
    }
}
