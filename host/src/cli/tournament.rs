//! `plyscope tournament`.

use std::io::{self, Write};

use clap::{Args, Subcommand};
use plyscope::domain::{Domain, HexapawnDomain, OthelloDomain, RandomTreeDomain, TreeParameters};
use plyscope::engine::Engine;
use plyscope::statistics::Tally;
use plyscope::tournament::{GameRow, Pairing, Results, Tournament as Play, TournamentError};
use plyscope_core::random_tree::Generation;
use serde::Serialize;

use super::args::{Format, TreeArgs};
use super::output::{grouped, json_line, table, write_table};
use super::progress::Progress;
use super::usage;

#[derive(Subcommand)]
pub(super) enum Tournament {
    /// On random trees; a pair is won by the larger outcome as MAX
    RandomTree(RandomTree),
    /// Othello, from the 244 openings of four plies
    Othello(Othello),
    /// 3x3 hexapawn
    Hexapawn(Hexapawn),
}

#[derive(Args)]
pub(super) struct RandomTree {
    #[command(flatten)]
    tree: TreeArgs,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(super) struct Othello {
    /// Plies of the openings
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=7))]
    opening_plies: u32,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(super) struct Hexapawn {
    /// Plies of the openings
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=4))]
    opening_plies: u32,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Common {
    /// An engine: name=ab,algorithm=alpha-beta,depth=4. Keys: name, algorithm, depth, nodes, st, order,
    /// bounds, delta, two-sided, expansion, window, iterative, evaluation. Give two or more
    #[arg(long = "engine", required = true)]
    engines: Vec<Engine>,
    /// Pairs of games for every two engines [default: 100 on random trees, else every opening]
    #[arg(long)]
    pairs: Option<u64>,
    /// Chooses trees (pair i has the tree of seed + i), or openings if there are fewer pairs than openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(tournament: Tournament, quiet: bool) -> anyhow::Result<()> {
    match tournament {
        Tournament::RandomTree(args) => {
            let parameters = args.tree.parameters()?;
            no_on_demand(&parameters)?;
            play(RandomTreeDomain { parameters }, args.common, quiet)
        }
        Tournament::Othello(args) => {
            play(OthelloDomain { opening_plies: args.opening_plies }, args.common, quiet)
        }
        Tournament::Hexapawn(args) => {
            play(HexapawnDomain { opening_plies: args.opening_plies }, args.common, quiet)
        }
    }
}

/// Refuses trees that change from search to search.
pub(super) fn no_on_demand(parameters: &TreeParameters) -> anyhow::Result<()> {
    if parameters.generation == Generation::OnDemand {
        return Err(usage(
            "--generation on-demand makes another tree for each search: games need another method",
        ));
    }
    Ok(())
}

/// Worker threads: all cores if no number is given.
pub(super) fn pool(threads: Option<u16>) -> anyhow::Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from));
    Ok(pool.build()?)
}

/// What was asked for is a matter of usage; what the searches then need is not.
pub(super) fn tournament_error(error: TournamentError) -> anyhow::Error {
    match error {
        error @ TournamentError::Capacity { .. } => error.into(),
        error => usage(error),
    }
}

fn play<D: Domain>(domain: D, args: Common, quiet: bool) -> anyhow::Result<()> {
    let scores_pairs = domain.scores_pairs();
    let tournament = Play { domain, engines: args.engines, pairs: args.pairs, seed: args.seed };
    let games = tournament.games().map_err(usage)?;
    let pool = pool(args.threads)?;
    let progress = Progress::new(games, "games", quiet);
    let results = pool.install(|| tournament.play(&|| progress.advance()));
    progress.finish();
    let results = results.map_err(tournament_error)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Json => write_json(&mut out, &results)?,
        Format::Table => {
            let what = if scores_pairs { "pairs of games" } else { "games" };
            write_results(&mut out, &results, D::NAME, what, args.seed)?;
        }
    }
    out.flush()?;
    Ok(())
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line<'a> {
    Game(&'a GameRow),
    Result {
        #[serde(flatten)]
        pairing: &'a Pairing,
        score: Option<f64>,
        score_interval: Option<(f64, f64)>,
    },
}

fn write_json(out: &mut dyn Write, results: &Results) -> anyhow::Result<()> {
    for game in &results.games {
        json_line(out, &Line::Game(game))?;
    }
    for pairing in &results.pairings {
        let (score, score_interval) = (pairing.tally.score(), pairing.tally.wilson());
        json_line(out, &Line::Result { pairing, score, score_interval })?;
    }
    Ok(())
}

fn write_results(
    out: &mut dyn Write,
    results: &Results,
    domain: &str,
    what: &str,
    seed: u64,
) -> anyhow::Result<()> {
    for pairing in &results.pairings {
        let [a, b] = &pairing.engines;
        let count = pairing.tally.games();
        writeln!(out, "{domain}: {a} against {b}, {count} {what}, seed {seed}")?;
        let mut lines = table(&[
            "engine",
            "win",
            "draw",
            "loss",
            "score %",
            "95 % interval",
            "moves",
            "nodes",
            "nodes/move",
        ]);
        for ((name, tally), work) in
            pairing.engines.iter().zip([pairing.tally, pairing.tally.reversed()]).zip(&pairing.work)
        {
            lines.add_row([
                name.clone(),
                tally.wins.to_string(),
                tally.draws.to_string(),
                tally.losses.to_string(),
                percent(tally.score()),
                interval(tally),
                grouped(work.moves),
                grouped(work.generated),
                format!("{:.1}", work.generated as f64 / work.moves.max(1) as f64),
            ]);
        }
        write_table(out, &lines)?;
    }
    Ok(())
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
