//! What searches, players and tournaments ask of a game in Python: rules, evaluation, openings.

use plyscope_core::{Evaluator, Game, Outcome, Value};
use plyscope_players::domain::{Domain, DomainError, Evaluations, Openings, Rules};
use plyscope_run::seed::hash;
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::PoisonError;

use super::{At, Move, Moves, Own, PASS};
use crate::answers;

impl Game for Own {
    type Position = At;
    type Move = Move;
    type Moves = Moves;

    fn moves(&self, _: &At) -> Moves {
        Moves { next: 0 }
    }

    fn next_child(&self, at: &At, moves: &mut Moves) -> Option<(Move, At)> {
        let mv = self.next_move(at, moves)?;
        Some((mv, self.play(at, mv)))
    }

    fn play(&self, at: &At, mv: Move) -> At {
        if at.passes || mv == PASS {
            return At { player: 1 - at.player, passes: false, ..at.clone() };
        }
        self.ask(Self::dead(at), |py| self.after(py, at, mv))
    }

    fn outcome(&self, at: &At) -> Option<Outcome> {
        if self.has_failed() {
            return Some(Outcome::DRAW);
        }
        let for_first = (*at.node.outcome.get()?)?;
        Some(if at.player == 0 { for_first } else { -for_first })
    }

    fn key(&self, at: &At) -> Option<u64> {
        let key = (*at.node.key.get()?)?;
        Some(hash(key, u64::from(at.player) << 1 | u64::from(at.passes)))
    }

    fn has_more(&self, at: &At, moves: &Moves) -> bool {
        moves.next < self.count(at)
    }

    fn is_legal(&self, at: &At, mv: Move) -> bool {
        if at.passes { mv == PASS } else { self.legal(at).contains(&mv.0) }
    }

    fn count_moves(&self, at: &At) -> u64 {
        self.count(at) as u64
    }

    fn first_move(&self, at: &At) -> Option<Move> {
        self.next_move(at, &mut Moves { next: 0 })
    }

    fn is_over(&self, at: &At) -> bool {
        self.count(at) == 0
    }

    fn packed(&self, at: &At, mv: Move) -> u32 {
        let number = self.legal(at).iter().position(|&number| number == mv.0).unwrap_or(0);
        u32::try_from(number).unwrap_or(0)
    }

    fn unpack(&self, at: &At, packed: u32) -> Option<Move> {
        self.next_move(at, &mut Moves { next: packed as usize })
    }
}

impl Own {
    fn legal<'a>(&self, at: &'a At) -> &'a [u32] {
        if self.has_failed() { &[] } else { self.numbers(&at.node) }
    }

    fn count(&self, at: &At) -> usize {
        if at.passes { usize::from(!self.has_failed()) } else { self.legal(at).len() }
    }

    fn next_move(&self, at: &At, moves: &mut Moves) -> Option<Move> {
        let mv = match at.passes {
            true => (moves.next == 0 && !self.has_failed()).then_some(PASS)?,
            false => Move(*self.legal(at).get(moves.next)?),
        };
        moves.next += 1;
        Some(mv)
    }

    fn ask_value(&self, py: Python<'_>, at: &At) -> PyResult<Value> {
        let answer = at.node.state.bind(py).call_method0(intern!(py, "evaluate"))?;
        let scaled = answers::value(&answer, self.0.scale)?;
        Ok(Value::from_i64(scaled as i64))
    }
}

impl Evaluator<At> for Own {
    type State = ();

    fn state(&self, _: &At) {}

    fn evaluate(&self, at: &At, (): &()) -> Value {
        let for_first = self.ask(Value::ZERO, |py| self.ask_value(py, at));
        if at.player == 0 { for_first } else { -for_first }
    }
}

impl Rules for Own {
    type Game = Self;

    const NAME: &'static str = "a game in Python";

    const SIDES: [&'static str; 2] = ["player 0", "player 1"];

    fn move_name(&self, mv: Move) -> String {
        let moves = self.0.moves.lock().unwrap_or_else(PoisonError::into_inner);
        moves.get(mv.0 as usize).map_or_else(|| "pass".to_owned(), |(_, name)| name.clone())
    }

    fn most_plies(&self, _: &Self, at: &At) -> u32 {
        if !self.0.has_length {
            return u32::MAX;
        }
        self.ask(u32::MAX, |py| {
            let answer = at.node.state.bind(py).call_method0(intern!(py, "most_plies"))?;
            let is_over = at.node.outcome.get().is_some_and(Option::is_some);
            // The pass before a second move of the other player is a ply more.
            Ok(answers::plies(&answer, is_over)?.saturating_add(u32::from(at.passes)))
        })
    }
}

/// All positions some plies from the start.
impl Openings for Own {
    type Start = Vec<u32>;

    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({ "opening_plies": self.0.opening_plies })
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<Vec<u32>>, DomainError> {
        let Some(start) = self.start() else { return Ok(Vec::new()) };
        let all = plyscope_players::domain::openings(self, &start, self.0.opening_plies);
        let all: Vec<Vec<u32>> = all
            .into_iter()
            .map(|(_, line)| line.into_iter().map(|Move(number)| number).collect())
            .collect();
        let plies = self.0.opening_plies;
        if all.is_empty() {
            let (pairs, remedy) = (pairs.unwrap_or(1), "games end before: give opening_plies less");
            return Err(DomainError::TooFewStarts { pairs, starts: 0, plies, remedy });
        }
        let remedy = "play fewer pairs, or give opening_plies more";
        plyscope_players::domain::shuffled(&all, pairs, seed, plies, remedy)
    }

    fn set_up(&self, line: &Vec<u32>) -> (Self, At) {
        let start =
            self.start().unwrap_or_else(|| unreachable!("a game has its start from the beginning"));
        (self.clone(), line.iter().fold(start, |at, &number| self.play(&at, Move(number))))
    }

    fn start_name(&self, line: &Vec<u32>) -> String {
        let names: Vec<String> = line.iter().map(|&number| self.move_name(Move(number))).collect();
        names.join(" ")
    }
}

impl Evaluations for Own {
    type Evaluation = Self;

    fn evaluation(&self, name: Option<&str>) -> Result<Self, DomainError> {
        match name {
            None => Ok(self.clone()),
            Some(name) => Err(DomainError::UnknownEvaluation {
                domain: Self::NAME,
                name: name.to_owned(),
                names: "its method evaluate: omit the evaluation",
            }),
        }
    }

    fn knowledge(&self, _: &Self) -> plyscope_engine::Knowledge {
        plyscope_engine::Knowledge::without_bounds(Self::NAME, self.0.scale as u32)
    }
}

impl Domain for Own {}
