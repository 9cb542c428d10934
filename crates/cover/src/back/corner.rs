//! The corner of a page of the book at its true size, which bleeds off the head and the outer edge
//! of the back, and large numbers beside it.

use super::facts::FittedNumber;
use super::{COLUMN_GAP, PART_GAP};
use crate::sample::{SamplePage, SeenPart};
use crate::{Area, Cover, CoverResult, NEAR_TRIM, OVERHANG, Point, TextAlign, TextLines};
use book::{Manuscript, PlacedPuzzle};

/// The size of the corner, as fractions of the back.
const SIZE: (f64, f64) = (0.66, 0.44);
/// The type sizes of the numbers, in units.
const NUMBER_SIZES: [f64; 5] = [4.4, 3.8, 3.2, 2.7, 2.2];
/// The type size of the tag in units, and its padding in type sizes.
const TAG_SIZE: f64 = 1.15;
const TAG_PADDING: (f64, f64) = (0.9, 0.6);
/// The part of the tag that stands on the page.
const TAG_ON_PAGE: f64 = 0.62;

/// A page at its true size, the numbers beside it, and the tag that says so on its plate.
pub(super) struct TrueCorner {
    page: SamplePage,
    numbers: Vec<FittedNumber>,
    /// The seen part of the page, from beyond the corner of the sheet.
    area: Area,
    tag: TextLines,
    plate: Area,
}

impl TrueCorner {
    /// Returns the end of the page and of its tag.
    pub fn bottom(&self) -> f64 {
        self.plate.bottom()
    }
}

impl Cover<'_> {
    /// Lays out the corner. `None` if there is no page of puzzles, or the words below would end
    /// after `foot`.
    pub(super) fn fit_corner(
        &self,
        text: Option<&Manuscript>,
        foot: f64,
    ) -> CoverResult<Option<TrueCorner>> {
        let Some(index) = self.volume.puzzle_page(self.back_puzzle) else { return Ok(None) };
        let corner = self.place_corner(index)?;
        let below = corner.bottom() + PART_GAP * self.unit;
        let fits = below < foot
            && self.compose_head(text, below, foot).is_ok_and(|head| head.bottom <= foot);
        Ok(fits.then_some(corner))
    }

    /// Places the page, the tag at its end, and the numbers beside it.
    fn place_corner(&self, index: usize) -> CoverResult<TrueCorner> {
        let (margin, rules) = (self.volume.outside_margin(), &self.sheet.rules);
        let (side, end) = self.ends_of_grids(index);
        let bleed = rules.bleed + OVERHANG;
        let most = [SIZE.0 * self.front.width, SIZE.1 * self.front.height];
        let [width, height] = most.map(|most| bleed + self.seen_length(most, side, margin));
        let area = Area { left: -OVERHANG, top: -OVERHANG, width, height };
        let style = self.style(self.volume.setup.words().strong, TAG_SIZE);
        let words = self.volume.setup.language.text("front.actual_size");
        let style = self.fit("text of the cover", style, words, width / 2.0)?;
        let (padding, size) = (TAG_PADDING, style.size);
        let plate_size =
            (style.width(words) + 2.0 * padding.0 * size, style.cap() + 2.0 * padding.1 * size);
        let plate = Area {
            left: area.right() - TAG_ON_PAGE * plate_size.0,
            top: area.bottom() - plate_size.1 / 2.0,
            width: plate_size.0,
            height: plate_size.1,
        };
        // What is seen ends at the right and below at a margin around the grids.
        let corner = (area.right() - end.0 - margin, area.bottom() - end.1 - margin);
        let from_trim = |distance: f64, (right, bottom): Point| {
            let distance = rules.bleed + distance;
            let (width, height) = (right - distance, bottom - distance);
            Area { left: distance, top: distance, width, height }
        };
        let letters = from_trim(rules.safe, (corner.0 + end.0, corner.1 + end.1));
        let trim = from_trim(NEAR_TRIM, (area.right(), area.bottom()));
        let seen = SeenPart { area, letters, trim };
        Ok(TrueCorner {
            page: SamplePage::at_true_size(self.volume.page(index), corner, seen),
            numbers: self.fit_number_column(self.column_aside(area, plate))?,
            area,
            tag: TextLines::line(words, style),
            plate,
        })
    }

    /// Returns the length of a page that is seen, at most `most`: a margin, and the last cells of a
    /// grid with half of one more, or the whole grid with a margin before it. The edge then cuts no
    /// line along its length.
    fn seen_length(&self, most: f64, grid: f64, margin: f64) -> f64 {
        if grid + 2.0 * margin <= most {
            return grid + 2.0 * margin;
        }
        let cell = grid / self.volume.shape(self.back_puzzle).side() as f64;
        let cells = ((most - margin) / cell - 0.5).floor().max(1.0);
        margin + (cells + 0.5) * cell
    }

    /// Returns the place of the numbers, beside the page and above its tag.
    fn column_aside(&self, page: Area, tag: Area) -> Area {
        let live = self.back_live();
        let left = page.right() + COLUMN_GAP * self.unit;
        let height = tag.top - PART_GAP * self.unit - live.top;
        Area { left, width: live.right() - left, height, ..live }
    }

    /// Fits the numbers into a column, in the largest type that leaves space between them.
    fn fit_number_column(&self, column: Area) -> CoverResult<Vec<FittedNumber>> {
        let mut numbers = Vec::new();
        for size in NUMBER_SIZES {
            numbers = self.fit_numbers(column.width, size)?;
            if numbers_height(&numbers) + 2.0 * PART_GAP * self.unit <= column.height {
                break;
            }
        }
        Ok(numbers)
    }

    /// Returns the side of the largest grid of a page, and the lower right corner of all.
    fn ends_of_grids(&self, index: usize) -> (f64, Point) {
        let mut ends = (0.0_f64, (0.0_f64, 0.0_f64));
        for PlacedPuzzle { area, .. } in self.volume.placed_puzzles(index) {
            let (side, (right, bottom)) = ends;
            ends = (side.max(area.width), (right.max(area.right()), bottom.max(area.bottom())));
        }
        ends
    }

    /// Draws the corner, and the numbers evenly beside it.
    pub(super) fn draw_corner(&mut self, corner: &TrueCorner) {
        self.draw_sample(&corner.page);
        let accent = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        let plate = corner.plate;
        self.marks.push(plate.filled(accent));
        let style = corner.tag.style;
        let baseline = plate.top + (plate.height + style.cap()) / 2.0;
        let colour = self.number_on(accent);
        self.write(colour, &corner.tag, (plate.middle(), baseline), TextAlign::Middle);
        let column = self.column_aside(corner.area, plate);
        let gaps = corner.numbers.len().saturating_sub(1).max(1) as f64;
        let gap = ((column.height - numbers_height(&corner.numbers)) / gaps).max(0.0);
        let mut y = column.top;
        for number in &corner.numbers {
            self.draw_fact_number(number, (column.left, y + number.ink_above()));
            y += number.height() + gap;
        }
    }
}

/// Returns the sum of the heights of numbers.
fn numbers_height(numbers: &[FittedNumber]) -> f64 {
    numbers.iter().map(FittedNumber::height).sum()
}
