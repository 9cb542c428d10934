//! The pages before the puzzles: title, imprint, how to play, the levels.

use super::{ASCENT, Inside, LEADING, OPTICAL, Stamps, Volume};
use crate::book::draw::{self, GridStyle, Type};
use crate::book::page::Mark;
use crate::book::text;

/// The grey of a shaded block: 12 %.
const SHADE: f64 = 0.88;
/// Lines are no longer than so many sizes of their type: the eye must find the next one.
const MEASURE: f64 = 37.0;
/// On low pages they are longer, so that there are fewer of them.
const MEASURE_LOW: f64 = 46.0;
/// How much of that width the worked example takes.
const EXAMPLE: f64 = 0.56;

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

    /// The grid of the worked example: smaller if the text must stand below it.
    pub(super) fn example_grid(&self) -> GridStyle {
        let style = &self.design.puzzle;
        let live = self
            .sheet
            .live()
            .min(self.measure() * self.design.sizes.body);
        let side = if self.is_low() {
            self.low_example(live)
        } else if self.beside_example().is_some() {
            EXAMPLE * live
        } else {
            (EXAMPLE * live).min(self.sheet.room() * 0.3)
        };
        GridStyle {
            cell: side / 9.0,
            digit: style.digit,
            thin: style.thin.min(1.0),
            block: style.block.min(2.5),
        }
    }

    /// Whether pages are wider than they are high: then height is what is short.
    fn is_low(&self) -> bool {
        self.sheet.width > self.sheet.height
    }

    /// How long lines may be, in sizes of their type.
    fn measure(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// The side of the worked example on low pages.
    fn low_example(&self, live: f64) -> f64 {
        (EXAMPLE * live).min(self.sheet.room() * 0.4)
    }

    /// How much room there is for text beside the example: none if no line could hold some words.
    fn beside_example(&self) -> Option<f64> {
        let body = self.design.sizes.body;
        let live = self.sheet.live().min(self.measure() * body);
        let beside = if self.is_low() {
            live - self.low_example(live) - body * 1.6
        } else {
            live * (1.0 - EXAMPLE) - body * 1.6
        };
        (beside >= 10.5 * body).then_some(beside)
    }

    /// The lines of the title, and their type: smaller if a word is long, or the lines are many.
    pub(in crate::book) fn title_lines(&self) -> (Vec<String>, Type) {
        let face = self.words().regular;
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let mut size = self.design.sizes.title;
        loop {
            let lines = face.wrap_evenly(&self.title, size, width);
            let fits = lines.len() <= 3 && lines.iter().all(|l| face.width(l, size) <= width);
            if fits || size <= self.design.sizes.body {
                return (lines, Type::new(face, size));
            }
            size *= 0.9;
        }
    }

    /// The lines of the subtitle, and their type.
    pub(in crate::book) fn subtitle_lines(&self) -> (Vec<String>, Type) {
        let style = Type::new(self.words().italic, self.design.sizes.body * 1.5);
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let lines = style.face.wrap_evenly(&self.subtitle(), style.size, width);
        (lines, style)
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
            y += subtitle.size * LEADING;
        }

        let grid = self.title_grid();
        let corner = (middle - grid.outer() / 2.0, sheet.height * 0.42);
        marks.push(Mark::Stamp {
            stamp: Stamps::TITLE,
            corner,
        });
        let face = self.figures().regular;
        grid.digits(&mut marks, corner, face, self.puzzles[0].givens().filled());

        let levels: Vec<_> = self.sections.iter().map(|span| span.level).collect();
        let at = (middle, sheet.height * 0.82);
        draw::centred(&mut marks, at, body, text::levels_line(&levels));
        if let Some((number, _)) = self.among() {
            let strong = Type::new(self.words().strong, sizes.body * 1.1);
            let at = (middle, sheet.height * 0.82 + body.size * 3.0);
            draw::centred(&mut marks, at, strong, text::volume(number));
        }
        marks
    }

    /// The back of the title page: a few small lines at its foot.
    pub(super) fn imprint_page(&self) -> Vec<Mark> {
        let style = Type::new(self.words().regular, self.design.sizes.small);
        let aside = Type::new(self.words().italic, self.design.sizes.small);
        let (first, last) = self.numbers(0..self.puzzles.len());
        let mut lines = vec![(aside, self.title.clone())];
        if let Some(author) = &self.author {
            lines.push((style, author.clone()));
        }
        let counts = text::imprint(first, last, self.among());
        lines.extend(counts.into_iter().map(|line| (style, line)));
        if let Some(edition) = &self.edition {
            lines.push((style, edition.clone()));
        }
        lines.push((style, text::MADE_WITH.to_owned()));

        let left = self.live_left(1);
        let width = self.sheet.live();
        let lines: Vec<(Type, String)> = lines
            .into_iter()
            .flat_map(|(style, text)| {
                let wrapped = style.face.wrap(&text, style.size, width);
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
    fn heading(&self, marks: &mut Vec<Mark>, index: usize, text: &'static str) -> f64 {
        let style = Type::new(self.words().regular, self.design.sizes.heading);
        let y = self.sheet.top + self.sheet.height * 0.015 + ASCENT * style.size;
        draw::left(marks, (self.live_left(index), y), style, text);
        y + style.size * 0.5 + self.design.sizes.body * LEADING
    }

    /// The page, and where its last line ends.
    pub(in crate::book) fn how_to_play(&self, index: usize) -> (Vec<Mark>, f64) {
        let sizes = &self.design.sizes;
        let (left, live) = (self.live_left(index), self.sheet.live());
        let live = live.min(self.measure() * sizes.body);
        let body = Type::new(self.words().regular, sizes.body);
        let steps = Type::new(body.face, sizes.body * 0.94);
        let strong = Type::new(self.words().strong, sizes.body * 1.15);
        let beside = self.beside_example();
        let mut marks = Vec::new();
        let y = self.heading(&mut marks, index, text::HOW_TO_PLAY);
        let mut y = Self::paragraph(&mut marks, (left, y), live, body, text::RULES);

        y += body.size * 0.75;
        draw::left(&mut marks, (left, y), strong, text::EXAMPLE);
        y += body.size;

        let (example, block, _, _) = text::example();
        let grid = self.example_grid();
        let edge = grid.block / 2.0;
        let shade = |n: usize| edge + n as f64 * 3.0 * grid.cell;
        marks.push(Mark::Box {
            corner: (left + shade(block % 3), y + shade(block / 3)),
            size: (3.0 * grid.cell, 3.0 * grid.cell),
            grey: SHADE,
        });
        marks.push(Mark::Stamp {
            stamp: Stamps::EXAMPLE,
            corner: (left, y),
        });
        let face = self.figures().regular;
        grid.digits(&mut marks, (left, y), face, example.filled());

        let (x, width, style) = match beside {
            Some(width) => (left + live - width, width.min(26.0 * steps.size), steps),
            None => (left, live, body),
        };
        let mut pen = match beside {
            Some(_) => y + steps.cap(),
            None => y + grid.outer() + body.size * 1.6,
        };
        for step in text::EXAMPLE_STEPS {
            pen = Self::paragraph(&mut marks, (x, pen), width, style, step);
            pen += style.size * 0.5;
        }
        y = (y + grid.outer() + body.size * 2.1).max(pen + body.size * 0.4);

        // What else there is to say, if there is room: where the answers are comes first.
        let answers = text::answers_begin(self.plan.answer_page(0));
        let lines = |text: &str| body.face.wrap_paragraph(text, body.size, live).len() as f64;
        let space = body.size * 0.5;
        let room = (self.sheet.bottom - y + body.size * LEADING - space) / (body.size * LEADING);
        let both = lines(text::ADVICE) + lines(&answers) <= room;
        let rest = [(both, text::ADVICE), (lines(&answers) <= room, &answers)];
        for (_, paragraph) in rest.into_iter().filter(|(fits, _)| *fits) {
            y = Self::paragraph(&mut marks, (left, y), live, body, paragraph) + space;
        }
        self.foot(&mut marks, index, Inside::Nothing);
        (marks, y - space - body.size * LEADING)
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
        let y = self.heading(&mut marks, index, text::LEVELS);
        let mut y = Self::paragraph(&mut marks, (left, y), live, body, text::LEVELS_INTRO);

        // Name and stars, what it is for, which puzzles: three lines and a space as there is room.
        let lines = name.size + 2.0 * body.size * LEADING;
        let entries = self.sections.len() as f64;
        let spare = (self.sheet.bottom - y - entries * lines) / entries;
        let space = (spare * OPTICAL * 1.6).clamp(body.size * 0.4, body.size * 2.4);
        y += space * 0.6;
        for span in &self.sections {
            y += name.size * 0.75;
            draw::left(&mut marks, (left, y), name, text::level_name(span.level));
            let stamp = Stamps::level(span.level);
            let stars = &self.stamps[stamp];
            marks.push(Mark::Stamp {
                stamp,
                corner: (
                    left + live - stars.width,
                    y - name.cap() / 2.0 - stars.height / 2.0,
                ),
            });
            y += body.size * LEADING;
            draw::left(&mut marks, (left, y), body, text::level_promise(span.level));
            y += body.size * LEADING;
            let (first, last) = self.numbers(span.start..span.start + span.len);
            draw::left(&mut marks, (left, y), aside, text::puzzles(first, last));
            y += space + name.size * 0.25;
        }
        self.foot(&mut marks, index, Inside::Nothing);
        (marks, y - space)
    }
}
