//! Names of files that are not UTF-8: the file of this name is written and read, or a sentence says why not; never
//! another file.
#![cfg(target_os = "linux")]

use crate::support::program::Bench;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::process::Output;

/// Words of a command line; `%` is a byte that no UTF-8 has.
fn run(bench: &Bench, args: &str) -> Output {
    let word = |word: &str| OsString::from_vec(word.bytes().map(byte).collect());
    bench.command("").args(args.split(' ').map(word)).output().unwrap()
}

fn byte(byte: u8) -> u8 {
    if byte == b'%' { 0xff } else { byte }
}

fn names(bench: &Bench, folder: &str) -> BTreeSet<String> {
    let folder =
        bench.path(".").join(OsStr::from_bytes(&folder.bytes().map(byte).collect::<Vec<_>>()));
    let name = |name: OsString| {
        let readable = |byte: u8| char::from(if byte == 0xff { b'%' } else { byte });
        name.into_vec().into_iter().map(readable).collect()
    };
    fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap().file_name())).collect()
}

#[track_caller]
fn ends(bench: &Bench, args: &str, code: i32, words: &str) {
    let ended = run(bench, args);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(code), "{args}: {said}");
    assert!(said.contains(words), "{args}: {said}");
}

#[test]
fn a_night_puts_its_date_into_any_name() {
    let bench = Bench::new();
    let night = "--seed from-date --secret mine --date 2026-11-25 -q";
    ends(&bench, &format!("run --count 2 --levels 1 --out %/{{date}} {night}"), 0, "");
    assert_eq!(names(&bench, "."), BTreeSet::from(["%".to_owned()]));
    assert_eq!(names(&bench, "%"), BTreeSet::from(["2026-11-25".to_owned()]));
    ends(
        &bench,
        &format!("generate --count 2 --levels 1 --out {{date}}%{{date}}.csv {night}"),
        0,
        "",
    );
    assert!(names(&bench, ".").contains("2026-11-25%2026-11-25.csv"), "{:?}", names(&bench, "."));
}

#[test]
fn volumes_and_answers_are_named_after_their_book() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=40 --seed 1 -q --out c.csv", 0, "");
    ends(&bench, "book c.csv --volumes 2 --impose booklet --out %.pdf -q", 0, "");
    let all = [
        "%-01.pdf",
        "%-02.pdf",
        "%-booklet-01.pdf",
        "%-booklet-02.pdf",
        ".sudoku-press.%.json",
        "c.csv",
    ];
    assert_eq!(names(&bench, "."), all.map(str::to_owned).into());
}

/// Two catalogues at once worked in one folder, and removed each other's puzzles.
#[test]
fn differently_named_catalogues_have_separate_working_folders() {
    let bench = Bench::new();
    let make = |name: &[u8]| {
        let mut command =
            bench.command("generate --levels 5 --count 400 --threads 1 --seed 3 -q --out");
        command.arg(OsStr::from_bytes(name)).spawn().unwrap()
    };
    let both = [make(b"\xff.csv"), make(b"\xfe.csv")];
    let (mut working, mut codes) = (0, Vec::new());
    for mut child in both {
        while child.try_wait().unwrap().is_none() {
            let folders =
                names(&bench, ".").iter().filter(|n| n.ends_with(".sudoku-press")).count();
            working = working.max(folders);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        codes.push(child.wait().unwrap().code());
    }
    assert_eq!((working, codes), (2, vec![Some(0); 2]));
    let read = |name: &[u8]| fs::read(bench.path(".").join(OsStr::from_bytes(name))).unwrap();
    assert!(read(b"\xff.csv") == read(b"\xfe.csv"));
}

#[test]
fn job_show_names_no_other_file() {
    let bench = Bench::new();
    let shown = run(&bench, "job show --out % --font %.ttf");
    let text = String::from_utf8(shown.stdout).unwrap();
    for name in ["out", "font"] {
        assert!(text.contains(&format!("# {name} = not shown, it is not UTF-8\n")), "{text}");
    }
}

/// A file of the user's was said to be missing that lay in the folder.
#[test]
fn run_with_own_files_in_folder_is_explained() {
    let bench = Bench::new();
    fs::write(bench.path("me.md"), "I live by the sea.").unwrap();
    let with =
        "--parts puzzles,answers,about --text about=me.md --count 4 --levels 1 --trim 6x9 -q";
    ends(&bench, &format!("run --out % {with}"), 0, "");
    fs::rename(bench.path("me.md"), bench.path(".").join(OsStr::from_bytes(b"\xff/me.md")))
        .unwrap();
    ends(&bench, "book % --out found.pdf", 0, "");
    // What cannot be named is not checked, and is no fault of the run.
    let design =
        fs::read_to_string(concat!(env!("ROOT"), "/crates/book/templates/books/pocket.toml"));
    fs::write(
        bench.path("own.toml"),
        design.unwrap().replace("name = \"pocket\"", "name = \"own\""),
    )
    .unwrap();
    ends(&bench, "run --out %3 --count 4 --levels 1 --template own.toml -q", 0, "");
    fs::rename(bench.path("own.toml"), bench.path(".").join(OsStr::from_bytes(b"\xff3/own.toml")))
        .unwrap();
    ends(&bench, "verify %3", 0, "");
    // Without such files it is a folder as any other.
    ends(&bench, "run --out %2 --count 4 --levels 1 --trim 6x9 -q", 0, "");
    ends(&bench, "book %2 --out b.pdf -q", 0, "");
}
