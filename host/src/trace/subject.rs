//! What is traced: a position of a game or a typed tree, as a domain with one start.

use plyscope_core::connect_four::{ConnectFour, Discs};
use plyscope_core::hexapawn::{Hexapawn, Pawns};
use plyscope_core::othello::{Board, Othello};
use plyscope_core::{Decided, Ends, Evaluator, Game, Outcome, Side, Value};

use super::any::{AnyEvaluation, AnyGame, AnyMove, AnyPosition};
use super::tracer::{Traced, Tracing};
use super::typed::TypedTree;
use crate::domain::{
    ConnectFourDomain, DomainError, Evaluations, HexapawnDomain, Openings, OthelloDomain,
    RandomTreeDomain, Rules, TreeParameters,
};
use crate::engine::{Engine, Knowledge, build};
use crate::game::listed::ListTree;
use crate::player::PlayerError;

/// A game with its openings and evaluations, or a typed tree.
#[derive(Clone, Debug)]
enum Kind {
    RandomTree(RandomTreeDomain),
    Hexapawn(HexapawnDomain),
    ConnectFour(ConnectFourDomain),
    Othello(Box<OthelloDomain>),
    Typed(TypedTree),
}

/// Calls a method of the domain, or evaluates the other expression for a typed tree.
macro_rules! of_domain {
    ($self:expr, $domain:ident => $body:expr, $tree:pat => $typed:expr) => {
        match &$self.kind {
            Kind::RandomTree($domain) => $body,
            Kind::Hexapawn($domain) => $body,
            Kind::ConnectFour($domain) => $body,
            Kind::Othello($domain) => $body,
            Kind::Typed($tree) => $typed,
        }
    };
}

/// What is traced.
#[derive(Clone, Debug)]
pub struct Subject {
    kind: Kind,
    game: AnyGame,
    root: AnyPosition,
    /// What it is, in a line.
    title: String,
}

impl Subject {
    /// A random tree.
    #[must_use]
    pub fn random_tree(parameters: TreeParameters, seed: u32) -> Self {
        let tree = parameters.tree(seed);
        let root = AnyPosition::RandomTree(tree.root());
        let kind = Kind::RandomTree(RandomTreeDomain { parameters });
        Self { kind, game: AnyGame::RandomTree(tree), root, title: format!("random tree {seed}") }
    }

    /// A position of hexapawn, after these moves.
    #[must_use]
    pub fn hexapawn(pawns: Pawns, moves: &str) -> Self {
        let kind = Kind::Hexapawn(HexapawnDomain::default());
        let (game, root) = (AnyGame::Hexapawn(Hexapawn), AnyPosition::Hexapawn(pawns));
        Self { kind, game, root, title: after("hexapawn", moves) }
    }

    /// A position of Connect Four, after these moves.
    #[must_use]
    pub fn connect_four(discs: Discs, moves: &str) -> Self {
        let kind = Kind::ConnectFour(ConnectFourDomain::default());
        let (game, root) = (AnyGame::ConnectFour(ConnectFour), AnyPosition::ConnectFour(discs));
        Self { kind, game, root, title: after("Connect Four", moves) }
    }

    /// A position of Othello, after these moves or otherwise described.
    #[must_use]
    pub fn othello(board: Board, moves: &str) -> Self {
        let kind = Kind::Othello(Box::default());
        let (game, root) = (AnyGame::Othello(Othello), AnyPosition::Othello(board));
        Self { kind, game, root, title: after("Othello", moves) }
    }

    /// A typed tree.
    #[must_use]
    pub fn typed(tree: TypedTree) -> Self {
        let listed = ListTree::new(&tree.listed());
        let root = AnyPosition::Typed(listed.root_for(tree.mover));
        let title = tree.to_string();
        Self { kind: Kind::Typed(tree), game: AnyGame::Typed(listed), root, title }
    }

    /// The name of the game; `tree` for a typed tree.
    #[must_use]
    pub const fn game_name(&self) -> &'static str {
        match self.kind {
            Kind::RandomTree(_) => RandomTreeDomain::NAME,
            Kind::Hexapawn(_) => HexapawnDomain::NAME,
            Kind::ConnectFour(_) => ConnectFourDomain::NAME,
            Kind::Othello(_) => OthelloDomain::NAME,
            Kind::Typed(_) => "tree",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The typed tree, if it is one.
    #[must_use]
    pub const fn tree(&self) -> Option<&TypedTree> {
        match &self.kind {
            Kind::Typed(tree) => Some(tree),
            _ => None,
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The root.
    #[must_use]
    pub const fn root(&self) -> AnyPosition {
        self.root
    }

    /// Whether values are for the side to move at the root: that side is MAX.
    #[must_use]
    pub fn root_is_max(&self) -> bool {
        // Only these two have a MAX of their own.
        !matches!(self.kind, Kind::RandomTree(_) | Kind::Typed(_))
            || self.game.mover(&self.root) == Side::Max
    }

    /// The engine's search, to be traced.
    ///
    /// # Errors
    /// [`PlayerError`] if the game lacks the engine's evaluation or bounds.
    pub(super) fn search(&self, engine: &Engine) -> Result<Box<dyn Traced>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        // As in the games' own domains: only Othello counts discs at the end of games otherwise for best-first minimax.
        let game = self.game.clone();
        let (evaluator, decides) = (evaluation.clone(), matches!(self.kind, Kind::Othello(_)));
        let for_best_first = MaybeDecided { evaluation: evaluation.clone(), decides };
        let knowledge = self.knowledge(&evaluation);
        build(engine, game, &knowledge, evaluator, for_best_first, Tracing)
    }
}

/// A game's name and the moves from its start.
fn after(game: &str, moves: &str) -> String {
    if moves.is_empty() { game.to_owned() } else { format!("{game} after {moves}") }
}

/// An evaluation that may be adapted to best-first minimax at the ends of games (Korf & Chickering, 8.3.1).
#[derive(Clone, Debug)]
struct MaybeDecided {
    evaluation: AnyEvaluation,
    decides: bool,
}

impl Evaluator<AnyPosition> for MaybeDecided {
    type State = ();

    fn state(&self, _: &AnyPosition) {}

    fn evaluate(&self, position: &AnyPosition, state: &()) -> Value {
        self.evaluation.evaluate(position, state)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        if self.decides {
            Evaluator::<AnyPosition>::finished(&Decided(&self.evaluation), outcome)
        } else {
            self.evaluation.finished(outcome)
        }
    }

    fn final_value(&self, outcome: Outcome) -> Value {
        self.evaluation.finished(outcome)
    }

    fn leaf_value(
        &self,
        position: &AnyPosition,
        state: &(),
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        let ends = if self.decides { Ends::Decided } else { ends };
        self.evaluation.leaf_value(position, state, ends, outcome)
    }
}

impl Rules for Subject {
    type Game = AnyGame;

    const NAME: &'static str = "this game";

    /// Children of typed trees have numbers, from 1.
    fn move_name(&self, mv: AnyMove) -> String {
        match (&self.kind, mv) {
            (Kind::RandomTree(domain), AnyMove::RandomTree(mv)) => domain.move_name(mv),
            (Kind::Hexapawn(domain), AnyMove::Hexapawn(mv)) => domain.move_name(mv),
            (Kind::ConnectFour(domain), AnyMove::ConnectFour(mv)) => domain.move_name(mv),
            (Kind::Othello(domain), AnyMove::Othello(mv)) => domain.move_name(mv),
            (_, AnyMove::Typed(number)) => (number + 1).to_string(),
            _ => unreachable!("moves are of the subject's game"),
        }
    }

    fn most_plies(&self, _: &AnyGame, position: &AnyPosition) -> u32 {
        match (&self.kind, &self.game, position) {
            (Kind::RandomTree(domain), AnyGame::RandomTree(game), AnyPosition::RandomTree(at)) => {
                domain.most_plies(game, at)
            }
            (Kind::Hexapawn(domain), AnyGame::Hexapawn(game), AnyPosition::Hexapawn(at)) => {
                domain.most_plies(game, at)
            }
            (
                Kind::ConnectFour(domain),
                AnyGame::ConnectFour(game),
                AnyPosition::ConnectFour(at),
            ) => domain.most_plies(game, at),
            (Kind::Othello(domain), AnyGame::Othello(game), AnyPosition::Othello(at)) => {
                domain.most_plies(game, at)
            }
            (Kind::Typed(tree), ..) => tree.height(),
            _ => u32::MAX,
        }
    }

    fn deepest_search(&self) -> u32 {
        of_domain!(self, domain => domain.deepest_search(), tree => tree.height())
    }
}

impl Openings for Subject {
    type Start = ();

    fn starts(&self, _: Option<u64>, _: u64) -> Result<Vec<()>, DomainError> {
        Ok(vec![()])
    }

    fn set_up(&self, (): &()) -> (AnyGame, AnyPosition) {
        (self.game.clone(), self.root)
    }

    fn start_name(&self, (): &()) -> String {
        self.title.clone()
    }
}

impl Evaluations for Subject {
    type Evaluation = AnyEvaluation;

    fn evaluation(&self, name: Option<&str>) -> Result<AnyEvaluation, DomainError> {
        Ok(match (&self.kind, &self.game) {
            (Kind::RandomTree(domain), _) => AnyEvaluation::RandomTree(domain.evaluation(name)?),
            (Kind::Hexapawn(domain), _) => AnyEvaluation::Hexapawn(domain.evaluation(name)?),
            (Kind::ConnectFour(domain), _) => AnyEvaluation::ConnectFour(domain.evaluation(name)?),
            (Kind::Othello(domain), _) => AnyEvaluation::Othello(domain.evaluation(name)?),
            (Kind::Typed(_), AnyGame::Typed(tree)) => match name {
                None => AnyEvaluation::Typed(tree.clone()),
                Some(name) => {
                    return Err(DomainError::UnknownEvaluation {
                        domain: "a typed tree",
                        name: name.to_owned(),
                        names: "the values that are written in it: omit the evaluation",
                    });
                }
            },
            (Kind::Typed(_), _) => unreachable!("a typed tree is its own game"),
        })
    }

    fn knowledge(&self, evaluation: &AnyEvaluation) -> Knowledge {
        match (&self.kind, evaluation) {
            (Kind::RandomTree(domain), AnyEvaluation::RandomTree(own)) => domain.knowledge(own),
            (Kind::Hexapawn(domain), AnyEvaluation::Hexapawn(own)) => domain.knowledge(own),
            (Kind::ConnectFour(domain), AnyEvaluation::ConnectFour(own)) => domain.knowledge(own),
            (Kind::Othello(domain), AnyEvaluation::Othello(own)) => domain.knowledge(own),
            (Kind::Typed(tree), _) => {
                let (lowest, highest) = tree.edge_costs();
                Knowledge {
                    game: Self::NAME,
                    exact: Ok((lowest, highest)),
                    likely: Err("use exact, learned, learned-separate or LOWEST:HIGHEST"),
                    window: highest.max(-lowest).unsigned_abs().max(1),
                }
            }
            _ => unreachable!("evaluations are of the subject's game"),
        }
    }
}
