//! Words of a command line.

use std::path::Path;

/// Returns a path as a word of a command line that is no flag.
pub fn shell_path(path: &Path) -> String {
    let text = path.display().to_string();
    shell_word(&if text.starts_with('-') { format!("./{text}") } else { text })
}

/// Quotes a word of a command line if a shell requires it.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "%+,-./:=@_".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
