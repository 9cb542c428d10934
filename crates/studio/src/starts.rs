//! The starting points of new books: the built-in job files.

use super::book_job::{self, ARCHIVE, ARCHIVE_ENDING, BookValues};
use super::book_look::{BookLook, OF_PUBLISHER};
use super::foreign::expected;
use super::names::{free_name, free_path};
use super::shelf::{self, Draft};
use super::words::WindowWords;
use super::{StudioState, choices, lock};
use archive::Archive;
use book::{Language, Layout, Template};
use cover::PaletteChoice;
use files::StagedChange;
use jiff::Timestamp;
use jobs::{Job, Origin, Preset as _, RunError, RunSpec, SeriesRecord, Setting, SettingText};
use proof::readback::Pdf;
use proof::sheet::page_svg;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use words::{Clause, clause};

/// The height of the picture of a starting point in pixels.
const PICTURE_HEIGHT: usize = 320;
/// The starting points, those first that most people choose, each with its job file and the
/// questions of its dialog. The other job files are for servers. A question is the name of a
/// setting, [`VOLUMES`] or [`WEEKS`].
const STARTS: [(&str, &str, &[&str]); 11] = [
    ("to-sell", "to-sell", &[]),
    ("large-print", "large-print", &[]),
    ("children", "children", &[]),
    ("mini", "mini", &[]),
    ("pocket", "pocket", &[]),
    ("series", "to-sell", &[VOLUMES]),
    ("daily", "daily", &[FIRST_DAY]),
    ("course", "course", &[]),
    ("classroom", "classroom", &[PUPILS, WEEKS, "size"]),
    ("booklet", "booklet", &[]),
    ("newspaper", "newspaper", &[FIRST_DAY]),
];
/// The question for the first day of a book with dates.
const FIRST_DAY: &str = "first-day";
/// The series in the picture of its starting point.
const SAMPLE_SERIES: &str = "Sudoku";
/// The question for the titles of the volumes of a series.
const VOLUMES: &str = "volume-titles";
/// The question for the pupils of a class: their number, or their names.
const PUPILS: &str = "pupils";
/// The question for the number of weeks of a class.
const WEEKS: &str = "weeks";
/// The maximum number of books that one starting point begins.
const MAX_BOOKS: usize = 60;
/// The number of levels by which a class becomes better.
const CLASS_STEPS: usize = 3;
/// The starting point of a class, and the name of its design.
pub(super) const CLASSROOM: &str = "classroom";
/// The sizes of a printing shop in China, each for a size of printers that sell abroad.
const CHINESE_TRIMS: [(&str, &str); 3] =
    [("6x9", "140x203mm"), ("5x8", "130x184mm"), ("8.5x11", "a4")];

/// Returns the job file of a starting point: its name and its text.
fn find(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let (_, job_name, _) = STARTS.iter().find(|(known, ..)| *known == name)?;
    Job::BUILTIN.iter().find(|(known, _)| known == job_name)
}

/// Returns the starting points.
pub(super) fn list() -> Value {
    let mut starts = Vec::new();
    for (name, _, questions) in STARTS {
        let Some((job_name, text)) = find(name) else { continue };
        let values = start_values(job_name, text);
        starts.push(json!({ "name": name, "values": values, "questions": questions }));
    }
    starts.into()
}

/// A new book, as the dialog of a starting point asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewBook {
    start: String,
    /// The book whose look the new one has; empty for the look of the starting point.
    #[serde(default)]
    like: String,
    /// The title, author, language and printer that were typed, and the answers to the questions.
    values: BookValues,
}

/// Writes the drafts of new books into folders that are named after their titles. Returns the name
/// of the folder of a single book, or a message.
pub(super) fn begin(state: &StudioState, new: &NewBook, words: WindowWords) -> Value {
    match begin_all(state, new, words) {
        Ok(books) => match &books[..] {
            [book] => json!({ "book": book }),
            _ => json!({ "books": books }),
        },
        Err(message) => json!({ "message": words.say(&message) }),
    }
}

fn begin_all(
    state: &StudioState,
    new: &NewBook,
    words: WindowWords,
) -> Result<Vec<String>, Clause> {
    let (start, text) = find(&new.start)
        .ok_or_else(|| clause!("there is no starting point {}", Clause::quoted(&new.start)))?;
    let mut typed = new.values.clone();
    if *start == CLASSROOM {
        // No page of the sheets prints it.
        typed.remove("author");
        take_pupils(&mut typed);
    }
    let look = match &*new.like {
        "" => None,
        book => Some(BookLook::of_book(state, book)?),
    };
    let titles = take_titles(&mut typed)?;
    if titles.len() > MAX_BOOKS {
        return Err(clause!("expected at most {} books, found {}", MAX_BOOKS, titles.len()));
    }
    // Two windows may begin books of one title.
    let _saving = lock(&state.saving);
    let mut change = state.begin_change()?;
    let mut base = start_values(start, text);
    if typed.contains_key("names") {
        base.remove("sheets");
    }
    if *start == "classroom" || !titles.is_empty() {
        let title = typed.get("title").map_or(&*new.start, String::as_str);
        base.insert(ARCHIVE.to_owned(), create_archive(&mut change, title, &new.start)?);
    }
    let mut books = Vec::new();
    if titles.is_empty() {
        let new = NewValues { base: base.clone(), typed: typed.clone(), look: look.as_ref() };
        books.push(stage_draft(state, &mut change, start, new, words)?);
    }
    for (index, title) in titles.iter().enumerate() {
        let mut typed = typed.clone();
        let name = typed.insert("title".to_owned(), title.clone()).unwrap_or_default();
        if *start == CLASSROOM {
            let easiest = 1 + CLASS_STEPS.min(titles.len()) * index / titles.len();
            typed.insert("levels".to_owned(), class_levels(easiest));
        } else {
            typed.insert("series".to_owned(), name);
            typed.extend(volume_values(title, index, titles.len()));
        }
        let new = NewValues { base: base.clone(), typed, look: look.as_ref() };
        books.push(stage_draft(state, &mut change, start, new, words)?);
    }
    let cannot = clause!("cannot save {}", books.join(", "));
    change.commit().map_err(|e| shelf::describe_change(&cannot, &e))?;
    Ok(books)
}

/// Creates the archive of books that repeat no puzzle of each other, beside their folders. A class
/// of one week has one too, because another week may follow. Returns its name.
fn create_archive(change: &mut StagedChange, title: &str, start: &str) -> Result<String, Clause> {
    let name = free_path(change, "", title, start, ARCHIVE_ENDING)?;
    let path = change.add(&name);
    let created = Archive::create(&path);
    // Its folder has a name for the time of the change.
    let path = path.display().to_string();
    created.map_err(|e| RunError::describe(&e).with_value(&path, &name))?;
    Ok(name)
}

/// Reads the pupils of a class: their number, or their names, one on each line or several in one
/// line. Of a table, the first column with words is read.
fn take_pupils(typed: &mut BookValues) {
    let pupils = typed.remove(PUPILS).unwrap_or_default();
    let lines: Vec<&str> = pupils.lines().collect();
    if let [number] = &lines[..]
        && number.trim().parse::<u64>().is_ok()
    {
        typed.insert("sheets".to_owned(), number.trim().to_owned());
        return;
    }
    let named: Vec<String> = match &lines[..] {
        // Names in a single line stand between commas.
        [line] if !line.contains('\t') => line.split(',').map(plain_name).collect(),
        lines => lines.iter().map(|line| name_in_row(line)).collect(),
    };
    let named: Vec<String> = named.into_iter().filter(|name| !name.is_empty()).collect();
    if !named.is_empty() {
        typed.insert("names".to_owned(), named.join(","));
    }
}

/// Returns a name without the spaces and the quotes around it.
fn plain_name(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_owned()
}

/// Returns the name in a row, from the first column that has letters. A family name in front of a
/// comma goes to the end: `Moreau, Zoe` is `Zoe Moreau`.
fn name_in_row(row: &str) -> String {
    let is_word = |cell: &&str| cell.contains(char::is_alphabetic);
    let cell = row.split('\t').find(is_word).unwrap_or_default();
    let parts: Vec<String> = cell.split([',', ';']).map(plain_name).collect();
    match &parts[..] {
        [last, first] if cell.contains([',', ';']) && !first.contains(char::is_numeric) => {
            plain_name(&format!("{first} {last}"))
        }
        parts => parts.iter().find(|part| is_word(&part.as_str())).cloned().unwrap_or_default(),
    }
}

/// Takes the answers from which the titles of several books follow: the titles of volumes, one on
/// each line, or a number of weeks.
fn take_titles(typed: &mut BookValues) -> Result<Vec<String>, Clause> {
    let title = typed.get("title").cloned().unwrap_or_default();
    if let Some(lines) = typed.remove(VOLUMES) {
        let titles = lines.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(titles.map(str::to_owned).collect());
    }
    let Some(weeks) = typed.remove(WEEKS) else { return Ok(Vec::new()) };
    let count: usize = match weeks.trim().parse() {
        Ok(count) if count > 0 => count,
        _ => return Err(expected("a number of weeks", &weeks)),
    };
    if count == 1 {
        return Ok(Vec::new());
    }
    let language = language(typed);
    let titles = (1..=count).map(|week| language.week_title(&title, week));
    Ok(titles.map(|title| title.trim_start_matches([',', '，', ' ']).to_owned()).collect())
}

/// Returns the language of a book.
fn language(values: &BookValues) -> Language {
    let code = values.get("lang").map_or("en", String::as_str);
    Language::builtin(code).or_else(|| Language::builtin("en")).expect("it is built in")
}

fn class_levels(easiest: usize) -> String {
    format!("{easiest}-{}", easiest + 1)
}

/// Makes the sheets of a class those of the next week, which are harder until the last step.
pub(super) fn begin_next_week(values: &mut BookValues) {
    let title = values.get("title").cloned().unwrap_or_default();
    let language = language(values);
    let (mut of_class, mut week) = (title.as_str(), 1);
    for known in 1..MAX_BOOKS {
        if let Some(before) = title.strip_suffix(&language.week_title("", known)) {
            (of_class, week) = (before, known);
        }
    }
    values.insert("title".to_owned(), language.week_title(of_class, week + 1));
    let levels = values.get("levels").and_then(|text| text.split_once('-'));
    if let Some((easiest, hardest)) = levels
        && let Ok(easiest) = easiest.parse::<usize>()
        && class_levels(easiest).ends_with(&format!("-{hardest}"))
    {
        let next = (easiest + 1).min(CLASS_STEPS.max(easiest));
        values.insert("levels".to_owned(), class_levels(next));
    }
}

/// Returns what a volume of a series has of its own. The rules are those of the command `series`,
/// except for the numbers of the puzzles: they begin with 1 in each volume, because the window
/// shows a volume before those before it are made.
fn volume_values(title: &str, index: usize, count: usize) -> BookValues {
    let title = SettingText::line("title", title);
    let volumes = (1..=count).map(|number| format!("[[volume]]\nname = {number}\n{title}\n"));
    let (text, mut record) = (volumes.collect::<String>(), SeriesRecord::default());
    let series = record.parse_series("series", &text);
    let editions = series.and_then(|series| series.editions("series", &mut record));
    let editions = editions.unwrap_or_default();
    let mut values = BookValues::new();
    let edition = editions.get(index);
    for text in edition.iter().flat_map(|edition| edition.job.iter()) {
        let name = text.setting.name;
        if ["volume-number", "cover", "palette"].contains(&name) {
            values.insert(name.to_owned(), text.text().unwrap_or_default());
        }
    }
    values
}

/// Returns the setting of the colours of a volume that has others than the volume before.
pub(super) fn volume_colours() -> (String, String) {
    ("palette".to_owned(), PaletteChoice::ByVolume.to_string())
}

/// Gives a book the size of a printing shop in China.
fn use_chinese_trim(values: &mut BookValues) {
    if let Some(trim) = values.get_mut("trim")
        && let Some((_, chinese)) = CHINESE_TRIMS.iter().find(|(name, _)| name == trim)
    {
        *trim = (*chinese).to_owned();
    }
}

/// The values of a new book.
struct NewValues<'a> {
    /// The values of its starting point.
    base: BookValues,
    typed: BookValues,
    /// The look of another book.
    look: Option<&'a BookLook<'a>>,
}

/// Adds a book to a change. Returns its name.
fn stage_draft(
    state: &StudioState,
    change: &mut StagedChange,
    start: &str,
    new: NewValues,
    words: WindowWords,
) -> Result<String, Clause> {
    let NewValues { base: mut values, mut typed, look } = new;
    let printer = typed.remove("printer");
    values.extend(typed.clone());
    // The change creates the archive, so no rule finds it in its place yet.
    let archive = values.remove_entry(ARCHIVE);
    let title = values.get("title").map_or(start, String::as_str);
    let book = free_name(change, title, start)?;
    let files = look.map_or_else(Vec::new, |look| look.give(&book, &mut values));
    values.extend(typed);
    if let Some(printer) = printer
        && values.get("printer").map(String::as_str).unwrap_or_default() != printer
    {
        values = choices::chosen(state, &book, values, "printer", &printer);
    }
    if words.is_chinese() && !values.contains_key("printer") {
        use_chinese_trim(&mut values);
    }
    values.insert("seed".to_owned(), state.seed_of(&book).to_string());
    choices::add_copyright(&mut values, state.options.dated);
    let folder = &state.options.folder;
    if choices::is_of_shop(values.get("printer").map(String::as_str).unwrap_or_default()) {
        for (name, text) in shared_imprint(folder) {
            values.entry(name).or_insert(text);
        }
    }
    // The change writes these files, too.
    let is_new = |text: &String| {
        files.iter().any(|file| text.contains(&format!("{book}/{}", file.display())))
    };
    let mut wrong = book_job::wrong_values(&values, folder);
    wrong.retain(|name| !values.get(name).is_some_and(is_new));
    for name in wrong {
        values.remove(&name);
    }
    values.extend(archive);
    stage_book(change, &book, &values, look.zip(Some(files))).map_err(|e| {
        clause!("{}: {}", clause!("cannot save {}", folder.join(&book).display()), e)
    })?;
    Ok(book)
}

/// Adds the folder of a book with its draft to a change, and the files of its look.
fn stage_book(
    change: &mut StagedChange,
    book: &str,
    values: &BookValues,
    look: Option<(&BookLook, Vec<PathBuf>)>,
) -> io::Result<()> {
    change.add_dir(book)?;
    if let Some((look, files)) = look {
        for file in files {
            if let Some(bytes) = look.read_file(&file)? {
                change.write(&format!("{book}/{}", file.display()), &bytes)?;
            }
        }
    }
    Draft::stage(change, book, values, false).map(drop)
}

/// Returns what all books on the shelf that name a publisher say of the publisher.
fn shared_imprint(folder: &Path) -> BookValues {
    let mut shared = BookValues::new();
    let drafts = shelf::drafts(folder);
    for name in OF_PUBLISHER {
        let mut texts = drafts.iter().filter_map(|(_, draft)| draft.values.get(name));
        if let Some(text) = texts.next()
            && texts.all(|other| other == text)
        {
            shared.insert(name.to_owned(), text.clone());
        }
    }
    shared
}

/// Returns the values of a starting point.
fn start_values(name: &str, text: &str) -> BookValues {
    let mut values = book_job::values(name, text).unwrap_or_default();
    // The archive of a job file is not that of these books.
    values.remove(ARCHIVE);
    values
}

/// Returns what a book to sell has beside its puzzles: paper, size and cover.
pub(super) fn values_beside_puzzles() -> BookValues {
    let Some((name, text)) = find("to-sell") else { return BookValues::new() };
    let mut values = start_values(name, text);
    values.retain(|name, _| {
        let setting = Setting::find(name);
        name != "ladder" && setting.is_some_and(|setting| !book_job::is_of_making(setting))
    });
    values
}

/// Returns the first page of puzzles in a built-in design, with a sample puzzle in all places.
pub(super) fn design_page(name: &str) -> Option<String> {
    let mut job = Job::default();
    for (setting, text) in [("ladder", "human"), ("template", Template::known_name(name)?)] {
        let setting = Setting::find(setting)?;
        job.add(SettingText::new(setting, text, Origin::Default)).ok()?;
    }
    let spec = RunSpec::from_settings(&job.settings().ok()?).ok()?;
    let layout = spec.book.lay_out_sample(&spec.plan.quotas).ok()?;
    first_puzzles(&layout)
}

/// Returns the first page of puzzles as SVG.
fn first_puzzles(layout: &Layout) -> Option<String> {
    let volume = layout.volumes.first()?;
    let first = volume.places().into_iter().find(|place| place.part == "puzzles")?;
    let mut bytes = Vec::new();
    volume.write(&mut bytes).ok()?;
    Some(page_svg(&Pdf::open(&bytes).ok()?, first.page + 1))
}

/// Returns the picture of a starting point with its type: the front, or else the first page of
/// puzzles. A sample puzzle is in all places, and its questions have usual answers.
pub(super) fn picture(
    start: &str,
    words: WindowWords,
    dated: Option<Timestamp>,
) -> Option<(&'static str, Vec<u8>)> {
    let (name, text) = find(start)?;
    let mut values = start_values(name, text);
    let (.., questions) = STARTS.iter().find(|(known, ..)| *known == start)?;
    if questions.contains(&FIRST_DAY) {
        let next_year = choices::year(dated) + 1;
        values.insert(FIRST_DAY.to_owned(), format!("{next_year}-01-01"));
    }
    if questions.contains(&VOLUMES) {
        values.insert("series".to_owned(), SAMPLE_SERIES.to_owned());
        values.extend(volume_values("", 0, 1));
    }
    values.insert("lang".to_owned(), words.code().to_owned());
    if words.is_chinese() {
        use_chinese_trim(&mut values);
    }
    let mut job = Job::default();
    for (setting, text) in &values {
        let setting = Setting::find(setting)?;
        job.add(SettingText::new(setting, text, Origin::Default)).ok()?;
    }
    sample_picture(&RunSpec::from_settings(&job.settings().ok()?).ok()?)
}

/// Returns the picture of a book that is not made with its type: the front, or else the first page
/// of puzzles.
pub(super) fn sample_picture(spec: &RunSpec) -> Option<(&'static str, Vec<u8>)> {
    let layout = spec.book.lay_out_sample(&spec.plan.quotas).ok()?;
    let covers = spec.book.covers(&layout).ok()?;
    if let Some(cover) = covers.first() {
        return Some(("image/png", cover.front_png(PICTURE_HEIGHT).ok()?.0));
    }
    Some(("image/svg+xml", first_puzzles(&layout)?.into()))
}
