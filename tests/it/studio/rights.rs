//! Files that cannot be read for a while, and folders that may only be read. The studio belongs to
//! another user here, because nothing is closed to root.

use crate::support::program::{Bench, program};
use crate::support::studio::{RunningStudio, request, small_book};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// The user of the studio.
const USER: &str = "nobody";

/// Starts the studio of another user on the folder `books`, which belongs to that user.
fn start_as_user() -> RunningStudio {
    let bench = Bench::new();
    // Another process writes it: a child of another test that held it open would make it busy.
    let copied = Command::new("cp").arg(program()).arg(bench.path("press")).status().unwrap();
    assert!(copied.success());
    fs::create_dir(bench.path("books")).unwrap();
    for place in ["press", "."] {
        close(&bench, place, 0o755);
    }
    let owned = Command::new("chown").arg(USER).arg(bench.path("books")).status().unwrap();
    assert!(owned.success());
    let mut command = Command::new("setpriv");
    command.args(["--reuid", USER, "--clear-groups"]).arg(bench.path("press"));
    command.args(["studio", "books", "--no-browser"]);
    RunningStudio::start_by(bench, command)
}

fn close(bench: &Bench, name: &str, mode: u32) {
    fs::set_permissions(bench.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

/// Returns what the shelf says of a book.
fn book(studio: &RunningStudio, name: &str) -> Value {
    studio.get(&format!("/api/books/{name}")).json()
}

#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn file_that_cannot_be_read_is_no_finding() {
    let mut studio = start_as_user();
    let values = small_book();
    studio.post("/api/save", &request("rainy", &values));
    let lines = studio.post("/api/make", &request("rainy", &values)).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    let sheet = studio.bench.read("books/rainy/proof.html");
    for name in ["catalog.csv", "book.pdf", "cover.pdf", "manifest.json", "SHA256SUMS"] {
        let path = format!("books/rainy/{name}");
        close(&studio.bench, &path, 0);
        let closed = book(&studio, "rainy");
        assert_ne!(closed["state"], "verified", "{name}: {closed}");
        assert!(closed["message"].as_str().unwrap().contains(name), "{name}: {closed}");
        let lines = studio.post("/api/make", &request("rainy", &values)).lines();
        let end = lines.last().unwrap();
        assert_eq!(end["code"], 74, "{name}: {lines:?}");
        let said =
            lines.iter().any(|line| line["text"].as_str().is_some_and(|it| it.contains(name)));
        assert!(said, "{name}: {lines:?}");
        // The failure passes, and nothing of it stays.
        close(&studio.bench, &path, 0o644);
        assert!(sheet == studio.bench.read("books/rainy/proof.html"), "{name}");
        let open = book(&studio, "rainy");
        assert_eq!(open["state"], "verified", "{name}: {open}");
    }
    // Puzzles of a file are judged by a child process, which cannot read them either.
    let puzzles = String::from_utf8(studio.bench.read("books/rainy/catalog.csv")).unwrap();
    let file = json!({ "file": "mine.csv", "base64": STANDARD.encode(puzzles) });
    assert_eq!(studio.post("/api/import", &file).json(), json!({ "book": "mine" }));
    let order = json!({ "book": "mine", "values": { "title": "Mine" } });
    let lines = studio.post("/api/make", &order).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    let sheet = studio.bench.read("books/mine/proof.html");
    close(&studio.bench, "books/mine/puzzles.csv", 0);
    let lines = studio.post("/api/make", &order).lines();
    assert_ne!(lines.last().unwrap()["code"], 0, "{lines:?}");
    close(&studio.bench, "books/mine/puzzles.csv", 0o644);
    assert!(sheet == studio.bench.read("books/mine/proof.html"));
    let lines = studio.post("/api/make", &order).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    assert!(studio.is_alive());
}

#[test]
#[cfg_attr(not(has_root), ignore = "needs root")]
fn folder_that_may_only_be_read_is_named() {
    let mut studio = start_as_user();
    let values = small_book();
    studio.post("/api/save", &request("rainy", &values));
    studio.post("/api/make", &request("rainy", &values));
    let version = book(&studio, "rainy")["version"].clone();
    close(&studio.bench, "books/rainy", 0o555);
    close(&studio.bench, "books", 0o555);
    let names = studio.bench.names("books/rainy");
    // Everything that needs no writing works.
    assert_eq!(book(&studio, "rainy")["state"], "verified");
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(preview["problems"], json!([]), "{preview}");
    let pdf = studio.bench.read("books/rainy/book.pdf");
    let answer = studio.send_file("/api/check", "", "book.pdf", &pdf);
    assert!(answer["sheet"].is_string() && answer["findings"] == json!([]), "{answer}");
    let puzzles = studio.bench.read("books/rainy/catalog.csv");
    assert_eq!(studio.send_file("/api/read", "", "mine.csv", &puzzles)["told"], false);
    // All else is refused with the reason.
    let mut other = values.clone();
    other.insert("title".to_owned(), "Sunny Days".to_owned());
    let mut save = request("rainy", &other);
    save["version"] = version;
    let series = json!({ "title": "Weather", "volume-titles": "Rain\nSnow" });
    let orders = [
        ("/api/save", save),
        ("/api/new", json!({ "start": "to-sell", "values": { "title": "New" } })),
        ("/api/new", json!({ "start": "series", "values": series })),
        ("/api/shelf", json!({ "book": "rainy", "action": "duplicate" })),
        ("/api/shelf", json!({ "book": "rainy", "action": "rename", "title": "x" })),
        ("/api/shelf", json!({ "book": "rainy", "action": "remove" })),
    ];
    for (path, order) in orders {
        let answer = studio.post(path, &order).json();
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains("ermission denied"), "{path} {order}: {answer}");
    }
    for (path, bytes) in [("/api/upload", b"A text.".as_slice()), ("/api/import", &puzzles)] {
        let answer = studio.send_file(path, "rainy", "about.txt", bytes);
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains("ermission denied"), "{path}: {answer}");
    }
    let lines = studio.post("/api/make", &request("rainy", &other)).lines();
    assert_eq!(lines.last().unwrap()["code"], 74, "{lines:?}");
    assert_eq!(studio.post("/api/make-all", &json!({})).status, 200);
    assert_eq!(studio.bench.names("books"), ["rainy"]);
    assert_eq!(studio.bench.names("books/rainy"), names);
    assert!(studio.is_alive());
    close(&studio.bench, "books", 0o755);
    close(&studio.bench, "books/rainy", 0o755);
    assert_eq!(book(&studio, "rainy")["state"], "verified");
}
