//! Tells the tests where the repository is, and the program that cargo builds beside them.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| std::env::var(name).expect("cargo sets it");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = root.parent().expect("the folder tests is in the repository");
    // OUT_DIR is PROFILE/build/PACKAGE/out.
    let out = variable("OUT_DIR");
    let profile = Path::new(&out).ancestors().nth(3).expect("cargo chooses the folder");
    let program = profile.join("sudoku-press").with_extension(std::env::consts::EXE_EXTENSION);
    println!("cargo::rustc-env=ROOT={}", root.display());
    println!("cargo::rustc-env=BUILT_PROGRAM={}", program.display());
}
