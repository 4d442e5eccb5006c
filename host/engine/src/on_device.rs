//! Searches on a device.

use alloc::string::String;
use alloc::vec::Vec;

use super::Algorithm;
use super::define::Given;
use super::keys::ITERATIVE;
use super::value::Value as _;
use crate::Address;

/// A search on a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnDevice {
    /// The device's address.
    pub address: Address,
    /// The search.
    pub algorithm: DeviceAlgorithm,
}

/// A device's search: one of these algorithms with its built-in options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceAlgorithm {
    /// Alpha-beta.
    AlphaBeta {
        /// [`ITERATIVE`]
        iterative: bool,
    },
    /// Forward estimation with likely bounds.
    Fe {
        /// [`ITERATIVE`]
        iterative: bool,
    },
    /// Recursive best-first minimax.
    Rbfms,
    /// The strong player, without a level, with the device's table.
    Strong,
}

impl OnDevice {
    /// The algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self.algorithm {
            DeviceAlgorithm::AlphaBeta { .. } => Algorithm::AlphaBeta,
            DeviceAlgorithm::Fe { .. } => Algorithm::Fe,
            DeviceAlgorithm::Rbfms => Algorithm::Rbfms,
            DeviceAlgorithm::Strong => Algorithm::Strong,
        }
    }

    /// Whether to deepen iteratively; [`None`] for searches without this option.
    pub(crate) const fn iterative(&self) -> Option<bool> {
        match self.algorithm {
            DeviceAlgorithm::AlphaBeta { iterative } | DeviceAlgorithm::Fe { iterative } => {
                Some(iterative)
            }
            DeviceAlgorithm::Rbfms | DeviceAlgorithm::Strong => None,
        }
    }

    /// Its identity, as far as results depend on it: without the port or the path of the firmware, which may change.
    pub(crate) const fn kind(&self) -> &'static str {
        match self.address {
            Address::Emulator { .. } => "emulator",
            Address::Serial(_) | Address::Socket(_) | Address::Tcp(_) => "device",
        }
    }
}

impl OnDevice {
    /// Sets an option; [`None`] if there is no option with this key.
    pub(crate) fn set(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        match &mut self.algorithm {
            DeviceAlgorithm::AlphaBeta { iterative } | DeviceAlgorithm::Fe { iterative }
                if key == ITERATIVE.key =>
            {
                Some((ITERATIVE.read)(text).map(|value| *iterative = value))
            }
            DeviceAlgorithm::AlphaBeta { .. }
            | DeviceAlgorithm::Fe { .. }
            | DeviceAlgorithm::Rbfms
            | DeviceAlgorithm::Strong => None,
        }
    }

    /// The options that are not at their defaults.
    pub(crate) fn given(&self) -> Vec<Given> {
        let deepens = self.iterative().filter(|iterative| *iterative);
        let given =
            |value: bool| Given { key: ITERATIVE.key, text: value.text(), data: value.data() };
        deepens.map(given).into_iter().collect()
    }
}
