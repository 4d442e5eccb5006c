//! The explorer: answers what a page asks.

use alloc::boxed::Box;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use plyscope_core::othello::Patterns;
use plyscope_core::othello::strong::Level;
use plyscope_engine::PLIES;

use crate::message::{Answer, Ask, Identity, Place};
use crate::problem::Posed;
use crate::refusal::Refusal;
use crate::running::Running;
use crate::start::{Tables, read, start};

/// Room for an answer in bytes. The longest one, a report with a line of 128 moves, takes a few hundred.
const ROOM: usize = 1 << 14;

/// Room for one event of a record in bytes: seven numbers, and a move of at most ten digits.
const ROOM_OF_AN_EVENT: usize = 64;

/// The deepest perft of a page: deeper ones take hours.
const DEEPEST_PERFT: u32 = 20;

/// One search at a time, and what a page may ask of it.
pub struct Explorer {
    /// Declared first: the search ends before its table is used again.
    running: Option<Box<dyn Running>>,
    tables: Tables,
    answer: Vec<u8>,
}

impl core::fmt::Debug for Explorer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Explorer").field("runs", &self.running.is_some()).finish_non_exhaustive()
    }
}

impl Default for Explorer {
    fn default() -> Self {
        Self::new()
    }
}

impl Explorer {
    /// An explorer that searches nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { running: None, tables: Tables::NONE, answer: Vec::new() }
    }

    /// Answers a message. Bytes that are no message are refused, too.
    pub fn answer(&mut self, ask: &[u8]) -> &[u8] {
        let answer = match postcard::from_bytes(ask) {
            Ok(ask) => {
                self.carry_out(&ask).unwrap_or_else(|Refusal(reason)| Answer::Refused(reason))
            }
            Err(_) => Answer::Refused("not a message of this module: reload the page".to_string()),
        };
        let events = if let Answer::Events(events) = &answer { events.len() } else { 0 };
        self.answer.resize(ROOM + events * ROOM_OF_AN_EVENT, 0);
        let length = match postcard::to_slice(&answer, &mut self.answer) {
            Ok(written) => written.len(),
            Err(_) => 0,
        };
        self.answer.get(..length).unwrap_or_default()
    }

    fn carry_out(&mut self, ask: &Ask<'_>) -> Result<Answer, Refusal> {
        Ok(match *ask {
            Ask::Identity => Answer::Identity(Identity {
                version: env!("CARGO_PKG_VERSION").to_string(),
                weights: Patterns::SMALL.fingerprint(),
                plies: PLIES as u32,
                levels: Level::HIGHEST.into(),
            }),
            Ask::Look(place) => Answer::Seen(Posed::at(&place)?.seen()),
            Ask::Start(place, engine) => {
                self.start(&place, engine, false)?;
                return self.report();
            }
            Ask::Trace(place, engine) => {
                self.start(&place, engine, true)?;
                return self.report();
            }
            Ask::Events => Answer::Events(self.running.as_mut().ok_or(NOTHING)?.events()),
            Ask::Step(nodes) => {
                self.running.as_mut().ok_or(NOTHING)?.step(nodes.max(1));
                return self.report();
            }
            Ask::Stop => {
                self.running.as_mut().ok_or(NOTHING)?.stop();
                return self.report();
            }
            Ask::Perft(place, depth) if depth <= DEEPEST_PERFT => {
                Answer::Leaves(Posed::at(&place)?.leaves(depth))
            }
            Ask::Perft(..) => {
                return Err(alloc::format!(
                    "perft counts at most {DEEPEST_PERFT} plies: give less depth"
                )
                .into());
            }
        })
    }

    fn start(&mut self, place: &Place<'_>, engine: &str, records: bool) -> Result<(), Refusal> {
        let posed = Posed::at(place)?;
        let engine = read(engine)?;
        // Two searches never share a table.
        self.running = None;
        self.running = Some(start(&posed.problem, &engine, &mut self.tables, records)?);
        Ok(())
    }

    fn report(&self) -> Result<Answer, Refusal> {
        self.running
            .as_ref()
            .map(|running| Answer::Report(running.report()))
            .ok_or_else(|| NOTHING.into())
    }
}

/// The answer to a step of no search.
const NOTHING: &str = "no search was started";
