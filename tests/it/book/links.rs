//! Web addresses of puzzles: in catalogues and exports, as QR codes beside answers and below
//! puzzles, as links of the screen edition.

use crate::support::books::{pdf, puzzles, trim};
use crate::support::codes::{scanned, shapes};
use crate::support::program::Bench;
use crate::support::puzzles::{grid, mixed_puzzles};
use crate::support::sudokupad;
use book::{
    self, BookOptions, LayoutSpec, PuzzleCodePlace, PuzzleOrder, Section, Template, Volume,
};
use captions::PuzzleLink;
use grid::{Grid, Level, Puzzle};
use lopdf::{Document, Object};
use preflight::Printer;
use proof::readback::{PageContents, Pdf};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const MM: f64 = 72.0 / 25.4;

/// The rectangles of the smallest code have more parts.
const CODE_PARTS: usize = 100;

fn linked(link: &str, place: Option<PuzzleCodePlace>) -> BookOptions {
    BookOptions {
        puzzle_link: Some(link.parse().unwrap()),
        puzzle_qr: place,
        // Designs whose levels take turns take these puzzles too.
        order: Some(PuzzleOrder::Given),
        first_number: 41.try_into().ok(),
        ..BookOptions::default()
    }
}

/// Puzzles with the ids `p 0`, `p 1` and so on.
fn with_ids(puzzles: &[Puzzle]) -> Vec<Section> {
    let ids: Vec<Box<str>> = (0..puzzles.len()).map(|n| format!("p {n}").into()).collect();
    vec![Section { ids: ids.into(), ..Section::new(Level::Easy, puzzles.to_vec()) }]
}

/// The address that `https://a.example/{id}?n={number}&p={puzzle}` gives the puzzle with a number.
fn expected(puzzles: &[Puzzle], number: u64) -> String {
    let index = number as usize - 41;
    let cells = puzzles[index].givens().to_string().replace('.', "0");
    format!("https://a.example/p%20{index}?n={number}&p={cells}")
}

const PATTERN: &str = "https://a.example/{id}?n={number}&p={puzzle}";

/// The codes of a page: the address, the height of a module, and left, bottom and side of the code.
fn codes(bytes: &[u8], page: usize) -> Vec<(String, f64, [f64; 3])> {
    let codes = shapes(bytes, page).into_iter().filter(|shape| shape.len() > CODE_PARTS);
    codes.map(|shape| scanned(&shape)).collect()
}

/// Checks the size of a code, and that no grid, text or page edge is in its quiet zone.
fn check_size(
    page: &PageContents,
    (address, module, [left, bottom, side]): &(String, f64, [f64; 3]),
) {
    assert!(*side >= 14.0 * MM && *module >= 0.33 * MM, "{address}: {side}, {module}");
    let quiet = 4.0 * module - 0.1;
    let is_clear = |place: &[f64; 4]| {
        place[2] < left - quiet
            || place[0] > left + side + quiet
            || place[3] < bottom - quiet
            || place[1] > bottom + side + quiet
    };
    assert!(page.places.iter().all(is_clear), "{address}: {:?}", page.places);
}

/// The numbers whose codes were found, each with how often.
fn numbers_of_codes(
    volume: &Volume,
    puzzles: &[Puzzle],
    belongs: fn(&[f64; 4], &[f64; 3]) -> bool,
) -> BTreeMap<u64, usize> {
    let bytes = pdf(volume);
    let book = Pdf::open(&bytes).unwrap();
    let mut numbers = BTreeMap::new();
    for index in 0..book.page_count() {
        let page = book.page(index).unwrap();
        for code in codes(&bytes, index) {
            check_size(&page, &code);
            let of_code =
                page.places.iter().zip(&page.grids).filter(|(place, _)| belongs(place, &code.2));
            let numbered: Vec<u64> = of_code.filter_map(|(_, grid)| grid.number).collect();
            assert_eq!(numbered.len(), 1, "page {index}: {code:?}");
            assert_eq!(code.0, expected(puzzles, numbered[0]));
            *numbers.entry(numbered[0]).or_default() += 1;
        }
    }
    numbers
}

/// True if a code is at the right of a grid, and their upper edges are level.
fn is_beside(place: &[f64; 4], [left, bottom, side]: &[f64; 3]) -> bool {
    let gap = left - place[2];
    (0.0..8.0).contains(&gap) && (bottom + side - place[3]).abs() < 1.5
}

/// True if a code is below a grid or below what a design has there, and their right edges are level.
fn is_below(place: &[f64; 4], [left, bottom, side]: &[f64; 3]) -> bool {
    let gap = place[1] - (bottom + side);
    (0.0..110.0).contains(&gap) && (left + side - place[2]).abs() < 2.0
}

/// True if a code is below a grid, or in a column beside it, whose outer edge is that of the page.
fn is_near(place: &[f64; 4], code: &[f64; 3]) -> bool {
    let [left, bottom, side] = code;
    let is_at_right = (0.0..20.0).contains(&(left - place[2]));
    let is_at_left = (0.0..90.0).contains(&(place[0] - left - side));
    let is_in_column = (is_at_right || is_at_left) && (bottom + side - place[3]).abs() < 1.5;
    is_in_column || is_below(place, code)
}

#[test]
fn codes_beside_answers_encode_their_addresses() {
    let puzzles = puzzles(24, 1);
    let options = linked(PATTERN, Some(PuzzleCodePlace::Answers));
    for (design, size) in [
        ("classic", "6x9"),
        ("classic", "8.5x11"),
        ("daily", "a5"),
        ("large-print", "letter"),
        ("pocket", "5x8"),
    ] {
        let template = Template::builtin(design).unwrap();
        let volumes = book::volumes(&template, trim(size), &options, &with_ids(&puzzles)).unwrap();
        let found = numbers_of_codes(&volumes[0], &puzzles, is_beside);
        assert_eq!(found, (41..65).map(|number| (number, 1)).collect(), "{design} {size}");
    }
}

#[test]
fn codes_below_puzzles_encode_their_addresses() {
    let puzzles = puzzles(24, 2);
    let options = linked(PATTERN, Some(PuzzleCodePlace::Puzzles));
    for (design, size) in [
        ("classic", "6x9"),
        ("classic", "8.5x11"),
        ("daily", "a5"),
        ("playful", "letter"),
        ("classroom", "a4"),
    ] {
        let template = Template::builtin(design).unwrap();
        let volumes = book::volumes(&template, trim(size), &options, &with_ids(&puzzles)).unwrap();
        let found = numbers_of_codes(&volumes[0], &puzzles, is_near);
        assert_eq!(found, (41..65).map(|number| (number, 1)).collect(), "{design} {size}");
    }
}

/// The targets of the links of a page to web pages, each with left, bottom, right and top.
fn web_links(document: &Document, page: usize) -> Vec<(String, [f64; 4])> {
    let page = document.page_iter().nth(page).unwrap();
    let page = document.get_dictionary(page).unwrap();
    let links = page.get(b"Annots").and_then(Object::as_array).into_iter().flatten();
    let links = links.filter_map(|link| {
        let link = link.as_dict().unwrap();
        let action = link.get(b"A").ok()?.as_dict().unwrap();
        assert_eq!(action.get(b"S").unwrap().as_name().unwrap(), b"URI");
        assert_eq!(link.get(b"F").unwrap().as_i64().unwrap(), 4);
        let address = action.get(b"URI").unwrap().as_str().unwrap();
        let rect = link.get(b"Rect").unwrap().as_array().unwrap();
        let rect: Vec<f64> = rect.iter().map(|n| n.as_float().unwrap().into()).collect();
        Some((String::from_utf8(address.to_vec()).unwrap(), rect.try_into().unwrap()))
    });
    links.collect()
}

#[test]
fn screen_edition_links_to_the_addresses_of_puzzles() {
    let puzzles = puzzles(24, 3);
    let template = Template::builtin("classic").unwrap();
    let screen = Printer::builtin("screen").unwrap().terms(trim("6x9"), None).unwrap();
    for place in [None, Some(PuzzleCodePlace::Answers), Some(PuzzleCodePlace::Puzzles)] {
        let (options, sections) = (linked(PATTERN, place), with_ids(&puzzles));
        let layout = LayoutSpec::new(&template, &sections).printer(&screen).options(&options);
        let bytes = pdf(&layout.lay_out().unwrap().volumes[0]);
        let (document, book) = (Document::load_mem(&bytes).unwrap(), Pdf::open(&bytes).unwrap());
        let (mut grids, mut squares) = (0, 0);
        for index in 0..book.page_count() {
            let (page, codes) = (book.page(index).unwrap(), codes(&bytes, index));
            for (address, [left, bottom, right, top]) in web_links(&document, index) {
                let fits = |place: &[f64; 4]| {
                    let off =
                        [place[0] - left, place[1] - bottom, place[2] - right, place[3] - top];
                    off.iter().all(|off| off.abs() < 1.5)
                };
                let grid = page.places.iter().zip(&page.grids).find(|(place, _)| fits(place));
                let code = codes.iter().find(|(_, _, [x, y, side])| {
                    *x > left && *y > bottom && x + side < right && y + side < top
                });
                match (grid, code) {
                    (Some((_, grid)), None) => {
                        assert!(!grid.is_full());
                        assert_eq!(address, expected(&puzzles, grid.number.unwrap()));
                        grids += 1;
                    }
                    (None, Some(code)) => {
                        assert_eq!(address, code.0);
                        squares += 1;
                    }
                    found => panic!("page {index}: {address} links {found:?}"),
                }
            }
        }
        assert_eq!((grids, squares), (24, if place.is_some() { 24 } else { 0 }), "{place:?}");
    }
}

#[test]
fn print_edition_has_no_links() {
    let puzzles = puzzles(24, 4);
    let template = Template::builtin("classic").unwrap();
    let options = linked(PATTERN, Some(PuzzleCodePlace::Puzzles));
    let options = BookOptions { fill_pages: true, ..options };
    let kdp = Printer::builtin("kdp").unwrap().terms(trim("6x9"), None).unwrap();
    let sections = with_ids(&puzzles);
    for printer in [None, Some(&kdp)] {
        let layout = LayoutSpec::new(&template, &sections).printer(printer).trim(trim("6x9"));
        let bytes = pdf(&layout.options(&options).lay_out().unwrap().volumes[0]);
        let document = Document::load_mem(&bytes).unwrap();
        if let Some(kdp) = printer {
            assert!(preflight::inspect(&bytes, kdp).unwrap().findings.is_empty());
        }
        for page in document.page_iter() {
            assert!(!document.get_dictionary(page).unwrap().has(b"Annots"));
        }
    }
}

#[test]
fn codes_without_room_are_refused_with_a_remedy() {
    let puzzles = puzzles(24, 5);
    let refusal = |design: &str, size: &str, options: &BookOptions, sections: &[Section]| {
        let template = Template::builtin(design).unwrap();
        let made = book::volumes(&template, trim(size), options, sections);
        made.map(|_| ()).unwrap_err().to_string()
    };
    let plain = [Section::new(Level::Easy, puzzles.clone())];
    let below = |link: &str| linked(link, Some(PuzzleCodePlace::Puzzles));
    let beside = |link: &str| linked(link, Some(PuzzleCodePlace::Answers));
    let four = BookOptions { per_page: "4".parse().ok(), ..below("sudokupad") };
    let foot = BookOptions { answers: "foot".parse().ok(), ..beside("sudokupad") };
    let long = format!("https://a.example/{}?{{puzzle-dots}}", "a".repeat(60));
    let only_answers =
        BookOptions { parts: Some(vec!["answers".to_owned()]), ..below("sudokupad") };
    for (found, words) in [
        (
            refusal("classic", "6x9", &four, &plain),
            "use a smaller number with the setting `per-page`",
        ),
        (refusal("pocket", "3x4", &below("sudokupad"), &plain), "a larger trim"),
        (refusal("classic", "6x9", &foot, &plain), "the setting `answers = end`"),
        (refusal("newspaper", "a4", &beside("sudokupad"), &plain), "the setting `answers = end`"),
        (refusal("classic", "6x9", &only_answers, &plain), "expected a book with puzzles"),
        (
            refusal("classic", "6x9", &beside(&long), &plain),
            "; shorten the address, write {number}",
        ),
        (
            refusal("classic", "6x9", &linked("https://a.example/{id}", None), &plain),
            "without an id (the column `id`), found {id}",
        ),
    ] {
        assert!(found.contains(words), "{words}: {found}");
    }
}

/// The pages of a book with addresses and without codes are those of a book without addresses.
/// The words are on the page of rules of a book with codes, in each place, and of no other book.
#[test]
fn rules_say_what_codes_are_for() {
    let bench = Bench::new();
    for (flags, is_said) in [
        ("--puzzle-link sudokupad", false),
        ("--puzzle-link sudokupad --puzzle-qr answers", true),
        ("--puzzle-link sudokupad --puzzle-qr puzzles --template large-print --trim 8.5x11", true),
        ("--puzzle-link sudokupad --puzzle-qr puzzles --lang ja", true),
    ] {
        bench.ends(&format!("run --seed 1 --total 10 --force -q {flags}"), 0, "");
        let pages = crate::support::readback::sheets(&bench.read("out/book.pdf"));
        let words = if flags.contains("ja") { "コード" } else { "Scan a code" };
        let said = pages.iter().filter(|page| page.text().contains(words)).count();
        assert_eq!(said, usize::from(is_said), "{flags}");
    }
}

#[test]
fn addresses_alone_do_not_change_printed_pages() {
    let sections = with_ids(&puzzles(24, 6));
    let template = Template::builtin("classic").unwrap();
    let made = |options: &BookOptions| {
        pdf(&book::volumes(&template, trim("6x9"), options, &sections).unwrap()[0])
    };
    let plain = BookOptions { puzzle_link: None, ..linked("sudokupad", None) };
    assert!(made(&plain) == made(&linked("sudokupad", None)));
}

/// An id may be any text. One that is missing, also in a book sorted by time, is refused.
#[test]
fn foreign_ids_are_encoded_and_missing_ones_refused() {
    let bench = Bench::new();
    let puzzles = puzzles(3, 7);
    let file = |ids: [&str; 3]| {
        let rows = ids.iter().zip(&puzzles);
        let rows: String = rows.map(|(id, puzzle)| format!("{id},{}\n", puzzle.givens())).collect();
        fs::write(bench.path("c.csv"), format!("id,puzzle\n{rows}")).unwrap();
    };
    let link = "--puzzle-link https://a.example/{id} --puzzle-qr answers";
    file(["\"a,b/?\"", "<é>&{id}", "%41"]);
    bench.ends(&format!("book c.csv {link} --allow-duplicates --out b.pdf"), 0, "");
    let bytes = bench.read("b.pdf");
    let pages = 0..Pdf::open(&bytes).unwrap().page_count();
    let found: Vec<String> =
        pages.flat_map(|page| codes(&bytes, page)).map(|code| code.0).collect();
    let encoded = ["a%2Cb%2F%3F", "%3C%C3%A9%3E%26%7Bid%7D", "%2541"];
    let expected = encoded.map(|id| format!("https://a.example/{id}"));
    assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected.iter().collect());
    for ladder in ["published", "human"] {
        file(["a", "", "c"]);
        bench.ends(
            &format!("book c.csv {link} --allow-duplicates --ladder {ladder} --out no.pdf"),
            2,
            "for puzzles without an id",
        );
    }
}

/// The rows of a CSV file by the names of their columns.
fn rows(bench: &Bench, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = String::from_utf8(bench.read(name)).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| header.iter().cloned().zip(fields).collect()).collect()
}

const RUN: &str = "run --seed 3 --total 8 --levels 1-2 --trim 6x9 -q --first-number 101";

#[test]
fn catalogue_and_export_have_the_column_of_addresses() {
    let bench = Bench::new();
    let link = "https://a.example/{number}/{id}?{puzzle}";
    bench.ends(&format!("{RUN} --puzzle-link {link} --puzzle-qr answers --out r"), 0, "");
    let address = |row: &BTreeMap<String, String>, number: usize| {
        let cells = row["puzzle"].replace('.', "0");
        format!("https://a.example/{number}/{}?{cells}", row["id"])
    };
    let made = rows(&bench, "r/catalog.csv");
    assert_eq!(made.len(), 8);
    for (index, row) in made.iter().enumerate() {
        assert_eq!(row["link"], address(row, 101 + index));
    }
    let package = String::from_utf8(bench.read("r/datapackage.json")).unwrap();
    assert!(package.contains("\"name\": \"link\""), "{package}");
    bench.ends("verify r", 0, "");
    // The same book again, from the run and from its catalogue.
    bench.ends("book r --out again.pdf", 0, "");
    assert!(bench.read("again.pdf") == bench.read("r/book.pdf"));
    bench.ends(&format!("book r/catalog.csv --trim 6x9 --first-number 101 --puzzle-link {link} --puzzle-qr answers --out third.pdf"), 0, "");
    assert!(bench.read("third.pdf") == bench.read("r/book.pdf"));
    // A job file says the same.
    fs::write(
        bench.path("job.toml"),
        format!("puzzle-link = \"{link}\"\npuzzle-qr = \"answers\"\n"),
    )
    .unwrap();
    bench.ends(&format!("{RUN} --job job.toml --out j"), 0, "");
    assert!(bench.read("j/catalog.csv") == bench.read("r/catalog.csv"));
    assert!(bench.read("j/book.pdf") == bench.read("r/book.pdf"));

    bench.ends("export svg r --out e", 0, "");
    for (row, exported) in made.iter().zip(rows(&bench, "e/data.csv")) {
        assert_eq!(exported["link"], row["link"]);
    }
    bench.ends("export json r/catalog.csv --puzzle-link sudokupad --out f", 0, "");
    let object: serde_json::Value =
        serde_json::from_slice(&bench.read("f/L1-000001.json")).unwrap();
    assert!(object["link"].as_str().unwrap().starts_with("https://sudokupad.app/scf"));
    // Without the setting there is no such column.
    bench.ends("export svg r/catalog.csv --out g", 0, "");
    let header = String::from_utf8(bench.read("g/data.csv")).unwrap();
    assert!(!header.lines().next().unwrap().contains("link"), "{header}");
    bench.ends(&format!("{RUN} --out plain"), 0, "");
    let header = String::from_utf8(bench.read("plain/catalog.csv")).unwrap();
    assert!(header.lines().next().unwrap().ends_with(",reissue"), "{header}");
}

#[test]
fn all_forms_of_catalogues_have_the_addresses() {
    let bench = Bench::new();
    let make = "generate --seed 3 --total 3 --levels 1 --puzzle-link https://a.example/{number}?a=1&b={id}";
    bench.ends(&format!("{make} --format jsonl --out c.jsonl"), 0, "");
    let text = String::from_utf8(bench.read("c.jsonl")).unwrap();
    for (number, line) in (1..).zip(text.lines()) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = row["id"].as_str().unwrap();
        assert_eq!(row["link"], format!("https://a.example/{number}?a=1&b={id}"));
    }
    bench.ends(&format!("{make} --columns link,puzzle --out c.csv"), 0, "");
    assert!(bench.read("c.csv").starts_with(b"link,puzzle\nhttps://a.example/1?a=1&b=L1-000001,"));
    bench.ends(&format!("{make} --format xlsx --out c.xlsx"), 0, "");
    bench.ends(
        &format!("{make} --format sdm --out c.sdm"),
        2,
        "--puzzle-link: expected --format csv",
    );
    bench.ends(&format!("{make} --into parts"), 2, "--puzzle-link: expected no --into");
}

#[test]
fn verify_finds_a_wrong_address() {
    let bench = Bench::new();
    bench.ends(&format!("{RUN} --puzzle-link https://a.example/{{number}} --out r"), 0, "");
    let text = String::from_utf8(bench.read("r/catalog.csv")).unwrap();
    for (right, wrong, found) in [
        ("https://a.example/103", "https://b.example/103", "https://b.example/103 is stated"),
        (",https://a.example/104", ",", "nothing is stated"),
    ] {
        fs::write(bench.path("r/catalog.csv"), text.replace(right, wrong)).unwrap();
        let output = bench.run("verify r");
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(found), "{said}");
    }
}

/// Names of sites are names, and a scheme has any case.
#[test]
fn sites_and_schemes_are_read_in_any_case() {
    let bench = Bench::new();
    let run = "run --quota 1=2 --seed 1 -q";
    let expected = bench.run(&format!("{run} --out a --puzzle-link sudokupad"));
    assert!(expected.status.success());
    for (n, name) in ["sudoku pad", "Sudoku-Pad", "SUDOKU_PAD"].into_iter().enumerate() {
        let mut command = bench.command(&format!("{run} --out {n} --puzzle-link"));
        assert!(command.arg(name).status().unwrap().success(), "{name}");
        assert_eq!(bench.read(&format!("{n}/catalog.csv")), bench.read("a/catalog.csv"), "{name}");
    }
    bench.ends(&format!("{run} --out b --puzzle-link HTTPS://a.example/{{id}}"), 0, "");
    assert!(
        String::from_utf8(bench.read("b/catalog.csv")).unwrap().contains("HTTPS://a.example/L1-")
    );
    bench.ends(&format!("{run} --out c --qr HTTP://a.example/answers"), 0, "");
    bench.ends(
        &format!("{run} --out d --qr HTTPX://a.example/answers"),
        2,
        "does not begin with https://",
    );
}

#[test]
fn settings_that_contradict_addresses_are_refused() {
    let bench = Bench::new();
    for (flags, words) in [
        ("--puzzle-qr answers", "--puzzle-qr: expected --puzzle-link too, found none"),
        ("--puzzle-link https://a.example/", "it has no place for the puzzle"),
        ("--puzzle-link ftp://a.example/{id}", "it does not begin with https:// or http://"),
        (
            "--puzzle-link https://a.example/{id} --columns puzzle,solution",
            "add the column, or use {puzzle}",
        ),
        ("--columns puzzle,link", "found `link`, which `puzzle-link` adds"),
        ("--course naked-pair --puzzle-link https://a.example/{number}", "use {id} or {puzzle}"),
        (
            "--template classroom --levels 1 --sheets 2 --puzzle-link https://a.example/{number}",
            "whose sheets repeat the numbers, found {number}",
        ),
    ] {
        bench.ends(&format!("run --count 2 --out no {flags}"), 2, words);
        assert!(!bench.path("no").exists(), "{flags}");
    }
}

/// Puzzles whose shortest address opens another grid or none.
const MISREAD: [&str; 6] = [
    "42.3.5.61.5...294.3.6..72855.28..4.6.8.75.3...7..3.1588.35....77.9.68.3....97.8.4",
    "3.25.1..6.....719..8.2...5..2..7..6.6....8..7.1..5.82...5.8.6...96....788417.....",
    "1.6.7.2.475.2.....4...3.7.5..569...1.91..8.5..7...2.8..1.9.3....4.756.1.9.....5.3",
    "..2.7.6...9..2..4.45.3....2.6.73....1.54....7..41.296...32..19.52...3..6.4...5..8",
    "..8..........72.1.9.........9.8....2.......5.7..913.8..4932.6...1........8.6.9..5",
    "9.......31.....86...4.9..2.4.........1....35...2.6..7..4..5....5.7..2.4.8.67....2",
];

/// How many of these puzzles the site opens as another grid, by the address that is made of each.
fn misread(puzzles: &[Grid], address: impl Fn(&Grid) -> String) -> usize {
    let is_other = |puzzle: &&Grid| sudokupad::opened(&address(puzzle)) != Some(puzzle.to_string());
    puzzles.iter().filter(is_other).count()
}

#[test]
fn sudokupad_opens_each_puzzle_from_its_link() {
    let link: PuzzleLink = "sudokupad".parse().unwrap();
    let ours = |puzzle: &Grid| link.address(&(*puzzle).into(), None, 1);
    let shortest = |puzzle: &Grid| {
        let cells = puzzle.to_string().replace('.', "0");
        format!("https://sudokupad.app/scf{}", sudokupad::shortest(&cells))
    };
    let known = MISREAD.map(grid);
    // The site's rules are followed: the shortest form of these is read as another puzzle.
    assert_eq!(misread(&known, shortest), 6);
    assert_eq!(misread(&known, ours), 0);
    let puzzles: Vec<Grid> = mixed_puzzles(10_000, 41).map(|puzzle| *puzzle.givens()).collect();
    let short = puzzles.iter().filter(|puzzle| ours(puzzle) == shortest(puzzle)).count();
    let wrong = misread(&puzzles, shortest);
    assert!((1..100).contains(&wrong), "{wrong}");
    assert_eq!((short, misread(&puzzles, ours)), (10_000 - wrong, 0));
}
