//! A player that searches in this program.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::pace::Pace;
use super::run::{ponder, resume, run_paced, uninterrupted};
use super::{
    AnySearch, Choice, Clock, Failure, Local, Move, MoveValue, MovesTold, Player, PlayerError,
    Position, Watch, run_watched, search_of, value_moves,
};
use crate::domain::Domain;
use crate::engine::{Algorithm, Engine, PLIES};
use crate::game::GameRecord;
use plyscope_core::Game as _;

/// A player that searches: an engine's search and limits, and its state between moves.
pub struct Searching<'d, D: Domain> {
    domain: &'d D,
    engine: Engine,
    search: AnySearch<D::Game>,
    /// Alpha-beta that solves the end of the game.
    solver: Option<(Engine, AnySearch<D::Game>)>,
    /// The rest of a principal variation that reaches the end of the game: played without search while the opponent follows
    /// it (Korf & Chickering, 8.2).
    line: VecDeque<Move<D>>,
    clock: Option<Clock>,
    /// The move chosen last, and the reply that the search expects.
    expected: Option<(Move<D>, Move<D>)>,
    /// The position that the paused search is about.
    pondered: Option<Position<D>>,
}

impl<D: Domain> std::fmt::Debug for Searching<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searching").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl<'d, D: Domain> Searching<'d, D> {
    /// A player of `game` with this engine and its `search`.
    ///
    /// # Errors
    /// As [`search_of`], for the solver.
    pub fn new(
        domain: &'d D,
        engine: &Engine,
        search: AnySearch<D::Game>,
        game: D::Game,
    ) -> Result<Self, PlayerError> {
        let solver = if engine.solve > 0 {
            let solver = Engine {
                depth: Some(PLIES as u32),
                evaluation: engine.evaluation.clone(),
                ..Engine::new(Algorithm::AlphaBeta)
            };
            let search = search_of(domain, &solver, game)?;
            Some((solver, search))
        } else {
            None
        };
        Ok(Self {
            domain,
            engine: engine.clone(),
            search,
            solver,
            line: VecDeque::new(),
            clock: None,
            expected: None,
            pondered: None,
        })
    }
}

impl<D: Domain> Player<D::Game> for Searching<'_, D> {
    fn choose(&mut self, record: &GameRecord<D::Game>) -> Result<Choice<Move<D>>, Failure> {
        self.choose_watched(record, &mut ())
    }

    fn choose_watched(
        &mut self,
        record: &GameRecord<D::Game>,
        watch: &mut dyn Watch<Move<D>>,
    ) -> Result<Choice<Move<D>>, Failure> {
        if let Some(&mv) = self.line.front() {
            return Ok(mv.into());
        }
        let position = record.position();
        let end_is_near =
            self.domain.plies_left(position).is_some_and(|plies| plies <= self.engine.solve);
        if let Some((engine, search)) = self.solver.as_mut().filter(|_| end_is_near) {
            return Choice::of(
                &uninterrupted(run_watched(search, engine, position, watch)?)?,
                record,
            );
        }
        let mut engine = &self.engine;
        let timed;
        let mut pace = None;
        if let Some(clock) = self.clock {
            let left = self.domain.plies_left(position);
            let is_forced = record.game().count_moves(position) == 1;
            let time = if is_forced { Pace::FORCED } else { clock.pace(left) }.within(engine.time);
            // A search that finishes no iterations, or that is not stepped here, has the usual time.
            let limit = if self.search.tells_iterations() { time.most } else { time.usual };
            timed = Engine { time: Some(limit.max(Clock::LEAST)), ..engine.clone() };
            engine = &timed;
            pace = Some(time);
        }
        let foreseen = self.pondered.take().is_some_and(|pondered| pondered == *position);
        // A search that was paused is not watched: it seldom has much left to do.
        let report = if foreseen {
            resume(&mut self.search, engine, pace)?
        } else {
            uninterrupted(run_paced(&mut self.search, engine, position, pace, watch)?)?
        };
        let choice = Choice::of(&report, record)?;
        self.expected = match report.principal_variation {
            [mv, reply, ..] if *mv == choice.mv => Some((*mv, *reply)),
            _ => None,
        };
        let plays_out = self.engine.algorithm().plays_out_lines();
        if plays_out && report.line_ends_game && D::CONVENTIONS.plays_out_lines {
            self.line.extend(report.principal_variation);
        }
        Ok(Choice { memory: self.search.memory_use(), ..choice })
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// Thinks about the position after the expected reply, if the last move was this player's choice; otherwise about the
    /// position itself, which fills the table.
    fn ponder(
        &mut self,
        record: &GameRecord<D::Game>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let last = record.moves().last().map(|last| last.mv);
        let reply = self.expected.filter(|(mv, _)| Some(*mv) == last).map(|(_, reply)| reply);
        let game = record.game();
        let position = match reply {
            Some(reply) if game.is_legal(record.position(), reply) => {
                game.play(record.position(), reply)
            }
            _ => record.position().clone(),
        };
        if game.outcome(&position).is_some() || !self.line.is_empty() {
            return Ok(());
        }
        self.pondered = None;
        if ponder(&mut self.search, &self.engine, &position, go_on)? {
            self.pondered = Some(position);
        }
        Ok(())
    }

    fn value_moves(
        &mut self,
        record: &GameRecord<D::Game>,
        told: &mut MovesTold<'_, Move<D>>,
    ) -> Result<Vec<MoveValue<Move<D>>>, Failure> {
        self.pondered = None;
        let (game, position) = (record.game(), record.position());
        Ok(value_moves(self.domain, &mut self.search, &self.engine, game, position, told)?)
    }

    fn played(&mut self, mv: Move<D>) {
        if self.line.pop_front() != Some(mv) {
            self.line.clear();
        }
        if let AnySearch::Here(Local::Tree(search)) = &mut self.search {
            search.advance(mv);
        }
    }

    fn taken_back(&mut self) {
        // A saved tree recognises another game by its position.
        self.line.clear();
    }
}
