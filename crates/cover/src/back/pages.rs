//! Three pages of the book on its back: the rules on the left, the answers on the right, and a page
//! of puzzles before both.

use super::PART_GAP;
use super::facts::sentences_height;
use crate::sample::{SamplePage, Tilt};
use crate::{Area, Cover, CoverResult};
use book::Volume;
use page::Page;

/// The tilts of the three pages: 8 degrees to the left, 7 to the right, and 1 to the left.
const RULES_TILT: Tilt = (0.990_268, 0.139_173);
const ANSWERS_TILT: Tilt = (0.992_546, -0.121_869);
const PUZZLES_TILT: Tilt = (0.999_848, 0.017_452);
/// The size of the pages behind, as a fraction of the page before them, and the distance of their
/// middles from its middle, in widths of it.
const BEHIND: f64 = 0.88;
const ASIDE: f64 = 0.66;
/// The minimum height of the pages in units. Sentences below leave them this part of the height
/// that they have in the full width, or of the room.
const MIN_PAGES: f64 = 9.0;
const GOOD_HEIGHT: f64 = 0.7;

/// The pages, whose middle one has this size on the page of the book.
struct ThreePages {
    puzzles: Page,
    rules: Option<Page>,
    answers: Option<Page>,
}

impl ThreePages {
    /// Returns the pages of a volume, with this puzzle. `None` if it has no page of puzzles.
    fn of(volume: &Volume, puzzle: usize) -> Option<Self> {
        let puzzles = volume.page(volume.puzzle_page(puzzle)?);
        let [rules, answers] = ["how-to-play", "answers"]
            .map(|part| volume.first_page(part).map(|index| volume.page(index)));
        Some(Self { puzzles, rules, answers })
    }

    /// Returns the largest scale at which the pages are at most this wide and this high.
    fn scale(&self, (width, height): (f64, f64)) -> f64 {
        let size = (self.puzzles.width, self.puzzles.height);
        let before = SamplePage::tilted_size(size, PUZZLES_TILT);
        let behind = SamplePage::tilted_size(size, RULES_TILT);
        let has_more = self.rules.is_some() || self.answers.is_some();
        let wide = if has_more { 2.0 * ASIDE * size.0 + BEHIND * behind.0 } else { before.0 };
        (width / wide).min(height / before.1.max(BEHIND * behind.1))
    }
}

impl Cover<'_> {
    /// Draws the pages and below them the numbers and the sentences that have room. Of a book for
    /// children the sentences say more than numbers.
    pub(super) fn draw_pages_and_facts(&mut self, room: Area) -> CoverResult<()> {
        let is_for_children = self.volume.setup.design.keys.children;
        let room = if is_for_children { room } else { self.draw_number_row(room, MIN_PAGES)? };
        let Some(pages) = ThreePages::of(self.volume, self.back_puzzle) else {
            return self.draw_sentences(room);
        };
        let gap = PART_GAP * self.unit;
        let full = pages.puzzles.height * pages.scale((room.width, f64::INFINITY));
        let mut facts = self.fit_sentences(room.width, room.height)?;
        let below =
            |facts: &[_]| if facts.is_empty() { 0.0 } else { sentences_height(facts) + gap };
        let wanted = (GOOD_HEIGHT * full.min(room.height)).max(MIN_PAGES * self.unit);
        while !facts.is_empty() && room.height - below(&facts) < wanted {
            facts.pop();
        }
        let height = room.height - below(&facts);
        if height < MIN_PAGES * self.unit {
            return self.draw_sentences(room);
        }
        self.draw_three_pages(pages, Area { height, ..room });
        let top = room.bottom() - sentences_height(&facts);
        self.draw_bullets(&facts, room.with_top(top));
        Ok(())
    }

    /// Draws the pages in the middle of an area, as large as it permits.
    fn draw_three_pages(&mut self, pages: ThreePages, area: Area) {
        let scale = pages.scale(area.size());
        let (x, y) = area.at((0.5, 0.5));
        let aside = ASIDE * pages.puzzles.width * scale;
        let behind =
            [(pages.rules, x - aside, RULES_TILT), (pages.answers, x + aside, ANSWERS_TILT)];
        for (page, x, tilt) in behind {
            if let Some(page) = page {
                self.draw_sample(&SamplePage::around(page, (x, y), BEHIND * scale, tilt));
            }
        }
        self.draw_sample(&SamplePage::around(pages.puzzles, (x, y), scale, PUZZLES_TILT));
    }
}
