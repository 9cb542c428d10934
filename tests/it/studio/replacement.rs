//! A corrected file replaces the puzzles of a book, whose settings stay: the state, the bytes, the
//! other windows, and what may not be lost.

use super::begin::{ask, file, is_chinese};
use super::books::shlex_split;
use crate::support::puzzles::PUZZLE;
use crate::support::studio::{RunningStudio, files_below};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};

fn book(studio: &RunningStudio) -> Value {
    studio.get("/api/books/mine").json()
}

/// Sends another file of puzzles for the book.
fn replace(studio: &RunningStudio, name: &str, bytes: &[u8], more: Value) -> Value {
    let mut order = file(name, bytes, &more);
    order["book"] = "mine".into();
    if order["version"].is_null() {
        order["version"] = book(studio)["version"].clone();
    }
    studio.post("/api/replace", &order).json()
}

/// Makes the book as the page does. Returns its preview.
fn make(studio: &RunningStudio) -> Value {
    let body = json!({ "book": "mine", "values": book(studio)["values"] });
    let preview = studio.post("/api/preview", &body).json();
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    preview
}

/// Returns the table of this many puzzles.
fn table(studio: &RunningStudio, total: u32) -> Vec<u8> {
    let make = format!("generate --total {total} --levels 1 --seed 7 --out {total}.csv");
    studio.bench.ends(&make, 0, "");
    studio.bench.read(&format!("{total}.csv"))
}

/// Starts a studio with a book of twelve puzzles, which is made.
fn with_book() -> RunningStudio {
    let studio = RunningStudio::start();
    let values = json!({ "title": "Mine", "author": "Ann", "printer": "kdp" });
    let order = file("theirs.csv", &table(&studio, 12), &json!({ "values": values }));
    assert_eq!(studio.post("/api/import", &order).json(), json!({ "book": "mine" }));
    make(&studio);
    assert_eq!(book(&studio)["state"], "verified");
    studio
}

#[test]
fn replaced_puzzles_leave_the_time_of_the_book() {
    let studio = with_book();
    let made = book(&studio)["made_ms"].clone();
    std::thread::sleep(std::time::Duration::from_millis(50));
    let replaced = replace(&studio, "theirs.csv", &table(&studio, 11), json!({}));
    assert!(replaced["version"].is_string(), "{replaced}");
    let entry = book(&studio);
    assert_eq!((&entry["state"], &entry["made_ms"]), (&json!("changed"), &made), "{entry}");
    make(&studio);
    assert!(book(&studio)["made_ms"].as_u64() > made.as_u64());
}

#[test]
fn replaced_puzzles_become_the_same_book() {
    let studio = with_book();
    let path = |name: &str| format!("books/mine/{name}");
    let [draft, old_book, old] =
        ["book.toml", "book.pdf", "puzzles.csv"].map(|name| studio.bench.read(&path(name)));
    assert_eq!(book(&studio)["imported"], "puzzles.csv");

    // Another ending and other puzzles; then the old file, which is the one of the finished book.
    table(&studio, 14);
    studio.bench.ends("transform 14.csv --out 14.xlsx", 0, "");
    let workbook = studio.bench.read("14.xlsx");
    for (name, bytes, kept, state, changed) in [
        ("theirs.XLSX", &workbook, "puzzles-2.xlsx", "changed", json!(["puzzles"])),
        ("theirs.csv", &old, "puzzles-3.csv", "verified", json!([])),
        ("theirs.xlsx", &workbook, "puzzles-4.xlsx", "changed", json!(["puzzles"])),
    ] {
        let replaced = replace(&studio, name, bytes, json!({}));
        let entry = book(&studio);
        assert_eq!(replaced, json!({ "version": entry["version"] }));
        assert_eq!((&entry["state"], &entry["changed"]), (&state.into(), &changed), "{entry}");
        assert_eq!(entry["imported"], kept, "{entry}");
        let names = studio.bench.names("books/mine");
        let files: Vec<_> = names.iter().filter(|name| name.starts_with("puzzles")).collect();
        assert_eq!(files, [kept]);
        assert!(studio.bench.read(&path("book.toml")) == draft, "the settings have changed");
        assert!(studio.bench.read(&path("book.pdf")) == old_book, "the finished book has changed");
    }
    let removed = ["mine-puzzles-2.xlsx", "mine-puzzles-3.csv", "mine-puzzles.csv"];
    assert_eq!(studio.bench.names("books/removed"), removed);
    assert!(studio.bench.read("books/removed/mine-puzzles.csv") == old);
    assert!(studio.bench.read("books/removed/mine-puzzles-2.xlsx") == workbook);

    let preview = make(&studio);
    assert_eq!((&preview["puzzles"], &preview["imported"]), (&14.into(), &"puzzles-4.xlsx".into()));
    assert_eq!(book(&studio)["state"], "verified");
    assert!(studio.bench.read(&path("book.pdf")) != old_book);
    studio.bench.ends("verify books/mine/book.pdf books/mine/puzzles-4.xlsx", 0, "");
    for line in preview["command"].as_str().unwrap().lines() {
        let words = shlex_split(&line.replace("--out mine/", "--out "));
        let said = studio.bench.command("").args(&words[1..]).current_dir(studio.folder()).output();
        assert!(said.unwrap().status.success(), "{line}");
    }
    for name in ["book.pdf", "cover.pdf"] {
        assert!(studio.bench.read(&path(name)) == studio.bench.read(&format!("books/{name}")));
    }
}

#[test]
fn faults_of_a_replacement_are_decided_first() {
    let studio = with_book();
    let before = files_below(&studio.folder());
    let text = format!("{PUZZLE}\n{PUZZLE}\n{}\n", "1".repeat(81));
    let undecided = replace(&studio, "corrected.txt", text.as_bytes(), json!({}));
    assert!(undecided["message"].as_str().unwrap().contains("corrected.txt"), "{undecided}");
    let nothing = replace(&studio, "none.csv", b"hello", json!({}));
    assert!(nothing["message"].is_string(), "{nothing}");
    assert!(files_below(&studio.folder()) == before, "a refused file has changed the folder");
    for (faults, puzzles) in [("keep", 2), ("leave-out", 1)] {
        let more = json!({ "faults": faults });
        let replaced = replace(&studio, "corrected.txt", text.as_bytes(), more);
        assert!(replaced["version"].is_string(), "{replaced}");
        let body = json!({ "book": "mine", "values": { "title": "T" } });
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["puzzles"], puzzles, "{preview}");
        let command = preview["command"].as_str().unwrap();
        assert_eq!(command.contains("--allow-duplicates"), faults == "keep", "{command}");
        assert_eq!(book(&studio)["state"], "changed");
    }
}

#[test]
fn book_in_work_keeps_its_puzzles() {
    let studio = with_book();
    let long = table(&studio, 3000);
    replace(&studio, "long.csv", &long, json!({}));
    let body = json!({ "book": "mine", "values": book(&studio)["values"] }).to_string();
    let mut making = BufReader::new(studio.begin("POST /api/make", &body));
    let mut line = String::new();
    while !line.contains("\"begin\"") {
        line.clear();
        assert_ne!(making.read_line(&mut line).unwrap(), 0);
    }
    let version = book(&studio)["version"].clone();
    let refused = replace(&studio, "one.txt", PUZZLE.as_bytes(), json!({ "version": version }));
    assert_eq!(refused["message"], "this book is being made; stop it first");
    for action in ["rename", "remove"] {
        let order = json!({ "book": "mine", "action": action, "title": "Other" });
        let refused = studio.post("/api/shelf", &order).json();
        assert_eq!(refused["message"], "this book is being made; stop it first", "{action}");
    }
    assert!(studio.bench.read("books/mine/puzzles-2.csv") == long);
    assert_eq!(studio.post("/api/stop", &json!({})).status, 200);
    while making.read_line(&mut line).unwrap() > 0 {}
    // The state says that the work was stopped, and no other line.
    assert!(!line.contains("\"error\"") && line.contains("\"code\":130"), "{line}");
    let more = json!({ "version": version });
    let replaced = replace(&studio, "one.txt", PUZZLE.as_bytes(), more);
    assert!(replaced["version"].is_string(), "{replaced}");
}

#[test]
fn other_window_notices_replaced_puzzles() {
    let studio = with_book();
    let old = book(&studio);
    let more = json!({ "version": old["version"] });
    let first = replace(&studio, "one.txt", PUZZLE.as_bytes(), more.clone());
    // The second window still shows the old puzzles.
    let mut order = file("one.csv", &table(&studio, 4), &more);
    order["book"] = "mine".into();
    for (language, words) in [("en", "another window changed this book"), ("zh-CN", "另一个窗口")]
    {
        let second = ask(&studio, language, "/api/replace", &order);
        assert!(second["message"].as_str().unwrap().starts_with(words), "{second}");
    }
    assert_eq!(book(&studio)["imported"], "puzzles-2.txt");
    let mut draft = json!({ "book": "mine", "values": old["values"], "version": old["version"] });
    let conflict = studio.post("/api/save", &draft);
    assert_eq!(conflict.status, 409);
    assert_eq!(conflict.json()["values"], old["values"]);
    assert_eq!(conflict.json()["version"], first["version"]);
    draft["version"] = first["version"].clone();
    assert_eq!(studio.post("/api/save", &draft).status, 200);
}

#[test]
fn refused_replacement_leaves_the_book() {
    let studio = with_book();
    fs::write(studio.folder().join("removed"), "a file of the user").unwrap();
    let before = files_below(&studio.folder());
    let more = json!({ "book": "mine", "version": book(&studio)["version"] });
    let mut order = file("one.txt", PUZZLE.as_bytes(), &more);
    let refused = ask(&studio, "zh-CN", "/api/replace", &order);
    assert!(is_chinese(refused["message"].as_str().unwrap()), "{refused}");
    assert!(files_below(&studio.folder()) == before);
    order["book"] = "nobody".into();
    let unknown = studio.post("/api/replace", &order).json();
    assert!(unknown["message"].as_str().unwrap().contains("not in a file"), "{unknown}");
    // A file of puzzles that was lost is replaced too. One that no record names stays: a crash has
    // left it, or the user has put it there.
    fs::remove_file(studio.folder().join("removed")).unwrap();
    fs::remove_file(studio.folder().join("mine/puzzles.csv")).unwrap();
    fs::write(studio.folder().join("mine/puzzles-2.txt"), "of the user").unwrap();
    let replaced = replace(&studio, "one.txt", PUZZLE.as_bytes(), json!({}));
    assert!(replaced["version"].is_string(), "{replaced}");
    let entry = book(&studio);
    assert_eq!((&entry["state"], &entry["imported"]), (&"changed".into(), &"puzzles-3.txt".into()));
    assert!(studio.bench.read("books/mine/puzzles-2.txt") == b"of the user");
}
