//! The order of levels in a book in which levels alternate.

use crate::human::ladder::Rung;
use jiff::ToSpan as _;
use jiff::civil::Date;

/// Repeats the sequence of levels without end. The first of seven levels belongs to Monday: a book with a
/// first day starts at the level of its weekday.
pub(in crate::book) fn in_turn(
    turns: Vec<Rung>,
    first_day: Option<Date>,
) -> impl Iterator<Item = Rung> {
    let skipped = first_day.filter(|_| turns.len() == 7).map_or(0, weekday);
    turns.into_iter().cycle().skip(skipped)
}

/// The date of a puzzle of a book, which is counted from 0.
pub(in crate::book) fn date_of(first_day: Date, puzzle: usize) -> Option<Date> {
    first_day.checked_add(i64::try_from(puzzle).ok()?.days()).ok()
}

/// The day of the week, from 0 for Monday.
pub(in crate::book) fn weekday(date: Date) -> usize {
    date.weekday().to_monday_zero_offset() as usize
}
