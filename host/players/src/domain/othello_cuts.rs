//! ProbCut's parameters for evaluations of Othello by name.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use plyscope_core::othello::{Patterns, ProbCuts};
use plyscope_core::search::probe::Cut;
use plyscope_run::files;
use sha2::{Digest as _, Sha256};

use super::WeightsError;
use super::othello_evaluation::MOST;

/// The names of the files that `learn probcut` and `learn probcut --ends` write. Beside a file of weights, they are read with it.
const BESIDE: &str = "probcut.bin";
const ENDS_BESIDE: &str = "probcut-ends.bin";

/// The parameters of ProbCut for the patterns of this name: those built in, those in the files `probcut.bin` and `probcut-ends.bin`
/// beside a file of weights if they were learned for these weights, and otherwise none, since other weights err in other ways.
///
/// # Errors
/// [`WeightsError`] if a file beside the weights cannot be read, or is damaged.
pub fn cuts_of(
    name: Option<&str>,
    patterns: Patterns<'static>,
) -> Result<&'static ProbCuts<'static>, WeightsError> {
    if patterns == Patterns::LARGE {
        return Ok(&ProbCuts::LARGE);
    } else if patterns == Patterns::LEARNED {
        return Ok(&ProbCuts::LEARNED);
    } else if patterns == Patterns::SMALL {
        return Ok(&ProbCuts::SMALL);
    }
    let Some(beside) = name.map(read_beside).transpose()?.flatten() else {
        return Ok(&ProbCuts::NONE);
    };
    let is_own = beside.cuts.evaluation() == patterns.fingerprint();
    if !is_own || beside.ends.is_some() && beside.cuts.ends().is_empty() {
        beside.said.call_once(|| {
            let file = beside.path.with_file_name(if is_own { ENDS_BESIDE } else { BESIDE });
            files::warn(&format!(
                "{} is not used: it was not learned for the weights beside it; learn theirs with `plyscope learn probcut`, or move it away",
                file.display()
            ));
        });
    }
    Ok(if is_own { &beside.cuts } else { &ProbCuts::NONE })
}

/// What is appended to the identity of the evaluation of an engine that uses its cuts: nothing, unless they come from files.
pub(super) fn identity(name: &str, patterns: Patterns<'static>) -> String {
    let (Ok(cuts), Ok(Some(beside))) = (cuts_of(Some(name), patterns), read_beside(name)) else {
        return String::new();
    };
    if !std::ptr::eq(cuts, &beside.cuts) {
        return String::new();
    }
    let ends = beside.ends.filter(|_| !cuts.ends().is_empty());
    let files = [("probcut", Some(beside.bytes)), ("probcut-ends", ends)];
    let known = files.into_iter().filter_map(|(file, bytes)| Some((file, bytes?)));
    known
        .map(|(file, bytes)| {
            let hash = Sha256::digest(bytes);
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("+{file}:sha256:{hash}")
        })
        .collect()
}

/// The cuts in the files beside a file of weights.
struct Beside {
    path: PathBuf,
    bytes: &'static [u8],
    /// The file of cuts for searches to the end, if there is one.
    ends: Option<&'static [u8]>,
    cuts: ProbCuts<'static>,
    /// That a file is not of the weights is said once.
    said: Once,
}

/// The cuts beside the file of weights in an evaluation's name, kept in memory until the program ends: players share them.
fn read_beside(name: &str) -> Result<Option<&'static Beside>, WeightsError> {
    static READ: Mutex<Vec<&'static Beside>> = Mutex::new(Vec::new());
    let Some(("patterns", weights)) = name.split_once(':') else { return Ok(None) };
    let path = Path::new(weights).with_file_name(BESIDE);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = read.iter().find(|known| known.path == path) {
        return Ok(Some(known));
    }
    let Some((bytes, cuts)) = read_cuts(&path)? else { return Ok(None) };
    let ends = read_cuts(&path.with_file_name(ENDS_BESIDE))?;
    let cuts = ends.map_or(cuts, |(_, ends)| cuts.with_ends(ends));
    let ends = ends.map(|(bytes, _)| bytes);
    let known: &Beside = Box::leak(Box::new(Beside { path, bytes, ends, cuts, said: Once::new() }));
    read.push(known);
    Ok(Some(known))
}

/// A file of cuts, kept in memory; `None` if it does not exist.
fn read_cuts(path: &Path) -> Result<Option<(&'static [u8], ProbCuts<'static>)>, WeightsError> {
    let shown = || path.display().to_string();
    let bytes = match files::read_ordinary(path, MOST) {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(WeightsError::File { path: shown(), cause }),
    };
    let mut cuts = vec![Cut::EMPTY; bytes.len() / size_of::<Cut>() + 1].into_boxed_slice();
    if ProbCuts::parse(&bytes, &mut cuts).is_none() {
        return Err(WeightsError::NoCuts { path: shown(), length: bytes.len() });
    }
    let bytes: &'static [u8] = bytes.leak();
    Ok(ProbCuts::parse(bytes, Box::leak(cuts)).map(|cuts| (bytes, cuts)))
}

#[cfg(test)]
mod tests {
    use plyscope_core::hash::crc32;
    use plyscope_core::othello::{Patterns, ProbCuts};
    use plyscope_core::search::probe::Cut;
    use plyscope_core::{othello::patterns::PatternSet, othello::patterns::header};

    use super::{cuts_of, identity};
    use crate::domain::WeightsError;

    fn sealed(mut file: Vec<u8>) -> Vec<u8> {
        file.extend(crc32(&[&file]).to_le_bytes());
        file
    }

    /// Weights that are like no others, and cuts for the weights with this fingerprint, in a directory of their own.
    fn directory(name: &str, evaluation: impl Fn(u32) -> u32) -> (String, Patterns<'static>) {
        let directory =
            std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let set = PatternSet::W;
        let weights = std::iter::repeat_n(name.len() as u8, set.weights());
        let weights: &'static [u8] =
            sealed(header(set, 1).into_iter().chain(weights).collect()).leak();
        std::fs::write(directory.join("weights.bin"), weights).unwrap();
        let patterns = Patterns::new(weights).unwrap();
        let cut = Cut { deep: 4, shallow: 2, slope: 250, offset: 1, deviation: 300 };
        let header = ProbCuts::header(1, 1, evaluation(patterns.fingerprint()));
        let cuts = sealed(header.into_iter().chain(ProbCuts::bytes(cut)).collect());
        std::fs::write(directory.join("probcut.bin"), cuts).unwrap();
        (format!("patterns:{}", directory.join("weights.bin").display()), patterns)
    }

    fn remove(name: &str) {
        let weights = std::path::Path::new(name.split_once(':').unwrap().1);
        std::fs::remove_dir_all(weights.parent().unwrap()).unwrap();
    }

    #[test]
    fn weights_have_the_cuts_beside_them_that_were_learned_for_them() {
        let (name, patterns) = directory("own-cuts", |own| own);
        let cuts = cuts_of(Some(&name), patterns).unwrap();
        assert_eq!((cuts.evaluation(), cuts.cuts(30).len()), (patterns.fingerprint(), 1));
        assert!(std::ptr::eq(cuts, cuts_of(Some(&name), patterns).unwrap()), "read once");
        assert!(identity(&name, patterns).starts_with("+probcut:sha256:"));
        assert!(cuts.ends().is_empty() && !identity(&name, patterns).contains("ends"));
        assert_eq!(cuts_of(None, patterns).unwrap(), &ProbCuts::NONE);
        // The built-in weights keep theirs.
        assert_eq!(cuts_of(Some(&name), Patterns::LARGE).unwrap(), &ProbCuts::LARGE);
        assert_eq!(identity("patterns-large", Patterns::LARGE), "");
        remove(&name);
    }

    #[test]
    fn cuts_to_the_end_are_read_with_the_others() {
        let (name, patterns) = directory("cuts-and-ends", |own| own);
        let path = std::path::Path::new(name.split_once(':').unwrap().1);
        let beside = path.with_file_name("probcut.bin");
        std::fs::copy(&beside, path.with_file_name("probcut-ends.bin")).unwrap();
        let cuts = cuts_of(Some(&name), patterns).unwrap();
        assert_eq!(cuts.ends(), cuts.cuts(30));
        assert!(identity(&name, patterns).contains("+probcut-ends:sha256:"));
        remove(&name);
        let (name, patterns) = directory("cuts-and-damaged-ends", |own| own);
        let path = std::path::Path::new(name.split_once(':').unwrap().1);
        std::fs::write(path.with_file_name("probcut-ends.bin"), b"plycu1").unwrap();
        let error = cuts_of(Some(&name), patterns).unwrap_err();
        assert!(error.to_string().contains("probcut-ends.bin"), "{error}");
        remove(&name);
    }

    #[test]
    fn cuts_of_other_weights_are_not_used_and_damaged_ones_are_an_error() {
        let (name, patterns) = directory("others-cuts", |own| own ^ 1);
        assert_eq!(cuts_of(Some(&name), patterns).unwrap(), &ProbCuts::NONE);
        assert_eq!(identity(&name, patterns), "");
        remove(&name);
        let (name, patterns) = directory("damaged-cuts", |own| own);
        let path = std::path::Path::new(name.split_once(':').unwrap().1);
        std::fs::write(path.with_file_name("probcut.bin"), b"plycu1").unwrap();
        let error = cuts_of(Some(&name), patterns).unwrap_err();
        assert!(matches!(error, WeightsError::NoCuts { length: 6, .. }), "{error}");
        remove(&name);
        let none = "patterns:no-such-directory/weights.bin";
        assert_eq!(cuts_of(Some(none), patterns).unwrap(), &ProbCuts::NONE);
    }
}
