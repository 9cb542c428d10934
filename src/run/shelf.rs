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
use std::iter::{self, Peekable};

/// Holds puzzles back until it is their turn.
pub(super) struct Shelf<I: Iterator<Item = Rung>> {
    is_by_load: bool,
    /// The puzzles of the band that is being made.
    band: Vec<MadePuzzle>,
    /// The levels of the puzzles that leave, one after the other; from its end on none is held back.
    turns: Peekable<I>,
    waiting: [VecDeque<MadePuzzle>; Rung::MOST],
}

impl<I: Iterator<Item = Rung>> Shelf<I> {
    /// A shelf for puzzles of a ladder. `turns` is the sequence of levels in the book; empty if levels take no turns.
    pub fn new(ladder: Ladder, turns: I) -> Self {
        let is_by_load = ladder == Ladder::Human;
        Self { is_by_load, band: Vec::new(), turns: turns.peekable(), waiting: Default::default() }
    }

    /// Adds a puzzle, and yields each whose turn has come.
    pub fn put(&mut self, made: MadePuzzle) -> impl Iterator<Item = MadePuzzle> {
        if self.band.last().is_some_and(|last| last.slot().rung != made.slot().rung) {
            self.end_band();
        }
        if self.is_by_load {
            self.band.push(made);
        } else {
            self.line_up(made);
        }
        iter::from_fn(|| self.next_in_turn())
    }

    /// Yields all puzzles that are left: those whose turn has come, then those whose turn never came because another
    /// level has too few puzzles.
    pub fn clear(mut self) -> impl Iterator<Item = MadePuzzle> {
        self.end_band();
        iter::from_fn(move || {
            let rest =
                |waiting: &mut [VecDeque<_>]| waiting.iter_mut().find_map(VecDeque::pop_front);
            self.next_in_turn().or_else(|| rest(&mut self.waiting))
        })
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

    fn next_in_turn(&mut self) -> Option<MadePuzzle> {
        let Some(rung) = self.turns.peek() else {
            return self.waiting.iter_mut().find_map(VecDeque::pop_front);
        };
        let next = self.waiting[rung.index()].pop_front()?;
        self.turns.next();
        Some(next)
    }
}
