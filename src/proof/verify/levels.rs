//! The levels and bands of a volume: computed from its puzzles, and held against the stars and the words of
//! its pages. Not the sentences about them.

use super::contents::{Contents, Numbered, PageText, Wrong, stars};
use super::days;
use super::references::Numbers;
use super::sheets;
use super::statements::{Facts, Section, language};
use crate::ladder::{Ladder, Rung};
use crate::logic::Technique;
use std::collections::{BTreeMap, BTreeSet};

/// What is true of a volume, if its phrases show that it is one of our books.
pub(super) fn facts(book: &Contents, numbers: &Numbers) -> Option<Facts> {
    let pages = book.pages.iter().flatten();
    let (index, phrases) = language(pages.map(|page| &page.phrases[..]))?;
    let ladder = ladder(book);
    let rungs = book.puzzles.iter();
    let rungs = rungs.filter_map(|(&number, puzzle)| Some((number, puzzle.rung(ladder)?)));
    let mut sections: BTreeMap<Rung, Section> = BTreeMap::new();
    for (&number, puzzle) in &book.puzzles {
        let filled = puzzle.stars().and_then(|(filled, _)| u8::try_from(filled).ok());
        let proved = puzzle.proof.as_ref().and_then(|proof| proof.as_ref().ok());
        let givens = proved.map(|judged| judged.puzzle.givens_count());
        let section = Section {
            puzzles: (number, number),
            count: 1,
            givens: (givens.unwrap_or(usize::MAX), givens.unwrap_or(0)),
            row_col_min: proved.map_or(usize::MAX, |judged| judged.puzzle.row_col_min()),
        };
        // One that is no puzzle is where its stars say.
        let stated = || filled.and_then(|filled| ladder.rung(filled));
        if let Some(rung) = puzzle.rung(ladder).or_else(stated) {
            let all = sections.get(&rung).map_or(section, |before| before.and(section));
            sections.insert(rung, all);
        }
    }
    let answers = book.answers.values().map(|answer| answer.page).min();
    let last = book.puzzles.values().map(|puzzle| puzzle.page).max();
    // A volume without puzzles is about those of its answers, or of its lists.
    let listed = || {
        let numbers = book.pages.iter().flatten().filter_map(|page| page.list.as_ref());
        let numbers = numbers.flat_map(|list| list.numbers());
        numbers.fold(None, |range: Option<(u64, u64)>, n| {
            Some(range.map_or((n, n), |(first, last)| (first.min(n), last.max(n))))
        })
    };
    let of =
        |grids: &BTreeMap<u64, Numbered>| Some((*grids.keys().next()?, *grids.keys().next_back()?));
    let range = of(&book.puzzles).or_else(|| of(&book.answers)).or_else(listed);
    Some(Facts {
        language: index,
        phrases,
        ladder,
        has_names: true,
        puzzles: range.unwrap_or((1, 1)),
        is_known: range.is_some(),
        rungs: rungs.collect(),
        sections,
        volume: (usual(book, index, "number"), usual(book, index, "count")),
        answers: answers.and_then(|page| usize::try_from(numbers.page(page)).ok()),
        at_back: answers.is_some_and(|first| Some(first) > last),
        sheets: sheets::of(book, index),
        first_day: days::first(book, phrases),
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
    if found.right.len() < found.odd.len() {
        facts.has_names = false;
        found = Check::new(book, facts);
    }
    let all = [found.wrong, found.stars, found.words];
    book.find_all(all.into_iter().flatten());
}

struct Check<'a> {
    book: &'a Contents,
    facts: &'a Facts,
    /// Wrong sentences.
    wrong: Vec<Wrong>,
    /// Wrong stars.
    stars: Vec<Wrong>,
    /// Wrong words for levels.
    words: Vec<Wrong>,
    /// The levels that are called as in the language of the book; and words with the stars of the level that
    /// they stand for, where that is another one.
    right: BTreeSet<Rung>,
    odd: BTreeSet<(String, String)>,
}

impl<'a> Check<'a> {
    fn new(book: &'a Contents, facts: &'a Facts) -> Self {
        let (wrong, stars, words) = (Vec::new(), Vec::new(), Vec::new());
        let (right, odd) = (BTreeSet::new(), BTreeSet::new());
        let mut check = Self { book, facts, wrong, stars, words, right, odd };
        check.captions();
        check.techniques();
        let mut on_page: BTreeMap<usize, Vec<Rung>> = BTreeMap::new();
        for (number, puzzle) in &book.puzzles {
            on_page.entry(puzzle.page).or_default().extend(facts.rungs.get(number));
        }
        for (index, page) in book.pages.iter().enumerate() {
            if let Some(page) = page {
                check.page(index, page, on_page.get(&index).map(Vec::as_slice));
            }
        }
        check
    }

    /// Names of techniques beside puzzles: each must be that of the hardest.
    fn techniques(&mut self) {
        let words = &self.facts.phrases.language;
        let is_name = |text: &str| Technique::ALL.iter().any(|&each| words.technique(each) == text);
        for (&number, puzzle) in &self.book.puzzles {
            let judged = puzzle.proof.as_ref().and_then(|proof| proof.as_ref().ok());
            let Some(rating) = judged.and_then(|judged| judged.rating) else { continue };
            let right = words.technique(rating.hardest);
            let mut said = puzzle.found.caption.iter().filter(|text| is_name(text));
            if let Some(said) = said.find(|said| *said != right) {
                let wrong = format!("found {said:?} beside it");
                self.wrong.push((puzzle.page, Some(number), wrong, format!("{right:?}")));
            }
        }
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
                    find(&mut self.stars, format!("found {beside}"), row.clone())
                }
                None if usual => find(&mut self.stars, "found no stars".into(), row.clone()),
                _ => {}
            }
            match names.get(&number) {
                Some((said, _)) if *said == rung => _ = self.right.insert(rung),
                Some((_, text)) => {
                    self.odd.insert((text.clone(), row));
                    find(&mut self.words, format!("found {text:?} beside it"), name())
                }
                None if !names.is_empty() => {
                    find(&mut self.words, "found no level beside it".into(), name());
                }
                None => {}
            }
        }
    }

    /// Words, stars and sentences of a page, but not those beside puzzles. `here` has the levels of its
    /// puzzles, if it has puzzles.
    fn page(&mut self, index: usize, page: &PageText, here: Option<&[Rung]>) {
        let facts = self.facts;
        let mut rows = page.stars.iter().peekable();
        // Heads of lists of answers are like sentences about levels in some languages.
        let heads = page.phrases_of(facts).filter(|found| found.key.ends_with(".heading"));
        let heads: BTreeSet<usize> = heads.map(|found| found.line).collect();
        // The level of which the page speaks, its word, and the line of the word.
        let mut about: Option<(Rung, &str, usize)> = None;
        for found in page.phrases_of(facts) {
            if here.is_some() {
                about = about.filter(|(.., line)| *line == found.line);
            } else {
                while let Some((_, row)) = rows.next_if(|(line, _)| *line < found.line) {
                    self.stars_of(index, row, about);
                }
            }
            let puzzles = found.value("first").zip(found.value("last"));
            let other = facts.sections.iter().find(|(_, section)| Some(section.puzzles) == puzzles);
            if let Some(level) = facts.level(found) {
                about = Some((level, &found.text, found.line));
                let beside = page.stars.iter().any(|(line, _)| *line == found.line);
                if let Some([first, ..]) = here.filter(|_| !beside) {
                    let right = here.filter(|here| here.contains(&level)).map_or(*first, |_| level);
                    self.word(index, level, &found.text, right);
                }
            } else if let (Some((level, word, _)), Some((&other, _))) = (about, other)
                && found.key.starts_with("puzzles.")
            {
                self.word(index, level, word, other);
            } else if !heads.contains(&found.line) {
                let level = about.map(|(level, ..)| level);
                let judged = facts.judge(found, level);
                self.wrong.extend(judged.map(|(words, right)| (index, None, words, right)));
            }
        }
        if here.is_none() {
            rows.for_each(|(_, row)| self.stars_of(index, row, about));
        }
    }

    /// The word for a level where another level may be expected.
    fn word(&mut self, page: usize, level: Rung, word: &str, right: Rung) {
        if level == right {
            self.right.insert(level);
            return;
        }
        self.odd.insert((word.to_owned(), drawn(right)));
        let right = format!("{:?}", self.facts.phrases.language.level_name(right));
        let wrong = (page, None, format!("found {word:?}"), right);
        // The level and its puzzles in one line say it twice.
        if self.words.last() != Some(&wrong) {
            self.words.push(wrong);
        }
    }

    /// Stars that follow the word for a level.
    fn stars_of(&mut self, page: usize, row: &str, about: Option<(Rung, &str, usize)>) {
        let Some((level, word, _)) = about else { return };
        let right = drawn(level);
        if right == row {
            self.right.insert(level);
            return;
        }
        self.odd.insert((word.to_owned(), row.to_owned()));
        self.words.push((page, None, format!("found {row} for {word:?}"), right));
    }
}
