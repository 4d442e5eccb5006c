//! The events of a trace, as `host/docs/trace.md` describes them. All values are for MAX.

use plyscope_core::search::estimate::Range;
use plyscope_core::{Bound, Counts, Stop, Window};
use serde::Serialize;

use super::typed::TypedNode;
use crate::judged::BoundKind;

/// Both ends of a window or range; infinite ones are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ends(pub Option<i32>, pub Option<i32>);

impl Ends {
    /// A range of the side to move, for MAX.
    pub(super) fn of_range(range: Range, mover_is_max: bool) -> Self {
        let Range { low, high } = if mover_is_max { range } else { range.negated() };
        Self(low.bounded(), high.bounded())
    }

    /// A window of the side to move, for MAX.
    pub(super) fn of_window(window: Window, mover_is_max: bool) -> Self {
        Self::of_range(Range::new(window.alpha, window.beta), mover_is_max)
    }
}

/// Why the rest of a node was skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "host/docs/trace.md describes the fields")]
pub enum Cut {
    /// The value is outside the window.
    Window { value: i32, window: Ends },
    /// The estimated range is outside the window.
    Estimate {
        #[serde(rename = "static")]
        static_value: i32,
        depth: u32,
        range: Ends,
        window: Ends,
        by_child: bool,
    },
    /// A shallow search says that a deep one would leave the window.
    Selective { value: i32, depth: u32, range: Ends, window: Ends },
    /// A table knows enough.
    Table { value: i32, bound: Bound, window: Ends },
}

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
    Began {
        depth: u32,
        window: Ends,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    PrincipalLeaf {
        ply: usize,
    },
    Expanded {
        ply: usize,
        children: u64,
    },
    Generated {
        ply: usize,
        #[serde(rename = "move")]
        mv: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
    },
    Descended {
        ply: usize,
        #[serde(rename = "move")]
        mv: &'a str,
        window: Ends,
    },
    Reduced {
        ply: usize,
        #[serde(rename = "move")]
        mv: &'a str,
        plies: u32,
    },
    Probing {
        ply: usize,
        depth: u32,
        window: Ends,
    },
    Probed {
        ply: usize,
        depth: u32,
        value: i32,
    },
    Estimated {
        ply: usize,
        range: Ends,
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<&'a str>,
    },
    Narrowed {
        ply: usize,
        window: Ends,
    },
    Learned {
        bounds: (i32, i32),
    },
    Pruned {
        ply: usize,
        #[serde(flatten)]
        cut: Cut,
    },
    BackedUp {
        ply: usize,
        #[serde(rename = "move")]
        mv: &'a str,
        value: i32,
    },
    Returned {
        ply: usize,
        value: i32,
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
        /// Whether some nodes were not told, because memory was full.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        incomplete: bool,
    },
}
