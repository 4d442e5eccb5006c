//! Engines as data, for the identity of runs: names, numbers and text, never Rust's debug format.
//!
//! Defaults are omitted, so a new option does not change the identity of old runs.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use core::fmt;

use serde::de::{Error as _, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text::{ALGORITHM, DEVICE};
use super::{Algorithm, Engine, Search, keys};

/// An option's value as data.
#[derive(Clone, PartialEq, Debug)]
pub enum Data {
    /// Of an option that is not set.
    None,
    /// On or off.
    Switch(bool),
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Switch(on) => serializer.serialize_bool(*on),
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// A value of any kind as the text that stands for it in a description.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsText;

        impl Visitor<'_> for AsText {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a Boolean or text")
            }

            fn visit_bool<E>(self, on: bool) -> Result<Text, E> {
                Ok(Text(on.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(AsText)
    }
}

impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Engine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(keys::NAME.key, &self.name)?;
        map.serialize_entry(ALGORITHM, &self.algorithm())?;
        for option in self.given().into_iter().chain(self.search.given()) {
            map.serialize_entry(option.key, &option.data)?;
        }
        if let Search::Device(device) = &self.search {
            map.serialize_entry(DEVICE, device.kind())?;
        }
        map.end()
    }
}

/// Reads the data of an [`Engine`] and checks it. The data of an engine on a device have no address, so one must be added
/// before they can be read.
impl<'de> Deserialize<'de> for Engine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs = BTreeMap::<String, Text>::deserialize(deserializer)?;
        let engine = Self::draft(pairs.iter().map(|(key, value)| (key.as_str(), value.0.as_str())))
            .map_err(D::Error::custom)?;
        engine.check().map_err(D::Error::custom)?;
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Engine;

    fn data(text: &str) -> serde_json::Value {
        let engine: Engine = text.parse().unwrap();
        serde_json::to_value(&engine).unwrap()
    }

    #[test]
    fn an_engine_as_data_has_its_options_by_name_and_nothing_that_is_as_usual() {
        assert_eq!(
            data("name=a,algorithm=alpha-beta,depth=4"),
            json!({"name": "a", "algorithm": "alpha-beta", "depth": 4})
        );
        assert_eq!(
            data(
                "name=b,algorithm=bfm,nodes=500,st=0.5,memory=1MiB,when-full=prune,formulation=text,\
                 expansion=full,evaluation=bill"
            ),
            json!({
                "name": "b", "algorithm": "bfm", "nodes": 500, "st": 0.5, "memory": 1 << 20,
                "when-full": "prune", "formulation": "text", "expansion": "full",
                "evaluation": "bill",
            })
        );
        assert_eq!(data("algorithm=bfm,depth=3,solve=3")["solve"], 3);
        assert_eq!(data("algorithm=bfm,depth=3,memory=1GiB"), data("algorithm=bfm,depth=3"));
        let fe = "algorithm=fe,depth=3,bounds=spreads:-3:4/-5:6,delta=1,two-sided=true";
        assert_eq!(data(fe)["bounds"], "spreads:-3:4/-5:6");
        // The same device at another port.
        let on = |port: &str| data(&format!("algorithm=alpha-beta,depth=2,device={port}"));
        assert_eq!(on("/dev/ttyUSB0"), on("tcp:localhost:4000"));
        assert_ne!(on("emulate"), data("algorithm=alpha-beta,depth=2"));
    }

    #[test]
    fn an_engine_is_read_from_its_data_and_checked() {
        for text in [
            "name=a,algorithm=alpha-beta,depth=4,order=none",
            "algorithm=fe,nodes=500,st=0.5,bounds=spreads:-3:4/-5:6,two-sided=true,iterative=true",
            "algorithm=fe,depth=3,bounds=-3:4,delta=0.5,solve=7",
            "algorithm=extension,nodes=500,memory=1MiB,when-full=prune,shallow=0,evaluation=bill",
        ] {
            let engine: Engine = text.parse().unwrap();
            let data = serde_json::to_string(&engine).unwrap();
            assert_eq!(serde_json::from_str::<Engine>(&data).unwrap(), engine, "{data}");
        }
        let read = |data: serde_json::Value| serde_json::from_value::<Engine>(data);
        for (data, message) in [
            (json!({"algorithm": "fe"}), "no limit"),
            (json!({"algorithm": "bfm", "depth": 3, "order": "none"}), "order is no option of bfm"),
            (json!({"algorithm": "fe", "depth": "deep"}), "depth=deep"),
        ] {
            let error = read(data).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
