//! The rules for sizes of type, widths of lines, colours and images.

use crate::printers::Terms;
use crate::printers::pdf::Paint;
use crate::printers::preflight::Rule;
use crate::printers::preflight::finding::Notes;
use crate::printers::preflight::marks::{Kind, Mark};
use crate::printers::preflight::page::Page;

/// Tolerance in points, because files round sizes and widths to a few decimals.
const ROUNDED: f64 = 0.006;

/// Checks sizes, widths and colours; `colour` means that every colour is allowed.
pub(super) fn check(notes: &mut Notes, page: &Page, terms: &Terms, colour: bool) {
    for mark in page.marks.iter().chain(&page.inner) {
        let place = (page.number, mark.bounds);
        if mark.kind == Kind::Invisible && !terms.rules().file.annotations {
            notes.mark(Rule::Invisible, place, 0.0, "no invisible text", "some");
        }
        if !mark.is_seen() {
            continue;
        }
        if let Some((rule, found, min, unit, decimals)) = small(mark, terms) {
            let expected = format_args!("at least {min} {unit}");
            let found_words = format_args!("{found:.decimals$} {unit}");
            notes.mark(rule, place, -found, expected, found_words);
        }
        let (ink, grey) = (mark.total_ink, grey(mark.paint));
        if let Some(max) = terms.rules().ink.max_total.filter(|max| ink > max + 0.5) {
            let expected = format_args!("at most {max} % of ink");
            notes.mark(Rule::TotalInk, place, ink, expected, format_args!("{ink:.0} %"));
        }
        if mark.paint.is_colour() && !colour {
            let found = format_args!("{} in colour", mark.name());
            notes.mark(Rule::Colour, place, 0.0, "black ink only", found);
        } else if !mark.paint.is_white() && grey > terms.rules().ink.max_grey + 0.0005 {
            let [least, found] =
                [terms.rules().ink.max_grey, grey].map(|grey| (1.0 - grey) * 100.0);
            let expected = format_args!("at least {least:.0} % black");
            notes.mark(Rule::Grey, place, grey, expected, format_args!("{found:.1} %"));
        }
    }
}

/// What a mark has less of than the printer asks for: the rule, how much it has and should have at least, the
/// unit, and the number of decimals to show.
fn small(mark: &Mark, terms: &Terms) -> Option<(Rule, f64, f64, &'static str, usize)> {
    let (rule, found, min, near, unit, decimals) = match mark.kind {
        Kind::Glyph { size } => (Rule::Type, size, terms.rules().ink.min_type, ROUNDED, "pt", 2),
        Kind::Line { width } => (Rule::Line, width, terms.rules().ink.min_line, ROUNDED, "pt", 2),
        Kind::Image { dpi } if dpi > 0.0 => {
            (Rule::Images, dpi, terms.rules().ink.image_dpi, 1.0, "dpi", 0)
        }
        _ => return None,
    };
    (found < min - near).then_some((rule, found, min, unit, decimals))
}

/// How light a grey is; 0 for other paints.
fn grey(paint: Paint) -> f64 {
    match paint {
        Paint::Grey(grey) => grey,
        paint @ Paint::Rgb(_) if !paint.is_colour() => paint.light().unwrap_or(0.0),
        _ => 0.0,
    }
}
