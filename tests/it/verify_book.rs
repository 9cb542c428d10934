//! `verify` on books: their content, wrong values on their pages, pages of unknown designs, broken files.

use crate::cli::Bench;
use crate::pdfs::{bound, saved};
use crate::verify::{bench, caught, verify};
use lopdf::content::Content;
use lopdf::{Document, Object, dictionary};
use proptest::prelude::*;
use std::fs;
use std::process::Command;
use sudoku_press::check::readback::Pdf;
use sudoku_press::sudoku::grid::{Cell, Grid};

/// The content of a page, changed by hand and put back.
fn edit(
    bench: &Bench,
    page: usize,
    change: impl FnOnce(&mut Content<Vec<lopdf::content::Operation>>),
) {
    let mut document = Document::load(bench.path("out/book.pdf")).unwrap();
    let id = document.page_iter().nth(page).unwrap();
    let mut content = Content::decode(&document.get_page_content(id)).unwrap();
    change(&mut content);
    let stream = document.get_page_contents(id)[0];
    document
        .get_object_mut(stream)
        .unwrap()
        .as_stream_mut()
        .unwrap()
        .set_plain_content(content.encode().unwrap());
    document.save(bench.path("lie.pdf")).unwrap();
}

/// The strings that a page shows, in order, so that a test can change them: those of words, or those of
/// the rows of grids, which have a space after each character.
fn strings(content: &mut Content<Vec<lopdf::content::Operation>>, rows: bool) -> Vec<&mut Vec<u8>> {
    let mut out = Vec::new();
    let mut spaced = false;
    for operation in &mut content.operations {
        if operation.operator == "Tc" {
            spaced = operation.operands[0].as_float().unwrap() != 0.0;
        }
        for operand in &mut operation.operands {
            match operand {
                _ if spaced != rows => {}
                Object::String(text, _) if operation.operator == "Tj" => out.push(text),
                Object::Array(items) if operation.operator == "TJ" => {
                    out.extend(items.iter_mut().filter_map(|item| match item {
                        Object::String(text, _) => Some(text),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
    }
    out
}

/// The grids of a page of a file.
fn grids(bench: &Bench, name: &str, page: usize) -> Vec<Grid> {
    let page = Pdf::open(&bench.read(name)).unwrap().page(page);
    let grids = page.unwrap().grids.into_iter();
    grids.map(|g| g.grid).collect()
}

/// Changes one code of the rows of a page and the one behind it, the first two with which so many
/// cells have other digits than in the book, and as many are filled.
fn change_digits(bench: &Bench, page: usize, cells: usize, change: impl Fn(&mut [u8], &mut [u8])) {
    let truth = grids(bench, "out/book.pdf", page);
    let mut count = 0;
    edit(bench, page, |content| {
        count = strings(content, true).iter().map(|row| row.len() / 2).sum();
    });
    let lies = (1..count).any(|at| {
        edit(bench, page, |content| {
            let mut rows = strings(content, true);
            let mut codes = rows.iter_mut().flat_map(|row| row.chunks_mut(2)).skip(at - 1);
            let (one, two) = (codes.next().unwrap(), codes.next().unwrap());
            change(one, two);
        });
        let lie = grids(bench, "lie.pdf", page);
        let filled = |grids: &[Grid]| grids.iter().map(Grid::filled_count).sum::<usize>();
        let pairs = truth.iter().zip(&lie);
        let other = pairs.flat_map(|(a, b)| Cell::ALL.map(|cell| a[cell] != b[cell]));
        filled(&lie) == filled(&truth) && other.filter(|other| *other).count() == cells
    });
    assert!(lies, "none of {count} codes");
}

/// The pages with puzzles and those with answers, counted from 0.
fn pages(bench: &Bench) -> (Vec<usize>, Vec<usize>) {
    let pdf = Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let of = |full: bool| {
        let is = |page: &usize| {
            let found = pdf.page(*page).unwrap();
            let grids = found.grids.iter();
            grids.filter(|g| g.number.is_some() && g.is_full() == full).count() > 0
        };
        (0..pdf.page_count()).filter(is).collect()
    };
    (of(false), of(true))
}

#[test]
fn wrong_digits_and_captions_on_pages_are_found() {
    let bench = bench();
    verify(&bench, "out/book.pdf", 0);
    verify(&bench, "out/book.pdf out/catalog.csv", 0);
    let (puzzles, answers) = pages(&bench);

    // Two neighbouring digits of a row of an answer exchanged.
    change_digits(&bench, answers[0], 2, |one, two| one.swap_with_slice(two));
    caught(
        &bench,
        "lie.pdf",
        &["lie.pdf, sheet ", ": found ", " of the answer (and 1 other cell differs), expected "],
    );

    // A given digit is what its neighbour is.
    change_digits(&bench, puzzles[0], 1, |one, two| one.copy_from_slice(two));
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("sheet "), "{said}");
    let said = verify(&bench, "lie.pdf out/catalog.csv", 1);
    assert!(said.contains("not as in the catalogue"), "{said}");

    // All text of a page gone: its puzzles are missing, and their answers are left over.
    edit(&bench, puzzles[1], |content| {
        content.operations.retain(|op| op.operator != "TJ" && op.operator != "Tj");
    });
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("puzzles 3 to 4 are missing"), "{said}");
    assert!(said.contains("puzzle 3: found an answer, but no puzzle"), "{said}");

    // The pages of answers exchanged, and a page of puzzles taken out.
    let mut document = Document::load(bench.path("out/book.pdf")).unwrap();
    document.delete_pages(&[puzzles[1] as u32 + 1]);
    document.save(bench.path("lie.pdf")).unwrap();
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("puzzles 3 to 4 are missing"), "{said}");
}

#[test]
fn swapped_answers_are_found() {
    let bench = bench();
    let (_, answers) = pages(&bench);
    let pdf = Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let page = pdf.page(answers[0]).unwrap();
    assert!(page.grids.len() > 4);
    // The captions 1 and 2 are strings of one character.
    edit(&bench, answers[0], |content| {
        let mut all = strings(content, false);
        let (a, b) = (all[2].clone(), all[3].clone());
        assert!(a.len() == 2 && b.len() == 2 && a != b, "{a:?} {b:?}");
        (*all[2], *all[3]) = (b, a);
    });
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("other cells differ"), "{said}");
}

/// A page that no design of ours has: cells as rectangles, a font without a map, the answer upside
/// down at the foot. `lines` draws grids by thin filled rectangles instead. The lines around blocks are such rectangles in both.
pub fn stranger(puzzle: &str, answer: &str, answer_page: u32, lines: bool) -> Vec<u8> {
    let grid = |text: &str, x: f64, y: f64, cell: f64, caption: &str| {
        let mut out = String::new();
        for i in 0..=9 {
            let (at, side) = (f64::from(i) * cell, 9.0 * cell);
            let width = if i % 3 == 0 { 2.0 } else { 0.8 };
            let (left, low) = (x + at - width / 2.0, y + at - width / 2.0);
            if lines || i % 3 == 0 {
                out += &format!("{left} {y} {width} {side} re f {x} {low} {side} {width} re f\n");
            }
        }
        for (i, digit) in text.chars().enumerate() {
            let (column, row) = ((i % 9) as f64, (8 - i / 9) as f64);
            let (left, low) = (x + column * cell, y + row * cell);
            if !lines {
                out += &format!("{left} {low} {cell} {cell} re S\n");
            }
            if digit != '.' {
                let size = 0.6 * cell;
                let (dx, dy) = ((cell - 0.5 * size) / 2.0, (cell - 0.66 * size) / 2.0);
                out += &format!(
                    "BT /F {size} Tf 1 0 0 1 {} {} Tm ({digit}) Tj ET\n",
                    left + dx,
                    low + dy
                );
            }
        }
        out + &format!("BT /F 8 Tf 8 TL {x} {} Td T* ({caption}) Tj ET\n", y + 9.0 * cell + 12.0)
    };
    let mut content = grid(puzzle, 100.0, 350.0, 40.0, "1");
    content += &format!("BT /F 8 Tf 100 340 TD (Answer: page {answer_page}) Tj ET\n");
    content += "q -1 0 0 -1 612 792 cm\n";
    content += &grid(answer, 200.0, 600.0, 14.0, "1");
    content += "Q\nBT /F 8 Tf 20 760 Td (The answers begin on page 1, each under the number of its puzzle.) Tj ET\n";
    content += "BT /F 8 Tf 300 20 Td (1) Tj ET";
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let fonts = dictionary! { "Font" => dictionary! { "F" => font } };
    let page = dictionary! { "Resources" => fonts };
    bound(document, [(page, content)], dictionary! {})
}

#[test]
fn unusual_designs_are_read_by_their_content() {
    let bench = Bench::new();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let answer = crate::support::puzzle(line).solution().digits().map(|d| d.to_string()).concat();
    for lines in [false, true] {
        fs::write(bench.path("strange.pdf"), stranger(line, &answer, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 0);
        assert!(said.contains("1 puzzle on 1 page of 1 volume"), "{said}");
        let lie = answer.replacen('8', "2", 1);
        fs::write(bench.path("strange.pdf"), stranger(line, &lie, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(said.contains("found 2 in r1c6 of the answer, expected 8"), "{said}");
        fs::write(
            bench.path("strange.pdf"),
            stranger(line, &format!("{}.", &answer[..80]), 1, lines),
        )
        .unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(said.contains("r9c9 of the answer is empty, expected a digit"), "{said}");
        let two = line.replacen('5', "7", 1);
        fs::write(bench.path("strange.pdf"), stranger(&two, &answer, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 1);
        assert!(said.contains("no solution"), "{said}");
    }
}

/// The puzzle was taken for a second one with the number, and then for one that is missing.
#[test]
fn an_incomplete_answer_may_precede_its_puzzle() {
    let bench = Bench::new();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solution = Grid::from(*crate::support::puzzle(line).solution()).to_string();
    let answer = format!("{}.", &solution[..80]);
    fs::write(bench.path("strange.pdf"), stranger(&answer, line, 1, false)).unwrap();
    let said = verify(&bench, "strange.pdf", 1);
    assert!(said.contains("r9c9 of the answer is empty"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn broken_files_are_findings_and_never_a_panic() {
    let bench = bench();
    let whole = bench.read("out/book.pdf");
    for part in [0, 5, 100, whole.len() / 3, whole.len() / 2, whole.len() - 40] {
        fs::write(bench.path("cut.pdf"), &whole[..part]).unwrap();
        verify(&bench, "cut.pdf", 1);
    }
    fs::write(bench.path("cut.csv"), [0xff, 0xfe, 0, b'\n']).unwrap();
    verify(&bench, "cut.csv", 1);
    let output = bench.run("verify cut.pdf cut.csv --format jsonl");
    let said = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        said.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(objects.last().unwrap()["true"], false);
    assert!(objects[0]["wrong"].as_str().unwrap().len() > 5);
}

/// Reads everything that can be read.
fn read_all(bytes: &[u8]) {
    if let Ok(pdf) = Pdf::open(bytes) {
        for page in 0..pdf.page_count().min(64) {
            let _ = pdf.page(page);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_at_all_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        read_all(&bytes);
        let headed = [b"%PDF-1.5\n".to_vec(), bytes].concat();
        read_all(&headed);
    }

    #[test]
    fn a_book_with_bytes_changed_does_no_harm(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..30)) {
        let mut bytes = small_book();
        let len = bytes.len();
        for (at, byte) in changes {
            bytes[at % len] = byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn content_with_bytes_changed_does_no_harm(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..30)) {
        let mut document = Document::load_mem(&small_book()).unwrap();
        for object in document.objects.values_mut() {
            let Object::Stream(stream) = object else { continue };
            let Ok(mut content) = stream.decompressed_content() else { continue };
            let len = content.len().max(1);
            for &(at, byte) in &changes {
                if let Some(changed) = content.get_mut(at % len) {
                    *changed = byte;
                }
            }
            stream.set_plain_content(content);
        }
        let bytes = saved(document);
        read_all(&bytes);
    }
}

/// Level names and the contents page, as another program reads them, where it is to be had.
#[test]
fn contents_name_the_pages_that_another_reader_finds() {
    let designs = [
        ("classic", "", "Contents", ["Beginner", "Easy", "Medium", "Hard", "Evil"].as_slice()),
        ("large-print", "--ladder human --levels 1-3", "Contents", &["Gentle", "Easy", "Medium"]),
        (
            "classic",
            "--ladder human --levels 1-3 --lang de",
            "Inhalt",
            &["Sanft", "Leicht", "Mittel"],
        ),
        ("classic", "--ladder human --levels 1-3 --lang ja", "目次", &["入門", "初級", "中級"]),
    ];
    for (template, flags, heading, levels) in designs {
        let bench = Bench::new();
        let run = format!("run --seed 7 --total 20 --template {template} {flags} --out out -q");
        bench.ends(&run, 0, "");
        let book = bench.path("out/book.pdf");
        let read = Command::new("pdftotext").arg("-layout").arg(&book).arg("-").output();
        let Ok(read) = read else { return };
        let text = String::from_utf8(read.stdout).unwrap();
        let pages: Vec<_> = text.split('\u{c}').collect();
        let begins = |page: &&str, words: &[&str]| {
            page.split_whitespace().take(words.len()).eq(words.iter().copied())
        };
        let contents = pages.iter().position(|page| begins(page, &[heading])).unwrap();
        let is_leader = |word: &str| word.chars().all(|c| matches!(c, '.' | '·'));
        let lines = pages[contents].lines().skip(1).map(|line| line.split_whitespace().collect());
        let lines = lines.filter(|line: &Vec<_>| line.iter().any(|word| is_leader(word)));
        let (mut named, mut front) = (Vec::new(), Vec::new());
        for line in lines {
            let entry = line.split(|word| is_leader(word)).next().unwrap();
            let at = (contents + 1..pages.len()).find(|&at| begins(&pages[at], entry));
            let at =
                at.unwrap_or_else(|| panic!("{template} {flags}: no page begins with {entry:?}"));
            let number = line.last().unwrap();
            match number.parse::<usize>() {
                Ok(number) => {
                    front.push(at - number);
                    named.push(entry[0]);
                }
                // The page says its number itself.
                Err(_) => assert_eq!(pages[at].split_whitespace().last(), Some(*number)),
            }
        }
        named.pop();
        assert_eq!(named, levels, "{template} {flags}");
        assert!(front.iter().all(|pages| *pages == front[0]), "{template} {flags}: {front:?}");
    }
}

/// Two puzzles, the whole book.
fn small_book() -> Vec<u8> {
    use std::sync::LazyLock;
    use sudoku_press::book::{self, Imprint, Section, Template};
    static BOOK: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = crate::support::puzzle(line);
        let sections = [Section::new(sudoku_press::sudoku::score::Level::Easy, vec![puzzle; 2])];
        let template = Template::builtin("classic").unwrap();
        let volumes =
            book::volumes(&template, "6x9".parse().unwrap(), &Imprint::default(), &sections)
                .unwrap();
        let mut pdf = Vec::new();
        book::write(&volumes[0], &mut pdf, &mut || Ok(())).unwrap();
        pdf
    });
    BOOK.clone()
}
