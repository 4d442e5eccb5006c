//! A whole board in a few lines.

/// `main` and the link's interrupt of a board: what is at OSC_IN, the clock rate in MHz, and the link's port and pins. With the feature
/// `usb` the link is on USB instead, and the clock rate must be a divisor of 48 MHz's multiples: 84, 96 or 168.
///
/// ```ignore
/// plyscope_firmware_stm32f4::board! {
///     crystal: Between(25),
///     megahertz: 84,
///     link: USART2 at GPIOA, tx: pa2, rx: pa3,
/// }
/// ```
#[macro_export]
macro_rules! board {
    (
        crystal: $kind:ident($crystal:literal),
        megahertz: $megahertz:expr,
        link: $usart:ident at $port:ident, tx: $tx:ident, rx: $rx:ident,
    ) => {
        #[cortex_m_rt::entry]
        fn main() -> ! {
            use $crate::hal::pac::{CorePeripherals, Peripherals};

            let (Some(core), Some(chip)) = (CorePeripherals::take(), Peripherals::take()) else {
                $crate::fail();
            };
            let crystal = $crate::Crystal::$kind($crystal);
            let (board, mut rcc) =
                $crate::Stm32f4::start(core.SYST, chip.RCC, chip.IWDG, crystal, $megahertz);
            let port = $crate::link!(chip, rcc, $usart, $port, $tx, $rx);
            $crate::run(board, port)
        }

        $crate::link_interrupt!($usart);
    };
}

/// Sets the link up; returns its interrupt.
#[cfg(not(feature = "usb"))]
#[doc(hidden)]
#[macro_export]
macro_rules! link {
    ($chip:ident, $rcc:ident, $usart:ident, $port:ident, $tx:ident, $rx:ident) => {{
        use $crate::hal::gpio::Pull;
        use $crate::hal::prelude::*;

        let pins = $chip.$port.split(&mut $rcc);
        // Pulled up, so that an unconnected link is silent.
        let rx = pins.$rx.into_alternate().internal_resistor(Pull::Up);
        $crate::usart::start($chip.$usart, pins.$tx, rx, &mut $rcc);
        $crate::hal::pac::Interrupt::$usart
    }};
}

/// The link's interrupt.
#[cfg(not(feature = "usb"))]
#[doc(hidden)]
#[macro_export]
macro_rules! link_interrupt {
    ($usart:ident) => {
        use $crate::hal::pac::interrupt;

        #[interrupt]
        fn $usart() {
            $crate::usart::interrupt::<$crate::hal::pac::$usart>();
        }
    };
}

/// Sets the link up; returns its interrupt.
#[cfg(feature = "usb")]
#[doc(hidden)]
#[macro_export]
macro_rules! link {
    ($chip:ident, $rcc:ident, $usart:ident, $port:ident, $tx:ident, $rx:ident) => {{
        use $crate::hal::prelude::*;

        let pins = $chip.GPIOA.split(&mut $rcc);
        let registers = ($chip.OTG_FS_GLOBAL, $chip.OTG_FS_DEVICE, $chip.OTG_FS_PWRCLK);
        $crate::usb::start(registers, (pins.pa11, pins.pa12), &$rcc);
        $crate::hal::pac::Interrupt::OTG_FS
    }};
}

/// The link's interrupt is the chip's.
#[cfg(feature = "usb")]
#[doc(hidden)]
#[macro_export]
macro_rules! link_interrupt {
    ($usart:ident) => {};
}
