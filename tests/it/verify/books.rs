//! Wrong values on pages of books are found; unusual designs, broken files, boxes and numbers of pages.

use crate::support::pdfs::{bound, saved};
use crate::support::program::Bench;
use crate::support::puzzles::PUZZLE;
use crate::support::verify::{caught, small_run, verify};
use grid::{Cell, Grid};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, dictionary};
use proof::readback::Pdf;
use proptest::prelude::*;
use std::fs;
use std::process::Command;

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
    grids.map(|g| *g.grid.classic().unwrap()).collect()
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
    let bench = small_run();
    verify(&bench, "out/book.pdf", 0);
    verify(&bench, "out/book.pdf out/catalog.csv", 0);
    let (puzzles, answers) = pages(&bench);

    // Two neighbouring digits of a row of an answer exchanged.
    change_digits(&bench, answers[0], 2, |one, two| one.swap_with_slice(two));
    caught(
        &bench,
        "lie.pdf",
        &["lie.pdf, page ", ": found ", " of the answer (and 1 other cell differs), expected "],
    );

    // A given digit is what its neighbour is.
    change_digits(&bench, puzzles[0], 1, |one, two| one.copy_from_slice(two));
    let said = verify(&bench, "lie.pdf", 1);
    assert!(said.contains("page "), "{said}");
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
    let bench = small_run();
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

/// A grid as content, with its lower left corner here.
fn drawn(text: &str, (x, y): (f64, f64), cell: f64, caption: &str, lines: bool) -> String {
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
            out +=
                &format!("BT /F {size} Tf 1 0 0 1 {} {} Tm ({digit}) Tj ET\n", left + dx, low + dy);
        }
    }
    out + &format!("BT /F 8 Tf 8 TL {x} {} Td T* ({caption}) Tj ET\n", y + 9.0 * cell + 12.0)
}

/// The same with lines as rectangles.
fn grid(text: &str, x: f64, y: f64, cell: f64, caption: &str) -> String {
    drawn(text, (x, y), cell, caption, true)
}

/// A page that no design of ours has: cells as rectangles, a font without a map, the answer upside
/// down at the foot. `lines` draws grids by thin filled rectangles instead. The lines around blocks are such rectangles in both.
pub fn stranger(puzzle: &str, answer: &str, answer_page: u32, lines: bool) -> Vec<u8> {
    let grid = |text: &str, x, y, cell, caption: &str| drawn(text, (x, y), cell, caption, lines);
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
    let answer =
        crate::support::puzzles::puzzle(line).solution().digits().map(|d| d.to_string()).concat();
    for lines in [false, true] {
        fs::write(bench.path("strange.pdf"), stranger(line, &answer, 1, lines)).unwrap();
        let said = verify(&bench, "strange.pdf", 0);
        assert!(said.contains("1 puzzle, 1 page"), "{said}");
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
    let solution = Grid::from(*crate::support::puzzles::puzzle(line).solution()).to_string();
    let answer = format!("{}.", &solution[..80]);
    fs::write(bench.path("strange.pdf"), stranger(&answer, line, 1, false)).unwrap();
    let said = verify(&bench, "strange.pdf", 1);
    assert!(said.contains("r9c9 of the answer is empty"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn broken_files_are_findings_and_never_a_panic() {
    let bench = small_run();
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
    assert_eq!(objects.last().unwrap()["ok"], false);
    assert!(objects[0]["wrong"].as_str().unwrap().len() > 5);
}

/// The same book with its pages in this order, counted from 0.
fn in_order(bytes: &[u8], order: &[usize]) -> Vec<u8> {
    let mut document = Document::load_mem(bytes).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    let tree = document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    for &page in &pages {
        document.get_dictionary_mut(page).unwrap().set("Parent", tree);
    }
    let kids: Vec<Object> = order.iter().map(|&page| pages[page].into()).collect();
    document.get_dictionary_mut(tree).unwrap().set("Kids", kids);
    saved(document)
}

#[test]
fn pages_out_of_order_are_found() {
    let bench = small_run();
    let book = bench.read("out/book.pdf");
    let (puzzles, answers) = pages(&bench);
    let count = Pdf::open(&book).unwrap().page_count();
    let usual: Vec<usize> = (0..count).collect();
    let order = |change: &dyn Fn(&mut Vec<usize>)| {
        let mut order = usual.clone();
        change(&mut order);
        fs::write(bench.path("mixed.pdf"), in_order(&book, &order)).unwrap();
    };
    let said = |words: &[&str]| {
        for args in ["mixed.pdf", "mixed.pdf out/catalog.csv"] {
            let said = verify(&bench, args, 1);
            for words in words {
                assert!(said.contains(words), "{args}: {words}: {said}");
            }
        }
    };
    order(&|_| {});
    verify(&bench, "mixed.pdf out/catalog.csv", 0);
    // Two pages of puzzles in each other's place: 3 and 4 behind 5 and 6.
    order(&|order| order.swap(puzzles[1], puzzles[2]));
    let page = puzzles[2] + 1;
    let found = format!("mixed.pdf, page {page} ");
    said(&[&found, "puzzle 3: found puzzle 3 after puzzle 6, expected puzzles whose numbers rise"]);
    said(&["found page number ", "expected page numbers that count up"]);
    order(&|order| order.reverse());
    said(&["found page number ", "later pages), expected page numbers that count up"]);
    // Answers are found by their numbers where pages have none.
    assert!(answers.len() > 1, "{answers:?}");
    order(&|order| order.swap(answers[0], answers[1]));
    said(&["found answer 1 after answer "]);
    // The answers come first.
    order(&|order| order.rotate_left(answers[0]));
    said(&["found page number "]);
}

/// Each builtin design, also as a booklet and in volumes, has its pages in order and no number too many.
#[test]
fn all_designs_have_their_pages_in_order() {
    use proof::verify::any_volume;
    for (design, _) in book::Template::BUILTIN {
        let bench = Bench::new();
        let quota = match *design {
            "daily" => "--quota 1=8,2=4,3=8,4=4,5=4",
            "newspaper" => "--quota 1=50,3=50,5=50",
            _ => "--count 6",
        };
        bench.ends(&format!("generate --seed 2 {quota} --out c.csv"), 0, "");
        for flags in ["", "--lang de --trim a4", "--lang ja --trim a4", "--booklet"] {
            let out = format!("book c.csv --template {design} {flags} --out b.pdf --force");
            if bench.run(&out).status.code() != Some(0) {
                continue;
            }
            for file in ["b.pdf", "b-booklet.pdf", "b-answers.pdf"] {
                let Ok(bytes) = fs::read(bench.path(file)) else { continue };
                let volume = any_volume(&file.into(), &bytes, 2).unwrap();
                assert_eq!(volume.findings, [], "{design} {flags} {file}");
                assert!(!volume.by_place && !volume.puzzles.is_empty(), "{design} {flags} {file}");
            }
        }
    }
}

/// The printer's rules hold for the book, and not for the answers in a file of their own.
#[test]
fn answers_apart_are_no_book_of_the_printer() {
    let bench = Bench::new();
    bench.ends("generate --seed 5 --total 120 --out list.csv", 0, "");
    let flags = "--template classic --printer kdp --answers apart";
    bench.ends(&format!("book list.csv {flags} --out kdp-book.pdf"), 0, "");
    for paths in [
        "list.csv kdp-book.pdf kdp-book-answers.pdf",
        "kdp-book-answers.pdf kdp-book.pdf",
        "kdp-book-answers.pdf kdp-book.pdf --printer kdp",
    ] {
        let said = verify(&bench, paths, 0);
        assert!(said.contains("Preflight accepts it for kdp"), "{said}");
    }
    // Alone it is a book of answers, too thin for the printer.
    let alone = verify(&bench, "list.csv kdp-book-answers.pdf --printer kdp", 1);
    assert!(alone.contains("page count"), "{alone}");
}

/// Two pages of another program with two puzzles each under these headings, and two with their answers.
fn headed(heading: impl Fn(usize) -> String, answer: impl Fn(usize) -> String) -> Vec<u8> {
    numbered(heading, answer, &[])
}

/// The same, with these numbers at the feet of its four pages.
fn numbered(
    heading: impl Fn(usize) -> String,
    answer: impl Fn(usize) -> String,
    feet: &[&str],
) -> Vec<u8> {
    let puzzles = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        "7941.....2..8..5.4.8...3.196..514.....1..74254.839......5..8.47.2.45.9..84..2.15.",
        "3..4..7.....5.92......18.9....1.36.4.36.47.2.1..8.23.9.53....1.8..6..9.2.42.8..6.",
    ];
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let page = |content: String| {
        let fonts = dictionary! { "Font" => dictionary! { "F" => font } };
        (dictionary! { "Resources" => fonts }, content)
    };
    let solutions = puzzles.map(|line| {
        let puzzle = crate::support::puzzles::puzzle(line);
        puzzle.solution().digits().map(|digit| digit.to_string()).concat()
    });
    let pages = |grids: &[String], heading: &dyn Fn(usize) -> String| -> Vec<_> {
        let grids: Vec<_> = (1..)
            .zip(grids)
            .map(|(number, line)| {
                let low = 440.0 - 340.0 * ((number - 1) % 2) as f64;
                grid(line, 100.0, low, 30.0, &heading(number))
            })
            .collect();
        grids.chunks(2).map(|two| page(two.concat())).collect()
    };
    let puzzles = pages(&puzzles.map(str::to_owned), &heading);
    let mut all: Vec<_> = puzzles.into_iter().chain(pages(&solutions, &answer)).collect();
    for ((_, content), foot) in all.iter_mut().zip(feet) {
        *content += &format!("BT /F 10 Tf 300 30 Td ({foot}) Tj ET\n");
    }
    bound(
        document,
        all,
        dictionary! { "MediaBox" => vec![0.into(), 0.into(), 612.into(), 792.into()] },
    )
}

#[test]
fn puzzles_under_headings_are_judged_by_their_numbers() {
    let bench = Bench::new();
    for (heading, answer) in
        [("#N", "N"), ("Puzzle N", "Solution N"), ("No. N", "Answer N"), ("Sudoku N (easy)", "N")]
    {
        let of = |words: &str| {
            let words = words.to_owned();
            move |number: usize| {
                words.replace('N', &number.to_string()).replace(&format!("{number}o."), "No.")
            }
        };
        fs::write(bench.path("f.pdf"), headed(of(heading), of(answer))).unwrap();
        let said = verify(&bench, "f.pdf", 0);
        assert!(
            said.starts_with(
                "OK: 4 puzzles, 4 pages. Not checked: f.pdf (words and pictures; found 8 grids)"
            ),
            "{said}"
        );
        // The answers of puzzles 1 and 2 in each other's place.
        let wrong = move |number: usize| of(answer)([0, 2, 1, 3, 4][number]);
        fs::write(bench.path("f.pdf"), headed(of(heading), wrong)).unwrap();
        let said = verify(&bench, "f.pdf", 1);
        assert!(said.contains("f.pdf, page 3, puzzle 1: found "), "{heading}: {said}");
    }
}

#[test]
fn puzzles_without_numbers_are_judged_by_place() {
    let bench = Bench::new();
    let none = |_| String::new();
    fs::write(bench.path("f.pdf"), headed(none, none)).unwrap();
    let said = verify(&bench, "f.pdf", 0);
    assert!(said.contains("found 8 grids without numbers, known by their places"), "{said}");
    // A digit of the second puzzle of page 1 is another: no solution, and an answer that is none.
    let mut document = Document::load(bench.path("f.pdf")).unwrap();
    let page = document.page_iter().next().unwrap();
    let content = String::from_utf8(document.get_page_content(page)).unwrap();
    let at = content.rfind("(5) Tj").unwrap();
    let content = format!("{}(7) Tj{}", &content[..at], &content[at + 6..]);
    document.change_page_content(page, content.into_bytes()).unwrap();
    fs::write(bench.path("f.pdf"), saved(document)).unwrap();
    let said = verify(&bench, "f.pdf", 1);
    assert!(said.contains("f.pdf, page 1, grid 2: "), "{said}");
    assert!(!said.contains("sheet"), "{said}");
    let json = String::from_utf8(bench.run("verify f.pdf --format jsonl").stdout).unwrap();
    assert!(json.contains("\"grid\":2,\"kind\":\"finding\",\"page\":1,\"printed\":null"), "{json}");
}

/// A page whose rows are one text each, in a standard font without widths: the gaps between digits
/// count from the width of a digit, in thousandths of the size.
fn set_in(font: &str, digit_width: f64) -> Vec<u8> {
    const SIZE: f64 = 18.0;
    const CELL: f64 = 32.0;
    let lines = drawn(&".".repeat(81), (72.0, 220.0), CELL, "Puzzle 4", true);
    let mut content = lines;
    for (row, cells) in PUZZLE.as_bytes().chunks(9).enumerate() {
        let Some(first) = cells.iter().position(|cell| *cell != b'.') else { continue };
        let (mut items, mut last) = (String::new(), first);
        for (column, digit) in cells.iter().enumerate().filter(|(_, cell)| **cell != b'.') {
            if column > last {
                let gap = (column - last) as f64 * CELL - digit_width * SIZE;
                items += &format!("{:.2}", -1000.0 * gap / SIZE);
            }
            items += &format!("({})", char::from(*digit));
            last = column;
        }
        let x = 72.0 + first as f64 * CELL + (CELL - digit_width * SIZE) / 2.0;
        let y = 220.0 + (8 - row) as f64 * CELL + 10.0;
        content += &format!("BT /F {SIZE} Tf {x:.2} {y:.2} Td [{items}] TJ ET\n");
    }
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => font, "Encoding" => "WinAnsiEncoding",
    });
    let fonts = dictionary! { "Font" => dictionary! { "F" => font } };
    let page = dictionary! {
        "Resources" => fonts, "MediaBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
    };
    bound(document, [(page, content)], dictionary! {})
}

/// The widths of standard fonts, which a file may leave out, were guessed.
#[test]
fn rows_in_standard_fonts_are_read() {
    let bench = Bench::new();
    for (font, digit_width) in [
        ("Times-Roman", 0.5),
        ("Times-Bold", 0.5),
        ("Helvetica", 0.556),
        ("Helvetica-Bold", 0.556),
        ("Courier", 0.6),
    ] {
        fs::write(bench.path("f.pdf"), set_in(font, digit_width)).unwrap();
        let said = verify(&bench, "f.pdf", 0);
        assert!(said.starts_with("OK: 1 puzzle, 1 page"), "{font}: {said}");
    }
}

#[test]
fn drawn_digits_are_no_empty_puzzle() {
    let bench = Bench::new();
    fs::write(bench.path("p.txt"), PUZZLE).unwrap();
    bench.ends("export pdf p.txt --out e", 0, "");
    let said = verify(&bench, "e/1.pdf", 1);
    let words = "e/1.pdf, page 1, grid 1: found digits that are drawings, which cannot be read, \
                 expected digits as text";
    assert_eq!(said.lines().next(), Some(words), "{said}");
    assert!(!said.contains("solution") && !said.contains("neither"), "{said}");
    bench.ends("verify e/1.pdf", 1, "Not checked: e/1.pdf (the digits are drawings)");
}

#[test]
fn pages_of_others_out_of_order_are_found() {
    let bench = Bench::new();
    let judged = |book: &[u8], order: &[usize]| {
        fs::write(bench.path("f.pdf"), in_order(book, order)).unwrap();
        let said = bench.run("verify f.pdf");
        (String::from_utf8(said.stdout).unwrap(), said.status.code().unwrap())
    };
    let numbered = headed(|number| number.to_string(), |number| number.to_string());
    let headings = headed(|number| format!("Puzzle {number}"), |number| format!("Answer {number}"));
    let none = headed(|_| String::new(), |_| String::new());
    for (book, order, expected) in [
        (&numbered, [1, 0, 2, 3], "page 2, puzzle 1: found puzzle 1 after puzzle 4, expected "),
        (&numbered, [0, 1, 3, 2], "page 4, puzzle 1: found answer 1 after answer 4, expected "),
        (&headings, [1, 0, 2, 3], "page 2, puzzle 1: found puzzle 1 after puzzle 4, expected "),
        (
            &numbered,
            [2, 3, 0, 1],
            "page 1, puzzle 1: found the answer before its puzzle (and 3 other answers), expected \
             answers after their puzzles, or a text that names their page",
        ),
        (
            &headings,
            [2, 3, 0, 1],
            "page 1, puzzle 1: found the answer before its puzzle (and 3 other answers), expected ",
        ),
        (
            &none,
            [0, 1, 3, 2],
            "page 4, grid 1: found the answer to grid 1 of page 1 after the answer to grid 2 of \
             page 2, expected answers in the order of their puzzles",
        ),
        (
            &none,
            [2, 3, 0, 1],
            "page 1, grid 1: found the answer before its puzzle (and 3 other answers), expected ",
        ),
    ] {
        let (said, code) = judged(book, &order);
        assert!(code == 1 && said.contains(expected), "{order:?}: {expected}: {said}");
        assert_eq!(judged(book, &[0, 1, 2, 3]).1, 0);
    }
    // A text names the page on which the answers begin: here it is in the heading of puzzle 2.
    let heading = |number: usize| match number {
        2 => "Puzzle 2 (answers from page 1)".to_owned(),
        number => format!("Puzzle {number}"),
    };
    let declared = headed(heading, |number| format!("Answer {number}"));
    let (said, code) = judged(&declared, &[2, 3, 0, 1]);
    assert_eq!(code, 0, "{said}");
}

/// A page number with another digit, in a PDF alone: also one that repeats or rises, and at the ends of the book.
#[test]
fn wrong_page_number_is_found_without_catalogue() {
    let bench = Bench::new();
    let judged = |feet: &[&str]| {
        let book = numbered(|number| number.to_string(), |number| number.to_string(), feet);
        fs::write(bench.path("f.pdf"), book).unwrap();
        let said = bench.run("verify f.pdf");
        (String::from_utf8(said.stdout).unwrap(), said.status.code().unwrap())
    };
    for right in
        [["5", "6", "7", "8"], ["v", "vi", "7", "8"], ["9", "9", "9", "9"], ["5", "6", "", "8"]]
    {
        let (said, code) = judged(&right);
        assert_eq!(code, 0, "{right:?}: {said}");
    }
    for (wrong, place) in [
        (["5", "8", "7", "8"], "page 2 (printed 8): found page number 8 after 5 and before 7"),
        (["5", "7", "7", "8"], "page 2 (printed 7): found page number 7 after 5 and before 7"),
        (["5", "6", "6", "8"], "page 3 (printed 6): found page number 6 after 6 and before 8"),
        (["5", "9", "7", "8"], "page 2 (printed 9): found page number 9 after 5 and before 7"),
        (["5", "6", "7", "3"], "page 4 (printed 3): found page number 3 after 7"),
        (["5", "6", "7", "9"], "page 4 (printed 9): found page number 9 after 7"),
        (["3", "6", "7", "8"], "page 1 (printed 3): found page number 3 before 6"),
        (
            ["15", "16", "11", "18"],
            "page 3 (printed 11): found page number 11 after 16 and before 18",
        ),
    ] {
        let (said, code) = judged(&wrong);
        assert!(
            code == 1 && said.contains(&format!("{place}, expected page numbers")),
            "{wrong:?}: {said}"
        );
        assert_eq!(said.matches("found page number").count(), 1, "{said}");
    }
}

/// The same puzzle on two pages is named by the place of the first one where grids have no numbers.
#[test]
fn puzzles_without_numbers_that_come_twice_are_found() {
    let bench = Bench::new();
    let none = headed(|_| String::new(), |_| String::new());
    fs::write(bench.path("f.pdf"), in_order(&none, &[0, 0, 1, 2, 3])).unwrap();
    let said = verify(&bench, "f.pdf", 1);
    let expected = "f.pdf, page 2, grid 1: found grid 1 of f.pdf on page 1 again, expected ";
    assert!(said.contains(expected), "{said}");
}

/// Four hundred grids below two hundred thousand marks would have taken hours.
#[test]
fn page_of_many_marks_ends_at_a_limit() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut content = String::new();
    for i in 0..20 {
        content += &grid(line, 20.0 + 28.0 * f64::from(i % 20), 600.0, 3.0, "1");
    }
    // Lines that are none of a grid, over all of it.
    for i in 0..60_000 {
        content += &format!("20 {} m 600 {} l S\n", 590 + i % 27, 630 + i % 25);
    }
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let fonts = dictionary! { "Font" => dictionary! { "F" => font } };
    let bytes = bound(document, [(dictionary! { "Resources" => fonts }, content)], dictionary! {});
    let volume = proof::verify::any_volume(&"f.pdf".into(), &bytes, 1).unwrap();
    let found: Vec<_> = volume.findings.iter().map(ToString::to_string).collect();
    let limit = "the page exceeds the processing limit (300,000,000 comparisons of marks)";
    assert!(found.iter().any(|found| found.contains(limit)), "{found:?}");
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
#[cfg_attr(not(has_poppler), ignore = "needs poppler")]
fn contents_name_the_pages_that_another_reader_finds() {
    let designs = [
        ("classic", "", "Contents", ["Beginner", "Easy", "Medium", "Hard", "Evil"].as_slice()),
        ("large-print", "--ladder human --levels 1-3", "Contents", &["Gentle", "Easy", "Medium"]),
        (
            "classic",
            "--ladder human --levels 1-3 --lang de",
            "Inhalt",
            &["Sehr", "Leicht", "Mittel"],
        ),
        ("classic", "--ladder human --levels 1-3 --lang ja", "目次", &["入門", "初級", "中級"]),
    ];
    for (template, flags, heading, levels) in designs {
        let bench = Bench::new();
        let run = format!("run --seed 7 --total 20 --template {template} {flags} --out out -q");
        bench.ends(&run, 0, "");
        let book = bench.path("out/book.pdf");
        let read = Command::new("pdftotext").arg("-layout").arg(&book).arg("-").output();
        let text = String::from_utf8(read.unwrap().stdout).unwrap();
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
                    front.push(at + 1 - number);
                    named.push(entry[0]);
                }
                // The page says its number itself.
                Err(_) => assert_eq!(pages[at].split_whitespace().last(), Some(*number)),
            }
        }
        named.pop();
        // Without roman numbers the parts before the levels have entries with numbers, too.
        assert!(named.ends_with(levels), "{template} {flags}: {named:?}");
        assert!(front.iter().all(|pages| *pages == front[0]), "{template} {flags}: {front:?}");
    }
}

/// Two puzzles, the whole book.
fn small_book() -> Vec<u8> {
    use book::{BookOptions, Section, Template};
    use std::sync::LazyLock;
    static BOOK: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = crate::support::puzzles::puzzle(line);
        let sections = [Section::new(grid::Level::Easy, vec![puzzle; 2])];
        let template = Template::builtin("classic").unwrap();
        let volumes =
            book::volumes(&template, "6x9".parse().unwrap(), &BookOptions::default(), &sections)
                .unwrap();
        let mut pdf = Vec::new();
        volumes[0].write(&mut pdf).unwrap();
        pdf
    });
    BOOK.clone()
}

/// A page with words in a font that every viewer has.
fn words(boxes: Dictionary, words: &[(&str, f64, f64)]) -> Vec<u8> {
    let mut document = Document::with_version("1.4");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let mut page = boxes;
    page.set("Resources", dictionary! { "Font" => dictionary! { "F" => font } });
    let word = |(text, x, y): &(&str, f64, f64)| format!("BT /F 8 Tf {x} {y} Td ({text}) Tj ET\n");
    bound(document, [(page, words.iter().map(word).collect())], Dictionary::new())
}

fn boxed(sides: [i64; 4]) -> Object {
    sides.map(Object::from).to_vec().into()
}

#[test]
fn page_box_is_crop_box_or_media_box() {
    let (media, crop) = ([100, 50, 712, 842], [110, 60, 700, 800]);
    let both = dictionary! { "MediaBox" => boxed(media), "CropBox" => boxed(crop) };
    for (boxes, expected) in [
        (both, Some(crop)),
        (dictionary! { "MediaBox" => boxed(media) }, Some(media)),
        (Dictionary::new(), None),
    ] {
        let pdf = Pdf::open(&words(boxes, &[("text", 300.0, 400.0)])).unwrap();
        let found = pdf.page_box(0).map(|sides| sides.map(|side| side as i64));
        assert_eq!(found, expected);
        assert_eq!((pdf.page_box(1), pdf.is_booklet(), pdf.page_count()), (None, false, 1));
    }
}

/// A number is a page number only in the top 12 % and the bottom 12 % of its page. Here the lower edge is at 1,000 points.
#[test]
fn page_number_is_found_on_a_shifted_page() {
    let boxes = || dictionary! { "MediaBox" => boxed([100, 1_000, 700, 2_000]) };
    for (y, is_number) in [(1_119.0, true), (1_121.0, false), (1_879.0, false), (1_881.0, true)] {
        let pdf = Pdf::open(&words(boxes(), &[("12", 400.0, y)])).unwrap();
        let page = pdf.page(0).unwrap();
        assert_eq!(page.folio.as_deref() == Some("12"), is_number, "{y}");
        assert_eq!(page.lines, ["12"]);
    }
}

/// Sheets of a class repeat their numbers in each volume, and each run begins with 1.
#[test]
fn answers_apart_are_those_of_their_volume() {
    let bench = Bench::new();
    for (flags, small) in [
        ("--levels 2 --total 4 --sheets 4", false),
        ("--levels 2 --total 4 --template classroom --sheets 4", false),
        ("--quota 4x4:1=4 --sheets 4", true),
        ("--levels 2 --total 4 --names Ada,Ben,Cem,Dan", false),
    ] {
        bench.ends(&format!("run {flags} --volumes 2 --seed 3 --out a --force puzzles -q"), 0, "");
        verify(&bench, "a", 0);
        let files = "a/book-01.pdf a/answers-01.pdf a/book-02.pdf a/answers-02.pdf";
        verify(&bench, files, 0);
        // Each volume has the answers of the other one.
        let [first, second] = ["a/answers-01.pdf", "a/answers-02.pdf"].map(|name| bench.path(name));
        fs::rename(&first, bench.path("kept.pdf")).unwrap();
        fs::rename(&second, &first).unwrap();
        fs::rename(bench.path("kept.pdf"), &second).unwrap();
        let said = verify(&bench, "a", 1);
        for name in ["a/answers-01.pdf", "a/answers-02.pdf"] {
            let is_of_answer = |line: &str| {
                line.starts_with(name)
                    && line.contains("puzzle 1: found")
                    && line.contains("answer")
            };
            assert!(small || said.lines().any(is_of_answer), "{flags}: {said}");
        }
        verify(&bench, "a/book-01.pdf a/answers-02.pdf", 0);
        let said = verify(&bench, "a/book-01.pdf a/answers-01.pdf", 1);
        assert!(said.contains("puzzle 1: found"), "{flags}: {said}");
    }
    for seed in [3, 4, 5] {
        let run = "run --levels 2 --total 4 --answers apart -q";
        bench.ends(&format!("{run} --seed {seed} --out s{seed}"), 0, "");
    }
    let files = "s3/book.pdf s3/answers.pdf s4/book.pdf s4/answers.pdf";
    verify(&bench, files, 0);
    let said = verify(&bench, &format!("{files} s5/answers.pdf"), 1);
    let is_of_fifth = |line: &str| line.starts_with("s5/answers.pdf, page 1, puzzle ");
    assert_eq!(said.lines().filter(|line| is_of_fifth(line)).count(), 4, "{said}");
}
