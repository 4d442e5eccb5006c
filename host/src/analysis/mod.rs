//! Analysis of games of Othello: what each move lost, by the strong player or another engine.

mod analyst;
mod others;
mod page;

use std::collections::HashMap;

use plyscope_core::othello::Colour;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::domain::OthelloDomain;
use crate::engine::{Bytes, Engine, Entrant, Value as _};
use crate::game_files::ggf::GgfGame;
use crate::player::PlayerError;
use crate::tournament::canonical;
pub use analyst::Analyst;
pub use page::page;

/// The kind of analyses' manifests.
pub const KIND: &str = "analysis";

/// How games are analysed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    /// Depth of the search in plies, far from the end.
    pub depth: u32,
    /// The engine that searches there instead of the strong player at this depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Entrant>,
    /// Empty squares from which values are exact, by the strong player; without another engine at least 6 more than
    /// [`depth`](Self::depth), or between them a search would prove who wins and not by how much.
    pub exact: u32,
    /// The evaluation's name; the strong player's if `None`.
    pub evaluation: Option<String>,
    /// Memory for the table of positions.
    #[serde(serialize_with = "as_text")]
    pub table: Bytes,
    /// A move that loses at least so many discs is a blunder.
    pub blunder: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn as_text<S: serde::Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&bytes.text())
}

impl Settings {
    /// Depth 12, exact from 18 empty squares on.
    pub const USUAL: Self = Self {
        depth: 12,
        engine: None,
        exact: 18,
        evaluation: None,
        table: Bytes(16 << 20),
        blunder: 5.0,
    };

    /// What searches far from the end, in words.
    #[must_use]
    pub fn searcher(&self) -> String {
        match &self.engine {
            None => format!("depth {}", self.depth),
            Some(engine) => format!("engine {engine}"),
        }
    }

    fn engine(&self, depth: u32) -> Result<Engine, PlayerError> {
        let text = format!("algorithm=strong,depth={depth},table={}", self.table.text());
        let engine: Engine = text.parse().map_err(|error: crate::engine::EngineError| {
            PlayerError::Unsupported(error.to_string())
        })?;
        Ok(Engine { evaluation: self.evaluation.clone(), ..engine })
    }
}

/// An analysed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The file.
    pub file: String,
    /// The record's number in it, from 1.
    pub record: usize,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The tournament or place.
    pub event: String,
    /// The date.
    pub date: String,
    /// Black's discs minus White's, by the file or the moves.
    pub result: Option<f64>,
    /// The start, as 64 squares and the side to move.
    pub start: String,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// Black's and White's losses.
    pub losses: [Losses; 2],
}

/// An analysed move. Values are in discs, for the side that moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedMove {
    /// The side.
    pub colour: Colour,
    /// The move; `pass` for a pass.
    #[serde(rename = "move")]
    pub mv: String,
    /// Empty squares before it.
    pub empties: u32,
    /// The value of the best move; missing where there is no choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_value: Option<f64>,
    /// The value of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The difference; 0 where there is no choice.
    pub loss: f64,
    /// Whether both values are proven to the end of the game.
    pub exact: bool,
    /// The best moves, the first one instead of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// What a player lost.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Moves with a choice.
    pub moves: u64,
    /// Moves that were the best ones.
    pub best: u64,
    /// Sum of losses in discs.
    pub discs: f64,
    /// Moves that lost at least [`Settings::blunder`].
    pub blunders: u64,
    /// The part of `discs` that is proven.
    pub exact_discs: f64,
}

impl Losses {
    /// Adds another game's.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.best += other.best;
        self.discs += other.discs;
        self.blunders += other.blunders;
        self.exact_discs += other.exact_discs;
    }

    /// Mean loss per move with a choice; 0 without moves.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.discs / self.moves as f64 }
    }
}

/// A player's losses in several games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLosses {
    /// The name, or the side of games that do not tell it.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Losses in all of them.
    pub losses: Losses,
}

/// A name, or the side of one that is not known.
#[must_use]
pub fn name_or_side(name: &str, colour: Colour) -> &str {
    match (name, colour) {
        ("", Colour::Black) => "unnamed Black",
        ("", Colour::White) => "unnamed White",
        (name, _) => name,
    }
}

/// The players of these games, one entry each, in the order of their first games. A player who has both sides of a game has one game.
#[must_use]
pub fn players(games: &[Analysis]) -> Vec<PlayerLosses> {
    let mut players: Vec<PlayerLosses> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for game in games {
        let [black, white] =
            [name_or_side(&game.black, Colour::Black), name_or_side(&game.white, Colour::White)];
        for (name, losses) in [black, white].into_iter().zip(&game.losses) {
            let place = *places.entry(name).or_insert(players.len());
            if place == players.len() {
                let losses = Losses::default();
                players.push(PlayerLosses { name: name.to_owned(), games: 0, losses });
            }
            players[place].losses.add(losses);
        }
        players[places[black]].games += 1;
        if white != black {
            players[places[white]].games += 1;
        }
    }
    players
}

/// The configuration of a run that analyses these games: what each analysis depends on.
#[must_use]
pub fn configuration(settings: &Settings, games: &[(String, usize, GgfGame)]) -> serde_json::Value {
    let mut hash = Sha256::new();
    for (_, _, game) in games {
        hash.update(game.to_string());
        hash.update(b"\n");
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let evaluation = settings.evaluation.as_deref().map(crate::domain::OthelloEvaluation::identity);
    let mut configuration = serde_json::json!({
        "settings": Settings { evaluation, ..settings.clone() },
        "games": games.len(),
        "sha256": hash,
    });
    if let Some(engine) = &settings.engine {
        let engine = canonical(&OthelloDomain::all_openings(0), engine);
        configuration["settings"]["engine"] = engine;
    }
    configuration
}

#[cfg(test)]
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Othello, parse_board};

    use super::{Analyst, Settings};
    use crate::game_files::ggf::GgfGame;

    const SETTINGS: Settings = Settings {
        depth: 2,
        engine: None,
        exact: 10,
        evaluation: None,
        table: crate::engine::Bytes(1 << 16),
        blunder: 5.0,
    };

    fn analyse(game: &GgfGame) -> super::Analysis {
        Analyst::new(&SETTINGS).unwrap().analyse("file", 1, game, &mut || ()).unwrap()
    }

    /// A game that ends with the first legal move each time.
    fn first_moves(start: &str) -> GgfGame {
        let (board, colour) = parse_board(start).unwrap();
        let mut game = GgfGame::new(board, colour);
        let mut board = board;
        while let Some(mv) = Othello.first_move(&board) {
            game.moves.push(mv.into());
            board = Othello.play(&board, mv);
        }
        game
    }

    /// The value by full search, for the side to move.
    fn solved(board: &Board) -> i32 {
        let replies: Vec<i32> =
            crate::game::children(&Othello, board).map(|(_, child)| -solved(&child)).collect();
        replies.into_iter().max().unwrap_or_else(|| board.score())
    }

    #[test]
    fn losses_of_an_ending_are_those_of_a_full_search() {
        // Seven empty squares.
        let game =
            first_moves("XXXXXXXXOOOOOOOOXOXOXOXOXXOOXXOOXXXOOOXXXOXOXOXOX-O-O-X-OXX-O--O X");
        let analysis = analyse(&game);
        assert_eq!(analysis.moves.len(), game.moves.len());
        let mut lost = [0.0; 2];
        for (board, judged) in game.record().positions().zip(&analysis.moves) {
            let Some(best) = judged.best_value else {
                assert!(board.moves().count_ones() < 2);
                continue;
            };
            let after = Othello.play(&board, judged.mv.parse().unwrap());
            assert_eq!((best, judged.exact), (f64::from(solved(&board)), true), "{judged:?}");
            assert_eq!(judged.value, Some(f64::from(-solved(&after))));
            let side = usize::from(judged.colour == plyscope_core::othello::Colour::White);
            lost[side] += judged.loss;
        }
        assert_eq!(analysis.losses.map(|losses| losses.discs), lost);
        assert!(lost[0] + lost[1] > 0.0);
        assert_eq!(analysis.losses.map(|losses| losses.exact_discs), lost);
    }

    #[test]
    fn each_player_has_one_entry_and_each_game_counts_once() {
        let mut game = analyse(&GgfGame::default());
        let named = |black: &str, white: &str| {
            let mut named = game.clone();
            (named.black, named.white) = (black.to_owned(), white.to_owned());
            named.losses[0].moves = 2;
            named.losses[1].moves = 1;
            named
        };
        let games = [named("", ""), named("ada", ""), named("", "bob"), named("ada", "ada")];
        let counts: Vec<(String, u64, u64)> = super::players(&games)
            .into_iter()
            .map(|player| (player.name, player.games, player.losses.moves))
            .collect();
        let expected =
            [("unnamed Black", 2, 4), ("unnamed White", 2, 2), ("ada", 2, 5), ("bob", 1, 1)];
        assert_eq!(counts, expected.map(|(name, games, moves)| (name.to_owned(), games, moves)));
        game.black.clear();
        assert_eq!(super::players(&[game])[0].games, 1);
    }

    #[test]
    fn an_even_position_is_worth_no_negative_zero() {
        // The moves of the start are one move by symmetry, so three of them lose nothing.
        let mut game = GgfGame::default();
        game.moves = ["f5", "d6"]
            .map(|mv| mv.parse::<plyscope_core::othello::Move>().unwrap().into())
            .to_vec();
        for judged in analyse(&game).moves {
            for value in [judged.best_value, judged.value, Some(judged.loss)] {
                assert!(!value.is_some_and(|value| value == 0.0 && value.is_sign_negative()));
            }
        }
        assert!(super::analyst::tenths(-0.04).is_sign_positive());
    }

    #[test]
    fn passes_wipe_outs_and_full_boards_are_analysed() {
        // White must pass, then Black takes the last disc.
        let game =
            first_moves("XO-------------------------------------------------------------- O");
        let analysis = analyse(&game);
        assert_eq!(
            analysis.moves.iter().map(|judged| judged.mv.as_str()).collect::<Vec<_>>(),
            ["pass", "c1"]
        );
        assert_eq!(analysis.result, Some(64.0));
        assert!(
            analysis.moves.iter().all(|judged| judged.best_value.is_none() && judged.loss == 0.0)
        );
        // Over from the start.
        let full =
            first_moves("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X");
        assert!(analyse(&full).moves.is_empty());
        assert_eq!(analyse(&full).result, Some(0.0));
        // A wipe-out in the opening.
        let moves = crate::game_files::transcript_moves("e6f4e3f6g5d6e7f5c5").unwrap();
        let mut wiped = GgfGame::default();
        wiped.moves = moves.into_iter().map(Into::into).collect();
        let analysis = analyse(&wiped);
        assert_eq!((analysis.moves.len(), analysis.result), (9, Some(64.0)));
        assert!(analysis.losses[1].blunders >= 1, "{:?}", analysis.losses);
        let named = super::Analysis { black: "\u{202e}a<\u{1}".to_owned(), ..analysis };
        let page = super::page(&[named], &SETTINGS).unwrap();
        // Nothing turns the rest of the line around.
        let part = "<bdi>\\u{202e}a&#60;\\x01</bdi>";
        assert!(page.contains("+64") && page.contains(part), "{page}");
    }
}
