//! `plyscope solve`.

mod row;

use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use crate::domain::{OthelloEvaluation, cuts_of};
use crate::engine::keys::MOST_THREADS;
use crate::engine::{Bytes, Value as _};
use crate::files;
use crate::game::{Problem, problems};
use crate::game_files::board_text;
use crate::player::SoFar;
use crate::slots::Slots;
use crate::solver::Solver;
use clap::Args;
use plyscope_core::othello::{Board, Colour, Move, Patterns, ProbCuts, parse_moves};
use plyscope_core::search::table::Slot;
use plyscope_core::{Bound, Value, Window};

use super::args::{Format, parse_position};
use super::output::{json_line, table_with_names, write_table};
use super::progress::{ProgressMeter, SearchProgress};
use super::usage;
use row::{Row, Scored, Total, add_row, result_of};

/// The largest file of positions that is read.
const MOST: u64 = 1000 * files::MB;

#[derive(Args)]
pub(super) struct Solve {
    /// File of positions, one per line: OBF (FFO suites), or `board side; score`; - for standard input
    #[arg(required_unless_present_any = ["position", "moves"])]
    file: Option<String>,
    /// 64 squares, a1 to h8 row by row (X Black, O White, - empty), then the side to move; or two bitboards in
    /// hexadecimal, mover/opponent (bit 0 is a1)
    #[arg(long, conflicts_with = "file", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves from the start, such as f5d6c3
    #[arg(long, conflicts_with_all = ["file", "position"])]
    moves: Option<String>,
    /// Find the score of every move
    #[arg(long)]
    all: bool,
    /// Only prove whether the mover can score at least N discs
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with_all = ["all", "wdl"],
          value_parser = clap::value_parser!(i32).range(-64..=64))]
    at_least: Option<i32>,
    /// Only find whether the mover wins, draws or loses
    #[arg(long, conflicts_with = "all")]
    wdl: bool,
    /// Memory for the table of positions, such as 64MiB
    #[arg(long, value_name = "BYTES", default_value = "64MiB", value_parser = Bytes::read)]
    table: Bytes,
    /// Threads that solve each position together; with more than one, the numbers of nodes vary from run to run
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
    /// Evaluation that orders moves far from the end: none, patterns-large, patterns, patterns-small or patterns:FILE
    #[arg(long, default_value = "patterns")]
    evaluation: String,
    /// First line of the file to solve
    #[arg(long, value_name = "LINE", conflicts_with_all = ["position", "moves"])]
    from: Option<usize>,
    /// Last line of the file to solve
    #[arg(long, value_name = "LINE", conflicts_with_all = ["position", "moves"])]
    to: Option<usize>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Solve {
    const fn window(&self) -> Window {
        match self.at_least {
            Some(score) => Window { alpha: Value::new(score - 1), beta: Value::new(score) },
            None if self.wdl => Window { alpha: Value::new(-1), beta: Value::new(1) },
            None => Window::FULL,
        }
    }

    /// The positions to solve, with their line numbers.
    fn problems(&self) -> anyhow::Result<Vec<(usize, Problem)>> {
        let single = |(board, mover): (Board, Colour)| {
            format!("{};", board_text(&board, mover))
                .parse()
                .map(|problem| vec![(1, problem)])
                .map_err(usage)
        };
        if let Some(text) = &self.position {
            return single(parse_position(text)?);
        }
        if let Some(text) = &self.moves {
            return single(parse_moves(text).map_err(|error| usage(format!("--moves: {error}")))?);
        }
        let file = self.file.as_deref().unwrap_or("-");
        let (name, text) = if file == "-" {
            ("standard input", files::read_stream(io::stdin().lock(), MOST))
        } else {
            (file, files::read(Path::new(file), MOST))
        };
        let text = text.and_then(files::text).map_err(|error| usage(format!("{name}: {error}")))?;
        let mut all = problems(&text)
            .map_err(|(line, error)| usage(format!("{name}, line {line}: {error}")))?;
        let lines = self.from.unwrap_or(1)..=self.to.unwrap_or(usize::MAX);
        all.retain(|(line, _)| lines.contains(line));
        if all.is_empty() {
            let lines = if self.from.or(self.to).is_some() { " on these lines" } else { "" };
            return Err(usage(format!("{name}: there are no positions{lines}")));
        }
        Ok(all)
    }

    /// The patterns that order moves, and their parameters of ProbCut.
    fn patterns(&self) -> anyhow::Result<Option<(Patterns<'static>, &'static ProbCuts<'static>)>> {
        if self.evaluation == "none" {
            return Ok(None);
        }
        let evaluation = OthelloEvaluation::named(&self.evaluation).map_err(usage)?;
        let patterns = evaluation.patterns().ok_or_else(|| {
            usage(format!(
                "--evaluation {}: only patterns order a solver's moves: write none, patterns-large, patterns, patterns-small or patterns:FILE",
                self.evaluation
            ))
        })?;
        let cuts = cuts_of(Some(&self.evaluation), patterns).map_err(usage)?;
        Ok(Some((patterns, cuts)))
    }

    /// Solves a position.
    fn solve(&self, solver: &Solver<'_>, line: usize, problem: &Problem) -> anyhow::Result<Row> {
        let Problem { board, mover, .. } = problem;
        let start = Instant::now();
        let table = solver.table(board);
        let (found, moves) = if self.all && !board.is_over() {
            solver.solve_all(table, board)?
        } else {
            (solver.search(table, board, self.window())?, Vec::new())
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut row = Row {
            line,
            position: board_text(board, *mover),
            empties: board.empties().count_ones(),
            score: None,
            result: None,
            at_least: self.at_least,
            reached: None,
            best_move: found.best_move.map(|mv| mv.to_string()),
            moves: Vec::new(),
            pv: found.line.iter().map(Move::to_string).collect(),
            nodes: found.nodes,
            seconds,
            known: problem.score,
            agrees: None,
        };
        let mut agrees = true;
        if let Some(least) = self.at_least {
            let reached = found.value >= least;
            row.reached = Some(reached);
            if !reached {
                // No move is known to be better than the others.
                row.best_move = None;
                row.pv.clear();
            }
            agrees = problem.score.is_none_or(|known| (known >= least) == reached);
        } else if self.wdl {
            let result = result_of(found.value);
            row.result = Some(result);
            agrees = problem.score.is_none_or(|known| result_of(known) == result);
        } else {
            debug_assert_eq!(found.bound, Bound::Exact);
            row.score = Some(found.value);
            agrees &= problem.score.is_none_or(|known| known == found.value);
            if !moves.is_empty() {
                let listed = |&(mv, score): &(Move, i32)| moves.contains(&(mv, score));
                agrees &= problem.moves.iter().all(listed);
            }
        }
        row.agrees = problem.score.map(|_| agrees);
        row.moves =
            moves.iter().map(|(mv, score)| Scored { mv: mv.to_string(), score: *score }).collect();
        Ok(row)
    }
}

pub(super) fn run(args: &Solve, quiet: bool) -> anyhow::Result<()> {
    let problems = args.problems()?;
    let (patterns, cuts) = args.patterns()?.unzip();
    let cuts = cuts.unwrap_or(&ProbCuts::NONE);
    let slots = usize::try_from(args.table.0).unwrap_or(usize::MAX) / Slot::BYTES;
    let slots = Slots::new(slots).map_err(|_| {
        usage(format!("--table {}: there is not so much memory: write less", args.table.text()))
    })?;
    let meter = ProgressMeter::new(problems.len() as u64, "positions", quiet);
    let single = SearchProgress::new(quiet || problems.len() > 1);
    let watch = |generated, value: Option<i32>| {
        let value = value.map(Value::new);
        single
            .tell(&SoFar { generated, depth: None, value }, &|value| format!("{:+}", value.get()));
    };
    let threads = args.threads as usize;
    let solver = Solver { slots, patterns, cuts, threads, watch: &watch };
    let mut out = io::stdout().lock();
    let mut total = Total::default();
    let mut lines = table_with_names(
        &["line", "empties", "score", "move", "nodes", "seconds", "M nodes/s", "known"],
        0,
    );
    let mut outcome = Ok(());
    for (line, problem) in &problems {
        let row = match args.solve(&solver, *line, problem) {
            Ok(row) => row,
            // What is solved is shown.
            Err(error) => {
                outcome = Err(error);
                break;
            }
        };
        meter.advance();
        total.add(&row);
        match args.format {
            Format::Json => {
                json_line(&mut out, &row)?;
                out.flush()?;
            }
            Format::Table => add_row(&mut lines, &row),
        }
    }
    meter.finish();
    drop(single);
    if args.format == Format::Table && total.positions > 0 {
        write_table(&mut out, &lines)?;
        writeln!(out, "{}", total.text())?;
    }
    out.flush()?;
    outcome?;
    if !total.disagreements.is_empty() {
        let lines: Vec<_> = total.disagreements.iter().map(usize::to_string).collect();
        let (s, which) = if lines.len() == 1 { ("s", "line") } else { ("", "lines") };
        anyhow::bail!(
            "{} of {} known scores disagree{s}: {which} {}",
            lines.len(),
            total.known,
            lines.join(", ")
        );
    }
    Ok(())
}
