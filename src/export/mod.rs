//! Single puzzles for editors: drawings that need no font, files under names that do not change,
//! and a table that names them. Not the book, whose pages `book` makes.

mod folder;
mod svg;

pub use folder::Folder;
pub use svg::svg;
