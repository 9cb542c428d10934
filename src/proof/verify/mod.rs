//! Proof from nothing: what a catalogue, a book or a finished run says of itself, held against
//! what is there. Not a judge of taste, and no repair.
//!
//! Nothing that a file says is believed. Of a catalogue's row only the puzzle is read, and all else
//! is computed from it; of a book only the marks on its pages; of a run its files, and then both.
//! What is wrong is a [`Finding`]: where, what, and what would be right.

mod against;
mod archived;
mod book;
mod catalog;
mod finding;
mod proof;
mod references;
mod row;
mod run;

pub use against::against;
pub use archived::archived;
pub use book::{Volume, volume};
pub use catalog::{Catalog, Demands, Known, catalog};
pub use finding::{Finding, Place};
pub use proof::{Proof, ProofError, Totals};
pub use row::{Checked, Proved, RowCheck};
pub use run::RunFiles;
