//! The record of a run: its [`Identity`], which its puzzles alone decide, and the [`Manifest`] in
//! the folder of a finished run, from which another book or cover can be made ([`FinishedRun`]).

mod identity;
mod manifest;
mod source_run;

pub use identity::Identity;
pub use manifest::{FileKind, MANIFEST, Manifest, SUMS};
pub use source_run::{FinishedRun, NoPlan};

pub(super) use manifest::{check_counts, json, sums};
