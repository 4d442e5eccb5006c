//! Four keys, or touch sensors with the same output.

use embedded_hal::digital::InputPin;

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// To the move before.
    Back,
    /// To the next move.
    Next,
    /// Play it; while the player thinks: move at once.
    Play,
    /// Take the last move back.
    Undo,
}

/// So many polls in a row must agree: contacts bounce for some milliseconds.
const STEADY: u8 = 4;

/// A key's pin, and how long it has been in another state than the last steady one.
struct Contact<P> {
    pin: P,
    is_down: bool,
    changed: u8,
}

impl<P: InputPin> Contact<P> {
    const fn new(pin: P) -> Self {
        Self { pin, is_down: false, changed: 0 }
    }

    /// Whether it has just been pressed.
    fn poll(&mut self) -> bool {
        // A pin that cannot be read is not pressed.
        let is_low = self.pin.is_low().unwrap_or(false);
        if is_low == self.is_down {
            self.changed = 0;
            return false;
        }
        self.changed += 1;
        if self.changed < STEADY {
            return false;
        }
        self.changed = 0;
        self.is_down = is_low;
        is_low
    }
}

/// Four keys between pins and ground. Poll them every 5 ms or so.
pub struct Keys<A, B, C, D> {
    back: Contact<A>,
    next: Contact<B>,
    play: Contact<C>,
    undo: Contact<D>,
}

impl<A: InputPin, B: InputPin, C: InputPin, D: InputPin> Keys<A, B, C, D> {
    /// Keys at these pins, which are pulled up.
    pub const fn new(back: A, next: B, play: C, undo: D) -> Self {
        Self {
            back: Contact::new(back),
            next: Contact::new(next),
            play: Contact::new(play),
            undo: Contact::new(undo),
        }
    }

    /// The key that has just been pressed. Of several at once, one.
    pub fn poll(&mut self) -> Option<Key> {
        // Each is polled each time.
        let pressed = [
            (self.back.poll(), Key::Back),
            (self.next.poll(), Key::Next),
            (self.play.poll(), Key::Play),
            (self.undo.poll(), Key::Undo),
        ];
        pressed.into_iter().find_map(|(is_down, key)| is_down.then_some(key))
    }
}
