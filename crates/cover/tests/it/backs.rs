//! The backs of covers: true sizes, the numbers of the book, and texts of users.

use crate::support::covers::laid_out;
use book::{Manuscript, Volume};
use cover::{BackDesign, Cover, CoverLook};
use page::{DrawOp, FlatMark};
use preflight::{MM, PrintSpec, Printer};

/// The largest width of a line of a grid, in points, and the smallest height of one that is seen.
const MAX_LINE: f64 = 6.0;
const MIN_LENGTH: f64 = 100.0;

fn terms() -> PrintSpec {
    Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap()
}

/// A book of 100 puzzles.
fn volume(terms: &PrintSpec) -> Volume {
    laid_out(Some(terms), "6x9", [40, 30, 30, 0, 0], 1).unwrap().remove(0)
}

fn with_back<'a>(volume: &'a Volume, design: BackDesign, text: Option<&str>) -> Cover<'a> {
    let back = text.map(|text| Manuscript::parse(text, &["“", "”", "‘", "’"]).unwrap());
    let look = CoverLook { back_design: Some(design), back, ..CoverLook::default() };
    Cover::new(volume, None, &look).unwrap()
}

/// The texts on the back, from left of the fold.
fn back_texts(cover: &Cover) -> Vec<String> {
    let page = cover.page();
    let fold = cover.sheet().trim.0 + cover.bleed();
    let marks = FlatMark::all(&page.marks);
    let texts = marks.iter().filter_map(|mark| match mark.op {
        DrawOp::Text { at, text, .. } if mark.at(*at).0 < fold => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

/// The middles of upright lines in the upper part of the back.
fn upright_lines(cover: &Cover) -> Vec<f64> {
    let page = cover.page();
    let fold = cover.sheet().trim.0 + cover.bleed();
    let mut lines = Vec::new();
    for mark in FlatMark::all(&page.marks) {
        let DrawOp::Path { points, .. } = mark.op else { continue };
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let ends = |of: &[f64]| {
            (
                of.iter().copied().fold(f64::MAX, f64::min),
                of.iter().copied().fold(f64::MIN, f64::max),
            )
        };
        let ((left, right), (top, bottom)) = (ends(&xs), ends(&ys));
        if right - left < MAX_LINE && bottom - top > MIN_LENGTH && right < fold {
            lines.push((left + right) / 2.0);
        }
    }
    lines.sort_by(f64::total_cmp);
    lines
}

#[test]
fn corner_has_cells_of_true_size() {
    let terms = terms();
    let volume = volume(&terms);
    let lines = upright_lines(&with_back(&volume, BackDesign::Corner, None));
    assert!(lines.len() >= 5, "{lines:?}");
    for pair in lines.windows(2) {
        let cells = (pair[1] - pair[0]) / volume.cell_size();
        assert!((cells - cells.round()).abs() < 0.02, "{cells} cells between {pair:?}");
    }
}

#[test]
fn numbers_on_backs_are_those_of_the_book() {
    let terms = terms();
    let volume = volume(&terms);
    let side = format!("{:.0}\u{a0}mm", volume.cell_size() / MM);
    for design in BackDesign::ALL {
        let texts = back_texts(&with_back(&volume, design, None));
        for number in ["100", &side, "1"] {
            assert!(texts.iter().any(|text| text == number), "{design:?}: {number} in {texts:?}");
        }
    }
}

/// The text of the user was in the type of the book, smaller than the sentences below it.
#[test]
fn own_text_is_as_large_as_facts() {
    let terms = terms();
    let volume = volume(&terms);
    let fact = volume.setup.language.text("cover.order");
    for count in [1, 3] {
        let text = "Puzzles for slow mornings. ".repeat(count);
        for design in BackDesign::ALL {
            let cover = with_back(&volume, design, Some(&text));
            let page = cover.page();
            let largest = |is_wanted: &dyn Fn(&str) -> bool| {
                let marks = FlatMark::all(&page.marks).into_iter();
                let sizes = marks.filter_map(|mark| match mark.op {
                    DrawOp::Text { size, text, .. } if is_wanted(text) => Some(*size),
                    _ => None,
                });
                sizes.reduce(f64::max).unwrap()
            };
            let own = largest(&|text| text.contains("mornings"));
            let facts = largest(&|text| text.len() > 8 && fact.contains(text));
            assert!(own >= facts, "{count} {design:?}: {own} beside {facts}");
        }
    }
}

#[test]
fn own_text_of_any_length_keeps_its_words() {
    let terms = terms();
    let volume = volume(&terms);
    for count in [1, 12, 60] {
        let text = "Puzzles for slow mornings. ".repeat(count);
        for design in BackDesign::ALL {
            let cover = with_back(&volume, design, Some(&text));
            let words = back_texts(&cover).join(" ").matches("mornings").count();
            assert_eq!(words, count, "{design:?}");
            let is_told = cover.advice().is_some_and(|advice| advice.contains("true size"));
            assert_eq!(is_told, design == BackDesign::Corner && count == 60, "{count} {design:?}");
        }
    }
}
