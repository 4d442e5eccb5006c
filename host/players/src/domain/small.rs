//! Games that always begin at the same start, as domains.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use plyscope_run::seed::hash;

use super::{
    Conventions, Domain, DomainError, Evaluations, Openings, Rules, choose, only_evaluation,
    openings, shuffled,
};
use crate::engine::small::{ConnectFour, Hexapawn, SmallGame};
use crate::engine::{Engine, GameKind, Knowledge, for_small_games};
use crate::player::{AnySearch, PlayerError, make_search};

/// Connect Four on 7 x 6 squares.
pub type ConnectFourDomain = SmallDomain<ConnectFour>;
/// Hexapawn on the lecture notes' 3 x 3 board.
pub type HexapawnDomain = SmallDomain<Hexapawn>;

/// A small game; games start from openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallDomain<G> {
    /// Length of the openings in plies.
    opening_plies: u32,
    game: PhantomData<G>,
}

impl<G> SmallDomain<G> {
    /// The game with openings of this length in plies.
    #[must_use]
    pub const fn with_openings(opening_plies: u32) -> Self {
        Self { opening_plies, game: PhantomData }
    }
}

impl<G: SmallGame> Default for SmallDomain<G> {
    fn default() -> Self {
        Self::with_openings(G::OPENINGS.usual)
    }
}

/// A small game with its searches, which are compiled here once.
pub trait SearchedGame: SmallGame {
    /// Implements [`Domain::search`].
    ///
    /// # Errors
    /// As [`search_of`](crate::player::search_of).
    fn search(domain: &SmallDomain<Self>, engine: &Engine) -> Result<AnySearch<Self>, PlayerError>;
}

macro_rules! searched {
    ($($name:ident)*) => {
        $(
            impl SearchedGame for crate::engine::small::$name {
                #[inline(never)]
                fn search(
                    domain: &SmallDomain<Self>,
                    engine: &Engine,
                ) -> Result<AnySearch<Self>, PlayerError> {
                    let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
                    make_search(domain, engine, Self::default(), &evaluation, evaluation, evaluation)
                }
            }
        )*
    };
}

for_small_games!(searched,);

impl<G: SmallGame> Rules for SmallDomain<G> {
    type Game = G;

    const GAME: Option<GameKind> = Some(GameKind::Small(G::KIND));

    const NAME: &'static str = G::NAME;

    const SIDES: [&'static str; 2] = G::PLAYERS;

    /// The board row by row from the top, with the names of rows and columns.
    fn picture(&self, position: &G::Position) -> String {
        let (columns, rows) = G::BOARD;
        let names: Vec<String> = (0..columns).map(G::column_name).collect();
        let width = (0..rows).map(|row| G::row_name(row).len()).max().unwrap_or(0);
        let blanks = " ".repeat(width);
        let mut text = format!("{blanks} {}\n", names.join(" "));
        for row in (0..rows).rev() {
            text += &format!("{:>width$}", G::row_name(row));
            for column in 0..columns {
                let piece = G::owner(position, (column, row)).map(|owner| G::PIECES[owner]);
                text.extend([' ', piece.unwrap_or('.')]);
            }
            text.push('\n');
        }
        text
    }

    fn move_name(&self, mv: G::Move) -> String {
        G::move_name(mv)
    }

    fn most_plies(&self, _: &G, position: &G::Position) -> u32 {
        <G as SmallGame>::most_plies(position)
    }

    fn plies_left(&self, position: &G::Position) -> Option<u32> {
        Some(<G as SmallGame>::most_plies(position))
    }

    fn deepest_search(&self) -> u32 {
        G::DEEPEST
    }
}

/// Every position after the opening's plies, of symmetric ones one.
impl<G: SmallGame> Openings for SmallDomain<G> {
    type Start = (G::Position, String);

    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({ "opening_plies": self.opening_plies })
    }

    fn starts(
        &self,
        pairs: Option<u64>,
        seed: u64,
    ) -> Result<Vec<(G::Position, String)>, DomainError> {
        let mut met = BTreeSet::new();
        let all = openings(&G::default(), &G::START, self.opening_plies)
            .into_iter()
            .filter(|(position, _)| G::is_opening(position))
            .filter(|(position, _)| G::image(position).is_none_or(|image| met.insert(image)))
            .map(|(position, line)| (position, line.into_iter().map(G::move_name).collect()))
            .collect::<Vec<_>>();
        let draw = if G::OPENINGS.shuffled { shuffled } else { choose };
        let remedy = "play fewer, or from openings of another length";
        draw(&all, pairs, seed, self.opening_plies, remedy)
    }

    /// Names of starts are lines.
    fn kind_of(name: &str) -> u64 {
        match G::image(&G::after(name).unwrap_or(G::START)) {
            Some([one, other]) => hash(one, other),
            None => name.bytes().fold(0, |number, byte| hash(number, u64::from(byte))),
        }
    }

    fn game_start(&self) -> Result<(G, G::Position), DomainError> {
        Ok((G::default(), G::START))
    }

    fn set_up(&self, start: &(G::Position, String)) -> (G, G::Position) {
        (G::default(), start.0)
    }

    fn start_name(&self, start: &(G::Position, String)) -> String {
        start.1.clone()
    }
}

impl<G: SmallGame> Evaluations for SmallDomain<G> {
    type Evaluation = G::Evaluation;

    fn evaluation(&self, name: Option<&str>) -> Result<G::Evaluation, DomainError> {
        only_evaluation(G::NAME, name, G::EVALUATION).map(|()| G::Evaluation::default())
    }

    fn knowledge(&self, _: &G::Evaluation) -> Knowledge {
        G::KNOWLEDGE
    }
}

impl<G: SearchedGame> Domain for SmallDomain<G> {
    const CONVENTIONS: Conventions =
        Conventions { values_for_max: G::VALUES_FOR_MAX, ..Conventions::NONE };

    fn search(&self, engine: &Engine, _: G) -> Result<AnySearch<G>, PlayerError> {
        G::search(self, engine)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plyscope_core::Game as _;
    use plyscope_core::connect_four::Discs;

    use super::{ConnectFour, ConnectFourDomain, SmallGame as _, openings};
    use crate::domain::{Openings as _, Rules as _, kinds_of};

    #[test]
    fn one_opening_of_each_kind_is_played_and_none_that_wins_at_once() {
        for (opening_plies, positions) in [(0, 1), (1, 7), (2, 49), (4, 1_120), (6, 16_422)] {
            let all: BTreeSet<(u64, u64)> = openings(&ConnectFour, &Discs::START, opening_plies)
                .into_iter()
                .map(|(discs, _)| (discs.mover, discs.all))
                .collect();
            assert_eq!(all.len(), positions, "the published number");
            let quiet = || {
                all.iter()
                    .map(|&(mover, all)| Discs { mover, all })
                    .filter(|discs| !discs.wins_at_once())
            };
            let own_images = quiet().filter(|discs| discs.mirrored() == *discs).count();
            let kinds = usize::midpoint(quiet().count(), own_images);
            let domain = ConnectFourDomain::with_openings(opening_plies);
            let starts = domain.starts(None, 1).unwrap();
            let kind_of = kinds_of(ConnectFourDomain::NAME).unwrap();
            let distinct: BTreeSet<u64> = starts.iter().map(|(_, line)| kind_of(line)).collect();
            assert_eq!((starts.len(), distinct.len()), (kinds, kinds), "{opening_plies} plies");
            for (discs, line) in &starts {
                assert!(!discs.wins_at_once() && !ConnectFour.is_over(discs));
                assert_eq!(Discs::after(line), Ok(*discs));
            }
        }
        assert_eq!(ConnectFourDomain::kind_of("125"), ConnectFourDomain::kind_of("763"));
        assert_eq!(ConnectFourDomain::kind_of("125"), ConnectFourDomain::kind_of("521"));
        assert_ne!(ConnectFourDomain::kind_of("125"), ConnectFourDomain::kind_of("152"));
    }

    #[test]
    fn a_line_is_read_with_spaces_and_an_illegal_move_is_named_with_the_legal_ones() {
        assert_eq!(ConnectFour::after("44 4326"), Ok(Discs::after("444326").unwrap()));
        let error = ConnectFour::after("4444444").unwrap_err();
        assert_eq!(error, "move 7, \"4\" is not legal there: 1, 2, 3, 5, 6, 7");
    }
}
