//! Generates the lists of built-in designs and languages from the files in `templates`. A new file there is built in without further changes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    for list in ["books", "text"] {
        let code = list_of(&Path::new(&root).join("templates").join(list));
        fs::write(Path::new(&out).join(format!("{list}.rs")), code).expect("OUT_DIR is writable");
    }
}

/// Returns an array of the names and texts of the TOML files in a folder, in alphabetical order.
fn list_of(folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let mut code = String::from("&[\n");
    for path in paths {
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
    }
    code.push_str("]\n");
    code
}
