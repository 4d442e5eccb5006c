//! What values stand for.

use plyscope_core::othello::{Simple, hundredths};
use plyscope_core::{Ends, Judgement, Outcome, Value};

use crate::support::random::Random;

/// Values of all kinds, with those at the borders between kinds.
fn values() -> Vec<Value> {
    let mut random = Random::new(31);
    let scale = |bits: u64, shift: u64| (bits as u32).cast_signed() >> shift;
    let any = (0..20_000).map(|_| {
        let shift = random.below(32);
        Value::new(scale(random.bits(), shift))
    });
    let mut values: Vec<Value> = any.collect();
    for score in [1, 2, 64, 999, 1000, 1001] {
        let won = Value::decided(Outcome::scored(score));
        values.extend([-1, 0, 1].map(|step| won.plus(step)));
    }
    values.extend([Value::INFINITY, Value::MAX, Value::MAX.plus(-1), Value::MAX.plus(-2)]);
    let negated: Vec<Value> = values.iter().map(|&value| -value).collect();
    values.extend(negated);
    values
}

#[test]
fn a_judgement_inverts_the_value_of_a_finished_game() {
    for score in -1000..=1000 {
        let outcome = Outcome::scored(score);
        let judgement = Value::decided(outcome).judgement();
        // A draw has the value of an even position.
        let expected = match score {
            0 => Judgement::Score(0),
            1.. => Judgement::Won { by: Some(score.unsigned_abs()) },
            _ => Judgement::Lost { by: Some(score.unsigned_abs()) },
        };
        assert_eq!(judgement, expected);
        assert_eq!(judgement.score(), (score != 0).then_some(score));
        assert_eq!(hundredths(Value::decided(outcome)), 100 * score);
        let only_who_wins = Ends::Decided.value(&Simple, outcome).judgement();
        let expected = match score {
            0 => Judgement::Drawn,
            1.. => Judgement::Won { by: None },
            _ => Judgement::Lost { by: None },
        };
        assert_eq!(only_who_wins, expected);
    }
}

/// Lost games, the one that is lost by most first; scores; won games.
fn rank(judgement: Judgement) -> Option<(i32, i64)> {
    match judgement {
        Judgement::Lost { by: None } => Some((0, 0)),
        Judgement::Lost { by: Some(score) } => Some((1, -i64::from(score))),
        // A draw is next to a loss for whoever asks for it, so its place depends on the side.
        Judgement::Drawn => None,
        Judgement::Score(number) => Some((2, number.into())),
        Judgement::Won { by: Some(score) } => Some((3, score.into())),
        Judgement::Won { by: None } => Some((4, 0)),
    }
}

#[test]
fn judgements_are_in_the_order_of_their_values() {
    let mut values = values();
    // Others are those of no position.
    values.retain(|value| match value.judgement() {
        Judgement::Score(number) => number.abs() < 99_000_000,
        _ => true,
    });
    values.sort();
    values.dedup();
    let ranks: Vec<_> = values.iter().filter_map(|value| rank(value.judgement())).collect();
    assert!(ranks.len() > 1000 && ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
}

#[test]
fn the_other_side_has_the_opposite_judgement() {
    for value in values() {
        let opposite = match value.judgement() {
            Judgement::Lost { by } => Judgement::Won { by },
            Judgement::Drawn => Judgement::Drawn,
            Judgement::Won { by } => Judgement::Lost { by },
            Judgement::Score(number) => Judgement::Score(-number),
        };
        assert_eq!((-value).judgement(), opposite, "{value}");
        assert_eq!((-value).bounded(), value.bounded().map(|number| -number), "{value}");
        // A number is either a finished game's or itself.
        if let Judgement::Score(number) = value.judgement() {
            assert_eq!((number, value.outcome()), (value.get(), None));
        }
    }
}

#[test]
fn judgements_in_words() {
    let words = |value: Value| value.judgement().to_string();
    assert_eq!(words(Value::decided(Outcome::scored(12))), "won by 12");
    assert_eq!(words(Value::decided(Outcome::scored(-2))), "lost by 2");
    assert_eq!(words(Value::new(-345)), "-345");
    for (outcome, word) in
        [(Outcome::WIN, "won"), (Outcome::DRAW, "drawn"), (Outcome::LOSS, "lost")]
    {
        assert_eq!(words(Ends::Decided.value(&Simple, outcome)), word);
    }
}
