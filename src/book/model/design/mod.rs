//! The look of a book: templates read from TOML, the checks of their keys, and the design derived from
//! them for one book.

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
