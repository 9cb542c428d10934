//! The look of a book: templates read from TOML (`keys`, `template`), the checks of their keys
//! (`checks`), and the design derived from them for one book (`book_design`).

mod book_design;
mod checks;
mod keys;
mod template;

pub(in crate::book) use book_design::BookDesign;
pub use keys::Template;
pub(in crate::book) use keys::{
    AnswerPlace, GivensWeight, GridLook, PageHead, PuzzleGrouping, PuzzleLabel, ReadingOrder,
    RunningTextPlace,
};
pub(in crate::book) use template::in_turn;
