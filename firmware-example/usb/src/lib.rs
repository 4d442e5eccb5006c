//! The player's link over USB: a serial port of the class CDC-ACM, for which Linux, macOS and Windows have their own drivers. It needs an
//! implementation of `usb-device`'s `UsbBus`, and nothing of any chip.
#![no_std]
// Nothing here is printed for debugging: a chip has no room for that.
#![allow(missing_debug_implementations)]

use usb_device::bus::{UsbBus, UsbBusAllocator};
use usb_device::device::{
    StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbDeviceState, UsbVidPid,
};
use usb_device::prelude::BuilderError;
use usbd_serial::{SerialPort, USB_CLASS_CDC};

/// Numbers that anyone may use for a serial port: those of V-USB.
const NUMBERS: UsbVidPid = UsbVidPid(0x16c0, 0x27dd);

/// The bytes of a packet, and of the buffers: to send, two packets.
const PACKET: usize = 64;

/// A serial port on USB. Call [`poll`](Self::poll) in each of the chip's USB interrupts, before anything else.
///
/// What is sent before a program opens the port waits, so that the greeting is seen. What is sent once it was closed is dropped, as
/// on a wire that nobody listens to.
pub struct UsbSerial<'b, B: UsbBus> {
    device: UsbDevice<'b, B>,
    port: SerialPort<'b, B, [u8; PACKET], [u8; 2 * PACKET]>,
    /// The byte for which there was no room.
    held: Option<u8>,
    /// What the host last said: whether a program has the port open (the line DTR).
    is_ready: bool,
    /// Whether a program has opened the port, or sent something: some programs do not say that they open it.
    is_open: bool,
    /// Whether any program ever had.
    was_open: bool,
}

impl<'b, B: UsbBus> UsbSerial<'b, B> {
    /// A serial port on this bus.
    ///
    /// # Errors
    /// None for any bus that has packets of 64 bytes for its first endpoint.
    pub fn new(bus: &'b UsbBusAllocator<B>) -> Result<Self, BuilderError> {
        // Before the device, which takes the bus.
        let port = SerialPort::new_with_store(bus, [0; PACKET], [0; 2 * PACKET]);
        let names = StringDescriptors::default().manufacturer("plyscope").product("Othello player");
        let device = UsbDeviceBuilder::new(bus, NUMBERS)
            .strings(&[names])?
            .max_packet_size_0(PACKET as u8)?
            .device_class(USB_CLASS_CDC)
            .build();
        Ok(Self { device, port, held: None, is_ready: false, is_open: false, was_open: false })
    }

    /// Goes on with what the host wants. Everything else is to be done after it, in the same interrupt.
    pub fn poll(&mut self) {
        self.device.poll(&mut [&mut self.port]);
        let is_there = self.device.state() == UsbDeviceState::Configured;
        let is_ready = is_there && self.port.dtr();
        if !is_there || is_ready != self.is_ready {
            self.is_open = is_ready;
        }
        self.is_ready = is_ready;
        self.was_open |= is_ready;
        if let Some(byte) = self.held.take() {
            self.send(byte);
        }
    }

    /// Takes a byte that has arrived.
    pub fn receive(&mut self) -> Option<u8> {
        let mut byte = [0];
        let count = self.port.read(&mut byte).unwrap_or(0);
        (count == 1).then(|| {
            (self.is_open, self.was_open) = (true, true);
            byte[0]
        })
    }

    /// Whether no program has opened the port yet.
    pub fn is_unheard(&self) -> bool {
        !self.was_open
    }

    /// Whether it takes a byte to send.
    pub fn is_free(&self) -> bool {
        self.held.is_none() && self.was_open
    }

    /// Sends a byte; only if it is free.
    pub fn send(&mut self, byte: u8) {
        if self.is_open && self.port.write(&[byte]).is_err() {
            self.held = Some(byte);
        }
    }
}
