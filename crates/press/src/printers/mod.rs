//! The requirements of printers, and the check of finished PDFs against them. This room knows
//! nothing of Sudoku or books. `printer` reads a printer's figures, `print_spec` selects those for
//! one trim size and paper, `sheet` measures covers, `template` reads the cover templates of
//! printers, `pdf` interprets the pages of any PDF, and `preflight` checks them.

#[doc(hidden)]
pub mod pdf;
mod pdfx;
pub mod preflight;
pub(crate) mod print_spec;
pub(crate) mod printer;
pub(crate) mod sheet;
pub(crate) mod solid_inks;
mod template;
mod trim;

pub use pdf::{PdfError, WalkError, booklet_sides};
pub use pdfx::Pdfx;
pub use print_spec::PrintSpec;
#[doc(hidden)]
pub use printer::SIZE_TOLERANCE;
pub use printer::{Inks, Medium, PageSize, Printer};
pub(crate) use sheet::SheetPlacement;
pub use sheet::{CoverSheet, Spine};
pub use template::CoverTemplate;
pub(crate) use trim::{INCH, MM};
pub use trim::{Trim, TrimError};
