//! Files of puzzles that a browser sends: they are read and proved, and become a new book or the
//! puzzles of a book that is there.

use super::book_job::{BookValues, own_puzzles, wrong_values};
use super::foreign::{FaultChoice, FileRequest, refused};
use super::names::{REMOVED, free_name, free_path};
use super::shelf::{self, Draft, removed_folder};
use super::words::WindowWords;
use super::{StudioState, choices, lock, starts};
use book::Section;
use files::{PrivateFile, Record as _, StagedChange, fs_path, output};
use jobs::{BookRecord, Interrupt, MadeBook, OwnPuzzles, RunError, Sections};
use make::Dedup;
use proof::isolation::ForeignFile;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tables::{PuzzleFile, PuzzleReading};
use words::{Clause, clause};

/// The endings of compressed files, which stand after another ending.
const COMPRESSED: [&str; 2] = ["gz", "zst"];
/// The maximum number of characters of an ending.
const MAX_ENDING: usize = 8;

/// Reads and proves the puzzles of a file. Also returns notes about what was not read.
///
/// # Errors
/// [`RunError`] as [`Sections::read`].
pub(super) fn read_puzzles(
    path: &Path,
    sections: &Sections,
    interrupt: &Interrupt,
) -> Result<(Vec<Section>, Vec<Clause>), RunError> {
    let notes: Arc<Mutex<Vec<Clause>>> = Arc::default();
    let sink = notes.clone();
    let take_note = move |note: &Clause| lock(&sink).push(note.clone());
    // The window shows no folders.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = PuzzleFile::plain(path.to_owned()).with_name(&name);
    let file = file.with_notes(Arc::new(take_note));
    let (sections, note) = sections.read(vec![file], interrupt)?;
    let mut notes = std::mem::take(&mut *lock(&notes));
    notes.extend(note);
    Ok((sections, notes))
}

/// Splits the name of a file of puzzles into the title of its book and its ending, such as `csv` or
/// `csv.gz`. The content of the file decides its format, so the ending is for people.
fn split_name(name: &str) -> (&str, String) {
    let Some((stem, ending)) = name.rsplit_once('.') else { return (name, "txt".to_owned()) };
    let ending = ending.to_ascii_lowercase();
    let is_ending = |text: &str| {
        (1..=MAX_ENDING).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    if !is_ending(&ending) {
        return (name, "txt".to_owned());
    }
    match stem.rsplit_once('.') {
        Some((stem, inner)) if COMPRESSED.contains(&&*ending) && is_ending(inner) => {
            (stem, format!("{}.{ending}", inner.to_ascii_lowercase()))
        }
        _ => (stem, ending),
    }
}

/// The puzzles that a user brings for a book.
pub(super) struct ImportedPuzzles {
    /// The ending of the name of their file.
    ending: String,
    bytes: Vec<u8>,
    allows_duplicates: bool,
}

/// Reads a file of puzzles, and returns what it holds: for the user, who decides what becomes of
/// its faults.
pub(super) fn read(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    match keep_privately(studio, request) {
        Ok((_, reading, _)) => words.reading(&reading),
        Err(message) => refused(words.say(&message)),
    }
}

/// Keeps a file of puzzles in a private folder, and reads it in a child process.
fn keep_privately(
    studio: &StudioState,
    request: &FileRequest,
) -> Result<(PrivateFile, PuzzleReading, Vec<u8>), Clause> {
    let bytes = request.decode()?;
    let (_, ending) = split_name(&request.file);
    let name = format!("{}.{ending}", OwnPuzzles::STEM);
    let file = PrivateFile::write(&studio.options.work, &name, &bytes)
        .map_err(|e| clause!("{}: {}", request.cannot_keep(), e))?;
    let read = ForeignFile::Puzzles(file.path().to_owned(), request.choices.clone());
    let reading = studio.judge.judge(&read, &request.file)?;
    let reading = serde_json::from_value(reading).map_err(|e| Clause::from(e.to_string()))?;
    Ok((file, reading, bytes))
}

impl ImportedPuzzles {
    /// Takes the puzzles of a file: with the grids that the user corrected and the columns that the
    /// user named, without those that the user leaves out.
    ///
    /// # Errors
    /// A message if the file has faults and the user has not decided, or if it cannot be read.
    fn take(studio: &StudioState, request: &FileRequest) -> Result<Self, Clause> {
        let (file, reading, bytes) = keep_privately(studio, request)?;
        let (_, ending) = split_name(&request.file);
        let allows_duplicates = match (reading.faults.first(), request.faults) {
            (None, _) => false,
            (Some(_), _) if reading.puzzles == 0 => {
                let file = request.file.clone();
                return Err(clause!("{}: no line has a puzzle without a fault", file));
            }
            (Some(first), None) => {
                let (file, place) = (request.file.clone(), first.place.to_string());
                return Err(clause!("{}: the puzzle of {} has a fault", file, place));
            }
            (Some(_), Some(choice)) => choice == FaultChoice::Keep,
        };
        let takes_all_rows = reading.faults.is_empty() || allows_duplicates;
        if takes_all_rows && !reading.has_wrong_rows() && request.choices.is_empty() {
            return Ok(Self { ending, bytes, allows_duplicates });
        }
        let dedup = if allows_duplicates { None } else { Some(Dedup::Class) };
        let bytes = PuzzleReading::sound_table(file.path(), dedup, &request.choices)
            .map_err(|e| clause!("cannot read {}: {}", request.file.clone(), e))?;
        Ok(Self { ending: "csv".to_owned(), bytes, allows_duplicates })
    }

    /// Returns the puzzles of a book; `None` if they are made.
    ///
    /// # Errors
    /// A message if the record of the book or the file cannot be read.
    pub fn of_book(folder: &Path) -> Result<Option<Self>, Clause> {
        let own = own_puzzles(folder).map_err(|problem| problem.message())?;
        let Some(puzzles) = own else { return Ok(None) };
        let name = puzzles.file_name();
        let bytes = output::read(&puzzles.path);
        let bytes = bytes.map_err(|e| clause!("cannot read {}: {}", name.clone(), e))?;
        let (_, ending) = split_name(&name);
        let allows_duplicates = puzzles.dedup.is_none();
        Ok(Some(Self { ending, bytes, allows_duplicates }))
    }

    /// Adds the folder of a book of these puzzles, with its draft, to a change.
    ///
    /// # Errors
    /// An I/O error.
    pub fn stage(
        &self,
        change: &mut StagedChange,
        book: &str,
        values: &BookValues,
    ) -> io::Result<()> {
        change.add_dir(book)?;
        let sum =
            change.write(&format!("{book}/{}.{}", OwnPuzzles::STEM, self.ending), &self.bytes)?;
        // The record says that the puzzles of the book are in the file.
        let record = BookRecord::new(vec![sum.clone()]).with_puzzles(sum, self.allows_duplicates);
        change.write(&record_place(book), &record.to_bytes())?;
        Draft::stage(change, book, values, true).map(drop)
    }
}

/// Returns the place of the record of a book in the folder of books.
fn record_place(book: &str) -> String {
    format!("{book}/{}", BookRecord::path_beside(Path::new(MadeBook::FILE)).display())
}

/// Keeps a file of puzzles in the folder of a new book, whose draft has the title of the file. The
/// puzzles are read first, and the folder appears with all of its files, so that a file with a
/// mistake leaves nothing.
pub(super) fn import(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    match import_book(studio, request) {
        Ok(book) => json!({ "book": book }),
        Err(message) => refused(words.say(&message)),
    }
}

fn import_book(studio: &StudioState, request: &FileRequest) -> Result<String, Clause> {
    let options = &studio.options;
    let (title, _) = split_name(&request.file);
    let puzzles = ImportedPuzzles::take(studio, request)?;
    let mut values = BookValues::from([("title".to_owned(), title.to_owned())]);
    values.extend(request.values.clone());
    for wrong in wrong_values(&values, &options.folder) {
        values.remove(&wrong);
    }
    values.retain(|_, text| !text.is_empty());
    let title = values.get("title").map_or(title, String::as_str);
    // Two windows may bring files of one title.
    let _saving = lock(&studio.saving);
    let mut change = studio.begin_change()?;
    let book = free_name(&change, title, OwnPuzzles::STEM)?;
    if let Some(printer) = values.get("printer").cloned() {
        // A book that is not sold is a PDF alone.
        let mut all = if choices::is_of_shop(&printer) {
            starts::values_beside_puzzles()
        } else {
            BookValues::new()
        };
        all.extend(std::mem::take(&mut values));
        values = choices::chosen(studio, &book, all, "printer", &printer);
    }
    choices::add_copyright(&mut values, options.dated);
    let cannot = request.cannot_keep();
    puzzles.stage(&mut change, &book, &values).map_err(|e| clause!("{}: {}", cannot.clone(), e))?;
    change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(book)
}

/// Replaces the puzzles of a book by those of another file. Its settings stay, and so do the files
/// that were made of the old puzzles, until the book is made again.
pub(super) fn replace(studio: &StudioState, request: &FileRequest, words: WindowWords) -> Value {
    match replace_puzzles(studio, request) {
        Ok(version) => json!({ "version": version }),
        Err(message) => refused(words.say(&message)),
    }
}

/// Returns the new version of the book. The record of the book names its puzzles.
fn replace_puzzles(studio: &StudioState, request: &FileRequest) -> Result<String, Clause> {
    let new = ImportedPuzzles::take(studio, request)?;
    // Two windows may bring files, and a book may be begun meanwhile.
    let _saving = lock(&studio.saving);
    let _making = studio.pause_making(&request.book)?;
    let folder = studio.options.folder.join(&request.book);
    let target = folder.join(MadeBook::FILE);
    let old = own_puzzles(&folder).map_err(|problem| problem.message())?;
    let record = BookRecord::find(&target).map_err(|e| RunError::describe(&e))?;
    let (Some(old), Some(record)) = (old, record) else {
        return Err("the puzzles of this book are not in a file; begin a new book".into());
    };
    if read_version(&folder)? != request.version {
        return Err("another window changed this book; look at it and bring the file again".into());
    }
    let mut change = studio.begin_change()?;
    move_to_removed(&mut change, studio, &request.book, &old)?;
    let cannot = request.cannot_keep();
    stage_replacement(&mut change, &request.book, &new, &old, record)
        .map_err(|e| clause!("{}: {}", cannot.clone(), e))?;
    change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
    // The puzzles are replaced, whatever the disk does now; the page reads the version again.
    Ok(read_version(&folder).unwrap_or_default())
}

fn stage_replacement(
    change: &mut StagedChange,
    book: &str,
    new: &ImportedPuzzles,
    old: &OwnPuzzles,
    record: BookRecord,
) -> io::Result<()> {
    let name = old.next_name(&new.ending)?;
    let file = change.write(&format!("{book}/{name}"), &new.bytes)?;
    let record = record.with_puzzles(file, new.allows_duplicates);
    change.replace(&record_place(book), &record.to_bytes()).map(drop)
}

fn read_version(folder: &Path) -> Result<String, Clause> {
    let draft = Draft::read(folder).map_err(|problem| problem.message())?;
    Ok(draft.map(|draft| draft.version).unwrap_or_default())
}

/// Moves the puzzles of a book into the folder of what was removed.
fn move_to_removed(
    change: &mut StagedChange,
    studio: &StudioState,
    book: &str,
    puzzles: &OwnPuzzles,
) -> Result<(), Clause> {
    let name = puzzles.file_name();
    let removed = removed_folder(change, &studio.options.folder)?;
    let is_there = fs_path::exists(&puzzles.path);
    if !is_there.map_err(|e| {
        let cannot = clause!("cannot move {} to {}", name.clone(), removed.display());
        clause!("{}: {}", cannot, e)
    })? {
        return Ok(());
    }
    let (stem, ending) = split_name(&name);
    let title = format!("{book}-{stem}");
    let place =
        free_path(change, &format!("{REMOVED}/"), &title, OwnPuzzles::STEM, &format!(".{ending}"))?;
    change.rename(&format!("{book}/{name}"), &place);
    Ok(())
}
