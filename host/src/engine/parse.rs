//! Engines and their options as text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyscope_core::{Expansion, Order};

use super::{Bounds, Engine, EngineError, PLIES, SPREADS};
use crate::tree::{Formulation, WhenFull};

/// The keys of an engine's description.
pub(super) const KEYS: [&str; 19] = [
    "name",
    "algorithm",
    "depth",
    "nodes",
    "st",
    "order",
    "bounds",
    "delta",
    "two-sided",
    "expansion",
    "formulation",
    "shallow",
    "memory",
    "when-full",
    "solve",
    "window",
    "iterative",
    "evaluation",
    "device",
];

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const USAGE: &str = "write exact, learned, learned-separate, likely or LOWEST:HIGHEST, such as -500:500; or \
                             learned-gains:PERCENT, gains:LOWEST:HIGHEST or spreads:LOWEST:HIGHEST/LOWEST:HIGHEST and so on, \
                             for depths from 1";
        let pair = |text: &str| -> Result<(i32, i32), String> {
            let (low, high) = text.split_once(':').ok_or(USAGE)?;
            let low: i32 = low.parse().map_err(|_| USAGE)?;
            let high: i32 = high.parse().map_err(|_| USAGE)?;
            if low > high {
                return Err(format!(
                    "the lowest must not be above the highest, as {low} and {high}"
                ));
            }
            Ok((low, high))
        };
        if let Some(share) = text.strip_prefix("learned-gains:") {
            let share = share.parse().ok().filter(|share| (1..=99).contains(share));
            return Ok(Self::LearnedGains(
                share.ok_or("write learned-gains:1 to learned-gains:99")?,
            ));
        }
        if let Some(gains) = text.strip_prefix("gains:") {
            return pair(gains).map(|(low, high)| Self::Gains(low, high));
        }
        if let Some(spreads) = text.strip_prefix("spreads:") {
            let spreads: Vec<_> = spreads.split('/').map(pair).collect::<Result<_, _>>()?;
            if spreads.len() > SPREADS {
                return Err(format!("give at most {SPREADS} depths, not {}", spreads.len()));
            }
            return Ok(Self::Spreads(spreads));
        }
        match text {
            "exact" => Ok(Self::Exact),
            "learned" => Ok(Self::Learned),
            "learned-separate" => Ok(Self::LearnedSeparate),
            "likely" => Ok(Self::Likely),
            _ => {
                let (low, high) = pair(text)?;
                if low > 0 || high < 0 {
                    return Err(format!(
                        "the lowest edge cost must be at most 0 and the highest at least 0, not {low} and {high}"
                    ));
                }
                Ok(Self::Fixed(low, high))
            }
        }
    }
}

/// Reads a whole number; `most` is the largest that is of use.
fn whole<T: FromStr + fmt::Display + Copy>(value: &str, most: T) -> Result<T, String> {
    value.parse().map_err(|_| format!("write a whole number up to {most}"))
}

/// Reads one value of a `clap` enumeration.
fn choice<T: clap::ValueEnum>(value: &str) -> Result<T, String> {
    T::from_str(value, false).map_err(|_| {
        let names: Vec<String> = T::value_variants()
            .iter()
            .filter_map(|v| v.to_possible_value().map(|v| v.get_name().to_owned()))
            .collect();
        format!("write one of {}", names.join(", "))
    })
}

/// Reads a move ordering: `none`, `static` or `static-all`.
///
/// # Errors
/// Says what can be written.
pub fn parse_order(text: &str) -> Result<Order, String> {
    match text {
        "none" => Ok(Order::None),
        "static" => Ok(Order::Static),
        "static-all" => Ok(Order::StaticAll),
        _ => Err("write none, static or static-all".to_owned()),
    }
}

/// Reads an expansion: `partial` or `full`.
///
/// # Errors
/// Says what can be written.
pub fn parse_expansion(text: &str) -> Result<Expansion, String> {
    match text {
        "partial" => Ok(Expansion::Partial),
        "full" => Ok(Expansion::Full),
        _ => Err("write partial or full".to_owned()),
    }
}

/// Reads a formulation of best-first minimax: `fig3` or `text`.
///
/// # Errors
/// Says what can be written.
pub fn parse_formulation(text: &str) -> Result<Formulation, String> {
    match text {
        "fig3" => Ok(Formulation::Figure3),
        "text" => Ok(Formulation::Text),
        _ => Err("write fig3 or text".to_owned()),
    }
}

/// Reads what to do when memory is full: `linear` or `prune`.
///
/// # Errors
/// Says what can be written.
pub fn parse_when_full(text: &str) -> Result<WhenFull, String> {
    match text {
        "linear" => Ok(WhenFull::Linear),
        "prune" => Ok(WhenFull::Prune),
        _ => Err("write linear or prune".to_owned()),
    }
}

/// Reads a number of bytes: `512MiB`, `2GB`, `65536`.
///
/// # Errors
/// Says what can be written.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let usage = "write a number of bytes above 0, such as 512MiB or 2GB";
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit {
        "" | "B" => 1,
        "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err(usage.to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| usage)?;
    match number.checked_mul(factor) {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => Err(usage.to_owned()),
    }
}

/// Reads a number of seconds.
///
/// # Errors
/// Says what can be written.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let usage = "write a number of seconds above 0, such as 0.5";
    // Up to nine decimals are exact; what has more, or an exponent, is rounded.
    let exact = || {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 9 {
            return None;
        }
        Some(Duration::new(whole.parse().ok()?, format!("{decimals:0<9}").parse().ok()?))
    };
    let rounded = || Duration::try_from_secs_f64(text.parse().ok()?).ok();
    match exact().or_else(rounded) {
        Some(time) if !time.is_zero() => Ok(time),
        _ => Err(usage.to_owned()),
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    /// Reads `name=ab,algorithm=alpha-beta,depth=4`.
    fn from_str(spec: &str) -> Result<Self, EngineError> {
        let owned = || spec.to_owned();
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in spec.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| EngineError::NoValue { spec: owned(), part: part.to_owned() })?;
            if !KEYS.contains(&key) {
                return Err(EngineError::UnknownKey { spec: owned(), key: key.to_owned() });
            }
            if pairs.iter().any(|(other, _)| *other == key) {
                return Err(EngineError::Twice { spec: owned(), key: key.to_owned() });
            }
            pairs.push((key, value));
        }
        let mut engine: Option<Self> = None;
        // The algorithm first: it sets the defaults.
        pairs.sort_by_key(|(key, _)| *key != "algorithm");
        let keys = pairs.clone();
        for (key, value) in pairs {
            let set = |engine: &mut Self| -> Result<(), String> {
                let flag = || value.parse().map_err(|_| "write true or false".to_owned());
                match key {
                    "name" if value.trim().is_empty() => return Err("write a name".to_owned()),
                    "name" => value.clone_into(&mut engine.name),
                    "depth" => engine.depth = Some(whole(value, PLIES as u32)?),
                    "nodes" => engine.nodes = Some(whole(value, u64::MAX)?),
                    "st" => engine.time = Some(parse_seconds(value)?),
                    "order" => engine.order = parse_order(value)?,
                    "bounds" => engine.bounds = Some(value.parse()?),
                    "delta" => engine.delta = value.parse().map_err(|_| "write a number")?,
                    "two-sided" => engine.two_sided = flag()?,
                    "expansion" => engine.expansion = parse_expansion(value)?,
                    "formulation" => engine.formulation = parse_formulation(value)?,
                    "shallow" => engine.shallow = Some(whole(value, u32::MAX)?),
                    "memory" => engine.memory = Some(parse_bytes(value)?),
                    "when-full" => engine.when_full = parse_when_full(value)?,
                    "solve" => engine.solve = whole(value, u32::MAX)?,
                    "window" => engine.window = Some(whole(value, u32::MAX)?),
                    "iterative" => engine.iterative = flag()?,
                    "device" => engine.device = Some(value.parse()?),
                    // "evaluation": every other key is in the list above.
                    _ => engine.evaluation = Some(value.to_owned()),
                }
                Ok(())
            };
            let outcome = match &mut engine {
                None if key == "algorithm" => {
                    choice(value).map(|algorithm| engine = Some(Self::new(algorithm)))
                }
                None => return Err(EngineError::NoAlgorithm { spec: owned() }),
                Some(engine) => set(engine),
            };
            outcome.map_err(|reason| EngineError::BadValue {
                spec: owned(),
                key: key.to_owned(),
                value: value.to_owned(),
                reason,
            })?;
        }
        let engine = engine.ok_or_else(|| EngineError::NoAlgorithm { spec: owned() })?;
        let fail =
            |reason: String| EngineError::Contradiction { name: engine.name.clone(), reason };
        // A key of no use is refused even where its value is the usual one.
        for (key, _) in &keys {
            engine.algorithm.check_option(key).map_err(|error| fail(error.to_string()))?;
        }
        engine.check()?;
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Algorithm, Bounds, Engine};

    #[test]
    fn an_engine_is_read_from_key_value_pairs_in_any_order() {
        let engine: Engine = "depth=5,delta=0.5,algorithm=fe,bounds=-3:4,name=x".parse().unwrap();
        assert_eq!((engine.algorithm, engine.depth), (Algorithm::Fe, Some(5)));
        assert_eq!((&engine.bounds, engine.delta), (&Some(Bounds::Fixed(-3, 4)), 0.5));
        for bounds in [
            Bounds::Exact,
            Bounds::Learned,
            Bounds::LearnedSeparate,
            Bounds::Likely,
            Bounds::Fixed(-5, 0),
            Bounds::Gains(3, 9),
            Bounds::LearnedGains(80),
            Bounds::Spreads(vec![(-1, 2), (3, 4)]),
        ] {
            assert_eq!(bounds.to_string().parse(), Ok(bounds));
        }
        assert_eq!(engine.name, "x");
        assert!(!engine.deepens());
    }

    #[test]
    fn errors_name_the_engine_the_key_and_the_remedy() {
        for (spec, message) in [
            ("name", "\"name\" is not KEY=VALUE"),
            ("name=a,depth=3", "algorithm= is missing"),
            ("algorithm=alfa,depth=3", "algorithm=alfa: write one of minimax, alpha-beta"),
            ("algorithm=fe,deep=3", "unknown key \"deep\"; keys are name, algorithm"),
            ("algorithm=fe,depth=3,depth=4", "\"depth\" is given twice"),
            ("algorithm=fe,depth=x", "depth=x: write a whole number"),
            ("algorithm=fe,depth=4294967296", "write a whole number up to 128"),
            ("algorithm=fe,depth=3,window=4294967296", "write a whole number up to 4294967295"),
            ("algorithm=fe,nodes=18446744073709551616", "up to 18446744073709551615"),
            ("algorithm=fe", "no limit: give a depth"),
            ("algorithm=fe,depth=1000", "depth 1000 is beyond this program's capacity"),
            ("algorithm=fe,depth=3,delta=2", "delta 2 is out of range"),
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
            ("algorithm=rbfms,depth=3,nodes=5,solve=4", "does not go with nodes and st"),
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
