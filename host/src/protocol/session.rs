//! A game that the other side leads: positions, moves, clocks, and the engine that thinks about them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plyscope_core::othello::strong::Level;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_core::{Bound, Game, Value};

use super::Offer;
use crate::domain::{Domain, OthelloDomain, Rules};
use crate::engine::{Engine, Search};
use crate::game::GameRecord;
use crate::judged::{Judged, Unit};
use crate::player::{
    Choice, Clock, Failure, Match, MoveValue, Player as _, PlayerError, Searching, Seat, Thinking,
    search_of, value_moves,
};

/// What a search has found of a position or a move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Finding<M = Move> {
    /// The line, best move first.
    pub(super) line: Vec<M>,
    /// Its value, for the side to move.
    pub(super) judged: Judged,
    /// The depth of the search, in plies.
    pub(super) depth: u32,
    /// Nodes searched so far.
    pub(super) nodes: u64,
}

/// A move of a domain's game.
type MoveOf<D> = <<D as Rules>::Game as Game>::Move;
/// A position of a domain's game.
type PositionOf<D> = <<D as Rules>::Game as Game>::Position;

/// A game and the engine that plays it.
pub(super) struct Session<'d, D: Domain = OthelloDomain> {
    domain: &'d D,
    offer: Offer,
    unit: Unit,
    /// Black moves first from the game's own start.
    game: Match<D::Game, Colour>,
    /// How many moves of the record each command added: a pass may come with a move.
    added: Vec<usize>,
    player: Option<Searching<'d, D>>,
    /// The engine that the player was made for.
    made: Option<Engine>,
    /// The depth that the other side wants.
    depth: Option<u32>,
}

/// A game whose clocks the other side keeps.
fn game_from<G: Game>(game: G, start: G::Position, first: Colour) -> Match<G, Colour> {
    let seats = [first, first.other()].map(|colour| Seat::kept_elsewhere(colour, None));
    Match::new(GameRecord::new(game, start), seats)
}

/// A move that cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Illegal;

impl<'d, D: Domain> Session<'d, D> {
    /// # Errors
    /// [`PlayerError`] if the engine cannot play.
    pub(super) fn of(
        domain: &'d D,
        offer: Offer,
        game: D::Game,
        start: PositionOf<D>,
    ) -> Result<Self, PlayerError> {
        let unit = domain.unit(&offer.engine);
        let mut session = Self {
            domain,
            offer,
            unit,
            game: game_from(game, start, Colour::Black),
            added: Vec::new(),
            player: None,
            made: None,
            depth: None,
        };
        session.player()?;
        Ok(session)
    }

    pub(super) fn name(&self) -> &str {
        &self.offer.name
    }

    pub(super) const fn domain(&self) -> &'d D {
        self.domain
    }

    /// The game so far.
    pub(super) const fn record(&self) -> &GameRecord<D::Game> {
        self.game.record()
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Begins a new game from this position, without clocks.
    pub(super) fn set_up(&mut self, start: PositionOf<D>, first: Colour) {
        self.game = game_from(self.game.record().game().clone(), start, first);
        self.added.clear();
        self.player = None;
    }

    /// Plays moves as one command, the last of which took this time if it is known.
    pub(super) fn play_all(
        &mut self,
        moves: &[MoveOf<D>],
        taken: Option<Duration>,
    ) -> Result<(), Illegal> {
        for (place, &mv) in moves.iter().enumerate() {
            if self.game.play(mv, taken.filter(|_| place + 1 == moves.len())).is_err() {
                for _ in 0..place {
                    self.game.undo();
                    self.with_player(|player| player.taken_back());
                }
                return Err(Illegal);
            }
            self.with_player(|player| player.played(mv));
        }
        self.added.push(moves.len());
        Ok(())
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Colour {
        self.game.seat_to_move().who
    }

    /// The depth of the other side's choice.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth.clamp(1, crate::engine::PLIES as u32));
    }

    fn with_player(&mut self, act: impl FnOnce(&mut Searching<'d, D>)) {
        if let Some(player) = &mut self.player {
            act(player);
        }
    }

    /// Undoes the last command that played; false if there was none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(moves) = self.added.pop() else { return false };
        for _ in 0..moves {
            self.game.undo();
            self.with_player(|player| player.taken_back());
        }
        true
    }

    /// The engine as it plays now.
    pub(super) fn engine(&self) -> Engine {
        let mut engine = self.offer.engine.clone();
        let clock = self.clock();
        if !self.offer.is_limited && (self.depth.is_some() || clock.is_some()) {
            (engine.depth, engine.time) = (None, None);
            if let Search::Strong(options) = &mut engine.search {
                options.level = None;
            }
        }
        // Within what the command line limits.
        engine.depth = [self.depth, engine.depth].into_iter().flatten().min();
        if let Some(clock) = clock {
            // Each move has a share of the clock, never more than this.
            let most = clock.remaining.saturating_add(clock.byo_yomi);
            engine.time = engine.time.or(Some(most.max(Duration::from_secs(86_400))));
        }
        engine
    }

    /// The clock of this colour, which the other side keeps.
    pub(super) fn clock_of(&mut self, colour: Colour) -> &mut Option<Clock> {
        let side = usize::from(self.game.seats()[0].who != colour);
        &mut self.game.seats_mut()[side].clock
    }

    /// Sets the clocks of Black and White.
    pub(super) fn set_clocks(&mut self, [black, white]: [Option<Clock>; 2]) {
        *self.clock_of(Colour::Black) = black;
        *self.clock_of(Colour::White) = white;
    }

    /// The clock of the side to move.
    pub(super) fn clock(&self) -> Option<Clock> {
        self.game.clock()
    }

    /// The player of this game. Another engine begins with an empty memory.
    fn player(&mut self) -> Result<&mut Searching<'d, D>, PlayerError> {
        let engine = self.engine();
        if self.made.as_ref() != Some(&engine) {
            self.player = None;
        }
        if self.player.is_none() {
            let game = self.game.record().game();
            let search = search_of(self.domain, &engine, game.clone())?;
            self.player = Some(Searching::new(self.domain, &engine, search, game.clone())?);
        }
        self.made = Some(engine);
        // It was created above.
        self.player.as_mut().ok_or_else(|| PlayerError::Unsupported("no player".to_owned()))
    }

    /// The engine's move. `told` receives what it thinks; it ends early when `go_on` breaks.
    pub(super) fn choose(
        &mut self,
        told: &mut dyn FnMut(Finding<MoveOf<D>>),
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Choice<MoveOf<D>>, Failure> {
        let clock = self.clock();
        let (unit, side) = (self.unit, self.to_move().name());
        let record = self.game.record().clone();
        let player = self.player()?;
        player.set_clock(clock);
        player.choose_watched(&record, &mut |thinking: Thinking<'_, MoveOf<D>>| {
            if let Thinking::Thought(thought) = thinking {
                let report = &thought.report;
                let mut line = report.principal_variation.to_vec();
                if line.first().copied() != report.best_move {
                    line = report.best_move.into_iter().collect();
                }
                told(Finding {
                    line,
                    judged: Judged::new(report.value, report.bound, report.proven, unit, side),
                    depth: report.depth,
                    nodes: report.counts.generated,
                });
            }
            go_on()
        })
    }

    fn judged(&self, value: Value, bound: Bound, proven: bool) -> Judged {
        Judged::new(value, bound, proven, self.unit, self.to_move().name())
    }

    /// The value of a choice.
    pub(super) fn value_of(&self, choice: &Choice<MoveOf<D>>) -> Option<Judged> {
        choice.value.map(|valued| self.judged(valued.value, valued.bound, false))
    }
}

impl<'d> Session<'d> {
    /// # Errors
    /// [`PlayerError`] if the engine cannot play.
    pub(super) fn new(domain: &'d OthelloDomain, offer: Offer) -> Result<Self, PlayerError> {
        Self::of(domain, offer, Othello, Board::START)
    }

    /// The position.
    pub(super) fn board(&self) -> &Board {
        self.game.record().position()
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.game.record().moves().iter().map(|played| played.mv).collect()
    }

    /// The start of the game, and the side that moves first.
    pub(super) fn start(&self) -> (Board, Colour) {
        (self.game.record().positions().next().unwrap_or(Board::START), self.game.seats()[0].who)
    }

    /// Another game of the same engine, without clocks.
    pub(super) fn another(&self, board: Board, first: Colour) -> Self {
        Self {
            domain: self.domain,
            offer: self.offer.clone(),
            unit: self.unit,
            game: game_from(Othello, board, first),
            added: Vec::new(),
            player: None,
            made: None,
            depth: self.depth,
        }
    }

    /// Plays a move for this colour, which took this time if it is known, passing for the opponent first if necessary.
    pub(super) fn play(
        &mut self,
        colour: Colour,
        mv: Move,
        taken: Option<Duration>,
    ) -> Result<(), Illegal> {
        if colour == self.to_move() {
            self.play_all(&[mv], taken)
        } else if self.board().must_pass() {
            self.play_all(&[Move::PASS, mv], taken)
        } else {
            Err(Illegal)
        }
    }

    /// Values of all moves, best first, deeper and deeper, until the engine's limits are reached or `go_on` breaks: a level's depth
    /// without its mistakes, or the depth, the nodes for each search and the time that are given. `told` receives them
    /// after each depth.
    ///
    /// # Errors
    /// [`PlayerError`] if the engine cannot search.
    pub(super) fn hints(
        &self,
        told: &mut dyn FnMut(&[Finding]),
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<(), PlayerError> {
        let mut engine = self.engine();
        if let Search::Strong(options) = &mut engine.search {
            let level = options.level.take().and_then(|level| u8::try_from(level).ok());
            let level = level.and_then(Level::numbered).map(|level| u32::from(level.depth));
            engine.depth = engine.depth.or(level);
        }
        let most = self.board().empties().count_ones().max(1);
        engine.depth = Some(engine.depth.unwrap_or(most).min(most));
        let (begin, limit) = (Instant::now(), engine.time);
        let mut search = search_of(self.domain, &engine, Othello)?;
        let mut depth = 0;
        let mut tell = |values: &[MoveValue<Move>]| {
            // Exact values are not searched again, so their depth does not grow.
            let open = values.iter().filter(|value| !(value.proven && value.bound == Bound::Exact));
            let least = open.map(|value| value.depth).min().unwrap_or(u32::MAX);
            if least > depth {
                depth = least;
                let nodes = values.iter().map(|value| value.nodes).sum();
                let all: Vec<Finding> =
                    values.iter().map(|value| self.of_move(value, nodes)).collect();
                told(&all);
            }
            match limit {
                Some(limit) if begin.elapsed() >= limit => ControlFlow::Break(()),
                _ => go_on(),
            }
        };
        value_moves(self.domain, &mut search, &engine, &Othello, self.board(), &mut tell).map(drop)
    }

    /// The value of a move; `nodes` are those of all moves.
    fn of_move(&self, value: &MoveValue<Move>, nodes: u64) -> Finding {
        Finding {
            line: value.line.clone(),
            judged: self.judged(value.value, value.bound, value.proven),
            depth: value.depth,
            nodes,
        }
    }
}
