//! The subjects of the papers' statements, for the first screen of a report: what each is about, and which experiments
//! it takes together. Whether it holds is not here: that follows from the runs.

/// How closely numbers can agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Basis {
    /// Worked examples, proofs and trees of the papers' own seeds: numbers should be equal.
    Exact,
    /// Trees without the papers' seeds, openings and evaluations other than theirs: numbers should agree within their intervals.
    Statistical,
}

/// A subject.
pub(super) struct Topic {
    /// What it is, as the beginning of a sentence.
    pub(super) subject: &'static str,
    pub(super) basis: Basis,
    /// Its experiments.
    pub(super) experiments: &'static [&'static str],
    /// The experiment and the name of the figure that shows it.
    pub(super) figure: (&'static str, &'static str),
    /// The experiment and words of the claim that is quoted with its numbers.
    pub(super) example: (&'static str, &'static str),
}

/// The papers' subjects, from the most exact to the least.
pub(super) const TOPICS: &[Topic] = &[
    Topic {
        subject: "The worked examples: Korf & Chickering's Figs. 1 and 2, hexapawn, the minimal tree",
        basis: Basis::Exact,
        experiments: &[
            "korf-figs-1-2",
            "eiselt-hexapawn",
            "notes-small-trees",
            "alpha-beta-best-case",
        ],
        figure: ("korf-figs-1-2", "korf-fig-1d"),
        example: ("korf-figs-1-2", "nodes generated"),
    },
    Topic {
        subject: "Nodes on Korf & Chickering's own trees (Theorem 1, sections 2 to 6, Figs. 6 to 9)",
        basis: Basis::Exact,
        experiments: &[
            "korf-theorem-1",
            "korf-inheritance",
            "korf-text",
            "korf-generation",
            "korf-branch-and-bound",
            "korf-fig-6-7",
            "korf-fig-8",
            "korf-expansion",
            "korf-fig-9",
            "korf-fig-9-branching",
            "korf-stop-ordering",
            "korf-tempo",
            "aspiration-windows",
        ],
        figure: ("korf-fig-9", "korf-fig-9"),
        example: ("korf-fig-9", "the largest 95 % confidence interval"),
    },
    Topic {
        subject: "How often best-first minimax and alpha-beta find the best move (Figs. 10 to 12)",
        basis: Basis::Exact,
        experiments: &["korf-fig-10", "korf-fig-11", "korf-fig-12", "korf-deeper-trees"],
        figure: ("korf-fig-10", "korf-fig-10"),
        example: ("korf-fig-10", "share of best moves at depth 1, b = 2"),
    },
    Topic {
        subject: "Best-first minimax and best-first extension against alpha-beta on random trees (sections 8.1 and 8.2, \
                  Figs. 13, 14 and 17)",
        basis: Basis::Exact,
        experiments: &[
            "korf-kept-trees",
            "korf-fixed-nodes",
            "korf-fig-13",
            "korf-fig-14",
            "korf-fig-17",
            "korf-extension-work",
        ],
        figure: ("korf-fig-14", "korf-fig-14-wins"),
        example: ("korf-fig-13", "best-first minimax's depth for alpha-beta's"),
    },
    Topic {
        subject: "The same in Othello (Fig. 16)",
        basis: Basis::Statistical,
        experiments: &[
            "korf-fig-16",
            "korf-fig-16-shape",
            "korf-fig-16-patterns",
            "korf-fig-16-time",
        ],
        figure: ("korf-fig-16", "korf-fig-16-wins"),
        example: ("korf-fig-16", "best-first minimax's best result"),
    },
    Topic {
        subject: "Zhang's forward estimation: nodes and quality on his random trees (Table 1, Fig. 2)",
        basis: Basis::Statistical,
        experiments: &["zhang-table-1", "zhang-off-line", "zhang-text", "zhang-fig-2"],
        figure: ("zhang-table-1", "zhang-table-1"),
        example: (
            "zhang-table-1",
            "forward estimation, exact generates this many nodes to depth 8",
        ),
    },
    Topic {
        subject: "How forward estimation's nodes grow with depth (Figs. 1(a) and 1(b))",
        basis: Basis::Statistical,
        experiments: &["zhang-fig-1a", "zhang-deep-binary", "zhang-fig-1b"],
        figure: ("zhang-fig-1a", "zhang-fig-1a"),
        example: (
            "zhang-fig-1a",
            "effective branching factor is below that of perfectly ordered alpha-beta, 10",
        ),
    },
    Topic {
        subject: "Forward estimation's tournaments against alpha-beta, on random trees and in Othello (Figs. 3(a) and 3(b))",
        basis: Basis::Statistical,
        experiments: &[
            "zhang-fig-3a",
            "zhang-fig-3b",
            "zhang-fig-3b-patterns",
            "zhang-fig-3b-time",
            "zhang-delta-othello",
            "fe-schemes-othello",
        ],
        figure: ("zhang-fig-3a", "zhang-fig-3a"),
        example: ("zhang-fig-3b", "it outperforms alpha-beta with less work beyond depth 2"),
    },
    Topic {
        subject: "Time a node, and the thesis that accurate evaluations favour best-first minimax",
        basis: Basis::Statistical,
        experiments: &["time-a-node", "lineage-accuracy-dial"],
        figure: ("lineage-accuracy-dial", "lineage-accuracy-dial-advantage"),
        example: ("lineage-accuracy-dial", "Pure best-first minimax performs best"),
    },
    Topic {
        subject: "Findings since 1996: fixed-depth best-first searches, and the switches of unbounded best-first minimax",
        basis: Basis::Statistical,
        experiments: &[
            "lineage-leaves",
            "lineage-baseline",
            "lineage-switches",
            "lineage-switches-time",
        ],
        figure: ("lineage-switches", "lineage-switches"),
        example: ("lineage-leaves", "consistently better than for Aspiration NegaScout"),
    },
];

/// Statements of experiments that are in none of them.
pub(super) const OTHERS: Topic = Topic {
    subject: "Other statements",
    basis: Basis::Statistical,
    experiments: &[],
    figure: ("", ""),
    example: ("", ""),
};
