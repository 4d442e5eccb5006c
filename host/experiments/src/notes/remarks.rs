//! Remarks on the claims of lecture notes: likely causes of differences, and what would tell.

use plyscope_report::Remark;

/// For each experiment, its remarks.
pub(crate) const REMARKS: &[(&str, &[Remark])] = &[
    ("notes-small-trees", &[Remark::unknown(&[], "other trees (--set seeds=...).")]),
    (
        "eiselt-hexapawn",
        &[
            Remark::cause(&["tree 2: replies that need not"], ROOT_WINDOW.0, ROOT_WINDOW.1),
            Remark::cause(&["tree 2: their number"], ROOT_WINDOW.0, ROOT_WINDOW.1),
        ],
    ),
    (
        "alpha-beta-best-case",
        &[
            Remark::same(
                &["two more levels"],
                "two more levels multiply the nodes by the branching factor",
            ),
            Remark::same(
                &["best-case alpha-beta to depth"],
                "best-case alpha-beta does roughly the work of minimax to half \
                the depth",
            ),
        ],
    ),
    (
        "aspiration-windows",
        &[Remark::same(&["the best window saves nodes"], "the best window saves nodes, by depth")],
    ),
];

/// Of the second tree of hexapawn.
const ROOT_WINDOW: (&str, &str) = (
    "the notes probably begin with the evaluation's range as the window: then Black's first move, a won game, is as good as can \
     be, and nothing else need be looked at.",
    "the same search with the window -10 to 10 at the root, which cuts all six replies, as printed.",
);
