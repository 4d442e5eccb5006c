//! Lists of `key=value`, as engines and trees are written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

/// The longest text that is read: longer ones are no options.
const LONGEST: usize = 1000;

/// The options that nobody has taken yet.
#[derive(Debug)]
pub(crate) struct Options<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    /// Splits a list such as `algorithm=fe,depth=4`.
    pub(crate) fn of(text: &'a str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!(
                "{} characters are too many: write key=value,key=value",
                text.len()
            ));
        }
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                format!("{part:?} is no option: write key=value, such as depth=4")
            })?;
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(format!("{key} is given twice: give it once"));
            }
            pairs.push((key, value));
        }
        Ok(Self { pairs })
    }

    /// Takes the value of `key`, if it is given.
    pub(crate) fn take(&mut self, key: &str) -> Option<&'a str> {
        let place = self.pairs.iter().position(|&(given, _)| given == key)?;
        Some(self.pairs.remove(place).1)
    }

    /// Takes a number, if it is given.
    pub(crate) fn number<N: FromStr>(&mut self, key: &str) -> Result<Option<N>, String> {
        let read = |text: &str| {
            text.parse().map_err(|_| format!("{key}={text}: write a whole number that fits"))
        };
        self.take(key).map(read).transpose()
    }

    /// Takes one of some named values, if it is given.
    pub(crate) fn named<T: Copy>(
        &mut self,
        key: &str,
        names: &[(&str, T)],
    ) -> Result<Option<T>, String> {
        let Some(text) = self.take(key) else { return Ok(None) };
        let named = names.iter().find(|(name, _)| *name == text);
        named.map(|&(_, value)| Some(value)).ok_or_else(|| {
            let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
            format!("{key}={text}: write {}", names.join(", "))
        })
    }

    /// Refuses what is left.
    pub(crate) fn finish(self, of: &str) -> Result<(), String> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("{key} is no option of {of} here: omit it")),
        }
    }
}
