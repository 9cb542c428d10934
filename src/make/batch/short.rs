//! What is told of a level that cannot be filled.

use super::miss::{Miss, Misses};
use super::plan::Plan;
use super::seen::KnownError;
use crate::human::ladder::Rung;
use thiserror::Error;

/// A level or band that could not be filled. The batch goes on with the next one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{} {} ({rung}): expected {wanted} puzzle{}, made {made}; {why}",
    rung.word(),
    rung.number(),
    if *wanted == 1 { "" } else { "s" }
)]
pub struct Shortfall {
    /// The level or band.
    pub rung: Rung,
    /// Number of puzzles made.
    pub made: u64,
    /// Number of puzzles wanted.
    pub wanted: u64,
    /// Why there are no more, as the end of the sentence.
    pub why: String,
}

/// Why the batch has no next entry.
#[derive(Debug, Error)]
pub enum BatchError {
    /// A level has too few puzzles; the batch goes on with the next level.
    #[error(transparent)]
    Short(#[from] Shortfall),
    /// [`Known`](super::Known) failed; the batch has ended.
    #[error(transparent)]
    Known(KnownError),
}

impl Plan {
    /// The outcome of a level or band of which this many puzzles were made, and no further one after these
    /// attempts.
    pub(crate) fn shortfall(&self, rung: Rung, made: u64, misses: Misses) -> Shortfall {
        let by_count = misses.by_count();
        let all: u32 = by_count.iter().map(|(_, count)| count).sum();
        let mut why = match by_count[..] {
            [] if self.attempts == 1 => "1 attempt at the next one failed".to_owned(),
            [] => format!("{} attempts at the next one failed", grouped(self.attempts)),
            [(miss, 1)] => format!("1 attempt at the next one {}", self.why(miss, rung, made)),
            _ => {
                let told = |&(miss, count): &(Miss, u32)| {
                    format!("{} {}", grouped(count), self.why(miss, rung, made))
                };
                let told: Vec<_> = by_count.iter().map(told).collect();
                format!("of {} attempts at the next one {}", grouped(all), told.join(", "))
            }
        };
        if self.shape.pattern(made).is_some() {
            why += "; there may be none";
        } else if self.shape.minimal {
            why += "; few minimal puzzles are like that";
        } else if let Some(range) = self.shape.givens {
            why += &format!("; few puzzles of {range} givens are like that");
        }
        Shortfall { rung, made, wanted: self.quota(rung), why }
    }

    /// What an attempt did that failed.
    fn why(&self, miss: Miss, rung: Rung, slot: u64) -> String {
        let place = format!("{} {}", rung.word(), rung.number());
        match miss {
            Miss::Base => match (self.shape.pattern(slot), rung) {
                (Some((number, pattern)), _) => {
                    let count = pattern.count();
                    format!("found no puzzle with the {count} givens of picture {number}")
                }
                (None, Rung::Level(_)) => format!("found no full grid that makes {place} possible"),
                (None, Rung::Band(_)) => "found no full grid".to_owned(),
            },
            Miss::Givens => match self.shape.givens {
                Some(range) => format!("had other numbers of givens than {range}"),
                None => "were not minimal".to_owned(),
            },
            Miss::Finished => "had a complete row, column or block".to_owned(),
            Miss::TooHard => match self.asked.ceiling(rung) {
                Some(ceiling) => format!("exceeded a rating of {ceiling}"),
                None => "had no rating".to_owned(),
            },
            Miss::Rung => format!("missed {place}"),
            Miss::Er => match self.asked.er {
                Some(er) => format!("were rated outside {er}"),
                None => "had no rating".to_owned(),
            },
            Miss::Minutes => match self.asked.minutes {
                Some(minutes) => format!("had other expected times than {minutes} minutes"),
                None => "had no expected time".to_owned(),
            },
            Miss::Needs(technique) => format!("did not need {technique}"),
            Miss::Without => {
                let techniques = self.asked.without.iter().map(|technique| technique.id());
                format!("needed {}", techniques.collect::<Vec<_>>().join(" or "))
            }
            Miss::Wish(wish) => format!("missed the wish {}", wish.name()),
            Miss::Known => "were equivalent to earlier puzzles".to_owned(),
        }
    }
}

/// For people: `10,000`.
fn grouped(number: u32) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}
