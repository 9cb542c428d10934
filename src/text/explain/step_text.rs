//! What a step is told in: sentences, the cases of an argument, and numbered lines.

/// One or more sentences of a step.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TextLine {
    pub text: String,
    /// The assumption that it belongs to, from 0, where there are several.
    pub case: Option<usize>,
    /// Whether it is a numbered line of an argument.
    pub numbered: bool,
}

impl TextLine {
    /// Sentences that belong to no case.
    pub fn new(text: &str) -> Self {
        Self { text: capitalized(text), case: None, numbered: false }
    }

    /// How far it is set in where lines are apart: 0 for one that goes on in the line before.
    pub fn level(&self) -> usize {
        usize::from(self.case.is_some()) + usize::from(self.numbered)
    }
}

/// The lines of a step.
pub(super) struct StepText {
    pub lines: Vec<TextLine>,
    /// The line that says what follows, if the others do not matter.
    pub core: usize,
}

impl StepText {
    /// What follows is said first, and then why.
    pub fn with_argument(idea: &str, lines: impl IntoIterator<Item = TextLine>) -> Self {
        Self { lines: [TextLine::new(idea)].into_iter().chain(lines).collect(), core: 0 }
    }
}

impl From<Vec<String>> for StepText {
    /// What follows is said at the end.
    fn from(sentences: Vec<String>) -> Self {
        let core = sentences.len().saturating_sub(1);
        Self { lines: sentences.iter().map(|text| TextLine::new(text)).collect(), core }
    }
}

/// With a capital at the beginning. The name of a cell stays as it is.
pub(super) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    if rest.clone().next().is_some_and(|c| c.is_ascii_digit()) {
        return text.to_owned();
    }
    first.to_uppercase().chain(rest).collect()
}
