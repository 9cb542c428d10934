//! The premises of a step: the candidates that must be gone so that its reason holds.

use crate::logic::{Chain, Link, Position, Reason, Step, UniquenessType};
use grid::{Cell, Digit, House};
use std::collections::BTreeSet;

impl Step {
    /// Returns the candidates of a wider position on whose absence this step depends. The step was
    /// found in a position `before`, which lacks them. Without any, the step holds in the wider
    /// position.
    pub fn missing_premises(&self, before: &Position, wider: &Position) -> BTreeSet<(Cell, Digit)> {
        let mut missing = MissingPremises { before, wider, found: BTreeSet::new() };
        missing.add_reason(self);
        missing.found
    }
}

/// The candidates that a step must lose, while its reason is examined.
struct MissingPremises<'a> {
    /// The position in which the step was found.
    before: &'a Position,
    /// The position that has more candidates.
    wider: &'a Position,
    found: BTreeSet<(Cell, Digit)>,
}

impl MissingPremises<'_> {
    fn add_reason(&mut self, step: &Step) {
        match &step.reason {
            Reason::OnePlace { house } => {
                self.add_house(*house, step.placement.map(|(_, digit)| digit));
            }
            Reason::OneCandidate => self.add_cells(step.placement.map(|(cell, _)| cell)),
            Reason::Intersection { digit, from, direct, .. } => {
                self.add_house(*from, [*digit]);
                if let Some(house) = direct {
                    self.add_house(*house, [*digit]);
                }
            }
            Reason::NakedSet { cells, .. } => self.add_cells(*cells),
            Reason::HiddenSet { house, digits, .. } => self.add_house(*house, *digits),
            Reason::Fish { digit, bases, .. } => {
                for base in bases {
                    self.add_house(*base, [*digit]);
                }
            }
            Reason::Wing { pivot, pincers, .. } => {
                self.add_cells([*pivot, pincers[0], pincers[1]]);
            }
            Reason::Loop { cells, escape, .. } => {
                self.add_cells(cells.iter().copied());
                self.add_uniqueness(escape);
            }
            Reason::Bug { .. } => self.add_cells(Cell::ALL),
            Reason::Exclusion { cells, excluders } => {
                self.add_cells(cells.iter().copied().chain(*excluders));
            }
            Reason::Cycle { .. } | Reason::Contradiction { .. } => {}
            Reason::Cases { house, chains } => self.add_cases(*house, chains),
        }
        for chain in step.reason.chains() {
            self.add_links(chain);
        }
        if let Reason::Cycle { chain } = &step.reason {
            self.add_closing_link(chain);
        }
    }

    /// Adds the removed candidates of these cells.
    fn add_cells(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for cell in cells {
            let removed = self.wider.candidates(cell).minus(self.before.candidates(cell));
            self.found.extend(removed.map(|digit| (cell, digit)));
        }
    }

    /// Adds the removed candidates of these digits in a house.
    fn add_house(&mut self, house: House, digits: impl IntoIterator<Item = Digit>) {
        for digit in digits {
            let cells = house.cells().iter().copied();
            let removed = cells.filter(|&cell| {
                self.wider.has_candidate(cell, digit) && !self.before.has_candidate(cell, digit)
            });
            self.found.extend(removed.map(|cell| (cell, digit)));
        }
    }

    fn add_uniqueness(&mut self, escape: &UniquenessType) {
        match escape {
            UniquenessType::OneCell(_) | UniquenessType::OneDigit(_) => {}
            UniquenessType::Set { house, cells, digits, hidden } => {
                if *hidden {
                    self.add_house(*house, *digits);
                } else {
                    self.add_cells(*cells);
                }
            }
            UniquenessType::Bound { house, digit } => self.add_house(*house, [*digit]),
        }
    }

    /// Adds what makes one of the assumptions true.
    fn add_cases(&mut self, house: Option<House>, chains: &[Chain]) {
        let start = chains[0].start();
        if let Some(house) = house {
            self.add_house(house, [start.digit]);
        } else if chains.iter().all(|chain| chain.start().on) {
            self.add_cells([start.cell]);
        }
    }

    /// Adds what makes the links of a chain true.
    fn add_links(&mut self, chain: &Chain) {
        for &(node, link) in &chain.nodes {
            match link {
                Link::House(house) if node.on => self.add_house(house, [node.digit]),
                Link::Cell if node.on => self.add_cells([node.cell]),
                Link::Technique(_) => self.add_cells(Cell::ALL),
                _ => {}
            }
        }
    }

    /// Adds what makes the link from the last node of a cycle to the first one true: both are the
    /// only two candidates of a cell, or the only two places in a house.
    fn add_closing_link(&mut self, chain: &Chain) {
        let (first, last) = (chain.start(), chain.conclusion());
        if first.cell == last.cell {
            self.add_cells([first.cell]);
            return;
        }
        for house in first.cell.houses() {
            if house.cells().contains(&last.cell)
                && self.before.two_places(house).contains(first.digit)
            {
                self.add_house(house, [first.digit]);
            }
        }
    }
}
