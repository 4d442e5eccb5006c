//! A search that is watched goes its whole way from the root each time, one that nobody watches only where a window is left: both find
//! the same, also where most values are equal.

use plyscope_core::{
    Evaluator, Expansion, Game, Observer, Outcome, Request, Search as _, Side, Value,
};

use super::super::{
    BackUp, Completion, EndLeaf, FinalMove, OnResolved, Selection, Switches, Transpositions,
    Unbounded,
};
use super::found_by;

struct Watching;
impl<G: Game> Observer<G> for Watching {}

/// A game of a few positions, each with its value and the positions after it.
#[derive(Clone, Debug)]
struct Graph(Vec<(i32, Vec<usize>)>);

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    type Moves = usize;

    fn moves(&self, _: &usize) -> usize {
        0
    }

    fn next_child(&self, &position: &usize, next: &mut usize) -> Option<(usize, usize)> {
        let number = *next;
        let child = *self.0[position].1.get(number)?;
        *next += 1;
        Some((number, child))
    }

    fn play(&self, &position: &usize, number: usize) -> usize {
        self.0[position].1[number]
    }

    fn outcome(&self, &position: &usize) -> Option<Outcome> {
        let (value, after) = &self.0[position];
        after.is_empty().then(|| Outcome::scored(value.signum()))
    }

    fn mover(&self, _: &usize) -> Side {
        Side::Max
    }
}

impl Evaluator<usize> for Graph {
    type State = ();

    fn state(&self, _: &usize) {}

    fn evaluate(&self, &position: &usize, (): &()) -> Value {
        Value::new(self.0[position].0)
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn graph(&mut self) -> Graph {
        let (count, near) = (5 + self.below(9), self.pick(&[2, 4, 20]));
        let node = |position: usize| {
            let behind = (count - 1 - position).min(near);
            let is_over = behind == 0 || position > 0 && self.below(7) == 0;
            let children = if is_over { 0 } else { 1 + self.below(4) };
            let after = (0..children).map(|_| position + 1 + self.below(behind)).collect();
            (self.below(7) as i32 - 3, after)
        };
        Graph((0..count).map(node).collect())
    }

    fn switches(&mut self) -> Switches {
        Switches {
            backup: BackUp::Root,
            transpositions: self.pick(&[Transpositions::Tree, Transpositions::Table]),
            completion: self.pick(&[Completion::On, Completion::Off]),
            on_resolved: self.pick(&[OnResolved::Stop, OnResolved::Next]),
            final_move: self.pick(&[FinalMove::Best, FinalMove::Safe]),
            leaf: EndLeaf::Exact,
            selection: self.pick(&[Selection::Best, Selection::Descent]),
            expansion: self.pick(&[Expansion::Partial, Expansion::Full]),
        }
    }
}

#[test]
fn a_search_of_a_few_values_finds_the_same_whether_or_not_it_is_watched() {
    let mut random = Random(1);
    for _ in 0..100_000 {
        let (graph, switches) = (random.graph(), random.switches());
        let request = Request::new(&0).nodes(random.pick(&[5, 20, 40, 1000])).depth(100);
        let limit = random.pick(&[10, 20, 50, 1 << 20]);
        let search = || Unbounded::new(&graph, &graph, switches, limit);
        let (mut alone, mut watched) = (search(), search());
        alone.start(&request);
        alone.step(u64::MAX).unwrap();
        watched.start(&request);
        watched.step_with(u64::MAX, &mut Watching).unwrap();
        assert_eq!(found_by(&alone), found_by(&watched), "{switches:?}, {graph:?}");
    }
}
