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
            let board = $crate::front!(board, chip, rcc);
            let port = $crate::link!(chip, rcc, $usart, $port, $tx, $rx);
            $crate::run(board, port)
        }

        $crate::link_interrupt!($usart);
    };
}

/// The board, with a front if it has one.
#[cfg(not(feature = "front"))]
#[doc(hidden)]
#[macro_export]
macro_rules! front {
    ($board:ident, $chip:ident, $rcc:ident) => {
        $board
    };
}

/// The board, with a front if it has one.
#[cfg(feature = "front")]
#[doc(hidden)]
#[macro_export]
macro_rules! front {
    ($board:ident, $chip:ident, $rcc:ident) => {{
        use $crate::hal::prelude::*;

        let pins = $chip.GPIOB.split(&mut $rcc);
        $crate::front_at!($board, $chip, $rcc, pins)
    }};
}

/// The board with a front at these pins.
#[cfg(feature = "front")]
#[doc(hidden)]
#[macro_export]
macro_rules! front_at {
    ($board:ident, $chip:ident, $rcc:ident, $pins:ident) => {{
        let keys = [
            $pins.pb12.into_pull_up_input().erase(),
            $pins.pb13.into_pull_up_input().erase(),
            $pins.pb14.into_pull_up_input().erase(),
            $pins.pb15.into_pull_up_input().erase(),
        ];
        let pins = ($pins.pb0, $pins.pb8, $pins.pb9, keys);
        $board.with_front($crate::Stm32f4Front::start($chip.I2C1, $chip.TIM3, pins, &mut $rcc))
    }};
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
