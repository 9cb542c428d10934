//! Single puzzles as files: a drawing, a text or an object of each puzzle and of its answer, and
//! `data.csv`, the table of their names for data merge. The drawing of grids is elsewhere, in
//! [`SingleGrid`].

mod file_names;

pub use file_names::NamePattern;

use crate::book::{SingleGrid, SingleGridLook, minutes};
use crate::human::grade::Rater;
use crate::human::ladder::Ladder;
use crate::make::batch::Dedup;
use crate::run::record::json;
use crate::run::{IoContext as _, RunError};
use crate::store::files::{AtomicDir, Overwrite};
use crate::store::table::format::{GridFormat, GridWriter, escape_formula, write_record};
use crate::store::table::{
    DuplicateSearch, InputError, PuzzleFile, PuzzleRecord, UnreadColumns, ValidRecords,
};
use crate::sudoku::grid::Grid;
use crate::sudoku::puzzle::Puzzle;
use crate::sudoku::score::Level;
use file_names::{Difficulty, NamedPuzzle};
use jiff::SignedDuration;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The last columns of the table: the band, and the figures that a page prints for a puzzle.
const RATED: &str = "band,band_name,label,stars,minutes";

/// The content of the exported files.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// Drawings, with the digits as outlines.
    Svg,
    /// Pages that are as large as the grid, with the digits as outlines.
    Pdf,
    /// PNG pictures, with their resolution in dots per inch.
    Png(f64),
    /// Text.
    Text(GridFormat),
    /// An object for each puzzle. With days, an object for each day, with the solution of the day
    /// before.
    Json,
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
}

/// The object of a day. The day after the last puzzle has only the solution.
#[derive(Serialize)]
struct Day<'a> {
    date: &'a str,
    today: Option<&'a NamedPuzzle>,
    yesterday: Option<&'a NamedPuzzle>,
}

impl Export {
    /// Returns the ending of the files and the table columns of their names. Data merge places the
    /// picture named in a column that begins with @.
    fn names(self) -> (&'static str, &'static [&'static str]) {
        const PICTURES: &[&str] = &["@puzzle", "@answer"];
        const FILES: &[&str] = &["puzzle_file", "answer_file"];
        match self {
            Self::Svg => ("svg", PICTURES),
            Self::Pdf => ("pdf", PICTURES),
            Self::Png(_) => ("png", PICTURES),
            Self::Json => ("json", &["file"]),
            Self::Text(GridFormat::Line | GridFormat::Rows) => ("txt", FILES),
            Self::Text(GridFormat::Sdm) => ("sdm", FILES),
            Self::Text(GridFormat::Sdk) => ("sdk", FILES),
            Self::Text(GridFormat::Boxed) => ("ss", FILES),
        }
    }
}

impl ExportOptions {
    /// Returns the files of a puzzle and its answer, or the file of its object.
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
            Export::Png(resolution) => drawn(&|single| single.png(resolution)),
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
        number: usize,
        record: &PuzzleRecord,
        level: Level,
        rater: &mut Rater,
    ) -> Result<NamedPuzzle, RunError> {
        let puzzle = &record.puzzle;
        let rating = rater.rate(&record.rated_as.form(puzzle)).ok();
        let band = rating.map(|rating| rating.band);
        let of_band = band.filter(|_| record.ladder == Some(Ladder::Human));
        Ok(NamedPuzzle {
            number,
            id: record.id.clone(),
            date: self.day(number - 1)?.map(|date| date.to_string()),
            level: level.number(),
            band: band.map(|band| band.number()),
            rung: match of_band {
                Some(band) => Difficulty::Band { band: band.number(), band_name: band.name() },
                None => Difficulty::Level { level: level.number(), level_name: level.name() },
            },
            minutes: minutes(rating),
            clues: puzzle.givens_count(),
            puzzle: puzzle.givens().to_string(),
            solution: Some(puzzle.solution().to_string()),
        })
    }
}

/// Writes the files of all puzzles into a folder, which appears or changes as a whole.
///
/// Returns the number of puzzles and the columns that were not read.
///
/// # Errors
/// [`RunError`] if a puzzle cannot be read, is a duplicate or states a wrong value, if a file name
/// is invalid or a duplicate, or if the folder cannot be written.
pub fn export(
    files: Vec<PuzzleFile>,
    order: &ExportOptions,
    out: &Path,
    overwrite: Overwrite,
) -> Result<(usize, UnreadColumns), RunError> {
    let mut folder = AtomicDir::create(out, overwrite).map_err(|e| unwritten(e, out))?;
    let (ending, columns) = order.form.names();
    // Names such as @puzzle are intended and must not be escaped as formulas.
    let names = columns.join(",");
    let header = format!("id,level,level_name,clues,{names},number,date,{RATED}\n");
    let mut table = header.into_bytes();
    // The first place of each name.
    let mut places = HashMap::from([("data".to_owned(), None)]);
    let mut rater = Rater::new();
    let mut before: Option<NamedPuzzle> = None;
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
        let number = before.as_ref().map_or(1, |before| before.number + 1);
        let facts = order.facts(number, &record, level, &mut rater)?;
        let name = order.naming.name(&facts);
        let refused = |(column, why): (&str, String)| {
            RunError::Rejected(format!("{place}: column `{column}`: {why}"))
        };
        let name = name.map_err(refused)?;
        let names = ["", "-answer"].map(|part| format!("{name}{part}"));
        let names = &names[..columns.len()];
        for name in names {
            if let Some(before) = places.insert(name.to_lowercase(), Some(place.clone())) {
                return Err(refused(order.naming.clash(name, before.map(|at| at.to_string()))));
            }
        }
        let names: Vec<_> = names.iter().map(|name| format!("{name}.{ending}")).collect();
        for (name, bytes) in
            names.iter().zip(order.files(&name, &record.puzzle, &facts, before.as_ref()))
        {
            folder.write(name, &bytes).write_context(&out.join(name))?;
        }
        let (number, clues) = (facts.number.to_string(), facts.clues.to_string());
        let band = facts.band.map_or(String::new(), |band| band.to_string());
        let level = facts.level.to_string();
        let [label, level_name, band_name] = facts.rung.names();
        let id = facts.id.as_deref().unwrap_or(&name);
        if id.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            let why =
                format!("expected an id that no spreadsheet takes for a formula, found {id:?}");
            return Err(refused(("id", why)));
        }
        let fields = [id, &*level, level_name, &*clues].into_iter();
        let fields = fields.chain(names.iter().map(String::as_str));
        let fields = fields.chain([&*number, facts.date.as_deref().unwrap_or(""), &*band]);
        let (stars, minutes) = (facts.rung.stars(), facts.minutes());
        let fields = fields.chain([band_name, label, &*stars, &*minutes]);
        write_record(&mut table, fields.map(escape_formula)).write_context(out)?;
        before = Some(facts);
    }
    duplicates.end()?;
    let Some(last) = before else {
        return Err(InputError::Empty.into());
    };
    if let (Export::Json, Some(date)) = (order.form, order.day(last.number)?) {
        // The day after the last puzzle has its solution.
        let date = date.to_string();
        let bytes = json(&Day { date: &date, today: None, yesterday: Some(&last) });
        let name = format!("{date}.json");
        folder.write(&name, &bytes).write_context(&out.join(&name))?;
    }
    folder.write("data.csv", &table).write_context(out)?;
    folder.commit().map_err(|e| unwritten(e, out))?;
    Ok((last.number, records.unread_columns().clone()))
}

fn unwritten(e: io::Error, out: &Path) -> RunError {
    let why = match e.kind() {
        io::ErrorKind::DirectoryNotEmpty => {
            "is not empty; the setting `force` writes into it, the setting `out` names another \
             folder"
                .to_owned()
        }
        io::ErrorKind::NotADirectory => "is not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => format!("was not changed: {e}"),
        _ => return RunError::Write(out.to_owned(), e),
    };
    RunError::folder(out, why)
}
