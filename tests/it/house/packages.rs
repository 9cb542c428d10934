//! Packages have one version, one list of features and systems; every dependency has a licence of the list.

use crate::support::program::Bench;
use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn read(path: &str) -> String {
    let path = Path::new(env!("ROOT")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn table(path: &str) -> toml::Table {
    read(path).parse().unwrap()
}

/// All files of `packaging`.
fn files() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("ROOT")).join("packaging")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                // Made, and deleted, by packaging/build.
                false if path.ends_with("THIRD-PARTY.txt") => {}
                false if path.ends_with("sudoku-press.cyclonedx.json") => {}
                false if path.ends_with("sudoku_press/SKILL.md") => {}
                false => files.push(path),
            }
        }
    }
    assert!(files.len() > 10, "{} files", files.len());
    files
}

/// The version is written in Cargo.toml alone; what else has it is filled in.
#[test]
fn packages_have_one_version() {
    for path in files() {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        assert!(!text.contains(env!("CARGO_PKG_VERSION")), "{}", path.display());
        let is_template = text.contains("@VERSION@");
        let name = path.file_name().unwrap().to_str().unwrap();
        let expected = [
            "package.json",
            "platform.json",
            "control",
            "sudoku-press.rb",
            "scoop.json",
            "winget.yaml",
        ];
        assert_eq!(is_template, expected.contains(&name), "{}", path.display());
    }
    let dynamic = &table("pyproject.toml")["project"]["dynamic"];
    assert_eq!(dynamic.as_array().unwrap(), &["version".into()]);
}

/// maturin compiles the features of pyproject.toml; `packaging/build` lists the licences of what they bring.
#[test]
fn licences_are_listed_for_the_features_that_ship() {
    let wheel = &table("pyproject.toml")["tool"]["maturin"];
    let features = wheel["features"].as_array().unwrap().iter();
    let features: Vec<_> = features.map(|name| name.as_str().unwrap()).collect();
    let build = read("packaging/build");
    assert!(build.contains(&format!("\nfeatures={}\n", features.join(","))), "{features:?}");
    assert_eq!(wheel["profile"].as_str(), Some("dist"));
}

/// The system of a compiler, as npm names it.
fn npm_name(target: &str) -> String {
    let cpu = match target.split('-').next().unwrap() {
        "aarch64" => "arm64",
        "x86_64" => "x64",
        other => panic!("{other}"),
    };
    let os = match target {
        _ if target.contains("linux") => "linux",
        _ if target.contains("darwin") => "darwin",
        _ if target.contains("windows") => "win32",
        _ => panic!("{target}"),
    };
    format!("@sudoku-press/{os}-{cpu}")
}

/// What a release is made for is what npm, Homebrew, Scoop and winget look for.
#[test]
fn all_packages_are_for_the_same_systems() {
    let workflow = read(".github/workflows/release.yml");
    let after = workflow.split(", target: ").skip(1);
    let targets: BTreeSet<_> = after.map(|text| text.split(',').next().unwrap()).collect();
    assert_eq!(targets.len(), 5, "{targets:?}");

    let package: Value = serde_json::from_str(&read("packaging/npm/package.json")).unwrap();
    let wanted = package["optionalDependencies"].as_object().unwrap();
    let wanted: BTreeSet<_> = wanted.keys().cloned().collect();
    assert_eq!(wanted, targets.iter().map(|target| npm_name(target)).collect());

    for target in targets {
        let ending = if target.contains("windows") { "zip" } else { "tar.gz" };
        let archive = format!(
            "@REPOSITORY@/releases/download/v@VERSION@/sudoku-press-@VERSION@-{target}.{ending}\""
        );
        let sum = format!("@SHA256:{target}.{ending}@");
        let manifests = match ending {
            "zip" => &["scoop.json", "winget.yaml"][..],
            _ => &["sudoku-press.rb"],
        };
        for manifest in manifests {
            let text = read(&format!("packaging/manifests/{manifest}"));
            assert!(text.contains(&archive) && text.contains(&sum), "{manifest}: {target}");
        }
    }
}

/// Agents look for their page beside the program, however it was installed.
#[test]
fn every_package_ships_the_skill() {
    let build = read("packaging/build");
    for (function, command) in
        [("beside", "cp "), ("program", "cp "), ("npm", "cp "), ("deb", "install ")]
    {
        let body = build.split_once(&format!("\n{function}() {{\n")).unwrap().1;
        let mut lines = body.split("\n}\n").next().unwrap().lines().map(str::trim_start);
        let ships = lines.any(|line| line.starts_with(command) && line.contains("docs/SKILL.md"));
        assert!(ships, "{function}");
    }
    let npm: Value = serde_json::from_str(&read("packaging/npm/package.json")).unwrap();
    assert!(npm["files"].as_array().unwrap().contains(&"SKILL.md".into()));
    assert!(read("pyproject.toml").contains("sudoku_press/SKILL.md"));
}

/// A report of a fault needs to know how the program was built; a manual does not.
#[test]
fn the_program_tells_how_it_was_built() {
    let bench = Bench::new();
    let said = |args: &str| String::from_utf8(bench.run(args).stdout).unwrap();
    let name = format!("sudoku-press {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(said("-V"), format!("{name}\n"));

    let all = said("--version");
    assert_eq!(said("--version --verbose"), all);
    let lines: Vec<_> = all.lines().collect();
    let [first, features, profile, commit] = lines[..] else {
        panic!("{all}");
    };
    assert_eq!(first, name);
    let features = features.strip_prefix("features: ").unwrap();
    const FEATURES: [&str; 4] = ["none", "lopdf-rayon", "parquet", "postgres"];
    assert!(features.split(' ').all(|name| FEATURES.contains(&name)), "{features}");
    assert!(
        ["release", "dist", "debug", "checked"]
            .iter()
            .any(|one| profile == format!("profile: {one}"))
    );
    assert!(commit.starts_with("commit: "), "{commit}");
    assert!(!said("man").contains("features: "));
}

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
fn every_dependency_has_a_licence_on_the_list() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--all-features", "--locked"])
        .current_dir(env!("ROOT"))
        .output()
        .unwrap();
    // Packages for other systems than this are fetched for this test alone.
    let said = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "cargo fetch --locked fetches what is missing: {said}");
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
