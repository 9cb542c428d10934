//! A path as plain text: a line for each step, and for a long chain one for each link.

use super::line::Line;
use super::path::{End, Path};
use super::sentence::sentences;
use super::words::Words;
use crate::words::say;

/// The steps, and a line that says how it ended. Cases and numbered lines of a chain are lines that are set in. A
/// single step that was asked for has no number.
pub fn text(words: &Words, path: &Path) -> String {
    let mut out = String::new();
    for (i, told) in path.steps.iter().enumerate() {
        let sentence = set(words, &sentences(words, &told.before, &told.step).lines);
        let technique = words.technique(told.step.technique);
        let rating = told.step.tenths();
        out += &match path.end {
            End::More => say!(words, "hint", technique, rating, sentence),
            _ => say!(words, "step", number = i + 1, technique, rating, sentence),
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
fn set(words: &Words, lines: &[Line]) -> String {
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
pub(super) fn ending(words: &Words, path: &Path) -> Vec<String> {
    let reason = match path.end {
        End::More => return Vec::new(),
        End::Complete if path.steps.is_empty() => Some("complete"),
        End::Complete => None,
        End::Nested => Some("nested"),
        End::Stuck => Some("stuck"),
    };
    let summary = path.hardest().map(|step| {
        let (technique, rating) = (words.technique(step.technique), step.tenths());
        say!(words, "summary", count = path.steps.len(), technique, rating)
    });
    let reason = reason.map(|phrase| words.text(phrase).to_owned());
    reason.into_iter().chain(summary).collect()
}
