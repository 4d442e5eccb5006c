//! The switches of best-first minimax in the options of engines.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use plyscope_core::Expansion;
use plyscope_tree::{Completion, Formulation, Selection, Switches, WhenFull};

use super::keys;
use super::options::{Bfm, Ubfm};

impl Bfm {
    /// The switches.
    #[must_use]
    pub const fn switches(&self) -> Switches {
        Switches {
            backup: self.backup,
            transpositions: self.transpositions,
            completion: self.completion,
            final_move: self.final_move,
            leaf: self.leaf,
            selection: self.selection,
        }
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
                "{key} is an option of the search of 1996: omit it, or backup, transpositions, completion, move, leaf and selection"
            ));
        }
        check(self.switches(), depth)
    }
}

impl Ubfm {
    /// The switches.
    #[must_use]
    pub const fn switches(&self) -> Switches {
        Switches { selection: self.selection, ..Switches::UBFM }
    }
}

impl From<&Ubfm> for Bfm {
    /// The same search.
    fn from(options: &Ubfm) -> Self {
        let Switches { backup, transpositions, completion, final_move, leaf, selection } =
            options.switches();
        Self {
            expansion: Expansion::Full,
            memory: options.memory,
            backup,
            transpositions,
            completion,
            final_move,
            leaf,
            selection,
            ..Self::default()
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
        Selection::Descent if depth.is_some() => {
            Err("a descent goes down to the end of the game: give nodes or st instead of depth"
                .to_owned())
        }
        Selection::Descent | Selection::Best => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::Engine;
    use crate::options::{Bfm, Ubfm};
    use plyscope_tree::Switches;

    #[test]
    fn ubfm_is_bfm_with_the_switches_of_today() {
        let ubfm = Ubfm::default();
        assert_eq!(Bfm::from(&ubfm).switches(), Switches::UBFM);
        let text = "algorithm=bfm,nodes=9,backup=root,transpositions=table,completion=on,move=safe,leaf=exact,selection=best,expansion=full";
        let engine: Engine = text.parse().unwrap();
        assert_eq!(engine.search, Bfm::from(&ubfm).into());
        assert!(Bfm::default().is_of_1996() && !Bfm::from(&ubfm).is_of_1996());
    }

    #[test]
    fn switches_that_contradict_each_other_are_refused() {
        for (text, reason) in [
            ("algorithm=bfm,nodes=9,selection=descent", "completion=on"),
            ("algorithm=ubfm,depth=9,selection=descent", "nodes or st"),
            ("algorithm=bfm,nodes=9,backup=root,when-full=prune", "when-full is an option"),
            ("algorithm=bfm,nodes=9,move=safe,formulation=text", "formulation is an option"),
            ("algorithm=ubfm,nodes=9,move=best", "move is no option of ubfm"),
        ] {
            let error = text.parse::<Engine>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!("algorithm=ubfm,nodes=9,selection=descent".parse::<Engine>().is_ok());
        assert!("algorithm=bfm,depth=9,formulation=text,when-full=prune".parse::<Engine>().is_ok());
    }
}
