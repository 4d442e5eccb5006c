//! Korf & Chickering 1996, section 3.2 and Fig. 4: children never inherit their parent's stored value.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::inheritance::search;
use plyscope_report::{Axis, Cell, Claim, Plot};

use crate::About;
use crate::kit::grid::{Column, Grid, SETTINGS, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 3.2, Fig. 4";

/// The quantities: nodes without and with inheritance; then, with it, expansions of nodes whose stored value is not the static
/// one, and children that inherit.
const PLAIN: usize = 0;
const INHERITING: usize = 1;
const AGAIN: usize = 2;
const INHERITED: usize = 3;

const EXPANDED_AGAIN: Column = Column::mean("expanded again", 1, AGAIN);
const COLUMNS: [Column; 4] = [
    Column::mean("nodes", 1, PLAIN),
    Column::mean("nodes, inheriting", 1, INHERITING),
    EXPANDED_AGAIN,
    Column::mean("inherited", 1, INHERITED),
];

/// The cases: children and search depth.
pub(super) const INHERITANCE: Grid<(u32, u32)> = Grid {
    about: About {
        id: "korf-inheritance",
        title: "Inheritance of stored values in recursive best-first minimax",
        source: SOURCE,
        what: "In single-agent search, children that are generated again inherit their parent's stored value, which \
            spares regenerations. Recursive best-first minimax with full expansion, on uniform trees, without and \
            with inheritance: nodes generated, nodes expanded again, and children that inherit.",
        settings: SETTINGS,
    },
    #[rustfmt::skip]
    cases: &[
        (2, 4), (2, 8), (2, 12), (2, 16),
        (3, 3), (3, 6), (3, 9), (3, 11),
        (5, 2), (5, 4), (5, 6), (5, 8),
    ],
    name: |(b, depth)| format!("b = {b}, depth {depth}"),
    trees: Trees { first: 1, scales: [50, 1000, 1000], piece: 10 },
    measure: |&(b, depth), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            let [plain, ..] = search(&tree, depth, false);
            let [inheriting, again, inherited] = search(&tree, depth, true);
            Ok([plain, inheriting, again, inherited])
        })
    },
    table: |all| {
        let seeds = all.settings.seeds;
        let title = format!("Recursive best-first minimax with full expansion, {seeds} trees");
        let first = |&(b, depth): &(u32, u32)| vec![Cell::number(b, 0), Cell::number(depth, 0)];
        all.table_by(title, &["children", "depth"], first, &COLUMNS)
    },
    plots: |all| {
        let curve = |children: u32| {
            let x = |&(b, depth): &(u32, u32)| (b == children).then_some(depth);
            all.curve(format!("b = {children}"), &EXPANDED_AGAIN, x)
        };
        vec![Plot {
            name: "korf-inheritance".to_owned(),
            title: "Nodes expanded again, whose children could inherit".to_owned(),
            x: Axis::linear("search depth (plies)"),
            y: Axis::linear("nodes expanded again (mean)"),
            series: [2, 3, 5].map(curve).into(),
            marks: Vec::new(),
        }]
    },
    claims: |all| {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 0);
        let the_same = all.judge(|_, line| {
            line.sum(PLAIN)?;
            let differing =
                line.trees().filter(|tree| tree.get(PLAIN) != tree.get(INHERITING)).count();
            Some((format!("{differing} trees differ"), differing == 0))
        });
        let never = all.judge(|_, line| {
            let (inherited, again) = (line.sum(INHERITED)?, line.sum(AGAIN)?);
            Some((format!("{inherited} below {again} nodes expanded again"), inherited == 0.0))
        });
        vec![
            of("with full expansion, inheritance of stored values changes no number of nodes")
                .in_all("no effect", the_same),
            of("children never inherit their parent's stored value").in_all("never", never),
        ]
    },
};
