//! Books that are made together: the weeks of a class and the volumes of a series, which repeat no
//! puzzle of each other, and all unfinished books of the shelf one after another.

use crate::support::studio::{RunningStudio, request, small_book};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The books of the shelf.
fn books(studio: &RunningStudio) -> Vec<Value> {
    studio.get("/api/books").json()["books"].as_array().unwrap().clone()
}

/// Returns what the shelf says of a book.
fn book(studio: &RunningStudio, name: &str) -> Value {
    books(studio).into_iter().find(|book| book["name"] == name).unwrap()
}

/// Waits until no book is made.
fn wait_for_rest(studio: &RunningStudio) {
    let begin = Instant::now();
    loop {
        let shelf = studio.get("/api/books").json();
        if shelf["making"].is_null() && shelf["queue"]["waiting"] == 0 {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "it does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn make_all(studio: &RunningStudio) {
    assert_eq!(studio.post("/api/make-all", &json!({})).json(), json!({}));
    wait_for_rest(studio);
}

fn save(studio: &RunningStudio, name: &str, change: impl FnOnce(&mut Value)) {
    let entry = book(studio, name);
    let mut values = entry["values"].clone();
    change(&mut values);
    let body = json!({ "book": name, "values": values, "version": entry["version"] });
    assert_eq!(studio.post("/api/save", &body).status, 200);
}

/// Begins the books of a start.
fn begin(studio: &RunningStudio, start: &str, values: Value) -> Vec<String> {
    let begun = studio.post("/api/new", &json!({ "start": start, "values": values })).json();
    serde_json::from_value(begun["books"].clone()).unwrap()
}

/// Runs the commands that the window shows for a book, with another folder for its files. Puzzles
/// that the archive has already are made again.
fn run_shown_commands(studio: &RunningStudio, name: &str, folder: &str) {
    let body = json!({ "book": name, "values": book(studio, name)["values"] });
    let preview = studio.post("/api/preview", &body).json();
    for line in preview["command"].as_str().unwrap().lines() {
        let mut line = line.replace(name, folder);
        if line.contains(" run ") {
            line += " --force puzzles";
        }
        let words = super::books::shlex_split(&line);
        let said = studio.bench.command("").args(&words[1..]).current_dir(studio.folder()).output();
        let said = said.unwrap();
        assert!(said.status.success(), "{line}: {}", String::from_utf8_lossy(&said.stderr));
    }
}

#[test]
fn weeks_and_volumes_repeat_no_puzzle() {
    let studio = RunningStudio::start();
    let class = json!({ "title": "Class 4b", "pupils": "3", "weeks": "2" });
    let volumes = json!({ "title": "Weather", "volume-titles": "Rain\nSnow" });
    let weeks = begin(&studio, "classroom", class);
    let rain = begin(&studio, "series", volumes);
    assert_eq!(
        studio.bench.names("books"),
        [
            "class-4b-week-1",
            "class-4b-week-2",
            "class-4b.archive",
            "rain",
            "snow",
            "weather.archive"
        ]
    );
    // One seed and one level would lead to the same puzzles.
    for name in weeks.iter().chain(&rain) {
        save(&studio, name, |values| {
            values["seed"] = "7".into();
            values["levels"] = "1-2".into();
            values["total"] = "6".into();
            values["fill-pages"] = "true".into();
        });
    }
    save(&studio, "class-4b-week-2", |values| values["total"] = "7".into());
    save(&studio, "snow", |values| values["total"] = "7".into());
    make_all(&studio);
    for (first, second, archive) in
        [("class-4b-week-1", "class-4b-week-2", "class-4b"), ("rain", "snow", "weather")]
    {
        for name in [first, second] {
            let made = book(&studio, name);
            assert_eq!(made["state"], "verified", "{made}");
            // The window shows the puzzles of the book, also after others have been made.
            let body = json!({ "book": name, "values": made["values"] });
            assert_eq!(studio.post("/api/preview", &body).json()["problems"], json!([]));
            let by_command = format!("{name}-again");
            run_shown_commands(&studio, name, &by_command);
            for file in ["catalog.csv", "book.pdf", "manifest.json", "proof.html"] {
                let ours = studio.bench.read(&format!("books/{name}/{file}"));
                let theirs = studio.bench.read(&format!("books/{by_command}/{file}"));
                assert!(ours == theirs, "{name}, {file}");
            }
            let archive = format!("books/{archive}.archive");
            studio.bench.ends(&format!("verify books/{name} --archive {archive}"), 0, "");
        }
        let both = format!("verify books/{first}/catalog.csv books/{second}/catalog.csv");
        let class = if archive == "class-4b" { "--dedup exact" } else { "--dedup class" };
        studio.bench.ends(&format!("{both} {class}"), 0, "");
    }
}

#[test]
fn next_week_shares_the_archive() {
    let studio = RunningStudio::start();
    let class = json!({ "title": "Class 4b", "pupils": "3", "weeks": "1" });
    let order = json!({ "start": "classroom", "values": class });
    assert_eq!(studio.post("/api/new", &order).json(), json!({ "book": "class-4b" }));
    let next = json!({ "book": "class-4b", "action": "duplicate" });
    let next = studio.post("/api/shelf", &next).json()["book"].as_str().unwrap().to_owned();
    assert_eq!(book(&studio, &next)["values"]["archive"], "class-4b.archive");
    // An archive that is gone, or elsewhere, is no reason to make the book without it.
    for archive in ["none.archive", "../class-4b.archive", "postgres://a/b.archive"] {
        let mut values = book(&studio, &next)["values"].clone();
        values["archive"] = archive.into();
        let body = json!({ "book": next, "values": values });
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["problems"][0]["setting"], "archive", "{preview}");
        let message = preview["problems"][0]["message"].as_str().unwrap();
        let is_lost = archive == "none.archive";
        assert_eq!(message.ends_with("put the archive back"), is_lost, "{message}");
    }
}

#[test]
fn unfinished_books_are_made_one_after_another() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    for name in ["a", "b", "c", "d"] {
        values.insert("title".to_owned(), format!("Rain {name}"));
        studio.post("/api/save", &request(name, &values));
    }
    studio.post(
        "/api/make",
        &request("a", &{
            let mut first = values.clone();
            first.insert("title".to_owned(), "Rain a".to_owned());
            first
        }),
    );
    let made = studio.bench.read("books/a/manifest.json");
    // The title changes a book; other puzzles need a yes; a wrong value makes none.
    save(&studio, "a", |values| values["seed"] = "8".into());
    save(&studio, "c", |values| values["spine"] = "thick".into());
    let path = studio.bench.path("books/c/book.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("trim = \"6x9\"", "trim = \"3x3in\"")).unwrap();
    make_all(&studio);
    for name in ["b", "d"] {
        assert_eq!(book(&studio, name)["state"], "verified", "{name}");
    }
    assert!(studio.bench.read("books/a/manifest.json") == made, "other puzzles replaced a book");
    for (name, state, words) in
        [("a", "changed", "The puzzles of the finished book stay"), ("c", "draft", "found 3x3")]
    {
        let left = book(&studio, name);
        assert_eq!(left["state"], state, "{left}");
        let message = left["message"].as_str().unwrap();
        assert!(message.starts_with("Not made. ") && message.contains(words), "{left}");
    }
    // The reason is gone as soon as the book is another one.
    save(&studio, "a", |values| values["seed"] = "7".into());
    let mended = book(&studio, "a");
    assert_eq!((&mended["state"], &mended["message"]), (&json!("verified"), &json!("")));
}

#[test]
fn shelf_and_making_follow_the_numbers() {
    let studio = RunningStudio::start();
    let volumes = json!({ "title": "Weather", "volume-titles": "Thunder\nSnow\nRain" });
    let volumes = begin(&studio, "series", volumes);
    for (index, name) in volumes.iter().enumerate() {
        save(&studio, name, |values| {
            values["total"] = json!((8 + index).to_string());
            values["levels"] = "1".into();
            values["fill-pages"] = "true".into();
        });
    }
    make_all(&studio);
    let ends: Vec<_> =
        volumes.iter().map(|name| book(&studio, name)["made_ms"].as_u64().unwrap()).collect();
    assert!(ends.is_sorted(), "{volumes:?}: {ends:?}");
    let class = json!({ "title": "Class 4b", "pupils": "3", "weeks": "11" });
    let weeks = begin(&studio, "classroom", class);
    assert_eq!(weeks[10], "class-4b-week-11");
    let listed = books(&studio);
    let listed: Vec<_> = listed.iter().map(|book| book["name"].as_str().unwrap()).collect();
    assert_eq!(listed, weeks.iter().chain(&volumes).map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn stop_ends_all_that_wait() {
    let studio = RunningStudio::start();
    let long = json!({ "title": "Long", "ladder": "human", "levels": "2-4", "total": "60000" });
    for name in ["a", "b"] {
        studio.post("/api/save", &json!({ "book": name, "values": long }));
    }
    assert_eq!(studio.post("/api/make-all", &json!({})).status, 200);
    let shelf = studio.get("/api/books").json();
    assert_eq!(shelf["making"], "a");
    assert_eq!(shelf["queue"], json!({ "n": 1, "all": 2, "waiting": 1 }));
    assert_eq!(book(&studio, "b")["state"], "waiting");
    // Another window may not begin a third one meanwhile.
    assert_eq!(studio.post("/api/make", &request("c", &small_book())).status, 409);
    assert_eq!(studio.post("/api/stop", &json!({})).status, 200);
    wait_for_rest(&studio);
    assert_eq!(book(&studio, "b")["state"], "draft");
    let stopped = book(&studio, "a");
    assert!(stopped["state"] == "unfinished" || stopped["state"] == "draft", "{stopped}");
    assert_eq!(stopped["message"], "", "{stopped}");
}
