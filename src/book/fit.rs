//! Whether a book can be printed so: the errors, and the checks of its words. Checks of measures
//! stand where they are measured.

use super::Imprint;
use super::draw::Type;
use super::font::{Face, NoGlyph};
use super::template::Design;
use super::text;
use super::trim::Trim;
use super::volume::Volume;
use thiserror::Error;

/// Why a book cannot be printed so.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LayoutError {
    /// No puzzle at all.
    #[error("there are no puzzles; a book needs at least one")]
    NoPuzzles,
    /// A text with a character that the face for it lacks.
    #[error("the {what} {text:?} cannot be printed: {missing}; other characters would be right")]
    Glyph {
        /// `title`, `subtitle`, `author` or `edition`.
        what: &'static str,
        /// What it says.
        text: String,
        /// Which character.
        missing: NoGlyph,
    },
    /// A text that no line can hold.
    #[error("the {what} {text:?} is too wide for trim {trim}; shorter words would be right")]
    Wide {
        /// `title`, `subtitle` or `author`.
        what: &'static str,
        /// What it says.
        text: String,
        /// Of which trim.
        trim: Trim,
    },
    /// Puzzles too small to write in.
    #[error(
        "template {template} on trim {trim}: the cells of the puzzles would be {cell:.1} points \
         wide, where its cell_least is {least}; a larger trim, fewer columns or rows or smaller \
         margins would be right"
    )]
    Cell {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// As large as they can be.
        cell: f64,
        /// What the template asks for.
        least: f64,
    },
    /// Not one answer fits a page.
    #[error(
        "template {template} on trim {trim}: not one answer with digits of {least} points fits a \
         page; a larger trim, smaller margins or a smaller digit_least would be right"
    )]
    Answers {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// What the template asks for.
        least: f64,
    },
    /// A page of text that is longer than the paper.
    #[error(
        "template {template} on trim {trim}: the page {part:?} is {excess:.0} points too long; a \
         smaller size of body, a larger trim, or leaving the page out (parts) would be right"
    )]
    Tall {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// The heading of the page.
        part: &'static str,
        /// By how much.
        excess: f64,
    },
    /// More pages than the printer binds, in as many volumes as were asked for.
    #[error(
        "the thickest volume has {pages} pages of trim {trim}, where printer {printer} binds at \
         most {limit} on paper {paper}; {instead} would be right"
    )]
    Thick {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// The trim.
        trim: Trim,
        /// Of the thickest volume.
        pages: usize,
        /// What the printer binds.
        limit: usize,
        /// What would fit.
        instead: String,
    },
    /// Fewer pages than the printer binds.
    #[error(
        "the thinnest volume has {pages} pages, where printer {printer} binds at least {least} on \
         paper {paper}; more puzzles, or fewer volumes, would be right"
    )]
    Thin {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// Of the thinnest volume.
        pages: usize,
        /// What the printer binds.
        least: usize,
    },
    /// Even the smallest volumes have too many pages.
    #[error(
        "template {template}: no volume with one puzzle page has as few as {limit} pages \
         (page_limit); a higher limit would be right"
    )]
    PageLimit {
        /// The template's name.
        template: String,
        /// Its page limit.
        limit: usize,
    },
}

/// The title: a blank one counts as none.
pub(super) fn title_of<'a>(design: &'a Design, imprint: &'a Imprint) -> &'a str {
    let given = imprint.title.as_deref().unwrap_or_default().trim();
    if given.is_empty() {
        &design.title
    } else {
        given
    }
}

/// Whether the faces can print what the caller and the template say.
pub(super) fn check_texts(design: &Design, imprint: &Imprint) -> Result<(), LayoutError> {
    let words = design.words();
    let check = |what, text: Option<&str>, faces: &[Face]| {
        let text = text.unwrap_or_default();
        faces
            .iter()
            .try_for_each(|face| face.check(text))
            .map_err(|missing| LayoutError::Glyph {
                what,
                text: text.to_owned(),
                missing,
            })
    };
    check(
        "title",
        Some(title_of(design, imprint)),
        &[words.regular, words.italic],
    )?;
    check("subtitle", Some(&design.subtitle), &[words.italic])?;
    check("author", imprint.author.as_deref(), &[words.regular])?;
    check("edition", imprint.edition.as_deref(), &[words.regular])
}

impl Volume {
    /// Whether the pages with words fit the paper.
    pub(super) fn check_fit(&self, trim: Trim) -> Result<(), LayoutError> {
        let wide = |what, text: &str| LayoutError::Wide {
            what,
            text: text.to_owned(),
            trim,
        };
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let (lines, title) = self.title_lines();
        if lines.len() > 3 || lines.iter().any(|line| title.width(line) > width) {
            return Err(wide("title", &self.title));
        }
        let (lines, subtitle) = self.subtitle_lines();
        if lines.len() > 2 || lines.iter().any(|line| subtitle.width(line) > width) {
            return Err(wide("subtitle", &self.subtitle()));
        }
        let body = self.design.sizes.body;
        let author = self.author.as_deref().unwrap_or_default();
        if Type::new(self.design.words().regular, body * 1.1).width(author) > width {
            return Err(wide("author", author));
        }
        let parts = &self.design.parts;
        let tall = [
            (parts.how_to_play, text::HOW_TO_PLAY, self.how_to_play(2).1),
            (parts.levels, text::LEVELS, self.levels(3).1),
        ];
        match tall
            .into_iter()
            .find(|&(printed, _, end)| printed && end > self.sheet.bottom)
        {
            None => Ok(()),
            Some((_, part, end)) => Err(LayoutError::Tall {
                template: self.design.name.clone(),
                trim,
                part,
                excess: end - self.sheet.bottom,
            }),
        }
    }
}
