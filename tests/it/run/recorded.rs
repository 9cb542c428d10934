//! What a manifest or a record lists: the names that its command makes, each once, and regular files. Nothing else is
//! replaced or removed. Names of jobs with two meanings.

use crate::support::program::Bench;
use files::output::FileRecord;
use jobs::BookRecord;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};

const CATALOGUE: &str = "generate --quota 1=30 --seed 5 -q --out c.csv";
const RUN: &str = "run --quota 1=4 --seed 5 -q";

fn record(bench: &Bench, name: &str) -> Value {
    serde_json::to_value(FileRecord::read(&bench.path(name)).unwrap()).unwrap()
}

fn edit(bench: &Bench, file: &str, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_slice(&bench.read(file)).unwrap();
    change(&mut value);
    fs::write(bench.path(file), value.to_string()).unwrap();
}

/// The input of the command was removed with its only copy of the puzzles.
#[test]
fn record_that_lists_other_files_removes_nothing() {
    for (list, name) in
        [("older", "c.csv"), ("files", "c.csv"), ("older", "notes.pdf"), ("files", "b-1.pdf")]
    {
        let bench = Bench::new();
        bench.ends(CATALOGUE, 0, "");
        fs::write(bench.path("notes.pdf"), "mine").unwrap();
        fs::write(bench.path("b-1.pdf"), "mine").unwrap();
        bench.ends("book c.csv -q --out b.pdf", 0, "");
        let listed = record(&bench, name);
        edit(&bench, ".sudoku-press.b.json", |record| record[list] = json!([listed]));
        let before = (bench.read("b.pdf"), bench.read(name));
        bench.ends("book c.csv -q --title Two --out b.pdf --force", 2, "the record of a book");
        assert!(before == (bench.read("b.pdf"), bench.read(name)), "{list} {name}");
    }
}

/// All volumes are there, and the command was killed before its record said so.
#[test]
fn book_killed_before_its_record_is_completed() {
    let bench = Bench::new();
    bench.ends(CATALOGUE, 0, "");
    let book = "book c.csv -q --volumes 2 --out b.pdf";
    bench.ends(book, 0, "");
    let whole = bench.read(".sudoku-press.b.json");
    edit(&bench, ".sudoku-press.b.json", |record| record["is_complete"] = json!(false));
    // Another book takes the place of none.
    let volume = bench.read("b-02.pdf");
    bench.ends("book c.csv -q --volumes 2 --title Two --out b.pdf", 2, "b-01.pdf exists");
    assert!(bench.read("b-02.pdf") == volume);
    bench.ends(book, 0, "");
    assert!(bench.read(".sudoku-press.b.json") == whole && bench.read("b-02.pdf") == volume);
    bench.ends(book, 2, "b-01.pdf exists");
}

/// The front that the command before has made is the picture of this cover.
#[test]
fn input_with_a_name_of_the_book_stays() {
    let bench = Bench::new();
    bench.ends(CATALOGUE, 0, "");
    bench.ends("cover c.csv -q --spine 0.3in --png 3300 --out x.pdf", 0, "");
    let picture = bench.read("x.png");
    bench.ends("cover c.csv -q --spine 0.3in --cover-picture x.png --out x.pdf --force", 0, "");
    assert!(bench.read("x.png") == picture);
    // Without an input of this name it is of the cover before.
    bench.ends("cover c.csv -q --spine 0.3in --title Two --png 3300 --out x.pdf --force", 0, "");
    bench.ends("cover c.csv -q --spine 0.3in --title Two --out x.pdf --force", 0, "");
    assert!(!bench.path("x.png").exists());
}

/// A link, a folder, a pipe in the place of a listed file: nothing is replaced, and nothing is lost.
#[test]
fn listed_name_of_no_regular_file_is_refused() {
    for name in ["catalog.csv", "book.pdf", "datapackage.json", "SHA256SUMS", "manifest.json"] {
        for kind in ["link", "dangling", "folder", "pipe"] {
            if name == "manifest.json" && kind != "link" {
                continue;
            }
            let bench = Bench::new();
            bench.ends(RUN, 0, "");
            let path = bench.path("out").join(name);
            fs::rename(&path, bench.path("mine")).unwrap();
            match kind {
                "link" => symlink("../mine", &path).unwrap(),
                "dangling" => symlink("../nothing", &path).unwrap(),
                "folder" => fs::create_dir(&path).unwrap(),
                _ => assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
            }
            let about = fs::symlink_metadata(&path).unwrap().file_type();
            let mine = bench.read("mine");
            bench.ends(&format!("{RUN} --title Two --force"), 2, name);
            assert_eq!(fs::symlink_metadata(&path).unwrap().file_type(), about, "{name} {kind}");
            assert!(bench.read("mine") == mine, "{name} {kind}");
            if name != "manifest.json" {
                assert_ne!(bench.run("verify out -q").status.code(), Some(0), "{name} {kind}");
            }
        }
    }
}

/// The other name of a file belongs to somebody else.
#[test]
fn hard_link_of_listed_file_keeps_its_bytes() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    fs::hard_link(bench.path("out/book.pdf"), bench.path("mine.pdf")).unwrap();
    let mine = bench.read("mine.pdf");
    bench.ends(&format!("{RUN} --title Two --force"), 0, "");
    assert!(bench.read("mine.pdf") == mine && bench.read("out/book.pdf") != mine);
}

/// A cover that the new run does not have: a link in its place is somebody's.
#[test]
fn listed_link_of_the_old_run_stays() {
    let bench = Bench::new();
    let covered = format!("{RUN} --cover --printer kdp --trim 6x9 --fill-pages");
    bench.ends(&covered, 0, "");
    fs::rename(bench.path("out/cover.pdf"), bench.path("mine.pdf")).unwrap();
    symlink("../mine.pdf", bench.path("out/cover.pdf")).unwrap();
    bench.ends(&format!("{covered} --force").replace("--cover ", ""), 0, "");
    assert!(bench.path("mine.pdf").exists());
    assert!(fs::symlink_metadata(bench.path("out/cover.pdf")).unwrap().is_symlink());
}

/// Ten seconds of sums of one file.
#[test]
fn repeated_name_in_a_list_is_refused() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let before = bench.read("out/manifest.json");
    edit(&bench, "out/manifest.json", |manifest| {
        let files = manifest["made"]["files"].as_array_mut().unwrap();
        let repeated = files[0].clone();
        files.extend(vec![repeated; 20_000]);
    });
    let begun = Instant::now();
    bench.ends("verify out", 1, "");
    let said = String::from_utf8(bench.run("verify out").stdout).unwrap();
    assert!(said.contains("found catalog.csv twice"), "{said}");
    bench.ends("listing out", 2, "catalog.csv twice");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    fs::write(bench.path("out/manifest.json"), before).unwrap();
    let mut sums = String::from_utf8(bench.read("out/SHA256SUMS")).unwrap();
    let line = sums.lines().next().unwrap().to_owned();
    sums += &format!("{line}\n");
    fs::write(bench.path("out/SHA256SUMS"), sums).unwrap();
    let said = String::from_utf8(bench.run("verify out").stdout).unwrap();
    assert!(said.contains("another line for catalog.csv"), "{said}");
    bench.ends(CATALOGUE, 0, "");
    bench.ends("book c.csv -q --out b.pdf", 0, "");
    edit(&bench, ".sudoku-press.b.json", |record| {
        let file = record["files"][0].clone();
        record["files"] = json!([file, file]);
    });
    bench.ends("book c.csv -q --out b.pdf --force", 2, "the record of a book");
}

/// Its gigabyte was read before its size was compared.
#[test]
fn file_of_another_size_is_not_read() {
    let bench = Bench::new();
    bench.ends(RUN, 0, "");
    let record = FileRecord::read(&bench.path("out/book.pdf")).unwrap();
    let hole = fs::File::create(bench.path("out/book.pdf")).unwrap();
    hole.set_len(64 << 30).unwrap();
    let begun = Instant::now();
    let difference = record.difference(&bench.path("out")).unwrap();
    assert!(difference.is_some() && begun.elapsed() < Duration::from_secs(1));
    bench.ends(RUN, 1, "book.pdf has changed");
    let said = String::from_utf8(bench.run("verify out").stdout).unwrap();
    assert!(said.contains("book.pdf: 68719476736 bytes"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// The record of a making with leave to replace that was stopped.
fn stop_again(bench: &Bench) {
    edit(bench, ".sudoku-press.b.json", |record| {
        record["is_complete"] = json!(false);
        record["replaces"] = json!(true);
    });
}

#[test]
fn stopped_book_is_continued_without_force() {
    let bench = Bench::new();
    bench.ends(CATALOGUE, 0, "");
    bench.ends("book c.csv -q --out b.pdf", 0, "");
    let again = "book c.csv -q --title Two --out b.pdf";
    // Nothing was stopped: the book of the user is asked for.
    bench.ends(again, 2, "b.pdf exists");
    stop_again(&bench);
    bench.ends(again, 0, "");
    let record = BookRecord::find(&bench.path("b.pdf")).unwrap().unwrap();
    assert!(record.is_complete && !record.replaces);
    assert_eq!(record.files, [FileRecord::read(&bench.path("b.pdf")).unwrap()]);
    bench.ends(&again.replace("Two", "Three"), 2, "b.pdf exists");
    // A file of the user is none of the book, whatever was stopped.
    stop_again(&bench);
    fs::write(bench.path("b.pdf"), "mine").unwrap();
    bench.ends(again, 2, "b.pdf exists");
    assert_eq!(bench.read("b.pdf"), b"mine");
}

#[test]
fn unlisted_file_beside_a_book_is_found() {
    let bench = Bench::new();
    bench.ends(CATALOGUE, 0, "");
    bench.ends("book c.csv -q --volumes 2 --out book.pdf", 0, "");
    bench.ends("verify book-01.pdf book-02.pdf -q", 0, "");
    fs::write(bench.path("answers.pdf"), "mine").unwrap();
    fs::write(bench.path("notes.pdf"), "mine").unwrap();
    let said = String::from_utf8(bench.run("verify book-01.pdf book-02.pdf").stdout).unwrap();
    assert_eq!(said.matches("which its record does not list").count(), 1, "{said}");
    assert!(said.contains("answers.pdf"), "{said}");
    fs::remove_file(bench.path("answers.pdf")).unwrap();
    // A book with a record of its own is no file of this one.
    bench.ends("book c.csv -q --out book-07.pdf", 0, "");
    bench.ends("verify book-01.pdf book-02.pdf -q", 0, "");
}

/// The author was lost: the job was the built-in one.
#[test]
fn job_with_two_meanings_is_said_or_refused() {
    let bench = Bench::new();
    let first = "run --job children --author Ann --seed 6 --out children";
    bench.ends(&format!("{first} -q"), 0, "");
    let book = bench.read("children/book.pdf");
    for force in ["--force", "--force puzzles"] {
        let words = "expected one meaning, found the built-in job and the folder of a run";
        bench.ends(&format!("run --job children --title Zwei --out children {force}"), 2, words);
    }
    assert!(bench.read("children/book.pdf") == book);
    // The same command again, and others that replace nothing.
    let note = "children is the built-in job; ./children is the folder of a run";
    bench.ends(first, 0, note);
    bench.ends("job show children", 0, note);
    // Both remedies.
    bench.ends("run --job ./children --title Zwei --force -q", 0, "");
    let manifest: Value = serde_json::from_slice(&bench.read("children/manifest.json")).unwrap();
    let book = &manifest["job"];
    assert_eq!((&book["author"], &book["title"]), (&json!("Ann"), &json!("Zwei")), "{book}");
    let shown = bench.run("job show children").stdout;
    fs::write(bench.path("my-children.toml"), shown).unwrap();
    bench.ends("run --job my-children.toml --title Drei --out other --force -q", 0, "");
    // A file of this name, and a folder without a run.
    fs::write(bench.path("pocket"), "title = \"Mine\"\n").unwrap();
    bench.ends("job show pocket", 0, "pocket is the built-in job; ./pocket is a file");
    fs::create_dir(bench.path("mini")).unwrap();
    let said = bench.run("job show mini").stderr;
    assert_eq!(String::from_utf8(said).unwrap(), "");
}
