use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_run::seed::hash;

use super::ggf::{GgfGame, GgfMove};
use super::wthor::{WthorBase, WthorGame, WthorHeader};
use super::{
    Filter, Format, MOST_BROKEN, NameFiles, Summary, Winner, doubts, known_score, read, result_of,
    write, year_of,
};

/// A game of random moves, at most so many.
fn random_game(seed: u64, most: usize) -> GgfGame {
    let mut game = GgfGame::default();
    let mut record = game.record();
    for ply in 0..most {
        let moves: Vec<Move> = Othello.moves(record.position()).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[(hash(seed, ply as u64) % moves.len() as u64) as usize];
        record.play(mv).unwrap();
        game.moves.push(GgfMove { discs: Some(f64::from(ply as u32) / 8.0 - 1.0), ..mv.into() });
    }
    game.black = format!("Black {}", seed % 7);
    game.white = format!("White {}", seed % 5);
    game.place = format!("Place {}", seed % 3);
    game.date = format!("{}", 2000 + seed % 20);
    game.result = result_of(&game);
    game
}

/// Moves that end with a wipe-out after nine discs, as in <https://en.wikipedia.org/wiki/Reversi>.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

/// A position in which neither side can move but squares are empty; one with a forced pass; one with a full board.
const OVER: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-------- O";
const MUST_PASS: &str = "XO-------------------------------------------------------------- O";
const FULL: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

fn games(reading: &super::GamesInFile) -> Vec<&GgfGame> {
    reading.games.iter().map(|(_, game)| game).collect()
}

fn numbered(games: &[GgfGame]) -> Vec<(usize, GgfGame)> {
    (1..).zip(games.iter().cloned()).collect()
}

#[test]
fn games_come_back_from_every_format_with_what_it_holds() {
    let all: Vec<GgfGame> = (0..60).map(|seed| random_game(seed, 200)).collect();
    assert!(all.iter().any(|game| game.moves.iter().any(|played| played.mv == Move::PASS)));
    let none = NameFiles::default();
    let again = |format| {
        let written = write(&numbered(&all), format, None);
        assert!(written.left_out.is_empty(), "{format}: {:?}", written.left_out);
        let reading = read(&written.bytes, format, &none).unwrap();
        assert!(reading.broken.is_empty(), "{format}: {:?}", reading.broken);
        reading
    };
    assert_eq!(games(&again(Format::Ggf)), all.iter().collect::<Vec<_>>());
    for format in [Format::Transcript, Format::Wthor, Format::Sgf, Format::Pgn] {
        for (game, before) in games(&again(format)).iter().zip(&all) {
            let moves =
                |game: &GgfGame| game.moves.iter().map(|played| played.mv).collect::<Vec<_>>();
            assert_eq!(moves(game), moves(before), "{format}");
            assert_eq!(game.result, before.result, "{format}");
        }
    }
    let openings = again(Format::Xot);
    assert!(games(&openings).iter().all(|game| game.moves.len() == 8));
    let positions = again(Format::Obf);
    let without_passes: usize = all
        .iter()
        .map(|game| game.record().positions().filter(|board| !board.must_pass()).count())
        .sum();
    assert_eq!(positions.games.len(), without_passes);
}

#[test]
fn short_games_stay_apart_and_an_empty_variant_is_the_usual_one() {
    let games: Vec<GgfGame> = (0..5).map(|seed| random_game(seed, 1 + seed as usize % 2)).collect();
    let written = write(&numbered(&games), Format::Transcript, None);
    let reading = read(&written.bytes, Format::Transcript, &NameFiles::default()).unwrap();
    assert_eq!((reading.games.len(), reading.broken.len()), (5, 0));
    let game: GgfGame = "(;GM[Othello]TY[ ]B[f5];)".parse().unwrap();
    assert_eq!(game.variant, "8");
}

#[test]
fn a_wthor_base_comes_back_from_ggf_byte_for_byte() {
    let header = WthorHeader {
        written: [20, 26, 2, 23],
        names: 0,
        year: 2024,
        size: 8,
        kind: 0,
        depth: 24,
        reserved: 7,
    };
    let game = |seed: u64| {
        let record = random_game(seed, if seed == 3 { 20 } else { 200 }).record();
        let score = (hash(seed, 99) % 65) as u8;
        let best_score = (hash(seed, 98) % 65) as u8;
        let id = |n: u64| (hash(seed, n) % 4000) as u16;
        WthorGame { tournament: id(1), black: id(2), white: id(3), score, best_score, record }
    };
    let base = WthorBase { header, games: (0..40).map(game).collect(), broken: Vec::new() };
    let bytes = base.write().unwrap();
    let reading = read(&bytes, Format::Wthor, &NameFiles::default()).unwrap();
    let first = &reading.games[0].1;
    assert_eq!(known_score(first), Some((24, 2 * i32::from(base.games[0].best_score) - 64)));
    let ggf = write(&reading.games, Format::Ggf, None).bytes;
    let back = read(&ggf, Format::Ggf, &NameFiles::default()).unwrap();
    assert_eq!(back, reading.clone());
    let written = write(&back.games, Format::Wthor, None);
    assert!(written.beside.is_empty() && written.left_out.is_empty());
    assert_eq!(written.bytes, bytes);
}

#[test]
fn every_position_written_can_be_read_whatever_scores_a_damaged_record_gives() {
    let none = NameFiles::default();
    let rewritten = |games: &[(usize, GgfGame)]| {
        let written = write(games, Format::Obf, None);
        let reading = read(&written.bytes, Format::Obf, &none).unwrap();
        assert_eq!(reading.broken, []);
        assert_eq!((reading.games.len(), written.left_out.len()), (written.games, 0));
        String::from_utf8(written.bytes).unwrap()
    };
    let record = random_game(5, 200).record();
    let header = WthorHeader { depth: 22, ..WthorHeader::of_year(2024) };
    for best_score in 0..=u8::MAX {
        let (tournament, black, white) = (1, 2, 3);
        let score = best_score.wrapping_add(100);
        let game =
            WthorGame { tournament, black, white, score, best_score, record: record.clone() };
        let base = WthorBase { header, games: vec![game], broken: Vec::new() };
        let reading = read(&base.write().unwrap(), Format::Wthor, &none).unwrap();
        let known = known_score(&reading.games[0].1);
        assert_eq!(known.is_some(), best_score <= 64);
        let text = rewritten(&reading.games);
        assert_eq!(text.lines().filter(|line| !line.ends_with(';')).count(), known.iter().count());
        // The number stays in the record, so that the database comes back whole.
        assert_eq!(write(&reading.games, Format::Wthor, None).bytes, base.write().unwrap());
    }
    // The scores of a position of OBF within a game of GGF, as anyone may write them.
    let mut game = GgfGame::default();
    for (listed, kept) in [("f5:+0;", true), ("+65", false), ("a1:+2", false), ("%]x", false)] {
        game.others = vec![("OBF".to_owned(), listed.to_owned())];
        assert_eq!(rewritten(&numbered(&[game.clone()])).contains(listed), kept, "{listed}");
    }
}

#[test]
fn passes_wipe_outs_and_full_boards_are_read_in_every_format_that_has_them() {
    let none = NameFiles::default();
    let wiped = read(WIPE_OUT.as_bytes(), Format::Transcript, &none).unwrap();
    let game = games(&wiped)[0].clone();
    assert_eq!(game.result.map(|result| result.discs), Some(64.0));
    let wthor = write(&wiped.games, Format::Wthor, None);
    let back = read(&wthor.bytes, Format::Wthor, &none).unwrap();
    assert_eq!(back.games[0].1.result.map(|result| result.discs), Some(64.0));
    let mut summary = Summary::default();
    summary.add(&game);
    assert_eq!((summary.wipe_outs, summary.finished, summary.black_wins), (1, 1, 1));

    // Positions: over with empty squares, which are the winner's; a forced pass; a full board.
    let text = format!("{OVER};\n{MUST_PASS}; +64\n{FULL}; +0;\n");
    let reading = read(text.as_bytes(), Format::Obf, &none).unwrap();
    assert!(reading.broken.is_empty(), "{:?}", reading.broken);
    let all = games(&reading);
    assert_eq!(result_of(all[0]).map(|result| result.discs), Some(64.0));
    assert!(all[1].start.must_pass() && result_of(all[1]).is_none());
    assert_eq!(result_of(all[2]).map(|result| result.discs), Some(0.0));
    // GGF keeps such starts, and the scores that were listed.
    let ggf = write(&reading.games, Format::Ggf, None);
    assert_eq!(read(&ggf.bytes, Format::Ggf, &none).unwrap(), reading);
    // The others say that they cannot.
    assert_eq!(write(&reading.games, Format::Wthor, None).left_out.len(), 3);
    assert_eq!(write(&reading.games, Format::Transcript, None).left_out.len(), 3);
    // A pass that is given and one that is left out are the same game.
    let mut played = GgfGame::new(all[1].start, all[1].first);
    played.moves = ["pass", "c1"].map(|name| name.parse::<Move>().unwrap().into()).into();
    let text = played.to_string();
    let without = text.replace("W[PA]", "");
    assert_ne!(text, without);
    assert_eq!(without.parse(), text.parse::<GgfGame>());
}

#[test]
fn a_filter_accepts_what_it_says() {
    let mut game = random_game(1, 200);
    game.result = "+12".parse().ok();
    let accepts = |filter: Filter| filter.accepts(&game);
    let text = |text: &str| Some(text.to_owned());
    assert!(accepts(Filter::default()));
    assert!(accepts(Filter { player: text("WHITE 1"), ..Filter::default() }));
    for (name, is_named) in [
        ("white", false),
        ("*hite 1", true),
        ("wh*e 1", true),
        ("*", true),
        ("*h*t*", true),
        ("white 1*1", false),
        ("", false),
        ("white 1 *", false),
    ] {
        assert_eq!(accepts(Filter { white: text(name), ..Filter::default() }), is_named, "{name}");
    }
    assert!(accepts(Filter { event: text("place 1"), ..Filter::default() }));
    // Numbers of a database, with names or without.
    let mut of_database = game.clone();
    of_database.others.push(("WT".to_owned(), "7/55/554/40/40/20".to_owned()));
    let accepts_number =
        |wanted: &str| Filter { player: text(wanted), ..Filter::default() }.accepts(&of_database);
    assert!(accepts_number("#55") && accepts_number("#554") && accepts_number("black 1"));
    assert!(!accepts_number("#5") && !accepts_number("#7") && !accepts_number("55"));
    assert!(!accepts(Filter { player: text("#55"), ..Filter::default() }));
    assert!(accepts(Filter { years: Some(2001..=2001), ..Filter::default() }));
    assert!(!accepts(Filter { years: Some(2002..=2010), ..Filter::default() }));
    assert!(accepts(Filter {
        winner: Some(Winner::Black),
        score: Some(12..=14),
        ..Filter::default()
    }));
    assert!(!accepts(Filter { score: Some(-64..=11), ..Filter::default() }));
    assert!(accepts(Filter { length: Some(50..=60), finished: true, ..Filter::default() }));
    assert!(!accepts(Filter { length: Some(0..=40), ..Filter::default() }));
    // After the fourth move, mirrored.
    let board = game.record().positions().nth(4).unwrap();
    let mirrored = |bits: u64| {
        (0..64u8).filter(|square| bits >> square & 1 == 1).fold(0, |image, square| {
            image | 1u64 << plyscope_core::othello::patterns::reflected(square, 3)
        })
    };
    let image = Board { mover: mirrored(board.mover), opponent: mirrored(board.opponent) };
    assert!(accepts(Filter { opening: Some(image), ..Filter::default() }));
    assert!(!accepts(Filter { opening: Some(board.passed()), ..Filter::default() }));
}

#[test]
fn years_doubts_and_openings_are_what_people_expect() {
    assert_eq!(year_of("2003.12.15_13:24:03.MST"), Some(2003));
    assert_eq!(year_of("2024"), Some(2024));
    assert_eq!(year_of("956861846"), Some(2000));
    assert_eq!((year_of(""), year_of("?"), year_of("12.3.99")), (None, None, None));
    let mut game = random_game(4, 200);
    assert!(doubts(&game).is_empty());
    game.result = "+63".parse().ok();
    assert!(doubts(&game)[0].to_string().contains("+63"));
    game.result = "-65".parse().ok();
    assert!(doubts(&game)[0].to_string().contains("out of range"));
    let mut broken_off = random_game(4, 9);
    broken_off.result = None;
    assert!(doubts(&broken_off)[0].to_string().contains("9 discs"));
    let mut summary = Summary::default();
    for text in ["f5d6c3d3c4f4", "f5d6c4d3c3f4", "d3c5f6f5e6e3", "c4e3f6e6f5c5", "d3c3c4c5b4e3"] {
        summary.add(
            &read(text.as_bytes(), Format::Transcript, &NameFiles::default()).unwrap().games[0].1,
        );
    }
    // The first four are one position, mirrored or by another order of moves.
    assert!(summary.openings.keys().all(|line| line.starts_with("f5")), "{:?}", summary.openings);
    assert_eq!(summary.openings.values().sum::<u64>(), 5);
    assert_eq!(summary.openings.get("f5d6c3d3c4f4"), Some(&4));
}

/// Random bytes, and files that look real but are cut or changed.
#[test]
fn no_content_makes_a_reader_panic_or_take_much_memory() {
    let names = NameFiles::default();
    let all: Vec<GgfGame> = (0..6).map(|seed| random_game(seed, 200)).collect();
    let mut samples: Vec<Vec<u8>> =
        Format::ALL.map(|format| write(&numbered(&all), format, None).bytes).into();
    samples.push(format!("{OVER};\n{MUST_PASS}; +64\n").into_bytes());
    let mut number = 0;
    let mut next = |below: usize| {
        number += 1;
        (hash(77, number) % below.max(1) as u64) as usize
    };
    let mut broken = 0;
    for round in 0..4000 {
        let mut bytes = if round % 5 == 0 {
            (0..next(200)).map(|_| next(256) as u8).collect()
        } else {
            samples[round % samples.len()].clone()
        };
        // A piece of up to 2 kB, to be quick.
        if bytes.len() > 2000 {
            let from = if round % 3 == 0 { 0 } else { next(bytes.len() - 2000) };
            bytes = bytes[from..from + 2000].to_vec();
        }
        for _ in 0..next(6) {
            let place = next(bytes.len());
            match next(4) {
                0 => bytes.truncate(place),
                1 if place < bytes.len() => bytes[place] = b"[]();/*O-X\n\0\xff\xc3"[next(14)],
                2 if place < bytes.len() => bytes[place] = next(256) as u8,
                _ => bytes.insert(place.min(bytes.len()), b"(;GM[B"[next(6)]),
            }
        }
        let guessed = Format::of_content(&bytes);
        for format in Format::ALL.into_iter().chain([guessed]) {
            let Ok(reading) = read(&bytes, format, &names) else { continue };
            broken += reading.broken.len();
            assert!(reading.records() <= bytes.len() + 1);
            for (_, game) in &reading.games {
                let mut summary = Summary::default();
                summary.add(game);
                let _ = doubts(game);
                let _ = Filter { finished: true, ..Filter::default() }.accepts(game);
            }
            // What was read can be written and read again.
            let written = write(&reading.games, Format::Ggf, None);
            let again = read(&written.bytes, Format::Ggf, &names).unwrap();
            assert_eq!((again.games.len(), again.broken.len()), (reading.games.len(), 0));
        }
        let _ = super::Names::read(&bytes, super::PLAYER);
    }
    assert!(broken > 1000, "{broken}");
    // A header that promises four thousand million games.
    let mut huge = WthorHeader::of_year(2000).bytes(u32::MAX).to_vec();
    huge.resize(16 + 68, 0);
    let reading = read(&huge, Format::Wthor, &names).unwrap();
    assert_eq!((reading.games.len(), reading.broken.len()), (1, 1));
}

#[test]
fn colours_of_a_start_with_white_first_are_kept() {
    let (board, first) = plyscope_core::othello::parse_board(MUST_PASS).unwrap();
    assert_eq!(first, Colour::White);
    let game = GgfGame::new(board, first);
    let reading = read(game.to_string().as_bytes(), Format::Ggf, &NameFiles::default()).unwrap();
    assert_eq!((reading.games[0].1.start, reading.games[0].1.first), (board, first));
}

#[test]
fn the_time_for_broken_records_of_wthor_grows_as_their_count() {
    let count = 100_000_u32;
    let mut bytes = super::wthor::WthorHeader::of_year(2026).bytes(count).to_vec();
    for record in 1..=count {
        bytes.extend([0, 0, 0, 0, 0, 0, 32, 32]);
        let mut moves = [0_u8; 60];
        // a1 is illegal at the start, f5 is not.
        moves[0] = if record == count { 56 } else { 11 };
        bytes.extend(moves);
    }
    let begin = std::time::Instant::now();
    let reading = read(&bytes, Format::Wthor, &NameFiles::default()).unwrap();
    assert_eq!(reading.broken.len(), 99_999);
    let numbers: Vec<usize> = reading.games.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [100_000]);
    // Half a second; a search of the broken ones for each record takes a minute.
    assert!(begin.elapsed().as_secs() < 15, "{:?}", begin.elapsed());
}

#[test]
fn what_is_no_game_file_has_a_bounded_number_of_broken_records() {
    for (format, record) in [
        (Format::Transcript, "x\n"),
        (Format::Xot, "x\n"),
        (Format::Obf, "x\n"),
        (Format::Ggf, "(;GM[x];)"),
        (Format::Sgf, "(;FF[4]GM[x];)"),
        (Format::Pgn, "x\n"),
    ] {
        let text = record.repeat(MOST_BROKEN + 50);
        let reading = read(text.as_bytes(), format, &NameFiles::default()).unwrap();
        assert_eq!(reading.broken.len(), MOST_BROKEN + 1, "{format}");
        let last = reading.broken.last().unwrap();
        assert_eq!(last.number, MOST_BROKEN + 1, "{format}");
        assert!(last.reason.contains("the rest was not read"), "{format}: {last}");
    }
}
