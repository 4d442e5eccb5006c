//! Files as other programs and people write them, all with the same game: `tests/data/games`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::ggf::GgfGame;
use super::{Format, GamesInFile, NameFiles, read, write};

/// The moves without passes; the 60th comes after one.
const GAME: &str = "f5d6c5b6d3e3c7f6f7c3b4g7c4f4h8d8e2f2f3g3c2d2e6b1e1d1e7a4c1b2h2f8b8h6b5a6a1b3e8c6a3d7h7g8g5h4a7a2f1a5h3a8c8g6b7g4h5g2g1h1";

/// The files, the form that their content has, the number of games, and whether these have names.
const FILES: [(&str, Format, usize, bool); 36] = [
    ("a-line-in-brackets.txt", Format::Transcript, 1, false),
    ("a-move-a-line.txt", Format::Transcript, 1, false),
    ("a-pair-a-line.txt", Format::Transcript, 1, false),
    ("blanks.txt", Format::Transcript, 1, false),
    ("boards.obf", Format::Obf, 8, false),
    ("byte-order-mark-and-crlf.txt", Format::Transcript, 1, false),
    ("capitals-for-black.txt", Format::Transcript, 1, false),
    ("capitals.txt", Format::Transcript, 1, false),
    ("colon-and-score.txt", Format::Transcript, 1, false),
    ("commas.txt", Format::Transcript, 1, false),
    ("comment-behind.txt", Format::Transcript, 1, false),
    ("edax.pgn", Format::Pgn, 2, true),
    ("edax.sgf", Format::Sgf, 1, true),
    ("ggf-escaped-bracket.ggf", Format::Ggf, 1, true),
    ("ggf-in-lines.ggf", Format::Ggf, 1, true),
    ("ggf-latin-1.ggf", Format::Ggf, 1, true),
    ("ggf-passes-left-out.ggf", Format::Ggf, 1, true),
    ("ggf-two-at-once.ggf", Format::Ggf, 2, true),
    ("ggf-values-and-times.ggf", Format::Ggf, 1, true),
    ("ggf-without-board.ggf", Format::Ggf, 1, true),
    ("ggf-without-semicolon.ggf", Format::Ggf, 1, true),
    ("hyphens.txt", Format::Transcript, 1, false),
    ("logistello.gam", Format::Transcript, 1, false),
    ("names-before.txt", Format::Transcript, 1, true),
    ("numbered-each.txt", Format::Transcript, 1, false),
    ("numbered-without-dots.txt", Format::Transcript, 1, false),
    ("numbered.txt", Format::Transcript, 1, false),
    ("opening.xot", Format::Xot, 1, false),
    ("passes-as-tt.sgf", Format::Sgf, 1, true),
    ("passes.txt", Format::Transcript, 12, false),
    ("plain.txt", Format::Transcript, 1, false),
    ("quarry.sgf", Format::Sgf, 1, true),
    ("result-in-discs.pgn", Format::Pgn, 1, true),
    ("score-behind.txt", Format::Transcript, 1, false),
    ("variations.sgf", Format::Sgf, 1, true),
    ("wrapped.txt", Format::Transcript, 1, false),
];

/// Files that are refused, and what is said.
const REFUSED: [(&str, &str); 3] = [
    ("refused.gz", "packed by gzip: unpack it"),
    ("refused.html", "looks like a page of the web"),
    ("refused.json", "looks like JSON; GGF, SGF"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/games")
}

fn content(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn reading(bytes: &[u8], format: Format) -> GamesInFile {
    read(bytes, format, &NameFiles::default()).unwrap_or_else(|error| panic!("{format}: {error}"))
}

fn squares(game: &GgfGame) -> String {
    let names = game.moves.iter().map(|played| played.mv.to_string());
    names.filter(|name| name != "pass").collect()
}

#[test]
fn every_file_of_the_corpus_is_read_as_what_it_is_with_its_moves_and_names() {
    for (name, format, count, named) in FILES {
        let bytes = content(name);
        assert_eq!(Format::of(name, &bytes), format, "{name}");
        let by_content = if format == Format::Xot { Format::Transcript } else { format };
        assert_eq!(Format::of_content(&bytes), by_content, "{name}: by its content alone");
        let reading = reading(&bytes, format);
        assert_eq!(reading.broken, [], "{name}");
        assert_eq!(reading.games.len(), count, "{name}");
        for (_, game) in &reading.games {
            if format == Format::Obf {
                assert_eq!(game.start, reading.games[0].1.start, "{name}");
                assert_eq!(game.first, reading.games[0].1.first, "{name}");
                continue;
            }
            if format == Format::Xot {
                assert_eq!(squares(game), GAME[..16], "{name}");
                continue;
            }
            assert_eq!(squares(game), GAME, "{name}");
            assert_eq!(game.moves.len(), 61, "{name}: with its pass");
            let result = game.result.or_else(|| super::result_of(game));
            assert_eq!(result.map(|result| result.discs), Some(16.0), "{name}");
            let names = if named { ("ada", "bob") } else { ("", "") };
            assert_eq!((game.black.as_str(), game.white.as_str()), names, "{name}");
        }
    }
    for (name, words) in REFUSED {
        let bytes = content(name);
        let reading = reading(&bytes, Format::of(name, &bytes));
        assert_eq!((reading.games.len(), reading.broken.len()), (0, 1), "{name}");
        assert!(reading.broken[0].reason.contains(words), "{name}: {}", reading.broken[0]);
    }
    let there: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let known = FILES.map(|(name, ..)| name).into_iter().chain(REFUSED.map(|(name, _)| name));
    assert_eq!(there, known.map(str::to_owned).collect::<BTreeSet<_>>());
}

#[test]
fn games_of_the_corpus_come_back_from_every_format_that_holds_them() {
    for (name, format, ..) in FILES.into_iter().filter(|(_, format, ..)| *format != Format::Obf) {
        let before = reading(&content(name), format).games;
        for format in [Format::Ggf, Format::Sgf, Format::Pgn, Format::Transcript] {
            let written = write(&before, format, None);
            assert_eq!(Format::of_content(&written.bytes), format, "{name}");
            let after = reading(&written.bytes, format);
            assert_eq!((after.broken.len(), after.games.len()), (0, before.len()), "{name}");
            for ((_, after), (_, before)) in after.games.iter().zip(&before) {
                assert_eq!(squares(after), squares(before), "{name} as {format}");
                let result = |game: &GgfGame| game.result.or_else(|| super::result_of(game));
                assert_eq!(result(after), result(before), "{name} as {format}");
                if format != Format::Transcript {
                    let names = |game: &GgfGame| (game.black.clone(), game.white.clone());
                    assert_eq!(names(after), names(before), "{name} as {format}");
                }
                if format == Format::Sgf {
                    let of_moves = |game: &GgfGame| -> Vec<_> {
                        game.moves.iter().map(|played| (played.mv, played.discs)).collect()
                    };
                    assert_eq!(of_moves(after), of_moves(before), "{name}: values in SGF");
                    assert_eq!(after.black_rating, before.black_rating, "{name}");
                }
            }
        }
    }
}

/// Text that no reader takes for a game: comments, addresses, lines in brackets, and numbers alone.
fn is_aside(line: &str) -> bool {
    line.starts_with(['#', '%', '[', '{'])
        || line.starts_with("http")
        || !line.chars().any(char::is_alphabetic)
}

#[test]
fn ten_thousand_mutations_are_read_or_told_with_their_line() {
    let names: Vec<&str> =
        FILES.iter().map(|(name, ..)| *name).chain(REFUSED.map(|(name, _)| name)).collect();
    let samples: Vec<Vec<u8>> = names.iter().map(|name| content(name)).collect();
    let mut state = 1u64;
    let mut next = |below: usize| {
        // The constants of Knuth's MMIX.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let (mut games, mut broken, mut nothing) = (0, 0, 0);
    for round in 0..10_000 {
        let name = names[round % names.len()];
        let mut bytes = samples[round % names.len()].clone();
        for _ in 0..=next(4) {
            let place = next(bytes.len());
            match next(5) {
                0 => bytes.truncate(place),
                1 => bytes.insert(place.min(bytes.len()), b"[](){};:\\\"\n\0\xff1fpB-"[next(18)]),
                2 if place < bytes.len() => drop(bytes.remove(place)),
                3 if place < bytes.len() => bytes[place] = next(256) as u8,
                _ => {
                    let other = &samples[next(samples.len())];
                    let from = next(other.len());
                    let part = other[from..(from + next(60)).min(other.len())].to_vec();
                    let place = place.min(bytes.len());
                    bytes.splice(place..place, part);
                }
            }
        }
        let format = Format::of(name, &bytes);
        let reading = match read(&bytes, format, &NameFiles::default()) {
            Ok(reading) => reading,
            Err(error) => {
                assert_eq!(format, Format::Wthor, "{round}");
                assert!(error.to_string().contains("WTHOR"), "{round}: {error}");
                broken += 1;
                continue;
            }
        };
        let text = super::text_of(&bytes);
        let lines = text.lines().count();
        for record in &reading.broken {
            if format != Format::Wthor {
                let line = record.line.unwrap_or_default();
                assert!((1..=lines.max(1)).contains(&line), "{round}: {record} of {lines} lines");
            }
            assert!(record.reason.len() > 10, "{round}: {record}");
        }
        for (_, game) in &reading.games {
            assert_eq!(game.record().moves().len(), game.moves.len(), "{round}: legal moves");
        }
        if reading.records() == 0 {
            nothing += 1;
            let text = text.trim_start_matches('\u{feff}');
            let moves =
                text.lines().map(str::trim).find(|line| !line.is_empty() && !is_aside(line));
            assert!(format == Format::Wthor || moves.is_none(), "{round}, {name}: {moves:?}");
        }
        games += reading.games.len();
        broken += reading.broken.len();
    }
    assert!(games > 5000 && broken > 3000 && nothing < 300, "{games}, {broken}, {nothing}");
}
