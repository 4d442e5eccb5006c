//! Analyses as an HTML page: one file without links to others. The template escapes all text; the script is constant and reads boards
//! from attributes of the page.

use std::fmt::Write as _;

use askama::Template;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};

use super::{Analysis, JudgedMove, Losses, Settings, name_or_side, players};
use crate::escape::terminal;
use crate::game_files::board_text;
use crate::text::signed;

/// Height of a plot and width of a ply in its own units.
const HEIGHT: f64 = 128.0;
const PLY: f64 = 10.0;

#[derive(Template)]
#[template(path = "analysis.html")]
struct Page<'a> {
    style: &'static str,
    script: &'static str,
    settings: &'a Settings,
    games: Vec<GamePart<'a>>,
    players: Vec<PlayerPart>,
}

struct GamePart<'a> {
    game: &'a Analysis,
    number: usize,
    names: [String; 2],
    result: String,
    /// The board at the end, or before the first move.
    board: String,
    first_board: String,
    players: Vec<PlayerPart>,
    moves: Vec<MovePart<'a>>,
    /// Discs at the top of the plot.
    scale: u32,
    width: f64,
    /// Points of the line of values.
    line: String,
    bars: Vec<Bar>,
}

struct PlayerPart {
    name: String,
    games: u64,
    losses: Losses,
    mean: String,
    discs: String,
}

struct MovePart<'a> {
    number: usize,
    judged: &'a JudgedMove,
    side: &'static str,
    board: String,
    value: String,
    best: String,
    loss: String,
    line: String,
    class: &'static str,
}

struct Bar {
    x: f64,
    y: f64,
    height: f64,
    class: &'static str,
}

/// The page of these analyses.
///
/// # Errors
/// If the template fails, which it does only without memory.
pub fn page(games: &[Analysis], settings: &Settings) -> Result<String, askama::Error> {
    let games: Vec<Analysis> = games.iter().map(without_controls).collect();
    let games = games.as_slice();
    let mut all = players(games);
    all.sort_by(|a, b| a.losses.mean().total_cmp(&b.losses.mean()));
    let players = all.iter().map(|found| player(&found.name, found.games, &found.losses)).collect();
    let page = Page {
        style: include_str!("../../templates/analysis.css"),
        script: include_str!("../../templates/analysis.js"),
        settings,
        games: games
            .iter()
            .enumerate()
            .map(|(number, game)| game_part(number + 1, game, settings))
            .collect(),
        players,
    };
    page.render()
}

/// The game with escapes for what is not shown, such as signs that turn the direction of a line.
fn without_controls(game: &Analysis) -> Analysis {
    Analysis {
        file: terminal(&game.file),
        black: terminal(&game.black),
        white: terminal(&game.white),
        event: terminal(&game.event),
        date: terminal(&game.date),
        ..game.clone()
    }
}

fn player(name: &str, games: u64, losses: &Losses) -> PlayerPart {
    PlayerPart {
        name: name.to_owned(),
        games,
        losses: *losses,
        mean: format!("{:.2}", losses.mean()),
        discs: format!("{:.1}", losses.discs),
    }
}

/// The squares of a board with the last move marked: `X`, `O`, `-`, then the number of the last square or nothing.
fn squares(board: &Board, colour: Colour) -> String {
    board_text(board, colour).chars().take(64).collect()
}

fn game_part<'a>(number: usize, game: &'a Analysis, settings: &Settings) -> GamePart<'a> {
    let black = name_or_side(&game.black, Colour::Black);
    let white = name_or_side(&game.white, Colour::White);
    // A start that was written by this program can be read; any other is the usual one.
    let (start, first) = parse_board(&game.start).unwrap_or((Board::START, Colour::Black));
    let (mut board, mut colour) = (start, first);
    let most =
        game.moves.iter().flat_map(|judged| [judged.value.unwrap_or(0.0).abs(), judged.loss]);
    let most = most.fold(0.0, f64::max);
    let scale = [8, 16, 32, 64].into_iter().find(|&scale| f64::from(scale) >= most).unwrap_or(64);
    let height = HEIGHT / 2.0 / f64::from(scale);
    let mut moves = Vec::new();
    let (mut line, mut bars) = (String::new(), Vec::new());
    for (ply, judged) in game.moves.iter().enumerate() {
        if let Ok(mv) = judged.mv.parse::<Move>() {
            board = Othello.play(&board, mv);
        }
        let for_black = if colour == Colour::Black { 1.0 } else { -1.0 };
        let x = PLY * (ply as f64 + 0.5);
        if let Some(value) = judged.value {
            let _ = write!(
                line,
                "{x:.0},{:.1} ",
                HEIGHT / 2.0 - height * for_black * value.clamp(-64.0, 64.0)
            );
        }
        if judged.loss > 0.0 {
            let height = height * judged.loss.min(64.0);
            let (y, class) = if colour == Colour::Black {
                (HEIGHT / 2.0, "lost-black")
            } else {
                (HEIGHT / 2.0 - height, "lost-white")
            };
            bars.push(Bar { x: x - 3.0, y, height, class });
        }
        colour = colour.other();
        let side = if judged.colour == Colour::Black { "black" } else { "white" };
        let text = |value: Option<f64>| {
            value.map_or(String::new(), |value| signed(value, usize::from(!judged.exact)))
        };
        moves.push(MovePart {
            number: ply + 1,
            judged,
            side,
            board: squares(&board, colour),
            value: text(judged.value),
            best: text(judged.best_value),
            loss: match judged.loss {
                0.0 => String::new(),
                loss if judged.exact => format!("{loss:.0}"),
                loss => format!("{loss:.1}"),
            },
            line: judged.line.join(" "),
            class: if judged.loss >= settings.blunder { "blunder" } else { "" },
        });
    }
    let last = squares(&board, colour);
    GamePart {
        game,
        number,
        names: [black, white].map(str::to_owned),
        result: game
            .result
            .map_or("no result".to_owned(), |discs| format!("{:+} for Black", discs + 0.0)),
        board: last,
        first_board: squares(&start, first),
        players: [black, white]
            .into_iter()
            .zip(&game.losses)
            .map(|(name, losses)| player(name, 1, losses))
            .collect(),
        scale,
        width: PLY * game.moves.len().max(1) as f64,
        moves,
        line,
        bars,
    }
}

impl GamePart<'_> {
    /// The squares of the last position with their places, for a drawing without a script.
    fn squares(&self) -> Vec<(usize, usize, char)> {
        self.board.chars().enumerate().map(|(place, disc)| (place % 8, place / 8, disc)).collect()
    }
}
