//! Orders of the shelf: another volume like a book, a copy for another printer, another name, a
//! book put away, its folder shown.

use super::book_job::{BookValues, is_found, own_puzzles};
use super::names::free_name;
use super::puzzle_files::ImportedPuzzles;
use super::shelf::{Draft, Shelf, removed_folder};
use super::starts::{self, CLASSROOM};
use super::words::WindowWords;
use super::{StudioState, choices, lock};
use crate::run::{Setting, preset_name};
use press::printers::Printer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use store::files::{fs_path, output};

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
            ShelfAction::Remove => remove(state, &order.book),
            ShelfAction::Show => show(state, &order.book),
        }
    } else {
        Err(format!("there is no book {}", order.book))
    };
    match done {
        Ok(book) => json!({ "book": book }),
        Err(message) => json!({ "message": words.say(&message) }),
    }
}

/// Returns the settings that a book hands on to another one.
fn handed_on(state: &StudioState, name: &str, words: WindowWords) -> Result<BookValues, String> {
    let shelf = Shelf { folder: &state.options.folder, making: None, memory: &state.memory, words };
    let book = shelf.book(name).ok_or_else(|| format!("there is no book {name}"))?;
    let mut values: BookValues =
        serde_json::from_value(book["values"].clone()).map_err(|e| e.to_string())?;
    // One number can be of one book only.
    values.remove("isbn");
    Ok(values)
}

/// Begins a book with the settings of another one and with the same puzzles, for another printer.
/// What the printer does not have is taken back, as in the form.
fn copy(
    state: &StudioState,
    name: &str,
    printer: &str,
    words: WindowWords,
) -> Result<String, String> {
    let _saving = lock(&state.saving);
    let folder = &state.options.folder;
    let printer = preset_name::<Printer>(printer)
        .ok_or_else(|| format!("expected a printer, found {printer:?}"))?;
    let puzzles = ImportedPuzzles::of_book(&folder.join(name))?;
    let mut values = handed_on(state, name, words)?;
    if puzzles.is_none() {
        values.entry("seed".to_owned()).or_insert_with(|| state.seed_of(name).to_string());
    }
    let mut values = choices::chosen(state, name, values, "printer", printer);
    let new = free_name(folder, &format!("{name} {printer}"), "book")
        .ok_or_else(|| format!("expected a free name for a book, found none like {name}"))?;
    let files = follow_folder(&mut values, name, &new);
    let path = folder.join(&new);
    let written = match puzzles {
        Some(puzzles) => puzzles.write_book(&path, &new, &values),
        None => Draft::write(&path, &new, &values).map(drop),
    };
    written
        .and_then(|()| copy_files(&files, &folder.join(name), &path))
        .map_err(|e| format!("cannot save {}: {e}", path.display()))?;
    Ok(new)
}

fn duplicate(state: &StudioState, name: &str, words: WindowWords) -> Result<String, String> {
    let _saving = lock(&state.saving);
    let folder = &state.options.folder;
    if !matches!(own_puzzles(&folder.join(name)), Ok(None)) {
        let remedy = "drop the file of the next volume on the shelf";
        return Err(format!("the puzzles of this book are in a file; {remedy}"));
    }
    let mut values = handed_on(state, name, words)?;
    let mut wanted = name.to_owned();
    if values.get("template").is_some_and(|design| design == CLASSROOM) {
        starts::begin_next_week(&mut values);
        wanted = values.get("title").cloned().unwrap_or(wanted);
    } else {
        let number = values.get("volume-number").and_then(|text| text.parse::<u32>().ok());
        values.insert("volume-number".to_owned(), (number.unwrap_or(1) + 1).to_string());
        if values.get("cover").is_some_and(|cover| cover == "true") {
            values.extend([starts::volume_colours()]);
        }
    }
    let new = free_name(folder, &wanted, "book")
        .ok_or_else(|| format!("expected a free name for a book, found none like {name}"))?;
    values.insert("seed".to_owned(), state.new_seed(&new).to_string());
    let files = follow_folder(&mut values, name, &new);
    let path = folder.join(&new);
    Draft::write(&path, &new, &values)
        .and_then(|_| copy_files(&files, &folder.join(name), &path))
        .map_err(|e| format!("cannot save {}: {e}", path.display()))?;
    Ok(new)
}

/// Changes the folder of the files that settings name in the folder of a book, such as its logo.
/// Returns the names of the files.
fn follow_folder(values: &mut BookValues, old: &str, new: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for setting in Setting::all() {
        let Some(text) = values.get_mut(setting.name) else { continue };
        let mut texts = Vec::new();
        for value in setting.split(text) {
            let mut moved = value.to_string_lossy().into_owned();
            if let Some((part, file)) = setting.input_file(&value)
                && let Ok(own) = file.strip_prefix(old)
            {
                moved = format!("{part}{new}/{}", own.display());
                files.push(own.to_owned());
            }
            texts.push(moved);
        }
        *text = texts.join(",");
    }
    files
}

/// Copies files of a book into the folder of another one, which stays complete if the first book is
/// removed.
fn copy_files(files: &[PathBuf], from: &Path, to: &Path) -> io::Result<()> {
    for file in files {
        match output::read(&from.join(file)) {
            // The form names the missing file.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            read => drop(output::write(&to.join(file), &read?)?),
        }
    }
    Ok(())
}

/// Gives a book another title, and its folder a name like it. The settings name files in the
/// folder, so they follow.
fn rename(state: &StudioState, old: &str, title: &str) -> Result<String, String> {
    let _saving = lock(&state.saving);
    let _making = state.pause_making(old)?;
    let folder = &state.options.folder;
    if title.is_empty() {
        return Err("expected a title, found none".to_owned());
    }
    let new = free_name(folder, title, "book")
        .ok_or_else(|| format!("expected a free name for a book, found none like {title}"))?;
    let cannot = |e: io::Error| format!("cannot rename {old} to {new}: {e}");
    let draft = Draft::read(&folder.join(old)).map_err(|problem| problem.message())?;
    fs_path::rename_noreplace(&folder.join(old), &folder.join(&new)).map_err(cannot)?;
    if let Some(Draft { mut values, .. }) = draft {
        values.insert("title".to_owned(), title.to_owned());
        follow_folder(&mut values, old, &new);
        Draft::write(&folder.join(&new), &new, &values).map_err(cannot)?;
    }
    Ok(String::new())
}

fn remove(state: &StudioState, name: &str) -> Result<String, String> {
    let _saving = lock(&state.saving);
    let _making = state.pause_making(name)?;
    let removed = removed_folder(&state.options.folder)?;
    let cannot = |e: io::Error| format!("cannot move {name} to {}: {e}", removed.display());
    let place = free_name(&removed, name, "book")
        .ok_or_else(|| format!("expected a free name for a book, found none like {name}"))?;
    let from = state.options.folder.join(name);
    fs_path::rename_noreplace(&from, &removed.join(place)).map_err(cannot)?;
    Ok(String::new())
}

fn show(state: &StudioState, name: &str) -> Result<String, String> {
    let folder = state.options.folder.join(name);
    if (state.options.open)(&folder) {
        return Ok(String::new());
    }
    Err(format!("no program shows folders here; this one is {}", folder.display()))
}
