//! Fuzz targets: functions of any bytes that panic if something is wrong, for `tests/fuzz` and for the test that runs its corpora.
//!
//! Two sorts: parsers, whose round trips must hold for whatever they accept, and searches, which must find what naive ones find on
//! small problems that the bytes describe.

mod books;
mod bytes;
mod device;
mod endgames;
mod engines;
mod explorer;
mod game_files;
mod positions;
mod protocols;
mod records;
mod searches;
mod trees;
mod weights;
mod wire;

use std::panic::resume_unwind;
use std::thread;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: of its program in `tests/fuzz`, of the folder of its corpus, and of its dictionary if it has one.
    pub name: &'static str,
    /// Checks these bytes.
    pub run: fn(&[u8]),
}

/// Declares the targets, as functions and as a list.
macro_rules! targets {
    ($($(#[$doc:meta])* $name:ident = $body:path),* $(,)?) => {
        $($(#[$doc])* pub fn $name(data: &[u8]) {
            $body(data);
        })*

        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $name }),*];
    };
}

targets! {
    /// Positions and lines of moves of all games, and the rules of Othello on the positions.
    positions = positions::check,
    /// Games in GGF, and their conversions.
    ggf = game_files::ggf,
    /// WTHOR databases and files of names, and their conversions.
    wthor = game_files::wthor,
    /// Transcripts, XOT openings and OBF positions, and their conversions.
    lines = game_files::lines,
    /// Engines, entrants, openings, and the other texts of tournaments.
    engines = engines::check,
    /// Run directories: manifests, rows, and damage to them.
    records = records::check,
    /// Files of weights and of cuts, and evaluations by them.
    weights = weights::check,
    /// Opening books.
    books = books::check,
    /// Frames and messages of devices.
    wire = wire::check,
    /// What a person or a program may send to a device, at any moment.
    device = device::check,
    /// Sessions of GTP.
    gtp = protocols::gtp,
    /// Sessions of NBoard's protocol.
    nboard = protocols::nboard,
    /// Trees typed for `plyscope trace`.
    typed_trees = trees::typed,
    /// Searches of core on small trees.
    core_searches = searches::core,
    /// Engines of all algorithms on small trees.
    tree_searches = trees::searched,
    /// The solver and engines at the end of games of Othello.
    endgames = endgames::check,
    /// The explorer's module, and the desktop's searches by the same words.
    explorer = explorer::check,
}

/// Runs this with a stack for searches, whose storages pass over it.
fn with_room(body: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(64 << 20);
        let thread = builder.spawn_scoped(scope, body).expect("a thread");
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    });
}
