//! A player with a chip and a link that are made up.

use std::cell::{Cell, RefCell};

use plyscope_core::wire::{
    Clock, ClockSource, Command, Failure, MAX_FRAME, Received, Receiver, Response, StartCause,
    decode, encode,
};
use plyscope_firmware_player::{Chip, Device, Event, Memory, Output, Place, RECORD};

/// A chip whose clock advances by a tick at each reading.
pub(crate) struct FakeChip {
    ticks: Cell<u64>,
    /// What it keeps through a reset.
    pub(crate) kept: RefCell<[Vec<u8>; 2]>,
    pub(crate) failure: Option<(Failure, bool)>,
}

impl FakeChip {
    pub(crate) const fn new() -> Self {
        let kept = RefCell::new([const { Vec::new() }; 2]);
        Self { ticks: Cell::new(0), kept, failure: None }
    }

    pub(crate) fn wait(&self, milliseconds: u64) {
        self.ticks.set(self.ticks.get() + 1000 * milliseconds);
    }
}

impl Chip for FakeChip {
    fn ticks(&self) -> u64 {
        self.ticks.set(self.ticks.get() + 1);
        self.ticks.get()
    }

    fn clock(&self) -> Clock {
        Clock { source: ClockSource::Internal, hertz: 1_000_000 }
    }

    fn start_cause(&self) -> StartCause {
        StartCause::Pin
    }

    fn stack(&self) -> (u32, u32) {
        (8192, 100)
    }

    fn ram(&self) -> u32 {
        0
    }

    fn flash(&self) -> u32 {
        0
    }

    fn log(&self, _: &Event) {}

    fn failure(&self) -> Option<(Failure, bool)> {
        self.failure.clone()
    }

    fn keep(&self, place: Place, record: &[u8]) -> bool {
        assert!(record.len() <= RECORD);
        self.kept.borrow_mut()[place as usize] = record.to_vec();
        true
    }

    fn kept(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        let kept = &self.kept.borrow()[place as usize];
        record[..kept.len()].copy_from_slice(kept);
        (!kept.is_empty()).then_some(kept.len())
    }
}

/// Output with limited room, which keeps all bytes.
pub(crate) struct Kept {
    pub(crate) bytes: Vec<u8>,
    pub(crate) room: usize,
}

impl Output for Kept {
    fn room(&self) -> usize {
        self.room
    }

    fn put(&mut self, bytes: &[u8]) {
        assert!(bytes.len() <= self.room, "it does not write without room");
        self.bytes.extend(bytes);
    }
}

/// A device with a chip and an output.
pub(crate) struct Bench<'s> {
    pub(crate) device: Device<'s>,
    pub(crate) chip: FakeChip,
    pub(crate) out: Kept,
}

impl<'s> Bench<'s> {
    pub(crate) fn new(memory: &'s mut Memory) -> Self {
        Self::on(memory, FakeChip::new())
    }

    /// On a chip that keeps something already.
    pub(crate) fn on(memory: &'s mut Memory, chip: FakeChip) -> Self {
        let device = Device::new(memory);
        Self { device, chip, out: Kept { bytes: Vec::new(), room: 2000 } }
    }

    /// Passes in bytes one at a time, with turns of the main loop between them.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            assert!(self.device.is_ready(&self.out));
            self.device.receive(byte, &self.chip, &mut self.out);
            self.device.turn(&self.chip, &mut self.out);
        }
    }

    /// Lets it think until it has nothing to do.
    pub(crate) fn settle(&mut self) {
        while !self.device.is_idle() {
            self.device.turn(&self.chip, &mut self.out);
        }
        self.device.turn(&self.chip, &mut self.out);
    }

    /// The output since the last call.
    pub(crate) fn said(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.out.bytes)).unwrap().replace("\r\n", "\n")
    }

    /// Types a line and returns the answer.
    pub(crate) fn type_line(&mut self, line: &str) -> String {
        self.send(line.as_bytes());
        self.send(b"\r");
        self.settle();
        self.said()
    }

    /// The messages sent since the last call.
    pub(crate) fn messages(&mut self) -> Vec<(u16, Response)> {
        let mut receiver = Receiver::new();
        let mut messages = Vec::new();
        for byte in std::mem::take(&mut self.out.bytes) {
            if let Some(Received::Payload(payload)) = receiver.push(byte) {
                messages.push(decode(payload).unwrap());
            }
        }
        messages
    }

    pub(crate) fn request(&mut self, id: u16, request: &Command) {
        let mut buffer = [0; MAX_FRAME];
        self.send(encode(id, request, &mut buffer).unwrap());
    }
}
