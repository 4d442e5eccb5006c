//! Random trees: a square for each child.

use plyscope_core::random_tree::{Child, Node, RandomTree};
use plyscope_core::{Evaluator as _, Outcome, Value};
use serde::{Deserialize, Serialize};

use super::{Cell, Look, Player, View};
use crate::domain::{RandomTreeDomain, Rules as _, TreeParameters, branching_text};
use crate::game::children;

/// A random tree as it is saved.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seed {
    seed: u32,
    /// Branching and depth, as on the command line: what the tree is besides its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
}

/// The flags that describe the domain's trees.
fn flags(domain: &RandomTreeDomain) -> String {
    let TreeParameters { branching, game_depth, .. } = domain.parameters;
    format!("--branching {} --game-depth {game_depth}", branching_text(branching))
}

impl Look for RandomTreeDomain {
    type Setup = Seed;

    const PLAYERS: [&'static str; 2] = ["MAX", "MIN"];
    const PIECES: [char; 2] = ['^', 'v'];
    const UNIT: &'static str = "value";
    const MOST: f64 = 1e9;

    fn begin(&self, setup: &Seed) -> Result<(RandomTree, Node, Player), String> {
        // Moves of one tree mean nothing in another.
        if let Some(flags) = setup.tree.as_ref().filter(|saved| **saved != flags(self)) {
            return Err(format!("the game is on another random tree: add {flags}"));
        }
        let tree = self.parameters.tree(setup.seed);
        let root = tree.root();
        Ok((tree, root, 0))
    }

    fn read_setup(&self, text: &str) -> Result<Seed, String> {
        let text = text.trim();
        let seed = if text.is_empty() { Ok(1) } else { text.parse() };
        seed.map(|seed| Seed { seed, tree: Some(flags(self)) })
            .map_err(|_| format!("{text:?}: write a seed, such as 17"))
    }

    fn setup_of(&self, _: &Node, _: Player) -> Option<Seed> {
        None
    }

    /// A square for each child, with its number.
    fn view(&self, tree: &RandomTree, node: &Node, _: Player, _: Option<Child>) -> View<Child> {
        const COLUMNS: usize = 10;
        let moves: Vec<Child> = children(tree, node).map(|(mv, _)| mv).collect();
        let columns = moves.len().clamp(1, COLUMNS);
        let rows = moves.len().div_ceil(columns);
        let cell = |number: usize| {
            let mv = moves.get(number).copied();
            Cell {
                piece: None,
                text: mv.map_or_else(String::new, |mv| self.move_name(mv)),
                moves: mv.into_iter().collect(),
                is_last: false,
            }
        };
        View {
            columns: vec![String::new(); columns],
            rows: vec![String::new(); rows],
            cells: (0..columns * rows).map(cell).collect(),
        }
    }

    fn standing(&self, _: &RandomTree, node: &Node, to_move: Player) -> String {
        use crate::domain::Evaluations as _;
        let value = self.evaluation(None).map_or(Value::ZERO, |sum| sum.evaluate(node, &()));
        let for_max = if to_move == 0 { value } else { -value };
        format!(
            "depth {} of {}, static value {for_max} for MAX",
            node.depth(),
            self.parameters.game_depth
        )
    }

    fn result(&self, outcome: Outcome, to_move: Player) -> String {
        let score = if to_move == 0 { outcome.score() } else { -outcome.score() };
        format!("MAX gets {score}")
    }
}
