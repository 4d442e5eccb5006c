//! Several threads that search one position together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use plyscope_core::othello::endgame::{Member, Team};
use plyscope_core::othello::strong::{Stage, Strong};
use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::Store;
use plyscope_core::{
    CapacityError, Counts, Evaluator, Observer, Progress, Report, Request, Search,
};

use super::PlayerError;

/// Nodes between looks at the other threads: less than a millisecond.
const SLICE: u64 = 4096;

/// Nodes of a search from which on the others help: about 5 ms. A thread takes some 50 microseconds to begin and to end.
const WORTH: u64 = 1 << 15;

/// Members that no search uses. A search holds its members for as long as it lives, as its table.
static FREE: Mutex<Vec<&'static [Member]>> = Mutex::new(Vec::new());

/// The members of one search.
#[derive(Debug)]
struct Members(&'static [Member]);

impl Members {
    fn new(count: usize) -> Self {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let place = free.iter().position(|members| members.len() == count);
        let found = place.map(|place| free.swap_remove(place));
        let members =
            found.unwrap_or_else(|| (0..count).map(|_| Member::new()).collect::<Vec<_>>().leak());
        Self(members)
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// A search by several threads: one leads on the caller's thread, and whenever it has begun a stage that takes longer, the
/// others help with that stage. They rest between searches, and end with this.
pub(super) struct Together<E: Evaluator<Board>, S> {
    leader: Box<Strong<'static, E, S>>,
    helpers: Vec<Helper<E, S>>,
    /// The stage that the helpers search.
    helped: Option<Stage>,
    /// The nodes of stages that they have ended.
    before: u64,
    /// Declared last: others may use them after the helpers have ended.
    members: Members,
}

/// A thread that helps.
struct Helper<E: Evaluator<Board>, S> {
    /// The player, while it rests.
    resting: Option<Box<Strong<'static, E, S>>>,
    /// `None` when it is to end.
    work: Option<Sender<Box<Strong<'static, E, S>>>>,
    rest: Receiver<Box<Strong<'static, E, S>>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What a helper and its leader tell each other.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// Nodes of the current stage.
    generated: AtomicU64,
}

impl<E, S> Together<E, S>
where
    E: Evaluator<Board> + Send + 'static,
    S: Store<Othello, E::State> + Send + 'static,
    Strong<'static, E, S>: Send,
{
    /// So many players, which `player` makes for their places in the team.
    ///
    /// # Errors
    /// [`PlayerError::Unsupported`] if the system has no more threads.
    pub(super) fn new(
        threads: usize,
        player: impl Fn(Team<'static>) -> Strong<'static, E, S>,
    ) -> Result<Self, PlayerError> {
        let members = Members::new(threads);
        let leader = Box::new(player(Team::new(members.0, 0)));
        let helpers = (1..threads)
            .map(|number| Helper::new(Box::new(player(Team::new(members.0, number)))))
            .collect::<Result<_, _>>()
            .map_err(|error| {
                PlayerError::Unsupported(format!("cannot start {threads} threads: {error}"))
            })?;
        Ok(Self { leader, helpers, helped: None, before: 0, members })
    }
}

impl<E, S> Together<E, S>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
{
    /// The last stage that was finished.
    pub(super) fn finished(&self) -> Option<Stage> {
        self.leader.finished()
    }

    /// Stops the helpers and waits until they rest.
    pub(super) fn recall(&mut self) {
        for helper in &self.helpers {
            helper.shared.stop.store(true, Relaxed);
        }
        for helper in &mut self.helpers {
            if helper.resting.is_none() {
                helper.resting = helper.rest.recv().ok();
                self.before += helper.shared.generated.swap(0, Relaxed);
            }
        }
        self.helped = None;
    }

    /// Lets the helpers help with the leader's stage, if that is worth it.
    fn share(&mut self) {
        let stage = self.leader.stage();
        if self.helped == Some(stage) {
            return;
        }
        self.recall();
        if self.leader.counts().generated < WORTH {
            return;
        }
        self.helped = Some(stage);
        for helper in &mut self.helpers {
            let (Some(mut player), Some(work)) = (helper.resting.take(), &helper.work) else {
                continue;
            };
            if !player.help(&self.leader) {
                helper.resting = Some(player);
                continue;
            }
            helper.shared.stop.store(false, Relaxed);
            let _ = work.send(player);
        }
    }
}

impl<E, S> Helper<E, S>
where
    E: Evaluator<Board> + Send + 'static,
    S: Store<Othello, E::State> + Send + 'static,
    Strong<'static, E, S>: Send,
{
    fn new(player: Box<Strong<'static, E, S>>) -> std::io::Result<Self> {
        let (work, to_do) = channel::<Box<Strong<'static, E, S>>>();
        let (done, rest) = channel();
        let shared = Arc::<Shared>::default();
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new().name("helper".to_owned()).spawn(move || {
            for mut player in to_do {
                // A failure is the leader's to report.
                while !of_thread.stop.load(Relaxed)
                    && matches!(player.step(SLICE), Ok(Progress::Paused))
                {
                    of_thread.generated.store(player.counts().generated, Relaxed);
                }
                of_thread.generated.store(player.counts().generated, Relaxed);
                if done.send(player).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { resting: Some(player), work: Some(work), rest, shared, thread: Some(thread) })
    }
}

impl<E: Evaluator<Board>, S> Drop for Helper<E, S> {
    fn drop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // It ends within a slice.
            let _ = thread.join();
        }
    }
}

impl<E, S> Search<Othello> for Together<E, S>
where
    E: Evaluator<Board>,
    S: Store<Othello, E::State>,
{
    /// A limit of nodes is shared out: the leader's part ends the search.
    fn start(&mut self, request: &Request<'_, Othello>) {
        self.recall();
        self.before = 0;
        for member in self.members.0 {
            member.clear();
        }
        let threads = self.helpers.len() as u64 + 1;
        let nodes = match request.limits.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes.div_ceil(threads),
        };
        self.leader.start(&request.nodes(nodes));
    }

    fn step_with<O: Observer<Othello>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.leader.counts().generated.saturating_add(nodes);
        loop {
            self.share();
            let left = pause_at.saturating_sub(self.leader.counts().generated);
            let outcome = self.leader.step_with(left.min(SLICE), observer);
            if outcome != Ok(Progress::Paused) {
                self.recall();
                return outcome;
            }
            if self.leader.counts().generated >= pause_at {
                return outcome;
            }
        }
    }

    fn stop(&mut self) {
        self.leader.stop();
        self.recall();
    }

    /// The counts of all threads' nodes; the others are the leader's.
    fn counts(&self) -> Counts {
        let running = self.helpers.iter().map(|helper| helper.shared.generated.load(Relaxed));
        let helped = running.sum::<u64>() + self.before;
        let mut counts = self.leader.counts();
        counts.generated += helped;
        counts
    }

    fn report(&self) -> Report<'_, Move> {
        let mut report = self.leader.report();
        report.counts = self.counts();
        report
    }
}
