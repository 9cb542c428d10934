//! The order of the catalogue. Puzzles arrive level by level in slot order, and leave in catalogue
//! order.
//!
//! ```text
//!   put ──► a band waits until all of it is there, and is sorted   (human ladder)
//!       ──► all levels wait for the end, and are dealt in turn     (books with turns)
//!       ──► out
//! ```

use book::TurnOrder;
use explainer::AnyRating;
use human::{Ladder, Rung, Seconds};
use make::MadePuzzle;
use std::collections::VecDeque;

/// A buffer that holds puzzles back until their turn.
pub struct CatalogOrderer {
    is_by_time: bool,
    turns: TurnOrder,
    /// The puzzles of the current band, or of all levels that take turns.
    held: Vec<MadePuzzle>,
    /// The puzzles that may leave.
    ready: VecDeque<MadePuzzle>,
}

impl CatalogOrderer {
    /// Returns an empty buffer for puzzles of a ladder.
    pub fn new(ladder: Ladder, turns: TurnOrder) -> Self {
        let is_by_time = ladder == Ladder::Human;
        Self { is_by_time, turns, held: Vec::new(), ready: VecDeque::new() }
    }

    /// Adds a puzzle.
    pub fn put(&mut self, made: MadePuzzle) {
        if !self.turns.is_empty() {
            self.held.push(made);
            return;
        }
        if self.held.last().is_some_and(|last| last.slot().rung != made.slot().rung) {
            self.end_band();
        }
        if self.is_by_time {
            self.held.push(made);
        } else {
            self.ready.push_back(made);
        }
    }

    /// Releases all remaining puzzles. Those whose turn never comes, because another level has too
    /// few puzzles, come last.
    pub fn close(&mut self) {
        if self.turns.is_empty() {
            self.end_band();
            return;
        }
        let mut levels: [Vec<Option<MadePuzzle>>; Rung::COUNT] = Default::default();
        let mut held = std::mem::take(&mut self.held);
        if self.turns.is_even() {
            held.sort_by_cached_key(|made| {
                let rating = made.entry.rating.as_ref().and_then(AnyRating::classic);
                TurnOrder::time_key(rating, &made.entry.puzzle)
            });
        } else if self.is_by_time {
            sort_by_time(&mut held);
        }
        for made in held {
            levels[made.slot().rung.index()].push(Some(made));
        }
        for dealt in self.turns.deal(levels.each_ref().map(Vec::len)) {
            self.ready.extend(levels[dealt.rung.index()][dealt.rank].take());
        }
        self.ready.extend(levels.into_iter().flatten().flatten());
    }

    /// Takes the next puzzle whose turn has come.
    pub fn take(&mut self) -> Option<MadePuzzle> {
        self.ready.pop_front()
    }

    /// Releases the puzzles of a band, sorted by expected time.
    fn end_band(&mut self) {
        sort_by_time(&mut self.held);
        self.ready.extend(self.held.drain(..));
    }
}

/// Sorts puzzles by expected time. The sort is stable, so that equal times keep slot order.
fn sort_by_time(puzzles: &mut [MadePuzzle]) {
    let seconds = |made: &MadePuzzle| made.entry.rating?.seconds();
    puzzles.sort_by_key(|made| seconds(made).map(Seconds::whole));
}
