//! Verifies finished files: recomputes every statement of a catalogue, a book or a run and compares
//! it. Nothing is repaired.
//!
//! No statement of a file is trusted. Of a catalogue row only the puzzle is read, and everything
//! else is recomputed. Of a book only the page objects are read. Of a run the files are verified
//! first, then its catalogue and books. Each difference is a `Finding`.
//!
//! ```text
//! Proof ─┬─ run, shards: the files of a run, compared with its manifest
//!        ├─ catalog: each row, and all rows together
//!        ├─ volume: the pages of a book alone
//!        ├─ rebuild: a book rebuilt and compared page by page
//!        ├─ cross_check: books, catalogues and the archive against each other
//!        └─ printing: books and covers by the rules of their printer
//! ```

mod catalog;
mod cover_title;
mod cross_check;
mod error;
mod finding;
mod inputs;
mod levels;
mod printing;
mod proof;
mod rebuild;
mod report;
mod run;
mod volume;

pub use catalog::row::RowChecker;
pub use catalog::{RunExpectations, catalog};
pub use cross_check::archive::archived;
pub use error::ProofError;
pub(crate) use error::pdf_or_fault;
pub use finding::counted;
pub(crate) use finding::{Finding, Location, page_in_words};
pub(crate) use inputs::VerifiedBook;
pub use inputs::is_pdf;
pub(crate) use levels::LevelRow;
pub use levels::{Spread, tenths};
pub(crate) use proof::VerifiedInput;
pub use proof::{Proof, RowCallback};
pub(crate) use volume::reading_order;
pub use volume::{any_volume, volume};
