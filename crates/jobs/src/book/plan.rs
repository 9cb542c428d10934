//! A book as it was ordered, and its layout.

use crate::{BookSettings, SpineWidth};
use book::{BookOptions, Layout, LayoutError, Section, Template, Volume};
use captions::PuzzleLink;
use cover::{Cover, CoverLook};
use grid::{Level, Puzzle};
use human::{Band, Rung};
use make::mini::MiniRules;
use preflight::{PrintSpec, Spine, Trim};
use std::borrow::Cow;
use std::iter::repeat;
use words::{Problem, clause, setting};

/// A book as it was ordered: its settings, and what was read from the files that they name.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// The settings, with values in place of defaults of the design and of the printer. Their
    /// options have the language, the fonts and the texts.
    pub settings: BookSettings,
    /// The design, with the turns of the settings.
    pub template: Template,
    /// The size of the pages.
    pub trim: Trim,
    /// The printer's requirements; `None` for no particular printer.
    pub spec: Option<PrintSpec>,
    /// The covers that a run makes with the book; `None` for none.
    pub cover: Option<CoverLook>,
}

/// Returns true if the puzzles of a book of this design are numbered in the order of their
/// catalogue. A design that cannot be read counts as one with that order.
pub(crate) fn has_catalog_order(options: &BookOptions, design: Option<&Template>) -> bool {
    let is_sorted_again = design.is_some_and(Template::sorts_by_technique);
    options.course.is_empty() && options.swaps.is_empty() && !is_sorted_again
}

impl BookPlan {
    /// Returns title, author, language, fonts, texts and what else is printed about the book.
    pub fn options(&self) -> &BookOptions {
        &self.settings.imprint
    }

    /// Returns true if the puzzles are numbered in the order of their catalogue.
    pub fn has_catalog_order(&self) -> bool {
        has_catalog_order(self.options(), Some(&self.template))
    }

    /// Returns the number of versions of each puzzle: one for each sheet of a class, or else 1.
    pub fn versions(&self) -> u64 {
        self.options().sheets.map_or(1, |sheets| sheets.get().into())
    }

    /// Returns true if each volume of a book with this number of puzzles has an even number of
    /// pages.
    pub fn has_even_pages(&self, puzzles: u64) -> bool {
        match &self.spec {
            Some(spec) => spec.has_even_pages(),
            None => self.template_for(puzzles).is_bound(),
        }
    }

    /// Returns the design of a book with this number of puzzles.
    fn template_for(&self, puzzles: u64) -> Cow<'_, Template> {
        let imprint = self.options();
        // A printer that binds books requires more pages than a book of few puzzles has.
        let is_bound = self.spec.as_ref().is_some_and(|spec| spec.pages().0 > 2);
        let is_whole = imprint.parts.is_some()
            || imprint.sheets.is_some()
            || !imprint.course.is_empty()
            || self.settings.volumes.is_some()
            || self.cover.is_some()
            || self.settings.booklet
            || is_bound;
        if is_whole || puzzles > SHORT_BOOK_MAX as u64 {
            return Cow::Borrowed(&self.template);
        }
        Cow::Owned(self.template.clone().for_few_puzzles(puzzles as usize, imprint))
    }

    /// Lays the book out with a sample puzzle in every place, before any puzzle is made.
    ///
    /// # Errors
    /// As [`lay_out`](book::LayoutSpec::lay_out).
    pub fn lay_out_sample(&self, quotas: &[(Rung, u64)]) -> Result<Layout, LayoutError> {
        let mut sections = specimens(quotas);
        if self.options().puzzle_link.as_ref().is_some_and(PuzzleLink::has_id) {
            for section in &mut sections {
                // An id has at least six digits, and as many as the number of the puzzle.
                section.ids = vec!["L0-000000".into(); section.puzzles.len()].into();
            }
        }
        self.lay_out(&sections)
    }

    /// Returns the least number of volumes of these puzzles, whose sample fills `sampled` volumes.
    pub fn least_volumes(&self, quotas: &[(Rung, u64)], sampled: usize) -> usize {
        let all: u64 = quotas.iter().map(|(_, count)| count).sum();
        let sample: u64 = quotas.iter().map(|(_, count)| (*count).min(SAMPLE_MAX)).sum();
        if all == sample || self.settings.volumes.is_some() {
            return sampled;
        }
        // The last volume of the sample may have room for more puzzles.
        let full = sampled.saturating_sub(1) as u128 * u128::from(all) / u128::from(sample.max(1));
        usize::try_from(full).unwrap_or(usize::MAX).saturating_add(1)
    }

    /// Lays out the covers of the book, if the plan has covers.
    ///
    /// # Errors
    /// As [`Cover::for_volumes`] and [`PrintSpec::check_entered_spine`].
    pub fn covers<'a>(&self, layout: &'a Layout) -> Result<Vec<Cover<'a>>, Problem> {
        let Some(look) = &self.cover else { return Ok(Vec::new()) };
        let covers = Cover::for_volumes(&layout.volumes, &self.spines(layout), look)?;
        if let Some(spec) = &self.spec {
            for (volume, cover) in covers.iter().enumerate() {
                if let Some(SpineWidth::Given(spine)) = self.settings.cover.spine(volume) {
                    spec.check_entered_spine(spine, cover.sheet().pages)?;
                }
            }
        }
        Ok(covers)
    }

    /// Returns true if the widths of the spines are estimates.
    pub fn estimates_spines(&self) -> bool {
        self.cover.is_some() && self.settings.cover.spines.contains(&SpineWidth::Estimate)
    }

    /// The note about covers that are only a first look.
    pub const SPINE_NOTE: &str = "the width of the spine is an estimate; look it up at the \
                                  printer, and make the cover again with it";

    /// Returns a note about covers that are only a first look.
    pub fn spine_note(&self) -> Option<&'static str> {
        if self.estimates_spines() { Some(Self::SPINE_NOTE) } else { None }
    }

    /// Returns the widths of the spines that are set. There is an estimate for each volume.
    pub fn spines(&self, layout: &Layout) -> Vec<Spine> {
        let paper = self.spec.as_ref().map(PrintSpec::paper).unwrap_or_default();
        let mut widths = self.settings.cover.spines.clone();
        if widths == [SpineWidth::Estimate] {
            widths = vec![SpineWidth::Estimate; layout.volumes.len()];
        }
        let pages = layout.volumes.iter().map(Volume::page_count).chain(repeat(1));
        widths.into_iter().zip(pages).map(|(width, pages)| width.of_pages(paper, pages)).collect()
    }

    /// Assigns all content to the pages of the volumes.
    ///
    /// # Errors
    /// As [`lay_out`](book::LayoutSpec::lay_out).
    pub fn lay_out(&self, sections: &[Section]) -> Result<Layout, LayoutError> {
        let puzzles = sections.iter().map(|section| section.puzzles.len() as u64).sum();
        let layout = book::LayoutSpec::new(&self.template_for(puzzles), sections)
            .printer(self.spec.as_ref())
            .trim(self.trim)
            .options(self.options())
            .volumes(self.settings.volumes)
            .lay_out()?;
        if self.settings.booklet {
            check_booklets(&layout)?;
        }
        Ok(layout)
    }
}

/// Maximum number of sheets that are folded and stapled together. Staples for 50 leaves are the
/// longest that offices have.
const MAX_BOOKLET_SHEETS: usize = 25;
/// The number of pages on a sheet of a booklet.
const PAGES_PER_SHEET: usize = 4;

/// Fails if the booklet of a volume has more sheets than can be stapled.
fn check_booklets(layout: &Layout) -> Result<(), LayoutError> {
    let (mut found, mut all) = (0, 0);
    for volume in &layout.volumes {
        let sheets = volume.booklet().page_count().div_ceil(PAGES_PER_SHEET);
        found = found.max(sheets);
        all += sheets;
    }
    if found <= MAX_BOOKLET_SHEETS {
        return Ok(());
    }
    // Each booklet has pages of its own, such as the cover.
    let volumes = 1 + all.div_ceil(MAX_BOOKLET_SHEETS - 2);
    let expected = format!("at most {MAX_BOOKLET_SHEETS} sheets to staple");
    let volumes = setting("volumes").to(volumes);
    let problem = Problem::expected(expected, found).with_setting_value("impose", "booklet");
    Err(problem.remedy(clause!("use {}, or fewer puzzles", volumes)).into())
}

/// Maximum number of sample puzzles of a level. More puzzles only add volumes.
pub(super) const SAMPLE_MAX: u64 = 20_000;
/// Maximum number of puzzles of a short book. Without a list of parts, a short book has only its
/// puzzles and their answers.
pub(super) const SHORT_BOOK_MAX: usize = 5;

/// A sample puzzle without a hint, which human level 1 solves.
const EASY_SPECIMEN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A sample puzzle with a hint, which needs naked singles.
const HARD_SPECIMEN: &str =
    ".9..7.....1.2...........4.54.8....7...31.468...9.2....3.6...7..58.9.72.4.47...8..";

/// Returns sections with these numbers of puzzles, each filled with one sample puzzle.
pub(super) fn specimens(quotas: &[(Rung, u64)]) -> Vec<Section> {
    let mut sections = Vec::new();
    for &(rung, count) in quotas {
        let count = count.min(SAMPLE_MAX) as usize;
        let has_hints = match rung {
            Rung::Level(level) => level >= Level::Hard,
            Rung::Mini(level) => {
                sections
                    .push(Section::new(rung, vec![MiniRules::default().specimen(level); count]));
                continue;
            }
            Rung::Band(band) => band >= Band::Medium,
        };
        let specimen = if has_hints { HARD_SPECIMEN } else { EASY_SPECIMEN };
        let givens = specimen.parse().expect("the specimen has 81 cells");
        let puzzle = Puzzle::prove(givens).expect("the specimen has one solution");
        sections.push(Section::new(rung, vec![puzzle; count]));
    }
    sections
}
