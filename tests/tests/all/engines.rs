//! Engines are read as they are written.

use std::time::Duration;

use plyscope::device::Address;
use plyscope::engine::{Algorithm, Bounds, Engine};
use plyscope::tree::{Formulation, WhenFull};
use plyscope_core::{Expansion, Order};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::Union;

fn algorithm() -> impl Strategy<Value = Algorithm> {
    use Algorithm::{
        AbIterative, AbSaved, AlphaBeta, Aspiration, Bfm, Extension, Fe, Minimax, Rbfms,
    };
    prop::sample::select(vec![
        Minimax,
        AlphaBeta,
        Aspiration,
        Fe,
        Rbfms,
        Bfm,
        AbSaved,
        AbIterative,
        Extension,
    ])
}

fn bounds() -> impl Strategy<Value = Bounds> {
    let ordered = || (any::<i32>(), any::<i32>()).prop_map(|(a, b)| (a.min(b), a.max(b)));
    Union::new([
        prop::sample::select(vec![
            Bounds::Exact,
            Bounds::Learned,
            Bounds::LearnedSeparate,
            Bounds::Likely,
        ])
        .boxed(),
        (i32::MIN..=0, 0..=i32::MAX).prop_map(|(low, high)| Bounds::Fixed(low, high)).boxed(),
        ordered().prop_map(|(low, high)| Bounds::Gains(low, high)).boxed(),
        (1u8..=99).prop_map(Bounds::LearnedGains).boxed(),
        prop::collection::vec(ordered(), 1..=16).prop_map(Bounds::Spreads).boxed(),
    ])
}

fn device() -> impl Strategy<Value = Address> {
    Union::new([
        Just(Address::emulator()).boxed(),
        "/dev/[a-zA-Z0-9:=]{1,9}".prop_map(Address::Serial).boxed(),
        "[A-Z0-9:]{1,9}".prop_map(Address::Serial).boxed(),
        "[a-z0-9/:=]{1,9}".prop_map(|path| Address::Socket(path.into())).boxed(),
        "[a-z0-9]{1,9}:[0-9]{1,5}".prop_map(Address::Tcp).boxed(),
        "[a-z0-9/:=]{1,9}"
            .prop_map(|path| Address::Emulator {
                firmware: Some(path.into()),
                counts_instructions: false,
            })
            .boxed(),
    ])
}

/// Engines of all options; not all of them go together.
fn engine() -> impl Strategy<Value = Engine> {
    let limits = (
        option::of(1u32..=128),
        option::of(1u64..),
        option::of(any::<u64>().prop_map(|n| Duration::from_nanos(n / 100 + 1))),
    );
    let order = prop::sample::select(vec![Order::None, Order::Static, Order::StaticAll]);
    let estimates = (option::of(bounds()), 1e-9..=1.0f64, any::<bool>(), any::<bool>());
    let tree = (
        prop::sample::select(vec![Expansion::Partial, Expansion::Full]),
        prop::sample::select(vec![Formulation::Figure3, Formulation::Text]),
        prop::sample::select(vec![WhenFull::Linear, WhenFull::Prune]),
        option::of(1u32..),
        option::of(1u64..),
    );
    let rest = (
        option::of(any::<u32>()),
        any::<bool>(),
        0u32..70,
        // A blank name is refused.
        option::of("[ -+\\--~]{0,6}[!-+\\--~][ -+\\--~]{0,5}"),
        option::of("[a-z:/.=]{1,12}"),
        option::of(device()),
    );
    (algorithm(), limits, order, estimates, tree, rest).prop_map(
        |(algorithm, limits, order, estimates, tree, rest)| {
            let mut engine = Engine::new(algorithm);
            (engine.depth, engine.nodes, engine.time) = limits;
            engine.order = order;
            let scaled;
            (engine.bounds, engine.delta, engine.two_sided, scaled) = estimates;
            if !scaled {
                engine.delta = 1.0;
            }
            (
                engine.expansion,
                engine.formulation,
                engine.when_full,
                engine.shallow,
                engine.memory,
            ) = tree;
            let (window, iterative, solve, name, evaluation, device) = rest;
            (engine.window, engine.iterative, engine.solve) = (window, iterative, solve);
            (engine.evaluation, engine.device) = (evaluation, device);
            if let Some(name) = name {
                engine.name = name;
            }
            engine
        },
    )
}

/// The engine without the options that its algorithm does not have.
fn without_unused(mut kept: Engine) -> Engine {
    let algorithm = kept.algorithm;
    let usual = Engine::new(algorithm);
    let has = |key| algorithm.check_option(key).is_ok();
    if !has("order") {
        (kept.order, kept.window) = (usual.order, usual.window);
    }
    if !has("bounds") {
        (kept.bounds, kept.delta, kept.two_sided) = (None, 1.0, false);
    }
    if kept.bounds.as_ref().is_some_and(|bounds| !bounds.are_of_edges()) {
        kept.delta = 1.0;
    }
    if !has("expansion") {
        kept.expansion = usual.expansion;
    }
    if !has("formulation") {
        (kept.formulation, kept.when_full) = (usual.formulation, usual.when_full);
    }
    if !has("shallow") {
        kept.shallow = None;
    }
    if !has("memory") {
        kept.memory = None;
    }
    if kept.nodes.is_some() || kept.time.is_some() {
        kept.solve = 0;
    }
    kept.iterative &= !kept.algorithm.is_best_first() && !kept.algorithm.keeps_tree();
    kept
}

proptest! {
    #[test]
    fn an_engine_is_read_as_the_engine_that_it_was_written_from(engine in engine()) {
        let engine = without_unused(engine);
        let text = engine.to_string();
        match engine.check() {
            Ok(()) => prop_assert_eq!(text.parse(), Ok(engine), "{}", text),
            // What is not an engine is not read as one either.
            Err(error) => prop_assert_eq!(text.parse::<Engine>(), Err(error), "{}", text),
        }
    }

    #[test]
    fn what_no_algorithm_uses_is_refused_in_one_line(engine in engine()) {
        let read = engine.to_string().parse::<Engine>();
        if without_unused(engine.clone()) != engine {
            let error = read.expect_err("an option of no use").to_string();
            prop_assert_eq!(error.lines().count(), 1, "{}", error);
        }
    }
}
