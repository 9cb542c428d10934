//! A step of a solution: what is placed or removed, and everything that is needed to tell why.

use super::position::Position;
use super::technique::Technique;
use super::tenths::Tenths;
use crate::sudoku::grid::{Cell, CellSet, Digit, DigitSet, House};
use std::fmt;

/// The candidates that go, by cell in reading order.
pub type Eliminations = Vec<(Cell, DigitSet)>;

/// One step: a technique that was found, with its effect and its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// How hard the step is, on the scale of Sudoku Explainer: 1.0 is the easiest. Steps are compared by
    /// this number as it is; for people it is shown by [`Step::tenths`].
    pub rating: f64,
    /// The digit that is placed, if one is.
    pub placement: Option<(Cell, Digit)>,
    /// The candidates that are removed, by cell in reading order. Those which a placement removes from
    /// the peers are not among them.
    pub eliminations: Eliminations,
    /// Why.
    pub reason: Reason,
}

/// Why a step is right: the cells, digits and houses that a person would point at.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The digit has one place in the house.
    OnePlace {
        /// The house.
        house: House,
    },
    /// The cell has one candidate.
    OneCandidate,
    /// All places of the digit in `from` lie in `to`.
    Intersection {
        /// The digit.
        digit: Digit,
        /// The house whose places are looked at.
        from: House,
        /// The house that all of them lie in.
        to: House,
        /// The house in which one place is left, for a direct find.
        direct: Option<House>,
    },
    /// The cells have as many candidates together as they are.
    NakedSet {
        /// The house.
        house: House,
        /// The cells.
        cells: CellSet,
        /// Their candidates.
        digits: DigitSet,
    },
    /// The digits have as many places together as they are.
    HiddenSet {
        /// The house.
        house: House,
        /// Their places.
        cells: CellSet,
        /// The digits.
        digits: DigitSet,
    },
    /// All places of the digit in the base lines lie in as many cover lines.
    Fish {
        /// The digit.
        digit: Digit,
        /// The lines whose places are looked at.
        bases: Vec<House>,
        /// The lines that all of them lie in.
        covers: Vec<House>,
    },
    /// Whatever the pivot is, a pincer or the pivot is the digit.
    Wing {
        /// The pivot.
        pivot: Cell,
        /// The two pincers.
        pincers: [Cell; 2],
        /// The digit that they share.
        digit: Digit,
    },
    /// Cells that two digits could fill in two ways.
    Loop {
        /// The cells in the order of the loop.
        cells: Vec<Cell>,
        /// The two digits.
        digits: [Digit; 2],
        /// What keeps the two ways from being solutions.
        escape: UniquenessType,
    },
    /// A grid in which nearly every cell has two candidates, and nearly every digit two places in each house.
    Bug {
        /// The cells with more than two candidates, each with its surplus digits.
        cells: Eliminations,
        /// What follows from it.
        escape: UniquenessType,
    },
    /// No combination of candidates of these cells is possible but those that leave each excluder a candidate.
    Exclusion {
        /// The two or three cells.
        cells: Vec<Cell>,
        /// The cells that exclude combinations.
        excluders: CellSet,
    },
    /// A closed chain: its nodes are alternately all true or all false.
    Cycle {
        /// The nodes in the order of the cycle, the start once.
        chain: Chain,
    },
    /// An assumption whose consequence is its opposite.
    Contradiction {
        /// The chain from the assumption to its opposite; or two chains from it to two nodes that
        /// exclude each other.
        chains: Vec<Chain>,
    },
    /// Whichever of several assumptions is true, the conclusion is.
    Cases {
        /// The house in which the assumptions are all places of a digit; none when they are all candidates of
        /// a cell, or a candidate and its opposite.
        house: Option<House>,
        /// One chain for each assumption. All end in the conclusion.
        chains: Vec<Chain>,
    },
}

impl Reason {
    /// The chains; none if the reason has none.
    pub fn chains(&self) -> &[Chain] {
        match self {
            Self::Cycle { chain } => std::slice::from_ref(chain),
            Self::Contradiction { chains } | Self::Cases { chains, .. } => chains,
            _ => &[],
        }
    }
}

/// What keeps a pattern from having two solutions.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UniquenessType {
    /// One cell has further candidates (type 1).
    OneCell(Cell),
    /// All further candidates are this digit (type 2).
    OneDigit(Digit),
    /// The further candidates make a set with other cells of a house (type 3).
    Set {
        /// The house.
        house: House,
        /// The other cells of the set.
        cells: CellSet,
        /// The digits of the set.
        digits: DigitSet,
        /// Whether the digits have no other places, rather than the cells no other candidates.
        hidden: bool,
    },
    /// A digit that must be in one of the two cells of the pattern (type 4).
    Bound {
        /// The house that the cells share.
        house: House,
        /// The digit.
        digit: Digit,
    },
}

/// "This cell is this digit", or that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the cell is the digit.
    pub on: bool,
}

/// Why a node follows from its parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// It is the assumption.
    Assumed,
    /// The cell has another digit, or no other candidate.
    Cell,
    /// The house has the digit elsewhere, or no other place for it.
    House(House),
    /// A technique on the candidates that the assumption leaves.
    Technique(Technique),
}

/// Consequences of an assumption, in the order in which they are drawn. The first node is the assumption,
/// the last the conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The nodes. Each follows from its parents, which stand before it.
    pub nodes: Vec<(Node, Link)>,
    /// For each node the indices of its parents. The first is the one that a person would name.
    pub parents: Vec<Vec<usize>>,
}

impl Chain {
    /// The assumption.
    ///
    /// # Panics
    /// When the chain has no node.
    pub fn start(&self) -> Node {
        self.nodes.first().expect("a chain has a node").0
    }

    /// The node at the end.
    ///
    /// # Panics
    /// When the chain has no node.
    pub fn conclusion(&self) -> Node {
        self.nodes.last().expect("a chain has a node").0
    }
}

impl Step {
    /// The rating in tenths, as it is shown.
    pub fn tenths(&self) -> Tenths {
        Tenths::rounded(self.rating)
    }

    /// The number of nodes of the chains, all counted in each chain; 0 for a step without chains.
    pub fn complexity(&self) -> usize {
        self.reason.chains().iter().map(|chain| chain.nodes.len()).sum()
    }

    /// Makes the step in a position.
    pub fn apply(&self, position: &mut Position) {
        position.apply(&self.eliminations, self.placement);
    }

    pub(crate) fn with_placement(
        technique: Technique,
        rating: f64,
        placement: (Cell, Digit),
        reason: Reason,
    ) -> Self {
        Self { technique, rating, placement: Some(placement), eliminations: Vec::new(), reason }
    }

    pub(crate) fn with_eliminations(
        technique: Technique,
        rating: f64,
        eliminations: Eliminations,
        reason: Reason,
    ) -> Self {
        Self { technique, rating, placement: None, eliminations, reason }
    }
}

/// These eliminations, without cells that lose nothing; `None` if no candidate is left to remove.
pub(crate) fn non_empty(
    eliminations: impl IntoIterator<Item = (Cell, DigitSet)>,
) -> Option<Eliminations> {
    let non_empty = eliminations.into_iter().filter(|(_, digits)| !digits.is_empty());
    let non_empty: Eliminations = non_empty.collect();
    (!non_empty.is_empty()).then_some(non_empty)
}

/// `r4c5=7` or `r4c5-7`.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.cell, if self.on { '=' } else { '-' }, self.digit)
    }
}

debug_as_display!(Node);
