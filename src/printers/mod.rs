//! The requirements of printers, and the check of finished PDFs against them. Independent of Sudoku and
//! of books. `printer` reads a printer's figures, `terms` selects those for one trim size and paper,
//! `sheet` measures covers, `template` reads the templates that printers make for them, `pdf` walks the pages of any PDF, `preflight` checks them.

pub(crate) mod pdf;
mod pdfx;
pub mod preflight;
pub(crate) mod printer;
pub(crate) mod sheet;
mod template;
pub(crate) mod terms;
mod trim;

pub use pdf::{PdfError, Stop, booklet_sides};
pub use pdfx::Pdfx;
pub(crate) use printer::SAME;
pub use printer::{Edition, Inks, PageSize, Printer, PrinterError};
pub(crate) use sheet::Place;
pub use sheet::{CoverSheet, SheetError, Spine};
pub use template::CoverTemplate;
pub use terms::Terms;
pub(crate) use trim::MM;
pub use trim::{Trim, TrimError};
