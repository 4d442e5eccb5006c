//! The log: defmt on USART3 (TX is PB10), 115200 bits a second; or, with the feature `rtt`, over a debug probe.

#[cfg(feature = "rtt")]
mod rtt {
    use defmt_rtt as _;
    use stm32f4xx_hal::gpio::{Alternate, PB10};
    use stm32f4xx_hal::pac::USART3;
    use stm32f4xx_hal::rcc::Rcc;

    pub(crate) fn start(_: USART3, _: PB10<Alternate<7>>, _: &mut Rcc) {}

    pub(crate) fn is_sent() -> bool {
        true
    }

    pub(crate) fn flush() {}
}

#[cfg(not(feature = "rtt"))]
mod port {
    use core::cell::{Cell, RefCell};

    use critical_section::{Mutex, RestoreState};
    use heapless::Deque;
    use stm32f4xx_hal::gpio::{Alternate, PB10};
    use stm32f4xx_hal::pac::{NVIC, USART3, interrupt};
    use stm32f4xx_hal::prelude::*;
    use stm32f4xx_hal::rcc::Rcc;
    use stm32f4xx_hal::serial::{Config, Tx, TxListen};

    use crate::machine::link::BITS_PER_SECOND;

    struct Log {
        tx: Option<Tx<USART3>>,
        /// What waits to be sent. What finds no room is lost; a decoder skips a message with a gap.
        waiting: Deque<u8, 512>,
        encoder: defmt::Encoder,
    }

    static LOG: Mutex<RefCell<Log>> = Mutex::new(RefCell::new(Log {
        tx: None,
        waiting: Deque::new(),
        encoder: defmt::Encoder::new(),
    }));

    pub(crate) fn start(usart: USART3, pin: PB10<Alternate<7>>, rcc: &mut Rcc) {
        let config = Config::default().baudrate(BITS_PER_SECOND.bps());
        let Ok(tx) = usart.tx(pin, config, rcc) else { crate::machine::failure::fail() };
        critical_section::with(|token| LOG.borrow_ref_mut(token).tx = Some(tx));
        // SAFETY: everything that the interrupt uses is in place.
        unsafe { NVIC::unmask(stm32f4xx_hal::interrupt::USART3) };
    }

    pub(crate) fn is_sent() -> bool {
        critical_section::with(|token| LOG.borrow_ref(token).waiting.is_empty())
    }

    /// Sends all that waits, without interrupts.
    pub(crate) fn flush() {
        critical_section::with(|token| {
            let mut log = LOG.borrow_ref_mut(token);
            let Log { tx: Some(tx), waiting, .. } = &mut *log else { return };
            while let Some(byte) = waiting.pop_front() {
                while tx.write(byte) == Err(nb::Error::WouldBlock) {}
            }
            while tx.flush() == Err(nb::Error::WouldBlock) {}
        });
    }

    #[interrupt]
    fn USART3() {
        critical_section::with(|token| {
            let mut log = LOG.borrow_ref_mut(token);
            let Log { tx: Some(tx), waiting, .. } = &mut *log else { return };
            match waiting.pop_front() {
                Some(byte) => {
                    let _ = tx.write(byte);
                }
                None => tx.unlisten(),
            }
        });
    }

    #[defmt::global_logger]
    struct Logger;

    /// The critical section that a message is written in: held from acquire to release.
    static SECTION: Mutex<Cell<Option<RestoreState>>> = Mutex::new(Cell::new(None));

    fn with_log(act: impl FnOnce(&mut defmt::Encoder, &mut dyn FnMut(&[u8]))) {
        critical_section::with(|token| {
            let mut log = LOG.borrow_ref_mut(token);
            let Log { encoder, waiting, .. } = &mut *log;
            act(encoder, &mut |bytes| {
                for &byte in bytes {
                    let _ = waiting.push_back(byte);
                }
            });
        });
    }

    // SAFETY: acquire enters a critical section that release leaves, so no message is written while another is.
    unsafe impl defmt::Logger for Logger {
        fn acquire() {
            // SAFETY: released in `release`, which defmt calls once for each acquire.
            let restore = unsafe { critical_section::acquire() };
            critical_section::with(|token| SECTION.borrow(token).set(Some(restore)));
            with_log(|encoder, write| encoder.start_frame(write));
        }

        unsafe fn flush() {
            flush();
        }

        unsafe fn release() {
            with_log(|encoder, write| encoder.end_frame(write));
            let restore = critical_section::with(|token| {
                if let Some(tx) = &mut LOG.borrow_ref_mut(token).tx {
                    tx.listen();
                }
                SECTION.borrow(token).take()
            });
            if let Some(restore) = restore {
                // SAFETY: entered in `acquire`.
                unsafe { critical_section::release(restore) };
            }
        }

        unsafe fn write(bytes: &[u8]) {
            with_log(|encoder, write| encoder.write(bytes, write));
        }
    }
}

#[cfg(not(feature = "rtt"))]
pub(crate) use port::{flush, is_sent, start};
#[cfg(feature = "rtt")]
pub(crate) use rtt::{flush, is_sent, start};

defmt::timestamp!("{=u64:ms}", crate::machine::time::milliseconds());
