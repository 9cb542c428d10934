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
    /// The result in one sentence, for readers who skip the lines.
    pub core: String,
}

impl StepText {
    /// Creates a text that starts with the result and then gives the argument.
    pub fn with_argument(idea: &str, lines: impl IntoIterator<Item = TextLine>) -> Self {
        let first = TextLine::new(idea);
        let core = first.text.clone();
        Self { lines: [first].into_iter().chain(lines).collect(), core }
    }
}

impl StepText {
    /// Adds sentences at the end, on a line of their own after numbered ones, and to the core.
    pub fn followed_by(mut self, sentences: &str, space: &str) -> Self {
        self.core = [&self.core, sentences].join(space);
        let numbered = self.lines.last().is_some_and(|line| line.numbered);
        self.lines.push(TextLine { numbered, ..TextLine::new(sentences) });
        self
    }
}

impl From<Vec<String>> for StepText {
    /// Creates a text whose last sentence has the result.
    fn from(sentences: Vec<String>) -> Self {
        let lines: Vec<TextLine> = sentences.iter().map(|text| TextLine::new(text)).collect();
        let core = lines.last().map(|line| line.text.clone()).unwrap_or_default();
        Self { lines, core }
    }
}

/// Capitalises the first letter. The name of a cell does not change.
pub fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    if rest.clone().next().is_some_and(|c| c.is_ascii_digit()) {
        return text.to_owned();
    }
    first.to_uppercase().chain(rest).collect()
}
