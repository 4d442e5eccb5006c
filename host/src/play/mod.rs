//! A game against an engine, between people, or between engines, as lines or on a full screen (`plyscope play`).

mod command;
mod engines;
mod execute;
pub(crate) mod keeper;
pub(crate) mod level;
mod loading;
mod look;
pub(crate) mod opened;
pub(crate) mod plain;
mod playing;
mod review;
pub(crate) mod screen;
mod session;
pub(crate) mod store;
mod taken_back;
pub(crate) mod trust;
mod valued;
mod who;
mod words;

pub(crate) use look::{Look, OwnGame};
pub(crate) use playing::Playing;
pub(crate) use session::Session;
pub(crate) use who::{Who, is_person, read_who};
