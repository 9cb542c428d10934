//! Lays out the pages of text before the puzzles: title, copyright, levels.

use crate::book::arrange::OPTICAL;
use crate::book::draw;
use crate::book::draw::{GridStyle, TextStyle};
use crate::book::layout::furniture::{FootText, foot, headed, heading};
use crate::book::page::{Mark, Stamp};
use crate::book::volume::{Theme, Volume};
use crate::words::say;
/// Height of the stars on the page about levels, as a fraction of the body size.
pub(super) const LEVEL_STARS: f64 = 0.9;

pub(super) fn half_title(volume: &Volume) -> Vec<Mark> {
    let (lines, title) = title_lines(volume);
    let min = volume.design.sizes.body * 1.2;
    let size = (title.size * 0.55).max(min).min(title.size);
    let style = TextStyle::new(title.faces, size);
    let middle = volume.area.width / 2.0;
    let mut y = volume.area.height * 0.3;
    let mut marks = Vec::new();
    for line in lines {
        draw::centred(&mut marks, (middle, y), style, line);
        y += style.size * 1.25;
    }
    let aside = TextStyle::new(volume.words().italic, volume.design.sizes.body * 1.2);
    series(volume, &mut marks, (middle, y + aside.size * 0.4), aside);
    marks
}

/// Draws the series and the number of the volume, centred from this first baseline down.
fn series(volume: &Volume, marks: &mut Vec<Mark>, (middle, y): (f64, f64), style: TextStyle) {
    let width = volume.area.width - 2.0 * volume.area.inside;
    let line = volume.series_line().unwrap_or_default();
    let lines = style.faces.wrap_evenly(&line, style.size, width);
    let leading = style.size * volume.design.typefaces.leading;
    for (i, line) in lines.into_iter().enumerate() {
        draw::centred(marks, (middle, y + i as f64 * leading), style, line);
    }
}

/// The grid on the title page: half as wide as the live area, with proportionally thin lines.
pub(super) fn title_grid(volume: &Volume) -> GridStyle {
    let style = &volume.design.puzzle;
    let side = (volume.area.live() * 0.5).min(volume.area.height * 0.3);
    let side = side.max(9.0 * volume.design.sizes.min_type / style.digit);
    GridStyle {
        cell: side / 9.0,
        digit: style.digit,
        thin: style.thin.min(0.75),
        block: style.block.min(1.75),
    }
}

/// The lines of the title and their style, which is smaller for long words or many lines.
pub(super) fn title_lines(volume: &Volume) -> (Vec<String>, TextStyle) {
    let faces = volume.design.typefaces.title;
    let width = volume.area.width - 2.0 * volume.area.inside;
    let mut size = volume.design.sizes.title;
    loop {
        let lines = faces.wrap_evenly(&volume.title, size, width);
        let fits = lines.len() <= 3 && lines.iter().all(|l| faces.width(l, size) <= width);
        if fits || size <= volume.design.sizes.body {
            return (lines, TextStyle::new(faces, size));
        }
        size *= 0.9;
    }
}

/// The lines of the subtitle and their style, which is smaller for many lines.
pub(super) fn subtitle_lines(volume: &Volume) -> (Vec<String>, TextStyle) {
    let faces = volume.words().italic;
    let width = volume.area.width - 2.0 * volume.area.inside;
    let (text, mut size) = (volume.subtitle(), volume.design.sizes.body * 1.5);
    loop {
        let style = TextStyle::new(faces, size);
        let lines = faces.wrap_evenly(&text, size, width);
        let fits = lines.len() <= 2 && lines.iter().all(|line| style.width(line) <= width);
        if fits || size <= volume.design.sizes.body {
            return (lines, style);
        }
        size *= 0.95;
    }
}

pub(super) fn title_page(volume: &Volume) -> Vec<Mark> {
    let (sizes, sheet) = (&volume.design.sizes, &volume.area);
    // A title page is centred on the paper, not on the live area.
    let middle = sheet.width / 2.0;
    let mut marks = Vec::new();

    let body = TextStyle::new(volume.words().regular, sizes.body * 1.1);
    if let Some(author) = volume.author() {
        let at = (middle, sheet.height * 0.1);
        draw::centred(&mut marks, at, body, author.to_owned());
    }

    let (lines, title) = title_lines(volume);
    let mut y = sheet.height * 0.235 - (lines.len() - 1) as f64 * title.size * 0.6;
    for line in lines {
        draw::centred(&mut marks, (middle, y), title, line);
        y += title.size * 1.2;
    }
    let (lines, subtitle) = subtitle_lines(volume);
    y += subtitle.size * 2.0 - title.size * 1.2;
    for line in lines {
        draw::centred(&mut marks, (middle, y), subtitle, line);
        y += subtitle.size * volume.design.typefaces.leading;
    }

    let grid = title_grid(volume);
    let corner = (middle - grid.outer() / 2.0, sheet.height * 0.42);
    marks.push(Mark::Stamp { stamp: Stamp::TitleGrid, corner });
    let face = volume.figures().regular.first();
    grid.digits(&mut marks, corner, face, volume.puzzles[0].givens().filled());

    let levels = volume.levels_present();
    let mut y = sheet.height * 0.82;
    let levels = volume.language.levels_line(&levels);
    let width = sheet.width - 2.0 * sheet.inside;
    for line in body.faces.wrap_evenly(&levels, body.size, width) {
        draw::centred(&mut marks, (middle, y), body, line);
        y += body.size * volume.design.typefaces.leading;
    }
    let strong = TextStyle::new(volume.words().strong, sizes.body * 1.1);
    y += body.size * (3.0 - volume.design.typefaces.leading);
    series(volume, &mut marks, (middle, y), strong);
    marks
}

/// Draws the back of the title page, small lines at its foot; also returns the height at which they begin.
pub(super) fn copyright_page(volume: &Volume, index: usize) -> (Vec<Mark>, f64) {
    let style = TextStyle::new(volume.words().regular, volume.design.sizes.small);
    let (left, width) = (volume.live_left(index), volume.area.live());
    let (leading, apart) = (style.size * 1.5, style.size * 0.9);
    let groups = copyright_lines(volume);
    let wrapped = |text: &String| style.faces.wrap(text, style.size, width);
    let groups = groups.iter().map(|group| group.iter().flat_map(wrapped).collect());
    let groups: Vec<Vec<String>> = groups.filter(|group: &Vec<_>| !group.is_empty()).collect();
    let lines: usize = groups.iter().map(Vec::len).sum();
    let high = (lines - 1) as f64 * leading + (groups.len() - 1) as f64 * apart;
    let top = volume.area.bottom - high;
    let (mut y, mut marks) = (top, Vec::new());
    let italic = TextStyle::new(volume.words().italic, style.size);
    for (i, group) in groups.into_iter().enumerate() {
        for line in group {
            draw::left(&mut marks, (left, y), if i == 0 { italic } else { style }, line);
            y += leading;
        }
        y += apart;
    }
    (marks, top - style.size)
}

/// The lines of the copyright page in groups: the title, the book, what is in it, its rights, its making.
fn copyright_lines(volume: &Volume) -> [Vec<String>; 5] {
    let (language, imprint) = (&volume.language, &volume.imprint);
    let colophon = &imprint.colophon;
    let some = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let of_book = (volume.place.1 > 1 && imprint.volume_number.is_none())
        .then(|| say!(language, "volumes.of", number = volume.place.0, count = volume.place.1));
    let book = of_book.or_else(|| volume.series_line());
    let author = volume.author().map(str::to_owned);
    let copyright =
        some(&colophon.copyright).map(|line| match line.starts_with(char::is_numeric) {
            true => format!("© {line}"),
            false => line,
        });
    let rights =
        copyright.iter().map(|_| language.text("copyright.rights").to_owned()).collect::<Vec<_>>();
    let credits = some(&colophon.credits).unwrap_or_default();
    let credits = credits.lines().map(str::to_owned).collect::<Vec<_>>();
    let publisher = some(&colophon.publisher)
        .map(|name| say!(language, "copyright.publisher", publisher = name));
    let isbn = volume.isbn().map(|isbn| format!("ISBN\u{a0}{isbn}"));
    let made_with = colophon.made_with.then(|| language.text("copyright.made_with").to_owned());
    let (first, last) = volume.numbers(0..volume.puzzles.len());
    [
        vec![volume.title.clone()],
        author.into_iter().chain(book).collect(),
        match (
            volume.pagination.has_puzzles(),
            language.counted((first, last), volume.has_answers()),
        ) {
            (true, both) => both.to_vec(),
            (false, [_, unique]) => vec![unique],
        },
        copyright.into_iter().chain(rights).collect(),
        [some(&imprint.edition), publisher, some(&colophon.website)]
            .into_iter()
            .flatten()
            .chain(credits)
            .chain(isbn)
            .chain(made_with)
            .collect(),
    ]
}

/// Draws the page with other titles of the author, a line or more each; also returns the baseline of its last line.
pub(super) fn also_by(volume: &Volume, index: usize) -> (Vec<Mark>, f64) {
    let size = volume.design.sizes.body * 1.1;
    let style = TextStyle::new(volume.words().italic, size);
    let (left, live) = (volume.live_left(index), volume.area.live());
    let mut marks = Vec::new();
    let mut y =
        heading(volume, &mut marks, index, volume.language.text("also_by.heading").to_owned());
    let mut last = y;
    for title in volume.imprint.other_titles() {
        for line in style.faces.wrap(title, size, live) {
            draw::left(&mut marks, (left, y), style, line);
            last = y;
            y += size * volume.design.typefaces.leading;
        }
        y += size * 0.5;
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    (marks, last)
}

/// Draws the page about levels; also returns the baseline of its last line.
pub(super) fn levels(volume: &Volume, index: usize) -> (Vec<Mark>, f64) {
    let sizes = &volume.design.sizes;
    let (left, live) = (volume.live_left(index), volume.area.live());
    let live = live.min(volume.area.measure() * sizes.body);
    let body = TextStyle::new(volume.words().regular, sizes.body);
    let aside = TextStyle::new(volume.words().italic, sizes.body);
    let name = TextStyle::new(volume.words().strong, sizes.body * 1.25);
    let mut marks = Vec::new();
    let words = (
        volume.language.levels_page(volume.ladder())[0],
        volume.language.levels_page(volume.ladder())[1],
    );
    let mut y = headed(volume, &mut marks, index, words, (live, body));

    // Each level has three or more lines: name and stars, description, numbers of its puzzles. The
    // remaining height goes between the levels.
    let promise = |level| body.faces.wrap_paragraph(&volume.promise(level), body.size, live);
    let leading = body.size * volume.design.typefaces.leading;
    let levels = volume.levels_present();
    let promised: usize = levels.iter().map(|&level| promise(level).len()).sum();
    let entries = levels.len() as f64;
    let stars = |level| draw::stars_size(level, sizes.body * LEVEL_STARS);
    let range = |level| {
        let span = volume.sections.iter().find(|span| span.theme == Theme::Level(level))?;
        let (first, last) = volume.numbers(span.start..span.start + span.len);
        Some(volume.language.puzzles(first, last))
    };
    // Whether the numbers fit between the name of a level and its stars.
    let fits_beside = levels.iter().all(|&level| {
        let words = name.width(volume.language.level_name(level));
        let numbers = range(level).map_or(0.0, |range| aside.width(&range));
        words + numbers + stars(level).0 + 2.0 * body.size <= live
    });
    // Large type on a small page: no introduction.
    let own_line = if fits_beside { 0.0 } else { leading };
    let least = entries * (name.size + own_line + body.size * 0.4) + promised as f64 * leading;
    if y + least > volume.area.bottom {
        marks.clear();
        y = heading(volume, &mut marks, index, words.0.to_owned());
    }
    let spare = |below: f64| {
        let lines = entries * (name.size + below) + promised as f64 * leading;
        (volume.area.bottom - y - lines) / entries
    };
    // On low or full pages the numbers of the puzzles are beside the name of the level.
    let is_full = fits_beside && (volume.area.is_low() || spare(leading) < body.size * 0.4);
    let below = if is_full { 0.0 } else { leading };
    let spare = spare(below);
    let space =
        (spare * OPTICAL * 1.6).max(spare.min(body.size)).clamp(body.size * 0.4, body.size * 2.4);
    y += space * 0.6;
    for level in levels {
        y += name.size * 0.75;
        let word = volume.language.level_name(level).to_owned();
        let beside = left + name.width(&word) + body.size;
        draw::left(&mut marks, (left, y), name, word);
        let (width, height) = stars(level);
        marks.push(Mark::Stamp {
            stamp: Stamp::LevelStars(level),
            corner: (left + live - width, y - name.cap() / 2.0 - height / 2.0),
        });
        let first = y;
        for line in promise(level) {
            y += leading;
            draw::left(&mut marks, (left, y), body, line);
        }
        if let Some(range) = range(level) {
            y += below;
            let at = if is_full { (beside, first) } else { (left, y) };
            draw::left(&mut marks, at, aside, range);
        }
        y += space + name.size * 0.25;
    }
    foot(volume, &mut marks, index, FootText::Nothing);
    (marks, y - space)
}
