//! Orders of the shelf: another volume like a book, a copy for another printer, another name, one
//! look for a series, a book put away, its folder shown.

use super::book_job::{BookValues, is_found, own_puzzles};
use super::book_look::{BookLook, follow_folder, read_if_there};
use super::foreign::expected;
use super::names::{REMOVED, free_name, free_path};
use super::puzzle_files::ImportedPuzzles;
use super::shelf::{self, Draft, Shelf, removed_folder};
use super::starts::{self, CLASSROOM};
use super::words::WindowWords;
use super::{StudioState, choices, lock};
use files::StagedChange;
use jobs::{BookDraft, Preset as _};
use preflight::Printer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use words::{Clause, clause};

/// An order about a book on the shelf.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShelfOrder {
    book: String,
    action: ShelfAction,
    /// The new title, for an order to rename.
    #[serde(default)]
    title: String,
    /// The printer of a copy.
    #[serde(default)]
    printer: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShelfAction {
    /// A draft with the same settings, the next number and other puzzles.
    Duplicate,
    /// A draft with the same puzzles for another printer.
    Copy,
    /// The book gets another title, and its folder a name like it.
    Rename,
    /// The other books of the series get the look of this one.
    ShareLook,
    /// The folder moves into the folder of removed books.
    Remove,
    /// The desktop shows the folder.
    Show,
}

/// Carries an order out. Returns the name of a new book, if there is one, or a message.
pub(super) fn carry_out(state: &StudioState, order: &ShelfOrder, words: WindowWords) -> Value {
    let done = if is_found(&state.options.folder, &order.book) {
        match order.action {
            ShelfAction::Duplicate => duplicate(state, &order.book, words),
            ShelfAction::Copy => copy(state, &order.book, &order.printer, words),
            ShelfAction::Rename => rename(state, &order.book, order.title.trim()),
            ShelfAction::ShareLook => share_look(state, &order.book),
            ShelfAction::Remove => remove(state, &order.book),
            ShelfAction::Show => show(state, &order.book),
        }
    } else {
        Err(clause!("there is no book {}", order.book.clone()))
    };
    match done {
        Ok(book) => json!({ "book": book }),
        Err(message) => json!({ "message": words.say(&message) }),
    }
}

/// Returns the settings that a book hands on to another one.
fn handed_on(state: &StudioState, name: &str, words: WindowWords) -> Result<BookValues, Clause> {
    let folder = &state.options.folder;
    let draft = Draft::read(&folder.join(name)).map_err(|problem| problem.message())?;
    let mut values: BookValues = if let Some(draft) = draft {
        draft.shown_values()
    } else {
        let shelf = Shelf { folder, making: None, memory: &state.memory, words };
        let book =
            shelf.book(name).ok_or_else(|| clause!("there is no book {}", name.to_owned()))?;
        serde_json::from_value(book["values"].clone()).map_err(|e| Clause::from(e.to_string()))?
    };
    // One number can be of one book only.
    values.remove("isbn");
    Ok(values)
}

/// Returns the settings of a book with the same puzzles for another printer.
///
/// # Errors
/// A sentence if the settings of the book cannot be read.
pub(super) fn values_of_edition(
    state: &StudioState,
    name: &str,
    printer: &str,
    words: WindowWords,
) -> Result<BookValues, Clause> {
    let mut before = handed_on(state, name, words)?;
    if matches!(own_puzzles(&state.options.folder.join(name)), Ok(None)) {
        before.entry("seed".to_owned()).or_insert_with(|| state.seed_of(name).to_string());
    }
    let mut values = choices::chosen(state, name, before.clone(), "printer", printer);
    choices::keep_levels(state, name, &before, &mut values);
    Ok(values)
}

/// Begins a book with the settings of another one and with the same puzzles, for another printer.
/// What the printer does not have is taken back, as in the form.
fn copy(
    state: &StudioState,
    name: &str,
    printer: &str,
    words: WindowWords,
) -> Result<String, Clause> {
    let _saving = lock(&state.saving);
    let folder = &state.options.folder;
    let printer = Printer::known_name(printer).ok_or_else(|| expected("a printer", printer))?;
    let puzzles = ImportedPuzzles::of_book(&folder.join(name))?;
    let mut values = values_of_edition(state, name, printer, words)?;
    let change = state.begin_change()?;
    let new = free_name(&change, &format!("{name} {printer}"), "book")?;
    let files = follow_folder(&mut values, name, &new);
    let copied = CopiedBook { from: folder.join(name), files, new, values, puzzles };
    copied.write(change, folder)
}

/// A new book that takes files of another one along. It stays complete if that one is removed.
struct CopiedBook {
    from: PathBuf,
    /// The files that its settings name.
    files: Vec<PathBuf>,
    new: String,
    values: BookValues,
    puzzles: Option<ImportedPuzzles>,
}

impl CopiedBook {
    /// Makes the folder of the book with all of its files. Returns its name.
    fn write(self, mut change: StagedChange, books: &Path) -> Result<String, Clause> {
        let cannot = clause!("cannot save {}", books.join(&self.new).display());
        self.stage(&mut change).map_err(|e| clause!("{}: {}", cannot.clone(), e))?;
        change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
        Ok(self.new)
    }

    fn stage(&self, change: &mut StagedChange) -> io::Result<()> {
        let new = &self.new;
        match &self.puzzles {
            Some(puzzles) => puzzles.stage(change, new, &self.values)?,
            None => {
                change.add_dir(new)?;
                Draft::stage(change, new, &self.values, false)?;
            }
        }
        for file in &self.files {
            // The form names a missing file.
            if let Some(bytes) = read_if_there(&self.from.join(file))? {
                change.write(&format!("{new}/{}", file.display()), &bytes)?;
            }
        }
        Ok(())
    }
}

fn duplicate(state: &StudioState, name: &str, words: WindowWords) -> Result<String, Clause> {
    let _saving = lock(&state.saving);
    let folder = &state.options.folder;
    if !matches!(own_puzzles(&folder.join(name)), Ok(None)) {
        let remedy = "drop the file of the next volume on the shelf";
        return Err(clause!("{}; {}", "the puzzles of this book are in a file", remedy));
    }
    let mut values = handed_on(state, name, words)?;
    let mut wanted = name.to_owned();
    if values.get("template").is_some_and(|design| design == CLASSROOM) {
        begin_next(folder, &mut values, &["title"], starts::begin_next_week);
        wanted = values.get("title").cloned().unwrap_or(wanted);
    } else {
        let group = if values.contains_key("series") { "series" } else { "title" };
        begin_next(folder, &mut values, &[group, VOLUME_NUMBER], count_volume);
        if values.get("cover").is_some_and(|cover| cover == "true") {
            values.extend([starts::volume_colours()]);
        }
    }
    let change = state.begin_change()?;
    let new = free_name(&change, &wanted, "book")?;
    values.insert("seed".to_owned(), state.new_seed(&new).to_string());
    // Another seed makes other puzzles anyway.
    values.remove("another");
    values.remove("swap");
    let files = follow_folder(&mut values, name, &new);
    let copied = CopiedBook { from: folder.join(name), files, new, values, puzzles: None };
    copied.write(change, folder)
}

/// The setting that has the number of a volume.
const VOLUME_NUMBER: &str = "volume-number";

/// Advances settings until no draft in the folder has the same values of these names: at most one
/// step more than there are drafts.
fn begin_next(
    folder: &Path,
    values: &mut BookValues,
    names: &[&str],
    advance: fn(&mut BookValues),
) {
    let drafts = shelf::drafts(folder);
    for _ in 0..=drafts.len() {
        advance(values);
        let is_there =
            |draft: &Draft| names.iter().all(|name| draft.values.get(*name) == values.get(*name));
        if !drafts.iter().any(|(_, draft)| is_there(draft)) {
            return;
        }
    }
}

fn count_volume(values: &mut BookValues) {
    let number = values.get(VOLUME_NUMBER).and_then(|text| text.parse::<u32>().ok());
    values.insert(VOLUME_NUMBER.to_owned(), number.unwrap_or(1).saturating_add(1).to_string());
}

/// Gives a book another title, and its folder a name like it. The settings name files in the
/// folder, so they follow.
fn rename(state: &StudioState, old: &str, title: &str) -> Result<String, Clause> {
    let _saving = lock(&state.saving);
    let _making = state.pause_making(old)?;
    let folder = &state.options.folder;
    if title.is_empty() {
        return Err("expected a title, found none".into());
    }
    let draft = Draft::read(&folder.join(old)).map_err(|problem| problem.message())?;
    let is_of_file = !matches!(own_puzzles(&folder.join(old)), Ok(None));
    let mut change = state.begin_change()?;
    let new = free_name(&change, title, "book")?;
    let cannot = clause!("cannot rename {} to {}", old.to_owned(), new.clone());
    change.rename(old, &new);
    if let Some(Draft { mut values, .. }) = draft {
        values.insert("title".to_owned(), title.to_owned());
        follow_folder(&mut values, old, &new);
        shelf::draft_text(&new, &values, is_of_file)
            .and_then(|text| change.replace(&format!("{new}/{}", BookDraft::FILE), text.as_bytes()))
            .map_err(|e| clause!("{}: {}", cannot.clone(), e))?;
    }
    change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(String::new())
}

/// Gives the drafts of the other books of a series the look of this one, and copies of the files
/// that it needs. Titles, puzzles, pictures and ISBN stay.
fn share_look(state: &StudioState, name: &str) -> Result<String, Clause> {
    let _saving = lock(&state.saving);
    let look = BookLook::of_book(state, name)?;
    let Some(series) = look.series() else {
        return Err("this book is of no series; give it one under Cover".into());
    };
    for (other, mut draft) in shelf::drafts(&state.options.folder) {
        if other != name && draft.values.get("series") == Some(series) {
            let files = look.give(&other, &mut draft.values);
            write_look(state, &look, &other, &draft.values, &files)?;
        }
    }
    Ok(String::new())
}

/// Writes the draft of a book, with files that it takes from another one.
fn write_look(
    state: &StudioState,
    look: &BookLook,
    book: &str,
    values: &BookValues,
    files: &[PathBuf],
) -> Result<(), Clause> {
    let books = &state.options.folder;
    let cannot = clause!("cannot save {}", books.join(book).display());
    for file in files {
        let bytes = look.read_file(file).map_err(|e| clause!("{}: {}", cannot.clone(), e))?;
        let Some(bytes) = bytes else { continue };
        shelf::write_in_book(books, book, &file.to_string_lossy(), &bytes)
            .map_err(|e| shelf::describe_change(&cannot, &e))?;
    }
    Draft::write(books, book, values).map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(())
}

fn remove(state: &StudioState, name: &str) -> Result<String, Clause> {
    let _saving = lock(&state.saving);
    let _making = state.pause_making(name)?;
    let mut change = state.begin_change()?;
    let removed = removed_folder(&mut change, &state.options.folder)?;
    let place = free_path(&change, &format!("{REMOVED}/"), name, "book", "")?;
    change.rename(name, &place);
    let cannot = clause!("cannot move {} to {}", name.to_owned(), removed.display());
    change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(String::new())
}

fn show(state: &StudioState, name: &str) -> Result<String, Clause> {
    let folder = state.options.folder.join(name);
    if (state.options.open)(&folder) {
        return Ok(String::new());
    }
    Err(clause!("no program shows folders here; this one is {}", folder.display()))
}
