//! The switches of best-first minimax in the options of engines.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use plyscope_core::Expansion;
use plyscope_tree::{Completion, Formulation, OnResolved, Selection, Switches, WhenFull};

use super::keys;
use super::options::{Bfm, Ubfm};

impl Bfm {
    /// The switches. With any other than those of 1996 and `on-resolved=next`, all children are generated at once.
    #[must_use]
    pub fn switches(&self) -> Switches {
        let all = Switches {
            backup: self.backup,
            transpositions: self.transpositions,
            completion: self.completion,
            on_resolved: self.on_resolved,
            final_move: self.final_move,
            leaf: self.leaf,
            selection: self.selection,
            expansion: Expansion::Full,
        };
        let goes_on = Switches { on_resolved: OnResolved::Next, ..Switches::default() };
        if all == goes_on { Switches { expansion: self.expansion, ..all } } else { all }
    }

    /// Whether all switches are those of 1996.
    #[must_use]
    pub fn is_of_1996(&self) -> bool {
        self.switches() == Switches::default()
    }

    /// Checks that the options are compatible.
    pub(crate) fn check(&self, depth: Option<u32>) -> Result<(), String> {
        let refused = [
            (keys::FORMULATION.key, self.formulation != Formulation::default()),
            (keys::WHEN_FULL.key, self.when_full != WhenFull::default()),
        ];
        if let Some((key, _)) = refused.iter().find(|(_, given)| *given && !self.is_of_1996()) {
            return Err(format!(
                "{key} is an option of the search of 1996: omit it, or backup, transpositions, completion, on-resolved, move, leaf and selection"
            ));
        }
        check(self.switches(), depth)
    }
}

impl Ubfm {
    /// The switches.
    #[must_use]
    pub const fn switches(&self) -> Switches {
        Switches {
            backup: self.backup,
            transpositions: self.transpositions,
            completion: self.completion,
            on_resolved: self.on_resolved,
            final_move: self.final_move,
            leaf: self.leaf,
            selection: self.selection,
            expansion: self.expansion,
        }
    }
}

/// Checks that the switches are compatible with each other and with the depth.
pub(crate) fn check(switches: Switches, depth: Option<u32>) -> Result<(), String> {
    match switches.selection {
        Selection::Descent if switches.completion == Completion::Off => {
            Err("a descent ends at a solved position: give completion=on, or omit selection"
                .to_owned())
        }
        Selection::Descent if switches.expansion == Expansion::Partial => {
            Err("a descent generates all children: omit expansion or selection".to_owned())
        }
        Selection::Descent if depth.is_some() => {
            Err("a descent goes down to the end of the game: give nodes or st instead of depth"
                .to_owned())
        }
        Selection::Descent | Selection::Best => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::options::{Bfm, Ubfm};
    use crate::{Engine, Search};
    use alloc::format;
    use plyscope_core::Expansion;
    use plyscope_tree::Switches;

    #[test]
    fn ubfm_is_bfm_with_the_switches_of_today() {
        assert_eq!(Ubfm::default().switches(), Switches::UBFM);
        assert!(Bfm::default().is_of_1996());
        let text = "algorithm=bfm,nodes=9,backup=root,transpositions=table,completion=on,move=safe,leaf=exact,selection=best,expansion=full";
        let engine: Engine = text.parse().unwrap();
        let Search::Bfm(bfm) = engine.search else { panic!("another algorithm") };
        assert_eq!(bfm.switches(), Switches::UBFM);
        assert!(!bfm.is_of_1996());
        let text =
            "algorithm=ubfm,nodes=9,backup=stable,transpositions=tree,completion=off,move=best";
        let engine: Engine = text.parse().unwrap();
        let Search::Ubfm(ubfm) = &engine.search else { panic!("another algorithm") };
        assert_eq!(ubfm.switches(), Switches::default());
        assert_eq!(engine.to_string(), text);
    }

    #[test]
    fn the_search_of_1996_generates_children_one_at_a_time_when_it_goes_on_too() {
        for (options, expansion) in [
            ("on-resolved=next", Expansion::Partial),
            ("on-resolved=next,expansion=full", Expansion::Full),
            ("on-resolved=next,move=safe", Expansion::Full),
        ] {
            let engine: Engine = format!("algorithm=bfm,nodes=9,{options}").parse().unwrap();
            let Search::Bfm(bfm) = &engine.search else { panic!("another algorithm") };
            assert_eq!(bfm.switches().expansion, expansion, "{options}");
            assert!(!bfm.is_of_1996());
        }
    }

    #[test]
    fn switches_that_contradict_each_other_are_refused() {
        for (text, reason) in [
            ("algorithm=bfm,nodes=9,selection=descent", "completion=on"),
            ("algorithm=ubfm,depth=9,selection=descent", "nodes or st"),
            ("algorithm=bfm,nodes=9,backup=root,when-full=prune", "when-full is an option"),
            ("algorithm=bfm,nodes=9,move=safe,formulation=text", "formulation is an option"),
            ("algorithm=bfm,nodes=9,on-resolved=next,when-full=prune", "when-full is an option"),
            ("algorithm=ubfm,nodes=9,selection=descent,expansion=partial", "all children"),
            ("algorithm=ubfm,nodes=9,when-full=prune", "when-full is no option of ubfm"),
        ] {
            let error = text.parse::<Engine>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!("algorithm=ubfm,nodes=9,selection=descent".parse::<Engine>().is_ok());
        assert!("algorithm=bfm,depth=9,formulation=text,when-full=prune".parse::<Engine>().is_ok());
    }
}
