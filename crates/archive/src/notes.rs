//! Notes about a run beside its puzzles: their numbers in series of books, and the label by which
//! people know the run. An archive without notes is complete.

use super::{Archive, ArchiveError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A text about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunNote {
    /// The name of the run.
    pub run: String,
    /// The topic: [`LABEL`], or [`SERIES`] and the name of a series.
    pub topic: String,
    pub text: String,
}

/// The topic of the label. The text is its JSON.
const LABEL: &str = "label";

/// The words by which people know a run. The last command that made files of the run decides them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunLabel {
    /// The date of the night, such as `2026-11-20`, of a run whose seed follows from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The title of the book, if the user named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The folder or the file, as the command named it.
    pub place: String,
    /// The printed number of the first puzzle; `None` for the sheets of a class, which repeat their
    /// numbers, and for a book with another order than its catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_number: Option<u64>,
}

impl RunLabel {
    /// Converts the label into a note of this run.
    pub(super) fn note(&self, run: &str) -> RunNote {
        let text = serde_json::to_string(self).expect("texts and numbers have a form in JSON");
        RunNote { run: run.to_owned(), topic: LABEL.to_owned(), text }
    }
}

/// The topic of the run that a run continues: the one before in its folder, with fewer or more of
/// the same puzzles. The text is its name.
const CONTINUED: &str = "continued";

/// Returns the note that a run continues another one.
pub(super) fn continued_note(run: &str, before: &str) -> RunNote {
    RunNote { run: run.to_owned(), topic: CONTINUED.to_owned(), text: before.to_owned() }
}

/// The prefix of the topics of series. The text consists of the numbers of the run's first and last
/// puzzle, with a blank between them.
pub(super) const SERIES: &str = "series ";

/// The numbers of a run's puzzles in a series of books. A run has the same numbers in the editions
/// of a series in other languages, whose series have other names.
#[derive(Clone, Copy, Debug)]
pub struct SeriesNumbers<'a> {
    /// The name of the series.
    pub series: &'a str,
    /// The number of the first puzzle.
    pub first: u64,
    /// The number of the last puzzle.
    pub last: u64,
    /// True if these numbers must be the next ones in the series.
    pub next: bool,
    /// The runs that give their numbers back.
    pub replaced: ReplacedRuns<'a>,
}

/// Runs whose numbers in a series are free because others take their places.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplacedRuns<'a> {
    /// The run before of the same volume. Its first number stays if the numbers behind it suffice.
    pub own: Option<&'a str>,
    /// The runs of other volumes that the same command replaces after this one.
    pub later: &'a [String],
}

impl<'a> SeriesNumbers<'a> {
    /// Returns as many numbers from 1 on, which ask for the next ones in a series.
    #[must_use]
    pub fn next(series: &'a str, count: u64) -> Self {
        let replaced = ReplacedRuns::default();
        Self { series, first: 1, last: count, next: true, replaced }
    }
}

impl SeriesNumbers<'_> {
    /// Converts the numbers into a note of this run.
    pub(super) fn note(&self, run: &str) -> RunNote {
        let (topic, text) =
            (format!("{SERIES}{}", self.series), format!("{} {}", self.first, self.last));
        RunNote { run: run.to_owned(), topic, text }
    }

    /// Returns the note that the run before of the same volume has no numbers, if there is one.
    pub(super) fn note_of_replaced(&self) -> Option<RunNote> {
        let (run, topic) = (self.replaced.own?.to_owned(), format!("{SERIES}{}", self.series));
        Some(RunNote { run, topic, text: String::new() })
    }

    /// Fails if the numbers must come next, but another run has taken some of them in the meantime.
    pub(super) fn ensure_free(
        &self,
        notes: &[RunNote],
        run: &str,
        archive: &Path,
    ) -> Result<(), ArchiveError> {
        if self.next && self.find_first(notes, run) != self.first {
            return Err(ArchiveError::Numbers(archive.to_owned(), self.series.to_owned()));
        }
        Ok(())
    }

    /// Returns the number of the first of as many puzzles of a run, by all notes of series.
    fn find_first(&self, notes: &[RunNote], run: &str) -> u64 {
        let (mut own, mut edition, mut before, mut taken) = (None, None, None, Vec::new());
        for note in notes {
            let Some((first, last)) = parse_numbers(&note.text) else {
                continue;
            };
            let is_here = note.topic[SERIES.len()..] == *self.series;
            if note.run == run {
                *if is_here { &mut own } else { &mut edition } = Some(first);
            } else if is_here && self.replaced.own == Some(&*note.run) {
                before = Some(first);
            } else if is_here && !self.replaced.later.contains(&note.run) {
                taken.push((first, last));
            }
        }
        let behind = self.last - self.first;
        let is_free = |first: &u64| {
            taken.iter().all(|(from, to)| to < first || first.saturating_add(behind) < *from)
        };
        let next = || taken.iter().map(|(_, last)| last.saturating_add(1)).max().unwrap_or(1);
        let of_edition = edition.filter(|_| own.is_none());
        of_edition.or(own.or(before).filter(is_free)).unwrap_or_else(next)
    }

    /// Returns the names of other runs that have some of the numbers, by all notes of series.
    fn find_sharing(&self, notes: Vec<RunNote>, run: &str) -> Vec<String> {
        let topic = format!("{SERIES}{}", self.series);
        let shares = |note: &RunNote| {
            let numbers = parse_numbers(&note.text);
            note.topic == topic
                && note.run != run
                && self.replaced.own != Some(&*note.run)
                && numbers.is_some_and(|(first, last)| first <= self.last && self.first <= last)
        };
        notes.into_iter().filter(shares).map(|note| note.run).collect()
    }
}

/// Parses the text of a note of a series.
fn parse_numbers(text: &str) -> Option<(u64, u64)> {
    let (first, last) = text.split_once(' ')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

impl Archive {
    /// Returns the number of the first of as many puzzles of a run in a series: the number of an
    /// edition in another language; or else the number that the run or the one that it replaces
    /// has, if the numbers behind it are free; or else the next number of the series. Removed runs
    /// do not count.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn first_number(&self, run: &str, wanted: &SeriesNumbers<'_>) -> Result<u64, ArchiveError> {
        Ok(wanted.find_first(&self.0.notes(SERIES)?, run))
    }

    /// Returns the names of other runs in the series that have some of these numbers of a run.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn runs_sharing(
        &self,
        run: &str,
        numbers: &SeriesNumbers<'_>,
    ) -> Result<Vec<String>, ArchiveError> {
        Ok(numbers.find_sharing(self.0.notes(SERIES)?, run))
    }

    /// Returns the numbers of a run and of those that it continues. Their puzzles are its own.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn own_numbers(&self, name: &str) -> Result<Vec<i64>, ArchiveError> {
        let continued = self.0.notes(CONTINUED)?;
        let mut names = vec![name];
        // A run may be followed by one with as many puzzles as one before.
        while let Some(note) = continued
            .iter()
            .find(|note| names.last() == Some(&&*note.run) && !names.contains(&&*note.text))
        {
            names.push(&note.text);
        }
        let mut runs = self.0.runs()?;
        runs.retain(|(_, run)| names.contains(&&*run.name));
        Ok(runs.into_iter().map(|(number, _)| number).collect())
    }

    /// Returns the labels of runs, by the names of the runs. An imported run has none.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn labels(&self) -> Result<BTreeMap<String, RunLabel>, ArchiveError> {
        let mut labels = BTreeMap::new();
        for note in self.0.notes(LABEL)? {
            if let Ok(label) = serde_json::from_str(&note.text) {
                labels.insert(note.run, label);
            }
        }
        Ok(labels)
    }

    /// Replaces the numbers of a run, whose puzzles the archive has.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn set_numbers(
        &mut self,
        run: &str,
        numbers: &SeriesNumbers<'_>,
    ) -> Result<(), ArchiveError> {
        self.0.put_note(&numbers.note(run))
    }

    /// Replaces the label of a run.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn set_label(&mut self, run: &str, label: &RunLabel) -> Result<(), ArchiveError> {
        self.0.put_note(&label.note(run))
    }
}
