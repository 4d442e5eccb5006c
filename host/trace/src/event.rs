//! The events of a trace, as `host/docs/trace.md` describes them.

use plyscope_core::{Counts, Stop};
use serde::Serialize;

use plyscope_players::engine::steps::{Told, Words};
use plyscope_players::engine::typed::TypedNode;
use plyscope_players::judged::BoundKind;

/// An event of a trace.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "host/docs/trace.md describes the fields")]
pub enum Event<'a> {
    /// The first line: what is traced.
    Trace {
        version: u32,
        program: &'a str,
        game: &'a str,
        title: &'a str,
        #[serde(skip_serializing_if = "str::is_empty")]
        note: &'a str,
        mover: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        tree: Option<&'a TypedNode>,
        searches: usize,
    },
    /// A search's events follow.
    Search {
        search: usize,
        name: &'a str,
        algorithm: &'a str,
        best_first: bool,
        options: serde_json::Value,
    },
    /// The last line of a search: its report.
    Ended {
        value: i32,
        bound: BoundKind,
        proven: bool,
        #[serde(rename = "move")]
        mv: Option<&'a str>,
        line: &'a [String],
        depth: u32,
        stop: Stop,
        counts: Counts,
        /// Whether some nodes were not told.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        incomplete: bool,
        #[serde(skip_serializing_if = "Words::is_empty")]
        words: Words,
    },
    /// A step of the search.
    #[serde(untagged)]
    Step(Told),
}
