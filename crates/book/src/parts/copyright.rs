//! The copyright page: small lines at its foot about the book, its rights and its production. The
//! page with other titles of the author.

use super::{
    ASCENT, PageSlot, PartInput, TextAlign, TextColumn, TextLines, TextStyle, Volume, text,
};
use words::{clause, setting};

/// The place of the dedication, as a fraction of the height of the live area.
const DEDICATION: f64 = 1.0 / 3.0;
/// The line spacing, the space between groups, and the space between other titles, in type sizes.
const LEADING: f64 = 1.5;
const GROUP_GAP: f64 = 0.9;
const TITLE_GAP: f64 = 0.5;

/// The setting that the page with other titles shows. The page comes last.
pub(super) const INPUT: PartInput = PartInput {
    is_given: |options| options.other_titles().next().is_some(),
    place: |parts| parts.len(),
    missing: "are no titles",
    wanted: || clause!("other titles ({})", setting("also-by").to("'One Title; Another'")),
};

pub(super) fn draw(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let style = TextStyle::new(volume.setup.words().regular, volume.setup.design.keys.sizes.small);
    let italic = TextStyle::new(volume.setup.words().italic, style.size);
    let (leading, apart) = (style.size * LEADING, style.size * GROUP_GAP);
    let mut groups = Vec::new();
    for group in texts_in_groups(volume).into_iter().filter(|group| !group.is_empty()) {
        let lines = group.iter().flat_map(|text| wrap(text, style, page.width));
        groups.push(lines.collect::<Vec<_>>());
    }
    let lines: usize = groups.iter().map(Vec::len).sum();
    let high = (lines - 1) as f64 * leading + (groups.len() - 1) as f64 * apart;
    let area = &volume.setup.area;
    let top = area.bottom - high;
    let mut above = area.top;
    if let Some(dedication) = &volume.setup.options.copyright_page.dedication {
        let style = volume.setup.italic(1.0);
        let lines = dedication.lines();
        let lines = lines.flat_map(|line| style.faces.wrap(line, style.size, page.width)).collect();
        let block = TextLines::new(lines, style, volume.setup.design.typefaces.leading);
        let at = (page.area().middle(), area.top + area.live_height() * DEDICATION);
        block.draw(&mut page.marks, at, TextAlign::Middle);
        above = at.1 + block.line_height();
    }
    page.y = top;
    for (i, group) in groups.into_iter().enumerate() {
        page.draw_lines(group, if i == 0 { italic } else { style }, leading);
        page.y += apart;
    }
    // The lines stand at the foot of the page, so an excess is above its top, or in the dedication.
    page.end = area.bottom + above - (top - style.size);
}

/// Draws the page with other titles of the author, each on one or more lines.
pub(super) fn draw_other_titles(volume: &Volume, _: &PageSlot, page: &mut TextColumn) {
    let style = volume.setup.italic(1.1);
    page.draw_head(volume.setup.language.text("also_by.heading"), String::new());
    page.y += ASCENT * style.size;
    for title in volume.setup.options.other_titles() {
        let lines = style.faces.wrap(title, style.size, page.width);
        page.draw_lines(lines, style, style.size * volume.setup.design.typefaces.leading);
        page.y += style.size * TITLE_GAP;
    }
}

/// Returns the lines in groups: the title, the book, its contents, its rights, its production, the
/// responsible person in the European Union.
fn texts_in_groups(volume: &Volume) -> [Vec<String>; 6] {
    let (language, options) = (&volume.setup.language, &volume.setup.options);
    let copyright_page = &options.copyright_page;
    let (number, count) = volume.position;
    let series_line = if count > 1 && options.volume_number.is_none() {
        Some(text!(language, "volumes.of", number, count))
    } else {
        volume.titles.series_line.clone()
    };
    let mut rights: Vec<String> = rights_line(volume).into_iter().collect();
    if let Some(licence) = non_blank(&copyright_page.licence) {
        rights.push(text!(language, "copyright.licence", licence));
    } else if !rights.is_empty() {
        rights.push(language.text("copyright.rights").to_owned());
    }
    let counted = language
        .copyright_lines(volume.numbering.numbers(0..volume.puzzle_count()), volume.has_answers());
    let has_puzzles = volume.pagination.puzzle_page(0).is_some();
    let mut making = Vec::new();
    if let Some(publisher) = non_blank(&copyright_page.publisher) {
        making.push(text!(language, "copyright.publisher", publisher));
    }
    making.extend(address_lines(copyright_page.address.as_deref()));
    making.extend(copyright_page.email.as_ref().map(ToString::to_string));
    making.extend(non_blank(&copyright_page.website));
    making.extend(volume.isbn().map(|isbn| format!("ISBN\u{a0}{isbn}")));
    let mut contact: Vec<String> = address_lines(copyright_page.eu_contact.as_deref()).collect();
    if let Some(first) = contact.first_mut() {
        *first = text!(language, "copyright.eu_contact", contact = first);
    }
    let author = volume.author().map(str::to_owned);
    [
        vec![volume.titles.title.clone()],
        author.into_iter().chain(series_line).collect(),
        counted.into_iter().skip(usize::from(!has_puzzles)).collect(),
        rights,
        making,
        contact,
    ]
}

/// Returns the line about the holder of the rights: that of the user, or else the author, except in
/// a class, which has no use for the author of its sheets.
fn rights_line(volume: &Volume) -> Option<String> {
    let options = &volume.setup.options;
    if options.copyright_page.copyright.is_none() {
        let author = volume.author().filter(|_| !volume.setup.design.keys.puzzle.class)?;
        return Some(format!("© {author}"));
    }
    let line = non_blank(&options.copyright_page.copyright)?;
    let is_year = line.starts_with(char::is_numeric);
    Some(if is_year { format!("© {line}") } else { line })
}

/// Returns a text of the user unless it is blank.
fn non_blank(text: &Option<String>) -> Option<String> {
    text.clone().filter(|text| !text.trim().is_empty())
}

/// Breaks a text into lines of this width, words that are too wide as well.
fn wrap(text: &str, style: TextStyle, width: f64) -> Vec<String> {
    let lines = style.faces.wrap(text, style.size, width).into_iter();
    lines.flat_map(|line| break_wide(&line, style, width)).collect()
}

/// Returns the lines of an address, which semicolons or line breaks separate.
fn address_lines(address: Option<&str>) -> impl Iterator<Item = String> {
    let lines = address.unwrap_or_default().split([';', '\n']);
    lines.map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned)
}

/// Breaks a line that is still too wide, such as an e-mail address: after the last `@`, `.`, `/` or
/// hyphen that fits, or else anywhere.
fn break_wide(line: &str, style: TextStyle, max: f64) -> Vec<String> {
    let (mut rest, mut lines) = (line, Vec::new());
    while style.faces.width(rest, style.size) > max {
        // A page is wider than one character.
        let Some(end) = break_point(rest, style, max) else { break };
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    lines.push(rest.to_owned());
    lines
}

/// Returns the best end of the first line of a text without spaces.
fn break_point(text: &str, style: TextStyle, max: f64) -> Option<usize> {
    let (mut last, mut after_mark) = (None, None);
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        if style.faces.width(&text[..end], style.size) > max {
            break;
        }
        last = Some(end);
        if ['@', '.', '/', '-', '_'].contains(&letter) {
            after_mark = last;
        }
    }
    after_mark.or(last)
}
