//! The chip's USB socket as the player's link: full speed, on PA11 and PA12.

use plyscope_firmware_machine::usb::UsbLink;
use static_cell::StaticCell;
use stm32f4xx_hal::gpio::{PA11, PA12};
use stm32f4xx_hal::otg_fs::{USB, UsbBus, UsbBusType};
use stm32f4xx_hal::pac::{OTG_FS_DEVICE, OTG_FS_GLOBAL, OTG_FS_PWRCLK, interrupt};
use stm32f4xx_hal::rcc::Rcc;
use usb_device::bus::UsbBusAllocator;

static LINK: UsbLink<UsbBusType> = UsbLink::new();

/// Sets it up as the link. Its interrupt stays masked until the player runs. Without the crystal there are no 48 MHz for USB, and no link: a
/// display and keys still work.
pub fn start(
    registers: (OTG_FS_GLOBAL, OTG_FS_DEVICE, OTG_FS_PWRCLK),
    pins: (PA11, PA12),
    rcc: &Rcc,
) {
    /// A packet of 64 bytes for each of the two endpoints that receive.
    static PACKETS: StaticCell<[u32; 2 * 64 / 4]> = StaticCell::new();
    static BUS: StaticCell<UsbBusAllocator<UsbBusType>> = StaticCell::new();

    if !rcc.clocks.is_pll48clk_valid() {
        return;
    }
    let usb = USB::new(registers, pins, &rcc.clocks);
    LINK.start(BUS.init(UsbBus::new(usb, PACKETS.init([0; 2 * 64 / 4]))));
}

#[interrupt]
fn OTG_FS() {
    LINK.interrupt();
}
