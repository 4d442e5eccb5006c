//! `plyscope solve`.

use std::cmp::Reverse;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::time::Instant;

use crate::domain::OthelloEvaluation;
use crate::engine::{Bytes, Value as _};
use crate::game::{Problem, children, problems};
use crate::interrupt::{self, NODES_PER_LOOK};
use crate::player::SoFar;
use crate::slots::Slots;
use clap::Args;
use comfy_table::Table;
use plyscope_core::othello::endgame::{Endgame, Guide, Guided, Unguided};
use plyscope_core::othello::{Board, Colour, Move, Othello, Patterns, parse_moves};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{Bound, Progress, Request, Search as _, Value, Window};
use serde::Serialize;

use super::args::{Format, parse_position};
use super::output::{board_text, grouped, json_line, table_with_names, write_table};
use super::progress::{ProgressMeter, SearchProgress};
use super::usage;

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
    /// Evaluation that orders moves far from the end: none, patterns, patterns-small or patterns:FILE
    #[arg(long, default_value = "patterns")]
    evaluation: String,
    /// First line of the file to solve
    #[arg(long, value_name = "LINE", conflicts_with_all = ["position", "moves"])]
    from: Option<usize>,
    /// Last line of the file to solve
    #[arg(long, value_name = "LINE", conflicts_with_all = ["position", "moves"])]
    to: Option<usize>,
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
            format!("{};", board_text(board, mover))
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
            let mut text = String::new();
            ("standard input", io::stdin().read_to_string(&mut text).map(|_| text))
        } else {
            (file, fs::read_to_string(file))
        };
        let text = text.map_err(|error| usage(format!("{name}: {error}")))?;
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

    fn patterns(&self) -> anyhow::Result<Option<Patterns<'static>>> {
        if self.evaluation == "none" {
            return Ok(None);
        }
        let evaluation = OthelloEvaluation::named(&self.evaluation).map_err(usage)?;
        let patterns = evaluation.patterns().ok_or_else(|| {
            usage(format!(
                "--evaluation {}: only patterns order a solver's moves: write none, patterns, patterns-small or patterns:FILE",
                self.evaluation
            ))
        })?;
        Ok(Some(patterns))
    }
}

/// The answer to a question about one position.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    Win,
    Draw,
    Loss,
}

impl Outcome {
    const fn of(score: i32) -> Self {
        match score {
            0 => Self::Draw,
            1.. => Self::Win,
            _ => Self::Loss,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

#[derive(Serialize)]
struct Scored {
    #[serde(rename = "move")]
    mv: String,
    score: i32,
}

/// A position as printed. Scores are for the side to move.
#[derive(Serialize)]
struct Row {
    line: usize,
    position: String,
    empties: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<i32>,
    /// Whether the score is at least that.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<bool>,
    #[serde(rename = "move")]
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Scored>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// The score that the file gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<i32>,
    /// Whether the answer agrees with it, and with the scores of listed moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
}

impl Row {
    /// The answer in words.
    fn answer(&self) -> String {
        match (self.score, self.outcome, self.at_least, self.reached) {
            (Some(score), ..) => format!("{score:+}"),
            (_, Some(outcome), ..) => outcome.name().to_owned(),
            (.., Some(least), Some(true)) => format!(">= {least:+}"),
            (.., Some(least), _) => format!("< {least:+}"),
            _ => String::new(),
        }
    }

    /// The best move, or all moves with their scores.
    fn moves(&self) -> String {
        if self.moves.is_empty() {
            return self.best_move.clone().unwrap_or_else(|| "-".to_owned());
        }
        let moves: Vec<_> =
            self.moves.iter().map(|Scored { mv, score }| format!("{mv}:{score:+}")).collect();
        moves.join(" ")
    }
}

/// What one search found.
struct Found {
    value: i32,
    bound: Bound,
    best_move: Option<Move>,
    line: Vec<Move>,
    nodes: u64,
}

/// Solves positions, one after the other, in one memory.
struct Solver<'a> {
    slots: Slots,
    patterns: Option<Patterns<'static>>,
    watch: &'a dyn Fn(u64, Option<i32>),
}

impl Solver<'_> {
    /// The table for a position: small positions cannot fill a large one, and clearing it would take longer than solving
    /// them.
    fn table(&self, board: &Board) -> TranspositionTable<'_> {
        let slots = self.slots.all();
        let enough = 1usize << board.empties().count_ones().min(40);
        let mut table = TranspositionTable::new(&slots[..slots.len().min(enough)]);
        table.clear();
        table
    }

    fn search(
        &self,
        table: TranspositionTable<'_>,
        board: &Board,
        window: Window,
    ) -> anyhow::Result<Found> {
        match self.patterns {
            Some(patterns) => self.search_with(
                &mut Endgame::<_>::with_guide(table, Guided(patterns)),
                board,
                window,
            ),
            None => self.search_with(&mut Endgame::<Unguided>::new(table), board, window),
        }
    }

    fn search_with<E: Guide>(
        &self,
        solver: &mut Endgame<'_, E>,
        board: &Board,
        window: Window,
    ) -> anyhow::Result<Found> {
        solver.start(&Request::new(board).window(window));
        while solver.step(NODES_PER_LOOK)? == Progress::Paused {
            interrupt::check()?;
            let report = solver.report();
            let value = (report.bound != Bound::Unknown).then(|| report.value.get());
            (self.watch)(report.counts.generated, value);
        }
        let report = solver.report();
        Ok(Found {
            value: report.value.get(),
            bound: report.bound,
            best_move: report.best_move,
            line: report.principal_variation.to_vec(),
            nodes: report.counts.generated,
        })
    }

    fn solve(&self, args: &Solve, line: usize, problem: &Problem) -> anyhow::Result<Row> {
        let Problem { board, mover, .. } = problem;
        let start = Instant::now();
        let table = self.table(board);
        let (found, moves) = if args.all && !board.is_over() {
            self.solve_all(table, board)?
        } else {
            (self.search(table, board, args.window())?, Vec::new())
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut row = Row {
            line,
            position: board_text(*board, *mover),
            empties: board.empties().count_ones(),
            score: None,
            outcome: None,
            at_least: args.at_least,
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
        if let Some(least) = args.at_least {
            let reached = found.value >= least;
            row.reached = Some(reached);
            if !reached {
                // No move is known to be better than the others.
                row.best_move = None;
                row.pv.clear();
            }
            agrees = problem.score.is_none_or(|known| (known >= least) == reached);
        } else if args.wdl {
            let outcome = Outcome::of(found.value);
            row.outcome = Some(outcome);
            agrees = problem.score.is_none_or(|known| Outcome::of(known) == outcome);
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

    /// The score of every move, best first.
    fn solve_all(
        &self,
        table: TranspositionTable<'_>,
        board: &Board,
    ) -> anyhow::Result<(Found, Vec<(Move, i32)>)> {
        let mut moves = Vec::new();
        let mut best: Option<Found> = None;
        let mut nodes = 0;
        for (mv, child) in children(&Othello, board) {
            let mut found = self.search(table, &child, Window::FULL)?;
            // The move itself is a node, too.
            nodes += found.nodes + 1;
            found.value = -found.value;
            found.best_move = Some(mv);
            found.line.insert(0, mv);
            moves.push((mv, found.value));
            if best.as_ref().is_none_or(|best| best.value < found.value) {
                best = Some(found);
            }
        }
        moves.sort_by_key(|&(mv, score)| (Reverse(score), mv));
        match best {
            Some(best) => Ok((Found { nodes, ..best }, moves)),
            None => self.search(table, board, Window::FULL).map(|found| (found, moves)),
        }
    }
}

/// What all positions took, and how many agree with their known scores.
#[derive(Default)]
struct Total {
    positions: usize,
    nodes: u64,
    seconds: f64,
    known: usize,
    disagreements: Vec<usize>,
}

impl Total {
    fn add(&mut self, row: &Row) {
        self.positions += 1;
        self.nodes += row.nodes;
        self.seconds += row.seconds;
        if let Some(agrees) = row.agrees {
            self.known += 1;
            if !agrees {
                self.disagreements.push(row.line);
            }
        }
    }

    fn text(&self) -> String {
        let Self { positions, nodes, seconds, known, disagreements } = self;
        let s = if *positions == 1 { "" } else { "s" };
        let mut text = format!(
            "{positions} position{s}, {} nodes, {seconds:.3} s, {:.1} M nodes/s",
            grouped(*nodes),
            *nodes as f64 / seconds.max(1e-9) / 1e6
        );
        if *known > 0 {
            text += &format!("; {} of {known} known scores agree", known - disagreements.len());
        }
        text
    }
}

pub(super) fn run(args: &Solve, quiet: bool) -> anyhow::Result<()> {
    let problems = args.problems()?;
    let patterns = args.patterns()?;
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
    let solver = Solver { slots, patterns, watch: &watch };
    let mut out = io::stdout().lock();
    let mut total = Total::default();
    let mut lines = table_with_names(
        &["line", "empties", "score", "move", "nodes", "seconds", "M nodes/s", "known"],
        0,
    );
    let mut outcome = Ok(());
    for (line, problem) in &problems {
        let row = match solver.solve(args, *line, problem) {
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

fn add_row(table: &mut Table, row: &Row) {
    let rate = row.nodes as f64 / row.seconds.max(1e-9) / 1e6;
    let known = match (row.known, row.agrees) {
        (Some(known), Some(false)) => format!("{known:+} (differs)"),
        (Some(known), _) => format!("{known:+}"),
        _ => String::new(),
    };
    table.add_row([
        row.line.to_string(),
        row.empties.to_string(),
        row.answer(),
        row.moves(),
        grouped(row.nodes),
        format!("{:.3}", row.seconds),
        if row.seconds > 0.001 { format!("{rate:.1}") } else { String::new() },
        known,
    ]);
}
