//! Covers whose spine is an estimate: no printer accepts them. Covers of others at printers that
//! name no thickness.

use super::begin::ask;
use crate::support::studio::{RunningStudio, request, small_book};
use serde_json::{Value, json};

/// The thickness of a page of white paper at KDP, in millimetres.
const WHITE_PAGE_MM: f64 = 0.002252 * 25.4;

fn verdict(preview: &Value) -> Vec<&str> {
    preview["verdict"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn estimated_spine_leaves_the_cover_unready() {
    let studio = RunningStudio::start();
    for (printer, said) in [
        ("ingram", "the width that IngramSpark states"),
        ("bod", "the width that BoD states"),
        ("", "the width that the printer states"),
    ] {
        let mut values = small_book();
        values.remove("printer");
        values.remove("fill-pages");
        values.insert("total".into(), "40".into());
        if !printer.is_empty() {
            values.insert("printer".into(), printer.into());
            values.insert("fill-pages".into(), "true".into());
            values.insert("paper".into(), "white".into());
            values.insert("trim".into(), "a5".into());
        }
        let preview = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(preview["problems"], json!([]), "{printer}");
        let [verdict] = verdict(&preview)[..] else { panic!("{preview}") };
        assert!(verdict.starts_with("Cover not ready") && verdict.contains(said), "{verdict}");
        assert_eq!(preview["missing"][0]["setting"], "spine");
        let pages = preview["pages"].as_u64().unwrap() as f64;
        let width = preview["spine_mm"].as_f64().unwrap();
        assert!((width - pages * WHITE_PAGE_MM).abs() < 0.01, "{width} mm for {pages} pages");
        let notes = preview["know"].to_string();
        let is_in_inches = printer.is_empty();
        let said =
            if is_in_inches { format!("{:.3} in", width / 25.4) } else { format!("{width:.1} mm") };
        assert!(notes.contains(&format!("{said}, is an estimate")), "{notes}");
        assert!(preview["command"].as_str().unwrap().contains("--spine estimate"));
        values.insert("spine".into(), format!("{width:.2}mm"));
        let preview = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(preview["missing"], Value::Null, "{printer}");
        assert!(!preview["verdict"].to_string().contains("Cover not ready"), "{printer}");
    }
}

#[test]
fn estimate_stays_out_of_the_form() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let choice =
        json!({ "book": "rainy", "values": values, "setting": "printer", "text": "ingram" });
    let chosen = studio.post("/api/choose", &choice).json();
    assert_eq!(chosen["values"]["spine"], Value::Null);
    values.insert("printer".into(), "ingram".into());
    studio.post("/api/save", &request("rainy", &values));
    let text = String::from_utf8(studio.bench.read("books/rainy/book.toml")).unwrap();
    assert!(text.contains("spine = \"estimate\""), "{text}");
    let book = |studio: &RunningStudio| studio.get("/api/books/rainy").json();
    assert_eq!(book(&studio)["values"]["spine"], Value::Null);

    // An estimate is no width that a printer accepts: nothing says that the book is ready.
    let making = studio.post("/api/make", &request("rainy", &values)).lines();
    assert_eq!(book(&studio)["state"], "unready", "{}", book(&studio));
    // The state says that the width is an estimate; the lines of the work do not repeat it.
    assert!(making.iter().all(|line| line["type"] != "message"), "{making:?}");
    // The width of another printer's paper does not stay.
    values.insert("spine".into(), "6mm".into());
    let choice = json!({ "book": "rainy", "values": values, "setting": "printer", "text": "kdp" });
    let chosen = studio.post("/api/choose", &choice).json();
    assert_eq!(chosen["values"]["spine"], Value::Null);
    let verified = studio.bench.run("verify books/rainy");
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(said.contains("the width of the spine is an estimate"), "{said}");
    assert!(said.contains("the cover is not ready"), "{said}");
    assert!(!said.contains("Preflight accepts it"), "{said}");
}

#[test]
fn spine_without_unit_has_that_of_the_book() {
    let studio = RunningStudio::start();
    for (printer, trim, typed, saved) in [
        ("ingram", "6x9", "0.05", "0.05in"),
        ("bod", "a5", "1.6", "1.6mm"),
        ("ingram", "6x9", "1.4mm", "1.4mm"),
    ] {
        let mut values = small_book();
        for (name, text) in [("printer", printer), ("trim", trim), ("spine", typed)] {
            values.insert(name.into(), text.into());
        }
        let preview = studio.post("/api/preview", &request(printer, &values)).json();
        assert_eq!(preview["problems"], json!([]), "{printer} {typed}");
        assert_eq!(preview["missing"], Value::Null, "{printer} {typed}");
        let command = preview["command"].as_str().unwrap();
        assert!(command.contains(&format!("--spine {saved}")), "{command}");
        let book = saved.replace('.', "-");
        let answer = studio.post("/api/save", &request(&book, &values)).json();
        assert_eq!(answer["wrong"], json!([]), "{answer}");
        let draft = String::from_utf8(studio.bench.read(&format!("books/{book}/book.toml")));
        assert!(draft.unwrap().contains(&format!("spine = \"{saved}\"")), "{saved}");
    }
    let settings = studio.get("/api/settings").json();
    let field = settings.as_array().unwrap().iter().find(|field| field["name"] == "spine");
    assert_eq!(field.unwrap()["step"], "printer");
}

/// One width became two, and a thickness of nothing.
#[test]
fn comma_of_a_spine_is_a_decimal_sign() {
    let studio = RunningStudio::start();
    for (typed, saved) in [
        ("1,4mm", "1.4mm"),
        ("0,05", "0.05in"),
        ("0,05in", "0.05in"),
        ("1,4mm; 1,5 mm", "1.4mm,1.5 mm"),
        ("1,4;1.5", "1.4in,1.5in"),
        ("0.14in,0.15in", "0.14in,0.15in"),
    ] {
        let mut values = small_book();
        values.insert("printer".into(), "ingram".into());
        values.insert("spine".into(), typed.into());
        let book = format!("of-{}", typed.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
        let answer = studio.post("/api/save", &request(&book, &values)).json();
        assert_eq!(answer["wrong"], json!([]), "{typed}: {answer}");
        let draft = String::from_utf8(studio.bench.read(&format!("books/{book}/book.toml")));
        assert!(draft.unwrap().contains(&format!("spine = \"{saved}\"")), "{typed}");
        // The form shows several widths as it takes them.
        let shown = studio.get(&format!("/api/books/{book}")).json();
        assert_eq!(shown["values"]["spine"], saved.replace(',', "; "));
    }
    for typed in ["1,4,5mm", "0mm", "thick"] {
        let mut values = small_book();
        values.insert("printer".into(), "ingram".into());
        values.insert("spine".into(), typed.into());
        let preview = studio.post("/api/preview", &request("wrong", &values)).json();
        assert_eq!(preview["problems"][0]["setting"], "spine", "{typed}: {preview}");
        let version = studio.get("/api/books/wrong").json()["version"].clone();
        let mut order = request("wrong", &values);
        if version.is_string() {
            order["version"] = version;
        }
        let answer = studio.post("/api/save", &order).json();
        assert_eq!(answer["wrong"], json!(["spine"]), "{typed}: {answer}");
        let draft = String::from_utf8(studio.bench.read("books/wrong/book.toml")).unwrap();
        assert!(!draft.contains(typed), "{draft}");
    }
}

/// The book was made with the spine of another size, and was green.
#[test]
fn spine_of_other_pages_is_a_problem() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.remove("fill-pages");
    let chosen = [("printer", "ingram"), ("paper", "cream"), ("total", "60"), ("spine", "0.3in")];
    values.extend(chosen.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    let problem = &preview["problems"][0];
    assert_eq!(problem["setting"], "spine", "{preview}");
    let said = problem["message"].as_str().unwrap();
    assert!(said.starts_with("expected about 0.") && said.contains("found 0.300 in"), "{said}");
    assert!(said.contains("enter the width that the printer states for"), "{said}");
    let chinese = ask(&studio, "zh", "/api/preview", &request("rainy", &values));
    let said = chinese["problems"][0]["message"].as_str().unwrap();
    assert!(said.contains("纸张米色") && said.contains("0.300 英寸"), "{said}");
    assert!(!said.contains(|c: char| c.is_ascii_alphabetic()), "{said}");
    let lines = studio.post("/api/make", &request("rainy", &values)).lines();
    assert_eq!(lines.last().unwrap()["code"], 2, "{lines:?}");
}

#[test]
fn spine_note_has_the_unit_of_the_book() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("printer".into(), "ingram".into());
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    let width = format!("{:.3} in", preview["spine_mm"].as_f64().unwrap() / 25.4);
    assert!(preview["know"].to_string().contains(&format!("{width}, is an estimate")), "{preview}");
}

#[test]
fn foreign_cover_asks_for_its_spine() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("printer".into(), "ingram".into());
    values.insert("spine".into(), "2mm".into());
    studio.post("/api/make", &request("rainy", &values));
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    let pages = preview["pages"].to_string();
    let cover = studio.bench.read("books/rainy/cover.pdf");
    let base64 = base64::engine::general_purpose::STANDARD.encode(cover);
    let check = |printer: &str, pages: &str, spine: &str| {
        let file = json!({ "file": "cover.pdf", "printer": printer, "base64": base64,
            "pages": pages, "spine": spine });
        studio.post("/api/check", &file).json()
    };
    assert_eq!(check("ingram", "", "")["asks"], json!(["pages", "spine"]));
    assert_eq!(check("kdp", "", "")["asks"], json!(["pages"]));
    for (pages, spine) in [(&*pages, ""), (&*pages, "thick"), ("many", "3mm"), ("1", "")] {
        let answer = check("ingram", pages, spine);
        assert!(answer["message"].is_string(), "{pages} {spine}: {answer}");
        assert_eq!(answer["asks"], json!(["pages", "spine"]), "{answer}");
    }
    assert_eq!(check("ingram", &pages, "2mm")["findings"], json!([]));
    assert_ne!(check("ingram", &pages, "6mm")["findings"], json!([]));
}

#[test]
fn book_of_a_file_offers_no_further_puzzles() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 24 --levels 1-2 --seed 7 --out mine.csv", 0, "");
    let base64 = base64::engine::general_purpose::STANDARD.encode(studio.bench.read("mine.csv"));
    let values = json!({ "title": "Mine", "printer": "kdp" });
    let file = json!({ "file": "mine.csv", "base64": base64, "values": values });
    studio.post("/api/import", &file);
    let values = studio.get("/api/books/mine").json()["values"].clone();
    let preview = studio.post("/api/preview", &json!({ "book": "mine", "values": values })).json();
    let know = preview["know"].to_string();
    assert!(know.contains("stays without text"), "{know}");
    assert!(!know.contains("deal") && !know.contains("Add "), "{know}");
}

#[test]
fn chinese_book_fits_the_safe_area_of_ingram() {
    let studio = RunningStudio::start();
    for (lang, title) in [("zh", "雨天数独"), ("ja", "雨の日の数独")] {
        let mut values = small_book();
        let chosen = [
            ("lang", lang),
            ("title", title),
            ("trim", "140x203mm"),
            ("printer", "ingram"),
            ("template", "classic"),
        ];
        values.extend(chosen.map(|(name, text)| (name.to_owned(), text.to_owned())));
        let preview = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(preview["problems"], json!([]), "{lang}");
        assert_eq!(preview["findings"], json!([]), "{lang}");
    }
}
