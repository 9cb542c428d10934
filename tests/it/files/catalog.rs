//! Catalogues, written and read back.

use std::fmt::Write as _;
use sudoku_press::make::batch::{Batch, Plan};
use sudoku_press::make::entry::Entry;
use sudoku_press::make::seed::Seed;
use sudoku_press::store::table::{
    CatalogColumns, CatalogWriter, PuzzleRecord, ReadError, RowReader, TableFormat,
};
use sudoku_press::sudoku::score::Level;

fn entries() -> Vec<Entry> {
    let plan = Plan::new(Level::ALL.map(|level| (level, 3)).to_vec());
    let batch = Batch::new(plan, Seed(3), 1).unwrap();
    batch.map(|item| item.unwrap().puzzle().unwrap().entry).collect()
}

fn written(entries: &[Entry], format: TableFormat) -> String {
    let mut catalog = CatalogWriter::new(Vec::new(), format).unwrap();
    entries.iter().for_each(|entry| catalog.write(entry).unwrap());
    String::from_utf8(catalog.finish().unwrap()).unwrap()
}

fn records(text: &[u8]) -> impl Iterator<Item = Result<PuzzleRecord, ReadError>> {
    RowReader::new(text).map(|row| PuzzleRecord::try_from(&row?))
}

fn read(text: &str) -> Vec<Result<(String, Option<Level>), String>> {
    records(text.as_bytes())
        .map(|record| match record {
            Ok(record) => Ok((record.puzzle.givens().to_string(), record.level)),
            Err(e) => Err(e.to_string()),
        })
        .collect()
}

#[test]
fn the_header_has_the_columns_of_the_contract() {
    let header = "id,puzzle,solution,clues,difficulty,level,level_name,row_col_min,searches,grid,\
                  order,symmetry,canonical,seed,slot,reissue";
    assert_eq!(CatalogColumns::default().names().join(","), header);
    assert_eq!(written(&[], TableFormat::Csv), format!("{header}\n"));
}

#[test]
fn a_row_has_the_values_of_its_entry() {
    let entries = entries();
    let csv = written(&entries, TableFormat::Csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let columns = CatalogColumns::default().names();
    for (entry, row) in entries.iter().zip(rows.records()) {
        let row = row.unwrap();
        assert_eq!(row.len(), columns.len());
        let field = |name| &row[columns.iter().position(|&c| c == name).unwrap()];
        let slot = entry.origin.slot;
        assert_eq!(field("id"), format!("L{}-{:06}", slot.rung.number(), slot.number + 1));
        assert_eq!(field("puzzle"), entry.puzzle.givens().to_string());
        assert_eq!(field("solution"), entry.puzzle.solution().to_string());
        let givens = field("puzzle").bytes().filter(|&b| b != b'.').count();
        assert_eq!(field("clues"), givens.to_string());
        assert_eq!(field("difficulty"), entry.score.total());
        assert_eq!(field("level"), slot.rung.number().to_string());
        assert_eq!(field("level_name"), slot.rung.name());
        assert_eq!(field("canonical"), entry.canonical.to_string());
        assert_eq!(field("seed"), "3");
        assert_eq!(field("slot"), slot.number.to_string());
        assert_eq!(field("reissue"), "0");
        assert_eq!(field("grid"), "las-vegas");
        assert_eq!(field("symmetry"), "none");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let entries = entries();
    let expected: Vec<_> = entries
        .iter()
        .map(|e| Ok((e.puzzle.givens().to_string(), Some(e.score.level()))))
        .collect();
    assert_eq!(read(&written(&entries, TableFormat::Csv)), expected);
    assert_eq!(read(&written(&entries, TableFormat::ExcelCsv)), expected);
    assert_eq!(read(&written(&entries, TableFormat::Jsonl)), expected);
    let bare: Vec<_> = expected.into_iter().map(|r| r.map(|(puzzle, _)| (puzzle, None))).collect();
    assert_eq!(read(&written(&entries, TableFormat::Sdm)), bare);
    assert_eq!(read(&written(&entries, TableFormat::Txt)), bare);
}

#[test]
fn excel_gets_a_byte_order_mark_and_carriage_returns() {
    let text = written(&entries(), TableFormat::ExcelCsv);
    assert!(text.starts_with("\u{feff}id,puzzle"));
    assert_eq!(text.matches("\r\n").count(), 16);
    assert_eq!(text.matches('\n').count(), 16);
}

#[test]
fn json_lines_have_the_columns_by_name() {
    let entries = entries();
    let text = written(&entries, TableFormat::Jsonl);
    for (entry, line) in entries.iter().zip(text.lines()) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let names: Vec<_> = row.as_object().unwrap().keys().cloned().collect();
        let mut columns = CatalogColumns::default().names();
        columns.sort_unstable();
        assert_eq!(names, columns);
        assert_eq!(row["puzzle"], entry.puzzle.givens().to_string());
        assert_eq!(row["searches"], entry.score.searches);
    }
}

#[test]
fn line_formats_hold_the_puzzles_alone() {
    let entries = entries();
    let txt = written(&entries, TableFormat::Txt);
    let sdm = written(&entries, TableFormat::Sdm);
    assert_eq!(txt.replace('.', "0"), sdm);
    for (entry, line) in entries.iter().zip(txt.lines()) {
        assert_eq!(line.parse(), Ok(*entry.puzzle.givens()));
    }
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn any_csv_with_a_column_puzzle_is_read() {
    let ok = [Ok((PUZZLE.to_owned(), None))];
    assert_eq!(read(&format!("puzzle\n{PUZZLE}\n")), ok);
    let zeros = PUZZLE.replace('.', "0");
    assert_eq!(read(&format!("n,solution,puzzle\r\n1,{SOLUTION}, {zeros} \r\n")), ok);
    assert_eq!(read(&format!("puzzle,solution\n{PUZZLE},\n")), ok);
}

#[test]
fn wrong_rows_are_refused_with_line_and_column() {
    let one = |text: String| read(&text).pop().unwrap().unwrap_err();
    let said = one(format!("puzzle\n{PUZZLE}\n{}\n", &PUZZLE[..80]));
    assert_eq!(said, "line 3, column `puzzle`, character 81: expected 81 cells, found 80");
    let said = one(format!("puzzle\n{}\n", ".".repeat(81)));
    assert!(
        said.starts_with("line 2, column `puzzle`: the puzzle has more than one solution"),
        "{said}"
    );
    let wrong = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    let said = one(format!("puzzle,solution\n{PUZZLE},{wrong}\n"));
    assert_eq!(
        said,
        format!(
            "line 2, column `solution`: expected the solution of the puzzle, {SOLUTION}, found another"
        )
    );
    let said = read(&with_level("6")).remove(0).unwrap_err();
    assert_eq!(said, "line 2, column `level`: expected a level from 1 to 5, found \"6\"");
    assert_eq!(
        read("a,b\n")[0],
        Err("line 1, column 1: expected a column of puzzles, found the columns a, b; the setting `column` names the \
             one that holds them"
            .to_owned())
    );
}

#[test]
fn a_wrong_level_is_refused() {
    let text = with_level("5");
    let record = records(text.as_bytes()).next().unwrap().unwrap();
    let said = record.checked_level().unwrap_err().to_string();
    assert!(
        said.starts_with("line 2, column `level`: expected level 1 (")
            && said.ends_with("found level 5"),
        "{said}"
    );
    // Levels of others are not ours.
    let text = format!("puzzle,level\n{PUZZLE},5\n");
    let record = records(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(record.checked_level().unwrap(), Level::Hard);
}

/// A catalogue of ours whose first row, of level 1, states this level.
fn with_level(level: &str) -> String {
    let golden = include_str!("../golden.csv");
    let (header, rows) = golden.split_once('\n').unwrap();
    let at = header.split(',').position(|name| name == "level").unwrap();
    let mut fields: Vec<_> = rows.lines().next().unwrap().split(',').collect();
    fields[at] = level;
    format!("{header}\n{}\n", fields.join(","))
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(0..=255u8, 0..400)) {
        let mut text = b"puzzle,level\n".to_vec();
        text.extend(bytes);
        records(&text).for_each(drop);
    }
}

/// The document has a row for each column, in their order: its name, what it holds, what it is.
#[test]
fn the_columns_of_the_document_are_those_of_the_program() {
    let mut table = String::from("| column | holds | what it is |\n|---|---|---|\n");
    for column in CatalogColumns::default().iter() {
        let (name, holds, about) = (column.name, column.column_type.to_string(), column.about);
        writeln!(table, "| `{name}` | {holds} | {about} |").unwrap();
    }
    let document = include_str!("../../../docs/data.md");
    assert!(document.contains(&table), "docs/data.md should have:\n{table}");
}

/// One wrong row costs no other.
#[test]
fn rows_after_a_wrong_one_are_read() {
    let text = format!("puzzle;level\n{PUZZLE}9;9\n{PUZZLE};2\n..;1\n\"{PUZZLE}\"; 2 \n");
    let read = read(&text);
    assert_eq!(read.len(), 4);
    let good = Ok((PUZZLE.to_owned(), None));
    assert_eq!((&read[1], &read[3]), (&good, &good));
    assert!(read[0].is_err() && read[2].is_err());
}
