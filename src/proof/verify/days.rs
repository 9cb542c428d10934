//! The days of a book with a puzzle a day: dates with their weekdays, or weeks and weekdays; months, ISO weeks,
//! and the dates of answers. Not levels.

use super::contents::{Contents, Wrong};
use super::phrases::{Found, Phrases};
use super::statements::{Facts, FirstDay, plain};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};

/// A day that is printed.
struct Day {
    /// Its number: days since year 1, or since the Monday of week 1.
    number: i64,
    /// The weekday, from 0 for Monday.
    weekday: u64,
    is_date: bool,
    text: String,
}

impl Day {
    fn of(found: &Found) -> Option<Self> {
        let value = |place| found.value(place);
        let weekday = value("weekday")?.checked_sub(1)?;
        let number = match found.key.as_str() {
            "days.date" => {
                let (year, month) = (i16::try_from(value("year")?), i8::try_from(value("month")?));
                let day = i8::try_from(value("day")?);
                let date = Date::new(year.ok()?, month.ok()?, day.ok()?).ok()?;
                i64::from((date - START).get_days())
            }
            "days.week" => {
                i64::try_from(value("week")?).ok()?.checked_sub(1)?.checked_mul(7)? + weekday as i64
            }
            _ => return None,
        };
        let is_date = found.key == "days.date";
        Some(Self { number, weekday, is_date, text: found.text.clone() })
    }
}

/// A Monday, from which days are counted.
const START: Date = jiff::civil::date(1, 1, 1);

/// The first and the last puzzle of a month.
type Month = ((i16, i8), (u64, u64));

/// The days beside puzzles.
fn days(book: &Contents, phrases: &Phrases) -> BTreeMap<u64, Day> {
    let day = |caption: &[String]| phrases.find(caption).iter().find_map(Day::of);
    let days = book.puzzles.iter();
    days.filter_map(|(&number, puzzle)| Some((number, day(&puzzle.found.caption)?))).collect()
}

/// The day before puzzle 1, according to most puzzles.
pub(super) fn first(book: &Contents, phrases: &Phrases) -> Option<FirstDay> {
    let mut votes: BTreeMap<FirstDay, usize> = BTreeMap::new();
    for (number, day) in days(book, phrases) {
        *votes.entry((day.number.saturating_sub_unsigned(number), day.is_date)).or_default() += 1;
    }
    votes.into_iter().max_by_key(|(_, votes)| *votes).map(|(usual, _)| usual)
}

impl Facts {
    /// The date of a puzzle, in a book with dates.
    fn date(&self, puzzle: u64) -> Option<Date> {
        let (first, _) = self.first_day.filter(|(_, is_date)| *is_date)?;
        START.checked_add(first.saturating_add_unsigned(puzzle).days()).ok()
    }

    /// The months of a book with dates, and their puzzles.
    pub fn months(&self) -> Vec<Month> {
        let mut months: Vec<Month> = Vec::new();
        for puzzle in self.puzzles.0..=self.puzzles.1 {
            let Some(date) = self.date(puzzle) else { break };
            let month = (date.year(), date.month());
            match months.last_mut() {
                Some((last, puzzles)) if *last == month => puzzles.1 = puzzle,
                _ => months.push((month, (puzzle, puzzle))),
            }
        }
        months
    }

    fn month_words(&self, (year, month): (i16, i8)) -> String {
        quoted(&self.phrases.language.month(jiff::civil::date(year, month, 1)))
    }
}

/// Checks that each puzzle has the day after that of the puzzle before it, with the weekday of this day; and
/// that answers, months and weeks have the days of their puzzles.
pub(super) fn check(book: &mut Contents, facts: &Facts) {
    let Some((first, is_date)) = facts.first_day else { return };
    let days = days(book, facts.phrases);
    let mut wrong = Vec::new();
    for (&number, puzzle) in &book.puzzles {
        let right = first.saturating_add_unsigned(number);
        let (weekday, words) = (right.rem_euclid(7), words(facts, right, is_date));
        let found = match days.get(&number) {
            None => "found no day beside it".to_owned(),
            Some(day) if day.number == right && day.weekday as i64 == weekday => continue,
            Some(day) => format!("found {:?}", day.text),
        };
        wrong.push((puzzle.page, Some(number), found, words));
    }
    if is_date {
        answers(book, facts, &mut wrong);
        pages(book, facts, &mut wrong);
    }
    book.find_all(wrong);
}

/// The dates beside answers: of all or of none.
fn answers(book: &Contents, facts: &Facts, wrong: &mut Vec<Wrong>) {
    let short = |caption: &[String]| {
        facts.phrases.find(caption).into_iter().find(|found| found.key == "days.short")
    };
    let found = book.answers.iter().map(|(n, answer)| (n, answer, short(&answer.found.caption)));
    let found: Vec<_> = found.collect();
    let usual = found.iter().any(|(.., short)| short.is_some());
    for (&number, answer, short) in found {
        let Some(date) = facts.date(number) else { continue };
        let (day, month) = (date.day().unsigned_abs(), date.month().unsigned_abs());
        let is = |found: &Found| {
            (found.value("day"), found.value("month")) == (Some(day.into()), Some(month.into()))
        };
        let found = match short {
            Some(short) if is(&short) => continue,
            Some(short) => format!("found {:?} beside the answer", short.text),
            None if usual => "found no date beside the answer".to_owned(),
            None => continue,
        };
        let right = facts.phrases.language.short_day(date);
        wrong.push((answer.page, Some(number), found, quoted(&right)));
    }
}

/// The months and weeks on pages with puzzles or answers, and the puzzles of a month in the contents and where
/// it begins.
fn pages(book: &Contents, facts: &Facts, wrong: &mut Vec<Wrong>) {
    let mut here: BTreeMap<usize, Vec<Date>> = BTreeMap::new();
    for (&number, grid) in book.puzzles.iter().chain(&book.answers) {
        here.entry(grid.page).or_default().extend(facts.date(number));
    }
    let months = facts.months();
    // A design prints months on all pages with grids or on none, and so with weeks.
    let of = |key: &str, page: usize| {
        let text = book.pages[page].as_ref();
        let phrases = text.into_iter().flat_map(|text| text.phrases_of(facts));
        phrases.filter(|found| found.key == key).cloned().collect::<Vec<_>>()
    };
    let usual = |key: &str| here.keys().any(|&page| !of(key, page).is_empty());
    let usual = ["days.month", "days.iso_week"].map(|key| (key, usual(key)));
    for (&page, dates) in &here {
        for (key, _) in usual.iter().filter(|(_, usual)| *usual) {
            let right: BTreeSet<_> = dates.iter().map(|date| numbers_of(key, *date)).collect();
            let found = of(key, page);
            let stated = found.iter().map(|found| {
                let value = |place| found.value(place).unwrap_or(0);
                (value("year"), value("month") + value("week"))
            });
            // An answer page has no week, and the foot of puzzles names all of them.
            let is_answers = book.answers.values().any(|answer| answer.page == page);
            if stated.collect::<BTreeSet<_>>() != right && !(is_answers && *key != "days.month") {
                let found: Vec<_> = found.iter().map(|found| found.text.as_str()).collect();
                let found = match &found[..] {
                    [] => "found nothing".to_owned(),
                    all => format!("found {:?}", all.join(", ")),
                };
                let right: BTreeSet<_> =
                    dates.iter().map(|date| named(facts, key, *date)).collect();
                let right = right.into_iter().collect::<Vec<_>>().join(", ");
                wrong.push((page, None, found, right));
            }
        }
    }
    for page in (0..book.pages.len()).filter(|page| !here.contains_key(page)) {
        let all = |start: &str| {
            let text = book.pages[page].as_ref();
            let phrases = text.into_iter().flat_map(|text| text.phrases_of(facts));
            phrases.filter(|found| found.key.starts_with(start)).cloned().collect::<Vec<_>>()
        };
        let ranges = all("puzzles.");
        for month in all("days.month") {
            let range = ranges.iter().find(|range| range.line == month.line).or(ranges.first());
            let range = range.and_then(|range| range.value("first").zip(range.value("last")));
            let Some(range) = range else { continue };
            let stated = (month.value("year"), month.value("month"));
            let right = months.iter().find(|(_, puzzles)| *puzzles == range);
            let is = |&((year, month), _): &Month| {
                stated == (u64::try_from(year).ok(), u64::try_from(month).ok())
            };
            // A range that no month has is found with the sentences.
            if let Some((right, _)) = right.filter(|right| !is(right)) {
                wrong.push((
                    page,
                    None,
                    format!("found {:?}", month.text),
                    facts.month_words(*right),
                ));
            }
        }
    }
}

/// The numbers at the places of a phrase for the month or the week of a date: the year, and that of month or
/// week.
fn numbers_of(key: &str, date: Date) -> (u64, u64) {
    let number = |number: i16| u64::from(number.unsigned_abs());
    match key {
        "days.month" => (number(date.year()), number(date.month().into())),
        _ => (0, number(date.iso_week_date().week().into())),
    }
}

/// The month or the week of a date in words.
fn named(facts: &Facts, key: &str, date: Date) -> String {
    match key {
        "days.month" => facts.month_words((date.year(), date.month())),
        _ => {
            let week = date.iso_week_date().week().unsigned_abs();
            quoted(&facts.phrases.language.say("days.iso_week", &[("week", &week)]))
        }
    }
}

/// A day in the words of the book.
fn words(facts: &Facts, number: i64, is_date: bool) -> String {
    let language = &facts.phrases.language;
    let weekday = number.rem_euclid(7) as usize;
    let words = match START.checked_add(number.days()) {
        Ok(date) if is_date => language.day(date),
        _ => language.week_day(number.div_euclid(7).max(0) as usize + 1, weekday),
    };
    quoted(&words)
}

fn quoted(words: &str) -> String {
    format!("{:?}", plain(words))
}
