//! Single puzzles as files: a drawing, a text or an object of each puzzle and of its answer, and
//! the tables of their names for data merge. Or one workbook with all puzzles. The drawing of grids
//! is elsewhere, in [`SingleGrid`].

mod file_names;
mod merge_table;

pub use file_names::NamePattern;

use crate::run::record::json;
use crate::run::{IoContext as _, RunError};
use engine::human::grade::Rater;
use engine::human::ladder::Ladder;
use engine::make::batch::Dedup;
use engine::sudoku::grid::Grid;
use engine::sudoku::puzzle::Puzzle;
use engine::sudoku::puzzle_link::PuzzleLink;
use engine::sudoku::score::Level;
use file_names::{Difficulty, NamedPuzzle};
use jiff::SignedDuration;
use jiff::civil::Date;
use merge_table::MergeTable;
use press::book::{Language, SingleGrid, SingleGridLook, minutes};
use press::text::problem::{clause, setting};
use serde::Serialize;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use store::files::{AtomicDir, Overwrite};
use store::table::format::{GridFormat, GridWriter};
use store::table::{
    DuplicateSearch, InputError, PuzzleFile, PuzzleRecord, UnreadColumns, ValidRecords,
};

/// The content of the exported files.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// Drawings, with the digits as outlines.
    Svg,
    /// PDF pages with a grid, with the digits as outlines.
    Pdf,
    /// Encapsulated PostScript, with the digits as outlines.
    Eps,
    /// PNG pictures, with their resolution in dots per inch.
    Png(f64),
    /// Text.
    Text(GridFormat),
    /// An object for each puzzle. With days, an object for each day, with the solution of the day
    /// before.
    Json,
    /// An Excel workbook with a row for each puzzle, and with pictures if there is a resolution.
    Xlsx(Option<f64>),
}

/// The options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The content of the files.
    pub form: Export,
    /// The names of the files.
    pub naming: NamePattern,
    /// The day of the first puzzle. Each puzzle has the day after the one before.
    pub first_day: Option<Date>,
    /// The rule by which two puzzles are duplicates, which are refused; `None` allows them.
    pub dedup: Option<Dedup>,
    /// Size and colours of drawings.
    pub look: SingleGridLook,
    /// The language of the names of levels.
    pub language: Language,
    /// The printed number of the first puzzle.
    pub first_number: u64,
    /// The web addresses of the puzzles, the last column of the table.
    pub link: Option<PuzzleLink>,
}

/// The object of a day. The day after the last puzzle has only the solution.
#[derive(Serialize)]
struct Day<'a> {
    date: &'a str,
    today: Option<&'a NamedPuzzle>,
    yesterday: Option<&'a NamedPuzzle>,
}

impl Export {
    /// Returns true if the files are drawings or pictures.
    fn is_drawn(self) -> bool {
        matches!(self, Self::Svg | Self::Pdf | Self::Eps | Self::Png(_))
    }

    /// Returns the ending of the files and the columns of the table with their names.
    fn file_columns(self) -> (&'static str, &'static [&'static str]) {
        const FILES: &[&str] = &["puzzle_file", "answer_file"];
        match self {
            Self::Svg => ("svg", FILES),
            Self::Pdf => ("pdf", FILES),
            Self::Eps => ("eps", FILES),
            Self::Png(_) => ("png", FILES),
            Self::Json => ("json", &["file"]),
            Self::Xlsx(_) => ("xlsx", &[]),
            Self::Text(GridFormat::Line | GridFormat::Rows) => ("txt", FILES),
            Self::Text(GridFormat::Sdm) => ("sdm", FILES),
            Self::Text(GridFormat::Sdk) => ("sdk", FILES),
            Self::Text(GridFormat::Boxed) => ("ss", FILES),
        }
    }
}

impl ExportOptions {
    /// Returns the files of a puzzle and its answer, or the file of its object; for a workbook the
    /// pictures of both, if there are any.
    fn files(
        &self,
        title: &str,
        puzzle: &Puzzle,
        facts: &NamedPuzzle,
        before: Option<&NamedPuzzle>,
    ) -> Vec<Vec<u8>> {
        let drawn = |draw: &dyn Fn(&SingleGrid<'_>) -> Vec<u8>| {
            let of_answer = format!("{title}, answer");
            let both = [(title, false), (&*of_answer, true)];
            let both =
                both.map(|(title, answer)| SingleGrid { title, puzzle, answer, look: self.look });
            both.iter().map(draw).collect()
        };
        match self.form {
            Export::Svg => drawn(&|single| single.svg().into_bytes()),
            Export::Pdf => drawn(&|single| single.pdf()),
            Export::Eps => drawn(&|single| single.eps().into_bytes()),
            Export::Png(resolution) | Export::Xlsx(Some(resolution)) => {
                drawn(&|single| single.png(resolution))
            }
            Export::Xlsx(None) => Vec::new(),
            Export::Text(form) => {
                let both = [*puzzle.givens(), Grid::from(*puzzle.solution())];
                let text = |grid: Grid| {
                    let mut text = Vec::new();
                    let written = GridWriter::new(form).write(&mut text, &grid, None);
                    written.expect("memory takes everything");
                    text
                };
                both.map(text).to_vec()
            }
            Export::Json => vec![match &facts.date {
                None => json(facts),
                // The solution is in the file of the next day.
                Some(date) => {
                    let today = NamedPuzzle { solution: None, ..facts.clone() };
                    json(&Day { date, today: Some(&today), yesterday: before })
                }
            }],
        }
    }

    /// Returns the day this many days after the first.
    fn day(&self, after: usize) -> Result<Option<Date>, RunError> {
        let day = |first: Date| first.checked_add(SignedDuration::from_hours(24 * after as i64));
        let words =
            "expected a first day after which there are days for all puzzles, found one too late";
        self.first_day.map(day).transpose().map_err(|_| RunError::Rejected(words.to_owned()))
    }

    /// Rates a puzzle and collects the values that files, names and the table show.
    fn facts(
        &self,
        earlier: usize,
        record: &PuzzleRecord,
        level: Level,
        rater: &mut Rater,
    ) -> Result<NamedPuzzle, RunError> {
        let puzzle = &record.puzzle;
        let rating = rater.rate(&record.rated_as.form(puzzle)).ok();
        let band = rating.map(|rating| rating.band);
        let of_band = band.filter(|_| record.ladder == Some(Ladder::Human));
        Ok(NamedPuzzle {
            number: self.first_number + earlier as u64,
            id: record.id.clone(),
            date: self.day(earlier)?.map(|date| date.to_string()),
            level: level.number(),
            band: band.map(|band| band.number()),
            label: match of_band {
                Some(band) => self.language.level_name(band).to_owned(),
                None => self.language.level_name(level).to_owned(),
            },
            rung: match of_band {
                Some(band) => Difficulty::Band { band: band.number(), band_name: band.name() },
                None => Difficulty::Level { level: level.number(), level_name: level.name() },
            },
            minutes: minutes(rating),
            technique: rating.map(|rating| rating.hardest.name()),
            clues: puzzle.givens_count(),
            puzzle: puzzle.givens().to_string(),
            solution: Some(puzzle.solution().to_string()),
            link: None,
        })
    }
}

/// The result of [`export`].
#[derive(Debug)]
pub struct ExportedFiles {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The names of the tables.
    pub tables: Vec<&'static str>,
    /// The columns of the input that were not read.
    pub unread_columns: UnreadColumns,
}

/// Writes the files of all puzzles into a folder, which appears or changes as a whole.
///
/// # Errors
/// [`RunError`] if a puzzle cannot be read, is a duplicate or states a wrong value, if a file name
/// is invalid or a duplicate, or if the folder cannot be written.
pub fn export(
    files: Vec<PuzzleFile>,
    order: &ExportOptions,
    out: &Path,
    overwrite: Overwrite,
) -> Result<ExportedFiles, RunError> {
    let mut folder = AtomicDir::create(out, overwrite).map_err(|e| unwritten(e, out))?;
    let (ending, columns) = order.form.file_columns();
    let mut table = MergeTable::new(order.form, order.link.is_some()).write_context(out)?;
    // The first place of each name; the tables have theirs.
    let mut places = HashMap::from(["data", "data-indesign"].map(|name| (name.to_owned(), None)));
    let mut rater = Rater::new();
    let mut before: Option<NamedPuzzle> = None;
    let mut count = 0;
    let mut duplicates = DuplicateSearch::new(order.dedup);
    let mut records = ValidRecords::new(files);
    while let Some(record) = records.next() {
        let (place, record) = record?;
        if duplicates.push(&record.puzzle, &place) {
            continue;
        }
        let level = match record.checked_level() {
            Ok(level) => level,
            Err(e) => {
                records.add_invalid(&place.row_error(&e));
                continue;
            }
        };
        let mut facts = order.facts(count, &record, level, &mut rater)?;
        let refused = |(column, why): (&str, String)| {
            RunError::Rejected(format!("{place}: column `{column}`: {why}"))
        };
        let name = match order.naming.name(&facts) {
            Ok(name) => name,
            // A workbook has no files that need names.
            Err(_) if columns.is_empty() => format!("{:06}", facts.number),
            Err(fault) => return Err(refused(fault)),
        };
        let names = ["", "-answer"].map(|part| format!("{name}{part}"));
        let names = &names[..columns.len()];
        for name in names {
            if let Some(before) = places.insert(name.to_lowercase(), Some(place.clone())) {
                return Err(refused(order.naming.clash(name, before.map(|at| at.to_string()))));
            }
        }
        let id = facts.id.clone().unwrap_or_else(|| name.clone());
        let address =
            |link: &PuzzleLink| link.address(record.puzzle.givens(), Some(&id), facts.number);
        facts.link = order.link.as_ref().map(address);
        let names: Vec<_> = names.iter().map(|name| format!("{name}.{ending}")).collect();
        let mut files = order.files(&name, &record.puzzle, &facts, before.as_ref()).into_iter();
        for (name, bytes) in names.iter().zip(files.by_ref()) {
            folder.write(name, &bytes).write_context(&out.join(name))?;
        }
        if id.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            let why =
                format!("expected an id that no spreadsheet takes for a formula, found {id:?}");
            return Err(refused(("id", why)));
        }
        // Pictures that are no files of their own stand in the workbook.
        table.push(&id, &facts, &names, files.collect()).write_context(out)?;
        before = Some(facts);
        count += 1;
    }
    duplicates.end()?;
    let Some(last) = before else {
        return Err(InputError::Empty.into());
    };
    if let (Export::Json, Some(date)) = (order.form, order.day(count)?) {
        // The day after the last puzzle has its solution.
        let date = date.to_string();
        let bytes = json(&Day { date: &date, today: None, yesterday: Some(&last) });
        let name = format!("{date}.json");
        folder.write(&name, &bytes).write_context(&out.join(&name))?;
    }
    let tables = table.write(&mut folder, out)?;
    folder.commit().map_err(|e| unwritten(e, out))?;
    let unread_columns = records.unread_columns().clone();
    Ok(ExportedFiles { puzzles: count, tables, unread_columns })
}

fn unwritten(e: io::Error, out: &Path) -> RunError {
    let why = match e.kind() {
        io::ErrorKind::DirectoryNotEmpty => {
            clause!("is not empty; --force writes into it, {} names another folder", setting("out"))
        }
        io::ErrorKind::NotADirectory => "is not a folder".into(),
        io::ErrorKind::AlreadyExists => format!("was not changed: {e}").into(),
        _ => return RunError::Write(out.to_owned(), e),
    };
    RunError::folder(out, why)
}
