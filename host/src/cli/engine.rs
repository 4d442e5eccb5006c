//! The flags of an engine, generated from the library's declarations of options.

use crate::engine::keys::{About, DEPTH, EVALUATION, THREADS};
use crate::engine::{Algorithm, Engine, PLIES, Row, rows};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// Key and flag of the algorithm.
const ALGORITHM: &str = "algorithm";
/// The flag that searches to the end of the game. The option of the same key applies to games.
const SOLVE: &str = "solve";
/// Options that are not flags of a search, or differ from the flag of the same name: name, device, solve, and evaluation (only some
/// games have one).
const NO_FLAGS: [&str; 4] = ["name", "device", SOLVE, EVALUATION.key];

/// The algorithm of `search`, its options and limits.
pub(super) struct EngineArgs {
    /// Given options by key.
    pairs: Vec<(&'static str, String)>,
    solve: bool,
}

/// Options that are flags.
pub(super) fn flags() -> impl Iterator<Item = Row> {
    rows().into_iter().filter(|row| !NO_FLAGS.contains(&row.about.key))
}

/// The flag of an option.
pub(super) fn flag(Row { about, of, others }: &Row) -> Arg {
    let About { key, forms, meaning, ref usual, check } = *about;
    let names: Vec<&str> = of.iter().map(|algorithm| algorithm.name()).collect();
    let mut help = if names.is_empty() {
        sentence(meaning)
    } else {
        format!("{}: {meaning}", names.join(", "))
    };
    let arg = Arg::new(key).long(key).value_name("NAME");
    if about.is_switch() {
        return arg.help(help).action(ArgAction::SetTrue);
    }
    if let Some(usual) = usual {
        let others = others.iter().map(|(algorithm, usual)| format!("; {algorithm}: {usual}"));
        help += &format!(" [default: {usual}{}]", others.collect::<String>());
    }
    if about.has_names_only() {
        return arg.help(help).value_parser(PossibleValuesParser::new(forms));
    }
    if let [form] = forms {
        return arg.help(help).value_name(*form).value_parser(text_that(check));
    }
    help += &format!(" [possible values: {}]", forms.join(", "));
    // Some values start with a negative number.
    arg.help(help).allow_hyphen_values(true).value_parser(text_that(check))
}

/// The text with its first letter capitalised.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A parser that accepts what passes the check.
fn text_that(
    check: fn(&str) -> Result<(), String>,
) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |text| check(text).map(|()| text.to_owned())
}

/// The help of a flag that takes an engine: a sentence and the list of keys.
pub(super) fn with_keys(help: &str) -> String {
    let keys: Vec<&str> = rows().iter().map(|row| row.about.key).collect();
    format!("{help} Keys: {} (see host/docs/tournaments.md)", keys.join(", "))
}

/// The flag of the algorithm. Unless there is a default, it is required.
fn algorithm(usual: Option<Algorithm>) -> Arg {
    let names = Algorithm::ALL
        .iter()
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.meaning()));
    let arg = Arg::new(ALGORITHM)
        .long(ALGORITHM)
        .value_name("NAME")
        .value_parser(PossibleValuesParser::new(names));
    match usual {
        Some(usual) => arg.help(format!("Search algorithm [default: {usual}]")),
        None => arg
            .help("Search algorithm [default with --solve: alpha-beta]")
            .required_unless_present(SOLVE),
    }
}

/// The arguments of an engine that is `strong` by default.
pub(super) struct StrongByDefault(EngineArgs);

impl Args for StrongByDefault {
    fn augment_args(command: Command) -> Command {
        EngineArgs::augment(command, Some(Algorithm::Strong))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for StrongByDefault {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        EngineArgs::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl StrongByDefault {
    /// The engine of these arguments and this evaluation, checked.
    pub(super) fn engine(&self, evaluation: Option<String>) -> anyhow::Result<Engine> {
        self.0.engine_or(Algorithm::Strong, evaluation)
    }

    /// Whether to search to the end of the game.
    pub(super) const fn solves(&self) -> bool {
        self.0.solve
    }
}

/// The level of an engine that plays for others without any other limit: a fraction of a second for a move.
const USUAL_LEVEL: &str = "21";

/// The arguments of an engine that plays for other programs, `strong` by default. It needs no limit.
pub(super) struct PlayerArgs(EngineArgs);

impl Args for PlayerArgs {
    fn augment_args(command: Command) -> Command {
        command.args(flags().map(|row| match row.about.key {
            ALGORITHM => algorithm(Some(Algorithm::Strong)),
            _ => flag(&row),
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PlayerArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        EngineArgs::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl PlayerArgs {
    /// The engine of these arguments and this evaluation, checked, and whether its limits were given. Without any, `strong` has
    /// its usual level.
    pub(super) fn engine(&self, evaluation: Option<String>) -> anyhow::Result<(Engine, bool)> {
        let limits = ["depth", "nodes", "st", "level"];
        let is_limited = self.0.pairs.iter().any(|(key, _)| limits.contains(key));
        let algorithm = self.0.pairs.iter().find(|(key, _)| *key == ALGORITHM);
        let is_strong = algorithm.is_none_or(|(_, name)| name == Algorithm::Strong.name());
        let mut arguments = EngineArgs { pairs: self.0.pairs.clone(), solve: false };
        if !is_limited && is_strong {
            arguments.pairs.push(("level", USUAL_LEVEL.to_owned()));
        }
        Ok((arguments.engine_or(Algorithm::Strong, evaluation)?, is_limited))
    }

    /// The same for games other than Othello: iterative deepening of alpha-beta unless an algorithm is named, and a second for each move
    /// without any limit.
    pub(super) fn engine_of_any_game(
        &self,
        evaluation: Option<String>,
    ) -> anyhow::Result<(Engine, bool)> {
        let has = |key| self.0.pairs.iter().any(|(given, _)| *given == key);
        let is_limited = ["depth", "nodes", "st"].into_iter().any(has);
        let mut arguments = EngineArgs { pairs: self.0.pairs.clone(), solve: false };
        if !has(ALGORITHM) {
            arguments.pairs.push((ALGORITHM, Algorithm::AlphaBeta.name().to_owned()));
            if !has("iterative") {
                arguments.pairs.push(("iterative", "true".to_owned()));
            }
        }
        if !is_limited {
            arguments.pairs.push(("st", "1".to_owned()));
        }
        Ok((arguments.engine_or(Algorithm::AlphaBeta, evaluation)?, is_limited))
    }
}

impl EngineArgs {
    fn augment(command: Command, usual: Option<Algorithm>) -> Command {
        let solve = Arg::new(SOLVE)
            .long(SOLVE)
            .help("Search to the end of the game, including passes, and prove the value")
            .action(ArgAction::SetTrue)
            .conflicts_with(DEPTH.key);
        // Without a default algorithm it is no search of Othello, and its threads share out several positions.
        let has = |row: &Row| usual.is_some() || row.about.key != THREADS.key;
        let options = flags().filter(has).map(|row| match row.about.key {
            ALGORITHM => algorithm(usual),
            _ => flag(&row),
        });
        command.args(options).arg(solve)
    }

    fn has_algorithm(&self) -> bool {
        self.pairs.iter().any(|(key, _)| *key == ALGORITHM)
    }
}

impl Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        Self::augment(command, None)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let pairs = flags().filter_map(|Row { about, .. }| {
            if about.is_switch() {
                return matches.get_flag(about.key).then(|| (about.key, "true".to_owned()));
            }
            // Another flag of the same name has another type.
            let value = matches.try_get_one::<String>(about.key).ok().flatten();
            value.map(|value| (about.key, value.clone()))
        });
        // Players of games have no such flag.
        let solve = matches.try_get_one::<bool>(SOLVE).ok().flatten().copied().unwrap_or(false);
        Ok(Self { pairs: pairs.collect(), solve })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl EngineArgs {
    /// The engine of these arguments and this evaluation, checked.
    pub(super) fn engine(&self, evaluation: Option<String>) -> anyhow::Result<Engine> {
        self.engine_or(Algorithm::AlphaBeta, evaluation)
    }

    /// The same; `usual` is the default algorithm.
    fn engine_or(&self, usual: Algorithm, evaluation: Option<String>) -> anyhow::Result<Engine> {
        let mut pairs: Vec<(&str, &str)> =
            self.pairs.iter().map(|(key, value)| (*key, value.as_str())).collect();
        if !self.has_algorithm() {
            pairs.push((ALGORITHM, usual.name()));
        }
        let mut engine = Engine { evaluation, ..Engine::draft(pairs).map_err(super::usage)? };
        if self.solve {
            // The depth of a search to the end follows from the position.
            engine.depth = Some(PLIES as u32);
        }
        engine.check().map_err(super::usage)?;
        Ok(engine)
    }

    /// Whether to search to the end of the game.
    pub(super) const fn solves(&self) -> bool {
        self.solve
    }
}
