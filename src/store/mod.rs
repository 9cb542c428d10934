//! What lies on disks and servers: files that appear whole or not at all, tables of puzzles, the archive of what
//! was ever printed.

#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "table")]
pub mod table;
