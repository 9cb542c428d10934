//! The rules for sizes of type, widths of lines, colours and images.

use crate::printers::PrintSpec;
use crate::printers::pdf::PdfPaint;
use crate::printers::preflight::Rule;
use crate::printers::preflight::finding::Findings;
use crate::printers::preflight::marks::{InkMark, InkMarkKind};
use crate::printers::preflight::page::PreflightPage;

/// The tolerance in points, because files round sizes and widths.
const ROUNDING_PTS: f64 = 0.006;

/// Checks sizes, widths and colours; `colour` means that every colour is allowed.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage, spec: &PrintSpec, colour: bool) {
    for mark in page.marks.iter().chain(&page.inner) {
        let place = (page.number, mark.bounds);
        if mark.kind == InkMarkKind::Invisible && !spec.rules().file.annotations {
            findings.mark(Rule::Invisible, place, 0.0, "no invisible text", "some");
        }
        if !mark.is_seen() {
            continue;
        }
        if let Some((rule, found, min, unit, decimals)) = below_minimum(mark, spec) {
            let expected = format_args!("at least {min} {unit}");
            let found_words = format_args!("{found:.decimals$} {unit}");
            findings.mark(rule, place, -found, expected, found_words);
        }
        let (ink, grey) = (mark.total_ink, grey(mark.paint));
        if let Some(max) = spec.rules().ink.max_total.filter(|max| ink > max + 0.5) {
            let expected = format_args!("at most {max} % of ink");
            findings.mark(Rule::TotalInk, place, ink, expected, format_args!("{ink:.0} %"));
        }
        if mark.paint.is_colour() && !colour {
            let found = format_args!("{} in colour", mark.name());
            findings.mark(Rule::Colour, place, 0.0, "black ink only", found);
        } else if !mark.paint.is_white() && grey > spec.rules().ink.max_grey + 0.0005 {
            let [least, found] = [spec.rules().ink.max_grey, grey].map(|grey| (1.0 - grey) * 100.0);
            let expected = format_args!("at least {least:.0} % black");
            findings.mark(Rule::Grey, place, grey, expected, format_args!("{found:.1} %"));
        }
    }
}

/// Returns where a mark falls below a minimum: the rule, the found and required value, the unit,
/// and the number of decimals.
fn below_minimum(
    mark: &InkMark,
    spec: &PrintSpec,
) -> Option<(Rule, f64, f64, &'static str, usize)> {
    let (rule, found, min, near, unit, decimals) = match mark.kind {
        InkMarkKind::Glyph { size } => {
            (Rule::Type, size, spec.rules().ink.min_type, ROUNDING_PTS, "pt", 2)
        }
        InkMarkKind::Line { width } => {
            (Rule::Line, width, spec.rules().ink.min_line, ROUNDING_PTS, "pt", 2)
        }
        InkMarkKind::Image { dpi } if dpi > 0.0 => {
            (Rule::Images, dpi, spec.rules().ink.image_dpi, 1.0, "dpi", 0)
        }
        _ => return None,
    };
    if found < min - near { Some((rule, found, min, unit, decimals)) } else { None }
}

/// Returns the lightness of a grey; 0 for other paints.
fn grey(paint: PdfPaint) -> f64 {
    match paint {
        PdfPaint::Grey(grey) => grey,
        paint @ PdfPaint::Rgb(_) if !paint.is_colour() => paint.lightness().unwrap_or(0.0),
        _ => 0.0,
    }
}
