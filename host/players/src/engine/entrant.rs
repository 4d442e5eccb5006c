//! What enters a tournament: an engine of this program or of others, and its clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::{
    Engine, EngineError, ForeignEngine, Pair, TimeControl, TimeControlError, Value as _, foreign,
    quoted_pairs,
};

/// An engine with the time control of its games.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The engine.
    pub player: AnyEngine,
    /// The clock of a whole game; `None` for no clock.
    pub control: Option<TimeControl>,
    /// The time by which a move may exceed the clock, or the time per move of an external engine, without a forfeit.
    pub margin: Duration,
    /// Whether it thinks on its opponent's time: an engine of this program, in games that depend on time.
    pub ponder: bool,
}

/// An engine of this program or of others.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyEngine {
    /// Of this program.
    Own(Engine),
    /// In a process of its own.
    Foreign(ForeignEngine),
}

impl Entrant {
    /// The time by which a move may exceed its limit, unless another is given: what a busy machine needs to pass an answer on.
    pub const MARGIN: Duration = Duration::from_millis(100);

    /// An entrant without a clock.
    #[must_use]
    pub const fn new(player: AnyEngine) -> Self {
        Self { player, control: None, margin: Self::MARGIN, ponder: false }
    }

    /// Its name in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.player {
            AnyEngine::Own(engine) => &engine.name,
            AnyEngine::Foreign(engine) => &engine.name,
        }
    }

    /// Whether its games depend on time.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.control.is_some()
            || match &self.player {
                AnyEngine::Own(engine) => engine.time.is_some(),
                AnyEngine::Foreign(engine) => engine.time.is_some(),
            }
    }

    /// The engine that plays, if it is of this program: with a clock, its search is one with a limit of time.
    #[must_use]
    pub fn own(&self) -> Option<Engine> {
        match (&self.player, self.control) {
            (AnyEngine::Own(engine), Some(control)) => {
                // Each move has a share of the clock, never more than this.
                let most = control.main.saturating_add(control.byo_yomi);
                Some(Engine { time: engine.time.or(Some(most)), ..engine.clone() })
            }
            (AnyEngine::Own(engine), None) => Some(engine.clone()),
            (AnyEngine::Foreign(_), _) => None,
        }
    }

    /// Checks that pondering, if wanted, is possible.
    ///
    /// # Errors
    /// [`EngineError::Contradiction`] if the engine is not of this program, or nothing limits its time.
    pub fn check_pondering(&self) -> Result<(), EngineError> {
        let reason = match &self.player {
            _ if !self.ponder => return Ok(()),
            AnyEngine::Foreign(_) => {
                "ponder=true applies to built-in engines only; set pondering with the external engine's own options"
            }
            AnyEngine::Own(engine) if !engine.search.is_of_this_program() => {
                "a device does not think on its opponent's time: omit ponder"
            }
            AnyEngine::Own(_) if !self.is_timed() => {
                "ponder=true needs a clock or st: other games do not depend on time"
            }
            AnyEngine::Own(_) => return Ok(()),
        };
        Err(EngineError::Contradiction { name: self.name().to_owned(), reason: reason.to_owned() })
    }

    /// Checks that there is a limit, that limits are in range, and that the options are compatible.
    ///
    /// # Errors
    /// As [`Engine::check`].
    pub fn check(&self) -> Result<(), EngineError> {
        self.own().map_or(Ok(()), |engine| engine.check())
    }
}

impl From<Engine> for Entrant {
    fn from(engine: Engine) -> Self {
        Self::new(AnyEngine::Own(engine))
    }
}

impl From<ForeignEngine> for Entrant {
    fn from(engine: ForeignEngine) -> Self {
        Self::new(AnyEngine::Foreign(engine))
    }
}

/// Reads `name=ab,algorithm=alpha-beta,depth=4`, or `name=rhino,cmd="gtp-rhino -l 3",protocol=gtp`, each with `clock=60+0.5`,
/// `byo-yomi=5`, `timemargin=0.1` and `ponder=true` if wanted. A value in double quotes may contain commas; a backslash in it stands before a
/// quote or another backslash.
impl FromStr for Entrant {
    type Err = EngineError;

    fn from_str(spec: &str) -> Result<Self, EngineError> {
        let entrant = Self::draft(spec)?;
        entrant.check()?;
        Ok(entrant)
    }
}

impl Entrant {
    /// The entrant of this description, as [`FromStr`] reads it, but perhaps without a limit. [`Entrant::check`] checks that and the
    /// compatibility of options.
    ///
    /// # Errors
    /// As [`Engine::draft`].
    pub fn draft(spec: &str) -> Result<Self, EngineError> {
        let mut pairs = quoted_pairs(spec)?;
        let mut take = |key: &str| -> Result<Option<String>, EngineError> {
            let given = pairs.iter().position(|(other, _)| other == key);
            let value = given.map(|place| pairs.remove(place).1);
            match pairs.iter().any(|(other, _)| other == key) {
                true => Err(EngineError::Twice { spec: spec.to_owned(), key: key.to_owned() }),
                false => Ok(value),
            }
        };
        let ponder = take("ponder")?;
        let bad = |key: &str, value: &str, reason: String| EngineError::BadValue {
            spec: spec.to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let (clock, byo_yomi, margin) = (take("clock")?, take("byo-yomi")?, take("timemargin")?);
        let mut control: Option<TimeControl> = None;
        if let Some(text) = &clock {
            let read: Result<TimeControl, TimeControlError> = text.parse();
            let read = read.map_err(|error| bad("clock", text, error.to_string()))?;
            control = Some(read.after_moves());
        }
        if let Some(text) = &byo_yomi {
            let byo_yomi = Duration::read(text).map_err(|reason| bad("byo-yomi", text, reason))?;
            control.get_or_insert(TimeControl::new(Duration::ZERO)).byo_yomi = byo_yomi;
        }
        let margin = margin.map_or(Ok(Self::MARGIN), |text| match text.as_str() {
            "0" => Ok(Duration::ZERO),
            text => Duration::read(text).map_err(|reason| bad("timemargin", text, reason)),
        })?;
        let ponder = match ponder.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => return Err(bad("ponder", other, "write true or false".to_owned())),
        };
        let is_foreign = pairs.iter().any(|(key, _)| key == foreign::CMD);
        let player = if is_foreign {
            AnyEngine::Foreign(ForeignEngine::draft(spec, &pairs)?)
        } else {
            let pairs = pairs.iter().map(|(key, value): &Pair| (key.as_str(), value.as_str()));
            AnyEngine::Own(Engine::draft(pairs)?)
        };
        Ok(Self { player, control, margin, ponder })
    }
}

/// The format of [`FromStr`].
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.player {
            AnyEngine::Own(engine) => engine.fmt(f)?,
            AnyEngine::Foreign(engine) => engine.fmt(f)?,
        }
        for (key, value) in self.times() {
            write!(f, ",{key}={value}")?;
        }
        Ok(())
    }
}

impl Entrant {
    /// The keys of its time that are not at their defaults.
    fn times(&self) -> Vec<(&'static str, String)> {
        let mut times = Vec::new();
        if let Some(control) = self.control {
            if control.main > Duration::ZERO {
                times.push(("clock", control.to_string()));
            }
            if control.byo_yomi > Duration::ZERO {
                times.push(("byo-yomi", control.byo_yomi.text()));
            }
        }
        if self.margin != Self::MARGIN {
            let text = if self.margin.is_zero() { "0".to_owned() } else { self.margin.text() };
            times.push(("timemargin", text));
        }
        if self.ponder {
            times.push(("ponder", "true".to_owned()));
        }
        times
    }
}

/// The engine's data, and the keys of the time control that are given.
impl Serialize for Entrant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error as _;
        let data = match &self.player {
            AnyEngine::Own(engine) => serde_json::to_value(engine),
            AnyEngine::Foreign(engine) => serde_json::to_value(engine),
        };
        let mut data = data.map_err(S::Error::custom)?;
        for (key, value) in self.times() {
            data[key] = value.into();
        }
        data.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::{AnyEngine, Entrant};

    #[test]
    fn an_engine_of_others_is_read_with_its_quoted_command() {
        let text = r#"name=rhino,cmd="'/opt/a b/rhino' -l 3 --name \"x,y\"",protocol=gtp,st=0.5,init=komi 0,init=known_command x,dir=/tmp"#;
        let entrant: Entrant = text.parse().unwrap();
        let AnyEngine::Foreign(engine) = &entrant.player else { panic!("foreign") };
        assert_eq!(engine.command, ["/opt/a b/rhino", "-l", "3", "--name", "x,y"]);
        assert_eq!(engine.init, ["komi 0", "known_command x"]);
        assert_eq!(entrant.to_string().parse::<Entrant>().unwrap(), entrant, "{entrant}");
        let data = serde_json::to_value(&entrant).unwrap();
        assert_eq!(data["cmd"], "'/opt/a b/rhino' -l 3 --name 'x,y'");
        let unnamed: Entrant = "cmd=/usr/games/gtp-rhino,protocol=gtp".parse().unwrap();
        assert_eq!(unnamed.name(), "gtp-rhino");
        // A NUL, which only a program can put there, is not written as another command.
        let mut odd = engine.clone();
        odd.command = vec!["a\0b".to_owned()];
        let odd = Entrant::from(odd).to_string();
        assert!(odd.contains("a\0b") && odd.parse::<Entrant>().is_err(), "{odd:?}");
    }

    #[test]
    fn clocks_are_read_and_limit_engines_of_this_program() {
        let entrant: Entrant =
            "algorithm=strong,clock=60+0.5,byo-yomi=5,timemargin=0".parse().unwrap();
        let data = serde_json::to_value(&entrant).unwrap();
        assert_eq!(data["clock"], "60+0.5");
        assert_eq!(entrant.to_string().parse::<Entrant>().unwrap(), entrant, "{entrant}");
        assert_eq!(entrant.own().unwrap().time.unwrap().as_secs(), 65);
        let deepens: Entrant = "algorithm=alpha-beta,depth=9,clock=5".parse().unwrap();
        assert!(deepens.own().unwrap().deepens());
        let same: Entrant = "algorithm=alpha-beta,depth=9".parse().unwrap();
        assert_eq!(same.own().unwrap().to_string(), "algorithm=alpha-beta,depth=9");
    }

    #[test]
    fn errors_name_the_key_and_the_remedy() {
        for (spec, message) in [
            ("cmd=x", "protocol is missing: write gtp, nboard or nboard1"),
            ("cmd=x,protocol=uci", "protocol=uci: write gtp"),
            ("cmd=\"\",protocol=gtp", "write a program"),
            ("cmd=\"'x\",protocol=gtp", "quoted as for a shell"),
            (
                "cmd=\"a\0b -l 3\",protocol=gtp",
                "cmd=a\\0b -l 3: no program and no folder has a NUL",
            ),
            ("cmd=x,dir=/a\0,protocol=gtp", "dir=/a\\0: no program and no folder has a NUL"),
            ("cmd=\"x,protocol=gtp", "a closing quote is missing"),
            ("cmd=x,protocol=gtp,depth=3", "GTP has no command for a depth"),
            ("cmd=x,protocol=gtp,nodes=3", "nodes is no option of an engine with cmd"),
            ("cmd=x,protocol=gtp,cmd=y", "\"cmd\" is given twice"),
            ("algorithm=strong,clock=x", "write seconds or minutes:seconds, and an increment"),
            ("algorithm=strong,clock=0", "a clock without time"),
            ("algorithm=strong,clock=5,clock=6", "\"clock\" is given twice"),
            ("algorithm=strong", "no limit"),
            ("algorithm=strong,timemargin=-1", "write a number of seconds"),
            ("algorithm=strong,st=1,ponder=1", "write true or false"),
        ] {
            let error = spec.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains(message), "{spec}: {error}");
        }
    }

    #[test]
    fn only_own_engines_ponder_and_only_where_time_counts() {
        let check = |text: &str| text.parse::<Entrant>().unwrap().check_pondering();
        let pondering: Entrant = "algorithm=strong,clock=5,ponder=true".parse().unwrap();
        assert_eq!(pondering.to_string().parse::<Entrant>().unwrap(), pondering);
        assert_eq!(serde_json::to_value(&pondering).unwrap()["ponder"], "true");
        assert!(check("algorithm=strong,st=1,ponder=true").is_ok());
        assert!(check("algorithm=strong,nodes=1,ponder=false").is_ok());
        for (text, message) in [
            ("algorithm=strong,nodes=1,ponder=true", "a clock or st"),
            ("cmd=x,protocol=gtp,clock=5,ponder=true", "built-in engines only"),
        ] {
            let error = check(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
