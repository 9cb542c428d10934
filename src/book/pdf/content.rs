//! The marks of a page as printpdf's operations: text in one section, neighbours on a line in one
//! string with steps between. Not how the operations are encoded.

use crate::book::font::Face;
use crate::book::page::{Mark, Page, Paint, Point, Turn};
use printpdf::{
    Color, CurTransMat, DictItem, FontId, Greyscale, Line, LinePoint, Op, PaintMode, PdfFontHandle,
    Polygon, PolygonRing, Pt, Rect, TextItem, WindingOrder, XObjectId, XObjectTransform,
};
use std::collections::{BTreeMap, BTreeSet};

/// Positions are written in hundredths of a point: 3.5 micrometres.
const GRAIN: f64 = 100.0;

/// The rows of a grid begin within so many sizes of their digits.
const ROW: f64 = 14.5;

/// Stamps that follow each other on a page, each with its top left corner in grains. Pages with the
/// same ones draw them as one.
pub(super) type Group = Vec<(usize, i64, i64)>;

/// Remembers, over the pages of a file, what they use.
#[derive(Default)]
pub(super) struct Content {
    /// In the order in which they were first used.
    used: Vec<(Face, BTreeSet<char>)>,
    stamps: BTreeSet<usize>,
    groups: BTreeMap<Group, usize>,
}

/// The name of a face in the file's resources: the first that is used, and so on.
pub(super) fn font_name(face: usize) -> String {
    format!("F{face}")
}

/// The name of a stamp in the file's resources.
pub(super) fn stamp_name(stamp: usize) -> String {
    format!("S{stamp}")
}

/// The name of a group of stamps in the file's resources.
pub(super) fn group_name(group: usize) -> String {
    format!("G{group}")
}

/// A length in whole grains.
fn grains(points: f64) -> i64 {
    (points * GRAIN).round() as i64
}

/// Grains as printpdf counts lengths.
fn pt(grains: i64) -> Pt {
    Pt((grains as f64 / GRAIN) as f32)
}

impl Content {
    /// The faces that the pages so far use, and their characters.
    pub fn used(&self) -> &[(Face, BTreeSet<char>)] {
        &self.used
    }

    /// The stamps that the pages so far use, ascending.
    pub fn stamps_used(&self) -> impl Iterator<Item = usize> + '_ {
        self.stamps.iter().copied()
    }

    /// The groups of stamps that the pages so far use, in the order of their names.
    pub fn groups_used(&self) -> Vec<&Group> {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|(_, number)| **number);
        groups.into_iter().map(|(group, _)| group).collect()
    }

    /// The operations of a page.
    pub fn page(&mut self, page: &Page) -> Vec<Op> {
        self.drawn(page.height, 0.0, &page.marks)
    }

    /// The operations of marks on something so high, in this grey.
    fn drawn(&mut self, height: f64, ink: f64, marks: &[Mark]) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut group = Group::new();
        let mut line_width = None;
        let up = |y: f64| grains(height) - grains(y);
        for mark in marks {
            if !matches!(mark, Mark::Stamp { .. } | Mark::Text { .. }) {
                self.stamped(&mut ops, std::mem::take(&mut group));
            }
            match mark {
                Mark::Line { from, to, width } => {
                    set_width(&mut ops, &mut line_width, *width);
                    let points = [from, to].map(|&(x, y)| line_point(grains(x), up(y)));
                    ops.push(Op::DrawLine {
                        line: Line {
                            points: points.to_vec(),
                            is_closed: false,
                        },
                    });
                }
                Mark::Box { corner, size, grey } => {
                    ops.push(fill(*grey));
                    ops.push(Op::DrawRectangle {
                        rectangle: Rect {
                            x: pt(grains(corner.0)),
                            y: pt(up(corner.1 + size.1)),
                            width: pt(grains(size.0)),
                            height: pt(grains(size.1)),
                            mode: Some(PaintMode::Fill),
                            winding_order: Some(WindingOrder::NonZero),
                        },
                    });
                    ops.push(fill(ink));
                }
                Mark::Path { points, paint } => {
                    let mode = match paint {
                        Paint::Fill => PaintMode::Fill,
                        Paint::Outline(width) => {
                            set_width(&mut ops, &mut line_width, *width);
                            PaintMode::Stroke
                        }
                    };
                    let corner = |&(x, y): &Point| line_point(grains(x), up(y));
                    ops.push(Op::DrawPolygon {
                        polygon: Polygon {
                            rings: vec![PolygonRing {
                                points: points.iter().map(corner).collect(),
                            }],
                            mode,
                            winding_order: WindingOrder::NonZero,
                        },
                    });
                }
                Mark::Stamp { stamp, corner } => {
                    self.stamps.insert(*stamp);
                    group.push((*stamp, grains(corner.0), up(corner.1)));
                }
                Mark::Turned {
                    turn,
                    corner,
                    size,
                    marks,
                } => {
                    let (x, y) = (|x: f64| pt(grains(x)).0, pt(up(corner.1)).0);
                    let matrix = CurTransMat::Raw(match turn {
                        Turn::Quarter => [0.0, -1.0, 1.0, 0.0, x(corner.0), y],
                        Turn::Half => [-1.0, 0.0, 0.0, -1.0, x(corner.0 + size.0), y],
                    });
                    ops.push(Op::SaveGraphicsState);
                    ops.push(Op::SetTransformationMatrix { matrix });
                    ops.extend(self.drawn(size.1, ink, marks));
                    ops.push(Op::RestoreGraphicsState);
                    line_width = None;
                }
                Mark::Toned { grey, marks } => {
                    ops.push(Op::SaveGraphicsState);
                    ops.push(fill(*grey));
                    ops.push(Op::SetOutlineColor { col: tone(*grey) });
                    ops.extend(self.drawn(height, *grey, marks));
                    ops.push(Op::RestoreGraphicsState);
                    line_width = None;
                }
                Mark::Text { .. } => {}
            }
        }
        self.stamped(&mut ops, group);
        self.texts(height, marks, &mut ops);
        ops
    }

    /// Remembers what a text uses, and says which of the used faces it is in.
    fn note(&mut self, face: Face, text: &str) -> usize {
        let known = self.used.iter().position(|(known, _)| *known == face);
        let place = known.unwrap_or_else(|| {
            self.used.push((face, BTreeSet::new()));
            self.used.len() - 1
        });
        self.used[place].1.extend(text.chars());
        place
    }

    /// One stamp, or several under the name of their group.
    fn stamped(&mut self, ops: &mut Vec<Op>, group: Group) {
        if group.len() < 2 {
            ops.extend(group.into_iter().map(placed));
            return;
        }
        let next = self.groups.len();
        let number = *self.groups.entry(group).or_insert(next);
        ops.push(Op::Unknown {
            key: "Do".to_owned(),
            value: vec![DictItem::Name(group_name(number).into_bytes())],
        });
    }

    /// All texts of a page in one section.
    fn texts(&mut self, height: f64, marks: &[Mark], ops: &mut Vec<Op>) {
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
                ops.push(Op::StartTextSection);
            }
            let name = self.note(*face, text);
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
                ops.push(Op::SetFont {
                    font: PdfFontHandle::External(FontId(font_name(name))),
                    size: pt(grains(*size)),
                });
            }
            // Rows of a grid begin in any column. The line begins where that of the row above
            // did, and a step leads to the first digit: equal moves from row to row pack better.
            let aligned = same_style && ((x - origin.0) as f64 / GRAIN).abs() < ROW * size;
            let start = if aligned { origin.0 } else { x };
            ops.push(Op::SetTextCursor {
                pos: printpdf::Point {
                    x: pt(start - origin.0),
                    y: pt(y - origin.1),
                },
            });
            origin = (start, y);
            let mut next = Run::new(*face, *size, start, y);
            next.go_on(x, text);
            run = Some(next);
        }
        if let Some(run) = run.take() {
            self.show(run, &mut spacing, ops);
        }
        if style.is_some() {
            ops.push(Op::EndTextSection);
        }
    }

    /// What shows a run; the space after each character is set where it is not what it was.
    fn show(&mut self, run: Run, spacing: &mut f64, ops: &mut Vec<Op>) {
        let space = run.space(*spacing).unwrap_or(0.0);
        if std::mem::replace(spacing, space) != space {
            ops.push(Op::SetCharacterSpacing {
                multiplier: space as f32,
            });
        }
        let items = run.items(space);
        if space > 0.0 {
            self.note(run.face, Face::DIGIT_BLANK.encode_utf8(&mut [0; 4]));
        }
        ops.push(Op::ShowText { items });
    }
}

/// Strings on one baseline in one face and size: each with where it begins, in grains.
struct Run<'a> {
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
    fn new(face: Face, size: f64, start: i64, y: i64) -> Self {
        Self {
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
    fn items(&self, space: f64) -> Vec<TextItem> {
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
                            items.push(TextItem::Text(std::mem::take(&mut text)));
                        }
                        items.push(TextItem::Offset(step as f32));
                        pen -= step / 1000.0 * self.size;
                    }
                }
            }
            text.push_str(string);
            pen += self.width(string) + space * string.chars().count() as f64;
        }
        items.push(TextItem::Text(text));
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

/// A stamp where it stands: its top left corner is its form's origin.
pub(super) fn placed((stamp, x, y): (usize, i64, i64)) -> Op {
    Op::UseXobject {
        id: XObjectId(stamp_name(stamp)),
        transform: XObjectTransform {
            translate_x: Some(pt(x)),
            translate_y: Some(pt(y)),
            ..Default::default()
        },
    }
}

fn line_point(x: i64, y: i64) -> LinePoint {
    LinePoint {
        p: printpdf::Point { x: pt(x), y: pt(y) },
        bezier: false,
    }
}

fn set_width(ops: &mut Vec<Op>, current: &mut Option<f64>, width: f64) {
    if current.replace(width) != Some(width) {
        ops.push(Op::SetOutlineThickness {
            pt: Pt(width as f32),
        });
    }
}

fn fill(grey: f64) -> Op {
    Op::SetFillColor { col: tone(grey) }
}

fn tone(grey: f64) -> Color {
    Color::Greyscale(Greyscale {
        percent: grey as f32,
        icc_profile: None,
    })
}
