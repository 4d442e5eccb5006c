//! Learns [`Bill`]: the edge table by probabilistic minimax, and the discriminants from games. Tied games are left out.

pub mod edges;
pub mod fit;

use plyscope_core::hash::crc32;
use plyscope_core::othello::Bill;
use plyscope_core::othello::bill::Discriminant;

use super::games::ScoredBoard;

/// The file of weights learned from `samples` with this edge table; `None` if there are too few samples.
#[must_use]
pub fn weights(samples: &[ScoredBoard], edges: &[i16]) -> Option<Vec<u8>> {
    // The features need the edge table, but no discriminants.
    let none = Discriminant { constant: 0, linear: [0; 4], quadratic: [0; 10] };
    let unlearned = file(0, &[none], edges);
    let (first, discriminants) = fit::fit(samples, &Bill::new(&unlearned)?)?;
    Some(file(first, &discriminants, edges))
}

/// A file of weights; the format is [`plyscope_core::othello::bill`]'s.
fn file(first: u32, discriminants: &[Discriminant], edges: &[i16]) -> Vec<u8> {
    let last = first as usize + discriminants.len() - 1;
    let mut bytes = b"BILL\x02\x00".to_vec();
    bytes.extend([first as u8, last as u8]);
    bytes.extend(discriminants.iter().flat_map(Discriminant::to_bytes));
    bytes.extend(edges.iter().flat_map(|value| value.to_le_bytes()));
    bytes.extend(crc32(&[&bytes]).to_le_bytes());
    bytes
}
