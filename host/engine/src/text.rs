//! Engines as text: a list of `key=value`.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::value::say;
use super::{Algorithm, Engine, EngineError, OnDevice, Search, keys};
use crate::Address;

/// Key of the algorithm.
pub(crate) const ALGORITHM: &str = "algorithm";
/// Key of the device's address.
pub(crate) const DEVICE: &str = "device";

/// All keys of engine descriptions.
pub(crate) fn keys() -> Vec<&'static str> {
    let mut keys = vec![keys::NAME.key, ALGORITHM, DEVICE];
    for key in Engine::KEYS.iter().chain(Algorithm::ALL.iter().flat_map(|one| one.keys())) {
        if !keys.contains(key) {
            keys.push(key);
        }
    }
    keys
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.iter().find(|algorithm| algorithm.name() == text);
        named.copied().ok_or_else(|| say(Self::NAMES))
    }
}

impl Engine {
    /// The engine of these keys and values. [`Engine::check`] checks limits and the compatibility of options.
    ///
    /// # Errors
    /// [`EngineError`] names the key that is unknown, repeated, or not an option of the algorithm, or the value that is not
    /// accepted.
    pub fn draft<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, EngineError> {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let spec = || {
            let parts: Vec<String> =
                pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
            parts.join(",")
        };
        let known = keys();
        for (place, &(key, _)) in pairs.iter().enumerate() {
            if !known.contains(&key) {
                return Err(EngineError::UnknownKey { spec: spec(), key: key.to_owned() });
            }
            if pairs.iter().take(place).any(|(other, _)| *other == key) {
                return Err(EngineError::Twice { spec: spec(), key: key.to_owned() });
            }
        }
        let bad = |key: &str, value: &str, reason| EngineError::BadValue {
            spec: spec(),
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let given =
            |wanted: &str| pairs.iter().find(|(key, _)| *key == wanted).map(|&(_, value)| value);
        // The algorithm comes first, because it sets the defaults.
        let text = given(ALGORITHM).ok_or_else(|| EngineError::NoAlgorithm { spec: spec() })?;
        let algorithm: Algorithm = text.parse().map_err(|reason| bad(ALGORITHM, text, reason))?;
        let mut engine = Self::new(algorithm);
        if let Some(name) = given(keys::NAME.key) {
            engine.name =
                (keys::NAME.read)(name).map_err(|reason| bad(keys::NAME.key, name, reason))?;
        }
        if let Some(text) = given(DEVICE) {
            let address = text.parse().map_err(|reason| bad(DEVICE, text, reason))?;
            engine = engine.moved_to(address)?;
        }
        for &(key, value) in &pairs {
            if [ALGORITHM, keys::NAME.key, DEVICE].contains(&key) {
                continue;
            }
            match engine.set_option(key, value) {
                Some(set) => set.map_err(|reason| bad(key, value, reason))?,
                // A key without effect is refused even if its value is the default.
                None => return Err(engine.contradiction(engine.no_option(key))),
            }
        }
        Ok(engine)
    }

    /// The same engine on the device at this address.
    ///
    /// # Errors
    /// [`EngineError::Contradiction`] if it has an option that devices lack, or is already on a device.
    pub fn on_device(&self, address: Address) -> Result<Self, EngineError> {
        let usual = Self { name: self.name.clone(), ..Self::new(self.algorithm()) };
        let mut moved = usual.moved_to(address)?;
        if !self.search.is_of_this_program() {
            return Err(self.contradiction("it is on a device already".to_owned()));
        }
        for option in self.given().into_iter().chain(self.search.given()) {
            if moved.set_option(option.key, &option.text).is_none() {
                return Err(moved.contradiction(moved.no_option(option.key)));
            }
        }
        Ok(moved)
    }

    /// An engine with default options on the device at this address.
    fn moved_to(self, address: Address) -> Result<Self, EngineError> {
        match self.algorithm().on_device() {
            Some(algorithm) => {
                Ok(Self { search: Search::Device(OnDevice { address, algorithm }), ..self })
            }
            None => Err(self
                .contradiction("a device searches by strong, alpha-beta, fe or rbfms".to_owned())),
        }
    }

    /// Sets an option; [`None`] if the engine has no option with this key.
    fn set_option(&mut self, key: &str, value: &str) -> Option<Result<(), String>> {
        if key == keys::SOLVE.key && !self.search.is_of_this_program() {
            return None;
        }
        self.set(key, value).or_else(|| self.search.set(key, value))
    }

    /// Why there is no option with this key.
    pub(crate) fn no_option(&self, key: &str) -> String {
        if !self.search.is_of_this_program() {
            return format!(
                "a device has no option {key}: it searches by strong, alpha-beta, fe or rbfms with the usual options"
            );
        }
        let of = Algorithm::ALL.iter().filter(|algorithm| algorithm.keys().contains(&key));
        let names: Vec<&str> = of.map(|algorithm| algorithm.name()).collect();
        format!("{key} is no option of {}, but of {}", self.algorithm(), names.join(", "))
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Parses `name=ab,algorithm=alpha-beta,depth=4`.
    fn from_str(spec: &str) -> Result<Self, EngineError> {
        let engine = Self::draft(pairs(spec)?)?;
        engine.check()?;
        Ok(engine)
    }
}

/// The keys and values of a description, which may have blanks behind its commas. Blanks at the end of a value belong to it.
///
/// # Errors
/// [`EngineError::NoValue`] names the part that is not a pair.
pub fn pairs(spec: &str) -> Result<Vec<(&str, &str)>, EngineError> {
    let pair =
        |part: &'_ str| EngineError::NoValue { spec: spec.to_owned(), part: part.to_owned() };
    spec.split(',')
        .map(|part| part.trim_start().split_once('=').ok_or_else(|| pair(part)))
        .collect()
}

/// A key and its value, without quotes.
pub type Pair = (String, String);

/// The same as [`pairs`]; a value in double quotes may contain commas. A backslash in it stands before a quote or another backslash.
///
/// # Errors
/// [`EngineError::NoValue`] names the part that is not a pair, or has no closing quote.
pub fn quoted_pairs(spec: &str) -> Result<Vec<Pair>, EngineError> {
    let error = |part: &str| EngineError::NoValue { spec: spec.to_owned(), part: part.to_owned() };
    let mut rest = spec;
    let mut pairs = Vec::new();
    loop {
        let Some((key, behind)) = rest.split_once('=').filter(|(key, _)| !key.contains(',')) else {
            return Err(error(rest.split(',').next().unwrap_or_default()));
        };
        let mut value = String::new();
        let after = if let Some(quoted) = behind.strip_prefix('"') {
            let mut letters = quoted.char_indices();
            let end = loop {
                match letters.next() {
                    Some((end, '"')) => break end,
                    Some((_, '\\')) => value.extend(letters.next().map(|(_, letter)| letter)),
                    Some((_, letter)) => value.push(letter),
                    None => return Err(EngineError::Unquoted { spec: spec.to_owned() }),
                }
            };
            quoted.get(end + 1..).unwrap_or_default()
        } else {
            let end = behind.find(',').unwrap_or(behind.len());
            let (text, after) = behind.split_at(end);
            text.clone_into(&mut value);
            after
        };
        pairs.push((key.to_owned(), value));
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.is_empty() => return Ok(pairs),
            None => return Err(error(after)),
        }
    }
}

/// The format of [`FromStr`]: the algorithm, then all options that are not defaults. Engines with the same
/// text are equal. If no value contains a comma, parsing the text gives the same engine.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ALGORITHM}={}", self.algorithm())?;
        if self.name != self.algorithm().name() {
            write!(f, ",{}={}", keys::NAME.key, self.name)?;
        }
        for option in self.given().into_iter().chain(self.search.given()) {
            write!(f, ",{}={}", option.key, option.text)?;
        }
        if let Search::Device(device) = &self.search {
            write!(f, ",{DEVICE}={}", device.address)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Fe;
    use crate::{Bounds, Engine};

    #[test]
    fn an_engine_is_read_from_key_value_pairs_in_any_order() {
        let engine: Engine = "depth=5,delta=0.5,algorithm=fe,bounds=-3:4,name=x".parse().unwrap();
        let options = Fe { bounds: Some(Bounds::Fixed(-3, 4)), delta: 0.5, ..Fe::default() };
        let same = Engine { name: "x".to_owned(), depth: Some(5), ..Engine::of(options) };
        assert_eq!(engine, same);
        assert!(!engine.deepens());
    }

    #[test]
    fn errors_name_the_engine_the_key_and_the_remedy() {
        for (spec, message) in [
            ("name", "\"name\" is not KEY=VALUE"),
            ("name=a,depth=3", "algorithm= is missing"),
            ("algorithm=alfa,depth=3", "algorithm=alfa: write minimax, alpha-beta"),
            ("algorithm=fe,deep=3", "unknown key \"deep\"; keys are name, algorithm"),
            ("algorithm=fe,depth=3,depth=4", "\"depth\" is given twice"),
            ("algorithm=fe,depth=x", "depth=x: write a whole number"),
            ("algorithm=fe,depth=4294967296", "write a whole number up to 128"),
            ("algorithm=fe,depth=3,window=4294967296", "write a whole number up to 4294967295"),
            ("algorithm=fe,nodes=18446744073709551616", "up to 18446744073709551615"),
            ("algorithm=fe", "no limit: give a depth"),
            ("algorithm=fe,depth=1000", "depth 1000 is out of range"),
            ("algorithm=fe,depth=3,delta=2", "delta is out of range"),
            ("algorithm=rbfms,depth=3,delta=0.5", "delta is no option of rbfms, but of fe"),
            (
                "algorithm=fe,depth=3,delta=0.5,bounds=gains:1:2",
                "delta scales bounds on edge costs",
            ),
            ("algorithm=fe,depth=3,bounds=gains:2:1", "must not be above the highest"),
            (
                "algorithm=fe,depth=3,bounds=learned-gains:100",
                "learned-gains:1 to learned-gains:99",
            ),
            ("algorithm=fe,depth=3,bounds=spreads:1:2/3", "spreads:LOWEST:HIGHEST/LOWEST:HIGHEST"),
            ("algorithm=rbfms,depth=3,window=5", "window is no option of rbfms"),
            (
                "algorithm=bfm,depth=3,order=static",
                "order is no option of bfm, but of alpha-beta, aspiration, fe",
            ),
            ("algorithm=rbfms,depth=3,nodes=5,solve=4", "cannot be combined with nodes or st"),
            (
                "algorithm=bfm,depth=3,iterative=false",
                "iterative is no option of bfm, but of minimax",
            ),
            (
                "algorithm=bfm,depth=3,device=emulate",
                "a device searches by strong, alpha-beta, fe or rbfms",
            ),
            ("algorithm=fe,depth=3,device=emulate,delta=1", "a device has no option delta"),
            ("algorithm=fe,depth=3,device=emulate,solve=3", "a device has no option solve"),
            ("algorithm=rbfms,depth=3,device=emulate,iterative=true", "no option iterative"),
        ] {
            let error = spec.parse::<Engine>().unwrap_err().to_string();
            assert!(error.contains(message), "{spec}: {error}");
        }
    }

    #[test]
    fn limits_without_a_depth_make_alpha_beta_deepen_but_not_best_first() {
        let engine = |spec: &str| spec.parse::<Engine>().unwrap();
        assert!(engine("algorithm=alpha-beta,nodes=100").deepens());
        assert!(engine("algorithm=alpha-beta,depth=9,st=0.1").deepens());
        assert!(!engine("algorithm=alpha-beta,depth=9,nodes=100").deepens());
        assert!(!engine("algorithm=rbfms,nodes=100").deepens());
    }
}
