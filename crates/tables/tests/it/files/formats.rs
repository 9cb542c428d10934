//! Puzzles as text: every format written and read, wrong lines, random bytes.

use crate::support::puzzles::{SEVENTEEN, SYMMETRIC};
use grid::{AnyGrid, Digit, Grid};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{self, Read};
use tables::{
    ColumnHead, FieldValue, GridFormat, GridWriter, PuzzleRecord, ReadError, RowReader,
    TableFormat, TableRow, TableWriter,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What is read: grids with their lines, or what is wrong as `line:column: why`.
fn read(text: impl AsRef<[u8]>) -> Vec<Result<(u64, AnyGrid), String>> {
    let grid = |row: TableRow| Ok((row.line, row.grid()?));
    let rows = RowReader::new(text.as_ref()).map(|row| row.and_then(grid));
    rows.map(|row| row.map_err(|e| e.in_file("f").to_string().replace("f:", ""))).collect()
}

fn grid(line: &str) -> AnyGrid {
    line.parse().unwrap()
}

fn grids(text: impl AsRef<[u8]>) -> Vec<AnyGrid> {
    let found = read(text).into_iter().collect::<Result<Vec<_>, _>>();
    found.unwrap().into_iter().map(|(_, grid)| grid).collect()
}

fn written(form: GridFormat, grids: &[AnyGrid], note: Option<&str>) -> String {
    let mut text = Vec::new();
    let mut writer = GridWriter::new(form);
    for grid in grids {
        writer.write(&mut text, grid, note).unwrap();
    }
    String::from_utf8(text).unwrap()
}

/// The nine rows of a line.
fn rows(line: &str) -> Vec<&str> {
    (0..9).map(|i| &line[i * 9..][..9]).collect()
}

/// A grid with a blank. A complete one below a puzzle is its answer, right or wrong.
fn any_grid() -> impl Strategy<Value = AnyGrid> {
    let any = vec(0..10u8, 81)
        .prop_map(|cells| Grid::new(std::array::from_fn(|i| Digit::new(cells[i]))).into());
    any.prop_filter("a complete grid", |grid: &AnyGrid| !grid.is_full())
}

proptest! {
    #[test]
    fn every_form_is_read_as_it_was_written(
        expected in vec(any_grid(), 0..6),
        noted in any::<bool>(),
        windows in any::<bool>(),
        mark in any::<bool>(),
        spaces in 0..4usize,
    ) {
        for form in GridFormat::ALL {
            let note = noted.then_some("a note with 1 digit");
            let mut text = written(form, &expected, note);
            let end = " ".repeat(spaces) + if windows { "\r\n" } else { "\n" };
            text = text.replace('\n', &end);
            if mark {
                text.insert(0, '\u{feff}');
            }
            prop_assert_eq!(grids(&text), &expected[..], "{:?}: {}", form, text);
        }
    }

    /// Lines, rows and boxes may follow each other in one file.
    #[test]
    fn forms_may_be_mixed(expected in vec((any_grid(), 0..5usize), 1..8)) {
        const MIXED: [GridFormat; 5] = [GridFormat::Line, GridFormat::Sdm, GridFormat::Rows, GridFormat::Sdk, GridFormat::Boxed];
        let text: String = expected.iter().map(|(g, form)| written(MIXED[*form], &[*g], None)).collect();
        let expected: Vec<_> = expected.into_iter().map(|(grid, _)| grid).collect();
        prop_assert_eq!(grids(&text), expected, "{}", text);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(any::<u8>(), 0..2_000)) {
        read(&bytes);
        read([b"puzzle,x\n", &bytes[..]].concat());
    }

    /// Bytes that puzzles are made of come closer to every rule than any bytes do.
    #[test]
    fn no_characters_of_puzzles_make_a_reader_panic(
        chars in vec(prop::sample::select("123456789.0_*Xx |-+=#[]Pp\"',;:\r\n\n\n \u{2502}\u{feff}".chars().collect::<Vec<_>>()), 0..1_500),
        header in any::<bool>(),
    ) {
        let text: String = chars.into_iter().collect();
        read(if header { format!("a,puzzle\n{text}") } else { text });
    }

    #[test]
    fn puzzle_lines_never_panic_or_merge_two_grids(
        lines in vec(prop::sample::select(vec![
            "", "111111111", "222222222", "3333.333", "---+---+---", "# note", "[Puzzle]", "[State]",
            "|111|111|111|", "Grid 01", "         ", "abcdefghi", PUZZLE,
        ]), 0..60),
    ) {
        // Rows of ones and of twos never stand in one grid here unless they stand together.
        for (line, found) in read(lines.join("\n")).into_iter().flatten() {
            let first = lines[line as usize - 1];
            prop_assert!(first == PUZZLE || found.filled_count() % 9 == 0, "{first}: {found}");
        }
    }

    /// A wrong line costs its own grid and no other.
    #[test]
    fn good_lines_around_a_wrong_one_are_answered(
        good in vec(any_grid(), 1..10),
        at in 0..10usize,
        column in 0..81usize,
    ) {
        let at = at.min(good.len());
        let mut lines: Vec<_> = good.iter().map(ToString::to_string).collect();
        let mut wrong = PUZZLE.to_owned();
        wrong.replace_range(column..=column, "?");
        lines.insert(at, wrong);
        let found = read(lines.join("\n"));
        let expected = format!(
            "{}:{}: expected a digit or a blank (. 0 _ * X), found '?'", at + 1, column + 1
        );
        prop_assert_eq!(found[at].clone(), Err(expected));
        let others: Vec<_> = found.into_iter().flatten().map(|(_, grid)| grid).collect();
        prop_assert_eq!(others, good);
    }

    #[test]
    fn records_are_read_as_they_were_written(fields in vec("[a-c\",;\n\r ]{0,5}", 1..5)) {
        // One field that is empty would be an empty line.
        prop_assume!(fields.len() > 1 || !fields[0].is_empty());
        let text = csv_row(fields.iter().map(|field| FieldValue::Text(field.clone())));
        let mut csv = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let record = csv.records().next().unwrap().unwrap();
        prop_assert_eq!(record.iter().collect::<Vec<_>>(), fields);
    }
}

#[test]
fn every_character_for_a_blank_is_read() {
    for blank in [".", "0", "_", "*", "X", "x", " "] {
        let line = PUZZLE.replace('.', blank);
        assert_eq!(grids(&line), [grid(PUZZLE)], "{blank:?} in a line");
        let nine = rows(&line).join("\n");
        assert_eq!(grids(&nine), [grid(PUZZLE)], "{blank:?} in rows");
        let boxed: Vec<_> =
            rows(&line).iter().map(|r| format!("|{}|{}|{}|", &r[..3], &r[3..6], &r[6..])).collect();
        assert_eq!(grids(boxed.join("\n")), [grid(PUZZLE)], "{blank:?} in boxes");
    }
}

/// How people and programs draw grids.
#[test]
fn many_ways_to_draw_the_same_grid() {
    let row = |style: fn(&[char]) -> String| -> Vec<String> {
        let chars = rows(PUZZLE).into_iter().map(|r| r.chars().collect::<Vec<_>>());
        chars.map(|r| style(&r)).collect()
    };
    let spread = |c: &[char]| c.iter().map(|c| format!("{c} ")).collect::<String>();
    let styles: [Vec<String>; 6] = [
        row(spread),
        row(|c| [0, 3, 6].map(|i| c[i..i + 3].iter().collect::<String>()).join(" ")),
        row(|c| {
            format!(
                "| {}|",
                c.chunks(3)
                    .map(|b| format!("{} {} {} |", b[0], b[1], b[2]))
                    .collect::<Vec<_>>()
                    .join(" ")
            )
            .replace("||", "|")
        }),
        row(|c| {
            c.chunks(3)
                .map(|b| format!(" {} {} {} ", b[0], b[1], b[2]).replace('.', " "))
                .collect::<Vec<_>>()
                .join("|")
        }),
        row(|c| {
            format!(
                "|{}|",
                c.iter().map(|c| format!(" {c} ").replace('.', " ")).collect::<Vec<_>>().join("|")
            )
        }),
        row(|c| {
            format!(
                "│{}│",
                c.chunks(3).map(|b| b.iter().collect::<String>()).collect::<Vec<_>>().join("│")
            )
        }),
    ];
    let drawn = [
        "+-------+-------+-------+",
        "|---+---+---|",
        "├───┼───┼───┤",
        "---------------------",
        "=== === ===",
        ":-------+-------+-------:",
    ];
    for rows in styles {
        for line in drawn {
            let mut text = vec![line.to_owned()];
            for band in rows.chunks(3) {
                text.extend(band.iter().cloned());
                text.push(line.to_owned());
            }
            assert_eq!(grids(text.join("\n")), [grid(PUZZLE)], "{}", text.join("\n"));
        }
        let apart: Vec<_> = rows.chunks(3).map(|band| band.join("\n")).collect();
        assert_eq!(grids(apart.join("\n\n")), [grid(PUZZLE)], "empty lines between bands");
        assert_eq!(grids(rows.join("\n\n")), [grid(PUZZLE)], "empty lines everywhere");
        let twice = [rows.join("\n"), rows.join("\n")].join("\n");
        assert_eq!(grids(twice), [grid(PUZZLE), grid(PUZZLE)], "nothing between grids");
    }
}

#[test]
fn sdk_notes_headings_and_state_are_skipped() {
    let nine = rows(PUZZLE).join("\n");
    let state = rows(SYMMETRIC).join("\n");
    let text =
        format!("#ASomebody\n#D An easy one\n[Puzzle]\n{nine}\n[State]\n{state}\n{SEVENTEEN}\n");
    assert_eq!(grids(text), [grid(PUZZLE), grid(SEVENTEEN)]);
    // Another heading is a caption.
    assert_eq!(grids(format!("[Solution]\n{nine}")), [grid(PUZZLE)]);
}

#[test]
fn grids_have_the_line_at_which_they_begin() {
    let nine = rows(PUZZLE).join("\n");
    let text = format!("\n{PUZZLE}\n# a note\n\n{nine}\n{SEVENTEEN} # the last\n");
    let lines: Vec<_> = read(text).into_iter().map(|found| found.unwrap().0).collect();
    assert_eq!(lines, [2, 5, 14]);
}

#[test]
fn wrong_lines_say_what_was_expected_and_where() {
    let cases = [
        (PUZZLE[..80].to_owned(), "1:81: expected 81 cells, found 80"),
        (format!("{PUZZLE}7"), "1:82: expected the line to end after 81 cells, found '7'"),
        (format!("{PUZZLE} {}", &PUZZLE[1..]), "1:83: expected 81 cells, found 80"),
        (format!(":0000:x:{}:::", &PUZZLE[1..]), "1:9: expected 81 cells, found 80"),
        (format!("{}  1.2", &PUZZLE[2..]), "1:1: expected 81 cells, found 79"),
        (format!("0000018b {}", &PUZZLE[..70]), "1:10: expected 81 cells, found 70"),
        (PUZZLE.replacen('7', "?", 1), "1:5: expected a digit or a blank (. 0 _ * X), found '?'"),
        (
            format!("  {}", PUZZLE.replacen('7', "é", 1)),
            "1:7: expected a digit or a blank (. 0 _ * X), found 'é'",
        ),
        (
            "53..7...".to_owned(),
            "1:9: expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), found 8",
        ),
        (
            "53..7.....".to_owned(),
            "1:11: expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), found 10",
        ),
        (
            "hello".to_owned(),
            "1:1: expected puzzles (81 cells in a line, or nine lines of nine; 36 or 16 of small sizes), found none; \
             the first line is \"hello\"",
        ),
        (
            rows(PUZZLE)[..7].join("\n"),
            "1:1: expected 9 rows in the grid that begins here, found 7",
        ),
        (
            "name,solutions".to_owned(),
            "1:1: expected a column of puzzles, found the columns name, solutions; --column names",
        ),
        (
            "|53.|.7.|".to_owned(),
            "1:10: expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), found 6",
        ),
        (
            format!("puzzle\n{}", &PUZZLE[..80]),
            "2: column `puzzle`, character 81: expected 81 cells, found 80",
        ),
        (
            format!("n,puzzle\n7,\"{}?\"", &PUZZLE[..80]),
            "2: column `puzzle`, character 81: expected a digit or a blank (. 0 _ * X), found '?'",
        ),
        ("n,puzzle\n7\n".to_owned(), "2: column `puzzle`: expected a puzzle, found none"),
        (
            format!("puzzle,name\n{PUZZLE},\"no end\n\n\n"),
            "2:1: expected a closing quotation mark, found none up to line 4",
        ),
    ];
    for (text, words) in cases {
        let found = read(&text);
        let Err(said) = &found[0] else {
            panic!("{text} is read as {found:?}");
        };
        assert!(said.starts_with(words), "{text}\n{said}");
        assert_eq!(found.len(), 1, "one error is enough for {text}");
    }
}

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Collections from elsewhere name the column of their puzzles otherwise.
#[test]
fn puzzle_column_of_another_name_is_read() {
    let solution = "1".repeat(81);
    for text in [
        format!("quizzes,solutions\n{PUZZLE},{solution}"),
        format!("id;Question;answer\n7;{PUZZLE};{solution}"),
        format!("puzzle,grid\n{PUZZLE},las-vegas"),
        format!("{{\"board\":\"{PUZZLE}\",\"n\":1}}"),
        format!(" PUZZLE ;Name\n{PUZZLE};x"),
        format!("nr,Rätsel\n1,{PUZZLE}"),
        // No usual name: the only cells of the first row, or those beside a complete grid.
        format!("theirs,name\n{PUZZLE},x"),
        format!("full;theirs\n{SOLVED};{PUZZLE}"),
        format!("{{\"theirs\":\"{PUZZLE}\",\"n\":1}}"),
    ] {
        assert_eq!(grids(&text), [grid(PUZZLE)], "{text}");
    }
    // Two such columns: which one is not guessed.
    let said = format!("{:?}", read(format!("quiz,board\n{PUZZLE},{PUZZLE}")));
    assert!(said.contains("expected one column of puzzles, found `quiz` and `board`"), "{said}");
}

#[test]
fn puzzles_are_read_from_the_named_column() {
    let solution = "1".repeat(81);
    for (column, text) in [
        ("clues", format!("id;clues;solution\n7;{PUZZLE};{solution}")),
        ("Mine", format!("puzzle,quizzes,Mine\n{solution},{solution},{PUZZLE}")),
        ("clues", format!("{{\"puzzle\":\"{solution}\",\"clues\":\"{PUZZLE}\",\"n\":1}}")),
        ("puzzle", format!("quizzes,puzzle\n{solution},{PUZZLE}")),
    ] {
        let upper = column.to_uppercase();
        let mut shouted = RowReader::new(text.as_bytes()).with_column(Some(format!(" {upper} ")));
        assert_eq!(shouted.next().unwrap().unwrap().grid().unwrap(), grid(PUZZLE), "{text}");
        let mut rows = RowReader::new(text.as_bytes()).with_column(Some(column.to_owned()));
        let row = rows.next().unwrap().unwrap();
        assert_eq!(row.grid().unwrap(), grid(PUZZLE), "{text}");
        assert!(rows.next().is_none(), "{text}");
    }
    for (text, found) in [
        (format!("puzzle,mine\n{PUZZLE},1"), "column `clues`, found the columns puzzle, mine"),
        (format!("{{\"puzzle\":\"{PUZZLE}\"}}"), "key `clues`, found the keys puzzle"),
    ] {
        let mut rows = RowReader::new(text.as_bytes()).with_column(Some("clues".to_owned()));
        let said = rows.next().unwrap().unwrap_err().to_string();
        assert!(said.contains(found), "{said}");
    }
}

#[test]
fn borders_stand_only_between_bands() {
    let text = written(GridFormat::Boxed, &[grid(PUZZLE)], None);
    let lines: Vec<_> = text.trim_end().lines().collect();
    let borders = (0..lines.len()).filter(|&line| lines[line].contains("---"));
    assert_eq!(borders.collect::<Vec<_>>(), [0, 4, 8, 12], "{text}");
    let mut lines = rows(PUZZLE);
    lines.insert(3, "---+---+---");
    assert_eq!(grids(lines.join("\n")), [grid(PUZZLE)]);
    lines.swap(2, 3);
    let found = read(lines.join("\n"));
    assert!(found[0].as_ref().is_err_and(|said| said.contains("expected 9 rows")), "{found:?}");
}

/// Rows of one grid never become part of the next.
#[test]
fn an_incomplete_grid_spoils_no_other_grid() {
    let nine = rows(PUZZLE);
    let good = nine.join("\n");
    let short = |n: usize| nine[..n].join("\n");
    let between = ["\n\n", "\n# next\n", "\n[Puzzle]\n"];
    for n in 1..9 {
        for between in between {
            let text = [short(n), good.clone(), good.clone()].join(between);
            let found = read(&text);
            assert!(found[0].as_ref().unwrap_err().contains("expected 9 rows"), "{text}");
            let good: Vec<_> = found[1..].iter().flatten().map(|(_, grid)| *grid).collect();
            assert_eq!(good, [grid(PUZZLE), grid(PUZZLE)], "{text}");
        }
        let found = read(format!("{}\n{PUZZLE}\n", short(n)));
        assert_eq!(found[1], Ok((n as u64 + 1, grid(PUZZLE))));
    }
    // A wrong row is counted, so that the grids after it are found although nothing separates them.
    for (row, column) in [("53..?....", 5), ("53..7...", 9), ("abcdefghi", 1)] {
        let mut wrong = nine.clone();
        wrong[4] = row;
        let found = read(format!("{good}\n{}\n{good}\n{good}", wrong.join("\n")));
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[1].as_ref().unwrap_err().starts_with(&format!("14:{column}: ")), "{found:?}");
        assert_eq!(found[3], Ok((28, grid(PUZZLE))));
    }
}

/// As in some collections, each grid has a line of its own above it.
#[test]
fn titles_above_grids_spoil_no_grid() {
    let good = rows(PUZZLE).join("\n");
    let short = rows(PUZZLE)[..7].join("\n");
    let found = read(format!("Grid 01\n{good}\nGrid 02\n{short}\nGrid 03\n{good}\n"));
    let good: Vec<_> = found.iter().flatten().map(|&(line, _)| line).collect();
    assert_eq!(good, [2, 20]);
    assert_eq!(found.len(), 3, "one short grid: {found:?}");
}

#[test]
fn tables_may_have_other_columns_quotes_and_separators() {
    let cases = [
        format!("puzzle\n{PUZZLE}\n"),
        format!("\u{feff}id,puzzle,solution\r\nL1,{PUZZLE},x\r\n"),
        format!(
            "# made by hand\n\n\"name, and more\",\"puzzle\"\n\"a, \"\"b\"\"\nc\",\"{PUZZLE}\"\n"
        ),
        format!("name;puzzle\na,b;{}\n", PUZZLE.replace('.', "0")),
        format!("name\tpuzzle\na,b\t {PUZZLE} \n\n\n"),
        format!("puzzle,\n{},\n", PUZZLE.replace('.', " ")),
        format!("sep=;\npuzzle;name\n;\n{PUZZLE};a\n;\n\"\";\n"),
        format!("puzzle|name\n{PUZZLE}|a|\n"),
    ];
    for text in cases {
        assert_eq!(grids(&text), [grid(PUZZLE)], "{text}");
    }
    let found = read(format!("name,puzzle\n\"a\nb\",{PUZZLE}\nc,{SEVENTEEN}\n"));
    assert_eq!(found, [Ok((2, grid(PUZZLE))), Ok((4, grid(SEVENTEEN)))]);
}

/// A carriage return alone once began another record in the middle of a line.
#[test]
fn a_lone_carriage_return_is_no_line_end() {
    let found = read(format!("puzzle\n{PUZZLE}\ra\n{SEVENTEEN}\n"));
    let said =
        "2: column `puzzle`, character 82: expected the line to end after 81 cells, found '\\r'";
    assert!(found[0].as_ref().unwrap_err().starts_with(said), "{found:?}");
    assert_eq!(found[1], Ok((3, grid(SEVENTEEN))));
}

/// A quotation mark that was never closed once cost all rows of the next 65,536 bytes.
#[test]
fn open_quotation_mark_spoils_only_its_row() {
    let row = format!("{PUZZLE},a\n");
    let text = format!("puzzle,name\n{PUZZLE},\"oops\n{}", row.repeat(30_000));
    let read = read(&text);
    let said = read[0].as_ref().unwrap_err();
    // 1 MiB holds the text of the row and of the rows that it seems to contain.
    let own = PUZZLE.len() + "oops\n".len();
    let last = 2 + ((1 << 20) - own).div_ceil(row.len());
    assert_eq!(
        *said,
        format!("2:1: expected a closing quotation mark, found none up to line {last}")
    );
    let lines: Vec<_> = read.into_iter().flatten().map(|(line, _)| line).collect();
    assert!(lines.into_iter().eq(3..30_003));
}

/// Where each line looks open, whether it begins inside quotation marks or outside, the search for
/// the end must not begin again at each.
#[test]
fn many_open_quotation_marks_take_linear_time() {
    let text = format!("puzzle,name\n{}", "b\",\"\n".repeat(400_000));
    let begin = std::time::Instant::now();
    assert!(read(&text).iter().all(Result::is_err));
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

#[test]
fn lines_over_the_maximum_are_ordinary_errors() {
    let text = format!("{PUZZLE}\n{}\n{SEVENTEEN}\n", "1".repeat(3_000_000));
    let found = read(&text);
    assert_eq!(found[0], Ok((1, grid(PUZZLE))));
    assert_eq!(
        found[1],
        Err("2:82: expected the line to end after 81 cells, found '1'".to_owned())
    );
    assert_eq!(found[2], Ok((3, grid(SEVENTEEN))));
}

/// Gives its text again and again, a few bytes at a time, and counts.
struct Endless {
    text: Vec<u8>,
    given: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = buffer.len().min(1_000);
        for byte in &mut buffer[..n] {
            *byte = self.text[self.given % self.text.len()];
            self.given += 1;
        }
        Ok(n)
    }
}

#[test]
fn an_endless_stream_is_answered_as_it_comes() {
    let forms =
        [format!("{PUZZLE}\n"), format!("No. 1 {PUZZLE}\n"), format!("Grid 1\n\n{PUZZLE}\n")];
    for text in forms {
        let mut stream = Endless { text: text.into(), given: 0 };
        let rows: Vec<_> = RowReader::new(&mut stream).take(1_000).map(Result::unwrap).collect();
        assert!(rows.iter().all(|row| row.grid().unwrap() == grid(PUZZLE)));
        assert!(stream.given < 1_100 * 92, "{} bytes were asked for", stream.given);
    }
}

/// Drawn grids and JSON in other layouts are judged as a whole.
#[test]
fn endless_text_without_puzzles_in_lines_is_refused() {
    let object = format!("{{\n\"puzzle\":\"{PUZZLE}\"}}\n");
    for (text, words) in [
        (
            rows(PUZZLE).join("\n") + "\n\n",
            "expected at most 16 MiB of text without a puzzle in one",
        ),
        (object, "expected at most 16 MiB of text without a puzzle in one"),
    ] {
        let mut stream = Endless { text: text.into(), given: 0 };
        let found: Vec<_> = RowReader::new(&mut stream).collect();
        let said = found[0].as_ref().unwrap_err().to_string();
        assert!(found.len() == 1 && said.contains(words), "{said}");
        assert!(stream.given < (1 << 24) + (1 << 18), "{} bytes were asked for", stream.given);
    }
}

#[test]
fn a_read_error_ends_the_reading() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let text = format!("{PUZZLE}\n");
    let found: Vec<_> = RowReader::new(text.as_bytes().chain(Broken)).collect();
    assert_eq!(found.len(), 2);
    assert!(found[0].is_ok());
    assert!(matches!(&found[1], Err(ReadError::Io(e)) if e.to_string() == "unplugged"));
}

#[test]
fn json_lines_may_have_keys_besides_puzzle() {
    let text = format!(
        "\n{{\"tags\":[1,{{\"a\":\"b\"}}],\"puzzle\":\"{PUZZLE}\",\"level\":2,\"gone\":null}}\n\
         {{\"riddle\":\"what\"}}\n\n{{\"puzzle\":{{}}}}\n{{\"puzzle\":53}}\n{{\"puzzle\":null}}\n\
         {PUZZLE}\n{{\"puzzle\":\"{PUZZLE}\"\n{{}}\n{{\"puzzle\":\"{SEVENTEEN}\"}}"
    );
    let mut rows = RowReader::new(text.as_bytes());
    let row = rows.next().unwrap().unwrap();
    assert_eq!((row.line, row.grid().unwrap()), (2, grid(PUZZLE)));
    assert_eq!(row.get("level"), Some("2"));
    assert_eq!(row.get("tags"), Some("[1,{\"a\":\"b\"}]"));
    assert_eq!(row.get("gone"), None);
    let expected = [
        "3:1: expected a key with a puzzle, found the keys riddle",
        "5: column `puzzle`: expected text of 81 cells, found an object",
        "6: column `puzzle`: expected text of 81 cells, found a number",
        "7: column `puzzle`: expected a puzzle, found none",
        "8:",
        "9:",
        "10:1: expected a key with a puzzle, found no key",
    ];
    let read = read(&text);
    for (found, expected) in read[1..].iter().zip(expected) {
        let said = found.as_ref().unwrap_err();
        assert!(said.starts_with(expected), "{said}");
    }
    assert_eq!(read[8], Ok((11, grid(SEVENTEEN))));
    assert_eq!(read.len(), 9);
}

/// An array or an object may have line ends anywhere, or none.
#[test]
fn json_objects_are_read_wherever_they_stand() {
    let object = |puzzle: &str| format!("{{\"puzzle\":\"{puzzle}\",\"meta\":{{\"a\":\"}}\"}}}}");
    let (a, b) = (object(PUZZLE), object(SEVENTEEN));
    for text in [
        format!("[{a},{b}]"),
        format!("[\n{a},\n{b}\n]\n"),
        format!("{{\"puzzles\":[{a},{b}],\"count\":2}}"),
        format!("{{\n  \"puzzles\": [\n{a},\n{b}\n]\n}}"),
        format!("{a}{b}"),
        format!("{a}\n{b}"),
        a.replace('{', "{\n").replace(',', ",\n") + &b,
    ] {
        assert_eq!(grids(&text), [grid(PUZZLE), grid(SEVENTEEN)], "{text}");
    }
    let cells = PUZZLE.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(",");
    assert_eq!(grids(format!("{{\"puzzle\":[{cells}]}}")), [grid(PUZZLE)]);
    // Megabytes in one line.
    let many = format!("[{}]", vec![a; 20_000].join(","));
    assert_eq!(grids(many).len(), 20_000);
    let none = "1:1: expected a key with a puzzle, found no key";
    assert_eq!(read("[{}]"), [Err(none.to_owned())]);
}

/// Gives one byte at a time, as a slow pipe may.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let end = into.len().min(1);
        self.0.read(&mut into[..end])
    }
}

/// The beginning of a stream decides, however few bytes the first read returns.
fn dropwise(bytes: &[u8]) -> Vec<Result<(u64, AnyGrid), String>> {
    let grid = |row: TableRow| Ok((row.line, row.grid()?));
    let rows = RowReader::new(Drops(bytes)).map(|row| row.and_then(grid));
    rows.map(|row| row.map_err(|e| e.to_string())).collect()
}

#[test]
fn lines_of_old_files_end_in_cr() {
    for (text, lines) in [
        (format!("n;puzzle\r1;{PUZZLE}\r2;{PUZZLE}"), [2, 3]),
        (format!("{PUZZLE}\r\r{PUZZLE}"), [1, 3]),
        (format!("# a\r{PUZZLE}\r{PUZZLE}\r"), [2, 3]),
        (rows(PUZZLE).join("\r").repeat(2).replace("795", "79\r5"), [1, 10]),
    ] {
        let expected = lines.map(|line| Ok((line, grid(PUZZLE))));
        assert_eq!(read(&text), expected, "{text:?}");
        assert_eq!(dropwise(text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn utf16_is_read_with_and_without_bom() {
    let units: Vec<u16> = format!("id,puzzle\r\n1,{PUZZLE}\r\n").encode_utf16().collect();
    let big: Vec<u8> = units.iter().flat_map(|u| u.to_be_bytes()).collect();
    let little: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
    for text in [
        big.clone(),
        little.clone(),
        [b"\xfe\xff", &big[..]].concat(),
        [b"\xff\xfe", &little[..]].concat(),
    ] {
        let expected = [Ok((2, grid(PUZZLE)))];
        assert_eq!(read(&text), expected);
        assert_eq!(dropwise(&text), expected);
    }
}

/// Letters of another encoding in another column are no reason to lose a puzzle.
#[test]
fn other_fields_may_be_invalid_utf_8() {
    let text = [b"name;puzzle\nM\xfcller;", PUZZLE.as_bytes(), b"\n"].concat();
    assert_eq!(grids(text), [grid(PUZZLE)]);
    // Names and signs of Windows-1252 are read.
    let text = [b"name;R\xe4tsel;Board\nx;", PUZZLE.as_bytes(), b";y\n"].concat();
    let said = format!("{:?}", read(text));
    assert!(said.contains("found `R\u{e4}tsel` and `Board`"), "{said}");
    let nine = rows(PUZZLE).join("\n").replace('.', "\u{b7}");
    let latin: Vec<u8> = nine.chars().map(|c| c as u8).collect();
    assert_eq!(grids(latin), [grid(PUZZLE)]);
    // Half a character at the end of a field, its other half in the next.
    let text = [b"puzzle,a,b\n", PUZZLE.as_bytes(), b",\xc3,\xbc\n"].concat();
    let row = RowReader::new(&text[..]).next().unwrap().unwrap();
    assert_eq!(row.get("a"), Some("\u{fffd}"));
    assert_eq!(row.get("b"), Some("\u{fffd}"));
    assert_eq!(row.get("c"), None);
}

/// The bytes of each row of several lines counted for the row after it: good rows were refused.
#[test]
fn many_rows_of_several_lines_are_all_read() {
    let row = |i: usize| format!("\"{i}\nsecond \"\"line\"\"\n\nlast\",{PUZZLE}\n");
    let text: String = (0..20_000).map(row).collect();
    assert!(text.len() > 2 << 20);
    let found = read(format!("name,puzzle\n{text}"));
    let lines = found.into_iter().map(|row| row.unwrap().0);
    assert!(lines.eq((0..20_000).map(|i| 2 + 4 * i)));
}

/// The row that a table of CSV has below its header.
fn csv_row(fields: impl Iterator<Item = FieldValue>) -> String {
    let fields: Vec<_> = fields.collect();
    let heads = fields.iter().map(|_| ColumnHead::foreign("a")).collect();
    let mut table = TableWriter::new(Vec::new(), TableFormat::Csv, heads).unwrap();
    table.write(fields.into_iter()).unwrap();
    let text = String::from_utf8(table.finish().unwrap()).unwrap();
    text.split_once('\n').unwrap().1.to_owned()
}

/// The writer of rows once emptied all buffers below it after each row: a system call for each answer.
#[test]
fn row_does_not_flush_the_files_buffer() {
    struct Counted<'a>(&'a mut Vec<u8>, &'a mut usize);
    impl io::Write for Counted<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            *self.1 += 1;
            Ok(())
        }
    }
    let heads = vec![ColumnHead::foreign("a"), ColumnHead::foreign("b\"")];
    let values = || [FieldValue::Foreign("x\n".to_owned()), FieldValue::Missing].into_iter();
    for (format, text) in [
        (TableFormat::Csv, "a,\"b\"\"\"\n\"x\n\",\n"),
        (TableFormat::Jsonl, "{\"a\":\"x\\n\",\"b\\\"\":null}\n"),
    ] {
        let (mut written, mut flushes) = (Vec::new(), 0);
        let counted = Counted(&mut written, &mut flushes);
        let mut table = TableWriter::new(counted, format, heads.clone()).unwrap();
        table.write(values()).unwrap();
        drop(table);
        assert_eq!((String::from_utf8_lossy(&written).as_ref(), flushes), (text, 0));
    }
}

#[test]
fn a_field_with_a_line_end_is_quoted() {
    for (field, expected) in [
        ("a\nb", "\"a\nb\",c\n"),
        ("a\r\nb", "\"a\r\nb\",c\n"),
        ("a\rb", "\"a\rb\",c\n"),
        ("a b", "a b,c\n"),
    ] {
        let fields = [field, "c"].map(|field| FieldValue::Text(field.to_owned()));
        assert_eq!(csv_row(fields.into_iter()), expected);
    }
}

/// A cell that begins like a formula is one for a spreadsheet, which would run it. A number is no formula.
#[test]
fn a_cell_of_others_is_no_formula() {
    let cells = [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1+cmd", "'+1+cmd"),
        ("-1+cmd", "'-1+cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        (" =1", "' =1"),
        ("\t1", "\t1"),
        ("-5", "-5"),
        ("+4.5", "+4.5"),
        ("a=b", "a=b"),
    ];
    for (cell, expected) in cells {
        let fields = ["a", cell].map(|field| FieldValue::Foreign(field.to_owned()));
        assert_eq!(csv_row(fields.into_iter()), format!("a,{expected}\n"));
        let own = FieldValue::Text(cell.to_owned());
        assert_eq!(csv_row([own].into_iter()), format!("{cell}\n"));
    }
}

proptest! {
    /// Given to the reader line by line, rows are those of a reader that has all of the text.
    #[test]
    fn rows_are_split_as_in_the_whole_text(
        text in "[a,\"\n]{0,60}",
    ) {
        // Its last row may end in the middle of a quotation, which is no row here.
        let mut whole = csv::ReaderBuilder::new();
        whole.has_headers(false).flexible(true).terminator(csv::Terminator::Any(b'\n'));
        let closed = text.clone() + "\"\n" + PUZZLE + ",b\n";
        let is_closed = |record: &csv::StringRecord| record.iter().eq([PUZZLE, "b"]);
        let rows: Vec<_> = whole.from_reader(closed.as_bytes()).records().map(Result::unwrap).collect();
        prop_assume!(rows.last().is_some_and(is_closed));
        // A row of empty fields is an empty row.
        let has_text = |row: &&csv::StringRecord| row.iter().any(|field| !field.trim().is_empty());
        let rows = rows.iter().filter(has_text);
        let expected: Vec<Vec<&str>> = rows.map(|row| row.iter().collect()).collect();
        let text = format!("puzzle,b\n{closed}");
        let found: Vec<_> = RowReader::new(text.as_bytes()).collect();
        let found: Vec<_> = found.iter().map(|row| {
            let row = row.as_ref().unwrap();
            [row.get("puzzle").unwrap_or(""), row.get("b").unwrap_or("")]
        }).collect();
        let first_two = |row: &Vec<&str>| [0, 1].map(|i| row.get(i).map_or("".to_owned(), |f| f.trim().to_owned()));
        let expected: Vec<_> = expected.iter().map(first_two).collect();
        prop_assert_eq!(found, expected);
    }
}

/// Half a gigabyte behind an open quotation mark, in 45 kB, was kept in memory line by line.
#[test]
fn open_quotation_mark_before_no_puzzle_ends_reading() {
    for lines in ["x\n", "x,y\n", "\n"] {
        let text = lines.into();
        let endless = (&b"id,puzzle\nopen,\"begun\n"[..]).chain(Endless { text, given: 0 });
        let found: Vec<_> = RowReader::new(endless).take(3).collect();
        let said = found[0].as_ref().unwrap_err().to_string();
        let words = "line 2, column 1: expected a closing quotation mark within 1048576 bytes";
        assert!(said.starts_with(words) && found.len() == 1, "{found:?}");
    }
}

/// An id is kept in memory for each row, and may be as long as a row.
#[test]
fn an_id_is_no_longer_than_255_bytes() {
    for (length, is_read) in [(255, true), (256, false)] {
        let text = format!("id,puzzle\n{},{PUZZLE}\n", "i".repeat(length));
        let row = RowReader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(row.id().is_ok(), is_read);
        // An id of others may have any length; it is left out.
        let record = PuzzleRecord::try_from(&row).unwrap();
        assert_eq!(record.id.is_some(), is_read);
    }
}

/// The header of a run says what its catalogue is. Elsewhere the line may be a title.
#[test]
fn run_has_its_columns_whatever_its_first_row() {
    let text = format!("puzzle\nOne of many\n{PUZZLE}\n");
    let read = |rows: RowReader<&[u8]>| {
        rows.map(|row| row.and_then(|row| row.grid()).map_err(|e| e.to_string()))
            .collect::<Vec<_>>()
    };
    let rows = read(RowReader::new(text.as_bytes()).of_run());
    let error = rows[0].as_ref().unwrap_err();
    assert!(error.starts_with("line 2, column `puzzle`, character 1: expected a digit"), "{error}");
    assert_eq!(rows[1..], [Ok(PUZZLE.parse().unwrap())]);
    assert_eq!(read(RowReader::new(text.as_bytes())), [Ok(PUZZLE.parse().unwrap())]);
}
