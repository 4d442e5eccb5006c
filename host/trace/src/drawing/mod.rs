//! A search at one of its steps as a drawing of the tree, for papers and slides.

mod replay;
mod shape;

use std::collections::HashMap;
use std::io;

use plyscope_core::Value;
use plyscope_players::engine::steps::{Cut, Ends, Told};
use plyscope_report::{Edge, Tree, TreeNode};

use super::event::Event;
use super::text::Text;
use super::tracer::Sink;
use replay::{Happened, Replay, State};
use shape::Shape;

/// A tree of at most so many nodes is drawn whole; of a larger one, what is around the node of the step.
const MOST_DRAWN: usize = 260;
/// Siblings that are drawn on the current path of a larger tree, and elsewhere.
const MOST_SIBLINGS: usize = 9;
const MOST_CHILDREN: usize = 5;

/// Most steps that are recorded.
pub const MOST_STEPS: usize = 100_000;

/// Records the searches of a trace, to draw them.
#[derive(Debug)]
pub struct Recording {
    title: String,
    note: String,
    shape: Shape,
    searches: Vec<Recorded>,
    text: Text<io::Sink>,
    steps: usize,
}

/// A recorded search.
#[derive(Debug)]
pub struct Recorded {
    /// The engine's name.
    pub name: String,
    algorithm: String,
    best_first: bool,
    happened: Vec<Happened>,
    /// Each step in words.
    words: Vec<String>,
}

impl Recorded {
    /// The number of steps.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.happened.len()
    }
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            title: String::new(),
            note: String::new(),
            shape: Shape::default(),
            searches: Vec::new(),
            text: Text::new(io::sink()),
            steps: 0,
        }
    }
}

impl Sink for Recording {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            // It can be told that it was too long.
            self.searches.clear();
            return Ok(());
        }
        let (_, words) = self.text.line(event);
        self.shape.take(event);
        let happened = match event {
            Event::Trace { title, note, .. } => {
                self.title = (*title).to_owned();
                self.note = (*note).to_owned();
                return Ok(());
            }
            Event::Search { name, algorithm, best_first, .. } => {
                self.searches.push(Recorded {
                    name: (*name).to_owned(),
                    algorithm: (*algorithm).to_owned(),
                    best_first: *best_first,
                    happened: Vec::new(),
                    words: Vec::new(),
                });
                return Ok(());
            }
            Event::Step(Told { step, .. }) => Happened::Step(step.clone()),
            Event::Ended { value, .. } => Happened::Ended(*value),
        };
        if let Some(search) = self.searches.last_mut() {
            search.happened.push(happened);
            search.words.push(words);
        }
        Ok(())
    }
}

impl Recording {
    /// The searches, in their order; `None` if there were more than [`MOST_STEPS`] steps.
    #[must_use]
    pub fn searches(&self) -> Option<&[Recorded]> {
        (self.steps <= MOST_STEPS).then_some(&self.searches)
    }

    /// Draws a search at these steps, which are in order: after so many events, 0 before the first.
    pub fn trees<'r>(
        &'r self,
        search: &'r Recorded,
        steps: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = Tree> {
        let mut replay = Replay::new(&self.shape, search);
        steps.into_iter().map(move |step| {
            replay.go_to(step);
            self.tree(&replay)
        })
    }

    fn tree(&self, replay: &Replay<'_>) -> Tree {
        let search = replay.search;
        let (step, steps) = (replay.step, search.steps());
        let what = match step {
            0 => format!("{}, before the first of {steps} steps", search.name),
            _ => {
                let words = search.words[step - 1].lines().next().unwrap_or_default();
                format!("{}, step {step} of {steps}: {words}", search.name)
            }
        };
        let line = if replay.has_ended { replay.line() } else { replay.path.clone() };
        let shown = Shown { children: visible(replay), replay, line };
        let blue = if replay.has_ended { "best line" } else { "path of the search" };
        let ring = if step > 0 { "ring: this step; " } else { "" };
        let legend = format!(
            "squares: MAX moves; circles: MIN; {ring}blue: {blue}; crossed out: cut; faint: not met; α β: window; ≈: estimate"
        );
        let mut notes = vec![what];
        if !self.note.is_empty() && step == 0 {
            notes.push(self.note.clone());
        }
        notes.push(legend);
        Tree { name: "trace".to_owned(), title: self.title.clone(), root: shown.node(0), notes }
    }
}

/// What is drawn of a replay.
struct Shown<'r> {
    replay: &'r Replay<'r>,
    /// The drawn children of each node.
    children: HashMap<usize, Vec<usize>>,
    /// The nodes that are highlighted.
    line: Vec<usize>,
}

impl Shown<'_> {
    fn node(&self, number: usize) -> TreeNode {
        let Self { replay, children, line } = self;
        let (node, state) = (&replay.shape.nodes[number], &replay.states[number]);
        let is_now = number == 0 || state.epoch > 0 && state.epoch == replay.epoch;
        let drawn = children.get(&number).map_or(&[][..], Vec::as_slice);
        let mut notes = self.notes(number, state);
        let hidden = node.children.len() - drawn.len();
        if hidden > 0 {
            notes.push(format!("+{hidden}"));
        }
        let edge = |&child: &usize| {
            let to = &replay.shape.nodes[child];
            let label = to.name.as_ref().unwrap_or(&to.mv);
            Edge { label: label.chars().take(10).collect(), to: self.node(child) }
        };
        TreeNode {
            label: self.label(number, state),
            note: notes.join("\n"),
            max: replay.shape.is_max(number),
            highlighted: line.contains(&number) && (replay.step > 0),
            pruned: state.is_skipped,
            faint: !is_now && !state.is_skipped,
            current: replay.step > 0 && replay.node == number,
            children: drawn.iter().map(edge).collect(),
        }
    }

    /// The value; of a node that was cut, as a bound.
    fn label(&self, number: usize, state: &State) -> String {
        let replay = self.replay;
        let node = &replay.shape.nodes[number];
        if state.epoch == 0 && number != 0 {
            let typed = node.typed.filter(|_| node.children.is_empty());
            return typed.map_or_else(String::new, brief);
        }
        let Some(value) = state.value else { return String::new() };
        let is_whole =
            matches!(state.cut, Some(Cut::Window { .. })) && replay.left(number) == Some(0);
        let is_bound = state.cut.is_some() && !replay.search.best_first && state.is_backed_up;
        let sign = match is_bound && !is_whole {
            false => "",
            true if replay.shape.is_max(number) => "≥",
            true => "≤",
        };
        format!("{sign}{}", brief(value))
    }

    /// What is said under a node.
    fn notes(&self, number: usize, state: &State) -> Vec<String> {
        let replay = self.replay;
        let mut notes = Vec::new();
        if replay.leaf == Some(number) {
            notes.push("★ leaf".to_owned());
        }
        if state.epoch == 0 {
            return notes;
        }
        if state.epoch == replay.epoch || number == 0 {
            if let Some(Ends(alpha, beta)) = state.window {
                let [alpha, beta] =
                    [alpha.map_or("−∞".to_owned(), brief), beta.map_or("∞".to_owned(), brief)];
                notes.push(format!("α {alpha} β {beta}"));
            }
            if let Some(weight) = state.weight {
                let [proof, disproof] =
                    weight.map(|count| count.map_or("∞".to_owned(), |count| count.to_string()));
                notes.push(format!("{proof} : {disproof}"));
            }
            if let Some(Ends(low, high)) = state.range
                && (low, high) != (None, None)
            {
                let [low, high] =
                    [low.map_or("−∞".to_owned(), brief), high.map_or("∞".to_owned(), brief)];
                notes.push(format!("≈ {low} to {high}"));
            }
        }
        let reason = match state.cut {
            Some(Cut::Window { .. }) if replay.search.best_first => None,
            Some(Cut::Window { .. }) => Some("window"),
            Some(Cut::Estimate { .. }) => Some("estimate"),
            Some(Cut::Selective { .. }) => Some("selective"),
            Some(Cut::Table { .. }) => Some("table"),
            None => None,
        };
        if let Some(reason) = reason {
            let known = replay.shape.nodes[number].children.len() as u64;
            let unknown = match state.count {
                Some(count) if !replay.shape.is_typed => count.saturating_sub(known),
                _ => 0,
            };
            let more = if unknown > 0 { format!(": {unknown}") } else { String::new() };
            notes.push(format!("cut, {reason}{more}"));
        }
        if state.times > 1 {
            notes.push(format!("×{}", state.times));
        }
        notes
    }
}

/// A value in few characters; of a finished game, who wins.
fn brief(value: i32) -> String {
    let words = Value::new(value).judgement().to_string();
    words.replace("won by ", "W+").replace("lost by ", "L−").replace('-', "−")
}

/// The drawn children of each node: all, or in a large tree those around the node of the step.
fn visible(replay: &Replay<'_>) -> HashMap<usize, Vec<usize>> {
    let nodes = &replay.shape.nodes;
    if nodes.len() <= MOST_DRAWN {
        return nodes.iter().map(|node| node.children.clone()).enumerate().collect();
    }
    let mut path: Vec<usize> =
        std::iter::successors(Some(replay.node), |&node| nodes[node].parent).collect();
    path.reverse();
    let mut shown = HashMap::new();
    let mut count = 1;
    for (place, &node) in path.iter().enumerate() {
        let children = around(&nodes[node].children, path.get(place + 1), MOST_SIBLINGS);
        count += children.len();
        shown.insert(node, children);
    }
    // Below the node and its parent, level by level, as much as there is room for.
    let mut queue: std::collections::VecDeque<usize> = path.iter().rev().take(2).copied().collect();
    while let Some(node) = queue.pop_front()
        && count < MOST_DRAWN / 2
    {
        let children = shown.entry(node).or_insert_with(|| {
            let children = around(&nodes[node].children, None, MOST_CHILDREN);
            count += children.len();
            children
        });
        queue.extend(children.iter().copied());
    }
    shown
}

/// The children that are drawn: all, or those around `kept`.
fn around(children: &[usize], kept: Option<&usize>, most: usize) -> Vec<usize> {
    if children.len() <= most {
        return children.to_vec();
    }
    let place = kept.and_then(|kept| children.iter().position(|child| child == kept)).unwrap_or(0);
    let first = place.saturating_sub(most / 2).min(children.len() - most);
    children[first..first + most].to_vec()
}
