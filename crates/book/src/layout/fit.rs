//! Checks that all texts of a volume fit on its pages.

use crate::layout::faults::TYPE_SIZE_TOLERANCE;
use crate::layout::pagination::PageSlot;
use crate::model::{LayoutError, LiveArea, OVERHANG, Volume, shortened};
use crate::parts::{self, render_page, title, title_problem, wide_hint};
use page::{Area, DrawOp, FlatMark, Page};
use preflight::Trim;
use words::{Clause, Problem, clause};

/// The maximum gap between letters that belong together, and the minimum width and height of an
/// overlap that can be seen, in type sizes.
const MAX_KERN: f64 = 0.15;
const MIN_OVERLAP: f64 = 0.2;

/// Checks that every line fits between the margins, and that no text is longer than its page. The
/// first and the last page of each kind suffice, because they have the largest numbers. Pages about
/// techniques all differ, so each is checked.
pub fn check_fit(volume: &Volume, trim: Trim) -> Result<(), LayoutError> {
    if let Some((what, text)) = title::too_wide(volume) {
        return Err(LayoutError::too_wide(what, &text, trim).into());
    }
    if let Some(hint) = wide_hint(volume) {
        return Err(LayoutError::too_wide("text", hint, trim).into());
    }
    if let Some(problem) = title_problem(volume) {
        return Err(problem.into());
    }
    let slots = &volume.pagination.pages;
    let mut tall = None;
    for index in 0..slots.len() {
        // Names of days and months differ in length.
        if !volume.dates.are_printed() && is_between_alike(slots, index) {
            continue;
        }
        let (page, excess) = render_page(volume, index);
        let runs = LetterRun::all(&page);
        if let Some(problem) = misprint(volume, volume.area(&slots[index]), &runs, trim) {
            return Err(problem.into());
        }
        if excess > 0.0 {
            tall = tall.or(Some((slots[index].part, excess)));
        } else if let Some(problem) = overlap(&runs, trim) {
            return Err(problem.into());
        }
    }
    let Some((part, excess)) = tall else { return Ok(()) };
    let design = volume.setup.design.keys.name.clone();
    let place =
        clause!("design {} on trim {}, page {}", design, trim.to_string(), part.to_string());
    let found = clause!(
        "{} points too many; use a smaller sizes.body or a larger trim, or leave the page out \
         (parts)",
        format!("{excess:.0}"),
    );
    Err(Problem::expected("text that fits the page", found).at(place).into())
}

/// Returns true if a page stands between pages that differ from it in their numbers alone.
fn is_between_alike(slots: &[PageSlot], index: usize) -> bool {
    if index == 0 || index + 1 == slots.len() || parts::are_all_different(slots[index].part) {
        return false;
    }
    let mut near = slots[index - 1..=index + 1].windows(2);
    near.all(|pair| pair[0].part == pair[1].part && pair[0].subject() == pair[1].subject())
}

/// Text that reads on without a gap, and the area of its letters on the page.
struct LetterRun {
    text: String,
    size: f64,
    area: Area,
    /// False if the text runs down the page.
    is_level: bool,
}

impl LetterRun {
    /// Returns the texts of a page. Several operations may make up a run.
    fn all(page: &Page) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for mark in FlatMark::all(&page.marks) {
            let Some(run) = Self::of_mark(&mark) else { continue };
            match runs.last_mut().filter(|last| last.is_before(&run)) {
                Some(last) => {
                    last.text += &run.text;
                    last.area.width = run.area.right() - last.area.left;
                }
                None => runs.push(run),
            }
        }
        runs
    }

    fn of_mark(mark: &FlatMark) -> Option<Self> {
        let DrawOp::Text { at, face, size, text } = mark.op else { return None };
        let width: f64 = text.chars().map(|c| face.advance(c)).sum();
        let start = mark.at(*at);
        let end = mark.at((at.0 + width * size, at.1 - face.cap_height() * size));
        let (left, top) = (start.0.min(end.0), start.1.min(end.1));
        let (width, height) = ((end.0 - start.0).abs(), (end.1 - start.1).abs());
        let is_level = mark.at((at.0 + 1.0, at.1)).1 == start.1;
        let area = Area { left, top, width, height };
        Some(Self { text: text.to_string(), size: *size, area, is_level })
    }

    /// Returns true if another text follows this one without a gap.
    fn is_before(&self, next: &Self) -> bool {
        let gap = next.area.left - self.area.right();
        self.is_level
            && next.is_level
            && self.size == next.size
            && self.area.bottom() == next.area.bottom()
            && gap.abs() < MAX_KERN * self.size
    }

    /// Returns true if another text is printed over this one.
    fn is_under(&self, other: &Self) -> bool {
        let least = MIN_OVERLAP * self.size.min(other.size);
        let (one, two) = (self.area, other.area);
        let wide = one.right().min(two.right()) - one.left.max(two.left);
        let high = one.bottom().min(two.bottom()) - one.top.max(two.top);
        wide > least && high > least
    }

    fn has_word(&self) -> bool {
        self.text.chars().filter(|c| c.is_alphabetic()).count() > 1
    }
}

/// Returns the problem of the first text that is too small, or outside the margins.
fn misprint(volume: &Volume, area: &LiveArea, runs: &[LetterRun], trim: Trim) -> Option<Problem> {
    let margin = area.inside.min(area.outside) - OVERHANG;
    let least = volume.setup.design.keys.sizes.min_type - TYPE_SIZE_TOLERANCE;
    for run in runs {
        if run.size < least {
            return Some(too_small(volume, run, trim));
        }
        if run.is_level && (run.area.left < margin || run.area.right() > area.width - margin) {
            let what = user_text_in(volume, &run.text).unwrap_or("text");
            return Some(LayoutError::too_wide(what, &run.text, trim));
        }
    }
    None
}

/// Returns the name of the text of the user that fills most of a line: the series, or the name of a
/// pupil. `None` for words of the program.
fn user_text_in(volume: &Volume, line: &str) -> Option<&'static str> {
    let mut options = (*volume.setup.options).clone();
    let names = std::mem::take(&mut options.names);
    let lines = options.user_lines();
    let lines = lines.into_iter().filter_map(|(what, text)| Some((what, text.take()?)));
    let is_in_line = |text: &str| {
        line.contains(text) && 2 * text.len() > line.len() || text.contains(line.trim())
    };
    let texts = lines.chain(names.into_iter().map(|name| ("name", name)));
    texts.into_iter().find(|(_, text)| is_in_line(text)).map(|(what, _)| what)
}

/// Returns the problem of the first text that is printed over another one.
fn overlap(runs: &[LetterRun], trim: Trim) -> Option<Problem> {
    // A page has many more digits than words, and digits alone may lie on one another.
    let mut words: Vec<&LetterRun> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let has_word = run.has_word();
        let under = if has_word {
            runs[..index].iter().find(|other| other.is_under(run))
        } else {
            words.iter().copied().find(|other| other.is_under(run))
        };
        if let Some(other) = under {
            let [one, two] = [other, run].map(|run| Clause::quoted(&shortened(&run.text)));
            let trim = trim.to_string();
            let wrong = clause!("the words {} and {} overlap on trim {}", one, two, trim);
            return Some(Problem::from(wrong).remedy("use shorter words"));
        }
        if has_word {
            words.push(run);
        }
    }
    None
}

/// Returns the problem of a text that has to be smaller than any type of the design.
fn too_small(volume: &Volume, run: &LetterRun, trim: Trim) -> Problem {
    let title = volume.titles.title.to_uppercase();
    let what = if run.text.to_uppercase() == title {
        "title"
    } else {
        user_text_in(volume, &run.text).unwrap_or("text")
    };
    let wrong = clause!(
        "the {} {} is too wide for trim {}: its type would have {} points; expected at least {} \
         (min_type)",
        what,
        Clause::quoted(&shortened(&run.text)),
        trim.to_string(),
        format!("{:.1}", run.size),
        volume.setup.design.keys.sizes.min_type.to_string(),
    );
    LayoutError::of_text(wrong.into(), what).remedy("use shorter words")
}
