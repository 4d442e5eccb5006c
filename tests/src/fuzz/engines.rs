//! Engines and the other texts of tournaments: what is printed is read as the same.

use plyscope::device::Address;
use plyscope::domain::{OpeningChoice, OthelloEvaluation};
use plyscope::engine::{AnyEngine, Bounds, Bytes, Engine, Entrant, TimeControl, Value};
use plyscope::record::Shard;
use plyscope_core::random_tree::Correlation;

pub(super) fn check(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match text.parse::<Engine>() {
        Ok(engine) => {
            let printed = engine.to_string();
            assert_eq!(printed.parse(), Ok(engine.clone()), "{printed}");
            assert!(serde_json::to_string(&engine).is_ok());
            assert_eq!(engine.check(), Ok(()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match text.parse::<Entrant>() {
        Ok(entrant) => {
            let printed = entrant.to_string();
            // Values of this program's engines are not written in quotes.
            let is_plain = !text.contains('"') || matches!(entrant.player, AnyEngine::Foreign(_));
            if is_plain {
                let again = printed.parse::<Entrant>();
                assert_eq!(again.as_ref(), Ok(&entrant), "{printed}");
            }
            assert!(serde_json::to_string(&entrant).is_ok());
            let _ = entrant.check_pondering();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    openings(text);
    options(text);
}

fn openings(text: &str) {
    let Ok(choice) = text.parse::<OpeningChoice>() else { return };
    let printed = choice.to_string();
    assert_eq!(printed.parse(), Ok(choice.clone()), "{printed}");
    let plies = printed.split_once("ply").and_then(|(plies, _)| plies.parse::<u32>().ok());
    // No files, and no thousands of openings.
    if !printed.starts_with("file=") && plies.is_none_or(|plies| plies < 3) {
        let domain = choice.domain().unwrap_or_else(|error| panic!("{printed}: {error}"));
        let same = choice.without_file().and_then(|choice| choice.domain());
        assert_eq!(same, Ok(domain), "{printed}");
    }
}

/// Reads, prints and reads a value.
fn value<V: Value + std::fmt::Debug>(text: &str) {
    if let Ok(read) = V::read(text) {
        let printed = read.text();
        assert_eq!(V::read(&printed).as_ref(), Ok(&read), "{text:?} as {printed:?}");
    }
}

fn options(text: &str) {
    value::<std::time::Duration>(text);
    value::<Bytes>(text);
    value::<Bounds>(text);
    if let Ok(control) = text.parse::<TimeControl>() {
        assert_eq!(control.to_string().parse(), Ok(control));
    }
    if let Ok(shard) = text.parse::<Shard>() {
        assert_eq!(shard.to_string().parse(), Ok(shard));
        assert!(shard.number >= 1 && shard.number <= shard.of);
    }
    if let Ok(address) = text.parse::<Address>() {
        let printed = address.to_string();
        assert_eq!(printed.parse(), Ok(address), "{printed}");
    }
    if let Some(correlation) = Correlation::read(text) {
        assert!(correlation.get() <= 1000);
    }
    // Names of evaluations, but no files.
    if !text.contains(':') {
        let _ = OthelloEvaluation::named(text);
    }
}
