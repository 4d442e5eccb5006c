//! Which program makes runs.

use std::sync::OnceLock;

/// A program that makes runs: this library's own, or one that brings games and experiments of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What it was built from, such as `commit 1a2b3c4`.
    pub source: &'static str,
}

/// The program of this process, and the library that it was made with.
static OF_THIS_PROCESS: OnceLock<[Program; 2]> = OnceLock::new();

impl Program {
    /// plyscope's library where nobody has [said](Self::announce) what it was built from.
    pub const LIBRARY: Self =
        Self { name: "plyscope", version: env!("CARGO_PKG_VERSION"), source: "unknown source" };

    /// From now on it is this process's program, made with this library, and manifests say so. Only the first counts: a process has
    /// one.
    pub fn announce(self, library: Self) {
        let _ = OF_THIS_PROCESS.set([self, library]);
    }

    /// This process's: the library unless another was [announced](Self::announce).
    #[must_use]
    pub fn of_this_process() -> Self {
        OF_THIS_PROCESS.get().map_or(Self::LIBRARY, |[program, _]| *program)
    }

    /// Its version and source as `--version` prints them, such as `0.1.0 (commit 1a2b3c4)`.
    #[must_use]
    pub fn long_version(&self) -> String {
        format!("{} ({})", self.version, self.source)
    }

    /// Its version and source; of another program than plyscope, plyscope's as well.
    #[must_use]
    pub fn build(&self) -> String {
        let Self { name, version, source } = *self;
        let own = format!("{version} {source}");
        if name == Self::LIBRARY.name {
            return own;
        }
        let library = OF_THIS_PROCESS.get().map_or(Self::LIBRARY, |[_, library]| *library);
        let Self { name, version, source } = library;
        format!("{own}, with {name} {version} {source}")
    }
}

#[cfg(test)]
mod tests {
    use super::Program;

    #[test]
    fn another_program_names_plyscopes_version_beside_its_own() {
        assert!(Program::LIBRARY.build().starts_with(env!("CARGO_PKG_VERSION")));
        let own = Program { name: "mine", version: "7.1", source: "commit abc" };
        let build = own.build();
        assert!(build.starts_with("7.1 commit abc, with plyscope "), "{build}");
    }
}
