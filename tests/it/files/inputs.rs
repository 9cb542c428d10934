//! Files that people bring: each kind is read or named, whatever surrounds the puzzles and whatever byte is damaged.

use crate::support::program::{Bench, fed};
use crate::support::puzzles::{PUZZLE, SEVENTEEN, SOLUTION, grid};
use grid::{AnyGrid, Digit, Grid};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use std::fs;
use std::io::Write as _;
use tables::compress::{Codec, CompressingWriter};
use tables::{RowReader, TableRow};

/// A kind of file, with what `solve` reads of it.
struct Kind {
    name: &'static str,
    text: Vec<u8>,
    /// The number of digits of each puzzle that is read.
    digits: Vec<usize>,
    code: i32,
    /// Words on standard error; an empty text means that nothing is said.
    said: &'static str,
}

/// A file of which every line is used.
fn whole(name: &'static str, text: impl Into<Vec<u8>>, digits: &[usize]) -> Kind {
    Kind { name, text: text.into(), digits: digits.to_vec(), code: 0, said: "" }
}

/// A file with captions.
fn noted(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    digits: &[usize],
    said: &'static str,
) -> Kind {
    Kind { said, ..whole(name, text, digits) }
}

/// A file that is refused, wholly or in part.
fn refused(
    name: &'static str,
    text: impl Into<Vec<u8>>,
    digits: &[usize],
    said: &'static str,
) -> Kind {
    Kind { code: 1, ..noted(name, text, digits, said) }
}

fn rows(line: &str) -> Vec<String> {
    line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// The nine rows, each drawn, with line ends between.
fn drawn(line: &str, row: impl Fn(&[char]) -> String) -> String {
    let chars = |text: &String| text.chars().collect::<Vec<_>>();
    rows(line).iter().map(|text| row(&chars(text))).collect::<Vec<_>>().join("\n")
}

/// The cells with something between them, and blanks in another way.
fn joined(cells: &[char], blank: &str, between: &str) -> String {
    let cell = |c: &char| if *c == '.' { blank.to_owned() } else { c.to_string() };
    cells.iter().map(cell).collect::<Vec<_>>().join(between)
}

/// Blocks between bars.
fn blocks(cells: &[char], blank: &str, between: &str) -> String {
    cells.chunks(3).map(|block| joined(block, blank, between)).collect::<Vec<_>>().join("|")
}

/// Nine rows with a border above, below and between the bands.
fn framed(rows: &str, border: &str) -> String {
    let lines: Vec<&str> = rows.lines().collect();
    let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
    format!("{border}\n{}\n{border}\n", bands.join(&format!("\n{border}\n")))
}

fn utf_16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// The candidates that the digits leave, in groups.
fn candidates(line: &str, between: &str) -> String {
    let grid = grid(line);
    let group = |i: usize| match grid.cells()[i] {
        Some(digit) => digit.to_string(),
        None => {
            let sees = |j: usize| i / 9 == j / 9 || i % 9 == j % 9 || block(i) == block(j);
            let taken = |digit| (0..81).any(|j| sees(j) && grid.cells()[j] == Some(digit));
            let digits = Digit::ALL.into_iter().filter(|digit| !taken(*digit));
            digits.map(|digit| digit.to_string()).collect()
        }
    };
    let row = |row: usize| (0..9).map(|i| group(row * 9 + i)).collect::<Vec<_>>().join(between);
    (0..9).map(row).collect::<Vec<_>>().join("\n")
}

fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Puzzles in lines with other text.
fn lines() -> Vec<Kind> {
    let zeros = PUZZLE.replace('.', "0");
    vec![
        whole("a library of HoDoKu", format!(":0000:x:{PUZZLE}:::\n"), &[30]),
        refused(
            "placed digits",
            format!(":0500:1:+{}:::\n", PUZZLE.replace("53", "5+3")),
            &[28],
            "1 puzzle was read, 1 not shown to have exactly one solution",
        ),
        whole("hash, puzzle, rating", format!("0000018b0000 {zeros}  1.2\n"), &[30]),
        whole("number; puzzle; solution", format!("1;{PUZZLE};{SOLUTION}\n"), &[30]),
        whole("numbered lines", format!("1) {PUZZLE}\n2. {SEVENTEEN}\n"), &[30, 17]),
        whole("quoted lines", format!("\"{PUZZLE}\",\n'{SEVENTEEN}'\n"), &[30, 17]),
        whole("a rating behind", format!("{PUZZLE} # easy\n{PUZZLE};4.2;name\n"), &[30, 30]),
        whole("a link", format!("https://example.com/play?bd={zeros}&x=1\n"), &[30]),
        whole("SQL", format!("INSERT INTO p VALUES (7,'{zeros}','{SOLUTION}');\n"), &[30]),
        whole("JavaScript", format!("var all = [\"{PUZZLE}\", \"{SEVENTEEN}\"];\n"), &[30, 17]),
        noted(
            "OpenSudoku",
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{zeros}\"/>\n</opensudoku>"
            ),
            &[30],
            "skipped 3 lines that are no puzzles; the first is line 1: \"<?xml",
        ),
        whole("rows without a header", format!("{PUZZLE},{SOLUTION}\n{SEVENTEEN},\n"), &[30, 17]),
        whole("question marks", PUZZLE.replace('.', "?"), &[30]),
        whole("number signs", PUZZLE.replace('.', "#"), &[30]),
        whole("letters O", PUZZLE.replace('.', "O"), &[30]),
        whole("dashes", PUZZLE.replace('.', "-"), &[30]),
        whole("squares", PUZZLE.replace('.', "□"), &[30]),
        whole("middle dots", PUZZLE.replace('.', "·"), &[30]),
        whole("wide digits", wide(PUZZLE), &[30]),
        whole("81 fields", joined(&PUZZLE.chars().collect::<Vec<_>>(), "", ","), &[30]),
        whole("81 cells with spaces", joined(&zeros.chars().collect::<Vec<_>>(), "", " "), &[30]),
        refused(
            "a cell is missing",
            format!("{PUZZLE}\n:0000:x:{}:::\n{SEVENTEEN}\n", &PUZZLE[1..]),
            &[30, 17],
            ":2:9: expected 81 cells, found 80",
        ),
        refused(
            "a part of a puzzle",
            format!("{PUZZLE}\nNo. 2: {}\n", &PUZZLE[..24]),
            &[30],
            ":2:8: expected 81 cells, found 24",
        ),
        refused(
            "a cell too many",
            format!("{PUZZLE}\n{SEVENTEEN}5 # last\n"),
            &[30],
            ":2:1: expected 81 cells, found 82",
        ),
        refused(
            "a solution that lacks a cell",
            format!("{PUZZLE},{}\n", &SOLUTION[1..]),
            &[],
            ":1:83: expected 81 cells, found 80",
        ),
    ]
}

fn wide(line: &str) -> String {
    let wide = |c: char| match c {
        '.' => '．',
        digit => char::from_u32(digit as u32 - 0x30 + 0xff10).unwrap(),
    };
    line.chars().map(wide).collect()
}

/// Grids of nine lines.
fn drawings() -> Vec<Kind> {
    let nine = rows(PUZZLE).join("\n");
    let spaced = |line: &str| drawn(line, |row| row.iter().collect::<String>().replace('.', " "));
    let cell_boxes = {
        let rows = drawn(PUZZLE, |row| format!("│ {} │", joined(row, " ", " │ ")));
        let between = format!("├{}┤", ["───"; 9].join("┼"));
        rows.lines().collect::<Vec<_>>().join(&format!("\n{between}\n"))
    };
    let boxed = drawn(PUZZLE, |row| format!("| {} |", blocks(row, ".", " ").replace('|', " | ")));
    // A spreadsheet saves an empty row as separators, whether it is of a grid or not.
    let sheet = |line: &str| drawn(line, |row| joined(row, "", ","));
    let empty = ",,,,,,,,\n";
    let last = sheet(&format!("{}{}", ".".repeat(9), &SOLUTION[9..]));
    let sheets =
        format!("{}\n{empty}{}\n{empty}{empty}{last}\n{empty}", sheet(PUZZLE), sheet(SEVENTEEN));
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let labelled = |line: &str| drawn(line, |row| format!("R1: {}", joined(row, ".", "")));
    let full_row = format!("{}{}{}", &PUZZLE[..18], &SOLUTION[18..27], &PUZZLE[27..]);
    vec![
        whole("a full row behind a label", labelled(&full_row), &[36]),
        whole("commas", drawn(PUZZLE, |row| joined(row, "", ",")), &[30]),
        whole("semicolons", drawn(PUZZLE, |row| joined(row, "", ";")), &[30]),
        whole("tabs", drawn(PUZZLE, |row| joined(row, "", "\t")), &[30]),
        whole("tabs cut off", trimmed(&drawn(PUZZLE, |row| joined(row, "", "\t"))), &[30]),
        whole(
            "a first row of spaces",
            spaced(&format!("{}{}", ".".repeat(9), &SOLUTION[9..])),
            &[72],
        ),
        whole("sheets below each other", sheets, &[30, 17, 72]),
        whole("quoted fields", drawn(PUZZLE, |row| joined(row, "\"\"", ",")), &[30]),
        whole(
            "a list of lists",
            drawn(PUZZLE, |row| format!("[{}],", joined(row, "0", ", "))),
            &[30],
        ),
        whole("boxes of ASCII", framed(&boxed, "+-------+-------+-------+"), &[30]),
        whole(
            "boxes of SadMan",
            framed(&drawn(PUZZLE, |row| format!("|{}|", blocks(row, ".", ""))), "*-----------*"),
            &[30],
        ),
        whole(
            "boxes of Unicode",
            framed(&boxed.replace('|', "│"), "├───────┼───────┼───────┤"),
            &[30],
        ),
        whole("a box for each cell", cell_boxes, &[30]),
        whole("spaces in boxes", drawn(PUZZLE, |row| blocks(row, " ", " ")), &[30]),
        whole("spaces", spaced(PUZZLE), &[30]),
        whole("spaces cut off", trimmed(&spaced(PUZZLE)), &[30]),
        whole(
            "blocks with spaces",
            drawn(PUZZLE, |row| blocks(row, "0", "").replace('|', " ")),
            &[30],
        ),
        whole("no-break spaces", drawn(PUZZLE, |row| joined(row, ".", "\u{a0}")), &[30]),
        whole("Org", drawn(PUZZLE, |row| format!("| {} |", joined(row, " ", " | "))), &[30]),
        whole(
            "Markdown",
            format!(
                "{}\n{}\n{}",
                "| ".repeat(9) + "|",
                "|-".repeat(9) + "|",
                drawn(PUZZLE, |row| format!("|{}|", joined(row, " ", "|")))
            ),
            &[30],
        ),
        noted(
            "LaTeX",
            format!(
                "\\begin{{sudoku}}\n{}\n\\end{{sudoku}}\n",
                drawn(PUZZLE, |row| format!("|{}|.", joined(row, " ", "|")))
            ),
            &[30],
            "skipped 2 lines that are no puzzles; the first is line 1: \"\\\\begin{sudoku}\"",
        ),
        noted(
            "a web page",
            format!("<html><pre>\n{nine}\n</pre></html>\n"),
            &[30],
            "skipped 2 lines that are no puzzles; the first is line 1: \"<html><pre>\"",
        ),
        whole("dashes for blanks", nine.replace('.', "-"), &[30]),
        noted(
            "candidates",
            candidates(PUZZLE, " "),
            &[30],
            "read the candidates in line 1 as a puzzle: 30 cells with one candidate are givens, 51 \
             cells with",
        ),
        noted(
            "candidates in boxes",
            framed(&drawn_candidates(), "+-----+-----+-----+"),
            &[30],
            "read the candidates in line 2 as a puzzle: 30 cells",
        ),
        noted(
            "candidates twice",
            format!("{0}\n\n{0}\n", candidates(PUZZLE, "  ")),
            &[30, 30],
            "read 2 grids of candidates as puzzles, the first in line 1: 30 cells",
        ),
        refused(
            "a row of eight cells",
            nine.replacen("98....6.", "98...6.", 1),
            &[],
            ":3:9: expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), found 8",
        ),
        refused(
            "eight rows",
            format!("{}\n\n{nine}\n", rows(PUZZLE)[1..].join("\n")),
            &[30],
            ":1:1: expected 9 rows in the grid that begins here, found 8",
        ),
    ]
}

fn drawn_candidates() -> String {
    let row = |row: &str| {
        let groups: Vec<&str> = row.split(' ').collect();
        let blocks: Vec<String> = groups.chunks(3).map(|block| block.join("  ")).collect();
        format!("| {} |", blocks.join(" | "))
    };
    candidates(PUZZLE, " ").lines().map(row).collect::<Vec<_>>().join("\n")
}

/// Text around puzzles.
fn captions() -> Vec<Kind> {
    let (nine, other) = (rows(PUZZLE).join("\n"), rows(SEVENTEEN).join("\n"));
    // One solution, though its first row is empty.
    let below = ".........82.5.6.4...43.169.983.5.72....9.75.31..2634..3487..9.5..563..7..16...832";
    let below = |between| drawn(below, |row| joined(row, "", between));
    vec![
        noted(
            "titles",
            format!("Grid 01\n{nine}\nGrid 02\n{other}\n"),
            &[30, 17],
            "note: standard input: skipped 2 lines that are no puzzles; the first is line 1: \"Grid 01\"",
        ),
        noted(
            "percent signs",
            format!("% medium\n{nine}\n% hard\n{other}\n"),
            &[30, 17],
            "% medium",
        ),
        noted("a title as of a column", format!("Sudoku\n{nine}\n"), &[30], "line 1, which"),
        noted("a title of two words", format!("Grid, easy\n\n{nine}\n"), &[30], "\"Grid, easy\""),
        noted(
            "a title above a frame",
            format!("Puzzle\n+-------+\n{}\n", drawn(PUZZLE, |row| blocks(row, ".", " "))),
            &[30],
            "line 1, which",
        ),
        noted("an empty row below a title", format!("Sudoku\n{}\n", below(",")), &[40], "line 1"),
        noted("tabs below a title", format!("Sudoku\n{}\n", below("\t")), &[40], "line 1"),
        noted("an empty row below two names", format!("A, B\n{}\n", below(",")), &[40], "line 1"),
        noted("a forum", format!("Code: Select all\n{nine}\n"), &[30], "skipped line 1, which"),
        noted("a signature", format!("{nine}\nA program\n  Version 4\n"), &[30], "\"A program\""),
        noted("numbers", format!("1\n{nine}\n2\n{other}\n"), &[30, 17], "skipped 2 lines"),
        noted(
            "steps",
            format!("{PUZZLE}\nNaked Single: r2c6=9\n"),
            &[30],
            "\"Naked Single: r2c6=9\"",
        ),
        noted("a date", format!("2027-01-02\n{nine}\n"), &[30], "\"2027-01-02\""),
        whole("a rating behind row 9", format!("{nine} 7.2/1.2/1.2\n{other}  (3.4)\n"), &[30, 17]),
        whole(
            "letters of rows",
            drawn(PUZZLE, |row| format!("A: {}", joined(row, ".", ""))),
            &[30],
        ),
        whole(
            "comments and states",
            format!("#C a note\n[Puzzle]\n{nine}\n[State]\n{other}\n"),
            &[30],
        ),
        whole(
            "rules of dots and dashes",
            format!("........\n{nine}\n----------\n{PUZZLE}\n*****\n"),
            &[30, 30],
        ),
        refused("only text", "hello\n", &[], "found none; the first line is \"hello\""),
        refused("nothing", "", &[], "no puzzle was read"),
    ]
}

/// Files whose first bytes decide, and encodings.
fn kinds_of_files() -> Vec<Kind> {
    let lines = format!("{PUZZLE}\n{SEVENTEEN}\n");
    let binary = |first: &[u8]| [first, &[1, 0, 7, 0xff, b'\n'].repeat(200)].concat();
    vec![
        refused(
            "zip",
            binary(b"PK\x03\x04\x14\0\0\0\x08\0sudoku.csv"),
            &[],
            "found a zip archive; unpack",
        ),
        refused(
            "xlsx",
            binary(b"PK\x03\x04\x14\0\x06\0[Content_Types].xml"),
            &[],
            "found an Excel workbook; name the file",
        ),
        refused("PDF", binary(b"%PDF-1.7\n"), &[], "found a PDF file; name the list"),
        refused("PNG", binary(b"\x89PNG\r\n\x1a\n"), &[], "found a picture (PNG); type"),
        refused("NumPy", binary(b"\x93NUMPY\x01\0"), &[], "found a NumPy array; save"),
        refused("SQLite", binary(b"SQLite format 3\0"), &[], "found an SQLite database; export"),
        refused("other bytes", binary(b""), &[], "found binary data; export"),
        refused(
            "XML",
            "<?xml version=\"1.0\"?>\n<a>1</a>\n",
            &[],
            "found XML without any run of 81 cells",
        ),
        refused("HTML", "<!DOCTYPE html>\n<p>1</p>\n", &[], "found a web page without any run"),
        refused(
            "an array of others",
            "[{\"a\":1},{\"b\":2}]",
            &[],
            ":1:1: expected a key with a puzzle",
        ),
        refused("an array of words", "[\"a\",\"b\"]\n", &[], "found none; the first line is"),
        whole("UTF-16", utf_16(&lines), &[30, 17]),
        whole("line ends of old files", lines.replace('\n', "\r"), &[30, 17]),
        whole("the end mark of DOS", format!("{lines}\u{1a}"), &[30, 17]),
        whole("nulls behind the text", format!("{lines}\0\0\0\n"), &[30, 17]),
        whole(
            "an array of objects",
            format!(
                "[\n {{\n  \"puzzle\": \"{PUZZLE}\"\n }},\n {{\"puzzle\": \"{SEVENTEEN}\"}}\n]\n"
            ),
            &[30, 17],
        ),
        whole("an array of texts", format!("[\"{PUZZLE}\",\"{SEVENTEEN}\"]"), &[30, 17]),
    ]
}

/// Tables of spreadsheets.
fn tables() -> Vec<Kind> {
    let nine = rows(PUZZLE).join("\n");
    let zero_first = &SEVENTEEN.replace('.', "0");
    let number = zero_first.trim_start_matches('0');
    vec![
        whole("empty rows", format!("puzzle,name\n\n{PUZZLE},a\n\n,\n , \n"), &[30]),
        whole("a row of sep=", format!("sep=;\npuzzle;name\n{PUZZLE};a\n"), &[30]),
        whole("trailing separators", format!("id,puzzle,\n1,{PUZZLE},\n"), &[30]),
        whole("bars", format!("id|puzzle\n1|{PUZZLE}\n"), &[30]),
        whole("a grid in a cell", format!("id,puzzle\n1,\"{nine}\"\n"), &[30]),
        whole("zeros that were lost", format!("id,puzzle\n1,{number}\n"), &[17]),
        whole("an apostrophe", format!("puzzle,n\n'{zero_first},1\n"), &[17]),
        whole("a formula", format!("puzzle,n\n\"=\"\"{zero_first}\"\"\",1\n"), &[17]),
        refused(
            "rounded numbers",
            format!("puzzle\n6.78E+80\n{PUZZLE}\n"),
            &[30],
            ":2: column `puzzle`, character 1: expected 81 digits as text, found \"6.78E+80\": \
             a spreadsheet has rounded this column; delete it",
        ),
        refused(
            "two columns of puzzles",
            format!("quiz,board\n{PUZZLE},{SEVENTEEN}\n"),
            &[],
            "expected one column of puzzles, found `quiz` and `board`",
        ),
    ]
}

#[test]
fn files_of_every_kind_are_read_or_named() {
    let bench = Bench::new();
    let all = [lines(), drawings(), captions(), kinds_of_files(), tables()].into_iter().flatten();
    for Kind { name, text, digits, code, said } in all {
        let (found_code, told, found_said) = fed(&bench, "solve --format csv", &text);
        let shown = String::from_utf8_lossy(&text);
        let count = |line: &str| line[..81].bytes().filter(|b| b.is_ascii_digit()).count();
        let found: Vec<usize> = told.lines().skip(1).map(count).collect();
        assert_eq!(found, digits, "{name}: {found_said}\n{shown}");
        assert_eq!(found_code, code, "{name}: {found_said}");
        match said {
            "" => assert_eq!(found_said, "", "{name}"),
            words => assert!(found_said.contains(words), "{name}: {found_said}"),
        }
        assert!(found_said.lines().count() <= 3, "{name}: {found_said}");
    }
}

/// A column of answers that a spreadsheet has rounded holds nothing to compare: every command says so.
#[test]
fn rounded_answers_are_named() {
    let bench = Bench::new();
    for column in ["solution", "answers"] {
        for number in ["6.31849E+80", "6,31849E+80"] {
            fs::write(bench.path("list.csv"), format!("puzzle;{column}\n{PUZZLE};{number}\n"))
                .unwrap();
            for (command, words) in [
                (
                    "verify",
                    format!("{number} is stated; a spreadsheet has rounded it: delete the column"),
                ),
                ("book", "a spreadsheet has rounded this column; delete it".to_owned()),
            ] {
                let run = bench.run(&format!("{command} list.csv"));
                assert_eq!(run.status.code(), Some(1), "{command} {column}");
                let said = [run.stdout, run.stderr].concat();
                let said = String::from_utf8_lossy(&said);
                assert!(said.contains(&words), "{command} {column}: {said}");
            }
        }
    }
}

/// Five errors of a kind are shown, the others are counted.
#[test]
fn errors_of_one_kind_are_counted() {
    let bench = Bench::new();
    let short = format!("{}\n", &PUZZLE[1..]);
    let text = short.repeat(1_000) + PUZZLE + "\n" + &"53..7...\n# next\n".repeat(7);
    let (code, told, said) = fed(&bench, "solve", text);
    assert_eq!((code, told.lines().count()), (1, 1), "{said}");
    assert_eq!(said.lines().count(), 13, "{said}");
    for words in [
        "sudoku-press: standard input:5:81: expected 81 cells, found 80\n",
        "sudoku-press: standard input: 995 more like these: expected 81 cells\n",
        "sudoku-press: standard input: 2 more like these: expected 81 cells in a line or 9 in a row",
        "1 puzzle was read; errors in what was read: 1007",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// A few kilobytes of packed empty lines kept a reader busy for half a minute.
#[test]
fn packed_empty_lines_end_the_reading() {
    let bench = Bench::new();
    for text in ["\n", "x\n", "puzzle,name\n", ",,,,,,,,\n", "{\n"] {
        let mut file = CompressingWriter::new(Vec::new(), Some(Codec::Zstd)).unwrap();
        writeln!(file, "{PUZZLE}").unwrap();
        let block = text.repeat((1 << 20) / text.len());
        (0..200).for_each(|_| file.write_all(block.as_bytes()).unwrap());
        let (code, told, said) = fed(&bench, "solve", file.finish().unwrap());
        assert_eq!((code, told.lines().count()), (1, 1), "{text:?}: {said}");
        assert!(
            said.contains("expected at most 16 MiB of text without a puzzle in one"),
            "{text:?}: {said}"
        );
    }
}

/// Every command that reads puzzles says what it skipped, unless it is to be quiet.
#[test]
fn skipped_lines_are_told_unless_quiet() {
    let bench = Bench::new();
    let text = format!("Grid 01\n{}\nGrid 02\n{SEVENTEEN}\n", rows(PUZZLE).join("\n"));
    fs::write(bench.path("grids.txt"), text).unwrap();
    let note =
        "note: grids.txt: skipped 2 lines that are no puzzles; the first is line 1: \"Grid 01\"";
    bench.ends("archive create --archive archive", 0, "");
    for command in [
        "solve grids.txt",
        "rate grids.txt",
        "archive import --archive archive grids.txt",
        "transform grids.txt --seed 1",
        "verify grids.txt",
        "verify grids.txt --sheet grids.html --force",
        "export text grids.txt --out texts --force",
        "book grids.txt --out book.pdf --force",
    ] {
        let said = String::from_utf8(bench.run(command).stderr).unwrap();
        assert_eq!(said.matches(note).count(), 1, "{command}: {said}");
        let said = String::from_utf8(bench.run(&format!("{command} -q")).stderr).unwrap();
        assert!(!said.contains("skipped"), "{command}: {said}");
    }
}

/// Text that stands between puzzles.
const CAPTIONS: [&str; 16] = [
    "",
    "\n",
    "Grid 01",
    "% medium",
    "Code: Select all",
    "# a note with 81 words",
    "ED=7.2/1.2/1.2",
    "2027-01-02",
    "12",
    "Level 3, 27 givens, 4.5 stars",
    "----------",
    "*****",
    "Naked Single: r2c6=9",
    "by X. Ample, xx@example.com",
    "R\u{e4}tsel \u{2116} 7",
    "===",
];

/// Draws a grid in a line or in nine, in one of many ways.
fn in_any_form(grid: &Grid, form: usize) -> String {
    let line = grid.to_string();
    let zeros = line.replace('.', "0");
    let cells = |blank: &str, between: &str| drawn(&line, |row| joined(row, blank, between));
    match form {
        0 => line,
        1 => format!(":0000:x:{line}:::"),
        2 => format!("0000018b {zeros}  1.2"),
        3 => format!("17) {line} # hard"),
        4 => format!("\"{line}\","),
        5 => format!("INSERT INTO p VALUES (12, '{zeros}', '{SOLUTION}');"),
        6 => format!("12;{line};{SOLUTION};4.2"),
        7 => format!("https://example.com/?n=12&bd={zeros}&x=3"),
        8 => format!("  <game number=\"12\" data=\"{zeros}\" />"),
        9 => joined(&line.chars().collect::<Vec<_>>(), "", ","),
        10 => cells(".", ""),
        11 => cells(".", " "),
        12 => cells("", ","),
        13 => cells("", "\t"),
        14 => cells("0", ", ").lines().map(|row| format!("[{row}],\n")).collect(),
        15 => framed(&drawn(&line, |row| format!("|{}|", blocks(row, " ", " "))), "+-----+-----+"),
        16 => framed(&drawn(&line, |row| format!("|{}|", blocks(row, ".", ""))), "|---+---+---|"),
        17 => framed(&drawn(&line, |row| blocks(row, ".", " ")), "------+-------+------"),
        18 => drawn(&line, |row| format!("\u{2502} {} \u{2502}", joined(row, " ", " \u{2502} "))),
        19 if !line.starts_with(".........") => {
            drawn(&line, |row| format!("R1: {}", joined(row, ".", "")))
        }
        _ => drawn(&line, |row| format!("\"{}\"", joined(row, "*", ""))),
    }
}

fn any_puzzle() -> impl Strategy<Value = Grid> {
    // A puzzle, not a row of digits: at least two of three cells are blank. Rows without
    // any digit may as well be empty lines.
    let cell = prop_oneof![2 => Just(0), 1 => 1..10u8];
    let grid =
        vec(cell, 81).prop_map(|cells| Grid::new(std::array::from_fn(|i| Digit::new(cells[i]))));
    // A row of nine digits behind a label may be a number, unless the digits differ.
    let is_plain = |row: &String| (1..9).contains(&row.matches('.').count());
    grid.prop_filter("givens", move |grid| {
        (17..60).contains(&grid.filled_count()) && rows(&grid.to_string()).iter().all(is_plain)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Captions between puzzles, frames around them and text beside them change no cell.
    #[test]
    fn puzzles_are_found_in_any_surroundings(
        puzzles in vec((any_puzzle(), 0..21usize, prop::sample::select(CAPTIONS.to_vec())), 1..8),
        last in prop::sample::select(CAPTIONS.to_vec()),
        end in prop::sample::select(vec!["\n", "\r\n", " \n"]),
    ) {
        let text: String = puzzles
            .iter()
            .map(|(grid, form, caption)| format!("{caption}\n{}\n", in_any_form(grid, *form)))
            .collect();
        let text = (text + last).replace('\n', end);
        let grid = |row: TableRow| row.grid();
        let found: Result<Vec<AnyGrid>, _> =
            RowReader::new(text.as_bytes()).map(|row| row.and_then(grid)).collect();
        let expected: Vec<AnyGrid> = puzzles.iter().map(|(grid, ..)| (*grid).into()).collect();
        match found {
            Ok(found) => prop_assert_eq!(found, expected, "{}", text),
            Err(e) => prop_assert!(false, "{}\n{}", e, text),
        }
    }
}

#[path = "../../../fuzz/targets.rs"]
mod targets;

/// What stands where something else should.
const WORDS: [&[u8]; 22] = [
    b"",
    b"\0",
    b"\xff",
    b"\"",
    b",",
    b"\n",
    b"\r\n\r\n",
    b"[",
    b"]",
    b"=",
    b"{",
    b"-1",
    b"0",
    b"1e309",
    b"nan",
    b"-inf",
    b"0.0000001",
    b"18446744073709551616",
    b"9999999999",
    b"\xe2\x80\xae",
    b"puzzle",
    b"#",
];

/// A change: at a place between 0 and 1, over so many bytes.
#[derive(Clone, Debug)]
enum Change {
    Word(f64, usize, usize),
    /// The next number of the text becomes a word.
    Number(f64, usize),
    Flip(f64, u8),
    Cut(f64),
    Again(f64, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || 0.0..1.0;
    prop_oneof![
        (place(), 0..9_usize, 0..WORDS.len()).prop_map(|(p, n, w)| Change::Word(p, n, w)),
        (place(), 0..WORDS.len()).prop_map(|(p, w)| Change::Number(p, w)),
        (place(), any::<u8>()).prop_map(|(p, bits)| Change::Flip(p, bits)),
        place().prop_map(Change::Cut),
        (place(), 1..300_usize).prop_map(|(p, n)| Change::Again(p, n)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let all = bytes.len();
        let at = |place: &f64| ((all as f64 * place) as usize).min(all.saturating_sub(1));
        match change {
            _ if all == 0 => {}
            Change::Word(p, n, w) => {
                let range = at(p)..(at(p) + n).min(all);
                bytes.splice(range, WORDS[*w].iter().copied());
            }
            Change::Number(p, w) => {
                let digit = |b: &u8| b.is_ascii_digit();
                if let Some(begin) = bytes[at(p)..].iter().position(digit) {
                    let begin = at(p) + begin;
                    let number = |b: &&u8| digit(b) || **b == b'.';
                    let n = bytes[begin..].iter().take_while(number).count();
                    bytes.splice(begin..begin + n, WORDS[*w].iter().copied());
                }
            }
            Change::Flip(p, bits) => bytes[at(p)] ^= bits,
            Change::Cut(p) => bytes.truncate(at(p)),
            Change::Again(p, n) => {
                let part = bytes[at(p)..(at(p) + n).min(all)].to_vec();
                bytes.splice(at(p)..at(p), part);
            }
        }
    }
    bytes
}

/// Calls `each` with seeds that were changed.
fn almost_right(seeds: Vec<Vec<u8>>, cases: u32, each: impl Fn(&[u8])) {
    let more = std::env::var("FUZZ_CASES").map_or(1, |n| n.parse().unwrap());
    let config = ProptestConfig {
        cases: cases * more,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let strategy = (prop::sample::select(seeds), prop::collection::vec(change(), 0..4));
    let ran = TestRunner::new_with_rng(config, rng).run(&strategy, |(seed, changes)| {
        each(&changed(seed, &changes));
        Ok(())
    });
    match ran {
        Ok(()) => {}
        Err(TestError::Fail(why, (seed, changes))) => {
            let bytes = changed(seed, &changes);
            panic!("{why}\n{changes:?}\n{}", String::from_utf8_lossy(&bytes));
        }
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn damaged_text_is_read_or_refused() {
    for target in targets::ALL {
        let cases = match target.name {
            "pdf" | "archive" => continue,
            "template" | "catalog" => 100,
            _ => 150,
        };
        eprintln!("{}", target.name);
        almost_right((target.seeds)(), cases, target.run);
    }
}

#[test]
fn damaged_pdf_is_read_or_refused() {
    let target = targets::ALL.into_iter().find(|t| t.name == "pdf").unwrap();
    almost_right((target.seeds)(), 60, target.run);
}

#[test]
fn damaged_archives_are_read_or_refused_unchanged() {
    let target = targets::ALL.into_iter().find(|t| t.name == "archive").unwrap();
    almost_right((target.seeds)(), 60, target.run);
}

/// What the settings of job files mean, the program itself knows: it ends with 0, or with 2 and a sentence.
#[test]
fn damaged_job_files_are_read_or_refused() {
    let bench = Bench::new();
    let nightly = include_bytes!("../../../crates/jobs/templates/nightly.toml").to_vec();
    let small = b"quota = { 1 = 5, 5 = 2 }\nthreads = 2\nquiet = true\ntrim = \"a5\"\n".to_vec();
    almost_right(vec![nightly, small], 60, |bytes| {
        fs::write(bench.path("job.toml"), bytes).unwrap();
        let ended = bench.run("job show job.toml");
        let said = String::from_utf8(ended.stderr).unwrap();
        match ended.status.code() {
            Some(0) => assert_eq!(said, ""),
            // That two settings exclude each other is said without the place.
            Some(2) => {
                assert!(said.contains("job.toml") || said.contains("cannot be used with"), "{said}")
            }
            code => panic!("{code:?}: {said}"),
        }
    });
}

/// The givens of a line as fields, row by row, with this text for an empty cell.
fn sheet_rows(line: &str, blank: &str) -> Vec<Vec<String>> {
    let field = |cell: char| if cell == '.' { blank.to_owned() } else { cell.to_string() };
    let cells: Vec<String> = line.chars().map(field).collect();
    cells.chunks(9).map(<[String]>::to_vec).collect()
}

/// Puts fields into a sheet at a row and a column.
fn put(sheet: &mut Vec<Vec<String>>, row: usize, column: usize, fields: &[String]) {
    while sheet.len() <= row {
        sheet.push(Vec::new());
    }
    let line = &mut sheet[row];
    if line.len() < column + fields.len() {
        line.resize(column + fields.len(), String::new());
    }
    line[column..column + fields.len()].clone_from_slice(fields);
}

/// Puts a puzzle into a sheet: a position of each row, and of each column.
fn put_grid(sheet: &mut Vec<Vec<String>>, line: &str, rows: [usize; 9], columns: [usize; 9]) {
    for (row, cells) in rows.iter().zip(sheet_rows(line, "")) {
        for (column, cell) in columns.iter().zip(cells) {
            put(sheet, *row, *column, &[cell]);
        }
    }
}

fn from(first: usize) -> [usize; 9] {
    std::array::from_fn(|i| first + i)
}

/// Nine positions with a gap after three and six.
fn gapped(first: usize) -> [usize; 9] {
    std::array::from_fn(|i| first + i + i / 3)
}

/// A sheet as a spreadsheet saves it: all rows have as many fields.
fn saved(sheet: &[Vec<String>], separator: &str) -> String {
    let width = sheet.iter().map(Vec::len).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let mut row = row.clone();
        row.resize(width, String::new());
        row.join(separator) + "\n"
    };
    sheet.iter().map(line).collect()
}

/// What is read of a sheet: the puzzles, and the errors.
fn puzzles_of(sheet: &str) -> (Vec<String>, Vec<String>) {
    let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
    for row in RowReader::new(sheet.as_bytes()) {
        match row.and_then(|row| row.grid()) {
            Ok(grid) => puzzles.push(grid.to_string()),
            Err(error) => errors.push(error.to_string()),
        }
    }
    (puzzles, errors)
}

const SECOND: &str =
    ".8...5.9792.8..54...4697...165.3.87.2...8..15..81..6.2...3729..79...1.8...2.48..3";

#[test]
fn grids_are_found_wherever_a_sheet_has_them() {
    type Sheet<'a> = (&'a str, Vec<Vec<String>>, Vec<&'a str>);
    let mut sheets: Vec<Sheet<'_>> = Vec::new();
    let mut add = |name, sheet, expected| sheets.push((name, sheet, expected));
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();

    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, from(0), from(0));
    put_grid(&mut sheet, SECOND, from(0), from(10));
    add("two beside each other", sheet, vec![PUZZLE, SECOND]);

    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, from(0), from(0));
    put_grid(&mut sheet, SECOND, from(0), from(9));
    add("two without a gap", sheet, vec![PUZZLE, SECOND]);

    let mut sheet = Vec::new();
    for (row, line) in [PUZZLE, SECOND, SEVENTEEN].into_iter().enumerate() {
        put_grid(&mut sheet, line, from(3 + 10 * row), from(4));
        put_grid(&mut sheet, SECOND, from(3 + 10 * row), from(15));
    }
    put(&mut sheet, 0, 0, &words("My puzzles"));
    add(
        "rows of two with an offset",
        sheet,
        vec![PUZZLE, SECOND, SECOND, SECOND, SEVENTEEN, SECOND],
    );

    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, gapped(0), gapped(0));
    add("gaps between blocks", sheet, vec![PUZZLE]);

    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, gapped(1), gapped(2));
    put_grid(&mut sheet, SECOND, gapped(1), gapped(15));
    put_grid(&mut sheet, SEVENTEEN, gapped(14), gapped(2));
    put(&mut sheet, 0, 2, &words("First"));
    add("gaps, beside and below", sheet, vec![PUZZLE, SECOND, SEVENTEEN]);

    for (name, columns, rows) in [
        ("r1c1", "C1 C2 C3 C4 C5 C6 C7 C8 C9", "R1 R2 R3 R4 R5 R6 R7 R8 R9"),
        ("letters and numbers", "1 2 3 4 5 6 7 8 9", "A B C D E F G H I"),
        ("numbers", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8 9"),
        ("letters", "A B C D E F G H I", "1 2 3 4 5 6 7 8 9"),
    ] {
        let mut sheet = Vec::new();
        put(&mut sheet, 0, 1, &words(columns));
        for (at, text) in words(rows).iter().enumerate() {
            put(&mut sheet, 1 + at, 0, std::slice::from_ref(text));
        }
        put_grid(&mut sheet, PUZZLE, from(1), from(1));
        add(name, sheet, vec![PUZZLE]);
    }
    let mut sheet = Vec::new();
    put(&mut sheet, 0, 0, &words("1 2 3 4 5 6 7 8 9"));
    put_grid(&mut sheet, PUZZLE, from(1), from(0));
    add("numbers of columns alone", sheet, vec![PUZZLE]);

    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, from(0), from(0));
    put(&mut sheet, 0, 11, &words("Difficulty hard 5"));
    put(&mut sheet, 4, 11, &words("See page 7"));
    add("notes to the right", sheet, vec![PUZZLE]);

    let mut sheet = Vec::new();
    put(&mut sheet, 0, 0, &words("Puzzle  "));
    put(&mut sheet, 0, 10, &words("Solution"));
    put_grid(&mut sheet, PUZZLE, from(1), from(0));
    put_grid(&mut sheet, SOLUTION, from(1), from(10));
    add("puzzle beside solution", sheet, vec![PUZZLE]);

    let doubled = std::array::from_fn(|i| 2 * i);
    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, doubled, doubled);
    add("merged cells", sheet, vec![PUZZLE]);

    for (name, sheet, expected) in &sheets {
        for separator in [",", ";", "\t"] {
            let found = puzzles_of(&saved(sheet, separator));
            assert_eq!(found, (words(&expected.join(" ")), Vec::new()), "{name}: {separator:?}");
        }
    }
}

#[test]
fn answer_beside_a_puzzle_is_judged() {
    let bench = Bench::new();
    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, from(0), from(0));
    let wrong = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    put_grid(&mut sheet, &wrong, from(0), from(10));
    fs::write(bench.path("sheet.csv"), saved(&sheet, ",")).unwrap();
    bench.ends("verify sheet.csv", 1, "1 problem in 1 puzzle");
}

#[test]
fn damaged_grid_beside_others_is_an_error() {
    let mut sheet = Vec::new();
    put_grid(&mut sheet, PUZZLE, from(0), from(0));
    put_grid(&mut sheet, SECOND, from(0), from(10));
    for (field, words) in [
        ("5?", "line 1, column 1: expected nine rows of nine cells"),
        ("#REF!", "line 1, column 1: expected a value, found #REF!, an error of a spreadsheet"),
    ] {
        sheet[4][14] = field.to_owned();
        let (found, errors) = puzzles_of(&saved(&sheet, ","));
        assert_eq!(found, [PUZZLE]);
        assert!(errors.len() == 1 && errors[0].starts_with(words), "{errors:?}");
    }
    // An empty row at the edge: nothing tells which of two places is right.
    let mut sheet = Vec::new();
    put(&mut sheet, 0, 0, &["Note".to_owned()]);
    put_grid(&mut sheet, &(SEVENTEEN[..72].to_owned() + "........."), from(3), from(12));
    put(&mut sheet, 15, 0, &["End".to_owned()]);
    let (found, errors) = puzzles_of(&saved(&sheet, ","));
    assert!(found.is_empty() && errors.len() == 1, "{found:?} {errors:?}");
    assert!(errors[0].contains("write its empty cells as dots"), "{errors:?}");
    // A grid beside it tells.
    put_grid(&mut sheet, PUZZLE, from(3), from(2));
    let (found, errors) = puzzles_of(&saved(&sheet, ","));
    assert!(found.len() == 2 && errors.is_empty(), "{found:?} {errors:?}");
}

#[test]
fn long_sheet_of_grids_is_read_whole() {
    let lines = include_str!("../golden.csv").lines().skip(1);
    let puzzles: Vec<&str> = lines.map(|row| row.split(',').nth(1).unwrap()).collect();
    let (mut sheet, mut expected) = (Vec::new(), Vec::new());
    for band in 0..200 {
        for across in 0..2 {
            let line = puzzles[(2 * band + across) % puzzles.len()];
            // Bands at distances of 10 rows end in any row of a search.
            put_grid(&mut sheet, line, from(10 * band), from(10 * across));
            expected.push(line.to_owned());
        }
    }
    assert_eq!(puzzles_of(&saved(&sheet, ",")), (expected, Vec::new()));
}

/// A text in each encoding that Windows editors write.
fn encoded(text: &str) -> [Vec<u8>; 4] {
    let units = |unit: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
    };
    let marked = ["\u{feff}", text].concat().into_bytes();
    [text.into(), marked, units(u16::to_le_bytes), units(u16::to_be_bytes)]
}

#[test]
fn texts_of_windows_editors_are_read_everywhere() {
    let bench = Bench::new();
    let run = "run --quiet --seed 3 --count 1 --force puzzles";
    let design =
        format!("# mine\n{}", include_str!("../../../crates/book/templates/books/pocket.toml"));
    let language =
        format!("# mine\n{}", include_str!("../../../crates/book/templates/text/de.toml"));
    let mut books = Vec::new();
    for (at, text) in encoded("Hello\r\nWorld\r\n\r\nSecond\r\n").into_iter().enumerate() {
        fs::write(bench.path("about.md"), text).unwrap();
        fs::write(bench.path("job.toml"), &encoded("title = \"Été\"\r\n")[at]).unwrap();
        fs::write(bench.path("own.toml"), &encoded(&design)[at]).unwrap();
        fs::write(bench.path("mine.toml"), &encoded(&language)[at]).unwrap();
        let args = format!(
            "{run} --job job.toml --text about=about.md --template ./own.toml --lang ./mine.toml --out out{at}"
        );
        let output = bench.run(&args);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        books.push(bench.read(&format!("out{at}/book.pdf")));
        // The files that lie beside the run are found again.
        for name in ["about.md", "own.toml", "mine.toml"] {
            fs::copy(bench.path(name), bench.path(&format!("out{at}/{name}"))).unwrap();
        }
        let output = bench.run(&format!("verify out{at}"));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && !said.contains("Not checked"), "{said}");
    }
    assert!(books.iter().all(|book| *book == books[0]));
}

#[test]
fn accents_of_macos_are_composed() {
    let bench = Bench::new();
    let run = "run --quiet --seed 3 --count 1";
    let mut books = Vec::new();
    for (at, text) in ["Résumé für", "Re\u{301}sume\u{301} fu\u{308}r"].into_iter().enumerate() {
        fs::write(bench.path("about.md"), text).unwrap();
        let mut command = bench.command(&format!("{run} --text about=about.md --out out{at}"));
        let output = command.args(["--title", text, "--author", text]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        books.push(bench.read(&format!("out{at}/book.pdf")));
    }
    assert!(books[0] == books[1]);
}
