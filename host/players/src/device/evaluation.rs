//! A device's evaluation, and whether it is the one that an engine needs.

use plyscope_core::othello::Patterns;
use plyscope_core::wire::{Evaluation, Identity};

/// An evaluation in the devices' protocol, with the checksum of its weights if it has patterns.
pub type OnDeviceEvaluation = (Evaluation, Option<u32>);

/// The name of a device's evaluation.
#[must_use]
pub fn evaluation_name(identity: &Identity) -> String {
    match (identity.evaluation, identity.weights) {
        (Evaluation::Simple, _) => "simple".to_owned(),
        (Evaluation::Bill, _) => "bill".to_owned(),
        (Evaluation::Patterns, Some(weights)) if weights == Patterns::SMALL.fingerprint() => {
            "patterns-small".to_owned()
        }
        (Evaluation::Patterns, weights) => {
            format!("patterns with weights of its own ({:08x})", weights.unwrap_or_default())
        }
    }
}

/// Checks that a device's evaluation is the one that an engine calls `name`.
///
/// # Errors
/// The device's evaluation, and the remedy.
pub fn check_evaluation(
    identity: &Identity,
    name: &str,
    wanted: OnDeviceEvaluation,
) -> Result<(), String> {
    if (identity.evaluation, identity.weights) == wanted {
        return Ok(());
    }
    let has = evaluation_name(identity);
    let build = match (wanted.0, identity.evaluation) {
        (Evaluation::Patterns, Evaluation::Patterns) => {
            "built with these weights (PLYSCOPE_WEIGHTS=FILE; without it, patterns-small of its release)"
        }
        (Evaluation::Patterns, _) => "built by cargo build --release --features patterns",
        _ => "built by cargo build --release, without the feature patterns",
    };
    let evaluation = match (identity.evaluation, has.as_str()) {
        (Evaluation::Patterns, "patterns-small") | (Evaluation::Simple | Evaluation::Bill, _) => {
            has.as_str()
        }
        (Evaluation::Patterns, _) => "patterns:FILE with its weights",
    };
    Err(format!(
        "the device searches with the evaluation {has}, not {name}: give evaluation {evaluation}, or firmware {build}"
    ))
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Patterns;
    use plyscope_core::wire::{Clock, ClockSource, Evaluation, Identity};

    use super::{check_evaluation, evaluation_name};

    fn identity(evaluation: Evaluation, weights: Option<u32>) -> Identity {
        let clock = Clock { source: ClockSource::Emulator, hertz: 1 };
        Identity { firmware: (0, 1, 0), clock, plies: 64, children: 512, evaluation, weights }
    }

    #[test]
    fn only_the_same_evaluation_with_the_same_weights_will_do() {
        let small = Patterns::SMALL.fingerprint();
        let (simple, patterns) = ((Evaluation::Simple, None), (Evaluation::Patterns, Some(small)));
        let other = (Evaluation::Patterns, Some(small ^ 1));
        let names = [(simple, "simple"), (patterns, "patterns-small"), (other, "patterns:FILE")];
        for (has, _) in names {
            for (wanted, name) in names {
                let outcome = check_evaluation(&identity(has.0, has.1), name, wanted);
                assert_eq!(outcome.is_ok(), has == wanted, "{has:?} {wanted:?}");
                if let Err(message) = outcome {
                    let has = evaluation_name(&identity(has.0, has.1));
                    assert!(
                        message.contains(&has) && message.contains("firmware built"),
                        "{message}"
                    );
                }
            }
        }
        let simple = identity(simple.0, simple.1);
        let message = check_evaluation(&simple, "patterns-small", patterns).unwrap_err();
        assert!(message.contains("--features patterns"), "{message}");
    }
}
