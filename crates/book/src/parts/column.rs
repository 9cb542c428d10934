//! A column of a page. Text flows down it, and the column tracks its position, its end and the
//! remaining room.

use super::{
    ASCENT, Area, BookDesign, DrawOp, FormContent, LiveArea, PageSetup, PageSide, Point, TextStyle,
};
use crate::model::OVERHANG;
use std::sync::Arc;

/// The space above a heading, as a fraction of the height of the page, and below it, in its sizes.
pub const ABOVE_HEADING: f64 = 0.015;
const BELOW_HEADING: f64 = 0.5;
/// The minimum size of a heading in one line, in sizes of a heading.
const MIN_HEADING: f64 = 0.75;
/// The sizes of the title and of the range in the head of a page of numbers, in sizes of a heading
/// and of the title.
const HEAD_TITLE: f64 = 0.64;
const HEAD_RANGE: f64 = 0.82;
/// The distances from the title to the stars behind it and to the rule, and from the rule to the
/// numbers, in sizes of the title.
const STARS_GAP: f64 = 0.7;
const RULE_DROP: f64 = 0.55;
const BELOW_RULE: f64 = 1.25;

/// A column of a page under construction.
pub struct TextColumn<'a> {
    setup: &'a PageSetup,
    /// The side of the page.
    pub side: PageSide,
    /// The marks that are drawn so far.
    pub marks: Vec<DrawOp>,
    /// The left edge.
    pub left: f64,
    /// The width.
    pub width: f64,
    /// The baseline of the next line, or the top of the next element.
    pub y: f64,
    /// The lower limit of the column.
    bottom: f64,
    /// The end of the text: its last baseline.
    pub end: f64,
}

impl<'a> TextColumn<'a> {
    /// Returns a live area of a page. Its left edge has this distance from the edge of the page.
    pub fn new(setup: &'a PageSetup, area: &LiveArea, left: f64) -> Self {
        let (top, height) = (area.top, area.live_height());
        Self::within(setup, Area { left, top, width: area.live_width(), height })
    }

    /// Returns a column that fills an area.
    pub fn within(setup: &'a PageSetup, area: Area) -> Self {
        let Area { left, top, width, .. } = area;
        let (side, bottom) = (PageSide::Recto, area.bottom());
        Self { setup, side, marks: Vec::new(), left, width, y: top, bottom, end: top }
    }

    /// Returns the area from here down to the lower limit.
    pub fn area(&self) -> Area {
        Area { left: self.left, top: self.y, width: self.width, height: self.room() }
    }

    fn design(&self) -> &'a BookDesign {
        &self.setup.design
    }

    /// Returns the top left corner of the next element.
    pub fn pen(&self) -> Point {
        (self.left, self.y)
    }

    /// Returns the right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Returns the remaining height.
    pub fn room(&self) -> f64 {
        self.bottom - self.y
    }

    /// Moves to the first baseline of a page without a heading.
    pub fn begin(&mut self) {
        self.width = self.setup.measure();
        self.y += ASCENT * self.design().keys.sizes.body;
    }

    /// Returns true if elements end inside a page without a heading.
    pub fn is_enough_for(setup: &PageSetup, draw: impl Fn(&mut TextColumn)) -> bool {
        let mut page = TextColumn::new(setup, &setup.area, 0.0);
        page.begin();
        draw(&mut page);
        page.fits()
    }

    /// Returns true if the text ends inside the column.
    pub fn fits(&self) -> bool {
        self.end <= self.bottom
    }

    /// Draws a heading at the top of the page. A heading that is wider than the page is set
    /// smaller, and one that would be small in two lines. The text begins below it.
    pub fn draw_heading(&mut self, text: &str) {
        let (design, area) = (self.design(), &self.setup.area);
        let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.heading);
        let one = style.within(area.live_width(), text);
        let count = if one.size < MIN_HEADING * style.size { 2 } else { 1 };
        let lines = self.setup.fit_lines(style, text, (area.live_width(), f64::INFINITY), count);
        let size = lines.style.size;
        let y = area.top + area.height * ABOVE_HEADING + ASCENT * size;
        for (index, line) in lines.lines.iter().enumerate() {
            let baseline = y + index as f64 * lines.leading * size;
            self.draw_line(lines.style, (self.left, baseline), line);
        }
        let leading = design.keys.sizes.body * design.typefaces.leading;
        self.y = y + lines.height() + size * BELOW_HEADING + leading;
    }

    /// Draws the head of a page of numbers: a title, the range of the numbers flush right, and a
    /// rule. The numbers begin below it.
    pub fn draw_head(&mut self, title: &str, range: String) {
        let NumbersHead { title: style, range: aside, .. } = NumbersHead::new(self.design());
        let aside = aside.within(self.width - style.width(title) - style.size, &range);
        self.draw_head_in(title, style, (range, aside));
    }

    /// Draws the heading of a chapter as a head of this kind, with stars behind the title. Of these
    /// texts at its right end it shows the first that has room.
    pub fn draw_chapter_head(
        &mut self,
        title: &str,
        stars: Option<FormContent>,
        asides: &[String],
    ) {
        let NumbersHead { title: style, range: aside, baseline, .. } =
            NumbersHead::new(self.design());
        let wide = match &stars {
            Some(stars) => STARS_GAP * style.size + stars.width,
            None => 0.0,
        };
        let style = style.within(self.width - wide, title);
        if let Some(stars) = stars {
            let x = self.left + style.width(title) + wide - stars.width;
            let y = self.y + baseline - style.cap() / 2.0 - stars.height / 2.0;
            self.form(stars, (x, y));
        }
        let room = self.width - style.width(title) - wide - style.size;
        let range = asides.iter().find(|words| aside.width(words) <= room);
        self.draw_head_in(title, style, (range.cloned().unwrap_or_default(), aside));
    }

    /// Draws a head with a title in this style, and a text at its right end.
    fn draw_head_in(&mut self, title: &str, style: TextStyle, range: (String, TextStyle)) {
        let NumbersHead { baseline, rule, .. } = NumbersHead::new(self.design());
        self.marks.push(DrawOp::rule((self.left, self.y + rule), self.width));
        // Ideographs are higher than capitals.
        let above = baseline.max(style.faces.ink(title).1 * style.size);
        let y = self.y + above;
        self.draw_line(style, (self.left, y), title);
        range.1.draw_right(&mut self.marks, (self.left + self.width, y), &range.0);
        self.y += head_height(self.design());
    }

    /// Draws a line at a place. A letter such as J or j reaches to the left of its line: where the
    /// column begins, the line begins further right.
    pub fn draw_line(&mut self, style: TextStyle, (x, baseline): Point, text: &str) {
        let is_at_edge = x == self.left;
        let inset = if is_at_edge { (style.overhangs(text).0 - OVERHANG).max(0.0) } else { 0.0 };
        style.draw_left(&mut self.marks, (x + inset, baseline), text);
    }

    /// Draws lines from here down at this distance from one another.
    pub fn draw_lines(&mut self, lines: Vec<String>, style: TextStyle, lead: f64) {
        for line in lines {
            self.draw_line(style, (self.left, self.y), &line);
            self.end = self.end.max(self.y);
            self.y += lead;
        }
    }

    /// Draws a paragraph from here down.
    pub fn draw_paragraph(&mut self, text: &str, style: TextStyle) {
        let lines = style.faces.wrap_paragraph(text, style.size, self.width);
        self.draw_lines(lines, style, style.size * self.design().typefaces.leading);
    }

    /// Places a form with its top left corner at a point.
    pub fn form(&mut self, form: impl Into<Arc<FormContent>>, corner: Point) {
        self.marks.push(DrawOp::Form { form: form.into(), corner });
    }
}

/// The measures of the head of a page of numbers. Distances are from its top.
struct NumbersHead {
    title: TextStyle,
    range: TextStyle,
    baseline: f64,
    rule: f64,
}

impl NumbersHead {
    fn new(design: &BookDesign) -> Self {
        let size = design.keys.sizes.heading * HEAD_TITLE;
        let words = design.typefaces.words;
        // Hangul syllables are higher than capitals and ideographs.
        let baseline = ASCENT.max(words.strong.ink("한").1) * size;
        Self {
            title: TextStyle::new(words.strong, size),
            range: TextStyle::new(words.italic, design.keys.sizes.legible(size * HEAD_RANGE)),
            baseline,
            rule: baseline + RULE_DROP * size,
        }
    }
}

/// Returns the height of the head of a page of numbers.
pub fn head_height(design: &BookDesign) -> f64 {
    let head = NumbersHead::new(design);
    head.rule + BELOW_RULE * head.title.size
}
