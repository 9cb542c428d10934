//! Solving paths as plain text: a line for each step, and a line for each link of a long chain.

use super::path::{PathEnd, SolvePath};
use super::sentence::sentences;
use super::step_text::TextLine;
use super::texts::ExplanationTexts;
use crate::text::text;

/// Writes the steps, and a line on how the path ends. The cases and numbered lines of a chain are
/// indented. A single step has no number.
pub fn plain_text(words: &ExplanationTexts, path: &SolvePath) -> String {
    let mut out = String::new();
    for (i, told) in path.steps.iter().enumerate() {
        let sentence = indent_lines(words, &sentences(words, &told.before, &told.step).lines);
        let technique = words.step_name(told);
        let rating = words.rating(told.step.tenths());
        out += &match path.end {
            PathEnd::More => text!(words, "hint", technique, rating, sentence),
            _ => text!(words, "step", number = i + 1, technique, rating, sentence),
        };
        out.push('\n');
    }
    for line in ending(words, path) {
        out += &line;
        out.push('\n');
    }
    out
}

/// Joins the lines of a step. Indented lines start a new line of text, and the others continue the
/// previous one.
fn indent_lines(words: &ExplanationTexts, lines: &[TextLine]) -> String {
    let mut out = String::new();
    for line in lines {
        match line.level() {
            _ if out.is_empty() => {}
            0 => out += words.text("space"),
            level => out += &format!("\n{}", "    ".repeat(level)),
        }
        out += &line.text;
    }
    out
}

/// Describes the end of a path: why there is no further step, and the hardest step.
pub(super) fn ending(words: &ExplanationTexts, path: &SolvePath) -> Vec<String> {
    let reason = match path.end {
        PathEnd::More => return Vec::new(),
        PathEnd::Complete if path.steps.is_empty() => Some("complete"),
        PathEnd::Complete => None,
        PathEnd::Nested => Some("nested"),
    };
    let summary = path.hardest().map(|told| {
        let (technique, rating) = (words.step_name(told), words.rating(told.step.tenths()));
        text!(words, "summary", count = path.steps.len(), technique, rating)
    });
    let reason = reason.map(|phrase| words.text(phrase).to_owned());
    reason.into_iter().chain(summary).collect()
}
