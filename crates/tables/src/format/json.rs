//! JSON: objects with a key `puzzle`, one a line, or anywhere inside arrays and objects. Other
//! values are kept as text.

use super::error::ReadError;
use super::json_document;
use super::json_object::{MAX_OBJECTS, ObjectParser};
use crate::row::Ready;

/// Returns true if a text begins with a JSON object, or an array of values.
pub(super) fn is_json(text: &str) -> bool {
    if let Some(object) = text.strip_prefix('{') {
        let inner = object.trim_start();
        return inner.is_empty() || inner.starts_with(['"', '}']);
    }
    let Some(list) = text.strip_prefix('[') else { return false };
    let inner = list.trim_start();
    let is_word = ["null", "NaN"].iter().any(|word| inner.starts_with(word));
    inner.is_empty()
        || is_word
        || inner.starts_with(['[', '{', '"', '-'])
        || inner.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns true if a text begins with an array of anything else than objects.
pub(super) fn is_list(text: &[u8]) -> bool {
    let list = text.trim_ascii_start().strip_prefix(b"[");
    list.is_some_and(|list| !list.trim_ascii_start().starts_with(b"{"))
}

/// Reads the puzzles of a text that begins like JSON. Returns `None` if it is none, or an array
/// without puzzles.
/// The text begins at this line.
pub(super) fn json(text: &str, first: u64, column: Option<&str>) -> Option<Ready> {
    let mut found = json_document::read(text, first, column);
    if found.is_none() && text.contains("NaN") {
        // Python writes NaN for a missing number.
        found = json_document::read(&text.replace("NaN", "null"), first, column);
    }
    match found {
        Some(rows) if !rows.is_empty() => Some(rows),
        None if !is_list(text.as_bytes()) => Some(read_damaged(text, first, column)),
        _ => None,
    }
}

/// Reads the objects of a text that is no valid JSON.
fn read_damaged(text: &str, first: u64, column: Option<&str>) -> Ready {
    let mut parser = ObjectParser::new(column.map(str::to_owned));
    let mut rows = Ready::new();
    // The start of each open object and its line, the outermost object first.
    let mut open: Vec<(usize, u64)> = Vec::new();
    let (mut line, mut is_string, mut is_escaped, mut has_rows) = (first, false, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => line += 1,
            // Text in arrays around all objects is no value of theirs.
            b'"' if !is_escaped && !open.is_empty() => is_string = !is_string,
            b'{' if !is_string => open.push((at, line)),
            b'}' if !is_string => {
                let Some((start, line)) = open.pop() else { continue };
                let object = &text[start..=at];
                if parser.is_row(object.as_bytes()) {
                    rows.push_back(parser.parse(line, object.as_bytes()));
                    has_rows = true;
                } else if open.is_empty() && !has_rows {
                    rows.push_back(parser.parse(line, object.as_bytes()));
                }
                has_rows &= !open.is_empty();
                if rows.len() > MAX_OBJECTS {
                    let reason = format!(
                        "expected at most {MAX_OBJECTS} objects, found more; write one in each line"
                    );
                    rows.push_back(Err(ReadError::in_line(line, reason)));
                    return rows;
                }
            }
            _ => {}
        }
        is_escaped = is_string && byte == b'\\' && !is_escaped;
    }
    if let Some((_, line)) = open.first() {
        let reason = "expected a JSON object, found no end of the one that begins here";
        rows.push_back(Err(ReadError::in_line(*line, reason)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::TableRow;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(text: &str) -> Vec<Result<u64, String>> {
        let rows = json(&text.replace('P', PUZZLE), 1, None).unwrap();
        let line = |row: TableRow| row.grid().map(|_| row.line);
        rows.into_iter().map(|row| row.and_then(line).map_err(|e| e.to_string())).collect()
    }

    #[test]
    fn objects_are_found_with_their_lines() {
        for (text, lines) in [
            ("[{\"puzzle\":\"P\"},\n{\"puzzle\":\"P\"}]", &[1, 2][..]),
            ("{\"all\":[\n{\"puzzle\":\"P\",\"meta\":{\"a\":\"}\"}}\n]}", &[2]),
            ("{\"puzzle\":\"P\",\n\"like\":[{\"puzzle\":\"P\"}]}", &[2, 1]),
            ("{\"a\":\"\\\"{\",\n\"puzzle\":\"P\"}{\"quiz\":\"P\"}", &[1, 2]),
            ("{\"all\":[\"P\",\"P\"]}", &[1, 1]),
        ] {
            let expected: Vec<_> = lines.iter().copied().map(Ok).collect();
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn objects_without_puzzles_are_errors() {
        let said = "line 1, column 1: expected a key with a puzzle, found the keys a";
        assert_eq!(found("[{\"a\":1}]"), [Err(said.to_owned())]);
        let said = "line 2, column 1: expected a JSON object, found no end of the one that";
        assert!(found("[\n{\"a\":").pop().unwrap().unwrap_err().starts_with(said));
    }
}
