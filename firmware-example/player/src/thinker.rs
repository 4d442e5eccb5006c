//! The thinking: the search that runs or has ended, for whom it is, and what its result was.

use plyscope_core::othello::{Board, Move};
use plyscope_core::wire::{ProgressReport, SearchResult, Task};
use plyscope_core::{Bound, Progress, Report};
use plyscope_firmware_searches::{Memory, PLIES, Searches};

use crate::chip::{Chip, Event};
use crate::level::Choice;
use crate::settings::Settings;
use crate::text::{Output, put_move, put_value, write};

/// Nodes between two polls of the link: a millisecond and a quarter at 16 MHz.
const SLICE: u64 = 20;

/// Minimum milliseconds between two progress reports. Sending one takes about two, and must not delay answers.
const PROGRESS: u32 = 5;

/// Milliseconds of thinking before it is shown, and between two words of it.
const SHOWN_EVERY: u32 = 300;

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The device's move in a person's game.
    Reply,
    /// A hint for a person.
    Hint,
    /// The device's reply to a move that it expects from the person.
    Ponder,
    /// A program's request.
    Host {
        /// The request's number.
        id: u16,
        /// Whether it runs on the opponent's time.
        ponder: bool,
    },
}

impl Purpose {
    /// Whether the result must wait.
    fn is_pondering(self) -> bool {
        matches!(self, Self::Ponder | Self::Host { ponder: true, .. })
    }

    /// Whether a person waits for the result.
    pub(crate) fn is_for_person(self) -> bool {
        matches!(self, Self::Reply | Self::Hint)
    }
}

/// A program's request for a search, kept to recognise a repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) id: u16,
    pub(crate) board: Board,
    pub(crate) task: Task,
}

/// A search that is running, or whose result is waiting.
struct Search {
    purpose: Purpose,
    task: Task,
    /// Clock ticks at its start.
    began: u64,
    /// Clock ticks at which to stop.
    stop_at: u64,
    /// Clock ticks at which the next progress report is due.
    report_at: u64,
    /// Whether it has ended, with its result waiting.
    ended: bool,
    /// Whether it is to end now.
    is_stopped: bool,
    /// A reply that is not chosen by one search.
    choice: Option<Choice>,
    shown: Shown,
}

/// The thinking that a person has been shown.
#[derive(Default)]
struct Shown {
    /// The last depth.
    depth: u32,
    /// Whether the line is not ended.
    is_open: bool,
    /// Clock ticks at which the next word is due.
    due: u64,
}

/// Whoever waits for a search that goes on, and is to be told how far it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listener {
    Person,
    Program,
}

/// A result for its purpose, with the move of a reply that was not chosen by one search.
pub(crate) type Finished = (Purpose, Option<Move>);

/// The searches, and the one that runs.
pub(crate) struct Thinker<'s> {
    searches: Searches<'s>,
    search: Option<Search>,
    /// The person's expected move, while the device ponders on it.
    guess: Option<Move>,
    /// The last request for a search, while its search runs or its result is kept.
    asked: Option<Asked>,
    /// Duration of the last search in clock ticks.
    took: u64,
    /// Searches since the start, and their nodes.
    counts: (u32, u64),
}

impl<'s> Thinker<'s> {
    pub(crate) fn new(memory: &'s mut Memory) -> Self {
        Self {
            searches: Searches::new(memory),
            search: None,
            guess: None,
            asked: None,
            took: 0,
            counts: (0, 0),
        }
    }

    /// The purpose of the running search, if there is one.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.search.as_ref().map(|search| search.purpose)
    }

    /// Whether nothing is searched: no search runs, or its result waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.search.as_ref().is_none_or(|search| search.ended)
    }

    /// The last request for a search, if its search runs or its result is kept.
    pub(crate) fn asked(&self) -> Option<Asked> {
        self.asked
    }

    /// The person's expected move, while the device ponders on it.
    pub(crate) fn guess(&self) -> Option<Move> {
        self.guess.filter(|_| self.purpose() == Some(Purpose::Ponder))
    }

    /// Searches since the start, and their nodes.
    pub(crate) fn counts(&self) -> (u32, u64) {
        self.counts
    }

    /// The running search's state, or the last one's result.
    pub(crate) fn report(&self) -> Report<'_, Move> {
        self.searches.report()
    }

    /// Starts a search of `board` as `task` asks; a reply in the style that the settings have for such a position.
    pub(crate) fn start(
        &mut self,
        board: &Board,
        task: Task,
        purpose: Purpose,
        settings: &Settings,
        chip: &impl Chip,
    ) {
        let mut task = task;
        task.limits.depth = task.limits.depth.min(PLIES as u32);
        let style = settings.style(board).filter(|_| purpose == Purpose::Reply);
        let choice = style.map(|style| Choice::new(*board, style, settings.seed));
        if choice.is_none() {
            self.searches.start(board, &task);
        }
        self.asked = None;
        let now = chip.ticks();
        self.search = Some(Search {
            purpose,
            task,
            began: now,
            stop_at: stop_at(&task, now, chip),
            report_at: report_at(&task, now, chip),
            ended: false,
            is_stopped: false,
            choice,
            shown: Shown { due: now + chip.ticks_in(SHOWN_EVERY), ..Shown::default() },
        });
    }

    /// Starts a program's search.
    pub(crate) fn start_for_program(
        &mut self,
        asked: Asked,
        settings: &Settings,
        chip: &impl Chip,
    ) {
        let purpose = Purpose::Host { id: asked.id, ponder: asked.task.ponder };
        self.start(&asked.board, asked.task, purpose, settings, chip);
        self.asked = Some(asked);
    }

    /// Starts to ponder on a move that the person is expected to play.
    pub(crate) fn ponder(
        &mut self,
        (guess, after): (Move, &Board),
        settings: &Settings,
        chip: &impl Chip,
    ) {
        self.guess = Some(guess);
        self.start(after, settings.task(), Purpose::Ponder, settings, chip);
    }

    /// The expected move was played: turns the pondering search into one for `purpose`.
    pub(crate) fn ponder_hit(&mut self, purpose: Purpose, chip: &impl Chip) {
        if let Some(search) = &mut self.search {
            search.purpose = purpose;
            search.stop_at = stop_at(&search.task, chip.ticks(), chip);
        }
    }

    /// Discards the running search, if any.
    pub(crate) fn drop_search(&mut self) {
        self.search = None;
        self.asked = None;
    }

    /// Stops the running search, if any; it is [`finished`](Self::finished) at the next turn.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            self.searches.stop();
            search.is_stopped = true;
            // A program that stops a pondering search wants its result.
            if let Purpose::Host { id, .. } = search.purpose {
                search.purpose = Purpose::Host { id, ponder: false };
            }
        }
    }

    /// Searches a slice, if a search runs. Returns the time if it goes on.
    pub(crate) fn step(&mut self, chip: &impl Chip) -> Option<u64> {
        let search = self.search.as_mut().filter(|search| !search.ended)?;
        let waits = search.purpose.is_pondering();
        let outcome = match &mut search.choice {
            Some(choice) => choice.step(&mut self.searches, SLICE),
            None => self.searches.step(SLICE),
        };
        let now = chip.ticks();
        let is_late = now >= search.stop_at && !waits || search.is_stopped;
        if outcome == Ok(Progress::Paused) && search.choice.is_none() && is_late {
            self.searches.stop();
        } else if outcome == Ok(Progress::Paused) && !is_late {
            return Some(now);
        }
        search.ended = true;
        self.took = now - search.began;
        let nodes = match &search.choice {
            Some(choice) => choice.nodes(),
            None => self.searches.counts().generated,
        };
        self.counts.0 += 1;
        self.counts.1 += nodes;
        chip.log(&Event::Searched { nodes, milliseconds: milliseconds(self.took, chip) });
        None
    }

    /// Takes the search that has ended, unless its result must wait.
    pub(crate) fn finished(&mut self, out: &mut impl Output) -> Option<Finished> {
        let search = self.search.as_ref()?;
        let purpose = search.purpose;
        if purpose.is_pondering() || out.room() < crate::ROOM {
            return None;
        }
        let chosen = search.choice.as_ref().and_then(Choice::best);
        self.end_shown_line(out);
        self.search = None;
        Some((purpose, chosen))
    }

    /// Who is to be told now how far the search is.
    pub(crate) fn listener(
        &mut self,
        now: u64,
        chip: &impl Chip,
        out: &impl Output,
    ) -> Option<Listener> {
        let search = self.search.as_mut()?;
        let is_for_person = search.purpose.is_for_person();
        let due = match is_for_person {
            true => search.shown.due,
            false => search.report_at,
        };
        if now < due || out.room() < crate::ROOM {
            return None;
        }
        if !is_for_person {
            search.report_at = report_at(&search.task, now, chip);
            return Some(Listener::Program);
        }
        search.shown.due = now + chip.ticks_in(SHOWN_EVERY);
        search.choice.is_none().then_some(Listener::Person)
    }

    /// How far a program's search is, with the number of its request.
    pub(crate) fn progress(&self, chip: &impl Chip) -> Option<(u16, ProgressReport)> {
        let Some(Search { purpose: Purpose::Host { id, .. }, began, .. }) = self.search else {
            return None;
        };
        let report = self.searches.report();
        let progress = ProgressReport {
            best_move: report.best_move,
            value: report.value,
            depth: report.depth,
            nodes: report.counts.generated,
            milliseconds: milliseconds(chip.ticks() - began, chip),
        };
        Some((id, progress))
    }

    /// The last search's result.
    pub(crate) fn result(&self) -> SearchResult {
        SearchResult::new(&self.searches.report(), self.took)
    }

    /// Prints the last search's value and cost.
    pub(crate) fn put_report(&self, chip: &impl Chip, out: &mut impl Output) {
        let report = self.searches.report();
        out.put(b": value ");
        put_value(out, report.value, report.bound, report.proven);
        let milliseconds = milliseconds(self.took, chip);
        write!(
            out,
            ", depth {}, {} nodes, {} ms",
            report.depth, report.counts.generated, milliseconds
        );
        if report.proven && report.bound == Bound::Exact {
            out.put(b", to the end");
        }
        out.put(b"\r\n");
    }

    /// Shows how far the search is: a depth and its move, or a dot.
    pub(crate) fn show(&mut self, out: &mut impl Output) {
        let report = self.searches.report();
        let (depth, best) = (report.depth, report.best_move);
        let Some(search) = &mut self.search else { return };
        let shown = &mut search.shown;
        match best {
            Some(mv) if depth > shown.depth => {
                out.put(if shown.is_open { b", " } else { b"I think: depth " });
                write!(out, "{} ", depth);
                put_move(out, mv);
                shown.depth = depth;
            }
            _ if shown.is_open => out.put(b"."),
            _ => out.put(b"I think."),
        }
        shown.is_open = true;
    }

    /// Begins a new line if thinking is shown on this one.
    pub(crate) fn end_shown_line(&mut self, out: &mut impl Output) {
        if let Some(search) = &mut self.search
            && core::mem::take(&mut search.shown.is_open)
        {
            out.put(b"\r\n");
        }
    }
}

/// Converts clock ticks to milliseconds.
fn milliseconds(ticks: u64, chip: &impl Chip) -> u32 {
    u32::try_from(ticks / chip.ticks_in(1)).unwrap_or(u32::MAX)
}

fn stop_at(task: &Task, now: u64, chip: &impl Chip) -> u64 {
    match task.milliseconds {
        0 => u64::MAX,
        limit => now + chip.ticks_in(limit),
    }
}

fn report_at(task: &Task, now: u64, chip: &impl Chip) -> u64 {
    match task.progress {
        0 => u64::MAX,
        interval => now + chip.ticks_in(interval.max(PROGRESS)),
    }
}
