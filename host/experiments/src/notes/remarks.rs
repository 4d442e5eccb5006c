//! Remarks on the claims of lecture notes: likely causes of differences, and what would tell.

use plyscope_report::Remark;

/// For each experiment, its remarks.
pub(crate) const REMARKS: &[(&str, &[Remark])] = &[
    ("notes-small-trees", &[Remark::unknown(&[], "other trees (--set seeds=...).")]),
    (
        "eiselt-hexapawn",
        &[Remark::cause(&["replies", "replies-in-range", "number"], ROOT_WINDOW.0, ROOT_WINDOW.1)
            .at(&["tree 2"])],
    ),
];

/// Of the second tree of hexapawn.
const ROOT_WINDOW: (&str, &str) = (
    "the notes probably begin with the evaluation's range as the window: then Black's first move, a won game, is as good as can \
     be, and nothing else need be looked at.",
    "the same search with the window -10 to 10 at the root, which cuts all six replies, as printed.",
);
