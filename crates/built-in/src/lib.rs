//! Files that are built in: turns a folder of TOML files into a list of their names and texts. Owns
//! the form of that list; knows nothing of what the files say. Build scripts call it.
//!
//! ```no_run
//! // In `main` of build.rs:
//! sudoku_press_built_in::write_list("templates", "languages.rs");
//! ```
//!
//! The crate then has the list, a slice of names and texts in alphabetical order:
//!
//! ```text
//! const BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Writes the list of the TOML files of `folder`, below the root of the crate that is built, to the
/// file `to` in its `OUT_DIR`. Cargo calls the build script again when the folder changes.
///
/// # Panics
/// Outside of a build script, if the folder cannot be read, or if the list cannot be written: the
/// build ends then.
pub fn write_list(folder: &str, to: &str) {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(Path::new(&out).join(to), list_of(&folder)).expect("OUT_DIR is writable");
}

/// Returns a slice of the names and texts of the TOML files in a folder, as Rust code.
fn list_of(folder: &Path) -> String {
    let files = fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    let mut code = String::from("&[\n");
    for path in paths {
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
    }
    code.push_str("]\n");
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_has_toml_files_in_order() {
        let folder = env::temp_dir().join(format!("built-in-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        for name in ["en-US.toml", "en.toml", "de.toml", "notes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let list = list_of(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let names: Vec<_> = list.split('"').skip(1).step_by(4).collect();
        assert_eq!(names, ["de", "en", "en-US"]);
    }
}
