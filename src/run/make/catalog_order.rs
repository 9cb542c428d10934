//! The order of the catalogue. Puzzles arrive level by level in slot order, and leave in catalogue
//! order.
//!
//! ```text
//!   put ──► a band waits until all of it is there, and is sorted by load   (human ladder)
//!       ──► each level waits for its turns                                 (books with turns)
//!       ──► out
//! ```

use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::MadePuzzle;
use std::collections::VecDeque;
use std::iter::Peekable;

/// A buffer that holds puzzles back until their turn.
pub(crate) struct CatalogOrderer<I: Iterator<Item = Rung>> {
    is_by_load: bool,
    is_closed: bool,
    /// The puzzles of the current band.
    band: Vec<MadePuzzle>,
    /// The levels of the puzzles that leave, in order. After the last turn no puzzle is held back.
    turns: Peekable<I>,
    waiting: [VecDeque<MadePuzzle>; Rung::MAX_COUNT],
}

impl<I: Iterator<Item = Rung>> CatalogOrderer<I> {
    /// Returns an empty buffer for puzzles of a ladder. `turns` is the sequence of levels in the
    /// book; empty if levels take no turns.
    pub fn new(ladder: Ladder, turns: I) -> Self {
        let (is_by_load, turns) = (ladder == Ladder::Human, turns.peekable());
        Self { is_by_load, is_closed: false, band: Vec::new(), turns, waiting: Default::default() }
    }

    /// Adds a puzzle.
    pub fn put(&mut self, made: MadePuzzle) {
        if self.band.last().is_some_and(|last| last.slot().rung != made.slot().rung) {
            self.end_band();
        }
        if self.is_by_load {
            self.band.push(made);
        } else {
            self.line_up(made);
        }
    }

    /// Releases all remaining puzzles, including those whose turn never comes because another level
    /// has too few puzzles.
    pub fn close(&mut self) {
        self.end_band();
        self.is_closed = true;
    }

    /// Takes the next puzzle whose turn has come.
    pub fn take(&mut self) -> Option<MadePuzzle> {
        let turn = self.turns.peek().map(|rung| rung.index());
        let next = turn.and_then(|turn| self.waiting[turn].pop_front());
        if next.is_some() {
            self.turns.next();
        } else if turn.is_none() || self.is_closed {
            return self.waiting.iter_mut().find_map(VecDeque::pop_front);
        }
        next
    }

    /// Releases the puzzles of a band, sorted by load. The sort is stable, so that equal loads keep
    /// slot order.
    fn end_band(&mut self) {
        let mut band = std::mem::take(&mut self.band);
        band.sort_by_key(|made| made.entry.rating.map_or(0, |rating| rating.load.whole()));
        band.into_iter().for_each(|made| self.line_up(made));
    }

    fn line_up(&mut self, made: MadePuzzle) {
        self.waiting[made.slot().rung.index()].push_back(made);
    }
}
