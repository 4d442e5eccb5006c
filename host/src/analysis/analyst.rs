//! What searches and compares moves.

use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_core::{Game as _, Report};

use super::others::{self, Found, ValuingEngine};
use super::{Analysis, JudgedMove, Settings};
use crate::domain::OthelloDomain;
use crate::engine::Engine;
use crate::game::GameRecord;
use crate::game_files::board_text;
use crate::game_files::ggf::GgfGame;
use crate::judged::{BoundKind, Judged, Unit};
use crate::player::{AnySearch, PlayerError, run, search_of};

/// A value in discs; whether it is the proven score; and the best moves. `None` if the search ended before it had a value.
pub(super) fn found(report: &Report<'_, Move>, unit: Unit) -> Option<Found> {
    let judged = Judged::new(report.value, report.bound, report.proven, unit, "the side to move");
    let is_value = match judged.bound {
        BoundKind::Unknown => false,
        // Of the moves so far, in a first depth that was not finished.
        BoundKind::Lower | BoundKind::Upper => judged.proven || report.depth > 0,
        _ => true,
    };
    is_value.then(|| {
        let line = report.principal_variation.to_vec();
        (tenths(judged.within(64.0)), judged.is_final(), line)
    })
}

/// Whether a search has proven who wins, but not by how much: such a value cannot be compared with others.
pub(super) fn proves_outcome_alone(report: &Report<'_, Move>, unit: Unit) -> bool {
    let judged = Judged::new(report.value, report.bound, report.proven, unit, "the side to move");
    judged.proven && matches!(judged.bound, BoundKind::Lower | BoundKind::Upper)
}

/// The error of an engine whose limits are too small.
pub(super) fn no_value(engine: &Engine) -> PlayerError {
    PlayerError::Unsupported(format!(
        "engine {:?}: its search of a position ended before it had a value: give more nodes or time",
        engine.name
    ))
}

/// A number of discs. Tenths are enough.
pub(super) fn tenths(discs: f64) -> f64 {
    // A sum with 0 is never -0.
    (discs * 10.0).round() / 10.0 + 0.0
}

/// Analyses games one after the other.
#[derive(Debug)]
pub struct Analyst {
    settings: Settings,
    engines: [Engine; 3],
    search: AnySearch<Othello>,
    /// Another engine, while it analyses a game.
    other: Option<ValuingEngine>,
    /// The game up to the position that is valued.
    record: GameRecord<Othello>,
}

impl Analyst {
    /// An analyst with an empty table.
    ///
    /// # Errors
    /// [`PlayerError`] if the evaluation or the memory is missing.
    pub fn new(settings: &Settings) -> Result<Self, PlayerError> {
        settings.engine.as_ref().map_or(Ok(()), others::check)?;
        let engines = [
            settings.engine(settings.depth)?,
            settings.engine(settings.depth.saturating_sub(1).max(1))?,
            settings.engine(60)?,
        ];
        let search = search_of(&OthelloDomain::all_openings(0), &engines[0], Othello)?;
        let record = GameRecord::new(Othello, Board::START);
        Ok(Self { settings: settings.clone(), engines, search, other: None, record })
    }

    /// The value of a position for its side to move, in discs; whether it is exact; and the best moves. `after` is a position after
    /// a move, which is searched one ply less deep.
    fn value(&mut self, board: &Board, after: bool) -> Result<Found, PlayerError> {
        if board.is_over() {
            return Ok((f64::from(board.score()), true, Vec::new()));
        }
        let empties = board.empties().count_ones() + u32::from(after);
        let mut exactly = empties <= self.settings.exact;
        if !exactly && let Some(other) = &mut self.other {
            if let Some(found) = other.value(&self.record, after)? {
                return Ok(found);
            }
            // It has proven who wins, but not by how much. The strong player would prove no more at six more than its depth.
            exactly = empties <= self.settings.depth + 6;
        }
        let [deep, shallower, exact] = &self.engines;
        let engine = match (exactly, after) {
            (true, _) => exact,
            (false, false) => deep,
            (false, true) => shallower,
        };
        let report = run(&mut self.search, engine, board)?;
        found(&report, Unit::Hundredths).ok_or_else(|| no_value(engine))
    }

    /// Analyses a game; `moved` is called before each move.
    ///
    /// # Errors
    /// [`PlayerError`] on an interrupt.
    pub fn analyse(
        &mut self,
        file: &str,
        record: usize,
        game: &GgfGame,
        moved: &mut dyn FnMut(),
    ) -> Result<Analysis, PlayerError> {
        // A new table, so that a game's analysis does not depend on the games before.
        self.search = search_of(&OthelloDomain::all_openings(0), &self.engines[0], Othello)?;
        let mut analysis = Analysis {
            file: file.to_owned(),
            record,
            black: game.black.clone(),
            white: game.white.clone(),
            event: game.place.clone(),
            date: game.date.clone(),
            result: game.result.or_else(|| crate::game_files::result_of(game)).map(|r| r.discs),
            start: board_text(&game.start, game.first),
            moves: Vec::new(),
            losses: Default::default(),
        };
        let other = self.settings.engine.as_ref().map(|engine| ValuingEngine::new(engine, game));
        self.other = other.transpose()?;
        let mut colour = game.first;
        let played = game.record();
        self.record = GameRecord::new(Othello, game.start);
        for (board, step) in played.positions().zip(played.moves()) {
            moved();
            let judged = self.judge(&board, step.mv, colour)?;
            // It is legal, and may have been played already.
            if self.record.moves().len() == analysis.moves.len() {
                let _ = self.record.play(step.mv);
            }
            if judged.best_value.is_some() {
                let side = usize::from(colour == Colour::White);
                let losses = &mut analysis.losses[side];
                losses.moves += 1;
                losses.best += u64::from(judged.loss == 0.0);
                losses.discs += judged.loss;
                losses.blunders += u64::from(judged.loss >= self.settings.blunder);
                losses.exact_discs += if judged.exact { judged.loss } else { 0.0 };
            }
            analysis.moves.push(judged);
            colour = colour.other();
        }
        Ok(analysis)
    }

    fn judge(
        &mut self,
        board: &Board,
        mv: Move,
        colour: Colour,
    ) -> Result<JudgedMove, PlayerError> {
        let empties = board.empties().count_ones();
        let mut judged = JudgedMove {
            colour,
            mv: mv.to_string(),
            empties,
            best_value: None,
            value: None,
            loss: 0.0,
            exact: false,
            line: Vec::new(),
        };
        if board.moves().count_ones() < 2 {
            return Ok(judged);
        }
        let (best, best_is_exact, line) = self.value(board, false)?;
        let (value, is_exact) = if line.first() == Some(&mv) {
            (best, best_is_exact)
        } else {
            let _ = self.record.play(mv);
            let (reply, is_exact, _) = self.value(&Othello.play(board, mv), true)?;
            (0.0 - reply, is_exact)
        };
        // A search of the move alone may find more than that of all moves did.
        judged.best_value = Some(best.max(value));
        judged.value = Some(value);
        judged.loss = (best - value).max(0.0);
        judged.exact = best_is_exact && is_exact;
        if judged.loss > 0.0 {
            judged.line = line.iter().map(Move::to_string).collect();
        }
        Ok(judged)
    }
}
