//! Prints results of tournaments.

use std::io::Write;

use crate::domain::{OthelloDomain, Rules as _, Scoring};
use crate::escape::{markdown, spreadsheet, terminal};
use crate::game_files::game_of_row;
use crate::learn;
use crate::record::Manifest;
use crate::report::csv_rows;
use crate::statistics::Tally;
use crate::statistics::pentanomial::{Elo, Model, Sprt, SprtVerdict};
use crate::text::signed;
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

/// The 95 % interval of a share, in percent.
pub(super) fn interval_text(interval: Option<(f64, f64)>) -> String {
    interval.map_or_else(
        || "n/a".to_owned(),
        |(low, high)| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
    )
}

/// One line of text per engine of a pairing.
fn lines(pairing: &Pairing) -> [[String; 9]; 2] {
    let tallies = [pairing.tally, pairing.tally.reversed()];
    let interval = pairing.clusters.estimates().map(|found| found.interval);
    let intervals = [interval, interval.map(|(low, high)| (1.0 - high, 1.0 - low))];
    [0, 1].map(|side| {
        let (tally, work) = (tallies[side], &pairing.work[side]);
        [
            pairing.engines[side].clone(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(tally.score()),
            interval_text(intervals[side]),
            grouped(work.moves),
            // An external engine may tell none.
            if work.generated == 0 { "n/a".to_owned() } else { grouped(work.generated) },
            match work.generated {
                0 => "n/a".to_owned(),
                nodes => format!("{:.1}", nodes as f64 / work.moves.max(1) as f64),
            },
        ]
    })
}

const HEADER: [&str; 9] =
    ["engine", "win", "draw", "loss", "score %", "95 % interval", "moves", "nodes", "nodes/move"];

/// Elo, normalised Elo, likelihood of superiority; then pairs. Nothing without games.
fn remarks(pairing: &Pairing) -> Option<[String; 2]> {
    let found = pairing.clusters.estimates()?;
    let [ll, ld, even, wd, ww] = pairing.pairs.0;
    let (normalised, half_width) = found.normalised_elo;
    let strength = format!(
        "Elo {} (95 %: {} to {}), nElo {} ± {half_width:.1}, LOS {:.1} %",
        elo_text(found.elo.difference),
        elo_text(found.elo.low),
        elo_text(found.elo.high),
        signed(normalised, 1),
        100.0 * found.likelihood_of_superiority
    );
    let clusters = found.clusters;
    let kinds = if clusters == found.pairs {
        String::new()
    } else {
        let s = if clusters == 1 { "" } else { "s" };
        format!(" from {} kind{s} of openings", grouped(clusters))
    };
    let s = if found.pairs == 1 { "" } else { "s" };
    let pairs = format!(
        "Ptnml(0-2) [{ll}, {ld}, {even}, {wd}, {ww}], draw ratio {} %; {} pair{s}{kinds}",
        percent(pairing.pairs.draw_ratio()),
        grouped(found.pairs)
    );
    Some([strength, pairs])
}

fn elo_text(elo: f64) -> String {
    if elo.is_finite() { signed(elo, 1) } else { format!("{elo:+}") }
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

/// Prints a crosstable of more than two engines.
fn write_crosstable(out: &mut dyn Write, standings: &Standings) -> anyhow::Result<()> {
    let all = standings.crosstable();
    if all.len() < 3 {
        return Ok(());
    }
    let numbers: Vec<String> = (1..=all.len()).map(|number| number.to_string()).collect();
    let mut header = vec!["engine", "#", "Elo", won(standings.scoring()), "score %"];
    header.extend(numbers.iter().map(String::as_str));
    let mut lines = table(&header);
    for (number, line) in all.iter().enumerate() {
        let mut cells = vec![
            terminal(&line.name),
            (number + 1).to_string(),
            signed(line.elo, 0),
            line.tally.games().to_string(),
            percent(line.tally.score()),
        ];
        cells.extend(line.against.iter().map(|tally| match tally {
            None => "-".to_owned(),
            Some(tally) => {
                let halves = 2 * tally.wins + tally.draws;
                let half = if halves % 2 == 1 { ".5" } else { "" };
                format!("{}{half}/{}", halves / 2, tally.games())
            }
        }));
        lines.add_row(cells);
    }
    writeln!(out, "crosstable of points; Elo: mean 0, one drawn game added to each pairing")?;
    write_table(out, &lines)?;
    Ok(())
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
        if let Some([strength, pairs]) = remarks(pairing) {
            writeln!(out, "{a}: {strength}\n{pairs}")?;
        }
        let short: u64 = pairing.work.iter().map(|work| work.short_of_memory).sum();
        if short > 0 {
            writeln!(out, "trees of {short} moves did not fit into memory")?;
        }
        if let Some(forfeits) = forfeits(pairing) {
            writeln!(out, "forfeited games: {forfeits}")?;
        }
    }
    write_crosstable(out, standings)
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
