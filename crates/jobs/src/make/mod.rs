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

pub use archive_session::ArchiveSession;
pub use catalog::CatalogSpec;
pub use catalog_order::CatalogOrderer;
pub use format::{CatalogEncoding, CatalogFiles};
pub use night::Night;
pub use run_puzzles::RunPuzzles;
pub use staging::{PendingRun, pending_run};
