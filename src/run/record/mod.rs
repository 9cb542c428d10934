//! The record of a run: its [`Identity`], which its puzzles alone decide, and the [`Manifest`] in
//! the folder of a finished run, from which another book or cover can be made ([`SourceRun`]).

mod identity;
mod manifest;
mod source_run;

pub use identity::Identity;
pub use manifest::{CHECKSUMS, FileKind, MANIFEST, Manifest};
pub use source_run::{RebuildError, SourceRun};

pub(super) use manifest::{check_counts, json, sums};
