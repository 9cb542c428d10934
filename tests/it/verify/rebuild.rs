//! A run proved by making it again: what differs is found, with its page and in words; what is only stored in another
//! way is the same; what cannot be compared is said. `tests/campaign/visible` does the same at random.

use crate::support::crashes::injected;
use crate::support::program::Bench;
use files::Checksum;
use lopdf::content::{Content, Operation};
use lopdf::{Document, Object};
use proof::readback::Pdf;
use serde_json::Value;
use std::fs;

/// Runs of five kinds.
const RUNS: [(&str, &str); 5] = [
    ("paper", "--count 4 --trim 6x9"),
    (
        "human",
        "--ladder human --count 1 --trim 6x9 --parts half-title,title,copyright,contents,how-to-play,levels,puzzles,\
         answers,progress,notes,techniques,hints,times,practice",
    ),
    ("daily", "--template daily --first-day 2027-01-01 --total 9"),
    ("sheets", "--template classroom --sheets 3 --levels 1-2 --count 2 --answers apart"),
    ("covers", "--count 8 --trim 6x9 --printer kdp --fill-pages --cover --impose booklet"),
];

fn make(bench: &Bench, (name, flags): (&str, &str)) {
    bench.ends(&format!("run --seed 5 {flags} --out {name} -q"), 0, "");
}

/// What `verify` says, and its exit code.
fn verify(bench: &Bench, args: &str) -> (String, Option<i32>) {
    let output = bench.run(&format!("verify {args}"));
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap(), output.status.code())
}

/// The first of several fonts sets the title, whatever their names are.
#[test]
fn fonts_keep_their_order() {
    let bench = Bench::new();
    let fonts = concat!(env!("ROOT"), "/crates/page/templates/fonts/AtkinsonHyperlegibleNext");
    for (name, face) in [("a.ttf", "Regular"), ("z.ttf", "Bold")] {
        fs::copy(format!("{fonts}-{face}.ttf"), bench.path(name)).unwrap();
    }
    let run = "--count 4 --levels 1 --trim 6x9 --title Rain --font";
    let mut books = Vec::new();
    for (out, order) in [("az", "a.ttf,z.ttf"), ("za", "z.ttf,a.ttf")] {
        make(&bench, (out, &format!("{run} {order}")));
        for name in ["a.ttf", "z.ttf"] {
            fs::copy(bench.path(name), bench.path(&format!("{out}/{name}"))).unwrap();
        }
        let (said, code) = verify(&bench, out);
        assert_eq!(code, Some(0), "{order}: {said}");
        bench.ends(&format!("book {out} --out book.pdf --force -q"), 0, "");
        books.push(bench.read("book.pdf"));
        assert!(books.last() == Some(&bench.read(&format!("{out}/book.pdf"))), "{order}");
    }
    assert!(books[0] != books[1], "the title has another face");
    bench.ends(&format!("run --seed 5 {run} a.ttf,z.ttf --out za"), 2, "other settings (font)");
}

/// A disk that fails for a moment was told as a problem of the run.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn an_error_of_the_system_is_no_finding() {
    let bench = Bench::new();
    bench.ends("run --seed 5 --count 1 --levels 1 --out r -q", 0, "");
    for call in ["statx", "openat", "read"] {
        for n in (1..).step_by(3) {
            let (ended, met) = injected(&bench, "verify r -q", call, "error=EIO", &n.to_string());
            if !met {
                break;
            }
            let said = String::from_utf8(ended.stdout).unwrap();
            assert!(!said.contains("expected"), "{call} {n}: {said}");
        }
    }
}

/// Fits the manifest and the list of checksums of a run to its files.
fn fit(bench: &Bench, run: &str) {
    let path = bench.path(&format!("{run}/manifest.json"));
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let mut sums = String::new();
    for file in manifest["made"]["files"].as_array_mut().unwrap() {
        let name = file["name"].as_str().unwrap().to_owned();
        let bytes = bench.read(&format!("{run}/{name}"));
        let sum = Checksum::from_bytes(&bytes).text();
        sums += &format!("{sum}  {name}\n");
        (file["size"], file["sha256"]) = (bytes.len().into(), sum.into());
    }
    fs::write(path, serde_json::to_vec_pretty(&manifest).unwrap()).unwrap();
    fs::write(bench.path(&format!("{run}/SHA256SUMS")), sums).unwrap();
}

/// Changes a PDF of a run, and fits the sums.
fn change(bench: &Bench, run: &str, name: &str, change: impl FnOnce(&mut Document)) {
    let path = bench.path(&format!("{run}/{name}"));
    let mut document = Document::load(&path).unwrap();
    change(&mut document);
    document.save(&path).unwrap();
    fit(bench, run);
}

fn operations(document: &mut Document, page: usize, change: impl FnOnce(&mut Vec<Operation>)) {
    let id = document.page_iter().nth(page).unwrap();
    let stream = document.get_page_contents(id)[0];
    let mut content = Content::decode(&document.get_page_content(id)).unwrap();
    change(&mut content.operations);
    let stream = document.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    stream.set_plain_content(content.encode().unwrap());
}

/// The first operator of this name.
fn first<'a>(operations: &'a mut [Operation], name: &str) -> &'a mut Operation {
    operations.iter_mut().find(|operation| operation.operator == name).unwrap()
}

fn times(operand: &mut Object, by: f32) {
    *operand = Object::Real(operand.as_float().unwrap() * by);
}

/// Exchanges the first two letters of the first text that has two others.
fn exchange(operations: &mut [Operation]) {
    fn texts(object: &mut Object) -> Vec<&mut Vec<u8>> {
        match object {
            Object::String(text, _) => vec![text],
            Object::Array(items) => items.iter_mut().flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }
    let all = operations.iter_mut().flat_map(|operation| operation.operands.iter_mut());
    let mut texts = all.flat_map(texts);
    let text = texts.find(|text| text.len() >= 4 && text[..2] != text[2..4]).unwrap();
    text[..4].rotate_left(2);
}

#[test]
fn rebuilt_runs_equal_originals_even_when_resaved() {
    let bench = Bench::new();
    for run in RUNS {
        make(&bench, run);
        let name = run.0;
        let (said, code) = verify(&bench, name);
        assert!(
            code == Some(0) && said.contains("rebuilt and ") && said.contains(" identical."),
            "{said}"
        );
        assert!(!said.contains("Not checked"), "{said}");
        for file in bench.names(name).iter().filter(|file| file.ends_with(".pdf")) {
            change(&bench, name, file, |document| {
                document.renumber_objects_with(500);
                document.decompress();
            });
        }
        let (said, code) = verify(&bench, name);
        assert!(code == Some(0) && said.contains("drawn the same ("), "{said}");
    }
}

/// A name, the run, the file, words of the page, the change, and what must be found.
type Case = (&'static str, &'static str, &'static str, fn(&mut Vec<Operation>), &'static str);

/// Each changes something that a reader sees, and that nobody can know without the run.
const CHANGES: [Case; 13] = [
    ("paper", "book.pdf", "How to play", |all| exchange(all), "found \""),
    ("paper", "book.pdf", "Contents", |all| exchange(all), "found \""),
    ("human", "book.pdf", "Only for when you are stuck", |all| exchange(all), "found \""),
    ("human", "book.pdf", "Contents", |all| times(&mut first(all, "Tf").operands[1], 1.2), " pt)"),
    (
        "paper",
        "book.pdf",
        "puzzles 1 to",
        |all| all.retain(|operation| operation.operator != "Do"),
        "found ",
    ),
    (
        "daily",
        "book.pdf",
        "January 2027",
        |all| all.insert(0, Operation::new("rg", [0.9, 0.0, 0.0].map(Object::Real).to_vec())),
        " in #e50000 at ",
    ),
    ("daily", "book.pdf", "Answers", |all| exchange(all), "found "),
    ("sheets", "answers.pdf", "Version", |all| exchange(all), "found "),
    (
        "sheets",
        "book.pdf",
        "Version",
        |all| all.insert(0, Operation::new("j", vec![Object::Integer(1)])),
        "other operators",
    ),
    (
        "sheets",
        "book.pdf",
        "Version",
        |all| {
            let dashes = Object::Array(vec![Object::Integer(2)]);
            all.insert(0, Operation::new("d", vec![dashes, Object::Integer(0)]));
        },
        "with gaps of 2.0 pt",
    ),
    ("covers", "cover.pdf", "", |all| exchange(all), "found \""),
    (
        "covers",
        "cover.pdf",
        "",
        |all| {
            let fill = all.iter().position(|operation| operation.operator == "f").unwrap();
            all.remove(fill);
        },
        "found ",
    ),
    ("covers", "booklet.pdf", "How to play", |all| exchange(all), "found \""),
];

#[test]
fn each_visible_change_is_found_on_its_page() {
    let bench = Bench::new();
    RUNS.into_iter().for_each(|run| make(&bench, run));
    let mut missed = Vec::new();
    for (run, file, words, edit, expected) in CHANGES {
        let before = bench.read(&format!("{run}/{file}"));
        let pdf = Pdf::open(&before).unwrap();
        let has = |page: &usize| {
            let text = pdf.page(*page).unwrap().lines.join("\n").replace('\u{a0}', " ");
            text.contains(words)
        };
        let page =
            (0..pdf.page_count()).find(has).unwrap_or_else(|| panic!("no page has {words:?}"));
        // The sides of a booklet have other numbers than its pages.
        let booklet = file == "booklet.pdf";
        let side = if booklet { side_of(page, pdf.page_count()) } else { page };
        change(&bench, run, file, |document| operations(document, side, edit));
        let (said, code) = verify(&bench, run);
        let place = format!("{run}/{file}, page {}", page + 1);
        let found = said.lines().any(|line| line.starts_with(&place) && line.contains(expected));
        if code != Some(1) || !found && !booklet {
            missed.push(format!("{run} {file} {words:?}: expected {place}, {expected:?}: {said}"));
        }
        fs::write(bench.path(&format!("{run}/{file}")), before).unwrap();
        fit(&bench, run);
        assert_eq!(verify(&bench, run).1, Some(0));
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A shop shows these; no page does.
#[test]
fn each_changed_property_is_named() {
    let bench = Bench::new();
    make(&bench, ("run", "--count 2 --levels 1 --trim 6x9 --title Rain --author Ada"));
    let before = bench.read("run/book.pdf");
    for key in ["Title", "Author", "Subject", "Keywords"] {
        change(&bench, "run", "book.pdf", |document| {
            let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
            let info = document.get_dictionary_mut(info).unwrap();
            info.set(key, Object::string_literal("Snow"));
        });
        let (said, code) = verify(&bench, "run");
        let expected = format!("found the {} \"Snow\" among its properties", key.to_lowercase());
        assert!(code == Some(1) && said.contains(&expected), "{key}: {said}");
        fs::write(bench.path("run/book.pdf"), &before).unwrap();
        fit(&bench, "run");
        assert_eq!(verify(&bench, "run").1, Some(0));
    }
}

/// The side of a booklet of this number of pages on which a page is, both counted from 0.
fn side_of(page: usize, pages: usize) -> usize {
    let mut sides = preflight::booklet_sides(pages);
    sides.position(|side| side.contains(&page)).unwrap()
}

/// Another book than that of the settings: what the manifest says is what is expected.
#[test]
fn other_book_settings_are_told_in_words() {
    let bench = Bench::new();
    let flags = "--count 2 --template pocket --trim 6x9 --title Quite --author Ada --isbn 978-3-16-148410-0";
    make(&bench, ("run", flags));
    let manifest = fs::read_to_string(bench.path("run/manifest.json")).unwrap();
    for (from, to, words) in [
        ("\"Quite\"", "\"Quiet\"", "found \"Quite\", expected \"Quiet\""),
        ("\"Ada\"", "\"Bea\"", "found \"Ada\", expected \"Bea\""),
        ("148410-0", "148411-7", "expected \"978-3-16-148411-7\""),
        ("\"trim\": \"6x9\"", "\"trim\": \"5x8\"", "book.pdf"),
        ("\"pocket\"", "\"no-such\"", "Not checked: run/book.pdf (run was made with your own file"),
    ] {
        assert!(manifest.contains(from), "{from} is not in {manifest}");
        fs::write(bench.path("run/manifest.json"), manifest.replace(from, to)).unwrap();
        let (said, code) = verify(&bench, "run");
        assert!(said.contains(words), "{from} to {to}: {said}");
        assert_eq!(code, Some(i32::from(!words.starts_with("Not checked"))), "{said}");
    }
    // What another version has made may differ: it is said, and no fault.
    let other =
        manifest.replace(env!("CARGO_PKG_VERSION"), "0.1.9").replace("\"Quite\"", "\"Quiet\"");
    fs::write(bench.path("run/manifest.json"), other).unwrap();
    let (said, code) = verify(&bench, "run");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("sudoku-press 0.1.9 made it; this version would make it otherwise"),
        "{said}"
    );
}

#[test]
fn missing_user_files_are_named_the_rest_checked() {
    let bench = Bench::new();
    let picture = crate::support::pictures::jpeg(1838, 2775, 3, false);
    fs::write(bench.path("front.jpg"), picture).unwrap();
    fs::write(bench.path("me.md"), "I live by the sea.").unwrap();
    let cover = "--count 8 --trim 6x9 --printer kdp --fill-pages --cover --cover-picture front.jpg";
    make(&bench, ("picture", cover));
    make(
        &bench,
        ("text", "--count 2 --trim 6x9 --parts title,puzzles,answers,about --text about=me.md"),
    );
    for (run, file, own) in [("picture", "cover.pdf", "front.jpg"), ("text", "book.pdf", "me.md")] {
        // It is found by its name in the working folder.
        let (said, code) = verify(&bench, run);
        assert!(code == Some(0) && !said.contains("Not checked"), "{said}");
        fs::rename(bench.path(own), bench.path("moved")).unwrap();
        let (said, code) = verify(&bench, run);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains(&format!("Not checked: {run}/{file} (")), "{said}");
        assert_eq!(
            said.contains("book.pdf was rebuilt and is identical"),
            run == "picture",
            "{said}"
        );
        let output = bench.run(&format!("verify {run} --format jsonl"));
        let said = String::from_utf8(output.stdout).unwrap();
        let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        assert_eq!(last["not_checked"][0]["file"], format!("{run}/{file}"), "{said}");
        // It is found beside the manifest by its sum, whatever its name.
        fs::copy(bench.path("moved"), bench.path(&format!("{run}/mine"))).unwrap();
        let (said, code) = verify(&bench, run);
        assert!(code == Some(0) && !said.contains("Not checked"), "{said}");
    }
}

/// The pages of puzzles blank: the volume was taken for a book of answers.
#[test]
fn pdf_without_puzzles_is_not_judged_as_book() {
    let bench = Bench::new();
    make(&bench, RUNS[0]);
    change(&bench, "paper", "book.pdf", |document| {
        let mut bytes = Vec::new();
        document.clone().save_to(&mut bytes).unwrap();
        let pdf = Pdf::open(&bytes).unwrap();
        for page in 0..pdf.page_count() {
            let grids = pdf.page(page).unwrap().grids;
            if grids.iter().any(|grid| grid.number.is_some() && !grid.is_full()) {
                operations(document, page, Vec::clear);
            }
        }
    });
    for args in ["paper", "paper/book.pdf", "paper/book.pdf paper/catalog.csv"] {
        let (said, code) = verify(&bench, args);
        assert!(code == Some(1) && said.contains("found no puzzle "), "{args}: {said}");
    }
    // The name of the folder says nothing about the book.
    fs::create_dir(bench.path("answers")).unwrap();
    fs::copy(bench.path("paper/book.pdf"), bench.path("answers/book.pdf")).unwrap();
    assert_eq!(verify(&bench, "answers/book.pdf paper/catalog.csv").1, Some(1));
    // A book of answers is one by its name, beside its catalogue.
    bench.ends("book paper --parts answers --out answers.pdf", 0, "");
    let (said, code) = verify(&bench, "answers.pdf paper/catalog.csv");
    assert_eq!(code, Some(0), "{said}");
    bench.ends("run --seed 6 --count 4 --trim 6x9 --out other -q", 0, "");
    let (said, code) = verify(&bench, "answers.pdf other/catalog.csv");
    assert!(code == Some(1) && said.contains("found an answer to no puzzle"), "{said}");
    assert_eq!(verify(&bench, "answers.pdf").1, Some(1));
}
