//! The encoding of core's types in messages. Each has its own type or module here, so a change to core's type, or to its
//! serialisation elsewhere, cannot change a message: it either fails to compile or changes nothing.
//!
//! Values that core's types do not allow are rejected here. The one exception is a board with discs of both sides on one
//! square, which a device refuses itself, with a reason.

use serde::{Deserialize, Serialize};

use crate::othello;

#[derive(Serialize, Deserialize)]
#[serde(remote = "othello::Board")]
pub(super) struct Board {
    mover: u64,
    opponent: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "othello::Colour")]
pub(super) enum Colour {
    Black,
    White,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "crate::Limits")]
pub(super) struct Limits {
    depth: u32,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "crate::Bound")]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
    Estimate,
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "crate::Stop")]
pub(super) enum Stop {
    Running,
    Completed,
    Nodes,
    Polled,
    Capacity,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "crate::Counts")]
pub(super) struct Counts {
    generated: u64,
    expanded: u64,
    evaluated: u64,
    pruned_by_window: u64,
    pruned_by_estimate: u64,
    most_frames: u32,
    most_children: u32,
}

/// A value as its number. The infinities are allowed here, for bounds of stopped searches.
pub(super) mod value {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::Value;

    pub(in super::super) fn serialize<S: Serializer>(
        value: &Value,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.get().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Value, D::Error> {
        Value::try_from(i32::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// A move as its square, 64 for a pass; or none.
pub(super) mod optional_move {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::othello::Move;

    pub(in super::super) fn serialize<S: Serializer>(
        mv: &Option<Move>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        mv.map(u8::from).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Option<Move>, D::Error> {
        let number = Option::<u8>::deserialize(deserializer)?;
        number.map(Move::try_from).transpose().map_err(de::Error::custom)
    }
}

/// Moves, each as its square or 64.
pub(super) mod line {
    use heapless::Vec;
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::super::LINE;
    use crate::othello::Move;

    pub(in super::super) fn serialize<S: Serializer>(
        line: &Vec<Move, LINE>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(line.iter().map(|&mv| u8::from(mv)))
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Vec<Move, LINE>, D::Error> {
        let squares = Vec::<u8, LINE>::deserialize(deserializer)?;
        let mut line = Vec::new();
        for square in squares {
            let mv = Move::try_from(square).map_err(de::Error::custom)?;
            // Of as many as there were.
            let _ = line.push(mv);
        }
        Ok(line)
    }
}
