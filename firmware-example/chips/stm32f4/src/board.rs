//! A whole board in a few lines.

/// `main` and the link's interrupt of a board: what is at OSC_IN, the clock rate in MHz, and the link's port and pins.
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
        megahertz: $megahertz:literal,
        link: $usart:ident at $port:ident, tx: $tx:ident, rx: $rx:ident,
    ) => {
        use $crate::hal::pac::interrupt;

        #[cortex_m_rt::entry]
        fn main() -> ! {
            use $crate::hal::gpio::Pull;
            use $crate::hal::pac::{CorePeripherals, Interrupt, Peripherals};
            use $crate::hal::prelude::*;

            let (Some(core), Some(chip)) = (CorePeripherals::take(), Peripherals::take()) else {
                $crate::fail();
            };
            let crystal = $crate::Crystal::$kind($crystal);
            let (board, mut rcc) =
                $crate::Stm32f4::start(core.SYST, chip.RCC, chip.IWDG, crystal, $megahertz);
            let pins = chip.$port.split(&mut rcc);
            // Pulled up, so that an unconnected link is silent.
            let rx = pins.$rx.into_alternate().internal_resistor(Pull::Up);
            $crate::usart::start(chip.$usart, pins.$tx, rx, &mut rcc);
            $crate::run(board, Interrupt::$usart)
        }

        #[interrupt]
        fn $usart() {
            $crate::usart::interrupt::<$crate::hal::pac::$usart>();
        }
    };
}
