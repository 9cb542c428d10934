//! Every package that any feature pulls in, on any system, is under a licence of the list in
//! `tests/licences.txt`, and `deny.toml` has the same list.

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::process::Command;

fn allowed() -> BTreeSet<&'static str> {
    let lines = include_str!("../../licences.txt").lines().map(str::trim);
    lines.filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
}

/// What is wrong with the licence of a package.
fn refused(licence: Option<&str>) -> Option<String> {
    let allowed = allowed();
    let Some(licence) = licence else {
        return Some("states no licence".to_owned());
    };
    // Older packages write MIT/Apache-2.0 for a choice.
    let mode = ParseMode { allow_slash_as_or_operator: true, ..ParseMode::STRICT };
    let expression = match Expression::parse_mode(licence, mode) {
        Ok(expression) => expression,
        Err(e) => {
            return Some(format!("{licence:?} is no licence expression: {}", e.reason));
        }
    };
    let fits = expression.evaluate(|asked| allowed.contains(asked.to_string().as_str()));
    (!fits).then(|| format!("{licence:?} is not in tests/licences.txt"))
}

#[test]
fn copyleft_licences_are_refused() {
    for licence in [
        "MIT",
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "MIT OR GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0-or-later",
    ] {
        assert_eq!(refused(Some(licence)), None, "{licence}");
    }
    for licence in [
        "GPL-3.0-only",
        "GPL-3.0",
        "AGPL-3.0-or-later",
        "LGPL-2.1-only",
        "MPL-2.0",
        "MIT AND GPL-2.0-only",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "MIT OR",
        "whatever",
        "",
    ] {
        assert!(refused(Some(licence)).is_some(), "{licence}");
    }
    assert!(refused(None).is_some());
}

#[test]
fn cargo_deny_has_the_same_list() {
    let deny: toml::Table = include_str!("../../../deny.toml").parse().unwrap();
    let list = deny["licenses"]["allow"].as_array().unwrap().iter();
    let list: BTreeSet<_> = list.filter_map(|licence| licence.as_str()).collect();
    assert_eq!(list, allowed());
}

#[test]
fn every_dependency_is_under_a_licence_of_the_list() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--all-features", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    if !metadata.status.success() {
        // Packages for other systems than this are fetched for this test alone.
        let said = String::from_utf8_lossy(&metadata.stderr);
        eprintln!("skipped: cargo metadata does not answer (cargo fetch helps): {said}");
        return;
    }
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let names: BTreeSet<_> = packages.iter().filter_map(|p| p["name"].as_str()).collect();
    for expected in ["sudoku-press", "zstd-sys", "parquet", "libsqlite3-sys", "proptest"] {
        assert!(names.contains(expected), "{expected} was not looked at");
    }
    let wrong = packages.iter().filter_map(|package| {
        let why = refused(package["license"].as_str())?;
        Some(format!("{} {}: {why}", package["name"], package["version"]))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
