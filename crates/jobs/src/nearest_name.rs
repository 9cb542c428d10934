//! Suggestions for misspelt names.

/// Returns the known name nearest to a misspelt one; `None` if more than one letter in three is
/// wrong.
pub fn nearest<'a>(known: &'a [String], name: &str) -> Option<&'a str> {
    let ranked = known.iter().map(|known| (strsim::osa_distance(known, name), known));
    let (wrong, nearest) = ranked.min_by_key(|(distance, _)| *distance)?;
    (3 * wrong <= name.chars().count().max(3)).then_some(nearest)
}
