//! Generates the lists of built-in designs, printers, languages and words of explanations from the files in `templates`. A new
//! file there is built in without further changes.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    for list in ["books", "explain", "printers", "text"] {
        let folder = Path::new(&root).join("templates").join(list);
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).expect("the folder is there");
        let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        paths.sort();
        let mut code = String::from("&[\n");
        for path in paths {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
        }
        code.push_str("]\n");
        let file = Path::new(&out).join(format!("{list}.rs"));
        fs::write(file, code).expect("the folder can be written");
    }
}
