//! The chip's USB socket as the player's link.

use plyscope_firmware_machine::usb::UsbLink;
use static_cell::StaticCell;
use usb_device::bus::UsbBusAllocator;

use crate::hal::clocks::UsbClock;
use crate::hal::gpio::Pins;
use crate::hal::pac::{IO_BANK0, PADS_BANK0, RESETS, SIO, interrupt};
#[cfg(feature = "rp2350")]
use crate::hal::pac::{USB as Registers, USB_DPRAM as Memory};
#[cfg(feature = "rp2040")]
use crate::hal::pac::{USBCTRL_DPRAM as Memory, USBCTRL_REGS as Registers};
use crate::hal::sio::Sio;
use crate::hal::usb::UsbBus;

static LINK: UsbLink<UsbBus> = UsbLink::new();

/// Sets it up as the link. Its interrupt stays masked until the player runs.
pub(crate) fn start(
    clock: UsbClock,
    (sio, bank, pads): (SIO, IO_BANK0, PADS_BANK0),
    hertz: u32,
    resets: &mut RESETS,
) {
    static BUS: StaticCell<UsbBusAllocator<UsbBus>> = StaticCell::new();

    // What works around an error of early RP2040s needs the pins out of reset.
    let _ = Pins::new(bank, pads, Sio::new(sio).gpio_bank0, resets);
    // A failure has reset the processor alone: long enough off the bus that the computer notices it.
    resets.reset().modify(|_, w| w.usbctrl().set_bit());
    cortex_m::asm::delay(hertz / 100);
    // SAFETY: nothing else uses them.
    let (registers, memory) = unsafe { (Registers::steal(), Memory::steal()) };
    // These boards need not know whether there is a computer: they have their power from it.
    let bus = UsbBus::new(registers, memory, clock, true, resets);
    LINK.start(BUS.init(UsbBusAllocator::new(bus)));
}

#[interrupt]
fn USBCTRL_IRQ() {
    LINK.interrupt();
}
