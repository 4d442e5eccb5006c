//! Traces of all algorithms in all games: their events, and what these say of the search.

use plyscope::domain::{Domain, OthelloDomain, RandomTreeDomain, SmallDomain, TreeParameters};
use plyscope::engine::small::{SmallGame as _, SmallKind};
use plyscope::engine::{Algorithm, Engine, pairs, with_small};
use plyscope::player::{run, search_of};
use plyscope::trace::{
    Counting, EXAMPLES, Example, Subject, Text, Traceable as _, TypedTree, prepared, trace,
};
use plyscope_core::othello::{parse_board, parse_moves};
use plyscope_core::random_tree::Branching;
use serde_json::Value as Json;

fn typed(text: &str) -> Subject {
    Subject::typed(TypedTree::parse(text).unwrap())
}

/// Storages pass over the stack on their way to the heap, which is more than a test's thread has without optimisation.
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let done = thread.spawn_scoped(scope, work).unwrap().join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The events of a trace.
fn events(subject: &Subject, engines: &[Engine]) -> Vec<Json> {
    with_room(|| events_here(subject, engines))
}

fn events_here(subject: &Subject, engines: &[Engine]) -> Vec<Json> {
    let mut sink = Counting::new(usize::MAX);
    trace(subject, "", engines, &mut sink).unwrap();
    let lines = sink.lines().unwrap();
    let events: Vec<Json> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len() as u64, sink.events());
    events
}

fn engine(subject: &Subject, text: &str) -> Engine {
    let engine = Engine::draft(pairs(text).unwrap()).unwrap();
    let engine = prepared(subject, engine).unwrap();
    engine.check().unwrap();
    engine
}

fn count(events: &[Json], event: &str, reasons: &[&str]) -> u64 {
    let fits = |one: &&Json| {
        one["event"] == event
            && (reasons.is_empty() || reasons.iter().any(|reason| one["reason"] == *reason))
    };
    events.iter().filter(fits).count() as u64
}

/// The counts of a report, recounted from the events of its search.
fn check_counts(name: &str, events: &[Json]) {
    let ended = events.last().unwrap();
    assert_eq!(ended["event"], "ended", "{name}");
    let counts = &ended["counts"];
    assert_eq!(count(events, "generated", &[]), counts["generated"], "{name}");
    assert_eq!(count(events, "expanded", &[]), counts["expanded"], "{name}");
    assert_eq!(count(events, "pruned", &["window"]), counts["pruned_by_window"], "{name}");
    let by_estimate = count(events, "pruned", &["estimate", "selective"]);
    assert_eq!(by_estimate, counts["pruned_by_estimate"], "{name}");
    assert_eq!(ended.get("incomplete"), None, "{name}");
}

/// Options with which every algorithm has something to do in a moment.
fn engines() -> Vec<String> {
    // Strong plays Othello only: it has a test of its own.
    let all = Algorithm::ALL.iter().filter(|&&algorithm| algorithm != Algorithm::Strong);
    let plain = all.map(|algorithm| match algorithm {
        Algorithm::Extension => "algorithm=extension,shallow=2,depth=4,nodes=400".to_owned(),
        Algorithm::Bfm
        | Algorithm::Ubfm
        | Algorithm::Mcts
        | Algorithm::BStar
        | Algorithm::Conspiracy => {
            format!("algorithm={algorithm},depth=6,nodes=300")
        }
        Algorithm::Pns => "algorithm=pns,table=64KiB,nodes=400".to_owned(),
        // The usual table would take most of the time.
        Algorithm::Pvs => "algorithm=pvs,table=64KiB,depth=4".to_owned(),
        _ => format!("algorithm={algorithm},depth=4"),
    });
    let more = [
        "algorithm=alpha-beta,order=none,iterative=true,depth=3",
        "algorithm=alpha-beta,order=static-all,window=20,depth=3",
        "algorithm=fe,bounds=learned,depth=4",
        "algorithm=fe,bounds=learned-separate,two-sided=true,placement=per-child,depth=4",
        "algorithm=fe-saved,bounds=learned,depth=4",
        "algorithm=pvs,table=64KiB,reductions=true,killers=true,depth=5",
        "algorithm=pvs,table=64KiB,driver=mtd,depth=3",
        "algorithm=rbfms,expansion=full,depth=4,nodes=3000",
        "algorithm=bfm,formulation=text,depth=5,nodes=300",
        "algorithm=bfm,backup=root,completion=on,transpositions=table,selection=descent,nodes=300",
    ];
    plain.chain(more.map(str::to_owned)).collect()
}

/// Traces all engines, and compares with reports of the game's own domain.
fn check_game<D: Domain>(subject: &Subject, domain: &D, start: &D::Start) {
    for text in engines() {
        let Ok(engine) = text.parse::<Engine>() else { panic!("{text}") };
        let name = format!("{} {text}", subject.title());
        let told = match prepared(subject, engine.clone()) {
            Ok(engine) => events(subject, &[engine]),
            Err(error) => panic!("{name}: {error}"),
        };
        check_counts(&name, &told);
        let (game, root) = domain.set_up(start);
        let report =
            run(&mut search_of(domain, &engine, game).unwrap(), &engine, &root).unwrap().counts;
        let mut counts = told.last().unwrap()["counts"].clone();
        let report = serde_json::to_value(report).unwrap();
        for cuts in ["pruned_by_window", "pruned_by_estimate"] {
            let [told, all] = [&counts[cuts], &report[cuts]].map(|cuts| cuts.as_u64().unwrap());
            // Best-first searches leave nodes. Others, and the first look of best-first extension, count cuts that cut nothing, too.
            let is_depth_first = match engine.algorithm() {
                Algorithm::Mcts | Algorithm::BStar | Algorithm::Conspiracy => false,
                algorithm => !algorithm.is_best_first() || algorithm == Algorithm::Extension,
            };
            assert!(told == all || told < all && is_depth_first, "{name}");
            counts[cuts] = report[cuts].clone();
        }
        assert_eq!(counts, report, "{name}");
    }
}

#[test]
fn counters_are_those_of_reports_for_all_algorithms_in_all_games() {
    let parameters = TreeParameters::new(Branching::random(4).unwrap());
    let domain = RandomTreeDomain { parameters };
    check_game(&Subject::random_tree(parameters, 5), &domain, &5);

    for (kind, moves) in [(SmallKind::Hexapawn, ""), (SmallKind::ConnectFour, "4443")] {
        with_small!(kind, Game => {
            let start = (Game::after(moves).unwrap(), String::new());
            check_game(&Subject::small(kind, moves).unwrap(), &SmallDomain::<Game>::default(), &start);
        });
    }

    let (board, _) = parse_moves("f5d6c3").unwrap();
    let othello = OthelloDomain::default();
    check_game(&Subject::othello(board, "f5d6c3"), &othello, &(board, String::new()));
}

#[test]
fn a_search_that_is_not_observed_everywhere_says_so() {
    let parameters = TreeParameters::new(Branching::uniform(3).unwrap());
    let subject = Subject::random_tree(parameters, 1);
    let told = events(&subject, &[engine(&subject, "algorithm=bfm,memory=1KiB,depth=12")]);
    let ended = told.last().unwrap();
    assert_eq!(ended["incomplete"], true);
    assert!(count(&told, "generated", &[]) < ended["counts"]["generated"].as_u64().unwrap());
}

#[test]
fn what_is_learned_on_line_is_told_when_it_changes_and_an_estimate_without_bounds_has_none() {
    let parameters = TreeParameters::new(Branching::uniform(3).unwrap());
    let subject = Subject::random_tree(parameters, 1);
    for algorithm in ["fe", "fe-saved"] {
        let text = format!("algorithm={algorithm},bounds=learned,depth=5");
        let told = events(&subject, &[engine(&subject, &text)]);
        let bounds = |event: &Json| event["bounds"][1].as_i64();
        let learned: Vec<i64> = told.iter().filter_map(bounds).collect();
        assert!(!learned.is_empty() && learned.is_sorted_by(|a, b| a < b), "{text}: {learned:?}");
        let first = told.iter().find(|event| event["event"] == "estimated").unwrap();
        assert_eq!(first["range"], serde_json::json!([null, null]), "{text}");
    }
}

#[test]
fn a_typed_tree_is_a_game_for_all_algorithms() {
    let subject = typed("0(4(8(1 7) 1(2 0)) 6(5(5 6) 2(3 7(1 2))))");
    for text in engines() {
        let told = events(&subject, &[engine(&subject, &text)]);
        check_counts(&text, &told);
        assert_eq!(told[0]["tree"]["children"][1]["value"], 6);
    }
}

#[test]
fn exact_searches_find_the_value_of_a_tree_for_either_side() {
    for (text, value) in [("((3 5) (2 9))", 3), ("min ((3 5) (2 9))", 5), ("min (2 9)", 2)] {
        for algorithm in ["minimax", "alpha-beta", "aspiration", "pvs"] {
            // What deepens values inner nodes; a window is around the root's value.
            let is_valued = ["aspiration", "pvs"].contains(&algorithm);
            let valued = text.replace("((", "0(1(").replace(" (2 9)", " 1(2 9)");
            let text = if is_valued { valued.as_str() } else { text };
            let subject = typed(text);
            let told = events(&subject, &[engine(&subject, &format!("algorithm={algorithm}"))]);
            let ended = told.last().unwrap();
            assert_eq!(
                (&ended["value"], &ended["bound"]),
                (&value.into(), &"exact".into()),
                "{text} {algorithm}"
            );
        }
    }
}

#[test]
fn without_static_values_a_tree_is_searched_from_left_to_right_or_not_at_all() {
    let subject = typed("(7 (3 5) 9)");
    let told = events(&subject, &[engine(&subject, "algorithm=alpha-beta")]);
    let moves: Vec<&Json> = told
        .iter()
        .filter(|event| event["event"] == "descended")
        .map(|event| &event["move"])
        .collect();
    assert_eq!(moves, ["1", "2", "3"]);
    for algorithm in ["rbfms", "fe", "bfm", "mcts", "conspiracy", "pvs"] {
        let engine = Engine::draft([("algorithm", algorithm)]).unwrap();
        let error = prepared(&subject, engine).unwrap_err().to_string();
        let (character, remedy) = (error.contains("character 4"), error.contains("4(8 1)"));
        assert!(character && remedy || error.contains("character 1 "), "{error}");
    }
}

#[test]
fn the_strong_player_is_traced_but_for_the_last_plies_of_its_solver() {
    let (board, _) = parse_moves("f5d6c3").unwrap();
    let subject = Subject::othello(board, "f5d6c3");
    for evaluation in ["patterns-small", "discs"] {
        let text = format!("algorithm=strong,depth=5,table=64KiB,evaluation={evaluation}");
        let told = events(&subject, &[engine(&subject, &text)]);
        check_counts(&text, &told);
        assert!(count(&told, "began", &[]) >= 3, "{text}: iterations");
        assert!(count(&told, "generated", &[]) > 100, "{text}");
    }
    // Eleven squares are empty: the solver searches them.
    let text = "-OOOOO--X-OOOXX-XXOXOOXXXXXOOXOXXXXOXOXXXXXXOXXX--XXXX--XXXXX-O- O";
    let (board, _) = parse_board(text).unwrap();
    let subject = Subject::othello(board, "");
    let solves = "algorithm=strong,level=20,table=64KiB,evaluation=patterns-small";
    let told = events(&subject, &[engine(&subject, solves)]);
    let ended = told.last().unwrap();
    assert_eq!((&ended["bound"], &ended["incomplete"]), (&"exact".into(), &true.into()));
    let threads = "algorithm=strong,level=1,threads=2".parse().unwrap();
    let error = prepared(&subject, threads).unwrap_err().to_string();
    assert!(error.contains("omit threads and book"), "{error}");
}

#[test]
fn a_proof_number_search_tells_what_is_left_to_prove() {
    let line = "2252576253462244111563365343671";
    let subject = Subject::small(SmallKind::ConnectFour, line).unwrap();
    let told = events(&subject, &[engine(&subject, "algorithm=pns,table=64KiB")]);
    check_counts("pns", &told);
    let at_root = |event: &&Json| event["event"] == "weighed" && event["ply"] == 0;
    let last = told.iter().rfind(at_root).unwrap();
    // A goal is reached or missed at the end.
    assert!(last["proof"].is_null() != last["disproof"].is_null(), "{last}");
}

/// The events of an example's engine.
fn of_example(name: &str, engine_number: usize) -> Vec<Json> {
    let example = Example::named(name).unwrap();
    let subject = typed(example.tree);
    events(&subject, &[engine(&subject, example.engines[engine_number])])
}

/// The values of generated leaves, in order.
fn leaves(events: &[Json]) -> Vec<i64> {
    let of =
        |event: &Json| (event["event"] == "generated").then(|| event["value"].as_i64()).flatten();
    events.iter().filter_map(of).collect()
}

#[test]
fn examples_show_what_they_say() {
    for example in EXAMPLES {
        assert!(!example.about.ends_with('.') && example.source.ends_with('.'), "{}", example.name);
        for number in 0..example.engines.len() {
            check_counts(example.name, &of_example(example.name, number));
        }
    }
    assert_eq!(count(&of_example("first", 0), "pruned", &["window"]), 1);
    assert_eq!(leaves(&of_example("first", 0)), [3, 5, 2]);
    // The notes' stories; the numbers are also those of the experiment notes-small-trees.
    assert_eq!(leaves(&of_example("eppstein-shallow", 0)), [11, 12, 7, 9, 15]);
    assert_eq!(
        leaves(&of_example("eppstein-deep", 0)),
        [10, 20, 21],
        "12 and 30 are leaves above the horizon"
    );
    assert_eq!(leaves(&of_example("eiselt", 0)), [2, 7, 1]);
    assert_eq!(leaves(&of_example("eiselt-reversed", 0)), [1, -10, 2, 7]);
    let best = of_example("knuth-moore", 0);
    let at_leaves = |event: &&Json| event["event"] == "generated" && event["ply"] == 3;
    assert_eq!(best.iter().filter(at_leaves).count(), 17);
    // Korf & Chickering: four nodes with children are expanded with the tree in memory, then one without; recursively four, one of
    // them twice.
    let with_children = |event: &&Json| event["event"] == "expanded" && event["children"] != 0;
    assert_eq!(of_example("korf-fig-1", 0).iter().filter(with_children).count(), 4);
    assert_eq!(count(&of_example("korf-fig-2", 0), "expanded", &[]), 5);
    assert_eq!(count(&of_example("korf-fig-2", 0), "generated", &[]), 10);
    assert!(count(&of_example("zhang-condition-1", 0), "pruned", &["estimate"]) >= 1);
    let (best_first, alpha_beta) =
        (of_example("best-first-loses", 0), of_example("best-first-loses", 1));
    let chosen = |events: &[Json]| events.last().unwrap()["move"].clone();
    assert_eq!((chosen(&best_first), chosen(&alpha_beta)), ("1".into(), "2".into()));
}

#[test]
fn nothing_is_cut_where_nothing_is_left() {
    // Russell & Norvig's tree of three plies: its third move is searched to its last leaf, so there is one cut.
    let events_of = |tree: &str, spec: &str| {
        let subject = typed(tree);
        events(&subject, &[engine(&subject, spec)])
    };
    let textbook = events_of("((3 12 8) (2 4 6) (14 5 2))", "algorithm=alpha-beta");
    assert_eq!(count(&textbook, "pruned", &[]), 1);
    assert_eq!(textbook.last().unwrap()["counts"]["pruned_by_window"], 1);
    assert_eq!(leaves(&textbook), [3, 12, 8, 2, 14, 5, 2]);
    check_counts("textbook", &textbook);
    // Above the horizon, too: the last child of B is searched and proves it worse than A.
    let deeper = events_of("(A:((5 6) (7 4)) B:((9 8) (3 2)))", "algorithm=alpha-beta");
    for (place, event) in deeper.iter().enumerate() {
        if event["event"] == "pruned" {
            let next = &deeper[place + 1];
            assert_eq!((&next["event"], &next["ply"]), (&"returned".into(), &event["ply"]));
        }
    }
    assert_eq!(count(&deeper, "pruned", &[]), 1, "{deeper:?}");
    check_counts("deeper", &deeper);
    // The node 5(3 5) of this example is searched to its end.
    for number in 0..2 {
        let example = of_example("zhang-condition-1", number);
        let mut children: Vec<(u64, u64)> = Vec::new();
        for event in &example {
            let ply = event["ply"].as_u64().unwrap_or_default() as usize;
            match event["event"].as_str().unwrap_or_default() {
                "expanded" => {
                    children.truncate(ply);
                    children.resize(ply, (0, 0));
                    children.push((event["children"].as_u64().unwrap(), 0));
                }
                "generated" => children[ply].1 += 1,
                // At the horizon all children that were generated are done.
                "pruned" if event["reason"] == "window" && ply + 1 == children.len() => {
                    assert!(children[ply].1 < children[ply].0, "{event}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_trace_as_text_has_a_line_for_every_event() {
    let subject = typed("((3 5) \"<b>\\u001b\":(2 9))");
    let engine = engine(&subject, "algorithm=alpha-beta");
    let mut bytes = Vec::new();
    with_room(|| {
        trace(&subject, "", std::slice::from_ref(&engine), &mut Text::new(&mut bytes)).unwrap();
    });
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains('\u{1b}'));
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), events(&subject, &[engine]).len());
    let cut = "    cut <b>u001b: its value is at most 2, and MAX has alpha 3 elsewhere";
    assert!(lines.iter().any(|line| line.trim_start() == cut.trim_start()), "{text}");
    assert!(text.contains("  generate 1.2, static value 5"), "{text}");
}
