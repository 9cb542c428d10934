//! Puzzles in the order of the book, where levels take turns and the book's order is not that in which
//! puzzles are made.

use crate::batch::Issued;
use crate::score::Level;
use std::collections::VecDeque;
use std::iter::Peekable;

/// Holds puzzles until it is their turn.
pub(super) struct Turns<I: Iterator<Item = Level>> {
    order: Peekable<I>,
    waiting: [VecDeque<Issued>; 5],
}

impl<I: Iterator<Item = Level>> Turns<I> {
    /// For levels in this order; if it is empty, no puzzle waits.
    pub fn new(order: I) -> Self {
        Self {
            order: order.peekable(),
            waiting: Default::default(),
        }
    }

    /// Takes a puzzle, and gives every puzzle whose turn has come to `each`.
    pub fn take<E>(
        &mut self,
        issued: Issued,
        mut each: impl FnMut(Issued) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.order.peek().is_none() {
            return each(issued);
        }
        let level = issued.entry.origin.slot.level;
        self.waiting[level.index()].push_back(issued);
        while let Some(level) = self.order.peek()
            && let Some(issued) = self.waiting[level.index()].pop_front()
        {
            self.order.next();
            each(issued)?;
        }
        Ok(())
    }

    /// The puzzles whose turn never came, because another level ended short.
    pub fn rest(self) -> impl Iterator<Item = Issued> {
        self.waiting.into_iter().flatten()
    }
}
