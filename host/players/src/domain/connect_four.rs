//! Connect Four as a domain.

use std::collections::BTreeSet;

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_run::seed::hash;

use super::{
    Domain, DomainError, Evaluations, Openings, Rules, only_evaluation, openings, shuffled,
};
use crate::engine::small::connect_four_plies;
pub use crate::engine::small::discs_after;
use crate::engine::{Engine, GameKind, Knowledge, column_name};
use crate::player::{AnySearch, PlayerError, make_search};

/// Connect Four on 7 x 6 squares; games start from openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFourDomain {
    /// Length of the openings in plies.
    pub opening_plies: u32,
}

impl ConnectFourDomain {
    /// Greatest length of openings: 92,000 kinds of positions.
    pub const MOST_PLIES: u32 = 8;
}

impl Default for ConnectFourDomain {
    fn default() -> Self {
        Self { opening_plies: 2 }
    }
}

/// The position and its mirror image, of which one stands for both.
fn either(discs: &Discs) -> Discs {
    let mirrored = discs.mirrored();
    if (mirrored.all, mirrored.mover) < (discs.all, discs.mover) { mirrored } else { *discs }
}

impl Rules for ConnectFourDomain {
    type Game = ConnectFour;

    const GAME: Option<GameKind> = Some(GameKind::ConnectFour);

    const NAME: &'static str = GameKind::ConnectFour.name();

    fn move_name(&self, column: u8) -> String {
        column_name(column)
    }

    fn most_plies(&self, _: &ConnectFour, discs: &Discs) -> u32 {
        connect_four_plies(discs)
    }

    fn plies_left(&self, discs: &Discs) -> Option<u32> {
        Some(connect_four_plies(discs))
    }

    fn deepest_search(&self) -> u32 {
        42
    }
}

/// Every position after the opening's plies, of mirror images one. Positions where the side to move wins at once are left out.
impl Openings for ConnectFourDomain {
    type Start = (Discs, String);

    fn configuration(&self) -> serde_json::Value {
        serde_json::json!({ "opening_plies": self.opening_plies })
    }

    fn starts(&self, pairs: Option<u64>, seed: u64) -> Result<Vec<(Discs, String)>, DomainError> {
        let mut met = BTreeSet::new();
        let all = openings(&ConnectFour, &Discs::START, self.opening_plies)
            .into_iter()
            .filter(|(discs, _)| !discs.wins_at_once())
            .filter(|(discs, _)| met.insert((either(discs).all, either(discs).mover)))
            .map(|(discs, line)| (discs, line.into_iter().map(column_name).collect()))
            .collect::<Vec<_>>();
        shuffled(&all, pairs, seed, self.opening_plies, "play fewer, or from longer openings")
    }

    fn kind_of(name: &str) -> u64 {
        // Names of starts are lines.
        let discs = either(&Discs::after(name).unwrap_or_default());
        hash(discs.mover, discs.all)
    }

    fn set_up(&self, start: &(Discs, String)) -> (ConnectFour, Discs) {
        (ConnectFour, start.0)
    }

    fn start_name(&self, start: &(Discs, String)) -> String {
        start.1.clone()
    }
}

impl Evaluations for ConnectFourDomain {
    type Evaluation = OpenLines;

    fn evaluation(&self, name: Option<&str>) -> Result<OpenLines, DomainError> {
        only_evaluation(Self::NAME, name, "open-lines").map(|()| OpenLines)
    }

    fn knowledge(&self, _: &OpenLines) -> Knowledge {
        Knowledge::CONNECT_FOUR
    }
}

impl Domain for ConnectFourDomain {
    #[inline(never)]
    fn search(
        &self,
        engine: &Engine,
        game: ConnectFour,
    ) -> Result<AnySearch<ConnectFour>, PlayerError> {
        let evaluation = self.evaluation(engine.evaluation.as_deref())?;
        make_search(self, engine, game, &evaluation, evaluation, evaluation)
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::connect_four::{ConnectFour, Discs};
    use plyscope_core::{Game as _, Value};

    use std::collections::BTreeSet;

    use super::{ConnectFourDomain, discs_after, openings};
    use crate::domain::{Openings as _, Rules as _, kinds_of};
    use crate::engine::Engine;
    use crate::player::{run, search_of};

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
            let domain = ConnectFourDomain { opening_plies };
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
        assert_eq!(discs_after("44 4326"), Ok(Discs::after("444326").unwrap()));
        let error = discs_after("4444444").unwrap_err();
        assert_eq!(error, "move 7, \"4\" is not legal there: 1, 2, 3, 5, 6, 7");
    }

    /// Positions with 34 to 38 discs, from lists of solved positions.
    #[test]
    fn principal_variation_search_solves_positions_of_known_value() {
        let domain = ConnectFourDomain::default();
        let engine: Engine = "algorithm=pvs,depth=42,killers=true".parse().unwrap();
        for (line, sign) in [
            ("2252576253462244111563365343671351441", -1),
            ("7422341735647741166133573473242566", 1),
            ("23163416124767223154467471272416755633", 0),
        ] {
            let discs = Discs::after(line).unwrap();
            let mut search = search_of(&domain, &engine, ConnectFour).unwrap();
            let report = run(&mut search, &engine, &discs).unwrap();
            assert!(report.proven, "{line}");
            assert_eq!(report.value.cmp(&Value::ZERO) as i32, sign, "{line}");
        }
    }
}
