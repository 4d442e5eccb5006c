//! The upper plies: principal variation search on an explicit stack.

use heapless::Vec;

use super::frame::{Frame, FrameStore, Line, Stage};
use super::guide::{Guide, MOST_AHEAD};
use super::last::{NONE, final_score};
use super::leaf::LEAF;
use super::memory::Known;
use super::order::{Ranked, WIDTH, held, rank};
use super::squares::odd_quadrants;
use super::{Endgame, Pass, stability};
use crate::othello::bitboard::NARROW;
use crate::othello::{Board, Move, Othello};
use crate::search::{CapacityError, Counts, Generated, Observer, Progress, Reason};
use crate::{Value, Window};

/// Empty squares from which all children are looked up in the table before the first is searched.
const LOOK_UP: u32 = 9;
/// Plies of the guess at which two moves are searched; further down it is one.
const TWO_MOVES: usize = 8;
/// Empty squares from which an evaluation ranks moves.
const GUIDED: u32 = 10;
/// Empty squares from which it does so by values after the opponent's replies: one ply ahead there, and one more for every two more
/// empty squares, to [`MOST_AHEAD`]. The first ply saves a tenth to a fifth of the nodes of positions with 20 empty squares and more,
/// the others 7 % with 22 and 12 % with 24. With fewer empty squares they save no time.
const AHEAD: u32 = 17;
/// Slots of a table from which it looks more than one ply ahead. A microcontroller's table is smaller (these are 1 MiB), so it needs
/// neither flash nor stack for more plies, and counts the nodes that a desktop counts with a table of the same size.
const DEEP: usize = 1 << 16;
/// A look ahead ends early when a move is worse than the best before it by so many eighths of a disc: only the first places matter.
const MARGIN: i32 = 32;
/// The most moves that a position has.
const MOST_MOVES: usize = 33;

impl<E: Guide, F: FrameStore<E::State, PLIES>, const PLIES: usize> Endgame<'_, E, PLIES, F> {
    /// Searches until the root is left, or until `pause_at` nodes are generated and there are more to generate.
    pub(super) fn run<W: Observer<Othello>>(
        &mut self,
        pause_at: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        loop {
            let ply = self.frames.stack().len().wrapping_sub(1);
            let Some(frame) = self.frames.stack_mut().last_mut() else { return Ok(Progress::Done) };
            if frame.best >= frame.beta || frame.best >= 64 {
                Counts::add(&mut self.counts.pruned_by_window);
                let window =
                    Window { alpha: Value::new(frame.start), beta: Value::new(frame.beta) };
                observer.pruned(ply, Reason::Window { value: Value::new(frame.best), window });
                self.leave(observer);
                continue;
            }
            if frame.width == 0 && !frame.again && !frame.waits {
                self.leave(observer);
                continue;
            }
            let square = match frame.stage {
                _ if frame.again || frame.waits => Some(frame.square),
                Stage::Recalled => match frame.next_recalled() {
                    None => {
                        frame.stage = Stage::Rank;
                        continue;
                    }
                    found => found,
                },
                Stage::Rank => {
                    if frame.moves != 0 {
                        if self.counts.generated >= pause_at {
                            return Ok(Progress::Paused);
                        }
                        self.rank_moves(ply, observer);
                    }
                    if let Some(frame) = self.frames.stack_mut().last_mut() {
                        frame.stage = Stage::Ranked;
                    }
                    continue;
                }
                Stage::Ranked => frame.next_ranked(),
            };
            let square = match square {
                Some(square) if frame.defers(square, self.team) => continue,
                Some(square) => square,
                None => match frame.next_deferred() {
                    Some(square) => square,
                    None => {
                        self.leave(observer);
                        continue;
                    }
                },
            };
            if self.counts.generated >= pause_at {
                // The search goes on with this move.
                frame.square = square;
                frame.waits = !frame.again;
                return Ok(Progress::Paused);
            }
            self.descend(ply, square, observer)?;
        }
    }

    /// Searches the move to `square` of the position on top.
    fn descend<W: Observer<Othello>>(
        &mut self,
        ply: usize,
        square: u8,
        observer: &mut W,
    ) -> Result<(), CapacityError> {
        let Some(frame) = self.frames.stack_mut().last_mut() else { return Ok(()) };
        let is_wide = !frame.is_null();
        let again = core::mem::take(&mut frame.again);
        if !again {
            frame.width = frame.width.wrapping_sub(1);
        }
        frame.waits = false;
        frame.scouted = is_wide && frame.began && !again;
        frame.began = true;
        frame.square = square;
        let child = frame.board.place(square.into());
        let alpha = frame.alpha;
        let beta = if frame.scouted { alpha.wrapping_add(1) } else { frame.beta };
        // Ranked moves were counted when they were generated.
        if frame.stage == Stage::Recalled && !again {
            Counts::add(&mut self.counts.generated);
            observer.generated(&Generated::new(ply, of(square), &child, None, None));
        }
        let (low, high) = (beta.wrapping_neg(), alpha.wrapping_neg());
        observer.descended(
            ply,
            of(square),
            Window { alpha: Value::new(low), beta: Value::new(high) },
        );
        if let Some(value) = self.enter(child, (low, high))? {
            observer.returned(ply.wrapping_add(1), Value::new(value));
            self.deliver(value, &Line::EMPTY);
        }
        Ok(())
    }

    /// Enters a position: its value at once, or a new frame on the stack.
    fn enter(
        &mut self,
        child: Board,
        (low, high): (i32, i32),
    ) -> Result<Option<i32>, CapacityError> {
        let is_null = high.wrapping_sub(low) <= 1;
        let empties = child.empties().count_ones();
        if empties <= LEAF {
            let mut leaf = self.leaf();
            let value =
                if is_null { leaf.solve(child, low) } else { leaf.in_window(child, low, high) };
            self.counts.generated = leaf.generated;
            return Ok(Some(value));
        }
        let (mut board, mut alpha, mut beta) = (child, low, high);
        if is_null && stability::promises(empties, alpha) {
            let most = stability::most(board.mover, board.opponent);
            if most <= alpha {
                return Ok(Some(most));
            }
        }
        let mut moves = board.moves();
        let passed = moves == 0;
        if passed {
            board = child.passed();
            moves = board.moves();
            if moves == 0 {
                return Ok(Some(final_score(child.mover, child.opponent)));
            }
            Counts::add(&mut self.counts.generated);
            (alpha, beta) = (high.wrapping_neg(), low.wrapping_neg());
        }
        let key = Known::key(&board);
        let known = Known::of(&self.far, key, &board);
        if is_null
            && self.pass == Pass::Solve
            && let Some(value) = known.decides(alpha)
        {
            return Ok(Some(if passed { value.wrapping_neg() } else { value }));
        }
        let mut state = None;
        if E::GUIDES
            && empties >= GUIDED
            && let Some(parent) = self.frames.stack().last()
        {
            state = Some(match &parent.state {
                Some(before) if passed => {
                    let before = self.guide.update(&parent.board, before, &child);
                    self.guide.update(&child, &before, &board)
                }
                Some(before) => self.guide.update(&parent.board, before, &child),
                None => self.guide.state(&board),
            });
        }
        self.push(board, (alpha, beta), passed, moves, key, known, state)?;
        Ok(None)
    }

    /// Pushes a position with moves onto the stack.
    #[expect(clippy::too_many_arguments, reason = "what the caller computed anyway")]
    pub(super) fn push(
        &mut self,
        board: Board,
        (alpha, beta): (i32, i32),
        passed: bool,
        moves: u64,
        key: u64,
        known: Known,
        state: Option<E::State>,
    ) -> Result<(), CapacityError> {
        Counts::add(&mut self.counts.expanded);
        let width = match self.pass {
            Pass::Solve => u8::MAX,
            Pass::Guess if self.frames.stack().len() < TWO_MOVES => 2,
            Pass::Guess => 1,
        };
        let frame = Frame {
            width,
            board,
            key,
            passed,
            empties: board.empties().count_ones(),
            state,
            alpha,
            beta,
            start: alpha,
            best: NONE,
            best_square: Known::NO_SQUARE,
            square: Known::NO_SQUARE,
            scouted: false,
            again: false,
            waits: false,
            began: false,
            stage: Stage::Recalled,
            known,
            moves,
            ranked: [Ranked::new(0, 0); WIDTH],
            count: 0,
            deferred: 0,
            line: Line::EMPTY,
        };
        self.team.enter(frame.empties, key);
        self.frames
            .stack_mut()
            .push(frame)
            .map_err(|_| CapacityError::Plies { capacity: PLIES })?;
        let frames = u32::try_from(self.frames.stack().len()).unwrap_or(u32::MAX);
        self.counts.most_frames = self.counts.most_frames.max(frames);
        Ok(())
    }

    /// Generates and ranks the moves of the position on top that are not yet searched. A child's entry in the table may
    /// suffice for a cut-off.
    fn rank_moves<W: Observer<Othello>>(&mut self, ply: usize, observer: &mut W) {
        let Some(frame) = self.frames.stack_mut().last_mut() else { return };
        let odd = odd_quadrants(frame.board.empties());
        let looks_up = frame.empties >= LOOK_UP && frame.is_null() && self.pass == Pass::Solve;
        // On a desktop a large table is far away from the processor. All children are made first, and nothing else is done between the
        // loads of their places: so the processor waits for all of them at once. (It goes on beyond a load that it waits for, but only
        // by some hundred instructions, as many as it takes to make a few children.)
        let mut made: Vec<Board, MOST_MOVES> = Vec::new();
        if looks_up && !NARROW {
            let mut keys: Vec<u64, MOST_MOVES> = Vec::new();
            for child in children(frame) {
                let _ = made.push(child);
                let _ = keys.push(Known::key(&child));
            }
            keys.iter().for_each(|&key| self.far.touch(key));
        }
        let mut made = made.iter().copied();
        // The least of what moves leave to the opponent.
        let mut least = i32::MAX;
        let mut moves = frame.moves;
        while moves != 0 {
            let square = moves.trailing_zeros();
            let disc = moves & moves.wrapping_neg();
            moves ^= disc;
            let child = made.next().unwrap_or_else(|| frame.board.place(square));
            Counts::add(&mut self.counts.generated);
            observer.generated(&Generated::new(ply, of(square as u8), &child, None, None));
            if looks_up {
                let known = Known::of(&self.far, Known::key(&child), &child);
                let score = i32::from(known.upper).wrapping_neg();
                if score > frame.alpha {
                    (frame.best, frame.best_square) = (score, square as u8);
                    return;
                }
            }
            let replies = child.moves();
            let mut rank = rank(replies, square, odd).wrapping_add(held(&child));
            if E::GUIDES
                && let Some(state) = &frame.state
            {
                Counts::add(&mut self.counts.evaluated);
                let parent = (&frame.board, state);
                let worth = match plies_ahead(frame.empties, self.far.len()) {
                    0 => self.guide.eighths(parent, &child) >> 1,
                    plies => {
                        let most = least.saturating_add(MARGIN);
                        let found = self.guide.eighths_ahead(parent, &child, replies, plies, most);
                        least = least.min(found);
                        // Deeper values say more.
                        if plies == 1 { found } else { found.wrapping_mul(3) >> 1 }
                    }
                };
                rank = rank.wrapping_sub(worth);
            }
            if frame.keep(Ranked::new(rank, square)) {
                frame.moves ^= disc;
            }
        }
    }

    /// Takes the value of the child that was searched, for the side to move there, and the line from there on.
    fn deliver(&mut self, value: i32, line: &Line<PLIES>) {
        let is_root = self.frames.stack().len() == 1;
        let Some(frame) = self.frames.stack_mut().last_mut() else { return };
        let score = value.wrapping_neg();
        if frame.scouted && score > frame.alpha && score < frame.beta {
            frame.again = true;
            return;
        }
        if score > frame.best {
            frame.best = score;
            frame.best_square = frame.square;
            if is_root && !frame.passed && (score > frame.start || self.best_move.is_none()) {
                self.best_move = Move::to(frame.square);
            }
            if score > frame.alpha {
                frame.alpha = score;
                if !frame.is_null() {
                    frame.line.set(frame.square, line);
                }
            }
        }
    }

    /// Leaves the position on top: its value goes into the table and to its parent.
    fn leave<W: Observer<Othello>>(&mut self, observer: &mut W) {
        let Some(mut frame) = self.frames.stack_mut().pop() else { return };
        self.team.leave(frame.empties);
        let ply = self.frames.stack().len();
        let Frame { best, beta, start, passed, .. } = frame;
        observer.returned(ply, Value::new(best));
        // What is known now may be more than at the beginning.
        let mut known = Known::of(&self.far, frame.key, &frame.board);
        match self.pass {
            Pass::Solve => known.learn((start, beta), best, frame.best_square),
            Pass::Guess => known.prefer(frame.best_square),
        }
        known.store(&self.far, frame.key, &frame.board, frame.empties);
        let value = if passed { best.wrapping_neg() } else { best };
        if ply == 0 {
            self.end_pass(value, &mut frame);
        } else {
            self.deliver(value, &frame.line);
        }
    }
}

/// How many plies ahead an evaluation ranks the moves of a position with so many empty squares, in a table of so many slots.
fn plies_ahead(empties: u32, slots: usize) -> usize {
    let more = empties.saturating_sub(AHEAD.wrapping_sub(2)) >> 1;
    let most = if slots < DEEP { 1 } else { MOST_AHEAD };
    most.min(more as usize)
}

/// The positions after the moves that are neither searched nor ranked.
fn children<S, const PLIES: usize>(frame: &Frame<S, PLIES>) -> impl Iterator<Item = Board> {
    let (board, mut moves) = (frame.board, frame.moves);
    core::iter::from_fn(move || {
        let square = moves.trailing_zeros();
        moves &= moves.wrapping_sub(1);
        (square < 64).then(|| board.place(square))
    })
}

/// The move to a square.
pub(super) fn of(square: u8) -> Move {
    Move::to(square).unwrap_or(Move::PASS)
}
