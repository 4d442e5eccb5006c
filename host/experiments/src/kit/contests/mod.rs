//! Contests of two engines in any of the games, at equal nodes or equal processor time: what several experiments play.
//!
//! An experiment of contests is a value of [`Contests`]: its settings, the engines that meet in each of its games, and what is made of
//! the results. A game is a name: `random-tree:5` (uniform trees with five children), `othello`, `othello:simple` (with that
//! evaluation) or a small game's. Scores count draws as half, and their intervals are those of kinds of openings (or trees). What
//! plays Othello only meets nobody in other games.

mod play;

use std::collections::BTreeSet;

use plyscope_players::engine::{Algorithm, Engine};
use plyscope_players::tournament::ladder::Equal;
use plyscope_report::{Axis, Figure, Mark, Plot, Series, Summary};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(crate) use self::play::Played;
use self::play::{Contest, Pairs, play};
use super::fields::{Field, evaluation};
use super::othello_ladders::equal;
use super::staged::TwoStage;
use super::used::Used;
use crate::{About, ExperimentError, Scale};

/// Pairs of games per task, and pairs that time an engine's nodes.
const PIECE: u32 = 4;
const TIMED: u32 = 2;
/// With more nodes than this, a pair is a task.
const MANY: u64 = 10_000;

/// Reads an engine from its options, which `+` separates: lists of settings have commas between their items.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn engine(options: &str) -> Result<Engine, String> {
    // Engines without limits are refused; these have them later.
    let text = format!("{},nodes=1", options.replace('+', ","));
    let engine = text.parse::<Engine>().map_err(|error| error.to_string())?;
    Ok(Engine { nodes: None, ..engine })
}

/// A list of texts, as settings have it.
pub(crate) fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

/// What all experiments of contests have in their settings.
pub(crate) struct Games<'s> {
    /// First tree's seed, and what selects the openings.
    pub(crate) seed: u32,
    /// The games, by name.
    pub(crate) names: &'s [String],
    /// Pairs of games in each of them, or with each number of nodes in each of them.
    pub(crate) pairs: &'s [u32],
    /// Nodes a move in each of them; all meet with each number.
    pub(crate) nodes: Vec<&'s [u64]>,
    pub(crate) evaluation: &'s str,
    /// The work to equalise: `nodes` or `time`.
    pub(crate) budget: &'s str,
}

impl<'s> Games<'s> {
    /// A number of nodes for each game.
    pub(crate) fn one_each(nodes: &'s [u64]) -> Vec<&'s [u64]> {
        nodes.chunks(1).collect()
    }

    /// Pairs of a game with one of its numbers of nodes.
    fn pairs_of(&self, game: usize, level: usize) -> u32 {
        let before: usize = self.nodes.iter().take(game).map(|nodes| nodes.len()).sum();
        let place = if self.pairs.len() == self.names.len() { game } else { before + level };
        self.pairs.get(place).copied().unwrap_or(0)
    }

    /// Checks that the lists fit.
    fn check(&self) -> Result<(), String> {
        let Self { names, pairs, nodes, .. } = self;
        let all: usize = nodes.iter().map(|nodes| nodes.len()).sum();
        if names.is_empty()
            || ![names.len(), all].contains(&pairs.len())
            || names.len() != nodes.len()
        {
            return Err(format!(
                "`seeds` and `nodes` need one value per game ({}), or `seeds` one for each number of nodes in each game ({all})",
                names.len()
            ));
        }
        if names.iter().collect::<BTreeSet<_>>().len() != names.len() {
            return Err("give each game once".to_owned());
        }
        if nodes.iter().any(|nodes| nodes.contains(&0)) {
            return Err("give nodes of at least 1".to_owned());
        }
        for (game, name) in names.iter().enumerate() {
            let pairs = (0..nodes[game].len()).map(|level| self.pairs_of(game, level)).max();
            let pairs = pairs.unwrap_or(0);
            match Field::named(name)?.most_pairs(self.seed) {
                0 => {
                    return Err(format!(
                        "{name} has too few openings for a second half: leave it out"
                    ));
                }
                most if pairs as usize > most => {
                    return Err(format!(
                        "{name}: give at most {most} seeds, the number of openings in a half"
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// An experiment of contests.
pub(crate) struct Contests<S: 'static> {
    pub(crate) about: About,
    /// The settings of a scale.
    pub(crate) settings: fn(Scale) -> S,
    /// Checks what is no setting of all experiments of contests.
    pub(crate) check: fn(&S) -> Result<(), String>,
    /// What these have in common.
    pub(crate) games: fn(&S) -> Games<'_>,
    /// The engines that meet in each game with each of its numbers of nodes.
    pub(crate) meetings: fn(&S) -> Result<Vec<Meeting>, String>,
    /// By how much fewer pairs there are with a game's number of nodes of this place, in the meeting of this number; 0 for none.
    pub(crate) fewer: fn(&S, usize, usize) -> u32,
    /// Whether rows have the positions that were expanded and evaluated.
    pub(crate) counts: bool,
    /// Makes tables, figures and claims of the results.
    pub(crate) summarise: fn(&Results<'_, S>) -> Summary,
}

/// Two engines that meet.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// Reference and challenger.
    pub(crate) engines: [Engine; 2],
    /// The challenger's nodes as a multiple of the reference's, or of what takes as long.
    pub(crate) factor: f64,
}

impl From<[Engine; 2]> for Meeting {
    fn from(engines: [Engine; 2]) -> Self {
        Self { engines, factor: 1.0 }
    }
}

/// What was played.
pub(crate) struct Results<'r, S: 'static> {
    about: &'r About,
    pub(crate) settings: &'r S,
    games: Games<'r>,
    /// Meetings with each number of nodes.
    meetings: usize,
    played: Vec<Option<Played>>,
}

impl<S> Results<'_, S> {
    /// The result of a meeting in a game, by its number, with one of the game's numbers of nodes.
    pub(crate) fn at(&self, game: usize, level: usize, meeting: usize) -> Option<&Played> {
        let before: usize = self.games.nodes.iter().take(game).map(|nodes| nodes.len()).sum();
        self.played.get((before + level) * self.meetings + meeting)?.as_ref()
    }

    /// The title of a table with these rows: at equal nodes it says where they are not equal.
    pub(crate) fn title(&self, title: &str, used: &[Used]) -> String {
        match equal(self.games.budget) {
            Ok(Equal::Nodes) => Used::title(title, used),
            _ => title.to_owned(),
        }
    }

    /// What is added to a title: the evaluation, if the game is Othello.
    pub(crate) fn with_evaluation(&self, game: usize) -> String {
        let is_othello = self.games.names[game] == "othello";
        if is_othello { format!(", evaluation {}", self.games.evaluation) } else { String::new() }
    }

    /// A figure of points with a mark at an even score, which tells the most pairs of a contest. Its name is the
    /// experiment's with this behind it.
    pub(crate) fn figure(
        &self,
        name: &str,
        title: String,
        (x, y): (Axis, &str),
        series: impl IntoIterator<Item = Series>,
    ) -> Figure {
        let pairs = || self.played.iter().flatten().map(|one| one.pairs);
        let sample = pairs().max().map(|most| {
            let differ = pairs().any(|pairs| pairs < most);
            format!("n = {}{most} pairs of each game", if differ { "at most " } else { "" })
        });
        Figure::Plot(Plot {
            name: format!("{}{}", self.about.id, name.replace(':', "-")),
            title,
            x,
            y: Axis { sample, ..Axis::linear(y) },
            series: series.into_iter().collect(),
            marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
        })
    }
}

/// Some pairs of a contest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    contest: usize,
    first: u32,
    pairs: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "lowercase")]
pub(crate) enum Row {
    /// The challenger's nodes in the time of one of the reference.
    Timed { contest: usize, factor: f64 },
    /// Some pairs of games.
    Pairs {
        contest: usize,
        #[serde(flatten)]
        pairs: Pairs,
    },
}

impl<S> Contests<S> {
    /// The contests: games, numbers of nodes, meetings.
    ///
    /// # Errors
    /// A game or an engine that does not exist.
    fn of(&self, settings: &S) -> Result<Vec<Contest>, String> {
        let games = (self.games)(settings);
        let meetings = (self.meetings)(settings)?;
        let mut contests = Vec::new();
        for (game, (name, nodes)) in games.names.iter().zip(&games.nodes).enumerate() {
            let field = Field::named(name)?;
            let plays = |engine: &Engine| {
                field == Field::Othello || engine.algorithm() != Algorithm::Strong
            };
            for (level, &nodes) in nodes.iter().enumerate() {
                for (number, Meeting { engines, factor }) in meetings.iter().cloned().enumerate() {
                    let fewer = (self.fewer)(settings, level, number);
                    let pairs = match fewer > 0 && engines.iter().all(plays) {
                        true => games.pairs_of(game, level).div_ceil(fewer),
                        false => 0,
                    };
                    let [reference, challenger] = engines;
                    contests.push(Contest {
                        field,
                        reference,
                        challenger,
                        evaluation: evaluation(name, games.evaluation).to_owned(),
                        nodes,
                        factor,
                        pairs,
                        seed: games.seed,
                    });
                }
            }
        }
        Ok(contests)
    }

    /// The contests of settings that were checked.
    fn contests(&self, settings: &S) -> Vec<Contest> {
        self.of(settings).unwrap_or_default()
    }

    /// Plays some pairs with a factor for the challenger's nodes.
    fn play(&self, settings: &S, piece: Piece, factor: f64) -> Result<Pairs, ExperimentError> {
        let contests = self.of(settings).map_err(ExperimentError::Other)?;
        let Some(contest) = contests.get(piece.contest).cloned() else {
            return Ok(Pairs::default());
        };
        let mut pairs = play(
            &Contest { factor: contest.factor * factor, ..contest },
            piece.first,
            piece.pairs,
        )?;
        if !self.counts {
            pairs.counted = None;
        }
        Ok(pairs)
    }
}

/// An experiment in two stages: nodes are timed if processor time is equal, then all pairs are played.
impl<S: Serialize + DeserializeOwned + Sync> TwoStage for Contests<S> {
    type Settings = S;
    type Lesson = Piece;
    /// For each contest, the challenger's nodes as a multiple of the reference's.
    type Learned = Vec<f64>;
    type Piece = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, scale: Scale) -> S {
        (self.settings)(scale)
    }

    fn check(&self, settings: &S) -> Result<(), String> {
        (self.check)(settings)?;
        (self.games)(settings).check()?;
        for contest in self.of(settings)? {
            let engines = contest.engines();
            engines.iter().try_for_each(|one| one.check().map_err(|error| error.to_string()))?;
        }
        Ok(())
    }

    fn lessons(&self, settings: &S) -> Vec<Piece> {
        if equal((self.games)(settings).budget) != Ok(Equal::Time) {
            return Vec::new();
        }
        let time = |(contest, one): (usize, &Contest)| Piece {
            contest,
            first: 0,
            pairs: TIMED.min(one.pairs),
        };
        let contests = self.contests(settings);
        contests.iter().enumerate().filter(|(_, one)| one.pairs > 0).map(time).collect()
    }

    fn learn(&self, settings: &S, piece: &Piece) -> Result<Row, ExperimentError> {
        let pairs = self.play(settings, *piece, 1.0)?;
        let [reference, challenger] =
            [0, 1].map(|side| pairs.nanos[side].max(1) as f64 / pairs.nodes[side].max(1) as f64);
        Ok(Row::Timed { contest: piece.contest, factor: reference / challenger })
    }

    fn learned(&self, settings: &S, rows: &[Row]) -> Result<Vec<f64>, ExperimentError> {
        let mut factors = vec![1.0; self.contests(settings).len()];
        for row in rows {
            if let Row::Timed { contest, factor } = row
                && let Some(place) = factors.get_mut(*contest)
            {
                *place = *factor;
            }
        }
        Ok(factors)
    }

    fn pieces(&self, settings: &S) -> Vec<(u64, Piece)> {
        let contests = self.contests(settings);
        let most = contests.iter().map(|contest| contest.pairs).max().unwrap_or(0);
        let mut pieces = Vec::new();
        // Interleaved piece by piece, so that cheap and expensive ones alternate.
        for from in (0..most).step_by(PIECE as usize) {
            for (contest, one) in contests.iter().enumerate() {
                let size = if one.nodes > MANY { 1 } else { PIECE };
                for first in (from..one.pairs.min(from + PIECE)).step_by(size as usize) {
                    let pairs = size.min(one.pairs - first);
                    pieces.push((u64::from(from / PIECE), Piece { contest, first, pairs }));
                }
            }
        }
        pieces
    }

    fn apply(
        &self,
        settings: &S,
        factors: &Vec<f64>,
        piece: &Piece,
    ) -> Result<Row, ExperimentError> {
        let factor = factors.get(piece.contest).copied().unwrap_or(1.0);
        let pairs = self.play(settings, *piece, factor)?;
        Ok(Row::Pairs { contest: piece.contest, pairs })
    }

    fn misfit(&self, settings: &S, rows: &[Row]) -> Option<usize> {
        let count = self.of(settings).map_or(0, |contests| contests.len());
        let fits = |row: &Row| match row {
            Row::Timed { contest, .. } => *contest < count,
            Row::Pairs { contest, pairs } => {
                *contest < count && pairs.starts.len() == pairs.outcomes.len()
            }
        };
        rows.iter().position(|row| !fits(row))
    }

    fn summarise(&self, settings: &S, rows: &[Row]) -> Summary {
        let contests = self.contests(settings);
        let mut pieces: Vec<Vec<&Pairs>> = vec![Vec::new(); contests.len()];
        for row in rows {
            if let Row::Pairs { contest, pairs } = row
                && let Some(own) = pieces.get_mut(*contest)
            {
                own.push(pairs);
            }
        }
        let played = contests.iter().zip(&pieces).map(|(contest, own)| Played::of(contest, own));
        (self.summarise)(&Results {
            about: &self.about,
            settings,
            games: (self.games)(settings),
            meetings: (self.meetings)(settings).map_or(0, |meetings| meetings.len()),
            played: played.collect(),
        })
    }
}
