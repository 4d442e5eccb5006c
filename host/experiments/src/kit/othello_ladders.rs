//! Ladders in Othello, shared by the papers' figures.

use plyscope_players::domain::{OpeningChoice, Openings as _, OthelloDomain};
use plyscope_players::engine::Engine;
use plyscope_players::tournament::ladder::{Equal, Ladder};
use plyscope_report::{Claim, Origin};

use super::ladders::Curve;
use crate::keys::Setting;
use crate::{ExperimentError, Scale};

/// The default evaluation of experiments that repeat the papers'.
pub(crate) const EVALUATION: &str = "bill";
/// The stronger evaluation, with which the same experiments are repeated.
pub(crate) const STRONGER: &str = "patterns";

/// All openings of four plies: the papers' pairs of games.
pub(crate) const PAIRS: u32 = 244;

/// Their kinds: openings of a kind are symmetric, or transpose into each other.
const KINDS: u32 = 60;

/// Pairs per task.
const PIECE: u64 = 4;

/// The work to equalise, by name, as a setting.
pub(crate) enum Budget {}

impl Setting for Budget {
    type Value = String;
    const MEANING: &'static str =
        "the work to equalise: nodes, or processor time (rows then vary from run to run)";

    fn check(value: &String) -> Result<(), String> {
        equal(value).map(drop)
    }
}

/// The work of a budget's name.
pub(crate) fn equal(budget: &str) -> Result<Equal, String> {
    match budget {
        "nodes" => Ok(Equal::Nodes),
        "time" => Ok(Equal::Time),
        other => Err(format!("budget {other:?}: write nodes or time")),
    }
}

/// The openings of a scale, as a setting, and their number.
///
/// Apart from ties, deterministic engines play the same game from all openings of a kind, so one of each tells about as
/// much as the papers' 244, in a quarter of the time. At paper scale they are the papers'; at quick scale there are so many as given.
pub(crate) fn openings_at(scale: Scale, quick: u32) -> (String, u32) {
    let of_each_kind = |count| (OpeningChoice::default().to_string(), count);
    scale.pick(of_each_kind(quick), of_each_kind(KINDS), (usual_openings(), PAIRS))
}

/// The point of claims on processor time.
pub(crate) const EQUAL_TIME: &str = "equal processor time";

/// Claims on a paper's statements with another evaluation than [`EVALUATION`] are our own: no paper used it.
/// Claims on processor time say that it is measured.
pub(crate) fn of_the_papers(evaluation: &str, budget: &str, claims: Vec<Claim>) -> Vec<Claim> {
    let timed = |claim: Claim| match budget {
        "time" => {
            let statement =
                format!("{} (equal processor time, not the same twice)", claim.statement);
            Claim { statement, point: claim.point.or(Some(EQUAL_TIME)), ..claim }
        }
        _ => claim,
    };
    let own = |claim: Claim| match claim.origin {
        Origin::Paper if evaluation != EVALUATION => {
            let source =
                format!("{}, with an evaluation that no paper used ({evaluation})", claim.source);
            Claim { origin: Origin::Own, source, ..claim }
        }
        _ => claim,
    };
    claims.into_iter().map(own).map(timed).collect()
}

/// The papers' openings, as a setting.
pub(crate) fn usual_openings() -> String {
    OpeningChoice::all_of_four_plies().to_string()
}

/// Othello from the openings of a setting.
///
/// # Errors
/// The reason if there are none.
pub(crate) fn from_openings(openings: &str) -> Result<OthelloDomain, String> {
    let place = |reason| format!("openings={openings}: {reason}");
    openings.parse::<OpeningChoice>().and_then(|choice| choice.domain()).map_err(place)
}

/// Checks that there are so many openings.
pub(crate) fn check_openings(openings: &str, seeds: u32) -> Result<(), String> {
    let starts = from_openings(openings)?.starts(None, 0).map_err(|error| error.to_string())?;
    if !(1..=starts.len()).contains(&(seeds as usize)) {
        return Err(format!(
            "give seeds from 1 to {}, the number of openings ({openings})",
            starts.len()
        ));
    }
    Ok(())
}

/// The openings in a title: their number, and what they are unless they are the papers'.
pub(crate) fn openings_text(seeds: u32, openings: &str) -> String {
    if openings == usual_openings() {
        return format!("{seeds} openings");
    }
    // Openings of a file are a long list.
    let name: String = openings.chars().take(40).collect();
    let dots = if name.len() < openings.len() { "…" } else { "" };
    format!("{seeds} openings ({name}{dots})")
}

/// Checks the settings that all of them have.
pub(crate) fn check((openings, seeds): (&str, u32), depth: u32) -> Result<(), String> {
    check_openings(openings, seeds)?;
    if !(1..=60).contains(&depth) {
        return Err("give depth from 1 to 60".to_owned());
    }
    Ok(())
}

/// The engines and their depths.
pub(crate) struct MatchPlan<'s> {
    pub(crate) label: String,
    pub(crate) reference: Engine,
    pub(crate) challenger: Engine,
    /// Depths of alpha-beta. The challenger also begins with the first.
    pub(crate) depths: (u32, u32),
    pub(crate) seed: u32,
    pub(crate) seeds: u32,
    pub(crate) openings: &'s str,
    pub(crate) evaluation: &'s str,
    pub(crate) equal: Equal,
}

/// Makes a ladder of it.
///
/// # Errors
/// The reason if there are no such openings.
pub(crate) fn curve(game: MatchPlan<'_>) -> Result<Curve<OthelloDomain>, ExperimentError> {
    let evaluation =
        |engine: Engine| Engine { evaluation: Some(game.evaluation.to_owned()), ..engine };
    let (first, last) = game.depths;
    Ok(Curve {
        label: game.label,
        ladder: Ladder {
            domain: from_openings(game.openings).map_err(ExperimentError::Other)?,
            reference: evaluation(game.reference).into(),
            challenger: evaluation(game.challenger).into(),
            reference_depths: first..=last,
            challenger_from: first,
            pairs: Some(game.seeds.into()),
            seed: game.seed.into(),
            equal: game.equal,
        },
        pairs: game.seeds.into(),
        piece: PIECE,
    })
}
