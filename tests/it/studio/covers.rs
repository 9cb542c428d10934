//! The cover in the window: the places that it marks, and its layouts as pictures.

use crate::support::studio::RunningStudio;
use serde_json::{Value, json};

/// Makes a preview of a book with these settings beside others. Returns its places by setting or
/// kind, each as left, top, right and bottom in shares of the picture, the path of the preview, and
/// the width of the spine in inches.
fn places(studio: &RunningStudio, more: &Value) -> (Vec<(String, [f64; 4])>, String, f64) {
    let mut values = json!({
        "title": "The Quiet Hour", "subtitle": "Forty calm puzzles", "author": "Ann Example",
        "printer": "kdp", "trim": "6x9", "cover": "true", "total": "40", "fill-pages": "true",
    });
    let names = values.as_object_mut().unwrap();
    for (name, text) in more.as_object().unwrap() {
        names.insert(name.clone(), text.clone());
    }
    let preview = studio.post("/api/preview", &json!({ "book": "quiet", "values": values })).json();
    assert_eq!(preview["problems"], json!([]));
    let path = format!("/api/preview/{}", preview["preview"]);
    let answer = studio.get(&format!("{path}/cover")).json();
    let places = answer["places"].as_array().unwrap().iter().map(|place| {
        let name = place["setting"].as_str().or(place["kind"].as_str()).unwrap();
        let [left, top, width, height] =
            [0, 1, 2, 3].map(|side| place["place"][side].as_f64().unwrap());
        (name.to_owned(), [left, top, left + width, top + height])
    });
    (places.collect(), path, preview["spine_mm"].as_f64().unwrap_or_default() / 25.4)
}

#[test]
fn cover_shows_where_each_text_stands() {
    let studio = RunningStudio::start();
    let (found, path, spine) = places(&studio, &json!({ "back": "For long evenings." }));
    let of = |name: &str| -> Vec<[f64; 4]> {
        found.iter().filter(|(other, _)| other == name).map(|(_, place)| *place).collect()
    };
    let within = |[left, top, right, bottom]: [f64; 4], whole: [f64; 4]| {
        let rounding = 1e-9;
        left >= whole[0] - rounding
            && top >= whole[1] - rounding
            && right <= whole[2] + rounding
            && bottom <= whole[3] + rounding
    };
    let ([trim], [fold]) = (&*of("trim"), &*of("fold")) else { panic!("{found:?}") };
    // KDP: 0.125 in of bleed around two covers of 6 in and a spine between them.
    let width = 12.0 + 0.25 + spine;
    assert!((trim[0] - 0.125 / width).abs() < 1e-6, "{trim:?}");
    assert!((fold[0] - 6.125 / width).abs() < 1e-6, "{fold:?}");
    assert!((fold[2] - (6.125 + spine) / width).abs() < 1e-6, "{fold:?}");
    let (front, back) =
        ([fold[2], trim[1], trim[2], trim[3]], [trim[0], trim[1], fold[0], trim[3]]);
    for (name, side) in [
        ("title", front),
        ("subtitle", front),
        ("author", front),
        ("back", back),
        ("isbn", back),
        ("cover-design", front),
        ("back-design", back),
    ] {
        assert!(of(name).iter().any(|place| within(*place, side)), "{name}: {found:?}");
    }
    let ([title, ..], [subtitle, ..]) = (&*of("title"), &*of("subtitle")) else { panic!() };
    assert!(title[3] <= subtitle[1] + 0.02, "the title stands above the subtitle: {found:?}");
    for layout in ["facts", "corner", "pages"] {
        let picture = studio.get(&format!("{path}/backs/{layout}.svg"));
        assert!(picture.status == 200 && picture.body.starts_with(b"<svg"), "{layout}");
    }
    assert_eq!(studio.get(&format!("{path}/backs/none.svg")).status, 404);
}

#[test]
fn barcode_is_marked_until_it_is_printed() {
    let studio = RunningStudio::start();
    for (isbn, kind) in [("", "barcode"), ("978-3-16-148410-0", "written")] {
        let (_, path, _) = places(&studio, &json!({ "isbn": isbn, "printer": "ingram" }));
        let answer = studio.get(&format!("{path}/cover")).json();
        let mut places = answer["places"].as_array().unwrap().iter();
        let barcode = places.find(|place| place["setting"] == "isbn").unwrap();
        assert_eq!(barcode["kind"], kind, "{answer}");
    }
}

/// The word `SUDOKU` and the number of puzzles are nobody's field; a text that is not there has no
/// place.
#[test]
fn front_alone_has_no_back_and_no_folds() {
    let studio = RunningStudio::start();
    let more = json!({ "printer": "office", "trim": "a4", "subtitle": "", "fill-pages": "false" });
    let (found, path, _) = places(&studio, &more);
    let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
    assert!(names.contains(&"title") && names.contains(&"trim"), "{names:?}");
    for absent in ["back", "back-design", "isbn", "fold", "series"] {
        assert!(!names.contains(&absent), "{absent}: {names:?}");
    }
    assert_eq!(studio.get(&format!("{path}/backs/facts.svg")).status, 404);
}

/// A PNG names its width and height in the bytes 16 to 23.
#[test]
fn front_is_a_picture_for_shops() {
    let studio = RunningStudio::start();
    let mut values = json!({
        "title": "Rain", "printer": "kdp", "trim": "6x9", "cover": "true", "total": "4",
        "fill-pages": "true",
    });
    for (has_cover, size) in [(true, Some((1707, 2560))), (false, None)] {
        values["cover"] = has_cover.to_string().into();
        let body = json!({ "book": "rain", "values": values });
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["png"], has_cover, "{preview}");
        let picture = studio.get(&format!("/api/preview/{}/front.png", preview["preview"]));
        let side = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
        let found = (picture.status == 200).then(|| (side(16), side(20)));
        assert_eq!(found, size);
    }
}

/// A text of the back was a file; its name is refused, also in the window.
#[test]
fn file_name_is_no_text_for_the_back() {
    let studio = RunningStudio::start();
    let values = json!({
        "title": "Rain", "printer": "kdp", "trim": "6x9", "cover": "true", "total": "4",
        "fill-pages": "true", "back": "words.md",
    });
    let body = json!({ "book": "rain", "values": values });
    let problems = studio.post("/api/preview", &body).json()["problems"].clone();
    assert_eq!(problems[0]["setting"], "back", "{problems}");
    assert!(problems[0]["message"].as_str().unwrap().contains("expected the words"), "{problems}");
}

/// What a book is at another printer was known only after the copy was begun.
#[test]
fn editions_tell_what_each_printer_would_have() {
    let studio = RunningStudio::start();
    let order = json!({ "start": "to-sell", "values": { "title": "Rain", "printer": "kdp" } });
    assert_eq!(studio.post("/api/new", &order).json()["book"], "rain");
    let editions = studio.get("/api/books/rain/editions").json();
    let of = |printer: &str| {
        let mut rows = editions.as_array().unwrap().iter();
        rows.find(|row| row["printer"] == printer).unwrap().clone()
    };
    for printer in ["kdp", "ingram", "lulu", "bod"] {
        let row = of(printer);
        assert_eq!(row["own"], printer == "kdp");
        // The copy has what the table has said.
        let copy = json!({ "book": "rain", "action": "copy", "printer": printer });
        let name = studio.post("/api/shelf", &copy).json()["book"].as_str().unwrap().to_owned();
        let values = studio.get(&format!("/api/books/{name}")).json()["values"].clone();
        let preview =
            studio.post("/api/preview", &json!({ "book": name, "values": values })).json();
        assert_eq!(row["facts"]["pages"], preview["pages"], "{printer}: {editions}");
        let facts = preview["facts"].as_array().unwrap();
        let size = facts.iter().find(|fact| fact[0] == "trim").unwrap()[1].clone();
        assert_eq!(row["facts"]["size"], size);
        assert_eq!(row["changed"], json!(if printer == "bod" { vec!["trim"] } else { vec![] }));
        assert_eq!(row["facts"]["estimate"], ["ingram", "bod"].contains(&printer));
    }
    assert_eq!(of("kdp")["facts"]["spine"], "0.170 in");
    // What another printer takes away is named, too: KDP computes the spine that Ingram states.
    let name = "rain-ingram";
    let mut values = studio.get(&format!("/api/books/{name}")).json()["values"].clone();
    values["spine"] = "0.19in".into();
    let order = json!({ "book": name, "values": values, "version": studio.get(&format!("/api/books/{name}")).json()["version"] });
    assert_eq!(studio.post("/api/save", &order).status, 200);
    let editions = studio.get(&format!("/api/books/{name}/editions")).json();
    let kdp = editions.as_array().unwrap().iter().find(|row| row["printer"] == "kdp").unwrap();
    assert!(kdp["changed"].as_array().unwrap().contains(&json!("spine")), "{kdp}");
    assert_eq!(studio.get("/api/books/none/editions").status, 404);
}
