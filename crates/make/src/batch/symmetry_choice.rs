//! The choice of the symmetries that the puzzles of a plan have.

use grid::Symmetry;
use std::fmt;
use std::str::FromStr;
use words::{ValueError, choice, is_same_name};

/// The symmetries of the puzzles of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymmetryChoice {
    /// All puzzles have this symmetry.
    One(Symmetry),
    /// The puzzles of each level take turns among seven symmetries.
    Mixed,
}

impl SymmetryChoice {
    /// The word for mixed symmetries.
    pub const MIXED: &'static str = "mixed";

    /// The symmetries that take turns. Full symmetry is left out, because it has few patterns.
    const MIX: [Symmetry; 7] = [
        Symmetry::HalfTurn,
        Symmetry::LeftRight,
        Symmetry::Diagonal,
        Symmetry::QuarterTurn,
        Symmetry::TopBottom,
        Symmetry::BothMirrors,
        Symmetry::BothDiagonals,
    ];

    /// Returns the symmetry at a turn. [`Plan::turn`] has the turn of a slot.
    ///
    /// [`Plan::turn`]: super::Plan::turn
    pub fn at_turn(self, turn: u64) -> Symmetry {
        match self {
            Self::One(symmetry) => symmetry,
            Self::Mixed => Self::MIX[(turn % Self::MIX.len() as u64) as usize],
        }
    }

    /// Returns the name that flags and manifests use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One(symmetry) => symmetry.name(),
            Self::Mixed => Self::MIXED,
        }
    }
}

impl Default for SymmetryChoice {
    fn default() -> Self {
        Self::One(Symmetry::None)
    }
}

impl From<Symmetry> for SymmetryChoice {
    fn from(symmetry: Symmetry) -> Self {
        Self::One(symmetry)
    }
}

impl fmt::Display for SymmetryChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SymmetryChoice {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if is_same_name(text, Self::MIXED) {
            return Ok(Self::Mixed);
        }
        let names = Symmetry::ALL.map(Symmetry::name);
        let unknown = || ValueError::quoted(choice(&[&names[..], &[Self::MIXED]].concat()), text);
        text.parse().map(Self::One).map_err(|_: ValueError| unknown())
    }
}
