//! What the moves of a game lost, and going through it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use plyscope_core::othello::{Colour, Move};

use super::engines::STACK;
use super::look::Look;
use super::playing::{PlayEvent, Playing};
use crate::analysis::{Analysis, Analyst, JudgedMove, Settings};
use crate::game_files::ggf::GgfMove;
use crate::text::signed;

/// How games are reviewed: in a few seconds.
const SETTINGS: Settings = Settings { depth: 10, exact: 16, ..Settings::USUAL };
/// Moves of a better line that are told.
const LINE: usize = 6;

/// A review of a game, under way or done.
pub(super) struct Review {
    /// The game's moves.
    moves: Vec<String>,
    /// Moves that are reviewed.
    done: Arc<AtomicUsize>,
    news: Receiver<Result<Analysis, String>>,
    found: Option<Analysis>,
}

impl<D: Look + 'static> Playing<D> {
    /// Begins to review the whole game, also moves that were taken back.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn begin_review(&mut self) -> Result<String, String> {
        let mut game = D::game_file(&self.session)?;
        let moves: Vec<String> = self.session.line().collect();
        if moves.is_empty() {
            return Err("no move has been played".to_owned());
        }
        let later = moves.iter().skip(game.moves.len());
        game.moves.extend(later.filter_map(|name| name.parse::<Move>().ok()).map(GgfMove::from));
        let (sender, news) = mpsc::channel();
        let done = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&done);
        let work = move || {
            let mut moved = || {
                counter.fetch_add(1, Ordering::Relaxed);
            };
            let found = Analyst::new(&SETTINGS)
                .and_then(|mut analyst| analyst.analyse("", 1, &game, &mut moved));
            // Nobody may want to know any more.
            let _ = sender.send(found.map_err(|error| error.to_string()));
        };
        thread::Builder::new()
            .name("review".to_owned())
            .stack_size(STACK)
            .spawn(work)
            .map_err(|error| format!("no thread for it: {error}"))?;
        let count = moves.len();
        self.review = Some(Review { moves, done, news, found: None });
        Ok(format!("Reviewing {count} moves."))
    }

    /// Whether a review is under way.
    pub(super) fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|review| review.found.is_none())
    }

    /// How far the review is.
    pub(super) fn reviewed_so_far(&self) -> Option<String> {
        let review = self.review.as_ref().filter(|review| review.found.is_none())?;
        Some(format!(
            "reviewing: {} of {}",
            review.done.load(Ordering::Relaxed),
            review.moves.len()
        ))
    }

    /// Takes the result of a review.
    pub(super) fn hear_review(&mut self, events: &mut Vec<PlayEvent>) {
        let Some(review) = self.review.as_mut().filter(|review| review.found.is_none()) else {
            return;
        };
        match review.news.try_recv() {
            Ok(Ok(analysis)) => {
                events.push(PlayEvent::Reviewed(told(&analysis)));
                review.found = Some(analysis);
            }
            Ok(Err(why)) => {
                events.push(PlayEvent::Failed(format!("the review failed: {why}")));
                self.review = None;
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                events.push(PlayEvent::Failed("the review failed".to_owned()));
                self.review = None;
            }
        }
    }

    /// What a review found of each move of the game on the board, as far as that is the game that was reviewed.
    pub(super) fn judged_moves(&self) -> Vec<&JudgedMove> {
        let Some(review) = &self.review else { return Vec::new() };
        let Some(analysis) = &review.found else { return Vec::new() };
        let same = review.moves.iter().zip(self.session.line());
        let same = same.take_while(|(reviewed, played)| **reviewed == *played).count();
        analysis.moves.iter().take(same).collect()
    }

    /// Names of the moves, with the discs that they lost: those that were played, and those to come.
    pub(super) fn marked_moves(&self) -> [Vec<String>; 2] {
        let judged = self.judged_moves();
        let mark = |(ply, name): (usize, String)| match judged.get(ply) {
            Some(judged) if judged.loss >= 0.05 => format!("{name}(-{})", loss(judged)),
            _ => name,
        };
        let mut all: Vec<String> = self.session.line().enumerate().map(mark).collect();
        let later = all.split_off(self.session.record().moves().len().min(all.len()));
        [all, later]
    }

    /// Goes to the position after so many moves, in words.
    pub(super) fn go_to(&mut self, ply: usize) -> String {
        self.session.go_to(ply);
        // An engine waits there, and a person plays on.
        self.paused = self.session.is_engines_turn();
        let (at, of) = (self.session.record().moves().len(), self.session.line().count());
        let Some(last) = at.checked_sub(1) else { return format!("At the start of {of} moves.") };
        let name = self.session.line().nth(last).unwrap_or_default();
        let mut words = format!("After move {at} of {of}, {name}");
        if let Some(judged) = self.judged_moves().get(last) {
            words += &lost(judged);
        }
        words + "."
    }
}

/// The loss of a move, whole if it is exact.
fn loss(judged: &JudgedMove) -> String {
    let decimals = usize::from(!judged.exact);
    format!("{:.decimals$}", judged.loss)
}

/// What a move lost, and what was better.
fn lost(judged: &JudgedMove) -> String {
    let Some(value) = judged.value else { return ", the only move".to_owned() };
    let value = signed(value, usize::from(!judged.exact));
    if judged.loss < 0.05 {
        return format!(": one of the best, worth {value}");
    }
    let line: Vec<&str> = judged.line.iter().take(LINE).map(String::as_str).collect();
    format!(": worth {value}, lost {}; better {}", loss(judged), line.join(" "))
}

/// A review in lines: the moves that lost something, and the sums.
fn told(analysis: &Analysis) -> Vec<String> {
    let mut lines: Vec<String> = (1..)
        .zip(&analysis.moves)
        .filter(|(_, judged)| judged.loss >= 0.05)
        .map(|(number, judged)| format!("{number:>3} {}{}", judged.mv, lost(judged)))
        .collect();
    let sum = |colour: Colour| {
        let losses = &analysis.losses[usize::from(colour == Colour::White)];
        let s = if losses.blunders == 1 { "" } else { "s" };
        format!("{:.1} discs, {} blunder{s}", losses.discs, losses.blunders)
    };
    lines.push(format!(
        "Reviewed: Black lost {}; White lost {}. Values are for the side that moved.",
        sum(Colour::Black),
        sum(Colour::White)
    ));
    lines
}
