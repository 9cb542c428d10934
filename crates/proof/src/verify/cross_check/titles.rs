//! Compares the titles and dates of tables with the words above the puzzles of a book, and days
//! with the headings of their pages, too. Answers have cut titles, and are compared by number.

use super::{have_letters, printed_forms};
use crate::verify::catalog::row::CatalogRow;
use crate::verify::finding::Finding;
use crate::verify::volume::{PrintedGrid, PrintedVolume, printed_number};
use book::Language;
use grid::AnyGrid;
use jiff::civil::Date;
use std::collections::HashMap;
use std::sync::Arc;

/// The sign between a title and a date on one line.
const BEFORE_DATE: char = '·';

/// A row whose puzzle has a title or a date.
#[derive(Clone, Copy)]
struct TitledRow<'a> {
    file: &'a Arc<str>,
    row: &'a CatalogRow,
}

/// Compares books with the rows of their puzzles. A book of this program prints all titles and
/// dates. One of another program that prints none has them in places of its own, and is not judged.
pub(super) fn titles(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    volumes: &[&PrintedVolume],
) -> Vec<Finding> {
    let mut rows = catalogs.iter().flat_map(|(_, rows)| rows);
    if rows.all(|row| row.title.is_empty()) {
        return Vec::new();
    }
    let rows = titled_rows(catalogs, have_letters(volumes));
    let mut findings = Vec::new();
    for volume in volumes {
        let mut builtin = Language::BUILTIN.iter().filter_map(|(code, _)| Language::builtin(code));
        let language = builtin.find(|language| language.code() == volume.language);
        let comparison = TitleComparison { rows: &rows, language, volume };
        findings.extend(comparison.findings());
    }
    findings
}

/// Returns the row of each puzzle that has a title. Of several rows with one grid, nothing tells
/// which of them is printed.
fn titled_rows(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    has_letters: bool,
) -> HashMap<AnyGrid, TitledRow<'_>> {
    let mut all: HashMap<AnyGrid, Option<TitledRow>> = HashMap::new();
    for (file, rows) in catalogs {
        for row in rows {
            let Some(proved) = &row.proved else { continue };
            for form in printed_forms(&proved.puzzle, has_letters) {
                let grid = form.givens();
                let only = !all.contains_key(&grid) && !row.title.is_empty();
                all.insert(grid, if only { Some(TitledRow { file, row }) } else { None });
            }
        }
    }
    all.into_iter().filter_map(|(grid, row)| Some((grid, row?))).collect()
}

/// The titles that the puzzles of a volume are compared with.
struct TitleComparison<'a> {
    /// The only row of each puzzle.
    rows: &'a HashMap<AnyGrid, TitledRow<'a>>,
    /// `None` for one of the user's own, whose days have unknown forms.
    language: Option<Language>,
    volume: &'a PrintedVolume,
}

impl TitleComparison<'_> {
    fn findings(&self) -> Vec<Finding> {
        let mut printed = 0;
        let mut findings = Vec::new();
        for (&key, grid) in &self.volume.puzzles {
            let Some(TitledRow { file, row }) = self.rows.get(&grid.grid) else { continue };
            for text in [&row.title.words, &row.title.date] {
                if !self.is_judged(text) {
                    continue;
                }
                if self.is_printed(grid, key, text) {
                    printed += 1;
                    continue;
                }
                let found = match grid.above.join(" ").replace('\u{a0}', " ") {
                    words if words.is_empty() => "found no words above the grid".to_owned(),
                    words => format!("found {words:?} above the grid"),
                };
                let expected = format!("{text:?}, as {file}:{} has it", row.line);
                findings.push(grid.finding(&self.volume.file, key, found, expected));
            }
        }
        if printed == 0 && !self.volume.is_own {
            findings.clear();
        }
        findings
    }

    /// Returns true if a text can be compared. Digits alone may be the number of the puzzle.
    fn is_judged(&self, text: &str) -> bool {
        if text.parse::<Date>().is_ok() {
            return self.language.is_some();
        }
        bare(text).contains(|c: char| !c.is_ascii_digit())
    }

    /// Returns true if a title or a date is printed above a puzzle, or a day in the heading of its
    /// page.
    fn is_printed(&self, grid: &PrintedGrid, key: u64, text: &str) -> bool {
        let (Some(language), Ok(date)) = (&self.language, text.parse::<Date>()) else {
            return has_caption(&grid.above, &[bare(text)]);
        };
        let forms = [language.long_date(date), language.sentence_date(date)].map(|it| bare(&it));
        let [weekday, day, month] = language.large_day(date).map(|it| bare(&it));
        // The number of the puzzle may be that of the day.
        let is_number = printed_number(key).to_string() == day;
        has_caption(&grid.above, &forms)
            || count(&grid.page, &forms[0]) > 0
            || count(&grid.page, &weekday) > 0
                && count(&grid.page, &month) > 0
                && count(&grid.page, &day) > usize::from(is_number)
    }
}

/// Returns true if words above a grid are one of these texts, in one line or several, before a date
/// or behind a title.
fn has_caption(above: &[String], texts: &[String]) -> bool {
    for begin in 0..above.len() {
        let mut words = String::new();
        for line in &above[begin..] {
            words += &bare(line);
            if texts.contains(&words) {
                return true;
            }
            for (at, dot) in words.match_indices(BEFORE_DATE) {
                let parts = [&words[..at], &words[at + dot.len()..]];
                if parts.iter().any(|part| texts.iter().any(|text| text == part)) {
                    return true;
                }
            }
        }
    }
    false
}

/// Returns the number of the lines that are a text.
fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| bare(line) == text).count()
}

/// Returns a text without spaces, quotation marks and signs that nobody sees. Books break lines and
/// have the quotation marks of their language.
fn bare(text: &str) -> String {
    const QUOTES: &str = "\"'‘’‚‛“”„‟«»‹›「」『』";
    const UNSEEN: &str = "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}";
    let is_kept = |c: &char| !c.is_whitespace() && !QUOTES.contains(*c) && !UNSEEN.contains(*c);
    text.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_is_a_whole_title_or_date() {
        let above = ["Robin’s", "song · 3 March 2027"].map(str::to_owned);
        for text in ["Robin's song", "3 March 2027", "Robin's song · 3 March 2027"] {
            assert!(has_caption(&above, &[bare(text)]), "{text}");
        }
        for text in ["Robin", "robin's song", "13 March 2027", "March 2027", "Robin's songs"] {
            assert!(!has_caption(&above, &[bare(text)]), "{text}");
        }
    }
}
