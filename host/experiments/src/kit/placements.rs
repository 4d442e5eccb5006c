//! Placements of forward estimation's tests, for experiments that show them side by side.

use plyscope_core::search::forward_estimation::Placement;
use plyscope_players::engine::Value as _;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::Scale;
use crate::keys::{Setting, Value, words};

/// Placements by name, as a setting.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Placements(Vec<String>);

impl Placements {
    /// All placements.
    pub(crate) fn all() -> Self {
        Self(Placement::FORMS.iter().map(|name| (*name).to_owned()).collect())
    }

    /// All, or at quick scale Table 1's and the one that fits Fig. 3(a) best where no player keeps its tree.
    pub(crate) fn at(scale: Scale) -> Self {
        let two = Self::of(&[Placement::Table1, Placement::PerChild]);
        scale.pick(two, Self::all(), Self::all())
    }

    /// These placements.
    pub(crate) fn of(placements: &[Placement]) -> Self {
        Self(placements.iter().map(|placement| placement.text()).collect())
    }

    /// The number of placements.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The placements. Names that [`check`](Self::check) refuses are left out.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Placement> + '_ {
        self.0.iter().filter_map(|name| Placement::read(name).ok())
    }

    /// The number of this placement in the list.
    pub(crate) fn place(&self, placement: Placement) -> Option<usize> {
        self.iter().position(|one| one == placement)
    }
}

impl Value for Placements {
    fn read(text: &str) -> Result<Json, &'static str> {
        words(text)
    }
}

impl Setting for Placements {
    type Value = Self;
    const MEANING: &'static str = "where forward estimation tests its estimates, one curve for each: table1 (what Table 1 fits; \
        chosen after the fact), literal (what the papers print), entry1, per-child";

    fn check(value: &Self) -> Result<(), String> {
        let Self(names) = value;
        for (place, name) in names.iter().enumerate() {
            Placement::read(name).map_err(|why| format!("placement {name:?}: {why}"))?;
            if names.iter().take(place).any(|before| before == name) {
                return Err(format!("placement {name} is there twice: give it once"));
            }
        }
        if names.is_empty() { Err("give at least one placement".to_owned()) } else { Ok(()) }
    }
}

/// What tells a placement's curve from the usual one: nothing for that, `, literal` for instance for others.
pub(crate) fn note(placement: Placement) -> String {
    match placement {
        Placement::Table1 => String::new(),
        placement => format!(", {}", placement.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked_and_the_usual_placement_has_no_note() {
        let check = Placements::check;
        assert_eq!(check(&Placements::all()), Ok(()));
        assert_eq!(Placements::all().len(), 4);
        let of = |names: &[&str]| Placements(names.iter().map(|name| (*name).to_owned()).collect());
        assert!(check(&of(&["literal", "middle"])).unwrap_err().contains("write table1, literal"));
        assert!(check(&of(&["literal", "literal"])).unwrap_err().contains("twice"));
        assert!(check(&of(&[])).is_err());
        assert_eq!(of(&["literal", "table1"]).place(Placement::Table1), Some(1));
        assert_eq!([note(Placement::Table1), note(Placement::PerChild)], ["", ", per-child"]);
    }
}
