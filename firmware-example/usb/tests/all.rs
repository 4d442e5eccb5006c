//! The serial port, with a host that does what a computer does: it asks what the device is, configures it, opens the port, and sends and
//! takes packets.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use plyscope_firmware_usb::UsbSerial;
use usb_device::bus::{PollResult, UsbBus, UsbBusAllocator};
use usb_device::endpoint::{EndpointAddress, EndpointType};
use usb_device::{Result, UsbDirection, UsbError};

/// What a peripheral has: a packet each way for each endpoint, and what it is to report.
#[derive(Default)]
struct Lines {
    address: u8,
    allocated: usize,
    /// For the device, by endpoint.
    out: [Option<Vec<u8>>; 4],
    is_setup: bool,
    /// For the host, by endpoint.
    sent: [Option<Vec<u8>>; 4],
    /// Endpoints whose packet the host has taken.
    taken: u16,
    stalled: bool,
    reset: bool,
    suspend: bool,
}

#[derive(Clone, Default)]
struct Bus(Arc<Mutex<Lines>>);

impl Bus {
    fn with<R>(&self, act: impl FnOnce(&mut Lines) -> R) -> R {
        act(&mut self.0.lock().unwrap())
    }
}

impl UsbBus for Bus {
    fn alloc_ep(
        &mut self,
        direction: UsbDirection,
        address: Option<EndpointAddress>,
        kind: EndpointType,
        size: u16,
        _interval: u8,
    ) -> Result<EndpointAddress> {
        assert!(size <= 64);
        if kind == EndpointType::Control {
            return Ok(EndpointAddress::from_parts(0, direction));
        }
        self.with(|lines| {
            lines.allocated += 1;
            assert!(lines.allocated < 4, "an endpoint for each, of three");
            Ok(address.unwrap_or(EndpointAddress::from_parts(lines.allocated, direction)))
        })
    }

    fn enable(&mut self) {}

    fn reset(&self) {
        self.with(|lines| lines.address = 0);
    }

    fn set_device_address(&self, address: u8) {
        self.with(|lines| lines.address = address);
    }

    fn write(&self, address: EndpointAddress, bytes: &[u8]) -> Result<usize> {
        self.with(|lines| {
            let sent = &mut lines.sent[address.index()];
            if sent.is_some() {
                return Err(UsbError::WouldBlock);
            }
            *sent = Some(bytes.to_vec());
            Ok(bytes.len())
        })
    }

    fn read(&self, address: EndpointAddress, bytes: &mut [u8]) -> Result<usize> {
        self.with(|lines| {
            let packet = lines.out[address.index()].take().ok_or(UsbError::WouldBlock)?;
            bytes[..packet.len()].copy_from_slice(&packet);
            Ok(packet.len())
        })
    }

    fn set_stalled(&self, _address: EndpointAddress, stalled: bool) {
        self.with(|lines| lines.stalled |= stalled);
    }

    fn is_stalled(&self, _address: EndpointAddress) -> bool {
        false
    }

    fn suspend(&self) {}

    fn resume(&self) {}

    fn poll(&self) -> PollResult {
        self.with(|lines| {
            if std::mem::take(&mut lines.reset) {
                return PollResult::Reset;
            }
            if std::mem::take(&mut lines.suspend) {
                return PollResult::Suspend;
            }
            let full = (0..4).filter(|&each| lines.out[each].is_some());
            let ep_out = full.fold(0, |all, each| all | 1 << each);
            let ep_setup = u16::from(std::mem::take(&mut lines.is_setup));
            let ep_in_complete = std::mem::take(&mut lines.taken);
            if ep_out | ep_setup | ep_in_complete == 0 {
                return PollResult::None;
            }
            PollResult::Data { ep_out: ep_out & !ep_setup, ep_in_complete, ep_setup }
        })
    }
}

/// A computer at the other end.
struct Host<'b> {
    bus: Bus,
    serial: UsbSerial<'b, Bus>,
    data_in: usize,
    data_out: usize,
}

impl<'b> Host<'b> {
    fn new(bus: Bus, allocator: &'b UsbBusAllocator<Bus>) -> Self {
        Self { bus, serial: UsbSerial::new(allocator).unwrap(), data_in: 0, data_out: 0 }
    }

    /// Takes the packet that the device has sent.
    fn take(&mut self, endpoint: usize) -> Option<Vec<u8>> {
        let packet = self.bus.with(|lines| {
            let packet = lines.sent[endpoint].take()?;
            lines.taken |= 1 << endpoint;
            Some(packet)
        });
        self.serial.poll();
        packet
    }

    /// A request by the first endpoint; returns what the device answers.
    fn control(&mut self, setup: [u8; 8], data: &[u8]) -> Vec<u8> {
        self.bus.with(|lines| (lines.out[0], lines.is_setup) = (Some(setup.to_vec()), true));
        self.serial.poll();
        let mut answer = Vec::new();
        if setup[0] & 0x80 != 0 {
            while let Some(packet) = self.take(0) {
                answer.extend(&packet);
                if packet.len() < 64 {
                    break;
                }
            }
            self.bus.with(|lines| lines.out[0] = Some(Vec::new()));
            self.serial.poll();
        } else {
            if !data.is_empty() {
                self.bus.with(|lines| lines.out[0] = Some(data.to_vec()));
                self.serial.poll();
            }
            assert_eq!(self.take(0), Some(Vec::new()), "the request is confirmed");
        }
        assert!(!self.bus.with(|lines| lines.stalled), "{setup:?} is refused");
        answer
    }

    fn plug_in(&mut self) {
        self.bus.with(|lines| {
            *lines = Lines { reset: true, allocated: lines.allocated, ..Lines::default() };
        });
        self.serial.poll();
        let device = self.control([0x80, 6, 0, 1, 0, 0, 18, 0], &[]);
        assert_eq!((device.len(), device[4]), (18, 2), "a communications device");
        assert_eq!(device[8..12], [0xc0, 0x16, 0xdd, 0x27]);
        self.control([0, 5, 9, 0, 0, 0, 0, 0], &[]);
        assert_eq!(self.bus.with(|lines| lines.address), 9);
        let product = self.control([0x80, 6, device[15], 3, 9, 4, 255, 0], &[]);
        let product: Vec<u16> =
            product[2..].chunks(2).map(|each| u16::from_le_bytes([each[0], each[1]])).collect();
        assert_eq!(String::from_utf16(&product).unwrap(), "Othello player");
        let all = self.control([0x80, 6, 0, 2, 0, 0, 255, 0], &[]);
        assert_eq!(all.len(), usize::from(u16::from_le_bytes([all[2], all[3]])));
        // Its bulk endpoints, from the descriptors.
        let mut rest = &all[..];
        while let [length, kind, ..] = *rest {
            if kind == 5 && rest[3] == 2 {
                let place =
                    if rest[2] & 0x80 != 0 { &mut self.data_in } else { &mut self.data_out };
                *place = usize::from(rest[2] & 0x0f);
            }
            rest = &rest[usize::from(length)..];
        }
        assert!(self.data_in != 0 && self.data_out != 0);
        self.control([0, 9, 1, 0, 0, 0, 0, 0], &[]);
        // 115,200 bits a second, 8 bits.
        self.control([0x21, 0x20, 0, 0, 0, 0, 7, 0], &[0, 0xc2, 1, 0, 0, 0, 8]);
    }

    fn open(&mut self, open: bool) {
        self.control([0x21, 0x22, if open { 3 } else { 0 }, 0, 0, 0, 0, 0], &[]);
    }

    fn write(&mut self, bytes: &[u8]) {
        for packet in bytes.chunks(64) {
            let place = self.data_out;
            self.bus.with(|lines| assert!(lines.out[place].replace(packet.to_vec()).is_none()));
            self.serial.poll();
        }
    }

    /// Lets the device send these bytes while it can; returns what arrives.
    fn read(&mut self, waiting: &mut VecDeque<u8>) -> Vec<u8> {
        let mut all = Vec::new();
        loop {
            while self.serial.is_free() {
                let Some(byte) = waiting.pop_front() else { break };
                self.serial.send(byte);
            }
            match self.take(self.data_in) {
                Some(packet) => all.extend(packet),
                None => return all,
            }
        }
    }

    fn receive(&mut self) -> Vec<u8> {
        std::iter::from_fn(|| self.serial.receive()).collect()
    }
}

fn bytes(text: &str) -> VecDeque<u8> {
    text.bytes().collect()
}

#[test]
fn a_computer_finds_a_serial_port_and_exchanges_bytes_of_any_number() {
    let bus = Bus::default();
    let allocator = UsbBusAllocator::new(bus.clone());
    let mut host = Host::new(bus, &allocator);
    host.plug_in();
    host.open(true);
    for length in [1, 2, 63, 64, 65, 127, 128, 129, 500, 2047] {
        let text: Vec<u8> = (0..length).map(|each| (each % 251) as u8).collect();
        let mut waiting: VecDeque<u8> = text.iter().copied().collect();
        assert_eq!(host.read(&mut waiting), text, "{length} bytes from the device");
        for part in text.chunks(64) {
            host.write(part);
            assert_eq!(host.receive(), part, "of {length} bytes to the device");
        }
    }
}

#[test]
fn the_greeting_waits_until_a_program_opens_the_port_and_nothing_waits_after_it_closes_it() {
    let bus = Bus::default();
    let allocator = UsbBusAllocator::new(bus.clone());
    let mut host = Host::new(bus, &allocator);
    let mut greeting = bytes("You are Black (X).");
    assert!(!host.serial.is_free() && host.serial.is_unheard(), "nobody is there");
    host.plug_in();
    assert_eq!(host.read(&mut greeting), b"", "nobody reads");
    host.open(true);
    assert_eq!(host.read(&mut greeting), b"You are Black (X).");
    assert!(!host.serial.is_unheard());
    host.open(false);
    let mut lost = bytes(&"I play c5. ".repeat(50));
    assert_eq!(host.read(&mut lost), b"");
    assert!(lost.is_empty(), "the player must not wait for a reader that is gone");
    host.open(true);
    assert_eq!(host.read(&mut bytes("> ")), b"> ");
}

#[test]
fn a_program_that_does_not_say_that_it_opens_the_port_is_heard_and_answered() {
    let bus = Bus::default();
    let allocator = UsbBusAllocator::new(bus.clone());
    let mut host = Host::new(bus, &allocator);
    host.plug_in();
    host.write(b"d3\r");
    assert_eq!(host.receive(), b"d3\r");
    assert_eq!(host.read(&mut bytes("I play c5")), b"I play c5");
}

#[test]
fn a_cable_pulled_out_in_the_middle_of_a_text_does_not_stop_the_player() {
    let bus = Bus::default();
    let allocator = UsbBusAllocator::new(bus.clone());
    let mut host = Host::new(bus, &allocator);
    host.plug_in();
    host.open(true);
    let mut text = bytes(&"x".repeat(1000));
    while host.serial.is_free() {
        host.serial.send(text.pop_front().unwrap());
    }
    host.bus.with(|lines| lines.suspend = true);
    host.serial.poll();
    while let (true, Some(byte)) = (host.serial.is_free(), text.pop_front()) {
        host.serial.send(byte);
    }
    assert!(text.is_empty(), "{} bytes still wait", text.len());
    host.plug_in();
    host.open(true);
    assert_eq!(host.read(&mut bytes("> ")), b"> ");
}
