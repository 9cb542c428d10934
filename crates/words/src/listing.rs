//! Texts of others in a sentence: their beginnings, and lists of names.

/// Returns the first characters of a foreign text, which may be as long as a row.
pub fn excerpt(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Maximum number of names in a sentence.
const MAX_LISTED: usize = 12;

/// Joins names into a sentence: "`a`, `b` and `c`".
pub fn quote_names(names: &[impl AsRef<str>]) -> String {
    let quoted = names.iter().map(|name| format!("`{}`", excerpt(name.as_ref(), 80)));
    join_words(quoted.collect())
}

/// Joins words into a sentence: "a, b and c". Of many words it lists the first ones and counts the
/// rest.
pub fn join_words(mut words: Vec<String>) -> String {
    let more = words.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        words.truncate(MAX_LISTED);
        words.push(format!("{more} more"));
    }
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} and {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
