//! Tells the tests where the repository is, which program cargo builds beside them, and which tools
//! of `tools.txt` work here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = root.parent().expect("the folder tests is in the repository");
    // OUT_DIR is PROFILE/build/PACKAGE/out.
    let out = PathBuf::from(variable("OUT_DIR"));
    let profile = out.ancestors().nth(3).expect("cargo chooses the folder");
    let program = profile.join("sudoku-press").with_extension(env::consts::EXE_EXTENSION);
    println!("cargo::rustc-env=ROOT={}", root.display());
    println!("cargo::rustc-env=BUILT_PROGRAM={}", program.display());
    fs::write(out.join("missing-tools.txt"), missing_tools(&out)).expect("cargo made the folder");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}

/// Sets `has_NAME` for each tool that works, and returns a line for each other one.
fn missing_tools(out: &Path) -> String {
    println!("cargo::rerun-if-changed=tools.txt");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=USER");
    let mut missing = String::new();
    let list = fs::read_to_string("tools.txt").expect("the list is beside this file");
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split(" | ").collect();
        let [name, package, command, purpose] = columns[..] else {
            panic!("tools.txt: expected four columns, found {line:?}")
        };
        println!("cargo::rustc-check-cfg=cfg(has_{name})");
        watch(command.split(' ').next().unwrap_or_default());
        match try_tool(command, out) {
            Ok(()) => println!("cargo::rustc-cfg=has_{name}"),
            Err(why) => missing += &format!("  {name}, for {purpose}: {why} (Debian: {package})\n"),
        }
    }
    missing
}

/// Runs the command of a tool, which gets an empty folder.
///
/// # Errors
/// The first line of standard error if the command fails.
fn try_tool(command: &str, out: &Path) -> Result<(), String> {
    let folder = out.join("tools");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("FOLDER", folder).stdin(Stdio::null());
    let output = shell.output().map_err(|error| format!("sh: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.trim().lines().next().unwrap_or("it fails").to_owned())
}

/// Looks again when a program is replaced or removed; if it is missing, when a folder of PATH
/// changes. Cargo takes a path that does not exist as changed each time.
fn watch(program: &str) {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    let file = folders.iter().map(|folder| folder.join(program)).find(|file| file.is_file());
    let watched = file.map_or(folders, |file| vec![file]);
    for path in watched.iter().filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
