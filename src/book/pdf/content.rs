//! The marks of a page as operators: text in one section, neighbours on a line in one string with steps
//! between. How an operator is written is known in `operators`.

use super::fonts::Fonts;
use super::operators::{GRAIN, Operators, grains};
use crate::book::page::{Drawing, Mark, Page, Paint, Point, Stamp, Turn};
use crate::book::typesetting::Face;
use std::collections::BTreeMap;

/// The rows of a grid begin within this many sizes of their digits.
const ROW: f64 = 14.5;

/// Stamps that follow each other on a page, each with its top left corner in grains. Pages with the
/// same ones draw them as one.
type Group = Vec<(Stamp, (i64, i64))>;

/// The pages so far, and what they use.
#[derive(Default)]
pub(super) struct Content {
    pages: Vec<Vec<u8>>,
    fonts: Fonts,
    /// Numbered in the order in which they are first used.
    stamps: BTreeMap<Stamp, usize>,
    groups: BTreeMap<Group, usize>,
}

/// The content streams of a file, and its fonts.
pub(super) struct Drawn {
    pub pages: Vec<Vec<u8>>,
    /// With width and height, in the order of their numbers.
    pub stamps: Vec<((f64, f64), Vec<u8>)>,
    /// In the order of their numbers.
    pub groups: Vec<Vec<u8>>,
    pub fonts: Fonts,
}

/// The keys of a map in the order of their numbers.
fn by_number<T: Clone>(numbers: &BTreeMap<T, usize>) -> Vec<T> {
    let mut all: Vec<_> = numbers.iter().collect();
    all.sort_by_key(|(_, number)| **number);
    all.into_iter().map(|(key, _)| key.clone()).collect()
}

impl Content {
    /// No pages yet; `is_cover` is whether the only one will be a cover.
    pub fn new(is_cover: bool) -> Self {
        let mut content = Self::default();
        content.fonts.digits_together = !is_cover;
        content
    }

    pub fn add_page(&mut self, page: &Page) {
        let content = self.drawn(page.height, 0.0, &page.marks);
        self.pages.push(content.into_bytes());
    }

    /// Draws the groups and the stamps that the pages use.
    pub fn finish(mut self, drawing: &dyn Fn(Stamp) -> Drawing) -> Drawn {
        let groups = by_number(&self.groups).into_iter().map(|group| {
            let mut ops = Operators::default();
            for (stamp, corner) in group {
                self.stamp(&mut ops, stamp, corner);
            }
            ops.into_bytes()
        });
        let groups = groups.collect();
        let stamps = by_number(&self.stamps).into_iter().map(|stamp| {
            let Drawing {
                width,
                height,
                marks,
            } = drawing(stamp);
            let content = self.drawn(height, 0.0, &marks);
            ((width, height), content.into_bytes())
        });
        Drawn {
            stamps: stamps.collect(),
            pages: self.pages,
            groups,
            fonts: self.fonts,
        }
    }

    /// The operators of marks on something of this height, in this grey.
    fn drawn(&mut self, height: f64, ink: f64, marks: &[Mark]) -> Operators {
        let mut ops = Operators::default();
        self.draw(&mut ops, height, ink, marks);
        ops
    }

    fn draw(&mut self, ops: &mut Operators, height: f64, ink: f64, marks: &[Mark]) {
        let mut group = Group::new();
        let mut line_width = None;
        let up = |y: f64| grains(height) - grains(y);
        let at = |&(x, y): &Point| (grains(x), up(y));
        for mark in marks {
            if !matches!(mark, Mark::Stamp { .. } | Mark::Text { .. }) {
                self.group(ops, std::mem::take(&mut group));
            }
            match mark {
                Mark::Line { from, to, width } => {
                    set_width(ops, &mut line_width, *width);
                    path(ops, [at(from), at(to)]);
                    ops.operator("S");
                }
                Mark::Box { corner, size, grey } => {
                    fill(ops, *grey);
                    ops.point((grains(corner.0), up(corner.1 + size.1)));
                    ops.point((grains(size.0), grains(size.1)));
                    ops.operator("re");
                    ops.operator("f");
                    fill(ops, ink);
                }
                Mark::Path { points, paint } => {
                    if let Paint::Outline(width) = paint {
                        set_width(ops, &mut line_width, *width);
                    }
                    path(ops, points.iter().map(at));
                    ops.operator("h");
                    ops.operator(match paint {
                        Paint::Fill => "f",
                        Paint::Outline(_) => "S",
                    });
                }
                Mark::Stamp { stamp, corner } => group.push((*stamp, at(corner))),
                Mark::Turned {
                    turn,
                    corner,
                    size,
                    marks,
                } => {
                    ops.operator("q");
                    let right = match turn {
                        Turn::Quarter => {
                            ops.numbers([0, -1, 1, 0]);
                            corner.0
                        }
                        Turn::Half => {
                            ops.numbers([-1, 0, 0, -1]);
                            corner.0 + size.0
                        }
                    };
                    ops.point(at(&(right, corner.1)));
                    ops.operator("cm");
                    self.draw(ops, size.1, ink, marks);
                    ops.operator("Q");
                    line_width = None;
                }
                Mark::Toned { grey, marks } => {
                    ops.operator("q");
                    fill(ops, *grey);
                    ops.number(*grey);
                    ops.operator("G");
                    self.draw(ops, height, *grey, marks);
                    ops.operator("Q");
                    line_width = None;
                }
                Mark::Text { .. } => {}
            }
        }
        self.group(ops, group);
        self.texts(height, marks, ops);
    }

    /// One stamp, or several under the name of their group.
    fn group(&mut self, ops: &mut Operators, group: Group) {
        if let [(stamp, corner)] = group[..] {
            self.stamp(ops, stamp, corner);
        } else if !group.is_empty() {
            let next = self.groups.len();
            ops.name('G', *self.groups.entry(group).or_insert(next));
            ops.operator("Do");
        }
    }

    /// A stamp with its top left corner, which is its form's origin, at a point.
    fn stamp(&mut self, ops: &mut Operators, stamp: Stamp, corner: (i64, i64)) {
        let next = self.stamps.len();
        let number = *self.stamps.entry(stamp).or_insert(next);
        ops.operator("q");
        ops.numbers([1, 0, 0, 1]);
        ops.point(corner);
        ops.operator("cm");
        ops.name('S', number);
        ops.operator("Do");
        ops.operator("Q");
    }

    /// All texts of a page in one section.
    fn texts(&mut self, height: f64, marks: &[Mark], ops: &mut Operators) {
        let mut style = None;
        // The space after each character, in points.
        let mut spacing = 0.0;
        // Where the last string began, in grains: the next is placed from there.
        let mut origin = (0, 0);
        let mut run: Option<Run<'_>> = None;
        for mark in marks {
            let Mark::Text {
                at,
                face,
                size,
                text,
            } = mark
            else {
                continue;
            };
            if text.is_empty() {
                continue;
            }
            if style.is_none() {
                ops.operator("BT");
            }
            let font = self.fonts.number(*face);
            let (x, y) = (grains(at.0), grains(height) - grains(at.1));
            // As it is written.
            let size = &(grains(*size) as f64 / GRAIN);
            let same_style = style == Some((*face, *size));
            match &mut run {
                Some(run) if same_style && run.y == y && run.reaches(x) => {
                    run.go_on(x, text);
                    continue;
                }
                _ => {}
            }
            if let Some(run) = run.take() {
                self.show(run, &mut spacing, ops);
            }
            if !same_style {
                style = Some((*face, *size));
                ops.name('F', font);
                ops.length(grains(*size));
                ops.operator("Tf");
            }
            // Rows of a grid begin in any column. The line begins where that of the row above
            // did, and a step leads to the first digit: equal moves from row to row pack better.
            let aligned = same_style && ((x - origin.0) as f64 / GRAIN).abs() < ROW * size;
            let start = if aligned { origin.0 } else { x };
            ops.point((start - origin.0, y - origin.1));
            ops.operator("Td");
            origin = (start, y);
            let mut next = Run::new((font, *face), *size, start, y);
            next.go_on(x, text);
            run = Some(next);
        }
        if let Some(run) = run.take() {
            self.show(run, &mut spacing, ops);
        }
        if style.is_some() {
            ops.operator("ET");
        }
    }

    /// Shows a run; the space after each character is set where it changes.
    fn show(&mut self, run: Run, spacing: &mut f64, ops: &mut Operators) {
        let space = run.space(*spacing).unwrap_or(0.0);
        if std::mem::replace(spacing, space) != space {
            ops.number(space);
            ops.operator("Tc");
        }
        let items = run.items(space);
        let mut codes = |text: &str, ops: &mut Operators| {
            let codes = text.chars().map(|c| self.fonts.code(run.font, c));
            ops.codes(codes);
        };
        if let [Item::Text(text)] = &items[..] {
            codes(text, ops);
            ops.operator("Tj");
            return;
        }
        ops.sign(b'[');
        for item in &items {
            match item {
                Item::Text(text) => codes(text, ops),
                Item::Step(step) => ops.number(*step),
            }
        }
        ops.sign(b']');
        ops.operator("TJ");
    }
}

/// A string, or a step to the left in thousandths of the size.
enum Item {
    Text(String),
    Step(f64),
}

/// Strings on one baseline in one face and size: each with where it begins, in grains.
struct Run<'a> {
    font: usize,
    face: Face,
    size: f64,
    y: i64,
    /// Where the pen stands at first, in grains.
    start: i64,
    /// Where it stands after the last string, in points.
    pen: f64,
    strings: Vec<(i64, &'a str)>,
}

impl<'a> Run<'a> {
    fn new((font, face): (usize, Face), size: f64, start: i64, y: i64) -> Self {
        Self {
            font,
            face,
            size,
            y,
            start,
            pen: start as f64 / GRAIN,
            strings: Vec::new(),
        }
    }

    /// Whether a string that begins at x is near enough to be one of the run.
    fn reaches(&self, x: i64) -> bool {
        let step = x as f64 / GRAIN - self.pen;
        (-0.5 * self.size..40.0 * self.size).contains(&step)
    }

    fn go_on(&mut self, x: i64, text: &'a str) {
        self.strings.push((x, text));
        self.pen = x as f64 / GRAIN + self.width(text);
    }

    fn width(&self, text: &str) -> f64 {
        text.chars().map(|c| self.face.advance(c)).sum::<f64>() * self.size
    }

    /// The space after each character, in points, where the run is digits of one width in cells of
    /// one width, and the face has a blank as wide as a digit; rather the same as before.
    fn space(&self, before: f64) -> Option<f64> {
        let width = self.face.digit_blank()? * self.size;
        let digit = |(_, text): &(i64, &str)| text.len() == 1 && self.width(text) == width;
        if !self.strings.iter().all(digit) {
            return None;
        }
        let steps = || self.strings.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let least = steps().min()? as f64;
        let cell = (before + width) * GRAIN;
        if before > 0.0 && cells(least, cell).is_some() {
            return Some(before);
        }
        let all = steps().filter_map(|step| Some((step, cells(step as f64, least)?)));
        let (way, number) = all.fold((0, 0), |(way, n), (step, cells)| (way + step, n + cells));
        let space = way as f64 / number as f64 / GRAIN - width;
        // Numbers above the grids of a page are no row of one.
        let in_a_grid = space > 0.0 && space < 4.0 * width;
        in_a_grid.then(|| (space * 1000.0).round() / 1000.0)
    }

    /// The strings, and the steps between them where blanks do not lead from one to the next.
    fn items(&self, space: f64) -> Vec<Item> {
        let mut items = Vec::with_capacity(2 * self.strings.len());
        let mut text = String::new();
        let mut pen = self.start as f64 / GRAIN;
        let blank = self.face.digit_blank().unwrap_or(0.0) * self.size;
        for &(x, string) in &self.strings {
            let x = x as f64 / GRAIN;
            let skipped = (space > 0.0)
                .then(|| cells((x - pen) * GRAIN, (blank + space) * GRAIN))
                .flatten();
            match skipped {
                Some(blanks) => {
                    text.extend(std::iter::repeat_n(Face::DIGIT_BLANK, blanks as usize));
                    pen += blanks as f64 * (blank + space);
                }
                None => {
                    // Steps are counted in thousandths of the size, to the left; whole ones are
                    // exact enough, and the next step makes good for what this one leaves.
                    let step = ((pen - x) / self.size * 1000.0).round();
                    if step != 0.0 {
                        if !text.is_empty() {
                            items.push(Item::Text(std::mem::take(&mut text)));
                        }
                        items.push(Item::Step(step));
                        pen -= step / 1000.0 * self.size;
                    }
                }
            }
            text.push_str(string);
            pen += self.width(string) + space * string.chars().count() as f64;
        }
        items.push(Item::Text(text));
        items
    }
}

/// How many cells of this width a step in grains is, none included; none at all if it leads to the
/// middle of one.
fn cells(step: f64, cell: f64) -> Option<i64> {
    let number = (step / cell).round();
    let fits = (0.0..9.0).contains(&number) && (step - number * cell).abs() <= 2.0;
    fits.then_some(number as i64)
}

fn path(ops: &mut Operators, points: impl IntoIterator<Item = (i64, i64)>) {
    for (i, point) in points.into_iter().enumerate() {
        ops.point(point);
        ops.operator(if i == 0 { "m" } else { "l" });
    }
}

fn set_width(ops: &mut Operators, current: &mut Option<f64>, width: f64) {
    if current.replace(width) != Some(width) {
        ops.number(width);
        ops.operator("w");
    }
}

fn fill(ops: &mut Operators, grey: f64) {
    ops.number(grey);
    ops.operator("g");
}
