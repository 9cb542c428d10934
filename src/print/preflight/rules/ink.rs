//! The rules for sizes of type, widths of lines, colours, images and fonts.

use super::notes::{Notes, name};
use crate::print::Terms;
use crate::print::pdf::Paint;
use crate::print::preflight::Rule;
use crate::print::preflight::marks::Kind;
use crate::print::preflight::sheet::{Sheet, is_seen, is_white};

/// Tolerance in points, because files round sizes and widths to a few decimals.
const ROUNDED: f64 = 0.006;

/// Checks sizes, widths and colours; `colour` means that every colour is allowed.
pub(super) fn check(notes: &mut Notes, sheet: &Sheet, page: usize, terms: &Terms, colour: bool) {
    for mark in &sheet.marks {
        if mark.kind == Kind::Invisible {
            if !terms.annotations() {
                notes.mark(Rule::Invisible, page, mark, 0.0, || {
                    "expected no invisible text, found some".to_owned()
                });
            }
            continue;
        }
        if !is_seen(mark) {
            continue;
        }
        match mark.kind {
            Kind::Glyph { size, .. } if size < terms.min_type() - ROUNDED => {
                notes.mark(Rule::Type, page, mark, -size, || {
                    format!("expected at least {} pt, found {size:.2} pt", terms.min_type())
                });
            }
            Kind::Line { width } if width < terms.min_line() - ROUNDED => {
                notes.mark(Rule::Line, page, mark, -width, || {
                    format!("expected at least {} pt, found {width:.2} pt", terms.min_line())
                });
            }
            Kind::Image { dpi } if dpi > 0.0 && dpi < terms.image_dpi() - 1.0 => {
                notes.mark(Rule::Images, page, mark, -dpi, || {
                    format!("expected at least {} dpi, found {dpi:.0} dpi", terms.image_dpi())
                });
            }
            _ => {}
        }
        match mark.paint {
            paint if paint.is_colour() && !colour => {
                notes.mark(Rule::Colour, page, mark, 0.0, || {
                    format!("expected black ink only, found {} in colour", name(mark))
                });
            }
            Paint::Grey(grey) if !is_white(mark) && grey > terms.max_grey() + 0.0005 => {
                notes.mark(Rule::Grey, page, mark, grey, || {
                    let percent = |grey: f64| (1.0 - grey) * 100.0;
                    format!(
                        "expected at least {:.0} % black, found {:.1} %",
                        percent(terms.max_grey()),
                        percent(grey)
                    )
                });
            }
            _ => {}
        }
    }
}

/// Checks the amount of ink on each page.
pub(super) fn total(notes: &mut Notes, inks: &[f64], terms: &Terms) {
    let max = terms.max_total_ink().unwrap_or(f64::MAX);
    for (index, &ink) in inks.iter().enumerate().filter(|(_, ink)| **ink > max + 0.5) {
        notes.add(Rule::TotalInk, Some(index + 1), ink, || {
            format!("expected at most {max} % of ink in one place, found {ink:.0} %")
        });
    }
}

/// Checks that every font used on a page is embedded.
pub(super) fn fonts(notes: &mut Notes, sheet: &Sheet, page: usize) {
    for font in sheet.fonts.iter().filter(|font| !font.embedded) {
        notes.add(Rule::Fonts, Some(page), 0.0, || {
            format!("expected every font in the file, found {} not embedded", font.name)
        });
    }
}
