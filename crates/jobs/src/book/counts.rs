//! Counts and shares the puzzles of a book.

use super::plan::{BookPlan, SAMPLE_MAX, SHORT_BOOK_MAX};
use crate::RunError;
use crate::settings::Levels;
use book::{Layout, LayoutError, PuzzleOrder, Section, TurnOrder, Volume};
use human::{Ladder, Rung};
use std::collections::BTreeMap;
use words::{Problem, clause, setting};

/// Number of puzzles of the smallest book with all its parts.
const MORE: u64 = SHORT_BOOK_MAX as u64 + 1;

impl BookPlan {
    /// Returns the order in which the levels of a ladder take turns.
    pub fn turn_order(&self, ladder: Ladder) -> TurnOrder {
        self.template.turn_order(ladder, self.options().first_day)
    }

    /// Rounds the quotas down to complete turns. Returns them unchanged if the design has no turns
    /// or the puzzles do not fill one round.
    fn whole_turns(&self, counts: &[(Rung, u64)]) -> Vec<(Rung, u64)> {
        let ladder = counts.first().map_or(Ladder::Published, |(rung, _)| rung.ladder());
        let round = self.template.turns(ladder).len() as u64;
        let mut fit: Vec<_> = counts.iter().map(|&(rung, _)| (rung, 0)).collect();
        for turn in self.turn_order(ladder).rungs() {
            let place = counts.iter().position(|(rung, _)| *rung == turn);
            match place.filter(|&place| fit[place].1 < counts[place].1) {
                Some(place) => fit[place].1 += 1,
                None => break,
            }
        }
        fit.retain(|(_, count)| *count > 0);
        let all: u64 = fit.iter().map(|(_, count)| count).sum();
        if all < round.max(1) { counts.to_vec() } else { fit }
    }

    /// Removes the puzzles beyond the last complete turn. Returns their number.
    pub fn drop_surplus(&self, sections: &mut [Section]) -> usize {
        if self.options().order_of(sections) == PuzzleOrder::Given {
            return 0;
        }
        let count = |section: &Section| (section.rung, section.puzzles.len() as u64);
        let counts: Vec<_> = sections.iter().map(count).collect();
        let fit: BTreeMap<_, _> = self.whole_turns(&counts).into_iter().collect();
        let mut left = 0;
        for section in sections {
            let keep = fit.get(&section.rung).map_or(0, |&count| count as usize);
            left += section.puzzles.len() - keep;
            section.truncate(keep);
        }
        left
    }

    /// Returns the number of puzzles on a page.
    ///
    /// # Errors
    /// As [`lay_out`](book::LayoutSpec::lay_out).
    pub fn puzzles_a_page(&self, ladder: Ladder) -> Result<usize, LayoutError> {
        let puzzles = self.options().sheets.map_or(MORE, |sheets| sheets.get().into());
        let mut quotas = self.quotas_by_turn(ladder, puzzles);
        if quotas.is_empty() {
            quotas.push((ladder.rung(1).expect("every ladder begins with 1"), puzzles));
        }
        Ok(self.without_page_limit().lay_out_blank(&quotas)?.volumes[0].grids_per_page().0)
    }

    /// Lays out sample puzzles without signs in their cells. The samples are of 9 x 9 cells, also
    /// where the puzzles have a small size and signs for it.
    fn lay_out_blank(&self, quotas: &[(Rung, u64)]) -> Result<Layout, LayoutError> {
        let mut plan = self.clone();
        plan.settings.imprint.symbols.clear();
        plan.lay_out_sample(quotas)
    }

    /// Returns the same plan without the page limits of the printer, and without ISBNs: a book that
    /// is tried may have more volumes than the user has numbers for.
    pub fn without_page_limit(&self) -> Self {
        let mut plan = self.without_isbns();
        plan.settings.imprint.fill_pages = true;
        plan.settings.volumes = None;
        plan
    }

    fn without_isbns(&self) -> Self {
        let mut plan = self.clone();
        plan.settings.imprint.copyright_page.isbn.clear();
        plan
    }

    /// Returns the quotas of `total` puzzles by the turns of the design; empty if the levels take
    /// no turns.
    fn quotas_by_turn(&self, ladder: Ladder, total: u64) -> Vec<(Rung, u64)> {
        let mut quotas: BTreeMap<Rung, u64> = BTreeMap::new();
        let turns = self.turn_order(ladder);
        turns.rungs().take(total as usize).for_each(|rung| *quotas.entry(rung).or_default() += 1);
        quotas.into_iter().collect()
    }

    /// Returns the largest number of puzzles whose book has at most this number of pages in all its
    /// volumes. `least` is the smallest number of puzzles, `step` the increment, and `quotas`
    /// shares a number of puzzles among the levels. Pages that depend on the puzzles, such as those
    /// of techniques, are counted with sample puzzles.
    ///
    /// # Errors
    /// [`RunError`] if the smallest book has more pages or cannot be laid out.
    pub fn count_for(
        &self,
        pages: usize,
        (least, step): (u64, u64),
        quotas: impl Fn(u64) -> Result<Vec<(Rung, u64)>, RunError>,
    ) -> Result<u64, RunError> {
        let tried = self.without_isbns();
        let pages_of = |steps: u64| tried.sample_pages(&quotas(steps * step)?);
        let first = least.div_ceil(step).max(1);
        if self.options().fill_pages && !pages.is_multiple_of(2) {
            let puzzles = first.max(MORE.div_ceil(step)) * step;
            self.refuse_odd(pages, puzzles, &quotas(puzzles)?)?;
        }
        let smallest: usize = pages_of(first)?;
        if smallest > pages {
            let puzzles = first * step;
            let expected = format!("at least {smallest}, for a book of {puzzles} puzzles");
            return Err(Problem::expected(expected, pages).with_setting("pages").into());
        }
        let (mut found, mut beyond) = ((first, smallest), 2 * first);
        loop {
            let of = pages_of(beyond)?;
            if of > pages {
                break;
            }
            found = (beyond, of);
            beyond *= 2;
            if beyond * step > 10 * SAMPLE_MAX {
                let remedy = clause!("use {}", setting("total"));
                return Err(Problem::expected("fewer", pages)
                    .with_setting("pages")
                    .remedy(remedy)
                    .into());
            }
        }
        while beyond - found.0 > 1 {
            let middle = found.0.midpoint(beyond);
            match pages_of(middle)? {
                of if of <= pages => found = (middle, of),
                _ => beyond = middle,
            }
        }
        // A few more puzzles may need no more pages, because blank pages fall differently.
        let more = if found.1 < pages { beyond + 1..beyond + 24 } else { 0..0 };
        for steps in more {
            if pages_of(steps)? == pages {
                found = (steps, pages);
            }
        }
        Ok(found.0 * step)
    }

    /// Returns the number of pages of a book of sample puzzles in all its volumes.
    fn sample_pages(&self, quotas: &[(Rung, u64)]) -> Result<usize, RunError> {
        match self.lay_out_sample(quotas) {
            Ok(layout) => Ok(layout.volumes.iter().map(Volume::page_count).sum()),
            Err(LayoutError::Thin { pages, .. }) => Ok(pages),
            Err(LayoutError::Thick { .. }) => Ok(usize::MAX),
            Err(e) => Err(e.into()),
        }
    }

    /// Fails if pages for notes cannot fill an odd number, because bound leaves have two pages and
    /// the number has room for a bound book: one of these puzzles.
    fn refuse_odd(
        &self,
        pages: usize,
        puzzles: u64,
        quotas: &[(Rung, u64)],
    ) -> Result<(), RunError> {
        let mut unfilled = self.without_isbns();
        unfilled.settings.imprint.fill_to = None;
        if !self.has_even_pages(puzzles) || unfilled.sample_pages(quotas)? > pages {
            return Ok(());
        }
        let remedy = clause!("use {}", setting("pages").to(pages + 1));
        let problem = Problem::expected("an even number of pages", pages);
        Err(problem.with_setting("pages").remedy(remedy).into())
    }

    /// Shares `total` puzzles among levels or bands: by turns if the levels take turns, otherwise
    /// evenly.
    ///
    /// # Errors
    /// [`RunError`] if there is no such book.
    pub fn share(
        &self,
        levels: &Levels,
        ladder: Ladder,
        total: u64,
    ) -> Result<Vec<(Rung, u64)>, RunError> {
        let even = |page| {
            let shared = levels.share(ladder, total, page);
            shared.map_err(|e| RunError::from(Problem::new(e).with_setting("total")))
        };
        let dealt = |total| {
            let mut quotas = self.quotas_by_turn(ladder, total);
            quotas.retain(|(rung, _)| levels.0.contains(&rung.number()));
            quotas
        };
        let in_turn = !self.template.turns(ladder).is_empty();
        let first = if in_turn { dealt(total) } else { even(1)? };
        let layout = self.lay_out_blank(&first)?;
        // A book of days has every day of the order, even if the last page is not full.
        let page =
            if self.template.has_days() { 1 } else { layout.volumes[0].grids_per_page().0 as u64 };
        match (in_turn, total % page) {
            (false, _) => even(page),
            (true, 0) => Ok(first),
            (true, over) => {
                let (below, above) = (total - over, total - over + page);
                let remedy = if below > 0 {
                    clause!("use {} or {}", setting("total").to(below), setting("total").to(above))
                } else {
                    clause!("use {}", setting("total").to(above))
                };
                let found = setting("total").to(total);
                let wrong =
                    clause!("expected full pages of {} puzzles, found {}", page.to_string(), found);
                let design = self.template.name();
                Err(Problem::new(wrong).at(format_args!("design {design}")).remedy(remedy).into())
            }
        }
    }

    /// Checks that these levels or bands fill the turns of the design, or the first `total` turns.
    ///
    /// # Errors
    /// [`RunError`], with turns that these levels fill.
    pub fn check_turns(
        &self,
        levels: &Levels,
        ladder: Ladder,
        total: Option<u64>,
    ) -> Result<(), RunError> {
        let turns = self.template.turns(ladder);
        let many = total.map_or(turns.len(), |total| turns.len().min(total as usize));
        let order = self.turn_order(ladder);
        if order.rungs().take(many).all(|rung| levels.0.contains(&rung.number())) {
            return Ok(());
        }
        let numbers: Vec<u8> = levels.0.iter().copied().collect();
        let own = self.template.turns_through(&numbers);
        let template = self.template.clone().with_turns(own.clone());
        let template = template.map_err(|e| Problem::new(e.to_string()))?;
        let plan = Self { template, ..self.clone() };
        let page = if plan.template.has_days() { 1 } else { plan.puzzles_a_page(ladder)? } as u64;
        let over = total.filter(|total| total % page > 0);
        let mut remedy = clause!("use {}", setting("turns").to(join(&own)));
        if let Some(total) = over {
            let total = setting("total").to((total - total % page).max(page));
            remedy = clause!("{} with {}", remedy, total);
        }
        let wrong = format!(
            "{}puzzles of levels {} do not fill turns of levels {}",
            total.map_or(String::new(), |total| format!("{total} ")),
            join(&numbers).replace(',', ", "),
            join(self.template.turn_numbers()).replace(',', ", "),
        );
        let design = self.template.name();
        Err(Problem::new(wrong).at(format_args!("design {design}")).remedy(remedy).into())
    }
}

/// Joins numbers with commas, as in flags.
fn join(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}
