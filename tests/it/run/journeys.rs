//! Journeys of a second day beside those of `day_two`: a stranger's workbook becomes a book twice,
//! a volume leaves its series, a run with pictures is taken up again; and two of them in the studio.

use crate::support::program::Bench;
use crate::support::puzzles::PUZZLE;
use crate::support::studio::RunningStudio;
use serde_json::{Value, json};
use std::fs;

/// Writes the workbook of a stranger: names of columns in another language, a note and a price.
fn write_workbook(bench: &Bench, rows: &[String]) {
    let table: String =
        (1..).zip(rows).map(|(n, row)| format!("{n},{row},\"a, b\",1.50\n")).collect();
    fs::write(bench.path("t.csv"), format!("Nr,Quiz,Bemerkung,Preis\n{table}")).unwrap();
    bench.ends(
        "transform t.csv --columns Nr,Quiz,Bemerkung,Preis --out guests.xlsx --force",
        0,
        "",
    );
}

/// Returns this many puzzles, a line each.
fn puzzles(bench: &Bench, count: usize) -> Vec<String> {
    bench.ends(
        &format!("generate --total {count} --levels 1-2 --seed 4 --format txt --out p.txt -q"),
        0,
        "",
    );
    let text = String::from_utf8(bench.read("p.txt")).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn visible(bench: &Bench, folder: &str) -> Vec<String> {
    bench.names(folder).into_iter().filter(|name| !name.starts_with('.')).collect()
}

#[test]
fn corrected_workbook_becomes_the_book_again() {
    let bench = Bench::new();
    let mut rows = puzzles(&bench, 30);
    let right = rows[3].clone();
    rows[3] = format!("{}{}", &PUZZLE[..80], ".").replacen('5', "8", 1);
    write_workbook(&bench, &rows);
    fs::create_dir(bench.path("b")).unwrap();
    let flags = "--title Guests --printer kdp --paper cream --trim 6x9 --fill-pages -q";
    let book = format!("book guests.xlsx {flags} --out b/guests.pdf");
    bench.ends(&format!("{book} --answers apart"), 1, "guests.xlsx:5: ");
    rows[3] = right;
    write_workbook(&bench, &rows);
    bench.ends(&format!("{book} --answers apart"), 0, "");
    let cover = format!("cover guests.xlsx {flags} --out b/cover.pdf");
    bench.ends(&format!("{cover} --answers apart --book b/guests.pdf"), 0, "");
    assert_eq!(visible(&bench, "b"), ["cover.pdf", "guests-answers.pdf", "guests.pdf"]);
    bench.ends("verify guests.xlsx b/guests.pdf", 0, "");
    // A row is corrected: the book is of the workbook before.
    rows[7] = PUZZLE.to_owned();
    write_workbook(&bench, &rows);
    bench.ends("verify guests.xlsx b/guests.pdf", 1, "");
    bench.ends(&book, 2, "guests.pdf exists; --force");
    bench.ends(&format!("{book} --force"), 0, "");
    bench.ends(&format!("{cover} --book b/guests.pdf --force"), 0, "");
    assert_eq!(visible(&bench, "b"), ["cover.pdf", "guests.pdf"]);
    bench.ends("verify guests.xlsx b/guests.pdf b/cover.pdf", 0, "");
    // What the user has changed in the meantime stays.
    bench.ends(&format!("{book} --force --impose booklet"), 0, "");
    fs::write(bench.path("b/guests-booklet.pdf"), "notes").unwrap();
    bench.ends(&format!("{book} --force"), 0, "");
    assert_eq!(bench.read("b/guests-booklet.pdf"), b"notes");
}

#[test]
fn removed_volume_leaves_its_number_free() {
    let bench = Bench::new();
    let write = |second: &str, more: &str| {
        let text = format!(
            "[all]\nseries = \"Rain\"\ntotal = 20\nlevels = \"1-2\"\nseed = 5\nprinter = \"kdp\"\nfill-pages = true\n\n[[volume]]\ntitle = \"One\"\n\n\
             [[volume]]\ntitle = \"Two\"\n{second}\n[[volume]]\ntitle = \"Three\"\n{more}"
        );
        fs::write(bench.path("rain.toml"), text).unwrap();
    };
    write("", "");
    bench.ends("series rain.toml -q", 0, "");
    let third = bench.read("rain/volume-03/catalog.csv");
    let report = |args: &str| {
        let ended = bench.run(&format!("series rain.toml -q {args}"));
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).unwrap()
    };
    write("removed = true\n", "");
    let said = report("");
    let line = "was there  rain/volume-02: removed from the series; \
                `sudoku-press series rain.toml --force puzzles` deletes its files";
    assert!(said.contains(line), "{said}");
    assert!(bench.path("rain/volume-02/book.pdf").exists());
    fs::write(bench.path("rain/volume-02/mine.txt"), "mine").unwrap();
    let said = report("--force puzzles");
    assert!(said.contains("removed    rain/volume-02: its files are deleted"), "{said}");
    assert_eq!(visible(&bench, "rain/volume-02"), ["mine.txt"]);
    fs::remove_dir_all(bench.path("rain/volume-02")).unwrap();
    // The others keep puzzles and numbers, and a new volume comes behind them.
    write("removed = true\n", "\n[[volume]]\ntitle = \"Four\"\n");
    let said = report("");
    assert!(said.contains("rain/volume-03: puzzles 41 to 60"), "{said}");
    assert!(said.contains("rain/volume-04: puzzles 61 to 80"), "{said}");
    assert!(!bench.path("rain/volume-02").exists());
    assert_eq!(bench.read("rain/volume-03/catalog.csv"), third);
    bench.ends("verify rain/volume-01 rain/volume-03 rain/volume-04", 0, "");
    write("removed = 1\n", "");
    bench.ends("series rain.toml", 2, "expected true or false for `removed`");
}

/// The printed job file of a run with pictures had no pictures.
#[test]
fn job_file_of_a_run_keeps_its_pictures() {
    let bench = Bench::new();
    let picture = "xx..xx..x\n.x..x..x.\nxx..x..xx\n..xx.xx..\nxx.....xx\n..xx.xx..\nxx..x..xx\n\
                   .x..x..x.\nx..xx..xx\n";
    fs::write(bench.path("heart.txt"), picture).unwrap();
    bench.ends("run --pattern heart.txt --levels 3 --total 2 --seed 1 --out heart -q", 0, "");
    fs::remove_file(bench.path("heart.txt")).unwrap();
    let shown = bench.run("job show heart").stdout;
    fs::write(bench.path("heart.toml"), &shown).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(
        shown.contains("pattern = \"xx..xx..x.x") && shown.contains("# reads: no file"),
        "{shown}"
    );
    bench.ends("run --job heart.toml", 0, "nothing to do");
    bench.ends("run --job heart.toml --out again -q", 0, "");
    assert_eq!(bench.read("again/catalog.csv"), bench.read("heart/catalog.csv"));
    bench.ends("run --job heart --seed 2 --out other -q", 0, "");
    assert!(bench.read("other/catalog.csv") != bench.read("heart/catalog.csv"));
}

#[test]
fn transform_takes_the_catalogue_of_a_run() {
    let bench = Bench::new();
    bench.ends("run --total 4 --levels 1 --seed 2 --out r -q", 0, "");
    bench.ends("transform r --out r.jsonl", 0, "");
    bench.ends("transform r/catalog.csv --out c.jsonl", 0, "");
    assert_eq!(bench.read("r.jsonl"), bench.read("c.jsonl"));
    fs::create_dir(bench.path("empty")).unwrap();
    bench.ends("transform empty --out e.csv", 1, "cannot read empty");
}

/// The archive of the job lay among the files of the run.
#[test]
fn archive_of_a_class_lies_beside_its_folder() {
    let bench = Bench::new();
    bench.ends("run --job classroom --sheets 2 --seed 1 --out class -q", 0, "");
    assert!(bench.path("class.archive").exists());
    let ended = bench.run("verify class");
    let said = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
    assert!(ended.status.success() && !said.contains("archive"), "{said}");
}

/// Makes a book in the studio, and demands that it is verified.
fn make(studio: &RunningStudio, book: &str, values: &Value) {
    let body = json!({ "book": book, "values": values, "replace": true });
    let lines = studio.post("/api/make", &body).lines();
    assert_eq!(lines.last().unwrap()["code"], 0, "{lines:?}");
    assert!(lines.iter().any(|line| line["type"] == "verified" && line["problems"].is_null()));
}

#[test]
fn studio_makes_a_book_again_with_another_title() {
    let studio = RunningStudio::start();
    let mut values = json!({
        "title": "Rain", "ladder": "human", "levels": "1-2", "total": "12", "printer": "kdp",
        "paper": "cream", "trim": "6x9", "fill-pages": "true", "cover": "true", "seed": "7",
    });
    make(&studio, "rain", &values);
    let read = |name: &str| studio.bench.read(&format!("books/rain/{name}"));
    let (catalogue, book, cover) = (read("catalog.csv"), read("book.pdf"), read("cover.pdf"));
    values["title"] = "Calm".into();
    make(&studio, "rain", &values);
    assert_eq!(read("catalog.csv"), catalogue);
    assert!(read("book.pdf") != book && read("cover.pdf") != cover);
    values["isbn"] = "978-0-306-40615-7".into();
    make(&studio, "rain", &values);
    studio.bench.ends("verify books/rain", 0, "");
    // An edition for another printer, with the same puzzles.
    values["printer"] = "lulu".into();
    values["isbn"] = "".into();
    make(&studio, "rain-lulu", &values);
    assert_eq!(studio.bench.read("books/rain-lulu/catalog.csv"), catalogue);
}

#[test]
fn studio_makes_the_book_of_a_corrected_workbook() {
    let studio = RunningStudio::start();
    let mut rows = puzzles(&studio.bench, 30);
    write_workbook(&studio.bench, &rows);
    let workbook = studio.bench.read("guests.xlsx");
    assert_eq!(
        studio.send_file("/api/import", "", "guests.xlsx", &workbook),
        json!({ "book": "guests" })
    );
    let values = json!({
        "title": "Guests", "printer": "kdp", "trim": "6x9", "fill-pages": "true", "cover": "true",
    });
    make(&studio, "guests", &values);
    let names = studio.bench.names("books/guests");
    let own = names.iter().find(|name| name.starts_with("puzzles.")).unwrap();
    rows[7] = PUZZLE.to_owned();
    write_workbook(&studio.bench, &rows);
    fs::copy(studio.bench.path("guests.xlsx"), studio.folder().join("guests").join(own)).unwrap();
    let shelf = studio.get("/api/books").json();
    assert_ne!(shelf["books"][0]["state"], "verified", "{shelf}");
    make(&studio, "guests", &values);
    assert_eq!(studio.bench.names("books/guests"), names);
    studio.bench.ends("verify guests.xlsx books/guests/book.pdf", 0, "");
}
