//! Signs around cells.

/// Returns true if this character separates the blocks or the cells of a row.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋')
}

/// Returns true if this character encloses a field or a list.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '[' | ']' | '(' | ')' | '{' | '}' | '“' | '”')
}
