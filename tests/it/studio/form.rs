//! The data of the window: the state of one book, choices that know each other, rows of levels,
//! places in a preview, texts for a shop, orders of the shelf, covers of others.

use super::begin::post;
use crate::support::studio::{RunningStudio, Values, request, small_book};
use serde_json::{Value, json};

#[test]
fn wrong_value_stays_out_of_the_draft() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let first = studio.post("/api/save", &request("rainy", &values)).json();
    assert_eq!(first["wrong"], json!([]));
    values.insert("total".into(), "many".into());
    values.insert("subtitle".into(), "Right".into());
    let body = json!({ "book": "rainy", "values": values, "version": first["version"] });
    assert_eq!(studio.post("/api/save", &body).json()["wrong"], json!(["total"]));
    let text = String::from_utf8(studio.bench.read("books/rainy/book.toml")).unwrap();
    assert!(text.contains("total = 8") && text.contains("subtitle = \"Right\""), "{text}");
}

#[test]
fn state_of_one_book_names_its_proof() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let saved = studio.post("/api/save", &request("rainy", &values)).json();
    let state = || studio.get("/api/books/rainy").json();
    assert_eq!((&state()["state"], &state()["made_ms"]), (&json!("draft"), &Value::Null));
    studio.post("/api/make", &request("rainy", &values));
    let made = state();
    assert_eq!(made["state"], "verified");
    assert!(made["proved_by"].as_str().unwrap().starts_with("sudoku-press"), "{made}");
    assert!(made["made_ms"].as_u64().unwrap() > 1_700_000_000_000, "{made}");
    values.insert("title".into(), "Other".into());
    let body = json!({ "book": "rainy", "values": values, "version": saved["version"] });
    studio.post("/api/save", &body);
    assert_eq!((&state()["state"], &state()["changed"]), (&json!("changed"), &json!(["title"])));
    assert_eq!(state()["proved_by"], "");
    assert_eq!(studio.get("/api/books/other").status, 404);
}

/// Returns the values of a starting point.
fn start(studio: &RunningStudio, name: &str) -> Value {
    let starts = studio.get("/api/books").json()["starts"].clone();
    let start = starts.as_array().unwrap().iter().find(|start| start["name"] == name);
    start.unwrap()["values"].clone()
}

/// Returns the words of a setting that the form offers.
fn offered(studio: &RunningStudio, name: &str) -> Vec<Value> {
    let fields = studio.get("/api/settings").json();
    let field = fields.as_array().unwrap().iter().find(|field| field["name"] == name).unwrap();
    field["choices"].as_array().unwrap().clone()
}

#[test]
fn first_sizes_are_different_ones() {
    let studio = RunningStudio::start();
    // The window shows as many pictures.
    let shown = &offered(&studio, "trim")[..7];
    assert!(shown.iter().any(|size| size["word"] == "a4"), "{shown:?}");
    for (at, size) in shown.iter().enumerate() {
        assert!(shown[..at].iter().all(|other| other["mm"] != size["mm"]), "{size}");
    }
}

fn choose(studio: &RunningStudio, values: &Value, setting: &str, text: &Value) -> Value {
    let body = json!({ "book": "new", "values": values, "setting": setting, "text": text });
    studio.post("/api/choose", &body).json()
}

#[test]
fn chosen_printer_or_design_brings_its_needs() {
    let studio = RunningStudio::start();
    let values = start(&studio, "to-sell");
    let mut told = Vec::new();
    for setting in ["printer", "template"] {
        for choice in offered(&studio, setting) {
            let chosen = choose(&studio, &values, setting, &choice["word"]);
            let body = json!({ "book": "new", "values": chosen["values"] });
            let preview = studio.post("/api/preview", &body).json();
            assert_eq!(preview["problems"], json!([]), "{choice}: {chosen}");
            told.push((choice["word"].clone(), chosen["changed"].clone()));
        }
    }
    // A spine that no rule gives is not typed for the user: the window asks for it.
    let chosen = choose(&studio, &values, "printer", &json!("ingram"));
    assert_eq!(chosen["values"]["spine"], Value::Null, "{chosen}");
    let body = json!({ "book": "new", "values": chosen["values"] });
    let preview = studio.post("/api/preview", &body).json();
    assert_eq!(preview["missing"][0]["setting"], "spine", "{preview}");
    // What a choice changes beside itself is named.
    assert!(told.contains(&("kdp".into(), json!([]))), "{told:?}");
    let daily = told.iter().find(|(word, _)| word == "daily").unwrap();
    assert!(daily.1.as_array().unwrap().contains(&"total".into()), "{told:?}");
}

#[test]
fn puzzles_are_dealt_out_to_levels() {
    let studio = RunningStudio::start();
    let values = start(&studio, "to-sell");
    for (total, shape, quota) in [
        (120, "even", "1=30,2=30,3=30,4=30"),
        (100, "easy", "1=50,2=30,3=20"),
        (100, "hard", "3=20,4=30,5=30,6=20"),
        (200, "same", "1=52,2=52,3=48,4=48"),
    ] {
        let deal = json!({ "total": total, "shape": shape });
        let body = json!({
            "book": "new", "values": values, "setting": "quota", "text": "", "deal": deal,
        });
        let dealt = studio.post("/api/choose", &body).json();
        assert_eq!(dealt["values"]["quota"], quota, "{shape}: {dealt}");
        assert_eq!(dealt["values"]["total"], Value::Null);
    }
    // The shares are those from which the number was typed, and a wrong value elsewhere is no
    // hindrance.
    let mut wrong = values.clone();
    wrong["isbn"] = "123".into();
    let deal = json!({ "total": 140, "shape": "same", "shares": [0, 26, 26, 24, 24, 0, 0] });
    let body =
        json!({ "book": "new", "values": wrong, "setting": "quota", "text": "", "deal": deal });
    let dealt = studio.post("/api/choose", &body).json();
    // 36.4 and 33.6 puzzles: the largest remainders are those of levels 4 and 5.
    assert_eq!(dealt["values"]["quota"], "2=36,3=36,4=34,5=34", "{dealt}");
    assert_eq!(dealt["values"]["isbn"], "123");
    // Rows of levels and another number exclude each other: the last one counts.
    let rows = choose(&studio, &values, "quota", &"2=5".into());
    assert_eq!(rows["changed"], json!(["total", "levels"]));
    let total = choose(&studio, &rows["values"], "total", &"9".into());
    assert_eq!(total["changed"], json!(["quota"]));
}

/// Fewer puzzles locked the book: an order named one that it did not have any more.
#[test]
fn orders_that_do_not_fit_are_taken_back() {
    let studio = RunningStudio::start();
    let mut values = start(&studio, "to-sell");
    values["another"] = "B1-000002,B1-000020".into();
    values["swap"] = "1=3".into();
    let deal = json!({ "total": 40, "shape": "same" });
    let body =
        json!({ "book": "new", "values": values, "setting": "quota", "text": "", "deal": deal });
    for fewer in [
        studio.post("/api/choose", &body).json(),
        choose(&studio, &values, "quota", &"1=11,2=29".into()),
    ] {
        assert_eq!(fewer["values"]["another"], "B1-000002", "{fewer}");
        assert_eq!(fewer["values"]["swap"], Value::Null, "{fewer}");
        let changed = fewer["changed"].as_array().unwrap();
        assert!(changed.contains(&"another".into()) && changed.contains(&"swap".into()), "{fewer}");
    }
    // A draft that has one shows its levels, which can be changed.
    values["another"] = "B1-000099".into();
    let body = json!({ "book": "new", "values": values, "window": "1" });
    let preview = studio.post("/api/preview", &body).json();
    assert_eq!(preview["problems"][0]["setting"], "another", "{preview}");
    assert!(!preview["levels"]["rows"].as_array().unwrap().is_empty(), "{preview}");
    let dealt = json!({ "book": "new", "values": values, "setting": "quota", "text": "",
        "deal": { "total": 100, "shape": "even" } });
    let dealt = studio.post("/api/choose", &dealt).json();
    assert_eq!(dealt["values"]["quota"], "1=25,2=25,3=25,4=25", "{dealt}");
}

#[test]
fn refused_order_leaves_the_book_as_it_is() {
    let studio = RunningStudio::start();
    let values = start(&studio, "to-sell");
    let order = |order: &str| {
        let body = json!({ "book": "new", "values": values, "setting": "swap", "text": "",
            "order": order });
        studio.post("/api/choose", &body).json()
    };
    for (wrong, said) in [
        ("1=100", "expected two puzzles of one level"),
        ("1=0", "expected numbers from 1 to 100"),
        ("1=1", "Type the number of another puzzle"),
        ("1=none", "Type the number of another puzzle"),
        ("1=999", "expected numbers from 1 to 100"),
    ] {
        let answer = order(wrong);
        let refused = answer["refused"].as_str().unwrap_or_else(|| panic!("{wrong}: {answer}"));
        assert!(refused.contains(said), "{wrong}: {refused}");
    }
    let answer = order("1=3");
    assert_eq!((&answer["values"]["swap"], &answer["refused"]), (&json!("1=3"), &Value::Null));
}

#[test]
fn stages_of_a_book_of_sizes_are_rows() {
    let studio = RunningStudio::start();
    let values = start(&studio, "children");
    let body = json!({ "book": "new", "values": values, "window": "1" });
    let levels = studio.post("/api/preview", &body).json()["levels"].clone();
    let rows = levels["rows"].as_array().unwrap();
    let sizes: Vec<_> = rows.iter().map(|row| row["size"].as_str().unwrap()).collect();
    assert_eq!(sizes, ["4x4", "4x4", "6x6", "6x6", "9x9"], "{levels}");
    assert_eq!(levels["free"], true);
    for (total, shape, quota) in [
        (160, "same", "4x4:1=40,4x4:2=40,6x6:1=40,6x6:2=20,1=20"),
        (75, "even", "4x4:1=15,4x4:2=15,6x6:1=15,6x6:2=15,1=15"),
        (75, "easy", "4x4:1=25,4x4:2=20,6x6:1=15,6x6:2=10,1=5"),
        (75, "hard", "4x4:1=5,4x4:2=10,6x6:1=15,6x6:2=20,1=25"),
    ] {
        let deal = json!({ "total": total, "shape": shape });
        let body = json!({
            "book": "new", "values": values, "setting": "quota", "text": "", "deal": deal,
        });
        let dealt = studio.post("/api/choose", &body).json();
        assert_eq!(dealt["values"]["quota"], quota, "{shape}: {dealt}");
    }
}

/// A school in the United States has no A4.
#[test]
fn american_sheets_are_letter() {
    let studio = RunningStudio::start();
    let mut values = start(&studio, "classroom");
    for (language, width) in [("en", 210.0), ("en-US", 215.9)] {
        values["lang"] = language.into();
        let body = json!({ "book": "new", "values": values, "window": "1" });
        let preview = studio.post("/api/preview", &body).json();
        let found = preview["trim_mm"][0].as_f64().unwrap_or_default();
        assert!((found - width).abs() < 0.1, "{language}: {preview}");
    }
}

/// The constraint of the 9 x 9 puzzles stayed when their stage was removed, and no book was made.
#[test]
fn stage_of_9x9_takes_its_constraints_along() {
    let studio = RunningStudio::start();
    let values = start(&studio, "children");
    let quota = "4x4:1=20,4x4:2=20,6x6:1=20,6x6:2=10";
    let chosen = choose(&studio, &values, "quota", &quota.into());
    assert_eq!(chosen["values"]["givens"], Value::Null, "{chosen}");
    let body = json!({ "book": "new", "values": chosen["values"], "window": "1" });
    let preview = studio.post("/api/preview", &body).json();
    assert_eq!((&preview["problems"], &preview["puzzles"]), (&json!([]), &json!(70)));
}

/// The window kept a title and an ISBN of another language, which commands leave out.
#[test]
fn another_language_is_as_in_commands() {
    let studio = RunningStudio::start();
    let typed = json!({ "title": "Rain", "isbn": "978-0-306-40615-7", "author": "Ann" });
    // The first language of a book that begins is that of its title.
    let chosen = choose(&studio, &typed, "lang", &"de".into());
    assert_eq!(chosen["values"]["title"], "Rain", "{chosen}");
    let chosen = choose(&studio, &chosen["values"], "lang", &"es".into());
    assert_eq!(chosen["values"], json!({ "lang": "es", "author": "Ann" }), "{chosen}");
    let names = chosen["changed"].as_array().unwrap();
    assert!(names.contains(&"title".into()) && names.contains(&"isbn".into()), "{chosen}");
}

#[test]
fn wrong_value_does_not_hinder_a_choice() {
    let studio = RunningStudio::start();
    let mut values = start(&studio, "to-sell");
    values["isbn"] = "123".into();
    let chosen = choose(&studio, &values, "template", &"daily".into());
    assert_eq!(chosen["values"]["isbn"], "123", "{chosen}");
    assert!(chosen["changed"].as_array().unwrap().contains(&"total".into()), "{chosen}");
}

#[test]
fn line_of_rights_follows_the_author() {
    let studio = RunningStudio::start();
    let body = json!({ "start": "to-sell", "values": { "title": "Sun", "author": "Ann" } });
    studio.post("/api/new", &body);
    let values = book(&studio, "sun")["values"].clone();
    let line = values["copyright"].as_str().unwrap().to_owned();
    assert!(line.starts_with("© 20") && line.ends_with(" Ann"), "{line}");
    let chosen = choose(&studio, &values, "author", &"Anna".into());
    assert_eq!(chosen["values"]["copyright"], format!("{line}a"), "{chosen}");
    // An author who is named later brings a line too.
    let mut unnamed = values.clone();
    unnamed.as_object_mut().unwrap().retain(|name, _| !["author", "copyright"].contains(&&**name));
    let chosen = choose(&studio, &unnamed, "author", &"Ann".into());
    assert_eq!(chosen["values"]["copyright"], line, "{chosen}");
    // A line of the user's own stays.
    let mut own = values.clone();
    own["copyright"] = "© 1999 The Press".into();
    let chosen = choose(&studio, &own, "author", &"Anna".into());
    assert_eq!(chosen["changed"], json!([]), "{chosen}");
}

#[test]
fn shelf_has_printed_titles_and_volumes() {
    let studio = RunningStudio::start();
    let begin = |values: Value| {
        let body = json!({ "start": "to-sell", "values": values });
        studio.post("/api/new", &body).json()["book"].as_str().unwrap().to_owned()
    };
    let name = begin(json!({}));
    assert_eq!(book(&studio, &name)["title"], "The Quiet Hour");
    let values = book(&studio, &name)["values"].clone();
    let preview = studio.post("/api/preview", &json!({ "book": name, "values": values })).json();
    let know = preview["know"].to_string();
    assert!(know.contains("The title “The Quiet Hour” is only a sample"), "{know}");
    let name = begin(json!({ "title": "Rainy Days" }));
    studio.post("/api/shelf", &json!({ "book": name, "action": "duplicate" }));
    assert_eq!(book(&studio, "rainy-days-2")["title"], "Rainy Days, Volume Two");
}

#[test]
fn puzzles_that_stay_are_counted() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.remove("total");
    values.remove("levels");
    values.insert("quota".into(), "1=4".into());
    studio.post("/api/make", &request("rainy", &values));
    values.insert("quota".into(), "1=6".into());
    let body = json!({ "book": "rainy", "values": values, "replace": true });
    let lines = studio.post("/api/make", &body).lines();
    let said: Vec<_> = lines.iter().filter_map(|line| line["text"].as_str()).collect();
    assert!(said.contains(&"Your 4 puzzles stayed; 2 were added."), "{said:?}");
    let has_jargon = said.iter().any(|text| text.contains("run") || text.contains("seed"));
    assert!(!has_jargon, "{said:?}");
}

/// The question said nothing about puzzles, of which some were then replaced.
#[test]
fn question_counts_puzzles_that_are_replaced() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.remove("total");
    values.remove("levels");
    values.insert("quota".into(), "1=4,2=4".into());
    studio.post("/api/make", &request("rainy", &values));
    values.insert("quota".into(), "1=2,2=6".into());
    for (language, said) in [("en", "2 of its puzzles are replaced"), ("zh", "有 2 题会换成新题")]
    {
        let lines = post(&studio, language, "/api/make", &request("rainy", &values)).lines();
        let about = lines.iter().find_map(|line| line["about"].as_str()).unwrap();
        assert!(about.contains(said), "{about}");
    }
    let body = json!({ "book": "rainy", "values": values, "replace": true });
    let lines = studio.post("/api/make", &body).lines();
    let said: Vec<_> = lines.iter().filter_map(|line| line["text"].as_str()).collect();
    assert!(said.contains(&"6 of your 8 puzzles stayed; 2 are new."), "{said:?}");
}

/// The numbers of the levels, which follow from the size, were named before it.
#[test]
fn what_the_user_changed_is_named_first() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    studio.post("/api/make", &request("rainy", &values));
    values.insert("title".into(), "Other".into());
    values.insert("total".into(), "9".into());
    studio.post("/api/save", &request("rainy", &values));
    let book = studio.get("/api/books/rainy").json();
    assert_eq!(book["changed"], json!(["title", "quota"]), "{book}");
}

#[test]
fn preview_tells_notes_and_crowded_pages() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let know = |values: &Values| {
        studio.post("/api/preview", &request("rainy", values)).json()["know"].clone()
    };
    let said = know(&values).to_string();
    assert!(said.contains("pages are for notes, because Amazon KDP wants at least 24"), "{said}");
    values.insert("trim".into(), "8x10".into());
    let items = know(&values);
    let crowded = items.as_array().unwrap().iter().find(|item| item["setting"] == "per-page");
    let crowded = crowded.unwrap_or_else(|| panic!("{items}"));
    assert_eq!((&crowded["value"], &crowded["button"]), (&json!("2"), &json!("2 on a page")));
    values.insert("per-page".into(), "2".into());
    assert!(!know(&values).to_string().contains("A page of this size"));
    // Only a cover has figures that are estimates.
    values.remove("cover");
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(preview.get("sources"), None);
}

#[test]
fn preview_tells_places_numbers_and_levels() {
    let studio = RunningStudio::start();
    let preview = studio.post("/api/preview", &request("rainy", &small_book())).json();
    let places = preview["places"].as_array().unwrap();
    let first = places.iter().find(|place| place["part"] == "puzzles").unwrap();
    assert_eq!(first["chapter"], "Gentle", "{preview}");
    let folios = preview["folios"].as_array().unwrap();
    assert_eq!(folios.len() as u64, preview["pages"].as_u64().unwrap());
    assert!(folios[0] == "i" && folios.contains(&"2".into()), "{preview}");
    let rows = preview["levels"]["rows"].as_array().unwrap();
    let counts: Vec<_> = rows.iter().map(|row| row["count"].as_u64().unwrap()).collect();
    assert_eq!(counts, [4, 4, 0, 0, 0, 0, 0], "{preview}");
    assert!(rows.iter().all(|row| row["en"] != "" && row["zh"] != ""));
    // The fronts are those of this book, and each design has a picture.
    let id = &preview["preview"];
    let front = |name: &str| studio.get(&format!("/api/preview/{id}/fronts/{name}.svg"));
    assert_ne!(front("window").body, front("letters").body);
    assert_eq!((front("window").status, front("nobody").status), (200, 404));
    for design in offered(&studio, "template") {
        let path = format!("/api/designs/{}/page.svg", design["word"].as_str().unwrap());
        assert_eq!(studio.get(&path).status, 200, "{path}");
    }
}

#[test]
fn large_book_without_preview_is_no_problem() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("total".into(), "6000".into());
    values.remove("cover");
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!((&preview["preview"], &preview["problems"]), (&Value::Null, &json!([])));
    assert_eq!(preview["puzzles"], 6000);
    assert_eq!(preview["facts"][0], json!(["puzzles", "6,000 puzzles"]));
    assert!(preview["command"].as_str().unwrap().contains("--total 6000"), "{preview}");
}

/// Returns the number in a fact of a preview: `3,700` in "about 3,700 pages".
fn number_of_fact(preview: &Value, name: &str) -> f64 {
    let facts = preview["facts"].as_array().unwrap();
    let fact = facts.iter().find(|fact| fact[0] == name).unwrap_or_else(|| panic!("{preview}"));
    let digits: String = fact[1].as_str().unwrap().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn large_book_is_about_as_its_estimate() {
    let studio = RunningStudio::start();
    let values = [("total", "5600"), ("printer", "kdp"), ("trim", "6x9"), ("seed", "1")];
    let values: Values =
        values.into_iter().map(|(name, text)| (name.into(), text.into())).collect();
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    let bench = &studio.bench;
    let run = bench.run("run --total 5600 --printer kdp --trim 6x9 --seed 1 --out run");
    let said = String::from_utf8(run.stderr).unwrap();
    let words: Vec<&str> = said.split_whitespace().collect();
    let place = words.iter().position(|word| *word == "pages").expect(&said);
    let pages: f64 = words[place - 1].parse().unwrap();
    let files = bench.names("run");
    let bytes: usize = files.iter().map(|name| bench.read(&format!("run/{name}")).len()).sum();
    let volumes = files.iter().filter(|name| name.ends_with(".pdf")).count();
    assert_eq!(number_of_fact(&preview, "volumes"), volumes as f64, "{preview}");
    for (name, made, most) in [("pages", pages, 1.02), ("megabytes", bytes as f64 / 1e6, 1.25)] {
        let ratio = number_of_fact(&preview, name) / made;
        assert!((1.0 / most..most).contains(&ratio), "{name}: {ratio}");
    }
}

#[test]
fn texts_for_a_shop_come_in_parts() {
    let studio = RunningStudio::start();
    studio.post("/api/make", &request("rainy", &small_book()));
    let listing = studio.get("/api/books/rainy/listing").json();
    let options = "black & white interior, white paper, 6 × 9 in, no bleed, matte or glossy cover";
    assert_eq!(listing[0], json!({ "field": "options", "text": options }));
    assert_eq!(listing[1], json!({ "field": "title", "text": "Rainy Days" }));
    let texts = listing.as_array().unwrap();
    assert!(texts.contains(&json!({ "field": "author", "text": "Ann" })), "{listing}");
    assert_eq!(texts.iter().filter(|text| text["field"] == "keyword").count(), 7, "{listing}");
}

/// Returns what the shelf says of a book.
fn book(studio: &RunningStudio, name: &str) -> Value {
    studio.get(&format!("/api/books/{name}")).json()
}

#[test]
fn new_book_is_named_after_its_title() {
    let studio = RunningStudio::start();
    let begin = |title: &str, printer: &str| {
        let values = json!({ "title": title, "author": "Ann", "printer": printer });
        let body = json!({ "start": "to-sell", "values": values });
        studio.post("/api/new", &body).json()["book"].as_str().unwrap().to_owned()
    };
    assert_eq!(begin("Grandma's Rainy Days!", ""), "grandmas-rainy-days");
    assert_eq!(begin("Grandma's Rainy Days", "kdp"), "grandmas-rainy-days-2");
    assert_eq!((begin("!", "").as_str(), begin("con", "").as_str()), ("to-sell", "to-sellcon"));
    assert_eq!(begin("雨天", ""), "雨天");
    // Another printer brings the nearest of its papers and sizes.
    let values = &book(&studio, &begin("Print", "office"))["values"];
    assert_eq!((&values["printer"], &values["trim"]), (&json!("office"), &json!("a5")));
    assert_eq!((&values["title"], &values["paper"]), (&json!("Print"), &json!("plain")));
    assert!(values["seed"].is_string());
}

#[test]
fn shelf_duplicates_and_removes_books() {
    let studio = RunningStudio::start();
    studio.post("/api/save", &request("rainy", &small_book()));
    let order = |book: &str, action: &str| {
        studio.post("/api/shelf", &json!({ "book": book, "action": action })).json()
    };
    assert_eq!(order("rainy", "duplicate"), json!({ "book": "rainy-2" }));
    let values = &book(&studio, "rainy-2")["values"];
    assert_eq!((&values["title"], &values["volume-number"]), (&json!("Rainy Days"), &json!("2")));
    assert_ne!(values["seed"], "7");
    assert_eq!(order("rainy", "remove"), json!({ "book": "" }));
    assert_eq!(studio.bench.names("books"), ["rainy-2", "removed"]);
    assert_eq!(studio.bench.names("books/removed"), ["rainy"]);
    for name in ["rainy", "..", "removed/rainy"] {
        assert!(order(name, "remove")["message"].is_string(), "{name}");
    }
}

#[test]
fn next_volume_takes_no_replacements_along() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("another".to_owned(), "L1-000003".to_owned());
    assert_eq!(studio.post("/api/save", &request("rainy", &values)).status, 200);
    let order = json!({ "book": "rainy", "action": "duplicate" });
    assert_eq!(studio.post("/api/shelf", &order).json(), json!({ "book": "rainy-2" }));
    assert_eq!(book(&studio, "rainy")["values"]["another"], "L1-000003");
    assert_eq!(book(&studio, "rainy-2")["values"]["another"], Value::Null);
}

#[test]
fn foreign_cover_is_checked_by_its_pages() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.post("/api/make", &request("rainy", &small_book()));
    let cover = studio.bench.read("books/rainy/cover.pdf");
    let base64 = base64::engine::general_purpose::STANDARD.encode(cover);
    let check = |pages: &str| {
        let file = json!({
            "file": "their.pdf", "printer": "kdp", "base64": base64, "pages": pages,
        });
        studio.post("/api/check", &file).json()
    };
    assert_eq!(check(""), json!({ "kind": "cover", "asks": ["pages"] }));
    let pages =
        studio.post("/api/preview", &request("rainy", &small_book())).json()["pages"].clone();
    let pages = pages.to_string();
    assert_eq!(check(&pages)["findings"], json!([]), "{}", check(&pages));
    assert_ne!(check("600")["findings"], json!([]));
}

/// Puzzles of a file that are sold have a cover, as other books have; those for a desk are a PDF
/// alone.
#[test]
fn imported_puzzles_have_a_cover_when_sold() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 40 --levels 1-2 --seed 7 --out mine.csv", 0, "");
    let base64 = base64::engine::general_purpose::STANDARD.encode(studio.bench.read("mine.csv"));
    for (printer, has_cover) in [
        ("kdp", true),
        ("lulu", true),
        ("bod", true),
        ("ingram", true),
        ("office", false),
        ("screen", false),
        ("eink", false),
        ("", false),
    ] {
        let title = format!("For {printer}");
        let values = json!({ "title": title, "author": "Ann", "printer": printer });
        let file = json!({ "file": "mine.csv", "base64": base64, "values": values });
        let name = studio.post("/api/import", &file).json()["book"].as_str().unwrap().to_owned();
        let values = book(&studio, &name)["values"].clone();
        let order = json!({ "book": name, "values": values });
        let preview = studio.post("/api/preview", &order).json();
        assert_eq!(preview["problems"], json!([]), "{printer}: {values}");
        assert_eq!(preview["cover"], has_cover, "{printer}: {values}");
        let lines = studio.post("/api/make", &order).lines();
        assert_eq!(lines.last().unwrap()["code"], 0, "{printer}: {lines:?}");
        // These printers name no thickness of their paper, so the spine is an estimate.
        let is_estimate = ["bod", "ingram"].contains(&printer);
        let state = if is_estimate { "unready" } else { "verified" };
        assert_eq!(book(&studio, &name)["state"], state, "{printer}");
        let files = studio.bench.names(&format!("books/{name}"));
        assert_eq!(files.contains(&"cover.pdf".to_owned()), has_cover, "{printer}: {files:?}");
    }
}

#[test]
fn imported_puzzles_have_the_typed_title() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 24 --levels 1-2 --seed 7 --out mine.csv", 0, "");
    let base64 = base64::engine::general_purpose::STANDARD.encode(studio.bench.read("mine.csv"));
    let values = json!({ "title": "Of My Grandmother", "printer": "kdp", "lang": "nowhere" });
    let file = json!({ "file": "export_2(1).csv", "base64": base64, "values": values });
    let imported = studio.post("/api/import", &file).json();
    assert_eq!(imported, json!({ "book": "of-my-grandmother" }));
    let values = book(&studio, "of-my-grandmother")["values"].clone();
    assert_eq!(
        values,
        json!({ "title": "Of My Grandmother", "printer": "kdp", "paper": "cream", "trim": "6x9",
            "cover": "true", "fill-pages": "true" })
    );
    let preview =
        studio.post("/api/preview", &json!({ "book": "of-my-grandmother", "values": values }));
    assert_eq!(preview.json()["problems"], json!([]));
}

/// Returns the puzzles of all pages of a preview.
pub fn page_puzzles(studio: &RunningStudio, shown: &Value) -> Vec<Value> {
    let mut puzzles = Vec::new();
    for page in 1..=shown["pages"].as_u64().unwrap() {
        let path = format!("/api/preview/{}/puzzles/{page}", shown["preview"]);
        puzzles.extend(studio.get(&path).json().as_array().unwrap().clone());
    }
    puzzles
}

/// The window puts a button over each puzzle, and its solution.
#[test]
fn puzzles_of_a_page_have_places_and_solutions() {
    let studio = RunningStudio::start();
    for (template, trim, versions) in
        [("classic", "6x9", 1), ("large-print", "8.5x11", 1), ("classroom", "a4", 3)]
    {
        let mut values = small_book();
        let chosen = [("template", template), ("trim", trim), ("ladder", "human")];
        values.extend(chosen.map(|(name, text)| (name.to_owned(), text.to_owned())));
        if versions > 1 {
            values.retain(|name, _| !["printer", "cover", "fill-pages"].contains(&name.as_str()));
            values.insert("sheets".into(), versions.to_string());
            values.insert("total".into(), "4".into());
        }
        let shown = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(shown["problems"], json!([]), "{template}");
        let puzzles = page_puzzles(&studio, &shown);
        assert_eq!(puzzles.len() as u64, shown["puzzles"].as_u64().unwrap() * versions);
        for page in 1..=shown["pages"].as_u64().unwrap() {
            let path = format!("/api/preview/{}/puzzles/{page}", shown["preview"]);
            let places = studio.get(&path).json();
            for (nth, puzzle) in places.as_array().unwrap().iter().enumerate() {
                let place = puzzle["place"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap());
                let [left, top, width, height] = place.collect::<Vec<_>>()[..] else { panic!() };
                assert!(left > 0.02 && left + width < 0.98, "{template}: {puzzle}");
                assert!(top > 0.02 && top + height < 0.98, "{template}: {puzzle}");
                let path = format!("/api/preview/{}/solutions/{page}/{nth}.svg", shown["preview"]);
                let svg = String::from_utf8(studio.get(&path).body).unwrap();
                let found = 81 - puzzle["givens"].as_u64().unwrap() as usize;
                assert_eq!(svg.matches("<path ").count(), found, "{template}: {puzzle}");
                assert!(puzzle["minutes"].is_array() && puzzle["of"] == 7, "{puzzle}");
            }
            let wrong = format!("/api/preview/{}/solutions/{page}/99.svg", shown["preview"]);
            assert_eq!(studio.get(&wrong).status, 404);
        }
        let names: Vec<String> = puzzles.iter().map(|puzzle| puzzle["name"].to_string()).collect();
        let is_of_version = names.iter().any(|name| name == "\"3/4\"");
        assert_eq!(is_of_version, versions > 1, "{names:?}");
    }
}

/// What a printer had in a book was lost as soon as another one was tried.
#[test]
fn another_printer_and_back_is_back() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let chosen = [("printer", "kdp"), ("paper", "cream"), ("trim", "6x9"), ("palette", "forest")];
    values.extend(chosen.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for other in ["bod", "office", "lulu"] {
        let choice = json!({ "book": "rainy", "values": values, "setting": "printer",
            "text": other });
        let there = studio.post("/api/choose", &choice).json();
        let mut had = Values::new();
        for name in there["changed"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            had.insert(name.into(), values.get(name).cloned().unwrap_or_default());
        }
        let back = json!({ "book": "rainy", "values": there["values"], "setting": "printer",
            "text": "kdp", "had": had });
        let back = studio.post("/api/choose", &back).json();
        assert_eq!(back["values"], json!(values), "{other}: {there}");
    }
    // What the book cannot have any more does not come back.
    let back = json!({ "book": "rainy", "values": values, "setting": "printer", "text": "lulu",
        "had": { "paper": "silk", "trim": "6x9" } });
    let back = studio.post("/api/choose", &back).json();
    assert_ne!(back["values"]["paper"], "silk", "{back}");
}

/// Another puzzle is an order like any other change: shown, made, and taken back.
#[test]
fn another_puzzle_changes_one_of_the_book() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let make = |values: &Values| {
        let version = studio.get("/api/books/rainy").json()["version"].clone();
        studio.post("/api/save", &json!({ "book": "rainy", "values": values, "version": version }));
        studio.post("/api/make", &json!({ "book": "rainy", "values": values }));
        assert_eq!(studio.get("/api/books/rainy").json()["state"], "verified");
        String::from_utf8(studio.bench.read("books/rainy/catalog.csv")).unwrap()
    };
    let before = make(&values);
    let shown = studio.post("/api/preview", &request("rainy", &values)).json();
    let printed = page_puzzles(&studio, &shown);
    let numbers: Vec<_> = printed.iter().map(|puzzle| puzzle["name"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
    let id = printed[2]["id"].as_str().unwrap().to_owned();
    values.insert("another".into(), format!("{id},{id}"));
    let after = make(&values);
    let others: Vec<_> =
        before.lines().zip(after.lines()).filter(|(old, new)| old != new).collect();
    assert!(others.len() == 1 && others[0].1.starts_with(&id), "{others:?}");
    // The first puzzle comes back only after a yes.
    values.remove("another");
    studio.post("/api/make", &json!({ "book": "rainy", "values": values }));
    assert!(studio.bench.read("books/rainy/catalog.csv") == after.as_bytes());
    studio.post("/api/make", &json!({ "book": "rainy", "values": values, "replace": true }));
    assert_eq!(make(&values), before);
    // A puzzle that the book does not have is a problem of the field.
    values.insert("another".into(), "B7-000001".into());
    let wrong = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(wrong["problems"][0]["setting"], "another", "{wrong}");
}
