//! Sentences of a book that name the page of its answers. Not whether they are true.

use crate::book::Language;
use std::sync::LazyLock;

/// The sentence of our books that names the page on which the answers begin, in each language:
/// what comes before the page number and what comes after it. Without white space, because lines
/// may break anywhere.
static ANSWERS_BEGIN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    const PAGE: usize = usize::MAX;
    let sentence = |(code, _): &(&str, _)| {
        let sentence = without_space(&Language::builtin(code)?.answers_begin(PAGE));
        let (before, after) = sentence.split_once(&PAGE.to_string())?;
        Some((before.to_owned(), after.to_owned()))
    };
    Language::BUILTIN.iter().filter_map(sentence).collect()
});

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The page numbers in the sentences `The answers begin on page 41` on a page with these lines of
/// text.
pub(super) fn answers_begin(lines: &[String]) -> Vec<String> {
    let text = without_space(&lines.concat());
    let mut pages = Vec::new();
    for (before, after) in ANSWERS_BEGIN.iter() {
        for (at, _) in text.match_indices(before) {
            let rest = &text[at + before.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let (page, rest) = rest.split_at(end.unwrap_or(rest.len()));
            if rest.starts_with(after) {
                pages.push(page.to_owned());
            }
        }
    }
    pages
}
