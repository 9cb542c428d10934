//! The rules for sizes of type, widths of lines, colours and images.

use crate::PrintSpec;
use crate::Rule;
use crate::finding::Findings;
use crate::marks::{InkMark, InkMarkKind};
use crate::page::PreflightPage;
use pdf_reader::PdfPaint;
use words::{Clause, clause};

/// The tolerance in points, because files round sizes and widths.
const ROUNDING_PTS: f64 = 0.006;

/// Checks sizes, widths and colours; `colour` means that every colour is allowed.
pub(super) fn check(findings: &mut Findings, page: &PreflightPage, spec: &PrintSpec, colour: bool) {
    for mark in page.marks.iter().chain(&page.inner) {
        let place = (page.number, mark.bounds);
        if mark.kind == InkMarkKind::Invisible && !spec.rules().file.annotations {
            findings
                .mark(Rule::Invisible, place, 0.0, || ("no invisible text".into(), "some".into()));
        }
        if !mark.is_seen() {
            continue;
        }
        if let Some(figure) = MarkFigure::new(mark, spec)
            && figure.is_too_small()
        {
            let MarkFigure { rule, found, min, words: [least, own], decimals, .. } = figure;
            findings.mark(rule, place, -found, || {
                let shown = format!("{found:.decimals$}");
                (Clause::fill(least, [min.into()]), Clause::fill(own, [shown.into()]))
            });
        }
        let (ink, grey) = (mark.total_ink, grey(mark.paint));
        if let Some(max) = spec.rules().ink.max_total.filter(|max| ink > max + 0.5) {
            findings.mark(Rule::TotalInk, place, ink, || {
                (clause!("at most {} % of ink", max), format!("{ink:.0} %").into())
            });
        }
        if mark.paint.is_colour() && !colour {
            findings.mark(Rule::Colour, place, 0.0, || {
                ("black ink only".into(), clause!("{} in colour", mark.name()))
            });
        } else if !mark.paint.is_white() && grey > spec.rules().ink.max_grey + 0.0005 {
            let [least, found] = [spec.rules().ink.max_grey, grey].map(|grey| (1.0 - grey) * 100.0);
            findings.mark(Rule::Grey, place, grey, || {
                let expected = clause!("at least {} % black", format!("{least:.0}"));
                (expected, format!("{found:.1} %").into())
            });
        }
    }
}

/// A size, a width or a resolution for which the printer has a minimum.
struct MarkFigure {
    rule: Rule,
    found: f64,
    min: f64,
    tolerance: f64,
    /// The words for the minimum and for what was found.
    words: [&'static str; 2],
    /// The number of decimals in messages.
    decimals: usize,
}

impl MarkFigure {
    fn new(mark: &InkMark, spec: &PrintSpec) -> Option<Self> {
        let ink = &spec.rules().ink;
        let (rule, found, min) = match mark.kind {
            InkMarkKind::Glyph { size } => (Rule::Type, size, ink.min_type),
            InkMarkKind::Line { width } => (Rule::Line, width, ink.min_line),
            InkMarkKind::Image { dpi } if dpi > 0.0 => (Rule::Images, dpi, ink.image_dpi),
            _ => return None,
        };
        let (tolerance, words, decimals) = if rule == Rule::Images {
            (1.0, ["at least {} dpi", "{} dpi"], 0)
        } else {
            (ROUNDING_PTS, ["at least {} pt", "{} pt"], 2)
        };
        Some(Self { rule, found, min, tolerance, words, decimals })
    }

    fn is_too_small(&self) -> bool {
        self.found < self.min - self.tolerance
    }
}

/// Returns the lightness of a grey; 0 for other paints.
fn grey(paint: PdfPaint) -> f64 {
    match paint {
        PdfPaint::Grey(grey) => grey,
        paint @ PdfPaint::Rgb(_) if !paint.is_colour() => paint.lightness().unwrap_or(0.0),
        _ => 0.0,
    }
}
