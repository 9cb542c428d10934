//! Covers of books with a number of pages.

use crate::support::books::{puzzles, trim};
use crate::support::readback::{self, Sheet};
use book::{BookOptions, CoverDesign, LayoutError, Section, Template, Volume};
use cover::Cover;
use grid::Level;
use preflight::PrintSpec;

/// The maximum number of easy puzzles in a book with a number of pages.
const MAX_EASY: usize = 12;

/// The fronts that the program draws, without that for a picture of the user.
pub fn drawn_fronts() -> impl Iterator<Item = CoverDesign> {
    CoverDesign::ALL.into_iter().filter(|design| *design != CoverDesign::Picture)
}

pub fn imprint() -> BookOptions {
    BookOptions {
        title: Some("Quay and Jetty".to_owned()),
        author: Some("A. Müller".to_owned()),
        ..BookOptions::default()
    }
}

/// A book of so many puzzles of each level, quickly made: all are the same.
pub fn laid_out(
    terms: Option<&PrintSpec>,
    size: &str,
    sizes: [usize; 5],
    count: usize,
) -> Result<Vec<Volume>, LayoutError> {
    let sections: Vec<Section> = Level::ALL
        .into_iter()
        .zip(sizes)
        .filter(|(_, size)| *size > 0)
        .map(|(level, size)| Section::new(level, vec![puzzles(1, level.index())[0]; size]))
        .collect();
    let template = Template::builtin("classic").unwrap();
    let layout = book::LayoutSpec::new(&template, &sections)
        .printer(terms)
        .trim(trim(size))
        .options(&imprint())
        .volumes(count)
        .lay_out();
    layout.map(|layout| layout.volumes)
}

/// A book with this number of pages. One more page of puzzles may need one more page of answers, so
/// several numbers of easy puzzles are tried.
pub fn of_pages(terms: &PrintSpec, pages: usize) -> Volume {
    let size = terms.trim().to_string();
    let counts: Vec<usize> = (1..5 * pages).collect();
    for easy in 1..=MAX_EASY {
        let of = |medium: usize| laid_out(Some(terms), &size, [easy, 1, medium, 1, 1], 1);
        // So few pages that they cannot be bound are too few.
        let too_few = |&count: &usize| of(count).map_or(true, |v| v[0].page_count() < pages);
        let first = counts.partition_point(too_few);
        let found = of(counts[first]).unwrap().remove(0);
        if found.page_count() == pages {
            return found;
        }
    }
    panic!("no number of puzzles makes {pages} pages");
}

pub fn pdf(cover: &Cover) -> Vec<u8> {
    let mut out = Vec::new();
    cover::write(cover, &mut out).unwrap();
    out
}

pub fn sheet(cover: &Cover) -> Sheet {
    let [sheet] = <[Sheet; 1]>::try_from(readback::sheets(&pdf(cover))).unwrap();
    sheet
}
