//! Shows every page of a book as spreads, with rings around findings. `svg` draws the pages.

use super::findings::{SheetBook, SheetFindings};
use super::svg::{SvgPage, SvgWriter, rect};
use crate::readback::{PageContents, Pdf};
use crate::verify::{
    Finding, Location, ProofError, VerifiedBook, counted, pdf_or_fault, reading_order,
};
use askama::Template;
use explain::render;
use files::output;
use jobs::IoContext as _;
use pdf_reader::Rect;
use std::collections::HashMap;
use words::escape_markup;

/// The maximum number of objects of one finding that are ringed on a page.
const MAX_RINGS: usize = 100;
/// The distances of a ring from an object, from a grid, and from the edge of a whole page, in
/// points.
const OBJECT_MARGIN: f64 = 4.0;
const GRID_MARGIN: f64 = 6.0;
const PAGE_MARGIN: f64 = -6.0;

/// A book and its spreads.
#[derive(Template)]
#[template(path = "spreads.html")]
struct BookSection<'a> {
    book: &'a SheetBook,
    /// The number of pages, in words.
    pages: String,
    spreads: Vec<PageSpread>,
    /// The shared definitions of the drawings, as SVG.
    definitions: String,
}

/// One or two pages side by side.
struct PageSpread {
    id: String,
    /// Width and height, in points.
    size: (f64, f64),
    /// The description for screen readers.
    about: String,
    caption: String,
    pages: Vec<SpreadPage>,
    /// The number of ringed places.
    findings: usize,
}

/// A page on its spread.
struct SpreadPage {
    /// The distance from the left of the spread, in points.
    left: f64,
    /// Width and height, in points.
    size: (f64, f64),
    drawn: String,
}

/// Draws all spreads of a book. Returns the book, and its spreads as HTML.
pub(super) fn draw(
    book: &VerifiedBook,
    prefix: String,
    findings: &SheetFindings,
) -> Result<(SheetBook, String), ProofError> {
    let bytes = output::read(&book.path).read_context(&book.path)?;
    let name = findings.without_folders(&book.path.display().to_string());
    let is_cover = book.is_cover;
    let pdf = match pdf_or_fault(Pdf::open(&bytes))? {
        Ok(pdf) => pdf,
        Err(why) => {
            let [heading, why] = [&name, &why.to_string()].map(|text| escape_markup(text));
            let section =
                format!("<h3>{heading}</h3>\n<p class=\"bad\">No page can be drawn: {why}.</p>\n");
            return Ok((SheetBook { name, title: None, prefix, is_cover, pages: 0 }, section));
        }
    };
    let pages = pdf.page_count();
    let book = SheetBook { name, title: pdf.title(), prefix, is_cover, pages };
    let mut writer = SpreadWriter {
        book: &book,
        pdf: &pdf,
        svgs: SvgWriter::new(&pdf, &book.prefix),
        findings: by_page(findings.about(&book.name)),
    };
    let mut spreads = Vec::new();
    for first in (0..=pages).step_by(2) {
        let shown = [first, first + 1].map(|page| (1..=pages).contains(&page).then_some(page));
        if shown != [None, None] {
            spreads.push(writer.spread(shown));
        }
    }
    let words = counted(pages as u64, "page", "pages");
    let definitions = writer.svgs.definitions();
    let section = render(&BookSection { book: &book, pages: words, spreads, definitions });
    Ok((book, section))
}

/// Returns the findings about each page.
fn by_page<'a>(findings: impl Iterator<Item = &'a Finding>) -> HashMap<usize, Vec<&'a Finding>> {
    let mut pages: HashMap<usize, Vec<&Finding>> = HashMap::new();
    for finding in findings {
        match (&finding.print, &finding.place) {
            (Some(print), _) => {
                for &page in &print.pages {
                    pages.entry(page).or_default().push(finding);
                }
            }
            (None, Location::Page { sheet, .. }) => {
                pages.entry(*sheet).or_default().push(finding);
            }
            (None, Location::Whole | Location::Line { .. }) => {}
        }
    }
    pages
}

/// A writer of the spreads of a book.
struct SpreadWriter<'a> {
    book: &'a SheetBook,
    pdf: &'a Pdf,
    svgs: SvgWriter<'a>,
    /// The findings about each page.
    findings: HashMap<usize, Vec<&'a Finding>>,
}

impl SpreadWriter<'_> {
    /// Draws a spread with its pages and rings.
    fn spread(&mut self, pages: [Option<usize>; 2]) -> PageSpread {
        let is_cover = self.book.is_cover;
        let drawn = pages.map(|page| page.map(|page| self.svgs.page(page)));
        let bounds = drawn.each_ref().map(|page| page.as_ref().map(|page| page.bounds));
        let usual = bounds[0].or(bounds[1]).unwrap_or(Rect::UNIT);
        let [wide, other] = bounds.map(|own| own.unwrap_or(usual));
        let width = if is_cover { other.width() } else { wide.width() + other.width() };
        let (mut about, mut leaves, mut findings) = (Vec::new(), Vec::new(), 0);
        for (page, svg) in pages.into_iter().zip(drawn) {
            let (Some(page), Some(SvgPage { bounds, svg, cut })) = (page, svg) else { continue };
            let read = self.pdf.page(page - 1);
            let contents = read.as_ref().ok();
            if cut {
                about.push("Not all of it is drawn".to_owned());
            }
            about.push(describe(page, is_cover, contents));
            let rings = self.rings(page, contents, bounds);
            findings += rings.len();
            let left = if page % 2 == 1 && !is_cover { wide.width() } else { 0.0 };
            let drawn = svg + &rings.concat();
            leaves.push(SpreadPage { left, size: (bounds.width(), bounds.height()), drawn });
        }
        if findings > 0 {
            about.push(counted(findings as u64, "place with a finding", "places with findings"));
        }
        let numbers: Vec<_> = pages.into_iter().flatten().collect();
        let caption = match &numbers[..] {
            _ if is_cover => "Cover".to_owned(),
            [page] => page.to_string(),
            pages => format!("{}\u{2013}{}", pages[0], pages[1]),
        };
        let size = (width, wide.height().max(other.height()));
        let id = self.book.spread_id(numbers[0]);
        PageSpread { id, size, about: about.join(". "), caption, pages: leaves, findings }
    }

    /// Returns a ring for each finding: around objects or a grid if their place is known, else
    /// around the page.
    fn rings(&self, page: usize, contents: Option<&PageContents>, bounds: Rect) -> Vec<String> {
        let whole = bounds.grown(PAGE_MARGIN, PAGE_MARGIN);
        let mut places = Vec::new();
        for finding in self.findings.get(&page).into_iter().flatten() {
            let objects = objects(finding, page);
            if !objects.is_empty() {
                places.extend(objects);
            } else {
                let grid = contents.and_then(|contents| ringed_grid(finding, contents));
                places.push(grid.unwrap_or(whole));
            }
        }
        merge(places).into_iter().map(|place| ring(place, bounds)).collect()
    }
}

/// Returns a ring on a page with these bounds.
fn ring(place: Rect, page: Rect) -> String {
    let (left, top) = (place.left - page.left, page.top - place.top);
    let (width, height) = (place.width(), place.height());
    format!(
        "<rect class=\"ring\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\"/>"
    )
}

/// Returns the places on a page of a finding of preflight.
fn objects(finding: &Finding, page: usize) -> Vec<Rect> {
    let Some(print) = &finding.print else { return Vec::new() };
    let places = print.places.iter().filter(|(at, _)| *at == page).take(MAX_RINGS);
    places.map(|(_, place)| rect(*place).grown(OBJECT_MARGIN, OBJECT_MARGIN)).collect()
}

/// Returns the place of the grid that a finding names.
fn ringed_grid(finding: &Finding, contents: &PageContents) -> Option<Rect> {
    let at = if let Location::Page { grid: Some(grid), .. } = finding.place {
        let mut order: Vec<_> = (0..contents.grids.len()).collect();
        order.sort_by_key(|&at| reading_order(&contents.grids[at]));
        *order.get(grid.checked_sub(1)?)?
    } else {
        let number = finding.puzzle.parse().ok()?;
        let mut numbers = contents.grids.iter().map(|grid| grid.number.or(grid.heading));
        numbers.position(|own| own == Some(number))?
    };
    Some(rect(*contents.places.get(at)?).grown(GRID_MARGIN, GRID_MARGIN))
}

/// Merges overlapping rings.
fn merge(places: Vec<Rect>) -> Vec<Rect> {
    let mut all: Vec<Rect> = Vec::new();
    for mut place in places {
        while let Some(i) = all.iter().position(|known| known.intersect(place).is_some()) {
            place = place.union(all.swap_remove(i));
        }
        all.push(place);
    }
    all
}

/// Describes a page for screen readers.
fn describe(page: usize, is_cover: bool, contents: Option<&PageContents>) -> String {
    let what = match contents {
        None => "cannot be read".to_owned(),
        Some(contents) => {
            let mut grids = Vec::new();
            grids.extend(numbers_in_words(contents, false, "puzzle"));
            grids.extend(numbers_in_words(contents, true, "answer"));
            if grids.is_empty() { first_line(contents) } else { grids.join(", ") }
        }
    };
    if is_cover { format!("Cover: {what}") } else { format!("Page {page}: {what}") }
}

/// Returns the numbers of the puzzles or answers on a page, such as `puzzles 3 to 4`.
fn numbers_in_words(contents: &PageContents, is_full: bool, word: &str) -> Option<String> {
    let grids = contents.grids.iter().filter(|grid| grid.is_full() == is_full);
    let numbers: Vec<_> = grids.filter_map(|grid| grid.number).collect();
    let (first, last) = (numbers.iter().min()?, numbers.iter().max()?);
    Some(if first == last {
        format!("{word} {first}")
    } else {
        format!("{word}s {first} to {last}")
    })
}

/// Returns the beginning of the first line of text on a page.
fn first_line(contents: &PageContents) -> String {
    match contents.lines.iter().map(|line| line.trim()).find(|line| !line.is_empty()) {
        Some(line) => line.replace('\t', " ").chars().take(60).collect(),
        None => "blank".to_owned(),
    }
}
