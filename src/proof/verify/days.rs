//! The days beside puzzles, one a day: dates with their weekdays, or weeks and weekdays. Not levels.

use super::contents::Contents;
use super::phrases::Found;
use super::statements::Facts;
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;

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

/// The number of the day before puzzle 1, according to most puzzles; and whether days are dates.
pub(super) type First = (i64, bool);

/// Checks that each puzzle has the day after that of the puzzle before it, with the weekday of this day.
pub(super) fn check(book: &mut Contents, facts: &Facts) -> Option<First> {
    let mut days: BTreeMap<u64, Day> = BTreeMap::new();
    for (&number, puzzle) in &book.puzzles {
        let found = facts.phrases.find(&puzzle.found.caption);
        days.extend(found.iter().find_map(Day::of).map(|day| (number, day)));
    }
    let mut votes: BTreeMap<First, usize> = BTreeMap::new();
    for (&number, day) in &days {
        let first = day.number.saturating_sub_unsigned(number);
        *votes.entry((first, day.is_date)).or_default() += 1;
    }
    let (usual, _) = votes.into_iter().max_by_key(|(_, votes)| *votes)?;
    let (first, is_date) = usual;
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
    book.find_all(wrong);
    Some(usual)
}

/// A day in the words of the book.
fn words(facts: &Facts, number: i64, is_date: bool) -> String {
    let language = &facts.phrases.language;
    let weekday = number.rem_euclid(7) as usize;
    let words = match START.checked_add(number.days()) {
        Ok(date) if is_date => {
            let month = usize::from(date.month().unsigned_abs()) - 1;
            language.day(weekday, date.day().unsigned_abs(), month, i32::from(date.year()))
        }
        _ => language.week_day(number.div_euclid(7).max(0) as usize + 1, weekday),
    };
    format!("{:?}", super::statements::plain(&words))
}
