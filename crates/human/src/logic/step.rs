//! Steps of a solution: what a step places or removes, its rating, and everything that an
//! explanation needs.

use super::position::Position;
use super::technique::Technique;
use super::tenths::Tenths;
use grid::{Cell, CellSet, Digit, DigitSet, House};
use std::fmt;

/// The candidates to remove, by cell in reading order.
pub type Eliminations = Vec<(Cell, DigitSet)>;

/// A step: the technique, its effect and its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The difficulty on the scale of Sudoku Explainer; 1.0 is the easiest. Steps are compared by
    /// this number. [`Step::tenths`] is the number to show to people.
    pub rating: f64,
    /// The digit that the step places, if any.
    pub placement: Option<(Cell, Digit)>,
    /// The candidates that the step removes, by cell in reading order, without those that a
    /// placement removes from its peers.
    pub eliminations: Eliminations,
    /// The reason for the step.
    pub reason: Reason,
}

/// The reason for a step: the cells, digits and houses that a person would point at.
#[derive(Clone, PartialEq, Debug)]
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
        /// The house whose places of the digit are examined.
        from: House,
        /// The house that contains all these places.
        to: House,
        /// For a direct find: the house in which only one place is left.
        direct: Option<House>,
    },
    /// The cells together have as many candidates as there are cells.
    NakedSet {
        /// The house.
        house: House,
        /// The cells.
        cells: CellSet,
        /// Their candidates.
        digits: DigitSet,
    },
    /// The digits together have as many places as there are digits.
    HiddenSet {
        /// The house.
        house: House,
        /// The places of the digits.
        cells: CellSet,
        /// The digits.
        digits: DigitSet,
    },
    /// All places of the digit in the base lines lie in an equal number of cover lines.
    Fish {
        /// The digit.
        digit: Digit,
        /// The lines whose places of the digit are examined.
        bases: Vec<House>,
        /// The lines that contain all these places.
        covers: Vec<House>,
    },
    /// Whichever digit the pivot takes, one pincer or the pivot takes `digit`.
    Wing {
        /// The pivot.
        pivot: Cell,
        /// The two pincers.
        pincers: [Cell; 2],
        /// The digit that the pincers share.
        digit: Digit,
    },
    /// Cells that two digits could fill in two ways.
    Loop {
        /// The cells in the order of the loop.
        cells: Vec<Cell>,
        /// The two digits.
        digits: [Digit; 2],
        /// The feature that prevents the second solution.
        escape: UniquenessType,
    },
    /// A grid in which nearly every cell has two candidates, and nearly every digit has two places
    /// in each house.
    Bug {
        /// The cells with more than two candidates, each with its surplus digits.
        cells: Eliminations,
        /// The feature that prevents the second solution.
        escape: UniquenessType,
    },
    /// Every possible combination of digits in these cells leaves each excluder a candidate.
    Exclusion {
        /// The two or three cells.
        cells: Vec<Cell>,
        /// The cells that exclude combinations.
        excluders: CellSet,
    },
    /// A closed chain, in which either all on-nodes are true, or all off-nodes are.
    Cycle {
        /// The nodes in the order of the cycle. The start appears once.
        chain: Chain,
    },
    /// An assumption that implies its own opposite.
    Contradiction {
        /// One chain from the assumption to its opposite, or two chains from the assumption to
        /// nodes that exclude each other.
        chains: Vec<Chain>,
    },
    /// Several assumptions, one of which is true. All of them imply the conclusion.
    Cases {
        /// The house whose places of a digit are the assumptions. `None` if they are the candidates
        /// of a cell, or a candidate and its opposite.
        house: Option<House>,
        /// One chain per assumption. All chains end in the conclusion.
        chains: Vec<Chain>,
    },
}

impl Reason {
    /// Returns the chains of the reason, or an empty slice if it has none.
    pub fn chains(&self) -> &[Chain] {
        match self {
            Self::Cycle { chain } => std::slice::from_ref(chain),
            Self::Contradiction { chains } | Self::Cases { chains, .. } => chains,
            _ => &[],
        }
    }
}

/// The feature that prevents the second solution of a uniqueness pattern.
#[derive(Clone, PartialEq, Debug)]
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
        /// True for a hidden set, whose digits have no other places. False for a naked set.
        hidden: bool,
    },
    /// A digit must be in one of two cells of the pattern (type 4).
    Bound {
        /// The house that the cells share.
        house: House,
        /// The digit.
        digit: Digit,
    },
}

/// A statement about a cell: it is a digit, or it is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// True if the statement is that the cell is the digit.
    pub on: bool,
}

/// The reason why a node follows from its parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// The node is the assumption.
    Assumed,
    /// The cell holds another digit, or has no other candidate.
    Cell,
    /// The house holds the digit elsewhere, or has no other place for it.
    House(House),
    /// A technique finds it among the candidates that the assumption leaves.
    Technique(Technique),
}

/// The consequences of an assumption, in the order in which they follow. The first node is the
/// assumption, and the last node is the conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The nodes. The parents of a node come before it.
    pub nodes: Vec<(Node, Link)>,
    /// By node: the indices of its parents. The first parent is the one that an explanation names.
    pub parents: Vec<Vec<usize>>,
}

impl Chain {
    /// Creates a chain in which each node follows from the one before.
    pub(crate) fn from_path(nodes: Vec<(Node, Link)>) -> Self {
        let parents = (0..nodes.len()).map(|at| at.checked_sub(1).into_iter().collect()).collect();
        Self { nodes, parents }
    }

    /// Returns the assumption.
    ///
    /// # Panics
    /// Panics if the chain has no nodes.
    pub fn start(&self) -> Node {
        self.nodes.first().expect("a chain has a node").0
    }

    /// Returns the conclusion, which is the last node.
    ///
    /// # Panics
    /// Panics if the chain has no nodes.
    pub fn conclusion(&self) -> Node {
        self.nodes.last().expect("a chain has a node").0
    }
}

impl Step {
    /// Returns the rating as it is shown.
    #[inline]
    pub fn tenths(&self) -> Tenths {
        Tenths::rounded(self.rating)
    }

    /// Returns true if the step removes all of these candidates.
    pub(crate) fn removes(&self, candidates: &[(Cell, DigitSet)]) -> bool {
        let lost_by = |cell: Cell| self.eliminations.iter().find(|(own, _)| *own == cell);
        candidates.iter().all(|&(cell, digits)| {
            lost_by(cell).is_some_and(|(_, lost)| digits.minus(*lost).is_empty())
        })
    }

    /// Returns the number of candidates that the step removes.
    pub(crate) fn lost_count(&self) -> usize {
        self.eliminations.iter().map(|(_, digits)| digits.len()).sum()
    }

    /// Returns the step with everything that its chain proves: of the two ends of the chain one has
    /// the digit, so all cells that see both lose it. Any other step stays as it is.
    pub(crate) fn widened(self, position: &Position) -> Self {
        let Some((digit, ends)) = self.chain_ends() else { return self };
        let seen = Cell::common_peers(ends).intersection(position.cells_with(digit));
        let eliminations = seen.map(|cell| (cell, DigitSet::singleton(digit))).collect();
        Self { eliminations, ..self }
    }

    /// Returns the digit of which one of two cells is proved to have it, and these cells: the ends
    /// of the only chain of the step, which begins at a candidate that sees both.
    pub fn chain_ends(&self) -> Option<(Digit, [Cell; 2])> {
        let Reason::Contradiction { chains } = &self.reason else { return None };
        let [chain] = &chains[..] else { return None };
        let [start, first, .., last, end] = chain.nodes[..] else { return None };
        let (start, first, last, end) = (start.0, first.0, last.0, end.0);
        let is_path = chain.parents.iter().enumerate().skip(1).all(|(at, of)| of[..] == [at - 1]);
        let is_back = start.on && end == Node { on: false, ..start };
        let is_of_digit = [first, last].iter().all(|node| node.digit == start.digit);
        let ends = [first.cell, last.cell];
        let is_apart = ends[0] != ends[1] && !ends.contains(&start.cell);
        (is_path && is_back && is_of_digit && is_apart).then_some((start.digit, ends))
    }

    /// Returns the number of nodes of all chains. A node counts in each chain that has it. Steps
    /// without chains have complexity 0.
    pub fn complexity(&self) -> usize {
        self.reason.chains().iter().map(|chain| chain.nodes.len()).sum()
    }

    /// Applies the step to a position.
    pub fn apply(&self, position: &mut Position) {
        position.apply(&self.eliminations, self.placement);
    }

    pub(crate) fn with_placement(
        technique: Technique,
        placement: (Cell, Digit),
        reason: Reason,
    ) -> Self {
        let rating = technique.base_rating();
        Self { technique, rating, placement: Some(placement), eliminations: Vec::new(), reason }
    }

    pub(crate) fn with_eliminations(
        technique: Technique,
        eliminations: Eliminations,
        reason: Reason,
    ) -> Self {
        let rating = technique.base_rating();
        Self { technique, rating, placement: None, eliminations, reason }
    }
}

/// Drops cells that lose no candidates. Returns `None` if no cell is left.
pub(crate) fn non_empty(
    eliminations: impl IntoIterator<Item = (Cell, DigitSet)>,
) -> Option<Eliminations> {
    let some = eliminations.into_iter().filter(|(_, digits)| !digits.is_empty());
    let left: Eliminations = some.collect();
    if left.is_empty() { None } else { Some(left) }
}

/// Writes `r4c5=7` for a node that is on, and `r4c5-7` for one that is off.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.cell, if self.on { '=' } else { '-' }, self.digit)
    }
}

/// Shows the text that people read.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
