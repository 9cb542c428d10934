//! Reorders puzzles for designs that interleave levels: puzzles are made level by level, but printed in
//! turns.

use crate::human::ladder::Rung;
use crate::make::batch::Issued;
use std::collections::VecDeque;
use std::iter::Peekable;

/// Holds back puzzles until their turn in the book.
pub(super) struct Turns<I: Iterator<Item = Rung>> {
    order: Peekable<I>,
    waiting: [VecDeque<Issued>; Rung::MOST],
}

impl<I: Iterator<Item = Rung>> Turns<I> {
    /// `order` is the sequence of levels in the book. If it is empty, no puzzle is held back.
    pub fn new(order: I) -> Self {
        Self { order: order.peekable(), waiting: Default::default() }
    }

    /// Adds a puzzle, and passes every puzzle whose turn has come to `each`.
    pub fn take<E>(
        &mut self,
        issued: Issued,
        mut each: impl FnMut(Issued) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.order.peek().is_none() {
            return each(issued);
        }
        let rung = issued.entry.origin.slot.rung;
        self.waiting[rung.index()].push_back(issued);
        while let Some(rung) = self.order.peek()
            && let Some(issued) = self.waiting[rung.index()].pop_front()
        {
            self.order.next();
            each(issued)?;
        }
        Ok(())
    }

    /// The puzzles whose turn never came because another level has too few puzzles.
    pub fn rest(self) -> impl Iterator<Item = Issued> {
        self.waiting.into_iter().flatten()
    }
}
