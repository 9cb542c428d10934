//! The book of a run. A [`BookPlan`] is everything that defines the look of a book; it is read from
//! settings and the files that they name, shares puzzles among levels, lays out a book, writes its
//! PDF files and inspects them. [`Sections`] gathers the puzzles of a book.

mod book_names;
mod counts;
mod plan;
mod presets;
mod sections;
mod unprinted;
mod user_files;
mod write;

pub use plan::BookPlan;
pub(crate) use plan::has_catalog_order;
pub use presets::Preset;
pub use sections::Sections;
pub use write::BookOutput;

pub(super) use book_names::is_file_of_book;
