//! The search of one position as data: what it found, and what it thought on the way. The command prints it, and writes it as JSON.

use std::time::Duration;

use plyscope_core::othello::strong::Stage;
use plyscope_core::{Bound, Counts, Game, Report, Stop};
use plyscope_run::statistics::normal_share;
use plyscope_tree::MemoryUse;
use serde::Serialize;

use super::{AnySearch, PlayerError, Thought, Watch, proves, run_watched, search_of};
use crate::domain::Domain;
use crate::engine::{Engine, PLIES, Unsearched};
use crate::judged::{Judged, Unit};

/// What a search of one position found. Its fields in JSON do not depend on the machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Searched {
    /// The game.
    pub domain: &'static str,
    /// The tree's seed, on random trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The position as text, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The depth reached, in plies.
    pub depth: u32,
    /// `side`, `value`, `unit`, `result`, `bound` and `proven`.
    #[serde(flatten)]
    pub judged: Judged,
    /// The best move; `None` if the game is over, or nothing is known yet.
    #[serde(rename = "move")]
    pub best_move: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Why the search ended.
    pub stop: Stop,
    /// What it counted.
    #[serde(flatten)]
    pub counts: Counts,
    /// What it did about memory, if it keeps a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryUse>,
}

/// What a search thinks after an iteration or a stage.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Iteration {
    /// Depth in plies; for a proof, the number of empty squares.
    pub depth: u32,
    /// What a proof has proven: who wins, or the exact score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// Confidence of each estimate, from 0 to 1, if the value rests on any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// `side`, `value`, `unit`, `result`, `bound` and `proven`.
    #[serde(flatten)]
    pub judged: Judged,
    /// Nodes generated so far.
    pub nodes: u64,
    /// The time so far.
    pub seconds: f64,
    /// The principal variation.
    pub pv: Vec<String>,
}

impl Iteration {
    /// A thought with its value, `after` this time; `name` names moves.
    pub fn new<M: Copy>(
        thought: &Thought<'_, M>,
        judged: Judged,
        after: Duration,
        name: impl Fn(M) -> String,
    ) -> Self {
        let report = &thought.report;
        let (proof, confidence) = match thought.stage {
            Some(Stage::Outcome) => (Some("outcome"), None),
            Some(Stage::Exact) => (Some("exact"), None),
            Some(Stage::Middle { confidence, .. } | Stage::Selective { confidence, .. })
                if report.bound == Bound::Estimate =>
            {
                (None, Some(normal_share(f64::from(confidence) / 100.0)))
            }
            _ => (None, None),
        };
        Self {
            depth: report.depth,
            proof,
            confidence,
            judged,
            nodes: report.counts.generated,
            seconds: after.as_secs_f64(),
            pv: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
        }
    }
}

/// A position of a game, to be searched. Values are for `side`, the name of the side to move, or of the one that the
/// [conventions](crate::domain::Conventions) of the domain tell.
pub struct Posed<'d, D: Domain> {
    /// The domain.
    pub domain: &'d D,
    /// The game.
    pub game: D::Game,
    /// The position.
    pub position: <D::Game as Game>::Position,
    /// For whom values are.
    pub side: &'static str,
}

impl<D: Domain> std::fmt::Debug for Posed<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posed").field("side", &self.side).finish_non_exhaustive()
    }
}

/// Why a position cannot be searched to the end of its game.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// The search omits lines.
    #[error("{0} does not search every line, so it proves nothing: use alpha-beta")]
    OmitsLines(String),
    /// The end is too far.
    #[error(
        "the game may take {0} more plies, and searches are limited to {PLIES}: start from a later position"
    )]
    TooFar(u32),
    /// The domain lacks what the engine needs.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl<D: Domain> Posed<'_, D> {
    /// The engine that searches this position to the end of the game.
    ///
    /// # Errors
    /// [`NoProof`] if its value would prove nothing, or the end is too far.
    pub fn to_the_end(&self, engine: &Engine) -> Result<Engine, NoProof> {
        if !proves(self.domain, engine)? {
            let name = engine.algorithm().name();
            let estimates = matches!(engine.search.unsearched(), Unsearched::ByEstimates(_));
            let bounds = if estimates { " with these bounds" } else { "" };
            return Err(NoProof::OmitsLines(format!("{name}{bounds}")));
        }
        let most_plies = self.domain.most_plies(&self.game, &self.position);
        if most_plies > PLIES as u32 {
            return Err(NoProof::TooFar(most_plies));
        }
        Ok(Engine { depth: Some(most_plies.max(1)), ..engine.clone() })
    }

    /// What a report of this engine's search says of the position.
    pub fn judged(&self, unit: Unit, report: &Report<'_, <D::Game as Game>::Move>) -> Judged {
        let most_plies = self.domain.most_plies(&self.game, &self.position);
        let judged = Judged::of_report(report, most_plies, unit, self.side);
        D::CONVENTIONS.reported(judged, plyscope_core::Game::mover(&self.game, &self.position))
    }

    /// Searches the position, watched; a break of `watch` ends the search with what it has found.
    ///
    /// # Errors
    /// [`PlayerError`] if the domain lacks what the engine needs, or the search exceeds this program's capacity.
    pub fn search(
        &self,
        engine: &Engine,
        watch: &mut dyn Watch<<D::Game as Game>::Move>,
    ) -> Result<Searched, PlayerError> {
        self.search_with(engine, watch, |_| ())
    }

    /// The same; `look` sees the report.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub fn search_with(
        &self,
        engine: &Engine,
        watch: &mut dyn Watch<<D::Game as Game>::Move>,
        look: impl FnOnce(&Report<'_, <D::Game as Game>::Move>),
    ) -> Result<Searched, PlayerError> {
        let domain = self.domain;
        let mut search: AnySearch<D::Game> = search_of(domain, engine, self.game.clone())?;
        let report = run_watched(&mut search, engine, &self.position, watch)?;
        look(&report);
        let name = |mv| domain.move_name(mv);
        let searched = Searched {
            domain: D::NAME,
            seed: None,
            position: None,
            algorithm: engine.algorithm().name(),
            depth: report.depth,
            judged: self.judged(domain.unit(engine), &report),
            best_move: report.best_move.map(name),
            pv: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
            stop: report.stop,
            counts: report.counts,
            memory: None,
        };
        Ok(Searched { memory: search.memory_use(), ..searched })
    }
}
