//! A book before it has pages: design, settings, puzzles in their order, volumes, and what a page and its marks are.

pub(in crate::book) mod deck;
pub(in crate::book) mod design;
pub(in crate::book) mod error;
pub(in crate::book) mod imprint;
pub(in crate::book) mod insight;
pub(in crate::book) mod isbn;
pub(in crate::book) mod look;
pub(in crate::book) mod minutes;
pub(in crate::book) mod page;
pub(in crate::book) mod setup;
pub(in crate::book) mod showcase;
pub(in crate::book) mod volume;
