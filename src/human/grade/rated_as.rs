//! Which of the equivalent forms of a puzzle is rated.

use crate::sudoku::canon::Canonical;
use crate::sudoku::puzzle::Puzzle;

named! {
    /// In which form a puzzle is rated. The path of a turned puzzle takes its steps in another order, so a rating of the
    /// puzzle as it is given may change with it, and its load nearly always does.
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
    /// The form of a puzzle that is rated.
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
