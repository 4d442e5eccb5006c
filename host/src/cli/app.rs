//! A program with this command line: plyscope, or your own.

use clap::{ArgMatches, Args as _, CommandFactory as _, FromArgMatches as _};

use super::Cli;
use super::interrupt::{self, GoesOn};
use super::play::{self, PlayArgs};
use super::protocol::{self, GtpEngine};
use super::search::{self, OwnLine};
use super::tournament::{self, Common};
use super::trace::{self, OwnMoves};
use crate::domain::{Domain, Scoring, kinds_of, scoring_of};
use crate::experiment::{Experiment, all};
use crate::record::Program;
use crate::tournament::KindOf;

/// The program plyscope.
pub const PLYSCOPE: Program = Program {
    name: Program::LIBRARY.name,
    version: env!("CARGO_PKG_VERSION"),
    source: env!("PLYSCOPE_SOURCE"),
};

/// A program with this command line: its name, its experiments, and its games besides plyscope's.
///
/// ```no_run
/// use plyscope::cli::{self, App};
/// use plyscope::record::Program;
///
/// fn main() -> std::process::ExitCode {
///     // A build script knows the commit.
///     let source = option_env!("COMMIT").unwrap_or("unknown source");
///     let program = Program { name: "mine", version: env!("CARGO_PKG_VERSION"), source };
///     // App::experiments and App::domain add your own.
///     cli::run(&App::new(program))
/// }
/// ```
pub struct App {
    program: Program,
    about: Option<&'static str>,
    pub(super) experiments: Vec<&'static dyn Experiment>,
    domains: Vec<Box<dyn Played>>,
    /// Whether every child of this process is an engine's, so that those without a parent may be killed.
    adopts: bool,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("program", &self.program).finish_non_exhaustive()
    }
}

impl App {
    /// A program with plyscope's experiments and games. Its manifests and pages show this name, version and source.
    #[must_use]
    pub fn new(program: Program) -> Self {
        let experiments = all().to_vec();
        Self { program, about: None, experiments, domains: Vec::new(), adopts: false }
    }

    /// The program plyscope. On Linux it kills all its children when none of its engines runs any more: external engines may leave
    /// some behind. A program that starts processes of its own begins with [`new`](Self::new) instead.
    #[must_use]
    pub fn plyscope() -> Self {
        Self { adopts: true, ..Self::new(PLYSCOPE) }
    }

    /// Sets the first line of the help.
    #[must_use]
    pub fn about(self, about: &'static str) -> Self {
        Self { about: Some(about), ..self }
    }

    /// Replaces plyscope's experiments by these.
    #[must_use]
    pub fn experiments(self, experiments: &[&'static dyn Experiment]) -> Self {
        Self { experiments: experiments.to_vec(), ..self }
    }

    /// Adds a game under [its name](crate::domain::Rules::NAME) to `search`, `play`, `trace`, `tournament` and `gtp`; `about` is its line
    /// in the help. `play` draws its [picture](crate::domain::Rules::picture) in lines.
    #[must_use]
    pub fn domain(mut self, domain: impl Domain + 'static, about: &'static str) -> Self {
        self.domains.push(Box::new(Own { domain, about }));
        self
    }

    /// Makes this the program of the process.
    pub(super) fn announce(&self) {
        self.program.announce(PLYSCOPE);
    }

    /// Prepares the process for a command: signals, and the processes that external engines leave behind.
    pub(super) fn begin(&self) {
        interrupt::listen();
        if self.adopts {
            crate::children::adopt();
        }
    }

    /// The command line.
    pub(super) fn command(&self) -> clap::Command {
        let Program { name, version, .. } = self.program;
        let mut command =
            Cli::command().name(name).version(version).long_version(self.program.long_version());
        if let Some(about) = self.about {
            command = command.about(about);
        }
        for domain in &self.domains {
            let own = || clap::Command::new(domain.name()).about(domain.about());
            let moves = |moves: clap::Arg| moves.help(search::OWN_MOVES);
            for (name, own) in [
                ("tournament", Common::augment_args(own())),
                ("search", OwnLine::augment_args(own()).mut_arg("moves", moves)),
                ("trace", OwnMoves::augment_args(own()).mut_arg("moves", moves)),
            ] {
                command = command.mut_subcommand(name, |all| all.subcommand(own));
            }
        }
        if !self.domains.is_empty() {
            let own = || self.domains.iter().map(|domain| (domain.name(), domain.about()));
            let play = |game: clap::Arg| game.value_parser(play::games(own()));
            let gtp = |game: clap::Arg| game.value_parser(protocol::games(own()));
            command = command
                .mut_subcommand("play", |command| command.mut_arg("game", play))
                .mut_subcommand("gtp", |command| command.mut_arg("game", gtp));
        }
        command
    }

    /// What to do, if the arguments name one of the app's own games behind a command.
    pub(super) fn own_task(&self, matches: &ArgMatches) -> Option<Result<Asked<'_>, clap::Error>> {
        let (command, matches) = matches.subcommand()?;
        let (name, matches) = matches.subcommand()?;
        let domain = self.own_game(name)?;
        let quiet = matches.get_flag("quiet");
        let task = match command {
            "tournament" => Common::from_arg_matches(matches).map(Task::Tournament),
            "search" => OwnLine::from_arg_matches(matches).map(Task::Search),
            "trace" => OwnMoves::from_arg_matches(matches).map(Task::Trace),
            _ => return None,
        };
        Some(task.map(|task| Asked { domain, task: Box::new(task), quiet }))
    }

    /// The app's own game of this name.
    pub(super) fn own_game(&self, name: &str) -> Option<&dyn Played> {
        self.domains.iter().find(|domain| domain.name() == name).map(Box::as_ref)
    }

    /// What is won in the game of this name, and the kinds of its starts.
    ///
    /// # Errors
    /// The games' names, if it is none.
    pub(super) fn counted(&self, game: &str) -> Result<(Scoring, KindOf), String> {
        match self.own_game(game) {
            Some(own) => Ok((own.scoring(), own.kinds())),
            None => Ok((scoring_of(game)?, kinds_of(game)?)),
        }
    }
}

/// What is to be done with an own game.
pub(super) enum Task {
    Tournament(Common),
    Search(OwnLine),
    Trace(OwnMoves),
}

/// A task with an own game.
pub(super) struct Asked<'a> {
    domain: &'a dyn Played,
    task: Box<Task>,
    quiet: bool,
}

impl Asked<'_> {
    pub(super) fn goes_on(&self) -> GoesOn {
        match &*self.task {
            Task::Tournament(common) => common.goes_on(),
            _ => GoesOn::Not,
        }
    }

    pub(super) fn run(self) -> anyhow::Result<()> {
        self.domain.run(*self.task, self.quiet)
    }
}

/// A game with its types erased.
pub(super) trait Played {
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn scoring(&self) -> Scoring;
    fn kinds(&self) -> KindOf;
    fn run(&self, task: Task, quiet: bool) -> anyhow::Result<()>;
    fn play(&self, args: &PlayArgs) -> anyhow::Result<()>;
    fn gtp(&self, args: GtpEngine) -> anyhow::Result<()>;
}

struct Own<D> {
    domain: D,
    about: &'static str,
}

impl<D: Domain + 'static> Played for Own<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn scoring(&self) -> Scoring {
        D::SCORING
    }

    fn kinds(&self) -> KindOf {
        D::kind_of
    }

    fn run(&self, task: Task, quiet: bool) -> anyhow::Result<()> {
        match task {
            Task::Tournament(common) => tournament::play(self.domain.clone(), common, quiet),
            Task::Search(line) => search::search_own(&self.domain, line, quiet),
            Task::Trace(moves) => trace::trace_own(&self.domain, moves, quiet),
        }
    }

    fn play(&self, args: &PlayArgs) -> anyhow::Result<()> {
        play::play_own(&self.domain, args)
    }

    fn gtp(&self, args: GtpEngine) -> anyhow::Result<()> {
        protocol::serve_game(&self.domain, args)
    }
}
