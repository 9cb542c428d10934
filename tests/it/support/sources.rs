//! The source files of the crates.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folders of the sources, each with the room that it is: `crates/grid/src` is `grid/`, and the room of the
/// program is a folder in `src`.
pub fn crate_folders() -> Vec<(String, String)> {
    let crates = fs::read_dir(concat!(env!("ROOT"), "/crates")).unwrap();
    let names = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<_> =
        names.map(|name| (format!("crates/{name}/src"), format!("{name}/"))).collect();
    folders.push(("src".to_owned(), String::new()));
    folders.sort();
    folders
}

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
