//! Korf & Chickering 1996, Figs. 1 and 2: best-first minimax on a small tree, with the tree in memory and recursively.

use std::collections::BTreeMap;

use plyscope_core::{Expansion, Limits, Progress, Rbfms, Request, Search as _, storage};
use plyscope_players::engine::Value as _;
use plyscope_players::game::listed::{ListTree, Listed};
use plyscope_report::{Claim, Edge, Estimate, Figure, Summary, Tree, TreeNode};
use plyscope_run::interrupt;
use plyscope_tree::BestFirst;
use serde::{Deserialize, Serialize};

use crate::kit::steps::{Step, Steps};
use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Korf & Chickering 1996, sections 2 and 3, Figs. 1 and 2";
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The searches, in the order of the tasks.
const FIGURES: [&str; 2] = ["1", "2"];

pub(super) struct Figures1And2;

crate::settings! {
    pub(super) struct Settings {
        /// partial: children one at a time, with an early return; or full
        expansion: String,
    }
}

/// A search's steps.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    figure: String,
    steps: Vec<Step>,
}

/// The paper's tree. The root's own static value is not drawn; it plays no part.
fn example() -> Listed {
    let (leaf, node) = (Listed::leaf, Listed::node);
    node(
        0,
        vec![
            node(4, vec![leaf(8), leaf(1)]),
            node(6, vec![leaf(5), node(2, vec![leaf(3), leaf(7)])]),
        ],
    )
}

impl Study for Figures1And2 {
    type Settings = Settings;
    type Task = usize;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "korf-figs-1-2",
            title: "Best-first minimax and its recursive version on the paper's small tree, step by step",
            source: SOURCE,
            what: "Replays the example of sections 2 and 3: best-first minimax with the tree in memory (Fig. 1, A to \
                D) and recursive best-first minimax in linear space (Fig. 2, A to H), drawn from the searches' own \
                reports. Squares are MAX nodes, circles MIN nodes; the principal variation is thick.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, _: Scale) -> Settings {
        Settings { expansion: "partial".to_owned() }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        Expansion::read(&settings.expansion).map(|_| ())
    }

    fn tasks(&self, _: &Settings, _: &[Row]) -> Result<Vec<usize>, ExperimentError> {
        Ok(vec![0, 1])
    }

    fn run(&self, settings: &Settings, task: &usize) -> Result<Vec<Row>, ExperimentError> {
        let expansion = Expansion::read(&settings.expansion).unwrap_or(Expansion::Partial);
        let tree = ListTree::new(&example());
        let mut steps = Steps::default();
        let limits = Limits::depth(4);
        if *task == 0 {
            let mut search = BestFirst::new(tree.clone(), tree.clone(), expansion, 64);
            let root = tree.root();
            let request = Request::new(&root).limits(limits);
            interrupt::search_observed(&mut search, &request, &mut steps)?;
        } else {
            let mut search = Rbfms::new(&tree, &tree, expansion, storage!(4, 8));
            search.start(&Request::new(&tree.root()).limits(limits));
            while search.step_with(u64::MAX, &mut steps)? != Progress::Done {}
        }
        Ok(vec![Row { figure: FIGURES[*task].to_owned(), steps: steps.steps }])
    }

    fn summarise(&self, _: &Settings, rows: &[Row]) -> Summary {
        let mut summary = Summary::default();
        for row in rows {
            let frees = row.figure == FIGURES[1];
            let pictures = pictures(&row.steps, frees);
            for (letter, picture) in ('a'..='z').zip(&pictures) {
                summary.figures.push(picture.draw(&row.figure, letter));
            }
            summary.claims.extend(if frees {
                claims_on_figure_2(&row.steps, &pictures)
            } else {
                claims_on_figure_1(&pictures)
            });
        }
        summary
    }
}

/// The tree in memory at one time, as in a figure of the paper.
#[derive(Clone, Default)]
struct Picture {
    /// Values by path: static, or backed up.
    values: BTreeMap<Vec<usize>, i32>,
    /// Bounds of the nodes on the search path.
    bounds: BTreeMap<Vec<usize>, (Option<i32>, Option<i32>)>,
    /// What happened since the last picture.
    story: Vec<String>,
    /// The number of steps so far.
    steps: usize,
}

/// Names a path: `right`, `right, left`.
fn spoken(path: &[usize]) -> String {
    let side = |&number: &usize| if number == LEFT { "left" } else { "right" };
    let sides: Vec<&str> = path.iter().map(side).collect();
    format!("root > {}", sides.join(" > "))
}

/// Cuts the steps into the paper's pictures: one after each expansion, and one after each return if the search `frees`
/// memory. A node entered next belongs to the picture.
fn pictures(steps: &[Step], frees: bool) -> Vec<Picture> {
    let mut all = Vec::new();
    let mut now = Picture::default();
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Generated { path, value } => {
                now.values.insert(path.clone(), *value);
                now.story.push(format!("{}: generated, {value}", spoken(path)));
            }
            Step::Entered { .. } if !frees => {}
            Step::Entered { path, alpha, beta } => {
                now.bounds.insert(path.clone(), (*alpha, *beta));
                now.story.push(format!("{}: to be expanded{}", spoken(path), words(*alpha, *beta)));
            }
            Step::Left { path, value } => {
                if frees {
                    now.values.retain(|other, _| !(other.starts_with(path) && other != path));
                    now.story
                        .push(format!("{}: left with {value}, its subtree freed", spoken(path)));
                }
                now.bounds.retain(|other, _| !other.starts_with(path));
                now.values.insert(path.clone(), *value);
            }
        }
        now.steps = number + 1;
        let next = steps.get(number + 1);
        let generating =
            matches!(step, Step::Generated { .. }) && !matches!(next, Some(Step::Generated { .. }));
        let ends = if frees {
            let enters = matches!(next, Some(Step::Entered { .. }));
            !enters && (generating || !matches!(step, Step::Generated { .. }))
        } else {
            generating
        };
        if ends {
            all.push(now.clone());
            now.story.clear();
        }
    }
    all
}

fn words(alpha: Option<i32>, beta: Option<i32>) -> String {
    let mut words = String::new();
    for (name, bound) in [("alpha", alpha), ("beta", beta)] {
        if let Some(bound) = bound {
            words += &format!(", {name} {bound}");
        }
    }
    words
}

impl Picture {
    fn children(&self, path: &[usize]) -> Vec<Vec<usize>> {
        let below = |other: &&Vec<usize>| other.len() == path.len() + 1 && other.starts_with(path);
        self.values.keys().filter(below).cloned().collect()
    }

    /// The minimax value of the tree in memory, and its principal variation.
    fn minimax(&self, path: &[usize]) -> (i32, Vec<usize>) {
        let max = path.len().is_multiple_of(2);
        let children = self.children(path).into_iter().map(|child| self.minimax(&child));
        let own = || (self.values.get(path).copied().unwrap_or(0), path.to_vec());
        // Ties go to the first.
        children
            .reduce(|best, other| {
                let better = if max { other.0 > best.0 } else { other.0 < best.0 };
                if better { other } else { best }
            })
            .unwrap_or_else(own)
    }

    fn node(&self, path: &[usize], principal: &[usize]) -> TreeNode {
        let (alpha, beta) = self.bounds.get(path).copied().unwrap_or_default();
        let bound = |name: &str, bound: Option<i32>| bound.map(|bound| format!("{name} = {bound}"));
        let bounds: Vec<String> =
            [bound("α", alpha), bound("β", beta)].into_iter().flatten().collect();
        let children = self
            .children(path)
            .into_iter()
            .map(|child| Edge { label: String::new(), to: self.node(&child, principal) });
        TreeNode {
            label: self.minimax(path).0.to_string(),
            note: bounds.join("\n"),
            max: path.len().is_multiple_of(2),
            highlighted: principal.starts_with(path),
            children: children.collect(),
            ..TreeNode::default()
        }
    }

    fn draw(&self, figure: &str, letter: char) -> Figure {
        let (_, principal) = self.minimax(&[]);
        let letters = letter.to_ascii_uppercase();
        let recursive = figure == FIGURES[1];
        let search = if recursive { "recursive best-first minimax" } else { "best-first minimax" };
        Figure::Tree(Tree {
            name: format!("korf-fig-{figure}{letter}"),
            title: format!("Fig. {figure}{letters}: {search}"),
            root: self.node(&[], &principal),
            notes: self.story.clone(),
        })
    }
}

fn claims_on_figure_1(pictures: &[Picture]) -> Vec<Claim> {
    let of = |statement: String| Claim::of(SOURCE, statement, "", 0);
    let mut claims = Vec::new();
    for (letter, picture, value) in [("A", 0, 6), ("B", 1, 4), ("C", 2, 2)] {
        let ours =
            pictures.get(picture).map(|picture| Estimate::exact(picture.minimax(&[]).0.into()));
        let claim = of(format!("Fig. 1{letter}: value of the root"));
        let claim = claim.point_of("root", "Fig. 1: values of the root of its three trees");
        claims.push(claim.equals(value.into(), 0.0, ours));
    }
    let leaves: [(&str, &[usize]); 3] =
        [("A: right", &[RIGHT]), ("B: left", &[LEFT]), ("C: rightmost", &[RIGHT, RIGHT])];
    let principal = pictures.iter().zip(leaves);
    claims.push(of("Fig. 1: the principal leaf, which is expanded next".to_owned()).in_all(
        "right, left, rightmost",
        principal.map(|(picture, (name, leaf))| (name, picture.minimax(&[]).1 == leaf)),
    ));
    let nodes: Vec<usize> = pictures.iter().map(|picture| picture.values.len()).collect();
    claims.push(of("Fig. 1: each picture has two more nodes in memory".to_owned()).in_all(
        "2, 4, 6, 8",
        (nodes.len() >= 4).then(|| (format!("{nodes:?}"), nodes.starts_with(&[2, 4, 6, 8]))),
    ));
    claims
}

/// Fig. 2 as section 3 tells it.
fn told() -> Vec<Step> {
    let generated = |path: &[usize], value| Step::Generated { path: path.to_vec(), value };
    let entered = |path: &[usize], alpha, beta| Step::Entered { path: path.to_vec(), alpha, beta };
    let left = |path: &[usize], value| Step::Left { path: path.to_vec(), value };
    vec![
        // A: the right child stays while its value is at least its sibling's 4.
        generated(&[LEFT], 4),
        generated(&[RIGHT], 6),
        entered(&[RIGHT], Some(4), None),
        // B: 2 is less than 4.
        generated(&[RIGHT, LEFT], 5),
        generated(&[RIGHT, RIGHT], 2),
        // C: back at the root; the left child will stay while its value is at least 2.
        left(&[RIGHT], 2),
        entered(&[LEFT], Some(2), None),
        // D.
        generated(&[LEFT, LEFT], 8),
        generated(&[LEFT, RIGHT], 1),
        // E.
        left(&[LEFT], 1),
        entered(&[RIGHT], Some(1), None),
        // F: the rightmost grandchild stays while its value is between 1 and 5.
        generated(&[RIGHT, LEFT], 5),
        generated(&[RIGHT, RIGHT], 2),
        entered(&[RIGHT, RIGHT], Some(1), Some(5)),
        // G: 7 is greater than 5.
        generated(&[RIGHT, RIGHT, LEFT], 3),
        generated(&[RIGHT, RIGHT, RIGHT], 7),
        // H: the node labelled 5 stays while its value is between 1 and 7.
        left(&[RIGHT, RIGHT], 7),
        entered(&[RIGHT, LEFT], Some(1), Some(7)),
    ]
}

fn claims_on_figure_2(steps: &[Step], pictures: &[Picture]) -> Vec<Claim> {
    let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
    let told = told();
    let mut from = 0;
    let cases: Vec<(char, bool)> = ('A'..='H')
        .zip(pictures)
        .map(|(letter, picture)| {
            let range = from..picture.steps;
            from = picture.steps;
            (letter, told.get(range.clone()).is_some_and(|told| Some(told) == steps.get(range)))
        })
        .collect();
    let generated = steps.iter().filter(|step| matches!(step, Step::Generated { .. })).count();
    vec![
        of("Fig. 2: values, bounds and returns are those of the text").in_all("A to H", cases),
        of("Fig. 2: pictures").equals(8.0, 0.0, Some(Estimate::exact(pictures.len() as f64))),
        of("Fig. 2: nodes generated, two of them twice").equals(
            10.0,
            0.0,
            Some(Estimate::exact(generated as f64)),
        ),
    ]
}
