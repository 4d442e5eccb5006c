//! Opening books that are built with this program's searches.

use plyscope::book::{Book, Plan, build};
use plyscope::player::PlayerError;

fn plan(positions: usize, seed: u64) -> Plan {
    Plan { positions, plies: 6, depth: 2, margin: 1000, seed, evaluation: None }
}

#[test]
fn a_book_depends_on_its_plan_alone_and_can_be_extended() {
    let built = |plan: &Plan, threads, mut book: Book| {
        build(&mut book, plan, threads, |_| Ok::<_, PlayerError>(())).unwrap();
        book
    };
    let one = built(&plan(30, 1), 1, Book::default());
    assert_eq!(one.len(), 30);
    assert_eq!(one, built(&plan(30, 1), 3, Book::default()));
    assert_ne!(one, built(&plan(30, 2), 1, Book::default()));
    let more = built(&plan(45, 1), 2, one.clone());
    assert_eq!(more.len(), 45);
    assert!(one.positions().all(|(board, _)| more.get(&board).is_some()));
    // Two plies have few positions: the book is then complete.
    let small = built(&Plan { plies: 2, ..plan(1000, 1) }, 2, Book::default());
    assert!((2..=5).contains(&small.len()), "{}", small.len());
}
