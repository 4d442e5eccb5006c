//! Devices: microcontrollers that run searches for this program, real or emulated.
//!
//! [`Device`] is a connected device; [`pool`] shares connections among players.

mod advance;
mod emulator;
mod error;
mod evaluation;
mod link;
mod measure;
pub mod pool;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plyscope_core::Game;
use plyscope_core::othello::{self, Board};
use plyscope_core::wire::{
    Clock, ClockSource, Command, Evaluation, Failure, Identity, MAX_FRAME, ProgressReport,
    Received, Receiver, Refusal, Response, SearchResult, StrongIdentity, Task, WireError, decode,
    encode,
};

use advance::Advance;
pub use emulator::{Emulator, find_firmware};
pub use error::DeviceError;
pub use evaluation::{OnDeviceEvaluation, check_evaluation, evaluation_name};
pub use link::{Link, open_link};
pub use measure::{Measurement, measure};
pub use plyscope_engine::{Address, EmulatedBoard, Pace};
use plyscope_run::interrupt;

/// Time to wait for a reply before repeating the request. A frame takes 22 ms at 115200 bits per second.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time to wait after a reply that a message was garbled, before repeating the request.
const GARBLED: Duration = Duration::from_millis(100);

/// Unanswered requests before giving up.
const ATTEMPTS: u32 = 8;

/// The same after an [interrupt]: one more, to stop a running search.
const ATTEMPTS_AT_THE_END: u32 = 2;

/// How long a device may go on with a search after it was asked to stop; after an [interrupt] as long as it may be silent then.
const ENDING: Duration = Duration::from_secs(4);

/// Translates a game's positions and moves to those of Othello, which devices play.
pub struct Translation<G: Game> {
    /// The position, as a board.
    pub board: fn(&G::Position) -> Board,
    /// A move, from the device's.
    pub mv: fn(othello::Move) -> G::Move,
}

impl<G: Game> std::fmt::Debug for Translation<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Translation")
    }
}

/// A connected device.
pub struct Device {
    address: String,
    link: Box<dyn Link>,
    receiver: Receiver,
    /// Bytes read and not yet parsed.
    read: Vec<u8>,
    last_id: u16,
    /// Unanswered requests before giving up.
    attempts: u32,
    identity: Identity,
    /// QEMU, if it is ours; it ends with the device.
    emulator: Option<Emulator>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("address", &self.address).finish_non_exhaustive()
    }
}

/// A random first number, so that a reply to an earlier program, still in a buffer of the link, is not taken for a reply to this
/// one.
fn first_id() -> u16 {
    RandomState::new().build_hasher().finish() as u16
}

impl Device {
    /// Connects and requests the identity until the device replies.
    ///
    /// # Errors
    /// [`DeviceError`] if there is no link, no reply, or another version of the protocol.
    pub fn open(address: &Address) -> Result<Self, DeviceError> {
        Self::open_patiently(address, ATTEMPTS)
    }

    /// The same, giving up after `attempts` unanswered requests.
    fn open_patiently(address: &Address, attempts: u32) -> Result<Self, DeviceError> {
        let (link, emulator) = link::open_within(address, PATIENCE * attempts)?;
        // Until it replies.
        let clock = Clock { source: ClockSource::Internal, hertz: 1 };
        let mut device = Self {
            address: address.to_string(),
            link,
            receiver: Receiver::new(),
            read: Vec::new(),
            last_id: first_id(),
            attempts,
            identity: Identity {
                firmware: (0, 0, 0),
                clock,
                plies: 0,
                children: 0,
                evaluation: Evaluation::Simple,
                weights: None,
            },
            emulator,
        };
        match device.ask(&Command::Hello)? {
            Response::Hello(identity) => {
                device.identity = identity;
                device.attempts = ATTEMPTS;
                Ok(device)
            }
            _ => Err(device.confused()),
        }
    }

    /// The identity that it reported.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Sends a request that is done at once.
    ///
    /// # Errors
    /// [`DeviceError`] if it refuses or does not reply.
    pub fn ask(&mut self, request: &Command) -> Result<Response, DeviceError> {
        self.exchange(request, |_| ControlFlow::Continue(()))
    }

    /// What the device's strong player works with; [`None`] if it has no such player.
    ///
    /// # Errors
    /// [`DeviceError`] if it refuses for another reason, or does not reply.
    pub fn strong(&mut self) -> Result<Option<StrongIdentity>, DeviceError> {
        match self.ask(&Command::Strong) {
            Ok(Response::Strong(identity)) => Ok(Some(identity)),
            Ok(_) => Err(self.confused()),
            Err(DeviceError::Refused { refusal: Refusal::NoSuchAlgorithm, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The device's last failure; [`None`] if there was none since power on, or its firmware is too old to tell.
    ///
    /// # Errors
    /// [`DeviceError`] if it refuses for another reason, or does not reply.
    pub fn failure(&mut self) -> Result<Option<Failure>, DeviceError> {
        match self.ask(&Command::Failure) {
            Ok(Response::Failure(failure)) => Ok(failure),
            Ok(_) => Err(self.confused()),
            Err(DeviceError::Refused { refusal: Refusal::Unknown, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Runs a search and passes progress reports to `progress`, which may stop it.
    ///
    /// # Errors
    /// [`DeviceError`] if it refuses, does not reply, or lacks the capacity.
    pub fn search(
        &mut self,
        board: Board,
        task: Task,
        mut progress: impl FnMut(&ProgressReport) -> ControlFlow<()>,
    ) -> Result<SearchResult, DeviceError> {
        let mut may_stop = task.milliseconds > 0;
        let mut advance = Advance::new(&task);
        let response = self.exchange(&Command::Search { board, task }, |report| {
            let flow = progress(report);
            may_stop |= flow.is_break();
            if advance.is_credible(report) { flow } else { ControlFlow::Break(()) }
        })?;
        match response {
            Response::Result(result) if result.stop == plyscope_core::Stop::Capacity => {
                let Identity { plies, children, .. } = self.identity;
                Err(DeviceError::Capacity { address: self.address.clone(), plies, children })
            }
            Response::Result(result) if result.stop == plyscope_core::Stop::Polled && !may_stop => {
                Err(DeviceError::EndedThere { address: self.address.clone() })
            }
            Response::Result(result) => Ok(result),
            _ => Err(self.confused()),
        }
    }

    /// Sends a request, repeats it while no reply comes, and waits for the last reply. Only a search may report progress, for
    /// as long as `progress` wants it; then it has a short time to end.
    fn exchange(
        &mut self,
        request: &Command,
        mut progress: impl FnMut(&ProgressReport) -> ControlFlow<()>,
    ) -> Result<Response, DeviceError> {
        let id = self.next_id();
        let mut attempts = 0;
        // The request to stop, and when to repeat it: it may be lost, too.
        let mut stop: Option<(u16, Instant)> = None;
        // When the search must have ended.
        let mut end: Option<Instant> = None;
        'send: loop {
            let most = if interrupt::requested() { ATTEMPTS_AT_THE_END } else { self.attempts };
            if attempts >= most {
                interrupt::check()?;
                return Err(DeviceError::Silent { address: self.address.clone() });
            }
            attempts += 1;
            self.send(id, request)?;
            let mut deadline = Instant::now() + PATIENCE;
            // Replies to other requests do not count, however many there are.
            while Instant::now() < deadline {
                let Some((answered, response)) = self.receive(deadline)? else { continue 'send };
                match response {
                    Response::Progress(report)
                        if answered == id && matches!(request, Command::Search { .. }) =>
                    {
                        let now = Instant::now();
                        if end.is_some_and(|end| now >= end) {
                            interrupt::check()?;
                            return Err(DeviceError::Endless { address: self.address.clone() });
                        }
                        attempts = 0;
                        deadline = now + PATIENCE;
                        let stops = progress(&report).is_break();
                        if interrupt::requested() {
                            let soon = now + PATIENCE * ATTEMPTS_AT_THE_END;
                            end = Some(end.map_or(soon, |end| end.min(soon)));
                        } else if stops {
                            end.get_or_insert(now + ENDING);
                        }
                        if stops && stop.is_none_or(|(_, due)| now >= due) {
                            let stop_id = stop.map_or_else(|| self.next_id(), |(id, _)| id);
                            self.send(stop_id, &Command::Stop)?;
                            stop = Some((stop_id, now + GARBLED));
                        }
                    }
                    Response::Refused(Refusal::Version { spoken }) => {
                        return Err(self.protocol(WireError::Version { found: spoken }));
                    }
                    // It could not read our request, or earlier bytes on the line.
                    Response::Refused(Refusal::Garbled) if answered == 0 => {
                        deadline = deadline.min(Instant::now() + GARBLED);
                    }
                    // An older firmware cannot read the number of a message that it does not know.
                    Response::Refused(refusal)
                        if answered == id || (refusal, answered) == (Refusal::Unknown, 0) =>
                    {
                        return Err(DeviceError::Refused {
                            address: self.address.clone(),
                            refusal,
                        });
                    }
                    response if answered == id => return Ok(response),
                    // A reply to an earlier request that was sent twice.
                    _ => {}
                }
            }
        }
    }

    /// Sends a message without waiting for a reply.
    ///
    /// # Errors
    /// [`DeviceError::Link`].
    pub fn send(&mut self, id: u16, request: &Command) -> Result<(), DeviceError> {
        let mut buffer = [0; MAX_FRAME];
        let frame = encode(id, request, &mut buffer).map_err(|cause| self.protocol(cause))?;
        self.send_bytes(frame)
    }

    /// Sends raw bytes, for tests of the device.
    ///
    /// # Errors
    /// [`DeviceError::Link`].
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), DeviceError> {
        let outcome = self.link.write_all(bytes).and_then(|()| self.link.flush());
        outcome.map_err(|cause| self.failed(cause))
    }

    /// The next message, with the number of the request that it answers; `None` after `deadline`. Skips text and invalid
    /// frames.
    ///
    /// # Errors
    /// [`DeviceError::Link`], or [`DeviceError::Protocol`] for another version.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<(u16, Response)>, DeviceError> {
        loop {
            let mut message = None;
            let mut taken = 0;
            for &byte in &self.read {
                taken += 1;
                if let Some(Received::Payload(payload)) = self.receiver.push(byte) {
                    let decoded = decode::<Response>(payload);
                    if decoded.is_err() {
                        self.receiver.reject();
                    }
                    message = Some(decoded);
                    break;
                }
            }
            self.read.drain(..taken);
            match message {
                Some(Ok(message)) => return Ok(Some(message)),
                Some(Err(cause @ WireError::Version { .. })) => return Err(self.protocol(cause)),
                Some(Err(_)) => continue,
                None => {}
            }
            let now = Instant::now();
            if now >= deadline {
                return Ok(None);
            }
            let mut buffer = [0; 512];
            let wait = (deadline - now).max(Duration::from_millis(1));
            match self.link.set_timeout(wait).and_then(|()| self.link.read(&mut buffer)) {
                Ok(0) => return Err(self.failed(ErrorKind::UnexpectedEof.into())),
                Ok(count) => self.read.extend_from_slice(&buffer[..count]),
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted
                    ) => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
    }

    /// The error for a failure of the link.
    #[must_use]
    pub fn link_failed(address: &str, cause: io::Error) -> DeviceError {
        DeviceError::Link { address: address.to_owned(), cause: link::not_broken_pipe(cause) }
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The raw link, and the emulator, which ends when dropped.
    #[must_use]
    pub fn into_link(self) -> (Box<dyn Link>, Option<Emulator>) {
        (self.link, self.emulator)
    }

    /// A number for a request; never 0, which is used in replies to garbled ones.
    pub fn next_id(&mut self) -> u16 {
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }

    fn failed(&mut self, cause: io::Error) -> DeviceError {
        // If our emulator has ended, its message may say why.
        if let Some(said) = self.emulator.as_mut().and_then(Emulator::last_words) {
            return DeviceError::Open { address: self.address.clone(), reason: said };
        }
        Self::link_failed(&self.address, cause)
    }

    fn protocol(&self, cause: WireError) -> DeviceError {
        DeviceError::Protocol { address: self.address.clone(), cause }
    }

    pub(crate) fn confused(&self) -> DeviceError {
        DeviceError::Confused { address: self.address.clone() }
    }
}
