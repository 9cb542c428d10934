//! Puzzles come level by level in the order of their slots, and leave in the order of the catalogue.
//!
//! ```text
//!   put ──► a band waits until all of it is there, and is sorted by load   (human ladder)
//!       ──► each level waits for its turns                                 (books with turns)
//!       ──► out
//! ```

use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::MadePuzzle;
use std::collections::VecDeque;
use std::iter::Peekable;

/// Holds puzzles back until it is their turn.
pub(crate) struct CatalogOrderer<I: Iterator<Item = Rung>> {
    is_by_load: bool,
    is_closed: bool,
    /// The puzzles of the band that is being made.
    band: Vec<MadePuzzle>,
    /// The levels of the puzzles that leave, one after the other; from its end on none is held back.
    turns: Peekable<I>,
    waiting: [VecDeque<MadePuzzle>; Rung::MAX_COUNT],
}

impl<I: Iterator<Item = Rung>> CatalogOrderer<I> {
    /// A shelf for puzzles of a ladder. `turns` is the sequence of levels in the book; empty if levels take no turns.
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

    /// Lets all puzzles that are left be taken: also those whose turn never comes because another level has too few
    /// puzzles.
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

    /// Lines up the puzzles of a band, the smallest load first; those whose catalogue has the same load in the order of
    /// their slots.
    fn end_band(&mut self) {
        let mut band = std::mem::take(&mut self.band);
        band.sort_by_key(|made| made.entry.rating.map_or(0, |rating| rating.load.whole()));
        band.into_iter().for_each(|made| self.line_up(made));
    }

    fn line_up(&mut self, made: MadePuzzle) {
        self.waiting[made.slot().rung.index()].push_back(made);
    }
}
