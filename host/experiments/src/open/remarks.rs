//! Remarks on our own expectations about open questions: likely causes of differences, and what would tell.

use plyscope_report::Remark;

/// For each experiment, its remarks.
pub(crate) const REMARKS: &[(&str, &[Remark])] = &[
    (
        "fe-probcut-othello",
        &[
            Remark::same(
                &["with full width, less deep"],
                "each method errs less than full width, less deep, with as many nodes",
            ),
            Remark::same(
                &["values err less than with"],
                "each method errs less than a simpler one with as many nodes",
            ),
            Remark::unknown(
                &["values err less than with"],
                "more positions (--set seeds=...): the differences are small.",
            ),
        ],
    ),
    (
        "rbfms-cache",
        &[
            Remark::same(
                &["at most twice the nodes"],
                "with a cache for a third of the tree, at most twice the nodes of \
                unlimited memory",
            ),
            Remark::same(
                &["freeing subtrees costs fewer"],
                "freeing subtrees costs fewer nodes than searching in linear space",
            ),
            Remark::same(
                &["on no tree does a larger cache"],
                "on no tree does a larger cache cost nodes",
            ),
            Remark::unknown(&["larger cache cost nodes"], ""),
            Remark::unknown(&["at most twice the nodes"], ""),
        ],
    ),
    ("fe-schemes-othello", SCHEMES),
    ("fe-against-bfm", AGAINST),
    ("fe-against-bfm-othello", AGAINST),
];

const SCHEMES: &[Remark] = &[
    Remark::same(
        &["forward estimation wins more than half"],
        "forward estimation wins more than half, by the source of its \
        bounds",
    ),
    Remark::unknown(&[], "more openings (--openings 6ply)."),
];

const AGAINST: &[Remark] = &[
    Remark::same(
        &["wins more than half from depth 2 on"],
        "best-first minimax wins more than half from depth 2 on",
    ),
    Remark::same(
        &["wins significantly at every depth"],
        "it wins significantly at every depth from 2 on",
    ),
    Remark::unknown(&[], "more pairs (--set seeds=...)."),
];
