//! Expected times as a reader is told them: a range of minutes, because nobody's time is known better.

use crate::human::grade::Rating;

/// A time is told as a range from this fraction of the expected time ...
const FROM: f64 = 0.6;
/// ... to this one.
const TO: f64 = 1.6;

/// The minutes that some puzzles take: from the tenth percentile of the expected times to the ninetieth,
/// widened. `None` without puzzles, or where one is not rated.
pub fn minutes(ratings: impl Iterator<Item = Option<Rating>>) -> Option<(usize, usize)> {
    let seconds = ratings.map(|rating| Some(rating?.seconds.0));
    let mut seconds: Vec<f64> = seconds.collect::<Option<_>>()?;
    seconds.sort_by(f64::total_cmp);
    let last = seconds.len().checked_sub(1)?;
    let (low, high) = (seconds[last / 10], seconds[last - last / 10]);
    Some((rounded(low * FROM / 60.0), rounded(high * TO / 60.0)))
}

/// Whole minutes; from 20 on in fives.
fn rounded(minutes: f64) -> usize {
    match minutes {
        ..20.0 => minutes.round().max(1.0) as usize,
        _ => (minutes / 5.0).round() as usize * 5,
    }
}
