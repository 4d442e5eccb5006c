//! Display, keys and buzzer together: a board's front.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_hal::digital::InputPin;
use embedded_hal::pwm::SetDutyCycle;
use plyscope_core::othello::Move;
use plyscope_firmware_player::View;

use crate::{Buzzer, Desk, Keys, Line, Sound, draw};

/// Milliseconds between two polls of the keys.
const POLL: u64 = 5;

/// A display that shows what was drawn when told to.
pub trait Screen: DrawTarget<Color = BinaryColor> {
    /// Shows it. A display that fails stays as it is.
    fn show(&mut self);
}

/// A board's front.
pub struct Front<S, A, B, C, D, P> {
    screen: S,
    keys: Keys<A, B, C, D>,
    buzzer: Buzzer<P>,
    desk: Desk,
    shown: Option<(View, Option<Move>)>,
    due: u64,
}

impl<S: Screen, A: InputPin, B: InputPin, C: InputPin, D: InputPin, P: SetDutyCycle>
    Front<S, A, B, C, D, P>
{
    /// A front, dark and silent so far.
    pub fn new(screen: S, keys: Keys<A, B, C, D>, buzzer: Buzzer<P>) -> Self {
        Self { screen, keys, buzzer, desk: Desk::default(), shown: None, due: 0 }
    }

    /// To be called all the time, with the milliseconds since the start: polls the keys, and draws and sounds what is new.
    /// Returns what the keys type.
    pub fn poll(&mut self, view: &View, now: u64) -> Line {
        if now < self.due {
            return Line::new();
        }
        self.due = now + POLL;
        self.buzzer.turn(now);
        let line = self.keys.poll().map(|key| self.desk.press(key, view)).unwrap_or_default();
        let picture = (*view, self.desk.cursor(view));
        if self.shown != Some(picture) {
            if let Some((before, _)) = self.shown {
                self.sound(&before, view, now);
            }
            self.shown = Some(picture);
            // A display that fails stays as it is.
            let _ = draw(view, picture.1, &mut self.screen);
            self.screen.show();
        }
        line
    }

    fn sound(&mut self, before: &View, view: &View, now: u64) {
        if view.is_over && !before.is_over {
            self.buzzer.play(Sound::End, now);
        } else if view.last.is_some() && view.last != before.last {
            let is_reply = view.side == Some(view.mover);
            self.buzzer.play(if is_reply { Sound::Turn } else { Sound::Move }, now);
        }
    }

    /// The screen.
    pub fn screen(&self) -> &S {
        &self.screen
    }
}
