//! Plays the levels against a mover at random, against `strong`, and each against the next one, and prints the table in
//! `docs/levels.md`. Both sides are the player itself, at its terminal.
//!
//! ```sh
//! cargo run --release --example levels --features strong -p plyscope-firmware-player -- [GAMES] [LEVEL...]
//! ```
//!
//! A pair of games begins with the same position after six random moves, with exchanged sides. Intervals are of 95 %, over pairs.

#[allow(dead_code, reason = "it needs a part of it")]
#[path = "../tests/all/bench/mod.rs"]
mod bench;

use std::env;

use bench::Bench;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_firmware_player::Memory;

/// The opponent that is strong at every level: some 50 ms of the chip.
const STRONG: &str = "nodes 5000";

/// The same search without looking ahead of its move: the weakest of it.
const SHALLOW: &str = "depth 1";

/// What a second of the chip at 168 MHz searches, for the level that has a second.
const SECOND: &str = "nodes 100000";

/// Random moves before a game.
const OPENING: u32 = 6;

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % end
    }

    fn mv(&mut self, board: Board) -> Move {
        let mut moves = board.moves();
        for _ in 0..self.below(moves.count_ones()) {
            moves &= moves - 1;
        }
        Move::to(moves.trailing_zeros() as u8).expect("there is a move")
    }
}

/// A side of a game.
enum Mover<'m> {
    Random(Random),
    Player(Box<Bench<'m>>),
}

impl<'m> Mover<'m> {
    /// The player after these commands.
    fn player(memory: &'m mut Memory, commands: &[&str]) -> Self {
        let mut bench = Bench::new(memory);
        for line in commands {
            let said = bench.type_line(line);
            assert!(!said.contains("Give") && !said.contains("Unknown"), "{said}");
        }
        Self::Player(Box::new(bench))
    }

    fn mv(&mut self, board: Board, mover: Colour) -> Move {
        let bench = match self {
            Self::Random(random) => return random.mv(board),
            Self::Player(bench) => bench,
        };
        let (black, white) = match mover {
            Colour::Black => (board.mover, board.opponent),
            Colour::White => (board.opponent, board.mover),
        };
        let disc = |square: u32| match 1u64 << square {
            bit if black & bit != 0 => 'X',
            bit if white & bit != 0 => 'O',
            _ => '-',
        };
        let squares: String = (0..64).map(disc).collect();
        bench.type_line(&format!("setup {squares} {}", mover.letter()));
        let said = bench.type_line("go");
        let (_, rest) = said.split_once("I play ").expect("it moves");
        rest[..2].parse().expect("a square")
    }
}

/// The score of the first side in discs.
fn game(start: Board, one: &mut Mover<'_>, other: &mut Mover<'_>, first_moves: bool) -> i32 {
    let (mut board, mut mover) = (start, Colour::Black);
    let mut first = first_moves;
    while !board.is_over() {
        let mv = if board.must_pass() {
            Move::PASS
        } else if first {
            one.mv(board, mover)
        } else {
            other.mv(board, mover)
        };
        assert!(Othello.is_legal(&board, mv));
        board = Othello.play(&board, mv);
        mover = mover.other();
        first = !first;
    }
    if first { board.score() } else { -board.score() }
}

fn opening(random: &mut Random) -> Board {
    loop {
        let mut board = Board::START;
        for _ in 0..OPENING {
            if board.has_move() {
                board = Othello.play(&board, random.mv(board));
            }
        }
        if board.has_move() {
            return board;
        }
    }
}

/// The mean, and half of its interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

/// Plays so many games; prints the first side's score in per cent and in discs.
fn play(name: &str, one: &mut Mover<'_>, other: &mut Mover<'_>, games: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut scores, mut discs) = (Vec::new(), Vec::new());
    for _ in 0..games / 2 {
        let start = opening(&mut random);
        let pair = [true, false].map(|first| game(start, one, other, first));
        scores
            .push(pair.iter().map(|score| 50.0 * f64::from(1 + score.signum())).sum::<f64>() / 2.0);
        discs.push(f64::from(pair.iter().sum::<i32>()) / 2.0);
    }
    let ((score, within), (margin, about)) = (mean(&scores), mean(&discs));
    // Where all pairs end alike their spread says nothing: the exact bound (Clopper & Pearson 1934).
    let beyond = 100.0 * (1.0 - 0.025_f64.powf(1.0 / scores.len() as f64));
    let interval = if score == 0.0 {
        format!("to {beyond:.1}")
    } else if score == 100.0 {
        format!("from {:.1}", 100.0 - beyond)
    } else {
        format!("± {within:.1}")
    };
    println!(
        "| {name} | {score:.1} ({interval}) % | {margin:+.1} ± {about:.1} | {} |",
        2 * scores.len()
    );
}

fn main() {
    let mut numbers = env::args().skip(1).map(|text| text.parse::<usize>().expect("a number"));
    let games = numbers.next().unwrap_or(200);
    let mut levels: Vec<usize> = numbers.collect();
    if levels.is_empty() {
        levels = (1..=9).collect();
    }
    for level in levels {
        let commands = |level: usize| match level {
            9 => vec!["level 9".to_owned(), SECOND.to_owned(), "seed 1".to_owned()],
            level => vec![format!("level {level}"), format!("seed {}", 1000 * level)],
        };
        let (this, next) = (commands(level), commands(level + 1));
        let this: Vec<&str> = this.iter().map(String::as_str).collect();
        let next: Vec<&str> = next.iter().map(String::as_str).collect();
        let mut memory = Memory::new();
        let mut player = Mover::player(&mut memory, &this);
        let mut random = Mover::Random(Random(42));
        play(&format!("{level} against random"), &mut player, &mut random, games);
        for limit in [SHALLOW, STRONG] {
            let mut memory = Memory::new();
            let mut strong = Mover::player(&mut memory, &["algorithm strong", limit]);
            play(&format!("{level} against strong, {limit}"), &mut player, &mut strong, games);
        }
        if level < 9 {
            let mut memory = Memory::new();
            let mut better = Mover::player(&mut memory, &next);
            play(&format!("{} against {level}", level + 1), &mut better, &mut player, games);
        }
    }
}
