//! Files of games, typed trees and records of searches, beside what the desktop makes of them.

use super::*;

/// The events of `plyscope trace`, but for its first lines and the report.
fn traced(subject: &Subject, engine: Engine) -> Vec<Value> {
    let mut kept = Counting::new(usize::MAX);
    trace(subject, "", &[engine], &mut kept).unwrap();
    let events = kept.lines().unwrap().lines().map(|line| serde_json::from_str(line).unwrap());
    let told =
        |event: &Value| !["trace", "search", "ended"].contains(&event["event"].as_str().unwrap());
    events.filter(told).collect()
}

/// The module's last report of a search, and its events.
fn recorded(place: Place<'_>, engine: &str) -> (Value, Vec<Value>) {
    let mut explorer = Explorer::new();
    let mut events = Vec::new();
    let mut so_far = report(&mut explorer, &Ask::Trace(place, engine));
    while so_far["done"] == false {
        so_far = report(&mut explorer, &Ask::Step(50));
        match get(&mut explorer, &Ask::Events, "events") {
            Value::Array(some) => events.extend(some),
            other => panic!("{other}"),
        }
    }
    (so_far, events)
}

/// What the module reads of a file, or why it does not.
fn opened(bytes: &[u8], name: &str) -> (String, Value) {
    let mut buffer = vec![0; bytes.len() + 4096];
    let message = postcard::to_slice(&Ask::Games(bytes, name), &mut buffer).unwrap();
    read(Explorer::new().answer(message))
}

#[test]
fn files_of_games_are_read_as_by_the_command_and_can_be_shown() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut files: Vec<_> =
        fs::read_dir(data.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(data.join("own-games.wtb"));
    let (mut shown, mut refused) = (0, 0);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&file).unwrap();
        let theirs =
            game_files::read(&bytes, Format::of(name, &bytes), &NameFiles::default()).unwrap();
        let (kind, ours) = opened(&bytes, name);
        assert_eq!(kind, "games", "{name}: {ours}");
        let games = ours["games"].as_array().unwrap();
        assert_eq!(games.len(), theirs.games.len(), "{name}");
        let broken: Vec<String> = theirs.broken.iter().take(5).map(ToString::to_string).collect();
        assert_eq!(ours["broken"], json!(broken), "{name}");
        refused += usize::from(games.is_empty());
        for (ours, (_, theirs)) in games.iter().zip(&theirs.games).take(20) {
            assert_eq!(
                (&ours["black"], &ours["white"]),
                (&json!(theirs.black), &json!(theirs.white))
            );
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let (from, moves) = (text(&ours["from"]), text(&ours["moves"]));
            let place = Place { game: "othello", from: &from, moves: &moves };
            let seen = get(&mut Explorer::new(), &Ask::Look(place), "seen");
            let names: Vec<String> =
                theirs.moves.iter().map(|played| played.mv.to_string()).collect();
            assert_eq!(seen["line"], json!(names), "{name}");
            shown += 1;
        }
    }
    assert!(shown > 60 && refused == 3, "{shown} shown, {refused} refused");
}

#[test]
fn typed_trees_are_refused_searched_and_recorded_as_by_plyscope_trace() {
    with_room(|| {
        for wrong in ["", "((3 5) (2 9)", "5", "(3 5) (2 9)", "((3 5) ())", "(3 5.5)", "(3 x)"] {
            let theirs = TypedTree::parse(wrong).unwrap_err();
            let ours = refusal(Place { game: "tree", from: wrong, moves: "" }, None);
            assert_eq!(ours, format!("tree: {theirs}"));
        }
        let books = ["((3 12 8) (2 4 6) (14 5 2))", "min ((3 12) (2 4))"];
        let trees = EXAMPLES.iter().map(|example| example.tree).chain(books);
        let (mut searches, mut refusals) = (0, 0);
        for text in trees {
            let place = Place { game: "tree", from: text, moves: "" };
            let tree = TypedTree::parse(text).unwrap();
            let subject = Subject::typed(tree.clone());
            let seen = get(&mut Explorer::new(), &Ask::Look(place), "seen");
            assert_eq!(seen["tree"], serde_json::to_value(&tree.root).unwrap(), "{text}");
            assert_eq!(seen["side"], u8::from(!subject.root_is_max()), "{text}");
            for engine in [
                "algorithm=minimax",
                "algorithm=alpha-beta",
                "algorithm=alpha-beta,order=static-all",
                "algorithm=alpha-beta,depth=1",
                "algorithm=fe",
                "algorithm=pvs,table=16KiB",
                "algorithm=rbfms",
                "algorithm=pns,nodes=100,table=16KiB",
            ] {
                let draft = Engine::draft(pairs(engine).unwrap()).unwrap();
                match prepared(&subject, draft) {
                    Ok(prepared) => {
                        let (report, events) = recorded(place, engine);
                        assert_eq!(events, traced(&subject, prepared), "{text}: {engine}");
                        assert_eq!(report["error"], Value::Null, "{text}: {engine}");
                        searches += 1;
                    }
                    Err(error) => {
                        assert_eq!(refusal(place, Some(engine)), error.to_string());
                        refusals += 1;
                    }
                }
            }
        }
        assert!(searches > 60 && refusals > 10, "{searches} searches, {refusals} refusals");
    });
}

#[test]
fn the_modules_record_of_a_search_is_the_desktops_trace() {
    with_room(|| {
        let options = "branching=random:4,seed=11";
        let (parameters, seed) = tree(options);
        let game = format!("random-tree {options}");
        let subjects = [
            (game.as_str(), "", Subject::random_tree(parameters, seed)),
            ("hexapawn", "a3a2", Subject::small(SmallKind::Hexapawn, "a3a2").unwrap()),
            ("connect-four", "444", Subject::small(SmallKind::ConnectFour, "444").unwrap()),
            ("othello", "f5", Subject::othello(parse_moves("f5").unwrap().0, "f5")),
        ];
        let mut events = 0;
        for (game, moves, subject) in &subjects {
            let mut engines = vec![
                "algorithm=minimax,depth=3",
                "algorithm=alpha-beta,depth=4,iterative=true",
                "algorithm=fe,depth=4,bounds=learned,delta=0.5",
                "algorithm=fe,depth=4,bounds=-900:900,two-sided=true,placement=per-child",
                "algorithm=fe,depth=4,bounds=spreads:-200:200/-300:300",
                "algorithm=pvs,depth=4,reductions=true,table=16KiB",
                "algorithm=rbfms,nodes=300",
                "algorithm=pns,nodes=300,table=16KiB",
            ];
            if *game == "othello" {
                engines.push("algorithm=alpha-beta,depth=3,evaluation=patterns-small");
                engines.push("algorithm=strong,depth=5,evaluation=patterns-small,table=16KiB");
            }
            for engine in engines {
                let (_, recorded) = recorded(Place { game, from: "", moves }, engine);
                let theirs = traced(subject, engine.parse().unwrap());
                assert_eq!(recorded, theirs, "{game}: {engine}");
                events += recorded.len();
            }
        }
        assert!(events > 10_000, "{events} events");
    });
}
