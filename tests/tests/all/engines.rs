//! Engines' texts can be read back.

use std::time::Duration;
use std::{env, fs};

use plyscope::device::{Address, EmulatedBoard};
use plyscope::domain::OthelloDomain;
use plyscope::engine::{
    Algorithm, Bounds, Bytes, DeviceAlgorithm, Driver, Engine, OnDevice, Row, Search, Without,
    markdown, options, rows,
};
use plyscope::player::{run, search_of};
use plyscope::tree::{
    BackUp, Completion, EndLeaf, FinalMove, Formulation, OnResolved, Selection, Switches,
    Transpositions, WhenFull,
};
use plyscope_core::othello::{Board, Othello};
use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::{Expansion, Order};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::Union;

use crate::cases::config;

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
        "[a-z0-9/:=]{1,9}".prop_map(Address::Socket).boxed(),
        "[a-z0-9]{1,9}:[0-9]{1,5}".prop_map(Address::Tcp).boxed(),
        "[a-z0-9/:=]{1,9}"
            .prop_map(|path| Address::emulated(EmulatedBoard::Microbit, Some(path)))
            .boxed(),
    ])
}

fn order() -> impl Strategy<Value = Order> {
    prop::sample::select(vec![Order::None, Order::Static, Order::StaticAll])
}

fn expansion() -> impl Strategy<Value = Expansion> {
    prop::sample::select(vec![Expansion::Partial, Expansion::Full])
}

fn without() -> impl Strategy<Value = Without> {
    prop_oneof![
        Just(Without::Nothing),
        Just(Without::NullWindows),
        Just(Without::HashMove),
        Just(Without::Selectivity),
        Just(Without::SelectiveEnd),
        Just(Without::Solver),
    ]
}

fn memory() -> impl Strategy<Value = Bytes> {
    prop_oneof![1u64.., (1u64..5000, 0u32..40).prop_map(|(number, bits)| number << bits)]
        .prop_map(Bytes)
}

fn best_first() -> impl Strategy<Value = options::Bfm> {
    (
        expansion(),
        prop::sample::select(vec![Formulation::Figure3, Formulation::Text]),
        memory(),
        prop::sample::select(vec![WhenFull::Linear, WhenFull::Prune]),
        switches(),
    )
        .prop_map(|(expansion, formulation, memory, when_full, switches)| options::Bfm {
            expansion,
            formulation,
            memory,
            when_full,
            backup: switches.backup,
            transpositions: switches.transpositions,
            completion: switches.completion,
            on_resolved: switches.on_resolved,
            final_move: switches.final_move,
            leaf: switches.leaf,
            selection: switches.selection,
        })
}

fn selection() -> impl Strategy<Value = Selection> {
    prop::sample::select(vec![Selection::Best, Selection::Descent])
}

/// All switches as in 1996, or any.
fn switches() -> impl Strategy<Value = Switches> {
    let any = (any::<[bool; 5]>(), any::<bool>(), selection()).prop_map(
        |([root, table, completes, next, safe], exact, selection)| Switches {
            backup: if root { BackUp::Root } else { BackUp::Stable },
            transpositions: if table { Transpositions::Table } else { Transpositions::Tree },
            completion: if completes { Completion::On } else { Completion::Off },
            on_resolved: if next { OnResolved::Next } else { OnResolved::Stop },
            final_move: if safe { FinalMove::Safe } else { FinalMove::Best },
            leaf: if exact { EndLeaf::Exact } else { EndLeaf::Evaluation },
            selection,
            ..Switches::default()
        },
    );
    prop_oneof![Just(Switches::default()), any]
}

fn on_device() -> impl Strategy<Value = Search> {
    let algorithm = any::<bool>().prop_flat_map(|iterative| {
        prop::sample::select(vec![
            DeviceAlgorithm::AlphaBeta { iterative },
            DeviceAlgorithm::Fe { iterative },
            DeviceAlgorithm::Rbfms,
            DeviceAlgorithm::Strong,
        ])
    });
    (device(), algorithm)
        .prop_map(|(address, algorithm)| Search::Device(OnDevice { address, algorithm }))
}

fn placement() -> impl Strategy<Value = Placement> {
    prop::sample::select(vec![
        Placement::Table1,
        Placement::Literal,
        Placement::Entry1,
        Placement::PerChild,
    ])
}

/// How engines search, with all options.
fn search() -> impl Strategy<Value = Search> {
    let window = || option::of(any::<u32>());
    let delta = prop_oneof![Just(1.0), 1e-9..=1.0f64];
    let fe =
        (order(), option::of(bounds()), delta, any::<bool>(), placement(), window(), any::<bool>());
    Union::new([
        any::<bool>().prop_map(|iterative| options::Minimax { iterative }.into()).boxed(),
        (order(), window(), any::<bool>())
            .prop_map(|(order, window, iterative)| {
                options::AlphaBeta { order, window, iterative }.into()
            })
            .boxed(),
        (order(), window(), any::<bool>())
            .prop_map(|(order, window, iterative)| {
                options::Aspiration { order, window, iterative }.into()
            })
            .boxed(),
        fe.prop_map(|(order, bounds, delta, two_sided, placement, window, iterative)| {
            options::Fe { order, bounds, delta, two_sided, placement, window, iterative }.into()
        })
        .boxed(),
        expansion().prop_map(|expansion| options::Rbfms { expansion }.into()).boxed(),
        (order(), window(), memory(), any::<[bool; 3]>())
            .prop_map(|(order, window, table, [killers, reductions, mtd])| {
                let driver = if mtd { Driver::Mtd } else { Driver::Deepening };
                options::Pvs { order, window, table, killers, reductions, driver }.into()
            })
            .boxed(),
        (option::of(1u32..=30), memory(), any::<u64>(), without())
            .prop_map(|(level, table, mistakes, without)| {
                let threads = 1 + (mistakes % 64) as u32;
                let strong = options::Strong {
                    level,
                    table,
                    mistakes,
                    threads,
                    without,
                    ..Default::default()
                };
                if mistakes % 3 > 0 {
                    return strong.into();
                }
                let book_margin = f64::from(threads) / 8.0;
                options::Strong {
                    book: Some("book.txt".to_owned()),
                    book_margin,
                    book_seed: mistakes,
                    ..strong
                }
                .into()
            })
            .boxed(),
        best_first().prop_map(Search::from).boxed(),
        memory().prop_map(|memory| options::AbSaved { memory }.into()).boxed(),
        memory().prop_map(|memory| options::AbIterative { memory }.into()).boxed(),
        (
            option::of(bounds()),
            prop_oneof![Just(1.0), 1e-9..=1.0f64],
            placement(),
            any::<bool>(),
            memory(),
        )
            .prop_map(|(bounds, delta, placement, keep_learned, memory)| {
                options::FeSaved { bounds, delta, placement, keep_learned, memory }.into()
            })
            .boxed(),
        (best_first(), option::of(any::<u32>()))
            .prop_map(
                |(options::Bfm { expansion, formulation, memory, when_full, .. }, shallow)| {
                    options::Extension { expansion, formulation, shallow, memory, when_full }.into()
                },
            )
            .boxed(),
        ((0.0..=100.0f64), (0.0..=1.0f64), option::of(1u32..), switches(), memory())
            .prop_map(|(exploration, implicit, scale, switches, memory)| {
                let Switches { transpositions, completion, .. } = switches;
                options::Mcts { exploration, implicit, scale, transpositions, completion, memory }
                    .into()
            })
            .boxed(),
        (switches(), expansion(), memory())
            .prop_map(|(switches, expansion, memory)| {
                options::Ubfm {
                    expansion,
                    memory,
                    backup: switches.backup,
                    transpositions: switches.transpositions,
                    completion: switches.completion,
                    on_resolved: switches.on_resolved,
                    final_move: switches.final_move,
                    leaf: switches.leaf,
                    selection: switches.selection,
                }
                .into()
            })
            .boxed(),
        memory().prop_map(|table| options::Pns { table }.into()).boxed(),
        (option::of(bounds()), memory())
            .prop_map(|(bounds, memory)| options::BStar { bounds, memory }.into())
            .boxed(),
        (1..=8u32, any::<u32>(), memory())
            .prop_map(|(threshold, width, memory)| {
                options::Conspiracy { threshold, width, memory }.into()
            })
            .boxed(),
        on_device().boxed(),
    ])
}

/// Engines with all options, some in invalid combinations.
fn engine() -> impl Strategy<Value = Engine> {
    let limits = (
        option::of(1u32..=128),
        option::of(1u64..),
        option::of(any::<u64>().prop_map(|n| Duration::from_nanos(n / 100 + 1))),
    );
    // A blank name is refused.
    let name = option::of("[ -+\\--~]{0,6}[!-+\\--~][ -+\\--~]{0,5}");
    let evaluation = option::of("[a-z:/.=]{1,12}");
    (search(), limits, 0u32..70, name, evaluation).prop_map(
        |(search, (depth, nodes, time), solve, name, evaluation)| {
            // Devices have no such option, which is reported before invalid combinations.
            let solve = if matches!(search, Search::Device(_)) { 0 } else { solve };
            let usual = Engine::of(search);
            let name = name.unwrap_or_else(|| usual.name.clone());
            Engine { name, depth, nodes, time, solve, evaluation, ..usual }
        },
    )
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn an_engine_is_read_as_the_engine_that_it_was_written_from(engine in engine()) {
        let text = engine.to_string();
        match engine.check() {
            Ok(()) => prop_assert_eq!(text.parse(), Ok(engine), "{}", text),
            // Invalid text is not read as an engine.
            Err(error) => {
                prop_assert_eq!(error.to_string().lines().count(), 1, "{}", error);
                prop_assert_eq!(text.parse::<Engine>(), Err(error), "{}", text);
            }
        }
    }
}

#[test]
fn each_option_is_taken_by_its_algorithms_and_refused_by_all_others() {
    for Row { about, of, .. } in rows().into_iter().filter(|row| !row.of.is_empty()) {
        let value = match about.key {
            "window" | "shallow" | "level" | "scale" => "3".to_owned(),
            "bounds" => "likely".to_owned(),
            "book" => "mine.book".to_owned(),
            _ => about.usual.expect("the others have usual values"),
        };
        for algorithm in Algorithm::ALL {
            let given = ("algorithm", algorithm.name());
            let engine = Engine::draft([given, (about.key, value.as_str())]);
            if of.contains(algorithm) {
                assert!(engine.is_ok(), "{algorithm}: {engine:?}");
                continue;
            }
            let error = engine.expect_err("an option of no use").to_string();
            let message = format!("{} is no option of {algorithm}, but of ", about.key);
            assert!(error.contains(&message) && error.lines().count() == 1, "{error}");
        }
    }
}

#[test]
fn each_algorithm_searches_a_position_and_prefers_a_move() {
    for &algorithm in Algorithm::ALL {
        let mut engine = Engine { depth: Some(3), ..Engine::new(algorithm) };
        if algorithm == Algorithm::Pns {
            // It has no depth.
            engine = Engine { nodes: Some(1000), depth: None, ..engine };
        }
        if let Search::Extension(options) = &mut engine.search {
            options.shallow = Some(2);
        }
        engine.check().unwrap();
        let domain = OthelloDomain::default();
        let mut search = search_of(&domain, &engine, Othello).unwrap();
        let report = run(&mut search, &engine, &Board::START).unwrap();
        assert!(report.best_move.is_some() && report.counts.generated > 0, "{algorithm}");
    }
}

/// The place of the tables in the page on tournaments. This program writes them.
const TABLES: [&str; 2] = ["<!-- options: begin -->\n", "<!-- options: end -->\n"];

#[test]
fn the_page_of_tournaments_has_all_algorithms_and_options() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../host/docs/tournaments.md");
    let page = fs::read_to_string(path).unwrap();
    let [begin, end] = TABLES;
    let (before, rest) = page.split_once(begin).expect("the tables' beginning is marked");
    let (_, after) = rest.split_once(end).expect("the tables' end is marked");
    let right = format!("{before}{begin}\n{}\n{end}{after}", markdown());
    if env::var_os("PLYSCOPE_WRITE_TABLES").is_some() {
        fs::write(path, &right).unwrap();
    }
    assert!(
        right == page,
        "PLYSCOPE_WRITE_TABLES=1 cargo test -p plyscope-tests --test all engines rewrites the tables"
    );
}
