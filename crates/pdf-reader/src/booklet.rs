//! Booklets: two pages on each side of a sheet, in imposition order, to be folded and stapled. The
//! page labels of such a file name both pages of a side: `24 | 1`.

use super::object::Dict;
use lopdf::{Document, Object};

/// The separator of the two numbers of a label.
const BETWEEN: &str = " | ";

/// Returns the left and right page on each side of a booklet, counted from 0. The number of pages
/// is rounded up to a multiple of 4; pages from `pages` on are blank.
///
/// ```
/// // Of six pages the first sheet has the last, which is blank, beside the first.
/// let sides: Vec<_> = sudoku_press_pdf_reader::booklet_sides(6).collect();
/// assert_eq!(sides, [[7, 0], [1, 6], [5, 2], [3, 4]]);
/// ```
pub fn booklet_sides(pages: usize) -> impl Iterator<Item = [usize; 2]> {
    let all = pages.next_multiple_of(4);
    (0..all / 2).map(move |side| match side % 2 {
        0 => [all - 1 - side, side],
        _ => [side, all - 1 - side],
    })
}

/// Returns the label of a side. Blank pages have no number.
pub fn booklet_label([left, right]: [&str; 2]) -> String {
    format!("{left}{BETWEEN}{right}")
}

/// Returns the two page numbers on each side, if the file is a booklet.
pub fn booklet_labels(document: &Document, pages: usize) -> Option<Vec<[String; 2]>> {
    let labels = Dict::catalog(document).dict_or_empty(b"PageLabels");
    let mut found = Vec::new();
    for pair in labels.get(b"Nums")?.as_array().ok()?.chunks_exact(2) {
        let style = document.dereference(&pair[1]).ok()?.1.as_dict().ok()?;
        let prefix = style.get(b"P").and_then(Object::as_str).ok()?;
        let label = String::from_utf8_lossy(prefix);
        let (left, right) = label.split_once(BETWEEN)?;
        found.push([left.to_owned(), right.to_owned()]);
    }
    let is_booklet = found.len() == pages && pages.is_multiple_of(2) && pages > 0;
    if is_booklet { Some(found) } else { None }
}
