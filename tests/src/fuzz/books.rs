//! Opening books: text that is sealed with its checksum, as a fuzzer cannot.

use plyscope::book::Book;
use plyscope_core::Game as _;
use plyscope_core::othello::Othello;
use sha2::{Digest as _, Sha256};

pub(super) fn check(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let _ = Book::parse(text);
    let body = format!("plyscope-book 1\n{}\n", text.trim_end());
    let sum: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    let Ok(book) = Book::parse(&format!("{body}sha256 {sum}\n")) else { return };
    let written = book.to_text();
    assert_eq!(Book::parse(&written).as_ref(), Ok(&book));
    for (board, entry) in book.positions() {
        assert_eq!(book.get(&board).as_ref(), Some(entry));
        for margin in [0, 100, i32::MAX] {
            let chosen = book.choose(&board, margin, 7);
            assert!(chosen.is_none_or(|chosen| Othello.is_legal(&board, chosen.mv)));
        }
    }
    let mut twice = book.clone();
    twice.merge(book.clone());
    assert_eq!(twice.len(), book.len());
    assert_eq!(Book::parse(&twice.to_text()).as_ref(), Ok(&twice));
    let mut thrice = twice.clone();
    thrice.merge(book);
    assert_eq!(thrice, twice);
}
