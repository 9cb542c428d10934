//! Storage on disks and servers: files that appear whole or not at all, tables of puzzles, and the
//! archive of everything ever printed.

#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "table")]
pub mod table;
