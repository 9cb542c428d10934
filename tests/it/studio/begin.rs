//! How books begin: files of puzzles with faults, starting points that ask, and other names. The
//! words are those of the window's language.

use super::form::page_puzzles;
use crate::support::puzzles::PUZZLE;
use crate::support::studio::{RunningStudio, StudioAnswer, request, small_book};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A puzzle with several solutions, and one without any.
const AMBIGUOUS: &str =
    "1................................................................................";
const UNSOLVABLE: &str =
    "11...............................................................................";

/// Sends an order from a window in this language.
pub fn ask(studio: &RunningStudio, language: &str, path: &str, body: &Value) -> Value {
    post(studio, language, path, body).json()
}

/// Sends an order as a window in this language does.
pub fn post(studio: &RunningStudio, language: &str, path: &str, body: &Value) -> StudioAnswer {
    let headers = studio.headers();
    let [(host, own), (authorization, bearer)] =
        headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    let headers = [
        (host, own),
        (authorization, bearer),
        ("Content-Type", "application/json"),
        ("Accept-Language", language),
    ];
    studio.request(&format!("POST {path}"), &headers, body.to_string().as_bytes())
}

/// Returns the order for a file, with these further fields.
pub fn file(name: &str, bytes: &[u8], more: &Value) -> Value {
    let mut order = json!({ "file": name, "base64": STANDARD.encode(bytes) });
    for (key, value) in more.as_object().unwrap() {
        order[key] = value.clone();
    }
    order
}

fn book(studio: &RunningStudio, name: &str) -> Value {
    studio.get(&format!("/api/books/{name}")).json()
}

pub fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// A text with 12 sound puzzles, a title, and a fault of each kind.
fn faulty_text(studio: &RunningStudio) -> String {
    studio.bench.ends(
        "generate --total 12 --levels 1 --seed 7 --format txt --out sound.txt",
        0,
        "",
    );
    let sound = String::from_utf8(studio.bench.read("sound.txt")).unwrap();
    let first = sound.lines().next().unwrap();
    let moved: String = first.chars().rev().collect();
    format!("Puzzles of my grandmother\n{sound}{first}\n{AMBIGUOUS}\n{UNSOLVABLE}\n{moved}\n")
}

#[test]
fn faults_of_a_file_have_places() {
    let studio = RunningStudio::start();
    let text = faulty_text(&studio);
    let read = |language: &str| {
        let order = file("mine.txt", text.as_bytes(), &json!({}));
        ask(&studio, language, "/api/read", &order)
    };
    let english = read("en");
    let rows: Vec<_> = english["faults"].as_array().unwrap().iter().collect();
    let places: Vec<_> = rows.iter().map(|row| row["place"].as_str().unwrap()).collect();
    assert_eq!(places, ["Line 14", "Line 15", "Line 16", "Line 17"], "{english}");
    let words = ["line 2 again", "more than one solution", "no solution", "line 2 again, turned"];
    for (row, words) in rows.iter().zip(words) {
        assert!(row["text"].as_str().unwrap().contains(words), "{row} {words}");
    }
    let notes = english["notes"].to_string();
    assert!(notes.contains("12 puzzles were read") && notes.contains("line 1"), "{notes}");
    assert!(english["told"] == true && english["repeated"] == true, "{english}");
    let chinese = read("zh-CN");
    for row in chinese["faults"].as_array().unwrap() {
        assert!(is_chinese(row["text"].as_str().unwrap()), "{row}");
    }
    for note in chinese["notes"].as_array().unwrap() {
        assert!(is_chinese(note.as_str().unwrap()), "{note}");
    }
    // A sound file asks nothing.
    let sound = file("sound.txt", &studio.bench.read("sound.txt"), &json!({}));
    assert_eq!(ask(&studio, "en", "/api/read", &sound)["told"], false);
    assert!(studio.bench.names("books").is_empty());
}

/// Two fives in the first row; four cells in which the two solutions differ.
#[test]
fn cells_in_doubt_are_told() {
    let studio = RunningStudio::start();
    let repeated = format!("5...5{}\n", ".".repeat(76));
    for (text, marked) in [(&*repeated, json!([0, 4])), ("..343412..434321\n", json!([0, 1, 8, 9]))]
    {
        let read = studio.post("/api/read", &file("one.txt", text.as_bytes(), &json!({}))).json();
        let fault = &read["faults"][0];
        assert_eq!(fault["doubtful"], marked, "{read}");
        assert_eq!(fault["cells"], text.trim_end(), "{read}");
    }
}

/// The puzzles of a table and of lines; in each, the first given of the third puzzle stands twice.
#[test]
fn corrected_grids_take_the_places_of_faulty_ones() {
    let studio = RunningStudio::start();
    faulty_text(&studio);
    let sound = String::from_utf8(studio.bench.read("sound.txt")).unwrap();
    let puzzles: Vec<&str> = sound.lines().collect();
    let wrong = with_two_equal_givens(puzzles[2]);
    let typed: Vec<&str> =
        puzzles.iter().map(|text| if *text == puzzles[2] { &wrong } else { *text }).collect();
    let rows: String = (1..).zip(&typed).map(|(n, cells)| format!("Day {n},{cells}\n")).collect();
    for (name, text) in [("t.csv", format!("title,puzzle\n{rows}")), ("l.txt", typed.join("\n"))] {
        let read = |corrected: &Value| {
            let order =
                file(name, text.as_bytes(), &json!({ "choices": { "corrected": corrected } }));
            ask(&studio, "en", "/api/read", &order)
        };
        let found = read(&json!({}));
        assert_eq!((&found["puzzles"], &found["faults"][0]["cells"]), (&json!(11), &json!(wrong)));
        let row = found["faults"][0]["row"].as_str().unwrap();
        let still = read(&json!({ row: wrong.replacen('.', "x", 1) }));
        assert_eq!(still["faults"].as_array().unwrap().len(), 1, "{still}");
        let corrected = json!({ row: puzzles[2], "elsewhere:7": wrong });
        assert_eq!(read(&corrected)["faults"], json!([]));

        let choices = json!({ "corrected": corrected });
        let more = json!({ "choices": choices, "values": { "title": name } });
        let order = file(name, text.as_bytes(), &more);
        let imported = studio.post("/api/import", &order).json();
        let book = imported["book"].as_str().unwrap_or_default();
        let kept = studio.bench.read(&format!("books/{book}/puzzles.csv"));
        let kept = String::from_utf8(kept).unwrap();
        let third = kept.lines().nth(3).unwrap_or_default();
        assert!(third.contains(puzzles[2]) && kept.lines().count() == 13, "{kept}");
        assert_eq!(third.contains("Day 3"), name == "t.csv", "{third}");
    }
}

/// A table with two columns of puzzles, and with titles and days below names that nobody knows.
#[test]
fn named_columns_are_those_of_the_book() {
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 12 --levels 2 --seed 7 --format txt --out p.txt", 0, "");
    let made = String::from_utf8(studio.bench.read("p.txt")).unwrap();
    let puzzles: Vec<&str> = made.lines().collect();
    let rows = (0..6).map(|n| {
        let [one, other] = [puzzles[n], puzzles[n + 6]];
        format!("{n},Night {n},Morning {n},{one},{other},2027-05-0{}\n", n + 1)
    });
    let text = format!("Nr,Title,Motto,Spiel A,Spiel B,Wann\n{}", rows.collect::<String>());
    let order = |columns: Value| {
        let more = json!({ "choices": { "columns": columns }, "values": { "title": "Mine" } });
        file("t.csv", text.as_bytes(), &more)
    };
    let found = studio.post("/api/read", &order(json!({}))).json();
    assert_eq!((&found["puzzles"], &found["columns"][0]["name"]), (&json!(0), &json!(null)));
    let fault = found["faults"][0]["text"].to_string();
    assert!(fault.contains("Spiel A, Spiel B") && !fault.contains("--"), "{fault}");
    let names = ["Nr", "Title", "Motto", "Spiel A", "Spiel B", "Wann"];
    let mut columns = json!({ "puzzle": "Spiel B" });
    for (title, date) in [("Title", json!(null)), ("Motto", json!("Wann"))] {
        let found = studio.post("/api/read", &order(columns.clone())).json();
        assert_eq!(found["puzzles"], 6, "{found}");
        let asked = |use_of: &str| json!({ "use": use_of, "names": names });
        let mut expected = ["puzzle", "title", "date"].map(asked);
        for (column, name) in expected.iter_mut().zip([json!("Spiel B"), json!(title), date]) {
            column["name"] = name;
        }
        let mut told = found["columns"].as_array().unwrap().clone();
        told.iter_mut().for_each(|column| drop(column.as_object_mut().unwrap().remove("label")));
        assert_eq!(told, expected);
        columns = json!({ "puzzle": "Spiel B", "title": "Motto", "date": "Wann" });
    }
    let book = studio.post("/api/import", &order(columns)).json()["book"].clone();
    assert_eq!(book, "mine");
    let kept = String::from_utf8(studio.bench.read("books/mine/puzzles.csv")).unwrap();
    let expected = (0..6).map(|n| {
        let [one, other] = [puzzles[n], puzzles[n + 6]];
        format!("{n},Night {n},Morning {n},{one},{other},2027-05-0{}", n + 1)
    });
    assert_eq!(kept.lines().next(), Some("Nr,Motto,Title,Spiel A,puzzle,date"));
    assert!(kept.lines().skip(1).eq(expected), "{kept}");
    studio.bench.ends("book books/mine/puzzles.csv --out b.pdf -q", 0, "");
    studio.bench.ends("verify b.pdf books/mine/puzzles.csv", 0, "");
}

/// Returns a puzzle whose first given stands a second time in its row.
fn with_two_equal_givens(puzzle: &str) -> String {
    let given = puzzle.find(|c: char| c != '.').unwrap();
    let free = (given + 1..81).find(|at| puzzle.as_bytes()[*at] == b'.' && at / 9 == given / 9);
    let free = free.unwrap();
    format!("{}{}{}", &puzzle[..free], &puzzle[given..=given], &puzzle[free + 1..])
}

#[test]
fn many_faults_are_counted() {
    let studio = RunningStudio::start();
    let text = format!("{PUZZLE}\n").repeat(251);
    let read = studio.post("/api/read", &file("much.txt", text.as_bytes(), &json!({}))).json();
    assert_eq!(read["faults"].as_array().unwrap().len(), 100);
    assert!(read["notes"].to_string().contains("250 puzzles come twice"), "{}", read["notes"]);
    assert!(read["others"].as_str().unwrap().contains("150"), "{}", read["others"]);
}

#[test]
fn wholly_faulty_file_is_listed() {
    let studio = RunningStudio::start();
    let text = format!("{UNSOLVABLE}\n{AMBIGUOUS}\n");
    let read = ask(&studio, "zh", "/api/read", &file("bad.txt", text.as_bytes(), &json!({})));
    assert_eq!((&read["puzzles"], &read["told"]), (&json!(0), &json!(true)), "{read}");
    let places = read["faults"].as_array().unwrap().iter().map(|fault| fault["place"].clone());
    assert_eq!(places.collect::<Vec<_>>(), ["第 1 行", "第 2 行"], "{read}");
    let order = file("bad.txt", text.as_bytes(), &json!({ "faults": "leave-out" }));
    let refused = studio.post("/api/import", &order).json();
    assert!(refused["message"].as_str().unwrap().contains("bad.txt: no line"), "{refused}");
    assert!(studio.bench.names("books").is_empty());
}

#[test]
fn workbook_with_faults_becomes_a_book() {
    let studio = RunningStudio::start();
    let rows = faulty_text(&studio);
    let rows = rows.lines().skip(1).enumerate();
    let rows: String = rows.map(|(at, puzzle)| format!("N{at},{puzzle}\n")).collect();
    std::fs::write(studio.bench.path("faulty.csv"), format!("id,puzzle\n{rows}")).unwrap();
    studio.bench.ends("transform faulty.csv --out faulty.xlsx", 0, "");
    let workbook = studio.bench.read("faulty.xlsx");
    let import =
        |more: &Value| studio.post("/api/import", &file("faulty.xlsx", &workbook, more)).json();
    assert!(import(&json!({}))["message"].is_string());
    assert!(studio.bench.names("books").is_empty());
    let values = json!({ "title": "Mine", "printer": "kdp", "trim": "6x9", "cover": "true" });
    for (choice, puzzles) in [("leave-out", 12), ("keep", 14)] {
        let imported = import(&json!({ "values": { "title": choice }, "faults": choice }));
        assert_eq!(imported, json!({ "book": choice }));
        let mut values = values.clone();
        values["fill-pages"] = "true".into();
        let body = json!({ "book": choice, "values": values });
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["puzzles"], puzzles, "{preview}");
        let lines = studio.post("/api/make", &body).lines();
        assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
        // The shown command makes the same book.
        let command = preview["command"].as_str().unwrap().lines().next().unwrap();
        assert_eq!(command.contains("--allow-duplicates"), choice == "keep", "{command}");
        let command = command.replace(&format!("--out {choice}/"), "--out ");
        let words = super::books::shlex_split(&command);
        let said = studio.bench.command("").args(&words[1..]).current_dir(studio.folder()).output();
        assert!(said.unwrap().status.success(), "{command}");
        let made = studio.bench.read(&format!("books/{choice}/book.pdf"));
        assert!(made == studio.bench.read("books/book.pdf"), "{choice}");
        std::fs::remove_file(studio.bench.path("books/book.pdf")).unwrap();
        // The other columns of the workbook stay.
        let kept = String::from_utf8(studio.bench.read(&format!("books/{choice}/puzzles.csv")));
        assert!(kept.unwrap().contains("N11,"));
    }
}

#[test]
fn repeated_puzzles_stay_in_their_file() {
    let studio = RunningStudio::start();
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    let order = file("two.txt", text.as_bytes(), &json!({ "faults": "keep" }));
    assert_eq!(studio.post("/api/import", &order).json(), json!({ "book": "two" }));
    assert_eq!(studio.bench.read("books/two/puzzles.txt"), text.as_bytes());
    let body = json!({ "book": "two", "values": { "title": "T" } });
    assert_eq!(studio.post("/api/preview", &body).json()["puzzles"], 2);
}

#[test]
fn starting_points_ask_their_questions() {
    let studio = RunningStudio::start();
    let shelf = studio.get("/api/books").json();
    let questions = |name: &str| {
        let starts = shelf["starts"].as_array().unwrap().clone();
        starts.into_iter().find(|start| start["name"] == name).unwrap()["questions"].clone()
    };
    assert_eq!(questions("series"), json!(["volume-titles"]));
    assert_eq!(questions("classroom"), json!(["pupils", "weeks", "size"]));
    assert_eq!(questions("daily"), json!(["first-day"]));

    let new = |start: &str, values: Value| {
        studio.post("/api/new", &json!({ "start": start, "values": values })).json()
    };
    let titles = "Rain\n\n Snow \nStorm";
    let begun = new("series", json!({ "title": "Weather", "volume-titles": titles }));
    assert_eq!(begun, json!({ "books": ["rain", "snow", "storm"] }));
    let mut seeds = std::collections::BTreeSet::new();
    for (name, number) in [("rain", "1"), ("snow", "2"), ("storm", "3")] {
        let values = book(&studio, name)["values"].clone();
        assert_eq!(values["series"], "Weather");
        assert_eq!(values["volume-number"], number);
        assert_eq!(values["palette"], "by-volume");
        seeds.insert(values["seed"].to_string());
        let preview = studio.post("/api/preview", &json!({ "book": name, "values": values }));
        assert_eq!(preview.json()["problems"], json!([]));
    }
    assert_eq!(seeds.len(), 3, "{seeds:?}");

    let class = json!({ "title": "Class 4b", "pupils": "30", "weeks": "2", "printer": "office" });
    let begun = new("classroom", class);
    assert_eq!(begun, json!({ "books": ["class-4b-week-1", "class-4b-week-2"] }));
    for (name, levels) in [("class-4b-week-1", "1-2"), ("class-4b-week-2", "2-3")] {
        let values = book(&studio, name)["values"].clone();
        assert_eq!((&values["sheets"], &values["levels"]), (&json!("30"), &json!(levels)));
        let preview = studio.post("/api/preview", &json!({ "book": name, "values": values }));
        assert_eq!(preview.json()["problems"], json!([]), "{name}");
    }
    let class = json!({ "title": "Sudoku in der 6b", "lang": "de", "author": "Frau Kai",
        "pupils": "28", "weeks": "5" });
    let begun = new("classroom", class);
    let name = |n: usize| format!("sudoku-in-der-6b-woche-{n}");
    assert_eq!(begun["books"], json!((1..=5).map(name).collect::<Vec<_>>()));
    let levels = ["1-2", "1-2", "2-3", "2-3", "3-4"];
    for (n, levels) in (1..).zip(levels) {
        let values = book(&studio, &name(n))["values"].clone();
        assert_eq!(values["title"], format!("Sudoku in der 6b, Woche {n}"));
        assert_eq!((&values["levels"], &values["author"]), (&json!(levels), &Value::Null));
    }
    let preview = studio.post(
        "/api/preview",
        &json!({ "book": name(1), "values": book(&studio, &name(1))["values"] }),
    );
    let facts = preview.json()["facts"].to_string();
    assert!(facts.contains("4 puzzles a pupil, 28 versions"), "{facts}");
    let printed = page_puzzles(&studio, &preview.json());
    assert_eq!((&printed[2]["name"], &printed[5]["name"]), (&json!("1/3"), &json!("2/2")));
    // The sheets of the next week have its title, and are harder.
    let order = json!({ "book": "class-4b-week-2", "action": "duplicate" });
    assert_eq!(studio.post("/api/shelf", &order).json()["book"], "class-4b-week-3");
    let values = book(&studio, "class-4b-week-3")["values"].clone();
    assert_eq!((&values["title"], &values["levels"]), (&json!("Class 4b, Week 3"), &json!("3-4")));
    assert_eq!(values["volume-number"], Value::Null);
    // After the first week comes the week that is not there yet.
    let order = json!({ "book": "class-4b-week-1", "action": "duplicate" });
    assert_eq!(studio.post("/api/shelf", &order).json()["book"], "class-4b-week-4");
    for weeks in ["0", "many", "1000"] {
        let refused = new("classroom", json!({ "title": "T", "weeks": weeks }));
        assert!(refused["message"].is_string(), "{weeks}: {refused}");
    }
    let year = new("daily", json!({ "title": "A Year", "first-day": "2027-01-01" }));
    let values = book(&studio, year["book"].as_str().unwrap())["values"].clone();
    let preview =
        studio.post("/api/preview", &json!({ "book": "a-year", "values": values })).json();
    assert_eq!(preview["puzzles"], 365, "{}", preview["problems"]);
}

#[test]
fn each_kind_of_book_has_its_front() {
    let studio = RunningStudio::start();
    let fronts = [
        ("to-sell", "pencil"),
        ("large-print", "closeup"),
        ("children", "letters"),
        ("mini", "pad"),
        ("pocket", "tiles"),
        ("series", "window"),
        ("daily", "digit"),
        ("course", "lesson"),
    ];
    for (start, front) in fronts {
        let values = json!({
            "title": start, "volume-titles": "Rain", "first-day": "2027-01-01",
        });
        let mut values = values.as_object().unwrap().clone();
        values.retain(|name, _| match name.as_str() {
            "volume-titles" => start == "series",
            "first-day" => start == "daily",
            _ => true,
        });
        let begun = studio.post("/api/new", &json!({ "start": start, "values": values })).json();
        let name = begun["book"].as_str().unwrap_or_else(|| panic!("{start}: {begun}")).to_owned();
        let body = json!({ "book": name, "values": book(&studio, &name)["values"] });
        let preview = studio.post("/api/preview", &body).json()["preview"].clone();
        let usual = studio.get(&format!("/api/preview/{preview}/front.svg"));
        let chosen = studio.get(&format!("/api/preview/{preview}/fronts/{front}.svg"));
        assert_eq!((usual.status, chosen.status), (200, 200), "{start}");
        assert!(usual.body == chosen.body, "{start} has no {front}");
    }
}

#[test]
fn pictures_of_starting_points_differ() {
    let studio = RunningStudio::start();
    let shelf = studio.get("/api/books").json();
    let mut pictures = std::collections::BTreeMap::new();
    for start in shelf["starts"].as_array().unwrap() {
        let name = start["name"].as_str().unwrap().to_owned();
        let answer = studio.get(&format!("/api/starts/{name}/picture"));
        assert_eq!(answer.status, 200, "{name}");
        let other = pictures.insert(answer.body, name.clone());
        assert_eq!(other, None, "{name}");
    }
}

/// The address was typed again for each book, or forgotten.
#[test]
fn next_book_has_the_publisher_of_the_others() {
    let studio = RunningStudio::start();
    let begin = |title: &str, start: &str| {
        let order = json!({ "start": start, "values": { "title": title, "printer": "kdp" } });
        studio.post("/api/new", &order).json()["book"].as_str().unwrap().to_owned()
    };
    let save = |name: &str, address: &str| {
        let mut draft = book(&studio, name);
        draft["values"]["address"] = address.into();
        draft["values"]["email"] = "ann@example.com".into();
        let order = json!({ "book": name, "values": draft["values"], "version": draft["version"] });
        assert_eq!(studio.post("/api/save", &order).json()["wrong"], json!([]));
    };
    let first = begin("Rain", "to-sell");
    assert_eq!(book(&studio, &first)["values"]["address"], Value::Null);
    save(&first, "12 Quay Street; London");
    let second = begin("Snow", "large-print");
    assert_eq!(book(&studio, &second)["values"]["address"], "12 Quay Street; London");
    // A class has no publisher, and of two addresses nobody knows which one is right.
    let class = json!({ "title": "4b", "pupils": "3", "weeks": "1", "printer": "office" });
    studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
    assert_eq!(book(&studio, "4b")["values"]["email"], Value::Null);
    save(&second, "3 Kai; Hamburg");
    let third = begin("Fog", "pocket");
    let values = book(&studio, &third)["values"].clone();
    assert_eq!(values["address"], Value::Null);
    assert_eq!(values["email"], "ann@example.com");
}

/// A class of 6x6 could not be begun, and nobody could name a pupil.
#[test]
fn class_has_names_and_a_size() {
    let studio = RunningStudio::start();
    let pupils = "Ada Lovelace\t4b\nBen\n\n\"Cem\";4b\n";
    let class = json!({ "title": "Class 4b", "pupils": pupils, "weeks": "1", "size": "6" });
    studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
    let values = book(&studio, "class-4b")["values"].clone();
    assert_eq!(values["names"], "Ada Lovelace,Ben,Cem");
    assert_eq!((&values["size"], &values["sheets"]), (&json!("6"), &Value::Null));
    let body = json!({ "book": "class-4b", "values": values });
    let preview = studio.post("/api/preview", &body).json();
    assert_eq!(preview["problems"], json!([]));
    assert_eq!(preview["levels"]["versions"], 3);
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    let said = studio.bench.run("verify books/class-4b");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    // Another pupil has another sheet.
    let choice = json!({ "book": "class-4b", "values": { "sheets": "3", "template": "classroom" },
        "setting": "names", "text": "Ada,Ben,Cem,Dora" });
    assert_eq!(studio.post("/api/choose", &choice).json()["values"]["sheets"], Value::Null);
    // A number and a list in one line are known; in other lines a family name may come first, and
    // in a table a number.
    for (at, (pupils, setting, value)) in [
        (" 28 ", "sheets", "28"),
        ("Ada, Ben ,Cem", "names", "Ada,Ben,Cem"),
        (
            "M\u{fc}ller, Zo\u{eb}\nM\u{fc}ller, Jan\nO'Brien; Se\u{e1}n",
            "names",
            "Zo\u{eb} M\u{fc}ller,Jan M\u{fc}ller,Se\u{e1}n O'Brien",
        ),
        ("1\tAnna\tM\n2\tBo\tK\n\tCem\tL", "names", "Anna,Bo,Cem"),
        ("Anna;7a;3\nBo;7a;1", "names", "Anna,Bo"),
    ]
    .into_iter()
    .enumerate()
    {
        let title = format!("Class {at}");
        let class = json!({ "title": title, "pupils": pupils, "weeks": "1" });
        let begun = studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
        let name = begun.json()["book"].as_str().unwrap().to_owned();
        assert_eq!(book(&studio, &name)["values"][setting], value);
    }
}

#[test]
fn levels_of_a_class_count_by_pupil() {
    let studio = RunningStudio::start();
    let class = json!({ "title": "Class 4b", "pupils": "28", "weeks": "1" });
    studio.post("/api/new", &json!({ "start": "classroom", "values": class }));
    let mut values = book(&studio, "class-4b")["values"].clone();
    let preview = |values: &Value| {
        let body = json!({ "book": "class-4b", "values": values });
        let preview = studio.post("/api/preview", &body).json();
        let rows = preview["levels"]["rows"].as_array().unwrap();
        let counts: Vec<_> = rows.iter().map(|row| row["count"].as_u64().unwrap()).collect();
        (counts, preview)
    };
    let (counts, shown) = preview(&values);
    assert_eq!(counts, [2, 2, 0, 0, 0, 0, 0]);
    assert_eq!((&shown["levels"]["versions"], &shown["puzzles"]), (&json!(28), &json!(4)));
    let pages = shown["pages"].as_u64().unwrap();
    // One puzzle of the level in the middle, as its row sets it.
    values["quota"] = "1=2,2=1,3=1".into();
    let other = ["levels", "total"].map(|name| values.as_object_mut().unwrap().remove(name));
    assert!(other.iter().all(Option::is_some), "{other:?}");
    let (counts, shown) = preview(&values);
    assert_eq!((counts, shown["pages"].as_u64()), (vec![2, 1, 1, 0, 0, 0, 0], Some(pages)));
    let facts = shown["facts"].to_string();
    assert!(facts.contains("4 puzzles a pupil, 28 versions"), "{facts}");
    // The sum is that of a pupil too.
    let order = json!({ "book": "class-4b", "values": values, "setting": "quota", "text": "",
        "deal": { "total": 8, "shape": "same" } });
    let values = studio.post("/api/choose", &order).json()["values"].clone();
    assert_eq!(preview(&values).0, [4, 2, 2, 0, 0, 0, 0]);
}

#[test]
fn chinese_window_begins_books_for_chinese_shops() {
    let studio = RunningStudio::start();
    let values = json!({ "title": "雨天数独", "lang": "zh", "printer": "" });
    let order = json!({ "start": "to-sell", "values": values });
    assert_eq!(ask(&studio, "zh", "/api/new", &order), json!({ "book": "雨天数独" }));
    let values = book(&studio, "%E9%9B%A8%E5%A4%A9%E6%95%B0%E7%8B%AC")["values"].clone();
    assert_eq!((&values["trim"], &values["printer"]), (&json!("140x203mm"), &Value::Null));
    let preview = studio.post("/api/preview", &json!({ "book": "雨天数独", "values": values }));
    assert_eq!(preview.json()["problems"], json!([]));
}

#[test]
fn problems_speak_the_language_of_the_window() {
    let studio = RunningStudio::start();
    let said = |language: &str, name: &str, text: &str| {
        let mut values = small_book();
        values.insert(name.to_owned(), text.to_owned());
        let preview = ask(&studio, language, "/api/preview", &request("rainy", &values));
        let problem = preview["problems"][0].clone();
        let message = problem["message"].as_str().unwrap_or_default().to_owned();
        (problem["setting"].as_str().unwrap_or_default().to_owned(), message)
    };
    let cases = [
        ("total", "none", "total"),
        ("pages", "7", "total"),
        ("isbn", "123", "isbn"),
        ("trim", "3x3in", "trim"),
        ("paper", "pink", "paper"),
        ("fill-pages", "false", "fill-pages"),
        ("title", "a😀", "title"),
        ("needs", "x-wing", "needs"),
        ("cover-design", "picture", "cover-picture"),
        ("first-day", "2027-01-01", "first-day"),
        ("puzzle-qr", "answers", "puzzle-qr"),
        ("spine", "thick", "spine"),
        ("email", "nobody", "email"),
        ("logo", "no.svg", "logo"),
        ("palette", "pink", "palette"),
    ];
    for (name, text, setting) in cases {
        let (field, message) = said("zh-CN", name, text);
        assert_eq!(field, setting, "{name} = {text}: {message}");
        assert!(is_chinese(&message), "{name} = {text}: {message}");
        let has_english =
            ["expected", "found", "cannot", " use "].map(|word| message.contains(word));
        assert!(!has_english.contains(&true), "{name} = {text}: {message}");
        let (field, message) = said("en-GB", name, text);
        assert_eq!(field, setting, "{message}");
        assert!(!is_chinese(&message) && !message.contains("(default)"), "{message}");
        // A setting has the name of its field, not that of a job file.
        assert!(!message.contains("the setting `"), "{message}");
    }
    for (name, text, plain) in [
        ("trim", "big", "expected a size such as 6x9"),
        ("quota", "1=-5", "expected a whole number such as 20"),
        ("palette", "blue", "expected one of the colours that are shown"),
    ] {
        let (field, message) = said("en", name, text);
        assert_eq!(field, name);
        assert!(message.starts_with(plain), "{message}");
    }
}

#[test]
fn reminders_have_a_sentence_and_a_button() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.remove("author");
    for language in ["en", "zh"] {
        let preview = ask(&studio, language, "/api/preview", &request("rainy", &values));
        let items = preview["know"].as_array().unwrap();
        let settings: Vec<_> = items.iter().filter_map(|item| item["setting"].as_str()).collect();
        assert_eq!(settings, ["quota", "author", "address"], "{items:?}");
        assert!(items.iter().any(|item| item["deal"].as_u64() > Some(8)), "{items:?}");
        for item in items {
            for text in ["text", "button"] {
                let text = item[text].as_str().unwrap();
                assert_eq!(is_chinese(text), language == "zh", "{text}");
            }
        }
    }
}

#[test]
fn renamed_book_has_another_title_and_folder() {
    let studio = RunningStudio::start();
    studio.post("/api/make", &request("rainy", &small_book()));
    let logo =
        br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
    studio.send_file("/api/upload", "rainy", "logo.svg", logo);
    let mut values = small_book();
    values.insert("logo".to_owned(), "rainy/logo.svg".to_owned());
    studio.post("/api/save", &request("rainy", &values));
    studio.post("/api/make", &request("rainy", &values));
    assert_eq!(book(&studio, "rainy")["state"], "verified");
    let rename = |book: &str, name: &str| {
        let order = json!({ "book": book, "action": "rename", "title": name });
        studio.post("/api/shelf", &order).json()
    };
    assert_eq!(rename("rainy", "Sunny Days"), json!({ "book": "" }));
    assert_eq!(studio.bench.names("books"), ["sunny-days"]);
    let renamed = book(&studio, "sunny-days");
    assert_eq!(renamed["values"]["logo"], "sunny-days/logo.svg");
    assert_eq!(renamed["title"], "Sunny Days");
    let changed = (&renamed["state"], &renamed["changed"]);
    assert_eq!(changed, (&json!("changed"), &json!(["title"])), "{renamed}");
    for name in ["..", "nobody", "sunny-days/x"] {
        assert!(rename(name, "x")["message"].is_string(), "{name}");
    }
}

#[test]
fn all_files_come_as_one_archive() {
    let studio = RunningStudio::start();
    studio.post("/api/save", &request("rainy", &small_book()));
    assert_eq!(studio.get("/api/books/nobody/files.zip").status, 404);
    studio.post("/api/make", &request("rainy", &small_book()));
    let answer = studio.get("/api/books/rainy/files.zip");
    assert_eq!(answer.status, 200);
    std::fs::write(studio.bench.path("all.zip"), &answer.body).unwrap();
    let zip = std::fs::File::open(studio.bench.path("all.zip")).unwrap();
    let mut zip = zip::ZipArchive::new(zip).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in ["book.pdf", "cover.pdf", "catalog.csv", "proof.html", "book.toml"] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        let mut bytes = Vec::new();
        std::io::copy(&mut zip.by_name(name).unwrap(), &mut bytes).unwrap();
        assert!(bytes == studio.bench.read(&format!("books/rainy/{name}")), "{name}");
    }
    assert!(answer.body == studio.get("/api/books/rainy/files.zip").body);
}

/// Returns a PDF of 24 pages of 6 x 9 inches. Each has a black square 5 points from its left edge.
fn pdf_with_squares() -> Vec<u8> {
    let kids: String = (0..24).map(|page| format!("{} 0 R ", 4 + page)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Kids[{kids}]/Count 24/MediaBox[0 0 432 648]>>"),
        "<</Length 23>>\nstream\n0 g 5 300 20 20 re f   \nendstream".to_owned(),
    ];
    let page = "<</Type/Page/Parent 2 0 R/Resources<<>>/Contents 3 0 R>>";
    objects.extend(std::iter::repeat_n(page.to_owned(), 24));
    let (mut pdf, mut table) = ("%PDF-1.4\n".to_owned(), String::new());
    for (number, object) in (1..).zip(&objects) {
        table += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, count) = (pdf.len(), objects.len() + 1);
    pdf += &format!("xref\n0 {count}\n0000000000 65535 f \n{table}");
    pdf += &format!("trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    pdf.into_bytes()
}

#[test]
fn refused_page_has_a_ring() {
    let studio = RunningStudio::start();
    let order = file("theirs.pdf", &pdf_with_squares(), &json!({ "printer": "kdp" }));
    let answer = ask(&studio, "zh", "/api/check", &order);
    let first = answer["findings"][0].as_str().unwrap();
    assert!(is_chinese(first), "{first}");
    let rings = answer["rings"].as_array().unwrap();
    assert_eq!(rings.iter().map(|ring| &ring["page"]).collect::<Vec<_>>(), [1, 2, 3]);
    // 6 points around the square, from the top left corner.
    let ring = "<rect x=\"-1.0\" y=\"322.0\" width=\"32.0\" height=\"32.0\"";
    assert!(rings[0]["svg"].as_str().unwrap().contains(ring), "{}", rings[0]);
}
