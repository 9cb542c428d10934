//! The making of a run or of a catalogue alone. Everything is written into a staging folder, whose
//! checkpoints an interrupted run resumes from, and one rename commits the finished run.

mod archive_session;
mod catalog;
mod catalog_job;
mod catalog_order;
mod checkpoints;
mod edited_rows;
mod existing_run;
mod format;
mod locked_folder;
mod night;
mod replacements;
mod run_job;
mod run_puzzles;
mod staging;

pub use catalog::{CatalogSpec, make_catalog, stream_catalog};
pub use format::CatalogEncoding;
pub use night::{Night, day_at};
pub use run_job::{OTHER_PUZZLES, make};
pub use run_puzzles::RunPuzzles;
pub use staging::read_manifest;
pub use staging::{PendingRun, pending_run};

pub use archive_session::{ArchiveEntry, ArchiveSession, lookup_error};
pub use catalog_order::CatalogOrderer;
pub use format::{Catalog, CatalogForm, end};
