//! The record of a book that was made of files of puzzles, in a hidden file beside the book. It is
//! for `book`, `cover` and the studio what the manifest is for a run: the list of the files that
//! they have written and may replace or remove.
//!
//! ```text
//!   book.pdf, answers.pdf         the files
//!   .sudoku-press.book.json       their names and sums, the job, the sums of the puzzles
//! ```
//!
//! A file is in the record before it has its name. Whatever ends a making, the next one knows which
//! files are ours: those whose sums are in the record.

use super::job_record::JobRecord;
use super::manifest::remove_listed;
use super::own_record;
use super::recorded_job::{RecordedJob, UserFileError, find_named};
use super::source_run::SourceRun;
use crate::book::is_file_of_book;
use crate::{BookPlan, Interrupt, IoContext as _, Job, Manifest, RefusedFile, RunError, Settings};
use files::lock::Lock;
use files::output::{self, FileRecord};
use files::{Overwrite, Record, fs_path};
use human::Ladder;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use words::Problem;

/// The description of a book of files of puzzles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BookRecord {
    /// The version of the format: [`BookRecord::FORMAT`].
    pub format: u32,
    /// The program and its version.
    pub program: String,
    /// True for covers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_covers: bool,
    /// The height in pixels of the pictures of the fronts, which stand beside covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_height: Option<u16>,
    /// The job of the book.
    #[serde(default)]
    pub job: JobRecord,
    /// The settings that follow from the job; `None` before the book is made.
    pub settings: Option<Settings>,
    /// The files of the puzzles. Their sums are those of the puzzles of which the book was made.
    pub puzzles: Vec<FileRecord>,
    /// The way in which they are read.
    #[serde(default)]
    pub reading: SourceOptions,
    /// False while the book is made, and after an interruption.
    pub is_complete: bool,
    /// True while the files of the book before may be replaced, and after an interruption. The
    /// same command continues without asking again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces: bool,
    /// The file that the printer would refuse, if the making has ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedFile>,
    /// The files of the book. While it is made, also those of the book before.
    pub files: Vec<FileRecord>,
    /// Files of books before that stay until the user lets them be replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub older: Vec<FileRecord>,
}

/// The way in which the puzzles of a book are read, as far as the user has named it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SourceOptions {
    /// The column of the puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The name of the size of all puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The name of the ladder of the sections.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<String>,
    /// True if a puzzle may come twice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allows_duplicates: bool,
}

/// The puzzles and the job of a book, as far as its record describes them.
#[derive(Clone, Debug, Default)]
pub struct BookSource {
    /// The files of the puzzles.
    pub files: Vec<FileRecord>,
    /// The paths of all files that the book is made of. No file of the book may be one of them.
    pub inputs: Vec<PathBuf>,
    /// The way in which the puzzles are read.
    pub reading: SourceOptions,
    /// The job of the book.
    pub given: Job,
    /// The height in pixels of the pictures of the fronts.
    pub picture_height: Option<u16>,
}

impl BookSource {
    /// Describes files of puzzles. Standard input and pipes are left out.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be read.
    pub fn new(paths: &[PathBuf], given: Job) -> Result<Self, RunError> {
        let mut files = Vec::new();
        for path in paths {
            if fs_path::is_file(path).read_context(path)? {
                files.push(FileRecord::read(path).read_context(path)?);
            }
        }
        Ok(Self { files, inputs: paths.to_vec(), given, ..Self::default() })
    }

    /// Returns the record of a book of these puzzles, or of its covers, before its first file.
    pub fn record(&self, plan: &BookPlan, is_of_covers: bool) -> BookRecord {
        let settings = self.settings(plan);
        BookRecord {
            is_of_covers,
            picture_height: self.picture_height,
            job: JobRecord::new(&settings),
            settings: Some(settings),
            reading: self.reading.clone(),
            ..BookRecord::new(self.files.clone())
        }
    }

    /// Returns the settings of a book of these puzzles.
    pub fn settings(&self, plan: &BookPlan) -> Settings {
        let ladder = self.reading.ladder.as_deref().and_then(Ladder::named);
        Settings {
            ladder: ladder.unwrap_or_default(),
            book: plan.settings.clone(),
            given: self.given.clone(),
            ..Settings::default()
        }
    }
}

impl Record for BookRecord {
    const KIND: &'static str = "the record of a book";
    const FORMAT: Option<u32> = Some(Self::FORMAT);
}

impl BookRecord {
    /// The format that this program writes and reads.
    pub const FORMAT: u32 = 1;
    /// The stem of the name of the tables of an export, beside which its record stands.
    pub const EXPORT: &'static str = "data";

    /// Returns the record of a book that is not made yet.
    pub fn new(puzzles: Vec<FileRecord>) -> Self {
        let program = Manifest::PROGRAM.to_owned();
        Self { format: Self::FORMAT, program, puzzles, ..Self::default() }
    }

    /// Replaces the file of the puzzles. The sum of a finished book stays that of its old puzzles,
    /// so that its state says that the puzzles have changed.
    #[must_use]
    pub fn with_puzzles(mut self, file: FileRecord, allows_duplicates: bool) -> Self {
        let made_of = self.puzzles.pop().filter(|_| self.settings.is_some());
        let replaced = match made_of {
            Some(made_of) => FileRecord { name: file.name, ..made_of },
            None => file,
        };
        let reading = SourceOptions { allows_duplicates, ..self.reading };
        Self { puzzles: vec![replaced], reading, ..self }
    }

    /// Returns the path of the record of a book: `.sudoku-press.book.json` beside `book.pdf`.
    pub fn path_beside(target: &Path) -> PathBuf {
        let mut name = OsString::from("sudoku-press.");
        name.push(target.file_stem().unwrap_or_default());
        target.with_file_name(fs_path::hidden_name(&name, ".json", 0))
    }

    /// Reads the record of a book; `None` if there is none. A symlink is not followed.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be read or is another file.
    pub fn find(target: &Path) -> Result<Option<Self>, RunError> {
        let path = Self::path_beside(target);
        let Some(about) = fs_path::symlink_metadata_opt(&path).read_context(&path)? else {
            return Ok(None);
        };
        let foreign = || Err(io::ErrorKind::InvalidData.into());
        let read = if about.is_file() { Self::read_from(&path) } else { foreign() };
        let own = match read {
            Ok(Some(record)) if !record.has_own_names(target) => foreign(),
            read => read,
        };
        own_record(own, &path, "move it to another folder")
    }

    /// Returns true if the record lists files of a book with this target alone, each once, and its
    /// puzzles are in the folder itself. Whatever else it lists, no command may replace or remove.
    fn has_own_names(&self, target: &Path) -> bool {
        let is_own = |file: &FileRecord| is_file_of_book(target, &file.name);
        [&self.files, &self.older].into_iter().flatten().all(is_own)
            && FileRecord::first_repeated(&self.older).is_none()
            // While a book is made again, a name comes with the old and with the new sum.
            && (!self.is_complete || FileRecord::first_repeated(&self.files).is_none())
            && self.files.len() <= MAX_FILES
            && self.puzzles.iter().all(is_plain_name)
    }

    /// Finds the record of a book that the user names by its file, by that of one volume too, and
    /// the target of the book; `None` for a file without a record.
    ///
    /// # Errors
    /// The errors of [`BookRecord::find`].
    pub fn named(path: &Path) -> Result<Option<(PathBuf, Self)>, RunError> {
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf")) {
            return Ok(None);
        }
        match Self::find(path)? {
            Some(record) => Ok(Some((path.to_owned(), record))),
            None => Ok(Self::of_volume(path)),
        }
    }

    /// Lays the job of a command over the job of the book, as [`SourceRun::lay_under`] does.
    ///
    /// # Errors
    /// `UserFileError` if a file of the user is missing, a value cannot be used, or the book was
    /// never made.
    pub fn lay_under(
        &self,
        target: &Path,
        job: &mut Job,
        command: &str,
    ) -> Result<(), UserFileError> {
        let Some(made) = &self.settings else {
            return Err(Problem::expected("a book that was made", target.display()).into());
        };
        self.recorded_job(target, made).lay_under(job, command, &[])
    }

    fn recorded_job<'a>(&'a self, target: &'a Path, made: &'a Settings) -> RecordedJob<'a> {
        let (record, job) = (Self::path_beside(target), &self.job);
        RecordedJob { record, place: target, job, made, listed: None }
    }

    /// Returns the paths of the volumes, without answers and booklets.
    pub fn volumes(&self, target: &Path) -> Vec<PathBuf> {
        let stem = target.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_number = |rest: &str| {
            let digits = rest.strip_prefix('-').unwrap_or(rest);
            digits.bytes().all(|b| b.is_ascii_digit())
        };
        let is_volume = |path: &PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            name.strip_prefix(&stem).is_some_and(is_number)
        };
        let paths = self.files.iter().map(|file| target.with_file_name(&file.name));
        paths.filter(is_volume).collect()
    }

    /// Finds the files of the puzzles beside the book or in the working folder, corrected or not,
    /// or unchanged in a folder there; the one of which the book was made comes first. If they are
    /// the catalogue of a run, the folder of that run is named.
    ///
    /// # Errors
    /// [`Problem`] if there is none of this name.
    pub fn find_puzzles(&self, target: &Path) -> Result<Vec<PathBuf>, Problem> {
        let (mut paths, place) = (Vec::new(), target.display());
        for file in &self.puzzles {
            let folder = fs_path::parent_dir(target);
            let named = find_named(folder, &file.name);
            let is_same =
                |path: &PathBuf| matches!(file.difference(fs_path::parent_dir(path)), Ok(None));
            let inner = [folder, Path::new(".")].into_iter().flat_map(inner_folders);
            let all = named.iter().cloned().chain(inner.map(|inner| inner.join(&file.name)));
            let found = all.into_iter().find(is_same).or_else(|| named.first().cloned());
            paths.push(found.ok_or_else(|| {
                let name = &file.name;
                Problem::new(format!(
                    "{place} was made of {name}, which is neither beside it nor in this folder"
                ))
                .remedy("name the file of the puzzles, or the folder of their run, before --job")
            })?);
        }
        let Some(first) = paths.first() else {
            let wrong = format!("{place} was made of puzzles that were in no file");
            return Err(Problem::new(wrong).remedy("name a file of puzzles before --job"));
        };
        match SourceRun::of_catalog(first) {
            Some(run) if self.reading.column.is_none() && run.catalogs().len() == paths.len() => {
                Ok(vec![run.folder])
            }
            _ => Ok(paths),
        }
    }

    /// Finds the finished book to which a file belongs, a volume among others, and its target.
    pub fn of_volume(path: &Path) -> Option<(PathBuf, Self)> {
        let stem = path.file_stem()?.to_str()?;
        let whole = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let ending = path.extension()?.to_str()?;
        for target in [path.to_owned(), path.with_file_name(format!("{whole}.{ending}"))] {
            if let Ok(Some(record)) = Self::find(&target)
                && record.is_complete
                && record.files.iter().any(|file| path.ends_with(&file.name))
            {
                return Some((target, record));
            }
        }
        None
    }

    /// Returns true for a file that would be taken for one of this book: its name is one of the
    /// book, and neither this record nor that of another book lists it.
    pub fn is_mistakable(&self, target: &Path, name: &str) -> bool {
        let other = target.with_file_name(name);
        if other != target && matches!(Self::find(&other), Ok(Some(_))) {
            return false;
        }
        let mut listed = self.files.iter().chain(&self.older);
        name.ends_with(".pdf")
            && is_file_of_book(target, name)
            && !listed.any(|file| file.name == name)
    }

    /// Writes the record of a book.
    ///
    /// # Errors
    /// An I/O error if it cannot be written.
    pub fn write(&self, target: &Path) -> io::Result<()> {
        self.write_to(&Self::path_beside(target)).map(drop)
    }
}

/// Returns the folders in a folder, by name; none if it cannot be read.
fn inner_folders(folder: &Path) -> Vec<PathBuf> {
    let mut names = fs_path::entry_names(folder).unwrap_or_default();
    names.sort();
    let mut folders: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    folders.retain(|path| fs_path::is_dir(path).unwrap_or(false));
    folders
}

/// The most files that a record lists: more than any book has.
const MAX_FILES: usize = 10_000;

/// Returns true if the name is that of a file in the folder itself.
fn is_plain_name(file: &FileRecord) -> bool {
    let path = Path::new(&file.name);
    path.file_name() == Some(path.as_os_str())
}

/// The files of a book while it is made. Files of the book before that the new one does not have
/// are removed when the new one is complete, if the user lets files be replaced.
#[derive(Debug)]
pub struct OwnedFiles {
    /// The lock on the record and its files.
    _lock: Lock,
    target: PathBuf,
    /// The files of the book before that are there unchanged.
    before: Vec<FileRecord>,
    /// The files of this book.
    files: Vec<FileRecord>,
    /// The files from which the book is made. None of them is removed.
    inputs: Vec<PathBuf>,
    /// True if the files of the book before may be replaced: the user lets them be replaced, or has
    /// let the command that was stopped.
    replaces: bool,
    /// True if the command before was stopped.
    is_continued: bool,
    record: BookRecord,
}

impl OwnedFiles {
    /// Begins to make the files of a book, perhaps again.
    ///
    /// # Errors
    /// [`RunError`] if another command makes a book of this name, so that the record is always that
    /// of the files; if the record of the book before cannot be read or is another file; or if the
    /// command is interrupted.
    pub fn begin(
        target: &Path,
        source: &BookSource,
        record: BookRecord,
        overwrite: Overwrite,
        interrupt: &Interrupt,
    ) -> Result<Self, RunError> {
        interrupt.check()?;
        let holder = format!("process {}", std::process::id());
        let lock = crate::lock(&Lock::path_beside(target), target, &holder)?;
        let folder = fs_path::parent_dir(target);
        let old = BookRecord::find(target)?;
        let is_continued = old.as_ref().is_some_and(|old| !old.is_complete);
        let replaces = overwrite == Overwrite::Always
            || is_continued && old.as_ref().is_some_and(|old| old.replaces);
        let mut before = Vec::new();
        for file in old.into_iter().flat_map(|old| [old.files, old.older].concat()) {
            let path = folder.join(&file.name);
            if !before.contains(&file) && is_there(&file, &path).read_context(&path)? {
                before.push(file);
            }
        }
        let record = BookRecord { replaces, ..record };
        let (target, inputs, files) = (target.to_owned(), source.inputs.clone(), Vec::new());
        Ok(Self { _lock: lock, target, before, files, inputs, replaces, is_continued, record })
    }

    /// Returns true if the command before was stopped. All of its files may be there, and the
    /// record does not say so.
    pub fn is_continued(&self) -> bool {
        self.is_continued
    }

    /// Returns true if this file of the book before may be replaced.
    pub fn may_replace(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        self.replaces && self.before.iter().any(|old| name == old.name.as_str())
    }

    /// Returns the files of the book before that this one does not have.
    fn older(&self) -> Vec<FileRecord> {
        let mut older = self.before.clone();
        older.retain(|old| self.files.iter().all(|file| file.name != old.name));
        older
    }

    /// Returns the paths of the files of the book before that stay beside this one.
    pub fn kept(&self) -> Vec<PathBuf> {
        if self.replaces {
            return Vec::new();
        }
        self.older().iter().map(|file| self.target.with_file_name(&file.name)).collect()
    }

    /// Records a file that is about to get its name.
    pub fn expect(&mut self, file: &FileRecord) -> Result<(), RunError> {
        self.files.push(file.clone());
        let files = self.before.iter().chain(&self.files).cloned().collect();
        self.write(files, false)
    }

    /// Records that the printer would refuse a file.
    pub fn note_refusal(&mut self, refused: &RefusedFile) -> Result<(), RunError> {
        self.record.refused = Some(refused.clone());
        self.write(self.record.files.clone(), false)
    }

    /// Removes the files of the book before that this book does not have, and completes the record.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be removed, or the record cannot be written.
    pub fn finish(mut self) -> Result<(), RunError> {
        let older = self.older();
        if self.replaces {
            for old in older {
                let path = self.target.with_file_name(&old.name);
                if is_there(&old, &path).read_context(&path)? {
                    remove_listed(&path, &self.inputs)?;
                }
            }
        } else {
            self.record.older = older;
        }
        self.record.replaces = false;
        let files = std::mem::take(&mut self.files);
        if files.is_empty() && self.record.older.is_empty() {
            let path = BookRecord::path_beside(&self.target);
            return output::remove(&path).write_context(&path);
        }
        self.write(files, true)
    }

    fn write(&mut self, files: Vec<FileRecord>, is_complete: bool) -> Result<(), RunError> {
        (self.record.files, self.record.is_complete) = (files, is_complete);
        let path = BookRecord::path_beside(&self.target);
        self.record.write(&self.target).write_context(&path)
    }
}

/// Returns true if the file is there as it is recorded, and is no symlink.
fn is_there(file: &FileRecord, path: &Path) -> io::Result<bool> {
    Ok(file.difference(fs_path::parent_dir(path))?.is_none())
}
