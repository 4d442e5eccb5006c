//! A buzzer: what happened, without looking.

use embedded_hal::pwm::SetDutyCycle;

/// What is to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A move: one short tone.
    Move,
    /// Your turn: two.
    Turn,
    /// The end of a game: three long ones.
    End,
}

impl Sound {
    /// The number of tones, and the milliseconds of a tone and of the silence after it.
    const fn tones(self) -> (u8, u32) {
        match self {
            Self::Move => (1, 30),
            Self::Turn => (2, 60),
            Self::End => (3, 250),
        }
    }
}

/// A buzzer at an output with a pulse width, set to its frequency (some 2 to 4 kHz).
pub struct Buzzer<P> {
    pin: P,
    /// Tones and silences to come.
    left: u8,
    each: u32,
    /// Milliseconds at which the present one ends.
    until: u64,
}

impl<P: SetDutyCycle> Buzzer<P> {
    /// A silent buzzer.
    pub const fn new(pin: P) -> Self {
        Self { pin, left: 0, each: 0, until: 0 }
    }

    /// Begins a sound; `now` is in milliseconds.
    pub fn play(&mut self, sound: Sound, now: u64) {
        let (tones, each) = sound.tones();
        (self.left, self.each, self.until) = (2 * tones, each, now);
        self.turn(now);
    }

    /// Goes on with the sound. To be called every few milliseconds.
    pub fn turn(&mut self, now: u64) {
        if self.left == 0 || now < self.until {
            return;
        }
        self.left -= 1;
        self.until = now + u64::from(self.each);
        // Tones have odd numbers; the last one is a silence. A buzzer that fails is silent.
        let _ = if self.left % 2 == 1 {
            self.pin.set_duty_cycle_percent(50)
        } else {
            self.pin.set_duty_cycle_fully_off()
        };
    }
}
