//! Macros that expand the declarations of algorithms.

use alloc::string::String;

use crate::Data;

/// An option that is not at its default.
pub(crate) struct Given {
    pub(crate) key: &'static str,
    /// The value as text.
    pub(crate) text: String,
    pub(crate) data: Data,
}

/// Turns a struct's fields into options.
macro_rules! options {
    ($type:ty { $($field:ident = $key:ident),* $(,)? }) => {
        impl $type {
            /// Its options, in order of declaration.
            pub(crate) fn about() -> alloc::vec::Vec<$crate::keys::About> {
                alloc::vec![$(
                    $crate::keys::$key
                        .about(|text| ($crate::keys::$key.read)(text).map(drop))
                ),*]
            }
        }

        impl $type {
            /// Its keys, in order of declaration.
            pub(crate) const KEYS: &[&str] = &[$($crate::keys::$key.key),*];

            /// Sets an option; [`None`] if there is no option with this key.
            pub(crate) fn set(&mut self, key: &str, text: &str) -> Option<Result<(), alloc::string::String>> {
                $(
                    let option = $crate::keys::$key;
                    if key == option.key {
                        return Some((option.read)(text).map(|value| self.$field = value));
                    }
                )*
                None
            }

            /// The options that are not at their defaults, in order of declaration.
            pub(crate) fn given(&self) -> alloc::vec::Vec<$crate::define::Given> {
                use $crate::Value as _;
                let mut given = alloc::vec::Vec::new();
                $(
                    let option = $crate::keys::$key;
                    if self.$field != option.usual {
                        given.push($crate::define::Given {
                            key: option.key,
                            text: self.$field.text(),
                            data: self.$field.data(),
                        });
                    }
                )*
                given
            }
        }
    };
}

/// Declares the algorithms with their names and options.
macro_rules! algorithms {
    ($(
        $(#[doc = $line:literal])+
        $name:ident $text:literal { $($field:ident: $type:ty = $key:ident),* $(,)? }
    )*) => {
        /// A search algorithm.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Algorithm {
            $($(#[doc = $line])+ $name,)*
        }

        impl Algorithm {
            /// All algorithms.
            pub const ALL: &[Self] = &[$(Self::$name),*];
            /// Their names.
            pub const NAMES: &[&str] = &[$($text),*];

            /// The name in descriptions.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// A one-line description.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($line),+).trim_ascii()),* }
            }

            /// The keys of its options besides those of all engines.
            #[must_use]
            pub const fn keys(self) -> &'static [&'static str] {
                match self { $(Self::$name => options::$name::KEYS),* }
            }

            /// Its options besides those of all engines.
            #[must_use]
            pub fn options(self) -> alloc::vec::Vec<$crate::keys::About> {
                match self { $(Self::$name => options::$name::about()),* }
            }
        }

        /// How an engine searches: by an algorithm with its options in this program, or on a device.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Search {
            $($(#[doc = $line])+ $name(options::$name),)*
            /// On a device, with its built-in options.
            Device($crate::OnDevice),
        }

        impl Search {
            /// A search with default options.
            #[must_use]
            pub fn usual(algorithm: Algorithm) -> Self {
                match algorithm {
                    $(Algorithm::$name => Self::$name(options::$name::default())),*
                }
            }

            /// The algorithm.
            #[must_use]
            pub const fn algorithm(&self) -> Algorithm {
                match self {
                    $(Self::$name(_) => Algorithm::$name,)*
                    Self::Device(device) => device.algorithm(),
                }
            }

            /// Whether it runs in this program.
            #[must_use]
            pub const fn is_of_this_program(&self) -> bool {
                match self {
                    $(Self::$name(_) => true,)*
                    Self::Device(_) => false,
                }
            }

            /// Sets an option; [`None`] if there is no option with this key.
            pub(crate) fn set(
                &mut self,
                key: &str,
                text: &str,
            ) -> Option<Result<(), alloc::string::String>> {
                match self {
                    $(Self::$name(options) => options.set(key, text),)*
                    Self::Device(device) => device.set(key, text),
                }
            }

            /// The options that are not at their defaults, in order of declaration.
            pub(crate) fn given(&self) -> alloc::vec::Vec<$crate::define::Given> {
                match self {
                    $(Self::$name(options) => options.given(),)*
                    Self::Device(device) => device.given(),
                }
            }
        }

        /// The options of each algorithm; [`keys`](crate::keys) describes each option.
        pub mod options {
            use alloc::string::String;

            use plyscope_core::search::forward_estimation::Placement;
            use plyscope_core::{Expansion, Order};

            use crate::{Bounds, Bytes, Driver, Without};
            use plyscope_tree::{
                BackUp, Completion, EndLeaf, FinalMove, Formulation, OnResolved, Selection, Transpositions,
                WhenFull,
            };

            $(
                #[doc = concat!("Options of `", $text, "`.")]
                #[derive(Clone, PartialEq, Debug)]
                pub struct $name {
                    $(
                        #[doc = concat!("[`", stringify!($key), "`](crate::keys::", stringify!($key), ")")]
                        pub $field: $type,
                    )*
                }

                impl Default for $name {
                    fn default() -> Self {
                        Self { $($field: $crate::keys::$key.usual),* }
                    }
                }

                options!($name { $($field = $key),* });

                impl From<$name> for super::Search {
                    fn from(options: $name) -> Self {
                        Self::$name(options)
                    }
                }
            )*
        }
    };
}
