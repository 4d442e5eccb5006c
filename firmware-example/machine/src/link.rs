//! The player's link: a serial port at 115200 bits a second, 8 bits, no parity, one stop bit; or one on USB.
//!
//! The port's interrupt moves bytes between the port and two queues; the main loop holds their other ends.

use core::cell::{Cell, RefCell};

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;
use critical_section::Mutex;
use heapless::spsc::{Consumer, Producer, Queue};
use plyscope_firmware_player::{Output, ROOM};
use static_cell::ConstStaticCell;

/// The link's rate.
pub const BITS_PER_SECOND: u32 = 115_200;

/// Size of the incoming queue in bytes; one place stays free. It holds 44 ms at full rate, or 22 ms. The main loop takes at
/// most 2 ms, except for measurements of up to a quarter of a second at 16 MHz, which a host waits for.
type Incoming = Queue<u8, { if cfg!(feature = "small") { 256 } else { 512 } }>;
/// Size of the outgoing queue in bytes: more than the longest answer.
type Outgoing = Queue<u8, { if cfg!(feature = "small") { 1152 } else { 2048 } }>;

/// A serial port, as its interrupt uses it.
pub trait Port {
    /// Takes what has arrived.
    fn receive(&mut self) -> Received;

    /// Whether it takes a byte to send.
    fn is_free(&mut self) -> bool;

    /// Sends a byte; called only if it is free.
    fn send(&mut self, byte: u8);

    /// Whether nobody has listened yet, and it keeps what is said for whoever comes: the newest, as much as leaves room for more.
    fn is_unheard(&self) -> bool {
        false
    }

    /// Whether it is to interrupt when it is free.
    fn announce(&mut self, on: bool);
}

/// What a port has received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// A byte.
    Byte(u8),
    /// Bytes that came too fast or were garbled on the line.
    Lost,
    /// Nothing.
    None,
}

/// The interrupt's ends of the queues.
struct QueueEnds {
    incoming: Producer<'static, u8>,
    outgoing: Consumer<'static, u8>,
}

static ENDS: Mutex<RefCell<Option<QueueEnds>>> = Mutex::new(RefCell::new(None));

/// Set when bytes were lost. No byte is accepted until the main loop has read all earlier ones, so that it knows where the
/// gap is.
static LOST: Mutex<Cell<bool>> = Mutex::new(Cell::new(false));

/// The main loop's end of the incoming queue.
pub(crate) struct LinkInput(Consumer<'static, u8>);

impl LinkInput {
    /// The next byte, or the place where bytes were lost.
    pub(crate) fn next(&mut self) -> Received {
        if let Some(byte) = self.0.dequeue() {
            return Received::Byte(byte);
        }
        critical_section::with(|token| {
            // A byte may have arrived, and others been lost, since the check above.
            match self.0.dequeue() {
                Some(byte) => Received::Byte(byte),
                None if LOST.borrow(token).take() => Received::Lost,
                None => Received::None,
            }
        })
    }
}

/// The main loop's end of the outgoing queue.
pub(crate) struct LinkOutput<I> {
    queue: Producer<'static, u8>,
    port: I,
}

impl<I> LinkOutput<I> {
    /// Whether the port has taken every queued byte.
    pub(crate) fn is_sent(&self) -> bool {
        self.queue.is_empty()
    }
}

impl<I: InterruptNumber> Output for LinkOutput<I> {
    fn room(&self) -> usize {
        self.queue.capacity() - self.queue.len()
    }

    // Called from everywhere: inlined, it would be a third of the program.
    #[inline(never)]
    fn put(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            // The main loop has checked that there is room.
            let _ = self.queue.enqueue(byte);
        }
        // The interrupt takes the first byte, and after that whenever the port is free.
        NVIC::pend(self.port);
    }
}

/// Unmasks the port's interrupt.
pub(crate) fn start<I: InterruptNumber>(port: I) -> (LinkInput, LinkOutput<I>) {
    static INCOMING: ConstStaticCell<Incoming> = ConstStaticCell::new(Queue::new());
    static OUTGOING: ConstStaticCell<Outgoing> = ConstStaticCell::new(Queue::new());

    let (to_main, from_port) = INCOMING.take().split();
    let (to_port, from_main) = OUTGOING.take().split();
    let ends = QueueEnds { incoming: to_main, outgoing: from_main };
    critical_section::with(|token| ENDS.borrow(token).replace(Some(ends)));
    // SAFETY: everything that the interrupt uses is initialised, and no critical section relies on it being masked.
    unsafe { NVIC::unmask(port) };
    (LinkInput(from_port), LinkOutput { queue: to_port, port })
}

/// The link's interrupt: the board's handler calls it.
pub fn interrupt(port: &mut impl Port) {
    critical_section::with(|token| {
        let Ok(mut ends) = ENDS.borrow(token).try_borrow_mut() else { return };
        let Some(ends) = ends.as_mut() else { return };
        let lost = LOST.borrow(token);
        // A serial port has a byte at most; on USB they come in packets.
        loop {
            match port.receive() {
                Received::Byte(byte) if !lost.get() => {
                    if ends.incoming.enqueue(byte).is_err() {
                        lost.set(true);
                    }
                }
                Received::Byte(_) => {}
                Received::Lost => lost.set(true),
                Received::None => break,
            }
        }
        if port.is_unheard() {
            while ends.outgoing.capacity() - ends.outgoing.len() < ROOM {
                let _ = ends.outgoing.dequeue();
            }
        }
        // A chip's port takes one byte or two. An emulator's takes all, and some do not interrupt when it is free.
        while port.is_free() {
            let Some(byte) = ends.outgoing.dequeue() else { return port.announce(false) };
            port.send(byte);
        }
        port.announce(true);
    });
}
