//! The error of a book that cannot be laid out, and problems with its texts.

use preflight::Trim;
use std::error::Error;
use std::fmt::{self, Display};
use words::{Clause, Problem, ValueError, clause};

/// An error that prevents the layout of a book.
#[derive(Debug, Clone)]
pub enum LayoutError {
    /// A volume exceeds the printer's maximum number of pages.
    Thick {
        /// Number of pages of the thickest volume.
        pages: usize,
        /// The maximum of the printer.
        limit: usize,
        /// The message.
        problem: Problem,
    },
    /// A volume falls below the printer's minimum number of pages.
    Thin {
        /// Number of pages of the thinnest volume.
        pages: usize,
        /// The message.
        problem: Problem,
    },
    /// Anything else is wrong: a setting, a text, or a key of the design for the trim size.
    Other(Problem),
}

impl LayoutError {
    /// Returns the message, with the setting that causes the error.
    pub fn problem(&self) -> &Problem {
        match self {
            Self::Thick { problem, .. } | Self::Thin { problem, .. } | Self::Other(problem) => {
                problem
            }
        }
    }
}

impl Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem().fmt(f)
    }
}

impl Error for LayoutError {}

impl From<Problem> for LayoutError {
    fn from(problem: Problem) -> Self {
        Self::Other(problem)
    }
}

impl From<ValueError> for LayoutError {
    fn from(error: ValueError) -> Self {
        Self::Other(error.into())
    }
}

/// The problems of texts. `what` names the text: `title`, or `phrase of the language`.
impl LayoutError {
    /// Returns the problem of a text with a character that cannot be printed.
    pub fn unprintable(what: &'static str, text: &str, missing: Problem) -> Problem {
        let text = Clause::quoted(&shortened(text));
        let wrong = clause!("the {} {} cannot be printed: {}", what, text, missing.wrong);
        Self::of_text(Problem { wrong, ..missing }, what)
    }

    /// Returns the problem of a text that is too wide for a line.
    pub(crate) fn too_wide(what: &'static str, text: &str, trim: Trim) -> Problem {
        let text = Clause::quoted(&shortened(text));
        let wrong = clause!("the {} {} is too wide for trim {}", what, text, trim.to_string());
        Self::of_text(wrong.into(), what).remedy("use shorter words")
    }

    /// Adds the setting of a text to its problem; none for texts of the program.
    pub fn of_text(problem: Problem, what: &'static str) -> Problem {
        let name = match what {
            "other titles" => "also-by",
            "EU contact" => "eu-contact",
            "e-mail" => "email",
            "name" => "names",
            "text of part" => "text",
            "text of the back" => "back",
            "host of the QR code" => "qr",
            "phrase of the language" | "phrase of explanations" => "lang",
            "text" | "name of a level" | "line of levels" | "text of the cover" => return problem,
            setting => setting,
        };
        problem.with_setting(name)
    }
}

/// Cuts a text to a length that suits a message.
pub fn shortened(text: &str) -> String {
    const MAX: usize = 80;
    let mut begin: String = text.chars().take(MAX).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    begin
}
