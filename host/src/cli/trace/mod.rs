//! `plyscope trace`.

mod drawing;
mod engines;
mod target;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, Subcommand, ValueEnum};
use plyscope_core::othello::{Board, Colour, parse_moves};

use self::drawing::Steps;
use self::engines::TracedEngines;
use self::target::{Target, finish};
use super::args::{TreeArgs, parse_position};
use super::figure_args::DrawingArgs;
use super::output::{grouped, table_with_names, write_table};
use super::search::player_error;
use super::small::{OfSmall, SmallArgs};
use super::usage;
use crate::domain::Domain;
use crate::engine::small::{SmallGame as _, SmallKind};
use crate::engine::{Engine, GameKind, say, with_small};
use crate::escape::command_line;
use crate::files::{self, Output};
use crate::interrupt;
use crate::play::OwnGame;
use crate::record::Program;
use crate::trace::{
    Counting, EXAMPLES, Example, Json, OwnSubject, Page, Sink, Subject, Text, Titled, TraceError,
    Traceable, TypedTree, page, trace, worksheet,
};

/// Largest trace in bytes that becomes a page unless larger ones are wanted.
const LARGE: usize = 16 << 20;

/// Most nodes of a tree on a worksheet: larger ones are not drawn as a whole.
const SHEET: u64 = 260;

/// The name that lists the examples.
const LIST: &str = "list";

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Trace {
    #[command(subcommand)]
    game: Option<Game>,
    /// Tree typed in: leaves are values, lists are nodes, such as '((3 5) (2 9))'; static values and names as in
    /// '0(L:4(8 1) R:6(5 2))' (see host/docs/trace.md)
    #[arg(required_unless_present = "example")]
    tree: Option<String>,
    /// Example to trace; list shows all
    #[arg(long, value_name = "NAME", conflicts_with = "tree")]
    example: Option<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand)]
enum Game {
    /// Trace searches of a random tree
    RandomTree(RandomTree),
    /// Trace searches of an Othello position
    Othello(Othello),
    #[command(flatten)]
    Small(OfSmall<Moves>),
}

#[derive(Args)]
struct RandomTree {
    #[command(flatten)]
    tree: TreeArgs,
    /// Seed of the tree
    #[arg(long)]
    seed: u32,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Othello {
    /// The position as 64 squares and the side to move, or as two bitboards
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves from the start, such as f5d6c3
    #[arg(long, conflicts_with = "position")]
    moves: Option<String>,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE [default: simple]
    #[arg(long)]
    evaluation: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// A position of a game that plyscope does not know.
#[derive(Args)]
pub(super) struct OwnMoves {
    #[command(flatten)]
    moves: Moves,
    /// Evaluation
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
}

#[derive(Args)]
struct Moves {
    /// Moves from the start
    #[arg(long)]
    moves: Option<String>,
    #[command(flatten)]
    common: Common,
}

impl SmallArgs for Moves {
    fn of(game: SmallKind, command: Command) -> Command {
        let (title, lines) = with_small!(game, Game => (Game::TITLE, Game::LINES));
        command
            .about(format!("Trace searches of a position of {title}"))
            .mut_arg("moves", |moves| moves.help(lines))
    }
}

#[derive(Args)]
struct Common {
    #[command(flatten)]
    engines: TracedEngines,
    /// Title of the trace, in place of the tree or position
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Form of the trace
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// With svg, png or pdf, the step to draw: after so many events (0 is before the first), or all: a numbered file for each step, or
    /// pages of a PDF [default: the last]
    #[arg(long, value_name = "N|all")]
    step: Option<Steps>,
    /// File to write; standard output if none is given. With --step all, tree.svg stands for tree-00.svg, tree-01.svg and so on
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a page of any size: one of a million events takes a browser seconds to open
    #[arg(long)]
    large: bool,
    #[command(flatten)]
    looks: DrawingArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One line an event, indented
    Text,
    /// One JSON object a line
    Json,
    /// A page that replays the search
    Html,
    /// A page to print: sheets with blanks to fill in, and sheets with the answers
    Worksheet,
    /// A drawing of the tree at a step
    Svg,
    /// The same as a picture
    Png,
    /// The same as a document
    Pdf,
}

impl Form {
    /// What names of files of drawings end with.
    const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Html | Self::Worksheet => "html",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }
}

pub(super) fn run(args: Trace, quiet: bool) -> anyhow::Result<()> {
    let Trace { game, tree, example, common } = args;
    let typed = |text: &str| TypedTree::parse(text).map(Subject::typed);
    match (game, tree, example) {
        (Some(game), ..) => of_game(game, quiet),
        (None, Some(text), _) => {
            let is_word = text.trim().chars().all(|c| c.is_alphabetic() || c == '-');
            let subject = typed(&text).map_err(|error| match is_word && !text.trim().is_empty() {
                true => usage(format!(
                    "{text:?} is neither a game nor a tree: {}, or a tree such as '((3 5) (2 9))'",
                    say(GameKind::NAMES)
                )),
                false => usage(format!("tree: {error}")),
            })?;
            common.run(&subject, "", None, &[], quiet)
        }
        (None, None, Some(name)) if name == LIST => list(),
        (None, None, Some(name)) => {
            let example = Example::named(&name).ok_or_else(|| {
                let names: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
                usage(format!("there is no example {name:?}: use one of {}", names.join(", ")))
            })?;
            let subject = typed(example.tree).map_err(usage)?;
            common.run(&subject, &example.note(), None, example.engines, quiet)
        }
        // The arguments were checked.
        (None, None, None) => Err(usage("give a tree, a game or an example")),
    }
}

fn of_game(game: Game, quiet: bool) -> anyhow::Result<()> {
    let moves_error = |error: String| usage(format!("--moves: {error}"));
    match game {
        Game::RandomTree(RandomTree { tree, seed, common }) => {
            let subject = Subject::random_tree(tree.parameters()?, seed);
            common.run(&subject, "", None, &[], quiet)
        }
        Game::Othello(Othello { position, moves, evaluation, common }) => {
            let (board, _) = match (&position, &moves) {
                (Some(text), _) => parse_position(text)?,
                (None, Some(text)) => {
                    parse_moves(text).map_err(|error| moves_error(error.to_string()))?
                }
                (None, None) => (Board::START, Colour::Black),
            };
            let place = position.map_or(moves.unwrap_or_default(), |text| format!("({text})"));
            let subject = Subject::othello(board, &place);
            common.run(&subject, "", evaluation.as_deref(), &[], quiet)
        }
        Game::Small(OfSmall { game, args: Moves { moves, common } }) => {
            let subject = Subject::small(game, &moves.unwrap_or_default()).map_err(moves_error)?;
            common.run(&subject, "", None, &[], quiet)
        }
    }
}

/// Traces searches of a position of a game that plyscope does not know.
pub(super) fn trace_own<D: Domain>(
    domain: &D,
    OwnMoves { moves: Moves { moves, common }, evaluation }: OwnMoves,
    quiet: bool,
) -> anyhow::Result<()> {
    let line = moves.unwrap_or_default();
    let after = OwnGame(domain.clone()).after(&line);
    let (game, position, _) = after.map_err(|error| usage(format!("--moves: {error}")))?;
    let place = if line.is_empty() { "" } else { " after " };
    let title = format!("{}{place}{line}", D::NAME);
    let subject = OwnSubject::new(domain.clone(), game, position, title);
    common.run(&subject, "", evaluation.as_deref(), &[], quiet)
}

/// Lists the examples.
fn list() -> anyhow::Result<()> {
    let mut table = table_with_names(&["example", "tree", "shows"], 3);
    for Example { name, about, tree, .. } in EXAMPLES {
        let tree: String = match tree.chars().count() {
            ..50 => (*tree).to_owned(),
            _ => tree.chars().take(46).chain(" …".chars()).collect(),
        };
        table.add_row([*name, &tree, *about]);
    }
    Ok(write_table(&mut io::stdout().lock(), &table)?)
}

fn trace_error(error: TraceError) -> anyhow::Error {
    match error {
        TraceError::Player(error) => player_error(error),
        TraceError::Sink(error) => error.into(),
        error => usage(error),
    }
}

impl Common {
    fn run(
        &self,
        subject: &dyn Traceable,
        note: &str,
        evaluation: Option<&str>,
        usual: &[&str],
        quiet: bool,
    ) -> anyhow::Result<()> {
        let title = self.title.as_deref().unwrap_or(subject.title());
        let subject = &Titled { subject, title };
        let engines = self.engines.engines(subject, evaluation, usual)?;
        let is_drawn = matches!(self.format, Form::Svg | Form::Png | Form::Pdf);
        if self.step.is_some() && !is_drawn {
            return Err(usage("--step is for drawings: give --format svg, png or pdf"));
        }
        match self.format {
            Form::Html | Form::Worksheet => self.page(subject, note, &engines, quiet)?,
            Form::Svg | Form::Png | Form::Pdf => {
                drawing::run(self, subject, note, &engines, quiet)?;
            }
            Form::Text | Form::Json => {
                let mut out = self.out()?;
                let sink: &mut dyn Sink = match self.format {
                    Form::Text => &mut Text::new(&mut out),
                    _ => &mut Json::new(&mut out),
                };
                trace(subject, note, &engines, sink).map_err(trace_error)?;
                // Half a trace does not replace a whole one.
                interrupt::check()?;
                finish(&mut out)?;
            }
        }
        interrupt::check().map_err(Into::into)
    }

    /// Where to write.
    fn out(&self) -> anyhow::Result<BufWriter<Target>> {
        let out = match &self.output {
            None => Target::Stdout(io::stdout().lock()),
            Some(path) => {
                let file = Output::create(path).map_err(|error| cannot_write(path, &error))?;
                Target::File(file)
            }
        };
        Ok(BufWriter::new(out))
    }

    /// Writes a page, if its size is fine.
    fn page(
        &self,
        subject: &dyn Traceable,
        note: &str,
        engines: &[Engine],
        quiet: bool,
    ) -> anyhow::Result<()> {
        let most = if self.large { usize::MAX } else { LARGE };
        let mut counting = Counting::new(most);
        let generated = trace(subject, note, engines, &mut counting).map_err(trace_error)?;
        // Half a trace is no page, and its size says nothing.
        interrupt::check()?;
        if self.format == Form::Worksheet {
            let typed = subject.tree().map_or(0, TypedTree::size);
            let with_roots = generated.into_iter().map(|nodes| nodes + 1);
            let nodes = with_roots.chain([typed]).max().unwrap_or(0);
            if nodes > SHEET {
                return Err(usage(format!(
                    "a worksheet has room for {SHEET} nodes, and this tree has {nodes}: limit the search by --nodes or --depth, or \
                     choose a smaller tree"
                )));
            }
        }
        let size = format!(
            "{} events, {:.1} MB",
            grouped(counting.events()),
            counting.bytes() as f64 / 1e6
        );
        let Some(events) = counting.lines() else {
            return Err(usage(format!(
                "this trace has {size}, a large page: give --large to write it all the same, or limit the search by --nodes or \
                 --depth"
            )));
        };
        if !quiet {
            writeln!(io::stderr(), "page: {size}")?;
        }
        let Program { name, version, .. } = Program::of_this_process();
        let words = std::env::args_os().skip(1);
        let render = if self.format == Form::Worksheet { worksheet } else { page };
        let html = render(&Page {
            title: subject.title(),
            note,
            program: &format!("{name} {version}"),
            command: &format!("{name} {}", command_line(words)),
            events,
        })?;
        match &self.output {
            None => io::stdout().lock().write_all(html.as_bytes())?,
            Some(path) => {
                files::write(path, html.as_bytes()).map_err(|error| cannot_write(path, &error))?;
            }
        }
        Ok(())
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot write {}: {error}", path.display())
}
