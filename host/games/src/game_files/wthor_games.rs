//! Games of WTHOR databases as games of GGF, and back. What GGF has no property for is kept in two of this project's own:
//!
//! - `WT[tournament/black/white/score/best/depth]`: the numbers of a game, and the empty squares from which `best` is known;
//! - `WH[…]`, in the first game: the file's header.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use plyscope_core::othello::{Board, Colour};

use super::ggf::{GgfGame, GgfMove, GgfResult};
use super::names::{Names, PLAYER, TOURNAMENT};
use super::wthor::{WthorBase, WthorGame, WthorHeader};
use super::{OmittedGame, WrittenGames, result_of, year_of};

/// The property of a game's numbers.
const NUMBERS: &str = "WT";
/// The property of a file's header.
const HEADER: &str = "WH";

/// The numbers of a WTHOR game.
struct WthorNumbers {
    tournament: u16,
    black: u16,
    white: u16,
    score: u8,
    best: u8,
    depth: u8,
}

fn numbers(game: &GgfGame) -> Option<WthorNumbers> {
    let (_, text) = game.others.iter().find(|(name, _)| name == NUMBERS)?;
    let parts: Vec<u16> = text.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[tournament, black, white, score, best, depth] = parts.as_slice() else { return None };
    let small = |number: u16| u8::try_from(number).ok();
    let (score, best, depth) = (small(score)?, small(best)?, small(depth)?);
    Some(WthorNumbers { tournament, black, white, score, best, depth })
}

/// The numbers of a game's tournament, Black and White in its WTHOR database.
#[must_use]
pub fn wthor_numbers(game: &GgfGame) -> Option<[u16; 3]> {
    numbers(game).map(|WthorNumbers { tournament, black, white, .. }| [tournament, black, white])
}

/// The score with best play that a game's file gives: the empty squares where that begins, and Black's discs minus White's.
///
/// `None` if the file gives more discs than a board has, which only a damaged record does.
#[must_use]
pub fn known_score(game: &GgfGame) -> Option<(u32, i32)> {
    let WthorNumbers { best, depth, .. } = numbers(game)?;
    (depth > 0 && best <= 64).then(|| (depth.into(), 2 * i32::from(best) - 64))
}

fn header_text(header: &WthorHeader) -> String {
    let WthorHeader { written: [a, b, c, d], names, year, size, kind, depth, reserved } = header;
    format!("{a}.{b}.{c}.{d}/{names}/{year}/{size}/{kind}/{depth}/{reserved}")
}

fn header(text: &str) -> Option<WthorHeader> {
    let parts: Vec<u16> = text.split(['/', '.']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[a, b, c, d, names, year, size, kind, depth, reserved] = parts.as_slice() else {
        return None;
    };
    let small = |number: u16| u8::try_from(number).ok();
    let written = [small(a)?, small(b)?, small(c)?, small(d)?];
    let (size, kind) = (small(size)?, small(kind)?);
    // Any program may have written that property, too: a database of another board could not be read.
    if !matches!(size, 0 | 8) {
        return None;
    }
    Some(WthorHeader {
        written,
        names,
        year,
        size,
        kind,
        depth: small(depth)?,
        reserved: small(reserved)?,
    })
}

/// The games of a database with the names of their players and tournaments.
pub(super) fn games(base: &WthorBase, players: &Names, tournaments: &Names) -> Vec<GgfGame> {
    let mut games = Vec::new();
    for game in &base.games {
        let WthorGame { tournament, black, white, score, best_score, record } = game;
        let numbers =
            format!("{tournament}/{black}/{white}/{score}/{best_score}/{}", base.header.depth);
        let mut others = vec![(NUMBERS.to_owned(), numbers)];
        if games.is_empty() {
            others.push((HEADER.to_owned(), header_text(&base.header)));
        }
        games.push(GgfGame {
            place: tournaments.name(*tournament),
            date: base.header.year.to_string(),
            black: players.name(*black),
            white: players.name(*white),
            result: Some(GgfResult { discs: f64::from(2 * i32::from(*score) - 64), ending: None }),
            moves: record.moves().iter().map(|played| GgfMove::from(played.mv)).collect(),
            others,
            ..GgfGame::default()
        });
    }
    games
}

/// Black's discs at the end, empty squares counted for the winner.
fn score(game: &GgfGame) -> Option<u8> {
    // The final position decides: servers count empty squares for nobody.
    let discs = result_of(game).or(game.result)?.discs;
    let score = (discs + 64.0) / 2.0;
    ((0.0..=64.0).contains(&score) && score % 1.0 == 0.0).then_some(score as u8)
}

/// Games as a database. If all have WTHOR's numbers, those are kept; otherwise players and tournaments are numbered, and their names
/// are further files.
pub(super) fn write(games: &[(usize, GgfGame)]) -> WrittenGames {
    let mut header_found = None;
    let mut written = WrittenGames::default();
    let numbered = games.iter().all(|(_, game)| numbers(game).is_some());
    let (mut players, mut tournaments) = (Names::default(), Names::default());
    let mut base_games = Vec::new();
    let mut depths = Vec::new();
    for (number, game) in games {
        if let Some((_, text)) = game.others.iter().find(|(name, _)| name == HEADER) {
            header_found = header_found.or_else(|| header(text));
        }
        let mut leave = |reason: &str| {
            written.left_out.push(OmittedGame { number: *number, reason: reason.to_owned() });
        };
        if (game.start, game.first) != (Board::START, Colour::Black) {
            leave("it does not begin at the start of a game, as all games of WTHOR do");
            continue;
        }
        let own = numbers(game).filter(|_| numbered);
        let Some(score) = own.as_ref().map(|own| own.score).or_else(|| score(game)) else {
            leave("it has no result of whole discs, and it was not played to its end");
            continue;
        };
        let (ids, best_score) = match own {
            Some(own) => {
                depths.push(own.depth);
                (Some([own.tournament, own.black, own.white]), own.best)
            }
            None => {
                let ids = [
                    tournaments.number(&game.place),
                    players.number(&game.black),
                    players.number(&game.white),
                ];
                (
                    ids.into_iter()
                        .collect::<Option<Vec<u16>>>()
                        .and_then(|ids| ids.try_into().ok()),
                    score,
                )
            }
        };
        let Some([tournament, black, white]) = ids else {
            leave("there are more than 65,536 names");
            continue;
        };
        base_games.push(WthorGame {
            tournament,
            black,
            white,
            score,
            best_score,
            record: game.record(),
        });
    }
    let year = games.iter().find_map(|(_, game)| year_of(&game.date)).unwrap_or(0);
    let header = header_found.filter(|_| numbered).unwrap_or_else(|| WthorHeader {
        depth: depths.first().copied().unwrap_or(0),
        ..WthorHeader::of_year(year)
    });
    let base = WthorBase { header, games: base_games, broken: Vec::new() };
    // All games begin at the start, and a u32 counts them.
    written.games = base.games.len();
    written.bytes = base.write().unwrap_or_default();
    if !numbered {
        written.beside = vec![
            ("jou", players.write(PLAYER, header)),
            ("trn", tournaments.write(TOURNAMENT, header)),
        ];
    }
    written
}
