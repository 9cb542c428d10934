//! The source files of the crates.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the crates, and the room that a folder is by itself.
pub const CRATE_FOLDERS: [(&str, &str); 15] = [
    ("crates/words/src", "words/"),
    ("crates/engine/src", ""),
    ("crates/files/src", "files/"),
    ("crates/archive/src", "archive/"),
    ("crates/tables/src", "tables/"),
    ("crates/pdf-reader/src", "pdf-reader/"),
    ("crates/preflight/src", "preflight/"),
    ("crates/explain/src", "explain/"),
    ("crates/book/src", "book/"),
    ("crates/cover/src", "cover/"),
    ("crates/jobs/src", "jobs/"),
    ("crates/shards/src", "shards/"),
    ("crates/proof/src", "proof/"),
    ("crates/studio/src", "studio/"),
    ("src", ""),
];

/// Returns all Rust files below a folder, in the order of their names.
pub fn rust_files(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
