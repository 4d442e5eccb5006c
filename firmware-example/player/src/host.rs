//! The device's answers to a program.

use plyscope_core::othello::Board;
use plyscope_core::wire::{
    Algorithm, Command, Identity, MAX_FRAME, Refusal, Response, Statistics, Task, encode,
};

use crate::chip::{Chip, Event};
use crate::device::Device;
use crate::game::{Game, Persons};
use crate::measure::measure;
use crate::text::Output;
use crate::thinker::{Asked, Purpose};
use plyscope_firmware_searches::{CHILDREN, EVALUATION, PLIES, STRONG, evaluate};

impl Device<'_> {
    #[expect(clippy::needless_pass_by_value, reason = "answered once, and then gone")]
    pub(crate) fn request(
        &mut self,
        id: u16,
        request: Command,
        chip: &impl Chip,
        out: &mut impl Output,
    ) {
        let response = match request {
            Command::Hello => {
                // A new program: nobody waits for a search that another one left running.
                if self.thinker.asked().is_some() {
                    self.thinker.drop_search();
                }
                Response::Hello(Identity {
                    firmware: VERSION,
                    clock: chip.clock(),
                    plies: PLIES as u32,
                    children: CHILDREN as u32,
                    evaluation: EVALUATION.0,
                    weights: EVALUATION.1,
                })
            }
            Command::SetPosition { board, mover } => {
                if overlaps(board) {
                    return self.refuse(id, Refusal::IllegalPosition, chip, out);
                }
                if self.thinker.purpose().is_some_and(Purpose::is_for_person) {
                    self.say_taken_away(out);
                }
                self.thinker.drop_search();
                self.play.game = Game::new(board, mover, Persons::only(mover));
                self.play.clocks.restart(chip.milliseconds());
                Response::Done
            }
            Command::Search { .. } | Command::Evaluate { .. } if !self.is_sound => {
                return self.refuse(id, Refusal::DamagedWeights, chip, out);
            }
            Command::Search { board, task } => return self.search(id, board, task, chip, out),
            Command::PonderHit => match self.thinker.purpose() {
                Some(Purpose::Host { id, ponder: true }) => {
                    self.thinker.ponder_hit(Purpose::Host { id, ponder: false }, chip);
                    Response::Done
                }
                // A repetition: the first answer was lost.
                _ if self.thinker.asked().is_some_and(|asked| asked.task.ponder) => Response::Done,
                _ => return self.refuse(id, Refusal::NotPondering, chip, out),
            },
            Command::Stop => {
                // A program cannot stop a person's search.
                if matches!(self.thinker.purpose(), Some(Purpose::Host { .. })) {
                    self.thinker.stop();
                }
                Response::Done
            }
            Command::Statistics => Response::Statistics(self.statistics(chip)),
            Command::Measure(_) if self.thinker.purpose().is_some() => {
                return self.refuse(id, Refusal::Busy, chip, out);
            }
            Command::Measure(what) => match measure(what, chip) {
                Some((times, ticks)) => Response::Measured { times, ticks },
                None => return self.refuse(id, Refusal::Limits, chip, out),
            },
            Command::Reset => {
                self.restart = true;
                Response::Done
            }
            Command::Evaluate { board, .. } if overlaps(board) => {
                return self.refuse(id, Refusal::IllegalPosition, chip, out);
            }
            Command::Evaluate { board, evaluation } => match evaluate(&board, evaluation) {
                Some(value) => Response::Value(value),
                None => return self.refuse(id, Refusal::NoSuchEvaluation, chip, out),
            },
            Command::Failure => Response::Failure(chip.failure().map(|(failure, _)| failure)),
            Command::Strong => match STRONG {
                Some(identity) => Response::Strong(identity),
                None => return self.refuse(id, Refusal::NoSuchAlgorithm, chip, out),
            },
        };
        respond(id, &response, out);
    }

    fn search(
        &mut self,
        id: u16,
        board: Board,
        task: Task,
        chip: &impl Chip,
        out: &mut impl Output,
    ) {
        let asked = Asked { id, board, task };
        let again = self.thinker.asked() == Some(asked);
        match self.thinker.purpose() {
            // A repetition: the result will follow.
            Some(Purpose::Host { .. }) if again => return self.report_progress(chip, out),
            // A repetition: the result was lost.
            None if again => return self.give_result(id, out),
            None | Some(Purpose::Ponder) => {}
            Some(_) => return self.refuse(id, Refusal::Busy, chip, out),
        }
        if task.algorithm == Algorithm::Strong && STRONG.is_none() {
            return self.refuse(id, Refusal::NoSuchAlgorithm, chip, out);
        }
        if overlaps(board) {
            return self.refuse(id, Refusal::IllegalPosition, chip, out);
        }
        if task.limits.depth == 0 || task.limits.nodes == 0 {
            return self.refuse(id, Refusal::Limits, chip, out);
        }
        if board.is_over() {
            return self.refuse(id, Refusal::GameOver, chip, out);
        }
        self.thinker.start_for_program(asked, &self.play.settings, chip);
    }

    pub(crate) fn statistics(&self, chip: &impl Chip) -> Statistics {
        let (stack, stack_used) = chip.stack();
        let (frames, errors) = self.link.counts();
        let (searches, nodes) = self.thinker.counts();
        Statistics {
            uptime: chip.milliseconds(),
            clock: chip.clock(),
            start: chip.start_cause(),
            stack,
            stack_used,
            ram: chip.ram(),
            flash: chip.flash(),
            frames,
            errors,
            searches,
            nodes,
        }
    }

    pub(crate) fn report_progress(&self, chip: &impl Chip, out: &mut impl Output) {
        if let Some((id, progress)) = self.thinker.progress(chip) {
            respond(id, &Response::Progress(progress), out);
        }
    }

    pub(crate) fn give_result(&self, id: u16, out: &mut impl Output) {
        respond(id, &Response::Result(self.thinker.result()), out);
    }

    pub(crate) fn refuse(
        &self,
        id: u16,
        refusal: Refusal,
        chip: &impl Chip,
        out: &mut impl Output,
    ) {
        chip.log(&Event::Refused(refusal));
        respond(id, &Response::Refused(refusal), out);
    }
}

/// The firmware's version.
const VERSION: (u16, u16, u16) = {
    const fn number(text: &str) -> u16 {
        let mut number = 0;
        let mut place = 0;
        while place < text.len() {
            number = 10 * number + (text.as_bytes()[place] - b'0') as u16;
            place += 1;
        }
        number
    }
    (
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
};

/// Whether both sides have a disc on some square.
fn overlaps(board: Board) -> bool {
    board.mover & board.opponent != 0
}

fn respond(id: u16, response: &Response, out: &mut impl Output) {
    let mut buffer = [0; MAX_FRAME];
    // Every response fits: the longest has a test.
    if let Ok(frame) = encode(id, response, &mut buffer) {
        out.put(frame);
    }
}
