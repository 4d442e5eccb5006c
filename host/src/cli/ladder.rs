//! `plyscope ladder`.

use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::domain::{Domain, OpeningChoice, OthelloDomain, RandomTreeDomain, opening_choice};
use crate::engine::{AnyEngine, Engine, Entrant, Search};
use crate::escape::terminal;
use crate::parallel::threads;
use crate::tournament::ladder::{DepthResult, Equal, Ladder as Climb, Rung};
use clap::{Args, Subcommand, ValueEnum};

use super::args::{Format, TreeArgs};
use super::interrupt::GoesOn;
use super::output::{grouped, json_line, table, write_table};
use super::tournament::{from_openings, keep_errors, tournament_error, warn_of_crowds};
use super::usage;
use crate::tournament::table::{interval_text, percent};

#[derive(Subcommand)]
pub(super) enum Ladder {
    /// Play on random trees; the larger outcome as MAX wins a pair
    RandomTree(RandomTree),
    /// Play Othello from openings, by default one of each kind of four plies
    Othello(Othello),
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
    /// Play all openings of this many plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=7), conflicts_with = "openings")]
    opening_plies: Option<u32>,
    #[arg(long, value_name = "WHAT[,KEY=VALUE]", help = opening_choice::HELP, default_value = "4ply")]
    openings: OpeningChoice,
    /// Evaluation of both engines, unless one has its own (evaluation=): simple, discs, bill, patterns, patterns-small,
    /// patterns-large, bill:FILE or patterns:FILE
    #[arg(long, value_name = "NAME|FILE")]
    evaluation: Option<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum EqualArg {
    /// Nodes generated
    Nodes,
    /// Processor time, or of external engines the time until they answer; results then depend on the machine
    Time,
}

#[derive(Args)]
struct Common {
    /// Engine whose depths are given, such as algorithm=ab-saved. An external one: name=rhino,cmd="gtp-rhino -l {depth}",protocol=gtp,
    /// with {depth} where the depth belongs (see host/docs/protocols.md)
    #[arg(long, value_name = "ENGINE", value_parser = without_depth)]
    reference: Entrant,
    /// Engine whose depths of equal work are sought, such as algorithm=bfm. extension begins with alpha-beta one ply shallower
    /// than the reference. In Othello, best-first engines without nodes= or st= solve the game where the reference does
    #[arg(long, value_name = "ENGINE", value_parser = without_depth)]
    challenger: Entrant,
    /// Depths of the reference, such as 1..10 (both ends included)
    #[arg(long, value_parser = parse_depths, default_value = "1..5")]
    reference_depths: RangeInclusive<u32>,
    /// Challenger's depth in the first tournament
    #[arg(long, default_value_t = 1)]
    challenger_from: u32,
    /// Pairs of games per tournament [default: 100 on random trees, else every opening]
    #[arg(long)]
    pairs: Option<u64>,
    /// Seed of the first tree (pair i plays tree seed + i), or of the choice of openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Record every tournament in this directory; those that are there are not played again
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    run_dir: Option<PathBuf>,
    /// Resume the ladder in this directory; repeat the other arguments
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Measure of work
    #[arg(long, value_enum, default_value_t = EqualArg::Nodes)]
    equal: EqualArg,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Parses an engine whose depth the ladder will set.
fn without_depth(text: &str) -> Result<Entrant, String> {
    let entrant = Entrant::draft(text).map_err(|error| error.to_string())?;
    let depth = match &entrant.player {
        AnyEngine::Own(engine) => engine.depth,
        AnyEngine::Foreign(engine) => engine.depth,
    };
    if depth.is_some() {
        return Err("a ladder sets the depth itself: leave depth= out".to_owned());
    }
    if let AnyEngine::Own(engine) = &entrant.player {
        // Any depth completes it, and so does any shallow depth; the ladder sets both unless shallow is given.
        let mut whole = Engine { depth: Some(1), ..engine.clone() };
        if let Search::Extension(options) = &mut whole.search {
            options.shallow.get_or_insert(1);
        }
        whole.check().map_err(|error| error.to_string())?;
    }
    Ok(entrant)
}

/// Parses `1..10`, both ends included.
fn parse_depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let usage = "write depths such as 1..10, from 1 to 128";
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|_| usage.to_owned());
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the range is reversed: write {last}..{first}"));
    }
    if first == 0 || last > 128 {
        return Err(usage.to_owned());
    }
    Ok(first..=last)
}

impl Ladder {
    pub(super) fn goes_on(&self) -> GoesOn {
        let (Self::RandomTree(RandomTree { common, .. }) | Self::Othello(Othello { common, .. })) =
            self;
        GoesOn::resume(common.run_dir.as_deref(), common.resume.as_deref())
    }
}

pub(super) fn run(ladder: Ladder, quiet: bool) -> anyhow::Result<()> {
    match ladder {
        Ladder::RandomTree(args) => {
            let parameters = args.tree.parameters()?;
            climb(RandomTreeDomain { parameters }, args.common, quiet)
        }
        Ladder::Othello(mut args) => {
            let domain = match args.opening_plies {
                Some(plies) => OthelloDomain::all_openings(plies),
                None => from_openings(&args.openings)?,
            };
            if let Some(name) = args.evaluation {
                let mut both = [&mut args.common.reference, &mut args.common.challenger];
                evaluate_by(&mut both, &name)?;
            }
            climb(domain, args.common, quiet)
        }
    }
}

/// Gives this evaluation to the engines without one of their own.
fn evaluate_by(entrants: &mut [&mut Entrant], name: &str) -> anyhow::Result<()> {
    let mut given = false;
    for entrant in entrants {
        if let AnyEngine::Own(engine) = &mut entrant.player
            && engine.evaluation.is_none()
        {
            engine.evaluation = Some(name.to_owned());
            given = true;
        }
    }
    if !given {
        return Err(usage(format!(
            "--evaluation {name}: no engine takes it, since each is external or has evaluation= of its own: omit one of them"
        )));
    }
    Ok(())
}

fn climb<D: Domain>(domain: D, args: Common, quiet: bool) -> anyhow::Result<()> {
    if args.challenger_from == 0 || args.challenger_from > domain.deepest_search() {
        return Err(usage(format!(
            "--challenger-from {}: give 1 to {}",
            args.challenger_from,
            domain.deepest_search()
        )));
    }
    if let Some(path) = args.resume.as_ref().filter(|path| !path.is_dir()) {
        return Err(usage(format!("--resume {}: there is no such directory", path.display())));
    }
    let run_dir = args.run_dir.or(args.resume);
    if matches!(args.equal, EqualArg::Time) && run_dir.is_some() {
        return Err(usage(
            "--equal time cannot be recorded, because rows must not depend on the machine: omit --run-dir",
        ));
    }
    let equal = match args.equal {
        EqualArg::Nodes => Equal::Nodes,
        EqualArg::Time => Equal::Time,
    };
    let ladder = Climb {
        domain,
        reference: args.reference,
        challenger: args.challenger,
        reference_depths: args.reference_depths,
        challenger_from: args.challenger_from,
        pairs: args.pairs,
        seed: args.seed,
        equal,
    };
    ladder.check().map_err(tournament_error)?;
    let threads = threads(args.threads);
    let entrants = [&ladder.reference, &ladder.challenger];
    if matches!(equal, Equal::Time) || entrants.iter().any(|entrant| entrant.is_timed()) {
        warn_of_crowds(threads, 1);
    }
    if let Some(path) = &run_dir {
        keep_errors(entrants, path);
    }
    let format = args.format;
    // An error of stdout is kept, but does not end the climb.
    let mut written = Ok(());
    let mut report = |rung: &Rung| {
        if format == Format::Json && written.is_ok() {
            written = json_line(&mut io::stdout(), rung);
        }
        if !quiet {
            let _ = writeln!(
                io::stderr(),
                "{} {} against {} {}: {} % of {} decided, {} tied, work x {:.3}",
                terminal(ladder.challenger.name()),
                rung.challenger_depth,
                terminal(ladder.reference.name()),
                rung.reference_depth,
                percent(rung.tally.decided()),
                rung.tally.without_draws().games(),
                rung.tally.draws,
                rung.ratio(equal)
            );
        }
    };
    let climbed = ladder.climb(threads, run_dir.as_deref(), &mut report);
    let matches = climbed.map_err(tournament_error)?;
    written?;
    if format == Format::Table {
        write_matches(&ladder, &matches, equal)?;
    }
    Ok(())
}

fn write_matches<D: Domain>(
    ladder: &Climb<D>,
    matches: &[DepthResult],
    equal: Equal,
) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let [reference, challenger] = [ladder.reference.name(), ladder.challenger.name()].map(terminal);
    writeln!(
        out,
        "{}: {challenger} against {reference}, seed {}; wins of {challenger} in % of decided {}",
        D::NAME,
        ladder.seed,
        D::SCORING.name()
    )?;
    let mut lines = table(&[
        &reference,
        &challenger,
        "win %",
        "95 % interval",
        "ties",
        "work x",
        match equal {
            Equal::Nodes => "nodes/game",
            Equal::Time => "s/game",
        },
        "less",
        "win %",
        "more",
        "win %",
    ]);
    for DepthResult { depth, nearest, less, more } in matches {
        let side = |rung: &Option<Rung>| match rung {
            None => ("-".to_owned(), "-".to_owned()),
            Some(rung) => (rung.challenger_depth.to_string(), percent(rung.tally.decided())),
        };
        let ((less, less_wins), (more, more_wins)) = (side(less), side(more));
        let games = nearest.tally.games() * D::SCORING.games();
        lines.add_row([
            depth.to_string(),
            nearest.challenger_depth.to_string(),
            percent(nearest.tally.decided()),
            interval_text(nearest.interval()),
            nearest.tally.draws.to_string(),
            format!("{:.3}", nearest.ratio(equal)),
            match equal {
                Equal::Nodes => grouped(nearest.reference.generated / games.max(1)),
                Equal::Time => {
                    format!("{:.3}", nearest.reference.nanos as f64 / 1e9 / games.max(1) as f64)
                }
            },
            less,
            less_wins,
            more,
            more_wins,
        ]);
    }
    write_table(&mut out, &lines)?;
    Ok(())
}
