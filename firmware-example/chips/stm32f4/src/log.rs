//! The log: defmt on USART3 (TX is PB10), 115200 bits a second.

use core::cell::{Cell, RefCell};

use critical_section::{Mutex, RestoreState};
use heapless::Deque;
use stm32f4xx_hal::gpio::{Alternate, PB10};
use stm32f4xx_hal::pac::{NVIC, USART3, interrupt};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Rcc;
use stm32f4xx_hal::serial::{Config, Tx, TxISR, TxListen};

use plyscope_firmware_machine::link::BITS_PER_SECOND;

struct Log {
    tx: Option<Tx<USART3>>,
    /// The outgoing queue. Bytes that do not fit are lost; a decoder skips a message with a gap.
    waiting: Deque<u8, 512>,
    encoder: defmt::Encoder,
}

static LOG: Mutex<RefCell<Log>> = Mutex::new(RefCell::new(Log {
    tx: None,
    waiting: Deque::new(),
    encoder: defmt::Encoder::new(),
}));

/// Starts it.
pub fn start(usart: USART3, pin: PB10<Alternate<7>>, rcc: &mut Rcc) {
    let config = Config::default().baudrate(BITS_PER_SECOND.bps());
    let Ok(tx) = usart.tx(pin, config, rcc) else { plyscope_firmware_machine::fail() };
    with_log(|log| log.tx = Some(tx));
    // SAFETY: everything that the interrupt uses is initialised.
    unsafe { NVIC::unmask(stm32f4xx_hal::interrupt::USART3) };
}

/// Calls `act` with the log. Nothing here nests such calls; a nested one is skipped and does not panic, because panics
/// are logged.
fn with_log<R: Default>(act: impl FnOnce(&mut Log) -> R) -> R {
    critical_section::with(|token| match LOG.borrow(token).try_borrow_mut() {
        Ok(mut log) => act(&mut log),
        Err(_) => R::default(),
    })
}

pub(crate) fn is_sent() -> bool {
    with_log(|log| log.waiting.is_empty())
}

/// Sends the whole queue, without interrupts.
fn flush() {
    with_log(|log| {
        let Log { tx: Some(tx), waiting, .. } = log else { return };
        while let Some(byte) = waiting.pop_front() {
            while tx.write(byte) == Err(nb::Error::WouldBlock) {}
        }
        while tx.flush() == Err(nb::Error::WouldBlock) {}
    });
}

#[interrupt]
fn USART3() {
    with_log(|log| {
        let Log { tx: Some(tx), waiting, .. } = log else { return };
        if !tx.is_tx_empty() {
            return;
        }
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

/// The critical section around a message, from acquire to release.
static SECTION: Mutex<Cell<Option<RestoreState>>> = Mutex::new(Cell::new(None));

fn encode(act: impl FnOnce(&mut defmt::Encoder, &mut dyn FnMut(&[u8]))) {
    with_log(|Log { encoder, waiting, .. }| {
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
        encode(|encoder, write| encoder.start_frame(write));
    }

    unsafe fn flush() {
        flush();
    }

    unsafe fn release() {
        encode(|encoder, write| encoder.end_frame(write));
        with_log(|log| {
            if let Some(tx) = &mut log.tx {
                tx.listen();
            }
        });
        let restore = critical_section::with(|token| SECTION.borrow(token).take());
        if let Some(restore) = restore {
            // SAFETY: entered in `acquire`.
            unsafe { critical_section::release(restore) };
        }
    }

    unsafe fn write(bytes: &[u8]) {
        encode(|encoder, write| encoder.write(bytes, write));
    }
}
