//! The copyright page, on the back of the title page: small lines at its foot about the book, its
//! rights and its production. The page with other titles of the author.

use super::{PageSlot, PartInput, TextAlign, TextColumn, TextLines, TextStyle, Volume, text};
use crate::text::problem::{clause, setting};

/// The place of the dedication, as a fraction of the height of the live area.
const DEDICATION: f64 = 1.0 / 3.0;

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
    let (leading, apart) = (style.size * 1.5, style.size * 0.9);
    let measure = |text: &str| style.faces.width(text, style.size);
    let wrapped = |text: String| {
        let lines = style.faces.wrap(&text, style.size, page.width).into_iter();
        lines.flat_map(|line| break_wide(line, measure, page.width)).collect::<Vec<_>>()
    };
    let groups = groups(volume).into_iter();
    let groups = groups.map(|group| group.into_iter().flat_map(wrapped).collect());
    let groups: Vec<Vec<String>> = groups.filter(|group: &Vec<_>| !group.is_empty()).collect();
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
    page.draw_heading(volume.setup.language.text("also_by.heading"));
    for title in volume.setup.options.other_titles() {
        let lines = style.faces.wrap(title, style.size, page.width);
        page.draw_lines(lines, style, style.size * volume.setup.design.typefaces.leading);
        page.y += style.size * 0.5;
    }
}

/// Returns the lines in groups: the title, the book, its contents, its rights, its production, the
/// responsible person in the European Union.
fn groups(volume: &Volume) -> [Vec<String>; 6] {
    let (language, options) = (&volume.setup.language, &volume.setup.options);
    let copyright_page = &options.copyright_page;
    let some = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let of_book = (volume.position.1 > 1 && options.volume_number.is_none()).then(|| {
        text!(language, "volumes.of", number = volume.position.0, count = volume.position.1)
    });
    let copyright = some(&copyright_page.copyright)
        .map(|line| if line.starts_with(char::is_numeric) { format!("© {line}") } else { line });
    let licence = some(&copyright_page.licence);
    let licence = licence.map(|licence| text!(language, "copyright.licence", licence));
    let reserved = || copyright.as_ref().map(|_| language.text("copyright.rights").to_owned());
    let rights = licence.or_else(reserved);
    let counted = language
        .copyright_lines(volume.numbering.numbers(0..volume.puzzle_count()), volume.has_answers());
    let has_puzzles = volume.pagination.puzzle_page(0).is_some();
    let publisher = some(&copyright_page.publisher);
    let publisher = publisher.map(|name| text!(language, "copyright.publisher", publisher = name));
    let address = address_lines(copyright_page.address.as_deref());
    let email = copyright_page.email.as_ref().map(ToString::to_string);
    let contact = address_lines(copyright_page.eu_contact.as_deref()).enumerate();
    let contact = contact.map(|(i, contact)| match i {
        0 => text!(language, "copyright.eu_contact", contact),
        _ => contact,
    });
    let isbn = volume.isbn().map(|isbn| format!("ISBN\u{a0}{isbn}"));
    let author = volume.author().map(str::to_owned);
    let making = publisher.into_iter().chain(address);
    let making = making.chain(email).chain(some(&copyright_page.website));
    [
        vec![volume.titles.title.clone()],
        author.into_iter().chain(of_book.or_else(|| volume.titles.series_line.clone())).collect(),
        counted.into_iter().skip(usize::from(!has_puzzles)).collect(),
        copyright.into_iter().chain(rights).collect(),
        making.chain(isbn).collect(),
        contact.collect(),
    ]
}

/// Returns the lines of an address, which semicolons or line breaks separate.
fn address_lines(address: Option<&str>) -> impl Iterator<Item = String> {
    let lines = address.unwrap_or_default().split([';', '\n']);
    lines.map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned)
}

/// Breaks a line that is still too wide, such as an e-mail address: after the last `@`, `.`, `/` or
/// hyphen that fits, or else anywhere.
fn break_wide(line: String, width: impl Fn(&str) -> f64, max: f64) -> Vec<String> {
    let (mut rest, mut lines) = (line.as_str(), Vec::new());
    while width(rest) > max {
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
        let fitting: Vec<usize> = ends.take_while(|&end| width(&rest[..end]) <= max).collect();
        let after_mark = |end: &&usize| rest[..**end].ends_with(['@', '.', '/', '-', '_']);
        let end = fitting.iter().rev().find(after_mark).or(fitting.last());
        // A page is wider than one character.
        let Some(&end) = end else { break };
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    lines.push(rest.to_owned());
    lines
}
