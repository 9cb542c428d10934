//! Printers: figures and their sources, read from TOML. `figures` defines the keys, `check` refuses
//! invalid values, `limits` finds the page limits of a trim size. `terms` applies the figures to one
//! book.

mod check;
mod error;
mod figures;
mod file;
mod limits;

pub use error::PrinterError;
pub(super) use figures::{CoverRules, Placer, Rules};
pub use figures::{Edition, Inks};
pub use file::Printer;
pub(crate) use limits::SAME;
