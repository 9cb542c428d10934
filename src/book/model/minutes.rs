//! Expected times as a reader is told them: a range of minutes for a puzzle, because nobody's time is known better;
//! for a level what is typical, because the ranges of levels overlap.

use crate::human::grade::Rating;

/// A time is told as a range from this fraction of the expected time ...
const FROM: f64 = 0.6;
/// ... to this one.
const TO: f64 = 1.6;

/// The minutes that a puzzle takes, least and most; `None` if it is not rated.
pub fn minutes(rating: Option<Rating>) -> Option<(usize, usize)> {
    let seconds = rating?.seconds.0;
    Some((rounded(seconds * FROM / 60.0), rounded(seconds * TO / 60.0)))
}

/// The minutes that some puzzles typically take: the median. `None` without puzzles, or where one is not rated.
pub fn typical_minutes(ratings: impl Iterator<Item = Option<Rating>>) -> Option<usize> {
    let seconds = ratings.map(|rating| Some(rating?.seconds.0));
    let mut seconds: Vec<f64> = seconds.collect::<Option<_>>()?;
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.get(seconds.len() / 2)?;
    Some((middle / 60.0).round().max(1.0) as usize)
}

/// Whole minutes; from 20 on in fives.
fn rounded(minutes: f64) -> usize {
    match minutes {
        ..20.0 => minutes.round().max(1.0) as usize,
        _ => (minutes / 5.0).round() as usize * 5,
    }
}
