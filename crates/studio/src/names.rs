//! Names of files and books: those that may be given, those that are free, and those that each
//! system can store.

use files::StagedChange;
use words::{Clause, clause};

/// The maximum number of characters of a name.
const MAX_NAME: usize = 100;
/// The folder of the books that were put away, and of puzzles that were replaced.
pub(super) const REMOVED: &str = "removed";
/// The names that Windows keeps for devices, whatever follows after a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns true for the name of a visible file, without a folder.
pub(super) fn is_file_name(name: &str) -> bool {
    let has_path = name.contains(['/', '\\', ':']) || name.contains(char::is_control);
    !name.is_empty() && !has_path && !name.starts_with('.') && name.chars().count() <= MAX_NAME
}

/// Returns true for the name that a book may have. It is a folder, a part of an address and a word
/// of a shell.
pub(super) fn is_book_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let is_name = is_file_name(name) && !name.starts_with('-') && name.chars().all(is_plain);
    is_name && !is_reserved(name)
}

/// Returns true for a name that no new entry of the folder of books may have. Some systems do not
/// tell capital letters from small ones.
fn is_reserved(name: &str) -> bool {
    name.eq_ignore_ascii_case(REMOVED) || is_device(name)
}

/// Returns a text whose order is that of the name, with numbers in their order: `week-9` comes
/// before `week-10`.
pub(super) fn order_key(name: &str) -> String {
    let mut key = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (text, from) = rest.split_at(start);
        let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let number = from[..end].trim_start_matches('0');
        // A longer number is a larger one.
        key += &format!("{text}{:03}{number}", number.len());
        rest = &from[end..];
    }
    key + rest
}

/// Returns true for a character that a name may have on each system.
pub(super) fn is_storable(c: char) -> bool {
    !c.is_control() && !"/\\:<>\"|?*".contains(c)
}

/// Returns true for a name that Windows keeps for a device, such as `CON.png`.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let port = stem.strip_suffix(|c: char| matches!(c, '1'..='9' | '¹' | '²' | '³'));
    match port {
        Some(port) => DEVICES[4..].contains(&port),
        None => DEVICES[..4].contains(&stem.as_str()),
    }
}

/// Returns a free name for a new book with this title, or like `other` if the title has no letters.
///
/// # Errors
/// A message if there is none.
pub(super) fn free_name(change: &StagedChange, title: &str, other: &str) -> Result<String, Clause> {
    free_path(change, "", title, other, "")
}

/// Returns a free place that begins with a folder and ends with an ending: see [`free_name`].
pub(super) fn free_path(
    change: &StagedChange,
    folder: &str,
    title: &str,
    other: &str,
    ending: &str,
) -> Result<String, Clause> {
    let letters = title.to_lowercase().replace(['\'', '’'], "");
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut name: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    if name.is_empty() || is_device(&name) {
        name = format!("{other}{name}");
    }
    let numbers = (2..1000).map(|number| format!("{name}-{number}"));
    for name in std::iter::once(name.clone()).chain(numbers) {
        let name = name + ending;
        let path = format!("{folder}{name}");
        if !is_reserved(&name) && change.is_free(&path) {
            return Ok(path);
        }
    }
    Err(clause!("expected a free name for a book, found none like {}", title.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_stand_in_their_order() {
        let names =
            ["a", "a-2", "a-10", "a-b", "week-1", "week-9", "week-010", "week-100", "week-x"];
        let mut sorted = names;
        sorted.reverse();
        sorted.sort_by_key(|name| order_key(name));
        assert_eq!(sorted, names);
    }
}
