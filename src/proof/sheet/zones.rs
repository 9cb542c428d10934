//! Safe area, gutter and bleed over the pages: drawn once for left and right pages, and switched on by a box to
//! tick. The figures are the printer's.

use super::subject::{Book, Subject};
use crate::markup::escaped;
use crate::print::Terms;
use std::fmt::Write as _;

/// The box to tick, the figures with their sources, and the zones. Nothing without a printer, and nothing for a
/// cover.
pub(super) fn switch(subject: &Subject, book: &Book, prefix: &str) -> String {
    let (Ok(terms), None) = (&subject.terms, &book.cover) else {
        return String::new();
    };
    let (inside, outside) = (terms.inside(book.pages), terms.outside(false));
    let inches = |points: f64| format!("{:.3} in ({points:.1} pt)", points / 72.0);
    let [margins, bleed] = terms.sources();
    let mut out = format!(
        "<input type=\"checkbox\" class=\"switch\" id=\"{prefix}zones\"><label for=\"{prefix}zones\">Show safe area, gutter and bleed</label>\n\
         <p class=\"note figures\">For {} pages {} asks for {} clear at the binding and {} at the other edges. Source: {}.",
        book.pages,
        escaped(terms.printer()),
        inches(inside),
        inches(outside),
        escaped(&margins)
    );
    if let Some((_, points)) = terms.bleed() {
        let _ = write!(
            out,
            " A page with bleed is {} larger at each cut edge, with {} clear inside the cut. Source: {}.",
            inches(points),
            inches(terms.outside(true)),
            escaped(&bleed)
        );
    }
    out += "</p>\n<svg class=\"hidden\" aria-hidden=\"true\"><defs>";
    for (side, recto) in [("r", true), ("l", false)] {
        let _ = write!(out, "<g id=\"{prefix}{side}\">{}</g>", zone(terms, inside, outside, recto));
    }
    out + "</defs></svg>\n"
}

/// The gutter as an area, and the safe area as a line.
fn zone(terms: &Terms, inside: f64, outside: f64, recto: bool) -> String {
    let (width, height) = (terms.trim().width(), terms.trim().height());
    let (gutter, left) = if recto { (0.0, inside) } else { (width - inside, outside) };
    format!(
        "<rect class=\"gutter\" x=\"{gutter:.1}\" width=\"{inside:.1}\" height=\"{height:.1}\"/>\
         <rect class=\"safe\" x=\"{left:.1}\" y=\"{outside:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
         <rect class=\"cut\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
        width - inside - outside,
        height - 2.0 * outside
    )
}

/// The zones of a page, hidden until they are switched on.
pub(super) fn page(book: &Book, prefix: &str, page: usize) -> String {
    if book.cover.is_some() || book.report.is_none() {
        return String::new();
    }
    let side = if page % 2 == 1 { "r" } else { "l" };
    format!("<use class=\"zones\" href=\"#{prefix}{side}\"/>")
}
