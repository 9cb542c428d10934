//! Shows the pages of a book as spreads with rings around findings. `svg` draws the pages.

use super::page_choice::choose;
use super::recurring::{general, holds_for_all, is_special};
use super::subject::{SheetBook, Subject};
use super::svg::{SvgPage, SvgWriter, rect};
use super::zones;
use crate::check::readback::{PageContents, PageGrid, Pdf};
use crate::check::verify::{Finding, Location, counted, reading_order};
use askama::Template;
use press::printers::pdf::Rect;
use press::text::markup::{escape_markup, render};
use std::collections::{BTreeSet, HashSet};

/// The maximum number of objects of one finding that are ringed on a page.
const MAX_RINGS: usize = 100;

/// A book and its spreads.
#[derive(Template)]
#[template(path = "proof/spreads.html")]
struct BookSection<'a> {
    book: &'a SheetBook,
    heading: &'a str,
    shown: &'a ShownPages,
    /// The number of pages, in words.
    all: String,
    /// The check box as HTML.
    switch: String,
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

/// The pages of a book that a sheet shows.
pub(super) struct ShownPages {
    /// The prefix of all ids of this book.
    prefix: String,
    is_cover: bool,
    pages: BTreeSet<usize>,
}

impl ShownPages {
    /// Chooses the pages of the book with this index. `budget` is the number of pages to show.
    pub fn choose(subject: &Subject, index: usize, prefix: &str, budget: usize) -> Self {
        let book = &subject.books[index];
        let is_cover = book.cover.is_some();
        let pages = choose(subject, book, budget);
        Self { prefix: format!("{prefix}b{}", index + 1), is_cover, pages }
    }

    /// Returns a link to a page, or plain text if the page is not shown.
    pub fn link(&self, page: usize, words: &str) -> String {
        let words = escape_markup(words);
        if self.pages.contains(&page) {
            format!("<a href=\"#{}\">{words}</a>", self.spread(page))
        } else {
            words
        }
    }

    /// Returns the id of the spread that contains a page. Page 1 is a recto.
    fn spread(&self, page: usize) -> String {
        format!("{}p{}", self.prefix, page / 2 * 2)
    }

    /// Returns the left and right page of each spread.
    fn spreads(&self) -> Vec<[Option<usize>; 2]> {
        let firsts: BTreeSet<usize> = self.pages.iter().map(|page| page / 2 * 2).collect();
        let shown = |page: usize| Some(page).filter(|page| self.pages.contains(page));
        firsts.into_iter().map(|first| [shown(first), shown(first + 1)]).collect()
    }
}

/// Returns the spreads of a book as HTML. `heading` is the tag of its heading.
pub(super) fn section(
    subject: &Subject,
    book: &SheetBook,
    shown: &ShownPages,
    heading: &str,
) -> String {
    let pdf = match &book.pdf {
        Ok(pdf) => pdf,
        Err(why) => {
            let [name, why] = [&book.name, &why.to_string()].map(|text| escape_markup(text));
            return format!(
                "<{heading}>{name}</{heading}>\n<p class=\"bad\">No page can be drawn: {why}.</p>\n"
            );
        }
    };
    let mut svgs = SvgWriter::new(pdf, &shown.prefix);
    let general = general(subject, book);
    let spreads = shown.spreads().into_iter();
    let spreads =
        spreads.map(|pages| spread(subject, (book, &general), shown, pdf, &mut svgs, pages));
    let spreads = spreads.collect();
    render(&BookSection {
        book,
        heading,
        shown,
        all: counted(book.pages as u64, "page", "pages"),
        switch: zones::switch(subject, book, &shown.prefix),
        spreads,
        definitions: svgs.definitions(),
    })
}

/// Draws a spread with its pages and rings.
fn spread(
    subject: &Subject,
    (book, general): (&SheetBook, &HashSet<&str>),
    shown: &ShownPages,
    pdf: &Pdf,
    svgs: &mut SvgWriter,
    pages: [Option<usize>; 2],
) -> PageSpread {
    let drawn = pages.map(|page| page.map(|page| svgs.page(page)));
    let bounds = |page: &Option<SvgPage>| page.as_ref().map(|page| page.bounds);
    let usual = bounds(&drawn[0]).or(bounds(&drawn[1])).unwrap_or(Rect::UNIT);
    let [wide, other] = [0, 1].map(|side| bounds(&drawn[side]).unwrap_or(usual));
    let width = if shown.is_cover { other.width() } else { wide.width() + other.width() };
    let (mut about, mut leaves, mut findings) = (Vec::new(), Vec::new(), 0);
    for (page, svg) in pages.into_iter().zip(drawn) {
        let (Some(page), Some(SvgPage { bounds, svg, cut })) = (page, svg) else { continue };
        let contents = pdf.page(page - 1);
        if cut {
            about.push("Not all of it is drawn".to_owned());
        }
        about.push(describe(page, shown.is_cover, contents.as_ref().ok()));
        let rings = rings(subject, (book, general), page, contents.as_ref().ok(), bounds);
        findings += rings.len();
        let left = if page % 2 == 1 && !shown.is_cover { wide.width() } else { 0.0 };
        let drawn = svg + &zones::page(subject, book, page, bounds) + &rings.concat();
        leaves.push(SpreadPage { left, size: (bounds.width(), bounds.height()), drawn });
    }
    if findings > 0 {
        about.push(counted(findings as u64, "place with a finding", "places with findings"));
    }
    let numbers: Vec<_> = pages.into_iter().flatten().collect();
    let caption = match (&numbers[..], shown.is_cover) {
        (_, true) => "Cover".to_owned(),
        ([page], _) => page.to_string(),
        (pages, _) => format!("{}\u{2013}{}", pages[0], pages[1]),
    };
    let size = (width, wide.height().max(other.height()));
    let (id, about) = (shown.spread(numbers[0]), about.join(". "));
    PageSpread { id, size, about, caption, pages: leaves, findings }
}

/// Describes a page for screen readers.
fn describe(page: usize, is_cover: bool, contents: Option<&PageContents>) -> String {
    let what = match contents {
        None => "cannot be read".to_owned(),
        Some(contents) => {
            let numbers = |full: bool| {
                let grids = contents.grids.iter().filter(move |grid| grid.is_full() == full);
                grids.filter_map(|grid| grid.number)
            };
            let range = |full: bool, words: &str| {
                let (first, last) = (numbers(full).min()?, numbers(full).max()?);
                Some(if first == last {
                    format!("{words} {first}")
                } else {
                    format!("{words}s {first} to {last}")
                })
            };
            let grids = [range(false, "puzzle"), range(true, "answer")];
            let grids: Vec<_> = grids.into_iter().flatten().collect();
            let text =
                || contents.lines.iter().map(|line| line.trim()).find(|line| !line.is_empty());
            match (grids.is_empty(), text()) {
                (false, _) => grids.join(", "),
                (true, None) => "blank".to_owned(),
                (true, Some(line)) => line.replace('\t', " ").chars().take(60).collect(),
            }
        }
    };
    if is_cover { format!("Cover: {what}") } else { format!("Page {page}: {what}") }
}

/// Merges overlapping rings.
fn together(places: Vec<Rect>) -> Vec<Rect> {
    let mut all: Vec<Rect> = Vec::new();
    for mut place in places {
        while let Some(i) = all.iter().position(|known| known.intersect(place).is_some()) {
            place = place.union(all.swap_remove(i));
        }
        all.push(place);
    }
    all
}

/// Returns a ring for each finding: around objects or a grid if their place is known, else around
/// the page. A finding that holds for most pages is ringed on its first page only, so that it does
/// not hide the others.
fn rings(
    subject: &Subject,
    (book, general): (&SheetBook, &HashSet<&str>),
    page: usize,
    contents: Option<&PageContents>,
    bounds: Rect,
) -> Vec<String> {
    let whole = bounds.grown(-6.0, -6.0);
    let grid = |finding: &Finding| {
        let contents = contents?;
        let at = match finding.place {
            Location::Page { grid: Some(grid), .. } => {
                let mut order: Vec<_> = (0..contents.grids.len()).collect();
                order.sort_by_key(|&at| reading_order(&contents.grids[at]));
                *order.get(grid.checked_sub(1)?)?
            }
            _ => {
                let number = finding.puzzle.parse().ok()?;
                let is_own = |grid: &PageGrid| grid.number.or(grid.heading) == Some(number);
                contents.grids.iter().position(is_own)?
            }
        };
        Some(rect(*contents.places.get(at)?).grown(6.0, 6.0))
    };
    let verified = subject.findings_on(book, page).filter(|f| is_special(f, general));
    let verified = verified.map(|finding| grid(finding).unwrap_or(whole));
    let inspected = book.inspected().filter(|finding| {
        if holds_for_all(finding.pages.len(), book) {
            finding.pages.first() == Some(&page)
        } else {
            finding.pages.contains(&page)
        }
    });
    let mut places: Vec<Rect> = verified.collect();
    for finding in inspected {
        let marks = finding.places.iter().filter(|(at, _)| *at == page);
        let before = places.len();
        places.extend(marks.map(|(_, place)| rect(*place).grown(4.0, 4.0)).take(MAX_RINGS));
        if places.len() == before {
            places.push(whole);
        }
    }
    places = together(places);
    let ring = |place: &Rect| {
        let corner = [place.left - bounds.left, bounds.top - place.top];
        zones::area("ring", [corner[0], corner[1], place.width(), place.height()])
    };
    places.iter().map(ring).collect()
}
