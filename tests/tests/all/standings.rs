//! The results of a tournament as a table of text.

use plyscope::domain::{HexapawnDomain, Rules as _};
use plyscope::tournament::{Format, Tournament};

#[test]
fn a_tournament_of_three_engines_has_a_table_for_each_pair_and_a_crosstable() {
    let engine = |depth| format!("name=d{depth},algorithm=alpha-beta,depth={depth}").parse();
    let tournament = Tournament {
        domain: HexapawnDomain::default(),
        engines: [1, 2, 8].into_iter().map(|depth| engine(depth).unwrap()).collect(),
        format: Format::RoundRobin,
        pairs: Some(2),
        seed: 7,
    };
    let standings = tournament.schedule().unwrap().play_all(1).unwrap();
    let text = standings.table(HexapawnDomain::NAME, Some(7));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "hexapawn: d1 against d2, 4 games, seed 7");
    let header = "engine  win  draw  loss  score %  95 % interval  moves  nodes  nodes/move";
    let columns = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(columns(lines[1]), columns(header));
    for line in lines.iter().filter(|line| line.starts_with("d1 ")) {
        assert!(line.is_ascii() && !line.ends_with(' '), "{line}");
    }
    assert!(lines[4].starts_with("d1: Elo "), "{text}");
    assert!(text.contains("\ncrosstable of points; Elo: mean 0, "), "{text}");
    let last: Vec<&str> = lines.iter().rev().take(4).copied().collect();
    assert!(last[3].starts_with("engine  #"), "{text}");
    // Whoever is on the left has met the two others four times each.
    assert!(last[..3].iter().all(|line| columns(line).contains(" 8 ")), "{text}");
    assert!(!standings.table("x", None).contains("seed"));
}
