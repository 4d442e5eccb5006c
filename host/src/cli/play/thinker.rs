//! A thread that thinks for players: moves, hints, values of all moves.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::look::{Look, MoveOf, Position};
use super::session::Session;
use crate::engine::{AnyEngine, Entrant};
use crate::game::GameRecord;
use crate::player::{
    Choice, Clock, Failure, MoveValue, Player, SoFar, Thinking, player_of, search_of, value_moves,
};

/// Time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(60);
/// Time for players to end. A process of an external engine has half a second to end by itself.
const FAREWELL: Duration = Duration::from_secs(2);

/// What is to be thought about.
struct Job<D: Look> {
    /// Number of the job: later jobs replace earlier ones.
    number: u64,
    engine: Entrant,
    setup: D::Setup,
    record: GameRecord<D::Game>,
    purpose: Purpose,
    /// Whose memory is used.
    who: usize,
}

/// What a job is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move of the player to move, with its clock.
    Move(Option<Clock>),
    /// A hint, which is not played.
    Hint,
    /// The values of all moves, until it is replaced.
    Values,
    /// Thinking on the opponent's time, until it is replaced.
    Ponder,
}

/// What the thread tells.
pub(super) enum Told<M> {
    /// What the search thinks.
    Thought(Idea<M>),
    /// The values of all moves so far, best first.
    Values(Vec<MoveValue<M>>),
    /// The chosen move, for a move or a hint.
    Chosen(Choice<M>),
    /// It failed.
    Failed(String),
    /// All moves have been valued as deep as possible, or pondering is over.
    Done,
}

/// What a search thinks so far.
#[derive(Clone, Debug)]
pub(super) struct Idea<M> {
    /// Depth in plies, if known.
    pub(super) depth: Option<u32>,
    /// The value for the side to move, with how it bounds the true one and whether that is proven.
    pub(super) value: Option<(plyscope_core::Value, plyscope_core::Bound, bool)>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) line: Vec<M>,
}

/// The thread, and the job that it is to do.
pub(super) struct Thinker<D: Look> {
    /// Dropped at the end.
    jobs: Option<Sender<Job<D>>>,
    told: Receiver<(u64, Told<MoveOf<D>>)>,
    /// Number of the last job given: others are to end.
    last: Arc<AtomicU64>,
    /// Number of the job that is to come to its end at once.
    hurry: Arc<AtomicU64>,
    /// The job that is under way, if any.
    pub(super) purpose: Option<Purpose>,
}

impl<D: Look + 'static> Thinker<D> {
    pub(super) fn new(domain: D) -> std::io::Result<Self> {
        let (jobs, todo) = mpsc::channel::<Job<D>>();
        let (tell, told) = mpsc::channel();
        let (last, hurry) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (of_last, of_hurry) = (last.clone(), hurry.clone());
        // The frames of a solver are large in builds without optimisation.
        thread::Builder::new().stack_size(32 << 20).spawn(move || {
            let mut players = Players { domain: &domain, held: Vec::new() };
            for job in todo {
                let number = job.number;
                if of_last.load(Ordering::Acquire) != number {
                    continue;
                }
                let mut reporter = Reporter {
                    number,
                    hurries: matches!(job.engine.player, AnyEngine::Own(_)),
                    tell: &tell,
                    last: &of_last,
                    hurry: &of_hurry,
                    start: Instant::now(),
                    before: None,
                };
                let told = players.think(job, &mut reporter);
                let _ = tell.send((
                    number,
                    told.unwrap_or_else(|failure| Told::Failed(failure.to_string())),
                ));
            }
        })?;
        Ok(Self { jobs: Some(jobs), told, last, hurry, purpose: None })
    }

    /// Begins a job; one that is under way ends without a result.
    /// `who` has a memory of its own: a player's number, or another one.
    pub(super) fn begin(
        &mut self,
        purpose: Purpose,
        engine: &Entrant,
        session: &Session<D>,
        who: usize,
    ) {
        let number = self.last.fetch_add(1, Ordering::AcqRel) + 1;
        self.purpose = Some(purpose);
        let (setup, record) = (session.setup.clone(), session.record.clone());
        let job = Job { number, engine: engine.clone(), setup, record, purpose, who };
        // The thread ends only with this.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    /// Ends the job that is under way without a result.
    pub(super) fn drop_job(&mut self) {
        self.last.fetch_add(1, Ordering::AcqRel);
        self.purpose = None;
    }

    /// The job that is under way is to come to its end at once, with the best so far.
    pub(super) fn hurry(&self) {
        self.hurry.store(self.last.load(Ordering::Acquire), Ordering::Release);
    }

    /// Waits at most so long for what the job that is under way tells; says what the job is for, too.
    pub(super) fn next(&mut self, wait: Duration) -> Option<(Purpose, Told<MoveOf<D>>)> {
        let deadline = Instant::now() + wait;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (number, told) = self.told.recv_timeout(left).ok()?;
            let Some(purpose) = self.purpose else { continue };
            if number != self.last.load(Ordering::Acquire) {
                continue;
            }
            if !matches!(told, Told::Thought(_) | Told::Values(_)) {
                self.purpose = None;
            }
            return Some((purpose, told));
        }
    }
}

impl<D: Look> Drop for Thinker<D> {
    /// Ends the thread, and with it the processes of its players.
    fn drop(&mut self) {
        self.last.fetch_add(1, Ordering::AcqRel);
        self.jobs = None;
        let deadline = Instant::now() + FAREWELL;
        // The thread's end closes the channel.
        let mut left = FAREWELL;
        while !left.is_zero()
            && !matches!(self.told.recv_timeout(left), Err(RecvTimeoutError::Disconnected))
        {
            left = deadline.saturating_duration_since(Instant::now());
        }
    }
}

/// Tells what a job does, and whether it is to go on.
struct Reporter<'a, M> {
    number: u64,
    /// Whether the player can play its best move so far at once. an external engine would only be ended.
    hurries: bool,
    tell: &'a Sender<(u64, Told<M>)>,
    last: &'a AtomicU64,
    hurry: &'a AtomicU64,
    start: Instant,
    before: Option<Instant>,
}

impl<M: Copy> Reporter<'_, M> {
    fn go_on(&self) -> ControlFlow<()> {
        let replaced = self.last.load(Ordering::Acquire) != self.number;
        let hurried = self.hurries && self.hurry.load(Ordering::Acquire) == self.number;
        if replaced || hurried { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether it is time for a report.
    fn is_due(&mut self) -> bool {
        let due = self.before.is_none_or(|before| before.elapsed() >= BETWEEN);
        if due {
            self.before = Some(Instant::now());
        }
        due
    }

    fn hear(&mut self, thinking: Thinking<'_, M>, line: &mut Vec<M>) -> ControlFlow<()> {
        let time = self.start.elapsed();
        let idea = match thinking {
            Thinking::Thought(thought) => {
                let report = &thought.report;
                *line = report.principal_variation.to_vec();
                let value = Some((report.value, report.bound, report.proven));
                Some(Idea {
                    depth: Some(report.depth),
                    value,
                    nodes: report.counts.generated,
                    time,
                    line: line.clone(),
                })
            }
            Thinking::SoFar(&SoFar { generated, .. }) if self.is_due() => {
                Some(Idea { depth: None, value: None, nodes: generated, time, line: Vec::new() })
            }
            Thinking::SoFar(_) => None,
        };
        if let Some(idea) = idea {
            let _ = self.tell.send((self.number, Told::Thought(idea)));
        }
        self.go_on()
    }
}

/// An engine's player and the game that it knows.
struct Held<'d, D: Look> {
    who: usize,
    engine: Entrant,
    start: Position<D>,
    moves: Vec<MoveOf<D>>,
    player: Box<dyn Player<D::Game> + 'd>,
}

/// The players of this thread, kept from move to move with their memory.
struct Players<'d, D: Look> {
    domain: &'d D,
    held: Vec<Held<'d, D>>,
}

impl<D: Look> Players<'_, D> {
    /// Does a job. A player that failed is made anew for its next one.
    fn think(
        &mut self,
        job: Job<D>,
        reporter: &mut Reporter<'_, MoveOf<D>>,
    ) -> Result<Told<MoveOf<D>>, Failure> {
        let who = job.who;
        let told = self.answer(job, reporter);
        if told.is_err() {
            self.held.retain(|held| held.who != who);
        }
        told
    }

    fn answer(
        &mut self,
        job: Job<D>,
        reporter: &mut Reporter<'_, MoveOf<D>>,
    ) -> Result<Told<MoveOf<D>>, Failure> {
        let Job { engine, setup, record, purpose, who, .. } = job;
        if let (Purpose::Values, AnyEngine::Own(engine)) = (purpose, &engine.player) {
            let mut search = search_of(self.domain, engine, record.game().clone())?;
            let mut deepest = 0;
            value_moves(&mut search, engine, record.game(), record.position(), &mut |values| {
                let depth = values.iter().map(|known| known.depth).min().unwrap_or(0);
                if reporter.is_due() || depth > deepest {
                    deepest = depth;
                    let _ = reporter.tell.send((reporter.number, Told::Values(values.to_vec())));
                }
                reporter.go_on()
            })
            .map(|values| {
                let _ = reporter.tell.send((reporter.number, Told::Values(values)));
            })?;
            return Ok(Told::Done);
        }
        let player = self.player(who, &engine, &setup, &record)?;
        match purpose {
            Purpose::Move(clock) => player.set_clock(clock),
            Purpose::Hint => player.set_clock(None),
            _ => {
                player.ponder(&record, &mut || reporter.go_on())?;
                return Ok(Told::Done);
            }
        }
        let mut line = Vec::new();
        let mut watch = |thinking: Thinking<'_, MoveOf<D>>| reporter.hear(thinking, &mut line);
        player.choose_watched(&record, &mut watch).map(Told::Chosen)
    }

    /// The engine's player, told of the moves up to the end of the record.
    fn player(
        &mut self,
        who: usize,
        engine: &Entrant,
        setup: &D::Setup,
        record: &GameRecord<D::Game>,
    ) -> Result<&mut (dyn Player<D::Game> + '_), Failure> {
        let start = record.positions().next().unwrap_or_else(|| record.position().clone());
        let known =
            |held: &Held<'_, D>| held.who == who && held.engine == *engine && held.start == start;
        let place = match self.held.iter().position(known) {
            Some(place) => place,
            None => {
                // Their memory is large: those of other engines and games go.
                self.held.retain(|held| held.start == start && held.who != who);
                let player = match &engine.player {
                    AnyEngine::Own(engine) => {
                        player_of(self.domain, engine, record.game().clone())?
                    }
                    AnyEngine::Foreign(foreign) => {
                        self.domain.foreigner(setup, foreign, engine.margin)?
                    }
                };
                self.held.push(Held {
                    who,
                    engine: engine.clone(),
                    start,
                    moves: Vec::new(),
                    player,
                });
                self.held.len() - 1
            }
        };
        let held = &mut self.held[place];
        let moves: Vec<_> = record.moves().iter().map(|played| played.mv).collect();
        let common = held.moves.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        for _ in common..held.moves.len() {
            held.player.taken_back();
        }
        for &mv in &moves[common..] {
            held.player.played(mv);
        }
        held.moves = moves;
        Ok(&mut *held.player)
    }
}
