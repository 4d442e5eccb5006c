//! One game between two players.

use cpu_time::ThreadTime;
use plyscope_core::{Counts, Game};
use serde::{Deserialize, Serialize};

use super::{Tournament, TournamentError};
use crate::domain::Domain;
use crate::player::Player;
use crate::tree::MemoryUse;

/// What a player searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// Moves made.
    pub moves: u64,
    /// Nodes generated for them.
    pub generated: u64,
    /// Static evaluations for them.
    pub evaluated: u64,
    /// Moves for which a tree did not fit into memory.
    pub short_of_memory: u64,
    /// Processor time spent, in nanoseconds. Not part of rows, which do not depend on the machine.
    #[serde(skip)]
    pub nanos: u64,
}

impl Work {
    /// Adds another game's work.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.generated += other.generated;
        self.evaluated += other.evaluated;
        self.short_of_memory += other.short_of_memory;
        self.nanos += other.nanos;
    }

    fn add_move(&mut self, counts: &Counts, memory: MemoryUse) {
        self.short_of_memory += u64::from(memory.linear + memory.pruned > 0);
        self.moves += 1;
        self.generated += counts.generated;
        self.evaluated += counts.evaluated;
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Which unit of the tournament: a pair of games between two engines.
    pub unit: u64,
    /// Which start, from 0; it is played twice with sides swapped.
    pub pair: u64,
    /// The opening or the tree's seed.
    pub start: String,
    /// Who moved first from there, and who second.
    pub engines: [String; 2],
    /// The outcome for the one who moved first: discs in Othello, the leaf's value on random trees.
    pub outcome: i32,
    /// The moves from the start.
    pub moves: Vec<String>,
    /// What the two searched, in the order of `engines`.
    pub work: [Work; 2],
    /// The moves for which a tree did not fit into memory, and what was done about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short_of_memory: Vec<ShortOfMemory>,
}

/// A move for which a tree did not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShortOfMemory {
    /// Which move of the game, from 0 at its start.
    pub ply: u64,
    /// Nodes searched in linear space.
    pub linear: u64,
    /// Subtrees pruned to make room.
    pub pruned: u64,
}

/// Plays one game from `start`; `players[0]` moves first.
pub(super) fn play<D: Domain>(
    tournament: &Tournament<D>,
    unit: u64,
    pair: u64,
    start: &D::Start,
    players: [usize; 2],
) -> Result<GameRow, TournamentError> {
    let domain = &tournament.domain;
    let engines = players.map(|index| &tournament.engines[index]);
    let (game, mut position) = domain.set_up(start);
    let player = |index: usize| {
        Player::new(domain, engines[index], domain.set_up(start).0)
            .map_err(|cause| TournamentError::Engine { engine: engines[index].name.clone(), cause })
    };
    let mut opponents = [player(0)?, player(1)?];
    let mut work = [Work::default(); 2];
    let mut moves = Vec::new();
    let mut short_of_memory = Vec::new();
    let mut to_move = 0;
    while !game.is_over(&position) {
        let begin = ThreadTime::now();
        let chosen = opponents[to_move].choose(domain, &game, &position).map_err(|cause| {
            TournamentError::Search {
                engine: engines[to_move].name.clone(),
                start: domain.start_name(start),
                cause,
            }
        })?;
        let Some(choice) = chosen else { break };
        work[to_move].nanos += begin.elapsed().as_nanos() as u64;
        let memory = choice.memory.unwrap_or_default();
        if memory.linear + memory.pruned > 0 {
            let ply = moves.len() as u64;
            let MemoryUse { linear, pruned, .. } = memory;
            short_of_memory.push(ShortOfMemory { ply, linear, pruned });
        }
        work[to_move].add_move(&choice.counts, memory);
        moves.push(domain.move_name(choice.mv));
        position = game.play(&position, choice.mv);
        for player in &mut opponents {
            player.played(choice.mv);
        }
        to_move = 1 - to_move;
    }
    let outcome = domain.outcome(&position);
    Ok(GameRow {
        unit,
        pair,
        start: domain.start_name(start),
        engines: engines.map(|engine| engine.name.clone()),
        outcome: if to_move == 0 { outcome } else { -outcome },
        moves,
        work,
        short_of_memory,
    })
}
