//! Printers: figures read from TOML, with their sources. `figures` are the keys, `check` refuses what
//! makes no sense, `limits` are the pages of a size. What the figures mean for one book is in `terms`.

mod check;
mod error;
mod figures;
mod file;
mod limits;

pub use error::PrinterError;
pub use figures::Edition;
pub(super) use figures::{CoverRules, Rules};
pub use file::Printer;
pub(crate) use limits::SAME;
