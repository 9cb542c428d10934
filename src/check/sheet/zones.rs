//! Draws safe area, gutter and bleed over the pages, behind a check box. The printer's figures set
//! the sizes.

use super::subject::{SheetBook, Subject};
use press::printers::pdf::Rect;
use press::printers::{CoverSheet, SIZE_TOLERANCE};
use press::text::markup::escape_markup;
use std::fmt::Write as _;

/// Returns the check box and the figures with their sources; empty without a printer.
pub(super) fn switch(subject: &Subject, book: &SheetBook, prefix: &str) -> String {
    let Ok(terms) = &subject.terms else {
        return String::new();
    };
    let inches = |points: f64| format!("{:.3} in ({points:.1} pt)", points / 72.0);
    let [margins, bleed, covers] = terms.sources().map(|source| escape_markup(&source));
    let printer = escape_markup(terms.printer());
    let (what, mut figures) = match &book.cover {
        Some(None) => return String::new(),
        Some(Some(sheet)) => {
            let rules = &sheet.rules;
            let mut figures = format!(
                "For a book of {} pages {printer} wants {} of bleed (red), and text {} away from cut and folds \
                 (dashed).",
                sheet.pages,
                inches(rules.bleed),
                inches(rules.safe)
            );
            if let Some(spine) = sheet.spine {
                let _ = write!(figures, " The spine (shaded) is {} wide.", inches(spine));
            }
            let _ = write!(figures, " Source: {covers}.");
            ("cut, spine and safe area", figures)
        }
        None => {
            let figures = format!(
                "For {} pages {printer} wants {} free at the binding (shaded) and {} at the other edges (dashed). \
                 Source: {margins}.",
                book.pages,
                inches(terms.inside(book.pages)),
                inches(terms.outside(false)),
            );
            ("safe area, gutter and bleed", figures)
        }
    };
    if let (None, Some((_, points))) = (&book.cover, terms.bleed()) {
        let _ = write!(
            figures,
            " A page with bleed is {} larger at each cut edge (red), with {} free inside. Source: {bleed}.",
            inches(points),
            inches(terms.outside(true)),
        );
    }
    format!(
        "<input type=\"checkbox\" class=\"switch\" id=\"{prefix}zones\"><label for=\"{prefix}zones\">Show {what}\
         </label>\n<p class=\"note figures\">{figures}</p>\n"
    )
}

/// Returns the zones of a cover: cut, spine, and the safe area of each panel.
fn of_cover(sheet: &CoverSheet) -> String {
    let (bleed, safe) = (sheet.rules.bleed, sheet.rules.safe);
    let (width, height) = sheet.trim;
    let front = sheet.front();
    let spine =
        sheet.spine.map(|spine| area("gutter", [front - spine, 0.0, spine, sheet.height()]));
    let back = sheet.spine.map(|_| bleed);
    let panels = [Some(front), back].into_iter().flatten().map(|left| {
        area("safe", [left + safe, bleed + safe, width - 2.0 * safe, height - 2.0 * safe])
    });
    let panels: String = panels.collect();
    let cut = area("cut", [bleed, bleed, sheet.width() - 2.0 * bleed, height]);
    format!("<g class=\"zones\">{}{panels}{cut}</g>", spine.unwrap_or_default())
}

/// Returns an SVG rectangle of a CSS class from left, top, width, height.
pub(super) fn area(class: &str, [left, top, width, height]: [f64; 4]) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
    )
}

/// Returns the zones of a page with this box, hidden until the box is ticked: the gutter as an
/// area, safe area and cut as lines.
pub(super) fn page(subject: &Subject, book: &SheetBook, page: usize, bounds: Rect) -> String {
    let terms = match (&subject.terms, &book.cover) {
        (_, Some(sheet)) => return sheet.as_ref().map_or_else(String::new, of_cover),
        (Ok(terms), None) => terms,
        (Err(_), None) => return String::new(),
    };
    let recto = page % 2 == 1;
    let bleed = terms.bleed().filter(|_| bounds.width() > terms.trim().width() + SIZE_TOLERANCE);
    let (binding, edge) = bleed.unwrap_or((0.0, 0.0));
    let (inside, outside) = (terms.inside(book.pages), terms.outside(bleed.is_some()));
    let (width, height) = (bounds.width() - binding - edge, bounds.height() - 2.0 * edge);
    let left = if recto { binding } else { edge };
    let (gutter, safe) =
        if recto { (left, left + inside) } else { (left + width - inside, left + outside) };
    format!(
        "<g class=\"zones\">{}{}{}</g>",
        area("gutter", [gutter, edge, inside, height]),
        area("safe", [safe, edge + outside, width - inside - outside, height - 2.0 * outside]),
        area("cut", [left, edge, width, height])
    )
}
