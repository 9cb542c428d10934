//! A path as plain text: a line for each step, and for a long chain one for each link.

use super::path::{PathEnd, SolvePath};
use super::sentence::sentences;
use super::step_text::TextLine;
use super::texts::ExplanationTexts;
use crate::text::text;

/// The steps, and a line that says how it ended. Cases and numbered lines of a chain are lines that are set in. A
/// single step that was asked for has no number.
pub fn plain_text(words: &ExplanationTexts, path: &SolvePath) -> String {
    let mut out = String::new();
    for (i, told) in path.steps.iter().enumerate() {
        let sentence = indent_lines(words, &sentences(words, &told.before, &told.step).lines);
        let technique = words.technique(told.step.technique);
        let rating = told.step.tenths();
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

/// The lines of a step, each below the other where it is set in.
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

/// How it ended: why there is no further step, and the hardest of those before.
pub(super) fn ending(words: &ExplanationTexts, path: &SolvePath) -> Vec<String> {
    let reason = match path.end {
        PathEnd::More => return Vec::new(),
        PathEnd::Complete if path.steps.is_empty() => Some("complete"),
        PathEnd::Complete => None,
        PathEnd::Nested => Some("nested"),
        PathEnd::Stuck => Some("stuck"),
    };
    let summary = path.hardest().map(|step| {
        let (technique, rating) = (words.technique(step.technique), step.tenths());
        text!(words, "summary", count = path.steps.len(), technique, rating)
    });
    let reason = reason.map(|phrase| words.text(phrase).to_owned());
    reason.into_iter().chain(summary).collect()
}
