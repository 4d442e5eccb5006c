//! Prints results of tournaments.

use std::io::Write;

use crate::domain::{OthelloDomain, Rules as _};
use crate::escape::{markdown, spreadsheet, terminal};
use crate::game_files::game_of_row;
use crate::learn;
use crate::record::Manifest;
use crate::report::csv_rows;
use crate::statistics::Tally;
use crate::statistics::pentanomial::{Elo, Model, Sprt, SprtVerdict};
use crate::tournament::recorded::{KIND, games_of};
use crate::tournament::table::{COLUMNS, cells, elo_text, forfeits, percent, remarks};
use crate::tournament::{GameRow, Pairing, Standings, Work};
use serde::Serialize;

use super::App;
use super::output::json_line;
use super::usage;

/// The standings from the rows of a tournament, and its domain's name.
pub(super) fn standings(
    app: &App,
    manifest: &Manifest,
    lines: &[String],
) -> anyhow::Result<(Standings, String)> {
    let games = games(manifest, lines)?;
    let domain = match manifest.kind.as_str() {
        learn::KIND => OthelloDomain::NAME,
        _ => manifest.configuration["domain"].as_str().unwrap_or_default(),
    };
    let (scoring, kind_of) =
        app.counted(domain).map_err(|why| usage(format!("the run's game: {why}")))?;
    let mut standings = Standings::new(scoring, kind_of);
    games.iter().for_each(|pair| standings.add(pair));
    Ok((standings, domain.to_owned()))
}

/// The games of a tournament, or of the candidates of a training, from its rows.
pub(super) fn games(manifest: &Manifest, lines: &[String]) -> anyhow::Result<Vec<[GameRow; 2]>> {
    match manifest.kind.as_str() {
        KIND => Ok(games_of(lines)?),
        learn::KIND => Ok(learn::matches(lines)?),
        kind => Err(usage(format!("the run is of kind {kind}, not tournament"))),
    }
}

#[derive(Serialize)]
struct Result<'a> {
    kind: &'static str,
    #[serde(flatten)]
    pairing: &'a Pairing,
    score: Option<f64>,
    score_interval: Option<(f64, f64)>,
    elo: Option<Elo>,
    /// Value and half the width of its 95 % interval.
    normalised_elo: Option<(f64, f64)>,
    likelihood_of_superiority: Option<f64>,
    draw_ratio: Option<f64>,
    /// Kinds of openings.
    clusters: u64,
    design_effect: Option<f64>,
}

pub(super) fn write_json_results(out: &mut dyn Write, standings: &Standings) -> anyhow::Result<()> {
    for pairing in &standings.pairings {
        let estimates = pairing.clusters.estimates();
        let result = Result {
            kind: "result",
            pairing,
            score: pairing.tally.score(),
            score_interval: estimates.map(|found| found.interval),
            elo: estimates.map(|found| found.elo),
            normalised_elo: estimates.map(|found| found.normalised_elo),
            likelihood_of_superiority: estimates.map(|found| found.likelihood_of_superiority),
            draw_ratio: pairing.pairs.draw_ratio(),
            clusters: pairing.clusters.count(),
            design_effect: estimates.map(|found| found.design_effect),
        };
        json_line(out, &result)?;
    }
    Ok(())
}

/// The standing of two engines in a line, for progress; for more, the leader's.
pub(super) fn standing(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let [pairing] = standings.pairings.as_slice() else {
        let all = standings.crosstable();
        return all.first().map_or(String::new(), |first| {
            format!("{} leads with {} %", terminal(&first.name), percent(first.tally.score()))
        });
    };
    let Some(found) = pairing.clusters.estimates() else { return String::new() };
    let Tally { wins, draws, losses } = pairing.tally;
    let ratio = sprt.map_or(String::new(), |sprt| {
        let (low, high) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&pairing.clusters);
        format!(", LLR {ratio:.2} ({low:.2} to {high:.2})")
    });
    format!(
        "{} +{wins} ={draws} -{losses}, Elo {} ({} to {}){ratio}",
        terminal(&pairing.engines[0]),
        elo_text(found.elo.difference),
        elo_text(found.elo.low),
        elo_text(found.elo.high)
    )
}

pub(super) fn write_markdown(
    out: &mut dyn Write,
    standings: &Standings,
    domain: &str,
) -> anyhow::Result<()> {
    for pairing in &standings.pairings {
        let [a, b] = pairing.engines.each_ref().map(|name| markdown(name));
        let domain = markdown(domain);
        writeln!(out, "### {domain}: {a} against {b}\n\n| {} |", COLUMNS.join(" | "))?;
        writeln!(out, "|---|{}", "---:|".repeat(COLUMNS.len() - 1))?;
        for line in cells(pairing) {
            writeln!(out, "| {} |", line.each_ref().map(|cell| markdown(cell)).join(" | "))?;
        }
        if let Some([strength, pairs]) = remarks(pairing) {
            writeln!(out, "\n{a}: {strength}; {pairs}")?;
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
    // Who plays without a count of nodes, as engines by GTP do, has none here either.
    let nodes = |work: &Work| match work.generated {
        0 => String::new(),
        generated => generated.to_string(),
    };
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
            nodes(a),
            nodes(b),
            spreadsheet(&game.moves.join(" ")),
            forfeit.map_or_else(String::new, |forfeit| spreadsheet(&forfeit.engine)),
            forfeit.map_or_else(String::new, |forfeit| spreadsheet(&forfeit.reason)),
        ]
    };
    let rows = games.iter().flatten().map(row);
    let text = csv_rows([heading.map(str::to_owned).to_vec()].into_iter().chain(rows));
    Ok(out.write_all(text.as_bytes())?)
}

/// The games as GGF, one a line. `None` if they are not of Othello.
pub(super) fn ggf<'g>(games: impl IntoIterator<Item = &'g GameRow>) -> Option<String> {
    let mut text = String::new();
    for game in games {
        text += &game_of_row(game, "plyscope tournament")?.to_string();
        text.push('\n');
    }
    Some(text)
}

/// The result of a sequential test.
pub(super) fn write_sprt(
    out: &mut dyn Write,
    sprt: &Sprt,
    pairing: &Pairing,
) -> anyhow::Result<()> {
    let (low, high) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(&pairing.clusters);
    let verdict = match sprt.verdict(&pairing.clusters) {
        SprtVerdict::Undecided => "undecided",
        SprtVerdict::Null => "elo0 accepted",
        SprtVerdict::Alternative => "elo1 accepted",
    };
    let model = match sprt.model {
        Model::Logistic => "Elo",
        Model::Normalised => "nElo",
    };
    writeln!(
        out,
        "SPRT {model} {} to {}: LLR {ratio:.2} ({low:.2} to {high:.2}), {verdict}",
        sprt.elo0, sprt.elo1
    )?;
    Ok(())
}
