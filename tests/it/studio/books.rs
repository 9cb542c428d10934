//! Books that are set up, seen and made in the studio.

use super::words::{languages, texts};
use crate::support::program::Bench;
use crate::support::readback::{self, Sheet};
use crate::support::studio::{RunningStudio, Values, request, small_book};
use proof::readback::Pdf;
use serde_json::{Value, json};

#[test]
fn preview_is_the_book_that_is_made() {
    let studio = RunningStudio::start();
    let values = small_book();
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(preview["problems"], json!([]), "{preview}");
    let id = &preview["preview"];
    let pages = preview["pages"].as_u64().unwrap();
    let page = |id: &Value, n: u64| {
        let answer = studio.get(&format!("/api/preview/{id}/pages/{n}.svg"));
        (answer.status, answer.body)
    };
    let shown: Vec<_> = (1..=pages).map(|n| page(id, n)).collect();
    assert!(shown.iter().all(|(status, _)| *status == 200));
    assert_eq!(page(id, 0).0, 404);
    assert_eq!(page(id, pages + 1).0, 404);
    let front = studio.get(&format!("/api/preview/{id}/front.svg")).body;

    let made = studio.post("/api/make", &request("rainy", &values)).lines();
    let last = made.last().unwrap();
    assert_eq!(last["code"], 0, "{made:?}");
    assert!(made.iter().any(|line| line["type"] == "verified" && line["problems"].is_null()));
    studio.bench.ends("verify books/rainy", 0, "");

    // The files that were made have the pages and the front that were shown.
    let open = |name: &str| Pdf::open(&studio.bench.read(&format!("books/rainy/{name}"))).unwrap();
    let (pdf, cover) = (open("book.pdf"), open("cover.pdf"));
    assert_eq!(proof::sheet::front_svg(&cover, &pdf).as_bytes(), front);
    assert_eq!(pdf.page_count() as u64, pages);
    for (n, (_, svg)) in (1..).zip(&shown) {
        let made = proof::sheet::page_svg(&pdf, n);
        assert_eq!(made.as_bytes(), svg, "page {n}");
    }
}

#[test]
fn shown_command_and_draft_make_the_same_files() {
    let studio = RunningStudio::start();
    let values = small_book();
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(
        studio.post("/api/make", &request("rainy", &values)).lines().last().unwrap()["code"],
        0
    );
    std::fs::write(studio.bench.path("books/shown.toml"), preview["job"].as_str().unwrap())
        .unwrap();
    let command = preview["command"].as_str().unwrap();
    let shell = |line: &str| {
        let words = shlex_split(line);
        let mut command = studio.bench.command("");
        let status = command.args(&words[1..]).current_dir(studio.folder()).output().unwrap();
        assert!(status.status.success(), "{line}: {}", String::from_utf8_lossy(&status.stderr));
    };
    for line in command.lines() {
        shell(&line.replace("rainy", "by-command"));
    }
    shell("sudoku-press run --job shown.toml --out by-draft");
    shell("sudoku-press verify by-draft --sheet by-draft/proof.html");
    for name in ["book.pdf", "cover.pdf", "catalog.csv", "manifest.json", "proof.html"] {
        let made = studio.bench.read(&format!("books/rainy/{name}"));
        for folder in ["by-command", "by-draft"] {
            assert!(
                made == studio.bench.read(&format!("books/{folder}/{name}")),
                "{folder}/{name}"
            );
        }
    }
}

/// Splits a command line whose words may be in single quotes.
pub fn shlex_split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn problems_name_the_setting_that_causes_them() {
    let studio = RunningStudio::start();
    let cases = [
        ("total", "none", "expected a number"),
        ("levels", "9", "expected"),
        ("printer", "nobody", "expected the name of a built-in one"),
        ("printer", "/etc/passwd", "expected the name of a built-in one"),
        ("logo", "missing.svg", "expected a file in the folder"),
        ("logo", "../secret.svg", "expected a file in the folder"),
        ("count", "3", "cannot be used with “How many puzzles”"),
        ("seed", "from-date", "expected a number"),
        ("archive", "printed.archive", "put the archive back"),
    ];
    for (name, text, words) in cases {
        let mut values = small_book();
        values.insert(name.to_owned(), text.to_owned());
        let answer = studio.post("/api/preview", &request("rainy", &values)).json();
        let problem = &answer["problems"][0];
        let is_named = [name, "total"].contains(&problem["setting"].as_str().unwrap());
        assert!(is_named, "{name} {text}: {answer}");
        assert!(problem["message"].as_str().unwrap().contains(words), "{name} {text}: {answer}");
        assert_eq!(answer["preview"], Value::Null);
    }
}

#[test]
fn drafts_of_two_windows_are_not_mixed() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let save = |values: &Values, version: &str| {
        let body = json!({ "book": "rainy", "values": values, "version": version });
        let answer = studio.post("/api/save", &body);
        (answer.status, answer.json())
    };
    let (status, first) = save(&values, "");
    assert_eq!(status, 200);
    let version = first["version"].as_str().unwrap();
    values.insert("title".into(), "Mine".into());
    let (_, mine) = save(&values, version);
    // The other window knows only the first version.
    values.insert("title".into(), "Theirs".into());
    let (status, conflict) = save(&values, version);
    assert_eq!(status, 409);
    assert_eq!(conflict["values"]["title"], "Mine");
    assert_eq!(conflict["version"], mine["version"]);
    let text = String::from_utf8(studio.bench.read("books/rainy/book.toml")).unwrap();
    assert!(text.contains("title = \"Mine\""), "{text}");
}

#[test]
fn draft_with_a_mistake_is_kept() {
    let studio = RunningStudio::start();
    std::fs::create_dir(studio.bench.path("books/rainy")).unwrap();
    let text = "title = \"By hand\ntotal = 8\n";
    std::fs::write(studio.bench.path("books/rainy/book.toml"), text).unwrap();
    let books = studio.get("/api/books").json();
    assert_eq!(books["books"][0]["state"], "problem", "{books}");
    let saved = studio.post("/api/save", &request("rainy", &small_book())).json();
    assert_eq!(saved["version"], "");
    assert!(saved["message"].as_str().unwrap().contains("book.toml"), "{saved}");
    assert_eq!(studio.bench.read("books/rainy/book.toml"), text.as_bytes());
}

#[test]
fn draft_keeps_settings_without_a_field() {
    let studio = RunningStudio::start();
    std::fs::create_dir(studio.bench.path("books/rainy")).unwrap();
    let text = "title = \"By hand\"\nthreads = 1\nquiet = true\n";
    std::fs::write(studio.bench.path("books/rainy/book.toml"), text).unwrap();
    let book = studio.get("/api/books").json()["books"][0].clone();
    let body = json!({ "book": "rainy", "values": book["values"], "version": book["version"] });
    assert_eq!(studio.post("/api/save", &body).status, 200);
    let text = String::from_utf8(studio.bench.read("books/rainy/book.toml")).unwrap();
    for line in ["threads = 1", "quiet = true", "title = \"By hand\""] {
        assert!(text.contains(line), "{text}");
    }
}

/// The studio overwrote a catalogue that was corrected by hand, and kept silent about a translation of other puzzles.
#[test]
fn edited_rows_and_old_editions_are_named() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    let make = |values: &Values, replace: bool| {
        let body = json!({ "book": "rainy", "values": values, "replace": replace });
        studio.post("/api/make", &body).lines()
    };
    assert_eq!(make(&values, false).last().unwrap()["code"], 0);
    let (path, read) = ("books/rainy/catalog.csv", |name: &str| studio.bench.read(name));
    let made = read(path);
    let edited = String::from_utf8(made.clone()).unwrap().replacen(",none,", ",mine,", 1);
    std::fs::write(studio.bench.path(path), &edited).unwrap();
    let names = studio.bench.names("books/rainy");
    let lines = make(&values, false);
    assert_eq!(studio.bench.names("books/rainy"), names, "nothing is left of what was not made");
    let id = edited.lines().nth(1).unwrap().split(',').next().unwrap();
    let about = format!("file of its catalogue: the row {id}. They are replaced");
    let asks =
        |line: &Value| line["type"] == "exists" && line["about"].as_str().unwrap().contains(&about);
    assert!(lines.iter().any(asks), "{lines:?}");
    assert_eq!(lines.last().unwrap()["exists"], true);
    assert_eq!(read(path), edited.as_bytes());
    assert_eq!(make(&values, true).last().unwrap()["code"], 0);
    assert_eq!(read(path), made);

    let german = "book books/rainy --lang de --out books/rainy/de.pdf";
    studio.bench.ends(german, 0, "");
    let book = || studio.get("/api/books/rainy").json();
    assert_eq!(book()["state"], "verified", "{}", book());
    values.insert("seed".into(), "8".into());
    let lines = make(&values, true);
    let older = "made of the puzzles before: de.pdf";
    let names = |line: &Value| line["text"].as_str().is_some_and(|text| text.starts_with(older));
    assert!(lines.iter().any(names), "{lines:?}");
    assert_eq!((&book()["state"], &book()["message"]), (&json!("problem"), &json!(older)));
    studio.bench.ends(&format!("{german} --force"), 0, "");
    assert_eq!(make(&values, false).last().unwrap()["code"], 0);
    assert_eq!(book()["state"], "verified", "{}", book());
}

#[test]
fn other_puzzles_replace_a_book_only_on_request() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    studio.post("/api/make", &request("rainy", &values));
    let read = |name: &str| studio.bench.read(&format!("books/rainy/{name}"));
    let (book, puzzles) = (read("book.pdf"), read("catalog.csv"));
    // A new title is another book of the same puzzles, which nobody has to be asked about.
    values.insert("title".into(), "Other".into());
    let lines = studio.post("/api/make", &request("rainy", &values)).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    assert!(read("book.pdf") != book && read("catalog.csv") == puzzles);

    values.insert("seed".into(), "8".into());
    let lines = studio.post("/api/make", &request("rainy", &values)).lines();
    let asks = |line: &Value| line["type"] == "exists" && line["settings"] == json!(["seed"]);
    assert!(lines.iter().any(asks), "{lines:?}");
    assert_eq!(read("catalog.csv"), puzzles);
    let body = json!({ "book": "rainy", "values": values, "replace": true });
    assert_eq!(studio.post("/api/make", &body).lines().last().unwrap()["code"], 0);
    assert_ne!(read("catalog.csv"), puzzles);
    studio.bench.ends("verify books/rainy", 0, "");
}

#[test]
fn killed_studio_leaves_a_book_to_continue() {
    let studio = RunningStudio::start();
    let mut values = small_book();
    values.insert("total".into(), "1200".into());
    values.remove("fill-pages");
    values.remove("cover");
    studio.post("/api/save", &request("rainy", &values));
    let body = request("rainy", &values).to_string();
    let [(_, host), (_, bearer)] = studio.headers();
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
    let head = format!(
        "POST /api/make HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
    // The closed page does not stop the work; the crash does.
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(&stream));
    assert!(lines.any(|line| line.unwrap().contains("\"done\":300")));
    drop(stream);
    let shelf = studio.get("/api/books").json();
    let title = &shelf["books"][0]["title"];
    assert_eq!((&shelf["making"], &shelf["making_title"]), (&json!("rainy"), title));
    assert_eq!(studio.post("/api/make", &request("other", &values)).status, 409);
    let bench: Bench = studio.kill();

    let studio = RunningStudio::start_in(bench);
    let books = studio.get("/api/books").json();
    assert_eq!(books["books"][0]["state"], "unfinished", "{books}");
    assert_eq!(books["books"][0]["values"]["total"], "1200");
    let stopped = studio.post("/api/stop", &json!({}));
    assert_eq!(stopped.status, 200);
    let lines = studio.post("/api/make", &request("rainy", &values)).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{:?}", lines.last());
    // The sheet does not tell of the crash.
    let sheet = studio.bench.read("books/rainy/proof.html");
    studio.bench.ends("verify books/rainy --sheet again.html", 0, "");
    assert!(sheet == studio.bench.read("again.html"), "the sheet of the command differs");
}

#[test]
fn files_of_a_browser_stay_in_the_book() {
    let studio = RunningStudio::start();
    let svg = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxyZWN0IHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz48L3N2Zz4=";
    let keep = |file: &str| {
        let body = json!({ "book": "rainy", "file": file, "base64": svg });
        studio.post("/api/upload", &body).json()
    };
    assert_eq!(keep("logo.svg"), json!({ "file": "rainy/logo.svg" }));
    for name in ["../logo.svg", "/logo.svg", ".logo.svg", "logo.sh", "book.toml", "book.pdf", ""] {
        let refused = keep(name);
        assert!(refused["message"].as_str().unwrap().contains("expected"), "{name}: {refused}");
    }
    let mut values = small_book();
    values.insert("logo".into(), "rainy/logo.svg".into());
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(preview["problems"], json!([]), "{preview}");
    assert_eq!(
        studio.post("/api/make", &request("rainy", &values)).lines().last().unwrap()["code"],
        0
    );
    studio.bench.ends("verify books/rainy", 0, "");
}

#[test]
fn a_book_may_have_texts_and_fonts() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    let keep = |file: &str, bytes: &[u8]| {
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        let body = json!({ "book": "rainy", "file": file, "base64": base64 });
        let answer = studio.post("/api/upload", &body).json();
        answer["file"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let about = keep("me.md", b"# About me\n\nI live by the sea.");
    let thanks = keep("thanks.txt", b"For all who tried these puzzles.");
    let font = std::fs::read(concat!(env!("ROOT"), "/tests/fonts/NotoSansKR-Regular.ttf")).unwrap();
    let fonts = [keep("one.ttf", &font), keep("two.ttf", &font)].join(",");
    let mut values = small_book();
    values.insert("title".into(), "스도쿠".into());
    values.insert("font".into(), fonts);
    values.insert("parts".into(), "title,thanks,puzzles,answers,about".into());
    values.insert("text".into(), format!("about={about},thanks={thanks}"));
    let preview = studio.post("/api/preview", &request("rainy", &values)).json();
    assert_eq!(preview["problems"], json!([]), "{preview}");
    // The draft keeps them, and the job file and the studio make the same book.
    let saved = json!({ "book": "rainy", "values": values, "version": "" });
    assert_eq!(studio.post("/api/save", &saved).status, 200);
    let books = studio.get("/api/books").json();
    for name in ["text", "font"] {
        assert_eq!(books["books"][0]["values"][name], values[name], "{books}");
    }
    let job = "run --job rainy/book.toml --out other";
    let said = studio.bench.command(job).current_dir(studio.folder()).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    assert_eq!(
        studio.post("/api/make", &request("rainy", &values)).lines().last().unwrap()["code"],
        0
    );
    studio.bench.ends("verify books/rainy", 0, "");
    let book = studio.bench.read("books/rainy/book.pdf");
    assert!(book == studio.bench.read("books/other/book.pdf"));
    let text: String = readback::sheets(&book).iter().map(Sheet::text).collect();
    assert!(text.contains("by the sea") && text.contains("tried these puzzles"), "{text}");
    // No file outside of the folder is read, and a part needs a name.
    for (name, text) in [
        ("text", "about=../secret.md"),
        ("text", "about=/etc/hostname"),
        ("text", "rainy/me.md"),
        ("font", "rainy/one.ttf,/etc/hostname"),
    ] {
        values.insert(name.into(), text.into());
        let answer = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(answer["problems"][0]["setting"], name, "{text}: {answer}");
    }
}

#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    let studio = RunningStudio::start();
    studio.post("/api/make", &request("rainy", &small_book()));
    let link =
        |to: &str, name: &str| std::os::unix::fs::symlink(to, studio.bench.path(name)).unwrap();
    std::fs::write(studio.bench.path("secret.svg"), "<svg/>").unwrap();
    link("../secret.svg", "books/logo.svg");
    link("..", "books/outside");
    let mut values = small_book();
    for path in ["logo.svg", "outside/secret.svg"] {
        values.insert("logo".into(), path.into());
        let answer = studio.post("/api/preview", &request("rainy", &values)).json();
        assert_eq!(answer["problems"][0]["setting"], "logo", "{path}: {answer}");
    }
    for path in ["/api/preview", "/api/save", "/api/make"] {
        let answer = studio.post(path, &request("outside", &small_book()));
        assert_eq!(answer.status, 400, "{path}");
    }
    assert!(!studio.bench.path("book.toml").exists());
    assert_eq!(studio.get("/api/books/rainy/files/catalog.csv").status, 200);
    std::fs::remove_file(studio.bench.path("books/rainy/catalog.csv")).unwrap();
    link("../../secret.svg", "books/rainy/catalog.csv");
    assert_eq!(studio.get("/api/books/rainy/files/catalog.csv").status, 404);
    let books = studio.get("/api/books").json();
    assert_eq!(books["books"][0]["state"], "problem", "{books}");
}

#[test]
fn foreign_pdf_gets_preflight_and_proof_sheet() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.bench.ends(
        "run --job to-sell --total 24 --seed 7 --title T --author A --out out",
        0,
        "",
    );
    let pdf = studio.bench.read("out/book.pdf");
    let base64 = base64::engine::general_purpose::STANDARD.encode(&pdf);
    let check = |file: &str, printer: &str, base64: &str| {
        let body = json!({ "file": file, "printer": printer, "base64": base64 });
        studio.post("/api/check", &body).json()
    };
    let good = check("theirs.pdf", "kdp", &base64);
    assert_eq!(good["findings"], json!([]), "{good}");
    assert!(good["sheet"].as_str().unwrap().contains("<html"), "{good}");
    let damaged = check("theirs.pdf", "kdp", &base64[..base64.len() / 8 * 4]);
    assert!(damaged["message"].is_string() || damaged["findings"] != json!([]), "{damaged}");
    assert!(check("theirs.pdf", "/etc/passwd", &base64)["message"].is_string());
    assert!(check("../x.pdf", "kdp", &base64)["message"].is_string());
    assert!(studio.bench.names("books").is_empty());
}

#[test]
fn every_setting_has_a_field_or_a_reason() {
    let studio = RunningStudio::start();
    let fields = studio.get("/api/settings").json();
    let names: Vec<_> =
        fields.as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap()).collect();
    // Secrets and dates of nights, archives and messages are for the command line; a field is emptied.
    let without = ["out", "date", "timezone", "secret", "threads", "unset"];
    for setting in jobs::Setting::all().filter(|setting| setting.is_of("run")) {
        let is_of_work = setting.group.is_of_archive() || setting.group.is_of_messages();
        let has_field = names.iter().filter(|name| **name == setting.name).count();
        let expected = usize::from(!is_of_work && !without.contains(&setting.name));
        assert_eq!(has_field, expected, "{}", setting.name);
    }
    for language in languages(&studio) {
        let texts = texts(&studio, &language);
        for name in &names {
            assert!(texts.contains_key(&format!("label.{name}")), "{language}: {name}");
        }
    }
    // The English explanations are in the list of settings.
    let mut explained = Vec::new();
    for field in fields.as_array().unwrap() {
        let key = format!("help.{}", field["name"].as_str().unwrap());
        let words = field["choices"].as_array().unwrap().iter();
        let words = words.filter(|choice| choice["help"] != "");
        explained.extend(words.map(|choice| format!("{key}.{}", choice["word"].as_str().unwrap())));
        explained.push(key);
    }
    explained.sort();
    for language in languages(&studio).into_iter().filter(|language| language != "en") {
        let texts = texts(&studio, &language);
        let mut keys: Vec<_> = texts.keys().filter(|key| key.starts_with("help.")).collect();
        keys.sort();
        assert!(keys.into_iter().eq(&explained), "{language}");
    }
    let steps = ["book", "puzzles", "pages", "cover", "printer", "expert"];
    for field in fields.as_array().unwrap() {
        assert!(steps.contains(&field["step"].as_str().unwrap()), "{field}");
        assert_ne!(field["help"], "", "{field}");
    }
}

#[test]
fn starting_points_have_names_pictures_and_previews() {
    let studio = RunningStudio::start();
    let starts = studio.get("/api/books").json()["starts"].clone();
    assert!(starts.as_array().unwrap().len() >= 8, "{starts}");
    for start in starts.as_array().unwrap() {
        let name = start["name"].as_str().unwrap();
        assert_eq!(studio.get(&format!("/api/starts/{name}/picture")).status, 200, "{name}");
        for texts in languages(&studio).iter().map(|language| texts(&studio, language)) {
            assert!(texts.contains_key(&format!("start.{name}")), "{name} has no name");
            assert!(texts.contains_key(&format!("start.{name}.about")), "{name} has no sentence");
        }
        let body = json!({ "book": name, "values": start["values"] });
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["problems"], json!([]), "{name}: {preview}");
    }
    assert_eq!(studio.get("/api/starts/nightly/picture").status, 404);
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_studio_and_keeps_drafts() {
    let mut studio = RunningStudio::start();
    studio.post("/api/save", &request("rainy", &small_book()));
    let (code, said) = studio.end_by("INT");
    assert_eq!(code, Some(0), "{said}");
    assert!(studio.bench.path("books/rainy/book.toml").exists());
}

#[test]
fn file_of_puzzles_becomes_a_book() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    let make = "generate --total 24 --levels 1-2 --seed 7";
    studio.bench.ends(&format!("{make} --out mine.csv"), 0, "");
    studio.bench.ends(&format!("{make} --format xlsx --out mine.xlsx"), 0, "");
    let import = |file: &str, bytes: &[u8]| {
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        studio.post("/api/import", &json!({ "file": file, "base64": base64 })).json()
    };
    let puzzles = studio.bench.read("mine.csv");
    assert_eq!(import("My Puzzles.csv", &puzzles), json!({ "book": "my-puzzles" }));
    let workbook = studio.bench.read("mine.xlsx");
    assert_eq!(import("My Puzzles.XLSX", &workbook), json!({ "book": "my-puzzles-2" }));
    let pages = |book: &str| {
        let values: Values = [("title".to_owned(), "Mine".to_owned())].into();
        studio.post("/api/preview", &request(book, &values)).json()["pages"].clone()
    };
    assert_eq!(pages("my-puzzles"), pages("my-puzzles-2"));
    assert!(pages("my-puzzles").is_number() || pages("my-puzzles").is_array());
    // The second of two equal puzzles is named, and nothing is left of the file.
    let line =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let twice = import("twice.txt", line.repeat(2).as_bytes());
    assert!(twice["message"].as_str().unwrap().contains("twice.txt"), "{twice}");
    assert!(import("none.txt", b"hello")["message"].is_string());
    assert_eq!(studio.bench.names("books"), ["my-puzzles", "my-puzzles-2"]);

    let values = [
        ("title", "Mine"),
        ("printer", "kdp"),
        ("trim", "6x9"),
        ("fill-pages", "true"),
        ("cover", "true"),
    ];
    let values: Values = values.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let order = request("my-puzzles", &values);
    // The form shows no setting that such a book refuses.
    let shelf = studio.get("/api/books").json();
    let book = |name: &str| {
        let books = shelf["books"].as_array().unwrap().clone();
        books.into_iter().find(|book| book["name"] == name).unwrap()
    };
    assert_eq!(book("my-puzzles")["imported"], "puzzles.csv");
    let path = std::path::absolute(studio.folder().join("my-puzzles")).unwrap();
    assert_eq!(book("my-puzzles")["path"], path.to_str().unwrap());
    let mut refused = 0;
    for field in studio.get("/api/settings").json().as_array().unwrap() {
        let name = field["name"].as_str().unwrap();
        let choices = field["choices"].as_array().unwrap();
        let text = choices.first().map_or("1", |choice| choice["word"].as_str().unwrap());
        let values: Values = [(name.to_owned(), text.to_owned())].into();
        let answer = studio.post("/api/preview", &request("my-puzzles", &values)).json();
        let problems = answer["problems"].to_string();
        let is_refused = problems.contains("the puzzles of this book are in a file");
        refused += usize::from(is_refused);
        // A text that is no value of the setting is refused before.
        let is_hidden = field["making"] == true;
        assert!(is_hidden || !is_refused, "{name}: {problems}");
        assert!(!is_hidden || problems != "[]", "{name} is accepted");
    }
    assert!(refused > 10, "{refused}");
    let preview = studio.post("/api/preview", &order).json();
    assert_eq!(preview["puzzles"], 24, "{preview}");
    assert_eq!(studio.post("/api/make", &order).lines().last().unwrap()["code"], 0);
    // The puzzles are those of the file, so that nobody has to be asked before it is made again.
    assert_eq!(studio.post("/api/make", &order).lines().last().unwrap()["code"], 0);
    // The shown commands make the same files.
    for line in preview["command"].as_str().unwrap().lines() {
        let words = shlex_split(&line.replace("--out my-puzzles/", "--out "));
        let said = studio.bench.command("").args(&words[1..]).current_dir(studio.folder()).output();
        assert!(said.unwrap().status.success(), "{line}");
    }
    for name in ["book.pdf", "cover.pdf"] {
        let made = studio.bench.read(&format!("books/my-puzzles/{name}"));
        assert!(made == studio.bench.read(&format!("books/{name}")), "{name}");
    }
}
