//! The front *pad*: a banner such as *Mini Sudoku*, and a pad of puzzles that is slightly turned.
//! Its first leaf is partly solved, and the next puzzle shows below its curled corner.

use super::banner::{Banner, BannerForm, MAX_FACT_NUMBER};
use super::pencil::PaperSheet;
use super::{
    Area, Colour, Cover, CoverResult, DrawOp, FrontPuzzle, PathEl, Point, TextAlign, TextLines,
    TextStyle, cap_ratio,
};
use page::GridStyle;

/// The cosine and the sine of the angle of the pad, 5 degrees. They are constants because the
/// results of trigonometric functions differ between platforms.
const TURN: Point = (0.996_195, 0.087_156);
/// The maximum height of the banner as a fraction of a high front, and the height of the count on a
/// wide front with the space around it, in pixels.
const MAX_BANNER: f64 = 0.42;
const WIDE_COUNT: f64 = 28.0;
/// The space between elements, and between the pad and the band, in pixels.
const SPACE: f64 = 8.0;
const ABOVE_BAND: f64 = 4.0;
/// The side of the badge as a fraction of the front, its part on the pad in pixels, and the part of
/// the free height above it.
const BADGE: f64 = 0.27;
const BADGE_OVER: f64 = 5.0;
const BADGE_TOP: f64 = 0.3;
/// The heights of the number of puzzles and of its caption beside the banner, and the space between
/// them, in pixels.
const COUNT_NUMBER: f64 = 17.5;
const COUNT_CAPTION: f64 = 7.6;
const COUNT_GAP: f64 = 3.6;
/// The minimum side of a cell in points. Smaller pads are left out.
const MIN_CELL: f64 = 4.0;
/// The margins of a leaf: at the sides and below the grid, and above it, in cells of a grid of 6.
const MARGIN: f64 = 0.5;
const HEAD: f64 = 1.75;
/// The upper and the lower edge of the binding, how far it extends beyond the leaf, and the
/// perforation, above the grid.
const BINDING: (f64, f64) = (-1.95, -1.0);
const BINDING_SIDE: f64 = 0.12;
const PERFORATION: f64 = -0.74;
const DASH: (f64, f64) = (0.14, 0.26);
/// The number of leaves below the first, and their offset.
const LEAVES: usize = 4;
const LEAF_OFFSET: f64 = 0.07;
const SHADOW: f64 = 0.5;
/// The side of the curled corner, and the tip of the flap from the corner.
const CURL: f64 = 1.75;
const CURL_TIP: f64 = 1.62;
/// The widths of lines, and of the edges of leaves, in cells, and their minimum in points.
const THIN: f64 = 0.03;
const BLOCK: f64 = 0.09;
const EDGE: f64 = 0.025;
const MIN_LINE: f64 = 0.8;
/// The type size of digits, and the height of the words on the binding, in cells.
const DIGIT_SIZE: f64 = 0.62;
const WORDS: f64 = 0.42;
/// The number of digits that are filled in.
const FOUND: usize = 4;
/// The colours of leaves, and of the back of a leaf.
const LEAF: [u8; 3] = [0xff, 0xf7, 0xe2];
const LEAF_BACK: [u8; 3] = [0xf0, 0xdc, 0xae];

/// The measures of a pad in cells of its grid: the number of cells, and the scale of all that does
/// not belong to the grid.
#[derive(Clone, Copy)]
struct Pad {
    sheet: PaperSheet,
    side: f64,
    scale: f64,
}

impl Pad {
    /// Returns the largest pad in a room.
    fn within(room: Area, shape: grid::GridShape) -> Self {
        let side = shape.side() as f64;
        let scale = side / 6.0;
        let (wide, high) = (side + 2.0 * MARGIN * scale, side + (MARGIN + HEAD + 0.3) * scale);
        let turned = (wide * TURN.0 + high * TURN.1, wide * TURN.1 + high * TURN.0);
        let cell = (room.width / turned.0).min(room.height / turned.1);
        // The middle of the pad is in the middle of the room.
        let middle = (side / 2.0, (side + (MARGIN - HEAD) * scale) / 2.0);
        let (x, y) = (middle.0 * cell, middle.1 * cell);
        let centre = room.at((0.5, 0.5));
        let corner = (centre.0 - x * TURN.0 - y * TURN.1, centre.1 + x * TURN.1 - y * TURN.0);
        Self { sheet: PaperSheet { shape, corner, cell, turn: TURN }, side, scale }
    }

    /// Returns the corners of a leaf with this offset.
    fn leaf(self, offset: f64) -> Vec<Point> {
        let (margin, head, offset) = (MARGIN * self.scale, HEAD * self.scale, offset * self.scale);
        let far = self.side + margin + offset;
        self.sheet.rectangle((offset - margin, offset - head), (far, far))
    }

    /// Returns the corner of the leaf that is curled, in cells.
    fn far(self) -> f64 {
        self.side + MARGIN * self.scale
    }

    /// Returns true if the curled corner hides a cell.
    fn is_curled(self, cell: usize) -> bool {
        let (row, column) = self.sheet.place(cell);
        let start = self.far() - (CURL + 0.2) * self.scale;
        row as f64 + 0.85 > start && column as f64 + 0.85 > start
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_pad(&mut self) -> CoverResult<()> {
        let foot = self.fit_foot()?;
        self.set_band(&foot);
        let (live, pixel) = (self.above_foot(&foot), self.pixel());
        let is_wide = self.is_wide_front();
        let column = if is_wide { self.heading_column(live) } else { live };
        let mut height = MAX_BANNER * self.front.height - self.margin();
        if is_wide {
            height = self.column_bottom(column) - column.top - WIDE_COUNT * pixel;
        }
        let banner = self.fit_banner(Area { height, ..column }, &self.pad_banner())?;
        let mut room = live.with_top(live.top + banner.height() + SPACE * pixel);
        if is_wide {
            let left = column.right() + SPACE * pixel;
            room = Area { left, width: live.right() - left, ..live };
        }
        room.height = self.band_top.min(live.bottom()) - ABOVE_BAND * pixel - room.top;
        let count = self.fit_count_beside(column, &banner);
        if is_wide && count.is_none() {
            self.draw_pad_of_puzzles(room);
            self.draw_count_below(column.with_top(column.top + banner.height()));
        } else if count.is_none() {
            self.draw_pad_with_badge(room, banner.size);
        } else {
            self.draw_pad_of_puzzles(room);
        }
        self.draw_sets(&banner.sets, column, TextAlign::Left);
        if let Some([number, caption]) = count {
            let high = cap_ratio(caption.style.faces, &caption.lines[0]) * caption.style.size;
            // The number begins below the upper margin.
            let both = number.ink_above() + COUNT_GAP * pixel + high;
            let baseline = column.top + banner.first_end.1.max(both);
            let text = self.colours.text();
            self.write(text, &caption, (column.right(), baseline), TextAlign::Right);
            let above = baseline - high - COUNT_GAP * pixel;
            self.write(text, &number, (column.right(), above), TextAlign::Right);
        }
        self.draw_foot_band(&foot);
        Ok(())
    }

    /// Fits the number of puzzles and its caption beside the first line of the banner: as high as
    /// the line. `None` if there is no room.
    fn fit_count_beside(&self, column: Area, banner: &Banner) -> Option<[TextLines; 2]> {
        let (pixel, counted) = (self.pixel(), self.counted_words());
        let (display, small) = (self.display(), self.small_type().heavy());
        let caption = TextStyle::new(small, self.type_size(small, &counted.caption, COUNT_CAPTION));
        let number = TextStyle::new(display, self.type_size(display, "0", COUNT_NUMBER));
        let wide = number.width(&counted.number).max(caption.width(&counted.caption));
        let room = column.width - banner.first_end.0 - SPACE * pixel;
        let fits = wide <= room && number.size < banner.size;
        fits.then(|| {
            [TextLines::line(counted.number, number), TextLines::line(counted.caption, caption)]
        })
    }

    /// Draws the number of puzzles in the middle of a room at the left of a wide front.
    fn draw_count_below(&mut self, room: Area) {
        let row = self.fit_facts(vec![self.counted_words()], room.width, MAX_FACT_NUMBER);
        let top = room.top + (self.column_bottom(room) - room.top - row.height()) / 2.0;
        self.draw_facts(&row, room.with_top(top), self.colours.ground);
    }

    /// Draws the pad on the left of a room, and at its right the badge with the count, which covers
    /// no more than the margin of the pad.
    fn draw_pad_with_badge(&mut self, room: Area, limit: f64) {
        let badge = self.badge(BADGE * self.front.width, limit);
        let (wide, high) = badge.size;
        let beside = wide - BADGE_OVER * self.pixel();
        self.draw_pad_of_puzzles(Area { width: room.width - beside, ..room });
        let top = room.top + BADGE_TOP * (room.height - high);
        let centre = (room.right() - wide / 2.0, top + high / 2.0);
        let fill = self.badge_fill(self.colours.ground, &[self.colours.deep]);
        self.draw_badge(&badge, fill, centre);
    }

    /// Returns the form of the banner: the words of the book, and below the title the size of its
    /// grids and the number of puzzles on a page.
    fn pad_banner(&self) -> BannerForm {
        BannerForm { may_join: false, ..self.usual_banner(self.size_and_pages()) }
    }

    /// Draws the pad in a room.
    fn draw_pad_of_puzzles(&mut self, room: Area) {
        let shape = self.volume.shape(self.front_puzzle);
        let pad = Pad::within(room, shape);
        if pad.sheet.cell < MIN_CELL {
            return;
        }
        self.draw_lower_leaves(pad);
        let next = self.cover_puzzle(self.back_puzzle);
        if next.shape() == shape {
            self.draw_leaf_puzzle(pad, &next, |cell| pad.is_curled(cell));
        }
        self.draw_first_leaf(pad);
        let puzzle = self.cover_puzzle(self.front_puzzle);
        self.draw_leaf_tints(pad);
        self.draw_leaf_puzzle(pad, &puzzle, |cell| !pad.is_curled(cell));
        let figures = puzzle.figures(self.small_type().first(), DIGIT_SIZE * pad.sheet.cell);
        let empty = puzzle.givens.empty_cells().filter(|&cell| !pad.is_curled(cell)).take(FOUND);
        self.draw_written(&puzzle, figures, empty.map(|cell| (cell, pad.sheet.middle(cell))));
        self.draw_curl(pad);
        self.draw_binding(pad);
    }

    /// Draws the shadow of the pad and the leaves below the first.
    fn draw_lower_leaves(&mut self, pad: Pad) {
        let shadow = pad.leaf(SHADOW);
        self.fill_path(self.shadow_colour(), shadow);
        let (leaf, white) = (self.colour_of(LEAF), self.colours.paper);
        for number in (1..=LEAVES).rev() {
            let corners = pad.leaf(number as f64 * LEAF_OFFSET);
            self.fill_path(if number % 2 == 1 { leaf } else { white }, corners.clone());
            self.outline(corners, pad);
        }
        // The next leaf is seen below the curled corner.
        self.fill_path(leaf, pad.leaf(0.0));
    }

    /// Draws the edge of a leaf.
    fn outline(&mut self, points: Vec<Point>, pad: Pad) {
        let width = (EDGE * pad.scale * pad.sheet.cell).max(MIN_LINE);
        let paint = page::PathPaint::Outline(width);
        self.paint(self.colours.ink, vec![DrawOp::Path { points, paint }]);
    }

    /// Draws the first leaf without its curled corner.
    fn draw_first_leaf(&mut self, pad: Pad) {
        let (far, curl) = (pad.far(), CURL * pad.scale);
        let (near, head) = (-MARGIN * pad.scale, -HEAD * pad.scale);
        let corners =
            [(near, head), (far, head), (far, far - curl), (far - curl, far), (near, far)];
        let points: Vec<Point> = corners.into_iter().map(|at| pad.sheet.at(at)).collect();
        self.fill_path(Colour::WHITE, points.clone());
        self.outline(points, pad);
    }

    /// Tints every other block of the first leaf. The curl hides the last one.
    fn draw_leaf_tints(&mut self, pad: Pad) {
        let shape = pad.sheet.shape;
        let (columns, rows) = (shape.block_columns(), shape.block_rows());
        let tint = self.block_tint();
        for block in 0..rows * columns {
            let (down, across) = (block / rows, block % rows);
            let low = ((across * columns) as f64, (down * rows) as f64);
            let high = (low.0 + columns as f64, low.1 + rows as f64);
            let is_last = block + 1 == rows * columns;
            if (down + across) % 2 == 0 && !is_last {
                self.fill_path(tint, pad.sheet.rectangle(low, high));
            }
        }
    }

    /// Draws the lines and the givens of a puzzle on a leaf. `is_seen` returns true for the cells
    /// that are seen.
    fn draw_leaf_puzzle(
        &mut self,
        pad: Pad,
        puzzle: &FrontPuzzle,
        is_seen: impl Fn(usize) -> bool,
    ) {
        let sheet = pad.sheet;
        let [thin, block] =
            [THIN, BLOCK].map(|part| (part * pad.scale.max(1.0)).max(MIN_LINE / sheet.cell));
        let grid = GridStyle { shape: sheet.shape, cell: 1.0, digit: DIGIT_SIZE, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in grid.lines() {
            let ends = [from, to].map(|(x, y)| sheet.at((x - block / 2.0, y - block / 2.0)));
            lines.push(DrawOp::Line { from: ends[0], to: ends[1], width: width * sheet.cell });
        }
        self.paint(self.colours.ink, lines);
        self.draw_givens_on_sheet(sheet, puzzle, DIGIT_SIZE, is_seen);
    }

    /// Draws the back of the curled corner.
    fn draw_curl(&mut self, pad: Pad) {
        let (far, curl, tip) = (pad.far(), CURL * pad.scale, CURL_TIP * pad.scale);
        let [start, end, fold] = [(far, far - curl), (far - curl, far), (far - tip, far - tip)];
        let bend = 0.12 * pad.scale;
        let at = |point: Point| pad.sheet.at(point);
        let steps = vec![
            PathEl::Move(at(start)),
            PathEl::Quad([at((far - 0.5 * tip, far - curl + bend)), at(fold)]),
            PathEl::Quad([at((far - curl + bend, far - 0.5 * tip)), at(end)]),
            PathEl::Line(at(start)),
        ];
        let points = PathEl::flatten(&steps);
        self.fill(self.colour_of(LEAF_BACK), steps);
        self.outline(points, pad);
    }

    /// Draws the perforation and the binding with the levels.
    fn draw_binding(&mut self, pad: Pad) {
        let scale = pad.scale;
        let (near, far) = (-MARGIN * scale, pad.far());
        let width = (1.4 * EDGE * scale * pad.sheet.cell).max(MIN_LINE);
        let mut dashes = Vec::new();
        let mut x = near + DASH.0 * scale;
        while x + DASH.0 * scale < far {
            let [from, to] =
                [x, x + DASH.0 * scale].map(|x| pad.sheet.at((x, PERFORATION * scale)));
            dashes.push(DrawOp::Line { from, to, width });
            x += DASH.1 * scale;
        }
        self.paint(self.colours.ink, dashes);
        let (low, high) = (BINDING.0 * scale, BINDING.1 * scale);
        let side = BINDING_SIDE * scale;
        let fill = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        self.fill_path(fill, pad.sheet.rectangle((near - side, low), (far + side, high)));
        self.write_on_binding(pad, fill, ((near + far) / 2.0, (low + high) / 2.0));
    }

    /// Writes the levels around a point of the binding.
    fn write_on_binding(&mut self, pad: Pad, fill: Colour, middle: Point) {
        let words = self.names_of_levels();
        let faces = self.small_type().heavy();
        let ratio = cap_ratio(faces, &words);
        let room = pad.far() - 2.0 * MARGIN * pad.scale;
        let style = TextStyle::new(faces, WORDS * pad.scale / ratio).within(room, &words);
        let mut pen = (middle.0 - style.width(&words) / 2.0, middle.1 + ratio * style.size / 2.0);
        let mut letters = Vec::new();
        for (face, run) in faces.runs(&words) {
            for letter in run.chars() {
                let outline = face.steps(letter, style.size).unwrap_or_default();
                let steps = outline.into_iter().map(|step| step.translated(pen));
                letters.extend(steps.map(|step| step.map_points(|at| pad.sheet.at(at))));
                pen.0 += face.advance(letter) * style.size;
            }
        }
        self.fill(self.colours.on(fill, &[self.colours.paper, self.colours.ink]), letters);
    }
}
