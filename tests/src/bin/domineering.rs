//! A program of somebody else's: plyscope's command line with a game and an experiment that plyscope does not know.

#[path = "../../outside/src/game.rs"]
mod game;

use std::process::ExitCode;

use game::{Board, Domain, Domineering, Places};
use plyscope::cli::{self, App};
use plyscope::experiment::{About, ExperimentError, Scale, Study};
use plyscope::interrupt;
use plyscope::record::Program;
use plyscope::report::{Cell, Summary, Table};
use plyscope_core::{AlphaBeta, Order, Policy, Request, storage};
use serde::{Deserialize, Serialize};

/// How many nodes alpha-beta takes to each depth.
#[derive(Debug)]
struct Nodes;

plyscope::experiment::settings! {
    struct Settings {
        /// plies
        depth: u32,
    }
}

#[derive(Serialize, Deserialize)]
struct Row {
    depth: u32,
    nodes: u64,
}

impl Study for Nodes {
    type Settings = Settings;
    type Task = u32;
    type Row = Row;

    fn about(&self) -> &About {
        &About {
            id: "domineering-nodes",
            title: "Nodes of alpha-beta in domineering",
            source: "a question of ours",
            what: "The empty board, searched to every depth.",
            settings: Settings::KEYS,
        }
    }

    fn settings(&self, scale: Scale) -> Settings {
        Settings { depth: scale.pick(3, 5, 7) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<u32>, ExperimentError> {
        Ok((1..=settings.depth).collect())
    }

    fn run(&self, _: &Settings, &depth: &u32) -> Result<Vec<Row>, ExperimentError> {
        let mut search =
            AlphaBeta::new(Domineering, Places, Policy::new(Order::Static), storage!(16, 128));
        let report = interrupt::search(&mut search, &Request::new(&Board::START).depth(depth))?;
        Ok(vec![Row { depth, nodes: report.counts.generated }])
    }

    fn summarise(&self, _: &Settings, rows: &[Row]) -> Summary {
        let mut table = Table::new("Alpha-beta", ["depth", "nodes"]);
        let cells = |row: &Row| vec![Cell::number(row.depth, 0), Cell::number(row.nodes as f64, 0)];
        table.rows = rows.iter().map(cells).collect();
        Summary { tables: vec![table], ..Summary::default() }
    }
}

fn main() -> ExitCode {
    let program = Program { name: "domineering", version: "0.3.0", source: "commit 1a2b3c4" };
    let app = App::new(program)
        .about("Domineering, searched and played")
        .experiments(&[&Nodes])
        .domain(Domain, "Domineering on 4 x 4 squares");
    cli::run(&app)
}
