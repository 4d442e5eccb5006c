//! The commands that write, in small: what they need, how they begin and how they go on after an interruption.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::case::Attack;
use super::harness::succeed;
use super::tree::{self, Tree};

/// A command that writes. Paths are relative to the case's directory; inputs are below `in`.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    pub(crate) name: &'static str,
    /// The command line.
    pub(crate) begin: &'static str,
    /// The file whose existence means that it has begun, and the command line that goes on then; nothing to do if that is empty.
    pub(crate) go_on: Option<(&'static str, &'static str)>,
    /// Inputs that it needs.
    pub(crate) inputs: &'static [&'static str],
    /// Files that exist before and are replaced.
    pub(crate) old: &'static [&'static str],
}

const TOURNAMENT: &str = "-q tournament random-tree --branching uniform:3 --engine name=a,algorithm=alpha-beta,depth=2 \
                          --engine name=b,algorithm=bfm,depth=3";

const fn writer(
    name: &'static str,
    begin: &'static str,
    go_on: Option<(&'static str, &'static str)>,
) -> Writer {
    Writer { name, begin, go_on, inputs: &[], old: &[] }
}

macro_rules! resumed {
    ($name:literal, $command:literal) => {
        writer(
            $name,
            concat!($command, " --run-dir run"),
            Some(("run/manifest.json", concat!($command, " --resume run"))),
        )
    };
}

/// All of them.
pub(crate) const WRITERS: [Writer; 19] = [
    resumed!(
        "tournament",
        "-q tournament random-tree --branching uniform:3 --engine name=a,algorithm=alpha-beta,depth=2 \
         --engine name=b,algorithm=bfm,depth=3 --pairs 20 --threads 2"
    ),
    writer(
        "ladder",
        "-q ladder random-tree --branching uniform:3 --pairs 4 --reference algorithm=ab-saved --challenger algorithm=bfm \
         --reference-depths 1..2 --threads 2 --run-dir run",
        None,
    ),
    writer(
        "experiment",
        "-q experiment run korf-figs-1-2 notes-small-trees korf-generation --scale quick --threads 2 --resume runs",
        None,
    ),
    resumed!("learn games", "-q learn games --games 32 --depth 1 --solve 4 --threads 2"),
    resumed!(
        "learn evaluation",
        "-q learn evaluation --candidates w:1,bill --games 120,200 --depth 1 --random-plies 16 --solve 4 --epochs 1 --nodes 20 \
         --pairs 1 --threads 2"
    ),
    resumed!(
        "learn probcut",
        "-q learn probcut --evaluation simple --positions 60 --depth 4 --phases 1 --pairs 3:1,4:2 --threads 2 --output probcut.bin"
    ),
    Writer {
        inputs: &["labels"],
        ..writer(
            "learn weights",
            "-q learn weights --games in/labels --directory weights --set logistello:1 --iterations 2 --threads 2",
            None,
        )
    },
    Writer {
        inputs: &["part1", "part2"],
        ..writer("merge", "merge out in/part1 in/part2", Some(("out/manifest.json", "")))
    },
    Writer {
        inputs: &["games.ggf"],
        old: &["games.wtb"],
        ..writer("games convert", "games convert in/games.ggf --to wthor --output games.wtb", None)
    },
    Writer {
        inputs: &["run"],
        old: &["games.csv"],
        ..writer("export csv", "export in/run --format csv --output games.csv", None)
    },
    Writer {
        inputs: &["runs"],
        ..writer("export png", "export in/runs/korf-generation --format png --output figures", None)
    },
    Writer {
        inputs: &["runs"],
        old: &["report/index.html"],
        ..writer("report", "report in/runs --output report --summary summary", None)
    },
    Writer {
        inputs: &["games.ggf"],
        old: &["page.html"],
        ..writer(
            "analyse",
            "-q analyse in/games.ggf --depth 2 --exact 8 --evaluation simple --threads 2 --html page.html --run-dir run",
            Some((
                "run/manifest.json",
                "-q analyse in/games.ggf --depth 2 --exact 8 --evaluation simple --threads 2 --html page.html --resume run",
            )),
        )
    },
    Writer {
        old: &["tree.html"],
        ..writer(
            "trace",
            "trace --example zhang-condition-1 --format html --output tree.html",
            None,
        )
    },
    writer(
        "book build",
        "-q book build new.book --positions 40 --depth 2 --plies 6 --evaluation simple --threads 2",
        Some((
            "new.book",
            "-q book build --resume new.book --positions 40 --depth 2 --plies 6 --evaluation simple --threads 2",
        )),
    ),
    Writer {
        inputs: &["one.book"],
        ..writer(
            "book extend",
            "-q book build --resume in/one.book --positions 40 --depth 2 --plies 6 --evaluation simple --threads 2",
            None,
        )
    },
    Writer {
        inputs: &["one.book", "other.book"],
        ..writer(
            "book merge",
            "-q book merge all.book in/one.book in/other.book",
            Some(("all.book", "")),
        )
    },
    writer(
        "play",
        "play hexapawn --plain --first algorithm=minimax,depth=2 --second algorithm=minimax,depth=3 --keep game.json",
        None,
    ),
    Writer {
        old: &["game.json"],
        ..writer(
            "play over another file",
            "play hexapawn --plain --first algorithm=minimax,depth=2 --second algorithm=minimax,depth=3 --keep game.json",
            None,
        )
    },
];

/// What an old file holds.
pub(crate) const OLD: &[u8] = b"what was there before\n";

/// Makes all inputs in a directory.
pub(crate) fn make_inputs(attack: &Attack) -> Result<PathBuf, String> {
    let place = attack.place.join("inputs");
    if place.join("made").exists() {
        return Ok(place);
    }
    fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let games = attack.root.join("tests/data/own-games.wtb").display().to_string();
    for line in [
        format!("{TOURNAMENT} --pairs 6 --run-dir run"),
        format!("{TOURNAMENT} --pairs 20 --shard 1/2 --run-dir part1"),
        format!("{TOURNAMENT} --pairs 20 --shard 2/2 --run-dir part2"),
        "-q experiment run korf-figs-1-2 korf-generation --scale quick --run-dir runs".to_owned(),
        "-q learn games --games 16 --depth 1 --solve 4 --run-dir labels".to_owned(),
        format!("games convert {games} --to ggf --output all.ggf"),
        "-q book build one.book --positions 20 --depth 2 --plies 6 --evaluation simple".to_owned(),
        "-q book build other.book --positions 20 --depth 2 --plies 6 --evaluation simple --seed 2"
            .to_owned(),
    ] {
        succeed(&attack.program, &place, &line)?;
    }
    let all = fs::read_to_string(place.join("all.ggf")).map_err(|error| error.to_string())?;
    let few: String = all.lines().take(3).map(|line| format!("{line}\n")).collect();
    let written =
        fs::write(place.join("games.ggf"), few).and_then(|()| fs::write(place.join("made"), ""));
    written.map_err(|error| error.to_string())?;
    Ok(place)
}

/// What an undisturbed run leaves.
#[derive(Clone, Debug)]
pub(crate) struct Undisturbed {
    pub(crate) tree: Tree,
    /// Files whose contents differ from run to run: times.
    pub(crate) varying: BTreeSet<String>,
}

impl Writer {
    /// Fills a directory with what the command finds there.
    pub(crate) fn prepare(&self, inputs: &Path, place: &Path) -> Result<Tree, String> {
        for input in self.inputs {
            let (from, to) = (inputs.join(input), tree::make(place, "in")?.join(input));
            if from.is_dir() {
                tree::copy(&from, &to)?;
            } else {
                fs::copy(&from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
            }
        }
        for old in self.old {
            let path = place.join(old);
            let made = path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, OLD));
            made.map_err(|error| error.to_string())?;
        }
        Ok(tree::read(place))
    }

    /// The command line that goes on, if there is something to do.
    pub(crate) fn next(&self, place: &Path) -> Option<&'static str> {
        match self.go_on {
            Some((begun, next)) if place.join(begun).exists() => {
                Some(next).filter(|next| !next.is_empty())
            }
            _ => Some(self.begin),
        }
    }

    /// Runs it twice without disturbance.
    pub(crate) fn undisturbed(
        &self,
        attack: &Attack,
        inputs: &Path,
    ) -> Result<Undisturbed, String> {
        let mut trees = Vec::new();
        for round in ["one", "two"] {
            let place =
                attack.place.join("undisturbed").join(self.name.replace(' ', "-")).join(round);
            fs::create_dir_all(&place).map_err(|error| error.to_string())?;
            if tree::read(&place).is_empty() {
                self.prepare(inputs, &place)?;
                succeed(&attack.program, &place, self.begin)?;
            }
            trees.push(tree::read(&place));
        }
        let [tree, other] = <[Tree; 2]>::try_from(trees).map_err(|_| "two runs")?;
        // Runs of the same second have the same times.
        let is_time =
            |name: &&String| name.ends_with("manifest.json") || name.ends_with("time.json");
        let varying: BTreeSet<String> = tree.keys().filter(is_time).cloned().collect();
        match tree::varying(&tree, &other).iter().find(|name| !is_time(name)) {
            Some(name) => Err(format!("{}: two undisturbed runs differ in {name}", self.name)),
            None => Ok(Undisturbed { tree, varying }),
        }
    }
}
