//! What printers want, and whether a finished PDF is that. Knows no Sudoku and no book: `printer` has
//! the figures, `terms` are those of one size on one paper, `sheet` measures covers, `pdf` walks the
//! pages of any PDF, `preflight` judges them.

pub(crate) mod pdf;
pub mod preflight;
pub(crate) mod printer;
pub(crate) mod sheet;
pub(crate) mod terms;
mod trim;

pub(crate) use printer::SAME;
pub use printer::{Edition, Printer, PrinterError};
pub use sheet::{CoverSheet, SheetError, Spine, SpineError};
pub use terms::Terms;
pub use trim::{Trim, TrimError};
