//! Each writer of the program: file written, file synced, name given, folder synced.

use crate::support::program::Bench;
use crate::support::sync_order::{faults, traced};
use std::collections::BTreeMap;
use std::path::Path;

/// A sound log of a file, a folder and a run.
const GOOD: &str = r#"1 openat(AT_FDCWD</w>, ".c.part", O_RDWR|O_CREAT|O_EXCL, 0666) = 3</w/.c.part>
1 write(3</w/.c.part>, "id,puzzle\"..., 9) = 9
1 fsync(3</w/.c.part> <unfinished ...>
2 openat(AT_FDCWD</w>, "none", O_RDONLY) = -1 ENOENT (No such file or directory)
1 <... fsync resumed>) = 0
1 linkat(AT_FDCWD</w>, ".c.part", AT_FDCWD</w>, "c.csv", 0) = 0
1 unlink(".c.part") = 0
1 fsync(4</w>) = 0
1 mkdir("new", 0777) = 0
1 openat(AT_FDCWD</w>, "new/a.svg", O_RDWR|O_CREAT|O_EXCL, 0666) = 3</w/new/a.svg>
1 write(3</w/new/a.svg>, "<svg>", 5) = 5
2 fsync(5</w/new/a.svg>) = 0
1 fsync(3</w/new>) = 0
1 rename("new", "out") = 0
1 fsync(4</w>) = 0
1 rename("out/a.svg", "a.svg") = 0
1 fsync(5</w>) = 0
1 rename("m.json", "manifest.json") = 0
1 fsync(6</w>) = 0
"#;

/// The log without a line.
fn without(log: &str, number: usize) -> String {
    let lines = log.lines().enumerate().filter(|(other, _)| *other != number);
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

#[test]
fn each_missing_sync_is_found_in_a_log() {
    let folder = Path::new("/w");
    assert_eq!(faults(GOOD, folder), [""; 0]);
    let unfinished = GOOD.replace("1 fsync(3</w/.c.part> <unfinished ...>\n", "");
    let unfinished = unfinished.replace("1 <... fsync resumed>) = 0\n", "");
    let failed =
        GOOD.replace("fsync resumed>) = 0", "fsync resumed>) = -1 EIO (Input/output error)");
    for log in [unfinished, failed] {
        assert_eq!(faults(&log, folder)[0], "c.csv is named before .c.part is synced");
    }
    for (line, expected) in [
        ("2 fsync(5</w/new/a.svg>) = 0", "out is named before new/a.svg is synced"),
        ("1 fsync(3</w/new>) = 0", "out is named before the name new/a.svg is synced"),
        ("1 fsync(5</w>) = 0", "manifest.json is named before the name a.svg is synced"),
        ("1 fsync(6</w>) = 0", "the name manifest.json is never synced"),
    ] {
        let number = GOOD.lines().position(|other| other == line).unwrap();
        assert_eq!(faults(&without(GOOD, number), folder)[0], expected, "{line}");
    }
    let reopened = GOOD.replace(
        "1 linkat(",
        "1 openat(AT_FDCWD</w>, \".c.part\", O_RDWR) = 3</w/.c.part>\n1 linkat(",
    );
    assert_eq!(faults(&reopened, folder), ["c.csv is named before .c.part is synced"]);
    let appended = format!("{GOOD}1 pwrite64(7</w/c.csv>, \"x\", 1, 0) = 1\n");
    assert_eq!(faults(&appended, folder), ["c.csv is never synced"]);
    let emptied =
        format!("{GOOD}1 openat(AT_FDCWD</w>, \"a.svg\", O_WRONLY|O_TRUNC) = 3</w/a.svg>\n");
    assert_eq!(faults(&emptied, folder), ["a.svg is never synced"]);
}

/// Runs the command, and demands that its log has no fault. Without the last sync of a working file,
/// and without the last sync of all, it has one.
#[track_caller]
fn writes_in_order(bench: &Bench, args: &str) -> String {
    let log = traced(bench, args);
    let folder = bench.path("").canonicalize().unwrap();
    let found = faults(&log, &folder);
    assert!(found.is_empty(), "{args}:\n{}", found.join("\n"));
    let mut needed = BTreeMap::new();
    for (number, line) in log.lines().enumerate().filter(|(_, line)| line.contains(" fsync(")) {
        let path = line.split(['<', '>']).nth(1).unwrap();
        let is_written = log.contains(&format!("<{path}>, \""));
        if is_written && path.contains(".part") && !path.ends_with("-journal") {
            needed.insert(path, number);
        }
        needed.insert("", number);
    }
    assert!(needed.len() > 1, "{args}: {needed:?}");
    for (path, number) in needed {
        assert!(!faults(&without(&log, number), &folder).is_empty(), "{args}: {path}");
    }
    log
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn tables_and_texts_are_synced_before_their_names() {
    let bench = Bench::new();
    for args in [
        "generate --quota 1=2 --seed 1 -q --out c.csv",
        "generate --quota 1=2 --seed 2 -q --out c.csv --force",
        "generate --quota 1=2 --seed 1 -q --split train=0.5,test=0.5 --out split",
        "transform c.csv --random --seed 1 --out t.csv",
        "solve c.csv --out s.txt",
        "rate c.csv --out rated.csv",
        "verify c.csv -q --sheet v.html",
        "explain c.csv --out e.md",
        "export svg c.csv -q --out svg",
        "export svg c.csv -q --force --out svg",
        "man pages",
        "generate --quota 1=1 --seed 1 -q --out d.csv --metrics-file m.prom",
    ] {
        writes_in_order(&bench, args);
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn runs_are_synced_before_their_names() {
    let bench = Bench::new();
    for args in [
        "generate --quota 1=2 --seed 1 -q --out c.csv",
        "run --quota 1=2 --seed 1 -q --out r",
        "run --quota 1=2 --seed 1 -q --out r --title New --force",
        "run --quota 1=3 --seed 2 -q --out r --force puzzles",
        "book r -q --out b.pdf",
        "book r/catalog.csv -q --out b.pdf --force",
        "cover c.csv -q --printer kdp --fill-pages --out k.pdf",
        "verify r -q --sheet r/proof.html",
        "one --seed 1 --pdf one.pdf -q",
    ] {
        writes_in_order(&bench, args);
    }
}

/// The other files are on the disk first; then the manifest is, which says that they are whole.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn manifest_of_a_run_is_named_last() {
    let bench = Bench::new();
    let log = writes_in_order(&bench, "run --quota 1=2 --seed 1 -q --out r");
    let folder = bench.path("").canonicalize().unwrap();
    let lines: Vec<_> = log.lines().collect();
    let named = lines
        .iter()
        .position(|line| line.contains("\"r/manifest.json\"") && line.contains("link"))
        .unwrap();
    let before = lines[..named].iter().rposition(|line| line.contains(" fsync(")).unwrap();
    let after = named + lines[named..].iter().position(|line| line.contains(" fsync(")).unwrap();
    for number in [before, after] {
        assert!(!faults(&without(&log, number), &folder).is_empty(), "{}", lines[number]);
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn shards_and_series_are_synced_before_their_names() {
    let bench = Bench::new();
    let series = "languages = [\"en\"]\n[all]\nseries = \"Rain\"\nauthor = \"A\"\ntrim = \"6x9\"\n\
                  total = 20\nlevels = \"1\"\nseed = 1\ncover = false\n[[volume]]\ntitle = \"Rain\"\n";
    std::fs::write(bench.path("s.toml"), series).unwrap();
    for args in [
        "generate --quota 1=2 --seed 1 -q --into d --shard 0/1",
        "shards join d -q",
        "series s.toml -q --out o",
    ] {
        writes_in_order(&bench, args);
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn archives_are_synced_before_their_names() {
    let bench = Bench::new();
    for args in [
        "archive create a",
        "generate --quota 1=2 --seed 1 -q --out c.csv --archive a",
        "archive copy a b",
        "archive restore --archive a b --force",
    ] {
        writes_in_order(&bench, args);
    }
}
