//! Bytes per page: of its content, and of the objects that refer to it.

use crate::support::puzzles::mixed_puzzles;
use lopdf::Document;
use std::collections::BTreeMap;
use sudoku_press::book::{self, BookOptions, Section, Template};
use sudoku_press::printers::Printer;
use sudoku_press::sudoku::score::Level;

/// Bytes for each page: its content as it stands in the file, and its share of the dictionaries and
/// the table of objects. Fonts and drawings, which all pages share, are not counted.
fn bytes_of_pages(pdf: &[u8]) -> Vec<usize> {
    let document = Document::load_mem(pdf).unwrap();
    let find = |from: usize, what: &[u8]| {
        let at = pdf[from..].windows(what.len()).position(|w| w == what);
        at.map(|at| from + at)
    };
    let mut spans = BTreeMap::new();
    let mut shared = 0;
    let mut at = 0;
    while let Some(end) = find(at, b"endobj") {
        let start = pdf[at..end].windows(7).position(|w| w == b" 0 obj\n" || w == b" 0 obj<");
        let start = at + start.unwrap();
        let digits = pdf[..start].iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let id: u32 = std::str::from_utf8(&pdf[start - digits..start]).unwrap().parse().unwrap();
        let length = end + 7 - (start - digits);
        let head = String::from_utf8_lossy(&pdf[start..end.min(start + 120)]).into_owned();
        if head.contains("/ObjStm") || head.contains("/XRef") {
            shared += length;
        }
        spans.insert(id, length);
        at = end + 6;
    }
    assert!(shared > 0, "the file has object streams");
    let pages: Vec<_> = document.page_iter().collect();
    let share = shared / pages.len();
    let content = |page| {
        let contents = document.get_dictionary(page).unwrap().get(b"Contents");
        spans[&contents.unwrap().as_reference().unwrap().0]
    };
    pages.into_iter().map(|page| content(page) + share).collect()
}

/// The mean of the pages with puzzles of a book of 510.
fn mean(design: &Template, trim: &str, a_page: usize) -> usize {
    let puzzles: Vec<_> = mixed_puzzles(510 * 7, 1).skip(2).step_by(7).collect();
    let sections = [Section::new(Level::Hard, puzzles)];
    let kdp = Printer::builtin("kdp").unwrap();
    let terms = kdp.terms(trim.parse().unwrap(), None).unwrap();
    let imprint = BookOptions::default();
    let layout = book::LayoutSpec::new(design, &sections)
        .printer(&terms)
        .options(&imprint)
        .volumes(1)
        .lay_out();
    let volume = &layout.unwrap().volumes[0];
    assert_eq!(volume.grids_per_page().0, a_page);
    let mut pdf = Vec::new();
    book::write(volume, &mut pdf).unwrap();
    // Title, imprint, how to play, levels, opener; then puzzles.
    let all = bytes_of_pages(&pdf);
    let full = &all[volume.front_matter() + 1..][..510 / a_page];
    println!("{}: {} bytes in {} pages", design.name(), pdf.len(), all.len());
    full.iter().sum::<usize>() / full.len()
}

#[test]
fn one_puzzle_a_page_is_small() {
    let bytes = mean(&Template::builtin("large-print").unwrap(), "6x9", 1);
    println!("one a page: {bytes} bytes a page");
    assert!(bytes <= 450, "{bytes}");
}

#[test]
fn six_puzzles_a_page_are_small() {
    let (_, text) = Template::BUILTIN.iter().find(|(name, _)| *name == "classic").unwrap();
    let six = text.replace("columns = 2\nrows = 2", "columns = 2\nrows = 3");
    let bytes = mean(&Template::parse(&six).unwrap(), "8.5x11", 6) / 6;
    println!("six a page: {bytes} bytes a puzzle");
    assert!(bytes <= 250, "{bytes}");
}
