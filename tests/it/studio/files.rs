//! Files of others: hostile ones, files whose names say little, notes about what was read, names
//! that systems reserve, and links.

use crate::support::puzzles::PUZZLE;
use crate::support::readback::sheets;
use crate::support::studio::RunningStudio;
use serde_json::{Value, json};

/// A PDF whose cross-references have fields of this many bytes.
pub fn pdf_with_wide_references(width: &str) -> Vec<u8> {
    let mut pdf = "%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
                   2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
                   3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 648]>>\nendobj\n"
        .to_owned();
    let start = pdf.len();
    pdf += &format!(
        "4 0 obj\n<</Type/XRef/Size 5/Root 1 0 R/W [{width} 1 1]/Length 64>>\nstream\n{}\n\
         endstream\nendobj\nstartxref\n{start}\n%%EOF\n",
        " ".repeat(64)
    );
    pdf.into_bytes()
}

#[test]
fn hostile_files_do_not_end_the_studio() {
    let mut studio = RunningStudio::start();
    for width in ["1099511627776", "4294967296", "9223372036854775807"] {
        let pdf = pdf_with_wide_references(width);
        let answer = studio.send_file("/api/check", "", "theirs.pdf", &pdf);
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("theirs.pdf"), "{width}: {message}");
    }
    let nested = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}", "<g>".repeat(200_000));
    let font = [b"OTTO".as_slice(), &[0xff; 4096]].concat();
    let picture = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0xff; 4096]].concat();
    let files = [("deep.svg", nested.into_bytes()), ("x.otf", font), ("x.png", picture)];
    for (name, bytes) in files {
        let answer = studio.send_file("/api/upload", "rainy", name, &bytes);
        assert!(answer["message"].as_str().unwrap().contains(name), "{name}: {answer}");
    }
    assert!(studio.is_alive());
    assert!(!studio.bench.path("books/rainy").exists());
    assert_eq!(studio.get("/api/books").json()["books"], json!([]));
}

#[test]
fn hostile_file_in_the_folder_is_refused() {
    let mut studio = RunningStudio::start();
    std::fs::create_dir(studio.bench.path("books/rainy")).unwrap();
    let nested = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}", "<g>".repeat(200_000));
    std::fs::write(studio.bench.path("books/rainy/deep.svg"), nested).unwrap();
    let values = json!({ "title": "T", "total": "4", "levels": "1", "logo": "rainy/deep.svg" });
    let body = json!({ "book": "rainy", "values": values });
    let preview = studio.post("/api/preview", &body).json();
    assert_eq!(preview["problems"][0]["setting"], "logo", "{preview}");
    assert!(preview["problems"][0]["message"].as_str().unwrap().contains("deep.svg"), "{preview}");
    assert!(studio.is_alive());
}

#[test]
fn puzzles_are_imported_by_content_not_by_name() {
    use std::io::Write as _;
    let studio = RunningStudio::start();
    let make = "generate --total 6 --levels 1 --seed 7";
    studio.bench.ends(&format!("{make} --out six.csv"), 0, "");
    studio.bench.ends(&format!("{make} --format xlsx --out six.xlsx"), 0, "");
    let (table, workbook) = (studio.bench.read("six.csv"), studio.bench.read("six.xlsx"));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&table).unwrap();
    let packed = packed.finish().unwrap();
    let cases = [
        ("six.csv.gz", &packed, "six"),
        ("Macro.xlsm", &workbook, "macro"),
        ("puzzles from Ann", &table, "puzzles-from-ann"),
        ("a:b.csv", &table, "a-b"),
        ("wrong.pdf", &table, "wrong"),
        ("CON.csv", &table, "puzzlescon"),
    ];
    for (file, bytes, book) in cases {
        let answer = studio.send_file("/api/import", "", file, bytes);
        assert_eq!(answer, json!({ "book": book }), "{file}");
        let body = json!({ "book": book, "values": { "title": "T" } });
        assert_eq!(studio.post("/api/preview", &body).json()["puzzles"], 6, "{file}");
    }
    let shelf = studio.get("/api/books").json();
    let titles: Vec<_> =
        shelf["books"].as_array().unwrap().iter().map(|book| &book["title"]).collect();
    for title in ["six", "Macro", "puzzles from Ann", "a:b"] {
        assert!(titles.iter().any(|known| *known == title), "{title}: {titles:?}");
    }
    let refused = studio.send_file("/api/import", "", "../six.csv", &table);
    assert!(refused["message"].as_str().unwrap().contains("without its folder"), "{refused}");
}

#[test]
fn failed_import_leaves_nothing() {
    let studio = RunningStudio::start();
    for (file, bytes) in [
        ("none.csv", b"hello".as_slice()),
        ("twice.txt", format!("{PUZZLE}\n{PUZZLE}\n").as_bytes()),
        ("empty.xlsx", b""),
    ] {
        let answer = studio.send_file("/api/import", "", file, bytes);
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(file) || message.contains("found none"), "{file}: {answer}");
    }
    assert!(studio.bench.names("books").is_empty());
}

#[test]
fn notes_of_a_reading_are_shown() {
    let studio = RunningStudio::start();
    let text = format!("Puzzles of my grandmother\n{PUZZLE}\n");
    let answer = studio.send_file("/api/import", "", "mine.txt", text.as_bytes());
    assert_eq!(answer, json!({ "book": "mine" }));
    let values = json!({ "title": "Of my grandmother" });
    let body = json!({ "book": "mine", "values": values });
    let has_note = |text: &Value| {
        text.as_str().is_some_and(|text| text.starts_with("puzzles.txt: skipped line 1"))
    };
    let preview = studio.post("/api/preview", &body).json();
    let known = preview["know"].as_array().unwrap();
    assert!(known.iter().any(|item| has_note(&item["text"])), "{preview}");
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    assert!(lines.iter().any(|line| line["type"] == "message" && has_note(&line["text"])));
    // A book of a file has a text for shops too.
    let version = studio.get("/api/books").json()["books"][0]["version"].clone();
    let draft = json!({ "book": "mine", "values": values, "version": version });
    assert_eq!(studio.post("/api/save", &draft).status, 200);
    let listing = studio.get("/api/books/mine/listing");
    assert_eq!(listing.status, 200);
    assert!(String::from_utf8_lossy(&listing.body).contains("Of my grandmother"));
}

/// Somebody who names or dates puzzles has put them in order.
#[test]
fn book_of_titled_puzzles_keeps_their_order() {
    let studio = RunningStudio::start();
    studio.bench.ends("generate --quota 3=1,1=1 --seed 7 --out two.csv", 0, "");
    let table = String::from_utf8(studio.bench.read("two.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let at = rows.headers().unwrap().iter().position(|name| name == "puzzle").unwrap();
    let grids: Vec<_> = rows.records().map(|row| row.unwrap()[at].to_owned()).collect();
    // The hard one comes first.
    for (head, names, order) in
        [("title", ["Rain", "Sun"], [1, 0]), ("place", ["Rain", "Sun"], [0, 1])]
    {
        let file = format!("{head},puzzle\n{},{}\n{},{}\n", names[0], grids[1], names[1], grids[0]);
        let read = studio.send_file("/api/read", "", "mine.csv", file.as_bytes());
        let told = read["notes"].to_string().contains("2 of them have a title");
        assert_eq!(told, order == [1, 0], "{read}");
        let book = studio.send_file("/api/import", "", "mine.csv", file.as_bytes())["book"].clone();
        let body = json!({ "book": book, "values": { "title": "T" } });
        let lines = studio.post("/api/make", &body).lines();
        assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
        let pdf = studio.bench.read(&format!("books/{}/book.pdf", book.as_str().unwrap()));
        let printed = sheets(&pdf).into_iter().flat_map(|sheet| sheet.grids());
        let puzzles = printed.filter(|grid| grid.number > 0 && grid.line.contains('.'));
        let mut printed: Vec<_> = puzzles.map(|grid| grid.line).collect();
        printed.dedup();
        assert_eq!(printed, order.map(|at| grids[at].clone()), "{head}");
    }
}

/// The message had the path of a folder, which the window does not show.
#[test]
fn text_as_date_of_daily_book_is_named() {
    let studio = RunningStudio::start();
    let table = format!("date,puzzle\n5 March 2027,{PUZZLE}\n");
    let book = studio.send_file("/api/import", "", "mine.csv", table.as_bytes())["book"].clone();
    let body = json!({ "book": book, "values": { "title": "T", "template": "daily" } });
    let preview = studio.post("/api/preview", &body).json();
    let message = preview["problems"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("puzzles.csv:2: column `date`: expected a date"), "{preview}");
}

#[test]
fn checks_of_one_name_get_their_own_answers() {
    let studio = RunningStudio::start();
    let mut books = Vec::new();
    for count in [24, 60] {
        studio.bench.ends(
            &format!(
                "run --job to-sell --total {count} --seed 7 --title T --author A --out o{count}"
            ),
            0,
            "",
        );
        books.push(studio.bench.read(&format!("o{count}/book.pdf")));
    }
    // Nothing of a check is written into the folder of the books.
    std::fs::write(studio.bench.path("books/.studio"), "a file").unwrap();
    let check = |pdf: &[u8]| studio.send_file("/api/check", "", "book.pdf", pdf);
    let alone: Vec<_> = books.iter().map(|pdf| check(pdf)).collect();
    assert!(alone.iter().all(|answer| answer["sheet"].is_string()), "{alone:?}");
    assert_ne!(alone[0]["sheet"], alone[1]["sheet"]);
    let (books, check) = (&books, &check);
    std::thread::scope(|scope| {
        let at_once: Vec<_> =
            (0..8).map(|n| scope.spawn(move || (n, check(&books[n % 2])))).collect();
        for thread in at_once {
            let (n, answer) = thread.join().unwrap();
            assert!(answer == alone[n % 2], "answer {n} is of the other file");
        }
    });
    assert_eq!(studio.bench.names("books"), [".studio"]);
}

#[test]
fn advice_of_a_check_is_apart_from_refusals() {
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 4 --levels 1 --seed 7 --out four.csv", 0, "");
    studio.bench.ends("book four.csv --trim 6x9 --out book.pdf", 0, "");
    let answer = studio.send_file("/api/check", "", "book.pdf", &studio.bench.read("book.pdf"));
    let said = studio.bench.run("preflight book.pdf --printer kdp --format jsonl");
    let report: Value = serde_json::from_slice(&said.stdout).unwrap();
    let all = report["findings"].as_array().unwrap();
    let advice = all.iter().filter(|finding| finding["advice"].is_string()).count();
    assert_eq!(answer["advice"].as_array().unwrap().len(), advice, "{answer}");
    assert_eq!(answer["findings"].as_array().unwrap().len(), all.len() - advice, "{answer}");
    assert!(all.len() > advice);
}

#[test]
fn names_that_a_system_reserves_are_refused() {
    let studio = RunningStudio::start();
    let keep = |name: &str| studio.send_file("/api/upload", "rainy", name, b"A text.");
    for (name, words) in [
        ("CON.txt", "a device of Windows"),
        ("nul.md", "a device of Windows"),
        ("com1.txt", "a device of Windows"),
        ("LPT9.a.txt", "a device of Windows"),
        ("a:b.txt", "a name without"),
        ("a?.txt", "a name without"),
        (".hidden.txt", "begins and ends"),
        ("dot.", "begins and ends"),
        ("book.toml", "of a finished book"),
        ("run.sh", "ends in png"),
    ] {
        let answer = keep(name);
        assert!(answer["message"].as_str().unwrap().contains(words), "{name}: {answer}");
    }
    for name in ["console.txt", "com.txt", "aux-1.txt", "about me.md"] {
        assert_eq!(keep(name), json!({ "file": format!("rainy/{name}") }));
    }
    // A name without an ending gets that of its content.
    assert_eq!(keep("about"), json!({ "file": "rainy/about.txt" }));
    let odd = studio.send_file("/api/upload", "rainy", "x.png", &[0, 1, 2]);
    assert!(odd["message"].as_str().unwrap().contains("another kind of file"), "{odd}");
}

/// An upload with the name of the file of puzzles replaced the puzzles.
#[test]
fn upload_never_replaces_puzzles_of_the_book() {
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 4 --levels 1 --seed 7 --format txt --out mine.txt", 0, "");
    let puzzles = studio.bench.read("mine.txt");
    assert_eq!(studio.send_file("/api/import", "", "mine.txt", &puzzles)["book"], "mine");
    for name in ["puzzles.txt", "Puzzles.TXT"] {
        let answer = studio.send_file("/api/upload", "mine", name, b"About me.");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("another name than the file of puzzles has"), "{answer}");
    }
    assert_eq!(studio.bench.read("books/mine/puzzles.txt"), puzzles);
    // A logo, and a text in another book, may have the name.
    let kept = studio.send_file("/api/upload", "mine", "puzzles.md", b"About me.");
    assert_eq!(kept, json!({ "file": "mine/puzzles.md" }));
    let kept = studio.send_file("/api/upload", "rainy", "puzzles.txt", b"About me.");
    assert_eq!(kept, json!({ "file": "rainy/puzzles.txt" }));
}

#[test]
#[cfg(unix)]
fn links_of_files_are_never_followed() {
    use std::os::unix::fs::symlink;
    let studio = RunningStudio::start();
    let secret = "title = \"outside of the folder\"\n";
    let outside = studio.bench.path("outside.toml");
    std::fs::write(&outside, secret).unwrap();
    std::fs::create_dir(studio.bench.path("outside")).unwrap();
    std::fs::write(studio.bench.path("outside/theirs.pdf"), "a file of the user").unwrap();
    for name in ["rainy", "sunny"] {
        std::fs::create_dir(studio.bench.path(&format!("books/{name}"))).unwrap();
    }
    symlink(&outside, studio.bench.path("books/rainy/book.toml")).unwrap();
    symlink(&outside, studio.bench.path("books/rainy/about.md")).unwrap();
    symlink(&outside, studio.bench.path("books/sunny/manifest.json")).unwrap();
    symlink(studio.bench.path("outside"), studio.bench.path("books/.studio")).unwrap();

    let shelf = studio.get("/api/books");
    let text = String::from_utf8_lossy(&shelf.body).into_owned();
    assert!(!text.contains("outside of the folder"), "{text}");
    assert!(text.contains("is not followed"), "{text}");
    let body = json!({ "book": "rainy", "values": { "title": "New" }, "version": "" });
    let saved = studio.post("/api/save", &body).json();
    assert!(saved["message"].as_str().unwrap().contains("is not followed"), "{saved}");
    let kept = studio.send_file("/api/upload", "rainy", "about.md", b"Mine.");
    assert!(kept["message"].as_str().unwrap().contains("is not followed"), "{kept}");
    let values =
        json!({ "title": "T", "total": "4", "levels": "1", "text": "about=rainy/about.md" });
    let preview = studio.post("/api/preview", &json!({ "book": "b", "values": values })).json();
    assert_eq!(preview["problems"][0]["setting"], "text", "{preview}");
    studio.send_file("/api/check", "", "theirs.pdf", b"%PDF-1.4");
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), secret);
    assert_eq!(studio.bench.read("outside/theirs.pdf"), b"a file of the user");
}

#[test]
fn unprintable_text_is_named_at_its_field() {
    let studio = RunningStudio::start();
    let settings = [
        "title",
        "subtitle",
        "author",
        "series",
        "also-by",
        "publisher",
        "address",
        "eu-contact",
        "licence",
        "copyright",
        "dedication",
    ];
    let usual = json!({
        "title": "T", "author": "A", "total": "24", "levels": "1", "seed": "7",
        "printer": "kdp", "trim": "6x9", "fill-pages": "true", "cover": "true",
    });
    for setting in settings {
        for total in ["", "24"] {
            let mut values = usual.clone();
            values[setting] = "Hi \u{1f600}".into();
            values["total"] = total.into();
            let preview =
                studio.post("/api/preview", &json!({ "book": "b", "values": values })).json();
            assert_eq!(preview["problems"][0]["setting"], setting, "{setting}: {preview}");
        }
    }
    let mut values = usual.clone();
    values["parts"] = "title,puzzles,nonsense".into();
    let preview = studio.post("/api/preview", &json!({ "book": "b", "values": values })).json();
    assert_eq!(preview["problems"][0]["setting"], "parts", "{preview}");
}

#[test]
fn exit_codes_are_those_of_the_command_line() {
    let studio = RunningStudio::start();
    let line = format!("{PUZZLE}\n");
    std::fs::write(studio.bench.path("mine.txt"), &line).unwrap();
    studio.send_file("/api/import", "", "mine.txt", line.as_bytes());
    // The fonts have no such letter; the printer wants more pages.
    for (values, flags) in [
        (json!({ "title": "\u{1f600}" }), "--title \u{1f600}"),
        (
            json!({ "title": "T", "printer": "kdp", "trim": "6x9" }),
            "--title T --printer kdp --trim 6x9",
        ),
    ] {
        let said = studio.bench.run(&format!("book mine.txt {flags} --out book.pdf"));
        let lines = studio.post("/api/make", &json!({ "book": "mine", "values": values })).lines();
        let code = lines.last().unwrap()["code"].as_i64();
        assert_eq!(code, said.status.code().map(i64::from), "{flags}: {lines:?}");
        assert_ne!(code, Some(0));
    }
}

#[test]
fn long_names_are_kept() {
    let studio = RunningStudio::start();
    let logo =
        br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
    // 244 bytes of the 255 that a name may have.
    let name = format!("{}.svg", "\u{96e8}".repeat(80));
    let kept = studio.send_file("/api/upload", "rainy", &name, logo);
    assert_eq!(kept["file"], format!("rainy/{name}"), "{kept}");
}

#[test]
fn messages_have_no_control_characters() {
    let studio = RunningStudio::start();
    for path in ["/api/upload", "/api/read", "/api/import", "/api/check"] {
        for name in ["a\u{1b}[2J.png", "a\nb.csv", "a\u{7}.pdf"] {
            let answer = studio.send_file(path, "rainy", name, b"hello");
            let message = answer["message"].as_str().unwrap();
            let is_plain = |c: char| !c.is_control() || c == '\n';
            assert!(message.chars().all(is_plain), "{path} {name:?}: {message:?}");
        }
    }
}
