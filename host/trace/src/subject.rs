//! What is traced: a position of a game or a typed tree, as a domain with one start.

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::{Decided, Ends, Evaluator, Game, Outcome, Side, Value};

use super::any::{AnyEvaluation, AnyGame, AnyMove, AnyPosition, name};
use super::tracer::{Telling, Traced, Tracing, strong};
use super::{Sink, TraceError, run_in};
use plyscope_players::domain::{
    DomainError, Evaluations, Openings, OthelloDomain, Rules, TreeParameters,
};
use plyscope_players::engine::recorder::Recorder;
use plyscope_players::engine::small::{SmallGame as _, SmallKind};
use plyscope_players::engine::typed::TypedTree;
use plyscope_players::engine::{self, Engine, GameKind, Knowledge, build, small, with_small};
use plyscope_players::player::PlayerError;

/// What a game knows besides its rules.
#[derive(Clone, Debug)]
enum Kind {
    Small(small::AnyGame, small::AnyEvaluation),
    Othello(Box<OthelloDomain>),
    Typed(TypedTree),
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
        Self::posed(small::random_tree(&parameters, seed), format!("random tree {seed}"))
    }

    /// The position of a small game after these moves from its start.
    ///
    /// # Errors
    /// The illegal move, and the legal ones.
    pub fn small(kind: SmallKind, moves: &str) -> Result<Self, String> {
        let (line, title) = with_small!(kind, Game => (Game::line(moves), Game::TITLE));
        Ok(Self::posed(small::after(kind.start(), &line)?, after(title, moves)))
    }

    fn posed((game, root, evaluation): small::Posed, title: String) -> Self {
        let kind = Kind::Small(game.clone(), evaluation);
        Self { kind, game: AnyGame::Small(game), root: AnyPosition::Small(root), title }
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
        let (listed, root) = tree.game();
        let root = AnyPosition::Typed(root);
        let title = tree.to_string();
        Self { kind: Kind::Typed(tree), game: AnyGame::Typed(listed), root, title }
    }

    /// The engine's search, to be traced.
    ///
    /// # Errors
    /// [`PlayerError`] if the game lacks the engine's evaluation or bounds.
    fn search(&self, engine: &Engine) -> Result<Box<dyn Traced<AnyGame>>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        // As in the games' own domains: only Othello counts discs at the end of games otherwise for best-first minimax.
        let game = self.game.clone();
        let (evaluator, decides) = (evaluation.clone(), matches!(self.kind, Kind::Othello(_)));
        let for_best_first = MaybeDecided { evaluation: evaluation.clone(), decides };
        let knowledge = self.knowledge(&evaluation);
        build(engine, game, &knowledge, evaluator, for_best_first, Tracing)
    }
}

/// What can be traced: a [`Subject`], or a position of [a game of one's own](super::OwnSubject).
pub trait Traceable {
    /// The name of the game; `tree` for a typed tree.
    fn game_name(&self) -> &str;

    /// What it is, in a line.
    fn title(&self) -> &str;

    /// Whether values are for the side to move at the root: that side is MAX.
    fn root_is_max(&self) -> bool;

    /// The typed tree, if it is one.
    fn tree(&self) -> Option<&TypedTree> {
        None
    }

    /// Whether the game is Othello.
    fn is_othello(&self) -> bool {
        false
    }

    /// Runs the engine's search, hands its steps to the sink, and returns the number of generated nodes.
    ///
    /// # Errors
    /// [`TraceError`] if the search cannot be created or run, or the sink fails.
    fn trace(&self, engine: &Engine, sink: &mut dyn Sink) -> Result<u64, TraceError>;
}

/// The same with another title.
#[derive(Clone, Copy)]
pub struct Titled<'a> {
    /// What is traced.
    pub subject: &'a dyn Traceable,
    /// What it is, in a line.
    pub title: &'a str,
}

impl std::fmt::Debug for Titled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Titled").field(&self.title).finish()
    }
}

impl Traceable for Titled<'_> {
    fn game_name(&self) -> &str {
        self.subject.game_name()
    }

    fn title(&self) -> &str {
        self.title
    }

    fn root_is_max(&self) -> bool {
        self.subject.root_is_max()
    }

    fn tree(&self) -> Option<&TypedTree> {
        self.subject.tree()
    }

    fn is_othello(&self) -> bool {
        self.subject.is_othello()
    }

    fn trace(&self, engine: &Engine, sink: &mut dyn Sink) -> Result<u64, TraceError> {
        self.subject.trace(engine, sink)
    }
}

impl Traceable for Subject {
    fn game_name(&self) -> &str {
        match &self.kind {
            Kind::Small(game, _) => game.kind().name(),
            Kind::Othello(_) => GameKind::Othello.name(),
            Kind::Typed(_) => "tree",
        }
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn root_is_max(&self) -> bool {
        match (&self.kind, &self.root) {
            (Kind::Small(game, _), AnyPosition::Small(root)) => game.root_is_max(root),
            // They have a MAX of their own.
            (Kind::Typed(_), root) => self.game.mover(root) == Side::Max,
            _ => true,
        }
    }

    fn tree(&self) -> Option<&TypedTree> {
        match &self.kind {
            Kind::Typed(tree) => Some(tree),
            _ => None,
        }
    }

    fn is_othello(&self) -> bool {
        matches!(self.kind, Kind::Othello(_))
    }

    fn trace(&self, engine: &Engine, sink: &mut dyn Sink) -> Result<u64, TraceError> {
        let (root, is_max, steps) = (self.root, self.root_is_max(), Telling::to(sink));
        let most_plies = self.most_plies(&self.game, &root);
        if let (engine::Search::Strong(options), AnyPosition::Othello(board)) =
            (&engine.search, root)
        {
            let name = |mv: Move| mv.to_string();
            let tracer = Recorder::new(Othello, board, &name as _, is_max, steps);
            return run_in(&mut *strong(engine, options)?, tracer, &board, most_plies, engine);
        }
        let tracer = Recorder::new(self.game.clone(), root, &name as _, is_max, steps);
        run_in(&mut *self.search(engine)?, tracer, &root, most_plies, engine)
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

    fn move_name(&self, mv: AnyMove) -> String {
        name(mv)
    }

    fn most_plies(&self, _: &AnyGame, position: &AnyPosition) -> u32 {
        match (&self.kind, position) {
            (Kind::Small(game, _), AnyPosition::Small(at)) => game.most_plies(at),
            (Kind::Othello(domain), AnyPosition::Othello(at)) => domain.most_plies(&Othello, at),
            (Kind::Typed(tree), _) => tree.height(),
            _ => u32::MAX,
        }
    }

    fn deepest_search(&self) -> u32 {
        match &self.kind {
            Kind::Small(game, _) => game.deepest_search(),
            Kind::Othello(domain) => domain.deepest_search(),
            Kind::Typed(tree) => tree.height(),
        }
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
        let unknown = |domain, names| match name {
            Some(name) if name != names => {
                Err(DomainError::UnknownEvaluation { domain, name: name.to_owned(), names })
            }
            _ => Ok(()),
        };
        Ok(match (&self.kind, &self.game) {
            (Kind::Small(game, own), _) => {
                unknown(game.kind().name(), own.name())?;
                AnyEvaluation::Small(own.clone())
            }
            (Kind::Othello(domain), _) => AnyEvaluation::Othello(domain.evaluation(name)?),
            (Kind::Typed(_), AnyGame::Typed(tree)) => {
                unknown("a typed tree", "the values that are written in it: omit the evaluation")?;
                AnyEvaluation::Typed(tree.clone())
            }
            (Kind::Typed(_), _) => unreachable!("a typed tree is its own game"),
        })
    }

    fn knowledge(&self, evaluation: &AnyEvaluation) -> Knowledge {
        match (&self.kind, evaluation) {
            (Kind::Small(game, own), _) => game.knowledge(own),
            (Kind::Othello(domain), AnyEvaluation::Othello(own)) => domain.knowledge(own),
            (Kind::Typed(tree), _) => tree.knowledge(Self::NAME),
            _ => unreachable!("evaluations are of the subject's game"),
        }
    }
}
