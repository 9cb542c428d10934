//! Drawn steps, measured on finished pages: no candidate on a line, no ring at another, no chain through a digit.

use crate::support::books::{imprint, puzzles_of_all_bands, trim};
use crate::support::program::Bench;
use sudoku_press::book::{
    self, BookOptions, Colour, DrawOp, Page, PathEl, Point, Section, Template,
};
use sudoku_press::sudoku::score::Level;

/// A rectangle: left, top, right, bottom.
type Box = [f64; 4];

/// What is drawn of a step.
#[derive(Default)]
struct Drawn {
    /// The lines of the grid, with their widths.
    columns: Vec<(f64, f64)>,
    rows: Vec<(f64, f64)>,
    /// The digits of the grid and the candidates, with what they cover.
    digits: Vec<Box>,
    candidates: Vec<Box>,
    /// The rings around candidates: centre and radius.
    rings: Vec<(Point, f64)>,
    /// The pieces of arrows.
    arrows: Vec<(Point, Point)>,
    /// The lines over candidates, with their edges: ends and width.
    strikes: Vec<(Point, Point, f64)>,
}

fn points(step: &PathEl) -> Vec<Point> {
    match step {
        PathEl::Move(point) | PathEl::Line(point) => vec![*point],
        PathEl::Quad(points) => points.to_vec(),
        PathEl::Curve(points) => points.to_vec(),
    }
}

/// The step that is drawn on a page, if one is.
fn drawn(page: &Page) -> Option<Drawn> {
    let mut drawn = Drawn::default();
    for mark in &page.marks {
        match mark {
            DrawOp::Line { from, to, width } if from.0 == to.0 => {
                drawn.columns.push((from.0, *width))
            }
            DrawOp::Line { from, to, width } if from.1 == to.1 => drawn.rows.push((from.1, *width)),
            _ => {}
        }
    }
    drawn.columns.sort_by(|a, b| a.0.total_cmp(&b.0));
    drawn.rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The rule below the head is no line of the grid.
    drawn.rows.drain(..drawn.rows.len().checked_sub(10)?);
    let cell = (drawn.columns.get(9)?.0 - drawn.columns[0].0) / 9.0;
    for mark in &page.marks {
        match mark {
            DrawOp::Colored { colour, marks } => match &marks[..] {
                [DrawOp::Shape { steps, .. }] if *colour == Colour::BLACK => {
                    let all: Vec<Point> = steps.iter().flat_map(points).collect();
                    let ends = |of: fn(&Point) -> f64| {
                        let at = all.iter().map(of);
                        (at.clone().fold(f64::MAX, f64::min), at.fold(f64::MIN, f64::max))
                    };
                    let ((left, right), (top, bottom)) = (ends(|p| p.0), ends(|p| p.1));
                    let ring = (((left + right) / 2.0, (top + bottom) / 2.0), (right - left) / 2.0);
                    // A larger one is around a digit of the grid.
                    if ring.1 < 0.3 * cell && !drawn.rings.contains(&ring) {
                        drawn.rings.push(ring);
                    }
                }
                [DrawOp::Line { from, to, width }] if *colour == Colour::WHITE => {
                    drawn.strikes.push((*from, *to, *width));
                }
                marks if marks.iter().any(|mark| matches!(mark, DrawOp::Text { .. })) => {
                    marks.iter().for_each(|mark| drawn.letter(mark));
                }
                marks => drawn.arrows.extend(marks.iter().filter_map(|mark| match mark {
                    DrawOp::Line { from, to, .. } if *colour != Colour::BLACK => Some((*from, *to)),
                    _ => None,
                })),
            },
            mark => drawn.letter(mark),
        }
    }
    Some(drawn)
}

impl Drawn {
    /// Adds a digit in the grid.
    fn letter(&mut self, mark: &DrawOp) {
        let DrawOp::Text { at, face, size, text } = mark else { return };
        let (left, top) = (self.columns[0].0, self.rows[0].0);
        let inside = at.0 > left && at.0 < self.columns[9].0 && at.1 > top && at.1 < self.rows[9].0;
        if let (true, Some(digit), 1) = (inside, text.chars().next(), text.len()) {
            let (wide, high) = (face.advance(digit) * size, face.cap_height() * size);
            let covers = [at.0, at.1 - high, at.0 + wide, at.1];
            let cell = (self.columns[9].0 - left) / 9.0;
            let of_grid = (at.1 - high / 2.0 - top).rem_euclid(cell) / cell - 0.5;
            let largest = high > 0.34 * cell && of_grid.abs() < 0.02;
            if largest { &mut self.digits } else { &mut self.candidates }.push(covers);
        }
    }

    /// The gap between what is covered and the lines around its cell.
    fn gap(&self, [left, top, right, bottom]: Box) -> f64 {
        let gap = |lines: &[(f64, f64)], from: f64, to: f64| {
            let middle = (from + to) / 2.0;
            let next = lines.iter().position(|(at, _)| *at > middle).unwrap();
            let ((low, thin), (high, thick)) = (lines[next - 1], lines[next]);
            (from - low - thin / 2.0).min(high - thick / 2.0 - to)
        };
        gap(&self.columns, left, right).min(gap(&self.rows, top, bottom))
    }
}

/// Every technique of many puzzles, on pages of all sizes.
#[test]
fn candidates_rings_and_chains_keep_clear_of_lines_and_digits() {
    let bench = Bench::new();
    let sections = [Section::new(Level::Evil, puzzles_of_all_bands(&bench))];
    let parts = Some(vec!["techniques".to_owned()]);
    let imprint = BookOptions { parts, ..imprint() };
    let looks = [
        ("classic", "8.5x11"),
        ("classic", "6x9"),
        ("pocket", "5x8"),
        ("large-print", "8.5x11"),
        ("large-print", "7x10"),
    ];
    for (design, size) in looks {
        let template = Template::builtin(design).unwrap();
        let volumes = book::volumes(&template, trim(size), &imprint, &sections).unwrap();
        let pages: Vec<Drawn> = volumes[0].pages().filter_map(|page| drawn(&page)).collect();
        let count = |of: fn(&Drawn) -> usize| pages.iter().map(of).sum::<usize>();
        assert!(pages.len() >= 18, "{design} {size}: {} steps", pages.len());
        let seen = [
            count(|drawn| drawn.rings.len()),
            count(|drawn| drawn.strikes.len()),
            count(|drawn| drawn.arrows.len()),
            count(|drawn| drawn.digits.len()),
        ];
        let least = [60, 20, 200, 400];
        assert!(seen.iter().zip(least).all(|(seen, least)| *seen > least), "{seen:?}");
        for (step, drawn) in pages.iter().enumerate() {
            let place = format!("{design} {size}, step {step}");
            for &candidate in &drawn.candidates {
                assert!(drawn.gap(candidate) > 0.2, "{place}: {candidate:?} on a line");
            }
            for (nth, &((x, y), r)) in drawn.rings.iter().enumerate() {
                let gap = drawn.gap([x - r, y - r, x + r, y + r]);
                assert!(gap > 0.1, "{place}: a ring at {x}, {y} is {gap} from a line");
                for &((other_x, other_y), other) in &drawn.rings[..nth] {
                    let gap = (x - other_x).hypot(y - other_y) - r - other;
                    assert!(gap > 0.2, "{place}: rings at {x}, {y} are {gap} apart");
                }
            }
            for &(from, to) in &drawn.arrows {
                let through = |part: f64, [left, top, right, bottom]: &Box| {
                    let x = from.0 + (to.0 - from.0) * part;
                    let y = from.1 + (to.1 - from.1) * part;
                    *left < x && x < *right && *top < y && y < *bottom
                };
                let meets = |digit: &&Box| [0.0, 0.5, 1.0].iter().any(|at| through(*at, digit));
                let digit = drawn.digits.iter().find(meets);
                assert!(digit.is_none(), "{place}: an arrow at {from:?} in {digit:?}");
            }
            for &((x1, y1), (x2, y2), width) in &drawn.strikes {
                let middle = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
                let over = |[left, top, right, bottom]: &&Box| {
                    *left < middle.0 && middle.0 < *right && *top < middle.1 && middle.1 < *bottom
                };
                let digit = drawn.candidates.iter().find(over).expect("a digit below the line");
                let (wide, high) = (digit[2] - digit[0], digit[3] - digit[1]);
                let covered = (x2 - x1).hypot(y2 - y1).min(wide * 1.2) * width / (wide * high);
                assert!(covered < 0.4, "{place}: {covered} of a struck digit is covered");
                let reach = [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)];
                assert!(drawn.gap(reach) > 0.0, "{place}: a strike at {middle:?} meets a line");
            }
        }
    }
}
