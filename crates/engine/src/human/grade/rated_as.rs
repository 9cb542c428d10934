//! The choice between two equivalent forms of a puzzle for its rating.

use crate::sudoku::canon::Canonical;
use crate::sudoku::puzzle::Puzzle;

named! {
    /// The form in which a puzzle is rated. A transformed puzzle takes its steps in another order.
    /// So its rating may differ from that of the given form, and its load nearly always does.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum RatedForm {
        /// In its canonical form: turned and relabelled puzzles have one rating
        [default]
        Canonical = "canonical",
        /// As it is written: what Sudoku Explainer does, and published lists have
        Given = "given",
    }
}

impl RatedForm {
    /// Returns the form of a puzzle that is rated.
    pub fn form(self, puzzle: &Puzzle) -> Puzzle {
        match self {
            Self::Given => *puzzle,
            Self::Canonical => {
                let form = Puzzle::prove(*Canonical::of(puzzle).grid());
                form.expect("an equivalent puzzle has one solution, too")
            }
        }
    }
}
