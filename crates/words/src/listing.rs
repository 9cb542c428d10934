//! Texts of others in a sentence: their beginnings, and lists of names.

use crate::{Clause, clause};

/// Returns the first characters of a foreign text, which may be as long as a row.
pub fn excerpt(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Maximum number of names in a sentence.
const MAX_LISTED: usize = 12;

/// Joins names into a sentence: "`a`, `b` and `c`". Of many names it lists the first ones and
/// counts the rest.
pub fn quote_names(names: &[impl AsRef<str>]) -> Clause {
    let quoted = names.iter().map(|name| clause!("`{}`", excerpt(name.as_ref(), 80)));
    list_clauses(quoted, names.len())
}

/// Lists the first ones of `count` clauses, and counts the rest.
pub fn list_clauses(clauses: impl Iterator<Item = Clause>, count: usize) -> Clause {
    let more = count.saturating_sub(MAX_LISTED);
    let rest = (more > 0).then(|| clause!("{} more", more));
    Clause::list(clauses.take(MAX_LISTED).chain(rest))
}
