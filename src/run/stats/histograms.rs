//! Histograms of a run: the distribution of the puzzles of each level or band over the values of
//! each measure. The archive keeps them, and a proof sheet draws them.

use engine::human::grade::Rating;
use engine::human::ladder::Rung;
use engine::sudoku::score::Score;
use std::collections::BTreeMap;

engine::named! {
    /// A measure of a puzzle. Its values fall into numbered buckets.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Measure {
        /// The rating of Sudoku Explainer; each half is a bucket.
        Er = "er",
        /// The expected time; each whole minute is a bucket, and all from 60 on are one.
        Minutes = "minutes",
        /// Number of givens; each number is a bucket.
        Givens = "givens",
        /// Minimum number of givens in a row or column; each number is a bucket.
        RowColMin = "row_col_min",
        /// Searches of the paper's solver; two buckets for each power of ten: 10, 30, 100, 300 and
        /// so on.
        Searches = "searches",
        /// The paper's total, in tenths.
        Total = "total",
    }
}

impl Measure {
    /// Returns the bucket of a puzzle; `None` if the measure needs a rating and the puzzle has
    /// none.
    pub fn class(self, score: &Score, rating: Option<&Rating>) -> Option<u16> {
        Some(match self {
            Self::Givens => score.givens as u16,
            Self::RowColMin => score.row_col_min as u16,
            Self::Searches => {
                let power = score.searches.max(1).ilog10();
                (2 * power + u32::from(score.searches >= 3 * 10u64.pow(power))) as u16
            }
            Self::Total => score.total_tenths().into(),
            Self::Er => rating?.er.0 / 5,
            Self::Minutes => (rating?.seconds.0 / 60.0).min(60.0) as u16,
        })
    }

    /// Returns the smallest value of a bucket, for people.
    pub fn label(self, class: u16) -> String {
        match self {
            Self::Givens | Self::RowColMin | Self::Minutes => class.to_string(),
            Self::Searches => {
                let number = 10u64.pow(u32::from(class / 2)) * if class % 2 == 1 { 3 } else { 1 };
                match number {
                    1_000_000.. => format!("{}m", number / 1_000_000),
                    1_000.. => format!("{}k", number / 1_000),
                    _ => number.to_string(),
                }
            }
            Self::Total => format!("{}.{}", class / 10, class % 10),
            Self::Er => format!("{}.{}", class / 2, class % 2 * 5),
        }
    }
}

/// Numbers of puzzles by bucket.
pub type BucketCounts = BTreeMap<u16, u64>;

/// Numbers of puzzles by level or band, measure and bucket.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histograms(BTreeMap<String, BTreeMap<String, BucketCounts>>);

/// Returns the key of a level or band in an archive: `level 3`.
fn key(rung: Rung) -> String {
    format!("{} {}", rung.word(), rung.number())
}

impl Histograms {
    /// Counts a puzzle.
    pub fn count(&mut self, rung: Rung, score: &Score, rating: Option<&Rating>) {
        let of_rung = self.0.entry(key(rung)).or_default();
        for measure in Measure::ALL {
            if let Some(class) = measure.class(score, rating) {
                let classes = of_rung.entry(measure.name().to_owned()).or_default();
                *classes.entry(class).or_default() += 1;
            }
        }
    }

    /// Returns the counts of a measure in a level or band; `None` if no puzzle of it has the
    /// measure.
    pub fn classes(&self, rung: Rung, measure: Measure) -> Option<&BucketCounts> {
        self.0.get(&key(rung))?.get(measure.name())
    }

    /// Returns the JSON that an archive keeps.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.0).expect("names and numbers have a form in JSON")
    }

    /// Parses the JSON from an archive; `None` if it has another form.
    pub fn read(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok().map(Self)
    }
}
