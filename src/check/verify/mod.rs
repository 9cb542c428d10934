//! Proof of finished files: every statement of a catalogue, a book or a run is computed again and
//! compared. Nothing is repaired.
//!
//! No statement of a file is trusted. Of a row of a catalogue only the puzzle is read, and
//! everything else is computed from it. Of a book only the marks on its pages are read. Of a run its
//! files are checked first, and then both. A difference is a [`Finding`]: where, what was found,
//! what was expected.

mod again;
mod against;
mod archived;
mod book;
mod catalog;
mod compare;
mod duplicates;
mod error;
mod finding;
mod parts;
mod proof;
mod report;
mod row;
mod run;
mod same;

pub use against::against;
pub use archived::archived;
pub(in crate::check) use book::reading_order;
pub use book::{Printed, Volume, any_volume, printed_number, volume};
pub use catalog::{Catalog, Demands, Order, catalog};
pub use error::ProofError;
pub use finding::{Finding, Place, Unjudged};
pub(in crate::check) use finding::{counted, page_in_words};
pub use proof::{Proof, Read, Totals};
pub(in crate::check) use proof::{is_pdf, parted, plain};
pub use row::{Checked, Known, Proved, RowCheck};
pub use run::RunFiles;
