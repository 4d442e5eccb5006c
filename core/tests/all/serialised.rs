//! Core's types through `serde`: deserialisation rejects the same values as the constructors, with the same reason.

use plyscope_core::othello::{Board, Move};
use plyscope_core::random_tree::{Branching, BranchingError, EdgeCosts, Generation};
use plyscope_core::{NotAValue, Value, Window, WindowError};
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};

fn comes_back<T: serde::Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), text);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), *value);
}

fn refused<T: DeserializeOwned + Debug>(text: &str, reason: &impl Display) {
    let found = serde_json::from_str::<T>(text).unwrap_err().to_string();
    assert!(found.starts_with(&reason.to_string()), "{text}: {found}");
}

#[test]
fn a_window_is_read_unless_its_ends_are_the_wrong_way_round() {
    let window = |alpha, beta| Window::new(Value::new(alpha), Value::new(beta));
    comes_back(&window(-3, 4).unwrap(), r#"{"alpha":-3,"beta":4}"#);
    comes_back(&window(4, 4).unwrap(), r#"{"alpha":4,"beta":4}"#);
    let error: WindowError = window(5, 4).unwrap_err();
    refused::<Window>(r#"{"alpha":5,"beta":4}"#, &error);
}

#[test]
fn a_value_is_read_unless_it_has_no_negative() {
    comes_back(&Value::new(17), "17");
    comes_back(&Value::NEG_INFINITY, "-2147483647");
    refused::<Value>("-2147483648", &NotAValue);
}

#[test]
fn a_board_is_read_unless_a_square_has_two_discs() {
    comes_back(&Board::START, r#"{"mover":34628173824,"opponent":68853694464}"#);
    let error = plyscope_core::othello::parse_bitboards("6/3").unwrap_err();
    refused::<Board>(r#"{"mover":6,"opponent":3}"#, &error);
}

#[test]
fn a_move_is_read_unless_it_is_beyond_a_pass() {
    comes_back(&Move::PASS, "64");
    refused::<Move>("65", &Move::try_from(65).unwrap_err());
}

#[test]
fn a_branching_is_read_as_it_was_made() {
    for branching in [
        Branching::uniform(1),
        Branching::uniform(10),
        Branching::uniform(Branching::LIMIT),
        Branching::random(9),
        Branching::random(9).unwrap().with_root(5),
        Branching::random(Branching::LIMIT),
        Branching::random_with_leaves(1),
        Branching::random_with_leaves(Branching::LIMIT - 1).unwrap().with_root(1),
    ] {
        let branching = branching.unwrap();
        let text = serde_json::to_string(&branching).unwrap();
        assert_eq!(serde_json::from_str::<Branching>(&text).unwrap(), branching);
    }
    comes_back(&Branching::ZHANG, r#"{"least":1,"modulus":9,"root":5}"#);
}

#[test]
fn a_branching_that_no_tree_has_is_refused() {
    let text = |least: u32, modulus: u32, root: u32| {
        format!(r#"{{"least":{least},"modulus":{modulus},"root":{root}}}"#)
    };
    let limit = Branching::LIMIT;
    refused::<Branching>(&text(1, 0, 1), &Branching::random(0).unwrap_err());
    refused::<Branching>(
        &text(0, limit + 1, 1),
        &Branching::random_with_leaves(limit).unwrap_err(),
    );
    refused::<Branching>(&text(limit + 1, 1, 1), &Branching::uniform(limit + 1).unwrap_err());
    refused::<Branching>(&text(1, 9, 10), &Branching::ZHANG.with_root(10).unwrap_err());
    refused::<Branching>(&text(3, 0, 3), &BranchingError::Range { least: 3, modulus: 0 });
    refused::<Branching>(&text(2, 5, 3), &BranchingError::Range { least: 2, modulus: 5 });
}

#[test]
fn choices_are_read_by_their_names() {
    comes_back(&EdgeCosts::Zhang16, r#""zhang16""#);
    comes_back(&Generation::BreadthFirst, r#""breadth-first""#);
    assert!(serde_json::from_str::<Generation>(r#""on-demand""#).is_err());
}
