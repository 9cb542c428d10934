//! Suggestions for misspelt names.

use words::{Clause, clause};

/// Returns the known name nearest to a misspelt one; `None` if more than one letter in three of the
/// longer name is wrong.
pub fn nearest<'a>(known: &'a [String], name: &str) -> Option<&'a str> {
    let ranked = known.iter().map(|known| (strsim::osa_distance(known, name), known));
    let (wrong, nearest) = ranked.min_by_key(|(distance, _)| *distance)?;
    let letters = name.chars().count().max(nearest.chars().count());
    (3 * wrong <= letters).then_some(nearest)
}

/// Adds the nearest name to a clause, if there is one.
pub fn with_nearest(wrong: Clause, nearest: Option<&str>) -> Clause {
    match nearest {
        Some(nearest) => clause!("{}; the nearest is {}", wrong, nearest.to_owned()),
        None => wrong,
    }
}
