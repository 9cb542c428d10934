//! The pages before the puzzles that say something: title, copyright, the levels.

use super::{ASCENT, Inside, OPTICAL, Stamps, Volume};
use crate::book::draw::{self, GridStyle, Type};
use crate::book::page::Mark;

impl Volume {
    /// The grid on the title page: half as wide as the live area, with lines to match.
    pub(super) fn title_grid(&self) -> GridStyle {
        let style = &self.design.puzzle;
        let side = (self.sheet.live() * 0.5).min(self.sheet.height * 0.3);
        GridStyle {
            cell: side / 9.0,
            digit: style.digit,
            thin: style.thin.min(0.75),
            block: style.block.min(1.75),
        }
    }

    /// The lines of the title, and their type: smaller if a word is long, or the lines are many.
    pub(in crate::book) fn title_lines(&self) -> (Vec<String>, Type) {
        let faces = self.design.cast.title;
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let mut size = self.design.sizes.title;
        loop {
            let lines = faces.wrap_evenly(&self.title, size, width);
            let fits = lines.len() <= 3 && lines.iter().all(|l| faces.width(l, size) <= width);
            if fits || size <= self.design.sizes.body {
                return (lines, Type::new(faces, size));
            }
            size *= 0.9;
        }
    }

    /// The lines of the subtitle, and their type: smaller if they are many.
    pub(in crate::book) fn subtitle_lines(&self) -> (Vec<String>, Type) {
        let faces = self.words().italic;
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let (text, mut size) = (self.subtitle(), self.design.sizes.body * 1.5);
        loop {
            let style = Type::new(faces, size);
            let lines = faces.wrap_evenly(&text, size, width);
            let fits = lines.len() <= 2 && lines.iter().all(|line| style.width(line) <= width);
            if fits || size <= self.design.sizes.body {
                return (lines, style);
            }
            size *= 0.95;
        }
    }

    pub(super) fn title_page(&self) -> Vec<Mark> {
        let (sizes, sheet) = (&self.design.sizes, &self.sheet);
        // A title page stands alone: it is centred on the paper.
        let middle = sheet.width / 2.0;
        let mut marks = Vec::new();

        let body = Type::new(self.words().regular, sizes.body * 1.1);
        if let Some(author) = &self.author {
            let at = (middle, sheet.height * 0.1);
            draw::centred(&mut marks, at, body, author.clone());
        }

        let (lines, title) = self.title_lines();
        let mut y = sheet.height * 0.235 - (lines.len() - 1) as f64 * title.size * 0.6;
        for line in lines {
            draw::centred(&mut marks, (middle, y), title, line);
            y += title.size * 1.2;
        }
        let (lines, subtitle) = self.subtitle_lines();
        y += subtitle.size * 2.0 - title.size * 1.2;
        for line in lines {
            draw::centred(&mut marks, (middle, y), subtitle, line);
            y += subtitle.size * self.design.cast.leading;
        }

        let grid = self.title_grid();
        let corner = (middle - grid.outer() / 2.0, sheet.height * 0.42);
        marks.push(Mark::Stamp {
            stamp: Stamps::TITLE,
            corner,
        });
        let face = self.figures().regular.first();
        grid.digits(&mut marks, corner, face, self.puzzles[0].givens().filled());

        let levels = self.levels_present();
        let mut y = sheet.height * 0.82;
        let levels = self.language.levels_line(&levels);
        let width = sheet.width - 2.0 * sheet.inside;
        for line in body.faces.wrap_evenly(&levels, body.size, width) {
            draw::centred(&mut marks, (middle, y), body, line);
            y += body.size * self.design.cast.leading;
        }
        if let Some((number, _)) = self.among() {
            let strong = Type::new(self.words().strong, sizes.body * 1.1);
            let at = (middle, y + body.size * (3.0 - self.design.cast.leading));
            draw::centred(&mut marks, at, strong, self.language.volume(number));
        }
        marks
    }

    /// The back of the title page: a few small lines at its foot.
    pub(super) fn copyright_page(&self, index: usize) -> Vec<Mark> {
        let style = Type::new(self.words().regular, self.design.sizes.small);
        let aside = Type::new(self.words().italic, self.design.sizes.small);
        let (first, last) = self.numbers(0..self.puzzles.len());
        let mut lines = vec![(aside, self.title.clone())];
        if let Some(author) = &self.author {
            lines.push((style, author.clone()));
        }
        let counts = self
            .language
            .counted((first, last), self.among(), self.has_answers());
        lines.extend(counts.into_iter().map(|line| (style, line)));
        if let Some(edition) = &self.edition {
            lines.push((style, edition.clone()));
        }
        if let Some(seed) = self.seed {
            lines.push((style, self.language.seed(seed)));
        }
        lines.push((style, self.language.made_with().to_owned()));

        let left = self.live_left(index);
        let width = self.sheet.live();
        let lines: Vec<(Type, String)> = lines
            .into_iter()
            .flat_map(|(style, text)| {
                let wrapped = style.faces.wrap(&text, style.size, width);
                wrapped.into_iter().map(move |line| (style, line))
            })
            .collect();
        let leading = style.size * 1.5;
        let mut y = self.sheet.bottom - (lines.len() - 1) as f64 * leading;
        let mut marks = Vec::new();
        for (style, line) in lines {
            draw::left(&mut marks, (left, y), style, line);
            y += leading;
        }
        marks
    }

    /// A heading at the top of a page; gives where the text below it begins.
    pub(super) fn heading(&self, marks: &mut Vec<Mark>, index: usize, text: String) -> f64 {
        let style = Type::new(self.words().regular, self.design.sizes.heading);
        let y = self.sheet.top + self.sheet.height * 0.015 + ASCENT * style.size;
        draw::left(marks, (self.live_left(index), y), style, text);
        y + style.size * 0.5 + self.design.sizes.body * self.design.cast.leading
    }

    /// The page, and where its last line ends.
    pub(in crate::book) fn levels(&self, index: usize) -> (Vec<Mark>, f64) {
        let sizes = &self.design.sizes;
        let (left, live) = (self.live_left(index), self.sheet.live());
        let live = live.min(self.measure() * sizes.body);
        let body = Type::new(self.words().regular, sizes.body);
        let aside = Type::new(self.words().italic, sizes.body);
        let name = Type::new(self.words().strong, sizes.body * 1.25);
        let mut marks = Vec::new();
        let y = self.heading(&mut marks, index, self.language.levels_heading().to_owned());
        let mut y = self.paragraph(
            &mut marks,
            (left, y),
            live,
            body,
            self.language.levels_intro(),
        );

        // Name and stars, what it is for, which puzzles: three lines or more, and a space as there
        // is room.
        let promise = |level| {
            let promise = self.language.level_promise(level);
            body.faces.wrap_paragraph(promise, body.size, live)
        };
        let leading = body.size * self.design.cast.leading;
        let levels = self.levels_present();
        let promised: usize = levels.iter().map(|&level| promise(level).len()).sum();
        let entries = levels.len() as f64;
        // On low pages the numbers of the puzzles stand beside the name.
        let below = if self.is_low() { 0.0 } else { leading };
        let lines = entries * (name.size + below) + promised as f64 * leading;
        let spare = (self.sheet.bottom - y - lines) / entries;
        let space = (spare * OPTICAL * 1.6)
            .max(spare.min(body.size))
            .clamp(body.size * 0.4, body.size * 2.4);
        y += space * 0.6;
        for level in levels {
            y += name.size * 0.75;
            let word = self.language.level_name(level).to_owned();
            let beside = left + name.width(&word) + body.size;
            draw::left(&mut marks, (left, y), name, word);
            let stamp = Stamps::level(level);
            let stars = &self.stamps[stamp];
            marks.push(Mark::Stamp {
                stamp,
                corner: (
                    left + live - stars.width,
                    y - name.cap() / 2.0 - stars.height / 2.0,
                ),
            });
            let first = y;
            for line in promise(level) {
                y += leading;
                draw::left(&mut marks, (left, y), body, line);
            }
            let span = self.sections.iter().find(|span| span.level == Some(level));
            if let Some(span) = span {
                y += below;
                let at = if self.is_low() {
                    (beside, first)
                } else {
                    (left, y)
                };
                let (first, last) = self.numbers(span.start..span.start + span.len);
                let range = self.language.puzzles(first, last);
                draw::left(&mut marks, at, aside, range);
            }
            y += space + name.size * 0.25;
        }
        self.foot(&mut marks, index, Inside::Nothing);
        (marks, y - space)
    }
}
