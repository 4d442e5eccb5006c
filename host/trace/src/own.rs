//! A position of a game that plyscope does not know, to be traced.

use plyscope_core::{Game, Side};
use plyscope_players::domain::{Domain, Rules};
use plyscope_players::engine::recorder::Recorder;
use plyscope_players::engine::{Engine, build};

use super::tracer::{Telling, Tracing};
use super::{Sink, TraceError, Traceable, run_in};

/// A position of a game of one's own. Its searches are compiled for that game.
pub struct OwnSubject<D: Rules> {
    domain: D,
    game: D::Game,
    root: <D::Game as Game>::Position,
    title: String,
}

impl<D: Rules> std::fmt::Debug for OwnSubject<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnSubject").field("title", &self.title).finish_non_exhaustive()
    }
}

impl<D: Domain> OwnSubject<D> {
    /// A position of the domain's game, and what it is, in a line.
    #[must_use]
    pub const fn new(
        domain: D,
        game: D::Game,
        root: <D::Game as Game>::Position,
        title: String,
    ) -> Self {
        Self { domain, game, root, title }
    }
}

impl<D: Domain> Traceable for OwnSubject<D> {
    fn game_name(&self) -> &str {
        D::NAME
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn root_is_max(&self) -> bool {
        !D::CONVENTIONS.values_for_max || self.game.mover(&self.root) == Side::Max
    }

    fn trace(&self, engine: &Engine, sink: &mut dyn Sink) -> Result<u64, TraceError> {
        if D::Game::EXTRA_MOVES {
            return Err(TraceError::NotObserved {
                algorithm: engine.algorithm().name(),
                reason: "the game has extra moves, and traces are of games whose sides move in turn",
            });
        }
        let Self { domain, game, root, .. } = self;
        let evaluation = domain.evaluation(engine.evaluation.as_deref());
        let evaluation = evaluation.map_err(plyscope_players::player::PlayerError::from)?;
        let knowledge = domain.knowledge(&evaluation);
        let evaluator = evaluation.clone();
        let mut search = build(engine, game.clone(), &knowledge, evaluator, evaluation, Tracing)?;
        let (name, steps) = (|mv| domain.move_name(mv), Telling::to(sink));
        let is_max = self.root_is_max();
        let tracer = Recorder::new(game.clone(), root.clone(), &name as _, is_max, steps);
        run_in(&mut *search, tracer, root, domain.most_plies(game, root), engine)
    }
}
