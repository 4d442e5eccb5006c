//! `plyscope experiment`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use crate::domain::{OpeningChoice, Openings as _};
use crate::escape::terminal;
use crate::experiment::keys::{FIRST, Role};
use crate::experiment::{
    Ended, Experiment, ExperimentError, Place, RECORDED_THREADS, RunOptions, RunProgress, Scale,
    can_resume, find_in, recorded_seconds,
};
use crate::interrupt;
use crate::parallel::threads;
use crate::record::{self, RecordError, Shard, is_run, read_time};
use crate::site::{setting_text, time_text};
use clap::{Args, Subcommand};
use indicatif::HumanDuration;
use serde_json::{Map, Value, json};

use super::args::Format;
use super::interrupt::{GoesOn, open_error};
use super::output::{json_line, table_with_names, write_table};
use super::progress::ProgressMeter;
use super::summary::write_summary;
use super::tournament::from_openings;
use super::usage;

#[derive(Subcommand)]
pub(super) enum Command {
    /// List the experiments
    List {
        /// Form of the results
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// Describe an experiment and its settings
    Show {
        /// Name of the experiment
        id: String,
    },
    /// Run experiments
    Run(Run),
    /// Run all experiments
    All(Common),
}

#[derive(Args)]
pub(super) struct Run {
    /// Names of experiments
    #[arg(required = true)]
    ids: Vec<String>,
    /// Setting, such as depth=12 or depths=2..8 (see `experiment show`)
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_change)]
    changes: Vec<(String, String)>,
    /// First seed; same as --set seed=SEED
    #[arg(long)]
    seed: Option<u64>,
    /// Openings of experiments that play Othello, as in `tournament othello`: 4ply, all4, 6ply, xot or a file. Same as --set
    /// openings=WHAT, and fewer seeds if there are fewer openings
    #[arg(long, value_name = "WHAT[,KEY=VALUE]")]
    openings: Option<OpeningChoice>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(super) struct Common {
    /// Size: quick, default, or that of the papers. `experiment list` tells how long the first two took
    #[arg(long, default_value_t = Scale::Default)]
    scale: Scale,
    /// Record each run in a new subdirectory with the experiment's name
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    run_dir: Option<PathBuf>,
    /// Resume the runs in this directory and start missing ones; repeat the settings
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Do only this shard, such as 2/8, and merge the shards later. Ladders are sharded by curve
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Worker threads; rows do not depend on them, unless time is measured [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// table prints tables and verdicts; json prints rows and summary
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Command {
    pub(super) fn goes_on(&self) -> GoesOn {
        match self {
            Self::Run(Run { common, .. }) | Self::All(common) => {
                GoesOn::resume(common.run_dir.as_deref(), common.resume.as_deref())
            }
            Self::List { .. } | Self::Show { .. } => GoesOn::Not,
        }
    }
}

/// Parses `depth=12`.
fn parse_change(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, such as depth=12")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Errors in the request are usage errors; later ones are not.
fn experiment_error(error: ExperimentError) -> anyhow::Error {
    match error {
        ExperimentError::Unknown { .. } | ExperimentError::Settings { .. } => usage(error),
        ExperimentError::Record(error) => open_error(error),
        error => error.into(),
    }
}

pub(super) fn run(
    experiments: &[&'static dyn Experiment],
    command: Command,
    quiet: bool,
) -> anyhow::Result<()> {
    match command {
        Command::List { format } => list(experiments, format),
        Command::Show { id } => show(find_in(experiments, &id).map_err(experiment_error)?),
        Command::Run(args) => {
            let mut chosen = Vec::new();
            for (number, id) in args.ids.iter().enumerate() {
                if args.ids[..number].contains(id) {
                    return Err(usage(format!("{id} is given twice: name each experiment once")));
                }
                chosen.push(find_in(experiments, id).map_err(experiment_error)?);
            }
            run_all(&chosen, Some(&args), &args.common, quiet)
        }
        Command::All(common) => run_all(experiments, None, &common, quiet),
    }
}

fn list(experiments: &[&dyn Experiment], format: Format) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if format == Format::Json {
        for experiment in experiments {
            json_line(&mut out, experiment.about())?;
        }
        return Ok(());
    }
    writeln!(out, "Times as recorded, with {RECORDED_THREADS} threads")?;
    let mut lines = table_with_names(&["experiment", "quick", "default", "source", "about"], 5);
    for experiment in experiments {
        let about = experiment.about();
        let [quick, default] = [Scale::Quick, Scale::Default]
            .map(|scale| recorded_seconds(about.id, scale).map_or("-".to_owned(), time_text));
        lines.add_row([about.id, &quick, &default, about.source, about.title]);
    }
    Ok(write_table(&mut out, &lines)?)
}

/// What the recorded times say of how long these experiments will take: of those that are not finished, and that have a scale's
/// settings.
fn estimate(chosen: &[&dyn Experiment], settings: &[Map<String, Value>], args: &Common) -> String {
    let (mut seconds, mut unknown, mut left) = (0.0, 0, 0);
    for (experiment, settings) in chosen.iter().zip(settings) {
        let id = experiment.about().id;
        let path = args.resume.as_ref().map(|path| path.join(id)).filter(|path| is_run(path));
        let planned = path.as_ref().and_then(|path| {
            let (manifest, lines) = record::read(path).ok()?;
            experiment.planned(&manifest, &lines).ok()
        });
        if planned == Some(0) {
            continue;
        }
        left += 1;
        let is_scales = experiment.settings(args.scale) == *settings;
        match recorded_seconds(id, args.scale).filter(|_| is_scales) {
            // The time of a run that was begun is not far from the share that is done.
            Some(whole) => {
                seconds += (whole - path.map_or(0.0, |path| read_time(&path).seconds)).max(0.0);
            }
            None => unknown += 1,
        }
    }
    if left == 0 {
        return "experiments to do: none, all are recorded".to_owned();
    }
    let fewer = RECORDED_THREADS as f64 / threads(args.threads).min(RECORDED_THREADS) as f64;
    let time = time_text(seconds * fewer / args.shard.of as f64);
    let what = format!("experiments to do at scale {}: {left} of {}", args.scale, chosen.len());
    let time = format!("{what}; about {time}, as recorded with {RECORDED_THREADS} threads");
    match unknown {
        0 => time,
        _ if unknown == left => format!("{what}; no time is recorded with these settings"),
        _ => format!("{time}, and {unknown} without a recorded time"),
    }
}

fn show(experiment: &dyn Experiment) -> anyhow::Result<()> {
    let about = experiment.about();
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}\n{}\n\n{}\n", about.id, about.title, about.source, about.what)?;
    let mut lines = table_with_names(&["setting", "quick", "default", "paper", "meaning"], 5);
    let scales = Scale::ALL.map(|scale| experiment.settings(scale));
    for key in about.keys() {
        let of =
            |map: &Map<String, Value>| map.get(key.name).map_or(FIRST.to_owned(), setting_text);
        let [quick, default, paper] = scales.each_ref().map(of);
        lines.add_row([key.name, &quick, &default, &paper, key.meaning]);
    }
    Ok(write_table(&mut out, &lines)?)
}

fn run_all(
    chosen: &[&dyn Experiment],
    run: Option<&Run>,
    args: &Common,
    quiet: bool,
) -> anyhow::Result<()> {
    if args.shard != Shard::WHOLE && args.run_dir.is_none() && args.resume.is_none() {
        return Err(usage("--shard needs --run-dir: shards are merged from run directories"));
    }
    let mut settings = Vec::new();
    for experiment in chosen {
        let mut changes = run.map_or(Vec::new(), |run| run.changes.clone());
        if let Some(seed) = run.and_then(|run| run.seed) {
            let name = setting(*experiment, |role| role == Role::FirstSeed).unwrap_or("seed");
            if changes.iter().any(|(set, _)| set == name) {
                return Err(usage(format!("--seed and --set {name}: give one of them")));
            }
            changes.push((name.to_owned(), seed.to_string()));
        }
        if let Some(openings) = run.and_then(|run| run.openings.as_ref()) {
            changes.extend(changes_for(*experiment, args.scale, openings, &changes)?);
        }
        let changed = experiment.changed_settings(args.scale, &changes);
        settings.push(changed.map_err(experiment_error)?);
    }
    if !quiet {
        let _ = writeln!(io::stderr(), "{}", estimate(chosen, &settings, args));
    }
    // Before hours are spent on those before it.
    for (experiment, settings) in chosen.iter().zip(&settings) {
        let id = experiment.about().id;
        if let Some(path) = args.run_dir.as_ref().map(|path| path.join(id))
            && is_run(&path)
        {
            return Err(open_error(RecordError::Exists(path)));
        }
        if let Some(path) = &args.resume {
            can_resume(*experiment, settings, args.shard, &path.join(id))
                .map_err(experiment_error)?;
        }
    }
    let start = Instant::now();
    for (number, (experiment, settings)) in chosen.iter().zip(&settings).enumerate() {
        let id = experiment.about().id;
        if chosen.len() > 1 && !quiet {
            let so_far = HumanDuration(start.elapsed());
            let _ =
                writeln!(io::stderr(), "{} of {}: {id}, {so_far} so far", number + 1, chosen.len());
        }
        let place = match (&args.run_dir, &args.resume) {
            (Some(path), _) => Place::New(path.join(id)),
            (None, Some(path)) => {
                let path = path.join(id);
                if !quiet && !path.join("manifest.json").exists() {
                    let _ = writeln!(
                        io::stderr(),
                        "{}: no run to resume, starting one",
                        terminal(&path.display().to_string())
                    );
                }
                Place::Either(path)
            }
            (None, None) => Place::Nowhere,
        };
        run_one(*experiment, settings, place, args, quiet)?;
    }
    Ok(())
}

/// The name of an experiment's setting with this role.
fn setting(experiment: &dyn Experiment, is: fn(Role) -> bool) -> Option<&'static str> {
    experiment.about().settings.iter().find(|key| is(key.role)).map(|key| key.name)
}

/// The changes of settings that play these openings: all of them if there are fewer than the experiment would play, and their number
/// was not given.
fn changes_for(
    experiment: &dyn Experiment,
    scale: Scale,
    openings: &OpeningChoice,
    given: &[(String, String)],
) -> anyhow::Result<Vec<(String, String)>> {
    let number_of_seeds = setting(experiment, Role::is_seeds);
    let Some(setting) = setting(experiment, |role| role == Role::Openings) else {
        let id = experiment.about().id;
        return Err(usage(format!(
            "{id} plays no games of Othello from openings: omit --openings"
        )));
    };
    let starts = from_openings(openings)?.starts(None, 0).map_err(usage)?.len() as u64;
    let mut changes = vec![(setting.to_owned(), openings.to_string())];
    if let Some(seeds) = number_of_seeds {
        let usual = experiment.settings(scale).get(seeds).and_then(Value::as_u64);
        let is_given = given.iter().any(|(name, _)| name == seeds);
        if !is_given && usual.is_some_and(|seeds| seeds > starts) {
            changes.push((seeds.to_owned(), starts.to_string()));
        }
    }
    Ok(changes)
}

fn run_one(
    experiment: &dyn Experiment,
    settings: &Map<String, Value>,
    place: Place,
    args: &Common,
    quiet: bool,
) -> anyhow::Result<()> {
    let path = match &place {
        Place::Nowhere => None,
        Place::New(path) | Place::Existing(path) | Place::Either(path) => Some(path.clone()),
    };
    let progress = ProgressMeter::growing(0, "tasks", quiet);
    let ended = {
        let mut options = RunOptions {
            threads: threads(args.threads),
            place,
            shard: args.shard,
            progress: &mut |step| match step {
                RunProgress::Planned(tasks) => progress.grow(tasks),
                RunProgress::Done => progress.advance(),
                RunProgress::Share(share) => progress.share(share),
            },
            interrupted: &interrupt::requested,
        };
        experiment.run(settings, &mut options)
    };
    progress.finish();
    let seconds = path.as_deref().map(|path| read_time(path).seconds);
    let mut out = io::BufWriter::new(io::stdout().lock());
    match (ended.map_err(experiment_error)?, args.format) {
        (Ended::Interrupted, _) => {
            return Err(interrupt::Interrupted.into());
        }
        (Ended::Shard, _) => {}
        (Ended::Finished { summary, .. }, Format::Table) => {
            write_summary(&mut out, experiment, settings, &summary, seconds)?;
        }
        (Ended::Finished { summary, lines }, Format::Json) => {
            for line in &lines {
                writeln!(out, "{line}")?;
            }
            let about = experiment.about();
            let summary = json!({
                "kind": "summary",
                "experiment": about.id,
                "settings": settings,
                "seconds": seconds,
                "summary": summary,
            });
            json_line(&mut out, &summary)?;
        }
    }
    out.flush()?;
    Ok(())
}
