//! Random rows of a finished run, made again from the settings and compared: whether the machines computed what
//! they should.

use super::{Finished, Work};
use crate::make::batch::Maker;
use crate::make::seed::{Seed, Slot};
use crate::run::{At as _, RunError};
use crate::store::table::{CsvRows, csv_row};
use rand::RngExt as _;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A row that is not the one that its slot makes.
#[derive(Clone, Debug)]
pub struct OtherRow {
    /// The file of the part.
    pub path: PathBuf,
    /// The line, counted from 1; the header is line 1.
    pub line: u64,
    /// What the file has.
    pub found: String,
    /// What the slot makes; `None` if it makes no puzzle.
    pub expected: Option<String>,
}

impl Finished {
    /// Makes this number of rows again, drawn with `seed`, and returns how many there were and which differ.
    ///
    /// # Errors
    /// When a part cannot be read, or the work is interrupted.
    pub fn sample(
        &self,
        rows: u64,
        seed: Seed,
        work: &Work<'_>,
    ) -> Result<(u64, Vec<OtherRow>), RunError> {
        let all: u64 = self.manifest.counts.values().sum();
        let mut rng = seed.numbered(0);
        let mut drawn = BTreeSet::new();
        while (drawn.len() as u64) < rows.min(all) {
            drawn.insert(rng.random_range(0..all));
        }
        let (plan, seed) = (self.parts.plan(), self.parts.identity().seed());
        let columns = self.parts.columns();
        let maker = Maker::new(plan.clone(), seed, work.threads)?;
        let (mut before, mut others) = (0, Vec::new());
        for (part, file) in self.files() {
            let made = self.manifest.counts.get(&part.rung.number()).copied().unwrap_or(0);
            let rows = part.len.min(made.saturating_sub(part.first));
            let of_part: Vec<u64> =
                drawn.range(before..before + rows).map(|row| row - before).collect();
            before += rows;
            let path = self.parts.path(&file.name);
            let mut file_rows = CsvRows::open(&path).reading(&path)?;
            let (mut texts, mut slots, mut next) = (Vec::new(), Vec::new(), 0);
            for &row in &of_part {
                work.interrupt.check()?;
                let mut text = String::new();
                for _ in next..=row {
                    file_rows.next(&mut text).reading(&path)?;
                }
                next = row + 1;
                let fields: Vec<&str> = text.split(',').collect();
                let at = columns.names().iter().position(|name| *name == "reissue");
                let reissue = at.and_then(|at| fields.get(at)?.parse::<u16>().ok()).unwrap_or(0);
                let slot = Slot { rung: part.rung, number: part.first + row };
                slots.push((slot, u32::from(reissue)));
                texts.push(text);
            }
            let stop = || work.interrupt.is_stopped();
            let made = maker.make(&slots, stop, |issued| csv_row(&columns, &issued.entry));
            work.interrupt.check()?;
            for ((row, found), expected) in of_part.iter().zip(texts).zip(made) {
                let expected = expected.map(|row| row.trim_end().to_owned());
                if expected.as_ref() != Some(&found) {
                    let path = path.clone();
                    others.push(OtherRow { path, line: row + 2, found, expected });
                }
            }
        }
        Ok((drawn.len() as u64, others))
    }
}
