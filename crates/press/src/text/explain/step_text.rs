//! The text of a step: sentences, the cases of an argument, and numbered lines.

/// One or more sentences of a step.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TextLine {
    pub text: String,
    /// If there are several assumptions, the one that the line belongs to, counted from 0.
    pub case: Option<usize>,
    /// True for a numbered line of an argument.
    pub numbered: bool,
}

impl TextLine {
    /// Creates a line that belongs to no case.
    pub fn new(text: &str) -> Self {
        Self { text: capitalized(text), case: None, numbered: false }
    }

    /// Returns the indentation when lines are printed separately, or 0 if this line continues the
    /// previous one.
    pub fn level(&self) -> usize {
        usize::from(self.case.is_some()) + usize::from(self.numbered)
    }
}

/// The lines that explain a step.
pub(super) struct StepText {
    pub lines: Vec<TextLine>,
    /// The index of the line with the result, for readers who skip the others.
    pub core: usize,
}

impl StepText {
    /// Creates a text that starts with the result and then gives the argument.
    pub fn with_argument(idea: &str, lines: impl IntoIterator<Item = TextLine>) -> Self {
        Self { lines: [TextLine::new(idea)].into_iter().chain(lines).collect(), core: 0 }
    }
}

impl From<Vec<String>> for StepText {
    /// Creates a text whose last sentence has the result.
    fn from(sentences: Vec<String>) -> Self {
        let core = sentences.len().saturating_sub(1);
        Self { lines: sentences.iter().map(|text| TextLine::new(text)).collect(), core }
    }
}

/// Capitalises the first letter. The name of a cell does not change.
pub(crate) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    if rest.clone().next().is_some_and(|c| c.is_ascii_digit()) {
        return text.to_owned();
    }
    first.to_uppercase().chain(rest).collect()
}
