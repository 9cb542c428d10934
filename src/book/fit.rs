//! Whether a book can be printed so: the checks of its parts and words. Checks of measures
//! stand where they are measured.

use super::Imprint;
use super::design::Design;
use super::draw::Type;
use super::error::LayoutError;
use super::faces::Faces;
use super::language::Language;
use super::layout::OVERHANG;
use super::page::Mark;
use super::parts::{self, PartName};
use super::plan::Part;
use super::volume::Volume;
use crate::print::Trim;
use std::mem::discriminant;

/// The title: a blank one counts as none.
pub(super) fn title_of<'a>(design: &'a Design, imprint: &'a Imprint) -> &'a str {
    let given = imprint.title.as_deref().unwrap_or_default().trim();
    if given.is_empty() {
        let title = design.title.as_deref();
        title.unwrap_or(imprint.language.title(&design.name))
    } else {
        given
    }
}

/// The line below the title of a book of so many puzzles.
pub(super) fn subtitle_of(design: &Design, language: &Language, puzzles: usize) -> String {
    match &design.subtitle {
        Some(subtitle) => language.counting(subtitle, puzzles),
        None => language.subtitle(&design.name, puzzles),
    }
}

/// The parts of a book: those that were asked for, or the template's; without those that have
/// nothing to say.
pub(super) fn parts(design: &Design, imprint: &Imprint) -> Result<Vec<PartName>, LayoutError> {
    let refuse = |wrong: String, wanted: String| Err(LayoutError::Parts { wrong, wanted });
    let asked = imprint.parts.as_ref();
    let parts = asked.map_or_else(
        || design.parts(),
        |names| names.iter().map(|name| name.as_str().into()).collect(),
    );
    if let Some((wrong, wanted)) = parts::wrong(&parts) {
        return refuse(wrong, wanted.to_owned());
    }
    if design.answers_below() && parts.contains(&PartName::Answers) {
        let wrong = format!(
            "has answers, which template {} has below the puzzles",
            design.name
        );
        return refuse(wrong, "a list without answers".to_owned());
    }
    for name in imprint.texts.keys() {
        let part = PartName::from(name.as_str());
        if matches!(part, PartName::Puzzles | PartName::Answers) {
            let wrong = format!("has {name}, which no text can replace");
            return refuse(wrong, "a text for another part".to_owned());
        }
        if !parts.contains(&part) {
            let all: Vec<_> = parts.iter().map(PartName::to_string).collect();
            let wrong = format!(
                "has no {name}, for which there is a text ({})",
                all.join(", ")
            );
            return refuse(wrong, format!("a list of parts with {name}"));
        }
    }
    for part in &parts {
        if let PartName::Own(name) = part
            && !imprint.texts.contains_key(name)
        {
            let wrong = format!("has {name}, for which there is no text");
            return refuse(
                wrong,
                format!("a text for it, or one of {}", parts::known()),
            );
        }
    }
    Ok(parts)
}

/// Whether the faces can print what the caller and the template say.
pub(super) fn check_texts(design: &Design, imprint: &Imprint) -> Result<(), LayoutError> {
    let words = design.cast.words;
    let check = |what, text: Option<&str>, faces: &[Faces]| {
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
        &[design.cast.title, words.italic],
    )?;
    check("subtitle", design.subtitle.as_deref(), &[words.italic])?;
    check("author", imprint.author.as_deref(), &[words.regular])?;
    check("edition", imprint.edition.as_deref(), &[words.regular])?;
    for (part, text) in &imprint.texts {
        text.check(&words).map_err(|missing| LayoutError::Glyph {
            what: "text of part",
            text: part.clone(),
            missing,
        })?;
    }
    let (figures, cast) = (
        design.cast.figures,
        [words.regular, words.italic, words.strong],
    );
    let cast = [&cast[..], &[design.cast.title, figures.regular]].concat();
    imprint
        .language
        .phrases()
        .iter()
        .try_for_each(|phrase| check("phrase of the language", Some(phrase), &cast))
}

impl Volume {
    /// Whether every line fits between the margins: on the first and the last page of each kind,
    /// which has the largest numbers.
    fn check_lines(&self, trim: Trim) -> Result<(), LayoutError> {
        let parts = &self.plan.parts;
        let kind = |index: usize| match &parts[index] {
            Part::Opener { section } | Part::Puzzles { section, .. } => Some(*section),
            _ => None,
        };
        let same = |a: usize, b: usize| {
            discriminant(&parts[a]) == discriminant(&parts[b]) && kind(a) == kind(b)
        };
        let ends =
            |&i: &usize| i == 0 || i + 1 == parts.len() || !(same(i - 1, i) && same(i, i + 1));
        let margin = self.sheet.inside.min(self.sheet.outside) - OVERHANG;
        for page in (0..parts.len()).filter(ends).map(|index| self.lay(index)) {
            let stamped = page.marks.iter().filter_map(|mark| match mark {
                Mark::Stamp { stamp, corner } => Some((&self.stamps[*stamp].marks, corner.0)),
                _ => None,
            });
            let wide = stamped
                .chain([(&page.marks, 0.0)])
                .find_map(|(marks, from)| {
                    let outside = marks.iter().find_map(|mark| match mark {
                        Mark::Text {
                            at,
                            face,
                            size,
                            text,
                        } => {
                            let width: f64 = text.chars().map(|c| face.advance(c)).sum();
                            let (left, right) = (from + at.0, from + at.0 + width * size);
                            (left < margin || right > page.width - margin).then_some(at.1)
                        }
                        _ => None,
                    })?;
                    // A line may be set in parts.
                    let parts = marks.iter().filter_map(|mark| match mark {
                        Mark::Text { at, text, .. } if at.1 == outside => Some(text.as_ref()),
                        _ => None,
                    });
                    Some(parts.collect::<String>())
                });
            if let Some(text) = wide {
                let what = "line";
                return Err(LayoutError::Wide { what, text, trim });
            }
        }
        Ok(())
    }

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
        if Type::new(self.design.cast.words.regular, body * 1.1).width(author) > width {
            return Err(wide("author", author));
        }
        self.check_lines(trim)?;
        let tall = self
            .plan
            .parts
            .iter()
            .enumerate()
            .filter_map(|(index, part)| {
                let (name, end) = match part {
                    Part::HowToPlay => (self.language.how_to_play(), self.how_to_play(index).1),
                    Part::Levels => (self.language.levels_heading(), self.levels(index).1),
                    Part::Contents => (self.language.contents(), self.contents(index).1),
                    _ => return None,
                };
                (end > self.sheet.bottom).then(|| (name.to_owned(), end - self.sheet.bottom))
            });
        match tall.into_iter().next() {
            None => Ok(()),
            Some((part, excess)) => Err(LayoutError::Tall {
                template: self.design.name.clone(),
                trim,
                part,
                excess,
            }),
        }
    }
}
