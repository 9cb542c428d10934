//! What a book costs that is too large for a preview: a part of it is made, and its figures are
//! scaled.

use super::book_job::{BookJob, BookPuzzles, puzzle_count};
use super::preview::{Preview, fact};
use super::words::WindowWords;
use book::{Layout, Volume};
use jobs::Interrupt;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// The number of puzzles of the part, or a few more.
const PART: u64 = 400;
/// The time in which a book is made and proved, if its preview takes 1: measured with 100,000
/// puzzles, like the next figure.
const MAKING: f64 = 2.0;
/// The bytes of a puzzle in the catalogue.
const ROW_BYTES: f64 = 310.0;

/// What a large book costs, in round figures.
pub(super) struct BookEstimate {
    volumes: u64,
    pages: u64,
    megabytes: u64,
    making: Duration,
}

impl BookEstimate {
    /// Makes a part of the book of a job. Returns `None` if that cannot be made, as for puzzles of
    /// a file, or if the work is interrupted.
    pub fn find(job: &BookJob, folder: &Path, interrupt: &Interrupt) -> Option<Self> {
        let BookPuzzles::Run(spec, _) = &job.source else { return None };
        let (part, scale) = job.part(PART)?;
        let begin = Instant::now();
        let made = Preview::make(0, &part, folder, &mut None, interrupt).ok()?;
        let seconds = MAKING * scale * begin.elapsed().as_secs_f64();
        let (book, quotas) = (&spec.book, &spec.plan.quotas);
        let Layout { volumes, .. } = book.lay_out_sample(quotas).ok()?;
        let [laid_out, puzzles]: [usize; 2] =
            [Volume::page_count, Volume::puzzle_count].map(|count| volumes.iter().map(count).sum());
        let all = puzzle_count(spec) as f64;
        let pages = laid_out as f64 * all / puzzles.max(1) as f64;
        let bytes = pages * made.bytes_per_page() + ROW_BYTES * all;
        Some(Self {
            volumes: book.least_volumes(quotas, volumes.len()) as u64,
            pages: two_digits(pages),
            megabytes: two_digits(bytes / 1e6),
            making: Duration::try_from_secs_f64(seconds).ok()?,
        })
    }

    /// Returns the facts that stand beside the state of the book.
    pub fn facts(&self, words: WindowWords) -> Vec<Value> {
        let mut facts = vec![fact("pages", &words.number(self.pages), words)];
        if self.volumes > 1 {
            facts.push(fact("volumes", &words.number(self.volumes), words));
        }
        let minutes = self.making.as_secs().div_ceil(60).max(1);
        let (unit, time) =
            if minutes < 120 { ("minutes", minutes) } else { ("hours", (minutes + 30) / 60) };
        facts.push(json!(["making", words.counted(&format!("fact.making.{unit}"), time)]));
        facts.push(if self.megabytes < 10_000 {
            fact("megabytes", &words.number(self.megabytes.max(1)), words)
        } else {
            fact("gigabytes", &words.number(self.megabytes / 1_000), words)
        });
        facts
    }
}

/// Rounds a figure to two digits.
fn two_digits(figure: f64) -> u64 {
    let mut unit = 1.0;
    while figure / unit >= 100.0 {
        unit *= 10.0;
    }
    ((figure / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_digits() {
        for (figure, rounded) in
            [(0.4, 0), (7.6, 8), (99.4, 99), (1_049.0, 1_000), (125_600.0, 130_000)]
        {
            assert_eq!(two_digits(figure), rounded);
        }
    }
}
