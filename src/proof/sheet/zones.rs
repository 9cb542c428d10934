//! Safe area, gutter and bleed over the pages, switched on by a box to tick. The figures are the printer's.

use super::subject::{Book, Subject};
use crate::markup::escaped;
use crate::print::SAME;
use crate::print::pdf::Rect;
use std::fmt::Write as _;

/// The box to tick, and the figures with their sources. Nothing without a printer, and nothing for a cover.
pub(super) fn switch(subject: &Subject, book: &Book, prefix: &str) -> String {
    let (Ok(terms), None) = (&subject.terms, &book.cover) else {
        return String::new();
    };
    let inches = |points: f64| format!("{:.3} in ({points:.1} pt)", points / 72.0);
    let [margins, bleed] = terms.sources().map(|source| escaped(&source));
    let mut out = format!(
        "<input type=\"checkbox\" class=\"switch\" id=\"{prefix}zones\"><label for=\"{prefix}zones\">\
         Show safe area, gutter and bleed</label>\n<p class=\"note figures\">Of {} pages {} wants {} free at the \
         binding (shaded) and {} at the other edges (dashed). Source: {margins}.",
        book.pages,
        escaped(terms.printer()),
        inches(terms.inside(book.pages)),
        inches(terms.outside(false)),
    );
    if let Some((_, points)) = terms.bleed() {
        let _ = write!(
            out,
            " A page with bleed is {} larger at each cut edge (red), with {} free inside. Source: {bleed}.",
            inches(points),
            inches(terms.outside(true)),
        );
    }
    out + "</p>\n"
}

/// The zones of a page with this box, hidden until they are switched on: the gutter as an area, safe area and cut
/// as lines.
pub(super) fn page(subject: &Subject, book: &Book, page: usize, bounds: Rect) -> String {
    let (Ok(terms), None) = (&subject.terms, &book.cover) else {
        return String::new();
    };
    let recto = page % 2 == 1;
    let bleed = terms.bleed().filter(|_| bounds.width() > terms.trim().width() + SAME);
    let (binding, edge) = bleed.unwrap_or((0.0, 0.0));
    let (inside, outside) = (terms.inside(book.pages), terms.outside(bleed.is_some()));
    let (width, height) = (bounds.width() - binding - edge, bounds.height() - 2.0 * edge);
    let left = if recto { binding } else { edge };
    let (gutter, safe) =
        if recto { (left, left + inside) } else { (left + width - inside, left + outside) };
    format!(
        "<g class=\"zones\"><rect class=\"gutter\" x=\"{gutter:.1}\" y=\"{edge:.1}\" width=\"{inside:.1}\" height=\"{height:.1}\"/>\
         <rect class=\"safe\" x=\"{safe:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
         <rect class=\"cut\" x=\"{left:.1}\" y=\"{edge:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/></g>",
        edge + outside,
        width - inside - outside,
        height - 2.0 * outside
    )
}
