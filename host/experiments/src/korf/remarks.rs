//! Remarks on the claims about Korf & Chickering's paper: likely causes of differences, and what would tell.

use plyscope_report::{Origin, Remark};

/// For each experiment, its remarks.
pub(in crate) const REMARKS: &[(&str, &[Remark])] = &[
    (
        "korf-theorem-1",
        &[
            Remark::cause(
                &["theorem"],
                "the paper defines partial expansion twice. By the text, the principal variation has left a MIN node \
                 before the recursive search of its Fig. 3 stops there; with the definition of Fig. 3 the theorem \
                 holds.",
                "this experiment compares both, node by node.",
            )
            .at(&["text"]),
            Remark::cause(
                &[],
                "Fig. 6 did not use this expansion: a difference is what excludes it.",
                "this experiment, which has all three.",
            )
            .of(Origin::Own),
            Remark::cause(&[], TIES.0, TIES.1).of(Origin::Independent),
        ],
    ),
    (
        "korf-generation",
        &[
            Remark::cause(
                &["re-seeded-parent", "re-seeded-own"],
                "the paper describes re-seeding in two ways (sections 4.3 and 4.4), and does not say how the number of \
                 the tree enters. The effect depends on that, on the bits that are used and on the branching.",
                "this experiment: its second figure has both kinds of re-seeding for each branching factor from 2 to 10. With static \
                 ordering the node's own index needs fewer nodes up to four children, and more from five on; the parent's changes \
                 little.",
            ),
            Remark::unknown(&[], "more trees (--set seeds=...).").of(Origin::Independent),
        ],
    ),
    ("korf-fig-6-7", &[Remark::cause(&[], TIES.0, TIES.1).of(Origin::Independent)]),
    ("korf-fig-8", &[Remark::cause(&[], TIES.0, TIES.1).of(Origin::Independent)]),
    ("korf-expansion", &[Remark::cause(&[], TIES.0, TIES.1).of(Origin::Independent)]),
    ("korf-fig-9", DEEPENING),
    ("korf-fig-9-branching", DEEPENING),
    ("korf-fig-10", QUALITY),
    ("korf-fig-11", QUALITY),
    ("korf-fig-12", QUALITY),
    ("korf-fig-13", LADDERS),
    ("korf-fig-14", LADDERS),
    (
        "korf-fig-17",
        &[
            Remark::cause(
                &["three-of-four"],
                "with B = 2 it wins just below three quarters of the games (on 2000 trees, 70.9 % against alpha-beta's depth 4); the \
                 paper probably rounds, or speaks of its larger B.",
                "the numbers of the paper's curves, which it does not print.",
            ),
            Remark::cause(
                &["fewer-nodes"],
                "another depth is the nearest to equal work here, so its nodes are compared.",
                "the work of neighbouring depths, in this experiment's table.",
            )
            .of(Origin::Independent),
            WIDEST,
            DEPTHS,
        ],
    ),
    ("korf-fig-16", FIG_16),
    (
        "korf-fig-16-shape",
        &[Remark::cause(
            &["best-depths", "worse-at-5", "falls"],
            "the evaluation: the paper's Bill is not printed in full, and the curve's shape depends on the evaluation. With simple and \
             patterns it falls; with bill and discs, if at all, by less than 500 kinds of openings tell.",
            "the curves of this experiment, one for each evaluation.",
        )],
    ),
    ("korf-fig-16-patterns", FIG_16),
    ("korf-fig-16-time", FIG_16),
    ("korf-inheritance", READINGS),
    ("korf-branch-and-bound", READINGS),
    (
        "korf-stop-ordering",
        &[Remark::cause(
            &["close", "small"],
            "our limit of a tenth. The best choice saves an eighth at most, with two levels unordered and many children, and the \
             verdict turns there.",
            "this experiment: its table has the best choice over the paper's for each size, and its verdict says where it turns.",
        )],
    ),
    ("korf-tempo", READINGS),
    ("korf-kept-trees", READINGS),
    (
        "korf-fixed-nodes",
        &[Remark::cause(
            &[],
            "the paper guesses: it would 'probably' do so. With two children fixed nodes hurt best-first minimax instead at alpha-beta's depth 4; with five \
             the guess is right.",
            "this experiment, by the number of children.",
        )],
    ),
    ("korf-extension-work", READINGS),
    ("korf-text", READINGS),
    (
        "time-a-node",
        &[Remark::cause(
            &["roughly", "dominant"],
            "the machine: it generates and evaluates a node of a random tree in a few nanoseconds, beside which the 4 to 8 ns \
             that a tree in memory adds are much. In 1996 a node took \
             microseconds.",
            "this experiment: what the tree adds besides evaluation, by game, and Othello, where a node costs more.",
        )],
    ),
];

/// Costs of 15 bits are often equal.
const TIES: (&str, &str) = (
    "edge costs have 15 bits, so nodes are often equally good; which of them comes first changes the nodes of single \
     searches, and the independent program breaks ties in its own way.",
    "the same trees with distinct costs.",
);

const DEEPENING: &[Remark] = &[Remark::unknown(&[], "").of(Origin::Independent)];

const QUALITY: &[Remark] = &[Remark::unknown(&[], "more trees (--set seeds=...).")];

/// Depths at equal work.
const DEPTHS: Remark = Remark::cause(
    &["equal-work-depths"],
    "two neighbouring depths need almost the same work as alpha-beta; ties between costs, broken differently, decide which is \
     nearer.",
    "the work of both depths, in this experiment's table.",
)
.of(Origin::Independent);

const WIDEST: Remark = Remark::cause(
    &["widest"],
    "the tied pairs of one tournament (b = 5, alpha-beta's depth 2), in which both players play the same game: they leave fewer \
     decided pairs; the paper probably counts them in.",
    "the paper's own counts of ties, which it does not print.",
);

const LADDERS: &[Remark] = &[
    WIDEST,
    Remark::cause(
        &["wins-at-6"],
        "on the same trees the games differ: costs of 15 bits are often equal, and the order of equally good moves is not printed. \
         The depths at equal work agree.",
        "the paper's rule for equally good moves.",
    ),
    Remark::cause(
        &["ties"],
        "nearly all ties beyond depth 1 are of one tournament, b = 5 at alpha-beta's depth 2, where a best-first search to depth \
         3 decides as one to depth 2 does (section 7.2), so that both players play the same game. Elsewhere ties are rare.",
        "the share of these ties among all, which this experiment measures; how often a third ply changes the move, in korf-fig-11.",
    )
    .of(Origin::Paper),
    DEPTHS,
    Remark::cause(&[], TIES.0, TIES.1).of(Origin::Independent),
];

const FIG_16: &[Remark] = &[
    Remark::cause(
        &["little-time"],
        "depths are whole, and small against alpha-beta's depth 2: best-first extension's is 3 where best-first minimax's is 4; against \
         greater ones the two are nearer.",
        "korf-fig-16, which counts nodes.",
    ),
    Remark::cause(
        &["best-depths"],
        SHAPE,
        "plyscope experiment run korf-fig-16 --set evaluation=simple, and =discs.",
    ),
    Remark::cause(
        &["worse-at-5"],
        SHAPE,
        "plyscope experiment run korf-fig-16 --set evaluation=simple, and =discs.",
    ),
    Remark::cause(
        &["two-of-three"],
        SHAPE,
        "plyscope experiment run korf-fig-16 --set evaluation=simple, and =discs, at the paper's depths.",
    ),
    WIDEST,
];

/// Of the curve of best-first extension.
const SHAPE: &str = "the evaluation: the paper's Bill is not printed in full, and in trials other evaluations gave this curve \
                     another shape, one of them the paper's falling one. With 60 kinds of openings the intervals are wide, too.";

/// Of statements without numbers, for which the sizes and limits are ours.
const READINGS: &[Remark] =
    &[Remark::unknown(&[], "other sizes of trees, and more of them (--set seeds=...).")];
