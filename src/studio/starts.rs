//! The starting points of new books: the built-in job files.

use super::book_job;
use crate::check::readback::Pdf;
use crate::check::sheet::page_svg;
use crate::run::{Layers, RunSpec, job};
use press::book;
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
        let mut values = book_job::values(name, text).unwrap_or_default();
        // The archive of a job lies beside the folders of its runs. A book of the studio has none.
        values.remove("archive");
        json!({ "name": name, "about": about, "values": values })
    };
    starts.map(start).collect()
}

/// Returns the picture of a starting point with its type: the front, or else the first page of
/// puzzles. A sample puzzle is in all places.
pub(super) fn picture(name: &str) -> Option<(&'static str, Vec<u8>)> {
    let (name, text) = find(name)?;
    let mut layers = Layers::default();
    for found in job::read(name, text) {
        layers.add(found.ok()?).ok()?;
    }
    let spec = RunSpec::from_settings(&layers.settings().ok()?).ok()?;
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
