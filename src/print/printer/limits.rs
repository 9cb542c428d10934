//! The trim sizes that a printer offers, and the page limits of each.

use super::figures::{Except, Paper, Rules};
use crate::print::trim::Trim;

/// Sizes that differ by less than this, in points, count as equal: A4 is given both as 8.27 x 11.69 in
/// and as 210 x 297 mm.
pub(crate) const SAME: f64 = 0.5;

/// Minimum and maximum number of pages, and why they are unsettled.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub pages: (usize, usize),
    pub unsettled: Option<&'a str>,
}

/// Whether two sizes count as equal.
pub(crate) fn same(a: Trim, b: Trim) -> bool {
    (a.width() - b.width()).abs() < SAME && (a.height() - b.height()).abs() < SAME
}

/// Whether a page of size `a` fits into one of size `b`.
fn fits(a: Trim, b: Trim) -> bool {
    a.width() < b.width() + SAME && a.height() < b.height() + SAME
}

impl Rules {
    /// The page limits of a trim size on a paper; `None` if the printer does not offer the size.
    pub(crate) fn pages_of<'a>(&'a self, paper: &'a Paper, trim: Trim) -> Option<Limits<'a>> {
        let named = || {
            let all = self.trims.named.iter();
            all.filter_map(|text| Some((text, text.parse::<Trim>().ok()?)))
        };
        let usual = Limits { pages: paper.pages, unsettled: paper.unsettled.as_deref() };
        let other = |except: &'a Except| Limits {
            pages: except.pages,
            unsettled: except.unsettled.as_deref().or(usual.unsettled),
        };
        let limits = |text: &String| {
            let except = paper.except.iter().find(|e| e.trims.contains(text));
            except.map_or(usual, other)
        };
        if let Some((text, _)) = named().find(|&(_, known)| same(known, trim)) {
            return Some(limits(text));
        }
        let custom = self.trims.custom.as_ref()?;
        let (min, max) = (custom.min.parse().ok()?, custom.max.parse().ok()?);
        if !fits(min, trim) || !fits(trim, max) {
            return None;
        }
        // Use the limits of the smallest named size that contains the page; without one, the strictest
        // limits.
        let area = |trim: Trim| trim.width() * trim.height();
        let around = named().filter(|&(_, known)| fits(trim, known));
        let around = around.min_by(|a, b| area(a.1).total_cmp(&area(b.1)));
        let strictest = || paper.except.iter().min_by_key(|except| except.pages.1);
        let found = match around {
            Some((text, _)) => limits(text),
            None => strictest().map_or(usual, other),
        };
        Some(Limits { unsettled: custom.unsettled.as_deref().or(found.unsettled), ..found })
    }

    /// The trim sizes offered, in words.
    pub(crate) fn trims_in_words(&self) -> String {
        let named = self.trims.named.join(", ");
        match &self.trims.custom {
            None => named,
            Some(custom) => format!("{named}, or any from {} to {}", custom.min, custom.max),
        }
    }
}
