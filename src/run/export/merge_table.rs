//! The table of an export, for data merge: a row for each puzzle.

use super::Export;
use super::file_names::NamedPuzzle;
use crate::run::{IoContext as _, RunError};
use std::io;
use std::path::Path;
use store::files::AtomicDir;
use store::table::format::{escape_formula, write_record};
use store::table::{LINK, SheetCell, SheetColumn, WorkbookWriter};

/// A column: its name, its meaning and its values.
type Column = (&'static str, &'static str, &'static str);

const WHOLE: &str = "whole number";
const TEXT: &str = "text";

/// The columns in front of the names of files.
const FIRST: [Column; 4] = [
    ("id", "Identifier of the puzzle, or the name of its files", TEXT),
    ("level", "Level on the published ladder", "1 to 5"),
    ("level_name", "Its name, for a puzzle that was made for this ladder", TEXT),
    ("clues", "Number of givens", WHOLE),
];
/// The columns behind the names of files.
const LAST: [Column; 8] = [
    ("number", "Number as printed", WHOLE),
    ("date", "The day of the puzzle, if it has one", "YYYY-MM-DD"),
    ("band", "Level on the human ladder", "1 to 7"),
    ("band_name", "Its name, for a puzzle that was made for this ladder", TEXT),
    ("label", "Level as printed", TEXT),
    ("stars", "Level in stars", TEXT),
    ("minutes", "Minutes that the puzzle may take, fewest and most", TEXT),
    ("technique", "The hardest technique that the puzzle needs", TEXT),
];
/// The last column, if the puzzles have addresses.
const ADDRESS: Column = (LINK, "Web address of the puzzle", TEXT);
/// The columns of grids, which only a workbook has.
const GRIDS: [Column; 2] = [
    ("puzzle", "81 cells, row by row, . for a blank", TEXT),
    ("solution", "81 digits, row by row", TEXT),
];
/// The columns of pictures.
const PICTURES: [Column; 2] = [
    ("puzzle_picture", "The puzzle as a picture", "picture"),
    ("answer_picture", "The answer as a picture", "picture"),
];

/// The table of an export, while it is written.
pub(super) enum MergeTable {
    /// CSV with the names of files.
    Csv {
        header: Vec<&'static str>,
        rows: Vec<u8>,
        is_drawn: bool,
    },
    Workbook(Box<WorkbookWriter<Vec<u8>>>),
}

impl MergeTable {
    pub fn new(form: Export, has_links: bool) -> io::Result<Self> {
        let links = has_links.then_some(&ADDRESS);
        if let Export::Xlsx(resolution) = form {
            let pictures = PICTURES.iter().filter(|_| resolution.is_some());
            let pictures = pictures.map(|(name, about, _)| SheetColumn::of_pictures(name, about));
            let plain = FIRST.iter().chain(&GRIDS).chain(&LAST).chain(links).map(sheet_column);
            let columns = behind_first(plain, pictures);
            let workbook = WorkbookWriter::new(Vec::new(), &columns, resolution.is_some())?;
            return Ok(Self::Workbook(Box::new(workbook)));
        }
        let (_, files) = form.file_columns();
        let names = |columns: &'static [Column]| columns.iter().map(|(name, ..)| *name);
        let header = names(&FIRST).chain(files.iter().copied()).chain(names(&LAST));
        let header = header.chain(links.map(|(name, ..)| *name)).collect();
        Ok(Self::Csv { header, rows: Vec::new(), is_drawn: form.is_drawn() })
    }

    /// Adds the row of a puzzle with the names of its files, or with its pictures.
    pub fn push(
        &mut self,
        id: &str,
        facts: &NamedPuzzle,
        files: &[String],
        pictures: Vec<Vec<u8>>,
    ) -> io::Result<()> {
        let [level_name, band_name] = facts.rung.names().map(str::to_owned);
        let first = [id.to_owned(), facts.level.to_string(), level_name, facts.clues.to_string()];
        let last = [
            facts.number.to_string(),
            facts.date.clone().unwrap_or_default(),
            facts.band.map_or(String::new(), |band| band.to_string()),
            band_name,
            facts.label.clone(),
            facts.rung.stars(),
            facts.minutes(),
            facts.technique.unwrap_or_default().to_owned(),
        ];
        match self {
            Self::Csv { rows, .. } => {
                let fields = first.iter().chain(files).chain(&last).chain(&facts.link);
                write_record(rows, fields.map(|field| escape_formula(field)))
            }
            Self::Workbook(workbook) => {
                let grids = [facts.puzzle.clone(), facts.solution.clone().unwrap_or_default()];
                let fields = first.into_iter().chain(grids).chain(last).chain(facts.link.clone());
                let columns = FIRST.iter().chain(&GRIDS).chain(&LAST).chain([&ADDRESS]);
                let cell = |((_, _, values), text): (&Column, String)| match *values {
                    TEXT | "YYYY-MM-DD" => SheetCell::Text(text),
                    _ => SheetCell::Number(text),
                };
                let cells = columns.zip(fields).map(cell);
                let pictures = pictures.into_iter().map(SheetCell::Picture);
                workbook.write(&behind_first(cells, pictures))
            }
        }
    }

    /// Writes the table into the folder. Returns the names of its files.
    pub fn write(self, folder: &mut AtomicDir, out: &Path) -> Result<Vec<&'static str>, RunError> {
        let mut files = Vec::new();
        match self {
            Self::Csv { header, rows, is_drawn } => {
                // Names such as @puzzle are intended and must not be escaped as formulas.
                let with_header = |name: fn(&str) -> &str| {
                    let mut table = Vec::new();
                    write_record(&mut table, header.iter().map(|column| name(column)))?;
                    table.extend_from_slice(&rows);
                    io::Result::Ok(table)
                };
                files.push(("data.csv", with_header(|name| name).write_context(out)?));
                if is_drawn {
                    let table = with_header(indesign_name).write_context(out)?;
                    files.push(("data-indesign.csv", utf_16(&String::from_utf8_lossy(&table))));
                }
            }
            Self::Workbook(workbook) => {
                files.push(("data.xlsx", workbook.finish().write_context(out)?));
            }
        }
        for (name, bytes) in &files {
            folder.write(name, bytes).write_context(&out.join(name))?;
        }
        Ok(files.into_iter().map(|(name, _)| name).collect())
    }
}

/// Puts the pictures behind the identifier, where a user sees them at once.
fn behind_first<T>(plain: impl Iterator<Item = T>, pictures: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<_> = plain.collect();
    all.splice(1..1, pictures);
    all
}

/// Returns the column name under which InDesign places a picture, or the same name.
fn indesign_name(name: &str) -> &str {
    match name {
        "puzzle_file" => "@puzzle",
        "answer_file" => "@answer",
        name => name,
    }
}

/// Returns UTF-16, high byte first, with a byte order mark. Stars and dashes need it in InDesign,
/// says Adobe's guide to the Data Merge API (read in November 2026).
fn utf_16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
}

fn sheet_column((name, about, values): &Column) -> SheetColumn {
    let is_wide = GRIDS.iter().any(|(grid, ..)| grid == name) || *name == LINK;
    let width = if is_wide { 92 } else { 14 };
    let text = |text: &str| text.to_owned();
    SheetColumn { name: text(name), about: text(about), values: text(values), width }
}
