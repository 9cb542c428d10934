//! The marks of a page as printpdf's operations: text in one section, neighbours on a line in one
//! string with steps between. Not how the operations are encoded.

use crate::book::font::Face;
use crate::book::page::{Mark, Page, Paint, Point};
use printpdf::{
    Color, FontId, Greyscale, Line, LinePoint, Op, PaintMode, PdfFontHandle, Polygon, PolygonRing,
    Pt, Rect, TextItem, WindingOrder, XObjectId, XObjectTransform,
};
use std::collections::{BTreeMap, BTreeSet};

/// Positions are written in hundredths of a point: 3.5 micrometres.
const GRAIN: f64 = 100.0;

/// The rows of a grid begin within so many sizes of their digits.
const ROW: f64 = 14.5;

/// Remembers, over the pages of a file, what they use.
#[derive(Default)]
pub(super) struct Content {
    used: BTreeMap<Face, BTreeSet<char>>,
    stamps: BTreeSet<usize>,
}

/// The name of a face in the file's resources.
pub(super) fn font_name(face: Face) -> String {
    format!("F{}", face as usize)
}

/// The name of a stamp in the file's resources.
pub(super) fn stamp_name(stamp: usize) -> String {
    format!("S{stamp}")
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
    /// The characters that the pages so far use, by face.
    pub fn used(&self) -> &BTreeMap<Face, BTreeSet<char>> {
        &self.used
    }

    /// The stamps that the pages so far use, ascending.
    pub fn stamps_used(&self) -> impl Iterator<Item = usize> + '_ {
        self.stamps.iter().copied()
    }

    /// The operations of a page.
    pub fn page(&mut self, page: &Page) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut line_width = None;
        let up = |y: f64| grains(page.height) - grains(y);
        for mark in &page.marks {
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
                    ops.push(fill(0.0));
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
                    ops.push(Op::UseXobject {
                        id: XObjectId(stamp_name(*stamp)),
                        // The stamp's top left corner is its form's origin.
                        transform: XObjectTransform {
                            translate_x: Some(pt(grains(corner.0))),
                            translate_y: Some(pt(up(corner.1))),
                            ..Default::default()
                        },
                    });
                }
                Mark::Text { .. } => {}
            }
        }
        self.texts(page, &mut ops);
        ops
    }

    /// All texts of a page in one section.
    fn texts(&mut self, page: &Page, ops: &mut Vec<Op>) {
        let mut style = None;
        // Where the last string began, in grains: the next is placed from there.
        let mut origin = (0, 0);
        let mut run: Option<Run> = None;
        for mark in &page.marks {
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
            self.used.entry(*face).or_default().extend(text.chars());
            let (x, y) = (grains(at.0), grains(page.height) - grains(at.1));
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
            ops.extend(run.take().map(Run::finish));
            if !same_style {
                style = Some((*face, *size));
                ops.push(Op::SetFont {
                    font: PdfFontHandle::External(FontId(font_name(*face))),
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
        ops.extend(run.take().map(Run::finish));
        if style.is_some() {
            ops.push(Op::EndTextSection);
        }
    }
}

/// Strings on one baseline in one face and size, and the steps between them.
struct Run {
    face: Face,
    size: f64,
    y: i64,
    /// Where the pen stands after the last string, in points.
    pen: f64,
    items: Vec<TextItem>,
}

impl Run {
    fn new(face: Face, size: f64, x: i64, y: i64) -> Self {
        Self {
            face,
            size,
            y,
            pen: x as f64 / GRAIN,
            items: Vec::new(),
        }
    }

    /// Whether a string that begins at x is near enough to be one of the run.
    fn reaches(&self, x: i64) -> bool {
        let step = x as f64 / GRAIN - self.pen;
        (-0.5 * self.size..40.0 * self.size).contains(&step)
    }

    fn go_on(&mut self, x: i64, text: &str) {
        // Steps are counted in thousandths of the size, to the left; whole ones are exact enough,
        // and the next step makes good for what this one leaves.
        let step = ((self.pen - x as f64 / GRAIN) / self.size * 1000.0).round();
        if step != 0.0 {
            self.items.push(TextItem::Offset(step as f32));
            self.pen -= step / 1000.0 * self.size;
        }
        self.items.push(TextItem::Text(text.to_owned()));
        self.pen += self.face.width(text, self.size);
    }

    fn finish(self) -> Op {
        Op::ShowText { items: self.items }
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
    Op::SetFillColor {
        col: Color::Greyscale(Greyscale {
            percent: grey as f32,
            icc_profile: None,
        }),
    }
}
