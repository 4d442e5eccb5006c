//! Traces as text: one line an event, indented by ply.

use std::io::{self, Write};

use plyscope_core::Value;

use super::event::Event;
use super::tracer::Sink;
use plyscope_players::engine::steps::{Cut, Ends, Step, Told};
use plyscope_players::engine::typed::TypedNode;

/// Writes one line an event.
#[derive(Debug)]
pub struct Text<W> {
    out: W,
    /// Whether MAX moves at the root.
    root_is_max: bool,
    /// The moves to the current node.
    path: Vec<String>,
    /// A typed tree, for its names.
    tree: Option<TypedNode>,
}

impl<W> Text<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, root_is_max: true, path: Vec::new(), tree: None }
    }

    /// The name of the node at `ply`, or of a child of it: the moves that lead there. Nodes of typed trees have the names that were
    /// typed.
    fn name(&self, ply: usize, mv: Option<&str>) -> String {
        let moves = || self.path.iter().take(ply).map(String::as_str).chain(mv);
        if moves().next().is_none() {
            return "the root".to_owned();
        }
        let typed = self.tree.as_ref().and_then(|root| {
            moves().try_fold(root, |node, mv| {
                node.children.get(mv.parse::<usize>().ok()?.checked_sub(1)?)
            })
        });
        match typed.and_then(|node| node.name.as_ref()) {
            Some(name) => plyscope_run::escape::terminal(name),
            None => moves().collect::<Vec<_>>().join("."),
        }
    }

    /// Why a node is cut, in words.
    fn reason(&self, ply: usize, cut: &Cut) -> String {
        let is_max = ply.is_multiple_of(2) == self.root_is_max;
        // The end of the window that a cut is about, for the side to move.
        let end = |ends: &Ends| if is_max { ends.1 } else { ends.0 };
        let (name, other) = if is_max { ("beta", "MIN") } else { ("alpha", "MAX") };
        let side = if is_max { "least" } else { "most" };
        match cut {
            Cut::Window { value, window } => {
                let Some(bound) = end(window) else {
                    return format!("its value is {}", text(*value));
                };
                let beyond = if is_max { *value >= bound } else { *value <= bound };
                match beyond {
                    true => format!(
                        "its value is at {side} {}, and {other} has {name} {} elsewhere",
                        text(*value),
                        text(bound)
                    ),
                    false => format!(
                        "its value {} is outside the window {}, off the principal variation",
                        text(*value),
                        range(*window)
                    ),
                }
            }
            Cut::Estimate { static_value, depth, range: of, window, by_child } => format!(
                "from {} static value {} its value {} plies on is within {}, outside the window {}",
                if *by_child { "a child's" } else { "the" },
                text(*static_value),
                depth,
                range(*of),
                range(*window)
            ),
            Cut::Selective { value, depth, range: of, window } => format!(
                "a search of {depth} plies found {}, so its value is likely within {}, outside the window {}",
                text(*value),
                range(*of),
                range(*window)
            ),
            Cut::Table { value, window, .. } => {
                format!("the table has {}, outside the window {}", text(*value), range(*window))
            }
        }
    }

    /// An event as a line; its ply, for the indent.
    pub(super) fn line(&mut self, event: &Event<'_>) -> (usize, String) {
        match event {
            Event::Step(Told { step, .. }) => self.step(step),
            Event::Trace { program, title, note, mover, tree, .. } => {
                self.root_is_max = *mover == "max";
                self.tree = tree.cloned();
                let note = if note.is_empty() { String::new() } else { format!("\n{note}") };
                (
                    0,
                    format!(
                        "{}, {} moves at the root ({program}){note}",
                        plyscope_run::escape::terminal(title),
                        mover.to_uppercase()
                    ),
                )
            }
            Event::Search { name, algorithm, .. } => {
                self.path.clear();
                let is_plain = name == algorithm;
                let algorithm = if is_plain { String::new() } else { format!(" ({algorithm})") };
                (0, format!("\nSearch {}{algorithm}", plyscope_run::escape::terminal(name)))
            }
            Event::Ended { value, bound, line, depth, counts, incomplete, .. } => {
                let moves = line.join(" ");
                let more = if *incomplete {
                    "\nSome nodes were searched that this trace does not tell: memory was full, or the endgame solver was near the end."
                } else {
                    ""
                };
                (
                    0,
                    format!(
                        "end: value {} ({}), line {}, depth {depth}; {} generated, {} expanded, {} cut by window, {} by estimate{more}",
                        text(*value),
                        bound.name(),
                        if moves.is_empty() { "none" } else { &moves },
                        counts.generated,
                        counts.expanded,
                        counts.pruned_by_window,
                        counts.pruned_by_estimate
                    ),
                )
            }
        }
    }

    /// A step as a line; its ply, for the indent.
    fn step(&mut self, step: &Step) -> (usize, String) {
        match step {
            Step::Began { depth, window, value } => {
                self.path.clear();
                let value =
                    value.map_or(String::new(), |value| format!(", static value {}", text(value)));
                (0, format!("begin: depth {depth}, window {}{value}", range(*window)))
            }
            Step::PrincipalLeaf { ply } => {
                (*ply, format!("principal leaf: {}", self.name(*ply, None)))
            }
            Step::Expanded { ply, children } => {
                (*ply, format!("expand {}: {children} children", self.name(*ply, None)))
            }
            Step::Generated { ply, mv, value } => {
                let value =
                    value.map_or(String::new(), |value| format!(", static value {}", text(value)));
                (ply + 1, format!("generate {}{value}", self.name(*ply, Some(mv))))
            }
            Step::Descended { ply, mv, window } => {
                self.path.truncate(*ply);
                self.path.push(mv.clone());
                (ply + 1, format!("go to {}, window {}", self.name(ply + 1, None), range(*window)))
            }
            Step::Reduced { ply, mv, plies } => (
                ply + 1,
                format!("{} is searched {plies} plies less deep", self.name(*ply, Some(mv))),
            ),
            Step::Probing { ply, depth, window } => {
                let name = self.name(*ply, None);
                (*ply, format!("look at {name} to depth {depth}, window {}", range(*window)))
            }
            Step::Probed { ply, depth, value } => {
                let name = self.name(*ply, None);
                (*ply, format!("{name} is {} at depth {depth}", text(*value)))
            }
            Step::Estimated { ply, range: of, mv } => {
                (*ply, format!("estimate {} within {}", self.name(*ply, mv.as_deref()), range(*of)))
            }
            Step::Narrowed { ply, window } => (
                *ply,
                format!(
                    "the estimate narrows the window of {} to {}",
                    self.name(*ply, None),
                    range(*window)
                ),
            ),
            Step::Learned { bounds: (lowest, highest) } => {
                (self.path.len(), format!("learn: edge costs from {lowest} to {highest}"))
            }
            Step::Weighed { ply, proof, disproof } => {
                let [proof, disproof] = [proof, disproof].map(needed);
                let name = self.name(*ply, None);
                (*ply, format!("{name}: to prove its goal {proof}, to disprove it {disproof}"))
            }
            Step::Pruned { ply, cut } => {
                (*ply, format!("cut {}: {}", self.name(*ply, None), self.reason(*ply, cut)))
            }
            Step::BackedUp { ply, mv, value } => {
                let (name, child) = (self.name(*ply, None), self.name(*ply, Some(mv)));
                (*ply, format!("{name} is now {}, by {child}", text(*value)))
            }
            Step::Returned { ply, value } => {
                let value = value.map_or(String::new(), |value| format!(" with {}", text(value)));
                let line = format!("leave {}{value}", self.name(*ply, None));
                self.path.truncate(ply.saturating_sub(1));
                (*ply, line)
            }
        }
    }
}

impl<W: Write> Sink for Text<W> {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let (ply, line) = self.line(event);
        writeln!(self.out, "{:indent$}{line}", "", indent = 2 * ply)
    }
}

/// How many positions must still be decided.
fn needed(count: &Option<u32>) -> String {
    count.map_or("impossible".to_owned(), |count| format!("{count} to decide"))
}

/// A value; of a finished game, who wins, and by how much if the search distinguishes that.
fn text(value: i32) -> String {
    Value::new(value).judgement().to_string()
}

/// A window or range.
fn range(Ends(low, high): Ends) -> String {
    let low = low.map_or("-inf".to_owned(), text);
    format!("{low} to {}", high.map_or("inf".to_owned(), text))
}
