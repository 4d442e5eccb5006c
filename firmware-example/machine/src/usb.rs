//! A serial port on USB as the player's link.

use core::cell::RefCell;

use critical_section::Mutex;
use plyscope_firmware_usb::UsbSerial;
use usb_device::bus::{UsbBus, UsbBusAllocator};

use crate::link::{self, Port, Received};

/// The place for a chip's serial port on USB, which its interrupt uses.
pub struct UsbLink<B: UsbBus + 'static>(Mutex<RefCell<Option<UsbSerial<'static, B>>>>);

impl<B: UsbBus> UsbLink<B> {
    /// An empty place.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(RefCell::new(None)))
    }

    /// Puts a serial port on this bus here.
    pub fn start(&self, bus: &'static UsbBusAllocator<B>) {
        let Ok(serial) = UsbSerial::new(bus) else { crate::fail() };
        critical_section::with(|token| self.0.borrow(token).replace(Some(serial)));
    }

    /// The USB interrupt: the chip's handler calls it.
    pub fn interrupt(&self) {
        critical_section::with(|token| {
            let Ok(mut serial) = self.0.borrow(token).try_borrow_mut() else { return };
            match serial.as_mut() {
                Some(serial) => {
                    serial.poll();
                    link::interrupt(&mut UsbPort(serial));
                }
                None => link::interrupt(&mut Nobody),
            }
        });
    }
}

impl<B: UsbBus> Default for UsbLink<B> {
    fn default() -> Self {
        Self::new()
    }
}

struct UsbPort<'s, B: UsbBus + 'static>(&'s mut UsbSerial<'static, B>);

impl<B: UsbBus> Port for UsbPort<'_, B> {
    fn receive(&mut self) -> Received {
        self.0.receive().map_or(Received::None, Received::Byte)
    }

    fn is_free(&mut self) -> bool {
        self.0.is_free()
    }

    fn send(&mut self, byte: u8) {
        self.0.send(byte);
    }

    fn is_unheard(&self) -> bool {
        self.0.is_unheard()
    }

    // The end of every packet interrupts.
    fn announce(&mut self, _on: bool) {}
}

/// The port of a chip whose USB cannot run: all that is said is lost.
struct Nobody;

impl Port for Nobody {
    fn receive(&mut self) -> Received {
        Received::None
    }

    fn is_free(&mut self) -> bool {
        true
    }

    fn send(&mut self, _byte: u8) {}

    fn announce(&mut self, _on: bool) {}
}
