//! External engines: programs that speak a protocol, as a user describes them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::{EngineError, Pair, Value as _, keys, say};

/// The key of the command line, which makes an engine foreign.
pub(super) const CMD: &str = "cmd";

/// The keys of foreign engines.
const KEYS: &[&str] =
    &["name", CMD, "protocol", "dir", "init", "depth", "st", "startup", "patience"];

/// A protocol between programs that play Othello.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// GTP, version 2, in the dialect of Othello engines.
    Gtp,
    /// NBoard's protocol, version 2.
    NBoard,
    /// NBoard's protocol, version 1, in which a move is sent without the word `move`.
    NBoard1,
}

impl Protocol {
    const NAMES: &'static [&'static str] = &["gtp", "nboard", "nboard1"];

    /// Its name in descriptions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
            Self::NBoard1 => "nboard1",
        }
    }

    fn read(text: &str) -> Result<Self, String> {
        [Self::Gtp, Self::NBoard, Self::NBoard1]
            .into_iter()
            .find(|protocol| protocol.name() == text)
            .ok_or_else(|| say(Self::NAMES))
    }
}

/// An engine in a process of its own, which speaks a protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignEngine {
    /// Name in tables; the program's file name if none is given.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The protocol.
    pub protocol: Protocol,
    /// The directory in which it runs; that of this program if `None`.
    pub directory: Option<PathBuf>,
    /// Lines sent to it at its start.
    pub init: Vec<String>,
    /// Depth of search in plies, in protocols that can say it (NBoard).
    pub depth: Option<u32>,
    /// Maximum time per move.
    pub time: Option<Duration>,
    /// The longest time from its start to its first answers.
    pub startup: Duration,
    /// The longest time for a move without a clock and a limit of time, and for any other answer.
    pub patience: Duration,
    /// The file to which its stderr is appended. Not part of its description and identity.
    pub stderr: ErrorFile,
}

/// The file to which an engine's stderr is appended, once there is one. All copies of an engine have the same.
#[derive(Clone, Debug, Default)]
pub struct ErrorFile(Arc<OnceLock<PathBuf>>);

impl ErrorFile {
    /// Appends what comes from now on to this file, unless there is one already.
    pub fn set(&self, path: PathBuf) {
        // The first one stays.
        let _ = self.0.set(path);
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.get().map(PathBuf::as_path)
    }
}

/// Engines are equal wherever their stderr goes.
impl PartialEq for ErrorFile {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ErrorFile {}

impl ForeignEngine {
    /// The longest time from the start to the first answers, unless another is given.
    pub const STARTUP: Duration = Duration::from_secs(20);
    /// The longest time for an answer, unless another is given: some engines think for minutes where nothing limits them.
    pub const PATIENCE: Duration = Duration::from_secs(600);

    /// An engine with this command line and the default limits.
    #[must_use]
    pub fn new(protocol: Protocol, command: Vec<String>) -> Self {
        let program = command.first().map_or("", String::as_str);
        let file = std::path::Path::new(program).file_name();
        Self {
            name: file.map_or_else(|| program.to_owned(), |name| name.to_string_lossy().into()),
            command,
            protocol,
            directory: None,
            init: Vec::new(),
            depth: None,
            time: None,
            startup: Self::STARTUP,
            patience: Self::PATIENCE,
            stderr: ErrorFile::default(),
        }
    }

    /// Stands for the depth in `cmd` and `init`, where a ladder sets it.
    pub const DEPTH: &str = "{depth}";

    /// Whether a ladder can set the engine's depth: its protocol says it (NBoard), or its command line or lines sent at its start
    /// have a place for it.
    #[must_use]
    pub fn takes_depth(&self) -> bool {
        self.protocol != Protocol::Gtp || self.has_place_for_depth()
    }

    fn has_place_for_depth(&self) -> bool {
        self.command.iter().chain(&self.init).any(|text| text.contains(Self::DEPTH))
    }

    /// The same engine at this depth, in plies or in what the engine counts; unchanged if it takes none.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> Self {
        if !self.has_place_for_depth() {
            let depth = (self.protocol != Protocol::Gtp).then_some(depth);
            return Self { depth, ..self.clone() };
        }
        let fill = |texts: &[String]| {
            texts.iter().map(|text| text.replace(Self::DEPTH, &depth.to_string())).collect()
        };
        Self { command: fill(&self.command), init: fill(&self.init), ..self.clone() }
    }

    /// The engine of these keys and values.
    pub(super) fn draft(spec: &str, pairs: &[Pair]) -> Result<Self, EngineError> {
        let given = |wanted: &str| {
            let pair = pairs.iter().find(|(key, _)| key == wanted);
            pair.map(|(_, value)| value.as_str())
        };
        let name = given("name").or(given(CMD)).unwrap_or_default();
        let contradiction =
            |reason: String| EngineError::Contradiction { name: name.to_owned(), reason };
        for (place, (key, _)) in pairs.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                return Err(contradiction(format!(
                    "{key} is no option of an engine with cmd; its options are {}, clock, byo-yomi and timemargin",
                    KEYS.join(", ")
                )));
            }
            if key != "init" && pairs.iter().take(place).any(|(other, _)| other == key) {
                return Err(EngineError::Twice { spec: spec.to_owned(), key: key.clone() });
            }
        }
        let bad = |key: &str, value: &str, reason: String| EngineError::BadValue {
            spec: spec.to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let time = |key: &str| {
            let read = |text| Duration::read(text).map_err(|reason| bad(key, text, reason));
            given(key).map(read).transpose()
        };
        let text = given(CMD).unwrap_or_default();
        let command = shlex::split(text).filter(|words| !words.is_empty()).ok_or_else(|| {
            bad(CMD, text, "write a program and its arguments, quoted as for a shell".to_owned())
        })?;
        // Neither a program's arguments nor a path can have one, and no text of an engine could write it back.
        for key in [CMD, "dir"] {
            if let Some(text) = given(key).filter(|text| text.contains('\0')) {
                let reason = "no program and no folder has a NUL character in it: remove it";
                return Err(bad(key, &text.replace('\0', "\\0"), reason.to_owned()));
            }
        }
        let text = given("protocol").ok_or_else(|| {
            contradiction(format!("protocol is missing: {}", say(Protocol::NAMES)))
        })?;
        let protocol = Protocol::read(text).map_err(|reason| bad("protocol", text, reason))?;
        let mut engine = Self::new(protocol, command);
        if let Some(name) = given("name") {
            engine.name = (keys::NAME.read)(name).map_err(|reason| bad("name", name, reason))?;
        }
        if let Some(depth) = given("depth") {
            if protocol == Protocol::Gtp {
                return Err(contradiction(
                    "GTP has no command for a depth: give it in cmd or init".to_owned(),
                ));
            }
            engine.depth =
                (keys::DEPTH.read)(depth).map_err(|reason| bad("depth", depth, reason))?;
        }
        engine.directory = given("dir").map(PathBuf::from);
        engine.time = time("st")?;
        engine.startup = time("startup")?.unwrap_or(Self::STARTUP);
        engine.patience = time("patience")?.unwrap_or(Self::PATIENCE);
        let init = pairs.iter().filter(|(key, _)| key == "init");
        engine.init = init.map(|(_, line)| line.clone()).collect();
        if let Some(line) = engine.init.iter().find(|line| line.contains(char::is_control)) {
            return Err(bad("init", line, "write one line for each init".to_owned()));
        }
        Ok(engine)
    }

    /// Its options that are not at their defaults, in order.
    fn given(&self) -> Vec<(&'static str, String)> {
        let mut given = vec![
            ("name", self.name.clone()),
            (CMD, quoted(&self.command)),
            ("protocol", self.protocol.name().to_owned()),
        ];
        given.extend(self.directory.as_ref().map(|dir| ("dir", dir.display().to_string())));
        given.extend(self.init.iter().map(|line| ("init", line.clone())));
        given.extend(self.depth.map(|depth| ("depth", depth.to_string())));
        given.extend(self.time.map(|time| ("st", time.text())));
        for (key, time, usual) in
            [("startup", self.startup, Self::STARTUP), ("patience", self.patience, Self::PATIENCE)]
        {
            given.extend((time != usual).then(|| (key, time.text())));
        }
        given
    }
}

/// The words as a shell reads them.
fn quoted(words: &[String]) -> String {
    // A NUL, the only error, is kept: what is read back then has the same words, or is refused.
    let words = words.iter().map(String::as_str);
    shlex::Quoter::new().allow_nul(true).join(words).unwrap_or_default()
}

/// The format that [`Entrant`](super::Entrant) reads.
impl fmt::Display for ForeignEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (key, value)) in self.given().into_iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let quoted = value
                .contains([',', '"'])
                .then(|| format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")));
            write!(f, "{comma}{key}={}", quoted.unwrap_or(value))?;
        }
        Ok(())
    }
}

/// Its identity: what determines its moves, as far as this program knows. The limits of waiting are among it, because they decide
/// which games are forfeited.
impl Serialize for ForeignEngine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.given().into_iter().filter(|(key, _)| *key != "init") {
            map.serialize_entry(key, &value)?;
        }
        if !self.init.is_empty() {
            map.serialize_entry("init", &self.init)?;
        }
        map.end()
    }
}
