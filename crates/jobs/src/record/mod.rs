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
pub use book_state::{
    BookDraft, BookMemory, SheetStanding, book_status, is_mistakable, sheet_standing,
};
pub use data_card::DataCard;
pub use identity::Identity;
pub use job_record::JobRecord;
pub use made_book::{BOOK, MadeBook, OwnPuzzles, PUZZLES, puzzles_in};
pub use manifest::{CHECKSUMS, FileKind, LICENCE, MANIFEST, Manifest, json};
pub use older_editions::{EXPORT, older_editions};
pub use series_record::SeriesRecord;
pub use sheet_record::{FoundSheet, SheetRecord};
pub use source_run::{RebuildError, SourceRun};

pub(super) use manifest::{remove_listed, sums};
