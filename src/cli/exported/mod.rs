//! Single puzzles as files: a drawing, a text or an object of each puzzle and of its answer, and
//! the tables of their names for data merge. Or one workbook with all puzzles. The drawing of grids
//! is elsewhere, in [`SingleGrid`].

mod file_names;
mod merge_table;

pub use file_names::NamePattern;

use ::jobs::{BookRecord, BookSource, IoContext as _, Job, RunError, Setting, SourceRun};
use book::{Insight, Language, MinuteRange, PuzzleSymbols};
use captions::PuzzleLink;
use explainer::AnyRating;
use file_names::{ColumnFault, Difficulty, NamedPuzzle};
use files::{AtomicDir, Overwrite, Record as _, fs_path, to_json};
use grid::{AnyGrid, AnyPuzzle};
use human::{Ladder, Rung, StepKind};
use jiff::SignedDuration;
use jiff::civil::Date;
use make::Dedup;
use merge_table::{MergeRow, MergeTables};
use page::{SingleGrid, SingleGridLook};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use tables::{
    DuplicateSearch, FilePlace, GridFormat, GridWriter, InputError, PuzzleFile, PuzzleRecord,
    ValidRows,
};
use words::{Clause, Problem, clause, setting};

/// The kind of the exported files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum ExportKind {
    /// Drawings
    Svg,
    /// A page for each grid, as large as the grid or as --page says
    Pdf,
    /// Encapsulated PostScript, in black
    Eps,
    /// A PNG picture for each grid
    Png,
    /// Text files
    Text,
    /// An object for each puzzle; with --first-day an object for each day, named by date, with
    /// yesterday's solution instead of today's
    Json,
    /// The Excel workbook data.xlsx, with a row for each puzzle
    Xlsx,
}

/// The grids that are exported alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum OnlyGrids {
    /// The puzzles
    Puzzles,
    /// The answers
    Answers,
}

/// The options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The files that are read. No file of the folder may be one of them.
    pub inputs: Vec<PathBuf>,
    /// The kind of the files. Drawings have the digits as outlines.
    pub kind: ExportKind,
    /// The form of text files.
    pub text_format: GridFormat,
    /// The resolution of pictures, in dots per inch.
    pub resolution: f64,
    /// True if a workbook has pictures.
    pub has_pictures: bool,
    /// The grids of each puzzle, if not both. Objects have both.
    pub only: Option<OnlyGrids>,
    /// The names of the files.
    pub naming: NamePattern,
    /// The day of the first puzzle. Each puzzle has the day after the one before.
    pub first_day: Option<Date>,
    /// The rule by which two puzzles are duplicates, which are refused; `None` allows them.
    pub dedup: Option<Dedup>,
    /// Size, style and colours of drawings.
    pub look: SingleGridLook,
    /// The language of the names of levels.
    pub language: Language,
    /// The printed number of the first puzzle.
    pub first_number: u64,
    /// The identifiers in the order of the printed numbers, if that is not the order of the rows.
    pub printed: Vec<String>,
    /// The web addresses of the puzzles, the last column of the table.
    pub link: Option<PuzzleLink>,
    /// The signs in drawings instead of digits.
    pub symbols: Vec<PuzzleSymbols>,
    /// The printed numbers of the pages of puzzles by their identifiers, if names have them.
    pub pages: BTreeMap<String, String>,
}

/// The object of a day. The day after the last puzzle has only the solution.
#[derive(Serialize)]
struct Day<'a> {
    date: &'a str,
    today: Option<&'a NamedPuzzle>,
    yesterday: Option<&'a NamedPuzzle>,
}

impl ExportKind {
    /// Returns true if the files are drawings or pictures.
    fn is_drawn(self) -> bool {
        matches!(self, Self::Svg | Self::Pdf | Self::Eps | Self::Png)
    }
}

/// Returns a grid as the text of a file.
fn grid_text(format: GridFormat, grid: &AnyGrid) -> Vec<u8> {
    let mut text = Vec::new();
    GridWriter::new(format).write(&mut text, grid, None).expect("memory takes everything");
    text
}

impl ExportOptions {
    /// Returns the extension of the files, without the dot.
    fn extension(&self) -> &'static str {
        match self.kind {
            ExportKind::Svg => "svg",
            ExportKind::Pdf => "pdf",
            ExportKind::Eps => "eps",
            ExportKind::Png => "png",
            ExportKind::Json => "json",
            ExportKind::Xlsx => "xlsx",
            ExportKind::Text => self.text_format.extension(),
        }
    }

    /// Returns true for each answer, in the order of the files of a puzzle.
    fn are_answers(&self) -> &'static [bool] {
        match self.only {
            None => &[false, true],
            Some(OnlyGrids::Puzzles) => &[false],
            Some(OnlyGrids::Answers) => &[true],
        }
    }

    /// Returns the files of a puzzle and its answer, or the file of its object; for a workbook the
    /// pictures of both, if there are any.
    fn files(
        &self,
        title: &str,
        puzzle: &AnyPuzzle,
        facts: &NamedPuzzle,
        before: Option<&NamedPuzzle>,
    ) -> Vec<Vec<u8>> {
        let mut files = Vec::new();
        // A text has the digits of the catalogue.
        let rung = facts.printed_rung;
        let symbols = PuzzleSymbols::find(&self.symbols, rung);
        let printed = PuzzleSymbols::printed(&self.symbols, rung, *puzzle);
        for answer in self.are_answers() {
            let answer_title = format!("{title}, answer");
            let title = if *answer { &answer_title } else { title };
            let look = SingleGridLook { shape: puzzle.shape(), ..self.look };
            let single = SingleGrid { title, puzzle: &printed, symbols, answer: *answer, look };
            files.push(match self.kind {
                ExportKind::Svg => single.svg().into_bytes(),
                ExportKind::Pdf => single.pdf(),
                ExportKind::Eps => single.eps().into_bytes(),
                ExportKind::Xlsx if !self.has_pictures => return Vec::new(),
                ExportKind::Png | ExportKind::Xlsx => single.png(self.resolution),
                ExportKind::Text if *answer => grid_text(self.text_format, &puzzle.solution()),
                ExportKind::Text => grid_text(self.text_format, &puzzle.givens()),
                ExportKind::Json => return vec![self.object(facts, before)],
            });
        }
        files
    }

    /// Returns the object of a puzzle, or of its day.
    fn object(&self, facts: &NamedPuzzle, before: Option<&NamedPuzzle>) -> Vec<u8> {
        let (Some(date), Some(_)) = (&facts.date, self.first_day) else { return to_json(facts) };
        // The solution is in the file of the next day.
        let today = NamedPuzzle { solution: None, ..facts.clone() };
        to_json(&Day { date, today: Some(&today), yesterday: before })
    }

    /// Returns the names of the files of a puzzle, without their endings.
    fn stems(&self, name: &str) -> Vec<String> {
        match self.kind {
            ExportKind::Xlsx => Vec::new(),
            ExportKind::Json => vec![name.to_owned()],
            _ => {
                let answers = self.are_answers().iter();
                answers.map(|is| format!("{name}{}", if *is { "-answer" } else { "" })).collect()
            }
        }
    }

    /// Returns the day this many days after the first.
    fn day(&self, after: usize) -> Result<Option<Date>, RunError> {
        let Some(first) = self.first_day else { return Ok(None) };
        let day = first.checked_add(SignedDuration::from_hours(24 * after as i64));
        day.map(Some).map_err(|_| {
            let expected = format!("a day whose followers end by {}", Date::MAX);
            let problem = Problem::expected(expected, first.to_string()).with_setting("first-day");
            problem.remedy("use an earlier day, or fewer puzzles").into()
        })
    }

    /// Rates a puzzle and collects the values that files, names and the table show.
    fn facts(&self, earlier: usize, read: &ReadPuzzle) -> Result<NamedPuzzle, RunError> {
        let ReadPuzzle { record, level, .. } = read;
        let (puzzle, level) = (&record.puzzle, *level);
        let rating = AnyRating::from_puzzle(puzzle, record.rated_as).ok();
        let band = rating.map(|rating| rating.rung());
        let is_human = record.ladder == Some(Ladder::Human) || level.mini().is_some();
        let of_band = band.filter(|_| is_human);
        Ok(NamedPuzzle {
            number: self.first_number + earlier as u64,
            number_width: 1,
            page: record.id.as_ref().and_then(|id| self.pages.get(id)).cloned(),
            shape: puzzle.shape(),
            printed_rung: of_band.unwrap_or(level),
            id: record.id.clone(),
            title: filled(&record.title.words),
            date: match self.day(earlier)? {
                Some(date) => Some(date.to_string()),
                None => filled(&record.title.date),
            },
            level: level.number(),
            band: band.map(|band| band.number()),
            label: match of_band {
                Some(band) if band.mini().is_some() => {
                    self.language.sized_level_name(band).replace('\u{a0}', " ")
                }
                Some(band) => self.language.level_name(band).to_owned(),
                None => self.language.level_name(level).to_owned(),
            },
            rung: match of_band {
                Some(band) => Difficulty::Band { band: band.number(), band_name: band.name() },
                None => Difficulty::Level { level: level.number(), level_name: level.name() },
            },
            minutes: rating.and_then(|rating| rating.seconds()).map(MinuteRange::around),
            technique: technique(puzzle, rating.as_ref()),
            clues: puzzle.givens_count(),
            puzzle: puzzle.givens().to_string(),
            solution: Some(puzzle.solution().to_string()),
            link: None,
        })
    }
}

/// Returns the hardest technique on the shortest way of a puzzle; of a small one, that of its
/// rating.
fn technique(puzzle: &AnyPuzzle, rating: Option<&AnyRating>) -> Option<&'static str> {
    match puzzle.classic() {
        Some(classic) => Insight::new(classic).hardest().map(StepKind::name),
        None => rating.map(|rating| rating.hardest().name()),
    }
}

/// The result of [`write`].
#[derive(Debug)]
pub struct ExportedFiles {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The names of the tables.
    pub tables: Vec<&'static str>,
    /// The note about the columns of the input that were not read, if there are any.
    pub note: Option<Clause>,
    /// The number of other files of this kind in the folder, which an earlier export may have left.
    pub older: usize,
}

/// Returns a text, or `None` if it is empty.
fn filled(text: &str) -> Option<String> {
    if text.is_empty() { None } else { Some(text.to_owned()) }
}

/// Writes the files of all puzzles into a folder, which appears or changes as a whole.
///
/// # Errors
/// [`RunError`] if a puzzle cannot be read, is a duplicate or states a wrong value, if a file name
/// is invalid or a duplicate, or if the folder cannot be written.
pub fn write(
    files: Vec<PuzzleFile>,
    order: &ExportOptions,
    out: &Path,
    overwrite: Overwrite,
) -> Result<ExportedFiles, RunError> {
    let folder = AtomicDir::create(out, overwrite).map_err(|e| unwritten(e, out))?;
    let mut export = StartedExport {
        order,
        out,
        folder,
        tables: MergeTables::new(order),
        places: HashMap::from(["data", "data-indesign"].map(|name| (name.to_owned(), None))),
        before: None,
        count: 0,
        number_width: 1,
    };
    let mut duplicates = DuplicateSearch::new(order.dedup);
    let mut records = ValidRows::records(files);
    // The largest number decides how wide the numbers in names are.
    let mut all = Vec::new();
    while let Some(record) = records.next() {
        let (place, record) = record?;
        if duplicates.push(&record.puzzle, &place) {
            continue;
        }
        match record.checked_rung(Some(Ladder::Published)) {
            Ok((level, _)) => all.push(ReadPuzzle { place, record, level }),
            Err(e) => records.add_invalid(&place.row_error(&e)),
        }
    }
    duplicates.end()?;
    let places: HashMap<&str, usize> = order.printed.iter().map(String::as_str).zip(0..).collect();
    all.sort_by_key(|read| read.record.id.as_deref().and_then(|id| places.get(id)).copied());
    let last = order.first_number + (all.len() as u64).saturating_sub(1);
    export.number_width = last.to_string().len();
    for read in &all {
        export.write_puzzle(read)?;
    }
    export.end(records.note())
}

/// A puzzle as its row has it.
struct ReadPuzzle {
    place: FilePlace,
    record: PuzzleRecord,
    level: Rung,
}

/// An export that is being written.
struct StartedExport<'a> {
    order: &'a ExportOptions,
    out: &'a Path,
    folder: AtomicDir,
    tables: MergeTables,
    /// The first place of each name of a file; `None` for the tables.
    places: HashMap<String, Option<FilePlace>>,
    /// The last puzzle.
    before: Option<NamedPuzzle>,
    count: usize,
    /// The number of digits of the largest printed number.
    number_width: usize,
}

impl StartedExport<'_> {
    /// Writes the files of a puzzle, and its row of the tables.
    fn write_puzzle(&mut self, read: &ReadPuzzle) -> Result<(), RunError> {
        let (order, puzzle, place) = (self.order, &read.record.puzzle, &read.place);
        let mut facts = order.facts(self.count, read)?;
        facts.number_width = self.number_width;
        let refused = |fault| refuse(place, fault);
        let name = match order.naming.name(&facts) {
            Ok(name) => name,
            // A workbook has no files that need names.
            Err(_) if order.kind == ExportKind::Xlsx => facts.number_name(),
            Err(fault) => return Err(refused(fault)),
        };
        let stems = order.stems(&name);
        for stem in &stems {
            if let Some(before) = self.places.insert(stem.to_lowercase(), Some(place.clone())) {
                return Err(refused(order.naming.clash(stem, before.as_ref())));
            }
        }
        let id = facts.id.clone().unwrap_or_else(|| name.clone());
        if let Some(link) = &order.link {
            facts.link = Some(link.address(&puzzle.givens(), Some(&id), facts.number));
        }
        let mut files = order.files(&name, puzzle, &facts, self.before.as_ref());
        // Pictures that are no files of their own stand in the workbook.
        let pictures = files.split_off(stems.len());
        let mut names = Vec::new();
        for (stem, bytes) in stems.iter().zip(&files) {
            names.push(format!("{stem}.{}", order.extension()));
            self.write_file(&names[names.len() - 1], bytes)?;
        }
        if id.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            let reason =
                format!("expected an id that no spreadsheet takes for a formula, found {id:?}");
            return Err(refused(ColumnFault { column: "id", reason }));
        }
        let row = MergeRow { id: &id, facts: &facts, files: &names, pictures: &pictures };
        self.tables.push(&row);
        self.before = Some(facts);
        self.count += 1;
        Ok(())
    }

    fn write_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        self.folder.write(name, bytes).write_context(&self.out.join(name))
    }

    /// Writes the record of an export into the folder of the run from which it is made, so that its
    /// puzzles are known when those of the run have changed.
    fn write_record(&mut self) -> Result<(), RunError> {
        let mut catalogs = self.order.inputs.clone();
        catalogs.retain(|path| is_beside(self.out, path) && SourceRun::of_catalog(path).is_some());
        if catalogs.is_empty() {
            return Ok(());
        }
        let puzzles = BookSource::new(&catalogs, Job::default())?.files;
        let record = BookRecord { is_complete: true, ..BookRecord::new(puzzles) };
        let path = BookRecord::path_beside(&self.out.join(BookRecord::EXPORT));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.write_file(&name, &record.to_bytes())
    }

    /// Writes the tables, and the object of the day after the last puzzle, and ends the export.
    fn end(mut self, note: Option<Clause>) -> Result<ExportedFiles, RunError> {
        let Some(last) = self.before.take() else { return Err(InputError::Empty.into()) };
        if let (ExportKind::Json, Some(date)) = (self.order.kind, self.order.day(self.count)?) {
            let date = date.to_string();
            let bytes = to_json(&Day { date: &date, today: None, yesterday: Some(&last) });
            self.write_file(&format!("{date}.json"), &bytes)?;
        }
        self.write_record()?;
        let tables = self.tables.write(&mut self.folder, self.out)?;
        for name in self.folder.names() {
            let inputs = self.order.inputs.iter().map(PathBuf::as_path);
            Setting::refuse_input_as_output(inputs, &self.out.join(name))?;
        }
        let first = self.folder.names().first().cloned();
        let written: HashSet<String> = self.folder.names().iter().cloned().collect();
        self.folder.commit().map_err(|e| unwritten(e, self.out))?;
        let mut older = fs_path::entry_names(self.out).read_context(self.out)?;
        let ending = |name: &String| Path::new(name).extension().map(ToOwned::to_owned);
        let of_kind = first.as_ref().and_then(ending);
        older.retain(|name| ending(name) == of_kind && !written.contains(name));
        Ok(ExportedFiles { puzzles: self.count, tables, note, older: older.len() })
    }
}

/// Returns true if an export is in the folder of a file, or in a folder there.
fn is_beside(out: &Path, file: &Path) -> bool {
    let own = fs_path::parent_dir(file);
    let folders = [out, fs_path::parent_dir(out)];
    folders.into_iter().any(|folder| matches!(fs_path::is_same_file(own, folder), Ok(true)))
}

fn refuse(place: &FilePlace, ColumnFault { column, reason }: ColumnFault) -> RunError {
    RunError::Rejected(format!("{place}: column `{column}`: {reason}"))
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
