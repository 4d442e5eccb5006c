//! Eiselt's notes, Lecture 13: two hexapawn trees, and the nodes that alpha-beta skips.

use std::collections::BTreeSet;

use plyscope_core::Search as _;
use plyscope_core::hexapawn::{Hexapawn, PawnCount, PawnMove, Pawns};
use plyscope_core::{
    AlphaBeta, Game, Generated, Observer, Order, Outcome, Policy, Progress, Request, Side, Value,
    Window, static_value, storage,
};
use plyscope_report::{Claim, Edge, Estimate, Figure, Summary, Tree, TreeNode};
use serde::{Deserialize, Serialize};

use crate::{About, ExperimentError, Scale, Study};

const SOURCE: &str = "Eiselt 1998, Lecture 13";
const GAME: Hexapawn<3, 3> = Hexapawn;
const EVALUATION: PawnCount<3, 3> = PawnCount;
/// The evaluation's range: won and lost games.
const RANGE: i32 = 10;

/// A board as printed: rows separated by spaces, White's side first.
type Printed = &'static str;
/// One of Black's moves with its minimax value, and White's replies with theirs, from Black's side, as printed.
type Group = (Printed, i32, &'static [(Printed, i32)]);

/// A tree of the notes.
struct Example {
    root: Printed,
    groups: &'static [Group],
    /// The replies that the notes mark or call superfluous, numbered from 1.
    pruned: &'static [usize],
}

const EXAMPLES: [Example; 2] = [
    Example {
        root: "-WW W-- BBB",
        groups: &[
            ("-WW B-- B-B", 0, &[("--W W-- B-B", 0), ("--W BW- B-B", 1), ("-W- B-W B-B", 1)]),
            ("-WW WB- B-B", -10, &[("-W- WBW B-B", -10), ("-W- WW- B-B", -1)]),
            ("-WW W-B BB-", -10, &[("-WW --B BW-", -10), ("--W WWB BB-", 0), ("--W W-W BB-", -1)]),
        ],
        pruned: &[5, 7, 8],
    },
    Example {
        root: "--W BW- B-B",
        groups: &[
            ("B-W -W- B-B", 10, &[]),
            ("--W BB- --B", 2, &[("--- BW- --B", 2), ("--- BBW --B", 4)]),
            ("--W BB- B--", 1, &[("--- BW- B--", 1), ("--- BBW B--", 3)]),
            ("--W BWB B--", -10, &[("--W B-B W--", -10), ("--W B-B BW-", -10)]),
        ],
        pruned: &[1, 2, 3, 4, 5, 6],
    },
];

pub(super) struct HexapawnTrees;

crate::settings! {
    pub(super) struct Settings {
        /// move order: printed, or own (this program's)
        order: String,
    }
}

/// A tree, as searched.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    example: usize,
    root: String,
    value: i32,
    moves: Vec<Move>,
}

/// One of Black's moves.
#[derive(Serialize, Deserialize)]
struct Move {
    board: String,
    /// Minimax value for Black.
    value: i32,
    best: bool,
    replies: Vec<Reply>,
}

/// One of White's replies.
#[derive(Serialize, Deserialize)]
struct Reply {
    board: String,
    /// Static value for Black.
    value: i32,
    /// Whether alpha-beta generated it.
    seen: bool,
    /// The same with the evaluation's range as the window of the root.
    seen_in_range: bool,
}

fn pawns(board: &str) -> Pawns {
    let mut pawns = Pawns { black: 0, white: 0, mover: Side::Max };
    for (row, text) in board.split(' ').rev().enumerate() {
        for (column, content) in text.chars().enumerate() {
            let square = 1u64 << (3 * row + column);
            match content {
                'B' => pawns.black |= square,
                'W' => pawns.white |= square,
                _ => {}
            }
        }
    }
    pawns
}

fn board(pawns: &Pawns) -> String {
    let content = |square: usize| match (pawns.black >> square & 1, pawns.white >> square & 1) {
        (1, 0) => 'B',
        (0, 1) => 'W',
        _ => '-',
    };
    let row = |row: usize| (3 * row..3 * row + 3).map(content).collect::<String>();
    [row(2), row(1), row(0)].join(" ")
}

/// Hexapawn with the moves in the notes' order, where the notes print them.
struct Ordered {
    printed: Vec<Printed>,
}

impl Ordered {
    fn new(example: &Example, order: &str) -> Self {
        let groups = example.groups.iter().flat_map(|(board, _, replies)| {
            std::iter::once(*board).chain(replies.iter().map(|(board, _)| *board))
        });
        Self { printed: if order == "printed" { groups.collect() } else { Vec::new() } }
    }

    fn children(&self, pawns: &Pawns) -> Vec<(PawnMove, Pawns)> {
        let mut moves = GAME.moves(pawns);
        let mut all: Vec<(PawnMove, Pawns)> =
            std::iter::from_fn(|| GAME.next_child(pawns, &mut moves)).collect();
        all.sort_by_key(|(_, child)| {
            let text = board(child);
            self.printed.iter().position(|printed| *printed == text).unwrap_or(usize::MAX)
        });
        all
    }
}

impl Game for Ordered {
    type Position = Pawns;
    type Move = PawnMove;
    type Moves = std::vec::IntoIter<(PawnMove, Pawns)>;

    fn moves(&self, pawns: &Pawns) -> Self::Moves {
        self.children(pawns).into_iter()
    }

    fn next_child(&self, _: &Pawns, moves: &mut Self::Moves) -> Option<(PawnMove, Pawns)> {
        moves.next()
    }

    fn play(&self, pawns: &Pawns, mv: PawnMove) -> Pawns {
        GAME.play(pawns, mv)
    }

    fn outcome(&self, pawns: &Pawns) -> Option<Outcome> {
        GAME.outcome(pawns)
    }

    fn mover(&self, pawns: &Pawns) -> Side {
        pawns.mover
    }
}

/// The boards two plies below the root generated by a search.
#[derive(Default)]
struct Seen {
    boards: BTreeSet<String>,
}

impl<G: Game<Position = Pawns>> Observer<G> for Seen {
    fn generated(&mut self, child: &Generated<'_, G>) {
        if child.ply == 1 {
            self.boards.insert(board(child.position));
        }
    }
}

impl Study for HexapawnTrees {
    type Settings = Settings;
    type Task = usize;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "eiselt-hexapawn",
            title: "Hexapawn trees of the lecture notes, and the nodes that alpha-beta skips",
            source: SOURCE,
            what: "Two positions of hexapawn on 3 x 3 squares, Black (MAX) to move, with all boards two plies below, \
                their static values and the minimax values, and the nodes that alpha-beta skips when it takes the \
                moves in the notes' order. In the second tree the first move wins, and the notes say that nothing else \
                need be generated then; plain alpha-beta does not know that no value is greater, unless its window begins with the evaluation's range.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, _: Scale) -> Settings {
        Settings { order: "printed".to_owned() }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        match settings.order.as_str() {
            "printed" | "own" => Ok(()),
            other => Err(format!("order {other:?}: write printed or own")),
        }
    }

    fn tasks(&self, _: &Settings, _: &[Row]) -> Result<Vec<usize>, ExperimentError> {
        Ok((0..EXAMPLES.len()).collect())
    }

    fn run(&self, settings: &Settings, task: &usize) -> Result<Vec<Row>, ExperimentError> {
        let Some(example) = EXAMPLES.get(*task) else { return Ok(Vec::new()) };
        let game = Ordered::new(example, &settings.order);
        let root = pawns(example.root);
        let mut seen = Seen::default();
        let mut search =
            AlphaBeta::new(&game, EVALUATION, Policy::new(Order::None), storage!(2, 16));
        search.start(&Request::new(&root).depth(2));
        while search.step_with(u64::MAX, &mut seen)? != Progress::Done {}
        let report = search.report();
        let (value, best) = (report.value.get(), report.best_move);
        let mut in_range = Seen::default();
        let range = Window { alpha: Value::new(-RANGE), beta: Value::new(RANGE) };
        search.start(&Request::new(&root).depth(2).window(range));
        while search.step_with(u64::MAX, &mut in_range)? != Progress::Done {}
        let reply = |(_, pawns): (PawnMove, Pawns)| {
            let text = board(&pawns);
            let seen = seen.boards.contains(&text);
            let seen_in_range = in_range.boards.contains(&text);
            let value = static_value(&GAME, &EVALUATION, &pawns).get();
            Reply { board: text, value, seen, seen_in_range }
        };
        let mut moves = Vec::new();
        for (mv, after) in game.children(&root) {
            let replies: Vec<Reply> = game.children(&after).into_iter().map(reply).collect();
            let own = -static_value(&GAME, &EVALUATION, &after).get();
            let value = replies.iter().map(|reply| reply.value).min().unwrap_or(own);
            moves.push(Move { board: board(&after), value, best: best == Some(mv), replies });
        }
        Ok(vec![Row { example: *task, root: example.root.to_owned(), value, moves }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        let mut summary = Summary::default();
        for row in rows {
            summary.figures.push(figure(row));
            let Some(example) = EXAMPLES.get(row.example) else { continue };
            summary.claims.extend(claims(row, example, settings.order == "printed"));
        }
        summary
    }
}

fn figure(row: &Row) -> Figure {
    let lines = |board: &str| board.replace(' ', "\n");
    let edge = |to: TreeNode| Edge { label: String::new(), to };
    let reply = |reply: &Reply, best: bool| TreeNode {
        label: reply.value.to_string(),
        note: lines(&reply.board),
        max: true,
        highlighted: best,
        pruned: !reply.seen,
        ..TreeNode::default()
    };
    let moves = row.moves.iter().map(|mv| {
        // The first reply with the value is played.
        let played = mv.replies.iter().position(|reply| reply.value == mv.value);
        let replies = mv.replies.iter().enumerate();
        edge(TreeNode {
            label: mv.value.to_string(),
            note: lines(&mv.board),
            max: false,
            highlighted: mv.best,
            children: replies
                .map(|(i, one)| edge(reply(one, mv.best && played == Some(i))))
                .collect(),
            ..TreeNode::default()
        })
    });
    let number = row.example + 1;
    Figure::Tree(Tree {
        name: format!("eiselt-hexapawn-{number}"),
        title: format!("Hexapawn, tree {number} of the notes"),
        root: TreeNode {
            label: row.value.to_string(),
            note: lines(&row.root),
            max: true,
            highlighted: true,
            children: moves.collect(),
            ..TreeNode::default()
        },
        notes: vec![
            "Squares: Black to move (MAX). Circles: White to move (MIN).".to_owned(),
            "Crossed out: skipped by alpha-beta, left to right.".to_owned(),
        ],
    })
}

fn claims(row: &Row, example: &Example, printed: bool) -> Vec<Claim> {
    let of = |key, what: &str| {
        let claim = Claim::of(SOURCE, format!("tree {}: {what}", row.example + 1), "", 0);
        claim.point_of(key, format!("tree …: {what}")).at(["tree 1", "tree 2"][row.example])
    };
    let find = |board: &str| row.moves.iter().find(|mv| mv.board == board);
    let replies = example.groups.iter().flat_map(|(board, _, replies)| {
        replies.iter().map(move |(reply, value)| (*board, *reply, *value))
    });
    let values = replies.clone().map(|(board, reply, value)| {
        let ours = find(board).and_then(|mv| mv.replies.iter().find(|one| one.board == reply));
        (reply, ours.is_some_and(|ours| ours.value == value))
    });
    let minimax = example.groups.iter().map(|(board, value, replies)| {
        let same = |mv: &Move| mv.value == *value && mv.replies.len() == replies.len();
        (*board, find(board).is_some_and(same))
    });
    let list = |numbers: &[usize]| {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
    };
    let all = row.moves.iter().flat_map(|mv| &mv.replies);
    let pruned: Vec<usize> =
        (1..).zip(all).filter(|(_, reply)| !reply.seen).map(|(number, _)| number).collect();
    let best = row.moves.iter().find(|mv| mv.best).map(|mv| mv.board.clone());
    let expected = example.groups.iter().max_by_key(|group| group.1);
    let mut claims = vec![
        of("boards", "boards two plies below and their static values")
            .in_all(list_of(replies.map(|(.., value)| value)), values.collect::<Vec<_>>()),
        of("values", "minimax values of Black's moves, with as many replies as printed").in_all(
            list_of(example.groups.iter().map(|(_, value, _)| *value)),
            minimax.collect::<Vec<_>>(),
        ),
        of("best", "the best move").in_all(
            expected.map_or("", |group| group.0),
            best.map(|best| {
                let right = expected.is_some_and(|group| group.0 == best);
                (best, right)
            }),
        ),
    ];
    // The replies that can be skipped depend on the order of moves.
    let cases = printed.then(|| (list(&pruned), pruned == example.pruned));
    claims.push(
        of("replies", "replies that need not be looked at").in_all(list(example.pruned), cases),
    );
    let skipped = |reply: &(usize, &Reply)| !reply.1.seen_in_range;
    let all = row.moves.iter().flat_map(|mv| &mv.replies);
    let in_range: Vec<usize> = (1..).zip(all).filter(skipped).map(|(number, _)| number).collect();
    let cases = printed.then(|| (list(&in_range), in_range == example.pruned));
    claims.push(
        of("replies-in-range", "replies that need not be looked at, if the search begins with the evaluation's range as its window: a win cuts")
            .reading_of("eiselt-hexapawn", "replies")
            .in_all(list(example.pruned), cases),
    );
    claims.push(of("number", "their number").equals(
        example.pruned.len() as f64,
        0.0,
        Some(Estimate::exact(pruned.len() as f64)),
    ));
    claims
}

fn list_of(values: impl Iterator<Item = i32>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(", ")
}
