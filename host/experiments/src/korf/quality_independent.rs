//! Decision quality in an independent measurement on the trees of Figs. 10 and 12 (Korf & Chickering 1996).

use plyscope_report::Claim;

use crate::kit::independent::{Printed, SAME_TREES};
use crate::kit::printed::{Data, groups};
use crate::kit::quality::{ALPHA_BETA, BEST_FIRST, DEPTH, Numbers, Row, Settings};

/// The keys of the claims on each search: on best moves, and on nodes.
const KEYS: [[&str; 2]; 2] =
    [["alpha-beta-best", "alpha-beta-nodes"], ["best-first-best", "best-first-nodes"]];

/// Claims that our numbers agree with a file: the share of best moves at each depth by branching factor and search, and
/// the mean nodes where given.
pub(super) fn claims(settings: &Settings, rows: &[Row], kind: &str, data: &Data) -> Vec<Claim> {
    let mut claims = Vec::new();
    let printed = data.rows();
    for curve in groups(&printed, &["branching", "search", "trees"]) {
        let [b, trees] = ["branching", "trees"].map(|column| curve[0].get::<u32>(column));
        let name = curve[0].text("search");
        let place = curve[0].place_in("search", &["alpha-beta", "best-first minimax"]);
        let search = [ALPHA_BETA, BEST_FIRST][place];
        let [share_key, nodes_key] = KEYS[place];
        let line = settings.line(b).filter(|_| settings.seed == 0);
        let of_line: Vec<&Row> = rows.iter().filter(|row| Some(row.line()) == line).collect();
        let numbers = Numbers::of(&Row::first(&of_line, 0, trees));
        let shares = curve.iter().map(|row| {
            let depth: u32 = row.get("depth");
            let ours = line.and_then(|line| numbers.share(line, search, depth));
            Printed::new(row.number("best_moves"), trees)
                .on_the_same(format!("depth {depth}"), ours)
        });
        let statement = format!("{kind} = {b}: share of best moves of {name}");
        let whole = format!("{kind} = …: share of best moves of {name}");
        let claim = Claim::of(SAME_TREES, statement, "%", 1).independent();
        claims.push(claim.point_of(share_key, whole).each(shares));
        let Some(nodes) = curve.last().and_then(|row| row.maybe("nodes")) else { continue };
        let ours = line.and_then(|line| numbers.mean_nodes(line, search, DEPTH));
        let statement = format!("{kind} = {b}: mean nodes of {name} to depth {DEPTH}");
        let number = Printed::new(nodes, trees).on_the_same(format!("depth {DEPTH}"), ours);
        let whole = format!("{kind} = …: mean nodes of {name} to depth {DEPTH}");
        let claim = Claim::of(SAME_TREES, statement, "nodes", 0).independent();
        claims.push(claim.point_of(nodes_key, whole).each([number]));
    }
    claims
}
