//! The record of a run: its [`Identity`], which its puzzles alone decide, and the [`Manifest`] in
//! the folder of a finished run, from which another book or cover can be made ([`SourceRun`]). A
//! book of files of puzzles has a [`BookRecord`], a series has a [`SeriesRecord`], and a proof
//! sheet has a [`SheetRecord`].

mod book_record;
mod book_state;
mod data_card;
mod identity;
mod job_record;
mod made_book;
mod manifest;
mod older_editions;
mod printed_ids;
mod recorded_job;
mod series_record;
mod sheet_record;
mod source_run;

pub use book_record::{BookRecord, BookSource, OwnedFiles, SourceOptions};
pub use book_state::{BookDraft, BookMemory};
pub use data_card::DataCard;
pub use identity::Identity;
pub use job_record::JobRecord;
pub use made_book::{MadeBook, OwnPuzzles};
pub use manifest::{FileKind, LICENCE, Manifest};
pub use series_record::SeriesRecord;
pub use sheet_record::FoundSheet;
pub use source_run::{RebuildError, SourceRun};

pub(super) use manifest::{remove_listed, sums};

use crate::{IoContext as _, RunError};
use files::Record;
use std::io;
use std::path::Path;
use words::Problem;

/// Returns a record that was read from this path. Another file there is refused, with a remedy.
fn own_record<T: Record>(
    read: io::Result<Option<T>>,
    path: &Path,
    remedy: &'static str,
) -> Result<Option<T>, RunError> {
    match read {
        Err(e) if e.kind() == io::ErrorKind::InvalidData => {
            let problem = Problem::expected(T::KIND, "another file");
            Err(problem.at(path.display()).remedy(remedy).into())
        }
        read => read.read_context(path),
    }
}
