//! Real WTHOR bases, where they stand beside the project: every game replays, and ends with the score that is stored. The
//! files are not the project's to pass on, so nothing is tested elsewhere but the reader's own tests of made-up games.

use plyscope::wthor::{WthorBase, read};

fn base(name: &str) -> Option<WthorBase> {
    let path = format!("{}/../../shared/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).ok()?;
    Some(read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}")))
}

#[test]
fn every_game_of_the_real_bases_replays_to_its_stored_score() {
    for (name, year, games) in [("WTH_1985.wtb", 1985, 954), ("WTH_2024.wtb", 2024, 2891)] {
        let Some(base) = base(name) else {
            println!("{name} is not here: not tested");
            continue;
        };
        assert_eq!((base.year, base.games.len()), (year, games), "{name}");
        let mut complete = 0;
        for (number, game) in base.games.iter().enumerate() {
            let Some(end) = game.positions().last().filter(|board| board.is_over()) else {
                continue;
            };
            // The score is seen from the side to move; Black moves at even plies.
            let black = if game.moves.len() % 2 == 0 { end.score() } else { -end.score() };
            assert_eq!(2 * i32::from(game.score) - 64, black, "{name}, game {}", number + 1);
            complete += 1;
        }
        assert!(complete * 100 > base.games.len() * 98, "{name}: {complete} complete games");
    }
}
