//! The reasons why attempts at a puzzle fail, and the sentence that explains a level or band that
//! cannot be filled.

use super::plan::Plan;
use super::quality_rules::QualityRule;
use crate::seed::Slot;
use human::{MiniLevel, Rung};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use thiserror::Error;

/// The reason why an attempt at a puzzle failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rejection {
    /// There was no full grid, no puzzle with the picture's givens, or no transform that can have
    /// the level.
    Base,
    /// The puzzle has too few or too many givens, or some that can be left out.
    Givens,
    /// A row, column or block of the puzzle has too few or too many givens.
    Look,
    /// The techniques of the band do not solve the puzzle, or it has no rating.
    TooHard,
    /// A person finds the puzzle easier or harder than its level says.
    Consent,
    /// The puzzle is of another level or band.
    Rung,
    /// The puzzle fails this row of the constraints on ratings.
    Constraint(usize),
    /// The puzzle violates a quality rule.
    QualityRule(QualityRule),
    /// An earlier puzzle is equivalent.
    Known,
    /// An earlier puzzle has the same pattern of givens.
    Pattern,
}

/// The numbers of failed attempts by reason; empty if the reasons are unknown. Counting up to three
/// different reasons allocates no memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RejectionCounts {
    first: [Option<(Rejection, u32)>; 3],
    others: BTreeMap<Rejection, u32>,
}

impl RejectionCounts {
    pub(super) fn add(&mut self, rejection: Rejection, times: u32) {
        match self.first.iter_mut().find(|place| place.is_none_or(|(other, _)| other == rejection))
        {
            Some(place) => place.get_or_insert((rejection, 0)).1 += times,
            None => *self.others.entry(rejection).or_default() += times,
        }
    }

    /// Returns the reasons, the most frequent first.
    pub(super) fn by_count(self) -> Vec<(Rejection, u32)> {
        let mut all: Vec<_> = self.first.into_iter().flatten().chain(self.others).collect();
        all.sort_by_key(|&(rejection, count)| (Reverse(count), rejection));
        all
    }
}

/// A level or band that could not be filled. The batch continues with the next one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "level {} ({rung}): expected {wanted} puzzle{}, made {made}; {why}",
    rung.key(),
    if *wanted == 1 { "" } else { "s" }
)]
pub struct Shortfall {
    /// The level or band.
    pub rung: Rung,
    /// The number of puzzles made.
    pub made: u64,
    /// The number of puzzles wanted.
    pub wanted: u64,
    /// The reason why there are no more, as the end of the sentence.
    pub why: String,
}

impl Plan {
    /// Describes a level or band of which `made` puzzles exist. The attempts at the next one failed
    /// with these rejections.
    pub fn shortfall(&self, rung: Rung, made: u64, rejections: RejectionCounts) -> Shortfall {
        let by_count = rejections.by_count();
        let all: u32 = by_count.iter().map(|(_, count)| count).sum();
        let mut why = match by_count[..] {
            [] if self.attempts == 1 => "1 attempt at the next one failed".to_owned(),
            [] => format!("{} attempts at the next one failed", with_separators(self.attempts)),
            [(rejection, 1)] => {
                format!("1 attempt at the next one {}", self.describe(rejection, rung, made))
            }
            _ => {
                let reasons = by_count.into_iter().map(|(rejection, count)| {
                    format!("{} {}", with_separators(count), self.describe(rejection, rung, made))
                });
                let reasons = reasons.collect::<Vec<_>>().join(", ");
                format!("of {} attempts at the next one {reasons}", with_separators(all))
            }
        };
        if let Some(classes) = rung.mini().and_then(MiniLevel::class_count)
            && !self.exact
        {
            why += &format!(
                "; there are {} classes of such puzzles; `dedup` exact makes equivalent ones, too",
                with_separators(classes)
            );
        } else if !self.givens.patterns.is_empty() {
            why += "; there may be none";
        } else if self.givens.minimal {
            why += "; few minimal puzzles are like that";
        } else if let Some(range) = self.givens.count {
            why += &format!("; few puzzles of {range} givens are like that");
        }
        Shortfall { rung, made, wanted: self.quota(rung), why }
    }

    /// Returns the predicate of a sentence about failed attempts.
    fn describe(&self, rejection: Rejection, rung: Rung, slot: u64) -> String {
        let place = format!("level {}", rung.key());
        match rejection {
            Rejection::Base => {
                match (self.givens.pattern(self.turn(Slot { rung, number: slot })), rung) {
                    (Some((number, pattern)), _) => {
                        let count = pattern.count();
                        format!("found no puzzle with the {count} givens of picture {number}")
                    }
                    (None, Rung::Level(_)) => {
                        format!("found no full grid that makes {place} possible")
                    }
                    (None, Rung::Mini(_) | Rung::Band(_)) => "found no full grid".to_owned(),
                }
            }
            Rejection::Givens => match self.givens.count {
                Some(range) => format!("had other numbers of givens than {range}"),
                None => "were not minimal".to_owned(),
            },
            Rejection::Look => {
                let (least, most) = self.givens.givens_per_house(rung).into_inner();
                format!("had a row, column or block without {least} to {most} givens")
            }
            Rejection::TooHard => match rung {
                Rung::Mini(_) | Rung::Band(_) => format!("were too hard for {place}"),
                Rung::Level(_) => "had no rating".to_owned(),
            },
            Rejection::Consent => format!("needed other techniques than {place}"),
            Rejection::Rung => format!("missed {place}"),
            Rejection::Constraint(row) => {
                let taught = self.taught_technique(Slot { rung, number: slot });
                self.rating.rows(taught).swap_remove(row).shortfall
            }
            Rejection::QualityRule(rule) => format!("missed the wish {}", rule.name()),
            Rejection::Known => "were equivalent to earlier puzzles".to_owned(),
            Rejection::Pattern => "had the pattern of givens of an earlier puzzle".to_owned(),
        }
    }
}

/// Formats a number for people: `10,000`.
fn with_separators(number: u32) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", with_separators(number / 1_000), number % 1_000),
    }
}
