//! The table of an export, for data merge: a row for each puzzle.

use super::file_names::NamedPuzzle;
use super::{ExportKind, ExportOptions, OnlyGrids};
use ::jobs::{IoContext as _, RunError};
use files::AtomicDir;
use std::io;
use std::path::Path;
use tables::columns;
use tables::{
    CatalogColumns, Column, ColumnHead, ColumnType, FieldValue, TableFormat, TableWriter,
};

/// A row of the table.
pub(super) struct MergeRow<'a> {
    /// The identifier, or the name of the files.
    pub id: &'a str,
    pub facts: &'a NamedPuzzle,
    /// The names of the files.
    pub files: &'a [String],
    /// The pictures of puzzle and answer that stand in the table.
    pub pictures: &'a [Vec<u8>],
}

type MergeValue = fn(&MergeRow<'_>) -> FieldValue;

const TEXT: ColumnType = ColumnType::Any("text");
const WHOLE: ColumnType = ColumnType::Count("whole number");

/// Returns the columns of an export, in order.
fn merge_columns(order: &ExportOptions) -> Vec<Column<MergeValue>> {
    use FieldValue::Whole;
    let mut all = columns! { MergeValue;
        "id": TEXT, |row| text(row.id), "Identifier of the puzzle, or the name of its files";
    };
    // A user sees the pictures at once.
    if order.kind == ExportKind::Xlsx && order.has_pictures {
        all.extend(columns! { MergeValue;
            "puzzle_picture": ColumnType::Picture, |row| picture(row.pictures.first()), "The puzzle as a picture";
            "answer_picture": ColumnType::Picture, |row| picture(row.pictures.last()), "The answer as a picture";
        });
    }
    all.extend(columns! { MergeValue;
        "level": ColumnType::Count("1 to 5"), |row| Whole(row.facts.level.into()), "Level on the published ladder";
        "level_name": TEXT, |row| text(row.facts.rung.names()[0]),
            "Its name, for a puzzle that was made for this ladder";
        "clues": WHOLE, |row| Whole(row.facts.clues as u64), "Number of givens";
    });
    all.extend(match order.kind {
        ExportKind::Xlsx => columns! { MergeValue;
            "puzzle": TEXT, |row| text(&*row.facts.puzzle), "All cells, row by row, . for a blank";
            "solution": TEXT, |row| text(row.facts.solution.as_deref()), "All digits, row by row";
        },
        ExportKind::Json => {
            columns! { MergeValue; "file": TEXT, |row| file(row.files.first()), "Name of the file"; }
        }
        _ => columns! { MergeValue;
            PUZZLE_FILE: TEXT, |row| file(row.files.first()), "Name of the file of the puzzle";
            ANSWER_FILE: TEXT, |row| file(row.files.last()), "Name of the file of the answer";
        },
    });
    all.extend(columns! { MergeValue;
        "number": WHOLE, |row| Whole(row.facts.number), "Number as printed";
        TITLE: TEXT, |row| text(row.facts.title.as_deref()), "Title of the puzzle";
        "date": ColumnType::Any("YYYY-MM-DD"), |row| text(row.facts.date.as_deref()),
            "The day of the puzzle, if it has one";
        "band": ColumnType::Count("1 to 7"), |row| row.facts.band.map(|band| Whole(band.into())).into(),
            "Level on the human ladder";
        "band_name": TEXT, |row| text(row.facts.rung.names()[1]),
            "Its name, for a puzzle that was made for this ladder";
        "label": TEXT, |row| text(&*row.facts.label), "Level as printed";
        STARS: TEXT, |row| Whole(row.facts.rung.stars().into()), "Level in stars";
        "minutes": TEXT, |row| text(&*row.facts.minutes()),
            "Minutes that the puzzle may take, fewest and most";
        "technique": TEXT, |row| text(row.facts.technique), "The hardest technique that the puzzle needs";
        "size": TEXT, |row| text(row.facts.shape.label()), "Cells of a row and a column";
    });
    // An object has its grids, and InDesign has the name `puzzle` for the picture.
    if !matches!(order.kind, ExportKind::Json | ExportKind::Xlsx) {
        all.extend(columns! { MergeValue;
            "givens": TEXT, |row| text(&*row.facts.puzzle), "All cells, row by row, . for a blank";
            "solution": TEXT, |row| text(row.facts.solution.as_deref()), "All digits, row by row";
        });
    }
    if order.link.is_some() {
        all.extend(columns! { MergeValue;
            (CatalogColumns::LINK): TEXT, |row| text(row.facts.link.as_deref()), "Web address of the puzzle";
        });
    }
    let left_out = match order.only {
        None => [""; 4],
        Some(OnlyGrids::Puzzles) => ["answer_picture", "solution", ANSWER_FILE, ""],
        Some(OnlyGrids::Answers) => ["puzzle_picture", "puzzle", "givens", PUZZLE_FILE],
    };
    all.retain(|column| !left_out.contains(&column.name));
    all
}

fn text<'a>(text: impl Into<Option<&'a str>>) -> FieldValue {
    text.into().map(|text| FieldValue::Foreign(text.to_owned())).into()
}

fn file(name: Option<&String>) -> FieldValue {
    text(name.map(String::as_str))
}

fn picture(bytes: Option<&Vec<u8>>) -> FieldValue {
    bytes.cloned().map(FieldValue::Picture).into()
}

/// The column of titles, which only a table with a title has.
const TITLE: &str = "title";
/// The column of stars. The tables get the stars when the hardest level is known.
const STARS: &str = "stars";
/// The columns of the names of files, and those under which InDesign places a picture.
const PUZZLE_FILE: &str = "puzzle_file";
const ANSWER_FILE: &str = "answer_file";
const INDESIGN_NAMES: [(&str, &str); 2] = [(PUZZLE_FILE, "@puzzle"), (ANSWER_FILE, "@answer")];
/// The table for InDesign, in UTF-16.
const INDESIGN_TABLE: &str = "data-indesign.csv";

/// The tables of an export. They have the same rows.
pub(super) struct MergeTables {
    kind: ExportKind,
    columns: Vec<Column<MergeValue>>,
    rows: Vec<Vec<FieldValue>>,
    /// The number of stars of the hardest puzzle.
    most_stars: u8,
}

impl MergeTables {
    pub fn new(order: &ExportOptions) -> Self {
        let columns = merge_columns(order);
        Self { kind: order.kind, columns, rows: Vec::new(), most_stars: 0 }
    }

    /// Adds the row of a puzzle.
    pub fn push(&mut self, row: &MergeRow<'_>) {
        self.most_stars = self.most_stars.max(row.facts.rung.stars());
        self.rows.push(self.columns.iter().map(|column| (column.value)(row)).collect());
    }

    /// Returns the table of a format with these heads.
    fn table(&self, format: TableFormat, heads: Vec<ColumnHead>) -> io::Result<Vec<u8>> {
        let is_stars: Vec<bool> =
            self.columns.iter().map(|column| column.head().name == STARS).collect();
        let mut table = TableWriter::new(Vec::new(), format, heads)?;
        for row in &self.rows {
            table.write(row.iter().zip(&is_stars).map(|(value, is_stars)| match value {
                FieldValue::Whole(filled) if *is_stars => self.stars(*filled),
                value => value.clone(),
            }))?;
        }
        table.finish()
    }

    /// Removes the column of titles if no puzzle has one.
    fn leave_out_no_titles(&mut self) {
        let Some(at) = self.columns.iter().position(|column| column.name == TITLE) else { return };
        if self.rows.iter().all(|row| row[at] == FieldValue::Missing) {
            self.columns.remove(at);
            self.rows.iter_mut().for_each(|row| _ = row.remove(at));
        }
    }

    /// Returns a star for each level up to the hardest, as a book of these puzzles prints them.
    fn stars(&self, filled: u64) -> FieldValue {
        let number = 1..=u64::from(self.most_stars);
        let stars: String = number.map(|star| if star <= filled { '★' } else { '☆' }).collect();
        text(&*stars)
    }

    /// Writes the tables into the folder. Returns the names of their files.
    pub fn write(
        mut self,
        folder: &mut AtomicDir,
        out: &Path,
    ) -> Result<Vec<&'static str>, RunError> {
        self.leave_out_no_titles();
        let mut heads: Vec<ColumnHead> = self.columns.iter().map(Column::head).collect();
        let (name, format) = match self.kind {
            ExportKind::Xlsx => ("data.xlsx", TableFormat::Xlsx),
            _ => ("data.csv", TableFormat::Csv),
        };
        let mut tables = vec![(name, self.table(format, heads.clone()).write_context(out)?)];
        if self.kind.is_drawn() {
            for (own, name) in INDESIGN_NAMES {
                heads.iter_mut().filter(|head| head.name == own).for_each(|head| {
                    name.clone_into(&mut head.name);
                });
            }
            let table = self.table(TableFormat::Csv, heads).write_context(out)?;
            tables.push((INDESIGN_TABLE, table));
        }
        let mut names = Vec::new();
        for (name, mut bytes) in tables {
            if name == INDESIGN_TABLE {
                bytes = utf_16(&String::from_utf8_lossy(&bytes));
            }
            folder.write(name, &bytes).write_context(&out.join(name))?;
            names.push(name);
        }
        Ok(names)
    }
}

/// Returns UTF-16, high byte first, with a byte order mark. Stars and dashes need it in InDesign,
/// says Adobe's guide to the Data Merge API (read in November 2026).
fn utf_16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
}
