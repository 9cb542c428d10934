//! The printer's rules, held against the pages of a file. Not how a page is read.

use super::font::{dictionary, entry};
use super::geometry::Rect;
use super::sheet::{Sheet, Sheets, is_seen};
use super::state::{Kind, Mark, Paint};
use super::{Finding, Report, Rule};
use crate::book::Terms;
use crate::book::terms::SAME;
use lopdf::{Document, Object};
use std::collections::BTreeMap;

/// What lies beyond a margin by less, in points, is inside: a fourteen-hundredth of an inch.
const NEAR: f64 = 0.05;
/// Sizes and widths are written with a few decimals.
const ROUNDED: f64 = 0.006;

/// A file that is locked is not looked into.
pub(super) fn encrypted(pages: usize) -> Report {
    let what = "the file is encrypted; one without password and restrictions would be right";
    Report {
        pages,
        findings: vec![Finding {
            rule: Rule::Encryption,
            pages: Vec::new(),
            what: what.to_owned(),
        }],
    }
}

/// Findings as they come: for each rule the pages, and the worst case with its weight.
#[derive(Default)]
struct Notes(BTreeMap<Rule, (Vec<usize>, f64, String)>);

impl Notes {
    /// Notes a case; `weight` says how bad it is, and the words of the worst are kept.
    fn add(&mut self, rule: Rule, page: Option<usize>, weight: f64, what: impl FnOnce() -> String) {
        let note = self.0.entry(rule);
        let (pages, worst, words) = note.or_insert_with(|| (Vec::new(), f64::MIN, String::new()));
        if let Some(page) = page
            && pages.last() != Some(&page)
        {
            pages.push(page);
        }
        if weight > *worst {
            (*worst, *words) = (weight, what());
        }
    }

    fn file(&mut self, rule: Rule, what: String) {
        self.add(rule, None, 0.0, || what);
    }
}

/// Everything that the printer would refuse.
pub(super) fn judge(document: &Document, sheets: &Sheets, terms: &Terms) -> Report {
    let mut notes = Notes::default();
    file(&mut notes, document, terms);
    count(&mut notes, &sheets.all, terms);
    let bleeds = bleeds(&sheets.all, terms);
    for (index, sheet) in sheets.all.iter().enumerate() {
        let page = index + 1;
        if boxes(&mut notes, sheet, page, bleeds, terms) {
            safe_area(&mut notes, sheet, page, sheets.all.len(), bleeds, terms);
        }
        ink(&mut notes, sheet, page, terms);
        fonts(&mut notes, sheet, page, &sheets.fonts);
        if sheet.transparent && !terms.transparency() {
            notes.add(Rule::Transparency, Some(page), 0.0, || {
                "something lets shine through what lies below; flattened pages would be right"
                    .to_owned()
            });
        }
        if sheet.annotations > 0 && !terms.annotations() {
            notes.add(
                Rule::Annotations,
                Some(page),
                sheet.annotations as f64,
                || format!("{} on a page; none would be right", sheet.annotations),
            );
        }
    }
    let findings = notes.0.into_iter();
    Report {
        pages: sheets.all.len(),
        findings: findings
            .map(|(rule, (pages, _, what))| Finding { rule, pages, what })
            .collect(),
    }
}

/// What concerns the file as a whole.
fn file(notes: &mut Notes, document: &Document, terms: &Terms) {
    let catalog = document.catalog().ok();
    let of_catalog = |key: &[u8]| catalog.and_then(|catalog| dictionary(document, catalog, key));
    if !terms.outlines() && of_catalog(b"Outlines").is_some_and(|outline| outline.has(b"First")) {
        notes.file(
            Rule::Outline,
            "the file has bookmarks; none would be right".to_owned(),
        );
    }
    if !terms.annotations() {
        let fields = of_catalog(b"AcroForm").and_then(|form| entry(document, form, b"Fields"));
        if fields
            .and_then(|o| o.as_array().ok())
            .is_some_and(|f| !f.is_empty())
        {
            notes.file(
                Rule::Annotations,
                "the file is a form; none would be right".to_owned(),
            );
        }
    }
    if !terms.metadata() {
        // Which program wrote it, and when, is said by every program, and about nobody.
        const WRITTEN: [&[u8]; 7] = [
            b"Producer",
            b"Creator",
            b"CreationDate",
            b"ModDate",
            b"Trapped",
            b"GTS_PDFXVersion",
            b"PTEX.Fullbanner",
        ];
        let info = dictionary(document, &document.trailer, b"Info");
        let keys = info.into_iter().flat_map(|info| info.iter());
        let said = keys.filter(|(key, value)| {
            !WRITTEN.contains(&key.as_slice()) && value.as_str().is_ok_and(|text| !text.is_empty())
        });
        let mut said: Vec<_> = said
            .map(|(key, _)| String::from_utf8_lossy(key).into_owned())
            .collect();
        if catalog.is_some_and(|catalog| catalog.has(b"Metadata")) {
            said.push("XMP".to_owned());
        }
        if !said.is_empty() {
            let what = format!("the file says {}; nothing would be right", said.join(", "));
            notes.file(Rule::Metadata, what);
        }
    }
    let own = catalog.and_then(|c| c.get(b"Version").and_then(Object::as_name).ok());
    let own = own.map(|name| String::from_utf8_lossy(name).into_owned());
    let version = own.unwrap_or_default().max(document.version.clone());
    if let Some(most) = terms.version_most()
        && version.as_str() > most
    {
        let what = format!("PDF {version}; at most {most} would be right");
        notes.file(Rule::Version, what);
    }
}

/// The number of pages, and which of them are blank.
fn count(notes: &mut Notes, sheets: &[Sheet], terms: &Terms) {
    let (pages, (least, most)) = (sheets.len(), terms.pages());
    if !(least..=most).contains(&pages) {
        let what = format!(
            "{pages} pages; {least} to {most} of {} on paper {} would be right",
            terms.trim(),
            terms.paper()
        );
        notes.file(Rule::PageCount, what);
    } else if terms.even() && !pages.is_multiple_of(2) {
        let what = format!("{pages} pages; an even number would be right");
        notes.file(Rule::PageCount, what);
    }
    let mut run = 0;
    for (index, sheet) in sheets.iter().enumerate() {
        run = if sheet.is_blank() { run + 1 } else { 0 };
        if run > terms.blank_run() {
            notes.add(Rule::Blank, Some(index + 1), run as f64, || {
                format!(
                    "{run} in a row; at most {} would be right",
                    terms.blank_run()
                )
            });
        }
    }
    if terms.last_blank() && sheets.last().is_some_and(|last| !last.is_blank()) {
        notes.add(Rule::LastPage, Some(pages), 0.0, || {
            "it is not blank; a blank one would be right".to_owned()
        });
    }
}

/// The size of a page that bleeds.
fn larger(terms: &Terms, bleed: (f64, f64)) -> (f64, f64) {
    let (binding, edge) = bleed;
    let trim = terms.trim();
    (trim.width() + binding + edge, trim.height() + 2.0 * edge)
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < SAME && (a.1 - b.1).abs() < SAME
}

fn size(rect: Rect) -> (f64, f64) {
    (rect.width(), rect.height())
}

/// Whether it is a bleeding file: its first page is as large as one that bleeds.
fn bleeds(sheets: &[Sheet], terms: &Terms) -> bool {
    let first = sheets.first().map(|sheet| size(sheet.media));
    let bleeding = terms.bleed().map(|bleed| larger(terms, bleed));
    first.zip(bleeding).is_some_and(|(a, b)| near(a, b))
}

/// Checks size and boxes; says whether the size is one in which margins can be looked for.
fn boxes(notes: &mut Notes, sheet: &Sheet, page: usize, bleeds: bool, terms: &Terms) -> bool {
    let trim = (terms.trim().width(), terms.trim().height());
    let wanted = match terms.bleed() {
        Some(bleed) if bleeds => larger(terms, bleed),
        _ => trim,
    };
    let inches = |(w, h): (f64, f64)| format!("{:.3} x {:.3} in", w / 72.0, h / 72.0);
    let found = size(sheet.media);
    let right = near(found, wanted);
    if !right {
        let off = (found.0 - wanted.0).abs().max((found.1 - wanted.1).abs());
        notes.add(Rule::PageSize, Some(page), off, || {
            format!("{}; {} would be right", inches(found), inches(wanted))
        });
    }
    let mut say = |what: String| notes.add(Rule::Boxes, Some(page), 0.0, || what);
    if sheet.turned {
        say(
            "the page is turned or has a unit of its own; an upright one would be right".to_owned(),
        );
    }
    if let Some(found) = sheet.trim.map(size).filter(|&found| !near(found, trim)) {
        say(format!(
            "TrimBox is {}; {} would be right",
            inches(found),
            inches(trim)
        ));
    }
    if let Some(found) = sheet
        .bleed
        .map(size)
        .filter(|&found| right && !near(found, wanted))
    {
        say(format!(
            "BleedBox is {}; {} would be right",
            inches(found),
            inches(wanted)
        ));
    }
    if let Some(found) = sheet
        .crop
        .map(size)
        .filter(|&found| right && !near(found, wanted))
    {
        say(format!(
            "CropBox is {}; none, or the page, would be right",
            inches(found)
        ));
    }
    right
}

/// Whether everything that is seen lies inside the margins, or bleeds where a file may.
fn safe_area(
    notes: &mut Notes,
    sheet: &Sheet,
    page: usize,
    pages: usize,
    bleeds: bool,
    terms: &Terms,
) {
    let recto = !page.is_multiple_of(2);
    let (binding, edge) = terms.bleed().filter(|_| bleeds).unwrap_or((0.0, 0.0));
    let outside = terms.outside(bleeds);
    let (left, right) = if recto {
        (binding + terms.inside(pages), edge + outside)
    } else {
        (edge + outside, binding + terms.inside(pages))
    };
    let media = sheet.media;
    let safe = Rect {
        left: media.left + left,
        right: media.right - right,
        bottom: media.bottom + edge + outside,
        top: media.top - edge - outside,
    };
    for mark in sheet.marks.iter().filter(|mark| is_seen(mark)) {
        let b = mark.bounds;
        let area = matches!(mark.kind, Kind::Fill | Kind::Image { .. });
        if bleeds && area && runs_off(b, media) {
            continue;
        }
        let sides = [
            (safe.left - b.left, if recto { "inside" } else { "outside" }),
            (
                b.right - safe.right,
                if recto { "outside" } else { "inside" },
            ),
            (safe.bottom - b.bottom, "bottom"),
            (b.top - safe.top, "top"),
        ];
        for (beyond, side) in sides.into_iter().filter(|(beyond, _)| *beyond > NEAR) {
            let least = if side == "inside" {
                terms.inside(pages)
            } else {
                outside
            };
            notes.add(Rule::SafeArea, Some(page), beyond, || {
                format!(
                    "{} {beyond:.1} pt into the {side} margin; {:.3} in ({least:.1} pt) clear would be right",
                    name(mark),
                    least / 72.0
                )
            });
        }
    }
}

/// Whether an area reaches an edge of the page, so that the knife cuts through it.
fn runs_off(b: Rect, media: Rect) -> bool {
    b.left <= media.left + SAME
        || b.right >= media.right - SAME
        || b.bottom <= media.bottom + SAME
        || b.top >= media.top - SAME
}

fn name(mark: &Mark) -> &'static str {
    match mark.kind {
        Kind::Glyph { .. } => "a letter",
        Kind::Line { .. } => "a line",
        Kind::Image { .. } => "a picture",
        Kind::Fill | Kind::Invisible => "an area",
    }
}

/// Sizes, widths and colours.
fn ink(notes: &mut Notes, sheet: &Sheet, page: usize, terms: &Terms) {
    for mark in &sheet.marks {
        if mark.kind == Kind::Invisible {
            if !terms.annotations() {
                notes.add(Rule::Invisible, Some(page), 0.0, || {
                    "text that cannot be seen; none would be right".to_owned()
                });
            }
            continue;
        }
        if !is_seen(mark) {
            continue;
        }
        match mark.kind {
            Kind::Glyph { size, .. } if size < terms.type_least() - ROUNDED => {
                notes.add(Rule::Type, Some(page), -size, || {
                    format!(
                        "{size:.2} pt; at least {} pt would be right",
                        terms.type_least()
                    )
                });
            }
            Kind::Line { width } if width < terms.line_least() - ROUNDED => {
                notes.add(Rule::Line, Some(page), -width, || {
                    format!(
                        "{width:.2} pt; at least {} pt would be right",
                        terms.line_least()
                    )
                });
            }
            Kind::Image { dpi } if dpi > 0.0 && dpi < terms.image_dpi() - 1.0 => {
                notes.add(Rule::Images, Some(page), -dpi, || {
                    format!(
                        "{dpi:.0} dots an inch; at least {} would be right",
                        terms.image_dpi()
                    )
                });
            }
            _ => {}
        }
        match mark.paint {
            Paint::Colour if !terms.colour() => {
                notes.add(Rule::Colour, Some(page), 0.0, || {
                    format!("{} in colour; black ink alone would be right", name(mark))
                });
            }
            Paint::Grey(grey) if grey > terms.grey_most() + 0.0005 => {
                notes.add(Rule::Grey, Some(page), grey, || {
                    let percent = |grey: f64| (1.0 - grey) * 100.0;
                    format!(
                        "{:.1} % black; at least {:.0} % would be right",
                        percent(grey),
                        percent(terms.grey_most())
                    )
                });
            }
            _ => {}
        }
    }
}

/// Whether every font that a page shows is in the file.
fn fonts(notes: &mut Notes, sheet: &Sheet, page: usize, fonts: &[(String, bool)]) {
    for mark in &sheet.marks {
        if let Kind::Glyph { font, .. } = mark.kind
            && let Some((name, false)) = fonts.get(font)
        {
            notes.add(Rule::Fonts, Some(page), 0.0, || {
                format!("{name} is not embedded; all fonts in the file would be right")
            });
        }
    }
}
