//! Checks the input of a book: parts, texts, fonts, tabs and PDF/X.

use crate::layout::chapters::Chapter;
use crate::model::{
    AnswerPlace, Answers, BookDesign, BookOptions, LayoutError, PartName, PuzzleCodePlace,
    PuzzleSequence, Section,
};
use crate::parts;
use crate::text::language::Language;
use human::Rung;
use page::{FamilyStacks, FontStack, PuzzleCodeStyle};
use preflight::{Medium, PrintSpec};
use std::collections::BTreeSet;
use words::{Clause, Problem, clause, setting};

/// The maximum number of characters of an address that a message shows.
const MAX_SHOWN_CHARS: usize = 80;

/// Refuses more fonts of the user than a font stack holds, because the last ones would be ignored.
pub fn check_fonts(options: &BookOptions) -> Result<(), LayoutError> {
    let found = options.fonts.len();
    if found > FamilyStacks::MAX_OWN_FONTS {
        let expected = format!("at most {} fonts", FamilyStacks::MAX_OWN_FONTS);
        return Err(Problem::expected(expected, found).with_setting("font").into());
    }
    Ok(())
}

/// Returns the names of the parts of a book: the list of the user or the template, completed by
/// parts that the settings ask for. Fails if a part would be empty.
pub fn parts(design: &BookDesign, options: &BookOptions) -> Result<Vec<String>, LayoutError> {
    let asked = options.parts.as_ref();
    let mut parts = asked.unwrap_or(&design.keys.parts).clone();
    let has_answers = PartName::Answers.is_in(&parts);
    match (options.answer_placement(), PartName::Puzzles.place_in(&parts)) {
        (Some(Answers::End), Some(at)) if !has_answers => {
            parts.insert(at + 1, PartName::Answers.to_string());
        }
        (None | Some(Answers::End), _) => {}
        (Some(_), _) => parts.retain(|name| name != PartName::Answers.name()),
    }
    for (part, input) in parts::inputs() {
        let (is_given, is_listed) = ((input.is_given)(options), part.is_in(&parts));
        // A list of the user may omit the part.
        if is_given && !is_listed && asked.is_none() {
            parts.insert((input.place)(&parts), part.to_string());
        } else if is_listed && !is_given && !options.texts.contains_key(part.name()) {
            let wanted = clause!("{}, or a list without {}", (input.wanted)(), part.name());
            return refuse(format!("has {part}, for which there {}", input.missing), wanted);
        }
    }
    // The page on how to read drawings comes before the first drawing.
    let is_course = !options.course.is_empty();
    let mut drawings = vec![PartName::Techniques, PartName::Walkthrough];
    if is_course {
        drawings.push(PartName::Puzzles);
    }
    let first_drawing = drawings.iter().filter_map(|part| part.place_in(&parts)).min();
    if let Some(at) = first_drawing
        && !PartName::Reading.is_in(&parts)
    {
        parts.insert(at, PartName::Reading.to_string());
    }
    if let Some((wrong, wanted)) = parts::validate(&parts) {
        return refuse(wrong, wanted);
    }
    if is_course && PartName::Techniques.is_in(&parts) {
        let wrong = "has techniques, of which a course has one in each chapter";
        return refuse(wrong, "a list without techniques");
    }
    if design.keys.has_answers_below() && PartName::Answers.is_in(&parts) {
        let name = design.keys.name.clone();
        let wrong = clause!("has answers, which design {} has below the puzzles", name);
        return refuse(wrong, "a list without answers");
    }
    let of_steps = [PartName::Hints, PartName::Techniques, PartName::Walkthrough];
    let of_steps = of_steps.iter().find(|part| part.is_in(&parts));
    if let Some(part) = of_steps.filter(|_| !options.symbols.is_empty()) {
        let wrong = clause!("has {}, whose sentences name digits, not signs", part.name());
        return refuse(wrong, clause!("a list without {}", part.name()));
    }
    check_named_texts(options, &parts)?;
    for name in &parts {
        if !parts::is_known(name) && !options.texts.contains_key(name) {
            let wrong = clause!("has {}, for which there is no text", name.clone());
            return refuse(wrong, clause!("a text for it, or one of {}", parts::known_names()));
        }
    }
    Ok(parts)
}

/// Checks that each text of the user has a part that it may replace, or a place in the list.
fn check_named_texts(options: &BookOptions, parts: &[String]) -> Result<(), LayoutError> {
    for name in options.texts.keys() {
        if !parts::is_replaceable(name) {
            let wrong = clause!("has {}, which no text can replace", name.clone());
            return refuse(wrong, "a text for another part");
        }
        if !parts.contains(name) {
            let all = parts.join(", ");
            let wrong = clause!("has no {}, for which there is a text ({})", name.clone(), all);
            return refuse(wrong, clause!("a list of parts with {}", name.clone()));
        }
    }
    Ok(())
}

fn refuse<T>(wrong: impl Into<Clause>, wanted: impl Into<Clause>) -> Result<T, LayoutError> {
    let problem = Problem::new(clause!("the list of parts {}; expected {}", wrong, wanted));
    Err(problem.with_setting("parts").into())
}

/// Refuses signs for all puzzles that fit none, and sets of signs that disagree about a size. Signs
/// for a level that the book lacks are for another book of the same job.
pub fn check_symbols(options: &BookOptions, sections: &[Section]) -> Result<(), LayoutError> {
    let filled = sections.iter().filter(|section| !section.puzzles.is_empty());
    let levels: Vec<Rung> = filled.map(|section| section.rung).collect();
    for (place, symbols) in options.symbols.iter().enumerate() {
        if symbols.has_no_level() && !levels.iter().any(|level| symbols.is_for(*level)) {
            let labels = levels.iter().map(|level| level.shape().label());
            let sizes = Vec::from_iter(BTreeSet::from_iter(labels));
            let expected = clause!("signs for puzzles of {}", sizes.join(" and "));
            let problem = Problem::expected(expected, symbols.to_string());
            return Err(problem.with_setting("symbols").into());
        }
        if let Some(other) = options.symbols[..place].iter().find(|one| symbols.contradicts(one)) {
            let expected = format!("other signs than those of {other}, in the same order");
            let problem = Problem::expected(expected, symbols.to_string());
            return Err(problem.with_setting("symbols").into());
        }
    }
    Ok(())
}

/// Refuses PDF/X for a screen edition, because PDF/X forbids links.
pub fn check_pdfx(options: &BookOptions, spec: Option<&PrintSpec>) -> Result<(), LayoutError> {
    if let (Some(pdfx), Some(spec)) = (options.pdfx, spec)
        && spec.medium() == Medium::Screen
    {
        let expected = clause!("a printer for {}", pdfx.to_string());
        let printer = spec.printer().to_owned();
        let found = clause!("{}, whose files are {} for the screen", printer, "PDF/A-2b");
        return Err(Problem::expected(expected, found).with_setting("pdfx").into());
    }
    Ok(())
}

/// Refuses tabs unless the pages are bound, so that they have an outer edge, and the printer takes
/// bleed.
pub fn check_tabs(
    design: &BookDesign,
    options: &BookOptions,
    spec: Option<&PrintSpec>,
) -> Result<(), LayoutError> {
    let found = match spec {
        _ if !options.tabs => return Ok(()),
        _ if !design.keys.bound => {
            format!("design {}, whose pages are not bound", design.keys.name)
        }
        None => "no printer".to_owned(),
        Some(spec) if spec.bleed().is_none() => spec.printer().to_owned(),
        Some(_) => return Ok(()),
    };
    let expected = "a bound book and a printer that takes pages with bleed, such as kdp";
    Err(Problem::expected(expected, found).with_setting("tabs").into())
}

/// Checks the addresses of puzzles. Returns the form of their QR codes, if the book has codes.
pub fn code_style(
    design: &BookDesign,
    options: &BookOptions,
    parts: &[String],
    (sequence, chapters): (&PuzzleSequence, &[Chapter]),
) -> Result<Option<PuzzleCodeStyle>, LayoutError> {
    let Some(link) = &options.puzzle_link else { return Ok(None) };
    if link.has_number() && chapters.iter().any(|chapter| chapter.kind.is_sheet()) {
        let sheets = setting("sheets");
        let expected =
            clause!("{puzzle} or {id} beside {}, whose sheets repeat the numbers", sheets);
        return Err(Problem::expected(expected, "{number}").with_setting("puzzle-link").into());
    }
    if link.has_id() && (0..sequence.len()).any(|puzzle| sequence.id(puzzle).is_none()) {
        let expected = "{puzzle} or {number} for puzzles without an id (the column `id`)";
        return Err(Problem::expected(expected, "{id}").with_setting("puzzle-link").into());
    }
    let Some(place) = options.code_place() else { return Ok(None) };
    let has_answers =
        PartName::Answers.is_in(parts) || options.answer_placement() == Some(Answers::SeparateFile);
    match place {
        PuzzleCodePlace::Puzzles if !PartName::Puzzles.is_in(parts) => {
            let found = "a list of parts without them";
            return Err(Problem::expected("a book with puzzles", found)
                .with_setting("puzzle-qr")
                .into());
        }
        PuzzleCodePlace::Answers
            if !has_answers || design.keys.answers.place != AnswerPlace::BackMatter =>
        {
            let end = setting("answers").to("end");
            let expected = clause!("puzzles, or pages of answers ({})", end);
            let found = "answers, for a book without pages of answers";
            return Err(Problem::expected(expected, found).with_setting("puzzle-qr").into());
        }
        _ => {}
    }
    let addresses = (options.first() as u64..).zip(0..sequence.len()).map(|(number, puzzle)| {
        link.address(&sequence.puzzle(puzzle).givens(), sequence.id(puzzle), number)
    });
    PuzzleCodeStyle::for_addresses(addresses).map(Some).map_err(|address| {
        let expected = "addresses of at most about 120 characters, which a QR code of 18 mm holds \
                        with modules of 0.33 mm";
        let remedy =
            "shorten the address, write {number} or {id} instead of {puzzle}, or leave out {}";
        let remedy = Clause::fill(remedy, [setting("puzzle-qr").into()]);
        let begin: String = address.chars().take(MAX_SHOWN_CHARS).collect();
        let more = if begin.len() < address.len() { "…" } else { "" };
        let found = format!("{} characters: {begin}{more}", address.len());
        Problem::expected(expected, found).with_setting("puzzle-link").remedy(remedy).into()
    })
}

/// Checks that each of these faces can print a text.
fn check(what: &'static str, text: &str, faces: &[FontStack]) -> Result<(), LayoutError> {
    for face in faces {
        face.check(text).map_err(|missing| LayoutError::unprintable(what, text, missing))?;
    }
    Ok(())
}

/// Checks that the fonts can print all texts of the user, the template and the language.
pub fn check_texts(
    design: &BookDesign,
    options: &BookOptions,
    parts: &[String],
) -> Result<(), LayoutError> {
    let words = design.typefaces.words;
    check("title", design.title(options), &[design.typefaces.title, words.italic])?;
    check("subtitle", design.keys.subtitle.as_deref().unwrap_or_default(), &[words.italic])?;
    if let Some(subtitle) = options.subtitle.as_ref().filter(|own| !Language::is_subtitle(own)) {
        let expected = "a subtitle in which {count} is the only placeholder";
        return Err(Problem::expected(expected, subtitle.clone()).with_setting("subtitle").into());
    }
    for (what, text) in options.clone().user_lines() {
        let text = text.as_deref().unwrap_or_default();
        match what {
            "title" => {}
            "subtitle" | "other titles" => check(what, text, &[words.italic])?,
            "series" => check(what, text, &[words.strong, words.italic, words.regular])?,
            "author" => check(what, text, &[words.regular])?,
            _ => text.lines().try_for_each(|line| check(what, line, &[words.regular]))?,
        }
    }
    for name in &options.names {
        check("name", name, &[words.strong])?;
    }
    if let Some(email) = &options.copyright_page.email {
        check("e-mail", &email.to_string(), &[words.regular])?;
    }
    for (part, text) in &options.texts {
        text.check(&words)
            .map_err(|missing| LayoutError::unprintable("text of part", part, missing))?;
    }
    if parts::any_needs_insight(parts) {
        let mut texts = options.language.words().texts();
        let faces = [words.regular, words.strong];
        texts.try_for_each(|text| check("phrase of explanations", text, &faces))?;
    }
    let figures = design.typefaces.figures.regular;
    let faces = [words.regular, words.italic, words.strong, design.typefaces.title, figures];
    let phrases = options.language.phrases();
    phrases.iter().try_for_each(|phrase| check("phrase of the language", phrase, &faces))
}
