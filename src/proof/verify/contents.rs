//! The contents of a volume, put together page by page: its puzzles and its answers by number. Not
//! whether they are right.

use super::finding::{Finding, Place};
use super::lists;
use super::phrases::{Found, groups, without_space};
use super::statements::Facts;
use crate::grade::Rating;
use crate::proof::readback::{PageContents, PageGrid};
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A puzzle has fewer digits than this. A grid with more is an answer that lost some.
const MAX_PUZZLE_DIGITS: usize = 70;

/// A puzzle that was proved.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub puzzle: Puzzle,
    pub level: Level,
    /// The rating, where the stars beside the puzzle are those of bands and the puzzle has one.
    pub rating: Option<Rating>,
}

/// A puzzle, or why it is none; `None` for a grid that is no puzzle.
pub(super) type Proof = Option<Result<Judged, String>>;

/// The maximum number of lines of contents that are kept.
const MAX_ENTRIES: usize = 1_000;

/// A finding: the index of the page, the number of the puzzle, what was found, what was expected.
pub(super) type Wrong = (usize, Option<u64>, String, String);

/// A numbered grid, and its page.
#[derive(Debug)]
pub(super) struct Numbered {
    /// The index of the page, counted from 0.
    pub page: usize,
    pub found: PageGrid,
    pub proof: Proof,
}

/// A line of the contents.
#[derive(Debug)]
pub(super) struct Entry {
    /// The index of its page and of its line.
    pub at: (usize, usize),
    /// Its first words.
    pub title: String,
    /// The page number at its end.
    pub stated: String,
    /// Later pages that have these words, of pages that follow one another only the first.
    pub seen: Vec<usize>,
}

/// What is kept of a page once its grids are known.
#[derive(Debug)]
pub(super) struct PageText {
    /// The page number that the file gives to viewers.
    pub label: Option<String>,
    /// The page number that is printed.
    pub folio: Option<String>,
    /// The pages to which text outside of captions refers, one list for each reference.
    pub references: Vec<Vec<u64>>,
    /// The phrases of our books, each with the index of its language.
    pub phrases: Vec<(usize, Found)>,
    /// The rows of stars, each with the index of its line.
    pub stars: Vec<(usize, String)>,
    /// The hints or times that are listed on it.
    pub list: Option<lists::List>,
    /// Numbers with words beside them, which may be hints below the puzzles.
    pub beside: Vec<(u64, String)>,
    /// The drawn step.
    pub drawn: Option<lists::Drawn>,
}

impl PageText {
    /// The phrases in the language of the book.
    pub fn phrases_of(&self, facts: &Facts) -> impl Iterator<Item = &Found> {
        let language = facts.language;
        self.phrases.iter().filter(move |(of, _)| *of == language).map(|(_, found)| found)
    }
}

/// The contents of a volume. Memory grows with its pages and puzzles, by less than 1 kB for each.
pub(super) struct Contents {
    pub file: Arc<str>,
    /// Every page; `None` if it cannot be read.
    pub pages: Vec<Option<PageText>>,
    pub puzzles: BTreeMap<u64, Numbered>,
    pub answers: BTreeMap<u64, Numbered>,
    /// The lines of the contents.
    pub entries: Vec<Entry>,
    /// The entries by their titles, without white space, and the last page that has the title.
    titles: HashMap<String, (Vec<usize>, Option<usize>)>,
    pub findings: Vec<Finding>,
}

impl Contents {
    pub fn new(file: Arc<str>) -> Self {
        Self {
            file,
            pages: Vec::new(),
            puzzles: BTreeMap::new(),
            answers: BTreeMap::new(),
            entries: Vec::new(),
            titles: HashMap::new(),
            findings: Vec::new(),
        }
    }

    /// Where a page is, for people.
    pub fn place(&self, page: usize) -> Place {
        let text = self.pages.get(page).and_then(Option::as_ref);
        Place::Page { sheet: page + 1, folio: text.and_then(|text| text.folio.clone()) }
    }

    /// Adds a finding about a page.
    pub fn find(&mut self, page: usize, puzzle: Option<u64>, wrong: String, right: String) {
        let finding = Finding::at(&self.file, self.place(page), wrong, right);
        self.findings.push(finding.of(puzzle.map(|n| n.to_string()).unwrap_or_default()));
    }

    /// Adds findings.
    pub fn find_all(&mut self, all: impl IntoIterator<Item = Wrong>) {
        for (page, puzzle, wrong, right) in all {
            self.find(page, puzzle, wrong, right);
        }
    }

    /// Notes that a page has titles of the contents among its groups of words.
    fn titled(&mut self, page: usize, lines: &[String]) {
        if self.titles.is_empty() {
            return;
        }
        for group in lines.iter().flat_map(|line| groups(line)) {
            if let Some((entries, last)) = self.titles.get_mut(&without_space(group)) {
                if last.is_none_or(|last| last + 1 < page) {
                    entries.iter().for_each(|&entry| self.entries[entry].seen.push(page));
                }
                *last = Some(page);
            }
        }
    }

    /// Adds the lines of a page of contents: words, and a page number at the end.
    fn list(&mut self, page: usize, lines: &[String]) {
        for (i, line) in lines.iter().enumerate() {
            let groups: Vec<_> = groups(line).collect();
            let [title, .., stated] = groups[..] else { continue };
            if self.entries.len() == MAX_ENTRIES {
                return;
            }
            let roman = stated.bytes().all(|b| b"ivxlc".contains(&b));
            if roman || stated.bytes().all(|b| b.is_ascii_digit()) {
                let (entries, _) = self.titles.entry(without_space(title)).or_default();
                entries.push(self.entries.len());
                self.entries.push(Entry {
                    at: (page, i),
                    title: title.to_owned(),
                    stated: stated.to_owned(),
                    seen: Vec::new(),
                });
            }
        }
    }

    /// Adds the next page, which cannot be read.
    pub fn add_unreadable(&mut self, wrong: String) {
        let index = self.pages.len();
        self.pages.push(None);
        self.find(index, None, wrong, String::new());
    }

    /// Adds the next page with its grids, the proofs of these grids, and its phrases.
    pub fn add(&mut self, page: PageContents, proofs: Vec<Proof>, phrases: Vec<(usize, Found)>) {
        let index = self.pages.len();
        self.titled(index, &page.lines);
        if phrases.iter().any(|(_, found)| found.key == "contents.heading") {
            self.list(index, &page.lines);
        }
        let lines = page.lines.iter().enumerate();
        let groups = lines.flat_map(|(i, line)| groups(line).map(move |group| (i, group)));
        let stars = groups.filter(|(_, group)| stars(group).is_some());
        let stars = stars.map(|(i, group)| (i, group.to_owned())).collect();
        self.pages.push(Some(PageText {
            list: lists::list(&page, &phrases),
            drawn: lists::drawn(&page),
            beside: lists::beside(&page),
            label: page.label,
            folio: page.folio,
            references: page.references,
            phrases,
            stars,
        }));
        for (found, proof) in page.grids.into_iter().zip(proofs) {
            let Some(number) = found.number else { continue };
            if let Some((cell, text)) = &found.broken {
                let wrong = format!("found {text:?} in {cell}");
                self.find(index, Some(number), wrong, "one digit".into());
            }
            let full = found.is_full();
            let numbered = Numbered { page: index, found, proof };
            let kind = if full { "answer" } else { "puzzle" };
            let known = if full { &mut self.answers } else { &mut self.puzzles };
            let second = match known.get(&number) {
                None => {
                    known.insert(number, numbered);
                    continue;
                }
                // Of two puzzles with one number the fuller one may be an answer that lost a digit.
                Some(first) if !full && digits(first) > digits(&numbered) => {
                    known.insert(number, numbered)
                }
                Some(_) => Some(numbered),
            };
            let Some(second) = second else { continue };
            let answer = digits(&second) > MAX_PUZZLE_DIGITS;
            if full || self.answers.contains_key(&number) || !answer {
                let wrong = format!("found a second {kind} with this number");
                self.find(index, Some(number), wrong, "one".into());
            } else {
                self.answers.insert(number, second);
            }
        }
    }
}

/// The numbers of filled stars and of all stars in words that are only stars.
pub(super) fn stars(words: &str) -> Option<(usize, usize)> {
    let count = words.chars().filter(|c| ['★', '☆'].contains(c)).count();
    let filled = words.chars().filter(|c| *c == '★').count();
    (count > 0 && count == words.chars().count()).then_some((filled, count))
}

fn digits(grid: &Numbered) -> usize {
    grid.found.grid.filled_count()
}

#[cfg(test)]
mod tests {
    use super::stars;

    #[test]
    fn a_row_of_stars_has_nothing_else() {
        for (words, expected) in [
            ("★★☆☆☆", Some((2, 5))),
            ("☆☆☆", Some((0, 3))),
            ("★", Some((1, 1))),
            ("", None),
            ("Easy", None),
            ("★★ Easy", None),
        ] {
            assert_eq!(stars(words), expected, "{words:?}");
        }
    }
}
