//! Cases of property tests: other ones at each run, and the same ones again by a seed.

use std::hash::{BuildHasher as _, RandomState};

use proptest::test_runner::{Config, RngSeed};

/// So many cases of `PROPTEST_RNG_SEED`, or of a new seed. A test that fails shows the seed that repeats its cases.
#[must_use]
pub fn config(cases: u32) -> Config {
    // It reads the environment.
    let usual = Config::default();
    let seed = match usual.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => RandomState::new().hash_one(cases),
    };
    // Tests that pass show nothing.
    #[allow(
        clippy::disallowed_macros,
        reason = "cargo test keeps what this prints for tests that fail"
    )]
    {
        println!("PROPTEST_RNG_SEED={seed} repeats these cases");
    }
    Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..usual }
}
