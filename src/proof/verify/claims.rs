//! What a volume says of its puzzles beside their grids: hints, times, positions of techniques, and, where it has
//! no puzzles, answers. Each is computed again from its puzzle.

use super::contents::{Contents, PageText, Wrong};
use super::finding::{Finding, Place};
use super::lists::{Drawn, Kind, List, entries};
use super::phrases::{groups, without_space};
use super::statements::Facts;
use crate::book::{Insight, Language, minutes};
use crate::explain::{figure::Figure, shorter};
use crate::grade::Rater;
use crate::grid::{Cell, Grid};
use crate::logic::{Position, Technique, TechniqueSet, next_step};
use crate::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::sync::{Arc, LazyLock};

/// A statement about a puzzle that another file may have to prove.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    place: Place,
    pub number: u64,
    page: usize,
    language: Option<Language>,
    pub what: What,
}

/// What is stated.
#[derive(Clone, Debug)]
pub(super) enum What {
    Answer(Grid),
    Hint(String),
    Time(String),
    Step { technique: Technique, found: usize, drawn: Drawn },
}

impl What {
    /// Its name.
    const fn name(&self) -> &'static str {
        match self {
            Self::Answer(_) => "answer",
            Self::Hint(_) => "hint",
            Self::Time(_) => "time",
            Self::Step { .. } => "position",
        }
    }
}

/// Checks everything that the volume itself can prove. Returns what it cannot: it has no puzzles.
pub(super) fn check(book: &mut Contents, facts: Option<&Facts>) -> Vec<Claim> {
    let (claims, mut wrong) = claims(book, facts);
    if book.puzzles.is_empty() {
        book.find_all(wrong);
        return claims;
    }
    let mut judge = Judge::default();
    for claim in &claims {
        let puzzle = book.puzzles.get(&claim.number);
        let found = match puzzle.map(|puzzle| puzzle.proof.as_ref()) {
            None => Some(claim.without_puzzle()),
            Some(Some(Ok(judged))) => judge.wrong(claim, &judged.puzzle),
            // There is a finding already.
            Some(_) => None,
        };
        let number = Some(claim.number);
        wrong.extend(found.map(|(found, right)| (claim.page, number, found, right)));
    }
    if let Some(facts) = facts {
        wrong.extend(missing(book, facts, &claims, &mut judge));
    }
    book.find_all(wrong);
    Vec::new()
}

/// All claims of a volume, and the pages on which one cannot be read.
fn claims(book: &Contents, facts: Option<&Facts>) -> (Vec<Claim>, Vec<Wrong>) {
    let (mut claims, mut wrong) = (Vec::new(), Vec::new());
    let language = facts.map(|facts| &facts.phrases.language);
    let claim = |page: usize, number: u64, what: What| Claim {
        place: book.place(page),
        number,
        page,
        language: language.cloned(),
        what,
    };
    if book.puzzles.is_empty() {
        let answers = book.answers.iter();
        claims.extend(
            answers.map(|(number, answer)| {
                claim(answer.page, *number, What::Answer(answer.found.grid))
            }),
        );
    }
    for (index, page) in book.pages.iter().enumerate() {
        let (Some(page), Some(facts)) = (page, facts) else { continue };
        if let Some(List { kinds, lines }) = &page.list
            && let Some((_, kind)) = kinds.iter().find(|(of, _)| *of == facts.language)
        {
            let what = match kind {
                Kind::Hints => What::Hint,
                Kind::Times => What::Time,
            };
            claims.extend(entries(lines).into_iter().map(|(n, text)| claim(index, n, what(text))));
        }
        let language = &facts.phrases.language;
        let begin = |language: &Language, technique: Technique| {
            let technique = language.technique(technique);
            language.say("hints.line", &[("technique", &technique), ("place", &"")])
        };
        let is_hint = |words: &String| {
            let words = without_space(words);
            let begins = |t: &Technique| words.starts_with(&without_space(&begin(language, *t)));
            Technique::ALL.iter().any(begins)
        };
        let hints = page.beside.iter().filter(|(_, words)| is_hint(words));
        claims.extend(hints.map(|(n, text)| claim(index, *n, What::Hint(text.clone()))));
        if let Some(drawn) = &page.drawn {
            match step(page, facts, drawn) {
                Some((number, what)) => claims.push(claim(index, number, what)),
                None => {
                    let right = "the name of a technique and the number of a puzzle";
                    wrong.push((index, None, "found a drawn step alone".into(), right.into()));
                }
            }
        }
    }
    (claims, wrong)
}

/// What a page with a drawn step states: its technique, its puzzle, how many digits were found.
fn step(page: &PageText, facts: &Facts, drawn: &Drawn) -> Option<(u64, What)> {
    let mut phrases = page.phrases_of(facts);
    let position = phrases.find(|found| found.key == "techniques.position")?;
    let (number, found) = (position.value("first")?, position.value("count")?);
    let language = &facts.phrases.language;
    let named = |group: &str| {
        let group = without_space(group);
        let is = |technique: &&Technique| without_space(language.technique(**technique)) == group;
        Technique::ALL.iter().find(is).copied()
    };
    let technique = drawn.lines.iter().flat_map(|line| groups(line)).find_map(named)?;
    let found = usize::try_from(found).ok()?;
    Some((number, What::Step { technique, found, drawn: drawn.clone() }))
}

/// What a volume with puzzles should have and has not: a hint and a time for each puzzle if it has any, a page
/// for each technique that its puzzles need; and wrong numbers of puzzles that need one.
fn missing(book: &Contents, facts: &Facts, claims: &[Claim], judge: &mut Judge) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    for name in ["hint", "time"] {
        let of_kind = || claims.iter().filter(|claim| claim.what.name() == name);
        let Some(last) = of_kind().next_back() else { continue };
        let told: BTreeSet<u64> = of_kind().map(|claim| claim.number).collect();
        let lacking = book.puzzles.keys().find(|number| !told.contains(number));
        wrong.extend(lacking.map(|&number| {
            (last.page, Some(number), format!("found no {name} for it"), "one".to_owned())
        }));
    }
    let technique = |claim: &Claim| match claim.what {
        What::Step { technique, .. } => Some((technique, claim.page)),
        _ => None,
    };
    let told: BTreeMap<Technique, usize> = claims.iter().filter_map(technique).collect();
    let Some(&last) = told.values().max() else { return wrong };
    let mut needed: BTreeMap<Technique, (u64, u64)> = BTreeMap::new();
    for (&number, puzzle) in &book.puzzles {
        let Some(Ok(judged)) = &puzzle.proof else { continue };
        for found in &judge.insight(&judged.puzzle).uses {
            needed.entry(found.technique).or_insert((number, 0)).1 += 1;
        }
    }
    let language = &facts.phrases.language;
    for (technique, (number, count)) in needed {
        let Some(&page) = told.get(&technique) else {
            let name = language.technique(technique);
            let found = format!("found no page for {name:?}, which it needs");
            wrong.push((last, Some(number), found, "a page for each technique".to_owned()));
            continue;
        };
        let text = book.pages.get(page).and_then(Option::as_ref);
        let mut phrases = text.into_iter().flat_map(|text| text.phrases_of(facts));
        let said = phrases.find(|found| found.key == "techniques.needed");
        if let Some(said) = said.filter(|said| said.value("count") != Some(count)) {
            let right = format!(
                "{:?}",
                language.say("techniques.needed", &[("count", &language.grouped(count as usize))])
            );
            wrong.push((page, None, format!("found {:?}", said.text), right));
        }
    }
    wrong
}

/// Judges claims. It remembers what the paths of puzzles teach.
#[derive(Default)]
pub(super) struct Judge {
    rater: Rater,
    known: HashMap<Grid, Insight>,
}

impl Judge {
    fn insight(&mut self, puzzle: &Puzzle) -> &Insight {
        let Self { rater, known } = self;
        known.entry(*puzzle.givens()).or_insert_with(|| Insight::of(rater, puzzle))
    }

    /// What is wrong with a claim about a puzzle, and what is right.
    pub fn wrong(&mut self, claim: &Claim, puzzle: &Puzzle) -> Option<(String, String)> {
        static ENGLISH: LazyLock<Language> = LazyLock::new(Language::default);
        let language = claim.language.as_ref().unwrap_or(&ENGLISH);
        let differs = |found: &str, right: String| {
            let wrong = without_space(found) != without_space(&right);
            wrong.then(|| (format!("found {found:?}"), format!("{right:?}")))
        };
        match &claim.what {
            What::Answer(answer) => {
                let right = Grid::from(*puzzle.solution());
                let cell = Cell::ALL.into_iter().find(|&cell| answer[cell] != right[cell])?;
                let found = answer[cell].map_or("nothing".to_owned(), |digit| digit.to_string());
                let right = right[cell].map(|digit| digit.to_string()).unwrap_or_default();
                Some((format!("found {found} in {cell} of the answer"), right))
            }
            What::Hint(found) => differs(found, language.hint(self.insight(puzzle).hint.as_ref())),
            What::Time(found) => {
                let minutes = minutes(iter::once(self.insight(puzzle).rating));
                differs(found, language.time(minutes))
            }
            What::Step { technique, found, drawn } => {
                self.step(language, puzzle, *technique, *found, drawn)
            }
        }
    }

    /// What is wrong with a drawn step.
    fn step(
        &mut self,
        language: &Language,
        puzzle: &Puzzle,
        technique: Technique,
        found: usize,
        drawn: &Drawn,
    ) -> Option<(String, String)> {
        let mut positions: Vec<Position> = Vec::new();
        let _ = self.rater.rate_seeing(puzzle, |position, step, _| {
            if step == technique {
                positions.push(position.clone());
            }
        });
        let name = language.technique(technique);
        if positions.is_empty() {
            let found = format!("found {name:?} for a puzzle that does not need it");
            return Some((found, "a technique of the puzzle".to_owned()));
        }
        positions.retain(|position| *position.grid() == drawn.grid);
        if positions.is_empty() {
            let found = format!("found a position for {name:?} that is not of the puzzle");
            return Some((found, "a position on its path".to_owned()));
        }
        let count = drawn.grid.filled_count() - puzzle.givens_count();
        if count != found {
            return Some((format!("found {found} digits found so far"), count.to_string()));
        }
        let words: String = drawn.lines.iter().map(|line| without_space(line)).collect();
        let mut first = None;
        for position in positions {
            let Some(step) = next_step(&position, TechniqueSet::ALL) else { continue };
            let small = Figure::focused(&position, &step).small.into_iter();
            let small: BTreeSet<_> = small.map(|(cell, digit, _)| (cell, digit)).collect();
            let sentences = shorter(language.words(), &position, &step);
            let is_told = sentences.iter().any(|sentence| words.contains(&without_space(sentence)));
            let other = small.symmetric_difference(&drawn.small).next();
            let wrong = match (other, is_told) {
                (None, true) => return None,
                (Some((cell, digit)), _) => {
                    let (found, right) = match small.contains(&(*cell, *digit)) {
                        true => ("no candidate", "one"),
                        false => ("a candidate", "none"),
                    };
                    (format!("found {found} {digit} in {cell} of {name:?}"), right.to_owned())
                }
                (None, false) => {
                    let right = format!("{:?}", sentences[0]);
                    (format!("found other words for {name:?}"), right)
                }
            };
            first.get_or_insert(wrong);
        }
        first
    }
}

impl Claim {
    /// What is wrong with a claim about a puzzle that is not there.
    fn without_puzzle(&self) -> (String, String) {
        (format!("found one {}, but no puzzle with this number", self.what.name()), String::new())
    }

    /// A finding about it.
    pub fn finding(&self, file: &Arc<str>, (found, right): (String, String)) -> Finding {
        Finding::at(file, self.place.clone(), found, right).of(self.number)
    }

    /// A finding that it is about a puzzle that is nowhere.
    pub fn of_no_puzzle(&self, file: &Arc<str>) -> Finding {
        self.finding(file, self.without_puzzle())
    }
}
