//! The copy of the tree in which all changes are compiled in.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::changes::{self, Change};
use crate::fits;

const FEATURES: [&str; 2] = ["--features", "parquet"];

/// Returns true for the root of a crate that has changes: the switch that chooses one is in all of them.
fn is_root(name: &str) -> bool {
    name.strip_prefix("crates/").is_some_and(|name| fits("*/src/lib.rs", name))
}

pub struct Tree {
    pub changes: Vec<(u32, Change)>,
    /// How many more do not compile.
    pub dropped: usize,
}

/// Copies the tree and writes all changes into it that compile.
pub fn prepare(home: &Path, part: &str, globs: &[&str]) -> Tree {
    let to = home.join("tree");
    let listed =
        Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let listed: HashSet<&str> = listed.lines().filter(|name| Path::new(name).is_file()).collect();
    for &root in listed.iter().filter(|name| is_root(name)) {
        forget(&to, to.join(root).parent().unwrap(), &listed);
    }
    let mut files = Vec::new();
    for &name in &listed {
        let is_code =
            name.ends_with(".rs") && !name.ends_with("/tests.rs") && !name.contains("/tests/");
        let chosen = is_code && globs.iter().any(|glob| fits(glob, name));
        match chosen || is_root(name) {
            true => files.push((name.to_owned(), fs::read_to_string(name).unwrap())),
            false => put(&to.join(name), &fs::read(name).unwrap()),
        }
    }
    files.sort();
    let mut all = Vec::new();
    for (name, source) in files.iter().filter(|(name, _)| !is_root(name)) {
        all.extend(changes::find(name, source));
    }
    let count = all.len();
    let mut all: Vec<(u32, Change)> = (1..).zip(all).collect();
    let note = home.join(format!("{part}.dropped"));
    let mut dropped: HashSet<String> =
        fs::read_to_string(&note).unwrap_or_default().lines().map(str::to_owned).collect();
    loop {
        all.retain(|(_, change)| !dropped.contains(&change.name));
        let mut places: HashMap<&str, Vec<(u32, Range<usize>)>> = HashMap::new();
        for (name, source) in &files {
            let ours = all.iter().filter(|(_, change)| crate::file_of(&change.name) == name);
            let ours: Vec<_> = ours.map(|(number, change)| (*number, change)).collect();
            let (mut text, put_in) = changes::write(source, &ours);
            if is_root(name) {
                text += &changes::SWITCH.replace("COUNT", &(count + 1).to_string());
            }
            put(&to.join(name), text.as_bytes());
            places.insert(name, put_in);
        }
        let errors: Vec<Value> = cargo(home, &["check", "--lib", "--workspace"])
            .into_iter()
            .filter(|line| {
                line["reason"] == "compiler-message" && line["message"]["level"] == "error"
            })
            .collect();
        if errors.is_empty() {
            return Tree { changes: all, dropped: dropped.len() };
        }
        let before = dropped.len();
        for error in &errors {
            let blamed = blamed(&error["message"], &places);
            dropped.extend(
                all.iter()
                    .filter(|(n, _)| blamed.contains(n))
                    .map(|(_, change)| change.name.clone()),
            );
        }
        let what = || {
            errors
                .iter()
                .filter_map(|error| error["message"]["rendered"].as_str())
                .collect::<String>()
        };
        assert!(
            dropped.len() > before,
            "expected errors in places that were changed, found\n{}",
            what()
        );
        fs::write(&note, dropped.iter().map(|name| format!("{name}\n")).collect::<String>())
            .unwrap();
    }
}

/// Removes the files of a folder of the copy that the tree has no more.
fn forget(tree: &Path, folder: &Path, listed: &HashSet<&str>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            forget(tree, &path, listed);
        } else if !listed.contains(path.strip_prefix(tree).unwrap().to_str().unwrap()) {
            fs::remove_file(&path).unwrap();
        }
    }
}

/// Which changes an error is about: those whose text it points into, or else the smallest around it.
fn blamed(message: &Value, places: &HashMap<&str, Vec<(u32, Range<usize>)>>) -> HashSet<u32> {
    let (mut blamed, mut around) = (HashSet::new(), None);
    let children = message["children"].as_array().into_iter().flatten().chain([message]);
    for span in children.flat_map(|part| part["spans"].as_array().into_iter().flatten()) {
        let number = |name: &str| span[name].as_u64().unwrap() as usize;
        let (start, end) = (number("byte_start"), number("byte_end"));
        let Some(put_in) = places.get(span["file_name"].as_str().unwrap()) else { continue };
        let touched = put_in.iter().filter(|(_, place)| place.start < end && start < place.end);
        let inside = touched.filter(|(_, place)| start >= place.start && end <= place.end);
        blamed.extend(inside.map(|(n, _)| n));
        for (n, before) in put_in {
            let after =
                put_in.iter().rev().find(|(other, _)| other == n).map_or(0, |(_, after)| after.end);
            let wide = after - before.start;
            if before.start <= start && end <= after && around.is_none_or(|(least, _)| wide < least)
            {
                around = Some((wide, *n));
            }
        }
    }
    match blamed.is_empty() {
        true => around.into_iter().map(|(_, n)| n).collect(),
        false => blamed,
    }
}

/// Builds the tests, for release: they take a tenth of the time. The paths of their executables.
pub fn build(home: &Path) -> Vec<PathBuf> {
    let options = ["test", "--release", "--no-run", "--workspace", "--lib", "--test", "it"];
    let lines = cargo(home, &options);
    let errors = lines.iter().filter(|line| line["message"]["level"] == "error");
    errors
        .for_each(|line| println!("{}", line["message"]["rendered"].as_str().unwrap_or_default()));
    let tests = lines.iter().filter(|line| line["profile"]["test"] == true);
    let paths: Vec<PathBuf> =
        tests.filter_map(|line| line["executable"].as_str()).map(PathBuf::from).collect();
    let crates = fs::read_dir("crates").unwrap().count();
    assert!(paths.len() > crates, "expected the tests of {crates} libraries, and those named it");
    paths
}

fn cargo(home: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = Command::new("cargo")
        .args(arguments)
        .args(FEATURES)
        .args(["--quiet", "--message-format=json"])
        .current_dir(home.join("tree"))
        .env("CARGO_TARGET_DIR", home.join("build"))
        .env("RUSTFLAGS", "--cap-lints=allow")
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Writes a file unless it has these bytes: what did not change is not compiled again.
fn put(path: &Path, bytes: &[u8]) {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
