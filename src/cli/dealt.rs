//! Puzzles in the order of the book, where that is not the order in which they are made: levels that
//! take turns. Not which book that is.

use std::collections::VecDeque;
use std::iter::Peekable;
use sudoku_press::batch::Issued;
use sudoku_press::score::Level;

/// Holds puzzles until their turn has come.
pub struct Dealt<I: Iterator<Item = Level>> {
    turns: Peekable<I>,
    waiting: [VecDeque<Issued>; 5],
}

impl<I: Iterator<Item = Level>> Dealt<I> {
    /// For levels that take turns; if there are none, nothing waits.
    pub fn new(turns: I) -> Self {
        Self {
            turns: turns.peekable(),
            waiting: Default::default(),
        }
    }

    /// Takes a puzzle, and gives all whose turn it is now to `each`.
    pub fn take<E>(
        &mut self,
        issued: Issued,
        mut each: impl FnMut(Issued) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.turns.peek().is_none() {
            return each(issued);
        }
        let level = issued.entry.origin.slot.level;
        self.waiting[level.index()].push_back(issued);
        while let Some(level) = self.turns.peek()
            && let Some(issued) = self.waiting[level.index()].pop_front()
        {
            self.turns.next();
            each(issued)?;
        }
        Ok(())
    }

    /// What is left when a level has come to its end too early.
    pub fn rest(self) -> impl Iterator<Item = Issued> {
        self.waiting.into_iter().flatten()
    }
}
