//! Checks the input of a book: the list of parts and the texts.

use crate::book::design::{BookDesign, PartName, part_names};
use crate::book::error::LayoutError;
use crate::book::imprint::{Answers, Imprint};
use crate::book::typesetting::FaceChain;
use crate::print::{Edition, Terms};

/// The parts of a book: the requested ones or the template's, without those that would be empty.
pub(in crate::book) fn parts(
    design: &BookDesign,
    imprint: &Imprint,
) -> Result<Vec<PartName>, LayoutError> {
    let refuse = |wrong: String, wanted: String| Err(LayoutError::Parts { wrong, wanted });
    let asked = imprint.parts.as_ref();
    let mut parts: Vec<PartName> = asked.map_or_else(
        || design.listed(),
        |names| names.iter().map(|name| name.as_str().into()).collect(),
    );
    let puzzles = parts.iter().position(|part| *part == PartName::Puzzles);
    match (imprint.answers_at(), puzzles) {
        (Some(Answers::End), Some(at)) if !parts.contains(&PartName::Answers) => {
            parts.insert(at + 1, PartName::Answers);
        }
        (None | Some(Answers::End), _) => {}
        (Some(_), _) => parts.retain(|part| *part != PartName::Answers),
    }
    // Other titles come last in a design that does not name their place. A list of the user may leave them out.
    let has_titles = imprint.other_titles().next().is_some();
    match parts.contains(&PartName::AlsoBy) {
        false if has_titles && asked.is_none() => parts.push(PartName::AlsoBy),
        true if !has_titles && !imprint.texts.contains_key("also-by") => {
            let wanted =
                "other titles (--also-by \"One Title; Another\"), or a list without also-by";
            return refuse(
                "has also-by, for which there are no titles".to_owned(),
                wanted.to_owned(),
            );
        }
        _ => {}
    }
    if let Some((wrong, wanted)) = part_names::wrong(&parts) {
        return refuse(wrong, wanted.to_owned());
    }
    if design.answers_below() && parts.contains(&PartName::Answers) {
        let wrong = format!("has answers, which template {} has below the puzzles", design.name);
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
            let wrong = format!("has no {name}, for which there is a text ({})", all.join(", "));
            return refuse(wrong, format!("a list of parts with {name}"));
        }
    }
    for part in &parts {
        if let PartName::Own(name) = part
            && !imprint.texts.contains_key(name)
        {
            let wrong = format!("has {name}, for which there is no text");
            return refuse(wrong, format!("a text for it, or one of {}", part_names::known()));
        }
    }
    Ok(parts)
}

/// Checks that no screen edition is asked to follow PDF/X, which forbids its links.
pub(in crate::book) fn check_pdfx(
    imprint: &Imprint,
    terms: Option<&Terms>,
) -> Result<(), LayoutError> {
    let screen = terms.filter(|terms| terms.rules().edition == Edition::Screen);
    imprint.pdfx.zip(screen).map_or(Ok(()), |(pdfx, terms)| {
        Err(LayoutError::Pdfx { pdfx, printer: terms.printer().to_owned() })
    })
}

/// Checks that the fonts can print all texts of the user and the template.
pub(in crate::book) fn check_texts(
    design: &BookDesign,
    imprint: &Imprint,
    parts: &[PartName],
) -> Result<(), LayoutError> {
    let words = design.typefaces.words;
    let check = |what, text: Option<&str>, faces: &[FaceChain]| {
        let text = text.unwrap_or_default();
        faces.iter().try_for_each(|face| face.check(text)).map_err(|missing| LayoutError::Glyph {
            what,
            text: text.to_owned(),
            missing,
        })
    };
    check("title", Some(design.title_of(imprint)), &[design.typefaces.title, words.italic])?;
    check("subtitle", design.subtitle.as_deref(), &[words.italic])?;
    check("subtitle", imprint.subtitle.as_deref(), &[words.italic])?;
    check("series", imprint.series.as_deref(), &[words.strong, words.italic, words.regular])?;
    check("author", imprint.author.as_deref(), &[words.regular])?;
    check("other titles", imprint.also_by.as_deref(), &[words.italic])?;
    let colophon = &imprint.colophon;
    for (what, text) in [
        ("edition", &imprint.edition),
        ("publisher", &colophon.publisher),
        ("copyright", &colophon.copyright),
        ("credits", &colophon.credits),
        ("website", &colophon.website),
    ] {
        let lines = text.iter().flat_map(|text| text.lines());
        lines.into_iter().try_for_each(|line| check(what, Some(line), &[words.regular]))?;
    }
    for (part, text) in &imprint.texts {
        text.check(&words).map_err(|missing| LayoutError::Glyph {
            what: "text of part",
            text: part.clone(),
            missing,
        })?;
    }
    if parts.iter().any(PartName::needs_insight) {
        let texts = imprint.language.words().texts();
        let faces = [words.regular, words.strong];
        texts
            .into_iter()
            .try_for_each(|text| check("phrase of explanations", Some(text), &faces))?;
    }
    let (figures, faces) = (design.typefaces.figures, [words.regular, words.italic, words.strong]);
    let faces = [&faces[..], &[design.typefaces.title, figures.regular]].concat();
    imprint
        .language
        .phrases()
        .iter()
        .try_for_each(|phrase| check("phrase of the language", Some(phrase), &faces))
}
