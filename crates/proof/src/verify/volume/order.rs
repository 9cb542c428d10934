//! Checks the order of pages in a volume: page numbers, puzzle numbers and answer numbers rise, and
//! answers follow their puzzles.

use super::{PrintedGrid, PrintedVolume};
use crate::readback::{PageContents, folio_value};
use crate::verify::finding::{Finding, Location, counted};
use std::collections::{BTreeMap, HashSet};
use words::FirstFew;

/// The page numbers of a volume, and the numbers in its texts.
#[derive(Debug, Default)]
pub(super) struct PageOrder {
    /// The pages with a number: index from 1, and the printed number.
    folios: Vec<(usize, String)>,
    /// All numbers in texts outside grids, except page numbers and captions.
    named: HashSet<u64>,
}

impl PageOrder {
    pub fn add(&mut self, page: &PageContents) {
        self.folios.extend(page.folio.clone().map(|folio| (page.sheet, folio)));
        self.named.extend(page.numbers_in_text());
    }
}

/// A page with a printed number.
struct PageNumber<'a> {
    /// The index of the page, counted from 1.
    sheet: usize,
    folio: &'a str,
    value: u64,
}

/// Minimum number of numbered pages among which one wrong number can be told.
const MIN_NUMBERED_PAGES: usize = 4;

impl PageNumber<'_> {
    /// Returns true if the numbers of this page and of a later one count the pages between them.
    fn counts_to(&self, later: &PageNumber<'_>) -> bool {
        self.value + (later.sheet - self.sheet) as u64 == later.value
    }
}

/// Returns true if the number of one page is wrong: the numbers around it count without it. At the
/// ends, unnumbered pages between the numbered ones may be left out.
fn is_stray(pages: &[PageNumber<'_>], at: usize) -> bool {
    if pages.len() < MIN_NUMBERED_PAGES {
        return false;
    }
    let page = &pages[at];
    let last = pages.len() - 1;
    if at == 0 {
        let [next, third] = [&pages[1], &pages[2]];
        return next.counts_to(third) && page.sheet + 1 == next.sheet && !page.counts_to(next);
    }
    let before = &pages[at - 1];
    if at == last {
        let other = &pages[at - 2];
        return other.counts_to(before)
            && before.sheet + 1 == page.sheet
            && !before.counts_to(page);
    }
    before.counts_to(&pages[at + 1]) && !before.counts_to(page)
}

/// Returns the page index of a grid.
fn sheet(printed: &PrintedGrid) -> usize {
    match printed.place {
        Location::Page { sheet, .. } => sheet,
        Location::Whole | Location::Line { .. } => 0,
    }
}

/// Returns the first few findings of a kind. The last one counts the others.
fn first_few(all: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut few = FirstFew::default();
    all.for_each(|finding| _ = few.push(|| finding));
    let (mut findings, hidden) = few.take();
    if let Some(last) = findings.last_mut().filter(|_| hidden > 0) {
        last.found += &format!(" (and {})", counted(hidden, "later page", "later pages"));
    }
    findings
}

impl PrintedVolume {
    /// Adds findings for pages that are out of order.
    pub(super) fn check_order(&mut self) {
        let mut findings = self.page_numbers();
        // Puzzles without numbers are keyed by place.
        if !self.by_place {
            findings.extend(self.rising("puzzle", &self.puzzles));
        }
        findings.extend(self.rising("answer", &self.answers));
        findings.extend(self.answers_first());
        self.findings.extend(findings);
    }

    /// Checks that page numbers rise, Arabic and Roman ones separately.
    fn page_numbers(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for is_arabic in [true, false] {
            let mut own = Vec::new();
            for (sheet, folio) in &self.pages_seen.folios {
                if let Some((arabic, value)) = folio_value(folio)
                    && arabic == is_arabic
                {
                    own.push(PageNumber { sheet: *sheet, folio, value });
                }
            }
            let different: HashSet<u64> = own.iter().map(|page| page.value).collect();
            // A number that repeats on many pages is no page number. One page may be wrong.
            let repeated = own.len() - different.len();
            if repeated > (own.len() / 10).max(usize::from(own.len() >= MIN_NUMBERED_PAGES)) {
                continue;
            }
            let mut wrong = Vec::new();
            for (at, page) in own.iter().enumerate() {
                let before = at.checked_sub(1).map(|before| &own[before]);
                let is_alone = is_stray(&own, at);
                let is_behind_stray = at > 0 && is_stray(&own, at - 1);
                let falls = before.is_some_and(|before| page.value <= before.value);
                if !is_alone && (!falls || is_behind_stray) {
                    continue;
                }
                let after = own.get(at + 1).filter(|_| is_alone);
                let places = [("after", before), ("before", after)];
                let named = places.into_iter().filter_map(|(word, beside)| {
                    beside.map(|beside| format!("{word} {}", beside.folio))
                });
                let words = named.collect::<Vec<_>>().join(" and ");
                let found = format!("found page number {} {words}", page.folio);
                let folio = Some(page.folio.to_owned());
                let place = Location::Page { sheet: page.sheet, folio, grid: None };
                wrong.push(Finding::at(&self.file, place, found, "page numbers that count up"));
            }
            findings.extend(first_few(wrong.into_iter()));
        }
        findings
    }

    /// Checks that all numbers of a page are higher than those of the page before.
    fn rising(&self, kind: &str, grids: &BTreeMap<u64, PrintedGrid>) -> Vec<Finding> {
        // The lowest and highest number of each page.
        let mut pages: BTreeMap<usize, [u64; 2]> = BTreeMap::new();
        for (&key, printed) in grids {
            pages.entry(sheet(printed)).or_insert([key, key])[1] = key;
        }
        let pairs = pages.values().zip(pages.values().skip(1));
        let breaks = pairs.filter(|([_, before], [key, _])| key < before);
        let expected = if self.by_place {
            "answers in the order of their puzzles".to_owned()
        } else {
            format!("{kind}s whose numbers rise")
        };
        first_few(breaks.map(|([_, before], [key, _])| {
            let [name, before] = [key, before].map(|key| self.grid_name(kind, *key));
            let found = format!("found {name} after {before}");
            grids[key].finding(&self.file, *key, found, &expected)
        }))
    }

    /// Returns the name of a puzzle or an answer: `answer 12`, or `the answer to grid 2 of page 3`
    /// if grids have no numbers.
    fn grid_name(&self, kind: &str, key: u64) -> String {
        match self.puzzles.get(&key).filter(|_| self.by_place) {
            Some(puzzle) => format!("the {kind} to {}", puzzle.in_words(key)),
            None => format!("{kind} {}", super::printed_number(key)),
        }
    }

    /// Checks that answers stand on the pages of their puzzles or later, unless a text names the
    /// page where they begin.
    fn answers_first(&self) -> Option<Finding> {
        let mut before = Vec::new();
        for (key, answer) in &self.answers {
            if let Some(puzzle) = self.puzzles.get(key)
                && sheet(answer) < sheet(puzzle)
            {
                before.push((key, answer));
            }
        }
        let (key, first) = *before.iter().min_by_key(|(key, answer)| (sheet(answer), **key))?;
        let printed = match &first.place {
            Location::Page { folio: Some(folio), .. } => folio_value(folio).map(|(_, value)| value),
            _ => None,
        };
        if self.pages_seen.named.contains(&printed.unwrap_or(sheet(first) as u64)) {
            return None;
        }
        let others = match before.len() - 1 {
            0 => String::new(),
            n => format!(" (and {})", counted(n as u64, "other answer", "other answers")),
        };
        let found = format!("found the answer before its puzzle{others}");
        let expected = "answers after their puzzles, or a text that names their page";
        Some(first.finding(&self.file, *key, found, expected))
    }
}
