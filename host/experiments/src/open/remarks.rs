//! Remarks on our own expectations about open questions: likely causes of differences, and what would tell.

use plyscope_report::Remark;

/// For each experiment, its remarks.
pub(crate) const REMARKS: &[(&str, &[Remark])] = &[
    (
        "fe-probcut-othello",
        &[Remark::unknown(
            &["than-full-width", "than-simpler", "moves", "games"],
            "more positions and games (--set seeds=..., games=...), and greater depths.",
        )],
    ),
    (
        "rbfms-cache",
        &[Remark::unknown(&["larger-cache"], ""), Remark::unknown(&["at-most-twice"], "")],
    ),
    ("fe-schemes-othello", SCHEMES),
    ("fe-against-bfm", AGAINST),
    ("fe-against-bfm-othello", AGAINST),
];

const SCHEMES: &[Remark] = &[Remark::unknown(&[], "more openings (--openings 6ply).")];

const AGAINST: &[Remark] = &[Remark::unknown(&[], "more pairs (--set seeds=...).")];
