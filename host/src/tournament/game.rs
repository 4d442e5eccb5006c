//! One game between two players.

use cpu_time::ThreadTime;
use plyscope_core::{Counts, Game};
use serde::{Deserialize, Serialize};

use super::{Tournament, TournamentError};
use crate::domain::Domain;
use crate::interrupt;
use crate::player::{Player, PlayerError};
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
        // A device counts for itself, and rows may have been edited.
        self.moves = self.moves.saturating_add(other.moves);
        self.generated = self.generated.saturating_add(other.generated);
        self.evaluated = self.evaluated.saturating_add(other.evaluated);
        self.short_of_memory = self.short_of_memory.saturating_add(other.short_of_memory);
        self.nanos = self.nanos.saturating_add(other.nanos);
    }

    fn add_move(&mut self, counts: &Counts, memory: MemoryUse) {
        self.short_of_memory += u64::from(memory.linear + memory.pruned > 0);
        self.moves += 1;
        self.generated = self.generated.saturating_add(counts.generated);
        self.evaluated = self.evaluated.saturating_add(counts.evaluated);
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
    /// Why the game ended before its end, if it did. The one who forfeits it has lost it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// A game that was lost by what a player did, not by its moves: a device that does not answer, or answers something that
/// is no move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who has lost the game.
    pub engine: String,
    /// Which move was due, from 0 at the start.
    pub ply: u64,
    /// What it did.
    pub reason: String,
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
///
/// What runs outside of this program, on a device, is not trusted: if it fails, or does what the rules do not allow, it
/// forfeits the game. An error of a search in this program is an error of the tournament.
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
    let mut row = GameRow {
        unit,
        pair,
        start: domain.start_name(start),
        engines: engines.map(|engine| engine.name.clone()),
        outcome: 0,
        moves: Vec::new(),
        work: Default::default(),
        short_of_memory: Vec::new(),
        forfeit: None,
    };
    // Why a player forfeits, unless this is an error of the tournament.
    let reason = |index: usize, cause: PlayerError| match cause {
        PlayerError::Interrupted(interrupted) => Err(interrupted.into()),
        cause if engines[index].device.is_some() => {
            // What a device says while all is stopped may be no fault of its own.
            interrupt::check()?;
            Ok(cause.to_string())
        }
        cause => Err(TournamentError::Search {
            engine: engines[index].name.clone(),
            start: domain.start_name(start),
            cause,
        }),
    };
    let forfeits = |row: &GameRow, index: usize, reason: String| {
        let ply = row.moves.len() as u64;
        let forfeit = Some(Forfeit { engine: engines[index].name.clone(), ply, reason });
        let outcome = domain.outcome_of_forfeit();
        GameRow { forfeit, outcome: if index == 0 { outcome } else { -outcome }, ..row.clone() }
    };
    let mut opponents = Vec::new();
    for (index, engine) in engines.into_iter().enumerate() {
        match Player::new(domain, engine, domain.set_up(start).0) {
            Ok(player) => opponents.push(player),
            Err(cause) => return Ok(forfeits(&row, index, reason(index, cause)?)),
        }
    }
    let mut to_move = 0;
    while !game.is_over(&position) {
        let begin = ThreadTime::now();
        let chosen = match opponents[to_move].choose(domain, &game, &position) {
            Ok(chosen) => chosen,
            Err(cause) => return Ok(forfeits(&row, to_move, reason(to_move, cause)?)),
        };
        let Some(choice) = chosen else { break };
        row.work[to_move].nanos += begin.elapsed().as_nanos() as u64;
        let memory = choice.memory.unwrap_or_default();
        if memory.linear + memory.pruned > 0 {
            let ply = row.moves.len() as u64;
            let MemoryUse { linear, pruned, .. } = memory;
            row.short_of_memory.push(ShortOfMemory { ply, linear, pruned });
        }
        row.work[to_move].add_move(&choice.counts, memory);
        row.moves.push(domain.move_name(choice.mv));
        position = game.play(&position, choice.mv);
        for player in &mut opponents {
            player.played(choice.mv);
        }
        to_move = 1 - to_move;
    }
    let outcome = domain.outcome(&position);
    row.outcome = if to_move == 0 { outcome } else { -outcome };
    Ok(row)
}
