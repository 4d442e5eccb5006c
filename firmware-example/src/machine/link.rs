//! The player's link: USART2, 115200 bits a second, 8 bits, no parity, one stop bit. TX is PA2, RX is PA3.
//!
//! Its interrupt moves bytes between the port and two queues; the main loop holds their other ends.

use core::cell::{Cell, RefCell};

use critical_section::Mutex;
use heapless::spsc::{Consumer, Producer, Queue};
use plyscope_firmware::Output;
use static_cell::ConstStaticCell;
use stm32f4xx_hal::gpio::{Alternate, PA2, PA3};
use stm32f4xx_hal::pac::{NVIC, USART2, interrupt};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Rcc;
use stm32f4xx_hal::serial::{Config, Rx, RxListen, Serial, Tx, TxListen};

pub(crate) const BITS_PER_SECOND: u32 = 115_200;

/// Size of the incoming queue in bytes; one place stays free. It holds 44 ms at full rate. The main loop takes at most 2
/// ms, except for measurements of up to a quarter of a second at 16 MHz, which a host waits for.
type Incoming = Queue<u8, 512>;
/// Size of the outgoing queue in bytes.
type Outgoing = Queue<u8, 2048>;

/// The interrupt's ends of the queues.
struct Port {
    rx: Rx<USART2>,
    tx: Tx<USART2>,
    incoming: Producer<'static, u8>,
    outgoing: Consumer<'static, u8>,
}

static PORT: Mutex<RefCell<Option<Port>>> = Mutex::new(RefCell::new(None));

/// Set when bytes were lost. No byte is accepted until the main loop has read all earlier ones, so that it knows where the
/// gap is.
static LOST: Mutex<Cell<bool>> = Mutex::new(Cell::new(false));

/// An event on the link.
pub(crate) enum Input {
    /// A byte.
    Byte(u8),
    /// Bytes were lost here: they came too fast or were garbled on the line.
    Lost,
    /// Nothing.
    None,
}

/// The main loop's end of the incoming queue.
pub(crate) struct LinkInput(Consumer<'static, u8>);

impl LinkInput {
    pub(crate) fn next(&mut self) -> Input {
        if let Some(byte) = self.0.dequeue() {
            return Input::Byte(byte);
        }
        critical_section::with(|token| {
            // A byte may have arrived, and others been lost, since the check above.
            match self.0.dequeue() {
                Some(byte) => Input::Byte(byte),
                None if LOST.borrow(token).take() => Input::Lost,
                None => Input::None,
            }
        })
    }
}

/// The main loop's end of the outgoing queue.
pub(crate) struct LinkOutput(Producer<'static, u8>);

impl LinkOutput {
    /// Whether the port has taken every queued byte.
    pub(crate) fn is_sent(&self) -> bool {
        self.0.is_empty()
    }
}

impl Output for LinkOutput {
    fn room(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    // Called from everywhere: inlined, it would be a third of the program.
    #[inline(never)]
    fn put(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            // The main loop has checked that there is room.
            let _ = self.0.enqueue(byte);
        }
        critical_section::with(|token| {
            if let Ok(mut port) = PORT.borrow(token).try_borrow_mut()
                && let Some(port) = port.as_mut()
            {
                port.tx.listen();
            }
        });
    }
}

pub(crate) fn start(
    usart: USART2,
    (tx, rx): (PA2<Alternate<7>>, PA3<Alternate<7>>),
    rcc: &mut Rcc,
) -> (LinkInput, LinkOutput) {
    static INCOMING: ConstStaticCell<Incoming> = ConstStaticCell::new(Queue::new());
    static OUTGOING: ConstStaticCell<Outgoing> = ConstStaticCell::new(Queue::new());

    let config = Config::default().baudrate(BITS_PER_SECOND.bps());
    // This rate is possible with each of the clocks.
    let Ok(serial) = Serial::new(usart, (tx, rx), config, rcc) else { super::failure::fail() };
    let (tx, mut rx) = serial.split();
    rx.listen();
    let (to_main, from_port) = INCOMING.take().split();
    let (to_port, from_main) = OUTGOING.take().split();
    let port = Port { rx, tx, incoming: to_main, outgoing: from_main };
    critical_section::with(|token| PORT.borrow(token).replace(Some(port)));
    // SAFETY: everything that the interrupt uses is initialised, and no critical section relies on it being masked.
    unsafe { NVIC::unmask(stm32f4xx_hal::interrupt::USART2) };
    (LinkInput(from_port), LinkOutput(to_port))
}

#[interrupt]
fn USART2() {
    critical_section::with(|token| {
        let Ok(mut port) = PORT.borrow(token).try_borrow_mut() else { return };
        let Some(port) = port.as_mut() else { return };
        let lost = LOST.borrow(token);
        match port.rx.read() {
            Ok(byte) if !lost.get() => {
                if port.incoming.enqueue(byte).is_err() {
                    lost.set(true);
                }
            }
            Ok(_) | Err(nb::Error::WouldBlock) => {}
            // Overrun, framing error or noise; reading the flags and the data has cleared it.
            Err(nb::Error::Other(_)) => lost.set(true),
        }
        if port.tx.is_tx_empty() {
            match port.outgoing.dequeue() {
                Some(byte) => {
                    let _ = port.tx.write(byte);
                }
                None => port.tx.unlisten(),
            }
        }
    });
}
