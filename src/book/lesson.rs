//! A technique that is explained by a position of a puzzle of the book.

use crate::human::logic::Technique;
use crate::words::explain::Told;

/// A technique, and the step that shows it.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::book) struct Lesson {
    pub technique: Technique,
    /// The puzzle, counted from 0 in the volume.
    pub puzzle: usize,
    /// The step with the position before it.
    pub told: Option<Told>,
    /// The puzzles that need the technique.
    pub needed_by: Vec<usize>,
}
