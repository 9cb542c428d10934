//! The levels and bands of a volume: computed from its puzzles, and held against the stars and the words of
//! its pages. Not the sentences about them.

use super::contents::{Contents, Numbered, PageText, stars};
use super::phrases::Found;
use super::references::Numbers;
use super::statements::{Facts, Section, language};
use crate::ladder::{Ladder, Rung};
use std::collections::BTreeMap;

/// Something wrong: the page, the puzzle, what was found, what was expected.
type Wrong = (usize, Option<u64>, String, String);

/// What is true of a volume, if its phrases show that it is one of our books.
pub(super) fn facts(book: &Contents, numbers: &Numbers) -> Option<Facts> {
    let pages = book.pages.iter().flatten();
    let (index, phrases) = language(pages.map(|page| &page.phrases[..]))?;
    let ladder = ladder(book);
    let rung = |puzzle: &Numbered| puzzle.rung(ladder);
    let rungs = book.puzzles.iter().filter_map(|(&number, puzzle)| Some((number, rung(puzzle)?)));
    let rungs: BTreeMap<u64, Rung> = rungs.collect();
    let mut sections: BTreeMap<Rung, Section> = BTreeMap::new();
    for (number, rung) in &rungs {
        let Some(Some(Ok(judged))) = book.puzzles.get(number).map(|puzzle| &puzzle.proof) else {
            continue;
        };
        let givens = judged.puzzle.givens_count();
        let section = Section {
            puzzles: (*number, *number),
            count: 1,
            givens: (givens, givens),
            row_col_min: judged.puzzle.row_col_min(),
        };
        let all = sections.get(rung).map_or(section, |before| before.and(section));
        sections.insert(*rung, all);
    }
    let answers = book.answers.values().map(|answer| answer.page).min();
    let (&first, &last) = (book.puzzles.keys().next()?, book.puzzles.keys().next_back()?);
    Some(Facts {
        language: index,
        phrases,
        ladder,
        has_names: true,
        puzzles: (first, last),
        rungs,
        sections,
        volume: (usual(book, index, "number"), usual(book, index, "count")),
        answers: answers.and_then(|page| usize::try_from(numbers.page(page)).ok()),
    })
}

/// The ladder of most rows of stars beside puzzles.
pub(super) fn ladder(book: &Contents) -> Ladder {
    let rows = book.puzzles.values().filter_map(Numbered::stars);
    let (human, all) =
        rows.fold((0, 0), |(human, all), (_, of)| (human + (of == 7) as u64, all + 1));
    if 2 * human > all { Ladder::Human } else { Ladder::Paper }
}

/// The number at a place of most phrases that name the volume.
fn usual(book: &Contents, language: usize, place: &str) -> Option<u64> {
    let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
    for (of, found) in book.pages.iter().flatten().flat_map(|page| &page.phrases) {
        let names = *of == language && ["volumes.one", "volumes.of"].contains(&found.key.as_str());
        if let Some(value) = found.value(place).filter(|_| names) {
            *votes.entry(value).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|(_, votes)| *votes).map(|(value, _)| value)
}

impl Numbered {
    /// The numbers of filled stars and of all stars beside it.
    pub fn stars(&self) -> Option<(usize, usize)> {
        self.found.caption.iter().find_map(|words| stars(words))
    }

    /// Its level or band, computed from the puzzle.
    pub fn rung(&self, ladder: Ladder) -> Option<Rung> {
        let judged = self.proof.as_ref()?.as_ref().ok()?;
        match ladder {
            Ladder::Paper => Some(judged.level.into()),
            Ladder::Human => judged.rating.map(|rating| rating.band.into()),
        }
    }
}

/// The stars of a level or band.
pub(super) fn drawn(rung: Rung) -> String {
    let of = rung.ladder().rungs().count();
    let filled = usize::from(rung.number());
    "★".repeat(filled) + &"☆".repeat(of - filled)
}

/// Checks the stars and the words for levels beside puzzles and on all other pages, and every sentence.
pub(super) fn check(book: &mut Contents, facts: &mut Facts) {
    let mut found = Check::new(book, facts);
    if found.right < found.words.len() {
        facts.has_names = false;
        found = Check::new(book, facts);
    }
    let all = [found.wrong, found.stars, found.words];
    for (page, puzzle, words, right) in all.into_iter().flatten() {
        book.find(page, puzzle, words, right);
    }
}

struct Check<'a> {
    book: &'a Contents,
    facts: &'a Facts,
    /// Wrong sentences.
    wrong: Vec<Wrong>,
    /// Wrong stars.
    stars: Vec<Wrong>,
    /// Wrong words for levels, and how many are right.
    words: Vec<Wrong>,
    right: usize,
}

impl<'a> Check<'a> {
    fn new(book: &'a Contents, facts: &'a Facts) -> Self {
        let (wrong, stars, words) = (Vec::new(), Vec::new(), Vec::new());
        let mut check = Self { book, facts, wrong, stars, words, right: 0 };
        check.captions();
        let mut on_page: BTreeMap<usize, Vec<Rung>> = BTreeMap::new();
        for (number, rung) in &facts.rungs {
            let page = book.puzzles.get(number).map(|puzzle| puzzle.page);
            on_page.entry(page.unwrap_or(usize::MAX)).or_default().push(*rung);
        }
        for (index, page) in book.pages.iter().enumerate() {
            if let Some(page) = page {
                check.page(index, page, on_page.get(&index).map_or(&[], Vec::as_slice));
            }
        }
        check
    }

    /// Stars and words beside puzzles.
    fn captions(&mut self) {
        let usual = self.book.puzzles.values().any(|puzzle| puzzle.stars().is_some());
        let named = |puzzle: &Numbered| {
            let found = self.facts.phrases.find(&puzzle.found.caption);
            found.iter().find_map(|found| Some((self.facts.level(found)?, found.text.clone())))
        };
        let names: BTreeMap<u64, (Rung, String)> =
            self.book.puzzles.iter().filter_map(|(&n, puzzle)| Some((n, named(puzzle)?))).collect();
        for (&number, &rung) in &self.facts.rungs {
            let Some(puzzle) = self.book.puzzles.get(&number) else { continue };
            let find = |of: &mut Vec<Wrong>, wrong: String, right: String| {
                of.push((puzzle.page, Some(number), wrong, right));
            };
            let name = || format!("{:?}", self.facts.phrases.language.level_name(rung));
            let beside = puzzle.found.caption.iter().find(|words| stars(words).is_some());
            let row = drawn(rung);
            match beside {
                Some(beside) if *beside != row => {
                    find(&mut self.stars, format!("found {beside}"), row)
                }
                None if usual => find(&mut self.stars, "found no stars".into(), row),
                _ => {}
            }
            match names.get(&number) {
                Some((said, _)) if *said == rung => self.right += 1,
                Some((_, text)) => {
                    find(&mut self.words, format!("found {text:?} beside it"), name())
                }
                None if !names.is_empty() => {
                    find(&mut self.words, "found no level beside it".into(), name());
                }
                None => {}
            }
        }
    }

    /// Words, stars and sentences of a page with puzzles of these levels, but not those beside puzzles.
    fn page(&mut self, index: usize, page: &PageText, here: &[Rung]) {
        let facts = self.facts;
        let mut rows = page.stars.iter().peekable();
        // The level of which the page speaks, its word, and the line of the word.
        let mut about: Option<(Rung, &str, usize)> = None;
        for found in page.phrases_of(facts) {
            if here.is_empty() {
                while let Some((_, row)) = rows.next_if(|(line, _)| *line < found.line) {
                    self.stars_of(index, row, about);
                }
            } else if about.is_some_and(|(.., line)| line != found.line) {
                about = None;
            }
            if let Some(level) = facts.level(found) {
                about = Some((level, &found.text, found.line));
                let beside = page.stars.iter().any(|(line, _)| *line == found.line);
                if !here.is_empty() && !beside {
                    self.word(index, here.contains(&level), &found.text, here[0]);
                }
                continue;
            }
            // Heads of lists of answers are like sentences about levels in some languages.
            let head = |other: &Found| other.line == found.line && other.key.ends_with(".heading");
            if page.phrases_of(facts).any(head) {
                continue;
            }
            let puzzles = found.value("first").zip(found.value("last"));
            let other = facts.sections.iter().find(|(_, section)| Some(section.puzzles) == puzzles);
            match (about, other) {
                (Some((level, word, _)), Some((&other, _)))
                    if found.key.starts_with("puzzles.") =>
                {
                    self.word(index, level == other, word, other);
                }
                _ => {
                    let level = about.map(|(level, ..)| level);
                    let judged = facts.judge(found, level);
                    self.wrong.extend(judged.map(|(words, right)| (index, None, words, right)));
                }
            }
        }
        if here.is_empty() {
            rows.for_each(|(_, row)| self.stars_of(index, row, about));
        }
    }

    /// A word for a level where this level is expected.
    fn word(&mut self, page: usize, is_right: bool, word: &str, right: Rung) {
        match is_right {
            true => self.right += 1,
            false => {
                let right = format!("{:?}", self.facts.phrases.language.level_name(right));
                self.words.push((page, None, format!("found {word:?}"), right));
            }
        }
    }

    /// Stars that follow the word for a level.
    fn stars_of(&mut self, page: usize, row: &str, about: Option<(Rung, &str, usize)>) {
        let Some((level, word, _)) = about else { return };
        match drawn(level) {
            right if right == row => self.right += 1,
            right => {
                self.words.push((page, None, format!("found {row} for {word:?}"), right));
            }
        }
    }
}
