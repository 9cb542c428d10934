//! The parts of a grid that a step looks at: cells, houses, marked candidates, arrows. How they
//! look is up to the drawing.

use self::CandidateMark::{Gone, Lost, Off, On, Other, Pattern};
use grid::{Cell, CellSet, Digit, DigitSet, House};
use human::{Chain, Position, Reason, Step, UniquenessType};

/// The mark of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CandidateMark {
    /// The candidate belongs to the pattern.
    Pattern,
    /// The candidate belongs to another part of the pattern: the digit of a wing, a further
    /// candidate of a loop, or an excluder.
    Other,
    /// A chain says that the cell is the digit.
    On,
    /// A chain says that the cell is not the digit.
    Off,
    /// The step removes the candidate.
    Lost,
    /// An earlier step removed the candidate, and this step depends on that.
    Gone,
}

/// An arrow from one candidate to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arrow {
    pub from: (Cell, Digit),
    pub to: (Cell, Digit),
    /// The number of the chain, counted from 0.
    pub chain: usize,
    /// True if the arrow turns a candidate off.
    pub off: bool,
}

/// The parts of a grid that a step looks at.
#[derive(Default)]
pub struct StepPicture {
    pub cells: CellSet,
    pub houses: Vec<House>,
    /// The digits whose candidates the drawing shows.
    pub shown: DigitSet,
    /// The marked candidates. A candidate may have several marks.
    pub marks: Vec<(Cell, Digit, CandidateMark)>,
    pub arrows: Vec<Arrow>,
    /// The filled cells whose digit blocks the other places of the placed digit.
    pub blockers: CellSet,
    /// For each place that is closed: the filled cell that closes it, and the place.
    pub sights: Vec<(Cell, Cell)>,
}

impl StepPicture {
    /// Creates a picture of houses only.
    pub fn from_houses(houses: &[House]) -> Self {
        Self { houses: houses.to_vec(), shown: DigitSet::FULL, ..Self::default() }
    }

    pub fn from_step(before: &Position, step: &Step) -> Self {
        let mut picture = Self::from_houses(&[]);
        picture.add_reason(before, step);
        for &(cell, digits) in &step.eliminations {
            let kept = step.placement.map(|(_, digit)| DigitSet::singleton(digit));
            picture.add_marks(before, cell, digits.minus(kept.unwrap_or_default()), Lost);
        }
        picture
    }

    fn add_reason(&mut self, before: &Position, step: &Step) {
        match &step.reason {
            Reason::OnePlace { house } => {
                self.houses.push(*house);
                if let Some((cell, digit)) = step.placement {
                    self.add_placed(cell);
                    self.add_blockers(before, *house, cell, digit);
                }
            }
            Reason::OneCandidate => {
                if let Some((cell, digit)) = step.placement {
                    self.add_placed(cell);
                    let others = Digit::ALL.into_iter().filter(|other| *other != digit);
                    others.for_each(|other| self.add_blocker(before, cell, other));
                }
            }
            Reason::Intersection { digit, from, to, direct } => {
                self.add_intersection(before, *digit, [*from, *to], *direct);
            }
            Reason::NakedSet { house, cells, digits }
            | Reason::HiddenSet { house, cells, digits } => {
                self.houses.push(*house);
                self.add_pattern(before, *cells, *digits, Pattern);
            }
            Reason::Fish { digit, bases, covers } => {
                self.houses.extend(bases.iter().chain(covers));
                self.add_fish(before, *digit, bases);
            }
            Reason::Wing { pivot, pincers, digit } => {
                let own = DigitSet::singleton(*digit);
                for cell in [*pivot, pincers[0], pincers[1]] {
                    self.add_two_kinds(before, cell, own.complement());
                }
            }
            Reason::Loop { cells, digits, escape } => {
                let own = DigitSet::singleton(digits[0]).union(DigitSet::singleton(digits[1]));
                for &cell in cells {
                    self.add_two_kinds(before, cell, own);
                }
                self.add_uniqueness(before, escape);
            }
            Reason::Bug { cells, escape } => {
                for &(cell, digits) in cells {
                    self.add_pattern(before, CellSet::singleton(cell), digits, Other);
                }
                self.add_uniqueness(before, escape);
            }
            Reason::Exclusion { cells, excluders } => {
                self.add_exclusion(before, cells, *excluders);
            }
            Reason::Cycle { .. } | Reason::Contradiction { .. } => {}
            Reason::Cases { house, .. } => self.houses.extend(*house),
        }
        let closed = matches!(step.reason, Reason::Cycle { .. });
        for (number, chain) in step.reason.chains().iter().enumerate() {
            self.add_chain(chain, number, closed);
        }
    }

    /// Adds the cell that the step fills. Its reasons need no candidates.
    fn add_placed(&mut self, cell: Cell) {
        self.cells.insert(cell);
        self.shown = DigitSet::EMPTY;
    }

    /// Adds the candidates of a digit in the first house, and those that leave the second one a
    /// single place in the house `direct`.
    fn add_intersection(
        &mut self,
        before: &Position,
        digit: Digit,
        [from, to]: [House; 2],
        direct: Option<House>,
    ) {
        self.houses.extend([from, to]);
        self.houses.extend(direct);
        self.shown = DigitSet::singleton(digit);
        self.add_pattern(before, places(before, from, digit), self.shown, Pattern);
        let off = direct.iter().flat_map(|house| places(before, *house, digit));
        for cell in off.filter(|cell| to.cells().contains(cell)) {
            self.add_marks(before, cell, self.shown, Off);
        }
    }

    /// Adds the candidates of a digit in the rows or columns of a fish.
    fn add_fish(&mut self, before: &Position, digit: Digit, bases: &[House]) {
        self.shown = DigitSet::singleton(digit);
        for &base in bases {
            self.add_pattern(before, places(before, base, digit), self.shown, Pattern);
        }
    }

    /// Adds a cell and marks its candidates: these as the pattern, and the others.
    fn add_two_kinds(&mut self, before: &Position, cell: Cell, pattern: DigitSet) {
        self.cells.insert(cell);
        self.add_marks(before, cell, pattern, Pattern);
        self.add_marks(before, cell, pattern.complement(), Other);
    }

    fn add_exclusion(&mut self, before: &Position, cells: &[Cell], excluders: CellSet) {
        let mut together = DigitSet::EMPTY;
        for &cell in cells {
            self.add_pattern(before, CellSet::singleton(cell), DigitSet::FULL, Pattern);
            together = together.union(before.candidates(cell));
        }
        let excluding =
            excluders.filter(|cell| before.candidates(*cell).minus(together).is_empty());
        self.add_pattern(before, excluding.collect(), DigitSet::FULL, Other);
    }

    fn add_marks(&mut self, before: &Position, cell: Cell, digits: DigitSet, mark: CandidateMark) {
        let digits = before.candidates(cell).intersection(digits);
        self.marks.extend(digits.map(|digit| (cell, digit, mark)));
    }

    /// Adds cells to the pattern, and marks these of their candidates.
    fn add_pattern(
        &mut self,
        before: &Position,
        cells: CellSet,
        digits: DigitSet,
        mark: CandidateMark,
    ) {
        self.cells = self.cells.union(cells);
        cells.for_each(|cell| self.add_marks(before, cell, digits, mark));
    }

    fn add_uniqueness(&mut self, before: &Position, escape: &UniquenessType) {
        match escape {
            UniquenessType::OneCell(_) | UniquenessType::OneDigit(_) => {}
            UniquenessType::Set { house, cells, digits, .. } => {
                self.houses.push(*house);
                self.add_pattern(before, *cells, *digits, Other);
            }
            UniquenessType::Bound { house, .. } => self.houses.push(*house),
        }
    }

    fn add_chain(&mut self, chain: &Chain, number: usize, closed: bool) {
        for (&(node, _), parents) in chain.nodes.iter().zip(&chain.parents) {
            self.cells.insert(node.cell);
            let mark = (node.cell, node.digit, if node.on { On } else { Off });
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
            for &parent in parents {
                let from = chain.nodes[parent].0;
                self.add_arrow((from.cell, from.digit), (node.cell, node.digit), number, !node.on);
            }
        }
        if let (true, [(first, _), .., (last, _)]) = (closed, &chain.nodes[..]) {
            self.add_arrow((last.cell, last.digit), (first.cell, first.digit), number, false);
        }
    }

    fn add_arrow(&mut self, from: (Cell, Digit), to: (Cell, Digit), chain: usize, off: bool) {
        let arrow = Arrow { from, to, chain, off };
        let known = self.arrows.iter().any(|known| (known.from, known.to) == (from, to));
        if from != to && !known {
            self.arrows.push(arrow);
        }
    }

    /// Adds the reasons why a digit has no other place in a house.
    fn add_blockers(&mut self, before: &Position, house: House, own: Cell, digit: Digit) {
        let others =
            house.cells().iter().filter(|&&cell| cell != own && before.grid()[cell].is_none());
        others.for_each(|&cell| self.add_blocker(before, cell, digit));
    }

    /// Adds the reason why a cell is not a digit: a filled peer, or an earlier step.
    fn add_blocker(&mut self, before: &Position, cell: Cell, digit: Digit) {
        let mut seen = cell.peers().iter().filter(|peer| before.grid()[**peer] == Some(digit));
        match seen.clone().find(|peer| self.blockers.contains(**peer)).or_else(|| seen.next()) {
            Some(&peer) => {
                self.blockers.insert(peer);
                self.sights.push((peer, cell));
            }
            None => self.marks.push((cell, digit, Gone)),
        }
    }
}

/// Returns the cells of a house that have the candidate.
fn places(before: &Position, house: House, digit: Digit) -> CellSet {
    let cells = house.cells().iter().copied();
    cells.filter(|&cell| before.has_candidate(cell, digit)).collect()
}
