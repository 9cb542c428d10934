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
    for mark in sheet.marks.iter().chain(&sheet.inner) {
        if mark.kind == Kind::Invisible && !terms.rules().file.annotations {
            let what = "expected no invisible text, found some";
            notes.mark(Rule::Invisible, page, mark, 0.0, what);
        }
        if !is_seen(mark) {
            continue;
        }
        let mut small = |rule, found: f64, min: f64, unit: &str, decimals: usize| {
            let what =
                format_args!("expected at least {min} {unit}, found {found:.decimals$} {unit}");
            notes.mark(rule, page, mark, -found, what);
        };
        match mark.kind {
            Kind::Glyph { size } if size < terms.rules().ink.min_type - ROUNDED => {
                small(Rule::Type, size, terms.rules().ink.min_type, "pt", 2);
            }
            Kind::Line { width } if width < terms.rules().ink.min_line - ROUNDED => {
                small(Rule::Line, width, terms.rules().ink.min_line, "pt", 2);
            }
            Kind::Image { dpi } if dpi > 0.0 && dpi < terms.rules().ink.image_dpi - 1.0 => {
                small(Rule::Images, dpi, terms.rules().ink.image_dpi, "dpi", 0);
            }
            _ => {}
        }
        let (ink, grey) = (mark.total_ink, grey(mark.paint));
        if let Some(max) = terms.rules().ink.max_total.filter(|max| ink > max + 0.5) {
            let what = format_args!("expected at most {max} % of ink, found {ink:.0} %");
            notes.mark(Rule::TotalInk, page, mark, ink, what);
        }
        if mark.paint.is_colour() && !colour {
            let what = format_args!("expected black ink only, found {} in colour", name(mark));
            notes.mark(Rule::Colour, page, mark, 0.0, what);
        } else if !is_white(mark) && grey > terms.rules().ink.max_grey + 0.0005 {
            let [least, found] =
                [terms.rules().ink.max_grey, grey].map(|grey| (1.0 - grey) * 100.0);
            let what = format_args!("expected at least {least:.0} % black, found {found:.1} %");
            notes.mark(Rule::Grey, page, mark, grey, what);
        }
    }
}

/// How light a grey is; 0 for other paints.
fn grey(paint: Paint) -> f64 {
    match paint {
        Paint::Grey(grey) => grey,
        paint @ Paint::Rgb(_) if !paint.is_colour() => paint.light().unwrap_or(0.0),
        _ => 0.0,
    }
}

/// Checks that every font used on a page is embedded.
pub(super) fn fonts(notes: &mut Notes, sheet: &Sheet, page: usize) {
    for font in sheet.fonts.iter().filter(|font| !font.embedded) {
        let what =
            format_args!("expected every font in the file, found {} not embedded", font.name);
        notes.add(Rule::Fonts, Some(page), 0.0, what);
    }
}
