//! Excel workbooks that people bring: what is read of them, and what hostile ones end with.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SEVENTEEN, SOLUTION};
use crate::support::readback::sheets;
use crate::support::studio::RunningStudio;
use std::fs;
use std::io::Write as _;
use tables::PuzzleSheets;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// A sheet: its state and its rows, each with its number from 1 and its cells as XML.
struct Sheet<'a> {
    state: &'a str,
    rows: Vec<(u32, String)>,
}

impl Sheet<'_> {
    fn visible(rows: Vec<(u32, String)>) -> Self {
        Sheet { state: "visible", rows }
    }

    fn xml(&self) -> String {
        let row = |(number, cells): &(u32, String)| format!("<row r=\"{number}\">{cells}</row>");
        let rows: String = self.rows.iter().map(row).collect();
        format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")
    }
}

/// A cell with text in it.
fn text(place: &str, text: &str) -> String {
    format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
}

fn number(place: &str, digits: &str) -> String {
    format!("<c r=\"{place}\"><v>{digits}</v></c>")
}

/// A cell with the shared text of this number.
fn shared(place: &str, at: usize) -> String {
    format!("<c r=\"{place}\" t=\"s\"><v>{at}</v></c>")
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn workbook(sheets: &[Sheet<'_>], texts: &[&str]) -> Vec<u8> {
    let entry = |(at, sheet): (usize, &Sheet<'_>)| {
        let state = sheet.state;
        format!("<sheet name=\"s{at}\" sheetId=\"{at}\" state=\"{state}\" r:id=\"r{at}\"/>")
    };
    let entries: String = (1..).zip(sheets).map(entry).collect();
    let list = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{entries}</sheets></workbook>"
    );
    let link = |at: usize| {
        format!(
            "<Relationship Id=\"r{at}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{at}.xml\"/>"
        )
    };
    let links: String = (1..=sheets.len()).map(link).collect();
    let links = format!("<Relationships xmlns=\"{PACKAGE}\">{links}</Relationships>");
    let root = format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" \
         Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let texts: String = texts.iter().map(|text| format!("<si><t>{text}</t></si>")).collect();
    let texts = format!("<sst xmlns=\"{MAIN}\">{texts}</sst>");
    let sheets: Vec<_> = sheets.iter().map(Sheet::xml).collect();
    let names: Vec<_> =
        (1..=sheets.len()).map(|at| format!("xl/worksheets/sheet{at}.xml")).collect();
    let mut files: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", list.as_bytes()),
        ("xl/_rels/workbook.xml.rels", links.as_bytes()),
        ("xl/sharedStrings.xml", texts.as_bytes()),
    ];
    files.extend(names.iter().zip(&sheets).map(|(name, xml)| (&**name, xml.as_bytes())));
    zipped(&files)
}

/// Writes a workbook, and returns line and cells of each row that is read, or the error.
fn read(bytes: &[u8]) -> Vec<Result<(u64, String), String>> {
    let bench = Bench::new();
    fs::write(bench.path("a.xlsx"), bytes).unwrap();
    match PuzzleSheets::open(&bench.path("a.xlsx"), None) {
        Err(e) => vec![Err(e.to_string())],
        Ok(opened) => {
            let cells = |row: tables::TableRow| Ok((row.line, row.grid()?.to_string()));
            let say = |e: tables::ReadError| e.to_string();
            let rows = opened.sheets.into_iter().flat_map(|sheet| sheet.rows);
            rows.map(|row| row.and_then(cells).map_err(say)).collect()
        }
    }
}

fn found(line: u64, puzzle: &str) -> Result<(u64, String), String> {
    Ok((line, puzzle.to_owned()))
}

/// The cells of a row of a grid as numbers, from this column on.
fn digits(row: &str, number_of_row: u32, first: u8) -> String {
    let cell = |(at, digit): (u8, char)| {
        let place = format!("{}{number_of_row}", char::from(first + at));
        if digit == '.' { String::new() } else { number(&place, &digit.to_string()) }
    };
    (0..).zip(row.chars()).map(cell).collect()
}

#[test]
fn column_of_puzzles_is_found_by_its_name() {
    let rows = vec![
        (1, text("A1", "No") + &text("B1", "Puzzle") + &text("C1", "Solution")),
        (2, number("A2", "1") + &text("B2", PUZZLE) + &text("C2", SOLUTION)),
        (4, number("A4", "2") + &shared("B4", 1)),
    ];
    let bytes = workbook(&[Sheet::visible(rows)], &["unused", SEVENTEEN]);
    assert_eq!(read(&bytes), [found(2, PUZZLE), found(4, SEVENTEEN)]);
}

#[test]
fn range_of_81_cells_is_a_puzzle() {
    // SEVENTEEN has rows without a digit, which a sheet leaves out.
    let mut rows = Vec::new();
    for (puzzle, first) in [(PUZZLE, 3), (SEVENTEEN, 14)] {
        for (at, row) in (first..).zip(puzzle.as_bytes().chunks(9)) {
            let row = std::str::from_utf8(row).unwrap();
            if row != "........." {
                rows.push((at, digits(row, at, b'D')));
            }
        }
    }
    let bytes = workbook(&[Sheet::visible(rows)], &[]);
    assert_eq!(read(&bytes), [found(3, PUZZLE), found(14, SEVENTEEN)]);
}

#[test]
fn hidden_sheets_are_passed_over() {
    let one = |puzzle| vec![(1, text("A1", puzzle))];
    let sheets = [
        Sheet { state: "hidden", rows: one(PUZZLE) },
        Sheet { state: "veryHidden", rows: one(PUZZLE) },
        Sheet { state: "visible", rows: one(SEVENTEEN) },
    ];
    assert_eq!(read(&workbook(&sheets, &[])), [found(1, SEVENTEEN)]);
    let hidden = [Sheet { state: "hidden", rows: one(PUZZLE) }];
    let said = read(&workbook(&hidden, &[]));
    assert_eq!(
        said,
        [Err("the Excel workbook has no visible sheet; show the sheet of puzzles".to_owned())]
    );
}

#[test]
fn hidden_sheets_with_puzzles_are_named() {
    let bench = Bench::new();
    let hidden = |texts: &[&str]| Sheet { state: "hidden", ..column(texts) };
    save(&bench, "a.xlsx", &[hidden(&[PUZZLE]), column(&[SEVENTEEN]), hidden(&["Read me"])]);
    bench.ends(
        "verify a.xlsx",
        0,
        "did not read the hidden sheet `s1`, which has grids; unhide it",
    );
    // Empty visible sheets hide no hidden one.
    save(&bench, "b.xlsx", &[hidden(&[PUZZLE]), column(&[]), hidden(&[SOLUTION])]);
    let words = "did not read the hidden sheets `s1` and `s3`, which have grids; unhide them";
    bench.ends("transform b.xlsx", 1, words);
    save(&bench, "c.xlsx", &[column(&[PUZZLE]), hidden(&["Read me"])]);
    assert_eq!(bench.run("verify c.xlsx").stderr, b"");
}

#[test]
fn sheet_with_a_cut_grid_is_named() {
    let bench = Bench::new();
    let cut = |remedy: &str| {
        let rows = (1..10).map(|row| {
            let cells = &PUZZLE[9 * (row as usize - 1)..][..8];
            (row, digits(cells, row, b'A') + &text(&format!("I{row}"), remedy))
        });
        Sheet::visible(rows.collect())
    };
    let words = "a.xlsx, sheet s2:1:1: expected a grid whose first row and column can be told, \
                 found an empty row or column at its edge; write its empty cells as dots";
    save(&bench, "a.xlsx", &[column(&[SEVENTEEN]), cut("")]);
    bench.ends("book a.xlsx --out b.pdf", 1, words);
    let words = "alone.xlsx:1:1: expected a grid whose first row and column can be told";
    save(&bench, "alone.xlsx", &[cut("")]);
    bench.ends("book alone.xlsx --out b.pdf", 1, words);
    // The remedy makes it a grid.
    save(&bench, "dots.xlsx", &[cut(".")]);
    let table = String::from_utf8(bench.run("transform dots.xlsx").stdout).unwrap();
    assert_eq!(table.trim_end().len(), 81, "{table}");
}

#[test]
fn title_without_a_value_is_refused() {
    let bench = Bench::new();
    let table = |title: String| {
        let header = (1, text("A1", "puzzle") + &text("B1", "Titel"));
        Sheet::visible(vec![header, (2, text("A2", PUZZLE) + &title)])
    };
    for (title, words) in [
        (formula("B2", ""), "column `Titel`: expected a value, found a formula without one"),
        ("<c r=\"B2\" t=\"e\"><v>#REF!</v></c>".into(), "expected a value, found #REF!"),
        (text("B2", "2026-02-30"), "expected a date of the calendar, found \"2026-02-30\""),
    ] {
        save(&bench, "a.xlsx", &[table(title)]);
        bench.ends("book a.xlsx --out b.pdf", 1, words);
    }
    save(&bench, "a.xlsx", &[table(formula("B2", "<v>Swan</v>"))]);
    bench.ends("book a.xlsx --out b.pdf", 0, "");
}

#[test]
fn rounded_puzzle_is_named_with_its_row() {
    let rows = vec![
        (1, text("A1", "puzzle")),
        (2, number("A2", "5.30070000195E+80")),
        (3, text("A3", PUZZLE)),
    ];
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    let error = said[0].as_ref().unwrap_err();
    assert!(error.contains("line 2") && error.contains("5.30070000195E80"), "{error}");
    assert_eq!(said[1..], [found(3, PUZZLE)]);
}

#[test]
fn line_ends_and_quotes_stay_inside_their_cells() {
    let in_rows: Vec<_> =
        PUZZLE.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
    let rows = vec![
        (1, text("A1", "name") + &text("B1", "puzzle")),
        (2, text("A2", "5&quot;, a&#10;b;c") + &text("B2", &in_rows.join("&#13;&#10;"))),
        (3, text("A3", "next") + &text("B3", SEVENTEEN)),
    ];
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    assert_eq!(said, [found(2, PUZZLE), found(3, SEVENTEEN)]);
}

#[test]
fn far_cell_takes_neither_time_nor_memory() {
    let rows = vec![(1, text("A1", PUZZLE)), (1_048_576, text("XFD1048576", "far"))];
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    assert_eq!(said[0], found(1, PUZZLE));
}

/// One far cell gave all rows so many fields that the names of the columns were no header.
#[test]
fn far_cell_leaves_the_header_a_header() {
    let rows = |far: &str| {
        let named = text("A1", "Puzzle") + &text("B1", "Title") + &text("C1", "Date");
        let first = text("A2", PUZZLE) + &text("B2", "Rain") + &text("C2", "2027-01-02");
        let second = text("A3", SEVENTEEN) + &text("B3", "Snow");
        vec![(1, named), (2, first), (3, second), (1_048_576, text(far, "far"))]
    };
    let bench = Bench::new();
    for far in ["XFD1048576", "KZ1048576"] {
        save(&bench, "a.xlsx", &[Sheet::visible(rows(far))]);
        let read = "transform a.xlsx --columns puzzle,title,date --format csv";
        let (code, csv, said) = fed(&bench, read, "");
        let rows = format!("Puzzle,Title,Date\n{PUZZLE},Rain,2027-01-02\n{SEVENTEEN},Snow,\n");
        assert_eq!((code, csv), (1, rows), "{said}");
        assert!(said.contains("a.xlsx:1048576:") && !said.contains("skipped"), "{said}");
    }
}

/// 4 GiB of blanks, or of texts, in 4 MB of file.
#[test]
fn workbook_that_expands_without_end_is_refused() {
    let padding = vec![b' '; 70 << 20];
    for (name, limit) in [
        ("xl/sharedStrings.xml", 32),
        ("xl/worksheets/sharedStrings.xml", 32),
        ("xl/worksheets/sheet1.xml", 64),
        ("xl/media/picture.png", 64),
    ] {
        let bytes = zipped(&[("[Content_Types].xml", b"<Types/>"), (name, &padding)]);
        assert!(bytes.len() < 100_000);
        let said = read(&bytes);
        let error = said[0].as_ref().unwrap_err();
        let words = format!("unpacks to more than {limit} MiB");
        assert!(error.contains(&words), "{name}: {error}");
    }
    // A cell that is far to the right in each of many rows.
    let far = (1..=9_000).map(|row| (row, text(&format!("XFD{row}"), "x"))).collect::<Vec<_>>();
    let near = vec![(1, text("A1", "x"))];
    let rows = near.into_iter().chain(far.into_iter().skip(1)).collect();
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    let error = said[0].as_ref().unwrap_err();
    assert!(error.contains("unpacks to more than 32 MiB"), "{error}");
}

/// The reader made a line for each row before a cell, and a field for each column.
#[test]
fn cells_outside_of_excel_are_refused() {
    for place in ["A1048577", "A4294967295", "XFE2", "FXSHRXW2", "ZZZZZZ4000000000"] {
        let rows = vec![(1, text("A1", PUZZLE)), (2, text(place, "far"))];
        let said = read(&workbook(&[Sheet::visible(rows)], &[]));
        let error = said[0].as_ref().unwrap_err();
        let words = "damaged or cut off: expected cells up to row 1048576 and column 16384, found";
        assert!(error.contains(words), "{place}: {error}");
    }
}

/// The reader made room for as many texts as the file states.
#[test]
fn stated_number_of_texts_is_not_trusted() {
    let rows = vec![(1, shared("A1", 0))];
    let whole = workbook(&[Sheet::visible(rows)], &[PUZZLE]);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&whole)).unwrap();
    for (attribute, is_refused) in [
        ("uniqueCount=\"1\"", false),
        ("uniqueCount=\"99999999999999\"", true),
        ("count=\"1\" uniqueCount = '4000000000'", true),
    ] {
        let mut files = Vec::new();
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at).unwrap();
            let mut content = String::new();
            std::io::Read::read_to_string(&mut entry, &mut content).unwrap();
            let content = content.replace("<sst ", &format!("<sst {attribute} "));
            files.push((entry.name().unwrap().into_owned(), content.into_bytes()));
        }
        let files: Vec<_> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        let said = read(&zipped(&files));
        assert_eq!(said[0].is_err(), is_refused, "{attribute}: {said:?}");
        if let Err(error) = &said[0] {
            assert!(error.contains("shared texts, found"), "{error}");
        }
    }
}

/// A row with more cells than a sheet has columns took thirty times its bytes.
#[test]
fn row_that_repeats_its_cells_is_refused() {
    let cells = text("A1", "x").repeat(20_000);
    let said = read(&workbook(&[Sheet::visible(vec![(1, cells)])], &[]));
    let error = said[0].as_ref().unwrap_err();
    assert!(error.contains("row 1 has a cell twice"), "{error}");
}

#[test]
fn damaged_workbook_is_named_as_one() {
    let whole = workbook(&[Sheet::visible(vec![(1, text("A1", PUZZLE))])], &[]);
    let cut = &whole[..whole.len() - 30];
    // A byte of the packed sheet, whose checksum is wrong then.
    let sheet = whole.windows(10).position(|bytes| bytes == b"sheet1.xml").unwrap();
    let mut changed = whole.clone();
    changed[sheet + 40] ^= 0x55;
    let unordered = vec![(2, text("A2", PUZZLE)), (1, text("A1", PUZZLE))];
    let unordered = workbook(&[Sheet::visible(unordered)], &[]);
    for bytes in [cut, &changed, &unordered, &zipped(&[("xl/workbook.xml", b"<a")])] {
        let said = read(bytes);
        let error = said[0].as_ref().unwrap_err();
        assert!(error.starts_with("the Excel workbook is damaged or cut off: "), "{error}");
    }
}

#[test]
fn commands_read_workbooks_from_files_alone() {
    let bench = Bench::new();
    let rows = vec![(1, text("A1", PUZZLE)), (2, text("A2", &SEVENTEEN.replacen('1', ".", 1)))];
    fs::write(bench.path("mine.xlsx"), workbook(&[Sheet::visible(rows)], &[])).unwrap();
    bench.ends("verify mine.xlsx", 1, "1 problem in 2 puzzles");
    let solved = bench.run("solve mine.xlsx");
    assert!(String::from_utf8(solved.stdout).unwrap().contains(SOLUTION));
    // A workbook has its directory at its end, which a pipe does not have yet.
    let (code, _, said) = crate::support::program::fed(&bench, "solve", bench.read("mine.xlsx"));
    let expected = "found an Excel workbook; name the file; a workbook is not read from a pipe";
    assert!(code == 1 && said.contains(expected), "{said}");
    // What this program writes is read again, each value.
    bench.ends("generate --seed 7 --count 2 --quiet --out a.csv", 0, "");
    bench.ends("generate --seed 7 --count 2 --quiet --format xlsx --out a.xlsx", 0, "");
    for command in ["transform --canonical", "rate", "solve"] {
        let of = |file: &str| bench.run(&format!("{command} {file}")).stdout;
        assert_eq!(of("a.xlsx"), of("a.csv"), "{command}");
    }
}

/// A sheet with these texts below each other.
fn column(texts: &[&str]) -> Sheet<'static> {
    let rows = (1..).zip(texts).map(|(row, cell)| (row, text(&format!("A{row}"), cell)));
    Sheet::visible(rows.collect())
}

fn save(bench: &Bench, name: &str, sheets: &[Sheet<'_>]) {
    fs::write(bench.path(name), workbook(sheets, &[])).unwrap();
}

#[test]
fn all_sheets_with_puzzles_are_read_in_order() {
    let bench = Bench::new();
    let april = Sheet::visible(vec![
        (1, text("A1", "Titel") + &text("B1", "Rätsel")),
        (2, text("A2", "Der Schwan") + &text("B2", SEVENTEEN)),
    ]);
    let sheets = [column(&["Read me"]), column(&["puzzle", PUZZLE]), april, column(&["A note"])];
    save(&bench, "two.xlsx", &sheets);
    let words = "two.xlsx: found no puzzles in the sheets `s1` and `s4`";
    bench.ends("verify two.xlsx", 0, words);
    let table = String::from_utf8(bench.run("transform two.xlsx --format csv").stdout).unwrap();
    assert_eq!(table, format!("puzzle,Titel\n{PUZZLE},\n{SEVENTEEN},Der Schwan\n"));
    // Empty sheets need no mention, and one sheet no name.
    save(&bench, "one.xlsx", &[column(&[PUZZLE]), column(&[])]);
    assert_eq!(bench.run("verify one.xlsx").stderr, b"");
}

#[test]
fn messages_name_the_sheet_of_a_row() {
    let bench = Bench::new();
    let damaged = format!("{}x", &PUZZLE[..70]);
    let sheets = [column(&["puzzle", PUZZLE]), column(&["puzzle", PUZZLE, &damaged])];
    save(&bench, "a.xlsx", &sheets);
    bench.ends("book a.xlsx --out b.pdf", 1, "a.xlsx, sheet s2:3: column `puzzle`");
    let said = String::from_utf8(bench.run("verify a.xlsx").stdout).unwrap();
    let words = "a.xlsx, sheet s2:2, column puzzle: the puzzle of a.xlsx, sheet s1:2";
    assert!(said.contains(words), "{said}");
    save(&bench, "twice.xlsx", &[column(&[PUZZLE]), column(&[PUZZLE])]);
    bench.ends("book twice.xlsx --out b.pdf", 1, "found that of twice.xlsx, sheet s1:1 again");
}

#[test]
fn studio_names_the_sheet_of_a_fault() {
    let studio = RunningStudio::start();
    let sheets = [column(&["Read me"]), column(&[PUZZLE]), column(&[SEVENTEEN, PUZZLE])];
    let read = studio.send_file("/api/read", "", "a.xlsx", &workbook(&sheets, &[]));
    let fault = &read["faults"][0];
    assert_eq!(fault["place"], "Sheet s3, line 2", "{read}");
    let again = "the puzzle of line 1 of the sheet s2 again";
    assert!(fault["text"].as_str().unwrap().starts_with(again), "{read}");
    let notes = read["notes"].to_string();
    assert!(notes.contains("found no puzzles in the sheet `s1`"), "{notes}");
}

#[test]
fn sheet_of_solutions_is_compared_with_puzzles() {
    let bench = Bench::new();
    let grid: String = SOLUTION.chars().rev().collect();
    let other = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    let turned: String = PUZZLE.chars().rev().collect();
    let puzzles = || column(&["puzzle", PUZZLE, &turned]);
    save(&bench, "good.xlsx", &[puzzles(), column(&["Solutions", SOLUTION, &grid])]);
    let words = "good.xlsx: took the solutions from the sheet `s2`";
    bench.ends("verify --allow-duplicates good.xlsx", 0, words);
    let solved = String::from_utf8(bench.run("solve good.xlsx").stdout).unwrap();
    assert_eq!(solved, format!("{SOLUTION}\n{grid}\n"));
    // A sheet for each puzzle, and one for all solutions.
    let each = [column(&[PUZZLE]), column(&[&turned]), column(&[SOLUTION, &grid])];
    save(&bench, "each.xlsx", &each);
    bench.ends("verify --allow-duplicates each.xlsx", 0, "from the sheet `s3`");
    for (solutions, words) in [
        (vec!["Solutions", SOLUTION, &other], "sheet s2:3: expected the solution of the puzzle"),
        (vec!["Solutions", SOLUTION, &grid, &other], "sheet s2:4: expected as many solutions"),
        (vec!["Solutions", &grid, SOLUTION], "found that of the puzzle in the sheet `s1`, row 2"),
    ] {
        save(&bench, "bad.xlsx", &[puzzles(), column(&solutions)]);
        let said = String::from_utf8(bench.run("verify bad.xlsx").stdout).unwrap();
        assert!(said.contains(words), "{said}");
        bench.ends("book --allow-duplicates bad.xlsx --out b.pdf", 1, words);
    }
}

#[test]
fn sheet_of_solutions_stands_behind_its_puzzles() {
    let bench = Bench::new();
    save(&bench, "a.xlsx", &[column(&["Solutions", SOLUTION]), column(&["puzzle", PUZZLE])]);
    let words = "a.xlsx, sheet s1:2: expected solutions behind their puzzles and in their order, \
                 found that of the puzzle in the sheet `s2`, row 2 at another place; move the sheet";
    bench.ends("book a.xlsx --out b.pdf", 1, words);
    save(&bench, "a.xlsx", &[column(&["puzzle", PUZZLE]), column(&["Solutions", SOLUTION])]);
    bench.ends("book a.xlsx --out b.pdf", 0, "took the solutions from the sheet `s2`");
}

/// A cell with a formula, and its value if it has one.
fn formula(place: &str, value: &str) -> String {
    format!("<c r=\"{place}\"><f>SUM(A1:A2)</f>{value}</c>")
}

#[test]
fn cells_without_values_are_named() {
    let header = (1, text("A1", "puzzle") + &text("B1", "count"));
    let good = (2, text("A2", PUZZLE) + &formula("B2", ""));
    let read_row = |cells: String| {
        read(&workbook(&[Sheet::visible(vec![header.clone(), good.clone(), (3, cells)])], &[]))
    };
    for (cells, words) in [
        (formula("A3", ""), "found a formula without one; open the file in a spreadsheet program"),
        (formula("A3", "<v></v>"), "found a formula without one"),
        (
            "<c r=\"A3\" t=\"e\"><f>B9</f><v>#REF!</v></c>".into(),
            "found #REF!, an error of a spreadsheet",
        ),
        (text("A3", "#N/A"), "found #N/A, an error of a spreadsheet"),
        (text("B3", "total: 1"), "the row has \"total: 1\": delete it if it is a total or a note"),
    ] {
        let said = read_row(cells);
        assert_eq!(said[0], found(2, PUZZLE));
        let error = said[1].as_ref().unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    // A grid of cells whose middle is a formula is no grid with an empty cell there.
    let rows = (0..9).map(|row| (row + 1, digits(&PUZZLE[9 * row as usize..][..9], row + 1, b'A')));
    let mut rows: Vec<_> = rows.collect();
    rows[4].1 += &formula("E5", "");
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    let error = said[0].as_ref().unwrap_err();
    assert!(error.contains("found a formula without one"), "{error}");
}

#[test]
fn spreadsheets_of_other_kinds_are_named() {
    let bench = Bench::new();
    // The header of a compound file, and a directory in its third sector.
    let mut locked = vec![0; 2048];
    locked[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    locked[30] = 9;
    locked[48] = 2;
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let old = locked.clone();
    locked[1536..1536 + name.len()].copy_from_slice(&name);
    let numbers = zipped(&[("preview.jpg", &[7; 100]), ("Index/Document.iwa", b"x")]);
    let binary = zipped(&[("[Content_Types].xml", b"<x/>"), ("xl/workbook.bin", b"x")]);
    for (name, bytes, words) in [
        ("locked.xlsx", locked, "the Excel workbook has a password; open it, remove the password"),
        ("old.xls", old, "found an old Excel or Word file"),
        ("list.numbers", numbers, "found a document of Apple Numbers; export it as CSV or Excel"),
        ("list.xlsb", binary, "found a binary Excel workbook (.xlsb); save it as"),
    ] {
        fs::write(bench.path(name), bytes).unwrap();
        bench.ends(&format!("solve {name}"), 1, words);
    }
}

#[test]
fn workbook_of_any_ids_is_exported() {
    let bench = Bench::new();
    fs::write(bench.path("c.csv"), format!("id,puzzle\nPuzzle 1,{PUZZLE}\n")).unwrap();
    bench.ends("export xlsx c.csv --out sheets", 0, "1 puzzle");
    let table = bench.path("sheets/data.xlsx");
    let mut sheets = PuzzleSheets::open(&table, None).unwrap().sheets;
    let row = sheets[0].rows.next().unwrap().unwrap();
    assert_eq!(sheets.len(), 1);
    assert_eq!(row.get("id"), Some("Puzzle 1"));
    // Files of each puzzle need names; the remedy of the message gives them.
    bench.ends("export svg c.csv --out drawings", 1, "--name {number} names files by number");
    bench.ends("export svg c.csv --out drawings --name {number}", 0, "1 puzzle");
}

#[test]
fn grids_of_a_laid_out_sheet_are_found() {
    let cells = |row: u32, first: u8| digits(&PUZZLE[9 * (row as usize - 2)..][..9], row, first);
    let title = (1, text("A1", "Puzzle 1") + &text("K1", "Puzzle 2"));
    let rows = (2..11).map(|row| (row, cells(row, b'A') + &cells(row, b'K')));
    let rows = std::iter::once(title).chain(rows).collect();
    let said = read(&workbook(&[Sheet::visible(rows)], &[]));
    assert_eq!(said, [found(2, PUZZLE), found(2, PUZZLE)]);
}

/// A formula without a value was told from a text by its equals sign alone.
#[test]
fn text_with_equals_sign_is_a_title() {
    let bench = Bench::new();
    let titled = |cell: String| {
        let header = (1, text("A1", "title") + &text("B1", "puzzle"));
        Sheet::visible(vec![header, (2, cell + &text("B2", PUZZLE))])
    };
    for title in ["=cmd", "=formula", "=A1", "-1+1", "'=cmd"] {
        save(&bench, "a.xlsx", &[titled(text("A2", title))]);
        bench.ends("verify a.xlsx", 0, "");
        bench.ends("book a.xlsx --out b.pdf --force", 0, "");
        let printed = title.trim_start_matches('\'');
        let pages = sheets(&bench.read("b.pdf"));
        assert!(pages.iter().any(|page| page.text().contains(printed)), "{title}");
        // A spreadsheet that opens an export runs no formula.
        bench.ends("export svg a.xlsx --out e --force", 0, "");
        let table = String::from_utf8(bench.read("e/data.csv")).unwrap();
        assert!(table.contains(&format!(",'{printed},")), "{table}");
        let list = String::from_utf8(bench.run("transform a.xlsx --format csv").stdout).unwrap();
        assert!(list.contains(&format!("\n'{printed},")), "{list}");
    }
    save(&bench, "a.xlsx", &[titled(formula("A2", ""))]);
    bench.ends("book a.xlsx --out b.pdf --force", 1, "found a formula without one");
}

/// A file of openpyxl has formulas without values; their texts are no values.
#[test]
fn transform_names_formula_without_a_value() {
    let bench = Bench::new();
    let header = (1, text("A1", "puzzle") + &text("B1", "n") + &text("C1", "double"));
    let saved = (2, text("A2", PUZZLE) + &number("B2", "1") + &formula("C2", "<v>2</v>"));
    let unsaved = (3, text("A3", SEVENTEEN) + &number("B3", "2") + &formula("C3", ""));
    save(&bench, "a.xlsx", &[Sheet::visible(vec![header, saved, unsaved])]);
    for format in ["csv", "jsonl"] {
        let (code, list, said) = fed(&bench, &format!("transform a.xlsx --format {format}"), "");
        assert_eq!(code, 1, "{said}");
        let words = "a.xlsx:3: column `double`: expected a value, found a formula without one";
        assert!(said.contains(words), "{said}");
        assert!(list.contains(PUZZLE) && !list.contains(SEVENTEEN), "{list}");
        assert!(!list.contains("formula"), "{list}");
        // The column that has it may be left out.
        let command = format!("transform a.xlsx --columns puzzle,n --format {format}");
        let (code, list, said) = fed(&bench, &command, "");
        assert_eq!((code, &*said), (0, ""));
        assert!(list.contains(SEVENTEEN), "{list}");
    }
}

/// Each open sheet had a buffer of 64 KiB: 6,000 took 414 MB.
#[cfg(target_os = "linux")]
#[test]
fn workbook_of_many_sheets_needs_little_memory() {
    let bench = Bench::new();
    let sheets: Vec<_> = (0..4000).map(|_| column(&["puzzle", PUZZLE])).collect();
    save(&bench, "a.xlsx", &sheets);
    let program = crate::support::program::program();
    let line = format!("ulimit -v 300000; exec '{program}' solve a.xlsx --threads 2");
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(bench.path("")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert_eq!(output.stdout.split(|byte| *byte == b'\n').count(), 4001);
}
