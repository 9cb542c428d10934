//! Copies of books for another printer, which share the puzzles, and the next volume of a book whose
//! puzzles are in a file.

use crate::support::studio::{RunningStudio, request, small_book};
use serde_json::{Value, json};

/// Begins a copy. Returns the name of its folder.
fn copy(studio: &RunningStudio, book: &str, printer: &str) -> String {
    let order = json!({ "book": book, "action": "copy", "printer": printer });
    let copied = studio.post("/api/shelf", &order).json();
    copied["book"].as_str().unwrap_or_else(|| panic!("{copied}")).to_owned()
}

fn book(studio: &RunningStudio, name: &str) -> Value {
    studio.get(&format!("/api/books/{name}")).json()
}

/// Makes a book of its saved settings, and checks its state.
fn make(studio: &RunningStudio, name: &str) {
    let body = json!({ "book": name, "values": book(studio, name)["values"] });
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{name}: {lines:?}");
    assert_eq!(book(studio, name)["state"], "verified", "{name}");
}

#[test]
fn copy_for_another_printer_has_the_same_puzzles() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("isbn".into(), "978-3-16-148410-0".into());
    values.insert("paper".into(), "cream".into());
    studio.post("/api/save", &request("rainy-days", &values));
    make(&studio, "rainy-days");
    let before = studio.bench.read("books/rainy-days/book.pdf");
    let name = copy(&studio, "rainy-days", "office");
    assert_eq!(name, "rainy-days-office");
    let copied = book(&studio, &name)["values"].clone();
    for same in ["title", "author", "seed", "levels", "total"] {
        assert_eq!(copied[same], values[same], "{same}");
    }
    // An office has neither this paper nor this size, but the nearest; a number is of one edition.
    assert_eq!((&copied["printer"], &copied["isbn"]), (&json!("office"), &Value::Null));
    assert_eq!((&copied["paper"], &copied["trim"]), (&json!("plain"), &json!("a5")));
    make(&studio, &name);
    let catalogue = |name: &str| studio.bench.read(&format!("books/{name}/catalog.csv"));
    assert!(catalogue("rainy-days") == catalogue(&name));
    assert!(studio.bench.read("books/rainy-days/book.pdf") == before);
    assert_eq!(book(&studio, "rainy-days")["state"], "verified");
    // One puzzle on each page would deal the puzzles to the levels anew.
    values.insert("total".into(), "18".into());
    studio.post("/api/save", &request("calm-days", &values));
    make(&studio, "calm-days");
    let name = copy(&studio, "calm-days", "eink");
    assert_eq!(book(&studio, &name)["values"]["quota"], "1=10,2=8");
    make(&studio, &name);
    assert!(catalogue("calm-days") == catalogue(&name));
    for printer in ["", "nobody", "../office"] {
        let order = json!({ "book": "rainy-days", "action": "copy", "printer": printer });
        let refused = studio.post("/api/shelf", &order).json();
        assert!(refused["message"].as_str().unwrap().contains("a printer"), "{refused}");
    }
}

/// One more pupil in a class with an archive made all sheets new. The preview must show those of the book.
#[test]
fn further_sheet_of_class_leaves_the_others() {
    let studio = RunningStudio::start();
    let class = json!({ "title": "4b", "pupils": "3", "weeks": "2", "printer": "office" });
    studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
    let name = "4b-week-1";
    make(&studio, name);
    let rows = || {
        let text =
            String::from_utf8(studio.bench.read(&format!("books/{name}/catalog.csv"))).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let before = rows();
    let mut values = book(&studio, name)["values"].clone();
    values["sheets"] = "4".into();
    let body = json!({ "book": name, "values": values, "replace": true });
    let shown = studio.post("/api/preview", &body_of_preview(&body)).json();
    let page = |id: &Value| studio.get(&format!("/api/preview/{id}/pages/2.svg")).body;
    let first = page(&shown["preview"]);
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    let after = rows();
    assert_eq!(after.len(), before.len() + 4);
    assert!(before.iter().all(|row| after.contains(row)));
    let again = studio.post("/api/preview", &body_of_preview(&body)).json();
    assert!(!first.is_empty() && page(&again["preview"]) == first, "another page was shown");
}

/// Returns the request for a preview of the book of an order.
fn body_of_preview(order: &Value) -> Value {
    json!({ "book": order["book"], "values": order["values"] })
}

/// A copy of a draft that cannot be read had no settings.
#[test]
fn unreadable_draft_is_not_copied() {
    let studio = RunningStudio::start();
    studio.post("/api/save", &request("rainy-days", &small_book()));
    make(&studio, "rainy-days");
    let draft = studio.bench.path("books/rainy-days/book.toml");
    std::fs::remove_file(&draft).unwrap();
    std::fs::create_dir(&draft).unwrap();
    for order in [
        json!({ "book": "rainy-days", "action": "copy", "printer": "kdp" }),
        json!({ "book": "rainy-days", "action": "duplicate" }),
    ] {
        let refused = studio.post("/api/shelf", &order).json();
        assert!(refused["message"].as_str().unwrap().contains("book.toml: "), "{refused}");
    }
    assert_eq!(std::fs::read_dir(studio.bench.path("books")).unwrap().count(), 1);
}

#[test]
fn copied_class_shares_its_archive() {
    let studio = RunningStudio::start();
    let class = json!({ "title": "Class 4b", "pupils": "3", "weeks": "2", "printer": "office" });
    studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
    let weeks = ["class-4b-week-1", "class-4b-week-2"];
    weeks.iter().for_each(|week| make(&studio, week));
    let name = copy(&studio, weeks[1], "screen");
    let values = book(&studio, &name)["values"].clone();
    assert_eq!(values["title"], "Class 4b, Week 2");
    assert_eq!(values["archive"], "class-4b.archive");
    make(&studio, &name);
    let catalogue = |name: &str| studio.bench.read(&format!("books/{name}/catalog.csv"));
    assert!(catalogue(weeks[1]) == catalogue(&name));
    assert_eq!(book(&studio, weeks[1])["state"], "verified");
    // Another week with the seed of the first one would repeat its puzzles.
    let next = json!({ "book": weeks[0], "action": "duplicate" });
    let next = studio.post("/api/shelf", &next).json()["book"].as_str().unwrap().to_owned();
    let mut values = book(&studio, &next)["values"].clone();
    let first = book(&studio, weeks[0])["values"].clone();
    for name in ["seed", "levels"] {
        values[name] = first[name].clone();
    }
    let lines = studio.post("/api/make", &json!({ "book": next, "values": values })).lines();
    assert_ne!(lines.last().unwrap()["code"], 0, "{lines:?}");
}

#[test]
fn copied_import_has_its_file() {
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 12 --levels 1 --seed 7 --format txt --out my.txt", 0, "");
    let puzzles = studio.bench.read("my.txt");
    let imported = studio.send_file("/api/import", "", "my.txt", &puzzles);
    assert_eq!(imported, json!({ "book": "my" }));
    let name = copy(&studio, "my", "kdp");
    assert_eq!(name, "my-kdp");
    assert_eq!(studio.bench.read("books/my-kdp/puzzles.txt"), puzzles);
    let copied = book(&studio, &name);
    assert_eq!(
        (&copied["imported"], &copied["values"]["printer"]),
        (&json!("puzzles.txt"), &json!("kdp"))
    );
    let mut values = copied["values"].clone();
    values["fill-pages"] = "true".into();
    values["trim"] = "6x9".into();
    let preview = studio.post("/api/preview", &json!({ "book": name, "values": values })).json();
    assert_eq!((&preview["puzzles"], &preview["problems"]), (&json!(12), &json!([])));
    // No button leads to the levels of puzzles that are not made.
    let notes = preview["know"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["setting"] == "per-page"), "{notes:?}");
    let dead = |note: &&Value| note["setting"] == "quota" || note["deal"].is_number();
    assert_eq!(notes.iter().find(dead), None);
    make(&studio, "my");
    let next = json!({ "book": "my", "action": "duplicate" });
    let refused = studio.post("/api/shelf", &next).json();
    assert!(refused["message"].as_str().unwrap().contains("on the shelf"), "{refused}");
}

/// Removes a book from the shelf.
fn remove(studio: &RunningStudio, name: &str) {
    let order = json!({ "book": name, "action": "remove" });
    assert_eq!(studio.post("/api/shelf", &order).json(), json!({ "book": "" }));
}

#[test]
fn copy_outlives_its_removed_original() {
    let studio = RunningStudio::start();
    let volumes = json!({ "title": "Weather", "volume-titles": "Rain\nSnow" });
    studio.post("/api/new", &json!({ "start": "series", "values": volumes }));
    let logo =
        br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
    studio.send_file("/api/upload", "rain", "logo.svg", logo);
    studio.send_file("/api/upload", "rain", "about.txt", b"Ann lives by the sea.");
    let entry = book(&studio, "rain");
    let mut values = entry["values"].clone();
    for (name, text) in
        [("total", "8"), ("logo", "rain/logo.svg"), ("text", "about=rain/about.txt")]
    {
        values[name] = text.into();
    }
    let body = json!({ "book": "rain", "values": values, "version": entry["version"] });
    assert_eq!(studio.post("/api/save", &body).status, 200);
    make(&studio, "rain");
    let name = copy(&studio, "rain", "ingram");
    let next = json!({ "book": "rain", "action": "duplicate" });
    let next = studio.post("/api/shelf", &next).json()["book"].as_str().unwrap().to_owned();
    let puzzles = studio.bench.read("books/rain/catalog.csv");
    remove(&studio, "rain");
    for new in [&name, &next] {
        let values = book(&studio, new)["values"].clone();
        assert_eq!(values["logo"], format!("{new}/logo.svg"));
        assert_eq!(values["text"], format!("about={new}/about.txt"));
        let lines = studio.post("/api/make", &json!({ "book": new, "values": values })).lines();
        assert_eq!(lines.last().unwrap()["code"], 0, "{new}: {lines:?}");
    }
    assert!(studio.bench.read(&format!("books/{name}/catalog.csv")) == puzzles);
    assert!(studio.bench.read(&format!("books/{next}/catalog.csv")) != puzzles);
}

#[test]
fn copy_without_original_names_a_way() {
    let studio = RunningStudio::start();
    let volumes = json!({ "title": "Weather", "volume-titles": "Rain\nSnow" });
    studio.post("/api/new", &json!({ "start": "series", "values": volumes }));
    let mut entry = book(&studio, "rain");
    entry["values"]["total"] = "8".into();
    let body = json!({ "book": "rain", "values": entry["values"], "version": entry["version"] });
    assert_eq!(studio.post("/api/save", &body).status, 200);
    make(&studio, "rain");
    let name = copy(&studio, "rain", "lulu");
    std::fs::rename(studio.bench.path("books/rain"), studio.bench.path("rain")).unwrap();
    let order = json!({ "book": name, "values": book(&studio, &name)["values"] });
    let lines = studio.post("/api/make", &order).lines();
    assert_ne!(lines.last().unwrap()["code"], 0, "{lines:?}");
    let said = lines.iter().find_map(|line| line["text"].as_str()).unwrap();
    assert!(said.contains("put the folder of that book back"), "{said}");
    assert!(!said.contains("--force"), "{said}");
    std::fs::rename(studio.bench.path("rain"), studio.bench.path("books/rain")).unwrap();
    make(&studio, &name);
}

#[test]
fn next_volume_has_colours_of_its_own() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("palette".into(), "forest".into());
    studio.post("/api/save", &request("rainy-days", &values));
    values.remove("cover");
    values.remove("palette");
    studio.post("/api/save", &request("pages-alone", &values));
    let next = |name: &str| {
        let order = json!({ "book": name, "action": "duplicate" });
        let next = studio.post("/api/shelf", &order).json()["book"].as_str().unwrap().to_owned();
        book(&studio, &next)["values"].clone()
    };
    let volume = next("rainy-days");
    assert_eq!((&volume["volume-number"], &volume["palette"]), (&json!("2"), &json!("by-volume")));
    // A number is of one volume, whichever book it follows.
    assert_eq!(next("rainy-days")["volume-number"], "3");
    // Pages without a cover have no colours.
    assert_eq!(next("pages-alone")["palette"], Value::Null);
}
