//! The reasons why attempts at a puzzle fail, and the sentence that explains a level or band that
//! cannot be filled.

use super::plan::Plan;
use super::rules::{SlotRule, SlotRules};
use crate::seed::Slot;
use human::Rung;
use smallvec::SmallVec;
use std::cmp::Reverse;
use thiserror::Error;

/// The reason why an attempt at a puzzle failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rejection {
    /// There was no full grid, no puzzle with the picture's givens, or no transform that can have
    /// the level.
    NoBase,
    /// The puzzle breaks a rule of the slot.
    Broken(SlotRule),
    /// An earlier puzzle is equivalent.
    Known,
    /// The attempt came before one that made a duplicate; its reason is unknown.
    Failed,
    /// An earlier puzzle has the same pattern of givens.
    Pattern,
}

/// The numbers of failed attempts by reason; empty if the reasons are unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct RejectionCounts(SmallVec<[(Rejection, u32); 4]>);

impl RejectionCounts {
    pub fn add(&mut self, rejection: Rejection) {
        self.add_each(rejection, 1);
    }

    /// Adds a number of attempts that failed for the same reason.
    pub fn add_each(&mut self, rejection: Rejection, more: u32) {
        match self.0.iter_mut().find(|(other, _)| *other == rejection) {
            Some((_, count)) => *count = count.saturating_add(more),
            None if more > 0 => self.0.push((rejection, more)),
            None => {}
        }
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
    /// Describes a level or band of which `made` puzzles exist. The reasons are unknown.
    pub fn shortfall(&self, rung: Rung, made: u64) -> Shortfall {
        self.shortfall_after(rung, made, RejectionCounts::default())
    }

    /// Describes a level or band of which `made` puzzles exist. The attempts at the next one failed
    /// with these rejections.
    pub(super) fn shortfall_after(
        &self,
        rung: Rung,
        made: u64,
        RejectionCounts(mut counts): RejectionCounts,
    ) -> Shortfall {
        counts.sort_by_key(|&(_, count)| Reverse(count));
        let all = counts.iter().fold(0, |all: u32, (_, count)| all.saturating_add(*count));
        let rules = SlotRules::new(self, rung, Some(made));
        let mut why = match counts[..] {
            [] if self.attempts == 1 => "1 attempt at the next one failed".to_owned(),
            [] => format!("{} attempts at the next one failed", with_separators(self.attempts)),
            [(rejection, 1)] => {
                format!("1 attempt at the next one {}", self.describe(rejection, &rules, made))
            }
            _ => {
                let reasons = counts.into_iter().map(|(rejection, count)| {
                    let predicate = self.describe(rejection, &rules, made);
                    format!("{} {predicate}", with_separators(count))
                });
                let reasons = reasons.collect::<Vec<_>>().join(", ");
                format!("of {} attempts at the next one {reasons}", with_separators(all))
            }
        };
        let classes = rung.mini().and_then(|level| self.mini_rules(0).class_count(level));
        if let Some(classes) = classes
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

    /// Returns the predicate of a sentence about failed attempts at a slot.
    fn describe(&self, rejection: Rejection, rules: &SlotRules<'_>, number: u64) -> String {
        let rung = rules.rung;
        match rejection {
            Rejection::NoBase => {
                match (self.givens.pattern(self.turn(Slot { rung, number })), rung) {
                    (Some((number, pattern)), _) => {
                        let count = pattern.count();
                        format!("found no puzzle with the {count} givens of picture {number}")
                    }
                    (None, Rung::Level(level)) => {
                        format!("found no full grid that makes level {} possible", level.number())
                    }
                    (None, Rung::Mini(_) | Rung::Band(_)) => "found no full grid".to_owned(),
                }
            }
            Rejection::Broken(rule) => rules.sentence(rule),
            Rejection::Known => "were equivalent to earlier puzzles".to_owned(),
            Rejection::Failed => "failed".to_owned(),
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
