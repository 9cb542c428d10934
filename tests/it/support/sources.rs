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

/// Returns the names of the scripts that books do not have.
pub fn script_names() -> Vec<String> {
    let path = concat!(env!("ROOT"), "/crates/page/src/typesetting/scripts.txt");
    let rows = fs::read_to_string(path).unwrap();
    let rows = rows.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.splitn(4, ' ').last().unwrap().to_owned()).collect()
}

/// Returns the code of a file without comments and unit tests.
pub fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the literals of a code. Characters in single quotes may be quotes.
pub fn literals(code: &str) -> Vec<String> {
    let code = code.replace("'\"'", "' '").replace("'\\\"'", "' '").replace("b'\"'", "' '");
    let mut found = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '"' {
            continue;
        }
        let mut words = String::new();
        loop {
            match chars.next() {
                None | Some('"') => break,
                Some('\\') => match chars.next() {
                    Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                    Some('n') => words.push('\n'),
                    Some(c) => words.push(c),
                    None => break,
                },
                Some(c) => words.push(c),
            }
        }
        found.push(words);
    }
    found
}
