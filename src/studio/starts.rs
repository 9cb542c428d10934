//! The starting points of new books: the built-in job files.

use super::book_job::{self, BookValues};
use super::shelf::Draft;
use super::{StudioState, choices, foreign, lock};
use crate::check::readback::Pdf;
use crate::check::sheet::page_svg;
use crate::run::{Layers, Origin, RunSpec, Setting, SettingText, job, preset_name};
use press::book::{self, Template};
use serde::Deserialize;
use serde_json::{Value, json};

/// The height of the picture of a starting point in pixels.
const PICTURE_HEIGHT: usize = 320;
/// The page that shows a starting point without a cover, if the book has as many.
const SHOWN_PAGE: usize = 3;
/// The names of the starting points, those first that most people choose. The other job files are
/// for servers.
const NAMES: [&str; 9] = [
    "to-sell",
    "large-print",
    "children",
    "pocket",
    "daily",
    "course",
    "classroom",
    "booklet",
    "newspaper",
];

/// Returns the name and the text of a starting point.
fn find(name: &str) -> Option<&'static (&'static str, &'static str)> {
    job::BUILTIN.iter().find(|(known, _)| *known == name && NAMES.contains(known))
}

/// Returns the starting points.
pub(super) fn list() -> Value {
    let starts = NAMES.iter().filter_map(|name| find(name));
    let start = |(name, text): &(&str, &str)| {
        let about = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        json!({ "name": name, "about": about, "values": start_values(name, text) })
    };
    starts.map(start).collect()
}

/// A new book, as the dialog of a starting point asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewBook {
    start: String,
    /// The title, author, language and printer that were typed.
    values: BookValues,
}

/// Writes the draft of a new book into a folder that is named after its title. Returns the name of
/// the folder, or a message.
pub(super) fn begin(state: &StudioState, new: &NewBook) -> Value {
    match write_draft(state, new) {
        Ok(book) => json!({ "book": book }),
        Err(message) => json!({ "message": message }),
    }
}

fn write_draft(state: &StudioState, new: &NewBook) -> Result<String, String> {
    let (start, text) =
        find(&new.start).ok_or_else(|| format!("there is no starting point {:?}", new.start))?;
    let mut values = start_values(start, text);
    let mut typed = new.values.clone();
    let printer = typed.remove("printer").unwrap_or_default();
    values.extend(typed);
    // Two windows may begin books of one title.
    let _saving = lock(&state.saving);
    let folder = &state.options.folder;
    let title = new.values.get("title").map_or(*start, String::as_str);
    let book = foreign::free_name(folder, title, start)
        .ok_or_else(|| format!("expected a free name for a book, found none like {title}"))?;
    if !printer.is_empty() && values.get("printer") != Some(&printer) {
        values = choices::chosen(state, &book, values, "printer", &printer);
    }
    values.insert("seed".to_owned(), state.seed_of(&book).to_string());
    for name in book_job::wrong_values(&values, folder) {
        values.remove(&name);
    }
    let folder = folder.join(&book);
    Draft::write(&folder, &book, &values)
        .map_err(|e| format!("cannot save {}: {e}", folder.display()))?;
    Ok(book)
}

/// Returns the values of a starting point.
fn start_values(name: &str, text: &str) -> BookValues {
    let mut values = book_job::values(name, text).unwrap_or_default();
    // The archive of a job lies beside the folders of its runs. A book of the studio has none.
    values.remove("archive");
    values
}

/// Returns the first page of puzzles in a built-in design, with a sample puzzle in all places.
pub(super) fn design_page(name: &str) -> Option<String> {
    let mut layers = Layers::default();
    for (setting, text) in [("ladder", "human"), ("template", preset_name::<Template>(name)?)] {
        let setting = Setting::find(setting)?;
        layers.add(SettingText::new(setting, text, Origin::Default)).ok()?;
    }
    let spec = RunSpec::from_settings(&layers.settings().ok()?).ok()?;
    let layout = spec.book.lay_out_sample(&spec.plan.quotas).ok()?;
    let volume = layout.volumes.first()?;
    let first = volume.places().into_iter().find(|place| place.part == "puzzles")?;
    let mut bytes = Vec::new();
    book::write(volume, &mut bytes).ok()?;
    Some(page_svg(&Pdf::open(&bytes).ok()?, first.page + 1))
}

/// Returns the picture of a starting point with its type: the front, or else the first page of
/// puzzles. A sample puzzle is in all places.
pub(super) fn picture(name: &str) -> Option<(&'static str, Vec<u8>)> {
    let (name, text) = find(name)?;
    let mut layers = Layers::default();
    for found in job::read(name, text) {
        layers.add(found.ok()?).ok()?;
    }
    sample_picture(&RunSpec::from_settings(&layers.settings().ok()?).ok()?)
}

/// Returns the picture of a book that is not made with its type: the front, or else a page.
pub(super) fn sample_picture(spec: &RunSpec) -> Option<(&'static str, Vec<u8>)> {
    let layout = spec.book.lay_out_sample(&spec.plan.quotas).ok()?;
    let covers = spec.book.covers(&layout).ok()?;
    if let Some(cover) = covers.first() {
        return Some(("image/png", cover.front_png(PICTURE_HEIGHT).ok()?.0));
    }
    let mut bytes = Vec::new();
    book::write(layout.volumes.first()?, &mut bytes).ok()?;
    let pdf = Pdf::open(&bytes).ok()?;
    Some(("image/svg+xml", page_svg(&pdf, SHOWN_PAGE.min(pdf.page_count())).into()))
}
