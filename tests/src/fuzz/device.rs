//! The player of a device: any bytes at any moment, from a person, a program or a bad link, on any chip that has kept anything.

use std::cell::{Cell, RefCell};

use plyscope_core::wire::{
    Clock, ClockSource, Command, MAX_FRAME, Received, Receiver, Response, StartCause, decode,
    encode,
};
use plyscope_firmware_player::{Chip, Device, Event, Memory, Output, Place, RECORD, ROOM};

use super::bytes::Bytes;

/// A chip whose clock advances by a tick at each reading.
struct FakeChip {
    ticks: Cell<u64>,
    /// What it keeps through a reset.
    kept: RefCell<[Vec<u8>; 2]>,
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

/// Output with room for one answer.
#[derive(Default)]
struct Answer(Vec<u8>);

impl Output for Answer {
    fn room(&self) -> usize {
        ROOM - self.0.len()
    }

    fn put(&mut self, bytes: &[u8]) {
        assert!(bytes.len() <= self.room(), "an answer is longer than its room");
        self.0.extend(bytes);
    }
}

pub(super) fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    // Bytes are lost behind every so many; the main loop turns so often for each byte.
    let (loss, turns) = (usize::from(bytes.byte()), 1 + bytes.below(4));
    let mut kept = [const { Vec::new() }; 2];
    for record in &mut kept {
        let length = bytes.below(RECORD + 1);
        *record = bytes.take(length).to_vec();
    }
    let chip = FakeChip { ticks: Cell::new(0), kept: RefCell::new(kept) };
    let mut memory = Box::new(Memory::new());
    let mut device = Device::new(&mut memory);
    let hear = |device: &mut Device<'_>, byte: u8| {
        let mut answer = Answer::default();
        assert!(device.is_ready(&answer));
        device.receive(byte, &chip, &mut answer);
        let mut heard = answer.0;
        for _ in 0..turns {
            let mut answer = Answer::default();
            device.turn(&chip, &mut answer);
            heard.extend(answer.0);
        }
        heard
    };
    for (place, &byte) in (1..).zip(bytes.rest()) {
        hear(&mut device, byte);
        if device.wants_restart() {
            return;
        }
        if loss > 0 && place % loss == 0 {
            device.lose(&chip);
        }
    }
    // Whatever it was told, it answers a program that begins.
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(9, &Command::Hello, &mut buffer).expect("it fits").repeat(2);
    let mut receiver = Receiver::new();
    let mut last = None;
    for byte in frame {
        for byte in hear(&mut device, byte) {
            if let Some(Received::Payload(payload)) = receiver.push(byte) {
                last = Some(decode::<Response>(payload).expect("an intact answer"));
            }
        }
    }
    assert!(matches!(last, Some((9, Response::Hello(_)))), "{last:?}");
}
