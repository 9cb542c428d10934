//! Compares the titles and dates of tables with the words above the puzzles and answers of a book,
//! and days with the headings of their pages, too.

use crate::check::verify::catalog::row::CatalogRow;
use crate::check::verify::finding::Finding;
use crate::check::verify::volume::{PrintedGrid, PrintedVolume};
use engine::sudoku::any_puzzle::AnyGrid;
use jiff::civil::Date;
use press::book::Language;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The end of a title that has no room above its answer.
const CUT: char = '…';
/// The sign between a title and a date on one line.
const BEFORE_DATE: char = '·';

/// A row whose puzzle has a title or a date.
#[derive(Clone, Copy)]
struct TitledRow<'a> {
    file: &'a Arc<str>,
    row: &'a CatalogRow,
}

impl<'a> TitledRow<'a> {
    /// Returns its title and its date, without the missing ones.
    fn texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let title = &self.row.title;
        [&*title.words, &*title.date].into_iter().filter(|text| !letters(text).is_empty())
    }
}

/// The comparison of a title with the words above its grid.
#[derive(Clone, Copy, PartialEq)]
enum TitleState {
    Printed,
    /// The title of another row is printed.
    Exchanged,
    Missing,
}

/// Compares books, and separate files of answers, with the rows of their puzzles. A book that
/// prints none of the titles is not judged.
pub(super) fn titles(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    volumes: &[&PrintedVolume],
    apart: &[&PrintedVolume],
) -> Vec<Finding> {
    let rows = titled_rows(catalogs);
    if rows.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for volume in volumes.iter().chain(apart) {
        let builtin = Language::BUILTIN.iter().filter_map(|(code, _)| Language::builtin(code));
        let language = { builtin }.find(|language| language.code() == volume.language);
        let (mut titles, mut days) = (HashSet::new(), HashSet::new());
        for text in rows.values().flat_map(|row| row.texts()) {
            let list = if is_day(text) { &mut days } else { &mut titles };
            list.extend(printed_forms(text, language.as_ref()));
        }
        let comparison = TitleComparison { rows: &rows, titles, days, language, volume };
        for are_days in [false, true] {
            findings.extend(comparison.findings(&volume.puzzles, are_days, true));
            findings.extend(comparison.findings(&volume.answers, are_days, false));
        }
    }
    findings
}

/// Returns the row of each puzzle and each solution, if it has a title. Of several rows with one
/// grid, nothing tells which of them is printed.
fn titled_rows(catalogs: &[(Arc<str>, Vec<CatalogRow>)]) -> HashMap<AnyGrid, TitledRow<'_>> {
    let mut all: HashMap<AnyGrid, Option<TitledRow>> = HashMap::new();
    for (file, rows) in catalogs {
        for row in rows {
            let Some(proved) = &row.proved else { continue };
            for grid in [proved.puzzle.givens(), proved.puzzle.solution()] {
                let only = !all.contains_key(&grid) && !row.title.is_empty();
                all.insert(grid, if only { Some(TitledRow { file, row }) } else { None });
            }
        }
    }
    all.into_iter().filter_map(|(grid, row)| Some((grid, row?))).collect()
}

/// The titles that the grids of a volume are compared with.
struct TitleComparison<'a> {
    /// The only row of each puzzle and each solution.
    rows: &'a HashMap<AnyGrid, TitledRow<'a>>,
    /// The letters of all titles, and of all days.
    titles: HashSet<String>,
    days: HashSet<String>,
    language: Option<Language>,
    volume: &'a PrintedVolume,
}

impl TitleComparison<'_> {
    /// Returns the findings about the titles of grids, or about their days. If most of them are
    /// printed and `has_room` for all, all must be.
    fn findings(
        &self,
        grids: &BTreeMap<u64, PrintedGrid>,
        are_days: bool,
        has_room: bool,
    ) -> Vec<Finding> {
        let (mut printed, mut missing, mut findings) = (0, Vec::new(), Vec::new());
        for (&number, grid) in grids {
            let Some(titled) = self.rows.get(&grid.grid) else { continue };
            for text in titled.texts().filter(|text| is_day(text) == are_days) {
                let Some(state) = self.compare(grid, text) else { continue };
                if state == TitleState::Printed {
                    printed += 1;
                    continue;
                }
                let found = match grid.above.join(" ").replace('\u{a0}', " ") {
                    words if words.is_empty() => "found no words above the grid".to_owned(),
                    words => format!("found {words:?} above the grid"),
                };
                let TitledRow { file, row } = titled;
                let expected = format!("{text:?}, as {file}:{} has it", row.line);
                let finding = grid.finding(&self.volume.file, number, found, expected);
                let list =
                    if state == TitleState::Exchanged { &mut findings } else { &mut missing };
                list.push(finding);
            }
        }
        if has_room && printed > missing.len() {
            findings.append(&mut missing);
        }
        findings
    }

    /// Compares a title or a date with the words above a grid. Returns `None` for a day of an
    /// unknown language.
    fn compare(&self, grid: &PrintedGrid, text: &str) -> Option<TitleState> {
        let own = printed_forms(text, self.language.as_ref());
        if own.is_empty() {
            return None;
        }
        let all = grid.above.concat();
        let mut parts: Vec<&str> = grid.above.iter().flat_map(|it| it.split(BEFORE_DATE)).collect();
        parts.push(&all);
        if parts.iter().any(|part| has_form(part, &own)) {
            return Some(TitleState::Printed);
        }
        let known = if is_day(text) { &self.days } else { &self.titles };
        if parts.iter().any(|part| known.contains(&letters(part))) {
            return Some(TitleState::Exchanged);
        }
        let is_day_of_page = self.is_above_page(grid, text);
        Some(if is_day_of_page { TitleState::Printed } else { TitleState::Missing })
    }

    /// Returns true if a text is a day in the heading of a page, in one line or in three.
    fn is_above_page(&self, grid: &PrintedGrid, text: &str) -> bool {
        let (Some(language), Ok(date)) = (&self.language, text.parse::<Date>()) else {
            return false;
        };
        has_line(&grid.page, &language.long_date(date))
            || has_line(&grid.page, &language.month(date))
                && grid.page.contains(&date.day().to_string())
    }
}

fn is_day(text: &str) -> bool {
    text.parse::<Date>().is_ok()
}

/// Returns the letters of a title, or of a day in each form that books print.
fn printed_forms(text: &str, language: Option<&Language>) -> Vec<String> {
    let Ok(date) = text.parse() else { return vec![letters(text)] };
    let Some(language) = language else { return Vec::new() };
    let forms = [language.long_date(date), language.sentence_date(date), language.short_date(date)];
    forms.map(|form| letters(&form)).into()
}

/// Returns true if words contain one of these forms, or are the begin of one that was cut.
fn has_form(words: &str, forms: &[String]) -> bool {
    if let Some(begin) = words.trim_end().strip_suffix(CUT) {
        let begin = letters(begin);
        return forms.iter().any(|form| form.starts_with(&begin));
    }
    let words = letters(words);
    let is_digit = |c: char| c.is_ascii_digit();
    for form in forms {
        for (at, _) in words.match_indices(form) {
            // The 3 March is no part of the 13 March.
            if !form.starts_with(is_digit) || !words[..at].ends_with(is_digit) {
                return true;
            }
        }
    }
    false
}

/// Returns true if one of these lines has the letters of a text.
fn has_line(lines: &[String], text: &str) -> bool {
    let sought = letters(text);
    lines.iter().any(|line| letters(line).contains(&sought))
}

/// Returns the letters and digits of a text. Books have other quotation marks and lines.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
