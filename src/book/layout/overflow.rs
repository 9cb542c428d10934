//! Checks that all texts of a volume fit on its pages.

use crate::book::arrange::OVERHANG;
use crate::book::draw::TextStyle;
use crate::book::error::LayoutError;
use crate::book::layout::contents::contents;
use crate::book::layout::front::{also_by, copyright_page, levels, subtitle_lines, title_lines};
use crate::book::layout::how_to_play::how_to_play;
use crate::book::layout::pages::lay;
use crate::book::layout::techniques::technique_page;
use crate::book::page::Mark;
use crate::book::pagination::PageKind;
use crate::book::volume::Volume;
use crate::print::Trim;
use std::mem::discriminant;

/// Checks that every line fits between the margins. The first and the last page of each kind suffice,
/// because they have the largest numbers.
pub(super) fn check_lines(volume: &Volume, trim: Trim) -> Result<(), LayoutError> {
    let parts = &volume.pagination.pages;
    let kind = |index: usize| match &parts[index] {
        PageKind::Opener { section } | PageKind::Puzzles { section, .. } => Some(*section),
        _ => None,
    };
    let same = |a: usize, b: usize| {
        discriminant(&parts[a]) == discriminant(&parts[b])
            && kind(a) == kind(b)
            && !matches!(parts[a], PageKind::Technique { .. })
    };
    let ends = |&i: &usize| i == 0 || i + 1 == parts.len() || !(same(i - 1, i) && same(i, i + 1));
    let margin = volume.area.inside.min(volume.area.outside) - OVERHANG;
    for page in (0..parts.len()).filter(ends).map(|index| lay(volume, index)) {
        let stamped = page.marks.iter().filter_map(|mark| match mark {
            Mark::Stamp { stamp, corner } => Some((volume.drawing(*stamp).marks, corner.0)),
            _ => None,
        });
        let wide = stamped.chain([(page.marks.clone(), 0.0)]).find_map(|(marks, from)| {
            let outside = marks.iter().find_map(|mark| match mark {
                Mark::Text { at, face, size, text } => {
                    let width: f64 = text.chars().map(|c| face.advance(c)).sum();
                    let (left, right) = (from + at.0, from + at.0 + width * size);
                    (left < margin || right > page.width - margin).then_some(at.1)
                }
                _ => None,
            })?;
            // A line may consist of several text marks.
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

/// Checks that pages of text are not longer than the paper.
pub(in crate::book) fn check_fit(volume: &Volume, trim: Trim) -> Result<(), LayoutError> {
    let wide = |what, text: &str| LayoutError::Wide { what, text: text.to_owned(), trim };
    let width = volume.area.width - 2.0 * volume.area.inside;
    let (lines, title) = title_lines(volume);
    if lines.len() > 3 || lines.iter().any(|line| title.width(line) > width) {
        return Err(wide("title", &volume.title));
    }
    let (lines, subtitle) = subtitle_lines(volume);
    if lines.len() > 2 || lines.iter().any(|line| subtitle.width(line) > width) {
        return Err(wide("subtitle", &volume.subtitle()));
    }
    let body = volume.design.sizes.body;
    let author = volume.author().unwrap_or_default();
    if TextStyle::new(volume.design.typefaces.words.regular, body * 1.1).width(author) > width {
        return Err(wide("author", author));
    }
    if let Some(below) = &volume.puzzle_page.hints_below {
        let style = TextStyle::new(volume.words().regular, below.size);
        let number = volume.last_number().to_string().len() as f64 * 0.6 + 0.9;
        let room = below.pitch() - below.size * (1.0 + number);
        if let Some(hint) = volume.hints.iter().find(|hint| style.width(hint) > room) {
            return Err(wide("line", hint));
        }
    }
    check_lines(volume, trim)?;
    let tall = volume.pagination.pages.iter().enumerate().filter_map(|(index, part)| {
        let (name, end) = match part {
            PageKind::HowToPlay { second } => {
                (volume.language.text("how_to_play.heading"), how_to_play(volume, index, *second).1)
            }
            PageKind::Levels => {
                (volume.language.levels_page(volume.ladder())[0], levels(volume, index).1)
            }
            PageKind::Copyright => {
                let over = volume.area.top - copyright_page(volume, index).1;
                ("copyright", volume.area.bottom + over)
            }
            PageKind::Contents => {
                (volume.language.text("contents.heading"), contents(volume, index).1)
            }
            PageKind::AlsoBy => (volume.language.text("also_by.heading"), also_by(volume, index).1),
            PageKind::Technique { lesson } => {
                let lesson = &volume.lessons[*lesson];
                let name = volume.language.technique(lesson.technique);
                (name, technique_page(volume, index, lesson).1)
            }
            _ => return None,
        };
        (end > volume.area.bottom).then(|| (name.to_owned(), end - volume.area.bottom))
    });
    match tall.into_iter().next() {
        None => Ok(()),
        Some((part, excess)) => {
            Err(LayoutError::Tall { template: volume.design.name.clone(), trim, part, excess })
        }
    }
}
