//! Expected times as the reader sees them: a range of minutes per puzzle, because individual times
//! vary, and the median per level, because the ranges of neighbouring levels overlap.

use engine::human::grade::Rating;

/// Lower end of the range of minutes, as a fraction of the expected time.
const MIN_FRACTION: f64 = 0.6;
/// Upper end of the range of minutes, as a fraction of the expected time.
const MAX_FRACTION: f64 = 1.6;

/// Returns the minimum and the maximum minutes of a puzzle; `None` if the puzzle is not rated.
pub fn minutes(rating: Option<Rating>) -> Option<(usize, usize)> {
    let seconds = rating?.seconds.0;
    Some((rounded(seconds * MIN_FRACTION / 60.0), rounded(seconds * MAX_FRACTION / 60.0)))
}

/// Returns the median minutes of some puzzles; `None` without puzzles, or if one is not rated.
pub fn typical_minutes(ratings: impl Iterator<Item = Option<Rating>>) -> Option<usize> {
    let seconds = ratings.map(|rating| Some(rating?.seconds.0));
    let mut seconds: Vec<f64> = seconds.collect::<Option<_>>()?;
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.get(seconds.len() / 2)?;
    Some((middle / 60.0).round().max(1.0) as usize)
}

/// Rounds to whole minutes, and from 20 minutes on to multiples of five.
fn rounded(minutes: f64) -> usize {
    match minutes {
        ..20.0 => minutes.round().max(1.0) as usize,
        _ => (minutes / 5.0).round() as usize * 5,
    }
}
