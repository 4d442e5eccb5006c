//! The quality of an evaluation's moves, on middle-game positions of tournament games, with the value of each move by a
//! deep search.

use std::fmt;
use std::str::FromStr;

use plyscope_core::othello::patterns::Indices;
use plyscope_core::othello::{Board, Colour, Move, Othello, Patterns, parse_board};
use plyscope_core::{
    AlphaBeta, Game as _, Order, Policy, Progress, Request, Search as _, Storage, Value, Window,
    lines,
};
use plyscope_players::game_files::wthor::WthorBase;
use plyscope_run::interrupt::{self, NODES_PER_LOOK};
use plyscope_run::seed::hash;
use plyscope_run::statistics::{Mean, Tally};

/// The largest loss of a move against the best, in hundredths of a disc. Larger losses count as this one: their size
/// does not matter, and would take long to compute.
pub const WORST: i32 = 1000;

/// A bound on all values, in hundredths of a disc. Estimates may exceed 64 discs, but not this bound.
const MOST: i32 = 100_000;

/// A position with the values of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Midgame {
    /// The position.
    pub board: Board,
    /// The side to move.
    pub mover: Colour,
    /// Every move with its value for the mover in hundredths of a disc, best first.
    pub moves: Vec<(Move, i32)>,
}

/// One position from each of `count` games of a base, chosen by `seed`, with this many empty squares and at least two
/// moves. No two are the same.
#[must_use]
pub fn choose(
    base: &WthorBase,
    empties: std::ops::RangeInclusive<u32>,
    count: usize,
    seed: u64,
) -> Vec<(Board, Colour)> {
    let mut games: Vec<usize> = (0..base.games.len()).collect();
    games.sort_by_key(|&game| hash(seed, game as u64));
    let mut chosen: Vec<(Board, Colour)> = Vec::new();
    for game in games {
        let fitting: Vec<(Board, Colour)> = base.games[game]
            .record
            .positions()
            .zip([Colour::Black, Colour::White].into_iter().cycle())
            .filter(|(board, _)| {
                empties.contains(&board.empties().count_ones()) && Othello.count_moves(board) > 1
            })
            .collect();
        if fitting.is_empty() || chosen.len() == count {
            continue;
        }
        let one =
            fitting[(hash(seed, (game + base.games.len()) as u64) % fitting.len() as u64) as usize];
        if !chosen.contains(&one) {
            chosen.push(one);
        }
    }
    chosen
}

/// Storage for the deepest search here.
const PLIES: usize = 32;
const CHILDREN: usize = 1024;

type Memory = Storage<Othello, PLIES, CHILDREN, { lines(PLIES) }, Indices>;
type Deep<'w> = AlphaBeta<Othello, Patterns<'w>, Memory>;

/// The value of a position in a window, in hundredths of a disc, also for finished games.
fn value(search: &mut Deep<'_>, board: &Board, depth: u32, window: Window) -> i32 {
    search.start(&Request::new(board).depth(depth).window(window));
    // The capacities are large enough for any game to this depth.
    while matches!(search.step(NODES_PER_LOOK), Ok(Progress::Paused))
        && interrupt::go_on().is_continue()
    {}
    plyscope_core::othello::hundredths(search.report().value)
}

/// The value of every move of a position by alpha-beta to `depth` plies, counting the move itself.
#[must_use]
pub fn score(board: &Board, mover: Colour, patterns: Patterns<'_>, depth: u32) -> Midgame {
    let mut search = Deep::new(Othello, patterns, Policy::new(Order::Static), Storage::new());
    let children: Vec<(Move, Board)> =
        Othello.moves(board).map(|mv| (mv, Othello.play(board, mv))).collect();
    // The likely best move first: the others then need only be shown to be worse.
    let mut order: Vec<(i32, Move, Board)> = children
        .into_iter()
        .map(|(mv, child)| {
            let shallow = depth.saturating_sub(1).min(5);
            (-value(&mut search, &child, shallow, Window::FULL), mv, child)
        })
        .collect();
    order.sort_by_key(|&(value, mv, _)| (-value, mv));
    let mut best = i32::MIN / 2;
    let mut moves: Vec<(Move, i32)> = Vec::new();
    for (_, mv, child) in order {
        let least = best - WORST;
        let window = Window { alpha: Value::new(least), beta: Value::INFINITY }.negated();
        let found = -value(&mut search, &child, depth.saturating_sub(1), window);
        best = best.max(found);
        moves.push((mv, found));
    }
    for (_, value) in &mut moves {
        *value = (*value).max(best - WORST);
    }
    moves.sort_by_key(|&(mv, value)| (-value, mv));
    Midgame { board: *board, mover, moves }
}

impl fmt::Display for Midgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: u32| {
            let disc = 1u64 << square;
            if self.board.mover & disc != 0 {
                self.mover.letter()
            } else if self.board.opponent & disc != 0 {
                self.mover.other().letter()
            } else {
                '-'
            }
        };
        let board: String = (0..64).map(letter).collect();
        write!(f, "{board} {};", self.mover.letter())?;
        self.moves
            .iter()
            .try_for_each(|&(mv, value)| write!(f, " {mv} {:+.2}", f64::from(value) / 100.0))
    }
}

impl FromStr for Midgame {
    type Err = String;

    /// Parses a line: the board and the side to move, a semicolon, then each move with its value in discs (`+1.20`) or,
    /// without a decimal point, in hundredths of a disc (`+120`).
    fn from_str(line: &str) -> Result<Self, String> {
        let (board, moves) = line.split_once(';').ok_or("no semicolon after the board")?;
        let (board, mover) = parse_board(board).map_err(|error| error.to_string())?;
        let words: Vec<&str> = moves.split_whitespace().collect();
        let pair = |pair: &[&str]| match pair {
            [mv, value] => {
                let read: Move = mv.parse().map_err(|_| format!("{mv:?} is not a move"))?;
                if !Othello.is_legal(&board, read) {
                    return Err(format!("{mv} is not legal there"));
                }
                Ok((read, hundredths(value)?))
            }
            _ => Err("a move has no value".to_owned()),
        };
        let moves = words.chunks(2).map(pair).collect::<Result<Vec<(Move, i32)>, String>>()?;
        if board.is_over() {
            return Err("the game is over: there are no moves to compare".to_owned());
        }
        let mut legal: Vec<Move> = Othello.moves(&board).collect();
        let mut listed: Vec<Move> = moves.iter().map(|&(mv, _)| mv).collect();
        legal.sort_unstable();
        listed.sort_unstable();
        if let Some(twice) = listed.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{} has two values", twice[0]));
        }
        if legal != listed {
            return Err(format!("{} moves have a value, {} are legal", moves.len(), legal.len()));
        }
        Ok(Self { board, mover, moves })
    }
}

/// Parses a value in hundredths of a disc, or in discs with two decimals.
fn hundredths(text: &str) -> Result<i32, String> {
    let number = |digits: &str| {
        let number: i32 = digits.parse().map_err(|_| {
            format!("{text:?} is not a value: write discs with two decimals, such as +1.20")
        })?;
        if !(-MOST..=MOST).contains(&number) {
            return Err(format!("{text:?} is beyond {} discs", MOST / 100));
        }
        Ok::<i32, String>(number)
    };
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() == 2 => number(&text.replacen('.', "", 1)),
        // Not a number, to get the message that says what is.
        Some(_) => number(""),
        None => number(text),
    }
}

/// Parses a file of such lines. Empty lines and those that begin with `#` are skipped.
///
/// # Errors
/// The line that is wrong, and the reason.
pub fn read(text: &str) -> Result<Vec<Midgame>, String> {
    let mut positions = Vec::new();
    // Some editors begin a file with a byte-order mark.
    let text = text.trim_start_matches('\u{feff}');
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() && !line.starts_with('#') {
            positions.push(line.parse().map_err(|error| format!("line {number}: {error}"))?);
        }
    }
    Ok(positions)
}

/// The quality of a search's moves.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct MoveQuality {
    /// Number of positions with a best move, and without.
    pub best: Tally,
    /// The loss of its moves against the best, in discs, at most ten each.
    pub loss: Mean,
}

impl Midgame {
    /// The loss of this move against the best, in hundredths of a disc, at most [`WORST`]. An illegal move loses
    /// [`WORST`].
    #[must_use]
    pub fn loss(&self, mv: Option<Move>) -> i32 {
        let best = self.moves.iter().map(|&(_, value)| value).max().unwrap_or_default();
        let value = self.moves.iter().find(|&&(other, _)| Some(other) == mv);
        value.map_or(WORST, |&(_, value)| best.saturating_sub(value).min(WORST))
    }
}

/// The quality of moves with these losses, in hundredths of a disc.
#[must_use]
pub fn quality(losses: &[i32]) -> MoveQuality {
    let mut best = Tally::default();
    losses.iter().for_each(|&loss| best.add(if loss == 0 { 1 } else { -1 }));
    MoveQuality { best, loss: Mean::of(losses.iter().map(|&loss| f64::from(loss) / 100.0)) }
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{Colour, Patterns, parse_moves};

    use super::{Midgame, WORST, quality, read, score};

    #[test]
    fn moves_are_worth_what_a_full_search_says_and_come_back_from_text() {
        let (board, mover) = parse_moves("f5d6c3d3c4f4c5b3c2").unwrap();
        let scored = score(&board, mover, Patterns::SMALL, 4);
        let best = scored.moves[0].1;
        // The same searches in another order, without windows.
        for &(mv, value) in &scored.moves {
            use plyscope_core::othello::Othello;
            use plyscope_core::{
                AlphaBeta, Game as _, Order, Policy, Request, Search as _, storage,
            };
            let mut full = AlphaBeta::new(
                Othello,
                Patterns::SMALL,
                Policy::new(Order::None),
                storage!(16, 512),
            );
            let child = Othello.play(&board, mv);
            let exact = -full.search(&Request::new(&child).depth(3)).unwrap().value.get();
            assert_eq!(value, exact.max(best - WORST), "{mv}");
        }
        assert_eq!(read(&format!("# made so\n\n{scored}\n")), Ok(vec![scored.clone()]));
        assert_eq!(mover, Colour::White);
        assert_eq!((scored.loss(Some(scored.moves[0].0)), scored.loss(None)), (0, WORST));
    }

    #[test]
    fn what_is_no_scored_position_is_refused_with_its_line() {
        let good = "---------------------------OX------XO--------------------------- X; d3 +0 c4 +0 f5 +0 e6 -5";
        assert!(good.parse::<Midgame>().is_ok());
        let in_discs = good.replace("+0", "+0.00").replace("-5", "-0.05");
        assert_eq!(in_discs.parse::<Midgame>(), good.parse::<Midgame>());
        assert_eq!(read(&format!("\u{feff}{good}")), read(good), "a byte-order mark");
        let over = format!("{} X;", "X".repeat(64));
        assert!(read(&over).unwrap_err().contains("line 1: the game is over"));
        for bad in ["+1.2", "1.", "x", "+1.x0"] {
            let error = read(&good.replace("-5", bad)).unwrap_err();
            assert!(error.contains("is not a value"), "{error}");
        }
        for (bad, message) in [
            (good.replace(';', ""), "line 1: no semicolon"),
            (good.replace("d3", "a1"), "a1 is not legal there"),
            (good.replace(" e6 -5", ""), "3 moves have a value, 4 are legal"),
            (good.replace("-5", "x"), "\"x\" is not a value"),
            (good.replace(" -5", ""), "a move has no value"),
            (good.replace("-5", "-2147483648"), "\"-2147483648\" is beyond 1000 discs"),
            (good.replace("-5", "+1000.01"), "\"+1000.01\" is beyond 1000 discs"),
        ] {
            let error = read(&bad).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn no_move_loses_more_than_the_worst_whatever_its_value() {
        let text = "---------------------------OX------XO--------------------------- X; d3 +0 c4 +0 f5 +0 e6 -1000.00";
        let mut position: Midgame = text.parse().unwrap();
        let worst = position.moves[3].0;
        assert_eq!(position.loss(Some(worst)), WORST);
        (position.moves[0].1, position.moves[3].1) = (i32::MAX, i32::MIN);
        assert_eq!(position.loss(Some(worst)), WORST);
    }

    #[test]
    fn quality_counts_best_moves_and_averages_losses() {
        let quality = quality(&[0, 0, 150, 250]);
        assert_eq!((quality.best.wins, quality.best.losses, quality.loss.mean), (2, 2, 1.0));
    }
}
