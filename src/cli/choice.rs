//! Flags that take one of a few words: each word with its help and the value that it stands for.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudoku_press::human::ladder::Ladder;
use sudoku_press::printers::Pdfx;
use sudoku_press::store::table::AnswerFormat;
use sudoku_press::store::table::format::Form;

/// A word, its help and its value.
pub type Choice<T> = (&'static str, &'static str, T);

/// A parser that accepts these words.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let old_of = |word| OLD.iter().filter(move |(_, new)| *new == word).map(|(old, _)| *old);
    let words = choices.iter().map(move |(word, help, _)| {
        PossibleValue::new(*word).help(help.trim().trim_end_matches('.')).aliases(old_of(*word))
    });
    PossibleValuesParser::new(words).map(|word| {
        let new = OLD.iter().find(|(old, _)| *old == word).map_or(word.as_str(), |(_, new)| *new);
        let chosen = choices.iter().find(|choice| choice.0 == word || choice.0 == new);
        chosen.expect("clap has checked the word").2
    })
}

/// Words of version 0.1.0 that are still read, and those that took their place.
const OLD: [(&str, &str); 2] = [("paper", "published"), ("pattern", "cyclic")];

/// Ladders of difficulty.
pub const LADDERS: &[Choice<Ladder>] = &[
    ("published", "Five levels, by the published score", Ladder::Published),
    ("human", "Seven bands, by the techniques that a person needs", Ladder::Human),
];

/// Standards of PDF/X.
pub const PDFX: &[Choice<Pdfx>] = &[
    ("1a", "PDF/X-1a:2001: PDF 1.3, only black, process and spot colours", Pdfx::X1a),
    ("4", "PDF/X-4: PDF 1.6, with metadata and an output profile", Pdfx::X4),
];

/// Forms of puzzles as text.
pub const FORMS: &[Choice<Form>] = &[
    ("txt", "81 characters a line, . for blanks", Form::Line),
    ("sdm", "81 characters a line, 0 for blanks", Form::Sdm),
    ("rows", "Nine lines of nine", Form::Rows),
    ("sdk", "Nine lines of nine under [Puzzle]", Form::Sdk),
    ("ss", "Nine lines of nine with borders between the blocks", Form::Boxed),
];

/// Formats of answers with several fields.
pub const ANSWERS: &[Choice<AnswerFormat>] = &[
    ("txt", "Text for people", AnswerFormat::Text),
    ("csv", "A table with a header", AnswerFormat::Csv),
    ("jsonl", "A JSON object a line", AnswerFormat::Jsonl),
];

/// Formats of answers that are grids; a table has the puzzle that was read, too.
pub const GRIDS: &[Choice<(AnswerFormat, Form)>] = &[
    grid(&FORMS[0]),
    grid(&FORMS[1]),
    table(&ANSWERS[1]),
    table(&ANSWERS[2]),
    grid(&FORMS[2]),
    grid(&FORMS[3]),
    grid(&FORMS[4]),
];

const fn grid(form: &Choice<Form>) -> Choice<(AnswerFormat, Form)> {
    (form.0, form.1, (AnswerFormat::Text, form.2))
}

const fn table(format: &Choice<AnswerFormat>) -> Choice<(AnswerFormat, Form)> {
    (format.0, format.1, (format.2, Form::Line))
}
