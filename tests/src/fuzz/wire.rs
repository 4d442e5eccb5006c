//! Frames: no bytes disturb a receiver for long, and a message that is sent is received.

use plyscope_core::wire::{Command, MAX_FRAME, Received, Receiver, Response, decode, encode};
use serde::{Serialize, de::DeserializeOwned};

use super::bytes::Bytes;

pub(super) fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let cut = usize::from(bytes.byte());
    let data = bytes.rest();
    let _ = decode::<Command>(data);
    let _ = decode::<Response>(data);
    message::<Command>(data);
    message::<Response>(data);
    // Noise, a pause, more noise, and then two frames.
    let (first, second) = data.split_at(cut.min(data.len()));
    let mut receiver = Receiver::new();
    listen::<Command>(&mut receiver, first);
    receiver.abandon();
    assert!(!receiver.is_within_frame());
    listen::<Command>(&mut receiver, second);
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(7, &Command::Hello, &mut buffer).expect("it fits");
    let heard = listen::<Command>(&mut receiver, &frame.repeat(2));
    assert_eq!(heard.last(), Some(&(7, Command::Hello)));
}

/// What a receiver makes of these bytes.
fn listen<M: DeserializeOwned>(receiver: &mut Receiver, bytes: &[u8]) -> Vec<(u16, M)> {
    let mut heard = Vec::new();
    for &byte in bytes {
        let decoded = match receiver.push(byte) {
            Some(Received::Payload(payload)) => Some(decode::<M>(payload)),
            _ => None,
        };
        match decoded {
            Some(Ok(message)) => heard.push(message),
            Some(Err(_)) => receiver.reject(),
            None => {}
        }
    }
    heard
}

/// A message of these bytes, if they are one, passes the link.
fn message<M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(data: &[u8]) {
    let Ok(message) = postcard::from_bytes::<M>(data) else { return };
    let mut buffer = [0; MAX_FRAME];
    let frame = encode(3, &message, &mut buffer).expect("all messages fit");
    assert!(frame.iter().filter(|&&byte| byte == 0).count() == 2, "zeros delimit frames");
    assert_eq!(listen::<M>(&mut Receiver::new(), frame), [(3, message)]);
}
