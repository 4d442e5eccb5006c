//! The real firmware in QEMU: that it searches as the desktop does, and that no input takes it out of step.
//!
//! Ignored where they are not asked for, because they need QEMU and the firmware built; `tests/run` sees to both and
//! runs them.

use std::time::{Duration, Instant};

use plyscope::device::{Address, Device};
use plyscope::engine::Engine;
use plyscope::player::task_of;
use plyscope_core::othello::{Board, Colour, Othello, parse_board};
use plyscope_core::wire::{
    MAX_FRAME, MAX_PAYLOAD, Measurable, Refusal, Request, Response, SearchResult, Task, VERSION,
    encode,
};
use plyscope_core::{Counts, Game, Limits, Stop};
use plyscope_tests::firmware::{emulate, listen, search, search_here, statistics};
use plyscope_tests::playout::{playout, random_game};
use plyscope_tests::random::Random;

/// Long enough for the firmware to answer, and for it to give up on half a frame.
const SILENCE: Duration = Duration::from_millis(400);

/// The most stack of an interrupt: the processor's frame and a handler's.
const INTERRUPT: u32 = 108 + 24;

fn engine(text: &str) -> Engine {
    text.parse().unwrap()
}

fn endgames(text: &str) -> impl Iterator<Item = Board> {
    text.lines().filter(|line| !line.is_empty()).map(|line| parse_board(line).unwrap().0)
}

/// Two hundred positions: every second one with ten empty squares, and one hundred from random games, of any length; and
/// those of `shared/data` where that is beside the project.
fn positions() -> Vec<Board> {
    let mut random = Random::new(7);
    let mut positions: Vec<Board> =
        endgames(include_str!("../data/endgame-10.txt")).step_by(2).collect();
    while positions.len() < 200 {
        let plies = random.below(50);
        let board = playout(&Othello, &Board::START, plies, &mut random);
        if !board.is_over() {
            positions.push(board);
        }
    }
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    for file in ["endgame-16.txt", "fforum-40-59.obf", "fforum-60-79.obf"] {
        if let Ok(text) = std::fs::read_to_string(format!("{shared}/{file}")) {
            positions.extend(endgames(&text));
        }
    }
    positions
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn move_value_line_and_every_count_are_the_desktops() {
    let engines = [
        "algorithm=alpha-beta,nodes=600",
        "algorithm=alpha-beta,depth=4",
        "algorithm=alpha-beta,depth=6,nodes=400",
        "algorithm=fe,nodes=600",
        "algorithm=fe,depth=5",
        "algorithm=rbfms,nodes=600",
        "algorithm=rbfms,depth=8,nodes=1500",
    ]
    .map(engine);
    let mut device = emulate(false);
    let positions = positions();
    assert!(positions.len() >= 200);
    for &board in &positions {
        for engine in &engines {
            let there = search(&mut device, board, engine);
            assert_eq!(there, search_here(board, engine, there.ticks), "{board:?} {engine:?}");
        }
    }
}

/// A game between two engines, searched by `choose`.
fn game(engines: [&Engine; 2], mut choose: impl FnMut(Board, &Engine) -> SearchResult) -> Vec<u8> {
    let mut board = Board::START;
    let mut moves = Vec::new();
    let mut side = 0;
    while !board.is_over() {
        let mv = choose(board, engines[side]).best_move.unwrap();
        assert!(Othello::is_legal(&board, mv));
        moves.push(u8::from(mv));
        board = Othello.play(&board, mv);
        side = 1 - side;
    }
    moves
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_game_of_the_device_against_the_desktop_is_that_of_two_desktops() {
    let engines = ["algorithm=rbfms,nodes=800", "algorithm=fe,nodes=1500"].map(engine);
    let [device_plays, desktop_plays] = &engines;
    let mut device = emulate(false);
    let mixed = game([device_plays, desktop_plays], |board, engine| {
        if engine == device_plays {
            search(&mut device, board, engine)
        } else {
            search_here(board, engine, 0)
        }
    });
    let desktops =
        game([device_plays, desktop_plays], |board, engine| search_here(board, engine, 0));
    assert_eq!(mixed, desktops);
    assert!(mixed.len() > 40);
}

/// A thousand games in one boot: every reply comes and is the desktop's, and the stack is no deeper at the end than after
/// the first games.
#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_thousand_games_in_one_boot_lose_no_reply_and_no_memory() {
    let engines = ["algorithm=alpha-beta,nodes=50", "algorithm=rbfms,nodes=50"].map(engine);
    let mut random = Random::new(3);
    let mut device = emulate(false);
    let mut mark = 0;
    let (mut searches, mut nodes) = (0, 0);
    for round in 0..1000 {
        // Another opening each time.
        let mut board = playout(&Othello, &Board::START, 8, &mut random);
        let mut side = round % 2;
        while !board.is_over() {
            let there = search(&mut device, board, &engines[side]);
            if round < 20 || round % 50 == 0 {
                assert_eq!(there, search_here(board, &engines[side], there.ticks));
            }
            assert!(there.stop == Stop::Nodes && there.counts.generated == 50 || there.exhausted);
            let mv = there.best_move.unwrap();
            assert!(Othello::is_legal(&board, mv));
            board = Othello.play(&board, mv);
            side = 1 - side;
            searches += 1;
            nodes += there.counts.generated;
        }
        if round == 19 {
            mark = statistics(&mut device).stack_used;
        }
    }
    let end = statistics(&mut device);
    // An interrupt may come in a deeper moment than before, which is all that may be added.
    let grown = end.stack_used - mark;
    assert!(grown <= INTERRUPT, "{mark} bytes of stack after 20 games, {grown} more after 1000");
    println!("{mark} bytes of stack used after 20 games, {grown} more after 1000");
    assert_eq!((end.searches, end.nodes), (searches, nodes), "in one boot, none twice");
    assert_eq!(end.errors, Default::default());
}

fn sample_requests() -> Vec<Request> {
    let task = Task {
        algorithm: plyscope_core::wire::Algorithm::AlphaBeta,
        limits: Limits::depth(2),
        deepen: false,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    };
    vec![
        Request::Hello,
        Request::SetPosition { board: Board::START, mover: Colour::Black },
        Request::Search { board: Board::START, task },
        Request::PonderHit,
        Request::Stop,
        Request::Statistics,
        Request::Measure(Measurable::Perft(3)),
    ]
}

/// A piece of input: a frame whole, cut, mutated or glued to others, or noise.
fn piece(random: &mut Random, requests: &[Request]) -> Vec<u8> {
    let pick = |random: &mut Random| {
        let request = &requests[random.below(requests.len() as u64) as usize];
        let id = 40_000 + random.below(20_000) as u16;
        encode(id, request, &mut [0; MAX_FRAME]).unwrap().to_vec()
    };
    let mut bytes = pick(random);
    match random.below(6) {
        0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
        1 => {
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len() as u64) as usize;
                bytes[place] ^= 1 << random.below(8);
            }
        }
        2 => drop(bytes.drain(..random.below(bytes.len() as u64) as usize)),
        3 => bytes.extend(pick(random)),
        4 => {
            bytes = (0..random.below(400)).map(|_| random.bits() as u8).collect();
        }
        _ => {
            let place = random.below(bytes.len() as u64) as usize;
            bytes.insert(place, random.bits() as u8);
        }
    }
    bytes
}

fn still_searches_right(device: &mut Device) {
    let board = parse_board(include_str!("../data/endgame-10.txt").lines().next().unwrap());
    let board = board.unwrap().0;
    for engine in ["algorithm=alpha-beta,nodes=2000", "algorithm=rbfms,nodes=500"].map(engine) {
        let there = search(device, board, &engine);
        assert_eq!(there, search_here(board, &engine, there.ticks));
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn ten_thousand_bad_frames_leave_it_answering_and_searching_right() {
    let mut device = emulate(false);
    let mut random = Random::new(11);
    let requests = sample_requests();
    let mut answers = 0;
    for round in 0..10_000 {
        device.send_bytes(&piece(&mut random, &requests)).unwrap();
        // Its answers are to be read, or the link stops.
        if round % 20 == 0 {
            answers += listen(&mut device, Duration::from_millis(1)).len();
        }
        if round % 2500 == 2499 {
            answers += listen(&mut device, SILENCE).len();
            assert!(matches!(device.ask(&Request::Hello), Ok(Response::Hello(_))));
        }
    }
    answers += listen(&mut device, SILENCE).len();
    assert!(matches!(device.ask(&Request::Hello), Ok(Response::Hello(_))));
    still_searches_right(&mut device);
    let now = statistics(&mut device);
    let errors = now.errors;
    assert!(errors.framing > 500 && errors.checksum > 500, "{errors:?}");
    assert!(errors.too_long > 50, "{errors:?}");
    // In one boot: it has not started anew in between.
    assert!(now.frames > 2000, "{now:?}");
    assert!(answers > 8000, "{answers} answers");
    println!("{answers} answers, {now:?}");
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_flood_is_answered_or_dropped_and_counted() {
    let mut device = emulate(false);
    let mut random = Random::new(5);
    // As fast as the emulator takes it, which is faster than a line.
    for _ in 0..200 {
        let noise: Vec<u8> = (0..2000).map(|_| random.bits() as u8).collect();
        device.send_bytes(&noise).unwrap();
        listen(&mut device, Duration::from_millis(1));
    }
    // And the same line of text over and over.
    for _ in 0..50 {
        device.send_bytes(&b"board\r".repeat(50)).unwrap();
        listen(&mut device, Duration::from_millis(1));
    }
    listen(&mut device, SILENCE);
    still_searches_right(&mut device);
    let errors = statistics(&mut device).errors;
    assert!(errors.framing + errors.checksum + errors.too_long > 100, "{errors:?}");
}

/// What the device answers to bytes as they are.
fn answer(device: &mut Device, bytes: &[u8]) -> Vec<Response> {
    device.send_bytes(bytes).unwrap();
    listen(device, SILENCE).into_iter().map(|(_, response)| response).collect()
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn wrong_frames_are_answered_by_what_is_wrong_with_them() {
    let mut device = emulate(false);
    let hello = encode(5, &Request::Hello, &mut [0; MAX_FRAME]).unwrap().to_vec();
    let garbled = [Response::Refused(Refusal::Garbled)];

    let mut flipped = hello.clone();
    // The number: no zero comes or goes, so that the frame stays one.
    flipped[3] ^= 1;
    assert_eq!(answer(&mut device, &flipped), garbled);
    assert_eq!(statistics(&mut device).errors.checksum, 1);

    let mut long = vec![0];
    long.extend([7; MAX_PAYLOAD + 40]);
    long.push(0);
    assert_eq!(answer(&mut device, &long), garbled);
    assert_eq!(statistics(&mut device).errors.too_long, 1);

    assert_eq!(answer(&mut device, &[0, 9, 1, 1, 0]), garbled);
    assert_eq!(statistics(&mut device).errors.framing, 1);

    // A host that vanishes in the middle of a frame, and comes back.
    assert_eq!(answer(&mut device, &hello[..4]), []);
    assert_eq!(statistics(&mut device).errors.abandoned, 1);
    assert!(matches!(device.ask(&Request::Hello), Ok(Response::Hello(_))));

    // A message of version 2, whatever it says; without zeros, so that COBS has but one byte for it.
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    let mut payload = vec![VERSION + 1, 1, 2, 3];
    payload.extend(crc.checksum(&payload).to_le_bytes());
    assert!(!payload.contains(&0));
    let mut frame = vec![0, payload.len() as u8 + 1];
    frame.extend(payload);
    frame.push(0);
    let version = Response::Refused(Refusal::Version { spoken: VERSION });
    assert_eq!(answer(&mut device, &frame), [version]);
    assert_eq!(statistics(&mut device).errors.version, 1);
}

fn task(limits: Limits) -> Task {
    Task {
        algorithm: plyscope_core::wire::Algorithm::AlphaBeta,
        limits,
        deepen: true,
        milliseconds: 0,
        progress: 0,
        ponder: false,
    }
}

fn refusal(device: &mut Device, request: &Request) -> Refusal {
    let mut bytes = [0; MAX_FRAME];
    let frame = encode(900, request, &mut bytes).unwrap();
    match answer(device, frame).as_slice() {
        [Response::Refused(refusal)] => *refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn what_cannot_be_done_is_refused_and_says_why() {
    let mut device = emulate(false);
    let search = |board, limits| Request::Search { board, task: task(limits) };
    let overlap = Board { mover: 3, opponent: 1 };
    let full = Board { mover: u64::MAX, opponent: 0 };
    let cases = [
        (search(overlap, Limits::depth(3)), Refusal::IllegalPosition),
        (Request::SetPosition { board: overlap, mover: Colour::Black }, Refusal::IllegalPosition),
        (search(full, Limits::depth(3)), Refusal::GameOver),
        (search(Board::START, Limits::depth(0)), Refusal::Limits),
        (search(Board::START, Limits::nodes(0)), Refusal::Limits),
        (Request::PonderHit, Refusal::NotPondering),
        (Request::Measure(Measurable::Perft(9)), Refusal::Limits),
    ];
    for (request, expected) in cases {
        assert_eq!(refusal(&mut device, &request), expected, "{request:?}");
    }
    // Another search must wait for the first.
    device.send(800, &search(Board::START, Limits::depth(60))).unwrap();
    assert_eq!(refusal(&mut device, &search(Board::START, Limits::depth(3))), Refusal::Busy);
    assert_eq!(refusal(&mut device, &Request::Measure(Measurable::Flips)), Refusal::Busy);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn stop_ends_a_search_within_ten_milliseconds_of_its_time() {
    let mut device = emulate(true);
    let per_millisecond = u64::from(device.identity().clock.hertz) / 1000;
    for (round, algorithm) in ["alpha-beta", "fe", "rbfms"].into_iter().enumerate() {
        let endless = engine(&format!("algorithm={algorithm},nodes=1000000000"));
        let task = Task { progress: 1, ..task_of(&endless).unwrap() };
        let id = 100 + 10 * round as u16;
        device.send(id, &Request::Search { board: Board::START, task }).unwrap();
        let mut answers = Vec::new();
        let mut asked = false;
        let result = loop {
            let next = device.receive(Instant::now() + SILENCE).unwrap().expect("it answers");
            if answers.len() == 100 && !asked {
                device.send(id + 1, &Request::Stop).unwrap();
                asked = true;
            }
            match next {
                (found, Response::Result(result)) if found == id => break result,
                (_, next) => answers.push(next),
            }
        };
        assert_eq!(result.stop, Stop::Polled);
        // It reports every millisecond, so the stop was taken up at the last report before it was answered, or later.
        let stopped = answers.iter().position(|answer| *answer == Response::Done).unwrap();
        let Response::Progress(before) = answers[stopped - 1] else { panic!("{answers:?}") };
        let end = result.ticks / per_millisecond;
        println!("{algorithm}: stop came after {} ms, result after {end} ms", before.milliseconds);
        assert!(end - u64::from(before.milliseconds) < 10, "{algorithm}");
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_time_limit_holds_and_progress_is_reported_meanwhile() {
    let mut device = emulate(true);
    let per_millisecond = u64::from(device.identity().clock.hertz) / 1000;
    let task = Task { milliseconds: 300, progress: 50, ..task(Limits::nodes(u64::MAX)) };
    let mut reports = Vec::new();
    let result = device.search(Board::START, task, |report| {
        reports.push(*report);
        std::ops::ControlFlow::Continue(())
    });
    let result = result.unwrap();
    let milliseconds = result.ticks / per_millisecond;
    assert!((300..305).contains(&milliseconds), "{milliseconds} ms");
    assert_eq!(result.stop, Stop::Polled);
    assert!((4..=6).contains(&reports.len()), "{reports:?}");
    assert!(reports.is_sorted_by_key(|report| (report.depth, report.nodes, report.milliseconds)));

    // Told to stop by its progress.
    let task = Task { milliseconds: 0, ..task };
    let stop = |_: &_| std::ops::ControlFlow::Break(());
    let result = device.search(Board::START, task, stop).unwrap();
    assert_eq!(result.stop, Stop::Polled);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn on_the_opponents_time_it_thinks_and_waits() {
    let mut device = emulate(false);
    let limits = Limits::nodes(3000);
    let pondering = Task { ponder: true, ..task(limits) };
    let request = Request::Search { board: Board::START, task: pondering };
    device.send(300, &request).unwrap();
    assert_eq!(listen(&mut device, SILENCE), [], "the result waits");
    device.send(301, &Request::PonderHit).unwrap();
    let answers = listen(&mut device, SILENCE);
    let [(301, Response::Done), (300, Response::Result(result))] = answers.as_slice() else {
        panic!("{answers:?}")
    };
    let engine = engine("algorithm=alpha-beta,nodes=3000");
    assert_eq!(*result, search_here(Board::START, &engine, result.ticks));
    // The same request once more, as if the result had been lost: it is sent again, not searched again.
    let searches = statistics(&mut device).searches;
    device.send(300, &request).unwrap();
    let again = listen(&mut device, SILENCE);
    assert!(matches!(again.as_slice(), [(300, Response::Result(_))]), "{again:?}");
    assert_eq!(statistics(&mut device).searches, searches);
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn a_reset_starts_it_anew() {
    let mut device = emulate(false);
    search(&mut device, Board::START, &engine("algorithm=alpha-beta,depth=3"));
    assert_eq!(statistics(&mut device).searches, 1);
    assert_eq!(device.ask(&Request::Reset).unwrap(), Response::Done);
    let now = statistics(&mut device);
    assert_eq!((now.searches, now.frames), (0, 1));
    still_searches_right(&mut device);
}

/// Firmware built to fail on purpose (`cargo build --release --features provoke --target-dir target/provoke`).
#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn an_overflowing_stack_and_a_panic_start_it_anew() {
    let firmware = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../firmware-example/target/provoke/thumbv7em-none-eabihf/release/plyscope-firmware"
    );
    let address = Address::Emulator { firmware: Some(firmware.into()), counts_instructions: false };
    let mut device = Device::open(&address).unwrap();
    for failure in ["overflow", "panic"] {
        search(&mut device, Board::START, &engine("algorithm=alpha-beta,depth=3"));
        assert_eq!(statistics(&mut device).searches, 1);
        device.send_bytes(format!("{failure}\r").as_bytes()).unwrap();
        listen(&mut device, SILENCE);
        let now = statistics(&mut device);
        assert_eq!((now.searches, now.frames), (0, 1), "{failure}");
        still_searches_right(&mut device);
        device.ask(&Request::Reset).unwrap();
    }
}

#[test]
#[ignore = "needs QEMU and the firmware: tests/run"]
fn no_position_of_a_long_game_is_beyond_its_stacks() {
    let mut device = emulate(false);
    let mut random = Random::new(23);
    let mut most = Counts::default();
    for _ in 0..4 {
        for board in random_game(&Othello, &Board::START, 80, &mut random) {
            if board.is_over() {
                continue;
            }
            for engine in
                ["algorithm=rbfms,nodes=4000", "algorithm=alpha-beta,nodes=4000"].map(engine)
            {
                let counts = search(&mut device, board, &engine).counts;
                most.most_frames = most.most_frames.max(counts.most_frames);
                most.most_children = most.most_children.max(counts.most_children);
            }
        }
    }
    println!("{} frames, {} children", most.most_frames, most.most_children);
}
