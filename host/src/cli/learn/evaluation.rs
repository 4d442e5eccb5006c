//! `plyscope learn evaluation`.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use crate::escape::terminal;
use crate::learn::fit::Fit;
use crate::learn::games::SelfPlay;
use crate::learn::{Candidate, LearnEvent, Training, TrainingPlan, learn};
use crate::parallel::threads;
use clap::Args;
use plyscope_core::othello::patterns::MIXED;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::place::RunPlace;
use super::super::progress::ProgressMeter;
use super::super::usage;
use super::learn_error;

/// A candidate that learns from results; weights that change with every disc learn from values.
fn candidate(text: &str) -> Result<Candidate, String> {
    match text.parse()? {
        Candidate::Patterns { phases: MIXED, .. } => {
            Err("mixed weights learn from games whose positions have values: use `learn games` and `learn weights`".to_owned())
        }
        candidate => Ok(candidate),
    }
}

#[derive(Args)]
pub(in super::super) struct EvaluationArgs {
    #[command(flatten)]
    pub(super) place: RunPlace,
    /// Candidates: bill, or sets of patterns with a number of phases. The first one plays the next generation's games; after the
    /// last generation all are learned and play each other
    #[arg(long, value_delimiter = ',', value_name = "CANDIDATE", default_value = "w:1", value_parser = candidate)]
    candidates: Vec<Candidate>,
    /// Games per generation; the first generation plays with `simple`
    #[arg(long, value_delimiter = ',', default_value = "10000,20000,60000")]
    games: Vec<u64>,
    /// Number of generations whose games the last one learns from, itself included
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    learn_from: u8,
    /// Search depth in self-play
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Least number of random moves at the start of a game; at most three more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    random_plies: u32,
    /// Play perfectly from this many empty squares on
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=18))]
    solve: u32,
    /// Passes over the positions
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Learning rate of the first epoch: the share of an error corrected at once; falls to a tenth
    #[arg(long, default_value_t = 0.3)]
    rate: f32,
    /// Nodes per move in matches between candidates
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Pairs of games per match [default: all 244 openings]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=244))]
    pairs: Option<u64>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: EvaluationArgs, quiet: bool) -> anyhow::Result<()> {
    if args.games.is_empty() || args.games.contains(&0) {
        return Err(usage("--games: write the games of each generation, such as 40000,60000"));
    }
    if !(args.rate > 0.0 && args.rate <= 1.0) {
        return Err(usage("--rate: write a share above 0 and up to 1, such as 0.3"));
    }
    for (number, candidate) in args.candidates.iter().enumerate() {
        if args.candidates[..number].contains(candidate) {
            return Err(usage(format!("--candidates: {candidate} is there twice")));
        }
    }
    let kinds: BTreeSet<&str> = args.candidates.iter().map(kind).collect();
    let (place, directory) = args.place.place()?;
    let plan = TrainingPlan {
        games: args.games,
        learn_from: usize::from(args.learn_from),
        self_play: SelfPlay {
            random_plies: args.random_plies,
            depth: args.depth,
            solve: args.solve,
        },
        fit: Fit { epochs: args.epochs, rate: args.rate, jitter: 2 },
        candidates: args.candidates,
        nodes: args.nodes,
        pairs: args.pairs,
        seed: args.seed,
    };
    let progress: Mutex<Option<ProgressMeter>> = Mutex::new(None);
    let begin = |what: String, all: u64, there: u64, unit| {
        if !quiet {
            let _ = writeln!(io::stderr(), "{what}");
        }
        let next = ProgressMeter::new(all, unit, quiet);
        next.advance_by(there);
        let last = progress.lock().unwrap_or_else(PoisonError::into_inner).replace(next);
        if let Some(last) = last {
            last.finish();
        }
    };
    let advance = |pieces| {
        if let Some(progress) = &*progress.lock().unwrap_or_else(PoisonError::into_inner) {
            progress.advance_by(pieces);
        }
    };
    let watch = |step| match step {
        LearnEvent::Games { generation, games, there } => {
            begin(
                format!("generation {generation}: {} games", grouped(games)),
                games,
                there,
                "games",
            );
        }
        LearnEvent::Fits(candidates, epochs) => {
            let all = candidates as u64 * u64::from(epochs);
            begin(format!("learning: {candidates} evaluations"), all, 0, "epochs");
        }
        LearnEvent::Matches(games, there) => {
            begin(format!("matches: {} games", grouped(games)), games, there, "games");
        }
        LearnEvent::Game | LearnEvent::Epoch => advance(1),
        LearnEvent::Pair => advance(2),
    };
    let outcome = learn(&plan, &place, threads(args.threads), &watch);
    if let Some(progress) = &*progress.lock().unwrap_or_else(PoisonError::into_inner) {
        progress.finish();
    }
    let training = outcome.map_err(learn_error)?;
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return json_line(&mut out, &training);
    }
    write_training(&mut out, &training)?;
    let directory = terminal(&directory.display().to_string());
    let kinds: Vec<String> =
        kinds.into_iter().map(|kind| format!("evaluation={kind}:{directory}/FILE")).collect();
    writeln!(out, "\nto play with one: {}", kinds.join(", or "))?;
    Ok(())
}

/// What an evaluation with a file of this candidate is called.
fn kind(candidate: &Candidate) -> &'static str {
    match candidate {
        Candidate::Bill => "bill",
        Candidate::Patterns { .. } => "patterns",
    }
}

fn write_training(out: &mut impl io::Write, training: &Training) -> anyhow::Result<()> {
    let columns = ["generation", "learned", "file", "bytes", "positions", "held-out r", "error"];
    let mut rows = table_with_names(&columns, 3);
    for generation in &training.generations {
        for learned in &generation.learned {
            rows.add_row([
                generation.number.to_string(),
                learned.candidate.to_string(),
                learned.file.clone(),
                grouped(learned.bytes as u64),
                grouped(generation.positions as u64),
                format!("{:.4}", learned.held_out.correlation),
                learned.held_out.rms_error.map_or_else(String::new, |error| format!("{error:.2}")),
            ]);
        }
    }
    write_table(out, &rows)?;
    if training.standings.len() < 2 {
        return Ok(());
    }
    let mut rows = table_with_names(&["candidate", "bytes", "games", "score", "95 %"], 1);
    for standing in &training.standings {
        let (low, high) = standing.tally.wilson().unwrap_or_default();
        rows.add_row([
            standing.candidate.to_string(),
            grouped(standing.bytes as u64),
            grouped(standing.tally.games()),
            format!("{:.1} %", 100.0 * standing.score),
            format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
        ]);
    }
    writeln!(out, "\nagainst all others, {} nodes a move:", grouped(training.plan.nodes))?;
    write_table(out, &rows)?;
    Ok(())
}
