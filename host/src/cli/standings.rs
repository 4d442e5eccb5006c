//! Prints results of tournaments.

use std::io::Write;

use crate::domain::Scoring;
use crate::escape::{markdown, spreadsheet, terminal};
use crate::record::Manifest;
use crate::report::csv_rows;
use crate::statistics::Tally;
use crate::tournament::recorded::{KIND, games_of};
use crate::tournament::{GameRow, Pairing, Standings};
use serde::Serialize;

use super::App;
use super::output::{grouped, json_line, table, write_table};
use super::usage;

/// The standings from the rows of a tournament, and its domain's name.
pub(super) fn standings(
    app: &App,
    manifest: &Manifest,
    lines: &[String],
) -> anyhow::Result<(Standings, String)> {
    if manifest.kind != KIND {
        return Err(usage(format!("the run is of kind {}, not tournament", manifest.kind)));
    }
    let domain = manifest.configuration["domain"].as_str().unwrap_or_default().to_owned();
    let mut standings = Standings::new(app.scoring(&domain));
    games_of(lines)?.iter().for_each(|pair| standings.add(pair));
    Ok((standings, domain))
}

#[derive(Serialize)]
struct Result<'a> {
    kind: &'static str,
    #[serde(flatten)]
    pairing: &'a Pairing,
    score: Option<f64>,
    score_interval: Option<(f64, f64)>,
    elo: Option<crate::statistics::pentanomial::Elo>,
    likelihood_of_superiority: Option<f64>,
}

pub(super) fn write_json_results(out: &mut dyn Write, standings: &Standings) -> anyhow::Result<()> {
    for pairing in &standings.pairings {
        let result = Result {
            kind: "result",
            pairing,
            score: pairing.tally.score(),
            score_interval: pairing.tally.wilson(),
            elo: pairing.pairs.elo(),
            likelihood_of_superiority: pairing.pairs.likelihood_of_superiority(),
        };
        json_line(out, &result)?;
    }
    Ok(())
}

/// One line of text per engine of a pairing.
fn lines(pairing: &Pairing) -> [[String; 9]; 2] {
    let tallies = [pairing.tally, pairing.tally.reversed()];
    [0, 1].map(|side| {
        let (tally, work) = (tallies[side], &pairing.work[side]);
        [
            pairing.engines[side].clone(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(tally.score()),
            interval(tally),
            grouped(work.moves),
            grouped(work.generated),
            format!("{:.1}", work.generated as f64 / work.moves.max(1) as f64),
        ]
    })
}

const HEADER: [&str; 9] =
    ["engine", "win", "draw", "loss", "score %", "95 % interval", "moves", "nodes", "nodes/move"];

/// Elo, likelihood of superiority and pairs, if defined.
fn remarks(pairing: &Pairing) -> Option<String> {
    let pairs = &pairing.pairs;
    let (elo, los) = (pairs.elo()?, pairs.likelihood_of_superiority()?);
    let [ll, ld, even, wd, ww] = pairs.0;
    Some(format!(
        "Elo {:+.1} (95 %: {:+.1} to {:+.1}), LOS {:.1} %, pairs by points 0 to 2: {ll} {ld} {even} {wd} {ww}",
        elo.difference,
        elo.low,
        elo.high,
        100.0 * los
    ))
}

/// Forfeited games per engine and the first reason, if any.
pub(super) fn forfeits(pairing: &Pairing) -> Option<String> {
    let Pairing { engines, forfeits, .. } = pairing;
    let first = forfeits.first.as_ref()?;
    let of = |(engine, games): (&String, &u64)| {
        (*games > 0).then(|| format!("{games} by {}", terminal(engine)))
    };
    let counts: Vec<String> = engines.iter().zip(&forfeits.games).filter_map(of).collect();
    let (engine, reason) = (terminal(&first.engine), terminal(&first.reason));
    Some(format!("{}; first: {engine} at ply {}: {reason}", counts.join(" and "), first.ply))
}

pub(super) fn write_table_results(
    out: &mut dyn Write,
    standings: &Standings,
    domain: &str,
    seed: Option<u64>,
) -> anyhow::Result<()> {
    let what = match standings.scoring() {
        Scoring::Pairs => "pairs of games",
        Scoring::Games => "games",
    };
    for pairing in &standings.pairings {
        let [a, b] = pairing.engines.each_ref().map(|name| terminal(name));
        let count = pairing.tally.games();
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        writeln!(out, "{domain}: {a} against {b}, {count} {what}{seed}")?;
        let mut results = table(&HEADER);
        for line in lines(pairing) {
            results.add_row(line.each_ref().map(|cell| terminal(cell)));
        }
        write_table(out, &results)?;
        if let Some(remarks) = remarks(pairing) {
            writeln!(out, "{a}: {remarks}")?;
        }
        let short: u64 = pairing.work.iter().map(|work| work.short_of_memory).sum();
        if short > 0 {
            writeln!(out, "trees of {short} moves did not fit into memory")?;
        }
        if let Some(forfeits) = forfeits(pairing) {
            writeln!(out, "forfeited games: {forfeits}")?;
        }
    }
    Ok(())
}

pub(super) fn write_markdown(
    out: &mut dyn Write,
    standings: &Standings,
    domain: &str,
) -> anyhow::Result<()> {
    for pairing in &standings.pairings {
        let [a, b] = pairing.engines.each_ref().map(|name| markdown(name));
        let domain = markdown(domain);
        writeln!(out, "### {domain}: {a} against {b}\n\n| {} |", HEADER.join(" | "))?;
        writeln!(out, "|---|{}", "---:|".repeat(HEADER.len() - 1))?;
        for line in lines(pairing) {
            writeln!(out, "| {} |", line.each_ref().map(|cell| markdown(cell)).join(" | "))?;
        }
        if let Some(remarks) = remarks(pairing) {
            writeln!(out, "\n{a}: {remarks}")?;
        }
        if let Some(forfeits) = forfeits(pairing) {
            writeln!(out, "\nforfeited games: {}", markdown(&forfeits))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

pub(super) fn write_csv(out: &mut dyn Write, games: &[[GameRow; 2]]) -> anyhow::Result<()> {
    let heading = [
        "unit",
        "pair",
        "start",
        "first",
        "second",
        "outcome",
        "first_nodes",
        "second_nodes",
        "moves",
        "forfeited_by",
        "reason",
    ];
    let row = |game: &GameRow| {
        let [first, second] = &game.engines;
        let [a, b] = &game.work;
        let forfeit = game.forfeit.as_ref();
        vec![
            game.unit.to_string(),
            game.pair.to_string(),
            spreadsheet(&game.start),
            spreadsheet(first),
            spreadsheet(second),
            game.outcome.to_string(),
            a.generated.to_string(),
            b.generated.to_string(),
            spreadsheet(&game.moves.join(" ")),
            forfeit.map_or_else(String::new, |forfeit| spreadsheet(&forfeit.engine)),
            forfeit.map_or_else(String::new, |forfeit| spreadsheet(&forfeit.reason)),
        ]
    };
    let rows = games.iter().flatten().map(row);
    let text = csv_rows([heading.map(str::to_owned).to_vec()].into_iter().chain(rows));
    Ok(out.write_all(text.as_bytes())?)
}

/// The unit that is won.
pub(super) const fn won(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Pairs => "pairs",
        Scoring::Games => "games",
    }
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{:.1}", 100.0 * share))
}

pub(super) fn interval(tally: Tally) -> String {
    tally.wilson().map_or_else(
        || "n/a".to_owned(),
        |(low, high)| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
    )
}
