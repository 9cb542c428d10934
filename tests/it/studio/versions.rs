//! The versions of a book, which come back on a later day, and the look of a series.

use crate::support::studio::{RunningStudio, Values, request, small_book};
use serde_json::{Value, json};

const SVG: &[u8] =
    br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
/// The folder of the versions of a book.
const FOLDER: &str = "books/rainy/.versions";

/// Returns the versions that the page shows, the newest one first.
fn versions(studio: &RunningStudio, name: &str) -> Vec<Value> {
    studio.get(&format!("/api/books/{name}/versions")).json().as_array().unwrap().clone()
}

fn make(studio: &RunningStudio, name: &str, values: &Values) {
    studio.post("/api/save", &request(name, values));
    let lines = studio.post("/api/make", &request(name, values)).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
}

#[test]
fn oldest_of_many_versions_gives_way() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    make(&studio, "rainy", &values);
    let [first] = &*studio.bench.names(FOLDER) else { panic!() };
    let text = studio.bench.read(&format!("{FOLDER}/{first}"));
    let old: Vec<_> = (1..30).map(|made| format!("{made:013}.toml")).collect();
    for name in &old {
        std::fs::write(studio.bench.path(&format!("{FOLDER}/{name}")), &text).unwrap();
    }
    values.insert("title".into(), "Rainy Nights".into());
    make(&studio, "rainy", &values);
    let names = studio.bench.names(FOLDER);
    assert_eq!((names.len(), &names[..28], &names[28]), (30, &old[1..], first));
    let shown = versions(&studio, "rainy");
    assert_eq!(shown.len(), 30);
    assert_eq!(shown[0]["values"]["title"], "Rainy Nights");
    assert_eq!(
        (&shown[1]["values"]["title"], &shown[29]["made_ms"]),
        (&json!("Rainy Days"), &json!(2))
    );
    // The same settings are no further version.
    make(&studio, "rainy", &values);
    assert_eq!(studio.bench.names(FOLDER), names);
}

/// A link in place of the folder led out of the folders of the books.
#[test]
#[cfg(unix)]
fn versions_follow_no_link() {
    let studio = RunningStudio::start();
    let values = small_book();
    studio.post("/api/save", &request("rainy", &values));
    let outside = studio.bench.path("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("0000000000001.toml"), "title = \"Secret\"\n").unwrap();
    std::os::unix::fs::symlink(&outside, studio.bench.path(FOLDER)).unwrap();
    make(&studio, "rainy", &values);
    assert_eq!(versions(&studio, "rainy"), Vec::<Value>::new());
    assert_eq!(studio.bench.names("outside"), ["0000000000001.toml"]);
}

/// A version named the logo in a folder that no book had any more.
#[test]
fn versions_follow_a_renamed_book() {
    let studio = RunningStudio::start();
    studio.send_file("/api/upload", "rainy", "logo.svg", SVG);
    let mut values = small_book();
    values.insert("logo".into(), "rainy/logo.svg".into());
    make(&studio, "rainy", &values);
    let order = json!({ "book": "rainy", "action": "rename", "title": "Sunny" });
    assert_eq!(studio.post("/api/shelf", &order).json(), json!({ "book": "" }));
    let earlier = versions(&studio, "sunny")[0]["values"].clone();
    assert_eq!(earlier["logo"], "sunny/logo.svg");
    assert_eq!(earlier["title"], "Rainy Days");
    let preview =
        studio.post("/api/preview", &json!({ "book": "sunny", "values": earlier })).json();
    assert_eq!(preview["problems"], json!([]));
}

#[test]
fn look_of_a_series_goes_to_its_volumes() {
    let studio = RunningStudio::start();
    let save = |name: &str, more: &[(&str, &str)]| {
        let mut values = small_book();
        values.extend(more.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
        assert_eq!(studio.post("/api/save", &request(name, &values)).status, 200);
        values
    };
    studio.send_file("/api/upload", "first", "logo.svg", SVG);
    save(
        "first",
        &[
            ("series", "Rain"),
            ("title", "First"),
            ("paper", "cream"),
            ("palette", "forest"),
            ("publisher", "Rain Press"),
            ("logo", "first/logo.svg"),
            ("trim", "5x8"),
            ("seed", "1"),
            ("isbn", "978-3-16-148410-0"),
        ],
    );
    save("second", &[("series", "Rain"), ("title", "Second"), ("tabs", "true"), ("seed", "2")]);
    // The width of a spine of another printer would make a wrong cover.
    save(
        "third",
        &[("series", "Rain"), ("printer", "ingram"), ("cover", "true"), ("spine", "9mm")],
    );
    let other = save("other", &[("series", "Snow"), ("title", "Other"), ("paper", "white")]);
    let values = |name: &str| studio.get(&format!("/api/books/{name}")).json()["values"].clone();
    let share = |name: &str| {
        studio.post("/api/shelf", &json!({ "book": name, "action": "share-look" })).json()
    };
    assert_eq!(share("first"), json!({ "book": "" }));
    let second = values("second");
    for (name, text) in [
        ("paper", "cream"),
        ("palette", "forest"),
        ("publisher", "Rain Press"),
        ("trim", "5x8"),
        ("logo", "second/logo.svg"),
        ("title", "Second"),
        ("seed", "2"),
        ("total", "8"),
    ] {
        assert_eq!(second[name], text, "{second}");
    }
    // A setting of the look that the first volume does not have goes.
    assert_eq!((&second["tabs"], &second["isbn"]), (&Value::Null, &Value::Null));
    assert_eq!(studio.bench.read("books/second/logo.svg"), SVG);
    let third = values("third");
    assert_eq!((&third["printer"], &third["spine"]), (&second["printer"], &Value::Null), "{third}");
    assert_eq!(values("other"), json!(other));
    // A new book can have the look, also for another printer; it keeps what was typed for it.
    let begin = |like: &str, printer: &str| {
        let values = json!({ "title": printer, "author": "A. New", "printer": printer });
        let order = json!({ "start": "to-sell", "like": like, "values": values });
        studio.post("/api/new", &order).json()
    };
    let printer = second["printer"].as_str().unwrap();
    for typed in [printer, "lulu"] {
        let begun = begin("first", typed);
        let new = values(begun["book"].as_str().unwrap_or_default());
        assert_eq!(
            (&new["palette"], &new["publisher"]),
            (&second["palette"], &second["publisher"])
        );
        assert_eq!((&new["title"], &new["author"]), (&json!(typed), &json!("A. New")));
        assert_eq!((&new["printer"], &new["trim"]), (&json!(typed), &json!("5x8")), "{new}");
        assert_eq!((&new["series"], &new["isbn"]), (&Value::Null, &Value::Null), "{new}");
        let logo = format!("books/{}", new["logo"].as_str().unwrap());
        assert!(logo.contains(typed) && studio.bench.read(&logo) == SVG, "{logo}");
    }
    assert!(begin("none", "kdp")["message"].as_str().unwrap().contains("there is no book none"));
    let single = save("single", &[]);
    assert!(share("single")["message"].as_str().unwrap().contains("is of no series"));
    assert_eq!(values("single"), json!(single));
}
