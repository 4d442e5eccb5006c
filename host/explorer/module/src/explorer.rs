//! The explorer: answers what a page asks.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::othello::Patterns;
use plyscope_engine::{PLIES, Tables};

use crate::file::opened;
use crate::message::{Answer, Ask, Identity, Place};
use crate::problem::Posed;
use crate::running::Running;
use crate::start::{read, start};

/// The deepest perft of a page: deeper ones take hours.
const DEEPEST_PERFT: u32 = 20;

/// One search at a time, and what a page may ask of it.
#[derive(Default)]
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

impl Explorer {
    /// An explorer that searches nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { running: None, tables: Tables::NONE, answer: Vec::new() }
    }

    /// Answers a message by JSON. Bytes that are no message are refused, too.
    pub fn answer(&mut self, ask: &[u8]) -> &[u8] {
        let answer = match postcard::from_bytes(ask) {
            Ok(ask) => self.carry_out(&ask).unwrap_or_else(Answer::Refused),
            Err(_) => Answer::Refused("not a message of this module: reload the page".to_string()),
        };
        // Names, numbers and texts: this cannot fail.
        self.answer = serde_json::to_vec(&answer).unwrap_or_default();
        &self.answer
    }

    fn carry_out(&mut self, ask: &Ask<'_>) -> Result<Answer, String> {
        match *ask {
            Ask::Identity => {
                let (version, weights) = (env!("CARGO_PKG_VERSION"), Patterns::SMALL.fingerprint());
                return Ok(Answer::Identity(Identity { version, weights, plies: PLIES }));
            }
            Ask::Look(place) => return Ok(Answer::Seen(Posed::at(&place)?.seen())),
            Ask::Perft(place, depth) if depth <= DEEPEST_PERFT => {
                return Ok(Answer::Leaves(Posed::at(&place)?.leaves(depth)));
            }
            Ask::Perft(..) => {
                return Err(format!("perft counts at most {DEEPEST_PERFT} plies: give less depth"));
            }
            Ask::Games(bytes, name) => return Ok(Answer::Games(opened(bytes, name)?)),
            Ask::Events => return Ok(Answer::Events(self.running()?.events())),
            Ask::Start(place, engine) => self.start(&place, engine, false)?,
            Ask::Trace(place, engine) => self.start(&place, engine, true)?,
            Ask::Step(nodes) => self.running()?.step(nodes.max(1)),
            Ask::Stop => self.running()?.stop(),
        }
        Ok(Answer::Report(self.running()?.report()))
    }

    fn start(&mut self, place: &Place<'_>, engine: &str, records: bool) -> Result<(), String> {
        let posed = Posed::at(place)?;
        let engine = read(engine, &posed.problem)?;
        // Two searches never share a table.
        self.running = None;
        self.running = Some(start(&posed.problem, &engine, &mut self.tables, records)?);
        Ok(())
    }

    fn running(&mut self) -> Result<&mut Box<dyn Running>, String> {
        self.running.as_mut().ok_or_else(|| "no search was started".to_string())
    }
}
