//! The requirements of printers, and the check of finished PDFs against them. Independent of Sudoku
//! and of books. `printer` reads a printer's figures, `print_spec` selects those for one trim size
//! and paper, `sheet` measures covers, `template` reads the templates that printers make for them,
//! `pdf` walks the pages of any PDF, `preflight` checks them.

pub(crate) mod pdf;
mod pdfx;
pub mod preflight;
pub(crate) mod print_spec;
pub(crate) mod printer;
pub(crate) mod sheet;
mod template;
mod trim;

pub use pdf::{PdfError, WalkError, booklet_sides};
pub use pdfx::Pdfx;
pub use print_spec::PrintSpec;
pub(crate) use printer::SIZE_TOLERANCE;
pub use printer::{Inks, Medium, PageSize, Printer, PrinterError};
pub(crate) use sheet::SheetPlacement;
pub use sheet::{CoverSheet, SheetError, Spine};
pub use template::CoverTemplate;
pub(crate) use trim::MM;
pub use trim::{Trim, TrimError};
