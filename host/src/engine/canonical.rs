//! An engine as data, for what tells one run from another: names, numbers and texts, never Rust's own notation.
//!
//! What is as usual is left out, so that a new option leaves old runs what they were.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Engine, MEMORY};
use crate::device::Address;
use crate::tree::{Formulation, WhenFull};

impl Serialize for Engine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // All fields by name: one that is added must be looked at here.
        let Self {
            name,
            algorithm,
            depth,
            nodes,
            time,
            order,
            bounds,
            delta,
            two_sided,
            expansion,
            formulation,
            shallow,
            memory,
            when_full,
            solve,
            window,
            iterative,
            evaluation,
            device,
        } = self;
        let usual = Self::new(*algorithm);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", name)?;
        map.serialize_entry("algorithm", algorithm)?;
        macro_rules! unless_usual {
            ($name:literal, $field:ident, $value:expr) => {
                if *$field != usual.$field {
                    map.serialize_entry($name, &$value)?;
                }
            };
        }
        unless_usual!("depth", depth, depth);
        unless_usual!("nodes", nodes, nodes);
        unless_usual!("st", time, time.map(|time| time.as_secs_f64()));
        unless_usual!("order", order, order);
        unless_usual!("bounds", bounds, bounds.as_ref().map(ToString::to_string));
        unless_usual!("delta", delta, delta);
        unless_usual!("two-sided", two_sided, two_sided);
        unless_usual!("expansion", expansion, expansion);
        unless_usual!("formulation", formulation, formulation_name(*formulation));
        unless_usual!("shallow", shallow, shallow);
        if memory.is_some_and(|memory| memory != MEMORY) {
            map.serialize_entry("memory", memory)?;
        }
        unless_usual!("when-full", when_full, when_full_name(*when_full));
        unless_usual!("solve", solve, solve);
        unless_usual!("window", window, window);
        unless_usual!("iterative", iterative, iterative);
        unless_usual!("evaluation", evaluation, evaluation);
        unless_usual!("device", device, device.as_ref().map(device_kind));
        map.end()
    }
}

/// How a formulation is written.
const fn formulation_name(formulation: Formulation) -> &'static str {
    match formulation {
        Formulation::Figure3 => "fig3",
        Formulation::Text => "text",
    }
}

/// How what to do with a full memory is written.
const fn when_full_name(when_full: WhenFull) -> &'static str {
    match when_full {
        WhenFull::Linear => "linear",
        WhenFull::Prune => "prune",
    }
}

/// What a device is. Which port it is on, or where the emulator's firmware is, may change from day to day.
const fn device_kind(address: &Address) -> &'static str {
    match address {
        Address::Emulator { .. } => "emulator",
        Address::Serial(_) | Address::Socket(_) | Address::Tcp(_) => "device",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::engine::Engine;

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
        // The same device on another port.
        let on = |port: &str| data(&format!("algorithm=alpha-beta,depth=2,device={port}"));
        assert_eq!(on("/dev/ttyUSB0"), on("tcp:localhost:4000"));
        assert_ne!(on("emulate"), data("algorithm=alpha-beta,depth=2"));
    }
}
