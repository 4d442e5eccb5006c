//! `plyscope tournament`, `merge` and `export`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::domain::{
    Domain, DomainError, OpeningChoice, OthelloDomain, RandomTreeDomain, SmallDomain,
    opening_choice,
};
use crate::engine::small::{SmallGame as _, SmallKind};
use crate::engine::{AnyEngine, Engine, Entrant, TimeControl, with_small};
use crate::files;
use crate::parallel::threads;
use crate::record::Shard;
use crate::statistics::pentanomial::{Sprt, SprtVerdict};
use crate::tournament::table::forfeits;
use crate::tournament::{
    Format as Meetings, GameRow, Standings, Tournament as Play, TournamentError,
};
use clap::{Args, Command, Subcommand, ValueEnum};
use serde::Serialize;

use super::args::{Format, TreeArgs};
use super::engine::with_keys;
use super::interrupt::{GoesOn, open_error};
use super::output::json_line;
use super::place::place;
use super::progress::ProgressMeter;
use super::small::{OfSmall, SmallArgs};
use super::standings::{ggf, standing, write_json_results, write_sprt};
use super::usage;

#[derive(Subcommand)]
pub(super) enum Tournament {
    /// Play on random trees; the larger outcome as MAX wins a pair
    RandomTree(RandomTree),
    /// Play Othello from openings, by default one of each kind of four plies
    Othello(Othello),
    #[command(flatten)]
    Small(OfSmall<Small>),
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
    /// Write the games in GGF to this file
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(super) struct Small {
    /// Plies per opening
    #[arg(long)]
    opening_plies: u32,
    #[command(flatten)]
    common: Common,
}

impl SmallArgs for Small {
    fn of(game: SmallKind, command: Command) -> Command {
        let (title, openings) = with_small!(game, Game => (Game::TITLE, Game::OPENINGS));
        let range = clap::value_parser!(u32).range(0..=openings.most.into());
        command.about(format!("Play {title} from openings: {}", openings.about)).mut_arg(
            "opening_plies",
            |plies| {
                let usual = openings.usual.to_string();
                plies.required(false).default_value(usual).value_parser(range)
            },
        )
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Meeting {
    /// Every engine plays every other
    RoundRobin,
    /// The first engine plays every other
    Gauntlet,
}

#[derive(Args)]
pub(super) struct Common {
    #[arg(
        long = "engine",
        required = true,
        help = with_keys(
            "Engine, such as name=ab,algorithm=alpha-beta,depth=4; repeat for each engine. An external one: \
             name=rhino,cmd=\"gtp-rhino -l 3\",protocol=gtp. All with clock=60+0.5 if wanted, and those of this program with ponder=true (see host/docs/protocols.md)."
        ),
        value_parser = Entrant::draft
    )]
    engines: Vec<Entrant>,
    /// Clock of each engine for a whole game, unless it has one of its own (clock=): seconds or minutes:seconds, and an increment, such as 60+0.5.
    /// Results then depend on the machine
    #[arg(long, value_name = "SECONDS[+INCREMENT]")]
    clock: Option<TimeControl>,
    /// Pairings
    #[arg(long, value_enum, default_value_t = Meeting::RoundRobin)]
    meetings: Meeting,
    /// Pairs of games per pairing [default: 100 on random trees, else every opening]
    #[arg(long)]
    pairs: Option<u64>,
    /// Seed of the first tree (pair i plays tree seed + i), or of the choice of openings if there are fewer pairs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop two engines when this sequential test decides: elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Record the games in this new or empty directory
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    run_dir: Option<PathBuf>,
    /// Resume the run in this directory; repeat the other arguments
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Play only this shard, such as 2/8, and merge the shards later
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Worker threads; results do not depend on them [default: all cores, or half of them if an engine has ponder=true]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Tournament {
    pub(super) fn goes_on(&self) -> GoesOn {
        let (Self::RandomTree(RandomTree { common, .. })
        | Self::Othello(Othello { common, .. })
        | Self::Small(OfSmall { args: Small { common, .. }, .. })) = self;
        common.goes_on()
    }
}

impl Common {
    pub(super) fn goes_on(&self) -> GoesOn {
        GoesOn::resume(self.run_dir.as_deref(), self.resume.as_deref())
    }
}

pub(super) fn run(tournament: Tournament, quiet: bool) -> anyhow::Result<()> {
    match tournament {
        Tournament::RandomTree(args) => {
            let parameters = args.tree.parameters()?;
            play(RandomTreeDomain { parameters }, args.common, quiet)
        }
        Tournament::Othello(args) => {
            let domain = match args.opening_plies {
                Some(plies) => OthelloDomain::all_openings(plies),
                None => from_openings(&args.openings)?,
            };
            play_and_write(domain, args.common, args.games_out.as_deref(), quiet)
        }
        Tournament::Small(OfSmall { game, args }) => with_small!(game, Game => {
            play(SmallDomain::<Game>::with_openings(args.opening_plies), args.common, quiet)
        }),
    }
}

/// Othello from these openings.
pub(super) fn from_openings(openings: &OpeningChoice) -> anyhow::Result<OthelloDomain> {
    openings.domain().map_err(|error| usage(format!("--openings {error}")))
}

/// Plays two engines, one of them on a device.
pub(super) fn play_on_device(
    engines: Vec<Engine>,
    openings: &OpeningChoice,
    pairs: u64,
    seed: u64,
    format: Format,
    quiet: bool,
) -> anyhow::Result<()> {
    let common = Common {
        engines: engines.into_iter().map(Entrant::from).collect(),
        clock: None,
        meetings: Meeting::RoundRobin,
        pairs: Some(pairs),
        seed,
        sprt: None,
        run_dir: None,
        resume: None,
        shard: Shard::WHOLE,
        threads: None,
        format,
    };
    play(from_openings(openings)?, common, quiet)
}

/// Errors in the request are usage errors; errors of searches and disks are not.
pub(super) fn tournament_error(error: TournamentError) -> anyhow::Error {
    match error {
        TournamentError::TooFewEngines => usage(format!("{error}: repeat --engine")),
        TournamentError::NoPairs => usage(format!("--pairs: {error}")),
        TournamentError::Domain(DomainError::TooFewStarts { .. }) => {
            usage(format!("{error} (--pairs; --openings or --opening-plies)"))
        }
        TournamentError::Record(error) => open_error(error),
        TournamentError::Forfeited { .. } | TournamentError::Interrupted(_) => error.into(),
        TournamentError::Engine { ref cause, .. } if !cause.is_usage() => error.into(),
        error => usage(error),
    }
}

pub(super) fn play<D: Domain>(domain: D, args: Common, quiet: bool) -> anyhow::Result<()> {
    play_and_write(domain, args, None, quiet)
}

/// Plays a tournament and writes its games in GGF to a file, if there is one.
fn play_and_write<D: Domain>(
    domain: D,
    args: Common,
    games_out: Option<&Path>,
    quiet: bool,
) -> anyhow::Result<()> {
    if args.sprt.is_some() && (args.engines.len() != 2 || args.shard != Shard::WHOLE) {
        return Err(usage("--sprt needs exactly two engines and no --shard"));
    }
    if args.shard != Shard::WHOLE && args.run_dir.is_none() && args.resume.is_none() {
        return Err(usage("--shard needs --run-dir: shards are merged from run directories"));
    }
    let mut engines = args.engines;
    for engine in engines.iter_mut().filter(|engine| engine.control.is_none()) {
        engine.control = args.clock.map(TimeControl::after_moves);
    }
    // Where an engine ponders, both think at once.
    let at_once = if engines.iter().any(|engine| engine.ponder) { 2 } else { 1 };
    let threads = match args.threads {
        None => (threads(None) / at_once).max(1),
        given => threads(given),
    };
    if engines.iter().any(Entrant::is_timed) {
        warn_of_crowds(threads, at_once);
    }
    let tournament = Play {
        domain,
        engines,
        format: match args.meetings {
            Meeting::RoundRobin => Meetings::RoundRobin,
            Meeting::Gauntlet => Meetings::Gauntlet,
        },
        pairs: args.pairs,
        seed: args.seed,
    };
    let schedule = tournament.schedule().map_err(tournament_error)?;
    let mut manifest = schedule.manifest(args.shard);
    if let Some(sprt) = &args.sprt {
        manifest.configuration["sprt"] = serde_json::to_value(sprt)?;
    }
    let place = place(args.run_dir, args.resume);
    let mut play = schedule.open(&place, manifest).map_err(open_error)?;
    if let Some(path) = play.session().path() {
        keep_errors(&tournament.engines, path);
    }
    let mut games = std::mem::take(&mut play.recorded);
    let decided = |standings: &Standings| match (&args.sprt, standings.pairings.first()) {
        (Some(sprt), Some(pairing)) => sprt.verdict(&pairing.clusters) != SprtVerdict::Undecided,
        _ => false,
    };
    let progress = ProgressMeter::new(2 * play.session().left(), "games", quiet);
    let keep = args.format == Format::Json || games_out.is_some();
    let write_games = |games: &[[GameRow; 2]]| match games_out {
        None => Ok(()),
        Some(path) => {
            files::write(path, ggf(games.iter().flatten()).unwrap_or_default().as_bytes())
                .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))
        }
    };
    if !decided(&play.standings) {
        let played = play.play(threads, |pair, standings| {
            if keep {
                games.push(pair.clone());
            }
            progress.note(|| standing(standings, args.sprt.as_ref()));
            progress.advance_by(2);
            Ok(if decided(standings) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        progress.finish();
        if let Err(error) = played {
            // What was played is kept.
            write_games(&games)?;
            return Err(tournament_error(error));
        }
    }
    write_games(&games)?;
    let standings = play.standings;
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Json => {
            for game in games.iter().flatten() {
                json_line(&mut out, &GameLine { kind: "game", game })?;
            }
            write_json_results(&mut out, &standings)?;
            if let (Some(sprt), Some(pairing)) = (&args.sprt, standings.pairings.first()) {
                let row = serde_json::json!({
                    "kind": "sprt",
                    "test": sprt,
                    "log_likelihood_ratio": sprt.log_likelihood_ratio(&pairing.clusters),
                    "bounds": sprt.bounds(),
                    "verdict": sprt.verdict(&pairing.clusters),
                });
                json_line(&mut out, &row)?;
            }
        }
        Format::Table => write!(out, "{}", standings.table(D::NAME, Some(args.seed)))?,
    }
    if let (Some(sprt), Some(pairing), Format::Table) =
        (&args.sprt, standings.pairings.first(), args.format)
    {
        write_sprt(&mut out, sprt, pairing)?;
    }
    out.flush()?;
    forfeited(&standings)
}

/// Warns if more engines think at once than there are cores: those with clocks would lose time to each other. `at_once` engines of each
/// game do.
pub(super) fn warn_of_crowds(threads: usize, at_once: usize) {
    let cores = crate::parallel::threads(None);
    if threads * at_once > cores {
        let (pondering, fewer) = match (at_once, cores / at_once) {
            (1, fewer) => ("", fewer),
            (_, fewer) => (", in which both sides think at once (ponder=true),", fewer),
        };
        let advice = match fewer {
            0 => "clocks will not be fair".to_owned(),
            fewer => format!("give --threads {fewer} or less"),
        };
        let _ = writeln!(
            io::stderr(),
            "warning: {threads} games at once{pondering} on {cores} cores take time from each other's engines: {advice}"
        );
    }
}

/// Keeps what external engines write to stderr in the directory of the run, a file for each engine.
pub(super) fn keep_errors<'e>(engines: impl IntoIterator<Item = &'e Entrant>, directory: &Path) {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    for (number, engine) in (1..).zip(engines) {
        if let AnyEngine::Foreign(engine) = &engine.player {
            let name: String = engine.name.chars().map(plain).collect();
            engine.stderr.set(directory.join("stderr").join(format!("{number}-{name}.txt")));
        }
    }
}

/// An error if games were forfeited: the results include games not decided by play.
fn forfeited(standings: &Standings) -> anyhow::Result<()> {
    let lines: Vec<String> = standings.pairings.iter().filter_map(forfeits).collect();
    if lines.is_empty() {
        return Ok(());
    }
    Err(anyhow::anyhow!("games were forfeited: {}", lines.join("; ")))
}

/// A game as printed.
#[derive(Serialize)]
struct GameLine<'a> {
    kind: &'static str,
    #[serde(flatten)]
    game: &'a GameRow,
}
