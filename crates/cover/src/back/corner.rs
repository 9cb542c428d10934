//! The corner of a page of the book at its true size, which bleeds off the head and the outer edge
//! of the back, and large numbers beside it.

use super::facts::FittedNumber;
use super::{COLUMN_GAP, PART_GAP};
use crate::sample::SamplePage;
use crate::{Area, Cover, CoverResult, OVERHANG, Point, TextAlign, TextLines};
use book::Manuscript;

/// The size of the corner, as fractions of the back.
const SIZE: (f64, f64) = (0.66, 0.44);
/// The type size of the numbers, in units.
const NUMBER_SIZE: f64 = 4.4;
/// The type size of the tag in units, and its padding in type sizes.
const TAG_SIZE: f64 = 1.15;
const TAG_PADDING: (f64, f64) = (0.9, 0.6);
/// The part of the tag that stands on the page.
const TAG_ON_PAGE: f64 = 0.62;

/// A page of true size, and the numbers beside it.
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
        let fits =
            below < foot && self.compose_head(text, below).is_ok_and(|head| head.bottom <= foot);
        Ok(fits.then_some(corner))
    }

    /// Places the page, the tag at its end, and the numbers beside it.
    fn place_corner(&self, index: usize) -> CoverResult<TrueCorner> {
        let (live, bleed) = (self.back_live(), self.sheet.rules.bleed + OVERHANG);
        let page = self.volume.page(index);
        let (end, margin) = (self.end_of_grids(index), self.volume.outside_margin());
        let width = bleed + (SIZE.0 * self.front.width).min(end.0 + margin);
        let height = bleed + (SIZE.1 * self.front.height).min(end.1 + margin);
        let area = Area { left: -OVERHANG, top: -OVERHANG, width, height };
        let (right, bottom) = (area.right(), area.bottom());
        let style = self.style(self.volume.setup.words().strong, TAG_SIZE);
        let words = self.volume.setup.language.text("cover.true_size");
        let style = self.fit("text of the cover", style, words, width / 2.0)?;
        let (padding, size) = (TAG_PADDING, style.size);
        let plate_size =
            (style.width(words) + 2.0 * padding.0 * size, style.cap() + 2.0 * padding.1 * size);
        let plate = Area {
            left: right - TAG_ON_PAGE * plate_size.0,
            top: bottom - plate_size.1 / 2.0,
            width: plate_size.0,
            height: plate_size.1,
        };
        let aside = live.right() - right - COLUMN_GAP * self.unit;
        Ok(TrueCorner {
            page: SamplePage::at_true_size(page, end, margin, area, bleed),
            numbers: self.fit_numbers(aside, NUMBER_SIZE)?,
            area,
            tag: TextLines::line(words, style),
            plate,
        })
    }

    /// Returns the lower right corner of the grids of a page.
    fn end_of_grids(&self, index: usize) -> Point {
        let placed = self.volume.placed_puzzles(index);
        let ends = placed.iter().map(|puzzle| (puzzle.area.right(), puzzle.area.bottom()));
        ends.fold((0.0, 0.0), |end: Point, at| (end.0.max(at.0), end.1.max(at.1)))
    }

    /// Draws the corner, and the numbers evenly beside it.
    pub(super) fn draw_corner(&mut self, corner: &TrueCorner) -> CoverResult<()> {
        self.draw_sample(&corner.page);
        let accent = self.badge_fill(self.colours.ground, &[self.colours.accent]);
        let plate = corner.plate;
        self.marks.push(plate.filled(accent));
        let style = corner.tag.style;
        let baseline = plate.top + (plate.height + style.cap()) / 2.0;
        let colour = self.number_on(accent);
        self.write(colour, &corner.tag, (plate.middle(), baseline), TextAlign::Middle);
        let live = self.back_live();
        let left = corner.area.right() + COLUMN_GAP * self.unit;
        let heights: f64 = corner.numbers.iter().map(FittedNumber::height).sum();
        let end = plate.top - PART_GAP * self.unit;
        let gaps = corner.numbers.len().saturating_sub(1).max(1) as f64;
        let gap = ((end - live.top - heights) / gaps).max(self.unit);
        let mut y = live.top;
        for number in &corner.numbers {
            self.draw_fact_number(number, (left, y));
            y += number.height() + gap;
        }
        Ok(())
    }
}
