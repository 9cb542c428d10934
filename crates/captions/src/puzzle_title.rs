//! Titles and dates of puzzles.

/// The title and the date of a puzzle in a file of the user, each in one line. An empty text is
/// none, and `YYYY-MM-DD` is a day. Both may be a day or another text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleTitle {
    /// The title.
    pub words: String,
    /// The date.
    pub date: String,
}

impl PuzzleTitle {
    /// Returns true if there is neither a title nor a date.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.date.is_empty()
    }
}
