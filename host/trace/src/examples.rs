//! Trees to look at, with the searches that they are for.

/// An example: a typed tree and engines.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The name, for `--example`.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    /// Whose idea it is, and what of it is ours.
    pub source: &'static str,
    /// The tree.
    pub tree: &'static str,
    /// The engines, as `key=value` lists.
    pub engines: &'static [&'static str],
}

impl Example {
    /// The example of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| example.name == name)
    }

    /// What it shows and whose it is.
    #[must_use]
    pub fn note(&self) -> String {
        format!("{}. {}", self.about, self.source)
    }
}

/// All examples.
pub const EXAMPLES: &[Example] = &[
    Example {
        name: "first",
        about: "The smallest tree with a cut: after 2 the second move is known to be worse",
        source: "Our own.",
        tree: "((3 5) (2 9))",
        engines: &["algorithm=alpha-beta", "algorithm=minimax"],
    },
    Example {
        name: "eppstein-shallow",
        about: "Shallow pruning: F is worth 12, so G's other children are cut once its first is 15",
        source: "The second player's choice in David Eppstein's notes of April 22, 1997: 11, 12, 7, 9 and 15 are his; the \
                 picture is lost, and G's other children have values of ours.",
        tree: "min (F:(11 12 7 9) G:(15 100 0))",
        engines: &["algorithm=alpha-beta"],
    },
    Example {
        name: "eppstein-deep",
        about: "Deep pruning: B is worth 12, so two levels below C the rest of N is cut once its first child is 10",
        source: "From David Eppstein's notes of April 22, 1997: 12 at B and 10 at N are his; the picture is lost, and the other \
                 nodes have values of ours.",
        tree: "(B:12 C:(J:(N:(10 3 99) (20 21)) (30)))",
        engines: &["algorithm=alpha-beta"],
    },
    Example {
        name: "eiselt",
        about: "The fourth reply need not be looked at, whatever its value is",
        source: "The abstract tree of Kurt Eiselt's Lecture 13 (1998): 2, 7 and 1 are his; the last leaf, which he leaves open, \
                 is ours.",
        tree: "((2 7) (1 -10))",
        engines: &["algorithm=alpha-beta"],
    },
    Example {
        name: "eiselt-reversed",
        about: "In the reverse order alpha-beta provides no help with the same tree",
        source: "Kurt Eiselt's question in Lecture 13 (1998); the leaf -10 is ours.",
        tree: "((1 -10) (2 7))",
        engines: &["algorithm=alpha-beta"],
    },
    Example {
        name: "knuth-moore",
        about: "Alpha-beta at its best: in perfect order it looks at 3^2 + 3^2 - 1 = 17 of 81 leaves",
        source: "A tree of the kind that Knuth & Moore (1975) count: uniform, three moves, four plies, best moves first. Its \
                 values are ours.",
        tree: "((((27 64 80) (13 71 92) (8 9 73)) ((39 64 68) (24 32 90) (11 32 74)) ((55 69 88) (41 60 75) (39 47 59))) \
               (((19 54 70) (18 38 72) (16 40 74)) ((25 48 82) (24 72 88) (14 74 75)) ((51 74 75) (8 75 81) (6 7 29))) \
               (((9 54 56) (8 65 75) (5 12 28)) ((16 29 81) (12 31 71) (8 55 73)) ((20 42 51) (13 47 69) (7 10 84))))",
        engines: &["algorithm=alpha-beta"],
    },
    Example {
        name: "korf-fig-1",
        about: "Best-first minimax with the tree in memory, from A to D: it always expands the principal leaf",
        source: "Korf & Chickering (1996), Fig. 1: all values but the root's, which plays no part, are theirs.",
        tree: "(4(8 1) 6(5 2(3 7)))",
        engines: &["algorithm=bfm"],
    },
    Example {
        name: "korf-fig-2",
        about: "Recursive best-first minimax on the same tree, from A to H: subtrees that it leaves are generated again",
        source: "Korf & Chickering (1996), Fig. 2: all values but the root's, which plays no part, are theirs.",
        tree: "(4(8 1) 6(5 2(3 7)))",
        engines: &["algorithm=rbfms", "algorithm=bfm"],
    },
    Example {
        name: "korf-definitions",
        about: "The smallest tree on which two definitions of best-first minimax differ: 3 is below the window of 4 to infinity. By \
                section 3.1 the node is left at once, and the move is 2; by Fig. 3 its next child is generated, and the move is 1",
        source: "The definitions are Korf & Chickering's (1996), Fig. 3 and section 3.1; the tree is ours.",
        tree: "5(5(5(3 6)) 4)",
        engines: &["name=Fig. 3,algorithm=bfm", "name=section 3.1,algorithm=bfm,formulation=text"],
    },
    Example {
        name: "zhang-condition-1",
        about: "Forward estimation: with edge costs from -3 to 3, the move of static value -3 is cut by that value alone",
        source: "Weixiong Zhang's condition (1) (1995, 1996), on a tree of ours.",
        tree: "0(3(4(3 5) 5(6 4) 2(4 1)) -3(-2(-4 0) -1(-3 1) -5(-6 -4)) 1(0(2 -1) 3(4 1) -2(-1 -4)))",
        engines: &["algorithm=fe", "algorithm=alpha-beta"],
    },
    Example {
        name: "best-first-loses",
        about: "A trap: best-first minimax follows one line and trusts the static value 9 beside it, which alpha-beta sees to be 2",
        source: "Our own.",
        tree: "(5(6(7 3) 9(1 2)) 4(5(4 3) 6(5 1)))",
        engines: &["algorithm=bfm", "algorithm=alpha-beta"],
    },
];
