//! Findings of one kind, of which there may be millions: the first few are kept, the others
//! counted.

use crate::{Clause, clause};

/// Number of findings of one kind in a message.
const MAX_SHOWN: usize = 5;

/// The first few findings of one kind, and the number of all.
#[derive(Clone, Debug)]
pub struct FirstFew<T> {
    max: usize,
    first: Vec<T>,
    count: u64,
}

/// Keeps as many findings as a message shows.
impl<T> Default for FirstFew<T> {
    fn default() -> Self {
        Self::new(MAX_SHOWN)
    }
}

impl<T> FirstFew<T> {
    /// Creates an empty list that keeps at most `max` findings.
    pub const fn new(max: usize) -> Self {
        Self { max, first: Vec::new(), count: 0 }
    }

    /// Counts a finding. Calls `finding` and returns true if it is one of the first few.
    pub fn push(&mut self, finding: impl FnOnce() -> T) -> bool {
        self.count += 1;
        let is_kept = self.first.len() < self.max;
        self.first.extend(is_kept.then(finding));
        is_kept
    }

    /// Adds to the number of findings that are not kept.
    pub fn count_hidden(&mut self, others: u64) {
        self.count += others;
    }

    /// Returns the first few findings.
    pub fn first(&self) -> &[T] {
        &self.first
    }

    /// Returns the number of findings.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of findings that are not kept.
    pub fn hidden(&self) -> u64 {
        self.count - self.first.len() as u64
    }

    /// Takes the first few findings and the number of the others, and leaves none.
    pub fn take(&mut self) -> (Vec<T>, u64) {
        let hidden = self.hidden();
        self.count = 0;
        (std::mem::take(&mut self.first), hidden)
    }
}

impl FirstFew<Clause> {
    /// Takes all lines as one text, which ends with the number of rows that it does not show.
    /// Returns `None` if there is no line.
    pub fn take_text(&mut self) -> Option<Clause> {
        let (mut lines, hidden) = self.take();
        match hidden {
            0 => {}
            1 => lines.push("and 1 more row".into()),
            more => lines.push(clause!("and {} more rows", more)),
        }
        Clause::join("{}\n{}", lines)
    }
}
