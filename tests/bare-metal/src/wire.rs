//! Frames and messages of a link, with arbitrary bytes.

use core::hint::black_box;

use plyscope_core::Report;
use plyscope_core::othello::Move;
use plyscope_core::wire::{
    Command, MAX_FRAME, Received, Receiver, Response, SearchResult, decode, encode,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::done;

pub(crate) fn all() {
    let mut receiver = Receiver::new();
    let receiver = black_box(&mut receiver);
    for &byte in black_box(&[b'x', 0, 3, 1, 2, 0]) {
        match receiver.push(byte) {
            Some(Received::Payload(payload)) => {
                decode_and_encode::<Command>(payload);
                decode_and_encode::<Response>(payload);
                receiver.reject();
            }
            other => done(other),
        }
        done((receiver.is_within_frame(), black_box(&mut *receiver).abandon()));
    }
}

/// A search's result as a message.
pub(crate) fn result(report: &Report<'_, Move>) {
    done(SearchResult::new(black_box(report), black_box(5)));
}

fn decode_and_encode<M: Serialize + DeserializeOwned>(payload: &[u8]) {
    match decode::<M>(payload) {
        Ok((id, message)) => done(encode(id, black_box(&message), &mut [0; MAX_FRAME])),
        Err(error) => done(error),
    }
}
