//! The state of each book on the shelf: from sums and verdicts, never from the existence of a file.

use crate::support::program::Bench;
use crate::support::studio::RunningStudio;
use files::Checksum;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The settings of the book from which the others are made.
const JOB: &str = "title = \"Rain\"\nlevels = \"1-2\"\ntotal = 8\nprinter = \"kdp\"\ntrim = \"6x9\"\n\
                   fill-pages = true\ncover = true\nseed = 7\n";

/// A studio whose folder has nothing, and a verified run with its draft beside it.
fn prepare() -> RunningStudio {
    let bench = Bench::new();
    fs::create_dir(bench.path("books")).unwrap();
    fs::write(bench.path("rain.toml"), JOB).unwrap();
    bench.ends("run --job rain.toml --out rain -q", 0, "");
    bench.ends("verify rain --sheet rain/proof.html -q", 0, "");
    fs::write(bench.path("rain/book.toml"), JOB).unwrap();
    RunningStudio::start_in(bench)
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Changes a byte in the middle of a file. Size and time of change stay.
fn alter(path: &Path) {
    let time = fs::metadata(path).unwrap().modified().unwrap();
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from} is not in {}", path.display());
    fs::write(path, text.replace(from, to)).unwrap();
}

fn begin_other_run(book: &Path) {
    fs::create_dir(book.join(".sudoku-press")).unwrap();
    fs::write(book.join(".sudoku-press/run.json"), "{\"run\":\"other\",\"seed\":1}\n").unwrap();
}

/// The states of the books, by name.
fn states(studio: &RunningStudio) -> BTreeMap<String, Value> {
    let books = studio.get("/api/books").json()["books"].clone();
    let books = books.as_array().unwrap().iter();
    books.map(|book| (book["name"].as_str().unwrap().to_owned(), book.clone())).collect()
}

/// A book: its name, its state, a word of the message, and what is done to the copy of a verified run.
type Row = (&'static str, &'static str, &'static str, fn(&Path));

const ROWS: &[Row] = &[
    ("verified", "verified", "", |_| {}),
    ("verified-by-command", "verified", "", |book| remove(book, "book.toml")),
    ("verified-with-left-over", "verified", "", |book| {
        let manifest: Value =
            serde_json::from_slice(&fs::read(book.join("manifest.json")).unwrap()).unwrap();
        let run = jobs::Manifest::read(book).unwrap().unwrap().run_name();
        fs::create_dir(book.join(".sudoku-press")).unwrap();
        let pending = json!({ "run": run, "seed": manifest["made"]["seed"] }).to_string();
        fs::write(book.join(".sudoku-press/run.json"), pending).unwrap();
    }),
    ("no-sheet", "made", "", |book| remove(book, "proof.html")),
    ("empty-sheet", "made", "", |book| fs::write(book.join("proof.html"), "").unwrap()),
    ("foreign-sheet", "made", "", |book| fs::write(book.join("proof.html"), "mine").unwrap()),
    ("edited-sheet", "made", "", |book| replace(&book.join("proof.html"), "Rain", "Sun")),
    ("sheet-of-another", "made", "", |book| {
        fs::copy(book.join("../../other/proof.html"), book.join("proof.html")).map(drop).unwrap();
    }),
    ("linked-sheet", "made", "", |book| link(book, "proof.html")),
    ("new-title", "changed", "", |book| replace(&book.join("book.toml"), "Rain", "Sun")),
    ("new-seed", "changed", "", |book| replace(&book.join("book.toml"), "seed = 7", "seed = 8")),
    ("wrong-value", "changed", "", |book| {
        replace(&book.join("book.toml"), "trim = \"6x9\"", "trim = \"6\"");
    }),
    ("altered-book", "problem", "book.pdf was changed", |book| alter(&book.join("book.pdf"))),
    ("altered-catalogue", "problem", "catalog.csv was changed", |book| {
        alter(&book.join("catalog.csv"));
    }),
    ("short-catalogue", "problem", "catalog.csv was changed", |book| {
        fs::write(book.join("catalog.csv"), "").unwrap();
    }),
    ("no-cover", "problem", "cover.pdf is missing", |book| remove(book, "cover.pdf")),
    ("linked-book", "problem", "book.pdf is a link", |book| link(book, "book.pdf")),
    ("no-sums", "problem", "SHA256SUMS", |book| remove(book, "SHA256SUMS")),
    ("foreign-volume", "problem", "book-07.pdf", |book| {
        fs::write(book.join("book-07.pdf"), "mine").unwrap();
    }),
    ("broken-manifest", "problem", "manifest.json", |book| {
        fs::write(book.join("manifest.json"), "{").unwrap();
    }),
    ("broken-draft", "problem", "book.toml", |book| {
        fs::write(book.join("book.toml"), "title = \"Rain\n").unwrap();
    }),
    ("sheet-with-problems", "problem", "archive has no entry", |book| {
        fs::copy(book.join("../../problems.html"), book.join("proof.html")).map(drop).unwrap();
    }),
    ("half-placed", "made", "", |book| {
        let done = book.join(".sudoku-press.done");
        fs::create_dir(&done).unwrap();
        fs::rename(book.join("manifest.json"), done.join("manifest.json")).unwrap();
    }),
    ("being-replaced", "unfinished", "", begin_other_run),
    ("half-made", "unfinished", "", |book| {
        empty(book);
        begin_other_run(book);
    }),
    ("half-made-with-draft", "unfinished", "", |book| {
        empty(book);
        fs::write(book.join("book.toml"), JOB).unwrap();
        begin_other_run(book);
    }),
    ("draft", "draft", "", |book| {
        empty(book);
        fs::write(book.join("book.toml"), JOB).unwrap();
    }),
    ("draft-with-sheet", "draft", "", |book| {
        remove(book, "manifest.json");
        remove(book, "catalog.csv");
    }),
];

fn remove(book: &Path, name: &str) {
    fs::remove_file(book.join(name)).unwrap();
}

fn empty(book: &Path) {
    for entry in fs::read_dir(book).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
}

fn link(book: &Path, name: &str) {
    remove(book, name);
    let target = Path::new("../../rain").join(name);
    std::os::unix::fs::symlink(target, book.join(name)).unwrap();
}

#[test]
fn book_state_follows_from_sums_and_verdicts() {
    let studio = prepare();
    let bench = &studio.bench;
    bench.ends("run --job rain.toml --seed 8 --out other -q", 0, "");
    bench.ends("verify other --sheet other/proof.html -q", 0, "");
    bench.ends("archive create --archive empty", 0, "");
    let archived = "verify rain --archive empty --printer ingram --trim 6x9";
    bench.ends(&format!("{archived} --sheet problems.html"), 1, "problems");
    for (name, .., change) in ROWS {
        copy_folder(&bench.path("rain"), &studio.folder().join(name));
        change(&studio.folder().join(name));
    }
    fs::create_dir(studio.folder().join("no-book")).unwrap();
    // The second answer knows the sums of the first.
    for _ in 0..2 {
        let found = states(&studio);
        for (name, state, message, _) in ROWS {
            let book = &found[*name];
            assert_eq!(book["state"], *state, "{name}: {}", book["message"]);
            let words = book["message"].as_str().unwrap();
            assert!(words.contains(message) && words.is_empty() == message.is_empty(), "{book}");
        }
        assert_eq!(found.len(), ROWS.len(), "{:?}", found.keys());
        assert_eq!(found["new-title"]["changed"], json!(["title"]));
        assert_eq!(found["new-seed"]["changed"], json!(["seed"]));
        assert_eq!(found["wrong-value"]["changed"], json!(["trim"]));
    }
    // A file that changes at the same size is noticed, although its sum is known.
    alter(&studio.folder().join("verified/book.pdf"));
    assert_eq!(states(&studio)["verified"]["state"], "problem");
}

/// Makes a book whose printer wants thicker lines than it has. The printer is a file of the user.
fn make_refused(studio: &RunningStudio, name: &str, settings: &str) {
    let bench = &studio.bench;
    let shown = String::from_utf8(bench.run("printer show kdp").stdout).unwrap();
    let strict = shown.replace("min_line = 0.75", "min_line = 3");
    let strict = strict.replace("[\"min_line\", \"max_grey\"]", "[\"max_grey\"]");
    fs::write(bench.path("strict.toml"), strict).unwrap();
    let run = format!("run --job rain.toml --printer strict.toml {settings} --out books/{name} -q");
    bench.ends(&run, 1, "kdp would refuse this file");
}

#[test]
fn refused_book_is_a_problem_with_its_finding() {
    let studio = prepare();
    make_refused(&studio, "new", "");
    copy_folder(&studio.bench.path("rain"), &studio.folder().join("again"));
    remove(&studio.folder().join("again"), "book.toml");
    make_refused(&studio, "again", "--force --title Sun");
    for name in ["new", "again"] {
        let book = states(&studio)[name].clone();
        assert_eq!(book["state"], "problem", "{name}: {book}");
        let message = book["message"].as_str().unwrap();
        assert!(message.starts_with("Amazon KDP would refuse book.pdf"), "{message}");
        assert!(message.contains("expected at least 3 pt"), "{message}");
        assert!(!message.contains(".sudoku-press"), "{message}");
        assert_eq!(book["refused"], json!([{ "setting": "trim", "message": message }]));
    }
    // Other settings make another book, which nobody has refused.
    for (name, state) in [("new", "draft"), ("again", "changed")] {
        let draft = JOB.replace("Rain", "Snow");
        fs::write(studio.folder().join(name).join("book.toml"), draft).unwrap();
        let book = states(&studio)[name].clone();
        assert_eq!(book["state"], state, "{name}: {book}");
        assert_eq!(book["refused"], json!([]), "{name}");
    }
    // The same command makes the rest when the cause is mended.
    remove(&studio.folder().join("new"), "book.toml");
    studio.bench.ends("run --job rain.toml --out books/new -q", 0, "");
    assert_eq!(states(&studio)["new"]["state"], "made");
}

#[test]
fn verify_names_a_sheet_of_other_files() {
    let studio = prepare();
    let bench = &studio.bench;
    bench.ends("run --job rain.toml --seed 8 --out other -q", 0, "");
    bench.ends("verify other --sheet other/proof.html -q", 0, "");
    let verified = |code: i32| {
        let output = bench.run("verify rain");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
    };
    assert!(!verified(0).contains("proof.html"));
    fs::copy(bench.path("other/proof.html"), bench.path("rain/proof.html")).unwrap();
    let said = verified(1);
    let remedy = "sudoku-press verify rain --sheet rain/proof.html";
    assert!(said.contains("judges other files") && said.contains(remedy), "{said}");
    bench.ends("verify rain --sheet rain/proof.html", 0, "");
    assert!(!verified(0).contains("proof.html"));
    fs::write(bench.path("rain/proof.html"), "mine").unwrap();
    assert!(verified(0).contains("note: rain/proof.html"));
}

#[test]
fn folders_with_any_name_are_on_the_shelf() {
    let studio = prepare();
    let names = ["-x", "50%", "Rainy Days", "vol.1", "été", "雨天"];
    for name in names {
        copy_folder(&studio.bench.path("rain"), &studio.folder().join(name));
    }
    let hidden = studio.folder().join(".hidden");
    copy_folder(&studio.bench.path("rain"), &hidden);
    let found = states(&studio);
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), names);
    let book = studio.bench.read("rain/book.pdf");
    let mut values = found["vol.1"]["values"].clone();
    values["title"] = "Sun".into();
    for name in names {
        assert_eq!(found[name]["state"], "verified", "{name}");
        let encoded: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let fetched = studio.get(&format!("/api/books/{encoded}/files/book.pdf"));
        assert!(fetched.body == book, "{name}: {}", fetched.status);
        let version = &found[name]["version"];
        let body = json!({ "book": name, "values": values, "version": version });
        assert_eq!(studio.post("/api/save", &body).status, 200, "{name}");
        let preview = studio.post("/api/preview", &body).json();
        assert_eq!(preview["problems"], json!([]), "{name}: {preview}");
        let command = preview["command"].as_str().unwrap().lines().next().unwrap();
        let words = super::books::shlex_split(command);
        let said = studio.bench.command("").args(&words[1..]).current_dir(studio.folder()).output();
        let said = String::from_utf8(said.unwrap().stderr).unwrap();
        assert!(said.contains("other settings (title)"), "{name}: {said}");
    }
    for path in ["%2e%2e", "..", ".hidden", "%2Ehidden", "a%2Fb", "%zz", "%", "%+1", "none"] {
        assert_eq!(studio.get(&format!("/api/books/{path}/files/book.pdf")).status, 404, "{path}");
    }
}

#[test]
fn shelf_shows_more_than_500_books() {
    let studio = prepare();
    for number in 0..510 {
        let book = studio.folder().join(format!("b{number:03}"));
        fs::create_dir(&book).unwrap();
        fs::write(book.join("book.toml"), JOB).unwrap();
    }
    assert_eq!(states(&studio).len(), 510);
}

/// A book stands with the others of its series, or of the archive of its class, by its number.
#[test]
fn books_of_a_series_or_class_stand_together() {
    let studio = prepare();
    let drafts = [
        ("alone", ""),
        ("august", "series = \"Seasons\"\nvolume-number = 2\n"),
        ("may", "series = \"Seasons\"\nvolume-number = 1\n"),
        ("pupils-1", "archive = \"class.archive\"\n"),
        ("rows-2", "archive = \"class.archive\"\n"),
    ];
    for (book, more) in drafts {
        fs::create_dir(studio.folder().join(book)).unwrap();
        fs::write(studio.folder().join(book).join("book.toml"), format!("{JOB}{more}")).unwrap();
    }
    let books = studio.get("/api/books").json()["books"].clone();
    let books = books.as_array().unwrap().iter();
    let shown: Vec<_> = books.map(|book| (book["name"].clone(), book["stack"].clone())).collect();
    let expected = json!([
        ["alone", null],
        ["pupils-1", "class"],
        ["rows-2", "class"],
        ["may", "Seasons"],
        ["august", "Seasons"]
    ]);
    assert_eq!(json!(shown), expected);
}

/// A studio with a book of the puzzles of a file, which is not made, and its settings.
fn import() -> (RunningStudio, Value) {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    studio.bench.ends("generate --total 48 --levels 1-2 --seed 7 --out mine.csv", 0, "");
    let base64 = base64::engine::general_purpose::STANDARD.encode(studio.bench.read("mine.csv"));
    let imported = studio.post("/api/import", &json!({ "file": "mine.csv", "base64": base64 }));
    assert_eq!(imported.json(), json!({ "book": "mine" }));
    let values = json!({ "title": "Mine", "printer": "kdp", "trim": "6x9", "fill-pages": "true", "cover": "true" });
    (studio, values)
}

/// Saves the settings of a book, makes it, and returns what the making says.
fn save_and_make(studio: &RunningStudio, values: &Value) -> Vec<Value> {
    let version = states(studio)["mine"]["version"].clone();
    let body = json!({ "book": "mine", "values": values, "version": version, "replace": true });
    assert_eq!(studio.post("/api/save", &body).status, 200);
    studio.post("/api/make", &body).lines()
}

/// Makes a book, and demands that nothing is wrong with it.
fn make(studio: &RunningStudio, values: &Value) {
    let lines = save_and_make(studio, values);
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
}

/// Makes a book beside files of the user that could be taken for its own, which is its only problem.
fn make_beside_others(studio: &RunningStudio, values: &Value) {
    let lines = save_and_make(studio, values);
    let said = format!("{lines:?}");
    assert_eq!(lines.last().unwrap()["code"], 1, "{said}");
    assert!(said.contains("a file with the name of one of this book, which its record"), "{said}");
}

/// The names of the files in the folder of the book of a file that are PDFs, and those for download.
fn pdfs(studio: &RunningStudio) -> (Vec<String>, Vec<String>) {
    let is_pdf = |name: &String| name.ends_with(".pdf");
    let names = studio.bench.names("books/mine").into_iter().filter(is_pdf).collect();
    let files = states(studio)["mine"]["files"].clone();
    let offered = files.as_array().unwrap().iter();
    let mut offered: Vec<_> =
        offered.map(|file| file["name"].as_str().unwrap().to_owned()).filter(is_pdf).collect();
    offered.sort();
    (names, offered)
}

#[test]
fn book_of_a_file_keeps_no_older_files() {
    let (studio, mut values) = import();
    let ours = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    make(&studio, &values);
    assert_eq!(pdfs(&studio), (ours(&["book.pdf", "cover.pdf"]), ours(&["book.pdf", "cover.pdf"])));
    fs::write(studio.folder().join("mine/book-07.pdf"), "mine").unwrap();
    values["volumes"] = "2".into();
    values["answers"] = "apart".into();
    values["impose"] = "booklet".into();
    let object = values.as_object_mut().unwrap();
    for name in ["printer", "fill-pages", "cover"] {
        object.remove(name);
    }
    make_beside_others(&studio, &values);
    let made = [
        "answers-01.pdf",
        "answers-02.pdf",
        "book-01.pdf",
        "book-02.pdf",
        "booklet-01.pdf",
        "booklet-02.pdf",
    ];
    assert_eq!(pdfs(&studio).1, ours(&made));
    assert!(!studio.folder().join("mine/book.pdf").exists());
    // A file of ours that the user has changed since is a file of the user.
    fs::write(studio.folder().join("mine/answers-02.pdf"), "notes").unwrap();
    make_beside_others(&studio, &json!({ "title": "Mine" }));
    let left = ours(&["answers-02.pdf", "book-07.pdf", "book.pdf"]);
    assert_eq!(pdfs(&studio), (left, ours(&["book.pdf"])));
    assert_eq!(studio.bench.read("books/mine/book-07.pdf"), b"mine");
    assert_eq!(studio.bench.read("books/mine/answers-02.pdf"), b"notes");
}

#[test]
fn state_of_a_file_book_is_true() {
    let (studio, values) = import();
    let state = |words: &str| {
        let book = states(&studio)["mine"].clone();
        assert!(book["message"].as_str().unwrap().contains(words), "{book}");
        book["state"].as_str().unwrap().to_owned()
    };
    let path = |name: &str| studio.folder().join("mine").join(name);
    assert_eq!(state(""), "draft");
    make(&studio, &values);
    assert_eq!(state(""), "verified");
    let kept = |name: &str| fs::read(path(name)).unwrap();
    let (draft, puzzles, cover, record, sheet) = (
        kept("book.toml"),
        kept("puzzles.csv"),
        kept("cover.pdf"),
        kept(".sudoku-press.book.json"),
        kept("proof.html"),
    );
    replace(&path("book.toml"), "Mine", "Yours");
    assert_eq!(state(""), "changed");
    fs::write(path("book.toml"), &draft).unwrap();
    alter(&path("puzzles.csv"));
    assert_eq!(state(""), "changed");
    assert_eq!(states(&studio)["mine"]["changed"], json!(["puzzles"]));
    fs::write(path("puzzles.csv"), &puzzles).unwrap();
    alter(&path("cover.pdf"));
    assert_eq!(state("cover.pdf was changed"), "problem");
    fs::write(path("cover.pdf"), &cover).unwrap();
    fs::write(path("proof.html"), "").unwrap();
    assert_eq!(state(""), "made");
    fs::write(path("proof.html"), &sheet).unwrap();
    replace(&path(".sudoku-press.book.json"), "\"is_complete\": true", "\"is_complete\": false");
    assert_eq!(state(""), "unfinished");
    fs::write(path(".sudoku-press.book.json"), &record).unwrap();
    assert_eq!(state(""), "verified");
}

#[test]
fn kind_of_a_book_follows_from_no_name() {
    use base64::Engine as _;
    let studio = RunningStudio::start();
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>";
    let base64 = base64::engine::general_purpose::STANDARD.encode(svg);
    for file in ["puzzles.svg", "puzzles.txt"] {
        let body = json!({ "book": "rainy", "file": file, "base64": base64 });
        assert!(studio.post("/api/upload", &body).json()["file"].is_string());
    }
    let values =
        json!({ "title": "Rain", "levels": "1-2", "total": "8", "logo": "rainy/puzzles.svg" });
    let body = json!({ "book": "rainy", "values": values, "version": "" });
    assert_eq!(studio.post("/api/save", &body).status, 200);
    assert_eq!(states(&studio)["rainy"]["imported"], json!(null));
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    assert!(studio.folder().join("rainy/catalog.csv").exists());
    assert_eq!(states(&studio)["rainy"]["state"], "verified");
}

#[test]
fn studio_keeps_a_foreign_proof_sheet() {
    let studio = prepare();
    let folder = studio.folder().join("rain");
    copy_folder(&studio.bench.path("rain"), &folder);
    fs::write(folder.join("proof.html"), "mine").unwrap();
    let before = Checksum::from_bytes(&fs::read(folder.join("book.pdf")).unwrap()).text();
    let mut values = states(&studio)["rain"]["values"].clone();
    values["title"] = "Sun".into();
    let body = json!({ "book": "rain", "values": values, "replace": true });
    let lines = studio.post("/api/make", &body).lines();
    assert!(lines.iter().any(|line| line["text"].to_string().contains("proof.html")), "{lines:?}");
    assert_ne!(lines.last().unwrap()["code"], 0);
    assert_eq!(fs::read(folder.join("proof.html")).unwrap(), b"mine");
    assert_eq!(Checksum::from_bytes(&fs::read(folder.join("book.pdf")).unwrap()).text(), before);
}
