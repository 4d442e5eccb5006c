//! Remarks on the claims about Zhang's papers: likely causes of differences, and what would tell.

use plyscope_report::{Origin, Remark};

/// For each experiment, its remarks.
pub(in crate) const REMARKS: &[(&str, &[Remark])] = &[
    (
        "zhang-fig-1a",
        &[
            Remark::same(&["effective branching factor is below"], EFFECTIVE),
            Remark::same(&["it is below alpha-beta's"], EFFECTIVE),
            Remark::same(&["growth of nodes with each ply"], "growth of nodes with each ply"),
            Remark::cause(
                &["a million nodes"],
                "the sentence can be read in several ways (mean depth reached with a million nodes, mean nodes at a \
                 depth), and a reading may be ours.",
                "the mean depth reached with a million nodes, which this experiment measures at its usual settings.",
            ),
            Remark::unknown(
                &["effective branching factor", "2 children"],
                "this experiment shows it with every placement of the tests that was tried, and none brings it down; \
                 only Zhang's program could tell.",
            ),
            Remark::unknown(&[], "more trees (--set seeds=...).").of(Origin::Independent),
        ],
    ),
    ("zhang-fig-1b", &[Remark::same(&["generates fewer nodes at the same depth"], FEWER)]),
    (
        "zhang-table-1",
        &[Remark::same(
            &["generates this many nodes to depth"],
            TABLE_1,
        )
        .of(Origin::Paper), Remark::same(&["share of best moves of"], TABLE_1).of(Origin::Paper)],
    ),
    (
        "zhang-conventions",
        &[Remark::cause(
            &[],
            "this is a convention that Zhang did not use: a difference from his numbers is what excludes it.",
            "this experiment does; conventions were chosen after the numbers were known.",
        )
        .of(Origin::Own)],
    ),
    (
        "zhang-fig-3a",
        &[
            Remark::cause(
                &["both keep their trees"],
                "Zhang's players probably did not keep their trees; the paper does not say.",
                "this experiment plays all three ways.",
            ),
            Remark::cause(
                &["keeps its tree"],
                "Zhang's alpha-beta probably did not keep its tree; the paper does not say.",
                "this experiment plays both.",
            ),
            Remark::cause(
                &["FE-0.5"],
                "his tournaments and his Table 1 probably come from two versions of his program. Table 1 fits tests \
                 after all children are ordered; this figure fits tests at each child's generation (per-child), \
                 found by trying.",
                "this experiment plays each placement (--set placement=per-child); only Zhang's program could decide.",
            )
            .of(Origin::Paper),
            Remark::cause(
                &["one ply deeper with fewer nodes beyond"],
                "this placement of the tests is not the one that fits the figure.",
                "this experiment plays each placement.",
            )
            .of(Origin::Own),
            Remark::unknown(&[], "").of(Origin::Independent),
        ],
    ),
    ("zhang-fig-3b", FIG_3B),
    ("zhang-fig-3b-patterns", FIG_3B),
    ("zhang-fig-3b-time", FIG_3B),
    ("zhang-off-line", &[Remark::unknown(&[], "more trees (--set seeds=...).")]),
    (
        "zhang-delta-othello",
        &[Remark::unknown(&[], "this experiment with another evaluation (--set evaluation=...).")],
    ),
];

const EFFECTIVE: &str = "forward estimation's effective branching factor is below alpha-beta's, and below that of \
                         alpha-beta in perfect order";
const FEWER: &str =
    "forward estimation generates fewer nodes than alpha-beta at the same depth, from 3 on";
const TABLE_1: &str = "Table 1: mean nodes of alpha-beta and of forward estimation with exact and learned bounds, and \
                       shares of best moves, depths 1 to 10";

/// Of both evaluations.
const FIG_3B: &[Remark] = &[
    Remark::same(&["the extreme "], "the extreme increments l and u of BILL"),
    Remark::same(&["the most likely "], "the most likely increments l' and u' of BILL"),
    Remark::same(
        &["extreme by most likely"],
        "the extreme increments are fifty times the most likely ones",
    ),
    Remark::same(
        &["most likely increments (", "as deep as"],
        "with the most likely increments forward estimation is as \
        deep as alpha-beta with less work up to depth 2",
    ),
    Remark::same(
        &["most likely increments (", "three plies"],
        "with the most likely increments it reaches three plies \
        more than alpha-beta's 8",
    ),
    Remark::same(
        &["most likely increments (", "outperforms"],
        "with the most likely increments it outperforms alpha-beta \
        with less work beyond depth 2",
    ),
    Remark::cause(
        &["as deep as alpha-beta with less work up to depth 2"],
        "with the tests where Table 1 has them, none is made at the last ply, so that depths 1 and 2 prune nothing: nodes are the \
         same, and the tests take a few per cent of time. The paper may mean work that is not more.",
        "the curves of this experiment with placement entry1, which tests at the last ply, too.",
    ),
    Remark::cause(
        &["with the extremes it plays almost like alpha-beta", "equal processor time"],
        "with the extremes it generates alpha-beta's nodes and takes up to 14 % more time for the tests (the experiment's table), \
         so that the deepest search in alpha-beta's time is a ply shallower. The paper's curve probably has the nearest depth.",
        "zhang-fig-3b, which counts nodes; the rows of this table with work just above 1.",
    ),
    Remark::cause(
        &["outperforms"],
        "the bounds and where they are tested both matter: with the paper's own bounds, tested at the last ply too, \
         forward estimation won more than half against alpha-beta's depth 5 in a trial.",
        "this experiment at the paper's depths and openings (--scale paper --set placement=entry1).",
    ),
    Remark::cause(
        &["extreme by most likely"],
        "the paper's ratios are 50 to every printed digit: its most likely increment is probably the first of fifty \
         bins, not a measured one.",
        "the bounds called fiftieth, which this experiment plays too.",
    ),
    Remark::cause(
        &["crement"],
        "the paper prints neither the tables of its BILL nor the games whose increments it took.",
        "increments of the original BILL; this experiment with other weights (--set evaluation=...).",
    ),
    Remark::unknown(
        &[],
        "this experiment with another placement of the tests (--set placement=entry1).",
    ),
];
