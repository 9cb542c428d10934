//! The look of a book: templates read from TOML (`keys`, `template`), the checks of their keys
//! (`checks`), and the design derived from them for one book (`book_design`).

mod book_design;
mod checks;
mod keys;
mod template;

pub(crate) use book_design::BookDesign;
pub use keys::Template;
pub(crate) use keys::{
    AnswerPlace, GivensWeight, GridArrangement, PageHead, PuzzleGrouping, PuzzleLabel,
    RunningTextPlace,
};
pub(crate) use template::MIN_INSIDE;
