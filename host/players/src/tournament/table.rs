//! The results of a tournament as a table of text.

use plyscope_run::escape::terminal;
use plyscope_run::text::{grouped, signed, table};

use super::{Pairing, Standings};
use crate::domain::Scoring;

/// The columns of a pairing's [cells].
pub const COLUMNS: [&str; 9] =
    ["engine", "win", "draw", "loss", "score %", "95 % interval", "moves", "nodes", "nodes/move"];

impl Standings {
    /// The results as people read them, as `plyscope tournament` prints them: a table and estimates of strength for each pairing, and a
    /// crosstable of more than two engines. The game is called `game`; the seed is named if there is one.
    #[must_use]
    pub fn table(&self, game: &str, seed: Option<u64>) -> String {
        let what = match self.scoring() {
            Scoring::Pairs => "pairs of games",
            Scoring::Games => "games",
        };
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let mut text = String::new();
        for pairing in &self.pairings {
            let [a, b] = pairing.engines.each_ref().map(|name| terminal(name));
            let count = pairing.tally.games();
            text += &format!("{game}: {a} against {b}, {count} {what}{seed}\n");
            let rows = cells(pairing).map(|row| row.map(|cell| terminal(&cell)).to_vec());
            text += &table(&COLUMNS, &rows);
            if let Some([strength, pairs]) = remarks(pairing) {
                text += &format!("{a}: {strength}\n{pairs}\n");
            }
            let short: u64 = pairing.work.iter().map(|work| work.short_of_memory).sum();
            if short > 0 {
                text += &format!("trees of {short} moves did not fit into memory\n");
            }
            if let Some(forfeits) = forfeits(pairing) {
                text += &format!("forfeited games: {forfeits}\n");
            }
        }
        text + &self.crosstable_text()
    }

    /// The crosstable of more than two engines.
    fn crosstable_text(&self) -> String {
        let all = self.crosstable();
        if all.len() < 3 {
            return String::new();
        }
        let numbers: Vec<String> = (1..=all.len()).map(|number| number.to_string()).collect();
        let mut header = vec!["engine", "#", "Elo", self.scoring().name(), "score %"];
        header.extend(numbers.iter().map(String::as_str));
        let rows = (1..).zip(&all).map(|(number, line)| {
            let mut cells = vec![
                terminal(&line.name),
                i32::to_string(&number),
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
            cells
        });
        let rows: Vec<_> = rows.collect();
        let heading = "crosstable of points; Elo: mean 0, one drawn game added to each pairing";
        format!("{heading}\n{}", table(&header, &rows))
    }
}

/// A row of text for each engine of a pairing: what the [columns](COLUMNS) name.
#[must_use]
pub fn cells(pairing: &Pairing) -> [[String; 9]; 2] {
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

/// Elo, normalised Elo, likelihood of superiority; then pairs. Nothing without games.
#[must_use]
pub fn remarks(pairing: &Pairing) -> Option<[String; 2]> {
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

/// A difference in Elo with its sign.
#[must_use]
pub fn elo_text(elo: f64) -> String {
    if elo.is_finite() { signed(elo, 1) } else { format!("{elo:+}") }
}

/// Forfeited games per engine and the first reason, if any.
#[must_use]
pub fn forfeits(pairing: &Pairing) -> Option<String> {
    let Pairing { engines, forfeits, .. } = pairing;
    let first = forfeits.first.as_ref()?;
    let of = |(engine, games): (&String, &u64)| {
        (*games > 0).then(|| format!("{games} by {}", terminal(engine)))
    };
    let counts: Vec<String> = engines.iter().zip(&forfeits.games).filter_map(of).collect();
    let (engine, reason) = (terminal(&first.engine), terminal(&first.reason));
    Some(format!("{}; first: {engine} at ply {}: {reason}", counts.join(" and "), first.ply))
}

/// The 95 % interval of a share, in percent.
#[must_use]
pub fn interval_text(interval: Option<(f64, f64)>) -> String {
    interval.map_or_else(
        || "n/a".to_owned(),
        |(low, high)| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
    )
}

/// A share in percent.
#[must_use]
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{:.1}", 100.0 * share))
}
