//! The name that solvers give to a step: its technique, or the pattern of its chain.

use super::pattern::ChainPattern;
use super::position::Position;
use super::step::Step;
use super::technique::Technique;
use std::fmt;
use std::str::FromStr;
use words::{ValueError, choice, clause, is_same_name};

/// A technique, or a pattern of a simple chain. No name is that of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepKind {
    /// Any step of a technique.
    Technique(Technique),
    /// A chain with this pattern.
    Pattern(ChainPattern),
}

impl StepKind {
    /// Returns the pattern of a step, or its technique if it has no pattern. `before` is the
    /// position before the step.
    pub fn from_step(before: &Position, step: &Step) -> Self {
        let pattern = ChainPattern::from_step(before, step).map(Self::Pattern);
        pattern.unwrap_or(Self::Technique(step.technique))
    }

    /// Returns all techniques and patterns, the techniques first.
    pub fn all() -> impl Iterator<Item = Self> {
        let patterns = ChainPattern::ALL.into_iter().map(Self::Pattern);
        Technique::ALL.into_iter().map(Self::Technique).chain(patterns)
    }

    /// Returns the name that flags and manifests use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Technique(technique) => technique.name(),
            Self::Pattern(pattern) => pattern.name(),
        }
    }

    /// Returns the technique, unless it is a pattern.
    pub const fn technique(self) -> Option<Technique> {
        match self {
            Self::Technique(technique) => Some(technique),
            Self::Pattern(_) => None,
        }
    }

    /// Returns the pattern, unless it is a technique.
    pub const fn pattern(self) -> Option<ChainPattern> {
        match self {
            Self::Technique(_) => None,
            Self::Pattern(pattern) => Some(pattern),
        }
    }
}

impl From<Technique> for StepKind {
    fn from(technique: Technique) -> Self {
        Self::Technique(technique)
    }
}

impl From<ChainPattern> for StepKind {
    fn from(pattern: ChainPattern) -> Self {
        Self::Pattern(pattern)
    }
}

impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for StepKind {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::all().find(|kind| is_same_name(kind.name(), text));
        found.ok_or_else(|| {
            let techniques = choice(&Technique::ALL.map(Technique::name));
            let patterns = choice(&ChainPattern::ALL.map(ChainPattern::name));
            ValueError::quoted(clause!("{}; or {}", techniques, patterns), text)
        })
    }
}
