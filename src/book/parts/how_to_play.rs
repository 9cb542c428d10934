//! The rules, with a worked example beside or above the text of its steps. In large type on small pages the
//! example goes on, or begins, on a second page.

use super::column::Column;
use super::puzzles::grid_style;
use super::{Listed, Outline, children};
use crate::book::draw::{self, GridStyle, TextStyle};
use crate::book::language::example;
use crate::book::page::{Colour, Mark, Mood, Stamp};
use crate::book::pagination::Leaf;
use crate::book::setup::{ASCENT, PageSetup, Spread};
use crate::book::volume::Volume;
use crate::words::say;

/// Grey of the shaded block: 12 % black.
const SHADE: f64 = 0.88;
/// Fraction of the width that the worked example takes.
const EXAMPLE: f64 = 0.56;
/// The sizes of the rules for children, in multiples of the body's; the last is for rules without drawings.
const RULES: [f64; 4] = [1.25, 1.1, 1.0, 0.9];

impl Spread {
    /// That with the fewest pages.
    pub fn new(setup: &PageSetup) -> Self {
        let fits = |draw: &dyn Fn(&mut Column)| {
            let mut page = Column::new(setup, 0.0);
            begin(setup, &mut page);
            draw(&mut page);
            page.fits()
        };
        let with_grid = |page: &mut Column| {
            rules(setup, page);
            example_grid(setup, page);
        };
        let whole = |page: &mut Column| {
            rules(setup, page);
            whole_example(setup, page);
        };
        if setup.design.children {
            if size_for_children(setup, true).is_some() { Self::One } else { Self::ExampleNext }
        } else if fits(&whole) {
            Self::One
        } else if beside(setup).is_none()
            && fits(&with_grid)
            && fits(&|page| own_steps(setup, page))
        {
            Self::StepsNext
        } else if fits(&|page| whole_example(setup, page)) {
            Self::ExampleNext
        } else {
            Self::RulesAlone
        }
    }

    /// Number of pages.
    fn pages(self) -> usize {
        match self {
            Self::One | Self::RulesAlone => 1,
            Self::StepsNext | Self::ExampleNext => 2,
        }
    }
}

pub(super) fn pages(listed: &Listed, outline: &Outline, pages: &mut Vec<Leaf>) {
    let count = outline.setup.spread.pages();
    pages.extend((0..count).map(|nth| Leaf::new(listed.part.name, nth)));
}

pub(super) fn draw(volume: &Volume, leaf: &Leaf, page: &mut Column) {
    begin(volume, page);
    match (volume.spread, leaf.nth()) {
        (spread, nth) if volume.design.children => {
            let parts = (spread == Spread::One || nth == 1, nth == 0);
            let size = size_for_children(volume, spread == Spread::One).unwrap_or(RULES[3]);
            for_children(volume, parts, size, page);
        }
        (Spread::One, _) => {
            rules(volume, page);
            whole_example(volume, page);
        }
        (Spread::StepsNext, 0) => {
            rules(volume, page);
            example_grid(volume, page);
        }
        (Spread::StepsNext, _) => own_steps(volume, page),
        (Spread::ExampleNext, 1) => whole_example(volume, page),
        (Spread::ExampleNext | Spread::RulesAlone, _) => {
            rules(volume, page);
            page.y += volume.design.sizes.body * 0.5;
        }
    }
    // Further paragraphs if there is room, first the one that names the pages of answers.
    if leaf.nth() + 1 == volume.spread.pages() {
        let answers = volume.pagination.answer_page(0);
        let answers = answers
            .map(|page| say!(volume.language, "how_to_play.answers", page))
            .unwrap_or_default();
        let advice = volume.language.text("how_to_play.advice");
        let advice = if volume.design.children { "" } else { advice };
        further(volume, page, [advice, &answers]);
    }
}

/// The size of the rules for children with which they are on one page, with or without the drawings, in multiples of
/// the body's.
fn size_for_children(setup: &PageSetup, houses: bool) -> Option<f64> {
    let sizes = if houses { &RULES[..3] } else { &RULES };
    sizes.iter().copied().find(|&size| {
        let mut page = Column::new(setup, 0.0);
        begin(setup, &mut page);
        for_children(setup, (houses, true), size, &mut page);
        page.fits()
    })
}

/// Draws the houses, then eight sentences; or one of both.
fn for_children(setup: &PageSetup, (houses, rules): (bool, bool), size: f64, page: &mut Column) {
    let heading = setup.design.sizes.heading;
    if rules {
        let side = 2.2 * heading;
        let corner = (page.right() - side, page.y - setup.design.sizes.body);
        page.marks.extend(draw::figure(Mood::Looking, corner, side));
        page.heading(setup.language.text("how_to_play.heading"));
        page.y += heading * 0.9;
    }
    if houses {
        children::houses(setup, page, grid(setup));
    }
    if rules {
        children::rules(setup, page, size);
    }
}

/// Goes to the first baseline of a page without heading.
fn begin(setup: &PageSetup, page: &mut Column) {
    page.width = setup.measure();
    page.y += ASCENT * setup.design.sizes.body;
}

/// Draws the heading and the rules.
fn rules(setup: &PageSetup, page: &mut Column) {
    page.heading(setup.language.text("how_to_play.heading"));
    page.paragraph(setup.language.text("how_to_play.rules"), setup.regular(1.0));
}

/// The grid of the worked example, which is smaller if the text must go below it.
pub(super) fn grid(setup: &PageSetup) -> GridStyle {
    let (digit, area) = (setup.design.puzzle.digit, &setup.area);
    let side = if setup.design.children {
        (0.29 * setup.measure()).min(area.room() * 0.36)
    } else if area.is_low() {
        low_side(setup)
    } else if beside(setup).is_some() {
        EXAMPLE * setup.measure()
    } else {
        (EXAMPLE * setup.measure()).min(area.room() * 0.3)
    };
    let side = side.max(9.0 * setup.design.sizes.min_type / digit);
    grid_style(&setup.design, side / 9.0, (1.0, 2.5))
}

/// Side length of the worked example on low pages.
fn low_side(setup: &PageSetup) -> f64 {
    (EXAMPLE * setup.measure()).min(setup.area.room() * 0.4)
}

/// Width available for text beside the example; `None` if some words would not fit into a line.
fn beside(setup: &PageSetup) -> Option<f64> {
    let (body, width) = (setup.design.sizes.body, setup.measure());
    let beside = match setup.area.is_low() {
        true => width - low_side(setup) - body * 1.6,
        false => width * (1.0 - EXAMPLE) - body * 1.6,
    };
    (beside >= 10.5 * body).then_some(beside)
}

/// Draws the heading of the example and its grid. The pen is then at the end of the grid.
fn example_grid(setup: &PageSetup, page: &mut Column) {
    let body = setup.design.sizes.body;
    page.y += body * 0.75;
    page.lines(
        vec![setup.language.text("how_to_play.example").to_owned()],
        setup.strong(1.15),
        body,
    );
    let (example, block, _, _) = example();
    let grid = grid(setup);
    let shade = |n: usize| grid.block / 2.0 + n as f64 * 3.0 * grid.cell;
    page.marks.push(Mark::Box {
        corner: (page.left + shade(block % 3), page.y + shade(block / 3)),
        size: (3.0 * grid.cell, 3.0 * grid.cell),
        colour: Colour::Grey(SHADE),
    });
    page.stamp(Stamp::ExampleGrid, page.pen());
    let face = setup.figures().regular.first();
    let corner = page.pen();
    grid.digits(&mut page.marks, corner, face, example.filled());
    page.y += grid.outer();
    page.end = page.y;
}

/// Draws the example with its steps beside or below its grid.
fn whole_example(setup: &PageSetup, page: &mut Column) {
    example_grid(setup, page);
    let (body, end) = (setup.regular(1.0), page.y);
    match beside(setup) {
        Some(width) => {
            let (left, whole) = (page.left, page.width);
            let small = setup.design.sizes.legible(body.size * 0.94);
            let style = TextStyle::new(body.faces, small);
            page.left += whole - width;
            page.width = width.min(26.0 * style.size);
            page.y = end - grid(setup).outer() + style.cap();
            steps(setup, page, style);
            (page.left, page.width) = (left, whole);
        }
        None => {
            page.y = end + body.size * 1.8;
            steps(setup, page, body);
        }
    }
    page.y = (end + body.size * 2.1).max(page.y + body.size * 0.4);
}

/// Draws the steps on a page of their own.
fn own_steps(setup: &PageSetup, page: &mut Column) {
    let body = setup.regular(1.0);
    steps(setup, page, body);
    page.y += body.size * 0.4;
}

fn steps(setup: &PageSetup, page: &mut Column, style: TextStyle) {
    for step in setup.language.list("how_to_play.steps") {
        page.paragraph(step, style);
        page.y += style.size * 0.5;
    }
}

/// Draws those of further paragraphs that fit on the page, the last first.
fn further(setup: &PageSetup, page: &mut Column, texts: [&str; 2]) {
    let body = setup.regular(1.0);
    let leading = body.size * setup.design.typefaces.leading;
    let lines = |text: &str| match text {
        "" => 0.0,
        text => body.faces.wrap_paragraph(text, body.size, page.width).len() as f64,
    };
    let space = body.size * 0.5;
    let room = (page.room() + leading - space) / leading;
    let [advice, answers] = texts;
    let both = lines(advice) + lines(answers) <= room;
    let rest = [
        (both && !advice.is_empty(), advice),
        (!answers.is_empty() && lines(answers) <= room, answers),
    ];
    for (_, text) in rest.into_iter().filter(|(fits, _)| *fits) {
        page.paragraph(text, body);
        page.y += space;
    }
}
