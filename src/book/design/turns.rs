//! The order of levels in a book in which they take turns.

use crate::score::Level;
use jiff::civil::Date;

/// Levels that take turns, without end. A book that begins in the middle of a week begins in the
/// middle of the turns.
pub(in crate::book) fn in_turn(
    turns: Vec<Level>,
    first_day: Option<Date>,
) -> impl Iterator<Item = Level> {
    let skipped = first_day.map_or(0, weekday) % turns.len().max(1);
    turns.into_iter().cycle().skip(skipped)
}

/// The day of the week, from Monday and 0.
pub(in crate::book) fn weekday(date: Date) -> usize {
    date.weekday().to_monday_zero_offset() as usize
}
