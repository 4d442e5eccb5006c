//! Remarks on the claims about Zhang's papers: likely causes of differences, and what would tell.

use plyscope_report::{Origin, Remark};

use crate::kit::othello_ladders::EQUAL_TIME;

/// For each experiment, its remarks.
pub(in crate) const REMARKS: &[(&str, &[Remark])] = &[
    (
        "zhang-fig-1a",
        &[
            Remark::cause(
                &["depth-10", "depth-11"],
                "the sentence can be read in several ways (mean depth reached with a million nodes, mean nodes at a \
                 depth), and a reading may be ours.",
                "the mean depth reached with a million nodes, which this experiment measures at its usual settings.",
            ),
            Remark::cause(
                &["effective"],
                "an effect of the depth: with two children the growth falls as searches deepen, and from 30 to 34 plies it is that of \
                 perfectly ordered alpha-beta.",
                "zhang-deep-binary, which measures it.",
            )
            .at(&["binary"]),
            Remark::unknown(&[], "more trees (--set seeds=...).").of(Origin::Independent),
        ],
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
                &["alpha-beta-keeps"],
                "here forward estimation keeps no tree. Zhang thanks Korf for 'his game-playing code' (ISI/RR-95-429), and both \
                 players of Korf & Chickering keep theirs (section 8.1).",
                "the curves of this experiment with both trees saved.",
            ),
            Remark::cause(
                &["no-deeper", "one-ply-deeper", "same-depth", "superior"],
                "here no player keeps its tree. Zhang thanks Korf for 'his game-playing code' (ISI/RR-95-429), and both players of \
                 Korf & Chickering keep theirs (section 8.1). If both do, the program of Table 1 fits this figure, too; this \
                 reading was found after the fact.",
                "the curves of this experiment with both trees saved.",
            )
            .of(Origin::Paper),
            Remark::cause(
                &["one-ply-deeper"],
                "here no player keeps its tree, and the tests are not where Table 1 fits them.",
                "this experiment plays each placement, and both with kept trees.",
            )
            .of(Origin::Own),
            Remark::cause(
                &[
                    "mean-10-no-deeper",
                    "mean-10-one-ply-deeper",
                    "mean-10-same-depth",
                    "mean-10-only-with-more",
                    "mean-10-superior",
                ],
                "the paper states this of trees of mean branching 5, and shows no others.",
                "this experiment's last table.",
            ),
            Remark::cause(
                &["on-each-set"],
                "at this depth both do nearly the same work, and trees differ.",
                "more sets (--set sets=...).",
            ),
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

/// Of both evaluations.
const FIG_3B: &[Remark] = &[
    Remark::cause(
        &["as-deep"],
        "with the tests where Table 1 has them, none is made at the last ply, so that depths 1 and 2 prune nothing: nodes are the \
         same, and the tests take 3 to 12 per cent of time. With trees kept by both players and a test at the last ply it needs \
         0.78 of the nodes at depth 2 with the evaluation bill.",
        "the curves of this experiment with placement entry1, which tests at the last ply, too.",
    ),
    Remark::cause(
        &["almost-alike"],
        "with the extremes it generates alpha-beta's nodes and takes 1 to 3 % more time for the tests (the experiment's table), \
         so that the deepest search in alpha-beta's time is a ply shallower. The paper's curve probably has the nearest depth.",
        "zhang-fig-3b, which counts nodes; the rows of this table with work just above 1.",
    )
    .at(&[EQUAL_TIME]),
    Remark::cause(
        &["outperforms"],
        "kept trees: where both players keep theirs and the last ply is tested, too, forward estimation is deeper with less \
         work against each of alpha-beta's depths 3 to 8, and the mean of its wins there is above half; of single depths only 3 and 5 are decided.",
        "zhang-fig-3b's curves with both trees saved, to alpha-beta's depth 8, with both placements of the tests.",
    ),
    Remark::cause(
        &["fiftieth"],
        "the paper's ratios are 50 to every printed digit: its most likely increment is probably the first of fifty \
         bins, not a measured one.",
        "the bounds called fiftieth, which this experiment plays too.",
    ),
    Remark::cause(
        &["extremes", "likely", "three-plies"],
        "the paper prints neither the tables of its BILL nor the games whose increments it took.",
        "no run can tell: those tables were not published. The same statements with other weights are in zhang-fig-3b-patterns.",
    ),
    Remark::unknown(
        &[],
        "this experiment with another placement of the tests (--set placement=entry1).",
    ),
];
