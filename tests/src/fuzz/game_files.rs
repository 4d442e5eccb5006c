//! Files of games: what is read can be written in every format, and what is written is read without a broken record.

use plyscope::game_files::ggf::GgfGame;
use plyscope::game_files::wthor::WthorBase;
use plyscope::game_files::{
    Filter, Format, GamesInFile, NameFiles, Names, PLAYER, Summary, TOURNAMENT, doubts, read, write,
};

pub(super) fn ggf(data: &[u8]) {
    let Some(first) = reading(data, Format::Ggf) else { return };
    check(&first.games);
    // Texts that GGF cannot hold are changed once.
    let once = rewritten(&first.games, Format::Ggf);
    let moves = |games: &[(usize, GgfGame)]| -> Vec<_> {
        games.iter().map(|(_, game)| (game.start, game.first, game.moves.clone())).collect()
    };
    assert_eq!(moves(&once), moves(&first.games));
    let without_numbers = |games: Vec<(usize, GgfGame)>| -> Vec<GgfGame> {
        games.into_iter().map(|(_, game)| game).collect()
    };
    let twice = rewritten(&once, Format::Ggf);
    assert_eq!(without_numbers(twice), without_numbers(once));
}

pub(super) fn wthor(data: &[u8]) {
    for length in [PLAYER, TOURNAMENT] {
        if let Ok(names) = Names::read(data, length) {
            let header = plyscope::game_files::wthor::WthorHeader::of_year(2026);
            let again = |names: &Names| Names::read(&names.write(length, header), length);
            let once = again(&names).expect("names");
            assert_eq!(once.len(), names.len());
            // Names that are too long are cut once.
            assert_eq!(again(&once), Ok(once));
        }
    }
    let Ok(base) = WthorBase::read(data) else { return };
    let Some(reading) = reading(data, Format::Wthor) else { return };
    assert_eq!(reading.games.len(), base.games.len());
    check(&reading.games);
    if !base.broken.is_empty() {
        return;
    }
    assert_eq!(base.write().as_deref(), Ok(data));
    if !reading.games.is_empty() {
        // GGF has room for all that is in a database.
        assert_eq!(write(&reading.games, Format::Wthor, None).bytes, data);
        let games = rewritten(&reading.games, Format::Ggf);
        assert_eq!(write(&games, Format::Wthor, None).bytes, data);
    }
}

pub(super) fn lines(data: &[u8]) {
    for format in [Format::Transcript, Format::Pgn, Format::Xot, Format::Obf] {
        if let Some(reading) = reading(data, format) {
            check(&reading.games);
        }
    }
}

/// What is in a file; its records are numbered one after the other.
fn reading(data: &[u8], format: Format) -> Option<GamesInFile> {
    assert_ne!(Format::of_content(data), Format::Xot, "they are transcripts");
    let reading = read(data, format, &NameFiles::default()).ok()?;
    let mut numbers: Vec<usize> = reading.games.iter().map(|(number, _)| *number).collect();
    numbers.extend(reading.broken.iter().map(|broken| broken.number));
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=reading.records()));
    for broken in &reading.broken {
        assert!(!broken.to_string().is_empty());
    }
    Some(reading)
}

/// Games written and read again.
fn rewritten(games: &[(usize, GgfGame)], format: Format) -> Vec<(usize, GgfGame)> {
    let written = write(games, format, None);
    let reading = read(&written.bytes, format, &NameFiles::default());
    let reading = reading.unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!(reading.broken, [], "{format}");
    assert_eq!(reading.games.len(), written.games, "{format}");
    if format != Format::Obf {
        assert_eq!(written.games + written.left_out.len(), games.len(), "{format}");
    }
    reading.games
}

/// Checks everything that may be done with games.
fn check(games: &[(usize, GgfGame)]) {
    let mut summary = Summary::default();
    for (_, game) in games {
        assert_eq!(game.record().moves().len(), game.moves.len(), "all moves are legal");
        summary.add(game);
        for doubt in doubts(game) {
            assert!(!doubt.to_string().is_empty());
        }
        assert!(Filter::default().accepts(game));
    }
    assert_eq!(summary.games, games.len() as u64);
    for format in Format::ALL {
        let once = rewritten(games, format);
        let bytes = |games: &[(usize, GgfGame)]| write(games, format, None).bytes;
        // GGF's texts may be trimmed again, and an empty database has no year.
        if format != Format::Ggf && !once.is_empty() {
            assert_eq!(bytes(&rewritten(&once, format)), bytes(&once), "{format}");
        }
    }
    for empties in [0, 10, 60] {
        let written = write(games, Format::Obf, Some(empties));
        let reading = read(&written.bytes, Format::Obf, &NameFiles::default());
        let reading = reading.expect("text");
        assert_eq!((reading.broken.len(), reading.games.len()), (0, written.games));
    }
    for (ending, bytes) in write(games, Format::Wthor, None).beside {
        let length = if ending == "jou" { PLAYER } else { TOURNAMENT };
        assert!(Names::read(&bytes, length).is_ok());
    }
}
