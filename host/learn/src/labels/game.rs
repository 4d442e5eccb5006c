//! One game of self-play whose positions all have labels.

use plyscope_core::othello::strong::{Level, Strong};
use plyscope_core::othello::{Board, Move, Othello, Patterns, ProbCuts, hundredths};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Game as _, Request, storage};
use plyscope_run::interrupt;
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

/// How games are played and labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Teaching {
    /// Depth of the search that labels a position and chooses the next move, in plies.
    pub depth: u8,
    /// From so many empty squares on, labels are exact scores.
    pub solve: u8,
    /// Least number of random moves at the beginning of a game.
    pub random_from: u8,
    /// Greatest number of random moves at the beginning of a game.
    pub random_to: u8,
    /// After them, one move in this many is random; 0 means none.
    pub random_every: u8,
    /// The game ends once this many discs are on the board. [`WHOLE`] is a whole game, the only kind there was before this
    /// field: runs of whole games are still the same runs, so their manifests omit it.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub until: u8,
    /// A game whose first value is further from even than so many discs stops there, without a label. [`ANY`] keeps all, and manifests
    /// omit it, as with `until`.
    #[serde(default = "any", skip_serializing_if = "is_any")]
    pub within: u8,
    /// The seed of all random choices.
    pub seed: u64,
}

/// [`Teaching::until`] of games that are played to their end.
pub const WHOLE: u8 = 64;

const fn whole() -> u8 {
    WHOLE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_whole(until: &u8) -> bool {
    *until >= WHOLE
}

/// [`Teaching::within`] of games that may begin anyhow.
pub const ANY: u8 = 64;

const fn any() -> u8 {
    ANY
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_any(within: &u8) -> bool {
    *within >= ANY
}

/// Confidence of a label's search, in hundredths of a standard deviation.
const CONFIDENCE: u16 = 150;

/// Slots of the table: some times as many as a search needs.
const SLOTS: usize = 1 << 16;

/// A game with labels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LabelledGame {
    /// The moves without passes, as text.
    pub moves: String,
    /// The number of moves before the first labelled position.
    pub from: usize,
    /// For each further move the value of the position before it for its mover, in hundredths of a disc.
    pub values: Vec<i16>,
    /// The moves that were chosen at random after the first labelled position, by number from 0.
    pub random: Vec<u8>,
}

/// Plays the games with these numbers, one after the other. Each depends on the seed and its number alone; a game that is
/// interrupted ends early.
pub fn play(teaching: &Teaching, numbers: impl IntoIterator<Item = u64>) -> Vec<LabelledGame> {
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    numbers
        .into_iter()
        .map(|number| {
            let mut table = TranspositionTable::new(&slots);
            table.clear();
            play_one(teaching, table, hash(teaching.seed, number))
        })
        .collect()
}

fn play_one(teaching: &Teaching, table: TranspositionTable<'_>, seed: u64) -> LabelledGame {
    let level = Level::new(teaching.depth, 0, teaching.solve).with_confidence(CONFIDENCE);
    let cuts = &ProbCuts::LARGE;
    let mut search: Box<Strong<'_, _, _>> =
        Box::new(Strong::new(Patterns::LARGE, cuts, table, storage!(64, 1024)).level(level));
    let span = u64::from(teaching.random_to.saturating_sub(teaching.random_from)) + 1;
    let opening = usize::from(teaching.random_from) + (hash(seed, 0) % span) as usize;
    let mut game = LabelledGame { from: opening, ..LabelledGame::default() };
    let mut board = Board::START;
    let mut played: Vec<Move> = Vec::new();
    let goes_on = |board: &Board| {
        is_whole(&teaching.until) || 64 - board.empties().count_ones() < u32::from(teaching.until)
    };
    while !board.is_over() && goes_on(&board) {
        if board.must_pass() {
            board = board.passed();
            continue;
        }
        let mut best = None;
        if played.len() >= opening {
            // The capacities suffice for any game.
            let Ok(report) = interrupt::search(search.as_mut(), &Request::new(&board)) else {
                break;
            };
            let Some(found) = report.best_move else { break };
            let within = u32::from(teaching.within);
            let even =
                is_any(&teaching.within) || hundredths(report.value).unsigned_abs() <= 100 * within;
            if game.values.is_empty() && !even {
                break;
            }
            best = Some(found);
            game.values.push(hundredths(report.value).clamp(-6400, 6400) as i16);
        }
        let random = hash(seed, played.len() as u64 + 1);
        let every = u64::from(teaching.random_every);
        let mv = match best {
            Some(best) if random.checked_rem(every).is_none_or(|rest| rest != 0) => best,
            _ => {
                let moves: Vec<Move> = Othello.moves(&board).collect();
                let place = random.checked_div(every).unwrap_or(random) % moves.len() as u64;
                let mv = moves[place as usize];
                if best.is_some_and(|best| best != mv) {
                    game.random.push(played.len() as u8);
                }
                mv
            }
        };
        board = Othello.play(&board, mv);
        played.push(mv);
    }
    game.from = game.from.min(played.len());
    game.values.truncate(played.len() - game.from);
    game.moves = played.iter().map(Move::to_string).collect();
    game
}
