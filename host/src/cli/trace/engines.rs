//! The engines of `plyscope trace`: algorithms with shared options, or full descriptions.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::cli::engine::{flag, flags};
use crate::cli::usage;
use crate::engine::keys::THREADS;
use crate::engine::{Algorithm, Engine, Row, pairs};
use crate::trace::{Traceable, prepared};

const ALGORITHM: &str = "algorithm";
const ENGINE: &str = "engine";

/// Algorithms and options as given.
pub(super) struct TracedEngines {
    /// Names of algorithms.
    algorithms: Vec<String>,
    /// Options by key, for the algorithms that have them.
    options: Vec<(&'static str, String)>,
    /// Engines as text.
    engines: Vec<String>,
}

/// The flags of a traced engine's options: threads cannot be watched.
fn traced_flags() -> impl Iterator<Item = Row> {
    flags().filter(|row| row.about.key != ALGORITHM && row.about.key != THREADS.key)
}

impl Args for TracedEngines {
    fn augment_args(command: Command) -> Command {
        let names = Algorithm::ALL
            .iter()
            .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.meaning()));
        let algorithms = Arg::new(ALGORITHM)
            .long(ALGORITHM)
            .value_name("NAME")
            .help("Search algorithm; given several times, the searches are shown side by side")
            .action(ArgAction::Append)
            .value_parser(PossibleValuesParser::new(names));
        let engines = Arg::new(ENGINE)
            .long(ENGINE)
            .value_name("KEY=VALUE,…")
            .help("Engine with options of its own, as in tournaments, such as name=ab,algorithm=alpha-beta,order=none")
            .action(ArgAction::Append);
        command.arg(algorithms).arg(engines).args(traced_flags().map(|row| flag(&row)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for TracedEngines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let all = |name| {
            let values = matches.get_many::<String>(name);
            values.map_or(Vec::new(), |values| values.cloned().collect())
        };
        let options = traced_flags().filter_map(|Row { about, .. }| {
            if about.is_switch() {
                return matches.get_flag(about.key).then(|| (about.key, "true".to_owned()));
            }
            let value = matches.try_get_one::<String>(about.key).ok().flatten();
            value.map(|value| (about.key, value.clone()))
        });
        Ok(Self { algorithms: all(ALGORITHM), options: options.collect(), engines: all(ENGINE) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl TracedEngines {
    /// The engines for a subject, checked; `usual` if none are given.
    pub(super) fn engines(
        &self,
        subject: &dyn Traceable,
        evaluation: Option<&str>,
        usual: &[&str],
    ) -> anyhow::Result<Vec<Engine>> {
        let mut engines = Vec::new();
        let mut used = vec![false; self.options.len()];
        // Options without an algorithm are those of the usual ones.
        let mut algorithms: Vec<&str> = self.algorithms.iter().map(String::as_str).collect();
        let mut texts: Vec<&str> = self.engines.iter().map(String::as_str).collect();
        if algorithms.is_empty() && texts.is_empty() {
            match usual {
                [] => algorithms.push(Algorithm::AlphaBeta.name()),
                usual if self.options.is_empty() => texts.extend(usual),
                usual => algorithms.extend(usual.iter().filter_map(|text| {
                    pairs(text).ok()?.iter().find(|(key, _)| *key == ALGORITHM).map(|pair| pair.1)
                })),
            }
        }
        for name in algorithms {
            let algorithm: Algorithm =
                name.parse().map_err(|error| usage(format!("--{ALGORITHM}: {error}")))?;
            let mut pairs = vec![(ALGORITHM, name)];
            for ((key, value), used) in self.options.iter().zip(&mut used) {
                let of = traced_flags().find(|row| row.about.key == *key).map(|row| row.of);
                if of.is_none_or(|of| of.is_empty() || of.contains(&algorithm)) {
                    *used = true;
                    pairs.push((key, value));
                }
            }
            engines.push(Engine::draft(pairs).map_err(usage)?);
        }
        if let Some(((key, _), _)) = self.options.iter().zip(&used).find(|(_, used)| !**used) {
            return Err(usage(format!(
                "--{key} is no option of these algorithms: omit it, or see --help"
            )));
        }
        for text in texts {
            let pairs = pairs(text).map_err(usage)?;
            engines.push(Engine::draft(pairs).map_err(usage)?);
        }
        let mut ready: Vec<Engine> = Vec::new();
        for mut engine in engines {
            if let Some(evaluation) = evaluation {
                engine.evaluation = Some(evaluation.to_owned());
            }
            let mut engine = prepared(subject, engine).map_err(usage)?;
            engine.check().map_err(usage)?;
            if ready.iter().any(|other| other.name == engine.name) {
                engine.name = format!("{} {}", engine.name, ready.len() + 1);
            }
            ready.push(engine);
        }
        Ok(ready)
    }
}
