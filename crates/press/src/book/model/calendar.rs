//! Dates of puzzles and days of the week.

use jiff::ToSpan as _;
use jiff::civil::Date;

/// Returns the date of a puzzle of a book, counted from 0; `None` after the last date of the
/// calendar.
pub(crate) fn date_of(first_day: Date, puzzle: usize) -> Option<Date> {
    first_day.checked_add(i64::try_from(puzzle).ok()?.days()).ok()
}

/// Returns the day of the week, from 0 for Monday.
pub(crate) fn weekday(date: Date) -> usize {
    date.weekday().to_monday_zero_offset() as usize
}
