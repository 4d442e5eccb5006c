//! Rules and notation.

use plyscope_core::Game;
use serde::Serialize;

use super::Openings;
pub use crate::engine::MoveError;
use crate::engine::{GameKind, PLIES, find_move};

/// A game with its moves as text.
pub trait Rules: Clone + Send + Sync {
    /// The rules; each search creates its own value.
    type Game: Game<Position: Clone + PartialEq + Send + 'static, Move: Send + 'static>
        + Clone
        + Send
        + 'static;

    /// Which of plyscope's games it is, if it is one.
    const GAME: Option<GameKind> = None;

    /// The name on the command line.
    const NAME: &'static str;

    /// The unit that is won: games, or pairs of games.
    const SCORING: Scoring = Scoring::Games;

    /// The names of the sides. The first moves first from the game's own start.
    const SIDES: [&'static str; 2] = ["First", "Second"];

    /// The position as lines of text for people, below which the moves are listed. Nothing by default.
    fn picture(&self, position: &<Self::Game as Game>::Position) -> String {
        let _ = position;
        String::new()
    }

    /// The move as users write it. Moves of a position have different names.
    fn move_name(&self, mv: <Self::Game as Game>::Move) -> String;

    /// The move's name in rows of games, which stay as they are: there the children of a random tree have numbers from 0.
    fn recorded_move(&self, mv: <Self::Game as Game>::Move) -> String {
        self.move_name(mv)
    }

    /// The legal move with this name; the inverse of [`Self::move_name`].
    ///
    /// # Errors
    /// [`MoveError`] lists the legal moves.
    fn parse_move(
        &self,
        game: &Self::Game,
        position: &<Self::Game as Game>::Position,
        text: &str,
    ) -> Result<<Self::Game as Game>::Move, MoveError> {
        let found = find_move(game, position, |mv| self.move_name(mv), text.trim());
        found.map(|(mv, _)| mv)
    }

    /// The outcome of a forfeited game for the side that forfeits: the worst possible.
    fn outcome_of_forfeit(&self) -> i32 {
        -1
    }

    /// Upper bound on the remaining plies, including passes: a search this deep sees the end of every line. `u32::MAX` if
    /// unknown. By default the game's own, if it knows its length.
    fn most_plies(&self, game: &Self::Game, position: &<Self::Game as Game>::Position) -> u32 {
        game.most_plies(position).unwrap_or(u32::MAX)
    }

    /// About how many plies remain, if known; used by the option `solve`.
    fn plies_left(&self, position: &<Self::Game as Game>::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// The number of the symmetry that maps one position to another, if there is one. A game without symmetries has none.
    fn symmetry(
        &self,
        from: &<Self::Game as Game>::Position,
        to: &<Self::Game as Game>::Position,
    ) -> Option<u8> {
        let _ = (from, to);
        None
    }

    /// A move under the [symmetry](Self::symmetry) with this number.
    fn mirrored(&self, mv: <Self::Game as Game>::Move, symmetry: u8) -> <Self::Game as Game>::Move {
        let _ = symmetry;
        mv
    }

    /// Greatest useful search depth, in plies.
    fn deepest_search(&self) -> u32 {
        PLIES as u32
    }
}

/// The unit that is won, drawn or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Each game.
    #[default]
    Games,
    /// Pairs of games, by the larger outcome when moving first. On random trees a single outcome says little about the
    /// players.
    Pairs,
}

impl Scoring {
    /// The units, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Pairs => "pairs",
        }
    }

    /// Games per unit.
    #[must_use]
    pub const fn games(self) -> u64 {
        match self {
            Self::Games => 1,
            Self::Pairs => 2,
        }
    }
}

/// Evaluates an expression with `$domain` as an alias of the type of a game's domain.
///
/// ```
/// use plyscope_players::domain::{Rules as _, Scoring, with_domain};
/// use plyscope_players::engine::GameKind;
///
/// let scoring = |game: GameKind| with_domain!(game, Domain => Domain::SCORING);
/// assert_eq!(scoring(GameKind::RandomTree), Scoring::Pairs);
/// ```
#[macro_export]
macro_rules! with_domain {
    ($game:expr, $domain:ident => $value:expr) => {
        match $game {
            $crate::engine::GameKind::Small(small) => {
                $crate::engine::with_small!(small, Small => {
                    type $domain = $crate::domain::SmallDomain<Small>;
                    $value
                })
            }
            $crate::engine::GameKind::Othello => {
                type $domain = $crate::domain::OthelloDomain;
                $value
            }
            $crate::engine::GameKind::RandomTree => {
                type $domain = $crate::domain::RandomTreeDomain;
                $value
            }
        }
    };
}

/// The unit that is won in the game of this name.
///
/// # Errors
/// The games' names, if it is none.
pub fn scoring_of(game: &str) -> Result<Scoring, String> {
    Ok(with_domain!(game.parse::<GameKind>()?, Game => Game::SCORING))
}

/// The kinds of starts in the game of this name: [`Openings::kind_of`].
///
/// # Errors
/// The games' names, if it is none.
pub fn kinds_of(game: &str) -> Result<fn(&str) -> u64, String> {
    Ok(with_domain!(game.parse::<GameKind>()?, Game => <Game as Openings>::kind_of))
}

#[cfg(test)]
mod tests {
    use plyscope_core::random_tree::Branching;

    use super::super::{
        ConnectFourDomain, Domain, HexapawnDomain, OthelloDomain, RandomTreeDomain, TreeParameters,
    };
    use super::{GameKind, Scoring, kinds_of, scoring_of};
    use crate::game::{GameRecord, children};
    use plyscope_run::seed::hash;

    /// Plays random games and checks every legal move of their positions.
    fn names_are_read_back<D: Domain>(domain: &D) {
        for seed in 0..20 {
            let starts = domain.starts(Some(1), seed).unwrap();
            let (game, position) = domain.set_up(&starts[0]);
            let mut record = GameRecord::new(game, position);
            for ply in 0.. {
                let (game, position) = (record.game(), record.position());
                let moves: Vec<_> = children(game, position).map(|(mv, _)| mv).collect();
                for &mv in &moves {
                    let name = format!(" {} ", domain.move_name(mv));
                    assert_eq!(domain.parse_move(game, position, &name), Ok(mv));
                }
                for nonsense in ["", "-1", "z9", "pass!", "00"] {
                    let error = domain.parse_move(game, position, nonsense).unwrap_err();
                    assert_eq!(error.legal.len(), moves.len());
                }
                if moves.is_empty() {
                    break;
                }
                let number = hash(seed, ply) as usize % moves.len();
                assert_eq!(record.play(moves[number]), Ok(()));
            }
        }
    }

    #[test]
    fn every_legal_move_of_random_games_is_read_from_its_name_and_nothing_else_is() {
        names_are_read_back(&OthelloDomain::default());
        names_are_read_back(&ConnectFourDomain::default());
        names_are_read_back(&HexapawnDomain::default());
        let parameters =
            TreeParameters { game_depth: 20, ..TreeParameters::new(Branching::random(5).unwrap()) };
        names_are_read_back(&RandomTreeDomain { parameters });
    }

    #[test]
    fn every_game_has_its_scoring_and_kinds_and_no_other_name_has() {
        for game in GameKind::ALL {
            let pairs = *game == GameKind::RandomTree;
            let scoring = if pairs { Scoring::Pairs } else { Scoring::Games };
            assert_eq!(scoring_of(game.name()), Ok(scoring));
            assert!(kinds_of(game.name()).is_ok());
        }
        assert!(
            scoring_of("chess").unwrap_err().contains("is not a game here: write breakthrough")
        );
        assert!(kinds_of("").is_err());
    }
}
