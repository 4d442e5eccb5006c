//! Values of options, as text and as data.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::time::Duration;

use plyscope_core::othello::strong::Part;
use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::{Expansion, Order};
use plyscope_tree::{
    BackUp, Completion, EndLeaf, FinalMove, Formulation, OnResolved, Selection, Transpositions,
    WhenFull,
};

use super::{Bounds, Data};

/// A value of an option.
pub trait Value: Sized + PartialEq {
    /// Accepted values: literal names, and placeholders in capitals.
    const FORMS: &'static [&'static str];

    /// Parses a value.
    ///
    /// # Errors
    /// The accepted values.
    fn read(text: &str) -> Result<Self, String>;

    /// The value as text that [`read`](Self::read) accepts.
    fn text(&self) -> String;

    /// The value as data: a number, a Boolean, or else text.
    fn data(&self) -> Data {
        Data::Text(self.text())
    }
}

/// The values of a switch.
pub(crate) const SWITCH: &[&str] = &["true", "false"];

impl Value for bool {
    const FORMS: &'static [&'static str] = SWITCH;

    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| say(Self::FORMS))
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn data(&self) -> Data {
        Data::Switch(*self)
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl Value for $type {
            const FORMS: &'static [&'static str] = &["NUMBER"];

            fn read(text: &str) -> Result<Self, String> {
                text.parse().map_err(|_| format!("write a whole number up to {}", Self::MAX))
            }

            fn text(&self) -> String {
                self.to_string()
            }

            fn data(&self) -> Data {
                Data::Whole((*self).into())
            }
        }
    )*};
}

whole_numbers!(u32, u64);

impl Value for f64 {
    const FORMS: &'static [&'static str] = &["NUMBER"];

    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| "write a number".to_owned())
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn data(&self) -> Data {
        Data::Number(*self)
    }
}

impl Value for String {
    const FORMS: &'static [&'static str] = &["TEXT"];

    fn read(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }

    fn text(&self) -> String {
        self.clone()
    }
}

/// Seconds: exact up to nine decimals; more decimals, or exponents, are rounded.
impl Value for Duration {
    const FORMS: &'static [&'static str] = &["SECONDS"];

    fn read(text: &str) -> Result<Self, String> {
        let exact = || {
            let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
            let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number(whole) || !is_number(decimals) || decimals.len() > 9 {
                return None;
            }
            Some(Self::new(whole.parse().ok()?, format!("{decimals:0<9}").parse().ok()?))
        };
        let rounded = || Self::try_from_secs_f64(text.parse().ok()?).ok();
        match exact().or_else(rounded) {
            Some(time) if !time.is_zero() => Ok(time),
            _ => Err("write a number of seconds above 0, such as 0.5".to_owned()),
        }
    }

    fn text(&self) -> String {
        // Nine decimals are exact here; floating-point numbers would not be.
        let text = format!("{}.{:09}", self.as_secs(), self.subsec_nanos());
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn data(&self) -> Data {
        Data::Number(self.as_secs_f64())
    }
}

impl Value for Bounds {
    const FORMS: &'static [&'static str] = &[
        "exact",
        "learned",
        "learned-separate",
        "likely",
        "LOWEST:HIGHEST",
        "gains:LOWEST:HIGHEST",
        "learned-gains:PERCENT",
        "spreads:LOWEST:HIGHEST/LOWEST:HIGHEST…",
    ];

    fn read(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// An optional value: without one, something else decides.
impl<T: Value> Value for Option<T> {
    const FORMS: &'static [&'static str] = T::FORMS;

    fn read(text: &str) -> Result<Self, String> {
        T::read(text).map(Some)
    }

    fn text(&self) -> String {
        self.as_ref().map(T::text).unwrap_or_default()
    }

    fn data(&self) -> Data {
        self.as_ref().map_or(Data::None, T::data)
    }
}

macro_rules! names {
    ($type:ty { $($name:literal = $value:path),* $(,)? }) => {
        impl Value for $type {
            const FORMS: &'static [&'static str] = &[$($name),*];

            fn read(text: &str) -> Result<Self, String> {
                match text {
                    $($name => Ok($value),)*
                    _ => Err(say(Self::FORMS)),
                }
            }

            fn text(&self) -> String {
                match self { $($value => $name),* }.to_owned()
            }
        }
    };
}

names!(Placement {
    "table1" = Placement::Table1,
    "literal" = Placement::Literal,
    "entry1" = Placement::Entry1,
    "per-child" = Placement::PerChild,
});

names!(Order {
    "none" = Order::None,
    "static" = Order::Static,
    "static-all" = Order::StaticAll,
});
names!(Expansion { "partial" = Expansion::Partial, "full" = Expansion::Full });
names!(Formulation { "fig3" = Formulation::Figure3, "text" = Formulation::Text });
names!(BackUp { "stable" = BackUp::Stable, "root" = BackUp::Root });
names!(Transpositions { "tree" = Transpositions::Tree, "table" = Transpositions::Table });
names!(Completion { "off" = Completion::Off, "on" = Completion::On });
names!(OnResolved { "stop" = OnResolved::Stop, "next" = OnResolved::Next });
names!(FinalMove { "best" = FinalMove::Best, "safe" = FinalMove::Safe });
names!(EndLeaf { "exact" = EndLeaf::Exact, "evaluation" = EndLeaf::Evaluation });
names!(Selection { "best" = Selection::Best, "descent" = Selection::Descent });
names!(WhenFull { "linear" = WhenFull::Linear, "prune" = WhenFull::Prune });

/// How a search with null windows finds the value at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Driver {
    /// One search in each depth's window, null windows inside it.
    Deepening,
    /// MTD(f): null windows at the root, too.
    Mtd,
    /// AB-SSS*: the same from above all values.
    Sss,
    /// AB-DUAL*: the same from below all values.
    Dual,
}

names!(Driver {
    "deepening" = Driver::Deepening,
    "mtd" = Driver::Mtd,
    "sss" = Driver::Sss,
    "dual" = Driver::Dual,
});

/// What the strong player does without.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Without {
    /// Nothing: it has all its parts.
    Nothing,
    /// Null windows in the middle game.
    NullWindows,
    /// The moves that the table knows, in the middle game.
    HashMove,
    /// Selective search.
    Selectivity,
    /// Selective searches to the end of the game.
    SelectiveEnd,
    /// The endgame solver.
    Solver,
}

impl Without {
    /// The part, if there is one.
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::Nothing => None,
            Self::NullWindows => Some(Part::NullWindows),
            Self::HashMove => Some(Part::KnownMoves),
            Self::Selectivity => Some(Part::Selectivity),
            Self::SelectiveEnd => Some(Part::SelectiveEnd),
            Self::Solver => Some(Part::Proof),
        }
    }
}

names!(Without {
    "nothing" = Without::Nothing,
    "null-windows" = Without::NullWindows,
    "hash-move" = Without::HashMove,
    "selectivity" = Without::Selectivity,
    "selective-end" = Without::SelectiveEnd,
    "solver" = Without::Solver,
});

/// What can be written, as the end of an error message.
#[must_use]
pub fn say(forms: &[&str]) -> String {
    match forms {
        [] => "leave it out".to_owned(),
        [only] => format!("write {only}"),
        [some @ .., last] => format!("write {} or {last}", some.join(", ")),
    }
}

/// A number of bytes: `512MiB`, `2GB`, `65536`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes(pub u64);

impl Value for Bytes {
    const FORMS: &'static [&'static str] = &["BYTES"];

    fn read(text: &str) -> Result<Self, String> {
        let usage = "write a number of bytes above 0, such as 512MiB or 2GB";
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let factor: u64 = match unit {
            "" | "B" => 1,
            "kB" => 1000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            _ => return Err(usage.to_owned()),
        };
        let number: u64 = number.parse().map_err(|_| usage)?;
        match number.checked_mul(factor) {
            Some(bytes) if bytes > 0 => Ok(Self(bytes)),
            _ => Err(usage.to_owned()),
        }
    }

    fn text(&self) -> String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
        let whole = units.iter().find(|(_, bytes)| self.0.is_multiple_of(*bytes));
        whole
            .map_or_else(|| self.0.to_string(), |(unit, bytes)| format!("{}{unit}", self.0 / bytes))
    }

    fn data(&self) -> Data {
        Data::Whole(self.0)
    }
}
