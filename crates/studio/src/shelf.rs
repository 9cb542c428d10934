//! The books in the folder of the studio: finished runs, wherever they were made, and drafts.

use super::book_job::{self, ARCHIVE, ARCHIVE_ENDING, BookJob, BookValues, FieldProblem};
use super::choices::is_of_shop;
use super::fields::size_text;
use super::lock;
use super::names::{REMOVED, is_file_name, order_key};
use super::words::WindowWords;
use super::zip_files::zip_files;
use book::{Language, Listing, Section};
use files::output::FileRecord;
use files::{Checksum, StagedChange, StagedChangeError, UserText, fs_path, output};
use jobs::{
    BookDraft, BookMemory, BookPlan, FileKind, FoundSheet, Interrupt, MadeBook, Manifest,
    OwnPuzzles, Preset as _, Sections, SourceRun,
};
use preflight::Trim;
use proof::readback::Pdf;
use proof::sheet::{front_svg, page_svg};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use words::{Clause, clause};

/// A draft on the disk.
pub(super) struct Draft {
    pub values: BookValues,
    /// A text that changes with the draft, and with the file of the puzzles.
    pub version: String,
}

impl Draft {
    /// Returns true if a folder has a draft.
    pub fn is_in(folder: &Path) -> bool {
        fs_path::exists(&folder.join(BookDraft::FILE)).unwrap_or(false)
    }

    /// Reads the draft of a book; `None` if there is none.
    ///
    /// # Errors
    /// The problem of a file that cannot be read or has a mistake.
    pub fn read(folder: &Path) -> Result<Option<Self>, FieldProblem> {
        let text = match UserText::read(&folder.join(BookDraft::FILE)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read
                .map_err(|e| FieldProblem::without_field(clause!("{}: {}", BookDraft::FILE, e)))?,
        };
        // A record that cannot be read is a problem of the book, not of its draft.
        let puzzles = book_job::own_puzzles(folder).ok().flatten();
        let version = draft_version(&text, puzzles.as_ref());
        Ok(Some(Self { values: book_job::values(BookDraft::FILE, &text)?, version }))
    }

    /// Writes the draft of a book whole, and creates its folder if it is missing. Returns the
    /// version.
    ///
    /// # Errors
    /// [`StagedChangeError`]. The old draft is unchanged unless the change is unfinished.
    pub fn write(
        books: &Path,
        book: &str,
        values: &BookValues,
    ) -> Result<String, StagedChangeError> {
        let puzzles = book_job::own_puzzles(&books.join(book));
        let puzzles = puzzles.map_err(|e| io::Error::other(e.message()))?;
        let text = draft_text(book, values, puzzles.is_some())?;
        write_in_book(books, book, BookDraft::FILE, text.as_bytes())?;
        Ok(draft_version(&text, puzzles.as_ref()))
    }

    /// Writes the draft of a new book as a part of a change. `is_of_file` is true if the puzzles of
    /// the book are in a file.
    ///
    /// # Errors
    /// An I/O error.
    pub fn stage(
        change: &mut StagedChange,
        book: &str,
        values: &BookValues,
        is_of_file: bool,
    ) -> io::Result<FileRecord> {
        let text = draft_text(book, values, is_of_file)?;
        change.write(&format!("{book}/{}", BookDraft::FILE), text.as_bytes())
    }
}

/// Returns the text of a draft.
///
/// # Errors
/// If nobody could read a text of this length.
pub(super) fn draft_text(book: &str, values: &BookValues, is_of_file: bool) -> io::Result<String> {
    let text = book_job::job_text(book, values, is_of_file);
    if text.len() as u64 > UserText::MAX_BYTES {
        let most = UserText::MAX_BYTES;
        let words = format!("expected at most {most} bytes of settings, found more");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
    }
    Ok(text)
}

/// Writes a file in the folder of a book. A missing folder appears with the file.
///
/// # Errors
/// [`StagedChangeError`].
pub(super) fn write_in_book(
    books: &Path,
    book: &str,
    name: &str,
    bytes: &[u8],
) -> Result<(), StagedChangeError> {
    let folder = books.join(book);
    if fs_path::exists(&folder)? {
        return Ok(output::write(&folder.join(name), bytes).map(drop)?);
    }
    let mut change = StagedChange::begin(books)?;
    change.add_dir(book)?;
    change.write(&format!("{book}/{name}"), bytes)?;
    change.commit()
}

/// Returns the message about a change that has failed. `cannot` says what was not done.
pub(super) fn describe_change(cannot: &Clause, error: &StagedChangeError) -> Clause {
    match error {
        StagedChangeError::Unchanged(e) => clause!("{}: {}", cannot.clone(), e),
        StagedChangeError::Unfinished(e) => clause!(
            "the change is kept, and is completed when the shelf is shown and the disk can be \
             written: {}",
            e,
        ),
    }
}

fn draft_version(text: &str, puzzles: Option<&OwnPuzzles>) -> String {
    let puzzles = puzzles.map(OwnPuzzles::file_name).unwrap_or_default();
    Checksum::from_bytes(format!("{puzzles}\n{text}").as_bytes()).text()
}

/// Returns true if the same book for another printer is on the shelf, or was removed from it.
pub(super) fn has_other_edition(folder: &Path, job: &BookJob) -> bool {
    [folder, &folder.join(REMOVED)].into_iter().any(|folder| has_edition_in(folder, job))
}

fn has_edition_in(folder: &Path, job: &BookJob) -> bool {
    drafts(folder).iter().any(|(_, draft)| job.is_edition_of(&draft.values))
}

/// The settings that the page never gets: who has one can make the puzzles of coming nights.
const SECRETS: [&str; 1] = ["secret"];

impl Draft {
    /// Returns the values that the page may show.
    pub fn shown_values(&self) -> BookValues {
        let mut values = self.values.clone();
        values.retain(|name, _| !SECRETS.contains(&name.as_str()));
        values
    }

    /// Returns the values that the page does not know, and that a saved draft keeps.
    pub fn secrets(&self) -> BookValues {
        let mut values = self.values.clone();
        values.retain(|name, _| SECRETS.contains(&name.as_str()));
        values
    }
}

/// A file of a book that the page may fetch.
#[derive(Serialize)]
pub(super) struct BookFile {
    name: String,
    bytes: u64,
}

/// The folder of the books, and what the studio knows of it.
pub(super) struct Shelf<'a> {
    pub folder: &'a Path,
    /// The name of the book that is being made.
    pub making: Option<&'a str>,
    pub memory: &'a BookMemory,
    pub words: WindowWords,
}

/// Returns the drafts of the books in a folder, each with the name of its book.
pub(super) fn drafts(folder: &Path) -> Vec<(String, Draft)> {
    let mut drafts = Vec::new();
    for book in fs_path::entry_names(folder).unwrap_or_default() {
        if book_job::is_found(folder, &book)
            && let Ok(Some(draft)) = Draft::read(&folder.join(&book))
        {
            drafts.push((book, draft));
        }
    }
    drafts
}

impl Shelf<'_> {
    /// Returns all books in the order of their names. The books of a stack stand together, in the
    /// order of their numbers.
    pub fn list(&self) -> Vec<Value> {
        let mut names = fs_path::entry_names(self.folder).unwrap_or_default();
        names.retain(|name| book_job::is_found(self.folder, name));
        let mut books: Vec<_> = names.iter().filter_map(|name| self.book(name)).collect();
        books.sort_by_cached_key(ShelfPlace::from_entry);
        books
    }

    /// Returns what the shelf shows of a book; `None` if the folder of this name has none.
    pub fn book(&self, name: &str) -> Option<Value> {
        book(self, name)
    }
}

/// The place of a book on the shelf.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ShelfPlace {
    /// The key of what stands together: the name of a stack, or of a book of none.
    group: String,
    volume: u32,
    name: String,
}

impl ShelfPlace {
    fn from_entry(book: &Value) -> Self {
        let values = &book["values"];
        let name = book["name"].as_str().unwrap_or_default();
        let volume = values["volume-number"].as_str().and_then(|number| number.parse().ok());
        Self {
            group: order_key(&book["stack"].as_str().unwrap_or(name).to_lowercase()),
            volume: volume.unwrap_or_default(),
            name: order_key(name),
        }
    }
}

/// Returns the name of the stack of a book: of its series, or of its class.
fn stack(values: &BookValues) -> Option<&str> {
    let archive = || values.get(ARCHIVE)?.strip_suffix(ARCHIVE_ENDING);
    values.get("series").map(String::as_str).or_else(archive)
}

/// Returns true for a folder that is no symlink, and for a name that is free.
pub(super) fn is_free_or_folder(path: &Path) -> bool {
    let about = fs_path::symlink_metadata_opt(path);
    about.is_ok_and(|about| about.is_none_or(|about| about.is_dir()))
}

/// Returns the folder of what was removed from a folder of books. The change creates it if it is
/// missing.
///
/// # Errors
/// A message if its name is taken by something else, or if it cannot be created.
pub(super) fn removed_folder(change: &mut StagedChange, books: &Path) -> Result<PathBuf, Clause> {
    let removed = books.join(REMOVED);
    if !is_free_or_folder(&removed) {
        return Err(clause!("expected a folder, found something else: {}", removed.display()));
    }
    if change.is_free(REMOVED) {
        change
            .add_dir(REMOVED)
            .map_err(|e| clause!("{}: {}", clause!("cannot create {}", removed.display()), e))?;
    }
    Ok(removed)
}

/// Returns what the shelf shows of a book; `None` if the folder of this name has none.
fn book(shelf: &Shelf<'_>, name: &str) -> Option<Value> {
    let path = shelf.folder.join(name);
    let read = Draft::read(&path);
    let puzzle_file = book_job::own_puzzles(&path).ok().flatten().map(|own| own.file_name());
    let draft = match &read {
        Ok(None) => BookDraft::None,
        Ok(Some(draft)) => {
            let files = book_job::draft_files(&draft.values, shelf.folder, &shelf.memory.sums);
            let key = format!("{} {files}", draft.version);
            let read = || book_job::wanted(&draft.values, shelf.folder, &path);
            shelf.memory.draft(&path, &key, read)
        }
        Err(problem) => BookDraft::Unreadable(problem.message()),
    };
    let is_making = shelf.making == Some(name);
    let status = shelf.memory.status(&path, &draft, is_making)?;
    let draft = read.ok().flatten();
    let version = draft.as_ref().map(|draft| draft.version.clone()).unwrap_or_default();
    let manifest = match &status.made {
        Some(MadeBook::Run(manifest)) => Some(manifest),
        _ => None,
    };
    if manifest.is_some_and(|manifest| manifest.settings.is_data) {
        return None;
    }
    let values = draft.map(|draft| draft.shown_values());
    let values = values.or_else(|| manifest.map(|it| run_values(it))).unwrap_or_default();
    let versions = manifest.and_then(|manifest| manifest.settings.book.imprint.sheets);
    let versions = versions.map_or(1, |sheets| u64::from(sheets.get()));
    let puzzles = manifest.map(|manifest| manifest.counts.values().sum::<u64>() / versions);
    let files = files_of(&path, status.made.as_ref());
    let mut message = shelf.words.say(&status.message);
    let mut refused = json!([]);
    if let Some(file) = &status.refused {
        message = shelf.words.refusal(file);
        refused = json!([{ "setting": book_job::setting_of_refusal(file), "message": message }]);
    }
    let made_ms = status.made.as_ref().and_then(|made| made_ms(&path, made));
    // What the user has set comes before what follows from it.
    let mut changed = status.changed;
    changed.sort_by_key(|name| !values.contains_key(*name));
    Some(json!({
        "made_ms": made_ms,
        "proved_by": status.proved_by,
        "name": name,
        "stack": stack(&values),
        "title": printed_title(&values),
        "printer": values.get("printer"),
        "puzzles": puzzles,
        "versions": versions,
        "path": std::path::absolute(&path).unwrap_or_default().display().to_string(),
        "imported": puzzle_file,
        "state": status.state.name(),
        "message": message,
        "refused": refused,
        "changed": changed,
        "version": version,
        "picture": puzzle_file.is_none() || status.made.is_some(),
        "files": files,
        "values": values,
    }))
}

/// The languages whose words the shelf has needed. A file of words takes a while to read.
static LANGUAGES: Mutex<BTreeMap<&'static str, Arc<Language>>> = Mutex::new(BTreeMap::new());

fn language(code: &str) -> Option<Arc<Language>> {
    let code = Language::known_name(code)?;
    let mut known = lock(&LANGUAGES);
    if let Some(language) = known.get(code) {
        return Some(language.clone());
    }
    let language = Arc::new(Language::builtin(code)?);
    known.insert(code, language.clone());
    Some(language)
}

/// Returns the title of a book with the number of its volume, as its pages have it. A book without
/// a title of its own has the sample of its design.
fn printed_title(values: &BookValues) -> Option<String> {
    let number = values.get("volume-number").and_then(|text| text.parse().ok());
    let code = values.get("lang").map_or("en", String::as_str);
    let language = language(code)?;
    let design = values.get("template").map_or("classic", String::as_str);
    let title = values.get("title").map_or_else(|| language.title(design), String::as_str);
    Some(match number {
        None => title.to_owned(),
        Some(number) => language.volume_title(title, number),
    })
}

/// Returns the time at which a book was finished, in milliseconds since 1970. It is the time of the
/// files, because the record of a book changes with its imported puzzles.
fn made_ms(folder: &Path, made: &MadeBook) -> Option<u64> {
    let names = match made {
        MadeBook::Run(_) => vec![Manifest::FILE.to_owned()],
        MadeBook::OfFiles { .. } => made.files().into_iter().map(|file| file.name).collect(),
    };
    let modified = |name: String| {
        let about = fs_path::symlink_metadata_opt(&folder.join(name)).ok().flatten()?;
        about.modified().ok()
    };
    let finished = names.into_iter().filter_map(modified).max()?;
    let since = finished.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok()
}

/// Returns the settings of a finished run that the form has, and its seed.
fn run_values(manifest: &Manifest) -> BookValues {
    let texts = manifest.job.texts().filter(|(row, _)| book_job::has_field(row));
    let mut values: BookValues =
        texts.map(|(row, text)| (row.name.to_owned(), text.to_owned())).collect();
    values.insert("seed".to_owned(), manifest.seed.to_string());
    values
}

/// Returns the names and sizes of the files that the page may fetch.
pub(super) fn files(folder: &Path) -> Vec<BookFile> {
    files_of(folder, MadeBook::find(folder).ok().flatten().as_ref())
}

/// Returns the files of a finished book and those that the studio has written beside it.
fn files_of(folder: &Path, made: Option<&MadeBook>) -> Vec<BookFile> {
    let Some(made) = made else {
        return Vec::new();
    };
    let mut names: Vec<String> = made.files().into_iter().map(|file| file.name).collect();
    names.extend([FoundSheet::FILE, BookDraft::FILE, Manifest::FILE].map(str::to_owned));
    let mut files = Vec::new();
    for name in names {
        let about = fs_path::symlink_metadata_opt(&folder.join(&name)).ok().flatten();
        if let Some(about) = about.filter(|about| about.is_file()) {
            files.push(BookFile { name, bytes: about.len() });
        }
    }
    files
}

/// Returns a file of a book, if its manifest lists the file or the studio has written it. A symlink
/// is not followed.
pub(super) fn file(folder: &Path, book: &str, name: &str) -> Option<Vec<u8>> {
    let path = folder.join(book);
    let is_listed =
        book_job::is_plain_folder(&path) && files(&path).iter().any(|file| file.name == name);
    (is_listed && is_file_name(name)).then(|| output::read(&path.join(name)).ok())?
}

/// Returns all files of a book that the page may fetch as a ZIP archive.
pub(super) fn archive(folder: &Path, book: &str) -> Option<Vec<u8>> {
    let mut named = Vec::new();
    for BookFile { name, .. } in files(&folder.join(book)) {
        let bytes = file(folder, book, &name)?;
        named.push((name, bytes));
    }
    if named.is_empty() { None } else { zip_files(&named).ok() }
}

/// Returns the picture of a finished book as SVG: its front, or else its first page.
pub(super) fn picture(folder: &Path, book: &str) -> Option<String> {
    let made = MadeBook::find(&folder.join(book)).ok().flatten()?;
    let open = |kind| {
        let name = made.names_of(kind).into_iter().next()?;
        Pdf::open(&file(folder, book, &name)?).ok()
    };
    let volume = open(FileKind::Volume)?;
    match open(FileKind::Cover) {
        Some(cover) => Some(front_svg(&cover, &volume)),
        None => Some(page_svg(&volume, 1)),
    }
}

/// The entry of a book in a shop, and what its printer asks for.
pub(super) struct ShopEntry {
    listing: Listing,
    /// The printing and the paper in words, if a printer is chosen.
    printing: Option<String>,
    trim: Trim,
    has_bleed: bool,
}

impl ShopEntry {
    /// Returns the answers to the questions of a printer's form about the paper and the pages.
    fn print_options(&self, words: WindowWords) -> String {
        let Some(printing) = &self.printing else { return String::new() };
        if !is_of_shop(self.listing.printer.as_deref().unwrap_or_default()) {
            return String::new();
        }
        let bleed = words.text(if self.has_bleed { "shop.bleed" } else { "shop.no-bleed" }, &[]);
        let size = size_text(self.trim, words);
        let values = [
            ("printing", &*words.say(&Clause::text(printing.clone()))),
            ("size", &size),
            ("bleed", &bleed),
        ];
        words.text("shop.options.text", &values)
    }
}

/// Returns the texts that a shop and its printer ask for, one after the other, each with the name
/// of its field and the number of the field if there are several.
pub(super) fn shop_texts(entries: &[ShopEntry], words: WindowWords) -> Value {
    let Some(entry) = entries.first() else { return json!([]) };
    let listing = &entry.listing;
    let text = |field: &str, text: &str| json!({ "field": field, "text": text });
    let volume = listing.volume.map(|number| number.to_string());
    let mut texts = vec![
        text("options", &entry.print_options(words)),
        text("title", &listing.title),
        text("subtitle", &listing.subtitle),
        text("series", listing.series.as_deref().unwrap_or_default()),
        text("volume", volume.as_deref().unwrap_or_default()),
        text("author", listing.author.as_deref().unwrap_or_default()),
        text("isbn", listing.isbn.as_deref().unwrap_or_default()),
        text("description", &listing.description),
    ];
    for (keyword, number) in listing.keywords.iter().zip(1..) {
        texts.push(json!({ "field": "keyword", "number": number, "text": keyword }));
    }
    texts.push(text("categories", &listing.categories.join("\n")));
    texts.retain(|text| text["text"] != "");
    texts.into()
}

/// Returns the entries of a finished run in a shop, one for each volume.
pub(super) fn listing(folder: &Path, book: &str) -> Option<Vec<ShopEntry>> {
    let path = folder.join(book);
    let run = SourceRun::open(&path).ok().flatten().filter(|_| book_job::is_plain_folder(&path))?;
    let plan = run.book_plan(false).ok()?;
    let sections = Sections::for_book(&plan, None, None);
    let (sections, _) = sections.read(run.puzzles(), &Interrupt::default()).ok()?;
    listings(&plan, &sections)
}

/// Returns the entries of a book with these puzzles in a shop.
pub(super) fn listings(plan: &BookPlan, sections: &[Section]) -> Option<Vec<ShopEntry>> {
    // Nobody sells the sheets of a class.
    if plan.options().sheets.is_some() {
        return None;
    }
    let layout = plan.lay_out(sections).ok()?;
    let mut entries = Vec::new();
    for volume in &layout.volumes {
        entries.push(ShopEntry {
            listing: Listing::new(volume, plan.trim).ok()?,
            printing: plan.spec.as_ref().map(|spec| spec.printing().to_owned()),
            trim: plan.trim,
            has_bleed: volume.bleed().1 > 0.0,
        });
    }
    Some(entries)
}
